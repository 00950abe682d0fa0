"""The names under which this game keeps texts from one match to the next."""

BOX = "tracktic.box"
"""The owner's box profile, as TOML."""

DRAFT = "tracktic.box-draft"
"""The box that is being entered, as JSON."""

CHOICE = "tracktic.setup"
"""The box and the colours of the last match, as JSON."""

PAINTED = "tracktic.painted"
"""The board that was painted last for a tally, as text."""
