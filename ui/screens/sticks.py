"""A stick is chosen and written to: what the screens of copies and of records have in common."""

from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock

from companion.clock import SystemClock, WallTime
from companion.store import Store
from ui import theme
from ui.appliance.sticks import Stick, sticks
from ui.keeping import copies_words as words
from ui.keeping.copying import CopyFound, Said
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.sheets.notice import NoticeSheet
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

LOOK_SECONDS = 2.0
"""How often is looked whether a stick has come or gone."""

OnStick = tuple[Stick, tuple[CopyFound, ...]]


class StickScreen(Face):
    """The sticks that are here, a pad that writes to the one that is chosen, and what became of it."""

    def __init__(
        self,
        header: TitleLine,
        pad: Pad,
        saver: Saver,
        find: Callable[[], tuple[Stick, ...]] = sticks,
        now: Callable[[], WallTime] | None = None,
    ) -> None:
        super().__init__()
        self._saver, self._find = saver, find
        self._now = now or SystemClock().wall
        self._found: tuple[OnStick, ...] | None = None
        self._chosen: Stick | None = None
        self._busy = self._left = self._asked = False
        self.header, self.copy = header, pad
        self.copy.when_tapped = self.copy_now
        self.sticks: list[Pad] = []
        self.told = Text("", role=theme.body(), wraps=True, valign="top")
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

    # What each of them has of its own.

    writing = ""
    """What is said while it is written."""

    only_reads = False
    """Whether a stick that can't be written to will do."""

    def begin(self, stick: Stick) -> None:
        """Begin what the pad is for, beside everything else; `_copied` is told what became of it."""
        now = self._now()
        self._saver.ask_beside(lambda store: self.write(store, stick, now), self._copied)

    def write(self, store: Store, stick: Stick, now: WallTime) -> Said | None:
        """Write to a stick, None where the store can't be read; not in the thread that draws."""
        raise NotImplementedError

    def held_by(self, stick: Stick) -> tuple[CopyFound, ...]:
        """Return the copies on a stick, where they are offered; not in the thread that draws."""
        return ()

    def more(self, held: tuple[CopyFound, ...]) -> tuple[Widget, ...]:
        """Return what is shown beside the pads, with what the stick holds."""
        return ()

    def arrange_more(self, rect: Rect) -> None:
        """Put that where there is room for it."""

    # What is here.

    def look(self) -> None:
        """Look for sticks and what is on them, beside the UI thread: a stick may take its time."""
        # One look at a time: what a stick that doesn't answer holds up isn't to be held up again and again.
        if not (self._busy or self._left or self.sheet or self._asked):
            self._asked = True
            self._saver.ask(lambda _: self._look(), self._show)

    def _look(self) -> tuple[OnStick, ...]:
        return tuple((stick, self.held_by(stick)) for stick in self._find())

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
            self.add_parts(self._missing, self._help)
            self.rearrange()
            return
        self.sticks = [self._stick_pad(stick) for stick, _ in self._found or ()]
        held = next(held for stick, held in self._found or () if stick == self._chosen)
        self.add_parts(*self.sticks, self.copy, self.told, *self.more(held))
        self._let_tap(True)
        self.rearrange()

    def _stick_pad(self, stick: Stick) -> Pad:
        room = words.free(stick.free) if stick.writable else words.READ_ONLY
        pad = Pad(stick.name, room, on_tap=lambda: self.choose(stick), role=theme.body())
        pad.choose(stick == self._chosen)
        return pad

    def _let_tap(self, live: bool) -> None:
        self._busy = not live
        able = self._chosen is not None and (self.only_reads or self._chosen.writable)
        self.copy.live = live and able
        for pad in self.sticks:
            pad.live = live

    # Writing, or reading.

    def copy_now(self) -> None:
        """Begin with the stick that is chosen, unless something is being done already."""
        stick = self._chosen
        if stick is None or self._busy:
            return
        self._let_tap(False)
        self._tell(Said(self.writing))
        self.begin(stick)

    def _copied(self, said: Said | None) -> None:
        self._let_tap(True)
        self._tell(said or Said(words.UNREADABLE, well=False))
        self.look()

    def _tell(self, said: Said) -> None:
        self.told.text = said.text
        self.told.color = theme.TEXT if said.well else theme.WARNING

    def arrange(self, rect: Rect) -> None:
        """The stick and what can be done with it at the left, more at the right."""
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
        self.arrange_more(right)


def _listed(found: tuple[OnStick, ...] | None) -> list[tuple[Path, bool, tuple[CopyFound, ...]]] | None:
    return None if found is None else [(stick.folder, stick.writable, held) for stick, held in found]
