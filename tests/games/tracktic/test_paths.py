"""The longest path, compared with all paths there are, and with a solver."""

from collections.abc import Collection
from random import Random

import pytest

from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.paths import Longest, longest
from companion.games.tracktic.paths.frontier import seek
from companion.games.tracktic.paths.graph import blocks, cell_of, graph_of
from companion.games.tracktic.paths.sweep import sweep
from companion.games.tracktic.paths.ways import Quest, Task
from tests.games.tracktic.plain_paths import (
    any_board,
    flaws,
    grown_board,
    legal_board,
    plain_longest,
    rectangle,
)
from tests.games.tracktic.profile_paths import profile_longest


class Patience:
    """Say stop after a number of calls."""

    def __init__(self, often: int) -> None:
        self.left = often

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def proved(own: Collection[Cell], white: Collection[Cell]) -> int:
    """Return the length of the path found, after checking that it is valid and proved to be longest."""
    found = longest(own, white)
    assert list(flaws(found.path, own, white)) == []
    assert found.exact
    return len(found.path)


def drawn(*rows: str) -> tuple[list[Cell], list[Cell]]:
    """Return the own pieces, `O`, and the white ones, `W`, of a drawing."""
    signs = {Cell(n, m): sign for n, row in enumerate(rows) for m, sign in enumerate(row)}
    return [cell for cell in signs if signs[cell] == "O"], [cell for cell in signs if signs[cell] == "W"]


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ((".",), 0),
        (("O",), 1),
        # Pieces that touch at a corner only are not joined.
        (("O.", ".O"), 1),
        (("OOO", "..O"), 4),
        # A ring is walked once around.
        (("OOO", "O.O", "OOO"), 8),
        # At a fork a path takes one way.
        (("OOWOO", "..W..", "..O.."), 5),
        # White pieces extend a path, wherever they are on it.
        (("WOWWOW",), 6),
        # White pieces alone are nobody's path, however long.
        (("WWWWWWW",), 0),
        (("WWWWWWW", "......O"), 8),
        (("WWWWWWW", "...O..."), 5),
        (("WWWWWWW.O",), 1),
        # Pieces that aren't connected are no path.
        (("OOO.WWWW.OO",), 3),
    ],
)
@pytest.mark.rule("tt.score", "tt.white")
def test_a_point_a_piece_of_the_longest_path(rows: tuple[str, ...], points: int) -> None:
    assert proved(*drawn(*rows)) == points


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.long)])
def test_on_small_boards_it_is_the_longest_of_all_paths(share: int) -> None:
    chance = Random(1)
    for rows, columns, boards in ((2, 5, 600), (3, 3, 600), (3, 4, 800), (4, 4, 150), (5, 4, 20)):
        for _ in range(boards // share):
            own, white = any_board(chance, rows, columns)
            assert proved(own, white) == len(plain_longest(own, white))


def test_it_is_as_long_as_the_plain_profile_finds() -> None:
    chance = Random(8)
    for _ in range(60):
        own, white = any_board(chance, chance.randint(3, 6), chance.randint(3, 7))
        plain = profile_longest(own, white)
        assert list(flaws(plain, own, white)) == []
        assert proved(own, white) == len(plain)
    for make in (legal_board, grown_board):
        owns, turned = make(chance, 14, 0.1)
        assert [proved(own, turned) for own in owns] == [len(profile_longest(own, turned)) for own in owns]


@pytest.mark.parametrize("size", [7, 8, 11, 20])
def test_a_path_goes_through_all_pieces_of_a_square(size: int) -> None:
    cells = rectangle(size, size)
    assert proved(cells[:1], cells[1:]) == size**2
    assert proved(cells, []) == size**2


@pytest.mark.parametrize(("turned", "heaps"), [(0.05, 0), (0.15, 0), (0.15, 4), (0.3, 0), (0.3, 8)])
def test_on_legal_boards_of_any_size_it_is_proved(turned: float, heaps: int) -> None:
    chance = Random(3)
    for make in (legal_board, grown_board):
        owns, white = make(chance, MOST, turned, heaps=heaps)
        for own in owns:
            assert proved(own, white) >= bool(own)


def test_it_is_as_long_when_the_grid_is_turned_mirrored_or_moved() -> None:
    chance = Random(5)
    for _ in range(12):
        own, white = any_board(chance, 7, 8)
        points = proved(own, white)
        for n in range(1, 8):
            assert proved(_moved(own, n), _moved(white, n)) == points


def _moved(cells: list[Cell], n: int) -> list[Cell]:
    """Return the cells mirrored top to bottom (1), left to right (2), along the diagonal (4), or several."""
    last = MOST - 1
    places = [(cell.row, cell.column) for cell in cells]
    mirrored = [(last - r if n & 1 else r, last - c if n & 2 else c) for r, c in places]
    return [Cell(column, row) if n & 4 else Cell(row, column) for row, column in mirrored]


def test_the_same_pieces_have_the_same_path_in_whatever_order_they_are_told() -> None:
    chance = Random(6)
    for _ in range(25):
        own, white = any_board(chance, 6, 6)
        found = longest(own, white)
        assert longest(frozenset(own), chance.sample(white, len(white))) == found
        assert found.path == min(found.path, found.path[::-1])


def test_whatever_may_be_lost_it_loses_least() -> None:
    # On whole boards the first search may lose little, so any path found is a longest one; here it may lose
    # much.
    chance = Random(9)
    for _ in range(150):
        graph = graph_of(any_board(chance, 4, 4)[1])
        for nodes in blocks(graph, min(graph)) if graph else ():
            inside = {node: tuple(other for other in graph[node] if other in nodes) for node in nodes}
            task = Task(sweep(inside), Quest({}, None, None))
            answer = seek(task, 1000, None, None)
            assert len(answer.path or ()) == len(plain_longest(list(map(cell_of, nodes)), ()))
            assert not answer.cut


def hard() -> tuple[list[Cell], list[Cell]]:
    """Return a board whose longest path takes long to prove."""
    chance = Random(12)
    cells = [cell for cell in rectangle(14, 14) if chance.random() < 0.85]
    return cells[::9], [cell for n, cell in enumerate(cells) if n % 9]


def test_told_to_stop_it_gives_a_path_and_does_not_say_it_is_the_longest() -> None:
    own, white = hard()
    lengths = []
    for often in (0, 1, 10, 100):
        found = longest(own, white, Patience(often))
        assert list(flaws(found.path, own, white)) == []
        assert not found.exact
        lengths.append(len(found.path))
    assert lengths == sorted(lengths)
    assert lengths[0] > 100


def test_what_the_first_look_proves_needs_no_asking() -> None:
    own, white = drawn("OOWOO", "..W..", "..O..")
    assert longest(own, white, Patience(0)) == longest(own, white)
    assert longest([], white, Patience(0)) == Longest(())
