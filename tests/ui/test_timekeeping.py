"""Time zone and clock: what systemd is asked, what its refusal becomes, and what a new table shows."""

import os
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.clock import WallTime
from tests.ui.desk import Desk, the
from tests.ui.rig import DENSITIES, Rig
from tests.ui.test_layout import faults
from ui.appliance import care_words as words
from ui.appliance.machine import BEHIND_MS, NET_TIME, Machine, Timekeeping
from ui.appliance.screen_file import ScreenFile
from ui.parts.values import Line
from ui.screens.care import CareScreen, LanguagesScreen, TimeScreen
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.widgets.layout import Rect, place_widget

NOON = WallTime(1_796_040_000_000)
ACTIVE = ("systemctl", "--quiet", "is-active", NET_TIME)
TABLE = """\
# Zones by country.
DE\t+5230+01322\tEurope/Berlin\tmost of Germany
FR\t+4852+00220\tEurope/Paris
AR\t-3124-06411\tAmerica/Argentina/Cordoba\tmost areas
US\t+404251-0740023\tAmerica/New_York
nonsense
"""


class System:
    """A made-up system that records what it was asked and refuses what it is told to."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.refuses: dict[str, str] = {"is-active": "exit code 3"}
        kept, zones = folder / "zone", folder / "zoneinfo"
        zones.mkdir()
        (zones / "zone.tab").write_text(TABLE)
        self.local = folder / "localtime"
        self.local.symlink_to("/usr/share/zoneinfo/Etc/UTC")
        self.keeping = Timekeeping(kept, self.run, lambda: NOON, zones, self.local, folder / "synchronized")

    def run(self, command: Sequence[str]) -> str:
        """Record a command, and fail if it is to be refused."""
        self.asked.append(tuple(command))
        why = next((why for word, why in self.refuses.items() if word in command), "")
        if "set-timezone" in command and not why:
            self.local.unlink(missing_ok=True)
            self.local.symlink_to(f"/usr/share/zoneinfo/{command[-1]}")
        return why

    def said(self) -> list[str]:
        """What timedatectl was asked."""
        return [" ".join(command[2:]) for command in self.asked if command[0] == "timedatectl"]


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_the_zones_are_those_of_the_system(system: System) -> None:
    places = system.keeping.places()
    assert places == ("America/Argentina/Cordoba", "America/New_York", "Europe/Berlin", "Europe/Paris")
    (system.keeping.zones / "zone.tab").unlink()
    assert system.keeping.places() == ()


def test_systemd_sets_the_zone_and_never_asks_back(system: System) -> None:
    assert system.keeping.zone() == "Etc/UTC"
    assert system.keeping.set_zone("Europe/Paris") == ""
    assert system.asked == [("timedatectl", "--no-ask-password", "set-timezone", "Europe/Paris")]
    assert system.keeping.zone() == "Europe/Paris"


def test_a_zone_that_is_refused_is_not_kept(system: System) -> None:
    system.refuses["set-timezone"] = "Access denied"
    assert system.keeping.set_zone("Europe/Paris") == "Access denied"
    assert not system.keeping.zone_file.exists()


def test_a_system_that_forgot_its_zone_is_told_anew_and_no_other(system: System, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    system.keeping.set_zone("Europe/Paris")
    system.asked.clear()
    system.keeping.catch_up(store)
    assert system.asked == []
    for gone in (None, "/usr/share/zoneinfo/Etc/UTC"):
        system.local.unlink()
        if gone is not None:
            system.local.symlink_to(gone)
        system.keeping.catch_up(store)
        assert system.keeping.zone() == "Europe/Paris"
    # Somebody set another one by hand, and it is theirs to keep.
    system.local.unlink()
    system.local.symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    system.keeping.catch_up(store)
    assert system.keeping.zone() == "Europe/Berlin"


@pytest.mark.parametrize("written", [b"--help", b"../../etc/passwd", b"\xff", b"", b"Europe/Paris\n; reboot"])
def test_what_is_no_zone_is_never_handed_on(system: System, tmp_path: Path, written: bytes) -> None:
    system.keeping.zone_file.write_bytes(written)
    system.keeping.catch_up(tmp_path / "matches.db")
    assert system.asked == []


def test_the_clock_is_set_to_a_local_time(system: System) -> None:
    assert system.keeping.set_clock(datetime(2027, 2, 3, 4, 5)) == ""
    assert system.said() == ["set-time 2027-02-03 04:05:00 UTC"]


@pytest.mark.parametrize("utc", ["2026-10-25 00:30:00", "2026-10-25 01:30:00"])
def test_where_summer_time_ends_an_hour_comes_twice_and_the_right_one_is_set(
    system: System, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, utc: str
) -> None:
    request.addfinalizer(time.tzset)
    at = datetime.fromisoformat(utc).timestamp()
    with monkeypatch.context() as change:
        change.setenv("TZ", "Europe/Paris")
        time.tzset()
        local = datetime.fromtimestamp(at)
        assert (local.hour, system.keeping.set_clock(local)) == (2, "")
    assert system.said() == [f"set-time {utc} UTC"]


def test_what_waits_for_a_net_is_stopped_meanwhile_and_goes_on_whatever_comes_of_it(system: System) -> None:
    """timedatectl refuses to set a clock that network time may set."""
    del system.refuses["is-active"]
    system.refuses["set-time"] = "Access denied"
    assert system.keeping.set_clock(datetime(2027, 2, 3, 4, 5)) == "Access denied"
    assert system.said() == ["set-ntp false", "set-time 2027-02-03 04:05:00 UTC", "set-ntp true"]
    system.asked.clear()
    system.refuses = {"false": "Access denied"}
    assert system.keeping.set_clock(datetime(2027, 2, 3, 4, 5)) == "Access denied"
    assert system.said() == ["set-ntp false"]


def test_a_clock_that_stood_still_catches_up_with_what_was_kept(system: System, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    day = 86_400_000
    for behind, log, asked in ((BEHIND_MS - 1000, False, 0), (day, False, 1), (2 * day, True, 1)):
        path = store.with_name("matches.db-wal") if log else store
        path.touch()
        at = (NOON + behind) / 1000
        os.utime(path, (at, at))
        system.asked.clear()
        system.keeping.catch_up(store)
        assert system.said() == [f"set-time {datetime.fromtimestamp(at):%Y-%m-%d %H:%M:%S} UTC"] * asked
    system.keeping.synchronized.touch()
    system.asked.clear()
    system.keeping.catch_up(store)
    assert system.asked == [], "the network knows better"


def test_a_clock_that_was_set_right_stays_right_at_the_next_start(system: System, tmp_path: Path) -> None:
    """The store's date from a clock that ran ahead came back at each start after a power cut."""
    store, day = tmp_path / "matches.db", 86_400
    store.touch()
    os.utime(store, (NOON / 1000 + 365 * day,) * 2)
    assert system.keeping.set_clock(datetime.fromtimestamp(NOON / 1000)) == ""
    system.asked.clear()
    system.keeping.catch_up(store)
    assert system.asked == []


