"""Tracktic: how fast the longest path of every colour is found and proved.

The baseline is a plain profile dynamic programme, the obvious first approach. A solver's time is given too.
Listing all paths takes hours on most of these boards, so comparing with that would only flatter us.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import product
from random import Random
from statistics import median
from types import FrameType

from companion.games.tracktic.boards import read_board
from companion.games.tracktic.model import COLOURS, Piece, cells_with
from companion.games.tracktic.paths import longest
from companion.games.tracktic.profile import demo
from tests.bench.measure import RUNS, Row
from tests.games.tracktic.plain_paths import Board, any_board, grown_board, legal_board, rectangle
from tests.games.tracktic.players import Table
from tests.games.tracktic.profile_paths import profile_longest
from tests.games.tracktic.solver_paths import solved

LIMIT = 10.0
"""Seconds that each alternative has for all colours of a board."""


class Late(Exception):
    """The time limit was reached."""


def rows() -> Iterator[Row]:
    """Measure all boards."""
    if find_spec("ortools") is None:
        print("CP-SAT is left out of the longest paths: ortools is not installed (requirements-bench.lock).")
    else:
        # Import it now, as that takes a while and mustn't be measured.
        solved(rectangle(1, 2), [])
    for what, board, budget in boards():
        yield row(what, board, budget)


def boards() -> Iterator[tuple[str, Board, float]]:
    """Yield boards, always the same, with the limit in seconds for all their colours."""
    for players in (2, 4):
        yield f"a simulated game of {players} with the made-up box", played_board(players, 1), 0.05
    own, white = any_board(Random(3), 5, 5)
    yield "5 x 5", ([frozenset(own)], frozenset(white)), 0.05
    yield "12 x 12, as a game leaves it, 10 % white", grown_board(Random(1), 12, 0.1), 0.05
    for turned in (0.05, 0.15, 0.3):
        part = f"{turned * 100:.0f} % white"
        yield f"20 x 20, as a game leaves it, {part}", grown_board(Random(1), 20, turned), 0.05
        yield f"20 x 20 full, {part} anywhere", legal_board(Random(1), 20, turned), 0.05
    yield "20 x 20 full, 30 % white in 8 heaps", legal_board(Random(1), 20, 0.3, heaps=8), 0.05
    yield "20 x 20 full, 30 % white in one heap", legal_board(Random(1), 20, 0.3, heaps=1), 0.05
    for size in (7, 8):
        cells = rectangle(size, size)
        yield f"{size} x {size} all white but one", ([frozenset(cells[:1])], frozenset(cells[1:])), 2.0


def played_board(players: int, seed: int) -> Board:
    """Return the board at the end of a simulated game."""
    table = Table(demo(), players, seed)
    while not table.over:
        table.turn()
    board = read_board(table.text())
    owns = [cells_with(board, colour) for colour in COLOURS]
    return [own for own in owns if own], cells_with(board, Piece.WHITE)


def row(what: str, board: Board, budget: float) -> Row:
    """Measure a board: ours several times, each alternative once; the ratio is to the plain profile."""
    owns, white = board
    found = [longest(own, white) for own in owns]
    points = [len(one.path) for one in found]
    assert all(one.exact for one in found)
    ours = median(timed(lambda: [len(longest(own, white).path) for own in owns], points) for _ in range(RUNS))
    took = {"plain profile": timed(lambda: [len(profile_longest(own, white)) for own in owns], points)}
    if find_spec("ortools") is not None:
        took["CP-SAT"] = solver_time(board, points)
    return Row(
        f"Tracktic: longest paths, {what}",
        f"{ours * 1e3:.1f} ms",
        "; ".join(f"{name}: {as_text(each)}" for name, each in took.items()),
        ours / took["plain profile"],
        f"<= {budget * 1e3:.0f} ms",
        ours <= budget,
    )


def as_text(took: float) -> str:
    return f"> {LIMIT:.0f} s" if took >= LIMIT else f"{took:.1f} s" if took >= 1 else f"{took * 1e3:.1f} ms"


def timed(work: Callable[[], list[int]], points: list[int]) -> float:
    """Return the seconds of a run, at most `LIMIT`; its result must be `points`."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    start = time.perf_counter()
    try:
        assert work() == points
        return min(LIMIT, time.perf_counter() - start)
    except Late:
        return LIMIT
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def solver_time(board: Board, points: list[int]) -> float:
    """Return the seconds that CP-SAT takes, at most `LIMIT`, which it observes by itself."""
    owns, white = board
    start = time.perf_counter()
    for own, count in zip(owns, points, strict=True):
        left = LIMIT - (time.perf_counter() - start)
        proved = solved(own, white, left) if left > 0 else None
        if proved is None:
            return LIMIT
        assert proved == count
    return time.perf_counter() - start


def survey(count: int) -> Iterator[str]:
    """Yield a line about the processor time for `count` boards of each kind."""
    makers = grown_board, legal_board
    for make, colours, turned, heaps in product(makers, (4, 2), (0.05, 0.15, 0.3), (0, 8, 4, 2, 1)):
        took: list[float] = []
        exact = 0
        for seed in range(count):
            owns, white = make(Random(seed), 20, turned, colours, heaps)
            start = time.process_time()
            found = [longest(own, white) for own in owns]
            took.append((time.process_time() - start) * 1e3)
            exact += all(one.exact for one in found)
        yield (
            f"{make.__name__}, {colours} colours, {turned:.0%} white, {heaps or 'no'} heaps: "
            f"median {median(took):.1f} ms, slowest {max(took):.1f} ms, "
            f"over 50 ms {sum(each > 50 for each in took)}, proved {exact} of {count}"
        )


if __name__ == "__main__":
    for line in survey(int(sys.argv[1])):
        print(line, flush=True)
