"""Questions whose answer is a seat: whose arrows, whose turn, who leaves. Asked on a sheet of their own."""

from msgspec import Struct

from companion.game import Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.view import View
from ui.games.ungle_speed import words
from ui.games.ungle_speed.names import Names
from ui.table.presenting import Choice


class Enquiry(Struct, frozen=True):
    """A question, and its answers with the reports that they make."""

    title: str
    choices: tuple[Choice, ...]


def arrows_in(view: View) -> tuple[Arrows, ...]:
    """Return the kinds of arrows that can be turned up yet, those first that change most."""
    return tuple(kind for kind in (Arrows.OUTWARD, Arrows.COLOURED, Arrows.INWARD) if kind in view.arrows)


def whose_arrows(names: Names, view: View, kinds: tuple[Arrows, ...]) -> Enquiry:
    """Ask whose arrows a flip has turned up: of those who have not been entered yet."""
    title = words.whose_arrows(kinds[0]) if len(kinds) == 1 else words.WHOSE_ARROWS
    return Enquiry(
        title,
        tuple(
            Choice(
                names.label(seat),
                words.ARROWS[kind] if len(kinds) > 1 else "",
                r.TurnCard(seat, ArrowsCard(kind)),
            )
            for seat in view.waiting
            for kind in kinds
        ),
    )


def whose_turn(names: Names, view: View) -> Enquiry:
    """Ask whose turn it is, of those who can turn a card."""
    others = (seat.seat for seat in view.seats if seat.stack and seat.seat != view.turn)
    return Enquiry(words.WHOSE_TURN, tuple(Choice(names.label(seat), "", r.SetTurn(seat)) for seat in others))


def who_took(names: Names, view: View) -> Enquiry:
    """Ask who took the totem, where no button tells."""
    return Enquiry(
        words.WHO_TOOK,
        tuple(Choice(names.label(seat), "", r.TakeTotem(Grab((seat,)))) for seat in staying(view)),
    )


def who_dropped(names: Names, view: View) -> Enquiry:
    """Ask who dropped the totem."""
    here = [seat.seat for seat in view.seats if seat.seat not in view.left]
    answers = (Choice(words.dropped(names.label(seat)), "", r.CallDropped(seat)) for seat in here)
    return Enquiry(words.WHO_DROPPED, tuple(answers))


def who_leaves(names: Names, view: View) -> Enquiry:
    """Ask who leaves the table."""
    hint = words.LEAVER_HINTS[view.rulings.leaver]
    return Enquiry(
        words.WHO_LEAVES,
        tuple(Choice(names.label(seat), hint, r.LeaveTable(seat)) for seat in staying(view)),
    )


def staying(view: View) -> tuple[Seat, ...]:
    """Return the seats whose players are still at the table."""
    return tuple(seat.seat for seat in view.seats if seat.seat not in view.left)
