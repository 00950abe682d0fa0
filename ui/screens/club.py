"""The table's club: joined by a scanner or a stick, told there what waits where there is no net, and left."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.club.mailbox import MOST_JOIN, file_of
from companion.errors import CompanionError
from companion.store import Store, reason
from companion.whole_file import read_plain, write_whole
from ui.appliance import care_words as words
from ui.appliance.sticks import Stick
from ui.console import club
from ui.language.faults import spoken
from ui.parts.values import Button, Part, Text
from ui.records.words import not_written
from ui.screens.sticks import StickScreen
from ui.stage import theme
from ui.storage.copying import CopyFound, CopyNews
from ui.storage.saver import Saver

Taken = tuple[CopyNews, bytes]
"""What is said, and what goes on the stick: nothing, or all that waits."""


DIGITS = {**dict(enumerate("ABCDEF", 4)), **dict(enumerate("1234567890", 30))}
"""Scancodes of hexadecimal digits: places of keys, which are the same whatever is printed on them."""
ENTER = 40


@dataclass(eq=False, repr=False)
class ClubScreen(StickScreen):
    """A pad that joins or, in a club, one that writes what waits; and one that leaves it.

    A USB scanner types the desk's QR code and Enter.
    """

    title, writing = words.CLUB, words.CLUB_WRITING
    only_reads = True

    waiting: int | None = None

    def __post_init__(self) -> None:
        """Ask how much waits."""
        super().__post_init__()
        self._typed = ""
        self._ask()

    def begin(self, stick: Stick) -> None:
        """Read what is on the stick, then join or let go of what the desk has, and write what waits."""
        self.saver.beside(partial(_on, stick.folder, self.waiting is None), partial(self._read, stick))

    def typed(self, scancode: int) -> bool:
        """Take a key of a scanner; tell whether it is one that this page takes."""
        if scancode == ENTER and self._typed and self.waiting is None:
            text, self._typed = self._typed.encode(), ""
            self.saver.ask(partial(_joined, self.saver, text), self._scanned)
        elif scancode in DIGITS:
            self._typed = (self._typed + DIGITS[scancode])[-MOST_JOIN:]
        else:
            return False
        return True

    def _scanned(self, done: Taken | None) -> None:
        if done is not None and not done[0].well and not self._left:
            # Without a stick there is no other place for it.
            self.hint = done[0].text
            self._tell(done[0])
        elif done is not None:
            self._tell(done[0])
            self._ask()

    def _read(self, stick: Stick, text: bytes) -> None:
        def written(done: Taken | None) -> None:
            self._ask()
            if done is None or not done[1]:
                self._copied(done and done[0])
            else:
                self.saver.beside(partial(_write, stick, *done), self._copied)

        self.saver.ask(partial(_joined if self.waiting is None else _to_write, self.saver, text), written)

    def more(self, held: tuple[CopyFound, ...]) -> Iterator[Part]:
        """Yield what a club is, and the way out of it."""
        yield Text(words.CLUB_ABOUT, dim=True, wraps=True, top=True, share=1)
        if self.waiting is not None:
            yield Button(
                words.CLUB_LEAVE,
                words.HOLD_HINT,
                self.leave_club,
                held=True,
                mm=theme.PRIMARY_MM,
                name="leave",
            )

    def leave_club(self) -> None:
        """Leave the club."""
        self.saver.ask(lambda store: club.leave(store, self.saver.club), self._left_club)

    def _left_club(self, said: str | None) -> None:
        self._tell(CopyNews(said or "", well=said is not None))
        self._ask()

    def _ask(self) -> None:
        self.saver.ask(lambda store: (club.waiting(store),), self._known)

    def _known(self, found: tuple[int | None] | None) -> None:
        if found is not None and not self._left:
            (self.waiting,) = found
            self.only_reads = joins = self.waiting is None
            self.hint = words.CLUB_SCAN if joins else words.club_waits(self.waiting)
            self.pad = words.CLUB_JOIN if joins else words.CLUB_WRITE
            self.pad_hint = words.CLUB_JOIN_HINT if joins else words.CLUB_WRITE_HINT
            self.compose()


def _on(folder: Path, joins: bool) -> bytes:
    """Return what the desk has put on a stick; not in the thread that draws."""
    with suppress(OSError):
        return read_plain(folder / (club.JOIN_FILE if joins else club.HEARD_FILE), MOST_JOIN)
    return b""


def _joined(saver: Saver, text: bytes, store: Store) -> Taken:
    if not text:
        return CopyNews(words.CLUB_NO_FILE, well=False), b""
    try:
        return CopyNews(club.join(store, saver.club, text)), b""
    except CompanionError as error:
        return CopyNews(spoken(error), well=False), b""


def _to_write(saver: Saver, text: bytes, store: Store) -> Taken:
    club.listen(store, text)
    return CopyNews(words.club_written(club.waiting(store) or 0, club.OUT_FILE)), file_of(store)


def _write(stick: Stick, said: CopyNews, text: bytes) -> CopyNews:
    try:
        write_whole(stick.folder / club.OUT_FILE, text)
    except OSError as error:
        return CopyNews(not_written(reason(error)), well=False)
    return said
