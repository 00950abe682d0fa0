"""Names from a stick: a list that somebody has typed, or what another table wrote."""

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.people import People
from companion.store import Store
from ui import records_words as words
from ui import theme
from ui.appliance.sticks import Stick, sticks
from ui.console import people as files
from ui.keeping.copying import CopyFound, Said
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.screens.sticks import StickScreen
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

FILES = ("names.txt", "people.json")
"""A name a line, or a file of `companion people --export`; the first that is there is taken."""


class NamesInScreen(StickScreen):
    """A pad that takes the names of a stick in; `learned` is told who is known then."""

    writing = words.TAKING_NAMES
    only_reads = True

    def __init__(
        self,
        saver: Saver,
        back: Callable[[], None],
        learned: Callable[[People], None],
        *,
        find: Callable[[], tuple[Stick, ...]] = sticks,
    ) -> None:
        self._learned = learned
        header = TitleLine(words.NAMES_IN, words.NAMES_IN_HINT, back, None)
        super().__init__(header, Pad(words.TAKE_NAMES, words.TAKE_NAMES_HINT, primary=True), saver, find)
        self._about = Text(words.NAMES_ABOUT, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")

    def begin(self, stick: Stick) -> None:
        """Read the file beside everything else, and then take the names in: all of them or none."""
        self._saver.ask_beside(lambda _: text_on(stick.folder), self._read)

    def _read(self, found: tuple[str, bytes] | Said | None) -> None:
        if not isinstance(found, tuple):
            self._copied(found)
            return

        def answered(done: tuple[Said, People] | None) -> None:
            if done is not None:
                self._learned(done[1])
            self._copied(done and done[0])

        self._saver.ask(lambda store: taken_in(store, *found), answered)

    def more(self, held: tuple[CopyFound, ...]) -> tuple[Widget, ...]:
        """Return what the file has to be."""
        return (self._about,)

    def arrange_more(self, rect: Rect) -> None:
        """All of the room."""
        put(self._about, rect)


def text_on(folder: Path) -> tuple[str, bytes] | Said:
    """Return the file of names in a folder, or why there is none; not in the thread that draws."""
    path = next((folder / name for name in FILES if (folder / name).is_file()), None)
    if path is None:
        return Said(words.NO_NAMES, well=False)
    try:
        return path.name, files.read(path)
    except CompanionError as error:
        return Said(str(error), well=False)


def taken_in(store: Store, source: str, text: bytes) -> tuple[Said, People]:
    """Take the names of a file in, or say what is wrong with it; and return who is known then."""
    try:
        said = Said(files.take_in_text(store, source, text))
    except CompanionError as error:
        said = Said(str(error), well=False)
    return said, store.people()
