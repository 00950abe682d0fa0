"""Tracktic: patterns laid on a grid, no T of one colour, and the longest path at the end."""

from companion.games.tracktic.game import Tracktic

__all__ = ["Tracktic"]
