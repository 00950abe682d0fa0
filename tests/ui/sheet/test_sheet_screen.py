"""A sheet game on the screen: from seating to the end, by touch."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.core.window import Window
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Accepted, Level, Seat
from companion.games.sheet.events import RoundScored
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, CallWrong, TellGrab, TellRow, TellTurn
from companion.games.sheet.sheet_file import read_sheet, shipped, shipped_sheet
from companion.games.sheet.view import View
from companion.games.sheet.view import view as sheet_view
from companion.store import Shelf, StoredMatch
from tests.games.sheet.table import Table, plain
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk, pads_in, there
from tests.ui.sheet.playing import EACH_PANEL, choice, deal, entry_of, turned_to
from tests.ui.stage import written
from ui.games.face import Memory
from ui.games.players import PressedNow, Submitted, Tapped
from ui.games.sheet.entry import FiguresEntry
from ui.games.sheet.face import TIMED, SheetFace
from ui.games.sheet.filling import Filling, empty_filling, refilled
from ui.games.sheet.players import Players, steps
from ui.games.sheet.presenter import SheetPresenter
from ui.games.sheet.setup import SheetChoice
from ui.games.sheet.table import rounds, table
from ui.main.frame import memory
from ui.parts.values import Button, walk
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.stage.moving import between
from ui.stage.scene import TableProps, Viewport
from ui.stage.shapes import Letters
from ui.table.presenting import Enter
from ui.widgets.layout import Rect, place_widget


def entry(desk: Desk) -> FiguresEntry:
    desk.tap(desk.table.side.pads[-1])
    desk.settle()
    return entry_of(desk)


def write(desk: Desk, *figures: int) -> None:
    """Type figures one after the other, and enter them."""
    its = entry(desk)
    for figure in figures:
        at = its.filling.at
        for digit in str(abs(figure)):
            desk.tap(its[f"key {digit}"])
        if figure < 0:
            desk.tap(its["key +/-"])
        if its.filling.at == at and not its.filling.full:
            desk.tap(its["on"])
    desk.tap(its["on"])
    desk.settle()


def test_undo_leaves_the_rows_alone_while_figures_are_entered(desk: Desk) -> None:
    deal(desk, "score_sheet", 2)
    write(desk, 1, 2)
    desk.tap(entry(desk)["key 7"])
    table = desk.table
    # Undo was meant for the 7: the earlier row stays, and the entry is closed.
    desk.tap(table.bar.undo)
    assert table.opened is None
    assert table.session.view.round == 2
    desk.settle()
    desk.tap(table.bar.undo)
    assert table.session.view.round == 1


def test_the_first_figure_is_three_taps_after_everybody_sits(desk: Desk) -> None:
    # Tap one: the game.
    desk.tap(turned_to(desk, choice(desk), "wizard"))
    desk.settle()
    # Two: the large pad. Three: a digit.
    its = entry(desk)
    desk.tap(its["key 1"])
    assert its.filling.texts == ("1", "", "")


def test_news_that_no_sheet_was_played_yet_leaves_the_pads_under_a_finger(desk: Desk) -> None:
    asked: list[Callable[[str], None]] = []
    begun_with: list[Facts] = []
    slow = Memory(get=lambda _, answer: asked.append(answer), set=lambda *_: None)
    its = SheetChoice(Facts(3), slow, desk.frame.home, begun_with.append)
    place_widget(its, Rect(0, 0, *Window.size))
    desk.rig.show(its)
    pad = turned_to(desk, its, "wizard")
    for answer in asked:
        answer("")
    desk.pump()
    assert its["wizard"] is pad
    desk.tap(pad)
    assert begun_with == [Facts(3, shipped_sheet("wizard"))]


def test_a_sheet_that_so_many_cant_play_can_be_seen_and_not_begun(desk: Desk) -> None:
    begun_with: list[Facts] = []
    first = SheetChoice(Facts(5), memory(desk.saver), desk.frame.home, begun_with.append)
    assert not first.part()["tichu"].live
    assert first.part()["wizard"].live
    first.part()["wizard"].on_tap()
    assert begun_with == [Facts(5, shipped_sheet("wizard"))]
    assert {part.name for part in walk(first.part()) if isinstance(part, Button)} == set(shipped())


def test_a_game_of_wizard_is_told_refused_undone_and_ended(desk: Desk) -> None:
    deal(desk, "wizard", 3)
    table = desk.table
    write(desk, 0, 1, 0)
    assert table.banner.subtitle.text.startswith("Written down. Bid: Fox 0, Owl 1, Bear 0")
    write(desk, 1, 1, 0)
    assert table.session.view.part == 1
    # The page stays open with its message and figures: only one figure is entered again.
    its = entry(desk)
    assert its.part()["wrong"].text == "Tricks: 2 in all, but it must be 1"
    assert not its.part()["on"].live
    assert not table.toast.text
    assert its.filling.texts == ("1", "1", "0")
    for name in ("place 0", "key 0", "on"):
        desk.tap(its[name])
    desk.settle()
    assert table.session.view.totals == (20, 30, 20)
    desk.tap(table.bar.undo)
    desk.settle()
    assert table.session.view.totals == (0, 0, 0)
    assert table.session.view.part == 1
    write(desk, 1, 0, 0)
    table.tell_now(CallEnd())
    desk.settle()
    assert desk.win.end.title == "Bear wins"
    assert desk.win.board is None, "the list says it all, best first"


def test_of_two_ways_to_end_one_says_who_wins_and_the_other_that_nobody_does(desk: Desk) -> None:
    deal(desk, "score_sheet", 3)
    write(desk, 5, 4, 3)
    desk.tap(desk.table.bar.referee)
    says = {pad.title.text: pad.subtitle.text for pad in pads_in(desk.front[0])}
    assert (says["End the game"], says["End it now"]) == ("the player in front wins", "hold: nobody wins")


def test_a_score_that_can_not_be_keeps_the_page_open_and_says_what_can(desk: Desk) -> None:
    deal(desk, "yahtzee", 2)
    its = entry(desk)
    its.fill(its.filling.choose(6).digit("1").digit("9").next().choose(0))
    desk.pump()
    assert its.part()["wrong"].text == "Only dice of that number count: sixes make 0, 6, 12, 18, 24 or 30"
    fit(desk, "a score that can not be")
    its.fill(its.filling.go(1).digit("1").digit("8"))
    assert "wrong" not in its.part()
    assert its.part()["on"].live


def test_of_more_rounds_than_there_is_room_for_the_newest_alone_is_marked(desk: Desk) -> None:
    deal(desk, "score_sheet", 2)
    for points in range(1, 9):
        before = desk.table.board.scene
        write(desk, points, 30 - points)
    marked = there(between(before, desk.table.board.scene)).changes
    texts = [change.after.text for change in marked if isinstance(change.after, Letters)]
    assert sorted(texts) == ["+22", "+8", "204", "36", "8"]


def test_in_turns_the_large_pad_is_for_whoever_s_turn_it_is(desk: Desk) -> None:
    deal(desk, "scrabble", 3)
    assert desk.table.banner.title.text == "Fox's turn"
    write(desk, 24)
    assert desk.table.banner.title.text == "Owl's turn"
    # Another player's column is tapped, but it isn't their turn.
    desk.rig.tap_at(*desk.table.board.scene.middle(Seat(2)))
    desk.settle()
    for name in ("key 7", "on"):
        desk.tap(entry_of(desk)[name])
    desk.settle()
    assert desk.table.session.view.totals == (24, 0, 0)
    assert desk.table.toast.text.startswith("It's Owl's turn, not Bear's.")


@EACH_PANEL
@pytest.mark.parametrize(
    ("sheet", "players"), [("score_sheet", 2), ("score_sheet", 22), ("tichu", 4), ("skat", 4)]
)
def test_the_sheet_and_the_pad_for_figures_fit(desk: Desk, sheet: str, players: int) -> None:
    deal(desk, sheet, players)
    people = Players(3)
    for _ in range(5):
        desk.go_on(people)
        desk.settle()
        fit(desk)
    its = entry(desk)
    count = len(its.filling.places)
    for at in range(count):
        fit(desk)
        assert f"place {its.filling.at}" in its, "the next place is shown"
        if its.filling.chosen:
            its.fill(its.filling.choose(its.filling.possible[0]))
        else:
            its.fill(its.filling.digit("1").next())
        desk.pump(3)
        assert its.filling.at == min(at + 1, count - 1)
    assert its.filling.full


@EACH_PANEL
def test_everybody_has_a_place_on_the_sheet(desk: Desk) -> None:
    for players in (2, 6, 7, 15, 22):
        deal(desk, "score_sheet", players)
        board = desk.table.board
        middles = {board.scene.middle(Seat(seat)) for seat in range(players)}
        assert len(middles) == players
        inside = Rect(board.x, board.y, board.width, board.height)
        assert all(inside.holds(*middle) for middle in middles)


@pytest.mark.parametrize("total", [7, -188, -1888])
@pytest.mark.parametrize("people", range(9, 16))
def test_beside_a_long_total_a_name_is_whole_or_its_mark_speaks_alone(people: int, total: int) -> None:
    plates = tuple(replace(plate, name="Montgomeryyy") for plate in theme.plates()[:people])
    face = SheetFace()
    view = sheet_view(face.game.opening(face.facts(people, {}, Level.COUNTING, Seat(0))), None)
    view = replace(view, totals=(total,) * people)
    room = Viewport(Rect(0, 0, 540, 370))
    drawn = table(TableProps(view, None, plates, None), room, None).items
    texts = written.letters(drawn)
    totals = [item for item in texts if item.text == str(total)]
    assert len(totals) == people
    assert min(item.size for item in totals) >= room.mm(7) - 1
    assert {item.text for item in texts} <= {str(total), "Montgomeryyy", *(plate.letter for plate in plates)}


def test_digits_make_a_figure() -> None:
    filling = empty_filling(SheetFace.game.view(Table(plain(), 2).state, None), None)
    assert filling.digit("0").digit("7").texts == ("7", "")
    assert filling.digit("7").sign().texts == ("-7", "")
    assert filling.sign().digit("7").sign().texts == ("7", "")
    assert filling.sign().delete().texts == ("", "")
    # Returning to a place overwrites its figure.
    assert filling.digit("7").digit("8").go(1).go(0).digit("5").digit("6").texts == ("56", "")
    assert filling.digit("7").next().digit("8").delete().texts == ("7", "")
    assert filling.digit("0").sign().digit("7").texts == ("-7", "")
    assert filling.sign().go(1).go(0).digit("7").texts == ("-7", "")
    assert not filling.sign().next().sign().full
    # The next place is one without a figure.
    assert filling.go(1).digit("8").go(0).digit("7").next().at == 0
    assert entered(range(21), "").type("0").at == 1, "no digit follows a 0"
    assert not entered(range(21), "").can_go_on
    assert not entered(range(-5, 6), "-", "3").can_go_on
    assert filling.digit("1").next().digit("2").report() == TellRow(((1, 2),))
    scrabble = empty_filling(SheetFace.game.view(Table("scrabble", 2).state, None), Seat(0))
    assert scrabble.digit("3").report() == TellTurn(Seat(0), (3,))


def test_a_refused_row_is_told_anew_from_the_figure_that_was_wrong() -> None:
    """The third player's here; in a column that doesn't add up, from its first figure."""
    wizard = Table("wizard", 3).row((0, 0, 1))
    filling = empty_filling(SheetFace.game.view(wizard.state, None), None)
    wrong = wizard.wrong_row((0, 1, 7)).violations
    assert refilled(filling, TellRow(((0, 1, 7),)), wrong).at == 2
    assert refilled(filling, TellRow(((0, 1, 1),)), wizard.wrong_row((0, 1, 1)).violations).at == 0
    assert refilled(filling, TellRow(((0, 1),)), wrong) == filling
    assert refilled(filling, TellTurn(Seat(0), (1,)), wrong) == filling
    assert refilled(filling, TellRow(((0, 1, 7),)), wrong).texts == ("0", "1", "7")
    # The figures of one player's turn are never another's.
    yahtzee = Table("yahtzee", 2).turn(0, 1, 1, 0)
    owl, turn = (
        empty_filling(SheetFace.game.view(yahtzee.state, None), Seat(1)),
        TellTurn(Seat(1), (6, 99, 0)),
    )
    assert refilled(owl, turn, yahtzee.refused(turn).violations).at == 1
    assert refilled(replace(owl, seat=Seat(0)), turn, ()).texts == ("", "", "")
    # A team's figure is found behind the table's; if both teams' don't add up, the first is.
    tichu = Table("tichu", 4)
    filling = empty_filling(SheetFace.game.view(tichu.state, None), None)
    for cards, at in (((95, 3), 2), ((50, 55), 1)):
        row = ((0,), cards, (0, 0, 0, 0))
        assert refilled(filling, TellRow(row), tichu.wrong_row(*row).violations).at == at


def test_who_sits_out_has_no_place_in_a_row() -> None:
    """Teams, the table and whoever's turn it is have theirs all the same."""
    for sheet, players, seat, places in (
        ("wizard", 3, None, 2),
        ("tichu", 4, None, 6),
        ("scrabble", 2, 1, 1),
    ):
        view = replace(SheetFace.game.view(Table(sheet, players).state, None), out=(Seat(0),))
        assert len(empty_filling(view, None if seat is None else Seat(seat)).places) == places


