"""The whole table by touch: placing, flipping, skipping, new cards; wrong moves, and corrections."""

import pytest

from companion.game import Level, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, Piece
from companion.journal import Entered, Faulted, Overruled, Righted, TakenBack
from companion.match_reports import PutRight
from tests.games.tracktic.board import cells, shown
from tests.ui.by_fingers import board_of, fit, front, last, rest, settle, state_of, texts
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.tracktic.table import FOX, OWL, dealt, drag, drawn, enter, pads, situation, touch
from ui.dialogs.history import HistoryDialog
from ui.dialogs.win import WinDialog
from ui.games.pending import CardTap
from ui.games.tracktic import art, words
from ui.games.tracktic.pending import OPENED, PATTERN, CellTap, Flipping, LayingPattern
from ui.language import words as frame
from ui.parts.values import Button, walk
from ui.stage.art import Art
from ui.stage.scene import PlacedArt
from ui.widgets.pad import HOLD_SECONDS

BAR = cells("0,1 0,2 1,2")
"""A corner next to Fox's start piece."""
AWAY = cells("2,1 2,2 1,2")
"""A corner that touches nobody."""


def report_of(desk: Desk) -> object:
    body = last(desk)
    assert isinstance(body, Entered | Faulted), situation(desk)
    return body.report


def large(desk: Desk) -> None:
    desk.tap(front(desk).side.pads[-1])
    settle(desk)


def marked(desk: Desk, look: Art) -> set[Cell]:
    scene = board_of(front(desk)).scene
    looks = [item for item in scene.items if isinstance(item, PlacedArt) and item.art == look]
    taps = (scene.at(*item.middle) for item in looks)
    return {tap.cell for tap in taps if isinstance(tap, CellTap)}


def test_patterns_are_dragged_tapped_and_laid(desk: Desk) -> None:
    table = dealt(desk)
    drag(desk, BAR)
    assert table.pending == LayingPattern(cells=BAR), situation(desk)
    assert table.banner.title.text == "Fox lays 3 pieces"
    assert pads(desk) == [words.LAY]
    large(desk)
    assert report_of(desk) == r.LayPattern(FOX, BAR)
    assert (table.pending, state_of(desk).turn) == (None, OWL)
    assert shown(state_of(desk)).splitlines()[:2] == ["YYYB", "..Y."]
    assert table.banner.title.text == "Owl's turn"
    # A second tap removes a wrong one; without the last cell the table is as it was.
    touch(desk, Cell(2, 3), Cell(2, 3))
    assert (table.pending, table.banner.title.text) == (None, "Owl's turn")
    touch(desk, *cells("1,3 2,3 2,2"), Cell(3, 3), Cell(3, 3))
    assert table.pending == LayingPattern(cells=cells("1,3 2,3 2,2")), situation(desk)
    large(desk)
    # A piece in the way takes a token, and the pad says so.
    drag(desk, cells("2,2 2,1 2,0"))
    assert pads(desk) == [words.LAY_TOKEN]
    large(desk)
    assert report_of(desk) == r.LayPattern(FOX, cells("2,2 2,1 2,0"), token=True)
    assert (state_of(desk).pieces[Cell(2, 2)], state_of(desk).tokens) == (Piece.WHITE, (0, 1))
    # A begun flip can be left with its pad, and with Back.
    for pad in (None, table.bar.back):
        desk.tap_on(words.PLAY_FLIP, table.side)
        assert table.pending == Flipping()
        desk.tap(pad or table.side.pads[-1])
        assert (table.pending, desk.frame.table) == (None, table)


def test_what_can_not_have_been_laid_leaves_the_table_as_it_is(desk: Desk) -> None:
    table = dealt(desk)
    touch(desk, Cell(0, 0))
    large(desk)
    assert not last(desk).on_table
    assert table.dialog is None
    assert table.toast.text.startswith("At least one of Fox's own pieces must be laid.")
    assert state_of(desk).turn == FOX
    # Nothing has to be corrected, and the tapped cell is still there.
    assert table.pending == LayingPattern(cells=cells("0,0"))
    table.go_back()
    enter(desk, r.LayPattern(FOX, BAR))
    assert state_of(desk).turn == OWL, situation(desk)


