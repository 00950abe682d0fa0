"""Cryptid: where the creature lives, by what each player knows of it."""
