"""The last step before a match of Speed Mode: the board, what is remembered, and entering one's own."""

from msgspec.structs import replace

from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import Board, Kind, Pair, Place
from companion.games.speed_mode.board_file import derived, mismatches, read_board, write_board
from companion.games.speed_mode.model import Facts
from tests.ui.by_fingers import texts
from tests.ui.desk import the
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import BeforeTheDeal, Kept
from ui.games.owners_item import damaged_key, write_json
from ui.games.speed_mode import drafts
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.drafts import (
    BOARD,
    DRAFT,
    SCORES,
    BoardDraft,
    Half,
    begun,
    draft_from_text,
    draft_of,
)
from ui.games.speed_mode.editor import BoardEditor
from ui.games.speed_mode.setup import SetupScreen
from ui.games.speed_mode.words import kind as name_of
from ui.stage import theme
from ui.stage.rect import Rect
from ui.widgets.pad import HOLD_SECONDS, Stepper

NEW = begun()
CORNER, OTHER = Place(0, 0), Place(2, 3)
LEFT, RIGHT = Half(CORNER, 0), Half(CORNER, 1)
OWN = NEW.exchanged(CORNER, OTHER).board
FAULTY = NEW.changed(Half(OTHER, 1), 0, Kind.VIOLET_SQUARE)
"""Nobody has a violet card among those of two players."""
DIFFERING = NEW.changed(LEFT, 2, Kind.RED_SQUARE)
LARGE = replace(
    OWN,
    name="a large board that has quite a long name",
    pairs=tuple(Pair(Place(n // 7, n % 7), OWN.pairs[n % 12].halves) for n in range(40)),
)


def pad_of(place: Place) -> str:
    return f"pair {place.row + 1} {place.column + 1}"


class Table(BeforeTheDeal):
    """The screen before a match of Speed Mode, and the editor of a board on it."""

    def __init__(self, rig: Rig, memory: Kept | None = None, **texts: str) -> None:
        super().__init__(rig, drafts, SetupScreen, Facts(), memory, texts)

    def go(self) -> Board:
        """Go on, and return the board it goes on with, on which a match can be opened."""
        self.rig.tap(self.screen.header.next)
        facts: Facts = self.facts.pop()
        SpeedMode().opening(facts)
        return facts.board

    @property
    def editor(self) -> BoardEditor:
        assert isinstance(self.screen.over, BoardEditor)
        return self.screen.over

    def tap(self, *pads: str | Place) -> None:
        """Tap pads of the editor, or pairs."""
        for pad in pads:
            self.rig.tap(self.editor[pad if isinstance(pad, str) else pad_of(pad)])

    def step(self, name: str) -> None:
        self.rig.tap(the(Stepper, self.editor[name]).plus)

    @property
    def title(self) -> str:
        return self.editor.part().header.title

    @property
    def draft(self) -> BoardDraft | None:
        """What would be there after a power cut."""
        text = self.kept.texts.get(DRAFT, "")
        return draft_from_text(text) if text else None


def editing(rig: Rig, **texts: str) -> Table:
    table = Table(rig, None, **texts)
    table.screen.edit()
    rig.pump(3)
    return table


def test_without_a_board_of_one_s_own_the_derived_one_is_marked_and_chosen(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.part()["own"].title == words.ENTER
    assert (table.screen.part()["own"].chosen, table.screen.part()["derived"].chosen) == (False, True)
    assert table.screen.part()["derived"].hint == words.DERIVED_HINT
    assert table.go() == derived()
    rig.tap(table.screen.header.back)
    assert table.left == 1


def test_one_s_own_board_is_taken_where_there_is_one_and_the_choice_is_offered_again(rig: Rig) -> None:
    table = Table(rig, BOARD=write_board(OWN))
    assert table.screen.part()["own"].title == words.OUR_BOARD
    assert table.go() == OWN
    rig.tap(table.screen["derived"])
    assert table.go() == derived()
    again = Table(rig, table.kept)
    assert again.go() == derived()
    rig.tap(again.screen["own"])
    assert again.go() == OWN
    assert Table(rig, again.kept).go() == OWN


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    late = Kept(late=True)
    table = Table(rig, late, BOARD=write_board(OWN))
    for pad in (table.screen.header.next, table.screen["own"], table.screen["derived"]):
        rig.tap(pad)
    assert table.facts == []
    assert table.screen.over is None
    late.arrive()
    assert table.go() == OWN


def test_what_is_damaged_is_told_and_stays(rig: Rig) -> None:
    table = Table(rig, BOARD="name = 3", DRAFT="{", CHOICE="[")
    assert words.DAMAGED in texts(table.screen)
    assert table.go() == derived()
    assert (table.kept.texts[BOARD], table.kept.texts[DRAFT]) == ("name = 3", "{")
    rig.tap(table.screen["own"])
    assert table.title == words.DAMAGED_DRAFT
    table.tap(CORNER, OTHER)
    assert table.kept.texts[damaged_key(DRAFT)] == "{"
    assert table.kept.texts[BOARD] == "name = 3"
    table.tap("next")
    assert table.kept.texts[damaged_key(BOARD)] == "name = 3"
    assert table.screen.header.hint.text == words.HINT
    assert table.go() == OWN


def test_every_text_has_a_name_of_its_own() -> None:
    names = (drafts.BOARD, drafts.PAINTED, drafts.DRAFT, drafts.CHOICE)
    assert len(set(names)) == len(names)


def test_a_board_is_entered_with_a_finger_and_played_on(rig: Rig) -> None:
    table = Table(rig)
    rig.tap(table.screen["own"])
    table.tap(CORNER, OTHER, CORNER, "half 1")
    for kind in (Kind.BLUE_CIRCLE, Kind.BLUE_CIRCLE, Kind.RED_CIRCLE):
        table.tap(name_of(kind))
    table.tap("next", "points")
    table.step("quadrilateral")
    table.tap("next", "next")
    expected = BoardDraft(OWN)
    for number, kind in enumerate((Kind.BLUE_CIRCLE, Kind.BLUE_CIRCLE, Kind.RED_CIRCLE)):
        expected = expected.changed(RIGHT, number, kind)
    board = expected.scored("quadrilateral", 2).board
    assert read_board(table.kept.texts[BOARD].encode()) == board
    assert table.go() == board
    assert table.draft is None


def test_every_tap_is_kept_and_gone_on_with(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER)
    assert table.draft is None
    table.tap(OTHER)
    assert table.draft == BoardDraft(OWN)
    table.tap("back")
    assert table.screen.part()["own"].title == words.GO_ON
    assert table.go() == derived()
    later = Table(rig, table.kept)
    rig.tap(later.screen["own"])
    assert later.editor.draft == BoardDraft(OWN)


def test_a_second_tap_on_the_same_pair_lets_it_go(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER)
    assert table.title == "Swap it with which pair?"
    table.tap(CORNER)
    assert table.title == "Tap a pair to move."
    table.tap(OTHER)
    assert (table.editor.draft, table.editor.chosen) == (NEW, OTHER)


def test_undo_takes_back_step_by_step(rig: Rig) -> None:
    table = editing(rig)
    for one, other in ((CORNER, OTHER), (CORNER, Place(0, 1))):
        table.tap(one)
        table.tap(other)
    table.tap("undo")
    assert table.editor.draft == BoardDraft(OWN)
    table.tap("undo")
    assert (table.editor.draft, table.draft) == (NEW, None)
    table.tap("undo")
    assert table.editor.draft == NEW


def test_undo_on_a_page_takes_back_only_what_was_done_there(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER, OTHER, CORNER, "half 0", "undo")
    assert table.editor.draft == BoardDraft(OWN)
    table.tap(name_of(Kind.RED_SQUARE))
    table.tap("undo")
    assert table.editor.draft == BoardDraft(OWN)
    table.tap("back", "undo")
    assert table.editor.draft == NEW


def test_a_figure_that_is_stepped_up_is_taken_back_at_once(rig: Rig) -> None:
    table = editing(rig)
    table.tap("points")
    for _ in range(3):
        table.step("circle")
    table.step("lone")
    assert table.draft == NEW.scored("circle", 4).scored("lone", 1)
    table.tap("undo")
    assert table.editor.part()["lone"].value == 0
    table.tap("undo")
    assert table.editor.part()["circle"].value == 1
    assert table.editor.draft == NEW


def test_the_points_stand_in_one_order_for_either_hand_and_upright_one_below_the_other(rig: Rig) -> None:
    theme.use(theme.Theme(left=True))
    table = editing(rig)
    table.tap("points")
    rig.fill(table.screen)
    lying = [table.editor[score].x for score in SCORES]
    assert lying == sorted({*lying})
    rig.fill(table.screen, Rect(0, 0, 480, 800))
    upright = [table.editor[score].top for score in SCORES]
    assert upright == sorted({*upright}, reverse=True)


def test_any_of_the_three_cards_can_be_marked(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER, "half 0", "card 3", name_of(Kind.RED_SQUARE))
    assert table.editor.draft == NEW.changed(LEFT, 2, Kind.RED_SQUARE)
    assert table.editor.marked == 0


def test_a_fault_keeps_the_board_back_and_shows_where_it_is(rig: Rig) -> None:
    table = editing(rig, DRAFT=write_json(FAULTY))
    table.tap("next")
    assert BOARD not in table.kept.texts
    assert table.title.startswith("Right half, row 3, column 4:")
    assert table.editor.chosen == OTHER
    table.tap("half 1", name_of(Kind.YELLOW_CIRCLE), "next")
    table.tap("next")
    assert table.screen.over is None
    assert BOARD in table.kept.texts


def test_what_differs_from_the_deck_is_told_and_stops_nobody(rig: Rig) -> None:
    told = words.mismatch(mismatches(DIFFERING.board))
    table = editing(rig, DRAFT=write_json(DIFFERING))
    table.tap("next")
    assert table.screen.part()["own"].hint == told
    assert table.go() == DIFFERING.board


def test_starting_over_must_be_held_and_can_be_taken_back(rig: Rig) -> None:
    table = editing(rig, BOARD=write_board(OWN))
    table.tap("start over")
    assert table.editor.draft == BoardDraft(OWN)
    rig.hold(table.editor["start over"], HOLD_SECONDS + 0.1)
    assert table.editor.draft == NEW
    table.tap("undo")
    assert table.editor.draft == BoardDraft(OWN)


def test_what_was_corrected_can_be_put_back_as_it_was(rig: Rig) -> None:
    table = editing(rig, BOARD=write_board(OWN), DRAFT=write_json(NEW))
    assert table.editor.draft == NEW
    rig.hold(table.editor["as it was"], HOLD_SECONDS + 0.1)
    assert table.editor.draft == BoardDraft(OWN)
    assert table.draft is None


def test_the_pairs_can_lie_in_other_rows(rig: Rig) -> None:
    table = editing(rig)
    table.tap(OTHER, "shape")
    assert table.draft == NEW.reshaped()
    assert table.editor.part()["shape"].title == "4 rows of 3"
    table.tap(Place(3, 2), CORNER)
    assert table.draft == NEW.reshaped().exchanged(Place(3, 2), CORNER)
    table.tap("undo", "undo")
    assert table.editor.draft == NEW


def test_of_a_large_board_every_pair_can_be_reached(rig: Rig) -> None:
    table = editing(rig, BOARD=write_board(LARGE))
    seen: set[Place] = set()
    for _ in range(4):
        seen |= {place for place in LARGE.places if pad_of(place) in table.editor}
        table.tap("rest")
    assert seen == set(LARGE.places)
    # A pair may be tapped on one part and its partner on another.
    table.tap(CORNER, "rest", Place(0, 6))
    assert table.editor.draft == draft_of(LARGE).exchanged(CORNER, Place(0, 6))
