"""The longest path: held against all paths there are."""

from random import Random

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.paths import longest
from tests.games.tracktic.plain_paths import plain_longest


def test_on_small_boards_it_is_the_longest_of_all_paths() -> None:
    for seed in range(500):
        chance = Random(seed)
        rows, columns, fill, turned = (
            chance.randint(1, 4),
            chance.randint(1, 5),
            chance.random(),
            chance.random(),
        )
        cells = [
            Cell(row, column) for row in range(rows) for column in range(columns) if chance.random() < fill
        ]
        own = [cell for cell in cells if chance.random() > turned]
        white = [cell for cell in cells if cell not in own]
        found = longest(own, white)
        assert found.exact
        assert len(found.path) == len(plain_longest(own, white))
