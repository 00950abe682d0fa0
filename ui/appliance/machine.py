"""This table's own machine, as the screens that care for it see it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from ui.appliance import power
from ui.appliance.crash_message import CheckResult
from ui.appliance.power import MachineEnd
from ui.appliance.screen_file import ScreenFile
from ui.appliance.timekeeping import Timekeeping

if TYPE_CHECKING:
    from ui.appliance.update import UpdateFound


class Machine(Struct):
    """What can be asked of the machine and set on it; a window on a desktop is no appliance.

    `brightness` returns how bright the panel is, in tenths, None where that can't be set.
    `lock` keeps touches from the app, None where nothing lies before it. `keep_screen` applies and keeps the
    screen's settings, and returns why they can't be kept, or "". `end` returns why the machine won't, or "".
    `checks` takes a while: not for the UI thread; so does `report`, which returns the lines that it makes of
    a store, and `update`, which looks for a newer version on a stick, None where none is put in that way;
    `updated` is what came of the last one. `time` has zone and clock set, None where that isn't the table's
    matter. `troubles` are those that stand in the way of playing.

    For trying it: `touch` and `sound` tell whether there is a touchscreen and a sound card; `brighten` sets
    the light and keeps nothing; `nap` darkens the screen now and calls back when it is woken, None where
    nothing can; `boot` is the kernel's name of this start, "" where the table isn't one of its own.
    """

    appliance: bool = False
    screen: ScreenFile = ScreenFile()
    keep_screen: Callable[[ScreenFile], str] = field(default=lambda screen: "")
    brightness: Callable[[], int | None] = field(default=lambda: None)
    brighten: Callable[[int], None] = field(default=lambda tenths: None)
    nap: Callable[[Callable[[], None]], None] | None = None
    touch: Callable[[], bool] = field(default=lambda: True)
    sound: Callable[[], bool] = field(default=lambda: True)
    boot: str = ""
    lock: Callable[[], None] | None = None
    end: Callable[[MachineEnd], str] = power.end
    checks: Callable[[], list[CheckResult]] = list
    report: Callable[[Path], tuple[str, ...]] | None = None
    update: "Callable[[], UpdateFound | None] | None" = None
    updated: "Callable[[], UpdateFound | None]" = field(default=lambda: None)
    time: Timekeeping | None = None
    troubles: Callable[[list[CheckResult]], list[CheckResult]] = field(default=lambda found: [])
