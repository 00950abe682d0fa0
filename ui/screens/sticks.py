"""A stick is chosen and written to, or read: the record book, the picture of an end, and names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from msgspec.structs import replace

from companion.clock import SystemClock, WallTime
from companion.errors import CompanionError
from companion.people import People
from companion.store import Store, reason
from ui.appliance.sticks import Stick, sticks
from ui.console import people as files
from ui.language import words as frame_words
from ui.language.faults import spoken
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Part, Screen, Text, column, row
from ui.records import words as records_words
from ui.records.whole_files import write_whole, written_apart
from ui.stage import theme
from ui.stage.png import png
from ui.storage import copying as words
from ui.storage.copying import CopyFound, CopyNews
from ui.storage.saver import Saver

LOOK_SECONDS = 2.0
"""How often is looked whether a stick has come or gone."""
WRITE_MM, GAP_MM = theme.PRIMARY_MM + 3, 5.0
"""Height of the pad that writes, and between the pads and what is beside them."""

OnStick = tuple[Stick, tuple[CopyFound, ...]]


@dataclass(eq=False, repr=False)
class StickScreen(PartScreen):
    """The sticks that are here, a pad that writes to the one that is chosen, and what became of it.

    Each such screen has its words: title and hint, those of the pad, and what is said while it is written.
    `only_reads`: a stick that can't be written to will do.
    """

    title = hint = pad = pad_hint = writing = about = ""
    only_reads = False

    saver: Saver
    back: Callable[[], None]
    find: Callable[[], tuple[Stick, ...]] = field(default=sticks, kw_only=True)
    now: Callable[[], WallTime] = field(default=SystemClock().wall, kw_only=True)

    def __post_init__(self) -> None:
        """Look for sticks from now on."""
        super().__post_init__()
        self._found: tuple[OnStick, ...] | None = None
        self.chosen: Stick | None = None
        self.told = CopyNews("")
        self._looked = self._busy = self._left = self._asked = False
        self._looking = Clock.schedule_interval(lambda _: self.look(), LOOK_SECONDS)
        self.look()

    def leave(self) -> None:
        """Look for no more sticks; what is being taken in ends with the match that is being looked at."""
        self._looking.cancel()
        self._left = True

    # What each of them has of its own.

    def begin(self, stick: Stick) -> None:
        """Begin what the pad is for, beside everything else; `_copied` is told what became of it."""
        now = self.now()
        self.saver.ask_beside(lambda store: self.write(store, stick, now), self._copied)

    def write(self, store: Store, stick: Stick, now: WallTime) -> CopyNews | None:
        """Write to a stick, None where the store can't be read; not in the thread that draws."""
        raise NotImplementedError

    def held_by(self, stick: Stick) -> tuple[CopyFound, ...]:
        """Return the copies on a stick, where they are offered; not in the thread that draws."""
        return ()

    def more(self, held: tuple[CopyFound, ...]) -> Iterable[Part]:
        """Return what is shown beside the pads, with what the stick holds."""
        yield Text(self.about, dim=True, wraps=True, top=True, share=1)

    # What is here.

    def look(self) -> None:
        """Look for sticks and what is on them, beside the UI thread: a stick may take its time."""
        # One look at a time: what a stick that doesn't answer holds up isn't to be held up again and again.
        if not (self._busy or self._left or self.over or self._asked):
            self._asked = True
            self.saver.ask(lambda _: self._look(), self._show)

    def _look(self) -> tuple[OnStick, ...]:
        return tuple((stick, self.held_by(stick)) for stick in self.find())

    def _show(self, found: tuple[OnStick, ...] | None) -> None:
        self._asked = False
        if self._left or self._busy or self.over:
            return
        # Free room changes by itself; nothing is shown anew for that.
        if self._looked and _listed(found) == _listed(self._found):
            return
        self._found, self._looked = found, True
        here = [stick for stick, _ in found or ()]
        known = [stick for stick in here if self.chosen is not None and stick.folder == self.chosen.folder]
        self.chosen = next(iter(known or here), None)
        if not known:
            self.told = CopyNews("")
        self.compose()

    def choose(self, stick: Stick) -> None:
        """Look at another stick."""
        self.chosen = stick
        self._tell(CopyNews(""))

    def part(self) -> Screen:
        """Return the sticks and what can be done with one at the left, and more at the right."""
        header = Header(self.title, self.hint, self.back)
        if self.chosen is None:
            missing = words.NO_STICK_HINT if self._found is not None else words.UNREADABLE
            said = (
                Text(words.NO_STICK, theme.title, bold=True, wraps=True, name="missing"),
                Text(missing, dim=True, wraps=True),
            )
            return Screen(header, column(Column(), *(said if self._looked else ()), Column()))
        found = self._found or ()
        held = next((held for stick, held in found if stick == self.chosen), ())
        pads = (self._stick(n, stick) for n, (stick, _) in enumerate(found))
        live = not self._busy and (self.only_reads or self.chosen.writable)
        write = Button(
            self.pad, self.pad_hint, self.copy_now, primary=True, live=live, mm=WRITE_MM, name="write"
        )
        told = Text(
            self.told.text, warning=not self.told.well, wraps=True, top=True, cut=True, share=1, name="told"
        )
        left = column(row(*pads, mm=theme.TARGET_MM + 1), write, told)
        return Screen(header, row(left, column(*self.more(held)), gap=GAP_MM))

    def _stick(self, n: int, stick: Stick) -> Button:
        room = words.free(stick.free) if stick.writable else words.READ_ONLY
        choose, chosen = partial(self.choose, stick), stick == self.chosen
        pad = Button(stick.name, room, choose, chosen=chosen, cut=True, role=theme.body, name=f"stick {n}")
        return replace(pad, live=not self._busy)

    # Writing, or reading.

    def copy_now(self) -> None:
        """Begin with the stick that is chosen, unless something is being done already."""
        if self.chosen is not None and not self._busy:
            self._busy = True
            self._tell(CopyNews(self.writing))
            self.begin(self.chosen)

    def _copied(self, said: CopyNews | None) -> None:
        self._busy = False
        self._tell(said or CopyNews(words.UNREADABLE, well=False))
        self.look()

    def _tell(self, said: CopyNews) -> None:
        self.told = said
        self.compose()


