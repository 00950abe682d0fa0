"""Chips placed and removed, in turn and out of it, rightly and wrongly."""

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Refused, Seat
from companion.games.sequence_states.events import ChipPlaced, ChipRemoved, Ended, Passed
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD, REMOVE
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Colour, Sequence, Side
from companion.games.sequence_states.reports import DrawCard, PassTurn, PlaceChip, RemoveChip, SwapDead
from tests.games.sequence_states.board import (
    DEMO,
    after,
    at,
    broken,
    events,
    judge,
    position,
    refusal,
    steps,
    stood,
)

ONE, TWO = Seat(0), Seat(1)
HERE = at(4, 8)
STATE = DEMO.at(HERE)
TWIN = next(space for space in DEMO.spaces_of(STATE) if space != HERE)
ELSEWHERE = next(space for space in SPACES if DEMO.at(space) != STATE)


@pytest.mark.rule("ss.play")
def test_a_card_puts_a_chip_on_one_of_its_two_spaces_and_the_turn_goes_on() -> None:
    for space in (HERE, TWIN):
        state = after(position(), PlaceChip(ONE, space, STATE))
        assert state.chip(space) == 0
        assert (state.hands, state.chips, state.discards) == ((6, 7), (49, 50), ((STATE,), ()))
        assert state.turn == TWO


@pytest.mark.rule("ss.play")
def test_nobody_has_to_name_a_card_that_the_space_tells() -> None:
    assert events(position(), PlaceChip(ONE, HERE)) == (ChipPlaced(ONE, HERE, STATE),)


@pytest.mark.rule("ss.play")
def test_a_chip_on_a_space_of_another_state_is_refused_and_told_where_it_belongs() -> None:
    state = position()
    wrong = PlaceChip(ONE, ELSEWHERE, STATE)
    assert broken(state, wrong) == [("ss.play", "other_state")]
    assert steps(state, wrong) == ["take_off", "put_on", "put_on"]
    assert refusal(state, wrong).lies
    assert stood(state, wrong).chip(ELSEWHERE) == 0


@pytest.mark.rule("ss.play")
def test_a_chip_of_a_wrong_colour_is_taken_off_and_one_of_ones_own_put_there() -> None:
    state = position()
    blue = PlaceChip(ONE, HERE, colour=Colour.BLUE)
    assert broken(state, blue) == [("ss.play", "colour")]
    ruling = refusal(state, blue)
    assert ruling.lies
    off, on = ruling.violations[0].remedy
    assert (off.act, off.details["colour"]) == ("take_off", "blue")
    assert (on.act, on.details["colour"]) == ("put_own", "red")
    # One's own colour may be named, and changes nothing.
    assert events(state, PlaceChip(ONE, HERE, colour=Colour.RED)) == events(state, PlaceChip(ONE, HERE))


@pytest.mark.rule("ss.play")
def test_a_chip_of_a_wrong_colour_on_a_wrong_space_is_all_told_at_once() -> None:
    wrong = PlaceChip(ONE, ELSEWHERE, STATE, Colour.GREEN)
    assert broken(position(), wrong) == [("ss.play", "other_state"), ("ss.play", "colour")]
    off, on, other = refusal(position(), wrong).violations[0].remedy
    assert off.details["colour"] == "green"
    assert [(step.act, step.details["colour"]) for step in (on, other)] == [("put_on", "red")] * 2
    early = PlaceChip(TWO, HERE, colour=Colour.RED)
    assert broken(position(), early) == [("ss.first", ""), ("ss.play", "colour")]
    assert steps(position(), early) == ["take_off", "card_back"]


@pytest.mark.rule("ss.play", "ss.box", "ss.win")
def test_a_chip_of_another_sides_colour_that_is_let_stand_is_theirs() -> None:
    state = stood(position(), PlaceChip(ONE, HERE, colour=Colour.BLUE))
    assert (state.chip(HERE), state.chips, state.hands, state.turn) == (1, (50, 49), (6, 7), TWO)
    # Five are five, whoever put the last one there.
    three = position("bbbb", players=3)
    won = stood(three, PlaceChip(ONE, at(1, 5), colour=Colour.BLUE))
    assert won.ended == Outcome((TWO,), "ss.win")
    # Nobody plays with green: it can't count for anybody.
    assert refusal(position(), PlaceChip(ONE, HERE, colour=Colour.GREEN)).stands is None
    # A chip of a colour of which none is left in the box was told wrongly.
    none = replace(position(), chips=(50, 0))
    blue = PlaceChip(ONE, HERE, colour=Colour.BLUE)
    assert broken(none, blue) == [("ss.play", "colour"), ("ss.box", "chips")]
    assert steps(none, blue) == ["look_again"]


