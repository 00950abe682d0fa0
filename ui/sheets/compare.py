"""The board as the referee has it: the table taps what lies otherwise, and says what lies there."""

from collections.abc import Callable
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.comparing import Comparable
from ui import theme, words
from ui.games.face import Comparing, GameFace, Showing
from ui.screens import side
from ui.screens.side import SidePads
from ui.table.comparing import Difference
from ui.table.presenting import Choice, Presenter
from ui.table.session import Session
from ui.widgets.layout import Rect, cut_pads, put
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

MOST_SHOWN = 6
"""Differences that stand beside the board, the newest; all are ringed."""


class _Lies(Struct, frozen=True):
    """This lies on the place that was asked about; without a difference, what is shown there."""

    thing: Any


class _At(Struct, frozen=True):
    """What lies on a place is told anew."""

    place: Any


class CompareSheet(SheetPanel):
    """The board of a match, with a ring around what differs; `on_done` gets the difference."""

    def __init__(
        self,
        session: Session,
        game: GameFace,
        presenter: Presenter,
        close: Callable[[], None],
        on_done: Callable[[Difference], None],
    ) -> None:
        super().__init__(theme.PANEL)
        assert isinstance(game, Comparing)
        assert isinstance(game.game, Comparable)
        self._session, self._rules, self._words, self._presenter = session, game.game, game, presenter
        self._on_done = on_done
        self._lying = game.game.lying(session.match.state)
        self._spots = {game.spot(place): place for place in self._lying}
        self.told: dict[Any, Any] = {}
        self.unsaid: tuple[Any, ...] = ()
        self._place: Any = None
        self._title = Text(words.COMPARE_TITLE, role=theme.heading(), bold=True)
        self.cancel = Pad(words.CANCEL, on_tap=close, role=theme.body())
        self.board = cast(Any, game.board(presenter))  # a Board that is a widget
        self.board.on_tap = self.tap
        self.side = SidePads(self._choose, lambda: None, game.shown if isinstance(game, Showing) else None)
        self.add_parts(self._title, self.cancel, self.side, self.board)
        self._look()

    def tap(self, spot: object) -> None:
        """Ask what lies on a place; where only that it differs can be told, tell it, or take it back."""
        if spot not in self._spots:
            return
        place = self._spots[spot]
        if self._rules.may_lie(self._session.match.state, place):
            self._place = place
        elif place in self.unsaid:
            self.unsaid = tuple(other for other in self.unsaid if other != place)
        else:
            self.unsaid = (*self.unsaid, place)
        self._look()

    def _choose(self, wanted: Any) -> None:
        match wanted:
            case _At(place):
                self.tap(self._words.spot(place))
            case _Lies(thing):
                if thing == self._lying[self._place]:
                    self.told.pop(self._place, None)
                else:
                    self.told[self._place] = thing
                self._place = None
                self._look()
            case _:
                self._on_done(Difference(self._rules.lying, dict(self.told), self.unsaid, at_once=True))

    def _look(self) -> None:
        differs = (*self.told, *self.unsaid)
        asked = self._place
        self.board.ringed = tuple(map(self._words.spot, differs if asked is None else (asked,)))
        self.board.show(self._rules.laid(self._session.view, self.told), None)
        if asked is None:
            self._title.text = words.COMPARE_TITLE
            done = Choice(words.WHAT_WENT_WRONG, words.LOOK_IN_RECORD, None, live=bool(differs))
            self.side.show((done, *map(self._told, differs[-MOST_SHOWN:])), None)
            return
        may = [
            self._named(asked, thing, _Lies(thing))
            for thing in self._rules.may_lie(self._session.match.state, asked)
            if thing != self._lying[asked]
        ]
        self._title.text = words.what_lies(may[0].subtitle)
        shown = Choice(words.AS_SHOWN, "", _Lies(self._lying[asked]))
        self.side.show((shown, *(replace(choice, subtitle="") for choice in may)), None)

    def _told(self, place: Any) -> Choice:
        """Return the pad of a difference: a tap on it asks again."""
        choice = self._named(place, self.told.get(place), _At(place))
        return replace(choice, title=words.OTHERWISE, shows=None) if place in self.unsaid else choice

    def _named(self, place: Any, thing: Any, report: object) -> Choice:
        title, where, shows = self._words.lies(self._presenter, place, thing)
        return Choice(title, where, report, shows=shows)

    def arrange(self, rect: Rect) -> None:
        """A line to read, the board, and the pads beside it, as on the table."""
        margin = theme.mm(2)
        head, rest = rect.inset(margin).cut_top(theme.mm(12), margin)
        pad, title = head.cut_right(theme.mm(side.WIDTH_MM), margin)
        put(self._title, title)
        put(self.cancel, pad)
        column, board = cut_pads(rest, theme.mm(side.WIDTH_MM), margin)
        put(self.side, column)
        put(self.board, board)
