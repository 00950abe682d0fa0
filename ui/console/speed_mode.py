"""Two Player Speed Mode on the command line: a final board's points."""

from pathlib import Path

from msgspec import Struct

from companion.errors import SetupError
from companion.games.speed_mode.board import Board, Link, Place
from companion.games.speed_mode.board_file import derived, read_board_file
from companion.games.speed_mode.boards import PLAYERS, final, read_tokens
from companion.games.speed_mode.score import points
from ui.console import words


def board_of(source: Path | None) -> Board:
    """Return the board of a file, or the derived one; SetupError names every fault of one that is none."""
    return derived() if source is None else read_board_file(source)


class Tally(Struct, frozen=True):
    """The points of each player; its pairs, and the two pairs on either side of each extra point.

    `extra` are those between pairs, `unpaired` those for groups of unpaired combinations.
    """

    scores: dict[str, int]
    pairs: dict[str, list[Place]]
    extra: dict[str, list[Link]]
    unpaired: dict[str, list[Link]]


def count(text: str, source: Path, board: Board, *, unpaired: bool) -> Tally:
    """Count a final board; SetupError names every fault of the text by line and column."""
    try:
        state = final(board, read_tokens(text, board), unpaired=unpaired)
    except SetupError as error:
        raise SetupError(*words.each_of(str(source), str(error).splitlines())) from None
    told = Tally({}, {}, {}, {})
    for seat, player in zip(state.seats, PLAYERS, strict=True):
        told.scores[player] = points(state, seat)
        told.pairs[player] = [place for place in board.places if state.on(place).circle == seat]
        for group, links in ((False, told.extra), (True, told.unpaired)):
            own = (extra for extra in state.extras if extra.seat == seat and extra.group == group)
            links[player] = [extra.between for extra in own]
    return told


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
