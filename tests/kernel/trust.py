"""No wrong winner ever stands: hands that know the truth, and a referee that is held up in every way.

Beside the grab pad such duels are played to what is used elsewhere (`rivals`).
"""

import ctypes
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import product

from msgspec import Struct, field

from companion.clock import MICROSECOND
from hardware.grab.adjudicate import Verdict, Void
from hardware.grab.contacts import Edge, Seat, SeatState
from tests.kernel import duels, truth
from tests.kernel.bursts import spread
from tests.kernel.duels import Duel, Make
from tests.kernel.lines import HOLD_INTERPRETER, SIDE_BY_SIDE, STAND_STILL, Chip, Done, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, apart, chance, factory, lines
from tests.kernel.rivals import Rival, gpio_keys, plain_buttons
from tests.kernel.truth import Worth
from tests.kernel.watch import UNSTORMED, TimedPad, Watcher, wiring

SETTLED = 0.1
"""Seconds between two duels of a rival: longer than any debouncing here."""

DEBOUNCE = 5
"""Milliseconds that gpio-keys debounces by where nothing else is asked for."""

TABLES = (2, 3, 4, 5, 6, 8, 15)
"""Seats of the tables that are played at; most families are small, and large tables take long to emulate."""

RIVAL_TABLES, RIVAL_PART = (2, 5, 15), 4
"""Rivals play at some of the tables, and one duel of so many."""

INTERPRETER = ctypes.PyDLL(None)
"""Functions of C that are called without letting the interpreter go."""

BUSY = "while True: pass"
DISK = (
    "import os\n"
    "while True:\n"
    " with open('/run/out/stress', 'wb') as file:\n"
    "  file.write(bytes(1 << 20)); file.flush(); os.fsync(file.fileno())\n"
)


class Group(Struct, frozen=True):
    """Duels of one kind under one kind of trouble."""

    trouble: str
    make: Make
    share: float
    """Of all grabs."""
    holds: bool = False
    """Whether a stall holds the interpreter; otherwise it stops the process."""
    load: Callable[[], AbstractContextManager[object]] = nullcontext
    decided: bool = False
    """Whether the first hand has to be named every time."""


class Tally(Struct):
    """What came of a group."""

    worth: Counter[Worth] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    astray: int = 0
    """Duels in which a seat wasn't played as it was written."""
    taken_back: int = 0
    """Verdicts that were said and made void afterwards."""
    to_verdict: list[int] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)


def groups() -> tuple[Group, ...]:
    """Return what is played: most where the host can't shake the time, the load where it is for real."""
    stopped = stalling(duels.melee)
    if SIDE_BY_SIDE:
        load = partial(busy, BUSY, (0, 1))
        return (
            Group("at rest", duels.melee, 0.02),
            Group("the process stopped for 60 to 2,000 ms", stopped, 0.004),
            Group("both processors fully loaded", duels.melee, 0.02, load=load),
            Group("both loaded, the process stopped for 60 to 2,000 ms", stopped, 0.004, load=load),
            Group("both loaded, the process stopped for 60 ms", duels.stopped_tap, 0.01, load=load),
        )
    disk = partial(busy, DISK, (0,))
    return (
        Group("the process stopped for 60 ms", duels.stopped_tap, 0.05, decided=True),
        Group("the interpreter held for 60 ms", duels.stopped_tap, 0.05, holds=True, decided=True),
        *(Group("at rest", row, 0.04, decided=True) for row in duels.ROWS),
        *(Group("at rest", tap, 0.03, decided=True) for tap in duels.TAPS),
        Group("at rest", duels.melee, 0.22),
        Group("the process stopped for 60 to 2,000 ms", stopped, 0.2),
        Group("the interpreter held for 60 to 2,000 ms", stopped, 0.1, holds=True),
        Group("the disk written without a pause", duels.melee, 0.04, load=disk),
    )


