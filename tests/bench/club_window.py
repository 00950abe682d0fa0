"""A table with a dead club desk, in turn with one in no club: `python -m tests.bench.club_window EVENTS`.

The same people play the same matches on both. The courier runs but reaches no desk, so it takes nothing.
from the table. The window is one of memory; the time is that of the table's own thread.
"""

import sys
import tempfile
import time
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from statistics import median

from tests.bench.table_window import match

# After the import that sets the window's environment.
from companion.club.mailbox import FEED  # isort: skip
from tests.ui.desk import Desk  # isort: skip
from tests.ui.rig import Rig  # isort: skip
from ui.desk.glance import Watch  # isort: skip

EVENTS_A_TURN = 20


def main(events: int) -> None:
    """Play on both; print the median seconds to enter and draw an event, in no club and with a dead desk."""
    rig, took = Rig(), ([0.0][:0], [0.0][:0])
    rig.size(1280, 720)
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(2 * -(-events // EVENTS_A_TURN)):
            with ExitStack() as opened:
                desk = Desk(rig, Path(folder) / f"{turn}.db")
                opened.callback(desk.close)
                if turn % 2:
                    mailbox = desk.saver.club.folder
                    mailbox.mkdir()
                    opened.enter_context(closing(Watch(mailbox / FEED)))
                playing = match(desk, "tracktic", turn // 2)
                next(playing)
                began = time.thread_time()
                for _ in islice(playing, EVENTS_A_TURN):
                    took[turn % 2].append(time.thread_time() - began)
                    began = time.thread_time()
                assert bool(turn % 2) == desk.frame._club_feed.shows(desk.table.session.name)
    sys.stdout.write(f"{median(took[0])} {median(took[1])}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