LATER_FIRST = """
name = "Parts"
players = [4, 4]
teams = 2
points = "sum(tricks)"
[[column]]
name = "call"
of = "team"
part = 2
[[column]]
name = "bid"
[[column]]
name = "tricks"
part = 3
"""


def test_what_is_told_of_a_round_so_far_stands_with_whoever_told_it() -> None:
    """The file's first column was told last; its figures were taken for those of another column."""
    table_ = Table(read_sheet(LATER_FIRST.encode()), 4).row((1, 2, 3, 4)).row((8, 9))
    view = SheetFace.game.view(table_.state, None)
    drawn = table(TableProps(view, None, theme.plates()[:4], None), Viewport(Rect(0, 0, 540, 370)), None)
    texts = [item.text for item in drawn.items if isinstance(item, Letters)]
    assert {"(1, 3, 8)", "(2, 4, 9)"} <= {*texts}


def test_turns_stand_in_their_round() -> None:
    scrabble = Table("scrabble", 3, first=1).turn(1, 5).turn(2, 6).turn(0, 7).turn(1, 8)
    view = SheetFace.game.view(scrabble.state, None)
    assert rounds(view) == [(1, [7, 5, 6]), (2, [None, 8, None])]


@pytest.mark.parametrize("name", shipped())
def test_what_people_tell_is_tapped_as_it_is_told(name: str) -> None:
    """Fingers fill in a row on the pad by the demonstration's taps."""
    sheet = shipped_sheet(name)
    players = next(count for count in range(2, 5) if sheet.able(count))
    presenter = SheetPresenter(Facts(players, sheet), theme.plates()[:players])
    people, state = Players(1), Table(sheet, players).state
    for _ in range(12):
        report, view = people.act(state), SheetFace.game.view(state, None)
        taps = [step.deed for step in steps(report, view, presenter)]
        if isinstance(report, TIMED):
            report = replace(report, took=0)
        if isinstance(report, TellRow | TellTurn) and view.asked:
            assert filled(view, presenter, taps) == report
        elif isinstance(report, TellGrab):
            (came,) = taps
            assert isinstance(came, PressedNow)
            assert [seat for seat, _ in came.presses] == [touch.seat for touch in report.grab.touches]
        else:
            assert len(taps) == 1
            verdict = presenter.dialog(view)
            offered = presenter.routine(view) if verdict is None else verdict.choices
            pads = {pad.title: pad.report for pad in offered}
            (tap,) = taps
            if isinstance(report, CallWrong):
                # The pad includes later presses, which these players don't know about.
                report = pads["Wrong"]
            assert tap == Submitted(report) or (isinstance(tap, Tapped) and pads[tap.title] == report)
        ruling = SheetFace.game.judge(state, report)
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            state = SheetFace.game.evolve(state, event)
        if state.ended is not None:
            return
        # A player who makes a mistake enters it again.
        assert isinstance(ruling, Accepted) or not isinstance(report, RoundScored)


