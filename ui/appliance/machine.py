"""This table's own machine, as the screens that care for it see it: its end, its clock, its checks."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from companion.clock import SystemClock, WallTime
from companion.whole_file import read_plain
from ui.appliance.crash_message import CheckResult
from ui.appliance.screen_file import MOST_BYTES, ScreenFile, put

if TYPE_CHECKING:
    from ui.appliance.update import UpdateFound

# Shutting the machine down and starting it again; systemd does it, if it lets us.

SECONDS, UPDATE_SECONDS = 20.0, 600.0
"""After so long without an answer it counts as refused."""

Run = Callable[[Sequence[str]], str]
"""Runs a command; returns why it failed, or an empty string."""


class MachineEnd(Enum):
    """What becomes of the machine."""

    OFF = "poweroff"
    AGAIN = "reboot"
    UPDATE = "start companion-update.service"


def run(command: Sequence[str], seconds: float = SECONDS) -> str:
    """Run a command of the system; return what it says where it fails, in its own words."""
    import subprocess  # once in the life of a process: not at its start

    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"{command[0]} doesn't answer"
    said = done.stderr.strip().splitlines()
    return "" if done.returncode == 0 else said[-1] if said else f"exit code {done.returncode}"


def end_machine(ending: MachineEnd, runner: Run | None = None) -> str:
    """Ask systemd to end the machine's work; return why it won't, or an empty string.

    It returns at once: the app is then asked to stop like every other program. An update is looked at first.
    """
    seconds = UPDATE_SECONDS if ending is MachineEnd.UPDATE else SECONDS
    runner = runner or partial(run, seconds=seconds)
    return runner(("systemctl", "--no-ask-password", *ending.value.split()))


# The machine's time zone and clock. systemd sets them, if it lets us; nothing here has rights of its own.

ZONES = Path("/usr/share/zoneinfo")
LOCAL = Path("/etc/localtime")
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
NET_TIME = "systemd-timesyncd.service"
"""What sets the clock once there is a net; while it runs, systemd lets nobody else set it."""
BEHIND_MS = 60_000
"""A clock that is further behind what the table has kept stood still while the table was off."""
SET_WITHIN = 120.0
"""So long is waited for systemd, which starts what it needs for this only then."""
ZONELESS = ("", "UTC", "Etc/UTC")
"""A system that was told no zone has one of these."""


class Timekeeping(Struct):
    """Looks at zone and clock and has them set; all of it takes a while, and isn't for the UI thread.

    A root that forgets what is written on it has the zone told anew at each start, from the file `kept`.
    """

    kept: Path
    run: Run = partial(run, seconds=SET_WITHIN)
    now: Callable[[], WallTime] = SystemClock().wall
    zones: Path = ZONES
    local: Path = LOCAL
    synchronized: Path = SYNCHRONIZED

    def places(self) -> tuple[str, ...]:
        """Return the names of all zones, such as "Europe/Paris"; empty where the system has no list."""
        with suppress(OSError, UnicodeDecodeError):
            lines = (self.zones / "zone.tab").read_text("utf-8").splitlines()
            fields = [line.split("\t") for line in lines if not line.startswith("#")]
            return tuple(sorted({field[2] for field in fields if len(field) > 2 and "/" in field[2]}))
        return ()

    def zone(self) -> str:
        """Return the zone that the system has; "" where it was told none."""
        try:
            target = os.readlink(self.local)
        except OSError:
            return ""
        return target.partition("zoneinfo/")[2]

    def shown(self) -> datetime:
        """Return the local time."""
        return datetime.fromtimestamp(self.now() / 1000)

    def by_net(self) -> bool:
        """Tell whether the net has set the clock in this boot."""
        return self.synchronized.exists()

    def set_zone(self, zone: str) -> str:
        """Set the zone, and keep it; return why that can't be, or an empty string."""
        why = self.run(("timedatectl", "--no-ask-password", "set-timezone", zone))
        if not why:
            time.tzset()
            with suppress(OSError):
                put(self.kept, zone.encode())
        return why

    def set_clock(self, local: datetime) -> str:
        """Set the clock to a local time; return why that can't be, or an empty string."""
        # Stopped for as long as it takes: it goes on afterwards, for the day on which there is a net.
        waits = not self.run(("systemctl", "--quiet", "is-active", NET_TIME))
        if waits and (why := self._net_time("false")):
            return why
        # In UTC: where summer time ends, an hour of local time comes twice.
        at = local.astimezone(UTC)
        why = self.run(("timedatectl", "--no-ask-password", "set-time", f"{at:%Y-%m-%d %H:%M:%S} UTC"))
        if not why:
            self._date_back(at.timestamp())
        return (waits and self._net_time("true")) or why

    def _date_back(self, at: float) -> None:
        """Have nothing that was kept be from later: the next start would set the clock by it."""
        for path in self.kept.parent.glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime > at:
                    os.utime(path, (at, at))

    def _net_time(self, on: str) -> str:
        return self.run(("timedatectl", "--no-ask-password", "set-ntp", on))

    def catch_up(self, store: Path) -> None:
        """At a start: tell a forgetful system its zone, and a clock that stood still what was kept last."""
        with suppress(OSError, UnicodeDecodeError):
            zone = read_plain(self.kept, MOST_BYTES).decode()
            if self.zone() in ZONELESS and zone in self.places():
                self.set_zone(zone)
        if self.by_net():
            return
        times = [0.0]
        for path in (store, store.with_name(f"{store.name}-wal")):
            with suppress(OSError):
                times.append(path.stat().st_mtime)
        if max(times) * 1000 > self.now() + BEHIND_MS:
            self.set_clock(datetime.fromtimestamp(max(times)))


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
    end: Callable[[MachineEnd], str] = end_machine
    checks: Callable[[], list[CheckResult]] = list
    report: Callable[[Path], tuple[str, ...]] | None = None
    update: "Callable[[], UpdateFound | None] | None" = None
    updated: "Callable[[], UpdateFound | None]" = field(default=lambda: None)
    time: Timekeeping | None = None
    troubles: Callable[[list[CheckResult]], list[CheckResult]] = field(default=lambda found: [])
