"""Entering one's own box by touch: step by step, nothing lost, and nothing unplayable saved."""

import pytest
from msgspec.structs import replace

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile import FaultKind, Pattern, Profile, demo, read_profile, write_profile
from tests.ui.desk import there
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import FakeStore, wrong
from tests.ui.tracktic.setting_up import BOX, OWN, Table, drafted
from ui.games.owners_item import OwnersItem, SavedTexts, damaged_key, write_json
from ui.games.tracktic import drafts
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.drafts import (
    FORM,
    BoxDraft,
    BoxStep,
    PatternPage,
    draft_from_text,
    draft_of,
    new_draft,
)
from ui.games.tracktic.editor import BoxEditor
from ui.games.tracktic.pending import CellTap
from ui.main.hands import Finger
from ui.parts.values import names_of

CLEAR = Profile("our box", ("....", "....", "...."), (), 12, 0, 0)
"""A small empty grid."""


def editing(rig: Rig, step: BoxStep, box: Profile = OWN) -> Table:
    table = Table(rig, 3, DRAFT=drafted(step, box))
    table.screen.edit()
    rig.pump(2)
    return table


def test_a_whole_box_is_entered_with_a_finger_and_played_with(rig: Rig) -> None:
    table = Table(rig, 2)
    rig.tap(table.screen["own"])
    table.step_to("rows", 5)
    table.step_to("columns", 6)
    table.tap("next")
    table.draw((2, 2), (2, 3))
    table.tap("next")
    for letter, row, column in (("Y", 0, 0), ("B", 0, 3), ("G", 4, 0), ("R", 4, 3)):
        table.tap(f"brush {letter}")
        table.draw((row, column), (row, column + 2))
    table.tap("next", "own")
    table.step_to("rows", 4)
    table.tap("next")
    table.draw((2, 2), (2, 3))
    table.tap("next", "brush R")
    table.draw((3, 5), (3, 3))
    table.tap("next")
    for cells in (((1, 1), (1, 2), (1, 3)), ((0, 0), (1, 0), (1, 1))):
        table.tap("add")
        table.draw(*cells)
        table.tap("next")
        table.step_to("count", 4)
    table.tap("next")
    for heap, count in (("pieces", 43), ("flips", 2), ("tokens", 1)):
        table.step_to(heap, count)
    table.tap("called the club's box", "next", "next")
    assert table.screen.over is None
    box = Profile(
        name="the club's box",
        area=("YYYBBB", "......", "..##..", "......", "GGGRRR"),
        patterns=(Pattern("P1", ("XXX",), 4), Pattern("P2", ("X.", "XX"), 4)),
        pieces=43,
        flips=2,
        tokens=1,
        area_two=("YYYBBB", "......", "......", "...RRR"),
    )
    assert read_profile(table.store.texts[drafts.BOX].encode()) == box
    assert table.store.texts[drafts.DRAFT] == ""
    assert table.go().profile == box
    assert Table(rig, 2, table.store).go().profile == box


def test_every_tap_is_kept_and_leaving_loses_nothing(rig: Rig) -> None:
    table = editing(rig, BoxStep.DRAW, CLEAR)
    table.draw((1, 1))
    table.tap("next")
    table.draw((0, 0), (0, 1))
    assert draft_from_text(table.store.texts[drafts.DRAFT]) == table.draft
    again = Table(rig, 2, table.store)
    assert again.screen.part()["own"].title == words.GO_ON
    assert again.screen.part()["own"].hint == words.step_of(3, 7)
    rig.tap(again.screen["own"])
    assert again.draft == table.draft
    assert again.draft.box.area == ("YY..", ".#..", "....")
    for _ in range(3):
        again.tap("back")
    assert again.screen.over is None


