"""Lines of five and more: which are sequences, and how many."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Seat
from companion.games.sequence_states.events import SequenceMade
from companion.games.sequence_states.layout import ADD
from companion.games.sequence_states.lines import FIVES, LINES, SPACES, Space, completed
from companion.games.sequence_states.model import Side
from companion.games.sequence_states.reports import PlaceChip
from tests.games.sequence_states import slow
from tests.games.sequence_states.board import events, position, rows


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
    found = [e for e in events(state, PlaceChip(Seat(0), space, ADD)) if isinstance(e, SequenceMade)]
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
