"""The end of a match: its picture as values, the way on, and the picture as a file, whole or not at all."""

import errno
import json
import os
import struct
import zlib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import TABLE, Seat
from companion.games.shelf import GAMES
from companion.games.tracktic.score import path_of
from companion.games.ungle_speed.reports import CallEnd, LeaveTable, TurnNext
from companion.match_reports import Abandon
from tests.companion.ended import ended
from tests.ui.desk import NOON, Desk, pads_in, said_at, the, there
from tests.ui.panels import PANELS
from tests.ui.stage import written
from tests.ui.test_layout import faults
from ui.appliance.sticks import Stick
from ui.dialogs.notice import EntryDialog
from ui.dialogs.phones import SharePage
from ui.dialogs.win import GROWS_SECONDS, PICTURE, WinDialog
from ui.games.registry import FACES, presenter_of
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.sticks import PictureOutScreen
from ui.screens.table import TableScreen
from ui.stage import fonts, theme
from ui.stage.kivy_types import Widget
from ui.stage.offscreen import png
from ui.stage.rect import Rect
from ui.stage.result_picture import Course, End, EndLine, end_picture
from ui.stage.scene import Scene, Viewport
from ui.stage.shapes import Letters, Rim, Stroke
from ui.table.overlay import end_of
from ui.table.session import Session, link_of
from ui.widgets.layout import place_widget

ROOM = Viewport(Rect(0, 0, 500, 430))


def lay(desk: Desk, game: str) -> Session:
    match = ended(game)
    session = Session(match, desk.clock, lambda kept, rows: None, stored=match.rows())
    desk.frame._show_table(session)
    desk.pump(4)
    return session


def pads(sheet: WinDialog) -> list[Widget]:
    """Return the pads, the large one first, checking that all can be seen."""
    return [sheet[f"answer {n}"] for n in range(len(sheet.choices))]


def told(session: Session) -> End:
    presenter = presenter_of(session.match)
    assert session.match.outcome is not None
    return end_of(session, presenter, presenter.result(session.match.outcome, session.view))


@pytest.mark.parametrize("language", ["de", "es", "fr", "nl", "pl"])
def test_longer_words_of_other_languages_have_room_upright(desk: Desk, language: str) -> None:
    """The larger panel is narrower in millimetres, and Cryptid has the most choices."""
    desk.rig.size(720, 1280)
    desk.frame.use(theme.Theme(language=language))
    desk.resize()
    lay(desk, "cryptid")
    assert faults(desk.win, Rect(0, 0, 720.0, 1280.0)) == []


@pytest.mark.parametrize("count", [2, 5, 8])
def test_choices_without_room_are_on_pages_turned_by_pads_for_a_finger(desk: Desk, count: int) -> None:
    desk.rig.size(480, 800)
    desk.resize()
    lay(desk, "tracktic")
    sheet = desk.win
    sheet.choices = tuple(sheet.choices[n % 5] for n in range(count))
    sheet.compose()
    assert bool(sheet.turners()) == (count > 7)
    assert faults(sheet, Rect(0, 0, 480.0, 800.0)) == []


@pytest.mark.parametrize("game", ["tracktic", "sequence-states"])
@pytest.mark.parametrize("large", [False, True])
def test_upright_nobody_s_figure_is_shown_twice(desk: Desk, game: str, *, large: bool) -> None:
    """The board's room was so wide that it had room for the table's own figures beside the board."""
    desk.rig.size(480, 800)
    desk.frame.use(theme.Theme(large=large))
    desk.resize()
    lay(desk, game)
    desk.win.stand()
    desk.pump(4)
    names = [line.name for line in desk.win.end.lines]
    said = written.said(desk.win.shown.scene.items)
    assert sorted(text for text in said if text in names) == sorted(names)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [*PANELS, (480, 800)])