def filled(view: View, presenter: SheetPresenter, taps: Sequence[object]) -> TellRow | TellTurn:
    """Return the report that taps on the pad for figures make."""
    assert isinstance(taps[0], Tapped)
    (opened,) = (pad.report for pad in presenter.routine(view) if pad.title == taps[0].title)
    assert isinstance(opened, Enter)
    filling = empty_filling(view, opened.subject.seat)
    for tap in taps[1:]:
        assert isinstance(tap, Tapped)
        if tap.title == "Enter":
            assert filling.full
            return filling.report()
        if tap.title == "Next":
            filling = filling.next()
        elif tap.title == "+/-":
            filling = filling.sign()
        elif filling.chosen:
            said = {presenter.names.figure(filling.column, figure): figure for figure in filling.possible}
            filling = filling.choose(said[tap.title])
        else:
            filling = filling.type(tap.title)
    raise AssertionError("nothing was entered")


def test_lists_of_matches_say_which_sheet_was_played(desk: Desk) -> None:
    assert "Score sheet" in desk.screen(HomeScreen).part().texts
    deal(desk, "wizard", 3)
    table = desk.table
    desk.until(lambda: table.session.saved)
    desk.tap(table.bar.back)
    home = desk.screen(HomeScreen)
    assert home["go on"].title.text == "Go on: Wizard"
    deal(desk, "skat", 3)
    table = desk.table
    desk.until(lambda: table.session.saved)
    desk.tap(table.bar.back)
    home = desk.screen(HomeScreen)
    desk.until(lambda: home.part()["go on"].title == "Go on: Skat")
    assert "sheet Wizard" in home
    assert "sheet Skat" in home


