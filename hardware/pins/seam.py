"""What the pin factory uses of the gpiod binding: where tests step in."""

from typing import Any, Protocol

import gpiod
from gpiod.line import Value


class Handle(Protocol):
    """What is used of `gpiod.LineRequest`."""

    @property
    def fd(self) -> int:
        """The file descriptor that has edges to read."""
        ...

    @property
    def offsets(self) -> list[int]:
        """The lines of this request."""
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
        """Set direction, pull and edges of all lines; a line left out is reset."""
        ...

    def release(self) -> None:
        """Let the lines go."""
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
