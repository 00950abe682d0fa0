"""Faults that happen at a table, on simulated lines: each has a visible result."""

import time
from collections.abc import Callable
from functools import partial

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Void, VoidReason
from hardware.grab.contacts import ContactTimes, Seat, SeatState
from hardware.pads.grab_pad import open_pad
from tests.kernel.lines import Chip, Hands, Stroke
from tests.kernel.outcome import Ask, FactoryName, Outcome, apart, factory, lines
from tests.kernel.watch import SEATS, UNSTORMED, TimedPad, Watcher, wiring

FLOOD = 1_500
"""Closures, of two edges each, while nobody reads: more than the kernel's queue for a line holds."""

FLOOD_PAUSE = 100_000
"""Between two strokes of the flood, in ns, so that the kernel sees each of them."""

STROKES_A_SECOND = 20
STORM_SECONDS = 2

LONG = 100_000_000
"""A pause longer than any lock-out, in ns."""

SOON_STUCK = ContactTimes(stuck_after=Nanoseconds(300 * MILLISECOND))

Part = Callable[[Outcome, FactoryName, Chip, Hands], None]


def faults(ask: Ask, outcome: Outcome) -> None:
    """Try every fault with every factory that can show it."""
    parts: tuple[Part, ...] = (dead_heat, resting_hand, stuck, storm, overflow)
    for name in ask.factories():
        for part in (*parts, unplugged) if name == "gpiod" else parts:
            done = apart(partial(on_new_lines, part, name), Outcome(""))
            outcome.failures += done.failures
            for row, figures in done.figures.items():
                outcome.put(row, name, figures[name])


def on_new_lines(part: Part, name: FactoryName, outcome: Outcome) -> None:
    """Try one fault on a new chip."""
    with lines(f"{part.__name__}-{name}") as (chip, hands):
        part(outcome, name, chip, hands)


def press(*seats: int) -> list[Stroke]:
    """Return presses a millisecond apart."""
    return [Stroke(1_000_000, seat, press=True) for seat in seats]


def release(*seats: int) -> list[Stroke]:
    """Return releases."""
    return [Stroke(0, seat, press=False) for seat in seats]


