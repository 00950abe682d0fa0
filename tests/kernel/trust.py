"""No wrong winner ever stands: hands whose true times are known, and a referee held up in every way.

The same duels are also played with the alternatives in `rivals`.
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
"""Seconds between two duels with a rival: longer than any debouncing here."""

DEBOUNCE = 5
"""Default debouncing of gpio-keys, in milliseconds."""

TABLES = (2, 3, 4, 5, 6, 8, 15)
"""Sizes of the tables: mostly small, like most families, as large tables take long to emulate."""

RIVAL_TABLES, RIVAL_PART = (2, 5, 15), 4
"""Table sizes for rivals; they play only one duel in `RIVAL_PART`."""

INTERPRETER = ctypes.PyDLL(None)
"""C functions, called without releasing the interpreter lock."""

BUSY = "while True: pass"
DISK = (
    "import os\n"
    "while True:\n"
    " with open('/run/out/stress', 'wb') as file:\n"
    "  file.write(bytes(1 << 20)); file.flush(); os.fsync(file.fileno())\n"
)


class Group(Struct, frozen=True):
    """Duels of one kind, under one kind of trouble."""

    trouble: str
    make: Make
    share: float
    """Share of all grabs."""
    holds: bool = False
    """Whether a stall holds the interpreter lock; otherwise it stops the process."""
    load: Callable[[], AbstractContextManager[object]] = nullcontext
    decided: bool = False
    """Whether the first hand must be named every time."""


class Tally(Struct):
    """The results of a group."""

    worth: Counter[Worth] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    astray: int = 0
    """Duels in which a seat's strokes weren't made as written."""
    taken_back: int = 0
    """Verdicts that were later made void."""
    to_verdict: list[int] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)


def groups() -> tuple[Group, ...]:
    """Return the groups: most for time that the host can't affect, loads for real concurrency."""
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
    """Return a maker of the same duels, with a stall in each."""
    return lambda luck, table: duels.stalled(luck, make(luck, table))


def trust(ask: Ask, outcome: Outcome) -> None:
    """Play every group with the pad, and a part with the rivals; the pad mustn't name a wrong winner."""
    parts: list[Callable[[Outcome], None]] = [partial(judge_pad, ask), *rivals(ask)]
    for part in parts:
        done = apart(part, Outcome(""))
        outcome.failures += done.failures
        for row, figures in done.figures.items():
            for column, figure in figures.items():
                outcome.put(row, column, figure)


def judge_pad(ask: Ask, outcome: Outcome) -> None:
    """Play every group with grab pads of all sizes."""
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
    """Play one duel with a pad, and count its verdict."""
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
    """Count the result of a duel; the last verdict counts, but the first one was shown."""
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
    """Put a group's tally into the table, and note failures."""
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
        # With two processors a busy host starves the kernel's threads, which miss whole presses.
        bearable = SIDE_BY_SIDE and bad is not Worth.WRONG
        outcome.expect(bearable or not worth[bad], f"{name}: {worth[bad]} times {bad.value}{replays}")
    ruled = worth[Worth.RIGHT]
    named = not group.decided or ruled == grabs
    outcome.expect(named, f"{name}: the first hand was named in only {ruled} of {grabs}; {reasons}")


def rivals(ask: Ask) -> Iterator[Callable[[Outcome], None]]:
    """Yield a function for each rival that plays a part of every group with it."""
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
    """Play a part of every group with a rival."""
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
    """Return the table row for a group."""
    return f"{group.make(random.Random(0), TABLES[0]).kind}; {group.trouble}"


def count(ask: Ask, group: Group, table: int) -> int:
    """Return how many duels of a group each table gets, the same for all."""
    return max(1, round(ask.grabs * group.share / len(TABLES)))


def resting(duel: Duel, press: bool) -> list[Stroke]:
    """Return strokes with which resting hands press or release."""
    return [Stroke(0, seat, press) for seat in duel.rests]


def made(hands: Hands, duel: Duel, holds: bool = False) -> list[Done]:
    """Play a duel with its stall; return when each stroke of its score was made."""
    timed = [(int(stroke.at), int(stroke.seat), stroke.closed) for stroke in duel.score]
    if duel.stall is not None:
        line = HOLD_INTERPRETER if holds else STAND_STILL
        timed.append((duel.stall.at, line, True))
        if holds:
            # The handler runs in this, the main thread, while it waits for the hands.
            micros = duel.stall.lasts // MICROSECOND
            signal.signal(signal.SIGUSR1, lambda *_: INTERPRETER.usleep(micros))
        else:
            timed.append((duel.stall.at + duel.stall.lasts, line, False))
    timed.sort(key=lambda stroke: stroke[0])
    ats = [0, *(at for at, _, _ in timed)]
    strokes = [Stroke(at - since, line, press) for since, (at, line, press) in zip(ats, timed, strict=False)]
    return hands.make(strokes, on_time=True)


@contextmanager
def busy(work: str, processors: Iterable[int]) -> Iterator[None]:
    """Keep processors busy, each with a Python program."""
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
