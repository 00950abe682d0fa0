"""Screens that write to a USB stick or read from one: records, pictures, names, copies, a club, a report."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import field
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TypeVar

from kivy.clock import Clock
from msgspec.structs import replace

from companion import whole_file
from companion.clock import SystemClock, WallTime
from companion.club.mailbox import MOST_JOIN, Mailbox, file_of
from companion.club.outbox import read_ack
from companion.errors import CompanionError
from companion.people import People
from companion.store import Store
from companion.whole_file import read_plain
from ui.appliance import care_words, report_words
from ui.appliance.sticks import Stick, sticks
from ui.console import club
from ui.console import people as files
from ui.dialogs.notice import NoticeDialog
from ui.language import words as frame_words
from ui.language.words import CANCEL, CLOSE, why
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Pages, Part, Screen, Text, column, row
from ui.records import words as records_words
from ui.records.whole_files import write_in_process, write_whole
from ui.records.words import not_written
from ui.stage import theme
from ui.stage.icons import code_of
from ui.stage.offscreen import png
from ui.storage import copying as words
from ui.storage.copying import CopyFound, CopyNews, Restoring, copies_in, copy_now, with_sheets
from ui.storage.saver import Saver
from ui.table.names import joined

LOOK_SECONDS = 2.0
"""Time between checks whether a stick was plugged in or removed."""
WRITE_MM, GAP_MM = theme.PRIMARY_MM + 3, 5.0
"""Height of the pad that writes, and the gap between the left and right halves."""

OnStick = tuple[Stick, tuple[CopyFound, ...]]
T = TypeVar("T")


class StickScreen(PartScreen):
    """Base of screens with sticks to choose from, a pad that uses the chosen one, and the result.

    Subclasses set the texts; `writing` is shown while the work goes on, `about` next to the pads.
    `only_reads`: a read-only stick will do.
    """

    title = hint = pad = pad_hint = writing = about = ""
    only_reads = False

    saver: Saver
    back: Callable[[], None]
    find: Callable[[], tuple[Stick, ...]] = field(default=sticks, kw_only=True)
    now: Callable[[], WallTime] = field(default=SystemClock().wall, kw_only=True)

    def start(self) -> None:
        """Start looking for sticks."""
        self._found: tuple[OnStick, ...] = ()
        self.chosen: Stick | None = None
        self.message = CopyNews("")
        self._looked = self._busy = self._left = self._looking = False
        self._timer = Clock.schedule_interval(lambda _: self.look(), LOOK_SECONDS)
        self.look()

    def leave(self) -> None:
        """Stop looking for sticks; a running restore stops after its current step."""
        self._timer.cancel()
        self._left = True

    # For subclasses to override.

    def use(self, stick: Stick) -> None:
        """Start the pad's work in another thread; `_finish` receives its result."""
        write = partial(_alone, stick, partial(self.write, stick, self.now()))
        self.saver.run_in_thread(write, self._finish, self._broken)

    def write(self, stick: Stick, now: WallTime) -> CopyNews:
        """Write to a stick and return a message. Not for the UI thread."""
        raise NotImplementedError

    def _write_from_store(self, stick: Stick, write: Callable[[Store, WallTime], CopyNews | None]) -> None:
        """Have another thread, which can read the store, write to a stick."""
        now = self.now()
        self.saver.ask_in_thread(lambda store: _alone(stick, partial(write, store, now)), self._finish)

    def copies_on(self, stick: Stick) -> tuple[CopyFound, ...]:
        """Return the copies on a stick to offer. Not called in the UI thread."""
        return ()

    def more(self, copies: tuple[CopyFound, ...]) -> Iterable[Part]:
        """Yield the parts next to the pads; `copies` are those on the stick."""
        yield Text(self.about, dim=True, wraps=True, top=True, share=1)

    # Finding sticks.

    def look(self) -> None:
        """Look for sticks and what is on them, in another thread, because a stick may be slow.

        Only one look at a time, so that a stick that doesn't answer isn't asked again and again.
        """
        if not (self._busy or self._left or self.over or self._looking):
            self._looking = True
            self.saver.run_in_thread(
                lambda: tuple((stick, self.copies_on(stick)) for stick in self.find()),
                self._show,
                lambda: self._show(()),
            )

    def _show(self, found: tuple[OnStick, ...]) -> None:
        self._looking = False
        if self._left or self._busy or self.over:
            return
        # Free space changes all the time; that alone is no reason to redraw.
        if self._looked and _contents(found) == _contents(self._found):
            return
        self._found, self._looked = found, True
        here = [stick for stick, _ in found]
        known = [stick for stick in here if self.chosen is not None and stick.folder == self.chosen.folder]
        self.chosen = next(iter(known or here), None)
        if not known:
            self.message = CopyNews("")
        self.compose()

    def choose(self, stick: Stick) -> None:
        """Choose another stick."""
        self.chosen = stick
        self._say(CopyNews(""))

    def part(self) -> Screen:
        """Return the sticks and the pad on the left, and `more` on the right."""
        header = Header(self.title, self.hint, self.back)
        if self.chosen is None:
            missing = Text(words.NO_STICK, theme.title, bold=True, wraps=True, name="missing")
            texts = (missing, Text(words.NO_STICK_HINT, dim=True, wraps=True)) if self._looked else ()
            return Screen(header, column(Column(), *texts, Column()))
        copies = next((copies for stick, copies in self._found if stick == self.chosen), ())
        pads = (self._stick(n, stick) for n, (stick, _) in enumerate(self._found))
        live = not self._busy and (self.only_reads or self.chosen.writable)
        write = Button(
            self.pad, self.pad_hint, self.copy_now, primary=True, live=live, mm=WRITE_MM, name="write"
        )
        text, warning = self.message.text, not self.message.well
        news = Text(text, warning=warning, wraps=True, top=True, cut=True, share=1, name="message")
        left = column(row(*pads, mm=theme.TARGET_MM + 1), write, news)
        return Screen(header, row(left, column(*self.more(copies)), gap=GAP_MM))

    def _stick(self, n: int, stick: Stick) -> Button:
        room = words.free(stick.free) if stick.writable else words.READ_ONLY
        choose, chosen = partial(self.choose, stick), stick == self.chosen
        pad = Button(stick.name, room, choose, chosen=chosen, cut=True, role=theme.body, name=f"stick {n}")
        return replace(pad, live=not self._busy)

    # Writing or reading.

    def copy_now(self) -> None:
        """Start the pad's work with the chosen stick, unless some is running."""
        if self.chosen is not None and not self._busy:
            self._busy = True
            self._say(CopyNews(self.writing))
            self.use(self.chosen)

    def _finish(self, message: CopyNews | None) -> None:
        self._busy = False
        self._say(message or CopyNews(words.UNREADABLE, well=False))
        self.look()

    def _broken(self) -> None:
        self._finish(CopyNews(""))

    def _say(self, message: CopyNews) -> None:
        self.message = message
        self.compose()


