"""The whole table at both sizes: nothing overlaps, nothing is cut off, and touches report what they mean."""

from typing import Any

import pytest

from companion.game import Level, Seat
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import Layout
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import HANDS, Colour, Facts, Side
from companion.match_reports import PutRight
from tests.games.sequence_states.board import DEMO, at
from tests.ui.by_fingers import board_of, dealt_to, fit, last, texts
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.sequence_states.table import BEAR, FOX, OWL, Table
from ui.dialogs.history import HistoryDialog
from ui.dialogs.win import WinDialog
from ui.games.face import Counting
from ui.games.pending import OutOfTurn, SeatTap
from ui.games.registry import FACES
from ui.games.sequence_states.entries import BY_LETTER, StatePicker
from ui.games.sequence_states.pending import DEAD, PlayAdd, PlayRemove, PlayState, Tap
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.painter import room_in
from ui.stage.parts import ringed
from ui.widgets.flash import seconds_for
from ui.widgets.layout import rect_of

EACH_PANEL = pytest.mark.parametrize("desk", PANELS, indirect=True)


def dealt(
    desk: Desk, players: int = 4, layout: Layout | None = DEMO, rulings: dict[str, str] | None = None
) -> TableScreen:
    return dealt_to(desk, "sequence-states", Facts(players, layout=layout, rulings=rulings or {}))


def middle(desk: Desk, place: Tap) -> tuple[float, float]:
    return board_of(desk.table).scene.middle(place)


def touch(desk: Desk, space: Space) -> None:
    desk.rig.tap_at(*middle(desk, space))
    desk.settle()


@EACH_PANEL
@pytest.mark.parametrize(
    "players", [n if n in (2, 6, 12) else pytest.param(n, marks=pytest.mark.long) for n in HANDS]
)
def test_the_table_with_every_number_of_players(desk: Desk, players: int) -> None:
    table = dealt(desk, players, rulings={"teams": "three"} if players in (6, 12) else {})
    fit(desk, "dealt")
    for n in range(4):
        table.tell_now(r.PlaceChip(table.session.view.turn, at(1 + 2 * n, 1 + n)))
    fit(desk, "cards to be taken")
    table.dialogs.open_recount()
    fit(desk, "recount")


@EACH_PANEL
def test_the_sheets(desk: Desk) -> None:
    table = dealt(desk, 12)
    table.tell_now(r.PlaceChip(FOX, at(1, 1)))
    table.tell_now(r.DrawCard(FOX))
    for pending in (PlayState("OH"), PlayAdd(), PlayRemove(), OutOfTurn(Seat(7))):
        table.pending = pending
        table.picture.draw()
        fit(desk, f"begun: {pending}")
    table.pending = None
    for subject in ("card", DEAD):
        table.dialogs.open_entry(subject)
        fit(desk, f"entry {subject}")
        if isinstance(desk.entry, StatePicker):
            for letter in "MN":
                desk.entry.look(letter)
                fit(desk, f"states of {letter}")
        table.dialogs.close()
    table.dialogs.open_referee()
    fit(desk, "referee")
    table.dialogs.close()
    table.tell_now(r.PlaceChip(Seat(5), at(2, 1)))
    fit(desk, "refusal")
    desk.refusal.explain()
    fit(desk, "refusal, explained")
    table.tell(PutRight())
    desk.settle()
    table.tell_now(r.CallTalk(Side(0)))
    fit(desk, "table talk of six")
    table.tell_now(r.ForfeitAll())
    table.dialogs.open_history()
    fit(desk, "history")


@pytest.mark.usefixtures("each_way")
def test_which_space_was_the_wrong_one_is_read_whole(desk: Desk) -> None:
    dealt(desk).tell_now(r.PlaceChip(FOX, DEMO.spaces_of("NC")[0], "MA"))
    fit(desk, "a wrong space")


@EACH_PANEL
def test_sentences_of_the_history_and_of_refusals_stay_readable(desk: Desk) -> None:
    # Long sentences of the history stay readable. The second one used to be too small to read, to fit on a
    # line.
    table = dealt(desk)
    table.tell_now(r.PlaceChip(FOX, DEMO.spaces_of("NC")[0], "MA"))
    table.tell(PutRight())
    desk.settle()
    table.dialogs.open_history()
    fit(desk, "history")
    assert isinstance(table.opened, HistoryDialog)
    rows = [table.opened[f"entry {line.entry.n}"] for line in table.opened.lines]
    long = max(rows, key=lambda row: row.title.natural_width).title
    assert long.natural_width > long.rect.width
    assert long.font_size >= theme.mm(2.8)
    # A wrong tap gets one fault, however many there are.
    table = dealt(desk)
    table.tell_now(r.PlaceChip(FOX, at(1, 1)))
    table.tell_now(r.PlaceChip(FOX, at(1, 1)))
    fit(desk, "wrong tap")
    shown = table.toast.text
    assert shown.endswith(". " + table.game.game.catalogue.text("ss.first"))
    assert table.game.game.catalogue.text("ss.play") not in shown
    assert seconds_for(shown) > seconds_for("Too late.")
    assert table.toast._text.font_size >= theme.small()
    # The entry for resuming a match of many can be read. The game's name, or the players', used to be too
    # small.
    table = dealt(desk, 12)
    table.tell_now(r.PlaceChip(FOX, at(1, 1)))
    table.go_back()
    home = desk.screen(HomeScreen)
    desk.pump(4)
    for text in (home["go on"].title, home["go on"].subtitle):
        assert text.font_size >= theme.mm(2.75)
    # The question which entry is wrong.
    table = miscounted(desk)
    table.tell_now(r.SwapDead(FOX, "TX"))
    fit(desk, "which entry isn't right")


