"""Frames and verdicts of a table with and without watching phones: `python -m tests.bench.phones_window`.

One table, one server, 50 phones in another process, and turns and grabs by fingers, in rounds. In every
second round the table sends nothing to phones.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec

from ui.stage import offscreen

offscreen.prepare("800x480")

from companion.match_reports import TakeBack  # noqa: E402 - after the environment is set
from tests.bench.phones import PHONES, Beside  # noqa: E402 - after the environment is set
from tests.phones.program import program  # noqa: E402
from tests.ui.desk import Desk  # noqa: E402
from tests.ui.rig import Rig  # noqa: E402
from ui.phones.feed import Feed  # noqa: E402

ROUNDS, TURNS, GRABS = 5, 12, 4


def seconds(desk: Desk, work: Callable[[], None]) -> float:
    """Return the seconds that the table's thread works on some input, including all frames.

    They are of the thread's own clock, so other load doesn't count.
    """
    start = time.thread_time()
    work()
    desk.frame.begin_frame()
    return time.thread_time() - start


def a_round(desk: Desk) -> tuple[list[float], list[float]]:
    """Play a round; return the times of turns, and of grabs until their verdicts, in seconds."""
    turns, grabs = [], []
    for _ in range(GRABS):
        turns += [seconds(desk, desk.turn) for _ in range(TURNS // GRABS)]
        grabs.append(seconds(desk, lambda: desk.grab((1, 0.0), (0, 14.2))))
        desk.tap(desk.verdict["answer 0"])
    # Take everything back, so that nobody runs out of cards.
    desk.table.tell_now(TakeBack(desk.table.session.match.line[1].entry))
    desk.settle()
    return turns, grabs


def main() -> None:
    """Measure, and print the medians."""
    rig = Rig()
    rig.size(800, 480)
    with tempfile.TemporaryDirectory() as folder, program(Path(folder)) as run:
        desk = Desk(rig, Path(folder) / "matches.db")
        desk.services.feed = run.feed
        desk.seat(3)
        run.feed.open(desk.table.session.name)
        run.until(lambda: run.feed.news.url)
        desk.table.picture.draw()
        closed = Feed(Path(folder) / "nobody")
        watching = [sys.executable, "-m", "tests.bench.phones", run.feed.news.url]
        took: dict[bool, tuple[list[float], list[float]]] = {True: ([], []), False: ([], [])}
        with subprocess.Popen(watching) as phones:
            try:
                run.until(lambda: run.feed.news.watchers == PHONES)
                for n in range(2 * ROUNDS + 1):
                    desk.services.feed = run.feed if n % 2 else closed
                    turns, grabs = a_round(desk)
                    # The first round, with cold caches, doesn't count.
                    if n:
                        took[n % 2 == 1][0].extend(turns)
                        took[n % 2 == 1][1].extend(grabs)
            finally:
                phones.terminate()
        desk.services.feed = run.feed
        desk.close()
    (turn, grab), (turn_alone, grab_alone) = ([median(each) for each in took[sent]] for sent in (True, False))
    sys.stdout.write(msgspec.json.encode(Beside(turn, turn_alone, grab, grab_alone)).decode() + "\n")


if __name__ == "__main__":
    main()
