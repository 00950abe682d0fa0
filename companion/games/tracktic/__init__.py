"""Tracktic: players lay patterns on a grid, must not form a T of one colour, and score their longest path."""

from companion.games.tracktic.game import Tracktic

__all__ = ["Tracktic"]
