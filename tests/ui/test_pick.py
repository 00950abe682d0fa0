"""A duel of more than two: pick who was in it, and the winner splits the cards."""

import pytest

from companion.game import Level, Seat
from companion.games.ungle_speed.reports import CallDuel, SetLevel, Share, ShareCards
from tests.ui.desk import Desk, the
from tests.ui.test_layout import faults
from ui.dialogs.questions import PickDialog, SplitDialog, VerdictDialog
from ui.games.ungle_speed import words
from ui.language.words import PADS


def open_picking(desk: Desk) -> PickDialog:
    """Turn four cards, have seat 1 grab, and ask for a larger duel."""
    table = desk.seat(4)
    desk.turn(4)
    desk.grab((1, 0.0))
    desk.tap_on(words.LARGER_DUEL)
    desk.settle()
    return the(PickDialog, table.opened)


def test_who_was_in_a_larger_duel_is_picked(desk: Desk) -> None:
    picking, table = open_picking(desk), desk.table
    assert not picking.part()["done"].live, "the winner alone is no duel"
    desk.tap(picking["seat 1"])
    assert picking.part()["seat 1"].chosen, "the winner was in it"
    desk.tap(picking["seat 0"])
    assert not picking.part()["done"].live, "a duel of two is offered without picking"
    desk.tap(picking["seat 3"])
    desk.tap(picking["done"])
    assert isinstance(table.dialog, SplitDialog)
    assert table.session.match.line[-1].report == CallDuel((Seat(0), Seat(1), Seat(3)))
    desk.settle()
    desk.tap(table.dialog["share"])
    assert table.dialog is None
    assert sum(seat.stack for seat in table.session.view.seats) == 80 - 1


def test_the_winner_of_a_larger_duel_splits_the_cards_card_by_card(desk: Desk) -> None:
    picking, table = open_picking(desk), desk.table
    desk.tap(picking["seat 0"])
    desk.tap(picking["seat 3"])
    desk.tap(picking["done"])
    desk.settle()
    split = the(SplitDialog, table.dialog)
    assert split.cards == (2, 1), "as even as it can be"
    for pad, cards, left in (
        ("cards 0 minus", (1, 1), "1 card left"),
        ("cards 1 plus", (1, 2), "all given out"),
        ("cards 1 plus", (1, 3), "1 too many"),
        ("cards 1 minus", (1, 2), "all given out"),
    ):
        desk.tap(split[pad])
        assert (split.cards, split.part()["left"].text) == (cards, left)
    desk.tap(split["starts 1"])
    desk.tap(split["share"])
    assert table.dialog is None
    assert table.session.match.line[-1].report == ShareCards((Share(Seat(0), 1), Share(Seat(3), 2)), Seat(3))


def test_a_verdict_says_how_exact_it_is_to_who_asks(desk: Desk) -> None:
    desk.seat(4)
    desk.turn(4)
    desk.grab((1, 0.0), (2, 12.0))
    verdict = desk.verdict
    assert verdict.part()["subtitle"].text == "by 12 ms before Bear"
    desk.tap(verdict["exact"])
    assert verdict.part()["subtitle"].text.startswith("measured to ")
    assert faults(verdict) == []
    desk.tap(verdict["exact"])
    assert verdict.part()["subtitle"].text == "by 12 ms before Bear"


def test_the_grab_pads_on_the_screen_are_hidden_and_shown_again(desk: Desk) -> None:
    """Who grabs with keys wants the table larger."""
    table = desk.seat(4)
    strip, board = table.presses.strip, (*table.board.pos, *table.board.size)
    for shown in (False, True):
        desk.tap(table.bar.referee)
        desk.tap_on(PADS, table)
        assert strip is not None
        assert (strip in table.children, table.dialog) == (shown, None)
        assert faults(table) == []
    assert (*table.board.pos, *table.board.size) == board
    desk.turn()
    desk.press((1, 0.0))
    assert desk.verdict.content.winners == (Seat(1),)


def test_a_picking_is_called_off(desk: Desk) -> None:
    desk.tap(open_picking(desk)["cancel"])
    assert isinstance(desk.table.dialog, VerdictDialog)


@pytest.mark.usefixtures("each_way")
def test_watching_knows_who_is_in_a_duel(desk: Desk) -> None:
    desk.seat(4).tell(SetLevel(Level.WATCHING))
    desk.settle()
    desk.turn(4)
    desk.grab((1, 0.0))
    assert words.LARGER_DUEL not in desk.verdict.part().texts
    assert faults(desk.verdict) == []
