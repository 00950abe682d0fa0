"""A bouncing button against a clean one: the earlier hand wins, unless debouncing comes before stamping.

Seat 0 presses first, and its button chatters; seat 1 presses a millisecond later, cleanly. The grab pad is
compared with a plain gpiozero program: two Buttons, and the one whose `when_pressed` comes first wins.
"""

import random
import time

from gpiozero import Button
from gpiozero.pins import Factory

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Nanoseconds
from hardware.grab.adjudicate import Decided
from hardware.grab.contacts import SeatState
from tests.kernel import lines as wires
from tests.kernel import truth
from tests.kernel.duels import Duel, seats
from tests.kernel.lines import SIDE_BY_SIDE, Chip, Hands
from tests.kernel.outcome import Ask, Outcome, chance, factory, lines
from tests.kernel.score import SwitchStroke, together
from tests.kernel.trust import made
from tests.kernel.truth import Worth
from tests.kernel.watch import UNSTORMED, TimedPad, Watcher, wiring

LEAD = Nanoseconds(MILLISECOND)
"""By how many ns the bouncing button is pressed earlier."""

CHATTER = (200 * MICROSECOND, 800 * MICROSECOND)
"""Time in ns from one edge of the chatter to the next."""

BOUNCES = (4, 9)
"""How often it opens again. That takes 2 to 9 ms, around the worst that Ganssle measured (6.2 ms)."""

BOUNCE_TIMES = (None, 0.005, 0.02)
"""Usual values for `Button(bounce_time=...)`, in seconds."""

SETTLED = 0.06
"""Seconds after which a round is over: longer than any bounce time here, and twice the pad's lock-out."""


def bounce(ask: Ask, outcome: Outcome) -> None:
    """Count the rounds in which the earlier hand didn't win."""
    for name in ask.factories():
        with lines(f"bounce-{name}") as (chip, hands), factory(name, chip) as pins:
            wrong, nobody, astray = pad_rounds(ask, chip, pins, hands)
            outcome.put("grab pad: the later hand won", name, f"{len(wrong)} of {ask.rounds}")
            outcome.put("grab pad: nobody won", name, f"{nobody} of {ask.rounds}")
            outcome.put("not quite as written", name, f"{astray} of {ask.rounds}")
            # If the host starves the kernel's threads, bounce overwrites the first stamp in the kernel. Our
            # factory detects the loss and the pad rules void; lgpio can't.
            blind = SIDE_BY_SIDE and name != "gpiod"
            replays = "\n  ".join(["", *wrong])
            outcome.expect(blind or not wrong, f"{name}: {len(wrong)} grabs went to the later hand{replays}")
            outcome.expect(SIDE_BY_SIDE or nobody == 0, f"{name}: nobody won {nobody} of {ask.rounds} grabs")
            for bounce_time in BOUNCE_TIMES:
                row = f"plain Buttons, bounce_time={bounce_time}: earlier hand didn't win"
                outcome.put(row, name, f"{button_rounds(ask, bounce_time, pins, hands)} of {ask.rounds}")


def chatter(luck: random.Random) -> Duel:
    """Return one round: seat 0 chatters, seat 1 presses `LEAD` later."""
    one, other = seats(0, 1)
    strokes = [SwitchStroke(Nanoseconds(0), one, closed=True, begins=True)]
    for _ in range(luck.randint(*BOUNCES)):
        for closed in (False, True):
            at = Nanoseconds(strokes[-1].at + luck.randint(*CHATTER))
            strokes.append(SwitchStroke(at, one, closed))
    return Duel("chatter", together(tuple(strokes), (SwitchStroke(LEAD, other, closed=True, begins=True),)))


def let_go(hands: Hands) -> None:
    """Take both hands off."""
    hands.make([wires.Stroke(0, line, press=False) for line in (0, 1)])


def pad_rounds(ask: Ask, chip: Chip, pins: Factory, hands: Hands) -> tuple[list[str], int, int]:
    """Play with a grab pad; return the rounds won by the later hand, and how many nobody won.

    The third figure counts rounds whose strokes weren't made as written: if the host pauses the hands during
    the chatter, the button is open for longer than bounce, and the other hand may be first.
    """
    luck = chance(ask, "bounce")
    wrong: list[str] = []
    nobody = astray = 0
    with TimedPad(wiring(chip, UNSTORMED, 2), pins) as pad:
        watcher = Watcher(pad)
        for _ in range(ask.rounds):
            watcher.clear()
            pad.reached.clear()
            duel = chatter(luck)
            pad.arm()
            done = made(hands, duel)
            watcher.wait(lambda: bool(watcher.verdicts))
            time.sleep(SETTLED)
            # The last verdict counts, as an earlier one may have been taken back.
            verdict = watcher.verdicts[-1][0] if watcher.verdicts else None
            if truth.worth(duel, done, verdict) is Worth.WRONG:
                edges = [(seat, edge) for seat, edge, _ in pad.reached]
                wrong.append(truth.replay(duel, done, edges, verdict))
            nobody += not isinstance(verdict, Decided)
            astray += bool(truth.spoiled(duel, done))
            let_go(hands)
            watcher.wait(lambda: watcher.all_are(SeatState.OPEN))
            time.sleep(UNSTORMED.lock_out / SECOND * 2)
    return wrong, nobody, astray


def button_rounds(ask: Ask, bounce_time: float | None, pins: Factory, hands: Hands) -> int:
    """Return in how many rounds with plain Buttons the earlier hand didn't win."""
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
            made(hands, chatter(luck))
            time.sleep(SETTLED)
            wrong += pressed[:1] != [0]
            let_go(hands)
            time.sleep(SETTLED)
    return wrong