def test_a_pattern_that_is_half_drawn_is_kept_too(rig: Rig) -> None:
    table = editing(rig, BoxStep.PATTERNS)
    table.tap("add")
    table.draw((0, 0), (0, 1))
    again = Table(rig, 2, table.store)
    again.screen.edit()
    rig.pump(2)
    assert again.draft.sheet == PatternPage(10, (Cell(0, 0), Cell(0, 1)))
    again.tap("back")
    assert again.draft.sheet is None
    assert again.editor.chosen == 9


def test_undo_takes_back_stroke_by_stroke_and_a_stepped_figure_at_once(rig: Rig) -> None:
    table = editing(rig, BoxStep.DRAW, CLEAR)
    table.draw((0, 0), (0, 3))
    table.draw((2, 0))
    table.tap("undo")
    assert table.draft.box.area == ("####", "....", "....")
    table.tap("undo")
    assert table.draft.box.area == CLEAR.area
    assert not table.editor.part()["undo"].live
    table.tap("back")
    table.step_to("rows", 9)
    table.tap("undo")
    assert (table.draft.box.area, table.editor.part()["rows"].value) == (CLEAR.area, 3)


def test_the_touched_cell_is_said_while_the_finger_is_down(rig: Rig) -> None:
    table = editing(rig, BoxStep.DRAW)
    entry, finger = table.grid, Finger()
    finger.down(*entry.scene.middle(CellTap(Cell(4, 6))))
    rig.pump(2)
    assert table.title == "row 5, column 7"
    # It isn't removed before the finger lifts.
    assert table.draft.box.area == OWN.area
    finger.up()
    rig.pump(2)
    assert table.title == "Tap the gaps in your grid."
    assert table.draft.box.area[4][6] == "#"


def test_a_stroke_does_nothing_after_another_finger_turned_the_page(rig: Rig) -> None:
    table, finger = editing(rig, BoxStep.DRAW), Finger()
    finger.down(*table.grid.scene.middle(CellTap(Cell(4, 6))))
    rig.pump()
    table.tap("next")
    finger.up()
    rig.pump(2)
    assert (table.draft.step, table.draft.box) == (BoxStep.STARTS, OWN)
    assert table.title == "Tap where each colour starts."


def test_a_drawing_that_is_on_no_card_is_told_and_framed(rig: Rig) -> None:
    table = editing(rig, BoxStep.PATTERNS)
    table.tap("add")
    table.draw((2, 2), (2, 4))
    table.draw((3, 3))
    table.tap("next")
    fault = there(table.draft.sheet_fault)
    assert table.title == words.fault(fault)
    assert "row 3, column 4" in table.title
    assert len(table.draft.box.patterns) == 10
    table.draw((3, 3))
    table.tap("next")
    fault = there(table.draft.sheet_fault)
    assert fault.kind is FaultKind.SAME_SHAPE
    assert table.title == words.fault(fault)
    table.tap("clear")
    assert table.draft.sheet == PatternPage(10)


def test_a_pattern_is_counted_drawn_again_and_taken_away(rig: Rig) -> None:
    table = editing(rig, BoxStep.PATTERNS)
    table.tap("pattern 3")
    assert table.editor.part()["count"].value == OWN.patterns[2].count
    table.step_to("count", 7)
    assert table.draft.box.patterns[2].count == 7
    table.tap("redraw")
    table.draw((0, 1))
    table.tap("next")
    assert table.draft.box.patterns[2] == Pattern("corner", ("XX", "XX"), 7)
    assert table.editor.chosen == 2
    table.tap("take away")
    assert len(table.draft.box.patterns) == 10
    table.hold("take away")
    assert [pattern.id for pattern in table.draft.box.patterns][2] == "hook"
    table.tap("undo")
    # It is chosen again, and not the last one on another page.
    assert (len(table.draft.box.patterns), table.editor.chosen) == (10, 2)
    # Without the last pattern the one before it is chosen.
    table.tap("pattern 10")
    table.hold("take away")
    assert table.editor.chosen == 8
    # On another page nothing can be undone, and on the way back neither.
    table.tap("next")
    assert not table.editor.part()["undo"].live
    table.tap("back")
    assert not table.editor.part()["undo"].live