@EACH_PANEL
def test_the_end(desk: Desk) -> None:
    table = dealt(desk, 12, rulings={"teams": "three"})
    for column in range(1, 6):
        for row in (1, 3, 5):
            if table.session.match.outcome is None:
                seat = table.session.view.turn
                table.tell_now(r.PlaceChip(seat, at(row, column + (column > 4) * (row > 1))))
                if table.session.match.outcome is None:
                    table.tell_now(r.DrawCard(seat))
    assert table.session.match.outcome is not None
    assert isinstance(table.dialog, WinDialog)
    fit(desk, "result")
    desk.tap_on(words.SHOW_TABLE)
    fit(desk, "the table at the end")


def test_moves_and_cards_are_told_by_fingers(desk: Desk) -> None:
    table = dealt(desk)
    touch(desk, at(4, 8))
    assert last(desk).report == r.PlaceChip(FOX, at(4, 8))
    desk.tap_on("Fox has drawn")
    assert last(desk).report == r.DrawCard(FOX)
    desk.settle()
    desk.tap_on("REMOVE")
    touch(desk, at(4, 8))
    assert last(desk).report == r.RemoveChip(OWL, at(4, 8))
    desk.rig.tap_at(*middle(desk, SeatTap(OWL)))
    assert last(desk).report == r.DrawCard(OWL)
    desk.settle()
    # A card is found with two taps.
    desk.tap_on("Which card?")
    desk.tap_on("O", table.opened)
    desk.tap_on("Ohio", table.opened)
    assert table.opened is None
    assert table.pending == PlayState("OH")
    desk.settle()
    touch(desk, DEMO.spaces_of("OH")[1])
    assert last(desk).report == r.PlaceChip(BEAR, DEMO.spaces_of("OH")[1], "OH")


def with_adds(table: TableScreen, *spaces: Space) -> None:
    for space in spaces:
        seat = table.session.view.turn
        table.tell_now(r.PlaceChip(seat, space, "ADD"))
        table.tell_now(r.DrawCard(seat))


OHIO, TEXAS = DEMO.spaces_of("OH"), DEMO.spaces_of("TX")


def miscounted(desk: Desk) -> TableScreen:
    """Return a table where Fox's ADD on Texas was entered by its space alone, and Owl played Texas."""
    table = dealt(desk, 2)
    for seat, space in zip((FOX, OWL), DEMO.spaces_of("TX"), strict=True):
        table.tell_now(r.PlaceChip(seat, space))
        table.tell_now(r.DrawCard(seat))
    desk.settle()
    return table


def test_a_space_that_is_taken_says_once_by_whom(desk: Desk) -> None:
    table = dealt(desk, 2)
    table.tell_now(r.PlaceChip(FOX, at(4, 4)))
    table.tell_now(r.DrawCard(FOX))
    table.tell_now(r.PlaceChip(OWL, at(4, 4)))
    assert table.toast.text.startswith("There is already a red chip on ")
    assert table.toast.text.endswith(": Fox, no. 1.")


@pytest.mark.parametrize("pad", ["undo", "REMOVE"])
def test_a_reason_goes_as_soon_as_it_is_out_of_date(desk: Desk, pad: str) -> None:
    table = dealt(desk, 2)
    for seat in (FOX, OWL):
        table.tell_now(r.PlaceChip(seat, at(4, 4)))
    assert table.toast.text
    desk.settle()
    desk.tap(table.bar.undo if pad == "undo" else desk.pad(pad))
    assert table.toast.text == ""


def test_a_take_back_counts_the_moves_after_it_and_no_refused_taps(desk: Desk) -> None:
    table = dealt(desk, 2)
    table.tell_now(r.PlaceChip(FOX, at(4, 4)))
    table.tell_now(r.PlaceChip(OWL, at(4, 4)))
    desk.settle()
    desk.tap(table.bar.undo)
    assert "move" not in desk.history().part()["entry 3"].value


