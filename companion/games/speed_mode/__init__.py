"""Two Player Speed Mode: players make combinations of three cards, and score pairs of their own."""

from companion.games.speed_mode.game import SpeedMode

__all__ = ["SpeedMode"]
