"""A refusal in words: what is wrong, the rule, and what hands do, with names and places."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game import NO_SUCH_SEAT, Remedy
from companion.games.tracktic import reports as r
from companion.games.tracktic import rules
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from tests.games.tracktic.board import cells, position, shown
from tests.games.tracktic.plays import report as report_of
from tests.games.tracktic.plays import table
from tests.ui.tracktic.table import FOX, refusal, words_of
from ui.games.tracktic import words
from ui.table.presenting import Explanation

GENERAL = "Put it right on the table, then go on."
LOOK = "Look at the grid again, and tap what lies there."


def explained(state: State, report: r.AnyReport) -> Explanation:
    return words_of(len(state.colours)).explain(refusal(state, report).violations)


WRONG = """
tt.turn None | Y... .... .... ...B; turn 1 | Y 0,1 0,2 0,3
  It is Owl's turn, not Fox's
  {off}
  {bar}
tt.turn used_up | Y... .... .... ...B; used bar=3 | Y 0,1 0,2 0,3
  None of pattern bar is left
  {off}
  {bar}
tt.turn not_open | Y... .... .... ...B; open hook hook corner flip | Y 0,1 0,2 0,3
  That is pattern bar, and it doesn't lie open
  {off}
  {bar}
tt.turn all_open | Y... .... .... ...B; open hook hook corner flip | opens bar
  All open cards are entered already
tt.turn no_copy | Y... .... .... ...B; open hook hook | opens hook
  No more of pattern hook can be turned up
tt.turn untold | Y... .... .... ...B | opens hook
  The open cards aren't told in this match
tt.skip None | Y... .... .... ...B; turn 1; skipped Y | Y skips
  Fox has skipped, and is out
tt.pattern shape | Y... .... .... ...B | Y 0,1 0,2
  No card has that pattern
  Take the 2 new pieces off: row 1, columns 2 and 3.
  The card goes back among the open cards.
tt.pattern shape | Y... .... .... ...B | Y 0,1 0,2 0,3 as hook
  That isn't pattern hook
  {off}
  Pattern hook goes back among the open cards.
tt.players area | smaller 2 | Y 1,2 1,3 1,4
  Row 2, column 5 lies beside the area for two
  Take the 3 new pieces off: row 2, columns 3 to 5.
  {bar}
tt.pattern outside | Y.#. .... .... ...B | Y 0,1 0,2 0,3
  Row 1, column 3 is no part of the grid
  {look}
tt.pattern own | YY.. .... .... ...B | Y 0,1 0,2 0,3
  A yellow piece lies on row 1, column 2 already
  Take the 2 new pieces off: row 1, columns 3 and 4.
  {bar}
tt.pattern white | YW.. .... .... ...B | Y 0,1 0,2 0,3
  A white piece lies on row 1, column 2 already
  Take the 2 new pieces off: row 1, columns 3 and 4.
  {bar}
tt.pattern supply | Y... .... .... ...B; laid 10 1 0 0 | Y 0,1 0,2 0,3
  Fox has only 2 pieces left
  {look}
tt.pattern supply | Y... .... .... ...B; laid 11 1 0 0 | Y 0,1 0,2 0,3
  Fox has only 1 piece left
  {look}
tt.pattern none_laid | YBBB .... .... ...B | Y 0,1 0,2 0,3 token
  At least one of Fox's own pieces must be laid
  Turn the 3 blue pieces back: row 1, columns 2 to 4.
  {token}
  {bar}
tt.connect None | Y... .... .... ...B | Y 2,0 2,1 3,1
  The pattern doesn't touch Fox's path
  Take the 3 new pieces off: row 3, columns 1 and 2; row 4, column 2.
  Pattern corner goes back among the open cards.
tt.no-t t | YYY. .... .... ...B | Y 1,1 2,1 3,1
  Four of Fox's pieces form a T around row 1, column 2
  Take the 3 new pieces off: column 2, rows 2 to 4.
  {bar}
tt.white back | YW.. .... .... ...B | Y flips 0,1 0,2
  The white piece on row 1, column 2 is never turned back
  {look}
tt.flip not_opponents | YB.. .... .... ...B | Y flips 0,0 1,0
  No opponent's piece lies on row 1, column 1
  {look}
tt.flip touch | Y.B. .... .... ...B | Y flips 0,2 0,3
  The piece on row 1, column 3 touches none of Fox's
  Take the new piece off row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {flip}
tt.flip apart | YB.. .... .... ...B | Y flips 0,1 2,1
  The new piece doesn't lie beside the one that was turned over
  Take the new piece off row 3, column 2.
  Turn the blue piece on row 1, column 2 back.
  {flip}
tt.flip covered | YBB. .... .... ...B | Y flips 0,1 0,2
  There is already a piece on row 1, column 3
  {look}
tt.flip start | YB.. .... .... ...B; start_piece_flippable=no; start 0,1 | Y flips 0,1 0,2
  The start piece on row 1, column 2 stays as it is
  Take the new piece off row 1, column 3.
  Turn the blue piece on row 1, column 2 back.
  {flip}