def test_wrong_entries_are_named_and_corrected(desk: Desk) -> None:
    # One dead card too many names the entries, and one tap corrects and swaps.
    table = miscounted(desk)
    desk.tap_on("Dead card", table)
    desk.tap_on("Texas", table)
    pads = desk.entry
    assert "Both Texas cards already lie face up. Which move isn't right?" in texts(desk.front[0])
    assert [(pad.title, pad.hint) for pad in pads.part()["mends"].items] == [
        ("Entry 1 was ADD", "Fox played Texas: red chip on row 7, column 1."),
        ("Entry 3 was ADD", "Owl played Texas: blue chip on row 8, column 9."),
    ]
    desk.tap(pads["answer 0"])
    assert table.opened is None
    assert table.session.match.state.discards == (("ADD", "TX"), ("TX",))
    assert table.banner.subtitle.text == "Fox swapped a dead card: Texas."
    # An entry that no correction helps leads to the history.
    table = dealt(desk, 2)
    with_adds(table, *OHIO)
    table.tell_now(r.SwapDead(FOX, "OH"))
    table.tell_now(r.PlaceChip(FOX, at(1, 1)))
    table.tell_now(r.SwapDead(OWL, "OH"))
    table.tell_now(r.PlaceChip(OWL, at(9, 9)))
    desk.settle()
    table.tell_now(r.SwapDead(FOX, "OH"))
    desk.pump()
    assert [pad.title for pad in desk.entry.part()["mends"].items] == ["Entry 5", "Entry 7"]
    desk.tap_on("Entry 5", table)
    assert isinstance(table.opened, HistoryDialog)


def test_a_wrong_colour_is_told_by_fingers(desk: Desk) -> None:
    table = dealt(desk, 2)
    table.dialogs.open_referee()
    desk.pump()
    desk.tap_on("Wrong chip: blue", table)
    desk.settle()
    assert table.banner.title.text == "Fox plays a blue chip"
    touch(desk, at(1, 1))
    assert last(desk).report == r.PlaceChip(FOX, at(1, 1), None, Colour.BLUE)
    beside = desk.refusal["board"]
    plain = table.game.still(table.presenter, table.session.view)
    room = room_in(rect_of(beside))
    assert beside.scene == ringed(plain(room, None), room, (at(1, 1),)), "the place can be seen"
    desk.tap_on("Let it stand", table)
    assert table.dialog is not None, "a tap isn't enough"
    desk.hold_on("Let it stand", table)
    assert table.session.view.spaces[0].side == 1
    said = table.presenter.describe(table.session.match.entries[-1])
    assert said[1] == "Fox played Mississippi: blue chip on row 1, column 1."


def test_the_count_goes_in_as_it_stands_and_chips_are_turned_over(desk: Desk) -> None:
    # The count is entered as it stands.
    table = dealt(desk)
    assert isinstance(table.game, Counting)
    form = table.game.form(table.session.view, table.presenter)
    assert form is not None
    assert [tally.title for tally in form.tallies] == ["Draw deck", "Fox", "Owl", "Bear", "Wolf"]
    report = table.game.counted([tally.figures for tally in form.tallies])
    assert report == r.Recount(84, (6, 6, 6, 6))
    # History and banner say which chips to turn over.
    table = dealt(desk, 2)
    for column in range(1, 6):
        table.tell_now(r.PlaceChip(FOX, at(1, column)))
        if column < 5:
            table.tell_now(r.DrawCard(FOX))
            table.tell_now(r.PlaceChip(OWL, at(3, 2 * column)))
            table.tell_now(r.DrawCard(OWL))
    desk.pump()
    assert table.banner.title.text == "Turn over five red chips", "until the card for the move is drawn"
    table.tell_now(r.DrawCard(FOX))
    desk.pump()
    table.banner.tell_change("")
    assert table.banner.title.text == "Owl plays a card"
    assert table.banner.subtitle.text.startswith("turn over row 1, columns 1 to 5")


def test_every_number_of_players_can_be_dealt_to_and_two_are_asked_for_teams() -> None:
    face = FACES["sequence-states"]()
    assert [players for players in face.counts if face.asks("teams", players)] == [6, 12]
    for players in face.counts:
        assert face.asks("five_of_more", players)
        facts = face.facts(players, {}, Level.COUNTING, Seat(1))
        assert face.game.opening(facts).turn == 1
        assert facts.layout == DEMO


def test_a_card_that_lies_face_up_twice_is_done_with_and_can_be_told_all_the_same() -> None:
    table = Table(2)
    table.enter(r.PlaceChip(FOX, DEMO.spaces_of("HI")[0]), r.PlaceChip(OWL, DEMO.spaces_of("HI")[1]))
    told: list[Any] = []
    picker = StatePicker(table.view, told.append)
    assert [letter for letter in BY_LETTER if picker.part()[f"letter {letter}"].done] == ["H"]
    picker.part()["letter H"].on_tap()
    assert told[0].pending == PlayState("HI"), "it can be reported all the same: the rules judge"
    picker.part()["letter O"].on_tap()
    assert [picker.part()[f"state {card}"].hint for card in ("OH", "OK", "OR")] == [
        "OH · 2 left", "OK · 2 left", "OR · 2 left",
    ]  # fmt: skip
    picker.part()["state OR"].on_tap()
    assert told[1].pending == PlayState("OR")
