"""Chips placed and removed, in and out of turn, rightly and wrongly."""

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.sequence_states.events import ChipPlaced, ChipRemoved, Ended, Passed
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD, REMOVE
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Colour, Sequence, Side
from companion.games.sequence_states.reports import DrawCard, PassTurn, PlaceChip, RemoveChip, SwapDead
from tests.games.sequence_states.board import DEMO, after, at, broken, events, position, refusal, steps, stood

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
    # The card needn't be named when the space tells it.
    assert events(position(), PlaceChip(ONE, HERE)) == (ChipPlaced(ONE, HERE, STATE),)


@pytest.mark.rule("ss.play")
def test_a_chip_on_a_space_of_another_state_goes_where_it_belongs() -> None:
    # A chip on a space of another state is refused, with where it belongs.
    state = position()
    wrong = PlaceChip(ONE, ELSEWHERE, STATE)
    assert broken(state, wrong) == [("ss.play", "other_state")]
    assert steps(state, wrong) == ["take_off", "put_on", "put_on"]
    assert refusal(state, wrong).on_table
    assert stood(state, wrong).chip(ELSEWHERE) == 0
    # If both spaces are covered the card goes back.
    state = replace(after(position(), PlaceChip(ONE, HERE), PlaceChip(TWO, TWIN)), discards=((), ()))
    assert steps(state, PlaceChip(ONE, ELSEWHERE, STATE)) == ["take_off", "card_back"]
    one = replace(after(position(), PlaceChip(ONE, HERE)), discards=((), ()))
    assert steps(one, PlaceChip(TWO, ELSEWHERE, STATE)) == ["take_off", "put_on"]
    # An impossible move is only to be entered again.
    state = after(position(), PlaceChip(ONE, HERE), PlaceChip(TWO, TWIN))
    assert steps(state, PlaceChip(ONE, at(9, 9), STATE)) == ["look_again"]
    assert steps(state, PlaceChip(ONE, HERE, ADD)) == ["look_again"]
    assert steps(state, PlaceChip(TWO, HERE, STATE)) == ["look_again"]
    gone = replace(position("b"), discards=((REMOVE,) * 4, ()))
    assert steps(gone, RemoveChip(ONE, at(1, 1))) == ["look_again"]
    assert not refusal(gone, RemoveChip(ONE, at(1, 1))).on_table


@pytest.mark.rule("ss.play", "ss.box", "ss.win")
def test_a_chip_of_a_wrong_colour() -> None:
    # A chip of the wrong colour is removed, and one of the player's own goes there.
    state = position()
    blue = PlaceChip(ONE, HERE, colour=Colour.BLUE)
    assert broken(state, blue) == [("ss.play", "colour")]
    ruling = refusal(state, blue)
    assert ruling.on_table
    off, on = ruling.violations[0].remedy
    assert (off.act, off.details["colour"]) == ("take_off", "blue")
    assert (on.act, on.details["colour"]) == ("put_own", "red")
    # A player may name their own colour; it changes nothing.
    assert events(state, PlaceChip(ONE, HERE, colour=Colour.RED)) == events(state, PlaceChip(ONE, HERE))
    # A chip of a wrong colour on a wrong space gets both faults at once.
    wrong = PlaceChip(ONE, ELSEWHERE, STATE, Colour.GREEN)
    assert broken(position(), wrong) == [("ss.play", "other_state"), ("ss.play", "colour")]
    off, on, other = refusal(position(), wrong).violations[0].remedy
    assert off.details["colour"] == "green"
    assert [(step.act, step.details["colour"]) for step in (on, other)] == [("put_on", "red")] * 2
    early = PlaceChip(TWO, HERE, colour=Colour.RED)
    assert broken(position(), early) == [("ss.first", ""), ("ss.play", "colour")]
    assert steps(position(), early) == ["take_off", "card_back"]
    # A chip of another side's colour that the table lets stand counts for that side.
    state = stood(position(), PlaceChip(ONE, HERE, colour=Colour.BLUE))
    assert (state.chip(HERE), state.chips, state.hands, state.turn) == (1, (50, 49), (6, 7), TWO)
    # Five are five, whichever player put the last one there.
    three = position("bbbb", players=3)
    won = stood(three, PlaceChip(ONE, at(1, 5), colour=Colour.BLUE))
    assert won.ended == Outcome((TWO,), "ss.win")
    # Nobody plays with green: it can't count for anybody.
    assert refusal(position(), PlaceChip(ONE, HERE, colour=Colour.GREEN)).stands is None
    # If the box has no chip of that colour left, the report is wrong.
    none = replace(position(), chips=(50, 0))
    blue = PlaceChip(ONE, HERE, colour=Colour.BLUE)
    assert broken(none, blue) == [("ss.play", "colour"), ("ss.box", "chips")]
    assert steps(none, blue) == ["look_again"]


