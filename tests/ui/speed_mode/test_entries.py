"""The two entry dialogs: points for groups, counted by hand; and which card is face up."""

import pytest

from companion.game import Level, Seat
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.model import MOST_GROUPS, Facts
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk, the
from tests.ui.panels import PANELS, UPRIGHT
from tests.ui.test_layout import faults
from ui.dialogs.notice import EntryDialog
from ui.games.speed_mode import words
from ui.games.speed_mode.entries import GroupsEntry
from ui.games.speed_mode.face import SpeedFace
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, walk
from ui.stage import theme
from ui.table.names import cards

FOX, OWL = Seat(0), Seat(1)


pytestmark = pytest.mark.parametrize("desk", [*PANELS, *UPRIGHT], indirect=True)


def deal(desk: Desk, facts: Facts) -> None:
    desk.frame.deal(SpeedFace(), facts, theme.plates()[:2])
    desk.settle()


def entry_on(desk: Desk) -> EntryDialog:
    """Return the open entry dialog, after checking its layout."""
    desk.settle()
    fit(desk)
    return the(EntryDialog, desk.table.opened)


def groups_on(desk: Desk) -> GroupsEntry:
    deal(desk, Facts(rulings={"unpaired_groups": "by_hand"}))
    desk.table.tell_now(r.MakeCombination(FOX, Place(0, 0), 0))
    for n in range(10):
        desk.table.tell_now(r.Exchange(Seat((n + 1) % 2), 0))
    desk.table.tell_now(r.AnswerEnd(end=True))
    desk.settle()
    desk.tap_on(words.COUNT_GROUPS)
    return the(GroupsEntry, entry_on(desk).entry)


def test_points_for_groups_are_told_with_a_stepper_each_and_done(desk: Desk) -> None:
    groups = groups_on(desk)
    assert faults(groups) == []
    fox, owl = groups["points 0 plus"], groups["points 1 minus"]
    assert [groups.part()[f"points {seat}"].caption for seat in (FOX, OWL)] == ["Fox", "Owl"]
    assert fox.right <= owl.x or fox.y >= owl.top
    desk.tap(fox)
    for _ in range(3):
        desk.tap(groups["points 1 plus"])
    desk.tap(owl)
    assert groups.points == (1, 2)
    desk.tap_on(frame.DONE, groups)
    desk.settle()
    assert desk.table.opened is None
    assert [seat.points for seat in desk.table.session.view.seats] == [1, 2]
    assert desk.table.session.match.outcome is not None


def test_no_points_for_groups_are_points_too_and_there_is_a_most(desk: Desk) -> None:
    groups = groups_on(desk)
    assert not groups["points 0 minus"].live
    for _ in range(MOST_GROUPS + 1):
        groups["points 1 plus"].tap()
    assert groups.points == (0, MOST_GROUPS)
    assert not groups["points 1 plus"].live
    entry_on(desk)
    desk.tap_on(frame.DONE, groups)
    assert [seat.points for seat in desk.table.session.view.seats] == [0, MOST_GROUPS]


def test_the_sheet_for_groups_can_be_left_and_asks_again(desk: Desk) -> None:
    groups_on(desk)
    desk.tap_on(frame.CANCEL)
    desk.settle()
    assert desk.table.opened is None
    assert desk.table.session.match.outcome is None
    desk.tap_on(words.COUNT_GROUPS)
    assert isinstance(entry_on(desk).entry, GroupsEntry)


def test_a_card_that_lies_face_up_is_told_by_its_picture_and_is_gone_from_the_hidden_ones(desk: Desk) -> None:
    deal(desk, Facts(level=Level.WATCHING))
    left = desk.table.session.view.state.board.deck
    desk.tap_on(words.OPENED)
    picker = the(PartScreen, entry_on(desk).entry)
    pads = [part for part in walk(picker.part()) if isinstance(part, Button)]
    assert [pad.title for pad in pads] == [words.kind(kind) for kind in left]
    assert [pad.hint for pad in pads] == [cards(left[kind]) for kind in left]
    opened = list(left)[1]
    desk.tap(desk.pad(words.kind(opened), picker))
    desk.settle()
    assert desk.table.session.view.state.open == (opened,)
    assert desk.table.opened is None
    desk.tap_on(words.OPENED)
    assert desk.pad(words.kind(opened), entry_on(desk)).subtitle.text == cards(left[opened] - 1)