def entered(figures: Sequence[int], *texts: str) -> Filling:
    """Return a place for one of some possible figures, with what is typed there."""
    filling = empty_filling(SheetFace.game.view(Table(plain(), 2).state, None), None)
    asked = tuple(replace(asked, possible=tuple(figures)) for asked in filling.asked)
    return replace(filling, asked=asked, texts=(*texts, "")[: len(filling.texts)], fresh=False)


@pytest.mark.parametrize(("figures", "text", "digits"), [
    (range(2), "", "01"),
    (range(21), "", "0123456789"),
    (range(21), "2", "0"),
    (range(21), "1", "0123456789"),
    (range(10, 13), "", "1"),
    (range(10, 13), "1", "012"),
    (range(0, 101, 10), "", "0123456789"),
    (range(0, 101, 10), "1", "0"),
    # The sign may be put in front afterwards.
    (range(-20, 1), "1", "0123456789"),
    (range(-20, 1), "-2", "0"),
    # Nothing can follow the last digit there is room for; the largest figure of a sheet has seven.
    (range(1_000_001), "123456", ""),
    (range(1_000_001), "100000", "0"),
    (range(1_000_001), "1000000", ""),
])  # fmt: skip
def test_a_digit_that_begins_no_figure_that_may_be_is_dim(figures: range, text: str, digits: str) -> None:
    filling = entered(figures, text)
    assert "".join(digit for digit in "0123456789" if filling.accepts(digit)) == digits
    names = SheetPresenter(Facts(2, plain()), theme.plates()[:2]).names
    part = FiguresEntry(filling, names, lambda _: None).part()
    assert "".join(digit for digit in "0123456789" if part[f"key {digit}"].live) == digits
    assert part["key +/-"].live == (figures[0] < 0)


