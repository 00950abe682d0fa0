"""The names under which this game keeps texts from one match to the next.

No clue is among them but in a set-up that the owner of the table put there.
"""

SETUP = "cryptid.setup"
"""A set-up out of a file, as JSON."""

CHOICE = "cryptid.choice"
"""How the last match was set up, and the colours, as JSON."""

DRAFT = "cryptid.map"
"""The map that is being typed in, as JSON."""
