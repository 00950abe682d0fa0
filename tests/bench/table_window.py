"""A table's memory while games are played on its screen: `python -m tests.bench.table_window GAME EVENTS`.

Simulated players play whole games one after another, including wrong moves, and every change is drawn. The
window is in memory, drawn by the software renderer.
"""

import gc
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ui.stage import offscreen

offscreen.prepare("1280x720")

from kivy.base import EventLoop  # noqa: E402 - after the environment is set
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402

from companion.game import Level, Seat  # noqa: E402
from tests.bench.windows import Weighed, memory_now  # noqa: E402
from tests.ui.desk import Desk  # noqa: E402
from tests.ui.rig import Rig  # noqa: E402
from ui.games.registry import FACES  # noqa: E402
from ui.main import kivy_app  # noqa: E402
from ui.stage import theme  # noqa: E402

WARM = 1_000
"""Events after which everything in a game has been drawn."""


def main(game: str, events: int) -> None:
    """Play, and print the process's memory once it is warm, at most, and at the end.

    Warm and end are measured when a match begins and has no entries yet, so a difference is a leak.
    """
    rig = Rig()
    rig.size(1280, 720)
    most, counted, seed = 0, 0, 0
    begun: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(rig, Path(folder) / "matches.db")
        while not begun or counted < events:
            seed += 1
            for told_of_it, _ in enumerate(match(desk, game, seed)):
                if counted >= WARM and told_of_it == 0:
                    begun.append(weigh())
                counted += told_of_it > 0
                if told_of_it and counted % WARM == 0:
                    most = max(most, weigh())
        desk.close()
    sys.stdout.write(msgspec.json.encode(Weighed(begun[0], max(most, *begun), begun[-1])).decode() + "\n")


def match(desk: Desk, game: str, seed: int, players: int = 0) -> Iterator[None]:
    """Play one match to its end; yield when it has begun, and after every change is drawn.

    By default it has as many players as possible.
    """
    face, simulated = FACES[game](), FACES[game]().players(seed)
    players = players or face.counts[-1]
    desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), theme.plates()[:players])
    yield
    while desk.table.session.match.outcome is None:
        desk.go_on(simulated)
        desk.pump(1)
        yield


def weigh() -> int:
    """Return the memory of this process, in bytes, without memory that could be freed.

    The software renderer keeps data of its last frames, about 35 kB for each change of tone or texture: 10 to
    36 MB that a graphics chip wouldn't need. So this first draws frames that show nothing.
    """
    shown = list(Window.canvas.children)
    Window.canvas.clear()
    for _ in range(2):
        Window.canvas.ask_update()
        EventLoop.idle()
        glFinish()
    gc.collect()
    # The app does this once a minute.
    kivy_app.give_back()
    weight = memory_now()
    for one in shown:
        Window.canvas.add(one)
    return weight


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
