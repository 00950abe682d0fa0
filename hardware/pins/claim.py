"""One request to the kernel for one or more lines of a chip, and the pins that share it."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from struct import Struct
from typing import Protocol

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from companion.clock import Clock
from hardware.pins.edges import Edges, Listener, StampedEdge
from hardware.pins.numbers import LineEvent, Numbers
from hardware.pins.seam import Handle

EVENT_BUFFER = 1024
"""Edges the kernel keeps for a request until they are read: the most it allows; it would keep 16 a line."""

LINE_EVENT = Struct("=QIIII24x")
"""The kernel's gpio_v2_line_event: time in ns, kind, line, number in the request, number in the line.

Read here and not by the binding, which looks up its classes anew for every edge: twelve times as slow, and
fifteen hands at once would wait for each other.
"""

RISING = 1
"""GPIO_V2_LINE_EVENT_RISING_EDGE; a falling edge is 2."""

EVENTS_A_READ = 64


class Member(Listener, Protocol):
    """A pin of a claim."""

    lost: int
    """How many edges of the line are known to be lost."""

    def vanished(self) -> None:
        """Take note that the line is gone."""
        ...


class Claim:
    """Lines claimed together: one file to read, one count of interrupts; let go when the last pin leaves.

    `released` is called once, when the lines are let go. Nothing here may be used after that.
    """

    def __init__(
        self,
        handle: Handle,
        edges: Edges,
        reader: Callable[[int, int], bytes],
        clock: Clock,
        released: Callable[[], None],
    ) -> None:
        self._handle: Handle | None = handle
        self._edges, self._reader, self._clock, self._released = edges, reader, clock, released
        self._lock = threading.Lock()
        # The binding sends the settings of all lines with every change and resets those left out; a kernel
        # before 6.10 then drops their edges without a word. So all are kept here.
        self._settings = {line: gpiod.LineSettings() for line in handle.offsets}
        self._numbers = Numbers(handle.offsets)
        self._members: dict[int, Member] = {}
        # Reading must never wait: the lock is held meanwhile.
        os.set_blocking(handle.fd, False)

    def join(self, line: int, member: Member) -> None:
        """Tell `member` of the edges of this line."""
        with self._lock:
            self._members[line] = member

    def leave(self, line: int) -> None:
        """Make the line an input without pull and edges; the last one that leaves lets all lines go."""
        with suppress(OSError):
            self.configure(line, gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED))
        with self._lock:
            self._members.pop(line, None)
            last = not self._members
        if last:
            self.release()

    def release(self) -> None:
        """Let all lines go; harmless when they have been."""
        with self._lock:
            handle, self._handle = self._handle, None
            if handle is None:
                return
            self._edges.unwatch(handle.fd)
            handle.release()
        self._released()

    def configure(self, line: int, settings: gpiod.LineSettings) -> None:
        """Change one line and leave the others as they are; OSError, and then nothing has changed."""
        with self._lock:
            handle = self._open()
            before = self._settings[line].edge_detection
            changed = {**self._settings, line: settings}
            start = self._clock.now()
            handle.reconfigure_lines(dict(changed))
            self._settings = changed
            if before is Edge.NONE and settings.edge_detection is not Edge.NONE:
                self._numbers.watch(line, start)
            if any(each.edge_detection is not Edge.NONE for each in changed.values()):
                self._edges.watch(handle.fd, self)
            else:
                self._edges.unwatch(handle.fd)

    def value(self, line: int) -> Value:
        """Return the level of a line; OSError when it is gone."""
        with self._lock:
            return self._open().get_value(line)

    def set_value(self, line: int, value: Value) -> None:
        """Set the level of an output; OSError when it is gone."""
        with self._lock:
            self._open().set_value(line, value)
            # A change of another line sets all outputs anew.
            self._settings[line].output_value = value

    def take_edges(self) -> list[tuple[StampedEdge, Listener]]:
        """Return all edges that the kernel holds and count those missing; OSError when the lines are gone."""
        with self._lock:
            if self._handle is None:
                return []
            heard: list[tuple[StampedEdge, Listener]] = []
            held = self._held(self._handle)
            for line, edge, lost in self._numbers.date(held, self._clock.now()):
                member = self._members.get(line)
                if member is not None:
                    member.lost += lost
                    heard.append((edge, member))
            return heard

    def vanished(self) -> None:
        """Stop reading lines that aren't there any more and tell their pins."""
        with self._lock:
            members = list(self._members.values())
            if self._handle is not None:
                self._edges.unwatch(self._handle.fd)
        for member in members:
            member.vanished()

    def _held(self, handle: Handle) -> list[LineEvent]:
        """Read until nothing is left; lines that never rest must not keep us for ever."""
        events: list[LineEvent] = []
        while len(events) < EVENT_BUFFER:
            try:
                data = self._reader(handle.fd, LINE_EVENT.size * EVENTS_A_READ)
            except BlockingIOError:
                break
            except OSError:
                # What was read must not be lost; the next reading says it again.
                if not events:
                    raise
                break
            events += [
                LineEvent(at, kind == RISING, line, interrupt, event)
                for at, kind, line, interrupt, event in LINE_EVENT.iter_unpack(data)
            ]
            if len(data) < LINE_EVENT.size * EVENTS_A_READ:
                break
        return events

    def _open(self) -> Handle:
        if self._handle is None:
            raise RuntimeError("these lines have been let go: claim them again")
        return self._handle
