"""A table on its screen while games are played on it: `python -m tests.bench.table_window GAME EVENTS`.

Simulated people play whole games one after the other, wrong moves among them, and every change is drawn. The
window is one of memory, drawn by the software renderer.
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
"""Events; by then everything has been drawn that a game has."""


def main(game: str, events: int) -> None:
    """Play, and print what the process weighed when it was warm, at its heaviest, and at the end.

    When a match begins there is no line of play yet: what is more then has been left behind.
    """
    rig = Rig()
    rig.size(1280, 720)
    most, told, seed = 0, 0, 0
    begun: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(rig, Path(folder) / "matches.db")
        while not begun or told < events:
            seed += 1
            for told_of_it, _ in enumerate(match(desk, game, seed)):
                if told >= WARM and told_of_it == 0:
                    begun.append(weigh())
                told += told_of_it > 0
                if told_of_it and told % WARM == 0:
                    most = max(most, weigh())
        desk.close()
    sys.stdout.write(msgspec.json.encode(Weighed(begun[0], max(most, *begun), begun[-1])).decode() + "\n")


def match(desk: Desk, game: str, seed: int, players: int = 0) -> Iterator[None]:
    """Play one match to its end; yields when it has begun, and whenever something was told and drawn.

    As many play as can, where it isn't said how many.
    """
    face, people = FACES[game](), FACES[game]().people(seed)
    players = players or face.counts[-1]
    desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), theme.plates()[:players])
    yield
    while desk.table.session.outcome is None:
        desk.go_on(people)
        desk.pump(1)
        yield


def weigh() -> int:
    """Return the memory of this process, in bytes, without what is only waiting to be given back.

    The software renderer keeps the work of its last frames, some 35 kB for each change of tone or texture in
    them: 10 to 36 MB that a graphics chip hasn't got. They are weighed as frames that show nothing.
    """
    shown = list(Window.canvas.children)
    Window.canvas.clear()
    for _ in range(2):
        Window.canvas.ask_update()
        EventLoop.idle()
        glFinish()
    gc.collect()
    # As the app does once a minute.
    kivy_app.give_back()
    weight = memory_now()
    for one in shown:
        Window.canvas.add(one)
    return weight


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
