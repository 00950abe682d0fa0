"""The names under which this game keeps texts from one match to the next."""

BOARD = "sequence-states.board"
"""The owner's board, as CSV."""

DRAFT = "sequence-states.draft"
"""The board that is being recorded, as JSON."""

CHOICE = "sequence-states.setup"
"""The board and the chips of the last match, as JSON."""
