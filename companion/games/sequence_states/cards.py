"""The cards: two of each of the fifty states, four ADD and four REMOVE."""

import csv
from importlib.resources import files
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

ADD = "ADD"
REMOVE = "REMOVE"


class UsState(Struct, frozen=True):
    """One of the fifty: its postal abbreviation, its name, and its capital."""

    abbreviation: str
    name: str
    capital: str


def _read_states() -> dict[str, UsState]:
    text = files(__package__).joinpath("states.csv").read_text("utf-8")
    return {row["abbreviation"]: UsState(**row) for row in csv.DictReader(text.splitlines())}


STATES = _read_states()
"""The fifty states by their abbreviation, in the order of their names."""

KINDS = (*STATES, ADD, REMOVE)
"""Every kind of card."""

StateCard: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(STATES)})\\Z")]
"""The abbreviation of a state; nothing else is read from a file or a line."""

Card: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(KINDS)})\\Z")]
"""A state's abbreviation, ADD or REMOVE."""

CardFace: TypeAlias = Card | None
"""A card that lies face up; None where nobody told the referee which one."""

Pile: TypeAlias = tuple[CardFace, ...]
"""Cards that lie face up, the top card last."""


TWICE = 2
"""Spaces that picture each state, and cards that name it."""


def copies(card: Card) -> int:
    """Return how many of a card the box holds."""
    return 4 if card in (ADD, REMOVE) else TWICE


BOX = sum(copies(card) for card in KINDS)
"""Cards in the box: 108."""
