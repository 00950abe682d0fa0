"""Two Player Speed Mode: combinations of three cards, two to a pair, and points for pairs of one's own."""

from companion.games.speed_mode.game import SpeedMode

__all__ = ["SpeedMode"]
