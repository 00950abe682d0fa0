"""What the referee may count anew: stacks, face-up piles and the pot."""

from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.view import View
from ui import words as frame
from ui.games.face import CountLine, Form
from ui.games.ungle_speed import words
from ui.table.presenting import Presenter


class UngleRecount:
    """The count of stacks, face-up piles and the pot."""

    def form(self, view: View, presenter: Presenter) -> Form:
        """Return stacks and face-up piles by seat, and the pot."""
        tallies = [
            CountLine(seat.seat, presenter.seat_name(seat.seat), (seat.stack, seat.pile))
            for seat in view.seats
        ]
        return Form((words.STACK, frame.FACE_UP), (*tallies, CountLine(None, words.POT, (view.pot,))))

    def counted(self, figures: list[tuple[int, ...]]) -> us.Recount:
        """Return what was counted."""
        *seats, (pot,) = figures
        return us.Recount(tuple(seat[0] for seat in seats), tuple(seat[1] for seat in seats), pot)
