"""The machine's time zone and clock. systemd sets them, if it lets us; nothing here has rights of its own."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec import Struct

from companion.clock import SystemClock, WallTime
from companion.whole_file import read_plain
from ui.appliance import power
from ui.appliance.power import Run
from ui.appliance.screen_file import MOST_BYTES, put

ZONES = Path("/usr/share/zoneinfo")
LOCAL = Path("/etc/localtime")
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
NET_TIME = "systemd-timesyncd.service"
"""What sets the clock once there is a net; while it runs, systemd lets nobody else set it."""
BEHIND_MS = 60_000
"""A clock that is further behind what the table has kept stood still while the table was off."""
SECONDS = 120.0
"""So long is waited for systemd, which starts what it needs for this only then."""
ZONELESS = ("", "UTC", "Etc/UTC")
"""A system that was told no zone has one of these."""


class Timekeeping(Struct):
    """Looks at zone and clock and has them set; all of it takes a while, and isn't for the UI thread.

    A root that forgets what is written on it has the zone told anew at each start, from the file `kept`.
    """

    kept: Path
    run: Run = partial(power.run, seconds=SECONDS)
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
        why = self.run(("timedatectl", "--no-ask-password", "set-time", f"{local:%Y-%m-%d %H:%M:%S}"))
        return (waits and self._net_time("true")) or why

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
