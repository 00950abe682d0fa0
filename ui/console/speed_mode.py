"""Two Player Speed Mode on the command line: a final board's points."""

from pathlib import Path

from companion.errors import SetupError
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, read_board_file
from companion.games.speed_mode.boards import Tally, read_tokens, tally
from ui.console import words


def board_of(source: Path | None) -> Board:
    """Return the board of a file, or the derived one; SetupError names every fault of one that is none."""
    return derived() if source is None else read_board_file(source)


def count(text: str, source: Path, board: Board, *, unpaired: bool) -> Tally:
    """Count a final board; SetupError names every fault of the text by line and column."""
    try:
        return tally(board, read_tokens(text, board), unpaired=unpaired)
    except SetupError as error:
        raise SetupError(*words.each_of(str(source), str(error).splitlines())) from None


def in_words(counted: Tally) -> str:
    """Return a tally for people: a line for each player, most points first, and who has won."""
    order = sorted(counted.scores, key=lambda player: -counted.scores[player])
    told = [
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
    return "\n".join((*told, words.SHARED if shared else words.wins(first)))
