"""The words that all games' matches share. Pure."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from companion.game import Outcome, Seat, Violation
from companion.journal import Entry, NamePlate
from ui.table.names import Names, wins
from ui.table.presenting import Choice, Dialog, Explanation, ResultLine
from ui.table.sentences import Sentences

N = TypeVar("N", bound=Names)


class MatchWords(Generic[N]):
    """Base of presenters: the part in which games don't differ."""

    def __init__(self, names: N, sentences: Sentences) -> None:
        self.names = names
        self.sentences = sentences

    def seat_name(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        return self.names.subject(seat)

    def seat_plate(self, seat: Seat) -> NamePlate:
        """Return a seat's colour, shape and letter."""
        return self.names.plate(seat)

    def describe(self, entry: Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return an entry's sentences: its report, and what followed."""
        return self.sentences.describe(entry)

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands must do after these events; empty for nothing."""
        return self.sentences.duty(events)

    def explain(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return a refusal in words, for those who may hear it."""
        return self.sentences.explanation(violations)

    def referee_menu(self, view: Any) -> tuple[Choice, ...]:
        """Return the rare reports for the referee's menu: in most games there are none."""
        return ()

    def dialog(self, view: Any) -> Dialog | None:
        """Return the question to show over the table: in most games there is none."""
        return None

    def result(self, outcome: Outcome, view: Any) -> Dialog:
        """Return the dialog for the end of a match."""
        raise NotImplementedError

    def won(self, outcome: Outcome, shared: Callable[[], str]) -> str:
        """Return the title of a win by points; `shared` gives that of a draw or several winners.

        It has no points: those are in the list, and without them the name can be twice as large.
        """
        return wins(self.names.winners(outcome.winners)) if len(outcome.winners) == 1 else shared()

    def line(self, seat: Seat, figure: str = "", note: str = "") -> ResultLine:
        """Return a player's line at the end."""
        return ResultLine((seat,), self.names.subject(seat), figure, note)
