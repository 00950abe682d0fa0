"""How grab buttons become reports of Ungle Speed."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.model import Grab, Touch
from companion.games.ungle_speed.view import View
from ui.buttons import Press, Seized, Voided
from ui.games.face import ranked

if TYPE_CHECKING:
    from ui.kivy_types import Widget


class UngleGrabs:
    """The grabs of Ungle Speed."""

    def button_of(self, players: int) -> list[int]:
        """With two players each hand has a button: right, right, left, left."""
        return [0, 1, 0, 1] if players == 2 else list(range(players))

    def open_to_grabs(self, view: View) -> bool:
        """A press counts while nobody has the totem."""
        return view.chase is None and view.ended is None

    def grabbed(self, news: Seized) -> us.TakeTotem:
        """Return who took the totem; hands that lay there before don't count."""
        touches = tuple(Touch(press.seat, press.after) for press in ranked(news.presses))
        return us.TakeTotem(Grab(news.first, touches, news.band, news.source))

    def voided(self, news: Voided) -> us.VoidGrab:
        """Return that the grab can't be decided."""
        return us.VoidGrab(news.reason)

    def pictured(self, view: View, presses: tuple[Press, ...]) -> View:
        """Return the view with all presses in the photo finish of its grab."""
        if view.chase is None:
            return view
        touches = tuple(Touch(press.seat, press.after) for press in ranked(presses))
        return replace(view, chase=replace(view.chase, grab=replace(view.chase.grab, touches=touches)))

    def fell(self) -> us.CallFell:
        """Return that the totem fell."""
        return us.CallFell()

    def is_drop(self, report: us.AnyReport) -> bool:
        """Tell whether a report says that a seat dropped the totem."""
        return isinstance(report, us.CallDropped)

    def finish(self) -> "Widget":
        """Return the photo finish."""
        from ui.widgets.photo_finish import PhotoFinish

        return PhotoFinish()
