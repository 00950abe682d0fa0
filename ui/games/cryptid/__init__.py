"""Cryptid's side of the screen."""
