"""Duels of honest hands in virtual time: how often the right one wins, and how often it is "again".

`python -m tests.hardware.grab.duels 1000` prints the curve of docs/timing.md, from 1000 duels a cell.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void
from tests.hardware.grab.line_threads import (
    ARCADE,
    BUSY,
    GOOD,
    IDLE,
    LATE_THREADS,
    MS,
    REAL_TIME,
    SLOWER,
    US,
    Machine,
    Press,
    Switch,
    Table,
)

SEATS = 4
A_TABLE = 25
"""Duels played at one table: leftovers of earlier duels are part of the test."""

Tally = Counter[str]
"""How many duels were right, a dead heat, void, wrong, without a verdict ("none"), or taken back.

"wide" counts dead heats of hands further apart than the stated band."""


def judged(presses: Sequence[Press], verdicts: Sequence[Verdict]) -> str:
    """Return how right the last verdict is, given when hands truly came down.

    A dead heat is wrong if it leaves out the hand that was first.
    """
    if not verdicts:
        return "none"
    verdict = verdicts[-1]
    if isinstance(verdict, Void):
        return "void"
    begin = {press.seat: press.at for press in presses}
    first = min(begin, key=lambda seat: begin[seat])
    if isinstance(verdict, Decided):
        return "right" if begin[verdict.seat] == begin[first] else "wrong"
    assert isinstance(verdict, DeadHeat)
    if first not in verdict.seats:
        return "wrong"
    spread = max(begin[seat] for seat in verdict.seats) - begin[first]
    return "dead heat" if spread <= verdict.band else "wide"


def duel(table: Table, presses: Sequence[Press]) -> str:
    """Arm, press, and return how the verdict was judged."""
    table.verdicts.clear()
    table.arm()
    for press in presses:
        table.press(press)
    table.run(max(press.at + press.lasts for press in presses) + 1_000 * MS)
    return judged(presses, table.verdicts)


def pairs(machine: Machine, switch: Switch, apart: int, count: int, *, held: int = 0, seed: int = 1) -> Tally:
    """Play duels of two hands `apart` ns apart, while our process is stopped for `held` ns."""
    random, tally = Random(seed), Tally()
    for number in range(count):
        if number % A_TABLE == 0:
            table = Table(SEATS, machine, switch, random)
        at = table.hand.now() + random.randint(200 * MS, 400 * MS)
        first, second = random.sample(range(SEATS), 2)
        if held:
            since = at - random.randint(0, held // 2)
            table.hold(since, since + held)
        hands = ((first, at), (second, at + apart))
        presses = [Press(seat, down, random.randint(80 * MS, 250 * MS)) for seat, down in hands]
        tally[duel(table, presses)] += 1
        tally["taken back"] += len(table.verdicts) > 1
    return tally


def evening(
    machine: Machine, switch: Switch, reaction: int, count: int, *, hands: int = 6, seed: int = 1
) -> Tally:
    """Play duels of several hands; `reaction` is the standard deviation of their reactions in ns."""
    random, tally = Random(seed), Tally()
    for number in range(count):
        if number % A_TABLE == 0:
            table = Table(hands, machine, switch, random)
        now = table.hand.now()
        times = (round(random.gauss(now + 800 * MS, reaction)) for _ in range(hands))
        presses = [Press(seat, max(now + 50 * MS, at), 150 * MS) for seat, at in enumerate(times)]
        tally[duel(table, presses)] += 1
        tally["taken back"] += len(table.verdicts) > 1
    return tally


SEARCHING, QUICK = 250 * MS, 40 * MS
"""How reactions vary (ns) when players search for a symbol, and when all wait for one moment."""


def curve(count: int) -> list[tuple[str, Tally]]:
    """Return the rows that docs/timing.md shows."""
    rows = []
    for machine in (IDLE, SLOWER, REAL_TIME, BUSY):
        rows.append((f"{machine.name}; good switches, 0.3 ms apart", pairs(machine, GOOD, 300 * US, count)))
        for apart in (1, 3, 10):
            rows.append((f"... arcade, {apart} ms apart", pairs(machine, ARCADE, apart * MS, count)))
        rows.append(("... an evening, searching", evening(machine, ARCADE, SEARCHING, count)))
        rows.append(("... an evening, six quick hands", evening(machine, ARCADE, QUICK, count)))
    for held in (5, 20, 60):
        for apart in (10, 50):
            tally = pairs(SLOWER, ARCADE, apart * MS, count, held=held * MS)
            rows.append((f"process held for {held} ms, {apart} ms apart", tally))
    for apart in (150, 300, 700, 1_000, 1_500, 3_000):
        tally = pairs(LATE_THREADS, ARCADE, apart * US, count)
        rows.append((f"late line threads, {apart / 1_000:g} ms apart", tally))
    return rows


def main() -> None:
    """Print the curve as a table, in percent."""
    count = int(sys.argv[1])
    kinds = ("right", "dead heat", "wide", "void", "wrong", "taken back")
    print("| |", " | ".join(kinds), "|")
    print("|---|", "---:|" * len(kinds), sep="")
    for name, tally in curve(count):
        print(f"| {name} |", " | ".join(f"{100 * tally[kind] / count:.3g}" for kind in kinds), "|")


if __name__ == "__main__":
    main()