def test_what_is_wrong_is_said_in_the_end_and_mended_where_it_is(rig: Rig) -> None:
    starts = ("YYY........BBB", ".Y............", *OWN.area[2:])
    table = editing(rig, BoxStep.CHECK, replace(OWN, area=starts))
    assert table.editor.part().header.on_word == "Fix it"
    assert "row 1, column 2" in table.title
    table.tap("next")
    assert table.draft.step is BoxStep.STARTS
    assert "form a T" in table.title
    table.draw((1, 1))
    assert table.title == "Tap where each colour starts."
    assert table.draft.fault is None
    assert drafts.BOX not in table.store.texts


def test_a_pattern_that_is_there_twice_is_chosen_when_it_is_mended(rig: Rig) -> None:
    first, *others = OWN.patterns
    twice = replace(OWN, patterns=(first, others[0], replace(others[1], rows=first.rows), *others[2:]))
    table = editing(rig, BoxStep.CHECK, twice)
    table.tap("next")
    assert (table.draft.step, table.editor.chosen) == (BoxStep.PATTERNS, 2)


def test_the_colour_that_starts_nowhere_is_in_hand_when_it_is_mended(rig: Rig) -> None:
    table = editing(rig, BoxStep.CHECK, replace(OWN, area=(*OWN.area[:-1], "GGG...........")))
    table.tap("next")
    assert table.editor.brush == "R"
    table.draw((13, 11), (13, 13))
    assert table.draft.box == OWN


def test_a_box_with_a_fault_is_never_kept(rig: Rig) -> None:
    table = Table(rig, 2)
    rig.tap(table.screen["own"])
    for _ in range(12):
        table.tap("next")
    assert table.screen.over is not None
    assert drafts.BOX not in table.store.texts
    assert table.draft.fault is not None


def test_one_s_own_box_is_corrected_and_stays_meanwhile(rig: Rig) -> None:
    table = Table(rig, 2, BOX=BOX)
    rig.tap(table.screen["correct"])
    table.step_to("rows", 15)
    table.tap("back")
    assert table.screen.part()["correct"].title == words.GO_ON_CORRECTING
    assert table.go().profile == OWN
    rig.tap(table.screen["correct"])
    table.hold("as it was")
    table.tap("back")
    # There is no draft left to continue.
    assert table.screen.part()["correct"].title == words.CORRECT
    assert table.store.texts[drafts.DRAFT] == ""


def test_looking_through_one_s_own_box_changes_nothing(rig: Rig) -> None:
    made_up = write_profile(demo())
    table = Table(rig, 2, BOX=made_up)
    rig.tap(table.screen["correct"])
    while table.screen.over is not None:
        table.tap("next")
    assert table.store.texts[drafts.BOX] == made_up
    assert not [text for name, text in table.store.written if name == drafts.BOX]
    assert table.go().profile.made_up


def test_starting_over_must_be_held_and_can_be_undone(rig: Rig) -> None:
    table = editing(rig, BoxStep.SIZE)
    table.tap("start over")
    assert table.draft.box == OWN
    table.hold("start over")
    assert table.draft == new_draft()
    table.tap("undo")
    assert table.draft.box == OWN


def test_what_was_damaged_is_put_aside_when_something_else_takes_its_place(rig: Rig) -> None:
    table = Table(rig, 2, BOX="broken = [", DRAFT="{")
    rig.tap(table.screen["own"])
    assert table.title == words.DAMAGED_DRAFT
    assert table.store.texts[drafts.DRAFT] == "{"
    table.step_to("rows", 9)
    assert table.store.texts[damaged_key(drafts.DRAFT)] == "{"
    table.editor.change(BoxDraft(OWN, BoxStep.CHECK))
    rig.pump(2)
    table.tap("next")
    assert table.store.texts[damaged_key(drafts.BOX)] == "broken = ["
    assert read_profile(table.store.texts[drafts.BOX].encode()) == OWN
    assert table.screen["header/hint"].text == words.HINT


