"""What hands have to do stands in a strip, whole, until it is done: not only in small print."""

import pytest

from companion.game import Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.reports import MakeCombination
from companion.games.ungle_speed.events import PilesPotted
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import CallDuel, TakeTotem, TurnNext
from companion.match_reports import TakeBack
from tests.ui.desk import Desk
from ui.games.sequence_states import art as sequence
from ui.games.speed_mode import art as speed
from ui.games.ungle_speed import art as ungle
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.art import Art
from ui.table.presenting import Picturing
from ui.widgets.layout import rect_of

S = Seat
CARDS = "Owl takes 2 cards: Fox's pile, Owl's pile and the pot."


def dueled(desk: Desk) -> TableScreen:
    """Return the table after a duel that Fox won against Owl."""
    table = desk.deal("ungle-speed", 4)
    for report in (TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1)))):
        table.tell_now(report)
    desk.settle()
    return table


@pytest.mark.usefixtures("each_panel")
def test_who_takes_what_stands_whole_until_it_is_tapped_away(desk: Desk) -> None:
    table = dueled(desk)
    assert table.duty.title.text == CARDS
    board, strip = rect_of(table.board), rect_of(table.duty)
    assert strip.y >= board.top, "nothing of the board is hidden"
    assert table.duty.title.natural_width <= 2 * table.duty.title.width, "two lines hold it"
    length = table.session.shown
    desk.tap(table.duty)
    assert table.duty.parent is None
    assert table.session.shown == length, "it tells the record nothing"


def test_it_goes_when_play_goes_on_or_a_sheet_lies_open(desk: Desk) -> None:
    table = dueled(desk)
    desk.turn()
    assert table.duty.parent is None
    table.tell_now(TakeBack())
    desk.settle()
    assert table.duty.title.text == CARDS, "the duel is the newest again"
    assert table.duty.parent is table.banner
    table.tell_now(TakeBack())
    assert table.duty.parent is None
    table = dueled(desk)
    table.tell_now(TakeTotem(Grab((S(2),))))
    desk.settle()
    assert table.dialog is not None
    assert table.duty.parent is None


def test_nothing_for_the_pot_is_nothing_to_do(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    assert table.presenter.duty(()) == ""
    table.tell_now(TurnNext())
    assert table.duty.parent is None


# The small picture of the thing.
def pictured(desk: Desk) -> Art | None:
    """Return what the strip shows of the newest entry."""
    table = desk.table
    assert isinstance(table.presenter, Picturing)
    return table.presenter.pictured(table.session.match.line[-1].events)


def test_cards_that_are_taken_are_a_card_and_those_for_the_pot_the_totem(desk: Desk) -> None:
    table = dueled(desk)
    assert pictured(desk) == ungle.card(None, ())
    assert isinstance(table.presenter, Picturing)
    assert table.presenter.pictured((PilesPotted((S(0),)),)) == ungle.TOTEM
    assert table.presenter.pictured((PilesPotted(()),)) is None
    before = table.duty.title.x
    table.presenter.pictured(())
    table.duty.draw_beside(None)
    desk.pump()
    assert table.duty.title.x < before, "the picture stands before the words"


def test_five_chips_that_are_turned_over_are_a_chip_of_that_colour(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    for n in range(5):
        table.tell_now(PlaceChip(S(0), Space(4, n)))
        table.tell_now(DrawCard(S(0)))
        if n < 4:
            table.tell_now(PlaceChip(S(1), Space(n * 2, 9)))
            table.tell_now(DrawCard(S(1)))
    made = next(line for line in table.session.match.line[::-1] if "SequenceMade" in str(line.events))
    assert isinstance(table.presenter, Picturing)
    assert table.presenter.pictured(made.events) == sequence.chip(Colour.RED, locked=True)
    assert table.presenter.pictured(()) is None


def test_a_pair_is_the_circle_that_goes_down(desk: Desk) -> None:
    table = desk.deal("speed-mode", 2)
    at, elsewhere = Place(1, 1), Place(0, 0)
    for seat, place, half in ((0, at, 0), (1, elsewhere, 0), (0, at, 1)):
        table.tell_now(MakeCombination(S(seat), place, half))
    plate = table.presenter.seat_plate(S(0))
    assert pictured(desk) == speed.token(theme.seat_tone(plate), plate.letter, speed.WHOLE)
    table.tell_now(MakeCombination(S(1), Place(2, 2), 0))
    assert pictured(desk) is None
