"""The picture of an end to a stick."""

from collections.abc import Callable

from companion.clock import WallTime
from companion.store import Store, reason
from ui import records_words, theme, words
from ui.appliance.sticks import Stick, sticks
from ui.keeping.copying import CopyFound, Said
from ui.keeping.saver import Saver
from ui.keeping.whole_files import write_whole
from ui.kivy_types import Widget
from ui.png import png
from ui.screens.sticks import StickScreen
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class PictureOutScreen(StickScreen):
    """A pad that writes the picture: width, height and rows of RGBA bytes from the top."""

    writing = records_words.WRITING

    def __init__(
        self,
        picture: tuple[int, int, bytes],
        saver: Saver,
        back: Callable[[], None],
        *,
        find: Callable[[], tuple[Stick, ...]] = sticks,
        now: Callable[[], WallTime] | None = None,
    ) -> None:
        self._picture = picture
        header = TitleLine(words.PICTURE_TITLE, words.PICTURE_HINT, back, None)
        super().__init__(header, Pad(words.PICTURE_WRITE, primary=True), saver, find, now)
        self._about = Text(words.PICTURE_ABOUT, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")

    def write(self, store: Store, stick: Stick, now: WallTime) -> Said:
        """Write the file, whole or not at all."""
        try:
            stem = write_whole("end", {".png": lambda: png(*self._picture)}, stick.folder, now)
        except OSError as error:
            return Said(records_words.not_written(reason(error)), well=False)
        return Said(words.picture_written(stem, stick.name))

    def more(self, held: tuple[CopyFound, ...]) -> tuple[Widget, ...]:
        """Return what the picture shows."""
        return (self._about,)

    def arrange_more(self, rect: Rect) -> None:
        """All of the room."""
        put(self._about, rect)