def entering(step: BoxStep, box: Profile = OWN) -> BoxEditor:
    """Return an editor at a step, for tests that only read its values."""
    own = OwnersItem(FORM, SavedTexts(FakeStore().memory))
    own.save_draft(BoxDraft(box, step))
    return BoxEditor(own, lambda: None, lambda _box: None, "")


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (BoxStep.SIZE, ("How big is your grid?", "step 1 of 9", "Next", "14", "rows", "14", "columns")),
        (BoxStep.DRAW, ("Tap the gaps in your grid.", "step 2 of 9", "Next", "192 cells", "Light: a cell")),
        (BoxStep.STARTS, ("Tap where each colour starts.", "step 3 of 9", "Next", "Yellow", "3 cells")),
        (BoxStep.TWO, ("Same grid for two players?", "step 4 of 9", "Next", "The same", "Their own")),
        (BoxStep.PATTERNS, ("Add each pattern once.", "step 7 of 9", "Next", "5 ×", "4 ×")),  # noqa: RUF001
        (BoxStep.COUNTS, ("Count what is in the box.", "step 8 of 9", "Next", "pieces of one colour", "45")),
        (BoxStep.CHECK, ("Does this look like your box?", "step 9 of 9", "Keep it")),
    ],
)
def test_each_step_says_first_what_to_do(step: BoxStep, says: tuple[str, ...]) -> None:
    assert entering(step).part().texts[: len(says)] == says


def test_the_tools_of_a_pattern_are_there_where_there_is_one() -> None:
    assert {"count", "redraw", "take away"} <= names_of(entering(BoxStep.PATTERNS).part())
    bare = entering(BoxStep.PATTERNS, CLEAR)
    assert not {"count", "redraw", "take away"} & names_of(bare.part())
    bare.part()["add"].on_tap()
    assert bare.part().header.title == "Tap the pattern on the card."
    assert not bare.part()["clear"].live


def test_a_step_can_be_drawn_on_where_it_asks_for_that() -> None:
    drawn = {step for step in BoxStep if f"grid of {step}" in (part := entering(step).part())
             and part[f"grid of {step}"].on_stroke is not None}  # fmt: skip
    assert drawn == {BoxStep.DRAW, BoxStep.STARTS, BoxStep.TWO_DRAW, BoxStep.TWO_STARTS}


MANY = tuple(replace(OWN.patterns[n % 10], id=f"P{n}") for n in range(60))
WIDE = replace(OWN, area=("Y" + "." * 19, "B" * 3 + "." * 17, "G" + "#" * 19, *("." * 20,) * 17), area_two=())


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize(
    "box", ["usual", "bare", *(pytest.param(box, marks=pytest.mark.long) for box in ("many", "wide"))]
)
def test_every_step_is_for_fingers_and_eyes(rig: Rig, size: tuple[int, int], box: str) -> None:
    rig.size(*size)
    boxes = {"usual": OWN, "many": replace(OWN, patterns=MANY), "bare": CLEAR, "wide": WIDE}
    table = Table(rig, 3, BOX=BOX, DRAFT=write_json(draft_of(boxes[box])))
    table.screen.edit()
    seen = set()
    while (step := table.draft.step) not in seen:
        seen.add(step)
        assert [f"{step}: {fault}" for fault in wrong(rig, table.screen)] == []
        if step is BoxStep.CHECK:
            break
        table.tap("next")
    table.editor.change(replace(table.draft, step=BoxStep.PATTERNS, sheet=PatternPage(0)))
    table.tap("next")
    assert [f"pad: {fault}" for fault in wrong(rig, table.screen)] == []
    entry = table.grid
    (far, _), (near, _) = (entry.scene.middle(CellTap(Cell(5, column))) for column in (5, 4))
    assert far + (far - near) / 2 <= entry.right + 1
