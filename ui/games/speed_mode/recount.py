"""What the referee may count anew: the deck, the face-up cards and the hands."""

from companion.games.speed_mode import reports as r
from companion.games.speed_mode.view import View
from ui.games.face import CountLine, Form
from ui.games.speed_mode import words
from ui.table.presenting import Presenter


class SpeedRecount:
    """The count of the deck, the face-up cards and the hands."""

    def form(self, view: View, presenter: Presenter) -> Form | None:
        """Return the deck, the face-up cards, and the hands."""
        hands = [CountLine(seat.seat, presenter.seat_name(seat.seat), (seat.hand,)) for seat in view.seats]
        piles = (CountLine(None, words.DECK, (view.deck,)), CountLine(None, words.FACE_UP, (view.face_up,)))
        return Form((words.CARDS,), (*piles, *hands))

    def counted(self, figures: list[tuple[int, ...]]) -> r.Recount:
        """Return what was counted."""
        (deck,), (face_up,), *hands = figures
        return r.Recount(deck, face_up, tuple(hand for (hand,) in hands))