def test_open_cards_are_told_and_the_one_that_was_played_is_asked_for(desk: Desk) -> None:
    table = dealt(desk, level=Level.WATCHING)
    assert pads(desk)[0] == words.OPENED
    assert table.banner.subtitle.text.startswith("4 new cards lie open")
    for card in ("corner", "corner", "hook", FLIP):
        enter(desk, r.OpenCard(card))
    assert state_of(desk).open == ("corner", "corner", "hook", FLIP), situation(desk)
    assert pads(desk) == [words.CHOOSE, words.PLAY_FLIP, words.SKIP]
    # No bar is open: play stops, and the pieces come off again.
    drag(desk, cells("1,0 2,0 3,0"))
    large(desk)
    said = "\n".join(texts(desk.refusal))
    assert "That is pattern bar, and it isn't open" in said
    assert "Take the 3 new pieces off: column 1, rows 2 to 4." in said
    desk.tap_on(frame.IS_PUT_RIGHT)
    settle(desk)
    # An open card is tapped next to the grid, and its ghost on the grid.
    desk.rig.tap_at(*board_of(front(desk)).scene.middle(CardTap(0)))
    assert table.pending == LayingPattern("corner")
    touch(desk, Cell(1, 0))
    large(desk)
    assert report_of(desk) == r.LayPattern(FOX, cells("1,0 2,0 2,1"))
    assert state_of(desk).unreported == 1
    assert table.banner.subtitle.text.startswith("Fox laid 3 pieces")
    rest(desk)
    assert table.banner.subtitle.text.startswith("A new card lies open: which one?")
    # The dashed card asks the same question as the pad.
    desk.rig.tap_at(*board_of(front(desk)).scene.middle(CardTap(3)))
    desk.pump(3)
    desk.tap_on("bar", table.opened)
    settle(desk)
    assert state_of(desk).open.count("bar") == 1


def test_the_sheets_of_cards_offer_what_can_be(desk: Desk) -> None:
    table = dealt(desk, level=Level.WATCHING)

    def offered(subject: str) -> dict[str, tuple[str, bool]]:
        table.dialogs.open_entry(subject)
        pads = {pad.title: (pad.hint, pad.live) for pad in walk(desk.entry.part()) if isinstance(pad, Button)}
        table.dialogs.close()
        return pads

    assert offered(OPENED) == {
        "bar": ("3 cards", True),
        "corner": ("3 cards", True),
        "hook": ("2 cards", True),
        words.FLIP_CARD: ("2 cards", True),
    }
    for card in ("hook", "hook", "bar"):
        enter(desk, r.OpenCard(card))
    assert offered(OPENED)["hook"] == ("0 cards", False)
    assert offered(PATTERN) == {
        "bar": ("1 lies open", True),
        "corner": ("if it was turned up", True),
        "hook": ("2 lie open", True),
        words.FLIP_CARD: ("if it was turned up", True),
    }
    enter(desk, r.OpenCard("bar"))
    desk.tap_on(words.CHOOSE)
    desk.tap_on("bar", table.opened)
    assert table.pending == LayingPattern("bar")
    assert offered(PATTERN) == {
        "bar": ("2 lie open", True),
        "corner": ("isn't open", False),
        "hook": ("2 lie open", True),
        words.FLIP_CARD: ("isn't open", False),
    }


# Wrong moves, and corrections.
def test_a_wrong_pattern_is_put_right_or_let_stand(desk: Desk) -> None:
    table, before = dealt(desk), state_of(desk)
    drag(desk, AWAY)
    large(desk)
    sheet = desk.refusal
    assert texts(sheet)[0] == "The pattern doesn't touch Fox's path"
    assert "Take the 3 new pieces off: row 3, columns 2 and 3; row 2, column 3." in texts(sheet)
    # Meanwhile nothing else can be reported, neither on the grid nor on the pads.
    touch(desk, Cell(0, 1))
    assert table.pending is None
    desk.tap_on(frame.IS_PUT_RIGHT)
    settle(desk)
    assert isinstance(last(desk), Righted)
    assert (state_of(desk), table.dialog) == (before, None)
    drag(desk, AWAY)
    large(desk)
    desk.hold_on(frame.LET_STAND)
    settle(desk)
    assert isinstance(last(desk), Overruled), situation(desk)
    assert state_of(desk).turn == OWL
    assert all(state_of(desk).pieces[cell] is Piece.YELLOW for cell in AWAY)