@pytest.mark.rule("ss.play", "ss.add", "ss.box", "ss.hand")
def test_what_can_not_be_played() -> None:
    # No chip goes on a covered space.
    state = after(position(), PlaceChip(ONE, HERE))
    ruling = refusal(state, PlaceChip(TWO, HERE, ADD))
    assert [fault.details["why"] for fault in ruling.violations] == ["covered"]
    assert not ruling.on_table
    assert ruling.stands is None
    # If both cards of a state are face up it was ADD.
    state = replace(position(), discards=((STATE,), (STATE,)))
    assert events(state, PlaceChip(ONE, HERE))[0] == ChipPlaced(ONE, HERE, ADD)
    # A card whose copies are all face up can't be played again.
    state = replace(position(), discards=((STATE,), (STATE,)))
    assert broken(state, PlaceChip(ONE, HERE, STATE)) == [("ss.box", "copies")]
    state = replace(position("r"), discards=((REMOVE,) * 3, (REMOVE,)))
    assert broken(state, RemoveChip(TWO, at(1, 1)))[-1] == ("ss.box", "copies")
    # There is no fifty-first chip.
    state = position(*["rrrrbrrrrb"] * 6, "rr")
    assert state.chips[0] == 0
    assert broken(state, PlaceChip(ONE, at(9, 9), ADD)) == [("ss.box", "chips")]
    # Nobody plays without a card.
    state = after(replace(position(), hands=(1, 7)), PlaceChip(ONE, HERE))
    assert broken(replace(state, turn=ONE), PlaceChip(ONE, at(9, 9))) == [("ss.hand", "empty")]
    # Only a player who holds cards may pass: this one may draw first.
    assert broken(replace(state, turn=ONE), PassTurn(ONE)) == [("ss.hand", "empty")]
    # Nobody sits there.
    for report in (PlaceChip(Seat(2), HERE), RemoveChip(Seat(2), HERE), PassTurn(Seat(2))):
        assert broken(position(), report) == [("match.no-such-seat", "")]


@pytest.mark.rule("ss.add")
def test_add_goes_on_any_open_space() -> None:
    for chosen in (HERE, ELSEWHERE):
        state = after(position(), PlaceChip(ONE, chosen, ADD))
        assert (state.discards[0], state.chip(chosen)) == ((ADD,), 0)


@pytest.mark.rule("ss.first", "ss.play", "ss.remove", "ss.stuck")
def test_only_whoever_has_the_turn_plays() -> None:
    # Only the player whose turn it is places a chip.
    state = position()
    early = PlaceChip(TWO, HERE, STATE)
    assert broken(state, early) == [("ss.first", "")]
    assert steps(state, early) == ["take_off", "card_back"]
    assert refusal(state, early).on_table
    left = stood(state, early)
    assert (left.chip(HERE), left.turn) == (1, ONE)
    # A wrong card out of turn goes back and nowhere else.
    assert steps(position(), PlaceChip(TWO, ELSEWHERE, STATE)) == ["take_off", "card_back"]
    # A card is named only if the report named it.
    (fault,) = refusal(position(), PlaceChip(TWO, HERE)).violations
    assert [step.details.get("card") for step in fault.remedy] == [None, None]
    (fault,) = refusal(position(), PlaceChip(TWO, HERE, STATE)).violations
    assert fault.remedy[1].details == {"card": STATE}
    # All faults of a move are named.
    state = after(position("...r"), PlaceChip(ONE, at(2, 2)))
    assert broken(state, PlaceChip(ONE, ELSEWHERE, STATE)) == [("ss.first", ""), ("ss.play", "other_state")]
    assert broken(state, RemoveChip(ONE, at(1, 4))) == [("ss.first", ""), ("ss.remove", "own")]
    # An open space out of turn is two faults.
    assert broken(position(), RemoveChip(TWO, HERE)) == [("ss.first", ""), ("ss.remove", "open")]
    # Passing out of turn is refused, with every fault.
    assert broken(position(*FULL), PassTurn(TWO)) == [("ss.first", "")]
    assert broken(position(), PassTurn(TWO)) == [("ss.first", ""), ("ss.play", "playable")]


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
    # The next player may, and so may the one who emptied it in a later turn.
    assert after(state, PlaceChip(TWO, at(1, 1))).chip(at(1, 1)) == 1
    later = after(state, PlaceChip(TWO, HERE))
    assert after(later, PlaceChip(ONE, at(1, 1))).chip(at(1, 1)) == 0
    # Nor if the next player has no card and is skipped.
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
    ("name", "board", "why"), [("own", ["r"], "own"), ("locked", ["BBBBB"], "locked"), ("open", [""], "open")]
)
def test_remove_takes_no_own_no_locked_and_no_missing_chip(name: str, board: list[str], why: str) -> None:
    state = position(*board)
    wrong = RemoveChip(ONE, at(1, 1))
    assert broken(state, wrong) == [("ss.remove", why)]
    if why != "open":
        # Chips of a sequence are white side up.
        assert steps(state, wrong) == ["put_back_white" if why == "locked" else "put_back", "card_back"]
    assert (refusal(state, wrong).stands is None) == (why != "own")


