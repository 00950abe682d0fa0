"""The documentation's pictures, made by the program: `python -m tests.documents.pictures docs/pictures`.

A scripted match on a simulated table whose time is advanced by hand, so the pictures are always the same.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.match_reports import PutRight
from ui.stage import offscreen

if TYPE_CHECKING:
    from ui.screens.table import TableScreen

NOON = 1_700_049_600_000
"""Wall time of the pictures: 2023-11-15 12:00 UTC."""

SIZE = "1280x720"

FRAME = 0.02
"""Seconds from frame to frame, however long one takes to draw: longer than Kivy would wait for it."""


class Studio:
    """The app's frame in memory, with a simulated table, and ways to let frames pass."""

    def __init__(self, size: str, folder: Path) -> None:
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.clock import HandClock, Instant, WallTime
        from tests.ui.hand_buttons import HandButtons, TableAlarm
        from ui.main.frame import Frame, Services
        from ui.sound.sounds import Sounds
        from ui.storage.saver import Saver
        from ui.table.session import Inbox
        from ui.widgets.layout import Rect, place_widget

        self.folder = folder
        self._idle = EventLoop.idle
        EventLoop.ensure_window()
        EventLoop.start()
        self._seconds = float(Clock.time())
        Clock.time = lambda: self._seconds
        self.clock = HandClock(Instant(1_000_000_000), WallTime(NOON))
        self.inbox = Inbox()
        self.alarm = TableAlarm(self.clock)
        self.hands = HandButtons(self.inbox, self.clock, self.alarm)
        self.saver = Saver(folder / "matches.db", self.inbox.post)
        numbers = iter(range(100))
        services = Services(
            self.clock,
            self.inbox,
            self.saver,
            self.hands.buttons,
            Sounds(folder),
            lambda: f"picture-{next(numbers)}",
        )
        self.frame = Frame(services)
        Window.add_widget(self.frame)
        width, _, height = size.partition("x")
        place_widget(self.frame, Rect(0, 0, float(width), float(height)))

    def pump(self, frames: int = 4, seconds: float = FRAME) -> None:
        """Let frames pass, `seconds` apart."""
        for _ in range(frames):
            self._seconds += seconds
            self.inbox.drain()
            self.frame.begin_frame()
            self._idle()

    def until(self, what: Callable[[], object]) -> None:
        """Let frames pass until something is true; TimeoutError after 30 s."""
        patience = time.monotonic() + 30
        while not what():
            if time.monotonic() > patience:
                raise TimeoutError("the screen that was to be drawn never came")
            self.pump(1)
        self.pump(4)

    def deal(self, face: Any, facts: Any, players: int) -> "TableScreen":
        """Begin a match of `players` with the plates of nameless seats."""
        from ui.stage import theme

        self.frame.deal(face, facts, theme.plates()[:players])
        self.pump()
        assert self.frame.table is not None
        return self.frame.table

    def play(self, people: Any, there: Callable[[], object]) -> None:
        """Let simulated players play until something is true; wrong pieces are put right."""
        table = self.frame.table
        assert table is not None
        while not there():
            table.tell_now(people.act(table.session.match.state))
            if table.session.match.hold is not None:
                table.session.submit(PutRight())
            table.settle()

    def still(self) -> None:
        """Hide what the table says of the last entry, and wait until it is saved."""
        table = self.frame.table
        assert table is not None
        table.toast.hide()
        table.banner.tell_change("")
        self.until(lambda: table.session.saved)


def take(target: Path, size: str = SIZE, language: str = "") -> list[Path]:
    """Write all pictures into a folder and return their files."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    offscreen.prepare(size)
    with tempfile.TemporaryDirectory(prefix="companion-pictures-") as folder:
        studio = Studio(size, Path(folder))
        # Importing the scenes opens a window.
        from tests.documents.scenes import take_all

        return take_all(studio, target, language)


if __name__ == "__main__":
    folder, *spoken = sys.argv[1:] or ["docs/pictures"]
    for made in take(Path(folder), language="".join(spoken)):
        sys.stdout.write(f"{made}\n")
