"""A board that is being changed, without a screen: what each tap changes, what is kept, and the words."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.speed_mode.board import MOST_EACH, MOST_PAIRS, Kind, Pair, Place
from companion.games.speed_mode.board_file import (
    Fault,
    Mismatch,
    Wrong,
    derived,
    mismatches,
    odd,
    read_board,
    write_board,
)
from ui.games.owners_item import chosen, write_json
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.drafts import (
    NAME,
    SCORES,
    BoardDraft,
    Chosen,
    Half,
    Score,
    begun,
    draft_from_text,
    draft_of,
)

NEW = begun()
CORNER, OTHER = Place(0, 0), Place(2, 3)
RED, GREEN, VIOLET = Kind.RED_SQUARE, Kind.GREEN_SQUARE, Kind.VIOLET_SQUARE


def with_pairs(*pairs: Pair) -> BoardDraft:
    return BoardDraft(replace(NEW.board, pairs=pairs))


def test_one_s_own_board_begins_as_the_derived_one_and_says_so_no_more() -> None:
    assert NEW.board == replace(derived(), name=NAME, derived=False)
    assert (NEW.fault, mismatches(NEW.board)) == (None, ())
    named = replace(derived(), name="the club's", derived=False)
    assert draft_of(named).board == named


def test_two_pairs_change_places_and_back() -> None:
    there = NEW.exchanged(CORNER, OTHER)
    before, after = NEW.board, there.board
    assert after.at(CORNER) == Pair(CORNER, before.pairs[before.places.index(OTHER)].halves)
    assert after.at(OTHER) == Pair(OTHER, before.pairs[before.places.index(CORNER)].halves)
    assert after.places == before.places
    assert there.exchanged(OTHER, CORNER) == NEW
    assert NEW.exchanged(CORNER, CORNER) == NEW
    assert NEW.exchanged(CORNER, Place(11, 11)) == NEW


def test_the_pairs_are_laid_into_every_rectangle_and_back_in_the_order_they_are_read() -> None:
    draft, shapes = NEW, []
    for _ in range(6):
        draft = draft.reshaped()
        assert draft.fault is None
        assert [pair.halves for pair in draft.board.pairs] == [pair.halves for pair in NEW.board.pairs]
        shapes.append(draft.shape)
    assert shapes == [(4, 3), (6, 2), (12, 1), (1, 12), (2, 6), (3, 4)]
    assert draft == NEW


def test_a_board_with_gaps_or_neighbours_of_its_own_is_not_laid_anew() -> None:
    gaps = with_pairs(*NEW.board.pairs[:-1])
    listed = BoardDraft(replace(NEW.board, adjacency=((CORNER, Place(0, 1)),)))
    for draft in (gaps, listed):
        assert draft.shape is None
        assert draft.reshaped() == draft


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_card_of_one_half_changes_and_nothing_else(half: int, number: int) -> None:
    at, kept = Half(CORNER, half), Half(CORNER, 1 - half)
    after = NEW.changed(at, number, Kind.BLUE_CIRCLE)
    cards = list(NEW.cards(at))
    cards[number] = Kind.BLUE_CIRCLE
    assert after.cards(at) == tuple(cards)
    assert after.cards(kept) == NEW.cards(kept)
    assert after.board.pairs[1:] == NEW.board.pairs[1:]
    assert after.changed(at, number, NEW.cards(at)[number]) == NEW


@pytest.mark.parametrize("score", SCORES)
def test_each_score_changes_by_itself_and_within_bounds(score: Score) -> None:
    after = NEW.scored(score, 7)
    assert [after.score(one) for one in SCORES if one != score] == [
        NEW.score(one) for one in SCORES if one != score
    ]
    assert after.score(score) == 7
    assert (NEW.scored(score, -1).score(score), NEW.scored(score, 1000).score(score)) == (0, MOST_EACH)


def test_the_kinds_to_pick_from_are_those_of_the_deck_and_what_is_on_the_board_anyway() -> None:
    assert len(NEW.kinds) == 10
    assert VIOLET not in NEW.kinds
    assert NEW.changed(Half(CORNER, 0), 0, VIOLET).kinds.count(VIOLET) == 1


def test_what_differs_from_the_deck_is_what_companion_finds_odd() -> None:
    draft = NEW.changed(Half(CORNER, 0), 2, RED)
    assert mismatches(draft.board) == (Mismatch(RED, 7, 6), Mismatch(GREEN, 8, 9))
    assert draft.fault is None
    told = list(odd(draft.board))
    assert len(told) == len(mismatches(draft.board))
    for one, text in zip(mismatches(draft.board), told, strict=True):
        assert text.startswith(f"{one.kind}:")
        assert str(one.asked) in text
        assert str(one.has) in text


def test_a_draft_is_kept_as_it_is_also_with_a_fault() -> None:
    faulty = NEW.changed(Half(CORNER, 0), 0, VIOLET)
    assert faulty.fault is not None
    listed = BoardDraft(replace(NEW.board, adjacency=((CORNER, Place(0, 1)),)))
    for draft in (NEW, faulty, listed, NEW.exchanged(CORNER, OTHER).scored("lone", 3)):
        assert draft_from_text(write_json(draft)) == draft


TWO = NEW.board.pairs[:2]
DAMAGED = (
    "{", "[]", "null", '{"board":{}}', "[" * 5000, "\0", "\ud800",
    write_json(with_pairs()),
    write_json(with_pairs(TWO[0], TWO[0])),
    write_json(with_pairs(replace(TWO[0], halves=TWO[0].halves[:1]))),
    write_json(with_pairs(replace(TWO[0], halves=((RED,), TWO[0].halves[1])))),
    write_json(with_pairs(*(Pair(Place(n // 12, n % 12), TWO[0].halves) for n in range(MOST_PAIRS + 1)))),
    write_json(NEW).replace('"column"', '"x"').replace("red square", "pink square"),
    msgspec.json.encode(NEW).decode().replace("[2,3]", "[2,12]"),
)  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_draft_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="can't be read"):
        draft_from_text(text)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"board":"best"}', "[" * 5000, "\0", "\ud800"])
def test_a_damaged_choice_is_none(text: str) -> None:
    assert chosen(text, Chosen()) == Chosen()


@pytest.mark.parametrize("choice", [Chosen(), Chosen("own"), Chosen("derived")])
def test_a_choice_is_kept(choice: Chosen) -> None:
    assert chosen(write_json(choice), Chosen()) == choice


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
            case 0:
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
            assert "{" not in words.fault(wrong, draft.board)
        assert len(mismatches(draft.board)) == len(list(odd(draft.board)))
        assert "{" not in words.contents(draft.board, mismatches(draft.board))


@pytest.mark.parametrize("wrong", Wrong)
def test_there_is_a_sentence_for_every_fault(wrong: Wrong) -> None:
    for pair, half in ((0, 0), (6, 0), (6, 1), (6, 2), (99, 1)):
        text = words.fault(Fault(wrong, "as on the command line", "pairs", pair, half), NEW.board)
        assert text.endswith(".")
        assert "command line" not in text
        assert "{" not in text


def test_a_fault_has_its_place() -> None:
    draft = NEW.changed(Half(Place(1, 2), 1), 0, VIOLET)
    assert draft.fault is not None
    assert words.fault(draft.fault, draft.board).startswith("Right half, row 2, column 3:")
    assert words.fault(Fault(Wrong.SAME_PLACE, "", "pairs", 1), NEW.board).startswith("Row 1, column 1:")


def test_what_differs_is_told_once_and_that_it_can_be_played() -> None:
    one, other = Mismatch(RED, 7, 6), Mismatch(GREEN, 8, 9)
    assert words.mismatch((one,)) == (
        "Red square 1: the board asks for 7, the deck has 6. You can still play."
    )
    assert "1 more kind differs." in words.mismatch((one, other))
    assert "2 more kinds differ." in words.mismatch((one, other, other))
