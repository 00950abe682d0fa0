"""`companion lab run` on USB pads: a rig presses the buttons, and the pad scans them at intervals."""

import random
import re
from collections import defaultdict
from contextlib import ExitStack

import pytest
from msgspec.structs import replace

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.laboratory import Bench, Laboratory, places_of
from hardware.lab.trials import WRITTEN, Driven, Ruling, all_pairs, quiet
from hardware.usb.bank import band_of
from tests.hardware.lab.results import setting
from tests.hardware.table import ms
from tests.hardware.usb.table import UsbTable, report

WAY = Nanoseconds(MILLISECOND // 2)
"""From the pad's scan of its buttons to the kernel's stamp."""


class PadRig:
    """Presses keys of one pad, which scans them every `scan` ms of the table's own clock."""

    least = WRITTEN
    stands_for = "SIMULATED: a pad made up for a test"

    def __init__(self, table: UsbTable, scan: float) -> None:
        self.table, self._scan = table, ms(scan)
        self.seats = table.pad.seats
        self._codes = {button.seat: button.code for button in table.wiring.usb_seats}
        self._luck = random.Random(1)

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        clock = self.table.clock
        begins = clock.now() + self._luck.randrange(2 * self._scan)
        strokes = [(0, first, 1), (apart, second, 1), (apart + hold, first, 0), (apart + hold, second, 0)]
        looks: dict[int, dict[int, int]] = defaultdict(dict)
        for at, seat, closed in strokes:
            looks[-(-(begins + at) // self._scan) * self._scan + WAY][self._codes[seat]] = closed
        for at, keys in sorted(looks.items()):
            self.table.alarm.advance(Nanoseconds(at - clock.now()))
            self.table.devices[0].tell(report(at, *keys.items()))
            self.table.devices[0].deliver()
        return Driven(apart, Nanoseconds(0))

    def wait(self) -> None:
        self.table.alarm.advance(quiet(self.table.wiring.timing))

    def close(self) -> None: ...


def laboratory(told: float, true: float, repeat: int = 20) -> Laboratory:
    """Return a run on two keys of a pad whose scan is `told` ms in the seats file and `true` ms in fact."""
    table = UsbTable(2, scan=told)
    (plug,) = table.wiring.usb
    rig = PadRig(table, true)
    made = replace(setting(), places=places_of(table.wiring), timing=table.wiring.timing)
    bench = Bench(table.pad, made, rig.wait, ExitStack())
    bands = dict.fromkeys(table.pad.seats, band_of(plug))
    return Laboratory(bench, rig, all_pairs(table.pad.seats), repeat, bands)


def report_text(laboratory: Laboratory) -> str:
    """Return the sentence about the pad, after a whole run."""
    for _ in laboratory.run():
        pass
    return next(line for line in laboratory.answer().sentences if "its error band of" in line)


def test_a_pad_is_tried_as_far_apart_as_its_band_wants() -> None:
    run = laboratory(told=7, true=7)
    results = list(run.run())
    band = run.setting.band
    assert band == 9 * MILLISECOND, "scan, USB poll and transfer"
    asked = [result.asked for result in results]
    assert min(asked) < band < max(asked)
    assert {result.lost for result in results} == {()}
    assert Ruling.WRONG not in {result.ruling for result in results}
    assert {result.ruling for result in results if result.separation > 2 * band} == {Ruling.RIGHT}
    # A pad's lateness is bounded and not normal, so no sentence mentions sigmas.
    sentences = run.answer().sentences
    assert not [line for line in sentences if "The error band" in line]
    (of_the_pad,) = [line for line in sentences if "its error band of" in line]
    assert of_the_pad.endswith("is right.")


@pytest.mark.parametrize(
    ("told", "true", "words"),
    [
        # The owner believed a maker who promised too much.
        (3, 12, "too narrow"),
        # Nobody had stated the scan, and the pad is better than assumed.
        (20, 4, "wider than it needs"),
    ],
)
def test_the_run_measures_a_pads_scan_and_says_what_to_write(told: float, true: float, words: str) -> None:
    sentence = report_text(laboratory(told, true))
    written = re.search(r"scan_ms = (\d+)", sentence)
    assert words in sentence
    assert written is not None
    # A band also has 1 ms for the USB poll and 1 ms for the transfer.
    assert int(written[1]) <= true <= int(written[1]) + 2
    assert "too narrow" not in report_text(laboratory(int(written[1]), true))