_at_stick: defaultdict[Path, Lock] = defaultdict(Lock)


def _alone(stick: Stick, work: Callable[[], T]) -> T:
    """Write to a stick, but only once a screen that was left has written: both may choose the same names."""
    with _at_stick[stick.folder]:
        return work()


def _attempt(work: Callable[[], T]) -> T | CopyNews:
    """Return the result of some work, or a message why it failed."""
    try:
        return work()
    except (CompanionError, OSError) as error:
        return CopyNews(why(error), well=False)


def _contents(found: tuple[OnStick, ...]) -> list[tuple[Path, bool, tuple[CopyFound, ...]]]:
    return [(stick.folder, stick.writable, copies) for stick, copies in found]


class RecordsOutScreen(StickScreen):
    """The whole record book as files for other programs."""

    title, hint = records_words.TO_STICK, records_words.TO_STICK_HINT
    pad, pad_hint, writing = records_words.WRITE, records_words.WRITE_HINT, records_words.WRITING
    about = records_words.FILES

    def use(self, stick: Stick) -> None:
        """Write the files in a separate process, so that drawing isn't held up."""
        self._write_from_store(stick, lambda store, now: write_in_process(store.path, stick.folder, now))


class PictureOutScreen(StickScreen):
    """Saves the picture of a match's end: width, height and rows of RGBA bytes from the top."""

    title, hint, pad = frame_words.PICTURE_TITLE, frame_words.PICTURE_HINT, frame_words.PICTURE_WRITE
    writing, about = records_words.WRITING, frame_words.PICTURE_ABOUT

    picture: tuple[int, int, bytes]

    def write(self, stick: Stick, now: WallTime) -> CopyNews:
        """Write the file, completely or not at all."""
        message = partial(frame_words.picture_written, stick.name)
        return write_whole("end", {".png": lambda: png(*self.picture)}, stick.folder, now, message)


NAMES_FILES = ("names.txt", "people.json")
"""A name per line, or a file of `companion people --export`; the first that exists is used."""


