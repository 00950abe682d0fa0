"""The last step before a match: the box, the colours, and what is remembered."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import COLOURS, Piece
from companion.games.tracktic.profile import (
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    Fault,
    FaultKind,
    Pattern,
    Profile,
    demo,
    write_profile,
)
from tests.ui.by_fingers import texts
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import FakeStore
from tests.ui.tracktic.setting_up import BOX, OWN, Table
from ui.games.colours import changed
from ui.games.owners_item import write_json
from ui.games.tracktic import drafts
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.art import pattern_rows
from ui.games.tracktic.drafts import (
    FORM,
    ONLY_TWO,
    BoxDraft,
    BoxStep,
    PatternPage,
    colours,
    draft_from_text,
    draft_of,
    new_draft,
    step_for,
    steps,
)
from ui.games.tracktic.editor import entry
from ui.games.tracktic.pending import CellTap
from ui.stage.rect import Rect
from ui.stage.scene import Viewport, moved, put_down

YELLOW, BLUE, GREEN, RED = COLOURS


def test_without_a_box_of_one_s_own_the_made_up_one_is_marked_and_chosen(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.part()["own"].title == words.ENTER
    assert (table.screen.part()["own"].chosen, table.screen.part()["made_up"].chosen) == (False, True)
    assert table.screen.part()["made_up"].title == words.MADE_UP
    facts = table.go()
    assert (facts.profile, facts.colours) == (demo(), (YELLOW, BLUE))
    assert facts.profile.made_up
    rig.tap(table.screen["back"])
    assert table.left == 1


def test_one_s_own_box_is_taken_where_there_is_one(rig: Rig) -> None:
    table = Table(rig, 4, BOX=BOX)
    own = table.screen.part()["own"]
    assert (own.title, own.hint) == ("demo", words.contents(OWN, 4))
    assert table.go().profile == OWN
    rig.tap(table.screen["made_up"])
    assert table.go().profile == demo()
    rig.tap(table.screen["own"])
    assert table.go().profile == OWN


@pytest.mark.rule("tt.players")
def test_on_the_screen_two_play_only_colours_that_start_on_their_grid(rig: Rig) -> None:
    table = Table(rig, 2, BOX=write_profile(replace(OWN, area_two=("BB..R", ".....", "B..RR"))))
    assert table.go().colours == (BLUE, RED)
    rig.tap(table.screen["asked 0"])
    assert table.go().colours == (RED, BLUE)
    # The made-up box has all four again.
    rig.tap(table.screen["made_up"])
    rig.tap(table.screen["asked 1"])
    assert table.go().colours == (RED, GREEN)


def test_the_last_choice_is_offered_again(rig: Rig) -> None:
    table = Table(rig, 2, BOX=BOX)
    rig.tap(table.screen["made_up"])
    rig.tap(table.screen["asked 0"])
    first = table.go()
    assert (first.profile, first.colours) == (demo(), (GREEN, BLUE))
    again = Table(rig, 3, table.store).go()
    assert (again.profile, again.colours) == (demo(), (GREEN, BLUE, YELLOW))


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    store = FakeStore(late=True)
    table = Table(rig, 2, store, BOX=BOX)
    screen = table.screen
    for pad in (screen["next"], screen["own"], screen["made_up"], screen["asked 0"]):
        rig.tap(pad)
    assert table.facts == []
    assert screen.over is None
    store.arrive()
    assert table.go().profile == OWN


@pytest.mark.parametrize(
    "choice", ["{", "[]", '{"box":"best"}', '{"colours":["pink"]}', "[" * 5000, "\0", "\ud800"]
)
def test_what_was_kept_and_is_damaged_stops_nobody(rig: Rig, choice: str) -> None:
    table = Table(rig, BOX="name = 3", DRAFT="{", CHOICE=choice)
    assert words.DAMAGED in texts(table.screen)
    assert table.go().profile == demo()
    assert table.store.texts[drafts.BOX] == "name = 3"


def test_a_colour_that_was_kept_and_is_none_is_not_taken(rig: Rig) -> None:
    assert Table(rig, CHOICE='{"colours":["white","red","red"]}').go().colours == (YELLOW, RED)


SMALL = BoxDraft(Profile("our box", ("Y.B", "...", "G.R"), (Pattern("P1", ("XX",)),), 9, 0, 0))


def test_a_grid_grows_and_shrinks_at_the_right_and_below() -> None:
    larger = SMALL.resized("area", 4, 5)
    assert larger.box.area == ("Y.B..", ".....", "G.R..", ".....")
    assert larger.resized("area", 2, 1).box.area == ("Y", ".")
    most = SMALL.resized("area", 99, 99).box.area
    assert (len(most), len(most[0])) == (MOST, MOST)
    assert SMALL.resized("area", 0, -3).box.area == ("Y",)


def test_a_stroke_goes_on_as_it_began() -> None:
    assert SMALL.brushed("area", Cell(1, 1), "#") == "#"
    gone = SMALL.marked("area", [Cell(1, 0), Cell(1, 1)], "#")
    assert gone.box.area == ("Y.B", "##.", "G.R")
    assert gone.brushed("area", Cell(1, 1), "#") == "."
    assert gone.brushed("area", Cell(0, 0), "Y") == "."
    assert gone.brushed("area", Cell(0, 0), "B") == "B"


def test_start_pieces_lie_on_cells_only_and_nothing_lies_outside() -> None:
    gone = SMALL.marked("area", [Cell(1, 1)], "#")
    marked = gone.marked("area", [Cell(1, 0), Cell(1, 1), Cell(1, 2), Cell(7, 0), Cell(0, 9)], "G")
    assert marked.box.area == ("Y.B", "G#G", "G.R")


def test_the_grid_for_two_begins_like_the_large_one_and_goes_its_own_way() -> None:
    assert SMALL.two_alike
    two = SMALL.two(alike=False)
    assert two.box.area_two == SMALL.box.area
    two = two.resized("area_two", 2, 3)
    assert (two.box.area, two.box.area_two) == (SMALL.box.area, ("Y.B", "..."))
    assert two.marked("area_two", [Cell(1, 2)], "#").box.area_two == ("Y.B", "..#")
    assert two.two(alike=True) == SMALL


def test_a_fast_finger_leaves_no_gap() -> None:
    shown = entry(("#" * 20,) * 20, None, Viewport(Rect(0, 0, 400, 400)), None)
    for end in (Cell(0, 3), Cell(9, 1), Cell(19, 18)):
        touch = put_down(shown, shown.middle(CellTap(Cell(0, 0))))
        assert touch is not None
        trail = moved(shown, touch, shown.middle(CellTap(end))).trail
        assert trail[-1] == CellTap(end)
        for one, other in pairwise(tap.cell for tap in trail):
            assert max(abs(one.row - other.row), abs(one.column - other.column)) == 1


def test_a_pattern_is_drawn_anywhere_on_the_pad_and_gets_its_id_by_itself() -> None:
    drawing = SMALL.opened(1).with_cells([Cell(3, 3), Cell(3, 4), Cell(4, 4), Cell(5, 5)], on=True)
    drawing = drawing.with_cells([Cell(5, 5)], on=False)
    assert drawing.sheet_fault is None
    taken = drawing.taken()
    assert taken.box.patterns[1:] == (Pattern("P2", ("XX", ".X")),)
    assert taken.sheet is None
    left = taken.without(0)
    assert left.next_id == "P1"
    assert left.counted(0, 7).box.patterns == (Pattern("P2", ("XX", ".X"), 7),)
    assert left.counted(0, 0).box.patterns[0].count == 1


@pytest.mark.parametrize(("cells", "kind", "place"), [
    ([], FaultKind.PATTERN_EMPTY, (0, 0)),
    ([(0, 0), (1, 1)], FaultKind.PATTERN_APART, (0, 0)),
    ([(2, 3), (3, 3), (4, 3), (3, 4)], FaultKind.PATTERN_T, (4, 4)),
    ([(5, 5), (4, 5)], FaultKind.SAME_SHAPE, (0, 0)),
])  # fmt: skip
def test_impossible_cards_fail(cells: list[tuple[int, int]], kind: FaultKind, place: tuple[int, int]) -> None:
    fault = SMALL.opened(1).with_cells([Cell(*at) for at in cells], on=True).sheet_fault
    assert fault is not None
    # The place is the one on the pad, not the one in the pattern.
    assert (fault.kind, (fault.line, fault.column)) == (kind, place)


def test_a_pattern_drawn_again_like_a_later_one_is_not_taken_either() -> None:
    two = SMALL.opened(1).with_cells([Cell(0, 0), Cell(0, 1), Cell(0, 2)], on=True).taken()
    assert two.fault is None
    fault = two.opened(0).with_cells([Cell(0, 2)], on=True).sheet_fault
    assert fault is not None
    assert (fault.kind, fault.other, fault.pattern) == (FaultKind.SAME_SHAPE, 1, 2)


def test_counts_stay_within_bounds() -> None:
    assert SMALL.with_count("pieces", 1).box.pieces == 3
    assert SMALL.with_count("flips", 10_000).box.flips == MOST_OF_A_KIND
    assert SMALL.with_count("tokens", -1).count("tokens") == 0
    full = replace(SMALL, box=replace(SMALL.box, patterns=SMALL.box.patterns * MOST_PATTERNS))
    assert (SMALL.full, full.full) == (False, True)


def test_a_new_box_needs_patterns_and_starts_and_a_corrected_one_is_no_invention() -> None:
    fault = new_draft().fault
    assert fault is not None
    assert fault.kind is FaultKind.NO_START
    assert draft_of(demo()).fault is None
    assert not draft_of(demo()).box.made_up
    # A corrected one is saved while it differs, and while a pattern is drawn.
    assert FORM.idle(draft_of(demo()), demo())
    assert not FORM.idle(draft_of(demo()).opened(0), demo())
    assert PatternPage(0, (Cell(0, 0), Cell(1, 2))).rows[:2] == ("X.....", "..X...")


def test_a_step_that_there_is_no_more_leads_to_the_question_before() -> None:
    restored = draft_from_text(write_json(replace(SMALL, step=BoxStep.TWO_DRAW)))
    assert restored is not None
    assert restored.step is BoxStep.TWO


DAMAGED = (
    "{", "[]", "null", '{"box":{}}', "[" * 5000, "\0",
    *(
        write_json(replace(SMALL, box=replace(SMALL.box, area=area)))
        for area in ((), ("",), ("..", "."), ("x",), ("." * 21,), (".",) * 21)
    ),
    write_json(replace(SMALL, box=replace(SMALL.box, area_two=("?",)))),
    write_json(replace(SMALL, box=replace(SMALL.box, patterns=(Pattern("P1", ("X" * 7,)),)))),
    write_json(replace(SMALL, box=replace(SMALL.box, patterns=SMALL.box.patterns * 61))),
    write_json(replace(SMALL, sheet=PatternPage(5))),
    write_json(replace(SMALL, sheet=PatternPage(0, (Cell(6, 0),)))),
    write_json(replace(SMALL, sheet=PatternPage(0, (Cell(0, 6),)))),
    msgspec.json.encode(SMALL).decode().replace('"size"', '"sizes"'),
)  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_draft_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="can't be read"):
        draft_from_text(text)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-2, 22), st.integers(-2, 22)), max_size=25))
def test_whatever_is_tapped_can_be_kept_and_shown(taps: list[tuple[int, int, int]]) -> None:
    draft = new_draft()
    for what, one, other in taps:
        cell = Cell(abs(one), abs(other))
        match what:
            case 0:
                draft = draft.resized("area", one, other)
            case 1:
                draft = draft.marked("area", [cell], ".#YBGR"[one % 6])
            case 2:
                draft = draft.two(alike=bool(one % 2))
            case 3:
                draft = draft.marked("area_two", [cell], "B") if not draft.two_alike else draft
            case 4:
                opened = draft.opened(len(draft.box.patterns))
                draft = opened.with_cells([Cell(abs(one) % 6, 0)], on=True).taken()
            case 5:
                draft = draft.without(0)
            case _:
                draft = draft.with_count("flips", one)
        assert draft_from_text(write_json(draft)) == draft
        assert draft.fault is None or words.fault(draft.fault)


@pytest.mark.parametrize("alike", [True, False])
def test_the_steps_lead_to_the_end_and_back(alike: bool) -> None:
    there, draft = steps(alike), SMALL.two(alike)
    assert (BoxStep.TWO_DRAW in there) is not alike
    drafts = [replace(draft, step=step) for step in there]
    assert [at.neighbour(1) for at in drafts] == [*there[1:], None]
    assert [at.neighbour(-1) for at in drafts] == [None, *there[:-1]]
    assert set(BoxStep) - set(there) == (set(ONLY_TWO) if alike else set())


@pytest.mark.parametrize(("fault", "step"), [
    (Fault(FaultKind.NAME, "", "name"), BoxStep.COUNTS),
    (Fault(FaultKind.AMOUNT, "", "flips"), BoxStep.COUNTS),
    (Fault(FaultKind.SAME_SHAPE, "", "patterns"), BoxStep.PATTERNS),
    (Fault(FaultKind.NO_START, "", "area"), BoxStep.STARTS),
    (Fault(FaultKind.TWO_STARTS, "", "area_two"), BoxStep.TWO_STARTS),
    (Fault(FaultKind.SIGN, "", "area"), BoxStep.DRAW),
    (Fault(FaultKind.SIGN, "", "area_two"), BoxStep.TWO_DRAW),
    (Fault(FaultKind.TOO_LARGE, "", "area"), BoxStep.SIZE),
    (Fault(FaultKind.UNEVEN, "", "area_two"), BoxStep.TWO),
])  # fmt: skip
def test_each_fault_has_the_step_that_mends_it(fault: Fault, step: BoxStep) -> None:
    assert step_for(fault) is step


@pytest.mark.parametrize("kind", FaultKind)
def test_there_is_a_sentence_for_every_fault(kind: FaultKind) -> None:
    parts = ("pieces", "flips", "tokens") if kind is FaultKind.AMOUNT else ("area", "area_two")
    said = [words.fault(Fault(kind, "as on the command line", part, 3, 4, "G", 5, 2)) for part in parts]
    for text in said:
        assert text.endswith(".")
        assert "command line" not in text
        assert "{" not in text
    if kind in (FaultKind.NO_START, FaultKind.START_T):
        assert "green" in said[0]
        assert said[1].startswith("The grid for two")


def test_a_pattern_is_pictured_without_what_is_round_it() -> None:
    assert pattern_rows(("X", ".XX")) == ("X##", "#XX")


def test_everybody_gets_a_colour_and_the_wanted_one_where_it_can_be_had() -> None:
    assert colours(3, COLOURS, ()) == (YELLOW, BLUE, GREEN)
    assert colours(2, COLOURS, (RED, BLUE, GREEN)) == (RED, BLUE)
    assert colours(4, COLOURS, (RED, RED)) == (RED, YELLOW, BLUE, GREEN)
    assert colours(2, (BLUE, RED), (YELLOW, RED)) == (BLUE, RED)
    assert colours(2, COLOURS, (Piece.WHITE, RED)) == (YELLOW, RED)
    assert colours(2, COLOURS, (YELLOW,)) == (YELLOW, BLUE)


def test_a_tap_changes_to_a_colour_that_nobody_has() -> None:
    assert changed((YELLOW, BLUE), 0, COLOURS) == (GREEN, BLUE)
    assert changed((GREEN, BLUE), 0, COLOURS) == (RED, BLUE)
    assert changed((RED, BLUE), 0, COLOURS) == (YELLOW, BLUE)
    assert changed((YELLOW, BLUE, RED), 2, COLOURS) == (YELLOW, BLUE, GREEN)


def test_where_all_are_taken_two_players_swap() -> None:
    assert changed((YELLOW, BLUE, GREEN, RED), 3, COLOURS) == (RED, BLUE, GREEN, YELLOW)
    assert changed((BLUE, RED), 0, (BLUE, RED)) == (RED, BLUE)
