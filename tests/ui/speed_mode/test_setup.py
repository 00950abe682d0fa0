"""The last step before a match of Speed Mode: the board, what is remembered, and entering one's own."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import Board, Pair, Place
from companion.games.speed_mode.board_file import derived, read_board, write_board
from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.model import Facts
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import Kept, laid, wrong
from ui import theme
from ui.games.kept_texts import damaged_key
from ui.games.own import write_json
from ui.games.speed_mode import board_kept, kept
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import BoardDraft, Half, draft_of, new_draft
from ui.games.speed_mode.board_editor import BoardEditor
from ui.games.speed_mode.board_kept import CHOICE, DRAFT, draft_from_text
from ui.games.speed_mode.combination_entry import CombinationPage
from ui.games.speed_mode.kept import BOARD
from ui.games.speed_mode.points_entry import PointsPage
from ui.games.speed_mode.setup import SetupScreen
from ui.widgets.pad import HOLD_SECONDS

NEW = new_draft()
CORNER, OTHER = Place(0, 0), Place(2, 3)
LEFT, RIGHT = Half(CORNER, 0), Half(CORNER, 1)
OWN = NEW.exchanged(CORNER, OTHER).board
FAULTY = NEW.changed(Half(OTHER, 1), 0, Kind.VIOLET_SQUARE)
"""Nobody has a violet card among those of two players."""
LARGE = replace(
    OWN,
    name="a large board that has quite a long name",
    pairs=tuple(Pair(Place(n // 7, n % 7), OWN.pairs[n % 12].halves) for n in range(40)),
)


class Table:
    """The screen, what it keeps, and what it went on with."""

    def __init__(self, rig: Rig, memory: Kept | None = None, texts: dict[str, str] | None = None) -> None:
        self.rig = rig
        self.kept = memory or Kept()
        self.kept.texts.update(texts or {})
        self.facts: list[Facts] = []
        self.left = 0
        plates = theme.plates()[:2]
        self.screen = laid(
            rig, SetupScreen(Facts(), plates, self.kept.memory, self._leave, self.facts.append)
        )

    def _leave(self) -> None:
        self.left += 1

    def go(self) -> Board:
        """Go on, and return the board it goes on with, on which a match can be opened."""
        self.rig.tap(self.screen.header.next)
        facts = self.facts.pop()
        SpeedMode().opening(facts)
        return facts.board

    @property
    def editor(self) -> BoardEditor:
        """The editor, which is open."""
        assert isinstance(self.screen.editor, BoardEditor)
        return self.screen.editor

    @property
    def entry(self) -> CombinationPage:
        """The page of a half."""
        assert isinstance(self.editor.page, CombinationPage)
        return self.editor.page

    @property
    def points(self) -> PointsPage:
        """The page of the points."""
        assert isinstance(self.editor.page, PointsPage)
        return self.editor.page

    def tap_pair(self, place: Place) -> None:
        """Tap a pair."""
        self.rig.tap(self.editor.pairs.pads[place])

    def undo(self) -> None:
        """Take back what was done on the pairs' page."""
        self.rig.tap(self.editor.pairs.undo)

    def done(self) -> None:
        """Be done with the board."""
        self.rig.tap(self.editor.pairs.done)

    @property
    def draft(self) -> BoardDraft | None:
        """What would be there after a power cut."""
        return draft_from_text(self.kept.texts.get(DRAFT, ""))


def editing(rig: Rig, texts: dict[str, str] | None = None) -> Table:
    """A table whose editor is open."""
    table = Table(rig, texts=texts)
    table.screen.edit()
    rig.pump(3)
    return table


# The choice.


