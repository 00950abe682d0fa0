"""A GPIO chip made of nothing, as far as the pin factory can tell: lines with levels, holders and edges."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gpiod import LineInfo, LineSettings
from gpiod.line import Direction, Edge, Value

from hardware.gpiod_chip import FoundChip
from hardware.gpiod_factory import GpiodFactory
from hardware.gpiod_pin import LINE_EVENT


class FakeLine:
    """One line: what the kernel would know of it."""

    def __init__(self) -> None:
        self.settings = LineSettings(direction=Direction.INPUT)
        self.level = Value.INACTIVE
        self.holder = ""
        self.events: list[bytes] = []
        self.sequence = 0
        self.gone = False


class FakeHandle:
    """A claim of one line."""

    def __init__(self, line: FakeLine, offset: int) -> None:
        self.line, self.offset = line, offset
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.offsets = [offset]
        self.history: list[LineSettings] = []

    def get_value(self, line: int | str) -> Value:
        self._there()
        return self.line.level

    def set_value(self, line: int | str, value: Value) -> None:
        self._there()
        self.line.level = value

    def reconfigure_lines(self, config: dict[Any, LineSettings | None]) -> None:
        self._there()
        settings = config[self.offset]
        assert settings is not None
        self.history.append(settings)
        self.line.settings = settings
        if settings.direction is Direction.OUTPUT:
            self.line.level = settings.output_value

    def read(self) -> bytes:
        self._there()
        if not self.line.events:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        with suppress(BlockingIOError):
            os.eventfd_read(self.fd)
        taken, self.line.events = b"".join(self.line.events), []
        return taken

    def release(self) -> None:
        self.line.holder = ""
        os.close(self.fd)

    def _there(self) -> None:
        if self.line.gone:
            raise OSError(errno.ENODEV, "No such device")


class FakeChip:
    """A chip called `label`; line n is named by `names`, if at all."""

    def __init__(
        self, lines: int = 28, label: str = "pinctrl-fake", names: dict[int, str] | None = None
    ) -> None:
        self.lines = [FakeLine() for _ in range(lines)]
        self.found = FoundChip("/dev/gpiochip9", "gpiochip9", label, lines)
        self.names = names or {}
        self.handles: dict[int, FakeHandle] = {}
        self.buffers: list[int | None] = []

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
        (offset,) = config
        line = self.lines[offset]
        if line.holder:
            raise OSError(errno.EBUSY, "Device or resource busy")
        line.holder = consumer or "?"
        self.buffers.append(event_buffer_size)
        self.handles[offset] = FakeHandle(line, offset)
        return self.handles[offset]

    def close(self) -> None:
        """Nothing to let go of."""

    def factory(self) -> GpiodFactory:
        """Return a pin factory on this chip."""
        finder: Callable[[str | None], FoundChip] = lambda wanted: self.found  # noqa: E731 - a seam, not a name
        return GpiodFactory(finder=finder, opener=lambda path: self, reader=self._read)

    def edge(self, offset: int, at: int, *, rising: bool, skipped: int = 0, ready: bool = False) -> None:
        """Let an edge happen at `at` ns, after `skipped` others that got lost.

        Unless `ready`, the thread isn't told: the test reads by itself.
        """
        line = self.lines[offset]
        line.level = Value.ACTIVE if rising else Value.INACTIVE
        wanted = line.settings.edge_detection
        if wanted is Edge.BOTH or wanted is (Edge.RISING if rising else Edge.FALLING):
            line.sequence += 1 + skipped
            line.events.append(LINE_EVENT.pack(at, 1 if rising else 2, offset, line.sequence, line.sequence))
            if ready:
                os.eventfd_write(self.handles[offset].fd, 1)

    def _read(self, fd: int, size: int) -> bytes:
        return next(handle for handle in self.handles.values() if handle.fd == fd).read()
