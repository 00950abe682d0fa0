"""The timing laboratory on simulated lines: hands press through sysfs, the real pin factory stamps.

Beside it the rig of GPIO outputs, whose writes go through real libgpiod; on simulated lines an output can't
be wired to an input, so its levels are read from outside.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.apart import Apart
from hardware.lab.kinds import TrialKind, pair
from hardware.lab.laboratory import Laboratory, gpio_rig, wired_laboratory
from hardware.lab.rig import WRITTEN, Driven, Made, driven, hold, quiet
from hardware.lab.rig_file import RigWires
from hardware.lab.score import Score
from hardware.lab.trials import Ruling, TrialResult
from hardware.wiring.wiring import SeatWires, Wiring
from tests.kernel.lines import SIDE_BY_SIDE, Chip, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, lines
from tests.kernel.watch import QUICK

SEATS = 6

SURE = Nanoseconds(100 * MICROSECOND)
"""Pairs surely this far apart must be in order: the tie band of kernel stamps."""

TRIES = 10
"""Presses by real outputs."""

APART = Nanoseconds(10 * MILLISECOND)
PRESSES = pair(Seat(0), Seat(1), Nanoseconds(0), APART, hold(ContactTimes()))


class HandsRig:
    """A rig whose wires are the pulls of simulated lines."""

    least = WRITTEN
    stands_for = "another process presses by writing the lines' pulls"

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.seats = tuple(map(Seat, range(SEATS)))

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Return how long a score so long takes."""
        return Nanoseconds(length + quiet(QUICK))

    def play(self, score: Score) -> tuple[Made, ...]:
        """Make all strokes; the truth lies between the beginning and the end of each write."""
        ats = [score[0].at - MILLISECOND, *(stroke.at for stroke in score)]
        done = self._hands.make(
            [
                Stroke(stroke.at - before, stroke.seat, stroke.closed)
                for before, stroke in zip(ats, score, strict=False)
            ],
            on_time=True,
        )
        return tuple(Made(Instant(stroke.before), Instant(stroke.after)) for stroke in done)

    def settle(self) -> None:
        """Wait as long as lines take that don't bounce."""
        time.sleep(quiet(QUICK) / SECOND)

    def close(self) -> None:
        """The hands are closed by whoever made them."""


def lab(ask: Ask, outcome: Outcome) -> None:
    """Run the laboratory, then the rig of outputs."""
    repeat = max(1, ask.rounds // 10)
    with lines("lab") as (chip, hands):
        wiring = Wiring(
            seats=tuple(SeatWires(Seat(seat), seat) for seat in range(SEATS)), chip=chip.path, timing=QUICK
        )
        wires = RigWires(dict.fromkeys(map(Seat, range(SEATS)), 0))
        rig = HandsRig(hands)
        with wired_laboratory(
            wiring, wires, repeat=repeat, seed=ask.seed, open_rig=lambda *_: rig
        ) as laboratory:
            for _ in laboratory.run():
                pass
            report(outcome, laboratory)
    chip = Chip("lab-outputs", "outputs")
    try:
        outputs(outcome, chip)
    finally:
        chip.remove()


def report(outcome: Outcome, laboratory: Laboratory) -> None:
    """Put the figures into the table and say what must not have been."""
    found = laboratory.figures()
    curve, kinds, *_ = laboratory.tables()
    for separation, *figures in curve.rows:
        for column, figure in zip(curve.head[1:4], figures, strict=False):
            outcome.put(f"{separation} apart", column, figure)
    for name, judged, *_ in kinds.rows:
        outcome.put(name, "compared", judged)
    for one, (name, *_) in zip(found.kinds, kinds.rows, strict=True):
        wrong = one.rulings[Ruling.WRONG]
        outcome.put(name, "wrong order", f"{wrong} wrong, {one.rulings[Ruling.RIGHT]} right")
        outcome.expect(not wrong and not one.rulings[Ruling.NONE], f"{name}: {one}")
    (sigma,) = found.sigmas
    outcome.put("sigma of one stamp, µs: most / all", "compared", sigma.trials)
    outcome.put("sigma of one stamp, µs: most / all", "95 %", f"{us(sigma.robust)} / {us(sigma.plain)}")
    if found.latency is not None:
        spread = f"{found.latency.median / MILLISECOND:.2f} / {found.latency.p99 / MILLISECOND:.2f}"
        outcome.put("first contact to verdict, ms: p50 / p99", "compared", found.latency.verdicts)
        outcome.put("first contact to verdict, ms: p50 / p99", "95 %", spread)
    pairs = [result for result in laboratory.results if result.trial.kind is TrialKind.PAIR]
    surely = [result for result in pairs if surely_apart(result)]
    wrong = sum(result.seen.after is not None and result.seen.after <= 0 for result in surely)
    outcome.put("surely 0.1 ms apart or more", "compared", len(surely))
    outcome.put("surely 0.1 ms apart or more", "wrong order", wrong)
    outcome.expect(laboratory.setting.stands_for.startswith("EMULATED: "), laboratory.setting.stands_for)
    outcome.expect(len(laboratory.results) == laboratory.total, f"only {len(laboratory.results)} trials")
    outcome.expect(len(surely) > len(pairs) / 2, f"only {len(surely)} of {len(pairs)} far apart")
    outcome.expect(wrong == 0, f"{wrong} wrong orders at 0.1 ms and more")
    outcome.expect(found.lost == 0, f"{found.lost} presses lost")
    outcome.expect(found.rulings[Ruling.WRONG] == 0, f"{found.rulings[Ruling.WRONG]} grabs by the later hand")
    # Side by side, a busy host may stop the machine for longer than the window.
    voids = found.rulings[Ruling.VOID] + found.rulings[Ruling.NONE]
    outcome.expect(SIDE_BY_SIDE or voids == 0, f"{voids} trials without a ruling")


def outputs(outcome: Outcome, chip: Chip) -> None:
    """Press by real outputs, in a process of their own, and look at the levels from outside."""
    rig = Apart(partial(gpio_rig, {Seat(0): 4, Seat(1): 5}, chip.path, frozenset(), ContactTimes()))
    try:
        rest = chip.value(4), chip.value(5)
        seen: set[tuple[int, int]] = set()
        made: list[Driven] = []
        with ThreadPoolExecutor(1) as pool:
            for _ in range(TRIES):
                pressing = pool.submit(rig.play, PRESSES)
                while not pressing.done():
                    seen.add((chip.value(4), chip.value(5)))
                    time.sleep(0.001)
                made.append(driven(PRESSES, pressing.result()))
    finally:
        rig.close()
    widest = max(one.uncertainty for one in made)
    outcome.put("presses by libgpiod outputs, 10 ms apart", "compared", TRIES)
    outcome.put("presses by libgpiod outputs, 10 ms apart", "95 %", f"known to {us(widest)} µs")
    outcome.expect(rest == (1, 1), f"at rest the outputs are {rest}")
    outcome.expect({(0, 1), (0, 0)} <= seen, f"the outputs were only ever {sorted(seen)}")
    early = [one for one in made if one.separation < APART - one.uncertainty]
    outcome.expect(not early, f"pressed too early: {early}")


def surely_apart(result: TrialResult) -> bool:
    """Whether the second press was later by `SURE` at the very least."""
    return result.driven.separation - result.driven.uncertainty >= SURE


def us(nanoseconds: float) -> str:
    """Return a time in µs."""
    return f"{nanoseconds / MICROSECOND:.1f}"