def stalling(make: Make) -> Make:
    """Return the same duels with a stall in each."""
    return lambda luck, table: duels.stalled(luck, make(luck, table))


def trust(ask: Ask, outcome: Outcome) -> None:
    """Play every group to the pad, and a part of each to the rivals; a wrong winner fails."""
    parts: list[Callable[[Outcome], None]] = [partial(judge_pad, ask), *rivals(ask)]
    for part in parts:
        done = apart(part, Outcome(""))
        outcome.failures += done.failures
        for row, figures in done.figures.items():
            for column, figure in figures.items():
                outcome.put(row, column, figure)


def judge_pad(ask: Ask, outcome: Outcome) -> None:
    """Play every group to grab pads of all sizes."""
    tallies: dict[Group, Tally] = {group: Tally() for group in groups()}
    luck = chance(ask, "trust")
    with lines("trust") as (chip, hands):
        for table in TABLES:
            with factory("gpiod", chip) as pins, TimedPad(wiring(chip, UNSTORMED, table), pins) as pad:
                watcher = Watcher(pad)
                for group, tally in tallies.items():
                    with group.load():
                        for _ in range(count(ask, group, table)):
                            play(pad, watcher, hands, group.make(luck, table), group.holds, tally)
    for group, tally in tallies.items():
        report(outcome, group, tally)


def play(pad: TimedPad, watcher: Watcher, hands: Hands, duel: Duel, holds: bool, tally: Tally) -> None:
    """Play one duel to a pad, and note what it says."""
    hands.make(resting(duel, press=True))
    watcher.wait(lambda: all(watcher.states[seat] is not SeatState.OPEN for seat in duel.rests))
    watcher.clear()
    pad.reached.clear()
    pad.arm()
    done = made(hands, duel, holds)
    watcher.wait(lambda: bool(watcher.verdicts))
    hands.make(resting(duel, press=False))
    watcher.wait(lambda: watcher.all_are(SeatState.OPEN))
    note(tally, duel, done, watcher.verdicts, [(seat, edge) for seat, edge, _ in pad.reached])


def note(
    tally: Tally,
    duel: Duel,
    done: list[Done],
    verdicts: list[tuple[Verdict, int]],
    edges: list[tuple[Seat, Edge]],
) -> None:
    """Count what came of a duel; the last word counts, the first one was shown."""
    last = verdicts[-1][0] if verdicts else None
    worth = truth.worth(duel, done, last)
    tally.worth[worth] += 1
    tally.astray += bool(truth.spoiled(duel, done))
    tally.taken_back += len(verdicts) > 1
    if worth is Worth.VOID and isinstance(last, Void):
        tally.reasons[last.reason.value] += 1
    if verdicts:
        tally.to_verdict.append(verdicts[0][1] - verdicts[0][0].at)
    if worth in (Worth.WRONG, Worth.WIDE, Worth.NONE):
        tally.replays.append(f"{worth.value}: {truth.replay(duel, done, edges, last)}")


def report(outcome: Outcome, group: Group, tally: Tally) -> None:
    """Put a group's tally into the table, and say what must not have been."""
    name = title(group)
    worth, grabs = tally.worth, sum(tally.worth.values())
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(tally.reasons.items()))
    outcome.put(name, "grabs", grabs)
    for one in Worth:
        outcome.put(name, one.value, worth[one])
    outcome.put(name, "void by reason", reasons)
    outcome.put(name, "taken back", tally.taken_back)
    outcome.put(name, "not quite as written", tally.astray)
    outcome.put(name, "to verdict, ms: p50 / p99", spread(tally.to_verdict, 1_000_000, 1))
    replays = "\n  ".join(["", *tally.replays[:10]])
    for bad in (Worth.WRONG, Worth.NONE, Worth.WIDE):
        # Side by side a busy host starves the kernel's threads: whole presses go by before one looks.
        bearable = SIDE_BY_SIDE and bad is not Worth.WRONG
        outcome.expect(bearable or not worth[bad], f"{name}: {worth[bad]} times {bad.value}{replays}")
    ruled = worth[Worth.RIGHT]
    named = not group.decided or ruled == grabs
    outcome.expect(named, f"{name}: the first hand was named in only {ruled} of {grabs}; {reasons}")


