"""Cryptid: find where the creature lives, each player knowing part of the answer."""

from companion.games.cryptid.game import Cryptid

__all__ = ["Cryptid"]
