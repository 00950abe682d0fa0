"""Cryptid: where the creature lives, by what each player knows of it."""

from companion.games.cryptid.game import Cryptid

__all__ = ["Cryptid"]
