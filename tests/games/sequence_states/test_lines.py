"""Lines of five and more: which are sequences, how many, and what prevents them."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Seat
from companion.games.sequence_states.events import Ended, Passed, SequenceMade
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD
from companion.games.sequence_states.lines import FIVES, LINES, SPACES, Space, completed
from companion.games.sequence_states.model import Sequence, Side
from companion.games.sequence_states.reports import ChooseFive, PlaceChip
from tests.games.sequence_states import slow
from tests.games.sequence_states.board import after, at, broken, events, five, position, rows

RED = Seat(0)


def test_there_are_as_many_fives_as_the_board_has_room_for() -> None:
    # Six starts in each of ten rows and ten columns, and 6 x 6 on each diagonal.
    assert [len(some) for some in FIVES.values()] == [60, 60, 36, 36]
    assert {frozenset((s.row, s.column) for s in f) for some in FIVES.values() for f in some} == set(slow.ALL)
    assert sum(map(len, LINES)) == 192


# `*` is the chip that is placed; the number is how many sequences it makes.
SHAPES = [
    ("four in a row", ["rrr*"], 0),
    ("five in a row, at its end", ["rrrr*"], 1),
    ("five in a row, a gap filled", ["rr*rr"], 1),
    ("five with another colour between", ["rrbr*r"], 0),
    ("five around the edge are no line", ["......rrrr", "*"], 0),
    ("six in a row", ["rrr*rr"], 1),
    ("seven in a row", ["rrr*rrr"], 1),
    ("eight in a row", ["rrrr*rrr"], 1),
    ("nine in a row, the middle last", ["rrrr*rrrr"], 2),
    ("five in a column", ["r"] * 4 + ["*"], 1),
    ("nine in a column, the middle last", ["r"] * 4 + ["*"] + ["r"] * 4, 2),
    ("five down to the right", ["r", ".r", "..*", "...r", "....r"], 1),
    ("five down to the left", ["....r", "...r", "..*", ".r", "r"], 1),
    ("a cross", ["..r", "..r", "rr*rr", "..r", "..r"], 2),
    ("an L", ["r", "r", "r", "r", "*rrrr"], 2),
    ("a T", ["rr*rr", "..r", "..r", "..r", "..r"], 2),
    ("both diagonals", ["r...r", ".r.r", "..*", ".r.r", "r...r"], 2),
    ("a star of eight arms", ["r.r.r", ".rrr", "rr*rr", ".rrr", "r.r.r"], 4),
    ("four and four with the gap open elsewhere", ["rrrr.rrrr", "*"], 0),
    ("ten, the first five locked", ["RRRRRrrrr*"], 1),
    ("nine, the first five locked: the fifth is shared", ["RRRRRrrr*"], 1),
    ("eight, the first five locked: two would be shared", ["RRRRRrr*"], 0),
    ("nine, the middle five locked: two shared on either side", ["rrRRRRRr*"], 0),
    ("ten, the middle five locked", ["*rRRRRRrrr"], 0),
    ("a column through a locked row shares one", ["RRRRR", "r", "r", "r", "*"], 1),
    ("a locked row and a locked column, a line through both", ["RRRRR", "R..r", "R.*", "Rr", "R"], 1),
    ("the other side's locked chips are no part of a line", ["BBBBB", "rrr*r"], 1),
]


@pytest.mark.rule("ss.sequence", "ss.share")
@pytest.mark.parametrize(("name", "board", "made"), SHAPES, ids=[name for name, _, _ in SHAPES])
def test_a_shape_makes_as_many_sequences_as_the_rules_say(name: str, board: list[str], made: int) -> None:
    text = rows(*board)
    index = text.replace("\n", "").index("*")
    state = position(*text.replace("*", ".").splitlines())
    space = SPACES[index]
    found = [e for e in events(state, PlaceChip(RED, space, ADD)) if isinstance(e, SequenceMade)]
    assert len(found) == made
    # The second implementation agrees.
    own = {(s.row, s.column) for s in SPACES if state.chip(s) == 0} | {(space.row, space.column)}
    old = [frozenset((s.row, s.column) for s in line) for line in state.made(Side(0))]
    candidates = slow.new_lines(own, (space.row, space.column), old)
    assert slow.most(candidates) == made
    best = slow.best(candidates, (space.row, space.column))
    assert {frozenset((s.row, s.column) for s in e.five) for e in found} == set(best)


@pytest.mark.rule("ss.sequence", "ss.share")
@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_what_a_chip_completes_agrees_with_a_slow_check(seed: int, locked: int) -> None:
    chance = random.Random(seed)
    made = chance.sample(slow.ALL, locked)
    if not slow.apart(made):
        made = made[:1]
    own = {cell for line in made for cell in line}
    own |= {(row, column) for row in range(10) for column in range(10) if chance.random() < 0.6}
    cell = chance.choice(sorted(own - {c for line in made for c in line}) or [(0, 0)])
    candidates = slow.new_lines(own, cell, made)
    earlier = [tuple(Space(*c) for c in sorted(line)) for line in made]
    found = completed(Space(*cell), lambda space: (space.row, space.column) in own, earlier)
    assert len(found) == slow.most(candidates)
    told = {frozenset((space.row, space.column) for space in line) for options in found for line in options}
    best = slow.best(candidates, cell)
    assert {frozenset((s.row, s.column) for s in options[0]) for options in found} == set(best)
    # Only a line that could have been chosen is offered instead.
    assert told <= set(candidates)


@pytest.mark.rule("ss.sequence")
def test_of_a_longer_line_the_five_around_the_new_chip_are_locked() -> None:
    state = position("rrr*rrr".replace("*", "."))
    (_, made) = events(state, PlaceChip(RED, at(1, 4), ADD))
    assert made == SequenceMade(Side(0), five(1, 2, 0, 1), (five(1, 1, 0, 1), five(1, 3, 0, 1)))


@pytest.mark.rule("ss.sequence")
def test_the_player_may_lock_another_five_of_a_longer_line() -> None:
    state = after(position("rrr.rrr"), PlaceChip(RED, at(1, 4), ADD))
    chosen = after(state, ChooseFive(five(1, 1, 0, 1)))
    assert chosen.sequences == (Sequence(Side(0), five(1, 1, 0, 1)),)
    # The choice may be changed again.
    assert after(chosen, ChooseFive(five(1, 2, 0, 1))).sequences == state.sequences
    assert after(chosen, ChooseFive(five(1, 3, 0, 1))).sequences[0].five == five(1, 3, 0, 1)


@pytest.mark.rule("ss.sequence")
@pytest.mark.parametrize(
    ("name", "wrong", "rule"),
    [
        ("six chips", tuple(at(1, column) for column in range(1, 7)), "ss.sequence"),
        ("nothing", (), "ss.sequence"),
        ("one of them open", five(1, 4, 0, 1), "ss.share"),
        ("another line", five(2, 1, 0, 1), "ss.sequence"),
        ("the same five", five(1, 2, 0, 1), "ss.share"),
    ],
)
def test_only_five_chips_of_that_line_can_be_locked(name: str, wrong: tuple[Space, ...], rule: str) -> None:
    state = after(position("rrr.rrr"), PlaceChip(RED, at(1, 4), ADD))
    assert broken(state, ChooseFive(wrong)) == [(rule, "five")]


@pytest.mark.rule("ss.sequence")
def test_the_order_of_a_five_does_not_matter() -> None:
    state = after(position("rrr.rrr"), PlaceChip(RED, at(1, 4), ADD))
    assert after(state, ChooseFive(five(1, 1, 0, 1)[::-1])).sequences[0].five == five(1, 1, 0, 1)


@pytest.mark.rule("ss.sequence")
def test_the_second_sequence_of_a_side_is_counted_as_such() -> None:
    (_, made, _) = events(position("RRRRRrrr."), PlaceChip(RED, at(1, 9), ADD))
    assert isinstance(made, SequenceMade)
    assert made.number == 2


@pytest.mark.rule("ss.sequence")
def test_after_the_next_turn_it_is_too_late_to_choose() -> None:
    made = after(position("rrr.rrr"), PlaceChip(RED, at(1, 4), ADD))
    late = [("ss.sequence", "late")]
    assert broken(after(made, PlaceChip(Seat(1), at(9, 9))), ChooseFive(five(1, 1, 0, 1))) == late
    assert broken(fold(made, (Passed(Seat(1)),)), ChooseFive(five(1, 1, 0, 1))) == late


@pytest.mark.rule("ss.win")
def test_nine_in_a_row_are_two_sequences_and_win_between_two() -> None:
    state = after(position("rrrr.rrrr"), PlaceChip(RED, at(1, 5), ADD))
    assert state.ended is not None
    assert (state.ended.winners, state.ended.reason) == ((0,), "ss.win")


@pytest.mark.rule("ss.win")
def test_one_sequence_wins_among_three_and_not_between_two() -> None:
    placed = PlaceChip(RED, at(1, 5), ADD)
    assert after(position("rrrr"), placed).ended is None
    assert isinstance(events(position("rrrr", players=3), placed)[-1], Ended)
    team = after(position("rrrr", players=9), placed).ended
    assert team is not None
    assert team.winners == (0, 3, 6)


@pytest.mark.rule("ss.share")
def test_a_second_sequence_may_use_any_one_space_of_the_first() -> None:
    for column in range(1, 6):
        text = ["RRRRR"] + ["." * (column - 1) + "r"] * 3
        state = after(position(*text), PlaceChip(RED, at(5, column), ADD))
        assert state.ended is not None, f"sharing column {column}"