def test_after_a_skip_somebody_asks_what_could_have_been_played(desk: Desk) -> None:
    table = dealt(desk)
    table.dialogs.open_referee()
    desk.pump()
    assert "Could Fox have played?" not in texts(table)
    table.dialogs.close()
    enter(desk, r.Skip(FOX))
    table.dialogs.open_referee()
    desk.pump()
    desk.tap_on("Could Fox have played?")
    said = texts(desk.front[0])
    assert "Could Fox have played?" in said
    assert any(line.startswith("Yes, if one of these lay open:\nPattern bar, from row") for line in said)


def test_what_was_begun_is_left_and_then_a_move_is_taken_back(desk: Desk) -> None:
    table, before = dealt(desk), state_of(desk)
    enter(desk, r.LayPattern(FOX, BAR))
    touch(desk, Cell(2, 2))
    assert table.pending == LayingPattern(cells=(Cell(2, 2),))
    desk.tap(table.bar.undo)
    settle(desk)
    assert (type(last(desk)), table.pending) == (Entered, None), situation(desk)
    desk.tap(table.bar.undo)
    settle(desk)
    assert isinstance(last(desk), TakenBack), situation(desk)
    assert (state_of(desk), table.pending) == (before, None)
    assert marked(desk, art.border(art.LIGHT)) == set()
    # The end can be taken back too, but only by holding: the paths go, and play continues.
    enter(desk, r.Skip(FOX))
    enter(desk, r.Skip(OWL))
    assert isinstance(table.dialog, WinDialog)
    ended = table.session.length
    desk.tap(table.bar.undo)
    assert table.session.length == ended, "a tap has taken the result back"
    assert isinstance(table.opened, HistoryDialog)
    desk.tap(table.opened["back"])
    assert table.session.length == ended, "a tap has taken the result back"
    desk.rig.hold(table.opened["back"], HOLD_SECONDS + 0.2)
    settle(desk)
    desk.tap(table.opened["close"])
    assert table.dialog is None, situation(desk)
    assert state_of(desk).ended is None
    assert drawn(desk) is None
    assert pads(desk) == [words.CHOOSE, words.PLAY_FLIP, words.SKIP]


@pytest.mark.parametrize("desk", PANELS, indirect=True)
@pytest.mark.parametrize(("players", "level"), [(2, Level.COUNTING), (4, Level.WATCHING)])
def test_every_stage_at_both_sizes(desk: Desk, players: int, level: Level) -> None:
    table = dealt(desk, players, level=level)
    fit(desk, "idle")
    for pending in (
        LayingPattern("hook"),
        LayingPattern("hook", 2, cells("1,0 1,1 1,2 2,2"), hints=True),
        LayingPattern(cells=BAR),
        LayingPattern(cells=cells("0,2 0,3")),
        Flipping(),
        Flipping(Cell(0, 3)),
    ):
        table.pending = pending
        table.picture.draw()
        fit(desk, str(pending))
    table.pending = None
    for subject in (OPENED, PATTERN):
        table.dialogs.open_entry(subject)
        fit(desk, subject)
        table.dialogs.close()
    table.tell_now(r.LayPattern(FOX, cells("0,2 0,3 1,3 2,2 3,1 3,2"), token=True))
    fit(desk, "refused")
    desk.tap(desk.refusal["why"])
    fit(desk, "why")
    table.session.submit(PutRight())
    settle(desk)
    for seat in range(players):
        table.tell_now(r.Skip(Seat(seat)))
    assert isinstance(table.dialog, WinDialog)
    fit(desk, "result")
    rest(desk)
    desk.tap_on(frame.SHOW_TABLE)
    fit(desk, "paths")
