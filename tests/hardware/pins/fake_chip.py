"""A simulated GPIO chip for the pin factory: lines with levels, holders and edges.

Interrupts, and the kernel threads that turn them into events, follow drivers/gpio/gpiolib-cdev.c, so stamps
are overwritten here just as they are there.
"""

import errno
import heapq
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

from gpiod import LineInfo, LineSettings
from gpiod.line import Direction, Edge, Value

from companion.clock import HandClock, Instant
from hardware.pins.chip import FoundChip
from hardware.pins.claim import LINE_EVENT, RISING, LineEvent
from hardware.pins.factory import GpiodFactory
from tests.hardware.hand_loop import HandLoop

BUFFER = 1024
"""Most events that the kernel holds for a request."""


class FakeLine:
    """One line, as the kernel sees it."""

    def __init__(self) -> None:
        self.settings = LineSettings(direction=Direction.INPUT)
        self.level = Value.INACTIVE
        self.holder = ""
        self.gone = False
        self.sequence = 0
        """How many events it has had."""
        self.slot = 0
        """Where the interrupt writes its time; 0 if empty."""
        self.number = 0
        """The number that the last interrupt got."""


class FakeHandle:
    """A request of some lines."""

    def __init__(self, lines: dict[int, FakeLine], buffer: int) -> None:
        self.lines = lines
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.offsets = list(lines)
        self.history: dict[int, list[LineSettings]] = {offset: [] for offset in lines}
        self.events: list[bytes] = []
        self.sequence = 0
        self.released = False
        self._buffer = min(buffer, BUFFER)

    def get_value(self, line: int | str) -> Value:
        self._there()
        return self.lines[int(line)].level

    def set_value(self, line: int | str, value: Value) -> None:
        self._there()
        if self.lines[int(line)].settings.direction is not Direction.OUTPUT:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        self.lines[int(line)].level = value

    def reconfigure_lines(self, config: dict[Any, LineSettings | None]) -> None:
        """Change settings as the binding does: a line that is left out is reset to the defaults."""
        self._there()
        for offset, line in self.lines.items():
            settings = config.get(offset) or LineSettings()
            self.history[offset].append(settings)
            if settings.direction is Direction.AS_IS:
                line.settings.edge_detection = Edge.NONE
                continue
            line.settings = settings
            if settings.direction is Direction.OUTPUT:
                line.level = settings.output_value

    def interrupt(self, offset: int, at: int) -> None:
        """Handle an interrupt: store the time and, if the request has other lines, count."""
        line = self.lines[offset]
        line.slot = at
        if len(self.lines) > 1:
            self.sequence = (self.sequence + 1) & 0xFFFFFFFF
            line.number = self.sequence

    def thread(self, offset: int, now: Callable[[], int]) -> Iterator[None]:
        """Run a line's kernel thread, to be interrupted at any `yield`; `now` is its stamping clock."""
        line = self.lines[offset]
        fresh = not line.slot
        yield
        if fresh:
            at = now()
            yield
            if len(self.lines) > 1:
                self.sequence = (self.sequence + 1) & 0xFFFFFFFF
                line.number = self.sequence
        else:
            at = line.slot
        yield
        line.slot = 0
        yield
        if line.settings.edge_detection is Edge.NONE:
            return
        by_level = 1 if line.level is Value.ACTIVE else 2
        kind = {Edge.RISING: 1, Edge.FALLING: 2}.get(line.settings.edge_detection, by_level)
        yield
        line.sequence = (line.sequence + 1) & 0xFFFFFFFF
        number = line.number if len(self.lines) > 1 else line.sequence
        self.events.append(LINE_EVENT.pack(at, kind, offset, number, line.sequence))
        del self.events[: -self._buffer]

    def read(self, size: int) -> bytes:
        self._there()
        if not self.events:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        most = size // LINE_EVENT.size
        taken, self.events = b"".join(self.events[:most]), self.events[most:]
        if not self.events:
            with suppress(BlockingIOError):
                os.eventfd_read(self.fd)
        return taken

    def release(self) -> None:
        assert not self.released
        self.released = True
        for line in self.lines.values():
            line.holder = ""
        os.close(self.fd)

    def _there(self) -> None:
        assert not self.released
        if any(line.gone for line in self.lines.values()):
            raise OSError(errno.ENODEV, "No such device")


