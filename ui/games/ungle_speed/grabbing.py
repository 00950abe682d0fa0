"""How grab buttons become reports of Ungle Speed."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.game import Seat
from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.model import Grab, Ignored, Touch
from companion.games.ungle_speed.view import View
from ui.games.face import ignored, ranked
from ui.games.ungle_speed.asks import who_dropped
from ui.table.buttons import Press, Seized, Voided
from ui.table.presenting import Choice, GameSpecific


class UngleGrabs:
    """The grabs of Ungle Speed."""

    def button_of(self, players: int) -> list[int]:
        """With two players each hand has a button: right, right, left, left."""
        return [0, 1, 0, 1] if players == 2 else list(range(players))

    def open_to_grabs(self, view: View) -> tuple[Seat, ...]:
        """Every press counts while nobody has the totem."""
        return tuple(seat.seat for seat in view.seats) if view.chase is None and view.ended is None else ()

    def grabbed(self, news: Seized) -> us.TakeTotem:
        """Return who took the totem; hands that lay there before don't count."""
        grab = Grab(news.first, band=news.band, source=news.source)
        return us.TakeTotem(_with(news.presses, grab))

    def voided(self, news: Voided) -> us.VoidGrab:
        """Return that the grab can't be decided."""
        return us.VoidGrab(news.reason)

    def pictured(self, view: View, presses: tuple[Press, ...]) -> View:
        """Return the view with all presses in the photo finish of its grab."""
        if view.chase is None:
            return view
        return replace(view, chase=replace(view.chase, grab=_with(presses, view.chase.grab)))

    def fell(self) -> us.CallFell:
        """Return that the totem fell."""
        return us.CallFell()

    def dropped(self, presenter: GameSpecific, view: View) -> tuple[Choice, ...]:
        """Return the answers that somebody dropped the totem."""
        return who_dropped(presenter.names, view).choices


def _with(presses: tuple[Press, ...], grab: Grab) -> Grab:
    """Return a grab with these presses in its picture."""
    drawn = tuple(
        Ignored(press.seat, press.after, press.standing, press.lasted) for press in ignored(presses)
    )
    touches = tuple(Touch(press.seat, press.after) for press in ranked(presses))
    return replace(grab, touches=touches, ignored=drawn or UNSET)