def test_the_end_fits_with_all_that_comes_after_it(desk: Desk, size: tuple[int, int], game: str) -> None:
    """Upright, *Done* was three pages on, behind arrows of 5 mm."""
    desk.rig.size(*size)
    desk.resize()
    session, sheet = lay(desk, game), desk.win
    first, *others = pads(sheet)
    assert first.primary
    assert not any(pad.primary for pad in others)
    assert first.title.text == words.AGAIN
    assert sheet.turners() == []
    assert faults(sheet, Rect(0, 0, *map(float, size))) == []
    for item in sheet.shown.scene.items:
        if isinstance(item, Letters):
            assert item.room.x >= sheet.shown.x - 1, item
            assert item.room.right <= sheet.shown.right + 1, item
            assert item.room.y >= sheet.shown.y - 1, item
    assert {line.name for line in sheet.end.lines if line.won}, said_at(sheet.end)
    assert session.match.outcome is not None
    strip = desk.table.presses.strip
    assert strip is None or strip.opacity < 1, "there is nothing left to grab"
    desk.tap_on(words.FINISH, sheet)
    desk.screen(HomeScreen)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_drawn_in_a_second_of_the_frames_time(desk: Desk, game: str) -> None:
    lay(desk, game)
    sheet = desk.win
    assert sheet._growing < 1
    before = [(pad.pos, pad.live) for pad in pads(sheet)]
    sheet.pass_time(0.4)
    begun = sheet.shown.scene
    sheet.pass_time(0.4)
    later = sheet.shown.scene
    sheet.pass_time(GROWS_SECONDS)
    assert sheet._growing == 1
    assert len({begun, later, sheet.shown.scene}) == 3
    assert sheet.shown.scene == end_picture(sheet.end, sheet.board, room_of(sheet))
    # Fingers on their way to a pad find it where it was.
    assert [(pad.pos, pad.live) for pad in pads(sheet)] == before


def test_curves_begin_with_the_first_turn_and_no_figure_is_told_before_the_end(desk: Desk) -> None:
    lay(desk, "ungle-speed")
    end = desk.win.end
    assert end.race
    scenes = [end_picture(end, None, ROOM, share) for share in (0.25, 0.75, 1.0)]
    curves = [[item for item in scene.items if isinstance(item, Stroke) and item.round] for scene in scenes]
    reach = [max(x for curve in each for x, _ in curve.points) for each in curves]
    assert reach == sorted(set(reach))
    told = [written.said(scene.items) for scene in scenes]
    last = {str(course.figures[-1]) for course in end.race}
    assert not last & {*told[0], *told[1]}
    assert last <= {*told[2]}


@pytest.mark.parametrize("turns", [0, 30])
@pytest.mark.usefixtures("each_panel")
def test_the_curve_of_who_left_the_table_ends_there_with_no_figure(desk: Desk, turns: int) -> None:
    """It fell to 0, as the winner's does."""
    table = desk.seat(4)
    with table.picture:
        for _ in range(turns):
            table.tell_now(TurnNext())
        table.tell_now(LeaveTable(Seat(1)))
    played_out(desk, table)
    end, plates = desk.win.end, table.session.plates
    left = the(Course, end.race[-1])
    assert left.plates == plates[1:2]
    assert 0 not in left.figures
    assert {len(course.figures) for course in end.race[:-1]} == {len(end.race[0].figures)}
    assert 0 < len(left.figures) < len(end.race[0].figures)
    for share in (0.1, 0.5, 1.0):
        items = end_picture(end, None, ROOM, share).items
        ends = {item.tone: item.points[-1][0] for item in items if isinstance(item, Stroke) and item.round}
        mine = ends.pop(theme.line(theme.seat_tone(plates[1])))
        assert mine <= min(ends.values()), "it isn't ahead of the others"
    assert mine < min(ends.values())
    figures = [text for text in written.said(items) if text.isdigit()]
    assert sorted(figures) == sorted(str(course.figures[-1]) for course in end.race[:-1])
    assert faults(desk.win) == []