tt.token in_way | Y.B. .... .... ...B | Y 0,1 0,2 0,3
  A blue piece is in the way on row 1, column 3: that takes a token
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  {bar}
tt.token none | Y.B. .... .... ...B; tokens 0 1 | Y 0,1 0,2 0,3 token
  Fox has no token left
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {token}
  {bar}
tt.token nothing | Y... .... .... ...B | Y 0,1 0,2 0,3 token
  No opponent's piece is in the way: that takes no token
  {off}
  {token}
  {bar}
tt.token closed | Y.B. .... .... ...B; token_cell=closed | Y 0,1 0,2 0,3 token
  Tokens aren't played at this table
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {token}
  {bar}
match.no-such-seat None | Y... .... .... ...B | - skips
  Nobody sits there
"""
"""Every way to be wrong: rule and why, a table and what is told at it; the title, and what hands do."""
SAID = WRONG.format(
    off="Take the 3 new pieces off: row 1, columns 2 to 4.", look=LOOK, token="The token goes back to Fox.",
    bar="Pattern bar goes back among the open cards.", flip="Flip card goes back among the open cards.",
)  # fmt: skip
CASES_OF = [re.split(r"\n  ", case) for case in re.split(r"\n(?! )", SAID.strip())]


@pytest.mark.parametrize("case", CASES_OF, ids=[case[0] for case in CASES_OF])
def test_what_is_wrong_and_what_hands_do(case: list[str]) -> None:
    said_of, title, *todo = case
    what, laid, told_at_it = said_of.split(" | ")
    state = table(laid)
    report = report_of(state, told_at_it)
    ruling = refusal(state, report)
    found = {f"{fault.rule} {fault.details.get('why')}" for fault in ruling.violations}
    assert what in found, shown(state)
    told = explained(state, report)
    said = [told.title, *(fault.removeprefix("Also: ").removesuffix(".") for fault in told.also)]
    assert title in said, shown(state)
    assert list(told.steps) == todo
    assert words_of().sentences.rule(what.split()[0]) in told.rule


def test_every_rule_and_every_reason_that_judge_names_is_among_these() -> None:
    source = Path(rules.__file__).read_text()
    named = {NO_SUCH_SEAT.rule, *re.findall(r'"(tt\.[a-z-]+)"', source)}
    assert {case[0].split()[0] for case in CASES_OF} == named
    reasons = set(re.findall(r'"why": "([a-z_]+)"', source))
    reasons |= set(re.findall(r'_pattern\(seat, "([a-z_]+)"', source))
    reasons |= set(re.findall(r'_at\(state, "[a-z.-]+", seat, \w+, "([a-z_]+)"', source))
    assert {case[0].split()[1] for case in CASES_OF} == reasons | {"None"}


def test_of_many_faults_alike_two_are_told() -> None:
    """A heap of thirty pieces had a line for every T in it: nobody could read what to do."""
    heap = r.LayPattern(FOX, tuple(Cell(row, column) for row in range(4) for column in range(1, 4)))
    state = replace(position("Y... .... .... ....", 2), laid=(0, 0, 0, 0))
    faults = refusal(state, heap).violations
    assert sum(fault.rule == "tt.no-t" for fault in faults) > 5
    told = explained(state, heap)
    assert sum("form a T" in fault for fault in (told.title, *told.also)) == 2
    assert told.steps == (
        "Take the 12 new pieces off, from row 1, column 2 on.",
        "The card goes back among the open cards.",
    )


def test_what_lies_in_a_line_is_told_at_once() -> None:
    for where, told in (
        ("0,0", "row 1, column 1"),
        ("0,0 0,1", "row 1, columns 1 and 2"),
        ("0,0 0,1 0,2", "row 1, columns 1 to 3"),
        ("0,0 1,0", "column 1, rows 1 and 2"),
        ("0,0 1,0 2,0", "column 1, rows 1 to 3"),
        ("0,0 1,0 2,0 2,1 2,2", "row 3, columns 1 to 3; column 1, rows 1 and 2"),
        ("0,0 0,2 2,2", "row 1, column 1; row 1, column 3; row 3, column 3"),
    ):
        assert words.places(cells(where)) == told
        assert words.places(cells(where)[::-1]) == told
    assert words.places(()) == ""


def test_remedies_that_nobody_knows_how_to_tell() -> None:
    broken = (
        Remedy("take_off"),
        Remedy("turn_back", None, {"row": 1, "column": 1}),
        Remedy("turn_back", None, {"row": 99, "column": 1, "colour": "blue"}),
    )
    assert list(words_of().sentences.steps(broken)) == [GENERAL] * 3
    for piece in Piece:
        at = {"row": 0, "column": 0, "colour": piece.value}
        beside = {"row": 0, "column": 1, "colour": piece.value}
        (one,) = words_of().sentences.steps((Remedy("turn_back", None, {**at}),))
        assert one == f"Turn the {piece} piece on row 1, column 1 back."
        (two,) = words_of().sentences.steps(
            (Remedy("turn_back", None, {**at}), Remedy("turn_back", None, {**beside}))
        )
        assert two == f"Turn the 2 {piece} pieces back: row 1, columns 1 and 2."
