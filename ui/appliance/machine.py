"""The machine as the settings screens see it: shutdown, clock and time zone, screen, checks."""

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
from ui.appliance.screen_file import MOST_BYTES, ScreenFile, write_file

if TYPE_CHECKING:
    from ui.appliance.update import UpdateFound

# Shutdown, restart and update, through systemd, if it lets us.

SECONDS, UPDATE_SECONDS = 20.0, 600.0
"""Without an answer after this long, a request counts as refused."""

Run = Callable[[Sequence[str]], str]
"""Runs a command; returns why it failed, or ""."""


class MachineEnd(Enum):
    """What systemctl is asked to do: power off, reboot, or install an update."""

    OFF = "poweroff"
    AGAIN = "reboot"
    UPDATE = "start companion-update.service"


def run(command: Sequence[str], seconds: float = SECONDS) -> str:
    """Run a system command; return "", or why it failed (the last line of its error output)."""
    import subprocess  # rarely needed, so not at the app's start

    try:
        process = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"{command[0]} doesn't answer"
    errors = process.stderr.strip().splitlines()
    return "" if process.returncode == 0 else errors[-1] if errors else f"exit code {process.returncode}"


def end_machine(ending: MachineEnd) -> str:
    """Ask systemd to power off, reboot or update; return why it won't, or "".

    A shutdown returns at once; systemd then stops the app like any other program. An update returns once it
    has been checked and installed or refused, after up to UPDATE_SECONDS.
    """
    seconds = UPDATE_SECONDS if ending is MachineEnd.UPDATE else SECONDS
    return run(("systemctl", "--no-ask-password", *ending.value.split()), seconds)


# The machine's time zone and clock. systemd sets them, if it lets us; we have no rights of our own.

ZONES = Path("/usr/share/zoneinfo")
LOCAL = Path("/etc/localtime")
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
NET_TIME = "systemd-timesyncd.service"
"""Sets the clock from the network; while it runs, systemd refuses to set the clock by hand."""
BEHIND_MS = 60_000
"""A clock further behind the last save than this stood still while the machine was off."""
SET_WITHIN = 120.0
"""Seconds to wait for systemd, which starts its time services only when asked."""
ZONELESS = ("", "UTC", "Etc/UTC")
"""Zones of a system on which nobody has set one."""


class Timekeeping(Struct):
    """Reads and sets the time zone and the clock. Every call may be slow: keep it off the UI thread.

    On a read-only root the zone doesn't survive a restart, so each start sets it again from `zone_file`.
    """

    zone_file: Path
    run: Run = partial(run, seconds=SET_WITHIN)
    now: Callable[[], WallTime] = SystemClock().wall
    zones: Path = ZONES
    local: Path = LOCAL
    synchronized: Path = SYNCHRONIZED

    def places(self) -> tuple[str, ...]:
        """Return the names of all zones, such as "Europe/Paris"; empty if the system has no list."""
        with suppress(OSError, UnicodeDecodeError):
            lines = (self.zones / "zone.tab").read_text("utf-8").splitlines()
            fields = [line.split("\t") for line in lines if not line.startswith("#")]
            return tuple(sorted({field[2] for field in fields if len(field) > 2 and "/" in field[2]}))
        return ()

    def zone(self) -> str:
        """Return the system's zone; "" if none is set."""
        try:
            target = os.readlink(self.local)
        except OSError:
            return ""
        return target.partition("zoneinfo/")[2]

    def local_time(self) -> datetime:
        """Return the local time."""
        return datetime.fromtimestamp(self.now() / 1000)

    def by_net(self) -> bool:
        """Return whether the network has set the clock since this boot."""
        return self.synchronized.exists()

    def set_zone(self, zone: str) -> str:
        """Set and save the zone; return why that failed, or ""."""
        error = self.run(("timedatectl", "--no-ask-password", "set-timezone", zone))
        if not error:
            time.tzset()
            with suppress(OSError):
                write_file(self.zone_file, zone.encode())
        return error

    def set_clock(self, local: datetime) -> str:
        """Set the clock to a local time; return why that failed, or ""."""
        # Network time is stopped only meanwhile: it must work again once there is a network.
        waits = not self.run(("systemctl", "--quiet", "is-active", NET_TIME))
        if waits and (error := self._net_time("false")):
            return error
        # In UTC: when summer time ends, an hour of local time occurs twice.
        at = local.astimezone(UTC)
        error = self.run(("timedatectl", "--no-ask-password", "set-time", f"{at:%Y-%m-%d %H:%M:%S} UTC"))
        if not error:
            self._date_back(at.timestamp())
        return (waits and self._net_time("true")) or error

    def _date_back(self, at: float) -> None:
        """Reset later file times to `at` (seconds): the next start would set the clock by them."""
        for path in self.zone_file.parent.glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime > at:
                    os.utime(path, (at, at))

    def _net_time(self, on: str) -> str:
        return self.run(("timedatectl", "--no-ask-password", "set-ntp", on))

    def catch_up(self, store: Path) -> None:
        """At a start, restore the zone on a read-only root, and set a stopped clock to the last save."""
        with suppress(OSError, UnicodeDecodeError):
            zone = read_plain(self.zone_file, MOST_BYTES).decode()
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
    """What the app can ask of the machine and set on it; in a window on a desktop, `appliance` is False.

    None means that this machine can't do it. `checks`, `report` and `update` are slow: keep them off the UI
    thread.

    `brightness` returns the panel's brightness in tenths. `lock` blocks touches until somebody holds the pad.
    `keep_screen` applies and saves the screen's settings; it returns why they can't be saved, or "". `end`
    returns why the machine won't shut down, or "". `checks` runs the doctor, and `troubles` picks the results
    that prevent playing. `report` returns the lines of the table's report. `update` looks for a newer version
    on a USB stick, and `updated` returns the result of the last update. `time` sets zone and clock.

    For *Try this table*: `touch` and `sound` return whether there is a touchscreen and a sound card;
    `brighten` sets the brightness in tenths without saving it; `nap` darkens the screen now and calls back
    when it wakes; `boot` is the kernel's id of this boot, "" if this isn't a dedicated machine.
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
    report: Callable[[], tuple[str, ...]] | None = None
    update: "Callable[[], UpdateFound | None] | None" = None
    updated: "Callable[[], UpdateFound | None]" = field(default=lambda: None)
    time: Timekeeping | None = None
    troubles: Callable[[list[CheckResult]], list[CheckResult]] = field(default=lambda found: [])