def dead_heat(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """Two presses within the error band are a dead heat, no matter which has the lower pin."""
    named = []
    with factory(name, chip) as pins, open_pad(wiring(chip, UNSTORMED), pins) as pad:
        watcher = Watcher(pad)
        for pair in ((9, 4), (4, 9)) * 5:
            watcher.clear()
            pad.arm()
            first, second = hands.make([Stroke(LONG, pair[0], press=True), Stroke(0, pair[1], press=True)])
            watcher.wait(lambda: bool(watcher.verdicts))
            # If the emulator paused between the two presses, they aren't really a dead heat.
            if second.after - first.before < pad.band:
                named.append(watcher.verdicts[0][0] if watcher.verdicts else None)
            hands.make(release(*pair))
            watcher.wait(lambda: watcher.all_are(SeatState.OPEN))
    right = [isinstance(verdict, DeadHeat) and verdict.seats == (Seat(4), Seat(9)) for verdict in named]
    outcome.put("two presses within the band", name, f"dead heat, {sum(right)} of {len(named)}")
    outcome.expect(bool(named), f"{name}: no two presses came within the band")
    outcome.expect(all(right), f"{name}: within the band: {named}")


def resting_hand(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """A hand that rested on its button when the pad was armed can't win."""
    with factory(name, chip) as pins, open_pad(wiring(chip, ContactTimes()), pins) as pad:
        watcher = Watcher(pad)
        hands.make(press(3))
        watcher.wait(lambda: watcher.states[Seat(3)] is SeatState.PRESSED)
        pad.arm()
        held = watcher.states[Seat(3)]
        hands.make(press(5))
        watcher.wait(lambda: bool(watcher.verdicts))
        verdict = watcher.verdicts[0][0] if watcher.verdicts else None
        right = isinstance(verdict, Decided) and verdict.seat == 5 and verdict.held == (Seat(3),)
        outcome.put("a resting hand", name, f"{held.value}; the next hand wins" if right else "WRONG")
        outcome.expect(right and held is SeatState.HELD, f"{name}: resting hand: {held}, {verdict}")


def stuck(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """A button that stays down is shown as stuck."""
    with factory(name, chip) as pins, open_pad(wiring(chip, SOON_STUCK), pins) as pad:
        watcher = Watcher(pad)
        hands.make(press(2))
        seen = watcher.wait(lambda: watcher.states[Seat(2)] is SeatState.STUCK)
        outcome.put("a stuck button", name, watcher.states[Seat(2)].value)
        outcome.expect(seen, f"{name}: a stuck button is {watcher.states[Seat(2)]}")


def storm(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """Fifteen seats press twenty times a second: they become stormy, lose no edge, and recover."""
    half = 500_000_000 // STROKES_A_SECOND
    strokes = []
    for _ in range(STROKES_A_SECOND * STORM_SECONDS):
        for down in (True, False):
            strokes += [Stroke(half if seat == 0 else 0, seat, press=down) for seat in range(SEATS)]
    with factory(name, chip) as pins, open_pad(wiring(chip, ContactTimes()), pins) as pad:
        watcher = Watcher(pad)
        hands.make(strokes)
        stormy = watcher.wait(lambda: watcher.all_are(SeatState.STORMY))
        lost = pad.lost()
        passed = watcher.wait(lambda: watcher.all_are(SeatState.OPEN))
        outcome_text = "all stormy, then open again" if stormy and passed else "WRONG"
        outcome.put("15 seats x 20 presses a second", name, outcome_text)
        outcome.expect(stormy, f"{name}: a storm is {watcher.states}")
        outcome.expect(passed, f"{name}: after a storm it is {watcher.states}")
        outcome.expect(lost == 0, f"{name}: {lost} edges lost in a storm")


def overflow(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """More edges than the kernel can queue, then a press: with our factory that is void."""
    flood = [Stroke(FLOOD_PAUSE, 0, press=bool(turn % 2)) for turn in range(1, 2 * FLOOD + 1)]
    flood.append(Stroke(LONG, 0, press=True))
    with factory(name, chip) as pins, TimedPad(wiring(chip, ContactTimes()), pins) as pad:
        watcher = Watcher(pad)
        pad.arm()
        hands.make(flood, unread=True)
        watcher.wait(lambda: bool(watcher.verdicts))
        time.sleep(2)
        verdict = watcher.verdicts[0][0] if watcher.verdicts else None
        outcome.put("edges on one line while our process stands still", name, len(flood))
        outcome.put("... that reached Python", name, len(pad.reached))
        counted = hasattr(pins, "lost")
        outcome.put("... known to be lost", name, pad.lost() if counted else "can't tell")
        if counted:
            void = isinstance(verdict, Void) and verdict.reason is VoidReason.SEQUENCE_GAP
            ruling = f"void: {verdict.reason.value}" if isinstance(verdict, Void) else "WRONG"
            outcome.put("... ruling", name, ruling)
            outcome.expect(void, f"{name}: after lost edges the verdict is {verdict}")
        else:
            outcome.put("... ruling", name, type(verdict).__name__)


def unplugged(outcome: Outcome, name: FactoryName, chip: Chip, hands: Hands) -> None:
    """Every seat is unplugged after the chip was removed under the pad."""
    with factory(name, chip) as pins, open_pad(wiring(chip, ContactTimes()), pins) as pad:
        watcher = Watcher(pad)
        chip.unplug()
        # Kernel 6.1 wakes nobody when a chip is removed; the pad notices when it reads, at the latest here.
        pad.arm()
        seen = watcher.wait(lambda: watcher.all_are(SeatState.UNPLUGGED))
        outcome.put("the chip pulled out", name, "all seats unplugged" if seen else "WRONG")
        outcome.expect(seen, f"{name}: after pulling out the chip: {watcher.states}")
