"""Copies of all matches on a USB stick: made, and taken back in."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from companion.clock import WallTime
from companion.errors import CompanionError
from companion.store import Store
from ui.appliance.sticks import Stick
from ui.dialogs.notice import NoticeDialog
from ui.language.faults import spoken
from ui.language.words import CANCEL, CLOSE
from ui.parts.values import Button, Pages, Part, Text
from ui.screens.sticks import StickScreen
from ui.stage import theme
from ui.storage import copying as words
from ui.storage.copying import CopyFound, CopyNews, Restoring, copies_in, copy_now, with_sheets

MOST_SHOWN = 3
"""Matches that were left out and are named on the screen."""
ROW_MM = 13.0


@dataclass(eq=False, repr=False)
class CopiesScreen(StickScreen):
    """A pad to copy all matches, and the copies on the stick that is chosen.

    `playing` are the ids of matches that are open: nothing is added to those behind the table's back.
    """

    title, hint = words.COPIES, words.COPIES_HINT
    pad, pad_hint, writing = words.COPY_NOW, words.COPY_HINT, words.COPYING

    playing: Collection[str] = ()

    def write(self, store: Store, stick: Stick, now: WallTime) -> CopyNews:
        """Copy all matches to the stick, and the owner's dialogs."""
        said = copy_now(store, stick.folder, now)
        return with_sheets(said, stick.folder) if said.well else said

    def held_by(self, stick: Stick) -> tuple[CopyFound, ...]:
        """Return the copies on a stick, the newest first."""
        return copies_in(stick.folder)

    def more(self, held: tuple[CopyFound, ...]) -> Iterator[Part]:
        """Yield the copies in pages, or that there are none."""
        yield Text(words.ON_STICK, bold=True, dim=True)
        rows = tuple(
            Button(copy.made, size, partial(self.offer, copy), role=theme.body, name=f"copy {n}")
            for n, copy in enumerate(held)
            for size in [words.size(copy.size)]
        )
        if not held:
            yield Text(words.NO_COPIES, dim=True, wraps=True, name="nothing")
        yield Pages(rows, ROW_MM, highest_mm=ROW_MM + 2, name="copies")

    # Taking in.

    def offer(self, copy: CopyFound) -> None:
        """Say what taking in does, and ask."""
        if self._busy:
            return
        pads = [(words.TAKE_IN, lambda: self.take_in(copy)), (CANCEL, self.close_dialog)]
        said = f"{copy.made}. {words.TAKE_IN_TEXT}"
        self.lay_over(NoticeDialog(words.TAKE_IN_TITLE, said, pads, warning=False))

    def take_in(self, copy: CopyFound) -> None:
        """Take in a copy by the hundred matches, so that play's own rows come between."""
        self._busy = True
        self.close_dialog()
        self._tell(CopyNews(words.LOOKING))
        playing = tuple(self.playing)
        self.saver.ask(lambda _: _opened(copy, playing), self._go_on)

    def _go_on(self, restoring: Restoring | CopyNews | None) -> None:
        if restoring is None:
            restoring = CopyNews(words.UNREADABLE, well=False)
        if isinstance(restoring, CopyNews):
            self._end(words.NOT_TAKEN_IN, restoring)
        elif restoring.left and not self._left:
            self._tell(CopyNews(words.looked_at(len(restoring.done), restoring.count)))
            self.saver.ask(lambda store: _step(store, restoring), self._go_on)
        else:
            self.saver.ask(lambda _: restoring.close(), lambda _: None)
            self._end(words.TAKEN_IN if restoring.said.well else words.TAKEN_IN_PARTLY, _short(restoring))

    def _end(self, title: str, said: CopyNews) -> None:
        if self._left:
            return
        self._busy = False
        self._tell(CopyNews(""))
        self.lay_over(NoticeDialog(title, said.text, [(CLOSE, self.close_dialog)], warning=not said.well))

    def close_dialog(self) -> None:
        """Back to the sticks."""
        self.lay_over(None)
        self.look()


def _opened(copy: CopyFound, playing: Collection[str]) -> Restoring | CopyNews:
    try:
        return Restoring(copy.path, playing)
    except (CompanionError, OSError) as error:
        return CopyNews(spoken(error), well=False)


def _step(store: Store, restoring: Restoring) -> Restoring | CopyNews:
    try:
        restoring.step(store)
    except (CompanionError, OSError) as error:
        restoring.close()
        return CopyNews(words.interrupted(spoken(error)), well=False)
    return restoring


def _short(restoring: Restoring) -> CopyNews:
    """Say it in as many lines as a screen has."""
    lines = restoring.said.text.split("\n")
    if len(list(restoring.left_out())) > MOST_SHOWN:
        lines = [*lines[: 1 + MOST_SHOWN], words.MORE_LEFT_OUT]
    return CopyNews("\n".join(map(str, lines)), restoring.said.well)
