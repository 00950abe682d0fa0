"""Which entries counted the copies of a card, where more of it turn up than the box holds."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from companion.game import Violation
from companion.games.sequence_states.cards import ADD, REMOVE, CardFace
from companion.games.sequence_states.events import (
    AnyEvent,
    CardForfeited,
    ChipPlaced,
    ChipRemoved,
    DeadSwapped,
    DeckShuffled,
)
from companion.games.sequence_states.model import State
from companion.games.sequence_states.reports import AnyReport, PlaceChip
from companion.line import Position
from companion.mending import Mend

Line: TypeAlias = Sequence[Position[State, AnyReport, AnyEvent]]


def mistold(line: Line, violation: Violation) -> Iterator[Mend[AnyReport]]:
    """Yield the entries by which all copies of a card lie face up.

    A chip that was told by its space alone counts as that state's card, and may have been placed with ADD;
    one that counts as ADD may have been placed with the card of its state.
    """
    if (violation.rule, violation.details.get("why")) != ("ss.box", "copies"):
        return
    card = violation.details["card"]
    lying: list[Mend[AnyReport]] = []
    for position in line:
        for event in position.events:
            if isinstance(event, DeckShuffled):
                lying = []
            elif _face_up(event) == card:
                lying.append(Mend(position.entry, _instead(position, card == ADD)))
    yield from lying


def _face_up(event: AnyEvent) -> CardFace:
    """Return the card that an event put on a discard pile."""
    match event:
        case ChipPlaced(_, _, card) | DeadSwapped(_, card) | CardForfeited(_, card):
            return card
        case ChipRemoved():
            return REMOVE
    return None


def _instead(position: Position[State, AnyReport, AnyEvent], add: bool) -> PlaceChip | None:
    told, layout = position.report, position.state.layout
    if not isinstance(told, PlaceChip) or (add and layout is None):
        return None
    return replace(told, card=layout.at(told.space) if add and layout is not None else ADD)
