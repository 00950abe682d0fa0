"""The cards: kinds of a colour and a shape, and the combinations of three that are made of them."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias


class Colour(StrEnum):
    """The colours of the cards, in the order of their numbers from 1."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"


class Shape(StrEnum):
    """The shapes on the cards."""

    SQUARE = "square"
    CIRCLE = "circle"


class Kind(StrEnum):
    """A kind of card: its colour and its shape."""

    RED_SQUARE = "red square"
    RED_CIRCLE = "red circle"
    ORANGE_SQUARE = "orange square"
    ORANGE_CIRCLE = "orange circle"
    YELLOW_SQUARE = "yellow square"
    YELLOW_CIRCLE = "yellow circle"
    GREEN_SQUARE = "green square"
    GREEN_CIRCLE = "green circle"
    BLUE_SQUARE = "blue square"
    BLUE_CIRCLE = "blue circle"
    VIOLET_SQUARE = "violet square"
    VIOLET_CIRCLE = "violet circle"

    @property
    def colour(self) -> Colour:
        """The colour of the card."""
        return Colour(self.value.split()[0])

    @property
    def shape(self) -> Shape:
        """The shape on the card."""
        return Shape(self.value.split()[1])


Combination: TypeAlias = tuple[Kind, ...]
"""Three cards, in any order; a kind may be among them more than once."""

CARDS = 3
"""Cards in a combination, in an exchange, and in what is drawn after it."""


def counted(cards: Iterable[Kind]) -> Counter[Kind]:
    """Return how many of each kind there are."""
    return Counter(cards)
