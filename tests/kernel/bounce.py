"""A bouncing button against a clean one: the earlier hand wins, unless somebody debounces before stamping.

Seat 0 presses first, and its button chatters; seat 1 presses a millisecond later, cleanly. Beside the grab
pad stands what a plain gpiozero program does: two Buttons, and whose `when_pressed` is called first wins.
"""

import random
import time

from gpiozero import Button
from gpiozero.pins import Factory

from companion.clock import Nanoseconds
from hardware.grab.adjudicate import Grab
from hardware.grab.contacts import Seat, SeatState
from hardware.pads.grab_pad import open_pad
from hardware.wiring.wiring import SeatWires, Wiring
from tests.kernel.lines import SIDE_BY_SIDE, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, chance, factory, lines
from tests.kernel.watch import UNSTORMED, Watcher

LEAD = 1_000_000
"""How much earlier the bouncing button is pressed, in ns."""

CHATTER = (200_000, 800_000)
"""From one edge of the chatter to the next, in ns."""

BOUNCES = (4, 9)
"""How often it opens again: 2 to 9 ms in all, around the worst that Ganssle measured (6.2 ms)."""

BOUNCE_TIMES = (None, 0.005, 0.02)
"""What people write into `Button(bounce_time=...)`, in seconds."""

SETTLED = 0.06
"""Seconds after which a round is over, longer than any bounce time here and twice the pad's lock-out."""


def bounce(ask: Ask, outcome: Outcome) -> None:
    """Count the rounds that the earlier hand didn't win."""
    for name in ask.factories():
        with lines(f"bounce-{name}") as (chip, hands), factory(name, chip) as pins:
            wrong, nobody = pad_rounds(ask, chip.path, pins, hands)
            outcome.put("grab pad: the later hand won", name, f"{wrong} of {ask.rounds}")
            outcome.put("grab pad: nobody won", name, f"{nobody} of {ask.rounds}")
            # Where the host starves the kernel's threads, bounce overwrites the first stamp in there. Ours
            # knows that it is lost, and rules void; lgpio can't.
            blind = SIDE_BY_SIDE and name != "gpiod"
            outcome.expect(
                blind or wrong == 0, f"{name}: {wrong} of {ask.rounds} grabs went to the later hand"
            )
            outcome.expect(SIDE_BY_SIDE or nobody == 0, f"{name}: nobody won {nobody} of {ask.rounds} grabs")
            for bounce_time in BOUNCE_TIMES:
                wrong = button_rounds(ask, bounce_time, pins, hands)
                row = f"plain Buttons, bounce_time={bounce_time}: earlier hand didn't win"
                outcome.put(row, name, f"{wrong} of {ask.rounds}")


def chatter(luck: random.Random) -> list[Stroke]:
    """Return the strokes of one round: seat 0 chatters, seat 1 comes `LEAD` later."""
    at = [(0, 0, True)]
    time_now = 0
    for _ in range(luck.randint(*BOUNCES)):
        for press in (False, True):
            time_now += luck.randint(*CHATTER)
            at.append((time_now, 0, press))
    at = sorted([*at, (LEAD, 1, True)])
    starts = [0, *(entry[0] for entry in at)]
    return [Stroke(entry[0] - before, entry[1], entry[2]) for before, entry in zip(starts, at, strict=False)]


def let_go(hands: Hands) -> None:
    """Take both hands off."""
    hands.make([Stroke(0, 0, press=False), Stroke(0, 1, press=False)])


def pad_rounds(ask: Ask, chip: str, pins: Factory, hands: Hands) -> tuple[int, int]:
    """Return how many rounds at a grab pad the later hand won, and how many nobody did."""
    luck = chance(ask, "bounce")
    wrong = nobody = 0
    two = Wiring(seats=(SeatWires(Seat(0), 0), SeatWires(Seat(1), 1)), chip=chip, timing=UNSTORMED)
    with open_pad(two, pins) as pad:
        watcher = Watcher(pad)
        for _ in range(ask.rounds):
            watcher.clear()
            pad.arm()
            hands.make(chatter(luck))
            watcher.wait(lambda: bool(watcher.verdicts))
            time.sleep(SETTLED)
            # What stands is the last word: a verdict may have been taken back.
            verdict = watcher.verdicts[-1][0] if watcher.verdicts else None
            wrong += isinstance(verdict, Grab) and verdict.seat != 0
            nobody += not isinstance(verdict, Grab)
            let_go(hands)
            watcher.wait(lambda: watcher.all_are(SeatState.OPEN))
            time.sleep(UNSTORMED.lock_out / Nanoseconds(1_000_000_000) * 2)
    return wrong, nobody


def button_rounds(ask: Ask, bounce_time: float | None, pins: Factory, hands: Hands) -> int:
    """Return how many rounds with plain Buttons the earlier hand didn't win."""
    luck = chance(ask, "bounce")
    wrong = 0
    pressed: list[int] = []
    with (
        Button(0, bounce_time=bounce_time, pin_factory=pins) as first,
        Button(1, bounce_time=bounce_time, pin_factory=pins) as second,
    ):
        first.when_pressed = lambda: pressed.append(0)
        second.when_pressed = lambda: pressed.append(1)
        for _ in range(ask.rounds):
            pressed.clear()
            hands.make(chatter(luck))
            time.sleep(SETTLED)
            wrong += pressed[:1] != [0]
            let_go(hands)
            time.sleep(SETTLED)
    return wrong
