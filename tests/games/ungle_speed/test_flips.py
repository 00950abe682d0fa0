"""What the cards of a flip do together: every pair of special cards, each with the rule that it follows.

A cell is read from left to right: "colours" match from now on; "race": the totem is open to all; "takes 1":
seat 1 takes all face-up cards; "flip 2": all turn again for the arrows of seat 2; "wins 1". "race, takes 1"
is one after the other. The rule or ruling behind it follows.
"""

from itertools import product

import pytest

from companion.game import Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.model import State
from tests.games.ungle_speed.board import GAME, after, card, position, show, winners

S = Seat

PLAIN, DUEL = "duel-less", "duel"

TABLE: dict[tuple[str, str, str], tuple[str, str]] = {
    # Seat 1, seat 2 ("*": the last card of a stack), and whether seats 0 and 3 show the same symbol.
    ("sym", "sym", PLAIN): ("", "us.outward"),
    ("sym", "sym", DUEL): ("race", "us.outward"),
    # One special card.
    ("col", "sym", PLAIN): ("colours", "us.coloured"),
    ("col", "sym", DUEL): ("colours", "ruling outward_shows_coloured"),
    ("col*", "sym", PLAIN): ("takes 1", "us.last-coloured"),
    ("col*", "sym", DUEL): ("race, takes 1", "ruling last_coloured_in_flip"),
    ("in", "sym", PLAIN): ("race", "us.inward"),
    ("in", "sym", DUEL): ("race", "us.inward-and-duel"),
    ("in*", "sym", PLAIN): ("race", "us.last-inward"),
    ("in*", "sym", DUEL): ("race", "us.inward-and-duel"),
    ("out", "sym", PLAIN): ("flip 1", "us.outward-again"),
    ("out", "sym", DUEL): ("race", "us.outward-again"),
    ("out*", "sym", PLAIN): ("wins 1", "us.last-outward"),
    ("out*", "sym", DUEL): ("race", "ruling last_outward_beside_duel"),
    # Two coloured.
    ("col", "col", PLAIN): ("colours", "ruling coloured_beside_arrows"),
    ("col", "col", DUEL): ("colours", "ruling coloured_beside_arrows"),
    ("col*", "col", PLAIN): ("colours, takes 1", "us.last-coloured"),
    ("col*", "col", DUEL): ("colours, takes 1", "us.last-coloured"),
    ("col*", "col*", PLAIN): ("takes 1, out 2", "ruling two_last_coloured"),
    ("col*", "col*", DUEL): ("race, takes 1", "ruling last_coloured_in_flip"),
    # Coloured and inward.
    ("col", "in", PLAIN): ("race", "ruling coloured_beside_arrows"),
    ("col", "in", DUEL): ("race", "ruling coloured_beside_arrows"),
    ("col", "in*", PLAIN): ("race", "ruling coloured_beside_arrows"),
    ("col", "in*", DUEL): ("race", "ruling coloured_beside_arrows"),
    ("col*", "in", PLAIN): ("race, takes 1", "ruling last_coloured_in_flip"),
    ("col*", "in", DUEL): ("race, takes 1", "ruling last_coloured_in_flip"),
    ("col*", "in*", PLAIN): ("race, takes 1", "ruling last_coloured_in_flip"),
    ("col*", "in*", DUEL): ("race, takes 1", "ruling last_coloured_in_flip"),
    # Coloured and outward.
    ("col", "out", PLAIN): ("flip 2", "ruling coloured_beside_arrows"),
    ("col", "out", DUEL): ("race", "us.outward-again"),
    ("col", "out*", PLAIN): ("wins 2", "us.last-outward"),
    ("col", "out*", DUEL): ("race", "ruling last_outward_beside_duel"),
    ("col*", "out", PLAIN): ("takes 1, flip 2", "us.last-coloured"),
    ("col*", "out", DUEL): ("race, takes 1", "us.outward-again"),
    ("col*", "out*", PLAIN): ("wins 2", "us.last-outward"),
    ("col*", "out*", DUEL): ("race, takes 1", "ruling last_outward_beside_duel"),
    # Two inward.
    ("in", "in", PLAIN): ("race", "us.inward"),
    ("in", "in", DUEL): ("race", "us.inward-and-duel"),
    ("in*", "in", PLAIN): ("race", "us.last-inward"),
    ("in*", "in", DUEL): ("race", "us.inward-and-duel"),
    ("in*", "in*", PLAIN): ("race", "us.last-inward"),
    ("in*", "in*", DUEL): ("race", "us.inward-and-duel"),
    # Inward and outward.
    ("in", "out", PLAIN): ("race, flip 2", "ruling inward_and_outward"),
    ("in", "out", DUEL): ("race", "us.outward-again"),
    ("in", "out*", PLAIN): ("wins 2", "us.last-outward"),
    ("in", "out*", DUEL): ("race", "ruling last_outward_beside_duel"),
    ("in*", "out", PLAIN): ("race, flip 2", "ruling inward_and_outward"),
    ("in*", "out", DUEL): ("race", "us.outward-again"),
    ("in*", "out*", PLAIN): ("wins 2", "us.last-outward"),
    ("in*", "out*", DUEL): ("race", "ruling last_outward_beside_duel"),
    # Two outward.
    ("out", "out", PLAIN): ("flip 1", "ruling two_outward"),
    ("out", "out", DUEL): ("race", "us.outward-again"),
    ("out*", "out", PLAIN): ("wins 1", "us.last-outward"),
    ("out*", "out", DUEL): ("race", "ruling last_outward_beside_duel"),
    ("out*", "out*", PLAIN): ("wins 1 2", "ruling two_last_outward_at_once"),
    ("out*", "out*", DUEL): ("race", "ruling last_outward_beside_duel"),
}
KINDS = ("col", "in", "out")