@pytest.mark.parametrize(("sheet", "players", "seat", "places"), [
    ("score_sheet", 2, None, ["Fox", "Owl"]),
    ("scrabble", 2, Seat(1), ["Points"]),
    ("tichu", 4, None, [
        "Double win", "Cards, Fox and Bear", "Cards, Owl and Wolf", "Call, Fox", "Call, Owl", "Call, Bear",
        "Call, Wolf",
    ]),
])  # fmt: skip
def test_a_place_says_whose_figure_it_is_for(
    sheet: str, players: int, seat: Seat | None, places: list[str]
) -> None:
    filling = empty_filling(SheetFace.game.view(Table(sheet, players).state, None), seat)
    names = SheetPresenter(Facts(players, shipped_sheet(sheet)), theme.plates()[:players]).names
    part = FiguresEntry(filling, names, lambda _: None).part()
    assert [part[f"place {at}"].title for at in range(len(filling.places))] == places
    assert part["on"].title == "Next"


def test_a_chosen_figure_is_shown_by_its_word() -> None:
    filling = empty_filling(SheetFace.game.view(Table("tichu", 4).state, None), None).choose(1)
    names = SheetPresenter(Facts(4, shipped_sheet("tichu")), theme.plates()[:4]).names
    assert FiguresEntry(filling, names, lambda _: None).part()["place 0"].title == "Double win: first team"


def test_a_figure_that_may_not_stand_leads_nowhere() -> None:
    names = SheetPresenter(Facts(2, plain()), theme.plates()[:2]).names
    half = FiguresEntry(entered(range(10, 13), "1"), names, lambda _: None)
    assert (half.part()["on"].live, half.part()["figure"].text) == (False, "1")
    half.part()["key 2"].on_tap()
    assert (half.filling.texts, half.filling.at) == (("12", ""), 1), "no digit can follow"
    assert not half.part()["on"].live, "nobody is skipped"
    half.part()["key Delete"].on_tap()
    assert (half.filling.texts, half.filling.at) == (("1", ""), 0), "the last digit is deleted first"
    assert "10 to 12" in half.part().texts


