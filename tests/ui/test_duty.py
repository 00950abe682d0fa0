"""What hands have to do stands in a strip, whole, until it is done: not only in small print."""

import pytest

from companion.game import Seat
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import CallDuel, TakeTotem, TurnNext
from companion.match_reports import TakeBack
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.test_comparing import deal
from ui.screens.table import TableScreen
from ui.widgets.layout import rect_of

S = Seat
CARDS = "Owl takes 2 cards: Fox's pile, Owl's pile and the pot."


def dueled(desk: Desk) -> TableScreen:
    """Return the table after a duel that Fox won against Owl."""
    table = deal(desk, "ungle-speed", 4)
    for report in (TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1)))):
        table.tell_now(report)
    desk.settle()
    return table


@pytest.mark.parametrize("size", PANELS)
def test_who_takes_which_cards_stands_whole_until_it_is_tapped_away(
    desk: Desk, size: tuple[int, int]
) -> None:
    desk.rig.size(*size)
    desk.resize()
    table = dueled(desk)
    assert table.duty.title.text == CARDS
    board, strip = rect_of(table.board), rect_of(table.duty)
    assert strip.top <= board.y, "nothing of the board is hidden"
    assert table.duty.title.natural_width <= 2 * table.duty.title.width, "two lines hold it"
    length = table.session.shown
    desk.tap(table.duty)
    assert table.duty.parent is None
    assert table.session.shown == length, "it tells the record nothing"


def test_it_goes_when_play_goes_on_and_when_the_ruling_is_taken_back(desk: Desk) -> None:
    table = dueled(desk)
    desk.turn()
    assert table.duty.parent is None
    table.tell_now(TakeBack())
    desk.settle()
    assert table.duty.title.text == CARDS, "the duel is the newest again"
    assert table.duty.parent is table
    table.tell_now(TakeBack())
    assert table.duty.parent is None


def test_nothing_for_the_pot_is_nothing_to_do(desk: Desk) -> None:
    table = deal(desk, "ungle-speed", 4)
    assert table.presenter.duty(()) == ""
    table.tell_now(TurnNext())
    assert table.duty.parent is None


def test_it_waits_below_a_sheet_that_lies_open(desk: Desk) -> None:
    table = dueled(desk)
    table.tell_now(TakeTotem(Grab((S(2),))))
    desk.settle()
    assert table.sheet is not None
    assert table.duty.parent is None