@pytest.mark.rule("ss.play")
def test_where_both_spaces_are_covered_the_card_goes_back() -> None:
    state = replace(after(position(), PlaceChip(ONE, HERE), PlaceChip(TWO, TWIN)), discards=((), ()))
    assert steps(state, PlaceChip(ONE, ELSEWHERE, STATE)) == ["take_off", "card_back"]
    one = replace(after(position(), PlaceChip(ONE, HERE)), discards=((), ()))
    assert steps(one, PlaceChip(TWO, ELSEWHERE, STATE)) == ["take_off", "put_on"]


@pytest.mark.rule("ss.play")
def test_what_hands_cannot_have_done_is_only_to_be_told_again() -> None:
    state = after(position(), PlaceChip(ONE, HERE), PlaceChip(TWO, TWIN))
    assert steps(state, PlaceChip(ONE, at(9, 9), STATE)) == ["look_again"]
    assert steps(state, PlaceChip(ONE, HERE, ADD)) == ["look_again"]
    assert steps(state, PlaceChip(TWO, HERE, STATE)) == ["look_again"]
    gone = replace(position("b"), discards=((REMOVE,) * 4, ()))
    assert steps(gone, RemoveChip(ONE, at(1, 1))) == ["look_again"]
    assert not refusal(gone, RemoveChip(ONE, at(1, 1))).lies


@pytest.mark.rule("ss.first", "ss.play")
def test_a_wrong_card_out_of_turn_goes_back_and_nowhere_else() -> None:
    assert steps(position(), PlaceChip(TWO, ELSEWHERE, STATE)) == ["take_off", "card_back"]


@pytest.mark.rule("ss.first")
def test_a_card_is_named_only_if_somebody_named_it() -> None:
    (fault,) = refusal(position(), PlaceChip(TWO, HERE)).violations
    assert [step.details.get("card") for step in fault.remedy] == [None, None]
    (fault,) = refusal(position(), PlaceChip(TWO, HERE, STATE)).violations
    assert fault.remedy[1].details == {"card": STATE}


@pytest.mark.rule("ss.play")
def test_no_chip_goes_on_a_covered_space() -> None:
    state = after(position(), PlaceChip(ONE, HERE))
    ruling = refusal(state, PlaceChip(TWO, HERE, ADD))
    assert [fault.details["why"] for fault in ruling.violations] == ["covered"]
    assert not ruling.lies
    assert ruling.stands is None


@pytest.mark.rule("ss.add")
@pytest.mark.parametrize("space", [HERE, ELSEWHERE])
def test_add_goes_on_any_open_space(space: object) -> None:
    chosen = HERE if space == HERE else ELSEWHERE
    state = after(position(), PlaceChip(ONE, chosen, ADD))
    assert state.discards[0] == (ADD,)
    assert state.chip(chosen) == 0


@pytest.mark.rule("ss.add")
def test_where_both_cards_of_a_state_lie_face_up_it_was_add() -> None:
    state = replace(position(), discards=((STATE,), (STATE,)))
    assert events(state, PlaceChip(ONE, HERE))[0] == ChipPlaced(ONE, HERE, ADD)


@pytest.mark.rule("ss.box")
def test_a_card_that_lies_face_up_twice_cannot_be_played_again() -> None:
    state = replace(position(), discards=((STATE,), (STATE,)))
    assert broken(state, PlaceChip(ONE, HERE, STATE)) == [("ss.box", "copies")]
    state = replace(position("r"), discards=((REMOVE,) * 3, (REMOVE,)))
    assert broken(state, RemoveChip(TWO, at(1, 1)))[-1] == ("ss.box", "copies")


@pytest.mark.rule("ss.box")
def test_nobody_places_a_fifty_first_chip() -> None:
    state = position(*["rrrrbrrrrb"] * 6, "rr")
    assert state.chips[0] == 0
    assert broken(state, PlaceChip(ONE, at(9, 9), ADD)) == [("ss.box", "chips")]


@pytest.mark.rule("ss.first")
def test_only_whoever_has_the_turn_places_a_chip() -> None:
    state = position()
    early = PlaceChip(TWO, HERE, STATE)
    assert broken(state, early) == [("ss.first", "")]
    assert steps(state, early) == ["take_off", "card_back"]
    assert refusal(state, early).lies
    left = stood(state, early)
    assert (left.chip(HERE), left.turn) == (1, ONE)


@pytest.mark.rule("ss.first")
def test_every_fault_of_a_move_is_named() -> None:
    state = after(position("...r"), PlaceChip(ONE, at(2, 2)))
    assert broken(state, PlaceChip(ONE, ELSEWHERE, STATE)) == [("ss.first", ""), ("ss.play", "other_state")]
    assert broken(state, RemoveChip(ONE, at(1, 4))) == [("ss.first", ""), ("ss.remove", "own")]