def test_a_tap_ends_it_at_once_and_does_what_it_was_for(desk: Desk) -> None:
    lay(desk, "speed-mode")
    sheet = desk.win
    assert sheet._growing < 1
    desk.tap_on(words.FINISH, sheet)
    assert sheet._growing == 1
    desk.screen(HomeScreen)


def test_it_stands_still_where_that_was_chosen_and_on_the_picture_for_a_stick(desk: Desk) -> None:
    lay(desk, "tracktic")
    growing = desk.win
    assert growing._growing < 1
    picture = growing.picture()
    growing.stand()
    assert picture == growing.picture()
    desk.frame.use(theme.Theme(still=True))
    lay(desk, "tracktic")
    assert desk.win._growing == 1


def room_of(sheet: WinDialog) -> Viewport:
    return Viewport(Rect(*sheet.shown.pos, *sheet.shown.size))


def test_the_whole_path_of_the_winner_is_drawn_at_once() -> None:
    match = ended("tracktic")
    face, presenter = FACES["tracktic"](), presenter_of(match)
    board = there(face.still(presenter, match.game.view(match.state, TABLE)))
    drawn = [item for item in board(ROOM, None).items if isinstance(item, Stroke) and item.round]
    assert match.outcome is not None
    lengths = [len(path_of(match.state, Seat(seat)).path) for seat in match.outcome.winners]
    assert {len(stroke.points) for stroke in drawn} <= set(lengths)
    assert drawn


def test_a_line_around_who_has_won_and_everybodys_figure() -> None:
    plates = theme.plates()
    lines = tuple(EndLine((plate,), plate.name, str(n), "", n == 3) for n, plate in enumerate(plates[:4]))
    end = End("Wolf wins", plates[3:4], "Most points win.", lines, ("Longest lead: 3 turns.",), "9 turns")
    items = end_picture(end, None, ROOM).items
    assert [item.tone for item in items if isinstance(item, Rim)] == [theme.seat_tone(plates[3])]
    texts = " ".join(written.said(items))
    for text in ("Wolf wins", "Fox", "Owl", "Bear", "0 ", "Most points win.", "Longest lead:", "9 turns"):
        assert text in texts


@pytest.mark.parametrize("title", ["Bob gewinnt mit 5 Punkten", "Bob and Ada win with 12 points", "Bob wins"])
def test_who_has_won_is_read_from_a_chair_in_half_the_width(title: str) -> None:
    winner = theme.plates()[0]
    room = Viewport(Rect(0, 0, 60 * theme.DP_PER_MM, 92 * theme.DP_PER_MM))
    items = end_picture(End(title, (winner,), "", (), (), "30 turns"), None, room).items
    lines = [item for item in written.letters(items) if item.text in title]
    assert " ".join(line.text for line in lines if line.text != winner.letter) == title
    assert min(line.size for line in lines) >= 4 * theme.DP_PER_MM
    assert all(line.room.width >= fonts.width(line.text, line.size, bold=True) - 0.01 for line in lines)


@pytest.mark.parametrize("count", [1, 2, 6, 7, 15])
@pytest.mark.parametrize("size", [(300, 200), (500, 430), (1200, 690)])
def test_no_line_lies_over_another_and_all_are_inside(count: int, size: tuple[int, int]) -> None:
    plates = theme.plates()[:count]
    lines = tuple(EndLine((plate,), plate.name, "38", "cards left", n == 0) for n, plate in enumerate(plates))
    long = "Maximiliane-Theresa 1234: closer than ever, by 1.8 ms."
    why = f"{long}\n{long}"
    end = End("Fox wins with 38 points", plates[:1], why, lines, (long,) * 4, "40 turns, 9 minutes")
    room = Viewport(Rect(0, 0, *map(float, size)), 1.6 if size[0] > 1000 else 1.0)
    letters = written.letters(end_picture(end, None, room).items)
    for letter in letters:
        assert letter.room.y >= -1, letter
        assert letter.room.top <= size[1] + 1, letter
        assert letter.room.right <= size[0] + 1, letter
    small = [letter.room for letter in letters if letter.along == 0 and letter.text not in dict.fromkeys(
        plate.name for plate in plates)]  # fmt: skip
    for number, one in enumerate(small):
        for other in small[number + 1 :]:
            apart = one.right <= other.x + 1 or other.right <= one.x + 1
            assert apart or one.y >= other.top - 1 or other.y >= one.top - 1, (one, other)


