"""The machine's report on the screen: it is read before it is saved, and saved as it was read."""

from pathlib import Path

import pytest

from tests.ui.desk import Desk
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.appliance import report_words as words
from ui.appliance.sticks import Stick
from ui.screens.care import SelfCheckScreen
from ui.screens.sticks import ReportScreen

LINES = (
    "program: 0.1.0, Python 3.11.2, Kivy 2.3.1",
    "machine: Raspberry Pi Compute Module 4 Rev 1.1, aarch64",
    "system: Debian GNU/Linux 12 (bookworm)",
    "kernel: 6.6.31+rpt-rpi-2712",
    "panel: DSI, 800 x 480",
    "touch: Goodix Capacitive TouchScreen",
    "sound card: none",
    "buttons: 4 on pins, 2 on grab boards, 15 on USB pads",
    "doctor: look at seats file, header, drawing libraries, something else",
    'grabs: 12 matches, 140 duels decided, 3 times "again"',
    "first by: 4.1 ms or more; quarters 28, 61, 140",
    "tried, buttons: no, 3 of 4 answered",
    "tried, lamps: yes, 4 of 4 lit up",
    "tried, touch at the corners: yes, 1.9 mm off at most",
    "tried, five fingers: no, 2 at once",
    "tried, sound: yes",
    "tried, dimming: no",
    "tried, sleep and wake: yes",
    "tried, two hands: yes, 12 ms apart",
    "tried, the plug: yes",
)


def opened(desk: Desk, sticks: tuple[Stick, ...]) -> ReportScreen:
    desk.services.machine.report = lambda: LINES
    desk.frame.upkeep.self_check(desk.frame.home)
    desk.until(lambda: "report" in desk.screen(SelfCheckScreen))
    desk.tap(desk.screen(SelfCheckScreen)["report"])
    shown = desk.screen(ReportScreen)
    desk.until(lambda: shown.lines)
    desk.until(lambda: not shown._looking)
    shown.find = lambda: sticks
    shown.look()
    desk.until(lambda: shown._looked and ("write" in shown) == bool(sticks))
    desk.pump(4)
    return shown


@pytest.mark.usefixtures("each_way")
def test_what_is_read_is_what_is_saved(desk: Desk, stick: Path) -> None:
    shown = opened(desk, (Stick("STICK", stick, 1 << 30, writable=True),))
    assert set(LINES) <= set(shown.part().texts)
    assert faults(shown) == []
    desk.tap(shown["write"])
    desk.until(lambda: shown.message.text not in ("", words.WRITING))
    (saved,) = stick.iterdir()
    assert saved.read_text().splitlines() == list(LINES)
    assert saved.name in shown.message.text
    desk.tap(shown["back"])
    desk.screen(SelfCheckScreen)


@pytest.mark.usefixtures("each_way")
def test_without_a_stick_a_phone_reads_it(desk: Desk) -> None:
    shown = opened(desk, ())
    assert words.PLUG_IN in shown.part().texts
    assert "code" in shown.part()
    assert faults(shown) == []


def test_a_table_whose_matches_cant_be_read_still_tells_how_it_is(
    rig: Rig, tmp_path: Path, stick: Path
) -> None:
    """That is when its developers are asked."""
    store = tmp_path / "damaged" / "matches.db"
    store.parent.mkdir()
    store.write_bytes(b"no store" * 1000)
    desk = Desk(rig, store)
    shown = opened(desk, (Stick("STICK", stick, 1 << 30, writable=True),))
    assert shown.lines == LINES
    desk.tap(shown["write"])
    desk.until(lambda: shown.message.text not in ("", words.WRITING))
    (saved,) = stick.iterdir()
    assert saved.read_text().splitlines() == list(LINES)