class NamesInScreen(StickScreen):
    """Imports names that somebody typed, or another table exported; `learned` receives all known people."""

    title, hint = records_words.NAMES_IN, records_words.NAMES_IN_HINT
    pad, pad_hint = records_words.TAKE_NAMES, records_words.TAKE_NAMES_HINT
    writing, about = records_words.TAKING_NAMES, records_words.NAMES_ABOUT
    only_reads = True

    learned: Callable[[People], None]

    def use(self, stick: Stick) -> None:
        """Read the file in another thread, then add the names, all or none."""
        self.saver.ask_in_thread(lambda _: names_file(stick.folder), self._read)

    def _read(self, found: tuple[str, bytes] | CopyNews | None) -> None:
        if not isinstance(found, tuple):
            self._finish(found)
            return

        def answered(done: tuple[CopyNews, People] | None) -> None:
            if done is not None:
                self.learned(done[1])
            self._finish(done and done[0])

        self.saver.ask(lambda store: import_names(store, *found), answered)


def names_file(folder: Path) -> tuple[str, bytes] | CopyNews:
    """Return a folder's file of names: name and content, or why there is none. Not for the UI thread."""

    def found() -> tuple[str, bytes] | CopyNews:
        for name in NAMES_FILES:
            if (folder / name).is_file():
                return name, files.read(folder / name)
        return CopyNews(records_words.NO_NAMES, well=False)

    return _attempt(found)


def import_names(store: Store, source: str, text: bytes) -> tuple[CopyNews, People]:
    """Add the names in a file; return a message, and everybody known afterwards."""
    return _attempt(lambda: CopyNews(files.take_in_text(store, source, text))), store.people()


# Copying all matches to a USB stick, and restoring them.

MOST_SHOWN = 3
"""How many matches that were left out are listed on the screen."""
ROW_MM = 13.0


class CopiesScreen(StickScreen):
    """A pad to copy all matches, and the copies on the chosen stick.

    `playing` are the ids of open matches: a restore adds nothing to those.
    """

    title, hint = words.COPIES, words.COPIES_HINT
    pad, pad_hint, writing = words.COPY_NOW, words.COPY_HINT, words.COPYING

    playing: Collection[str] = ()

    def use(self, stick: Stick) -> None:
        """Copy all matches to the stick, and the owner's sheets."""

        def write(store: Store, now: WallTime) -> CopyNews:
            return _all_copied(store, stick.folder, now, club.table_name(self.saver.club))

        self._write_from_store(stick, write)

    def copies_on(self, stick: Stick) -> tuple[CopyFound, ...]:
        """Return the copies on a stick, newest first."""
        return copies_in(stick.folder)

    def more(self, copies: tuple[CopyFound, ...]) -> Iterator[Part]:
        """Yield the copies in pages, or a text that there are none."""
        yield Text(words.ON_STICK, bold=True, dim=True)
        hints = [joined(copy.table, words.size(copy.size)) for copy in copies]
        rows = tuple(
            Button(copy.made, hint, partial(self.offer, copy), role=theme.body, name=f"copy {n}")
            for n, (copy, hint) in enumerate(zip(copies, hints, strict=True))
        )
        if not copies:
            yield Text(words.NO_COPIES, dim=True, wraps=True, name="nothing")
        yield Pages(rows, ROW_MM, highest_mm=ROW_MM + 2, name="copies")

    # Restoring.

    def offer(self, copy: CopyFound) -> None:
        """Say what restoring does, and ask."""
        if self._busy:
            return
        pads = [(words.TAKE_IN, lambda: self.take_in(copy)), (CANCEL, self.close_dialog)]
        text = f"{joined(copy.made, copy.table)}. {words.TAKE_IN_TEXT}"
        self.lay_over(NoticeDialog(words.TAKE_IN_TITLE, text, pads, warning=False))

    def take_in(self, copy: CopyFound) -> None:
        """Restore a copy in steps of up to a hundred matches; entries of play are written in between."""
        self._busy = True
        self.close_dialog()
        self._say(CopyNews(words.LOOKING))
        playing = tuple(self.playing)
        # Checking all of a large copy takes a while, during which play is saved.
        opened = partial(_attempt, partial(Restoring, copy.path, playing))
        self.saver.run_in_thread(opened, self._go_on, partial(self._go_on, None))

    def _go_on(self, restoring: Restoring | CopyNews | None, before: Restoring | None = None) -> None:
        if restoring is None:
            restoring = CopyNews(words.UNREADABLE, well=False)
        if isinstance(restoring, CopyNews):
            partly = before is not None and before.outcomes
            self._end(words.TAKEN_IN_PARTLY if partly else words.NOT_TAKEN_IN, restoring)
        elif not restoring.complete and not self._left:
            self._say(CopyNews(words.looked_at(len(restoring.outcomes), restoring.count)))
            self.saver.ask(lambda store: _step(store, restoring), partial(self._go_on, before=restoring))
        else:
            self.saver.ask(lambda _: restoring.close(), lambda _: None)
            self._end(words.TAKEN_IN if restoring.news.well else words.TAKEN_IN_PARTLY, _short(restoring))

    def _end(self, title: str, message: CopyNews) -> None:
        if self._left:
            return
        self._busy = False
        self._say(CopyNews(""))
        pads = [(CLOSE, self.close_dialog)]
        self.lay_over(NoticeDialog(title, message.text, pads, warning=not message.well))

    def close_dialog(self) -> None:
        """Go back to the sticks."""
        self.lay_over(None)
        self.look()


