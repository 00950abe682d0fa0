"""A game's ruling on a report in a test: its events if it must be accepted, or why it is refused."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from companion.game import Accepted, Game, Refused, Ruling

S = TypeVar("S")
R = TypeVar("R")
E = TypeVar("E")


class Referee(Generic[S, R, E]):
    """A game's referee; `shown` prints a position in a failure."""

    def __init__(self, game: Game[Any, S, R, E], shown: Callable[[S], str] = str) -> None:
        self._game, self._shown = game, shown

    def judge(self, state: S, report: R) -> Ruling[E]:
        return self._game.judge(state, report)

    def events(self, state: S, report: R) -> tuple[E, ...]:
        """Return what follows from a report that must be accepted."""
        ruling = self.judge(state, report)
        assert isinstance(ruling, Accepted), f"{report} is refused: {ruling}\n{self._shown(state)}"
        return ruling.events

    def after(self, state: S, *reports: R) -> S:
        """Return the state after reports that must be accepted."""
        for report in reports:
            for event in self.events(state, report):
                state = self._game.evolve(state, event)
        return state

    def refusal(self, state: S, report: R) -> Refused[E]:
        """Return the refusal of a report that must be refused."""
        ruling = self.judge(state, report)
        assert isinstance(ruling, Refused), f"{report} is accepted: {ruling}\n{self._shown(state)}"
        return ruling

    def broken(self, state: S, report: R) -> list[str]:
        """Return the rules that a report breaks."""
        return [violation.rule for violation in self.refusal(state, report).violations]