def test_deleting_behind_a_choice_takes_all_of_it_and_leaves_no_other() -> None:
    """The number of a choice has digits; without the last one it would be another choice."""
    filling = empty_filling(SheetFace.game.view(Table("skat", 3).state, None), None)
    filling = filling.choose(filling.possible[0])
    assert filling.chosen
    chosen = filling.choose(max(filling.possible))
    assert chosen.at == 2
    assert chosen.delete().texts == filling.texts
    assert chosen.delete().at == 1


def typed(entry: FiguresEntry, figure: int) -> None:
    """Type a figure on pads that are live."""
    at, able = entry.filling.at, entry.filling.possible
    for key in str(abs(figure)):
        pad = entry.part()[f"key {key}"]
        assert pad.live, f"{figure} can't be written: {key} is dim after {entry.filling.texts}"
        pad.on_tap()
        stands = int(entry.filling.texts[at]) in able
        assert (entry.filling.at != at or entry.part()["on"].live) == stands, entry.filling.texts
    if figure < 0:
        entry.part()["key +/-"].on_tap()


@given(st.sets(st.integers(-999_999, 999_999), min_size=1, max_size=6), st.lists(st.integers(0, 9)))
@settings(max_examples=10)
def test_live_pads_lead_to_every_figure_that_can_be_and_to_no_other(able: set[int], taps: list[int]) -> None:
    names = SheetPresenter(Facts(2, plain()), theme.plates()[:2]).names
    for figure in able:
        entry = FiguresEntry(entered(sorted(able), ""), names, lambda _: None)
        typed(entry, figure)
        assert entry.filling.at or entry.part()["on"].live
        assert entry.filling.texts[0] == str(figure)
    entry = FiguresEntry(entered(sorted(able), ""), names, lambda _: None)
    for digit in taps:
        pad = entry.part()[f"key {digit}"]
        if pad.live and not entry.filling.at:
            pad.on_tap()
            written = entry.filling.texts[0]
            assert any(str(abs(figure)).startswith(written) for figure in able), written


@pytest.mark.parametrize("sheet", shipped())
def test_every_figure_of_a_shipped_sheets_first_row_can_be_tapped(sheet: str) -> None:
    players = shipped_sheet(sheet).players[0]
    view = SheetFace.game.view(Table(sheet, players).state, None)
    names = SheetPresenter(Facts(players, shipped_sheet(sheet)), theme.plates()[:players]).names
    for seat in (None, Seat(0)):
        filling = empty_filling(view, seat) if view.asked else None
        for at in range(len(filling.places) if filling else 0):
            assert filling is not None
            able = filling.go(at).possible
            for figure in {able[0], able[-1], able[len(able) // 2]} if len(able) else ():
                entry = FiguresEntry(filling.go(at), names, lambda _: None)
                if entry.filling.chosen:
                    assert entry.part()[f"choice {figure}"].live
                else:
                    typed(entry, figure)


def test_who_plays_alone_sits_down_alone(desk: Desk) -> None:
    """Yahtzee, darts, golf: sheets for one player can be played alone."""
    its = choice(desk, players=1)
    live = {name for name in its.sheets if its.part()[name].live}
    assert live == {name for name, sheet in its.sheets.items() if sheet.able(1)}
    assert {"yahtzee", "darts_501", "golf", "score_sheet"} <= live
    desk.tap(turned_to(desk, its, "golf"))
    desk.settle()
    for strokes in range(17):
        desk.table.tell_now(TellRow(((3 + strokes % 3,),)))
    write(desk, 3)
    assert desk.table.session.match.outcome is not None
    fit(desk)


@EACH_PANEL
@pytest.mark.parametrize("large", [False, True])
def test_home_with_three_sheets_of_long_names_cuts_no_title(desk: Desk, large: bool) -> None:
    names = ("Weihnachten Wanderwoche", "Score sheet, low wins", "Quiz with stakes for all")
    kept = [
        StoredMatch(f"m{n}", "sheet", WallTime(n), WallTime(n), True, "Ada, Bob, Cem", 3, called=name)
        for n, name in enumerate(names)
    ]
    theme.use(theme.Theme(large=large))
    try:
        home = HomeScreen(desk.screen(HomeScreen).ways, Shelf(kept, len(kept), True), WallTime(9))
        desk.frame.show(home)
        desk.pump(6)
        assert {f"sheet {name}" for name in names} <= {card.name for card in home.part()["games"].items}
        fit(desk)
        desk.tap(home["games down"])
        fit(desk)
    finally:
        theme.use(theme.Theme())
