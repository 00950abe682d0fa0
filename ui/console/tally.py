"""`companion tally`: counting a finished board from a text file."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
from msgspec import Struct

from companion.errors import SetupError
from companion.games.owned_toml import MOST_LETTERS
from companion.games.sequence_states.boards import read_board
from companion.games.sequence_states.tally import Tally, tally
from companion.games.speed_mode.board import Board, Link, Place
from companion.games.speed_mode.boards import PLAYERS, final, read_tokens
from companion.games.speed_mode.score import points
from companion.games.tracktic import boards as tracktic
from companion.games.tracktic.model import Piece
from companion.whole_file import read_owners_file
from ui.console import words

STDIN = Path("-")
T = TypeVar("T")


def read(source: Path, stdin: BinaryIO) -> str:
    """Read the text of a board; one that is too long comes back as dots. Raises CompanionError."""
    text = stdin.read(MOST_LETTERS + 1) if source == STDIN else read_owners_file(source, MOST_LETTERS)
    try:
        # Report excess length rather than a letter that was cut in two.
        return "." * len(text) if len(text) > MOST_LETTERS else text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SetupError(words.not_text(str(source), error.reason, error.start)) from None


def count(text: str, source: Path, sides: int | None) -> Tally:
    """Count a board. Raises SetupError, which names every fault by line and column."""
    return _read(lambda text: tally(read_board(text), sides), text, source)


def as_json(counted: object) -> str:
    """Return a tally as JSON; rows and columns count from 0.

    Sequence: `{"sequences": {"red": [[[row, column] x 5], ...], ...}, "winner": ...}`. Tracktic:
    `{"scores": {"yellow": n}, "paths": {"yellow": [[row, column]]}, "exact": true}`. Two Player Speed Mode:
    `{"scores": {"a": n, "b": n}, "pairs": {...}, "extra": {...}, "unpaired": {...}}`: each player's pairs by
    place, and extra points (between pairs, and between unpaired combinations) by the places on either side.
    """
    return msgspec.json.encode(counted).decode()


def in_words(counted: Tally) -> str:
    """Return a tally as text: a line for each colour and each of its sequences, and the winner."""
    from ui.games.sequence_states.words import line

    lines: list[str] = []
    for colour, fives in counted.sequences.items():
        lines.append(words.sequences_of(colour.value, len(fives)))
        lines += [f"  {line(five)}" for five in fives]
    lines.append(words.wins(counted.winner.value) if counted.winner else words.NO_WINNER)
    return "\n".join(lines)


def _read(board_of: Callable[[str], T], text: str, source: Path) -> T:
    """Read a board; SetupError names its file with every fault."""
    try:
        return board_of(text)
    except SetupError as error:
        raise SetupError(*words.each_of(str(source), str(error).splitlines())) from None


def count_tracktic(
    text: str, source: Path, seconds: float | None, played: Collection[Piece] = ()
) -> tuple[tracktic.Tally, list[str]]:
    """Count a board of Tracktic, and return warnings about Ts that are still on it, by line and column.

    A colour that was `played` but isn't on the board has no points. After `seconds` the search stops, and
    points are "at least". Raises SetupError, which names every fault of the text.
    """
    from time import monotonic

    end = None if seconds is None else monotonic() + seconds
    board = _read(tracktic.read_board, text, source)
    path, ts = str(source), tracktic.find_ts(board)
    warnings = [words.t_on_board(path, cell.row + 1, cell.column + 1, colour.value) for colour, cell in ts]
    stop = None if end is None else (lambda: not monotonic() < end)
    return tracktic.tally(board, stop, played=played), warnings


def tracktic_in_words(counted: tracktic.Tally) -> str:
    """Return a tally as text: a line for each colour with its path, most points first."""
    order = sorted(counted.scores, key=lambda colour: -counted.scores[colour])
    return (
        "\n".join(
            words.points_of(
                colour.value,
                counted.scores[colour],
                counted.exact,
                " ".join(f"{cell.row + 1},{cell.column + 1}" for cell in counted.paths[colour]),
            )
            for colour in order
        )
        or words.NO_PATH
    )


class SpeedTally(Struct, frozen=True):
    """The points of each player; its pairs, and the two pairs on either side of each extra point.

    `extra` are those between pairs, `unpaired` those for groups of unpaired combinations.
    """

    scores: dict[str, int]
    pairs: dict[str, list[Place]]
    extra: dict[str, list[Link]]
    unpaired: dict[str, list[Link]]


def count_speed_mode(text: str, source: Path, board: Board, *, unpaired: bool) -> SpeedTally:
    """Count a final board; SetupError names every fault of the text by line and column."""
    state = final(board, _read(lambda text: read_tokens(text, board), text, source), unpaired=unpaired)
    counted = SpeedTally({}, {}, {}, {})
    for seat, player in zip(state.seats, PLAYERS, strict=True):
        counted.scores[player] = points(state, seat)
        counted.pairs[player] = [place for place in board.places if state.on(place).circle == seat]
        for group, links in ((False, counted.extra), (True, counted.unpaired)):
            extras = (extra for extra in state.extras if extra.seat == seat and extra.group == group)
            links[player] = [extra.between for extra in extras]
    return counted


def speed_mode_in_words(counted: SpeedTally) -> str:
    """Return a tally for people: a line for each player, most points first, and who has won."""
    order = sorted(counted.scores, key=lambda player: -counted.scores[player])
    lines = [
        words.points_on_pairs(
            player,
            counted.scores[player],
            len(counted.pairs[player]),
            len(counted.extra[player]),
            len(counted.unpaired[player]),
        )
        for player in order
    ]
    first, second = order
    shared = counted.scores[first] == counted.scores[second]
    return "\n".join((*lines, words.SHARED if shared else words.wins(first)))
