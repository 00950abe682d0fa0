"""Points: pairs, the extra points between them, and who has the most."""

from collections.abc import Sequence

from companion.game import Outcome, Remark, Results, Seat, Standing, longest_lead, standings
from companion.games.speed_mode.board import Board, Link, Place
from companion.games.speed_mode.events import AnyEvent, Ended, TurnPassed
from companion.games.speed_mode.model import OnPair, State
from companion.games.speed_mode.reports import AnyReport
from companion.line import Position


def between(board: Board, pairs: Sequence[OnPair], seat: Seat) -> tuple[Link, ...]:
    """Return the links between adjacent pairs under a seat's circles: an extra point each."""
    places = {place for place, tokens in zip(board.places, pairs, strict=True) if tokens.circle == seat}
    return _linked(board, places)


def groups(board: Board, pairs: Sequence[OnPair], seat: Seat) -> tuple[Link, ...]:
    """Return the links between adjacent pairs with a seat's unpaired combinations: an extra point each."""
    places = {place for place, tokens in zip(board.places, pairs, strict=True) if seat in tokens.halves}
    return _linked(board, places)


def _linked(board: Board, places: set[Place]) -> tuple[Link, ...]:
    return tuple(link for link in board.links if places.issuperset(link))


def circles(state: State, seat: Seat) -> int:
    """Return how many pairs a seat has."""
    return sum(tokens.circle == seat for tokens in state.pairs)


def singles(state: State, seat: Seat) -> int:
    """Return how many unpaired combinations a seat has."""
    return sum(tokens.halves.count(seat) for tokens in state.pairs)


def extras(state: State, seat: Seat, *, group: bool) -> int:
    """Return how many extra-point tokens a seat has between pairs or, if `group`, unpaired combinations."""
    return sum(extra.seat == seat and extra.group == group for extra in state.extras)


def points(state: State, seat: Seat) -> int:
    """Return the points of a seat on the board."""
    scores = state.board.scores
    tokens = extras(state, seat, group=False) + extras(state, seat, group=True)
    return (
        scores.circle * circles(state, seat)
        + scores.quadrilateral * tokens
        + scores.lone * singles(state, seat)
        + state.groups[seat]
    )


def score(state: State) -> dict[str, list[int]]:
    """Return lists by seat: points, pairs, extra-point tokens between them, points for groups, cards in hand.

    `unpaired` are points for groups of unpaired combinations, which are counted at the end.
    """
    worth = state.board.scores.quadrilateral
    return {
        "points": [points(state, seat) for seat in state.seats],
        "pairs": [circles(state, seat) for seat in state.seats],
        "extra": [extras(state, seat, group=False) for seat in state.seats],
        "unpaired": [worth * extras(state, seat, group=True) + state.groups[seat] for seat in state.seats],
        "hand": list(state.hands),
    }


def outcome(state: State) -> Outcome:
    """Return the players with the most points, who share the win."""
    by_seat = [points(state, seat) for seat in state.seats]
    return Outcome(tuple(seat for seat in state.seats if by_seat[seat] == max(by_seat)), "sm.score")


# Results: more points take a better place.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return each player's place and points."""
    by_seat = score(state)["points"]
    return standings(outcome.winners, [-count for count in by_seat], by_seat)


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return who was in front longest."""
    return longest_lead(
        [points(position.state, seat) for seat in position.state.seats]
        for position in line
        for event in position.events
        if isinstance(event, TurnPassed)
    )


def race(state: State) -> tuple[int, ...]:
    """Return each player's points so far."""
    return tuple(score(state)["points"])


RESULTS = Results(standings_of, (TurnPassed, Ended), remarks=remarks, race=race)
