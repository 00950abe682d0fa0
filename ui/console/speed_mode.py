"""Two Player Speed Mode on the command line: a final board's points, and a board of one's own as a file."""

from pathlib import Path

import msgspec

from companion.errors import CompanionError, NotSaved, SetupError
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, odd, read_board, read_board_file, write_board
from companion.games.speed_mode.boards import Tally, read_tokens, tally
from companion.store import Store
from companion.whole_file import write_owners_file
from ui.console import words
from ui.console import words as own_words
from ui.games.speed_mode.drafts import BOARD

# A final board.


def board_of(source: Path | None) -> Board:
    """Return the board of a file, or the derived one; SetupError names every fault of one that is none."""
    return derived() if source is None else read_board_file(source)


def count(text: str, source: Path, board: Board, *, unpaired: bool) -> Tally:
    """Count a final board; SetupError names every fault of the text by line and column."""
    try:
        return tally(board, read_tokens(text, board), unpaired=unpaired)
    except SetupError as error:
        raise SetupError(*words.each_of(str(source), str(error).splitlines())) from None


def as_json(counted: Tally) -> str:
    """Return `{"scores": {"a": n, "b": n}, "pairs": {...}, "extra": {...}, "unpaired": {...}}`.

    By player: the places `[row, column]` of the pairs, from 0, and the two places on either side of each
    extra point, between pairs and between unpaired combinations.
    """
    return msgspec.json.encode(counted).decode()


def in_words(counted: Tally) -> str:
    """Return a tally for people: a line for each player, most points first, and who has won."""
    order = sorted(counted.scores, key=lambda player: -counted.scores[player])
    told = [
        own_words.points_on_pairs(
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
    return "\n".join((*told, own_words.SHARED if shared else words.wins(first)))


# A board of one's own.


def check(source: Path) -> str:
    """Return that a file is a board, and what of it is odd; SetupError names every fault of another."""
    board = read_board_file(source)
    return "\n".join((own_words.is_pairs(str(source), len(board.pairs)), *map(own_words.odd, odd(board))))


def take_in(source: Path, store: Path) -> str:
    """Keep a file's board as the owner's own; CompanionError where it is none, or can't be kept."""
    board = read_board_file(source)
    try:
        with Store(store) as kept_there:
            kept_there.set(BOARD, write_board(board))
    except NotSaved as error:
        raise CompanionError(words.board_not_kept(str(error))) from None
    return words.board_imported(str(source))


def write_out(target: Path, store: Path) -> str:
    """Write the owner's board to a file, or the derived one to begin with where none is kept."""
    text = _kept(store)
    board = read_board(text.encode(), words.KEPT_BOARD) if text else derived()
    write_owners_file(target, write_board(board).encode())
    return words.board_exported(str(target)) if text else own_words.derived_exported(str(target))


def kept(store: Path) -> str:
    """Return which board is kept; SetupError where it can't be read."""
    text = _kept(store)
    if not text:
        return own_words.NO_PAIRS
    board = read_board(text.encode(), words.KEPT_BOARD)
    return own_words.pairs_kept(board.name, len(board.pairs))


def _kept(store: Path) -> str:
    if not store.exists():
        return ""
    with Store(store, reading=True) as settings:
        return settings.setting(BOARD, "")
