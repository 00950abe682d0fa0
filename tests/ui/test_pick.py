"""A duel of more than two: pick who was in it, and the winner splits the cards."""

import pytest

from companion.game import Level, Seat
from companion.games.ungle_speed.reports import CallDuel, SetLevel
from tests.ui.desk import Desk, the
from tests.ui.test_layout import faults
from ui.dialogs.questions import PickDialog, SplitDialog, VerdictDialog
from ui.games.ungle_speed import words


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