def _all_copied(store: Store, folder: Path, now: WallTime, table: str) -> CopyNews:
    said = copy_now(store, folder, now, table)
    return with_sheets(said, folder) if said.well else said


def _step(store: Store, restoring: Restoring) -> Restoring | CopyNews:
    try:
        restoring.step(store)
    except (CompanionError, OSError) as error:
        restoring.close()
        said = why(error)
        return CopyNews(words.interrupted(said) if restoring.outcomes else said, well=False)
    return restoring


def _short(restoring: Restoring) -> CopyNews:
    """Return a restore's message, shortened to the lines that fit on the screen."""
    lines = restoring.news.text.split("\n")
    if len(list(restoring.left_out())) > MOST_SHOWN:
        lines = [*lines[: 1 + MOST_SHOWN], words.MORE_LEFT_OUT]
    return CopyNews("\n".join(map(str, lines)), restoring.news.well)


# The table's club: joining it by scanner or stick, sending results on a stick without a network, leaving it.

Taken = tuple[CopyNews, bytes]
"""A message, and what to write to the stick: nothing, or all waiting items."""


DIGITS = {**dict(enumerate("ABCDEF", 4)), **dict(enumerate("1234567890", 30))}
"""Scancodes of hexadecimal digits: positions of keys, independent of the keyboard's layout."""
ENTER = 40


class ClubScreen(StickScreen):
    """A pad that joins a club or, in one, writes what waits; and a pad that leaves it.

    A USB scanner types the desk's QR code, then Enter.
    """

    title, writing = care_words.CLUB, care_words.CLUB_WRITING
    only_reads = True

    waiting: int | None = None

    def start(self) -> None:
        """Ask how many items wait."""
        super().start()
        self._typed = ""
        self._ask()

    def use(self, stick: Stick) -> None:
        """Read the stick's file, then join, or drop what the desk has acknowledged and write what waits."""
        joins = self.waiting is None
        look, read = partial(_desk_file, self.saver.club, stick.folder, joins), partial(self._read, stick)
        self.saver.run_in_thread(look, read, self._broken)

    def take_key(self, scancode: int) -> bool:
        """Take a scanner's key; return whether this page uses it."""
        if scancode == ENTER and self._typed:
            text, self._typed = self._typed.encode(), ""
            self.saver.ask(partial(_join, self.saver, text), self._scanned)
        elif scancode in DIGITS:
            self._typed = (self._typed + DIGITS[scancode])[-MOST_JOIN:]
        else:
            return False
        return True

    def _scanned(self, done: Taken | None) -> None:
        if done is not None and not done[0].well and not self._left:
            # Without a stick, `message` isn't on the screen.
            self.hint = done[0].text
            self._say(done[0])
        elif done is not None:
            self._say(done[0])
            self._ask()

    def _read(self, stick: Stick, text: bytes) -> None:
        def written(done: Taken | None) -> None:
            self._ask()
            if done is None or not done[1]:
                self._finish(done and done[0])
            else:
                write = partial(_write, self.saver.club, stick, *done)
                self.saver.run_in_thread(write, self._finish, self._broken)

        self.saver.ask(partial(_join if self.waiting is None else _to_write, self.saver, text), written)

    def more(self, copies: tuple[CopyFound, ...]) -> Iterator[Part]:
        """Yield what a club is, and the pad that leaves it."""
        yield Text(care_words.CLUB_ABOUT, dim=True, wraps=True, top=True, share=1)
        if self.waiting is not None:
            title, hint = care_words.CLUB_LEAVE, care_words.HOLD_HINT
            yield Button(title, hint, self.leave_club, held=True, mm=theme.PRIMARY_MM, name="leave")

    def leave_club(self) -> None:
        """Leave the club."""
        self.saver.ask(lambda store: club.leave(store, self.saver.club), self._left_club)

    def _left_club(self, text: str | None) -> None:
        self._say(CopyNews(text or "", well=text is not None))
        self._ask()

    def _ask(self) -> None:
        self.saver.ask(lambda store: (club.waiting(store),), self._show_waiting)

    def _show_waiting(self, count: tuple[int | None] | None) -> None:
        if count is not None and not self._left:
            (self.waiting,) = count
            self.only_reads = joins = self.waiting is None
            self.hint = care_words.CLUB_SCAN if joins else care_words.club_waits(self.waiting)
            self.pad = care_words.CLUB_JOIN if joins else care_words.CLUB_WRITE
            self.pad_hint = care_words.CLUB_JOIN_HINT if joins else care_words.CLUB_WRITE_HINT
            self.compose()


