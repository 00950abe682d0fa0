"""The tones of cards; each has its number and its shape too, so that none is told by its tone alone."""

from ui.theme import Tone, tone

COLOURS: dict[str, Tone] = {
    "red": tone("#dd4d36"),
    "orange": tone("#e69f00"),
    "yellow": tone("#f0e442"),
    "green": tone("#1fa36b"),
    "blue": tone("#4a9fe0"),
    "violet": tone("#a070c8"),
}
"""By the name of the colour; numbers 1 to 6 in this order."""