def _listed(found: tuple[OnStick, ...] | None) -> list[tuple[Path, bool, tuple[CopyFound, ...]]] | None:
    return None if found is None else [(stick.folder, stick.writable, held) for stick, held in found]


class RecordsOutScreen(StickScreen):
    """The whole record book as files for other programs."""

    title, hint = records_words.TO_STICK, records_words.TO_STICK_HINT
    pad, pad_hint, writing = records_words.WRITE, records_words.WRITE_HINT, records_words.WRITING
    about = records_words.FILES

    def write(self, store: Store, stick: Stick, now: WallTime) -> CopyNews | None:
        """Have a process of its own write the files: the picture doesn't wait for it."""
        return written_apart(store.path, stick.folder, now)


@dataclass(eq=False, repr=False)
class PictureOutScreen(StickScreen):
    """The picture of an end: width, height and rows of RGBA bytes from the top."""

    title, hint, pad = frame_words.PICTURE_TITLE, frame_words.PICTURE_HINT, frame_words.PICTURE_WRITE
    writing, about = records_words.WRITING, frame_words.PICTURE_ABOUT

    picture: tuple[int, int, bytes]

    def write(self, store: Store, stick: Stick, now: WallTime) -> CopyNews:
        """Write the file, whole or not at all."""
        try:
            stem = write_whole("end", {".png": lambda: png(*self.picture)}, stick.folder, now)
        except OSError as error:
            return CopyNews(records_words.not_written(reason(error)), well=False)
        return CopyNews(frame_words.picture_written(stem, stick.name))


NAMES_FILES = ("names.txt", "people.json")
"""A name a line, or a file of `companion people --export`; the first that is there is taken."""


@dataclass(eq=False, repr=False)
class NamesInScreen(StickScreen):
    """Names that somebody has typed, or another table wrote; `learned` is told who is known then."""

    title, hint = records_words.NAMES_IN, records_words.NAMES_IN_HINT
    pad, pad_hint = records_words.TAKE_NAMES, records_words.TAKE_NAMES_HINT
    writing, about = records_words.TAKING_NAMES, records_words.NAMES_ABOUT
    only_reads = True

    learned: Callable[[People], None]

    def begin(self, stick: Stick) -> None:
        """Read the file beside everything else, and then take the names in: all of them or none."""
        self.saver.ask_beside(lambda _: text_on(stick.folder), self._read)

    def _read(self, found: tuple[str, bytes] | CopyNews | None) -> None:
        if not isinstance(found, tuple):
            self._copied(found)
            return

        def answered(done: tuple[CopyNews, People] | None) -> None:
            if done is not None:
                self.learned(done[1])
            self._copied(done and done[0])

        self.saver.ask(lambda store: taken_in(store, *found), answered)


def text_on(folder: Path) -> tuple[str, bytes] | CopyNews:
    """Return the file of names in a folder, or why there is none; not in the thread that draws."""
    path = next((folder / name for name in NAMES_FILES if (folder / name).is_file()), None)
    if path is None:
        return CopyNews(records_words.NO_NAMES, well=False)
    try:
        return path.name, files.read(path)
    except CompanionError as error:
        return CopyNews(spoken(error), well=False)


def taken_in(store: Store, source: str, text: bytes) -> tuple[CopyNews, People]:
    """Take the names of a file in, or say what is wrong with it; and return who is known then."""
    try:
        said = CopyNews(files.take_in_text(store, source, text))
    except CompanionError as error:
        said = CopyNews(spoken(error), well=False)
    return said, store.people()
