"""Teams, hand sizes, and who begins."""

import json

import msgspec
import pytest

from companion.errors import SetupError
from companion.game import Seat
from companion.games.sequence_states.evolve import side_counts
from companion.games.sequence_states.layout import ADD, BOX, KINDS, REMOVE, STATES, Layout, copies
from companion.games.sequence_states.model import Colour, Facts, Side
from companion.games.sequence_states.reports import AnyReport
from companion.games.sequence_states.score import score
from tests.games.sequence_states.board import GAME


def test_the_box_holds_108_cards_and_the_fifty_states() -> None:
    assert BOX == 108 == sum(map(copies, KINDS))
    assert (len(STATES), copies("OH"), copies(ADD), copies(REMOVE)) == (50, 2, 4, 4)
    assert (STATES["NV"].name, STATES["NV"].capital) == ("Nevada", "Carson City")
    assert len({state.name for state in STATES.values()}) == 50


@pytest.mark.parametrize("card", ["OH\n", "oh", "OHIO", "", "ADD "])
def test_nothing_else_is_read_as_a_card(card: str) -> None:
    text = json.dumps({"type": "sequence_states.swap_dead", "seat": 0, "card": card})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=AnyReport)


@pytest.mark.rule("ss.players")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7, 11, 13, 14])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match=f"players: {players} can't play"):
        GAME.opening(Facts(players))


@pytest.mark.rule("ss.players")
@pytest.mark.parametrize(
    ("players", "sides"),
    [(2, (2,)), (3, (3,)), (4, (2,)), (6, (2, 3)), (8, (2,)), (9, (3,)), (10, (2,)), (12, (2, 3))],
)
def test_up_to_three_play_alone_more_in_two_or_three_teams(players: int, sides: tuple[int, ...]) -> None:
    assert side_counts(players) == sides
    for count in sides:
        rulings = {"teams": "three" if count == 3 else "two"}
        state = GAME.opening(Facts(players, rulings=rulings))
        assert len(state.colours) == count
        assert {len(state.team(Side(side))) for side in range(count)} == {players // count}
        assert state.needed == (1 if count == 3 else 2)


@pytest.mark.rule("ss.hand")
@pytest.mark.parametrize(
    ("players", "cards"), [(2, 7), (3, 6), (4, 6), (6, 5), (8, 4), (9, 4), (10, 3), (12, 3)]
)
def test_everybody_is_dealt_as_many_cards_as_the_table_says(players: int, cards: int) -> None:
    state = GAME.opening(Facts(players))
    assert (state.hands, state.deck) == ((cards,) * players, 108 - players * cards)
    assert score(state) == {"sequences": [0] * players, "hand": [cards] * players, "lost": [0] * players}


@pytest.mark.rule("ss.seating")
def test_the_sides_alternate_around_the_table() -> None:
    assert GAME.opening(Facts(6)).sides == (0, 1, 0, 1, 0, 1)
    assert GAME.opening(Facts(6, rulings={"teams": "three"})).sides == (0, 1, 2, 0, 1, 2)
    assert GAME.opening(Facts(9)).sides == (0, 1, 2) * 3
    # The seating of sides may be given.
    assert GAME.opening(Facts(4, sides=tuple(map(Side, (1, 0, 1, 0))))).sides == (1, 0, 1, 0)
    three = tuple(map(Side, (0, 1, 2) * 2))
    assert len(GAME.opening(Facts(6, sides=three)).colours) == 3


@pytest.mark.rule("ss.seating")
@pytest.mark.parametrize(
    ("sides", "wrong"),
    [
        ((0, 0, 1, 1), "seat 2 is of side 1, where side 0 should sit; .* every second place"),
        ((0, 1, 1, 0), "seat 2"),
        ((0, 1, 2, 0), "4 players make 2 equal sides"),
        ((0, 1), "4 play, and 2 are told a side"),
        ((0, 0, 0, 0), "4 players make 2 equal sides"),
        ((0, 3, 0, 3), "counted from 0"),
    ],
)
def test_another_seating_is_refused(sides: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        GAME.opening(Facts(4, sides=tuple(map(Side, sides))))


@pytest.mark.rule("ss.first", "ss.players")
def test_facts_that_make_no_game() -> None:
    # The player left of the dealer begins.
    assert GAME.opening(Facts(4, first=Seat(3))).turn == 3
    with pytest.raises(SetupError, match="no seat 4"):
        GAME.opening(Facts(4, first=Seat(4)))
    # Each side chooses its own colour.
    assert GAME.opening(Facts(2, colours=(Colour.GREEN, Colour.RED))).colours == (Colour.GREEN, Colour.RED)
    for colours in ((Colour.RED,), (Colour.RED,) * 2, tuple(Colour), (Colour.RED, Colour.BLUE, Colour.RED)):
        with pytest.raises(SetupError, match="colour each"):
            GAME.opening(Facts(2, colours=colours))
    # An unknown ruling is refused.
    with pytest.raises(SetupError, match="choose one of: two, three"):
        GAME.opening(Facts(6, rulings={"teams": "four"}))
    # A board with too few spaces is refused, wherever it comes from.
    with pytest.raises(SetupError, match="a board has 10 lines"):
        GAME.opening(Facts(layout=Layout("short", ())))
    # Three teams where three can't be made are refused.
    with pytest.raises(SetupError, match="4 players can't make three teams"):
        GAME.opening(Facts(4, rulings={"teams": "three"}))