def _desk_file(mailbox: Mailbox, folder: Path, joins: bool) -> bytes:
    """Return the desk's file on a stick, empty if there is none. Not for the UI thread."""
    name = club.JOIN_FILE if joins else f"{club.out_file(mailbox)}.heard"
    with suppress(OSError):
        return read_plain(folder / name, MOST_JOIN)
    return b""


def _join(saver: Saver, text: bytes, store: Store) -> Taken:
    if not text:
        return CopyNews(care_words.CLUB_NO_FILE, well=False), b""
    return _attempt(lambda: CopyNews(club.join(store, saver.club, text))), b""


def _to_write(saver: Saver, text: bytes, store: Store) -> Taken:
    club.listen(store, read_ack(text))
    written = care_words.club_written(club.waiting(store) or 0, club.out_file(saver.club))
    return CopyNews(written), file_of(store)


def _write(mailbox: Mailbox, stick: Stick, message: CopyNews, text: bytes) -> CopyNews:
    try:
        whole_file.write_whole(stick.folder / club.out_file(mailbox), text)
    except OSError as error:
        return CopyNews(not_written(why(error)), well=False)
    return message


# A table's report: shown in full, as a code for a phone, and to write to a stick.

CODE, CODE_GAP_MM, LINE_MM, LINE_GAP_MM = 0.4, 4.0, 8.0, 1.0
"""Share of the width for the code; gap between it and the lines; height of a line, and gap between lines."""


class ReportScreen(StickScreen):
    """The table's report; `gather` makes its lines, and isn't called in the UI thread."""

    title, hint = report_words.TITLE, report_words.HINT
    pad, writing = report_words.WRITE, report_words.WRITING

    gather: Callable[[], tuple[str, ...]]
    lines: tuple[str, ...] = ()

    def start(self) -> None:
        """Start gathering the lines, in another thread."""
        super().start()
        self.saver.run_in_thread(self.gather, self._gathered)

    def _gathered(self, lines: tuple[str, ...]) -> None:
        if not self.over:
            self.lines = lines
            self.compose()

    def part(self) -> Screen:
        """Return the lines with the code next to or below them, and the pad below both."""
        header = Header(self.title, self.hint, self.back)
        if not self.lines:
            return Screen(header, Text(report_words.GATHERING, theme.body, wraps=True, top=True))
        texts = tuple(Text(line, theme.small, wraps=True) for line in self.lines)
        lines = Pages(texts, LINE_MM, gap=LINE_GAP_MM, name="lines")
        code = Drawing(code_of("\n".join(self.lines)), share=CODE, name="code")
        message = Text(self.message.text or report_words.ABOUT, theme.small, dim=True, wraps=True, share=1)
        way: Part = Text(report_words.PLUG_IN, theme.small, wraps=True, share=0.6)
        if self.chosen is not None:
            live, hint = not self._busy and self.chosen.writable, self.chosen.name
            way = Button(self.pad, hint, self.copy_now, primary=True, live=live, share=0.6, name="write")
        join = column if self.upright else row
        upper = join(column(lines, share=1 - CODE), code, gap=CODE_GAP_MM)
        return Screen(header, column(upper, row(message, way, mm=theme.PRIMARY_MM)))

    def write(self, stick: Stick, now: WallTime) -> CopyNews:
        """Write the file, completely or not at all."""
        text = "\n".join((*self.lines, "")).encode()

        files, saved = {".txt": lambda: text}, lambda stem: report_words.saved(stick.name, f"{stem}.txt")
        return write_whole("report", files, stick.folder, now, saved, report_words.not_saved)
