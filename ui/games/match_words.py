"""What the words of every match give alike. Pure."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from companion.game import Outcome, Seat, Violation
from companion.journal import Entry, NamePlate
from ui.table.presenting import Choice, Dialog, Explanation, ResultLine
from ui.table.sentences import Sentences
from ui.table.telling import Names, wins

N = TypeVar("N", bound=Names)


class MatchWords(Generic[N]):
    """The part of a presenter in which games don't differ; theirs extend it."""

    def __init__(self, names: N, sentences: Sentences) -> None:
        self.names = names
        self.sentences = sentences

    def seat_name(self, seat: Seat) -> str:
        """Return how a seat is called."""
        return self.names.subject(seat)

    def seat_plate(self, seat: Seat) -> NamePlate:
        """Return the colour, shape and letter of a seat."""
        return self.names.plate(seat)

    def told(self, entry: Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return the sentences of an entry: what was told, and what followed."""
        return self.sentences.entry(entry)

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands have to do after these events, empty for nothing."""
        return self.sentences.duty(events)

    def explain(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return a refusal in words for those who may hear it."""
        return self.sentences.explanation(violations)

    def referee_menu(self, view: Any) -> tuple[Choice, ...]:
        """Return nothing: in most games nothing is rare."""
        return ()

    def dialog(self, view: Any) -> Dialog | None:
        """Return nothing: in most games no question lies over the table."""
        return None

    def result(self, outcome: Outcome, view: Any) -> Dialog:
        """Return the dialog of the end."""
        raise NotImplementedError

    def won(self, outcome: Outcome, shared: Callable[[], str]) -> str:
        """Return the title where one wins by points; `shared` gives it for a draw, or several.

        The points stand in the list, and the name is twice as large without them.
        """
        return wins(self.names.winners(outcome.winners)) if len(outcome.winners) == 1 else shared()

    def line(self, seat: Seat, figure: str = "", note: str = "") -> ResultLine:
        """Return a player's line at the end."""
        return ResultLine((seat,), self.names.subject(seat), figure, note)