def test_without_a_board_of_one_s_own_the_derived_one_is_marked_and_chosen(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.own.title.text == words.ENTER
    assert (table.screen.own.chosen, table.screen.there["derived"].chosen) == (False, True)
    assert table.screen.there["derived"].subtitle.text == words.DERIVED_HINT
    assert table.go() == derived()
    rig.tap(table.screen.header.back)
    assert table.left == 1


def test_one_s_own_board_is_taken_where_there_is_one_and_the_choice_is_offered_again(rig: Rig) -> None:
    table = Table(rig, texts={BOARD: write_board(OWN)})
    assert table.screen.own.title.text == words.OUR_BOARD
    assert table.go() == OWN
    rig.tap(table.screen.there["derived"])
    assert table.go() == derived()
    again = Table(rig, table.kept)
    assert again.go() == derived()
    rig.tap(again.screen.own)
    assert again.go() == OWN
    assert Table(rig, again.kept).go() == OWN


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    late = Kept(late=True)
    table = Table(rig, late, {BOARD: write_board(OWN)})
    for pad in (table.screen.header.next, table.screen.own, table.screen.there["derived"]):
        rig.tap(pad)
    assert table.facts == []
    assert table.screen.editor is None
    late.arrive()
    assert table.go() == OWN


def test_what_is_damaged_is_told_and_stays(rig: Rig) -> None:
    table = Table(rig, texts={BOARD: "name = 3", DRAFT: "{", CHOICE: "["})
    assert table.screen.header.hint.text == words.DAMAGED
    assert table.go() == derived()
    assert (table.kept.texts[BOARD], table.kept.texts[DRAFT]) == ("name = 3", "{")
    rig.tap(table.screen.own)
    assert table.editor.pairs.prompt.text == words.DAMAGED_DRAFT
    table.tap_pair(CORNER)
    table.tap_pair(OTHER)
    assert table.kept.texts[damaged_key(DRAFT)] == "{"
    assert table.kept.texts[BOARD] == "name = 3"
    table.done()
    assert table.kept.texts[damaged_key(BOARD)] == "name = 3"
    assert table.screen.header.hint.text == words.HINT
    assert table.go() == OWN


def test_every_text_has_a_name_of_its_own() -> None:
    names = (kept.BOARD, kept.PAINTED, board_kept.DRAFT, board_kept.CHOICE)
    assert len(set(names)) == len(names)


# Entering one's own board.


def test_a_board_is_entered_with_a_finger_and_played_on(rig: Rig) -> None:
    table = Table(rig)
    rig.tap(table.screen.own)
    table.tap_pair(CORNER)
    table.tap_pair(OTHER)
    table.tap_pair(CORNER)
    rig.tap(table.editor.pairs.halves[1])
    for kind in (Kind.BLUE_CIRCLE, Kind.BLUE_CIRCLE, Kind.RED_CIRCLE):
        rig.tap(table.entry.kinds[kind])
    rig.tap(table.entry.header.next)
    rig.tap(table.editor.pairs.points)
    rig.tap(table.points.figures["quadrilateral"].plus)
    rig.tap(table.points.header.next)
    table.done()
    expected = BoardDraft(OWN)
    for number, kind in enumerate((Kind.BLUE_CIRCLE, Kind.BLUE_CIRCLE, Kind.RED_CIRCLE)):
        expected = expected.changed(RIGHT, number, kind)
    board = expected.scored("quadrilateral", 2).board
    assert read_board(table.kept.texts[BOARD].encode()) == board
    assert table.go() == board
    assert table.draft is None


def test_every_tap_is_kept_and_gone_on_with(rig: Rig) -> None:
    table = editing(rig)
    table.tap_pair(CORNER)
    assert table.draft is None
    table.tap_pair(OTHER)
    assert table.draft == BoardDraft(OWN)
    rig.tap(table.editor.pairs.back)
    assert table.screen.own.title.text == words.GO_ON
    assert table.go() == derived()
    later = Table(rig, table.kept)
    rig.tap(later.screen.own)
    assert later.editor.draft == BoardDraft(OWN)


def test_a_second_tap_on_the_same_pair_lets_it_go(rig: Rig) -> None:
    table = editing(rig)
    table.tap_pair(CORNER)
    assert table.editor.pairs.prompt.text == words.TAP_ANOTHER
    table.tap_pair(CORNER)
    assert table.editor.pairs.prompt.text == words.TAP_A_PAIR
    table.tap_pair(OTHER)
    assert (table.editor.draft, table.editor.pairs.chosen) == (NEW, OTHER)


def test_undo_takes_back_step_by_step(rig: Rig) -> None:
    table = editing(rig)
    for one, other in ((CORNER, OTHER), (CORNER, Place(0, 1))):
        table.tap_pair(one)
        table.tap_pair(other)
    table.undo()
    assert table.editor.draft == BoardDraft(OWN)
    table.undo()
    assert (table.editor.draft, table.draft) == (NEW, None)
    table.undo()
    assert table.editor.draft == NEW


def test_undo_on_a_page_takes_back_only_what_was_done_there(rig: Rig) -> None:
    table = editing(rig)
    table.tap_pair(CORNER)
    table.tap_pair(OTHER)
    table.tap_pair(CORNER)
    rig.tap(table.editor.pairs.halves[0])
    rig.tap(table.entry.undo)
    assert table.editor.draft == BoardDraft(OWN)
    rig.tap(table.entry.kinds[Kind.RED_SQUARE])
    rig.tap(table.entry.undo)
    assert table.editor.draft == BoardDraft(OWN)
    rig.tap(table.entry.header.back)
    table.undo()
    assert table.editor.draft == NEW


def test_a_figure_that_is_stepped_up_is_taken_back_at_once(rig: Rig) -> None:
    table = editing(rig)
    rig.tap(table.editor.pairs.points)
    for _ in range(3):
        rig.tap(table.points.figures["circle"].plus)
    rig.tap(table.points.figures["lone"].plus)
    assert table.draft == NEW.scored("circle", 4).scored("lone", 1)
    rig.tap(table.points.undo)
    assert table.points.figures["lone"].value == 0
    rig.tap(table.points.undo)
    assert table.points.figures["circle"].value == 1
    assert table.editor.draft == NEW


def test_any_of_the_three_cards_can_be_marked(rig: Rig) -> None:
    table = editing(rig)
    table.tap_pair(CORNER)
    rig.tap(table.editor.pairs.halves[0])
    rig.tap(table.entry.slots[2])
    rig.tap(table.entry.kinds[Kind.RED_SQUARE])
    assert table.editor.draft == NEW.changed(LEFT, 2, Kind.RED_SQUARE)
    assert table.entry.marked == 0


def test_a_fault_keeps_the_board_back_and_shows_where_it_is(rig: Rig) -> None:
    table = editing(rig, {DRAFT: write_json(FAULTY)})
    table.done()
    assert BOARD not in table.kept.texts
    assert table.editor.pairs.prompt.text.startswith("Right half, row 3, column 4:")
    assert table.editor.pairs.chosen == OTHER
    rig.tap(table.editor.pairs.halves[1])
    rig.tap(table.entry.kinds[Kind.YELLOW_CIRCLE])
    rig.tap(table.entry.header.next)
    table.done()
    assert table.screen.editor is None
    assert BOARD in table.kept.texts


def test_what_differs_from_the_deck_is_told_and_stops_nobody(rig: Rig) -> None:
    differing = NEW.changed(LEFT, 2, Kind.RED_SQUARE)
    told = words.mismatch(differing.mismatches)
    table = editing(rig, {DRAFT: write_json(differing)})
    table.done()
    assert table.screen.own.subtitle.text == told
    assert table.go() == differing.board


def test_starting_over_must_be_held_and_can_be_taken_back(rig: Rig) -> None:
    table = editing(rig, {BOARD: write_board(OWN)})
    rig.tap(table.editor.pairs.over)
    assert table.editor.draft == BoardDraft(OWN)
    rig.hold(table.editor.pairs.over, HOLD_SECONDS + 0.1)
    assert table.editor.draft == NEW
    table.undo()
    assert table.editor.draft == BoardDraft(OWN)


def test_what_was_corrected_can_be_put_back_as_it_was(rig: Rig) -> None:
    table = editing(rig, {BOARD: write_board(OWN), DRAFT: write_json(NEW)})
    assert table.editor.draft == NEW
    rig.hold(table.editor.pairs.as_kept, HOLD_SECONDS + 0.1)
    assert table.editor.draft == BoardDraft(OWN)
    assert table.draft is None


def test_the_pairs_can_lie_in_other_rows(rig: Rig) -> None:
    table = editing(rig)
    table.tap_pair(OTHER)
    rig.tap(table.editor.pairs.shape)
    assert table.draft == NEW.reshaped()
    assert table.editor.pairs.shape.title.text == words.shape(4, 3)
    table.tap_pair(Place(3, 2))
    table.tap_pair(CORNER)
    assert table.draft == NEW.reshaped().exchanged(Place(3, 2), CORNER)
    table.undo()
    table.undo()
    assert table.editor.draft == NEW


def test_of_a_large_board_every_pair_can_be_reached(rig: Rig) -> None:
    table = editing(rig, {BOARD: write_board(LARGE)})
    seen: set[Place] = set()
    for _ in range(3):
        seen |= {place for place, pad in table.editor.pairs.pads.items() if pad.parent is not None}
        rig.tap(table.editor.pairs.rest)
    assert seen == set(LARGE.places)
    # A pair may be tapped on one part and its partner on another.
    table.tap_pair(CORNER)
    rig.tap(table.editor.pairs.rest)
    table.tap_pair(Place(0, 6))
    assert table.editor.draft == draft_of(LARGE).exchanged(CORNER, Place(0, 6))


# How it looks.


def chosen(rig: Rig, board: Board) -> Table:
    """A table where a pair is tapped."""
    table = editing(rig, {BOARD: write_board(board)})
    table.tap_pair(CORNER)
    return table


def opened(rig: Rig, draft: BoardDraft) -> Table:
    """A table where the cards of a half are entered."""
    table = editing(rig, {DRAFT: write_json(draft)})
    table.tap_pair(CORNER)
    rig.tap(table.editor.pairs.halves[0])
    return table


def pointed(rig: Rig) -> Table:
    """A table where the points are entered."""
    table = editing(rig)
    rig.tap(table.editor.pairs.points)
    return table


def refused(rig: Rig) -> Table:
    """A table whose board has a fault."""
    table = editing(rig, {DRAFT: write_json(FAULTY)})
    table.done()
    return table


TWO_ROWS = NEW.reshaped().reshaped().reshaped().reshaped().reshaped().board
DIFFERING = NEW.changed(LEFT, 2, Kind.RED_SQUARE)
LOOKS: dict[str, Callable[[Rig], Table]] = {
    "nothing entered": Table,
    "in the middle": lambda rig: Table(rig, texts={DRAFT: write_json(BoardDraft(OWN))}),
    "entered": lambda rig: Table(rig, texts={BOARD: write_board(DIFFERING.board)}),
    "large": lambda rig: Table(rig, texts={BOARD: write_board(LARGE), DRAFT: write_json(NEW)}),
    "damaged": lambda rig: Table(rig, texts={BOARD: "?"}),
    "pairs": editing,
    "damaged draft": lambda rig: editing(rig, {DRAFT: "?"}),
    "a pair chosen": lambda rig: chosen(rig, OWN),
    "large, a pair chosen": lambda rig: chosen(rig, LARGE),
    "two rows": lambda rig: chosen(rig, TWO_ROWS),
    "one column": lambda rig: chosen(rig, NEW.reshaped().reshaped().reshaped().board),
    "a fault": refused,
    "cards": lambda rig: opened(rig, DIFFERING),
    "cards of a faulty board": lambda rig: opened(rig, FAULTY),
    "points": pointed,
}


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("look", LOOKS)
def test_it_is_for_fingers_and_eyes(rig: Rig, size: tuple[int, int], look: str) -> None:
    rig.size(*size)
    table = LOOKS[look](rig)
    assert wrong(rig, table.screen) == []