def test_every_pair_of_special_cards_has_its_cell() -> None:
    pairs = [(one, other) for n, one in enumerate(KINDS) for other in (*KINDS[n:], "sym")]
    for one, other in pairs:
        lasts = product(("", "*"), ("", "*") if other != "sym" else ("",))
        for first, second in lasts:
            for duel in (PLAIN, DUEL):
                cells = {(one + first, other + second, duel), (other + second, one + first, duel)}
                if one == other:
                    assert cells & TABLE.keys(), cells
                else:
                    assert (one + first, other + second, duel) in TABLE


def test_every_cell_has_a_rule_or_a_ruling() -> None:
    for _, source in TABLE.values():
        name = source.removeprefix("ruling ")
        assert name in (GAME.catalogue.ruling if name != source else GAME.catalogue.rule), source


def flipped(pair: tuple[str, str, str], players: int, level: Level) -> State:
    """Return the table after seat 0's outward arrows turned up this pair at seats 1 and 2."""
    stacks = [5] * players
    tops = ["A1p", "sym", "sym", "A1g" if pair[2] == DUEL else "B3g", "E1y", "E2o"][:players]
    for seat, special in ((1, pair[0]), (2, pair[1])):
        tops[seat] = ("C1o", "D1y")[seat - 1] if special == "sym" else special.removesuffix("*")
        stacks[seat] = 1 if special.endswith("*") else 5
    state = position("6", *(str(stack) for stack in stacks[1:]), level=level, pot="E2p")
    state = after(state, r.TurnCard(S(0), card("out")))
    for seat, top in enumerate(tops):
        state = after(state, r.TurnCard(S(seat), card(top)))
    return state


def read(cell: str, state: State, players: int) -> None:
    """Check a position right after a flip, before any grab, against its cell."""
    steps = cell.split(", ") if cell else []
    up = players + 2
    at_once = steps[: steps.index("race")] if "race" in steps else steps
    assert state.by_colour == ("colours" in steps), show(state)
    won = next((step.split()[1:] for step in steps if step.startswith("wins")), None)
    if won is not None:
        assert winners(state).winners == tuple(S(int(seat)) for seat in won)
        assert winners(state).reason == "us.last-outward"
        return
    if "out 2" in steps:
        assert winners(state).winners == (S(2),)
        assert winners(state).reason == "us.out"
        return
    assert state.ended is None, show(state)
    taker = next((int(step[-1]) for step in at_once if step.startswith("takes")), None)
    if taker is None:
        assert sum(map(len, state.piles)) + len(state.pot) == up, show(state)
    else:
        assert (state.stacks[taker], state.face_up, state.pot) == (up, (), ()), show(state)
    flip = next((int(step[-1]) for step in steps if step.startswith("flip")), None)
    assert (state.flip.owner if state.flip else None) == flip, show(state)
    assert state.turn == (0 if flip is None else flip), show(state)


@pytest.mark.rule("us.outward", "us.outward-again", "us.coloured", "us.last-coloured", "us.last-outward")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [4, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("pair", TABLE, ids=" ".join)
def test_a_pair_out_of_one_flip(pair: tuple[str, str, str], players: int, level: Level) -> None:
    read(TABLE[pair][0], flipped(pair, players, level), players)


AFTER_RACE = {cell: row for cell, row in TABLE.items() if row[0].startswith("race")}


@pytest.mark.rule("us.outward-again", "us.last-coloured")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("pair", AFTER_RACE, ids=" ".join)
def test_nobody_races_for_a_pair(pair: tuple[str, str, str], level: Level) -> None:
    """The next card is turned: last coloured arrows have cost their owner, second arrows make all turn.

    If they take seat 2's last cards as well, it has won before that.
    """
    cell = TABLE[pair][0]
    state = flipped(pair, 4, level)
    state = after(state, r.TurnCard(state.turn, card("E2g")))
    if "takes 1" in cell:
        won = pair[1].endswith("*")
        assert state.stacks[1] == 6, show(state)
        assert sum(map(len, state.piles)) == (0 if won else 1), show(state)
        assert (state.ended.winners if state.ended else ()) == ((S(2),) if won else ()), show(state)
    else:
        assert sum(map(len, state.piles)) == 6, show(state)
    assert (state.flip is not None) == ("flip 2" in cell), show(state)