@pytest.mark.rule("ss.first")
def test_the_turn_goes_clockwise_around_the_table() -> None:
    state = position(players=3)
    order = []
    for column in range(1, 7):
        order.append(state.turn)
        state = after(state, PlaceChip(state.turn, at(1, column)))
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("ss.remove")
def test_remove_takes_an_opponents_chip_off_and_that_is_the_turn() -> None:
    state = position("b")
    (event,) = events(state, RemoveChip(ONE, at(1, 1)))
    assert event == ChipRemoved(ONE, at(1, 1), state.sides[1])
    state = after(state, RemoveChip(ONE, at(1, 1)))
    assert state.chip(at(1, 1)) is None
    assert (state.chips, state.hands, state.turn) == ((50, 50), (6, 7), TWO)
    assert state.discards[0] == (REMOVE,)


@pytest.mark.rule("ss.remove")
def test_no_chip_goes_on_the_space_that_was_just_emptied() -> None:
    state = after(position("b"), RemoveChip(ONE, at(1, 1)))
    assert broken(state, PlaceChip(ONE, at(1, 1))) == [("ss.first", ""), ("ss.remove", "same_space")]
    assert refusal(state, PlaceChip(ONE, at(1, 1))).stands is None
    # There was no second card.
    assert steps(state, PlaceChip(ONE, at(1, 1))) == ["take_off"]
    # The next player may, and whoever emptied it in a later turn.
    assert after(state, PlaceChip(TWO, at(1, 1))).chip(at(1, 1)) == 1
    later = after(state, PlaceChip(TWO, HERE))
    assert after(later, PlaceChip(ONE, at(1, 1))).chip(at(1, 1)) == 0


@pytest.mark.rule("ss.remove")
def test_nor_where_the_next_player_has_no_card_and_is_passed_over() -> None:
    state = after(replace(position("b", players=3), hands=(6, 0, 6)), RemoveChip(ONE, at(1, 1)))
    assert state.turn == Seat(2)
    assert broken(state, PlaceChip(ONE, at(1, 1))) == [("ss.first", ""), ("ss.remove", "same_space")]
    # After the next turn it is a chip out of turn like any other.
    over = fold(state, (Passed(Seat(2)),))
    assert broken(replace(over, turn=TWO), PlaceChip(ONE, at(1, 1))) == [("ss.first", "")]
    placed = fold(state, (ChipPlaced(Seat(2), HERE, None),))
    assert broken(replace(placed, turn=TWO), PlaceChip(ONE, at(1, 1))) == [("ss.first", "")]


@pytest.mark.rule("ss.remove")
@pytest.mark.parametrize(
    ("name", "board", "why"),
    [("own", ["r"], "own"), ("locked", ["BBBBB"], "locked"), ("open", [""], "open")],
)
def test_remove_takes_no_own_chip_no_locked_one_and_none_where_none_lies(
    name: str, board: list[str], why: str
) -> None:
    state = position(*board)
    wrong = RemoveChip(ONE, at(1, 1))
    assert broken(state, wrong) == [("ss.remove", why)]
    if why != "open":
        assert steps(state, wrong) == ["put_back", "card_back"]
    assert (refusal(state, wrong).stands is None) == (why != "own")


@pytest.mark.rule("ss.remove")
def test_an_own_chip_of_a_sequence_is_wrong_twice() -> None:
    wrong = RemoveChip(ONE, at(1, 1))
    assert broken(position("RRRRR"), wrong) == [("ss.remove", "own"), ("ss.remove", "locked")]


@pytest.mark.rule("ss.remove")
def test_a_team_mates_chip_is_an_own_one() -> None:
    state = after(position(players=4), PlaceChip(ONE, HERE), PlaceChip(TWO, at(9, 9)))
    assert broken(state, RemoveChip(Seat(2), HERE)) == [("ss.remove", "own")]


@pytest.mark.rule("ss.remove")
def test_remove_places_no_chip_even_if_the_table_agrees() -> None:
    assert broken(position(), PlaceChip(ONE, HERE, REMOVE)) == [("ss.remove", "is_remove")]
    assert steps(position(), PlaceChip(ONE, HERE, REMOVE)) == ["take_off", "card_back"]
    assert refusal(position(), PlaceChip(ONE, HERE, REMOVE)).stands is None


@pytest.mark.rule("ss.remove", "ss.first")
def test_an_open_space_out_of_turn_is_wrong_twice() -> None:
    assert broken(position(), RemoveChip(TWO, HERE)) == [("ss.first", ""), ("ss.remove", "open")]


@pytest.mark.rule("ss.sequence")
def test_a_sequence_cannot_be_broken_even_if_the_table_agrees() -> None:
    assert refusal(position("BBBBB"), RemoveChip(ONE, at(1, 3))).stands is None