@pytest.fixture
def desk(rig: Rig, tmp_path: Path, system: System) -> Desk:
    machine = Machine(appliance=True, time=system.keeping)
    return Desk(rig, tmp_path / "new" / "matches.db", machine=machine, language="")


def at_time(desk: Desk) -> TimeScreen:
    if isinstance(desk.frame.screen, LanguagesScreen):
        desk.tap(desk.screen(LanguagesScreen)["language en"])
    desk.tap(desk.screen(CareScreen)["next"])
    return desk.screen(TimeScreen)


def test_a_new_table_asks_for_language_picture_and_time_and_each_can_be_passed(desk: Desk) -> None:
    desk.tap(at_time(desk)["next"])
    desk.screen(HomeScreen)


def test_the_picture_can_be_turned_and_made_larger_on_the_way(desk: Desk) -> None:
    turned = []
    desk.services.machine.keep_screen = lambda screen: turned.append(screen.turned) or ""  # type: ignore[func-returns-value]
    desk.tap(desk.screen(LanguagesScreen)["language en"])
    assert desk.screen(CareScreen).part().header.title == words.PICTURE_RIGHT
    desk.tap(desk.screen(CareScreen)["turn"])
    assert turned == [90]
    desk.tap(desk.screen(CareScreen)["large"])
    assert theme.now.large
    assert desk.screen(CareScreen).part().header.title == words.PICTURE_RIGHT, "it goes on where it was"
    at_time(desk)


