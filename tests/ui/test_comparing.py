"""The table compares the board, or its counts, with the referee's, and puts the record right: by touch."""

from itertools import count, repeat
from typing import Any

import pytest

from companion.game import Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.reports import PlaceChip
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import CallDuel, TakeTotem, TurnNext
from tests.ui.desk import Desk, the
from ui.dialogs import compare
from ui.dialogs.compare import CompareDialog, RecountDialog, WaysDialog
from ui.dialogs.history import HistoryDialog
from ui.games.sequence_states.pending import SpaceTap
from ui.games.sequence_states.presenter import SequencePresenter
from ui.games.sequence_states.words import A_CHIP
from ui.language import words
from ui.screens.table import TableScreen

S = Seat


def tell(table: TableScreen, *reports: Any) -> None:
    for report in reports:
        table.tell_now(report)


def comparing(desk: Desk) -> CompareDialog:
    desk.tap(desk.table.bar.referee)
    desk.tap_on(words.COMPARE)
    return the(CompareDialog, desk.table.overlay)


def differs(desk: Desk, place: Space, thing: str) -> None:
    """Tap a place of the board, and what lies there."""
    sheet = the(CompareDialog, desk.table.overlay)
    desk.rig.tap_at(*sheet["board"].scene.middle(SpaceTap(place)))
    desk.pump(3)
    desk.tap_on(thing, sheet)


def gone_through(desk: Desk) -> WaysDialog:
    sheet = the(WaysDialog, desk.table.overlay)
    while not sheet.ended:
        sheet.look_on(500)
    desk.pump(3)
    return sheet


def test_a_chip_that_was_told_on_the_wrong_space_is_found_and_put_right(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)), PlaceChip(S(1), Space(4, 4)))
    presenter = the(SequencePresenter, table.presenter)
    comparing(desk)
    differs(desk, Space(4, 4), words.NOTHING)
    differs(desk, Space(4, 5), A_CHIP[presenter.names.colour_of(S(1))])
    desk.tap_on(words.WHAT_WENT_WRONG, table.overlay)
    sheet = gone_through(desk)
    assert sheet.found[0].title == words.entry_instead(2)
    desk.tap_on(words.entry_instead(2), sheet)
    lying = table.game.game.lying(table.session.match.state)  # type: ignore[attr-defined]
    assert {space for space, side in lying.items() if side is not None} == {Space(0, 1), Space(4, 5)}
    assert table.overlay is None


def test_a_board_that_was_played_on_meanwhile_is_not_compared(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    comparing(desk)
    differs(desk, Space(4, 5), next(iter(A_CHIP.values())))
    desk.settle()
    table.session.submit(PlaceChip(S(0), Space(0, 1)), table.session.shown)
    desk.tap_on(words.WHAT_WENT_WRONG, table.overlay)
    assert table.overlay is None
    assert table.toast.text == words.STALE


def test_a_place_that_is_as_shown_after_all_is_no_difference(desk: Desk) -> None:
    desk.deal("sequence-states", 2)
    sheet = comparing(desk)
    red = next(iter(A_CHIP.values()))
    assert not sheet.part()["first"].live
    differs(desk, Space(3, 3), red)
    assert sheet.part()["first"].live
    desk.tap_on(red, sheet)
    desk.tap_on(words.AS_SHOWN, sheet)
    assert not sheet.part()["first"].live
    assert not sheet.told


def test_counts_that_differ_name_the_duel_and_can_be_taken_as_counted(desk: Desk) -> None:
    """It was the third player who lost: the second still has a card face up."""
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnNext(), TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1))))
    table.read_on()
    before = [(seat.stack, seat.pile) for seat in table.session.view.seats]
    desk.settle()
    table.over.open_recount()
    desk.pump()
    count = the(RecountDialog, table.overlay)
    desk.tap(count["done"])
    assert table.overlay is None, "nothing differs"
    assert [(seat.stack, seat.pile) for seat in table.session.view.seats] == before
    table.over.open_recount()
    desk.pump()
    count = the(RecountDialog, table.overlay)
    for row, figures in enumerate(((19, 0), (19, 1), (21, 0), (20, 0))):
        for n, figure in enumerate(figures):
            count.count(row, n, figure)
    desk.tap(count["done"])
    sheet = gone_through(desk)
    assert sheet.found[0].title == words.entry_instead(5)
    assert sheet.part()["otherwise 0"].title == "Use our count"
    desk.tap_on(words.entry_instead(5), sheet)
    assert [(seat.stack, seat.pile) for seat in table.session.view.seats][:3] == [(19, 0), (19, 1), (21, 0)]
    assert table.dialog is None or table.reading, "hands have nothing to put back: it lies so already"


def test_a_card_that_was_told_wrongly_leads_to_its_entry(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4, "watching")
    tell(table, TurnNext(next(iter(table.session.facts.deck.cards()))))
    table.over.open_compare()
    sheet = the(CompareDialog, table.overlay)
    desk.pump()
    desk.rig.tap_at(*sheet["board"].scene.middle(S(0)))
    desk.pump(3)
    assert "lies otherwise" in sheet.part().texts
    desk.tap_on(words.WHAT_WENT_WRONG, sheet)
    desk.tap_on(words.look_at(1), gone_through(desk))
    assert isinstance(table.overlay, HistoryDialog)
    assert "replace" in table.overlay.part()


def test_an_endless_search_is_over_after_its_share(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0.0, compare.SECONDS * 0.6)
    monkeypatch.setattr(compare, "perf_counter", lambda: next(ticks))
    table = desk.deal("sequence-states", 2)
    sheet = WaysDialog(repeat(None), (), table.over.close, lambda _: None)
    table.over._open(sheet)
    for _ in range(compare.MOST_SHARES - 1):
        sheet._look()
    assert not sheet.ended
    sheet._look()
    assert sheet.ended
