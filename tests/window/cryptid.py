"""Cryptid by mouse only: a dealt set-up, a wrong piece that others can't notice, an answer, and a kill -9."""

import stat
import subprocess
import sys
import time
from pathlib import Path

from companion.games.cryptid.events import Asked, CubeShared
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import Hue, State
from companion.journal import StoredRow
from tests.window.record import A_GLANCE, alike, last, restored, set_up, tell, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.168, 0.423)
PLACES = ((0.074, 0.604), (0.620, 0.604))
NEXT = (0.86, 0.12)
SHOW_ALL = (0.864, 0.896)
LARGE, UPPER, TOP = (0.889, 0.692), (0.889, 0.467), (0.889, 0.29)
FOX = (0.836, 0.906)
FIRST_SPACE = (0.3492, 0.2986)
ONE_SPACE = (0.03633, 0.075)
"""From a space to the next, right and down; every second column is half a space lower."""


def at(space: Hex) -> tuple[float, float]:
    """Return the place of a space on the screen."""
    down = space.row + space.column % 2 / 2
    return FIRST_SPACE[0] + space.column * ONE_SPACE[0], FIRST_SPACE[1] + down * ONE_SPACE[1]


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Place the opening cubes, ask, answer; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, NEXT, SHOW_ALL, NEXT, NEXT, NEXT)
    wrong_and_unheard(app, build)
    for _ in range(4):
        share(app)
    ask(app)
    app.picture(build / "cryptid_before_kill.png")
    kept_to_oneself(app)
    return app.still(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the same position is back, and continue it."""
    wait("the map again", lambda: alike(shown, app.look()))
    app.picture(build / "cryptid_after_kill.png")
    assert app.rows() == before, f"{len(before)} entries before the kill, {len(app.rows())} after it"
    ask(app)
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def wrong_and_unheard(app: App, build: Path) -> None:
    """Report a cube that contradicts the clue: only its player, holding their pad, may see a change."""
    state = now(app)
    hue = state.own(state.turn)[0]
    tapped(app, next(space for space in MAP if state.allows(hue, space)))
    before = app.still()
    app.tap(*LARGE)
    shown = app.still()
    assert shown == before, "a wrong piece has changed the screen"
    assert len(app.rows()) == 1, "a wrong piece is in the record"
    app.finger_down(*FOX)
    wait("why, while the finger rests", lambda: not alike(before, app.look()))
    app.picture(build / "cryptid_only_for_fox.png")
    app.finger_up()
    wait("the screen as it was", lambda: alike(before, app.look()))


def share(app: App) -> None:
    """Place a cube on a space that its clue forbids."""
    state = now(app)
    hue, space = forbidden(state)
    tapped(app, space)
    tell(app, LARGE if hue == state.own(state.turn)[0] else UPPER)
    wait_for(app, CubeShared)


def ask(app: App) -> None:
    """Ask about a space, answer truly, and place a cube if one is due."""
    state = now(app)
    space = next(space for space in MAP if state.spot(space).cube is None and not state.spot(space).discs)
    tapped(app, space)
    tell(app, LARGE)
    wait_for(app, Asked)
    one, other = state.own(state.others(state.turn)[0])
    if state.allows(one, space) and state.allows(other, space):
        tell(app, LARGE)
        return
    tell(app, TOP if state.allows(one, space) else UPPER)
    state = now(app)
    hue, space = forbidden(state)
    tapped(app, space)
    tell(app, LARGE if hue == state.own(state.turn)[0] else UPPER)


def forbidden(state: State) -> tuple[Hue, Hex]:
    """Return a cube that the player whose turn it is may place, and its space."""
    return next(
        (hue, space)
        for space in MAP[::-5]
        for hue in state.own(state.turn)
        if state.spot(space).cube is None
        and hue not in state.spot(space).discs
        and not state.allows(hue, space)
    )


def tapped(app: App, space: Hex) -> None:
    """Tap a space, and wait until it is marked."""
    before = app.still()
    time.sleep(A_GLANCE)
    app.tap(*at(space))
    wait(f"a mark on {space}", lambda: not alike(before, app.look()))


def now(app: App) -> State:
    """Return the saved position."""
    state = restored(app.rows()).state
    assert isinstance(state, State)
    assert state.sealed
    return state


def kept_to_oneself(app: App) -> None:
    """Check that only the owner may read the store, and that an export contains no clue."""
    mode = stat.S_IMODE(app.store.stat().st_mode)
    assert mode & 0o077 == 0, f"others may read the clues: {mode:o}"
    exported = app.folder / "export.jsonl"
    name = restored(app.rows()).header.match
    companion = Path(sys.executable).with_name("companion")
    command = [str(companion), "--store", str(app.store), "replay", name, "--export", str(exported)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    text = exported.read_text()
    assert '"clues":[]' in text
    assert '"kind"' not in text, "an export of a running match has a clue"
    assert last(app)
