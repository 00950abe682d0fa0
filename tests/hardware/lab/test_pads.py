"""`companion lab run` on USB pads: a rig presses the buttons, and the pad looks at them every so often."""

import random
import re
from collections import defaultdict

import pytest

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.lab.kinds import TrialKind
from hardware.lab.laboratory import Laboratory, pad_scans, places_of
from hardware.lab.rig import WRITTEN, Made, quiet
from hardware.lab.score import Score
from hardware.lab.telling import verdict
from hardware.lab.trials import Ruling
from hardware.usb.bank import band_of
from tests.hardware.table import ms
from tests.hardware.usb.table import UsbTable, report

WAY = Nanoseconds(MILLISECOND // 2)
"""From the pad's look at its buttons to the kernel's stamp."""


class PadRig:
    """Presses keys of one pad, which looks at them every `scan` ms of the table's own clock."""

    least = WRITTEN
    stands_for = "SIMULATED: a pad made up for a test"

    def __init__(self, table: UsbTable, scan: float) -> None:
        self.table, self._scan = table, ms(scan)
        self.seats = table.pad.seats
        self._codes = {button.seat: button.code for button in table.wiring.usb_seats}
        self._luck = random.Random(1)

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        return length

    def play(self, score: Score) -> tuple[Made, ...]:
        clock = self.table.clock
        begins = clock.now() + self._luck.randrange(2 * self._scan)
        looks: dict[int, dict[int, int]] = defaultdict(dict)
        for stroke in score:
            at = begins + stroke.at - score[0].at
            looks[-(-at // self._scan) * self._scan + WAY][self._codes[stroke.seat]] = int(stroke.closed)
        for at, keys in sorted(looks.items()):
            self.table.alarm.advance(Nanoseconds(at - clock.now()))
            self.table.devices[0].tell(report(at, *keys.items()))
            self.table.devices[0].deliver()
        made = [Instant(begins + stroke.at - score[0].at) for stroke in score]
        return tuple(Made(at, at) for at in made)

    def settle(self) -> None:
        self.table.alarm.advance(quiet(self.table.wiring.timing))

    def close(self) -> None:
        """Nothing is held."""


def laboratory(told: float, true: float, repeat: int = 20) -> Laboratory:
    """Return a run on two keys of a pad: the seats file says that its scan is `told`, and it is `true` ms."""
    table = UsbTable(2, scan=told)
    (plug,) = table.wiring.usb
    rig = PadRig(table, true)
    return Laboratory(
        table.pad,
        rig,
        table.clock,
        places=places_of(table.wiring),
        factory="made up",
        timing=table.wiring.timing,
        repeat=repeat,
        bands=dict.fromkeys(table.pad.seats, band_of(plug)),
        scans=lambda: pad_scans(table.pad.banks),
    )


def said(laboratory: Laboratory) -> str:
    """Return the sentence about the pad, after a whole run."""
    for _ in laboratory.run():
        pass
    return next(line for line in verdict(laboratory.setting, laboratory.figures()) if "its stamps" in line)


def test_a_pad_is_tried_by_clean_presses_as_far_apart_as_its_band_wants() -> None:
    run = laboratory(told=7, true=7)
    results = list(run.run())
    band = run.setting.band
    assert band == 9 * MILLISECOND, "scan, question and way"
    assert {result.trial.kind for result in results} == {TrialKind.PAIR}
    asked = [result.trial.asked for result in results]
    assert min(asked) < band < max(asked)
    assert run.figures().lost == 0
    assert run.figures().rulings[Ruling.WRONG] == 0
    apart = [result for result in results if result.driven.separation > 2 * band]
    assert apart
    assert {result.seen.ruling for result in apart} == {Ruling.RIGHT}


def test_a_pad_that_is_as_it_was_told_is_left_alone() -> None:
    assert said(laboratory(told=7, true=7)).endswith(" ms that are allowed for.")


@pytest.mark.parametrize(
    ("told", "true", "words"),
    [
        # The owner trusted a maker who promised too much.
        (3, 12, "too little"),
        # Nobody had told anything, and the pad is better than was taken for granted.
        (20, 4, "would be enough"),
    ],
)
def test_the_run_measures_a_pads_scan_and_says_what_to_write(told: float, true: float, words: str) -> None:
    sentence = said(laboratory(told, true))
    written = re.search(r"scan_ms = (\d+)", sentence)
    assert words in sentence
    assert written is not None
    # A band has 1 ms for the question and 1 ms for the way besides.
    assert int(written[1]) <= true <= int(written[1]) + 2
    assert "too little" not in said(laboratory(int(written[1]), true))
