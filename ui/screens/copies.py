"""Copies of all matches on a USB stick: made, and taken back in."""

from collections.abc import Callable, Collection
from pathlib import Path

from kivy.clock import Clock

from companion.clock import SystemClock, WallTime
from companion.errors import CompanionError
from companion.store import Store
from ui import theme
from ui.appliance.sticks import Stick, sticks
from ui.keeping import copies_words as words
from ui.keeping.copying import Found, Restoring, Said, copies_in, copy_now
from ui.keeping.saver import Saver
from ui.sheets.notice import NoticeSheet
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.text import Text
from ui.words import CANCEL, CLOSE

LOOK_SECONDS = 2.0
"""How often is looked whether a stick has come or gone."""
MOST_SHOWN = 3
"""Matches that were left out and are named on the screen."""
ROW_MM = 13.0

OnStick = tuple[Stick, tuple[Found, ...]]


class CopiesScreen(Face):
    """The sticks that are here, a pad to copy, and the copies on the stick that is chosen.

    `playing` are the ids of matches that are open: nothing is added to those behind the table's back.
    """

    def __init__(
        self,
        saver: Saver,
        back: Callable[[], None],
        playing: Collection[str] = (),
        *,
        find: Callable[[], tuple[Stick, ...]] = sticks,
        now: Callable[[], WallTime] | None = None,
    ) -> None:
        super().__init__()
        self._saver, self._playing, self._find = saver, playing, find
        self._now = now or SystemClock().wall
        self._found: tuple[OnStick, ...] | None = None
        self._chosen: Stick | None = None
        self._busy = self._left = self._asked = False
        self.header = Header(words.COPIES, words.COPIES_HINT, back, None)
        self.sticks: list[Pad] = []
        self.copy = Pad(words.COPY_NOW, words.COPY_HINT, on_tap=self.copy_now, primary=True)
        self.told = Text("", role=theme.body(), wraps=True, valign="top")
        self._title = Text(words.ON_STICK, role=theme.body(), tone=theme.DIM, bold=True)
        self.rows = Pages(theme.mm(ROW_MM), most=theme.mm(ROW_MM + 2))
        self._nothing = Text("", role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self._missing = Text("", role=theme.title(), bold=True, wraps=True, valign="bottom")
        self._help = Text("", role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self.sheet: NoticeSheet | None = None
        self.add_widget(self.header)
        self._looking = Clock.schedule_interval(lambda _: self.look(), LOOK_SECONDS)
        self.look()

    def leave(self) -> None:
        """Look for no more sticks; what is being taken in ends with the match that is being looked at."""
        self._looking.cancel()
        self._left = True

    # What is here.

    def look(self) -> None:
        """Look for sticks and their copies, beside the UI thread: a stick may take its time."""
        # One look at a time: what a stick that doesn't answer holds up isn't to be held up again and again.
        if not (self._busy or self._left or self.sheet or self._asked):
            self._asked = True
            self._saver.ask(lambda _: self._look(), self._show)

    def _look(self) -> tuple[OnStick, ...]:
        return tuple((stick, copies_in(stick.folder)) for stick in self._find())

    def _show(self, found: tuple[OnStick, ...] | None) -> None:
        self._asked = False
        if self._left or self._busy or self.sheet is not None:
            return
        # Free room changes by itself; what a finger aims at isn't to be built anew for that.
        if _listed(found) == _listed(self._found) and (found is not None or self._missing.text):
            return
        self._found = found
        here = [stick for stick, _ in found or ()]
        known = [stick for stick in here if self._chosen is not None and stick.folder == self._chosen.folder]
        self._chosen = next(iter(known or here), None)
        if not known:
            self.told.text = ""
        self._fill()

    def choose(self, stick: Stick) -> None:
        """Look at another stick."""
        self._chosen = stick
        self.told.text = ""
        self._fill()

    def _fill(self) -> None:
        """Build what is shown anew: no stick, or the one that is chosen and what is on it."""
        self.clear_widgets()
        self.add_widget(self.header)
        if self._chosen is None:
            self._missing.text = words.NO_STICK
            self._help.text = words.NO_STICK_HINT if self._found is not None else words.UNREADABLE
            self.add_widget(self._missing)
            self.add_widget(self._help)
            self.rearrange()
            return
        self.sticks = [self._stick_pad(stick) for stick, _ in self._found or ()]
        copies = next(copies for stick, copies in self._found or () if stick == self._chosen)
        self.rows.show([self._row(copy) for copy in copies])
        self._nothing.text = "" if copies else words.NO_COPIES
        for part in (*self.sticks, self.copy, self.told, self._title, self.rows, self._nothing):
            self.add_widget(part)
        self._let_tap(True)
        self.rearrange()

    def _stick_pad(self, stick: Stick) -> Pad:
        room = words.free(stick.free) if stick.writable else words.READ_ONLY
        pad = Pad(stick.name, room, on_tap=lambda: self.choose(stick), role=theme.body())
        pad.choose(stick == self._chosen)
        return pad

    def _row(self, copy: Found) -> Pad:
        return Pad(copy.made, words.size(copy.size), on_tap=lambda: self.offer(copy), role=theme.body())

    def _let_tap(self, live: bool) -> None:
        self._busy = not live
        self.copy.live = live and self._chosen is not None and self._chosen.writable
        for pad in self.sticks:
            pad.live = live

    # Copying.

    def copy_now(self) -> None:
        """Copy all matches to the stick that is chosen."""
        stick = self._chosen
        if stick is None or self._busy:
            return
        self._let_tap(False)
        self._tell(Said(words.COPYING))
        now = self._now()
        self._saver.ask_beside(lambda store: copy_now(store, stick.folder, now), self._copied)

    def _copied(self, said: Said | None) -> None:
        self._let_tap(True)
        self._tell(said or Said(words.UNREADABLE, well=False))
        self.look()

    def _tell(self, said: Said) -> None:
        self.told.text = said.text
        self.told.color = theme.TEXT if said.well else theme.WARNING

    # Taking in.

    def offer(self, copy: Found) -> None:
        """Say what taking in does, and ask."""
        if self._busy:
            return
        pads = [(words.TAKE_IN, lambda: self.take_in(copy)), (CANCEL, self.close_sheet)]
        self._lay(NoticeSheet(words.TAKE_IN_TITLE, f"{copy.made}. {words.TAKE_IN_TEXT}", pads, warning=False))

    def take_in(self, copy: Found) -> None:
        """Take in what the copy has and we haven't, match by match, so that play's own rows come between."""
        self.close_sheet()
        self._let_tap(False)
        self._tell(Said(words.LOOKING))
        playing = tuple(self._playing)
        self._saver.ask(lambda _: _opened(copy, playing), self._go_on)

    def _go_on(self, restoring: Restoring | Said | None) -> None:
        if restoring is None:
            restoring = Said(words.UNREADABLE, well=False)
        if isinstance(restoring, Said):
            self._end(words.NOT_TAKEN_IN, restoring)
        elif restoring.left and not self._left:
            self._tell(Said(words.looked_at(len(restoring.done), restoring.count)))
            self._saver.ask(lambda store: _step(store, restoring), self._go_on)
        else:
            self._saver.ask(lambda _: restoring.close(), lambda _: None)
            self._end(words.TAKEN_IN if restoring.said.well else words.TAKEN_IN_PARTLY, _short(restoring))

    def _end(self, title: str, said: Said) -> None:
        if self._left:
            return
        self._let_tap(True)
        self._tell(Said(""))
        self._lay(NoticeSheet(title, said.text, [(CLOSE, self.close_sheet)], warning=not said.well))

    def _lay(self, sheet: NoticeSheet) -> None:
        self.sheet = sheet
        self.add_widget(sheet)
        self.rearrange()

    def close_sheet(self) -> None:
        """Back to the sticks."""
        if self.sheet is not None:
            self.remove_widget(self.sheet)
            self.sheet = None
        self.look()

    def arrange(self, rect: Rect) -> None:
        """The stick and what can be done with it at the left, what is on it at the right."""
        head, room = body_of(rect)
        put(self.header, head)
        if self.sheet is not None:
            put(self.sheet, rect)
        upper, lower = room.inset(theme.mm(12), theme.mm(4)).rows(2, theme.mm(3))
        put(self._missing, upper)
        put(self._help, lower)
        left, right = room.columns([1, 1], theme.mm(5))
        at, left = left.cut_top(theme.mm(theme.TARGET_MM + 1), theme.mm(3))
        for pad, cell in zip(
            self.sticks, at.columns([1] * max(1, len(self.sticks)), theme.mm(3)), strict=False
        ):
            put(pad, cell)
        at, left = left.cut_top(theme.mm(theme.PRIMARY_MM + 3), theme.mm(4))
        put(self.copy, at)
        put(self.told, left)
        at, right = right.cut_top(theme.body() * 1.5, theme.mm(1))
        put(self._title, at)
        put(self.rows, right)
        put(self._nothing, right.cut_top(theme.body() * 2)[0])


def _listed(found: tuple[OnStick, ...] | None) -> list[tuple[Path, bool, tuple[Found, ...]]] | None:
    return None if found is None else [(stick.folder, stick.writable, copies) for stick, copies in found]


def _opened(copy: Found, playing: Collection[str]) -> Restoring | Said:
    try:
        return Restoring(copy.path, playing)
    except (CompanionError, OSError) as error:
        return Said(str(error), well=False)


def _step(store: Store, restoring: Restoring) -> Restoring | Said:
    try:
        restoring.step(store)
    except (CompanionError, OSError) as error:
        restoring.close()
        return Said(words.interrupted(str(error)), well=False)
    return restoring


def _short(restoring: Restoring) -> Said:
    """Say it in as many lines as a screen has."""
    lines = restoring.said.text.split("\n")
    if len(list(restoring.left_out())) > MOST_SHOWN:
        lines = [*lines[: 1 + MOST_SHOWN], words.MORE_LEFT_OUT]
    return Said("\n".join(lines), restoring.said.well)