@pytest.mark.parametrize("game", GAMES)
def test_every_remark_of_a_played_match_is_said_with_names(desk: Desk, game: str) -> None:
    session = lay(desk, game)
    end = told(session)
    assert all("{" not in text for text in said_at(end))
    for remark in session.match.game.results.remarks(session.match.line):
        names = [session.plates[n].name for n in remark.players]
        assert any(names[0] in text for text in end.remarks), (remark, end.remarks)
    # That sheet has rounds, which are nobody's turns.
    assert ("turn" in end.length) == (game != "sheet")


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    folder = tmp_path / "STICK"
    folder.mkdir()
    return Stick("STICK", folder, 1_000_000_000, True)


def out(desk: Desk, stick: Stick) -> PictureOutScreen:
    """Open the screen that writes a match's end as a picture, with the stick plugged in."""
    lay(desk, "tracktic")
    picture = desk.win.picture()
    screen = PictureOutScreen(desk.saver, desk.frame.home, picture, find=lambda: (stick,), now=lambda: NOON)
    desk.frame.show(screen)
    desk.until(lambda: screen.chosen)
    return screen


def test_the_picture_is_a_whole_file_of_its_size(desk: Desk, stick: Stick) -> None:
    screen = out(desk, stick)
    desk.tap(screen["write"])
    desk.until(lambda: screen.part()["write"].live and screen.message.text != screen.writing)
    assert screen.message.text == words.picture_written("STICK", "end-2023-11-15-1200")
    (path,) = stick.folder.iterdir()
    data = path.read_bytes()
    assert path.name == "end-2023-11-15-1200.png"
    assert struct.unpack(">II", data[16:24]) == PICTURE[:2]
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    rows = zlib.decompress(data[at + 4 : at + 4 + length])
    assert len(set(rows[:: 4 * 97 + 1])) > 10, "the picture is blank"


def test_the_way_there_and_back_keeps_the_end(desk: Desk) -> None:
    session = lay(desk, "tracktic")
    desk.tap_on("Share", desk.win)
    desk.tap_on(words.PICTURE, desk.table.opened)
    desk.tap(desk.screen(PictureOutScreen)["back"])
    assert desk.table.session is session
    assert desk.win.end.title


