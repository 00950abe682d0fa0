"""The tones of the cards: the inks of their colours, and the letters that go with them. Pure."""

from ui import theme
from ui.theme import Tone

PAPER = theme.tone("#fdfcf7")
DARK = theme.tone("#1b1922")
"""Of all outlines and letters."""
GREY = theme.tone("#3d4350")
"""The ink of arrows without a colour."""

INKS = {
    "purple": theme.tone("#7145b0"),
    "green": theme.tone("#2c9148"),
    "orange": theme.tone("#ee6a24"),
    "yellow": theme.tone("#f5c91d"),
}
"""Inks by the names that decks use."""
SPARE_INKS = tuple(
    theme.tone(code) for code in ("#2f7fc4", "#c23b57", "#3aa9a0", "#8a6d4b", "#d77fb0", "#5b6572")
)
"""Inks for colours of other names."""


def ink(colour: str, colours: tuple[str, ...]) -> Tone:
    """Return the ink of a colour of a deck: its own where the name is known, else one of the spare ones."""
    if colour in INKS:
        return INKS[colour]
    others = [name for name in colours if name not in INKS]
    return SPARE_INKS[others.index(colour) % len(SPARE_INKS)] if colour in others else SPARE_INKS[-1]


def letter(colour: str, colours: tuple[str, ...]) -> str:
    """Return the shortest beginning of a colour's name that no other colour of the deck has."""
    for length in range(1, len(colour)):
        if not any(name != colour and name.startswith(colour[:length]) for name in colours):
            return colour[:length].upper()
    return colour.upper()
