"""What the contract suite needs to know of each game: openings to try, and every report one could make."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from companion.game import Game, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card
from companion.games.ungle_speed.model import Facts, Grab, Sharing, State
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallDuel,
    CallEnd,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    DrawLots,
    Share,
    ShareCards,
    TakeTotem,
    TurnAll,
    TurnCard,
)


class Case(Struct, frozen=True):
    """A game, some of its openings, and a universe of reports of play: legal and illegal ones."""

    game: Game[Any, Any, Any, Any]
    facts: tuple[Any, ...]
    universe: Callable[[Any], Iterator[Any]]


def _groups(seats: range) -> Iterator[tuple[Seat, ...]]:
    for members in range(2 ** len(seats)):
        yield tuple(Seat(seat) for seat in seats if members >> seat & 1)


def _ungle_speed(state: State) -> Iterator[AnyReport]:
    seats = [Seat(seat) for seat in state.seats]
    faces: list[Card | None] = [None, *(ArrowsCard(arrows) for arrows in Arrows)]
    faces += [card for card in state.deck.cards() if not isinstance(card, ArrowsCard)][::7]
    for seat in seats:
        yield from (TurnCard(seat, face) for face in faces)
        yield TakeTotem(Grab((seat,)))
        yield DrawLots(seat)
        yield CallDropped(seat)
    yield from (CallDuel(group) for group in _groups(state.seats))
    yield from (TurnAll(), CallInward(), CallThreeColours(), CallWrongGrab(), CallFell(), CallEnd())
    if isinstance(state.chase, Sharing) and len(state.chase.losers) == 2:
        for first in range(-1, state.chase.cards + 2):
            shares = zip(state.chase.losers, (first, state.chase.cards - first), strict=True)
            split = tuple(Share(seat, cards) for seat, cards in shares)
            yield from (ShareCards(split, starts) for starts in seats)


CASES = {
    "ungle_speed": Case(
        UngleSpeed(),
        tuple(
            Facts(players, level=level, rulings={"dead_heat": dead_heat})
            for players in (2, 3, 4)
            for level in Level
            for dead_heat in ("regrab", "lots")
        ),
        _ungle_speed,
    )
}
"""By the name of the game's package: a package without a case fails the suite."""
