"""Reports of one device become presses and releases of the buttons that are asked for.

Pure. A key's repeats are nothing. An axis or hat is two buttons: pushed when it is half way or more from its
middle to an end, let go when it is back within a quarter.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from hardware.usb.reports import ABS, KEY, Code, DeviceReport, axis_code, axis_of

PUSHED, LET_GO = 3 / 4, 5 / 8
"""Shares of an axis' whole travel, seen from its far end; between the two nothing changes."""

REPEAT = 2
"""The value of a key event that the kernel made because the key is still down."""


class Axis(Struct, frozen=True):
    """Where an axis stands, and its ends."""

    value: int
    least: int
    most: int


class DeviceState(Struct, frozen=True):
    """What the kernel holds for a device: the keys that are down, and its axes."""

    keys: frozenset[int] = frozenset()
    axes: Mapping[int, Axis] = {}


Change = tuple[Code, bool]
"""A button, and whether it is down now."""


class Switches:
    """The buttons of one device that matter, as of its newest word."""

    def __init__(self, codes: Iterable[Code], state: DeviceState) -> None:
        self.codes = frozenset(codes)
        self.down: frozenset[Code] = frozenset()
        self._axes = dict(state.axes)
        self._keys: frozenset[int] = frozenset()
        self.find(state)

    @property
    def held(self) -> bool:
        """Whether any key of the device is down, of this table or not."""
        return bool(self._keys)

    def take(self, report: DeviceReport) -> list[Change]:
        """Take a report and return what changed; all of it at one instant, whatever the order."""
        changes: list[Change] = []
        for event in report.events:
            if event.type == KEY and event.value != REPEAT:
                down = bool(event.value)
                self._keys = self._keys | {event.code} if down else self._keys - {event.code}
                changes += self._set(Code(event.code), down)
            elif event.type == ABS and event.code in self._axes:
                axis = self._axes[event.code]
                changes += self._moved(event.code, Axis(event.value, axis.least, axis.most))
        return changes

    def find(self, state: DeviceState) -> list[Change]:
        """Take the state that the kernel holds, after reports were lost; return what changed meanwhile."""
        self._keys = state.keys
        changes = [
            change
            for code in sorted(self.codes)
            if axis_of(code) is None
            for change in self._set(code, code in state.keys)
        ]
        for number, axis in state.axes.items():
            changes += self._moved(number, axis)
        return changes

    def _moved(self, number: int, axis: Axis) -> list[Change]:
        self._axes[number] = axis
        travel = axis.most - axis.least
        if travel <= 0:
            return []
        changes = []
        for up, far in ((False, axis.most - axis.value), (True, axis.value - axis.least)):
            code = axis_code(number, up=up)
            share = far / travel
            if share >= PUSHED or share <= LET_GO:
                changes += self._set(code, share >= PUSHED)
        return changes

    def _set(self, code: Code, down: bool) -> list[Change]:
        if code not in self.codes or (code in self.down) is down:
            return []
        self.down = self.down | {code} if down else self.down - {code}
        return [(code, down)]
