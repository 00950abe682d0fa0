"""The names under which this game keeps texts from one match to the next."""

BOARD = "speed-mode.board"
"""The owner's board, as TOML."""

PAINTED = "speed-mode.painted"
"""The board that was tapped last for a tally, as text."""