@pytest.mark.rule("ss.hand")
def test_nobody_plays_without_a_card() -> None:
    state = after(replace(position(), hands=(1, 7)), PlaceChip(ONE, HERE))
    assert broken(replace(state, turn=ONE), PlaceChip(ONE, at(9, 9))) == [("ss.hand", "empty")]
    # Passing is for those who hold cards: this one may take one first.
    assert broken(replace(state, turn=ONE), PassTurn(ONE)) == [("ss.hand", "empty")]


def test_without_a_layout_lines_and_chips_are_kept_and_cards_as_far_as_they_are_told() -> None:
    state = after(position(layout=None), PlaceChip(ONE, HERE), DrawCard(ONE), PlaceChip(TWO, TWIN, "OH"))
    assert state.discards == ((None,), ("OH",))
    assert (state.chip(HERE), state.chip(TWIN)) == (0, 1)


def test_nobody_sits_there() -> None:
    for report in (PlaceChip(Seat(2), HERE), RemoveChip(Seat(2), HERE), PassTurn(Seat(2))):
        ruling = judge(position(), report)
        assert isinstance(ruling, Refused)
        assert ruling.violations[0].rule == "match.no-such-seat"


FULL = ["rrrrbbbbrb", "bbbbrrrrbr"] * 5
"""Every space is covered, and there is no sequence: only REMOVE can be played."""


@pytest.mark.rule("ss.stuck")
def test_who_cannot_play_passes_as_far_as_the_face_up_cards_allow_it() -> None:
    assert events(position(*FULL), PassTurn(ONE)) == (Passed(ONE),)
    # With 4 chips on the board no more than 2 states are dead: 4 cards, where hands have 7.
    state = after(position("rb"), PlaceChip(ONE, at(5, 5)), PlaceChip(TWO, at(6, 6)))
    assert broken(state, PassTurn(ONE)) == [("ss.play", "playable")]
    bare = position("rbrb", layout=None)
    assert broken(bare, PassTurn(ONE)) == [("ss.play", "playable")]
    assert events(replace(bare, hands=(4, 7)), PassTurn(ONE)) == (Passed(ONE),)
    assert broken(replace(bare, hands=(5, 7)), PassTurn(ONE)) == [("ss.play", "playable")]


@pytest.mark.rule("ss.stuck", "ss.first")
def test_nobody_passes_out_of_turn_and_every_fault_is_named() -> None:
    assert broken(position(*FULL), PassTurn(TWO)) == [("ss.first", "")]
    assert broken(position(), PassTurn(TWO)) == [("ss.first", ""), ("ss.play", "playable")]


@pytest.mark.rule("ss.stuck")
def test_when_all_have_passed_one_after_the_other_it_is_a_draw() -> None:
    ended = after(position(*FULL), PassTurn(ONE), PassTurn(TWO)).ended
    assert ended is not None
    assert (ended.winners, ended.reason) == ((), "ss.stuck")


@pytest.mark.rule("ss.stuck", "ss.dead")
def test_whoever_swaps_a_card_may_still_find_one_to_play() -> None:
    state = after(position(*FULL), SwapDead(ONE, STATE), PassTurn(ONE), SwapDead(TWO, STATE), PassTurn(TWO))
    assert state.ended is None
    assert after(state, RemoveChip(ONE, at(1, 5)), PlaceChip(TWO, at(1, 5), ADD)).turn == ONE


@pytest.mark.rule("ss.stuck", "ss.draw")
def test_whoever_takes_a_card_may_find_one_to_play() -> None:
    state = after(position(*FULL), RemoveChip(ONE, at(1, 5)), PlaceChip(TWO, at(1, 5), ADD))
    state = after(state, PassTurn(ONE), DrawCard(ONE), PassTurn(TWO))
    assert state.ended is None


@pytest.mark.rule("ss.stuck")
def test_when_no_card_can_ever_be_played_again_it_is_a_draw_at_once() -> None:
    # No space is open, and no chip can be taken off.
    state = replace(position(*FULL), sequences=(Sequence(Side(0), SPACES),))
    (_, ended) = events(state, SwapDead(ONE, REMOVE))
    assert ended == Ended(Outcome((), "ss.stuck"))


@pytest.mark.rule("ss.stuck")
def test_a_side_without_chips_can_only_remove() -> None:
    state = position(*["rrrr.rrrr."] * 6, "rr", hands=(90, 7))
    assert state.chips[0] == 0
    # No blue chip lies there, so not even REMOVE can be played.
    assert events(state, PassTurn(ONE)) == (Passed(ONE),)
    assert broken(position(*["rrrr.rrrr."] * 6, "r", hands=(90, 7)), PassTurn(ONE)) == [
        ("ss.play", "playable")
    ]