@pytest.mark.rule("ss.remove", "ss.sequence")
def test_what_remove_never_does() -> None:
    # Removing one's own chip of a sequence is two faults.
    wrong = RemoveChip(ONE, at(1, 1))
    assert broken(position("RRRRR"), wrong) == [("ss.remove", "own"), ("ss.remove", "locked")]
    # A teammate's chip counts as one's own.
    state = after(position(players=4), PlaceChip(ONE, HERE), PlaceChip(TWO, at(9, 9)))
    assert broken(state, RemoveChip(Seat(2), HERE)) == [("ss.remove", "own")]
    # REMOVE places no chip even if the table agrees.
    assert broken(position(), PlaceChip(ONE, HERE, REMOVE)) == [("ss.remove", "is_remove")]
    assert steps(position(), PlaceChip(ONE, HERE, REMOVE)) == ["take_off", "card_back"]
    assert refusal(position(), PlaceChip(ONE, HERE, REMOVE)).stands is None
    # A sequence can't be broken even if the table agrees.
    assert refusal(position("BBBBB"), RemoveChip(ONE, at(1, 3))).stands is None


def test_without_a_layout_lines_and_chips_are_kept_and_cards_as_far_as_they_are_told() -> None:
    state = after(position(layout=None), PlaceChip(ONE, HERE), DrawCard(ONE), PlaceChip(TWO, TWIN, "OH"))
    assert state.discards == ((None,), ("OH",))
    assert (state.chip(HERE), state.chip(TWIN)) == (0, 1)


FULL = ["rrrrbbbbrb", "bbbbrrrrbr"] * 5
"""Every space is covered and there is no sequence, so only REMOVE can be played."""


@pytest.mark.rule("ss.stuck")
def test_who_cannot_play_passes_as_far_as_the_face_up_cards_allow_it() -> None:
    assert events(position(*FULL), PassTurn(ONE)) == (Passed(ONE),)
    # With 4 chips on the board at most 2 states are dead: 4 cards, while hands have 7.
    playable = [("ss.play", "playable")]
    state = after(position("rb"), PlaceChip(ONE, at(5, 5)), PlaceChip(TWO, at(6, 6)))
    assert broken(state, PassTurn(ONE)) == playable
    bare = position("rbrb", layout=None)
    assert broken(bare, PassTurn(ONE)) == playable
    assert events(replace(bare, hands=(4, 7)), PassTurn(ONE)) == (Passed(ONE),)
    assert broken(replace(bare, hands=(5, 7)), PassTurn(ONE)) == playable
    # A side without chips can only remove.
    state = position(*["rrrr.rrrr."] * 6, "rr", hands=(90, 7))
    assert state.chips[0] == 0
    # There is no blue chip on the board, so not even REMOVE can be played.
    assert events(state, PassTurn(ONE)) == (Passed(ONE),)
    assert broken(position(*["rrrr.rrrr."] * 6, "r", hands=(90, 7)), PassTurn(ONE)) == playable


@pytest.mark.rule("ss.stuck", "ss.dead", "ss.draw")
def test_when_all_have_passed_or_nothing_can_be_played_it_is_a_draw() -> None:
    # When all have passed in a row it is a draw.
    ended = after(position(*FULL), PassTurn(ONE), PassTurn(TWO)).ended
    assert ended is not None
    assert (ended.winners, ended.reason) == ((), "ss.stuck")
    # A player who swaps a card may still find one to play.
    state = after(position(*FULL), SwapDead(ONE, STATE), PassTurn(ONE), SwapDead(TWO, STATE), PassTurn(TWO))
    assert state.ended is None
    assert after(state, RemoveChip(ONE, at(1, 5)), PlaceChip(TWO, at(1, 5), ADD)).turn == ONE
    # A player who draws a card may find one to play.
    state = after(position(*FULL), RemoveChip(ONE, at(1, 5)), PlaceChip(TWO, at(1, 5), ADD))
    state = after(state, PassTurn(ONE), DrawCard(ONE), PassTurn(TWO))
    assert state.ended is None
    # When no card can ever be played again it is a draw at once: no space is open, and no chip can be taken
    # off.
    state = replace(position(*FULL), sequences=(Sequence(Side(0), SPACES),))
    assert events(state, SwapDead(ONE, REMOVE))[1:] == (Ended(Outcome((), "ss.stuck")),)
