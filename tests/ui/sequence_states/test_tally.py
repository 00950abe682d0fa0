"""Tally only: taps on spaces, what is saved, and sequences counted as on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.games.sequence_states.boards import read_board
from companion.games.sequence_states.layout import demo, write_layout
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import CHIPS, Colour
from companion.games.sequence_states.tally import tally
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from ui.cli import main
from ui.games.face import Memory
from ui.games.sequence_states.drafts import BOARD, PAINTED
from ui.games.sequence_states.face import SequenceFace
from ui.games.sequence_states.tally import BARE, TallyScreen, tapped
from ui.games.tally import TallyWay
from ui.language import words as frame
from ui.screens.home import HomeScreen
from ui.stage.rect import Rect
from ui.stage.shapes import Letters, Stroke
from ui.widgets.layout import place_widget

WON = [
    "..........",
    "..rrrrr...",
    "......r...",
    "..bbb.r...",
    "......r...",
    "......r...",
    *[".........."] * 4,
]


class Table:
    """A tally on the screen, and what it saved."""

    def __init__(self, rig: Rig, text: str = "", size: tuple[int, int] = (800, 480)) -> None:
        self.rig, self.saved = rig, list[str]()
        rig.size(*size)
        self.screen = TallyScreen(None, lambda: None, self.saved.append, text)
        rig.show(self.screen)
        place_widget(self.screen, Rect(0, 0, *map(float, size)))
        rig.pump(3)

    def tap(self, *spaces: tuple[int, int]) -> None:
        for row, column in spaces:
            self.rig.tap_at(*self.screen["spaces"].scene.middle(Space(row, column)))


def test_chips_are_tapped_and_no_more_than_a_box_has(rig: Rig) -> None:
    # A space gets a chip, then a locked one, then none; another colour replaces it.
    table = Table(rig)
    for letter in "rR.r":
        table.tap((2, 3))
        assert table.screen.draft.split("\n")[2][3] == letter
    rig.tap(table.screen["colour green"])
    table.tap((2, 3))
    assert table.screen.draft.split("\n")[2][3] == "g"
    assert table.saved[-1] == table.screen.draft
    rig.tap(table.screen["undo"])
    assert table.screen.draft.split("\n")[2][3] == "r"
    # There can't be more chips than a box has.
    full = "".join("r" if n < CHIPS else "." for n in range(100))
    table = Table(rig, "\n".join(full[n : n + 10] for n in range(0, 100, 10)))
    before = table.screen.draft
    table.tap((9, 9))
    assert table.screen.draft == before
    assert table.screen.part()["prompt"].text == "A box has 50 chips of a colour: this is one more."
    rig.hold(table.screen["clear"], 1.2)
    assert table.screen.part()["prompt"].text == "Choose a colour, then tap: chip, flipped, none."
    # A locked chip outside any sequence is named.
    table = Table(rig)
    table.tap((0, 0), (0, 0))
    assert table.screen.part()["prompt"].text.startswith("line 1, column 1: this red chip is locked")
    table.tap((0, 0))
    assert table.screen.part()["prompt"].text == "Choose a colour, then tap: chip, flipped, none."


def test_five_in_a_line_are_a_sequence_and_two_of_them_win(rig: Rig) -> None:
    table = Table(rig)
    table.tap(*((4, column) for column in range(5)))
    assert table.screen.part()["colour red"].hint == "1 sequence"
    assert table.screen.part()["title"].text == "Count a board"
    # With three teams one is enough.
    for _ in range(2):
        rig.tap(table.screen["teams"])
    assert table.screen.part()["teams"].hint == "three: 1 sequence wins"
    assert table.screen.part()["title"].text == "Red wins"
    rig.tap(table.screen["teams"])
    assert table.screen.part()["title"].text == "Count a board"
    table.tap(*((row, 0) for row in range(5, 9)))
    assert table.screen.part()["title"].text == "Red wins"
    lines = [item for item in table.screen["spaces"].scene.items if isinstance(item, Stroke)]
    assert len(lines) == 2, "each sequence that counts has a line"


@pytest.mark.parametrize("text", ["", "rr", "x" * 109, "\n".join(["r" * 10] * 10), "\n".join(["." * 10] * 9)])
def test_what_is_no_board_is_a_bare_one(text: str) -> None:
    assert TallyScreen.read(text) == BARE


def test_a_board_is_drawn_however_its_lines_end(rig: Rig) -> None:
    screen = Table(rig, " \r\n".join(WON) + "\n\n").screen
    assert screen.draft == "\n".join(WON)
    assert screen.part()["title"].text == "Red wins"


@given(st.lists(st.tuples(st.sampled_from(SPACES), st.sampled_from(Colour)), max_size=60))
def test_every_board_that_is_tapped_is_one_that_companion_reads(taps: list[tuple[Space, Colour]]) -> None:
    text = BARE
    for space, colour in taps:
        after = tapped(text, space, colour)
        assert sum(one != other for one, other in zip(text, after, strict=True)) == 1
        text = after
    assert TallyScreen.read(text) == text


def test_the_screen_counts_as_the_command_line_does(rig: Rig, tmp_path: Path) -> None:
    text = "\n".join(WON)
    (tmp_path / "board.txt").write_text(text)
    command = ["tally", "sequence-states", str(tmp_path / "board.txt"), "--json"]
    told = json.loads(CliRunner().invoke(main, command).output)
    screen = Table(rig, text).screen
    assert screen.part()["title"].text == "Red wins"
    assert told["winner"] == "red"
    assert len(told["sequences"]["red"]) == len(tally(read_board(text)).sequences[Colour.RED]) == 2
    assert screen.part()["colour red"].hint == "2 sequences"


@pytest.mark.parametrize(("board", "on_it"), [("", "1·1"), (write_layout(demo()), demo().rows[0][0])])
def test_spaces_have_the_owner_s_states_or_else_numbers(rig: Rig, board: str, on_it: str) -> None:
    texts = {BOARD: board, PAINTED: "\n".join(WON)}
    way = SequenceFace().tally(Memory(lambda name, take: take(texts[name]), texts.__setitem__), lambda: None)
    assert isinstance(way, TallyWay)
    rig.show(way)
    place_widget(way, Rect(0, 0, 800, 480))
    rig.pump(3)
    screen = the(TallyScreen, way.over)
    assert screen.part()["title"].text == "Red wins"
    assert on_it in [item.text for item in screen["spaces"].scene.items if isinstance(item, Letters)]


def test_it_is_a_tap_and_a_name_from_home_and_back(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["tally"])
    desk.tap_on(frame.card_name("sequence-states"))
    way = desk.screen(TallyWay)
    desk.until(lambda: way.over is not None)
    desk.tap(the(TallyScreen, way.over)["back"])
    desk.screen(HomeScreen)
