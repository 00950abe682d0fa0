"""Ungle Speed: turn a card, see a match, grab the totem first."""

from companion.games.ungle_speed.game import UngleSpeed

__all__ = ["UngleSpeed"]
