"""The app in a real window: games are played with mouse and keys, and killed (-9) in the middle.

The app must come back with the same match in the same position, with every acknowledged entry.
"""

import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.journal import StoredRow
from tests.window import cryptid, leaving, people, sequence_states, sheet, speed_mode, tracktic, ungle_speed
from tests.window.window import App, Display

BUILD = Path("build/window")


class Lane(Struct, frozen=True):
    """One game in the window: what to play until the kill, and what to check after it."""

    what: str
    until_killed: Callable[[App, Path], tuple[bytes, list[StoredRow]]]
    after_kill: Callable[[App, bytes, list[StoredRow], Path], None]


LANES = (
    Lane("a duel of Ungle Speed by mouse and keys", ungle_speed.until_killed, ungle_speed.after_kill),
    Lane("turns of Sequence by the mouse alone", sequence_states.until_killed, sequence_states.after_kill),
    Lane("Cryptid's secrets by the mouse alone", cryptid.until_killed, cryptid.after_kill),
    Lane("patterns of Tracktic by the mouse alone", tracktic.until_killed, tracktic.after_kill),
    Lane("combinations of Speed Mode by the mouse alone", speed_mode.until_killed, speed_mode.after_kill),
    Lane("a chess clock in real time", sheet.until_killed, sheet.after_kill),
    Lane("names, a whole match, and the record book", people.until_killed, people.after_kill),
    Lane("keys that leave other programs", leaving.until_killed, leaving.after_kill),
)


def main() -> int:
    """Run the lanes; return the exit code."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with Display() as display:
        # A machine that stalls for a second may lose a tap: what failed is said, and played once more.
        failed = sum(not (run(lane, display) or run(lane, display)) for lane in LANES)
    print(f"window lane: {len(LANES) - failed} passed, {failed} failed")
    return 1 if failed else 0


def run(lane: Lane, display: Display) -> bool:
    """Play, kill, restart, continue; return whether everything was right."""
    folder = Path(tempfile.mkdtemp())
    try:
        with App(display, folder, BUILD) as app:
            shown, before = lane.until_killed(app, BUILD)
        with App(display, folder, BUILD) as app:
            lane.after_kill(app, shown, before, BUILD)
    # Whatever goes wrong in one, the others are still played.
    except Exception as failure:  # noqa: BLE001
        traceback.print_exc(file=sys.stdout)
        print(f"window lane FAILED, {lane.what}: {failure!r}; what it showed is in {BUILD}/failure.png")
        print((folder / "app.log").read_text(errors="replace")[-2000:])
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"window lane: {lane.what}, a kill -9, and on in the same position")
    return True


if __name__ == "__main__":
    sys.exit(main())
