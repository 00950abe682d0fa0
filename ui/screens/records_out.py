"""The whole record book to a stick, as files for other programs."""

from collections.abc import Callable

from companion.clock import WallTime
from companion.store import Store
from ui import records_words as words
from ui import theme
from ui.appliance.sticks import Stick, sticks
from ui.keeping.copying import CopyFound, Said
from ui.keeping.record_files import written_apart
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.screens.sticks import StickScreen
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class RecordsOutScreen(StickScreen):
    """A pad that writes the book, and what the files are for."""

    writing = words.WRITING

    def __init__(
        self,
        saver: Saver,
        back: Callable[[], None],
        *,
        find: Callable[[], tuple[Stick, ...]] = sticks,
        now: Callable[[], WallTime] | None = None,
    ) -> None:
        header = TitleLine(words.TO_STICK, words.TO_STICK_HINT, back, None)
        super().__init__(header, Pad(words.WRITE, words.WRITE_HINT, primary=True), saver, find, now)
        self._files = Text(words.FILES, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")

    def write(self, store: Store, stick: Stick, now: WallTime) -> Said | None:
        """Have a process of its own write the files: the picture doesn't wait for it."""
        return written_apart(store.path, stick.folder, now)

    def more(self, held: tuple[CopyFound, ...]) -> tuple[Widget, ...]:
        """Return what the files are for."""
        return (self._files,)

    def arrange_more(self, rect: Rect) -> None:
        """All of the room."""
        put(self._files, rect)
