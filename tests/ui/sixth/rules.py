"""A score keeper: the first to reach a number of points wins. Only the scorer's seat is checked."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue, Rule
from companion.errors import SetupError
from companion.game import (
    Accepted,
    Outcome,
    Prompt,
    Refused,
    Remedy,
    Results,
    Rules,
    Ruling,
    Seat,
    Standing,
    Viewer,
    Violation,
    standings,
)

GOAL = 20


class Facts(Struct, frozen=True):
    """The number of players, and who begins."""

    players: int = 2
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class State(Struct, frozen=True):
    """The points by seat."""

    points: tuple[int, ...]
    ended: Outcome | None = None


class Score(Struct, frozen=True, tag="keeper.score", tag_field="type"):
    """A seat scored."""

    seat: Seat
    points: int


class Scored(Struct, frozen=True, tag="keeper.scored", tag_field="type"):
    """A seat gained points."""

    seat: Seat
    points: int


class Won(Struct, frozen=True, tag="keeper.won", tag_field="type"):
    """The game is over."""

    outcome: Outcome


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return a table without points."""
    if not 2 <= facts.players <= 6:
        raise SetupError("two to six play")
    return State((0,) * facts.players)


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return the places by points."""
    return standings(outcome.winners, [-points for points in state.points], state.points)


class Keeper(Rules[Facts, State, Score, Scored | Won]):
    """The rules of the score keeper."""

    name = "keeper"
    catalogue = Catalogue(
        {"sk.score": Rule("Only who sits at the table scores."), "sk.end": Rule("Enough is enough.")}
    )
    facts_type, report_type, event_type = Facts, Score, Scored | Won
    results = Results(standings_of, (Scored,))
    deal = staticmethod(opening)

    def judge(self, state: State, report: Score) -> Ruling[Scored | Won]:
        """Let anybody at the table score until the game is over."""
        if state.ended is not None:
            return Refused((Violation("sk.end"),))
        if report.seat not in range(len(state.points)):
            return Refused((Violation("sk.score", report.seat, {"why": "nobody"}, (Remedy("look_again"),)),))
        scored = Scored(report.seat, report.points)
        if state.points[report.seat] + report.points < GOAL:
            return Accepted((scored,))
        return Accepted((scored, Won(Outcome((report.seat,), "sk.end"))))

    def evolve(self, state: State, event: Scored | Won) -> State:
        """Add points, or end."""
        if isinstance(event, Won):
            return replace(state, ended=event.outcome)
        more = (event.points if seat == event.seat else 0 for seat in range(len(state.points)))
        return replace(state, points=tuple(map(sum, zip(state.points, more, strict=True))))

    def awaited(self, state: State) -> tuple[Prompt, ...]:
        """Return one prompt: anybody may score."""
        return () if state.ended else (Prompt("score"),)

    def legal(self, state: State) -> Iterator[Score]:
        """Yield one point for each seat."""
        if state.ended is None:
            yield from (Score(Seat(seat), 1) for seat in range(len(state.points)))

    def score(self, state: State) -> dict[str, list[int]]:
        """Return the points."""
        return {"points": list(state.points)}

    def view(self, state: State, viewer: Viewer) -> Any:
        """Return the state, as there is nothing to hide."""
        return state
