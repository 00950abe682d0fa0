"""`companion board`: what of one's own each game can take in and write out."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from ui.console import board, box, speed_mode


class OwnCommands(Struct, frozen=True):
    """What can be done with a board or a box of one's own; each returns what is said, or refuses."""

    check: Callable[[Path], str]
    take_in: Callable[[Path, Path], str]
    write_out: Callable[[Path, Path], str]
    kept: Callable[[Path], str]


OWN = {
    "sequence-states": OwnCommands(board.check, board.take_in, board.write_out, board.kept),
    "tracktic": OwnCommands(box.check, box.take_in, box.write_out, box.kept),
    "speed-mode": OwnCommands(speed_mode.check, speed_mode.take_in, speed_mode.write_out, speed_mode.kept),
}