class LineThreads:
    """A request of lines that report both edges, with the kernel's threads, as a queue of events in ns.

    `starts` returns when a thread runs that is woken at an instant, `step` how long one of its steps takes.
    """

    def __init__(self, lines: int, starts: Callable[[int], int], step: Callable[[], int]) -> None:
        self.lines = {line: FakeLine() for line in range(lines)}
        for line in self.lines.values():
            line.settings = LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH)
        self.request = FakeHandle(self.lines, BUFFER)
        self.now = 0
        self._starts, self._step = starts, step
        self._order = count()
        self._heap: list[tuple[int, int, str, int]] = []
        self._runs: dict[int, Iterator[None]] = {}
        self._woken: set[int] = set()

    @property
    def due(self) -> int | None:
        """Return when the next event happens."""
        return self._heap[0][0] if self._heap else None

    def put(self, at: int, kind: str, line: int = 0) -> None:
        """Schedule a "change" of a line's level, or any other kind, which `happen` will return."""
        heapq.heappush(self._heap, (at, next(self._order), kind, line))

    def happen(self) -> str:
        """Let the next event happen and return its kind: "change", "step" (of a thread) or one from `put`."""
        self.now, _, kind, line = heapq.heappop(self._heap)
        if kind == "change":
            self._change(line)
        elif kind == "step":
            self._run(line)
        return kind

    def take(self) -> list[LineEvent]:
        """Return the queued events and empty the queue."""
        held, self.request.events = self.request.events, []
        unpacked = map(LINE_EVENT.unpack, held)
        return [LineEvent(Instant(at), kind == RISING, *numbers) for at, kind, *numbers in unpacked]

    def _change(self, line: int) -> None:
        fake = self.lines[line]
        fake.level = Value.INACTIVE if fake.level is Value.ACTIVE else Value.ACTIVE
        self.request.interrupt(line, self.now)
        if line not in self._woken and line not in self._runs:
            self.put(self._starts(self.now), "step", line)
        self._woken.add(line)

    def _run(self, line: int) -> None:
        if line not in self._runs:
            # From here on, another interrupt wakes the thread once more.
            self._woken.discard(line)
            self._runs[line] = self.request.thread(line, lambda: self.now)
        if next(self._runs[line], "over") == "over":
            del self._runs[line]
            if line not in self._woken:
                return
        self.put(self.now + self._step(), "step", line)


class FakeChip:
    """A chip with this label; line n's name is in `names`, if it has one. Its factories run on `clock`."""

    def __init__(
        self, lines: int = 28, label: str = "pinctrl-fake", names: dict[int, str] | None = None
    ) -> None:
        self.lines = [FakeLine() for _ in range(lines)]
        self.found = FoundChip("/dev/gpiochip9", "gpiochip9", label, lines)
        self.names = names or {}
        self.handles: dict[int, FakeHandle] = {}
        self.buffers: list[int | None] = []
        self.clock = HandClock()

    def get_line_info(self, line: int | str) -> LineInfo:
        offset = int(line)
        fake = self.lines[offset]
        return LineInfo(
            offset=offset,
            name=self.names.get(offset, ""),
            used=bool(fake.holder),
            consumer=fake.holder,
            direction=fake.settings.direction.value,
            active_low=False,
            bias=fake.settings.bias.value,
            drive=fake.settings.drive.value,
            edge_detection=fake.settings.edge_detection.value,
            event_clock=fake.settings.event_clock.value,
            debounced=False,
            debounce_period_us=0,
        )

    def request_lines(
        self,
        config: dict[Any, LineSettings | None],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
    ) -> FakeHandle:
        lines = {offset: self.lines[offset] for offset in config}
        if any(line.gone for line in lines.values()):
            raise OSError(errno.ENODEV, "No such device")
        if any(line.holder for line in lines.values()):
            raise OSError(errno.EBUSY, "Device or resource busy")
        handle = FakeHandle(lines, event_buffer_size or 16 * len(lines))
        self.buffers.append(event_buffer_size)
        for offset, line in lines.items():
            line.holder = consumer or "?"
            line.sequence = line.slot = line.number = 0
            self.handles[offset] = handle
        return handle

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def factory(self) -> GpiodFactory:
        """Return a pin factory on this chip."""
        finder: Callable[[str | None], FoundChip] = lambda wanted: self.found  # noqa: E731 - a seam, not a name
        loop = HandLoop(self.clock)
        return GpiodFactory(finder=finder, opener=lambda path: self, reader=self._read, loop=loop)

    def change(self, offset: int, at: int, *, rising: bool) -> bool:
        """Change a line's level at `at` ns, with its thread still asleep; return whether it interrupted."""
        line = self.lines[offset]
        line.level = Value.ACTIVE if rising else Value.INACTIVE
        wanted = line.settings.edge_detection
        if wanted is not Edge.BOTH and wanted is not (Edge.RISING if rising else Edge.FALLING):
            return False
        self.handles[offset].interrupt(offset, at)
        return True

    def wake(self, offset: int, *, ready: bool = False) -> None:
        """Run a line's kernel thread; unless `ready`, our loop isn't notified and the test reads."""
        handle = self.handles[offset]
        for _ in handle.thread(offset, self.clock.now):
            pass
        if ready:
            os.eventfd_write(handle.fd, 1)

    def edge(self, offset: int, at: int, *, rising: bool, skipped: int = 0, ready: bool = False) -> None:
        """Make an edge at `at` ns, after `skipped` others whose events were lost."""
        handle, line = self.handles.get(offset), self.lines[offset]
        if handle is not None and skipped:
            line.sequence += skipped
            handle.sequence += skipped if len(handle.lines) > 1 else 0
        if self.change(offset, at, rising=rising):
            self.wake(offset, ready=ready)

    def _read(self, fd: int, size: int) -> bytes:
        handles = (each for each in self.handles.values() if each.fd == fd and not each.released)
        return next(handles).read(size)
