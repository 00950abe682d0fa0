"""The timing laboratory on simulated lines: hands press through sysfs, and the real pin factory stamps.

Then the rig of GPIO outputs, which writes with the real libgpiod. Simulated outputs can't be wired to inputs,
so their levels are read from the simulator.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.answer import figures, run_table
from hardware.lab.gpio_rig import RigProcess, open_gpio_rig
from hardware.lab.laboratory import Laboratory, wired_laboratory
from hardware.lab.trials import WRITTEN, Driven, RigWires, Ruling, hold
from hardware.wiring.wiring import SeatWires, Wiring
from tests.kernel.lines import SIDE_BY_SIDE, Chip, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, lines
from tests.kernel.watch import QUICK

SEATS = 6

SURE = Nanoseconds(100 * MICROSECOND)
"""Pairs that are certainly this far apart must be in order: the error band of kernel stamps."""

TRIES = 10
"""Presses by real outputs."""

APART = Nanoseconds(10 * MILLISECOND)


class HandsRig:
    """A rig that presses by setting the pulls of simulated lines."""

    least = WRITTEN
    stands_for = "another process presses by writing the lines' pulls"

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.seats = tuple(map(Seat, range(SEATS)))

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press both; each true time is between the start and the end of its write."""
        strokes = [
            Stroke(MILLISECOND, first, True),
            Stroke(apart, second, True),
            Stroke(hold, first, False),
            Stroke(0, second, False),
        ]
        one, other, *_ = self._hands.make(strokes, on_time=True)
        return Driven(
            Nanoseconds((other.before + other.after - one.before - one.after) // 2),
            Nanoseconds((other.after - other.before + one.after - one.before + 1) // 2),
        )

    def close(self) -> None:
        """Do nothing: the hands are closed by their creator."""


def lab(ask: Ask, outcome: Outcome) -> None:
    """Run the laboratory, then the rig of outputs."""
    repeat = max(1, ask.rounds // 10)
    with lines("lab") as (chip, hands):
        seats = tuple(SeatWires(Seat(seat), seat) for seat in range(SEATS))
        wiring = Wiring(seats=seats, chip=chip.path, timing=QUICK)
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
    """Put the figures into the table, and note failures."""
    found = figures(laboratory.setting, laboratory.results)
    curve = run_table(found)
    for separation, *cells in curve.rows:
        for column, cell in zip(curve.head[1:4], cells, strict=False):
            outcome.put(f"{separation} apart", column, cell)
    (spread,) = found.spreads
    outcome.put("one stamp scatters by, µs; 99 of 100 pairs are off by less", "pairs", spread.pairs)
    scatter = f"{us(spread.sigma)} / {us(spread.p99)}"
    outcome.put("one stamp scatters by, µs; 99 of 100 pairs are off by less", "95 %", scatter)
    surely = [result for result in laboratory.results if result.surely >= SURE]
    wrong = sum(result.wrong for result in surely)
    outcome.put("surely 0.1 ms apart or more", "pairs", len(surely))
    outcome.put("surely 0.1 ms apart or more", "wrong order", wrong)
    outcome.expect(laboratory.setting.stands_for.startswith("EMULATED: "), laboratory.setting.stands_for)
    planned, made = laboratory.setting.planned, len(laboratory.results)
    outcome.expect(made == planned, f"only {made} trials")
    outcome.expect(len(surely) > made / 2, f"only {len(surely)} of {made} far apart")
    outcome.expect(wrong == 0, f"{wrong} wrong orders at 0.1 ms and more")
    outcome.expect(not found.lost, f"presses lost: {found.lost}")
    outcome.expect(found.rulings[Ruling.WRONG] == 0, f"{found.rulings[Ruling.WRONG]} grabs by the later hand")
    # With two processors, a busy host may pause the machine for longer than the window.
    voids = found.rulings[Ruling.VOID] + found.rulings[Ruling.NONE]
    outcome.expect(SIDE_BY_SIDE or voids == 0, f"{voids} trials without a ruling")


def outputs(outcome: Outcome, chip: Chip) -> None:
    """Press with real outputs in a separate process, and read their levels from the simulator."""
    pins = {Seat(0): 4, Seat(1): 5}
    rig = RigProcess(partial(open_gpio_rig, pins, chip.path, frozenset()), pins)
    presses = Seat(0), Seat(1), APART, hold(ContactTimes())
    try:
        rest = chip.value(4), chip.value(5)
        seen: set[tuple[int, int]] = set()
        made: list[Driven] = []
        with ThreadPoolExecutor(1) as pool:
            for _ in range(TRIES):
                pressing = pool.submit(rig.press, *presses)
                while not pressing.done():
                    seen.add((chip.value(4), chip.value(5)))
                    sleep(0.001)
                made.append(pressing.result())
    finally:
        rig.close()
    widest = max(one.uncertainty for one in made)
    outcome.put("presses by libgpiod outputs, 10 ms apart", "pairs", TRIES)
    outcome.put("presses by libgpiod outputs, 10 ms apart", "95 %", f"known to {us(widest)} µs")
    outcome.expect(rest == (1, 1), f"at rest the outputs are {rest}")
    outcome.expect({(0, 1), (0, 0)} <= seen, f"the outputs were only ever {sorted(seen)}")
    early = [one for one in made if one.separation < APART - one.uncertainty]
    outcome.expect(not early, f"pressed too early: {early}")


def us(nanoseconds: float) -> str:
    """Return a time in µs as text."""
    return f"{nanoseconds / MICROSECOND:.1f}"
