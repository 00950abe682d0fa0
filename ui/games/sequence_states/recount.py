"""What the referee may count anew: the draw deck and the hands."""

from companion.games.sequence_states import reports as r
from companion.games.sequence_states.view import View
from ui.games.face import CountLine, Form
from ui.games.sequence_states import words
from ui.table.presenting import Presenter


class SequenceRecount:
    """The count of the draw deck and the hands."""

    def form(self, view: View, presenter: Presenter) -> Form:
        """Return the draw deck, and the hands by seat."""
        hands = [CountLine(seat.seat, presenter.seat_name(seat.seat), (seat.hand,)) for seat in view.seats]
        return Form((words.CARDS,), (CountLine(None, words.DECK, (view.deck,)), *hands))

    def counted(self, figures: list[tuple[int, ...]]) -> r.Recount:
        """Return what was counted."""
        (deck,), *hands = figures
        return r.Recount(deck, tuple(hand for (hand,) in hands))
