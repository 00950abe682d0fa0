"""The sides beside the board: from two players to twelve, every seat has a row of its own."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.model import HANDS, Facts, Owed
from companion.games.sequence_states.view import View, view
from tests.games.sequence_states.board import position
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.table import GAME, seen, words_of
from ui import theme
from ui.games.sequence_states.board import SequenceBoard
from ui.widgets.layout import Rect

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


def shown(rig: Rig, seen: View, players: int, size: tuple[int, int] = (800, 480)) -> SequenceBoard:
    rig.size(*size)
    board = SequenceBoard(words_of(players))
    board.size = MIDDLE[size]
    rig.show(board)
    board.show(seen, None)
    rig.pump(4)
    return board


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "teams"), [*((n, "two") for n in HANDS), (6, "three"), (12, "three")])
def test_every_seat_has_a_row_apart_from_the_others(
    rig: Rig, players: int, teams: str, size: tuple[int, int]
) -> None:
    state = GAME.opening(Facts(players, rulings={"teams": teams}))
    board = shown(rig, view(state, None), players, size)
    rows = [board.panel.rect_of(Seat(seat)) for seat in range(players)]
    stock = board.panel.stock
    everything = [*rows, Rect(stock.x, stock.y, stock.width, stock.height)]
    assert all(apart(one, other) for one, other in combinations(everything, 2))
    for row in rows:
        assert row.height >= theme.mm(3.9)
        assert row.width >= theme.mm(13)
        assert board.panel.x <= row.x
        assert row.right <= board.panel.right
        assert row.top <= board.panel.top
    for side in view(state, None).sides:
        for seat in side.seats:
            assert seat in board.panel.card(side.side).rows


@pytest.mark.parametrize("players", [2, 12])
def test_a_card_to_be_taken_shows(rig: Rig, players: int) -> None:
    state = GAME.opening(Facts(players))
    board = shown(rig, view(state, None), players)
    pictures = []
    for changed in (
        state,
        replace(state, owed=(Owed(Seat(0), 1),)),
        replace(state, owed=(Owed(Seat(0), 1, Seat(1)), Owed(Seat(1), 2))),
        replace(state, lost=(1, *state.lost[1:])),
        replace(state, hands=(1, *state.hands[1:])),
        replace(state, turn=Seat(1)),
    ):
        board.show(view(changed, None), None)
        rig.pump(2)
        pictures.append(rig.picture(board)[2])
    assert len(set(pictures)) == len(pictures)
    assert board.panel.builds == 1


def test_notes_tell_dead_cards_and_few_chips(rig: Rig) -> None:
    state = position()
    ohio = seen(state).spaces_of("OH")
    rows = [["."] * 10 for _ in range(10)]
    for space, chip in zip(ohio, "rb", strict=True):
        rows[space.row][space.column] = chip
    dead = position(*("".join(row) for row in rows))
    board = shown(rig, seen(state), 2)
    assert board.panel.stock.notes.text == ""
    board.show(seen(dead), None)
    rig.pump(2)
    assert board.panel.stock.notes.text == "dead for all: OH\u00a0×2"  # noqa: RUF001 - a multiplication sign
    board.show(seen(replace(dead, chips=(3, 40))), None)
    assert board.panel.stock.notes.text.startswith("red chips left: 3")


def test_many_dead_cards_are_counted(rig: Rig) -> None:
    board = shown(rig, seen(replace(position(*["rb" * 5] * 10), chips=(20, 20))), 2)
    assert board.panel.stock.notes.text.startswith("dead for all: AL")
    assert board.panel.stock.notes.text.endswith(" +44")


def test_a_board_that_is_none_of_print_is_marked(rig: Rig) -> None:
    made_up = seen(position())
    board = shown(rig, made_up, 2)
    pictures = {rig.picture(board)[2]}
    board.show(replace(made_up, made_up=False), None)
    rig.pump(2)
    pictures.add(rig.picture(board)[2])
    assert len(pictures) == 2