@pytest.mark.parametrize("size", [(480, 800), (720, 1280)])
def test_the_first_steps_go_on_upright_after_a_quarter(desk: Desk, size: tuple[int, int]) -> None:
    whole = Rect(0, 0, *size)
    # The density is the same in both orientations.
    Metrics.density = DENSITIES[size]
    desk.frame.use(replace(theme.now, large=True))
    place_widget(desk.frame, Rect(0, 0, *reversed(size)))
    desk.frame.upkeep.first_steps(desk.frame.home, new=True)

    def turn(_screen: ScreenFile) -> str:
        place_widget(desk.frame, whole)
        return ""

    def found() -> object:
        place_widget(desk.frame, whole)
        desk.pump(4)
        assert desk.frame.screen is not None
        return faults(desk.frame.screen, whole)

    desk.services.machine.keep_screen = turn
    desk.tap(desk.screen(LanguagesScreen)["language en"])
    desk.tap(desk.screen(CareScreen)["turn"])
    assert found() == []
    desk.tap(desk.screen(CareScreen)["next"])
    assert found() == []
    desk.tap(desk.screen(TimeScreen)["next"])
    desk.screen(HomeScreen)
    assert found() == []
    desk.frame.upkeep._show_languages(lambda: None, lambda: None)
    assert found() == [], "the list of languages"


def test_a_zone_is_found_in_its_part_of_the_world(desk: Desk, system: System) -> None:
    screen = at_time(desk)
    desk.tap(screen["zone"])
    assert screen.part()["place 0"].title == "America"
    desk.tap(screen["place 0"])
    assert screen.part().texts[-2:] == ("Argentina, Cordoba", "New York")
    desk.tap(screen["place 1"])
    desk.until(lambda: screen.zone == "America/New_York")
    assert the(Line, screen.part()["zone"]).value == "New York"
    assert system.keeping.zone() == "America/New_York"


def test_the_clock_is_set_and_a_day_that_a_month_has_not_is_its_last(desk: Desk, system: System) -> None:
    screen = at_time(desk)
    screen.at = datetime(2028, 1, 31, 23, 59)
    screen.compose()
    desk.tap(screen["month plus"])
    assert screen.at == datetime(2028, 2, 29, 23, 59)
    desk.tap(screen["set"])
    desk.until(lambda: screen.message == words.clock_is_set("23:59"))
    assert system.said() == ["set-time 2028-02-29 23:59:00 UTC"]


def test_a_refusal_is_said_and_the_way_on_stays_open(desk: Desk, system: System) -> None:
    system.refuses |= {"set-time": "Access denied", "set-timezone": "Access denied"}
    screen = at_time(desk)
    desk.tap(screen["set"])
    desk.until(lambda: screen.wrong)
    assert screen.part().header.hint == "It can't be set: Access denied"
    screen._choose("Europe/Paris")
    desk.until(lambda: screen.message == words.clock_not_set("Access denied"))
    assert screen.zone == "Etc/UTC"
    desk.tap(screen["next"])
    desk.screen(HomeScreen)


def test_a_clock_that_the_net_set_is_left_and_it_is_under_settings(desk: Desk, system: System) -> None:
    system.keeping.synchronized.touch()
    part = at_time(desk).part()
    assert "set" not in part
    assert part.header.hint == words.BY_NET
    desk.tap(desk.screen(TimeScreen)["next"])
    desk.frame.upkeep.open()
    desk.settle()
    desk.tap(desk.setting("time"))
    assert desk.screen(TimeScreen).part().header.on is None
    desk.tap(desk.screen(TimeScreen)["back"])
    desk.screen(CareScreen)


def test_who_has_gone_on_is_not_called_back_to_the_clock(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.tap(at_time(desk)["next"])
    desk.frame.upkeep.open()
    desk.settle()
    pad = desk.setting("time")
    late: list[Callable[[], None]] = []
    # The system takes its time to list the zones.
    monkeypatch.setattr(desk.saver, "run_in_thread", lambda work, answer: late.append(lambda: answer(work())))
    desk.tap(pad)
    desk.tap(desk.screen(CareScreen)["back"])
    home = desk.screen(HomeScreen)
    for answer in late:
        answer()
    desk.pump(3)
    assert desk.frame.screen is home


def test_every_page_of_it_has_room_in_every_look_at_every_size(desk: Desk, system: System) -> None:
    areas = ("Africa", "America", "Antarctica", "Asia", "Australia", "Europe", "Indian", "Pacific")
    lines = [f"XX\t+0000+00000\t{area}/Port_of_Saint_John_{n}" for area in areas for n in range(20)]
    (system.keeping.zones / "zone.tab").write_text("\n".join(lines))
    at_time(desk)
    for window, where in desk.in_every_look():
        for area in (None, "", "Europe"):
            zone, places = "Europe/Port_of_Saint_John_1", system.keeping.places()
            screen = TimeScreen(system.keeping, desk.saver, zone, places, None, on=lambda: None, area=area)
            screen.at = datetime(2028, 1, 31, 23, 59)
            desk.frame.show(screen)
            desk.pump(4)
            assert faults(screen, window) == [], f"{where} {area}"