def no_room(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_without_room_there_is_none_of_it(desk: Desk, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = out(desk, stick)
    # The data may still be in memory: a full disk is only noticed on syncing.
    monkeypatch.setattr(os, "fsync", no_room)
    said = screen.write(stick, WallTime(NOON))
    assert not said.well
    assert [*stick.folder.iterdir()] == []
    monkeypatch.undo()
    assert screen.write(stick, WallTime(NOON)).well
    assert png(*desk_picture(screen)) == next(stick.folder.iterdir()).read_bytes()


def desk_picture(screen: PictureOutScreen) -> tuple[int, int, bytes]:
    return screen.picture


@pytest.mark.parametrize("size", [(1, 1), (100, 100), (640, 400), (480, 800)])
def test_at_any_size_nothing_breaks(desk: Desk, size: tuple[int, int]) -> None:
    lay(desk, "tracktic")
    place_widget(desk.frame, Rect(0, 0, *map(float, size)))
    desk.pump(2)
    assert desk.win.end.title


CLUES = (
    "within one space of desert",
    "within two spaces of an abandoned shack",
    "within one space of water",
    "within three spaces of a white structure",
    "within three spaces of a green structure",
)


@pytest.mark.parametrize("winners", [1, 5])
@pytest.mark.parametrize("size", [(443, 420), (345, 478)], ids=["800x480", "480x800"])
def test_who_has_won_and_everybodys_clue_can_be_read(size: tuple[int, int], winners: int) -> None:
    """With five players, in letters of at least 2.4 mm, for which the board makes room."""
    plates = theme.plates()[:5]
    won, each = plates[:winners], zip(plates, CLUES, strict=True)
    lines = tuple(EndLine((plate,), plate.name, "", clue, plate in won) for plate, clue in each)
    why = "The habitat: E4.\nSpaces your clues left: Fox 56, Owl 35, Bear 57, Wolf 51 and Lynx 61."
    end = End("Fox has won", won, why, lines, (), "11 turns")
    room = Viewport(Rect(0, 0, *map(float, size)), 1.0)
    items = end_picture(end, lambda _room, _finger: Scene(()), room).items
    letters = [item for item in written.letters(items) if item.along == 0]
    said = " ".join(item.text for item in letters)
    assert all(text in said for text in ("Fox has won", "desert", "shack", "habitat", "Lynx 61."))
    for item in letters:
        shown = item.size * min(1.0, item.room.width / fonts.width(item.text, item.size, bold=item.bold))
        assert shown >= room.mm(2.4), item


def played_out(desk: Desk, table: TableScreen) -> TableScreen:
    with table.picture:
        while not table.session.view.stuck:
            table.tell_now(TurnNext())
        table.tell_now(CallEnd())
    desk.settle()
    assert table.session.match.outcome is not None
    return table


@pytest.mark.parametrize("players", [3, 15])
@pytest.mark.usefixtures("each_panel")
def test_a_phone_reads_the_code_off_the_panel(desk: Desk, players: int) -> None:
    table = played_out(desk, desk.seat(players))
    desk.tap_on(words.POST, table.dialog)
    assert isinstance(table.opened, EntryDialog)
    wide, high, pixels = desk.rig.picture(desk.frame)
    grey = memoryview(bytes(pixels[0::4])).cast("B", (high, wide))
    found = zxingcpp.read_barcodes(grey)
    assert [code.text for code in found] == [link_of(table.session)]
    play = json.loads(parse_qs(urlsplit(found[0].text).query)["data"][0])
    assert play["game"]["name"] == "Ungle Speed"
    assert len(play["players"]) == players
    assert play["players"][0]["name"] == theme.plates()[0].name
    # Android's reader stops if one of these is missing.
    assert all({"winner", "startPlayer"} <= player.keys() for player in play["players"])


@pytest.mark.usefixtures("each_panel")
def test_a_result_too_long_for_any_code_is_said_to_be_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link for 22 people who played on a sheet has 3,200 letters, which no QR code holds."""
    table = played_out(desk, desk.seat(3))
    monkeypatch.setattr("ui.table.session.link_of", lambda _: "https://example.org/" + "x" * 2_934)
    desk.tap_on(words.POST, table.dialog)
    page = the(SharePage, the(EntryDialog, table.opened).entry)
    assert page.part()["how"].text == words.NO_CODE
    assert faults(desk.front[0]) == []


def test_what_was_broken_off_is_not_shared_and_after_it_the_same_one_begins(desk: Desk) -> None:
    """Sharing it would say that all of its players lost."""
    before = desk.seat(3)
    before.tell_now(TurnNext())
    before.tell_now(Abandon())
    desk.settle()
    assert "Share" not in [pad.title.text for pad in pads_in(desk.front[0])]
    with pytest.raises(SetupError, match="wasn't played to its end"):
        link_of(before.session)
    desk.tap_on(words.AGAIN, before.dialog)
    desk.until(lambda: desk.frame.table is not before)
    assert desk.table.session.view.turn == Seat(0)


def test_in_another_match_the_next_one_begins(desk: Desk) -> None:
    before = played_out(desk, desk.seat(3))
    assert desk.pad(words.AGAIN, before.dialog).subtitle.text == words.begins(theme.plates()[1].name)
    desk.tap_on(words.AGAIN, before.dialog)
    desk.until(lambda: desk.frame.table is not before)
    assert desk.table.session.view.turn == Seat(1)
    assert desk.table.session.plates == before.session.plates
