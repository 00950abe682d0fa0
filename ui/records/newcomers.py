"""Somebody new at the table: an id that is drawn once, and the colour and shape that come next."""

from uuid import uuid4

from companion.people import Person, PersonId, first_letter
from ui.stage import theme


def newcomer(name: str, known: int) -> Person:
    """Return somebody new of a name, in the colour and shape that come next after `known` people."""
    colours = tuple(theme.COLOURS)
    colour, shape = colours[known % len(colours)], theme.SHAPES[known % len(theme.SHAPES)]
    return Person(PersonId(str(uuid4())), name, colour, shape, first_letter(name))
