"""The names under which this game keeps texts from one match to the next."""

BOX = "tracktic.box"
"""The owner's box profile, as TOML."""

DRAFT = "tracktic.box-draft"
"""The box that is being entered, as JSON."""

CHOICE = "tracktic.setup"
"""The box and the colours of the last match, as JSON."""

DAMAGED = "tracktic.box-damaged"
"""A box that could not be read, as it was, when another took its place."""

DAMAGED_DRAFT = "tracktic.box-draft-damaged"
"""What was being entered and could not be read, as it was, when something else took its place."""

PAINTED = "tracktic.painted"
"""The board that was painted last for a tally, as text."""
