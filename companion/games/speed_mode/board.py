"""The data of a board: places, pairs of combinations, the deck that goes with it, tokens, and scores."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

# Cards: kinds of a colour and a shape, and combinations of three cards.


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
"""Three cards in any order; a kind may occur more than once."""

CARDS = 3
"""Cards in a combination, cards exchanged at once, and cards then drawn."""


MOST = 12
"""Most rows, and most columns, of a board."""

MOST_PAIRS = 40

DECK = 72
"""Cards in play (rulebook, setting up)."""

MOST_EACH = 99
"""The most points of a token, and the most tokens of a kind."""

MOST_LETTERS = 40
"""Greatest length of a name."""

FIRST, SECOND = 0, 1
"""The halves of a pair."""


class Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A pair's place on the board, as `[row, column]` from the top left, both from 0."""

    row: Annotated[int, Meta(ge=0, lt=MOST)]
    column: Annotated[int, Meta(ge=0, lt=MOST)]


Link: TypeAlias = tuple[Place, Place]
"""The places of two adjacent pairs, smaller first."""


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """Two combinations that belong together, and their place on the board."""

    place: Place
    halves: tuple[Combination, ...]


class Scores(Struct, frozen=True, forbid_unknown_fields=True):
    """Points per token: a circle on a pair, a quadrilateral between pairs, an unpaired semicircle."""

    circle: int = 1
    quadrilateral: int = 1
    lone: int = 0


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    """Number of tokens of each player; None for no limit.

    Play never runs out of them: the backs of unused tokens serve too.
    """

    circles: int | None = 9
    quadrilaterals: int | None = None
    semicircles: int | None = None


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A board and its deck: cards by kind, pairs, and which pairs are adjacent.

    `adjacency` is "orthogonal" (side by side in a row or column), or a list of two places each, valid both
    ways. `made_up`: this is no printed board. `derived`: it was worked out from the rules.
    """

    name: str
    deck: Mapping[Kind, int]
    pairs: tuple[Pair, ...]
    adjacency: Literal["orthogonal"] | tuple[tuple[Place, Place], ...] = "orthogonal"
    scores: Scores = Scores()
    tokens: Tokens = Tokens()
    made_up: bool = False
    derived: bool = False

    @property
    def places(self) -> tuple[Place, ...]:
        """The pairs' places, in the order of the file."""
        return tuple(pair.place for pair in self.pairs)

    @property
    def links(self) -> tuple[Link, ...]:
        """All adjacent pairs, each link once, in order."""
        if self.adjacency != "orthogonal":
            return tuple(sorted((min(first, second), max(first, second)) for first, second in self.adjacency))
        places = set(self.places)
        return tuple(
            (place, other)
            for place in sorted(places)
            for other in (Place(place.row, place.column + 1), Place(place.row + 1, place.column))
            if other in places
        )

    def at(self, place: Place) -> Pair | None:
        """Return the pair at a place; None where there is none."""
        return next((pair for pair in self.pairs if pair.place == place), None)

    def combination(self, place: Place, half: int) -> Combination | None:
        """Return the three cards of a half; None where there is no such half."""
        pair = self.at(place)
        return pair.halves[half] if pair is not None and half in (FIRST, SECOND) else None
