"""What the pin factory uses of the gpiod binding, and a pin of its factory: where tests step in."""

from collections.abc import Callable
from typing import Any, Protocol

import gpiod
from gpiod.line import Value

from hardware.errors import LineMissingError
from hardware.gpiod_edges import EdgeThread


class Handle(Protocol):
    """What is used of `gpiod.LineRequest`."""

    @property
    def fd(self) -> int:
        """The file descriptor that has edges to read."""
        ...

    @property
    def offsets(self) -> list[int]:
        """The one line of this claim."""
        ...

    def get_value(self, line: int | str) -> Value:
        """Read a level."""
        ...

    def set_value(self, line: int | str, value: Value) -> None:
        """Set a level."""
        ...

    def reconfigure_lines(
        self, config: dict[Any, gpiod.LineSettings | None]
    ) -> None:  # Any: as in request_lines
        """Change direction, pull and edges."""
        ...

    def release(self) -> None:
        """Let the line go."""
        ...


class Chip(Protocol):
    """What a pin needs of its factory."""

    edges: EdgeThread
    reader: Callable[[int, int], bytes]

    def claim(self, number: int) -> Handle:
        """Claim the line of GPIO `number`; LineBusyError, LineMissingError."""
        ...

    def info(self, number: int) -> gpiod.LineInfo:
        """Return what the kernel says of the line of GPIO `number`."""
        ...

    def missing(self, number: int) -> LineMissingError:
        """Return the error for a line that has gone."""
        ...


class ChipHandle(Protocol):
    """What is used of `gpiod.Chip`."""

    def get_line_info(self, line: int | str) -> gpiod.LineInfo:
        """Return a snapshot of a line."""
        ...

    def request_lines(
        self,
        config: dict[Any, gpiod.LineSettings | None],  # Any: gpiod's own key type, a union of four
        consumer: str | None = None,
        event_buffer_size: int | None = None,
    ) -> Handle:
        """Claim lines."""
        ...

    def close(self) -> None:
        """Let the chip go."""
        ...