def rivals(ask: Ask) -> Iterator[Callable[[Outcome], None]]:
    """Give what plays a part of every group to each rival."""
    if SIDE_BY_SIDE:
        return
    if ask.lgpio:
        yield partial(judge_rival, ask, "Buttons on lgpio", plain_buttons)
    if ask.keys:
        for debounce in (0, DEBOUNCE):
            keys = partial(gpio_keys, module=ask.keys, debounce=debounce)
            yield partial(judge_rival, ask, f"gpio-keys, {debounce} ms", keys)


def judge_rival(
    ask: Ask, name: str, rival: Callable[[Chip], AbstractContextManager[Rival]], outcome: Outcome
) -> None:
    """Play a part of every group to something else that names winners."""
    found: dict[Group, Counter[Worth]] = {group: Counter() for group in groups()}
    luck = chance(ask, "trust")
    with lines("rival") as (chip, hands), rival(chip) as judge:
        for table, (group, worth) in product(RIVAL_TABLES, found.items()):
            with group.load():
                for _ in range(max(1, count(ask, group, table) // RIVAL_PART)):
                    duel = group.make(luck, table)
                    hands.make(resting(duel, press=True))
                    time.sleep(SETTLED)
                    judge.begin()
                    done = made(hands, duel, group.holds)
                    time.sleep(SETTLED)
                    worth[truth.winner(duel, done, judge.first())] += 1
                    hands.make(resting(duel, press=False))
                    time.sleep(SETTLED)
    for group, worth in found.items():
        nobody = f", nobody {worth[Worth.NONE]}" if worth[Worth.NONE] else ""
        outcome.put(title(group), name, f"wrong {worth[Worth.WRONG]}{nobody} of {sum(worth.values())}")


def title(group: Group) -> str:
    """Return the row of a group."""
    return f"{group.make(random.Random(0), TABLES[0]).kind}; {group.trouble}"


def count(ask: Ask, group: Group, table: int) -> int:
    """Return how many duels of a group a table gets: as many at every one of `TABLES`."""
    return max(1, round(ask.grabs * group.share / len(TABLES)))


def resting(duel: Duel, press: bool) -> list[Stroke]:
    """Return the strokes of hands that rest on their buttons, or let go."""
    return [Stroke(0, seat, press) for seat in duel.rests]


def made(hands: Hands, duel: Duel, holds: bool = False) -> list[Done]:
    """Have a duel played, with its stall, and return when each stroke of its score was made."""
    timed = [(int(stroke.at), int(stroke.seat), stroke.closed) for stroke in duel.score]
    if duel.stall is not None:
        line = HOLD_INTERPRETER if holds else STAND_STILL
        timed.append((duel.stall.at, line, True))
        if holds:
            # The handler runs here, in the main thread, in the middle of waiting for the hands.
            micros = duel.stall.lasts // MICROSECOND
            signal.signal(signal.SIGUSR1, lambda *_: INTERPRETER.usleep(micros))
        else:
            timed.append((duel.stall.at + duel.stall.lasts, line, False))
    timed.sort(key=lambda stroke: stroke[0])
    ats = [0, *(at for at, _, _ in timed)]
    strokes = [
        Stroke(at - before, line, press) for before, (at, line, press) in zip(ats, timed, strict=False)
    ]
    return hands.make(strokes, on_time=True)


@contextmanager
def busy(work: str, processors: Iterable[int]) -> Iterator[None]:
    """Keep processors busy with a program of Python meanwhile, one each."""
    workers = []
    try:
        for processor in processors:
            worker = subprocess.Popen([sys.executable, "-S", "-c", work])
            os.sched_setaffinity(worker.pid, {processor})
            workers.append(worker)
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
