"""What takes more than a tap: which card lies face up, and points that were counted by hand."""

from collections.abc import Callable
from functools import partial

from companion.game import Seat
from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.model import MOST_GROUPS, PLAYERS
from companion.games.speed_mode.reports import CountGroups, TurnUp
from companion.games.speed_mode.view import View
from ui import theme
from ui import words as frame
from ui.games.speed_mode import words
from ui.games.speed_mode.pairs import CARD_MM, card_in
from ui.stage.painter import drawing
from ui.stage.scene import Item, Room
from ui.table.presenting import Presenter
from ui.table.telling import cards
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.stepper import Stepper

COLUMNS = 3
ROW_MM, MOST_MM = 12.0, 16.0


class KindPicker(Pages):
    """The kinds that can lie face up, with how many of each are still hidden."""

    def __init__(self, view: View, told: Callable[[TurnUp], None]) -> None:
        super().__init__(theme.mm(ROW_MM), COLUMNS, most=theme.mm(MOST_MM))
        self.pads = []
        for kind in view.board.deck:
            hidden = view.left[kind] - view.open.count(kind)
            pad = Pad(words.kind(kind), cards(hidden), on_tap=partial(told, TurnUp(kind)), role=theme.body())
            pad.live = hidden > 0
            pad.draw_beside(drawing(partial(_card, kind=kind)))
            self.pads.append(pad)
        self.show(self.pads)


def _card(room: Room, kind: Kind) -> tuple[Item | None]:
    return (card_in(room.rect, kind, room.mm(CARD_MM)),)


class GroupsEntry(Face):
    """A stepper for each player, and the pad that tells the points."""

    def __init__(self, presenter: Presenter, told: Callable[[CountGroups], None]) -> None:
        super().__init__()
        self._told = told
        self.steppers = [
            Stepper(0, lambda: None, caption=presenter.seat_name(Seat(seat)), most=MOST_GROUPS)
            for seat in range(PLAYERS)
        ]
        self.done = Pad(frame.DONE, on_tap=self._done, primary=True)
        self.add_parts(*self.steppers, self.done)

    def _done(self) -> None:
        self._told(CountGroups(tuple(stepper.value for stepper in self.steppers)))

    def arrange(self, rect: Rect) -> None:
        """The steppers beside each other, the pad below."""
        foot, rest = rect.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(theme.GAP_MM))
        put(self.done, foot)
        row, _ = rest.cut_top(theme.mm(theme.PRIMARY_MM + 4))
        put_row(self.steppers, row, theme.mm(6))
