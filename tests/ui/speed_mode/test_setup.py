"""The last step before a match of Speed Mode: the board, what is remembered, and entering one's own."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import MOST_EACH, MOST_PAIRS, Board, Kind, Pair, Place
from companion.games.speed_mode.board_file import (
    Mismatch,
    derived,
    mismatches,
    oddities,
    read_board,
    write_board,
)
from companion.games.speed_mode.model import Facts
from tests.ui.desk import the
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import BeforeTheDeal, FakeStore
from ui.games.owners_item import write_json
from ui.games.speed_mode import drafts
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.drafts import (
    BOARD,
    DRAFT,
    NAME,
    SCORES,
    BoardDraft,
    Half,
    Score,
    draft_from_text,
    draft_of,
)
from ui.games.speed_mode.editor import BoardEditor
from ui.games.speed_mode.setup import SetupScreen
from ui.games.speed_mode.words import kind as name_of
from ui.stage import theme
from ui.stage.rect import Rect

NEW = draft_of()
CORNER, OTHER = Place(0, 0), Place(2, 3)
LEFT, RIGHT = Half(CORNER, 0), Half(CORNER, 1)
OWN = NEW.exchanged(CORNER, OTHER).board
FAULTY = NEW.changed(Half(OTHER, 1), 0, Kind.VIOLET_SQUARE)
"""No violet card is among those of two players."""
DIFFERING = NEW.changed(LEFT, 2, Kind.RED_SQUARE)
FORTY = tuple(Pair(Place(n // 7, n % 7), OWN.pairs[n % 12].halves) for n in range(40))
LARGE = replace(OWN, name="a large board that has quite a long name", pairs=FORTY)


def pad_of(place: Place) -> str:
    return f"pair {place.row + 1} {place.column + 1}"


class Table(BeforeTheDeal):
    """The screen before a match of Speed Mode, and the editor of a board on it."""

    def __init__(self, rig: Rig, memory: FakeStore | None = None, **texts: str) -> None:
        super().__init__(rig, drafts, SetupScreen, Facts(), memory, texts)

    def go(self) -> Board:
        """Go on, and return its board, on which a match can be opened."""
        self.rig.tap(self.screen["next"])
        facts: Facts = self.facts.pop()
        SpeedMode().opening(facts)
        return facts.board

    @property
    def editor(self) -> BoardEditor:
        return the(BoardEditor, self.screen.over)

    def tap(self, *pads: str | Place) -> None:
        """Tap pads of the editor, or pairs."""
        for pad in pads:
            self.rig.tap(self.editor[pad if isinstance(pad, str) else pad_of(pad)])

    def step(self, name: str) -> None:
        self.rig.tap(self.editor[f"{name} plus"])

    @property
    def title(self) -> str:
        return self.editor.part().header.title

    @property
    def draft(self) -> BoardDraft | None:
        """Return the draft that would survive a power cut."""
        text = self.store.texts.get(DRAFT, "")
        return draft_from_text(text) if text else None


def editing(rig: Rig, **texts: str) -> Table:
    table = Table(rig, None, **texts)
    table.screen.edit()
    rig.pump(3)
    return table


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
    assert read_board(table.store.texts[BOARD].encode()) == board
    assert table.go() == board
    assert table.draft is None


def test_a_second_tap_on_the_same_pair_lets_it_go(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER)
    assert table.title == "Swap it with which pair?"
    table.tap(CORNER)
    assert table.title == "Tap a pair to move."
    table.tap(OTHER)
    assert (table.editor.draft, table.editor.chosen) == (NEW, OTHER)


def test_undo_on_a_page_takes_back_only_what_was_done_there(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER, OTHER, CORNER, "half 0", "undo")
    assert table.editor.draft == BoardDraft(OWN)
    table.tap(name_of(Kind.RED_SQUARE))
    table.tap("undo")
    assert table.editor.draft == BoardDraft(OWN)
    table.tap("back", "undo")
    assert table.editor.draft == NEW


def test_after_undo_the_next_kind_goes_where_the_wrong_one_was(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER, "half 0", "card 2", name_of(Kind.BLUE_CIRCLE), "undo", name_of(Kind.RED_CIRCLE))
    assert table.draft == NEW.changed(LEFT, 1, Kind.RED_CIRCLE)


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
    lying = [table.editor[score].rect.x for score in SCORES]
    assert lying == sorted({*lying})
    rig.fill(table.screen, Rect(0, 0, 480, 800))
    upright = [table.editor[score].rect.top for score in SCORES]
    assert upright == sorted({*upright}, reverse=True)


def test_any_of_the_three_cards_can_be_marked(rig: Rig) -> None:
    table = editing(rig)
    table.tap(CORNER, "half 0", "card 3", name_of(Kind.RED_SQUARE))
    assert table.editor.draft == NEW.changed(LEFT, 2, Kind.RED_SQUARE)
    assert table.editor.marked == 0


def test_a_fault_keeps_the_board_back_and_shows_where_it_is(rig: Rig) -> None:
    table = editing(rig, DRAFT=write_json(FAULTY))
    table.tap("next")
    assert BOARD not in table.store.texts
    assert table.title.startswith("Right half, row 3, column 4:")
    assert table.editor.chosen == OTHER
    table.tap("half 1", name_of(Kind.YELLOW_CIRCLE), "next")
    table.tap("next")
    assert table.screen.over is None
    assert BOARD in table.store.texts


def test_a_fault_is_shown_wherever_it_is_and_until_the_next_page(rig: Rig) -> None:
    last = FORTY[-1].place
    table = editing(rig, DRAFT=write_json(draft_of(LARGE).changed(Half(last, 0), 0, VIOLET)))
    assert pad_of(last) not in table.editor
    table.tap("next")
    assert table.title.startswith("Left half, row 6, column 5:")
    assert pad_of(last) in table.editor
    table.tap("points", "next")
    assert table.title == words.TAP_ANOTHER[0]


def test_what_differs_from_the_deck_is_told_and_stops_nobody(rig: Rig) -> None:
    told = words.mismatch(mismatches(DIFFERING.board))
    table = editing(rig, DRAFT=write_json(DIFFERING))
    table.tap("next")
    assert table.screen.part()["own"].hint == told
    assert table.go() == DIFFERING.board


def test_the_pairs_can_lie_in_other_rows(rig: Rig) -> None:
    table = editing(rig)
    table.tap(OTHER, "shape")
    assert table.draft == NEW.reshaped()
    assert table.editor.part()["shape"].title == "4 rows of 3"
    table.tap(Place(3, 2), CORNER)
    assert table.draft == NEW.reshaped().exchanged(Place(3, 2), CORNER)
    table.tap("undo", "undo")
    assert table.editor.draft == NEW
    # A chosen pair that Undo takes away is chosen no more.
    table.tap("shape", Place(3, 2), "undo", CORNER)
    assert (table.editor.draft, table.editor.chosen) == (NEW, CORNER)
    table.tap(CORNER)
    assert (table.editor.draft, table.editor.chosen) == (NEW, None)
    # All pairs are shown at once, and those with a gap between them stay where they are.
    assert "rest" not in table.editor.part()
    gaps = editing(rig, DRAFT=write_json(with_pairs(*NEW.board.pairs[:-1])))
    assert not gaps.editor.part()["shape"].live


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


RED, GREEN, VIOLET = Kind.RED_SQUARE, Kind.GREEN_SQUARE, Kind.VIOLET_SQUARE


def with_pairs(*pairs: Pair) -> BoardDraft:
    return BoardDraft(replace(NEW.board, pairs=pairs))


def test_one_s_own_board_begins_as_the_derived_one_and_says_so_no_more() -> None:
    assert NEW.board == replace(derived(), name=NAME, derived=False)
    assert (NEW.fault, mismatches(NEW.board)) == (None, ())
    named = replace(derived(), name="the club's", derived=False)
    assert draft_of(named).board == named
    assert draft_of(replace(named, made_up=True)).board == replace(named, name=NAME)
    assert [words.own_board(board) for board in (NEW.board, named)] == [words.OUR_BOARD, "the club's"]


def test_two_pairs_change_places_and_back() -> None:
    there = NEW.exchanged(CORNER, OTHER)
    before, after = NEW.board, there.board
    assert after.at(CORNER) == Pair(CORNER, before.pairs[before.places.index(OTHER)].halves)
    assert after.at(OTHER) == Pair(OTHER, before.pairs[before.places.index(CORNER)].halves)
    assert after.places == before.places
    assert there.exchanged(OTHER, CORNER) == NEW
    assert NEW.exchanged(CORNER, CORNER) == NEW


def test_the_pairs_are_laid_into_every_rectangle_and_back_in_the_order_they_are_read() -> None:
    draft, shapes = NEW, []
    for _ in range(6):
        draft = draft.reshaped()
        assert draft.fault is None
        assert [pair.halves for pair in draft.board.pairs] == [pair.halves for pair in NEW.board.pairs]
        shapes.append(draft.shape)
    assert shapes == [(4, 3), (6, 2), (12, 1), (1, 12), (2, 6), (3, 4)]
    assert draft == NEW


def test_forty_pairs_are_laid_into_no_row_that_is_too_long_and_leave_no_gap() -> None:
    halves = NEW.board.pairs[0].halves
    draft, shapes = with_pairs(*(Pair(Place(*divmod(n, 8)), halves) for n in range(40))), []
    for _ in range(4):
        draft = draft.reshaped()
        shapes.append(draft.shape)
    assert shapes == [(8, 5), (10, 4), (4, 10), (5, 8)]


def test_a_board_with_gaps_or_neighbours_of_its_own_is_not_laid_anew() -> None:
    gaps = with_pairs(*NEW.board.pairs[:-1])
    listed = BoardDraft(replace(NEW.board, adjacency=((CORNER, Place(0, 1)),)))
    for draft in (gaps, listed):
        assert draft.shape is None
        assert draft.reshaped() == draft


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_card_of_one_half_changes_and_nothing_else(half: int, number: int) -> None:
    at, staying = Half(CORNER, half), Half(CORNER, 1 - half)
    after = NEW.changed(at, number, Kind.BLUE_CIRCLE)
    cards = list(NEW.cards(at))
    cards[number] = Kind.BLUE_CIRCLE
    assert after.cards(at) == tuple(cards)
    assert after.cards(staying) == NEW.cards(staying)
    assert after.board.pairs[1:] == NEW.board.pairs[1:]
    assert after.changed(at, number, NEW.cards(at)[number]) == NEW


@pytest.mark.parametrize("score", SCORES)
def test_each_score_changes_by_itself_and_within_bounds(score: Score) -> None:
    after = NEW.scored(score, 7)
    others = [one for one in SCORES if one != score]
    assert [after.score(one) for one in others] == [NEW.score(one) for one in others]
    assert after.score(score) == 7
    assert (NEW.scored(score, -1).score(score), NEW.scored(score, 1000).score(score)) == (0, MOST_EACH)


def test_the_kinds_to_pick_from_are_those_of_the_deck_and_what_is_on_the_board_anyway() -> None:
    assert len(NEW.kinds) == 10
    assert VIOLET not in NEW.kinds
    assert VIOLET not in BoardDraft(replace(NEW.board, deck={**NEW.board.deck, VIOLET: 0})).kinds
    assert NEW.changed(Half(CORNER, 0), 0, VIOLET).kinds.count(VIOLET) == 1


TWO = NEW.board.pairs[:2]
DAMAGED = (
    "{", "[]", "null", '{"board":{}}', "[" * 5000, "\0", "\ud800",
    write_json(with_pairs()),
    write_json(with_pairs(TWO[0], TWO[0])),
    write_json(with_pairs(replace(TWO[0], halves=TWO[0].halves[:1]))),
    write_json(with_pairs(replace(TWO[0], halves=((RED,), TWO[0].halves[1])))),
    write_json(with_pairs(*(Pair(Place(n // 12, n % 12), TWO[0].halves) for n in range(MOST_PAIRS + 1)))),
    write_json(BoardDraft(replace(NEW.board, deck={RED: 3}))),
    write_json(NEW).replace('"column"', '"x"').replace("red square", "pink square"),
    msgspec.json.encode(NEW).decode().replace("[2,3]", "[2,12]"),
)  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_draft_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="can't be read"):
        draft_from_text(text)


PLACES = st.sampled_from(NEW.board.places)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), PLACES, PLACES, st.integers(0, 5), st.sampled_from(Kind)), max_size=20
    )
)
def test_whatever_is_tapped_can_be_kept_and_told(taps: list[tuple[int, Place, Place, int, Kind]]) -> None:
    draft = NEW
    for what, one, other, number, kind in taps:
        match what:
            case 0 if {one, other} <= {*draft.board.places}:
                draft = draft.exchanged(one, other)
            case 3:
                draft = draft.reshaped()
            case 1 if one in draft.board.places:
                draft = draft.changed(Half(one, number // 3), number % 3, kind)
            case _:
                draft = draft.scored(SCORES[number % 3], number)
        assert draft_from_text(write_json(draft)) == draft
        wrong = draft.fault
        if wrong is None:
            assert read_board(write_board(draft.board).encode()) == draft.board
        else:
            assert "{" not in words.fault(wrong)
        assert len(mismatches(draft.board)) == len(list(oddities(draft.board)))
        assert "{" not in words.contents(draft.board, mismatches(draft.board))


def test_what_differs_is_told_once_and_that_it_can_be_played() -> None:
    one, other = Mismatch(RED, 7, 6), Mismatch(GREEN, 8, 9)
    red = "Red square 1: the board asks for 7, the deck has 6. You can still play."
    assert words.mismatch((one,)) == red
    assert "1 more kind differs." in words.mismatch((one, other))
    assert "2 more kinds differ." in words.mismatch((one, other, other))
