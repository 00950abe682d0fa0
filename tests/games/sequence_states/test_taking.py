"""Cards drawn and lost, dead cards, table talk, new decks and counts."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.game import Refused, Seat
from companion.games.sequence_states import deck
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD, REMOVE
from companion.games.sequence_states.model import Facts, Side, State
from companion.games.sequence_states.rules import judge, legal
from companion.games.sequence_states.view import DeadCard, awaited, view
from tests.games.sequence_states.board import (
    DEMO,
    GAME,
    after,
    at,
    broken,
    events,
    five,
    hands,
    position,
    refusal,
    seats,
    steps,
    stood,
)

ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)
FIRST, SECOND, THIRD = at(2, 3), at(5, 6), at(8, 9)
ONE_PLAYS, TWO_PLAYS = r.PlaceChip(ONE, FIRST), r.PlaceChip(TWO, SECOND)
THREE_PLAYS, TWO_DRAWS = r.PlaceChip(THREE, THIRD), r.DrawCard(TWO)
DEAD = DEMO.at(at(1, 1))


def covered() -> State:
    """Return a state with both spaces of one state covered by blue, without its cards being played."""
    one, other = DEMO.spaces_of(DEAD)
    state = after(position(players=3), ONE_PLAYS, r.PlaceChip(TWO, one, ADD), r.PlaceChip(THREE, SECOND))
    return after(state, r.PlaceChip(ONE, THIRD), r.PlaceChip(TWO, other, ADD), r.PlaceChip(THREE, at(9, 1)))


@pytest.mark.rule("ss.draw")
def test_after_a_move_one_takes_a_card() -> None:
    state = after(position(), ONE_PLAYS)
    assert hands(state) == [6, 7]
    assert [prompt.act for prompt in awaited(state)] == ["play_card", "draw_card"]
    state = after(state, r.DrawCard(ONE))
    assert (hands(state), state.deck) == ([7, 7], 108 - 14 - 1)
    # After REMOVE too.
    assert hands(after(position("b"), r.RemoveChip(ONE, at(1, 1)), r.DrawCard(ONE))) == [7, 7]
    # It isn't too late while the next player has only moved.
    state = after(position(), ONE_PLAYS, TWO_PLAYS)
    assert hands(after(state, r.DrawCard(ONE), TWO_DRAWS)) == [7, 7]


@pytest.mark.rule("ss.draw")
def test_whoever_lets_the_next_player_draw_first_loses_the_card() -> None:
    # Once the next player has moved and drawn a card, the right is lost for good.
    state = after(position(), ONE_PLAYS, TWO_PLAYS)
    assert events(state, TWO_DRAWS) == (e.CardDrawn(TWO), e.DrawLost(ONE, 1, TWO))
    state = after(state, TWO_DRAWS)
    assert (hands(state), state.lost) == ([6, 7], (1, 0))
    late = r.DrawCard(ONE)
    assert broken(state, late) == [("ss.draw", "lost")]
    ruling = judge(state, late)
    assert isinstance(ruling, Refused)
    assert ruling.stands is not None
    given = fold(state, ruling.stands)
    assert (state.lost[ONE], given.lost[ONE]) == (1, 0), "a card that was given back isn't lost"
    assert steps(state, late) == ["return_drawn"]
    # The hand stays smaller: a later draw is for a later move.
    state = after(state, r.PlaceChip(ONE, THIRD), r.DrawCard(ONE))
    assert hands(state) == [6, 7]
    # Only the next player's draw makes it too late.
    state = after(position(players=3), ONE_PLAYS, TWO_PLAYS, THREE_PLAYS)
    # Three has moved after two and drawn a card: two is too late, one is not.
    state = after(state, r.DrawCard(THREE))
    assert state.lost == (0, 1, 0)
    assert hands(after(state, r.DrawCard(ONE))) == [6, 5, 6]
    # The next player's card for an earlier move takes no right.
    state = after(position(), ONE_PLAYS, r.DrawCard(ONE), TWO_PLAYS)
    state = after(state, r.PlaceChip(ONE, THIRD))
    assert events(state, TWO_DRAWS) == (e.CardDrawn(TWO),)
    # After a pass, too, the next mover is another player.
    state = fold(after(position(), ONE_PLAYS), (e.Passed(TWO),))
    state = after(state, r.PlaceChip(ONE, SECOND), r.PlaceChip(TWO, THIRD))
    assert events(state, TWO_DRAWS) == (e.CardDrawn(TWO), e.DrawLost(ONE, 1, TWO), e.DrawLost(ONE, 2, TWO))
    assert broken(after(state, TWO_DRAWS), r.DrawCard(ONE)) == [("ss.draw", "lost")]
    # The screen shows who is about to lose a card.
    state = after(position(players=3), ONE_PLAYS)
    assert [seat.late for seat in view(state, None).seats] == [False, False, False]
    state = after(state, TWO_PLAYS)
    assert [seat.late for seat in view(state, None).seats] == [True, False, False]
    assert [seat.late for seat in view(after(state, TWO_DRAWS), None).seats] == [False, False, False]
    # An earlier loss isn't the reason for a second card now.
    state = after(position(), ONE_PLAYS, TWO_PLAYS, TWO_DRAWS)
    state = after(state, r.PlaceChip(ONE, THIRD), r.DrawCard(ONE))
    assert broken(state, r.DrawCard(ONE)) == [("ss.draw", "taken")]


@pytest.mark.rule("ss.draw", "ss.dead")
def test_nobody_takes_a_card_that_is_not_there_or_not_due() -> None:
    # An empty draw deck gives no card.
    state = replace(after(position(), ONE_PLAYS), deck=0, discards=((), ()))
    assert broken(state, r.DrawCard(ONE)) == [("ss.draw", "empty")]
    assert refusal(replace(state, owed=()), r.DrawCard(ONE)).stands is None
    assert broken(replace(state, turn=ONE), r.SwapDead(ONE, REMOVE)) == [("ss.dead", "empty")]
    # Nobody draws two cards for a move.
    state = after(position(), ONE_PLAYS, r.DrawCard(ONE))
    assert broken(state, r.DrawCard(ONE)) == [("ss.draw", "taken")]
    assert refusal(state, r.DrawCard(ONE)).on_table
    left = stood(state, r.DrawCard(ONE))
    assert (hands(left), left.owed) == ([8, 7], ())
    # Nobody draws a card before the first move.
    assert broken(position(), TWO_DRAWS) == [("ss.draw", "taken")]


@pytest.mark.rule("ss.draw")
def test_a_player_without_cards_is_passed_over() -> None:
    state = after(replace(position(players=3), hands=(1, 6, 6)), ONE_PLAYS)
    state = after(state, TWO_PLAYS, TWO_DRAWS)
    assert state.lost == (1, 0, 0)
    assert events(state, THREE_PLAYS)[-1] == e.TurnPassed(TWO)


@pytest.mark.rule("ss.stuck")
def test_when_nobody_has_a_card_any_more_it_is_a_draw() -> None:
    state = replace(position(players=4), hands=(0, 1, 0, 0), forfeits=(TWO,))
    ended = after(state, r.ForfeitAll()).ended
    assert ended is not None
    assert (ended.winners, ended.reason) == ((), "ss.stuck")


@pytest.mark.rule("ss.dead")
def test_a_card_is_dead_when_both_its_spaces_are_covered() -> None:
    state = covered()
    assert list(deck.dead_cards(state)) == [DEAD]
    assert view(state, None).dead == (DeadCard(DEAD, 2),)
    # The screen shows which cards may be swapped.
    assert view(covered(), None).swappable == (DEAD,)
    assert view(position(), None).swappable == (REMOVE,)


@pytest.mark.rule("ss.dead")
def test_a_dead_card_is_swapped_once_in_ones_own_turn() -> None:
    # A dead card is swapped and then the normal turn is played.
    state = covered()
    assert events(state, r.SwapDead(ONE, DEAD)) == (e.DeadSwapped(ONE, DEAD),)
    swapped = after(state, r.SwapDead(ONE, DEAD))
    assert (swapped.turn, swapped.hands, swapped.deck) == (ONE, state.hands, state.deck - 1)
    assert swapped.discards[0][-1] == DEAD
    assert view(swapped, None).dead == (DeadCard(DEAD, 1),)
    assert after(swapped, r.PlaceChip(ONE, at(9, 5))).turn == TWO
    # Only once a turn, and again in the next.
    swapped = after(covered(), r.SwapDead(ONE, DEAD))
    assert broken(swapped, r.SwapDead(ONE, DEAD)) == [("ss.dead", "twice")]
    assert steps(swapped, r.SwapDead(ONE, DEAD)) == ["card_back", "return_drawn"]
    assert after(swapped, r.PlaceChip(ONE, at(9, 5)), r.SwapDead(TWO, DEAD)).swapped
    # A count shows that one has no card at all: the next player's turn has its own swap.
    start = position(players=3, swapped=True)
    counted = after(start, r.Recount(start.deck + 6, (0, 6, 6)))
    assert (counted.turn, counted.swapped) == (TWO, False)
    # A swap out of turn doesn't use up another player's.
    early = r.SwapDead(TWO, DEAD)
    assert steps(covered(), early) == ["card_back", "return_drawn"]
    left = stood(covered(), early)
    assert (left.turn, left.swapped) == (ONE, False)
    assert events(left, r.SwapDead(ONE, DEAD)) == (e.DeadSwapped(ONE, DEAD),)
    assert [why for _, why in broken(after(covered(), r.SwapDead(ONE, DEAD)), early)] == [""]
    # Only in one's own turn.
    assert [rule for rule, _ in broken(covered(), r.SwapDead(TWO, DEAD))] == ["ss.first"]


@pytest.mark.rule("ss.dead")
def test_what_is_not_dead_is_not_swapped() -> None:
    # A card with an open space isn't dead.
    state = after(position(), ONE_PLAYS, TWO_PLAYS)
    details = refusal(state, r.SwapDead(ONE, DEMO.at(FIRST))).violations[0].details
    assert details["why"] == "open"
    other = next(space for space in DEMO.spaces_of(DEMO.at(FIRST)) if space != FIRST)
    assert (details["row"], details["column"]) == (other.row, other.column)
    # ADD is never dead, and REMOVE only while there is nothing to remove.
    assert broken(position(), r.SwapDead(ONE, ADD)) == [("ss.dead", "never")]
    assert broken(position("b"), r.SwapDead(ONE, REMOVE)) == [("ss.dead", "never")]
    for board in ("", "r", "BBBBB"):
        assert events(position(board), r.SwapDead(ONE, REMOVE)) == (e.DeadSwapped(ONE, REMOVE),)
    # REMOVE can revive a card.
    one, _ = DEMO.spaces_of(DEAD)
    state = after(covered(), r.RemoveChip(ONE, one))
    assert list(deck.dead_cards(state)) == []
    assert broken(state, r.SwapDead(TWO, DEAD)) == [("ss.dead", "open")]
    # A swap without a named card needs a card that can be dead.
    assert broken(position("b"), r.SwapDead(ONE)) == [("ss.dead", "none")]
    # There is only one that it can have been.
    assert events(covered(), r.SwapDead(ONE)) == (e.DeadSwapped(ONE, DEAD),)
    assert broken(position("b", layout=None), r.SwapDead(ONE)) == [("ss.dead", "none")]
    assert broken(position("b", layout=None), r.SwapDead(ONE, "OH")) == [("ss.dead", "none")]


@pytest.mark.rule("ss.dead", "ss.box")
def test_none_is_not_said_of_a_card_that_is_dead() -> None:
    """Both cards of Ohio are recorded face up; a player who holds one gets exactly that reason."""
    one, other = DEMO.spaces_of("OH")
    told = after(position(), r.PlaceChip(ONE, one), r.PlaceChip(TWO, other))
    assert broken(told, r.SwapDead(ONE, "OH")) == [("ss.box", "copies")]
    unknown = replace(position("bb", layout=None), discards=(("OH", "OH"), ()))
    assert broken(unknown, r.SwapDead(ONE, "OH")) == [("ss.box", "copies")]
    # With a chip to take off, REMOVE isn't dead; which of the others it is wasn't named.
    assert broken(told, r.SwapDead(ONE)) == [("ss.dead", "counted")]
    assert steps(told, r.SwapDead(ONE)) == ["look_again"]
    assert view(told, None).counted == ("OH",)
    assert view(told, None).swappable == ()
    stuck = replace(position(), discards=((REMOVE,) * 4, ()))
    assert broken(stuck, r.SwapDead(ONE, REMOVE)) == [("ss.box", "copies")]


def granted(players: int = 2, **fields: Any) -> State:
    """Return a table whose draws aren't reported."""
    return replace(position(players=players), granted=True, **fields)


@pytest.mark.rule("ss.draw", "ss.reshuffle", "ss.win", "ss.first")
def test_draws_may_be_granted() -> None:
    # The table may choose not to report draws.
    dealt = GAME.opening(Facts(2, layout=DEMO, rulings={"draws": "granted"}))
    assert dealt.granted
    assert not GAME.opening(Facts(2, layout=DEMO)).granted
    assert events(dealt, ONE_PLAYS)[1:] == (e.CardDrawn(ONE),)
    state = after(dealt, ONE_PLAYS, TWO_PLAYS, r.RemoveChip(ONE, SECOND))
    assert (hands(state), state.deck, state.lost) == ([7, 7], 108 - 14 - 3, (0, 0))
    assert [prompt.act for prompt in awaited(state)] == ["play_card"]
    # It has been counted: another one is one too many.
    assert broken(state, r.DrawCard(ONE)) == [("ss.draw", "taken")]
    # A card drawn automatically comes from a new deck if the old one is empty.
    last = granted(deck=1, hands=(53, 53), discards=(("OH",), ()))
    assert events(last, ONE_PLAYS)[1:] == (e.CardDrawn(ONE), e.DeckShuffled(2))
    none = granted(deck=0, hands=(54, 54))
    # The card just played is the only discard: it is shuffled, and drawn again.
    state = after(none, ONE_PLAYS)
    assert (hands(state), state.deck, state.discards) == ([54, 54], 0, ((), ()))
    # Nobody draws after the winning chip.
    state = replace(position("rrrr", players=3), granted=True)
    assert [type(event) for event in events(state, r.PlaceChip(ONE, at(1, 5)))] == [
        e.ChipPlaced, e.SequenceMade, e.Ended,
    ]  # fmt: skip
    # A player who played out of turn, and was let stand, has drawn too.
    state = stood(granted(3), r.PlaceChip(THREE, FIRST))
    assert hands(state) == [6, 6, 6]
    assert events(position("bb", layout=None), r.SwapDead(ONE, "OH")) == (e.DeadSwapped(ONE, "OH"),)
    assert events(position("bb", layout=None), r.SwapDead(ONE)) == (e.DeadSwapped(ONE, None),)


@pytest.mark.rule("ss.table-talk")
def test_coaching_costs_every_member_of_the_team_one_card() -> None:
    state = position(players=4)
    assert events(state, r.CallTalk(Side(1))) == (e.TalkRuled(Side(1), seats(1, 3)),)
    state = after(state, r.CallTalk(Side(1)))
    assert [(prompt.act, prompt.seats) for prompt in awaited(state)] == [("forfeit", seats(1, 3))]
    state = after(state, r.Forfeit(Seat(3), "OH"))
    assert (hands(state), state.discards[3], state.forfeits) == ([6, 6, 6, 5], ("OH",), seats(1))
    state = after(state, r.ForfeitAll())
    assert (hands(state), state.discards[1]) == ([6, 5, 6, 5], (None,))
    assert after(state, ONE_PLAYS).turn == TWO


@pytest.mark.rule("ss.table-talk")
def test_the_cards_are_put_down_before_play_goes_on() -> None:
    state = after(position("b", players=4), r.CallTalk(Side(1)))
    pending = ("ss.table-talk", "pending")
    assert broken(state, ONE_PLAYS) == [pending]
    assert broken(state, r.RemoveChip(ONE, at(1, 1))) == [pending]
    assert broken(state, r.SwapDead(ONE, REMOVE))[0] == pending
    assert broken(state, r.CallTalk(Side(0))) == [pending]
    for wrong in (ONE_PLAYS, r.RemoveChip(ONE, at(1, 1)), r.SwapDead(ONE, REMOVE)):
        assert refusal(state, wrong).on_table
        assert refusal(state, wrong).stands is None
        assert len(steps(state, wrong)) == 2
    # The choice of the locked five is still open.
    longer = after(position("rrr.rrr", players=4), r.PlaceChip(ONE, at(1, 4), ADD), r.CallTalk(Side(1)))
    chosen = r.ChooseFive(five(1, 1, 0, 1))
    assert chosen in list(legal(longer))
    assert after(longer, chosen).forfeits == seats(1, 3)


@pytest.mark.rule("ss.table-talk", "ss.box")
def test_who_puts_a_card_down_for_table_talk() -> None:
    # A player without partners can't coach.
    assert broken(position(), r.CallTalk(Side(0))) == [("ss.table-talk", "alone")]
    assert broken(position(players=4), r.CallTalk(Side(2))) == [("match.no-such-seat", "")]
    # A member without cards has nothing to discard.
    state = replace(position(players=4), hands=(6, 0, 6, 6))
    assert events(state, r.CallTalk(Side(1))) == (e.TalkRuled(Side(1), seats(3)),)
    assert broken(replace(state, hands=(6, 0, 6, 0)), r.CallTalk(Side(1))) == [("ss.table-talk", "nothing")]
    # Only that team, and only one card each.
    state = after(position(players=4), r.CallTalk(Side(1)), r.Forfeit(TWO, "OH"))
    for seat in (ONE, TWO):
        assert broken(state, r.Forfeit(seat, "TX")) == [("ss.table-talk", "not_you")]
        assert stood(state, r.Forfeit(seat, "TX")).hands[seat] == state.hands[seat] - 1
    assert broken(position(players=4), r.ForfeitAll()) == [("ss.table-talk", "nothing")]
    # A player who turns out to have no card discards none.
    state = after(position(players=4), r.CallTalk(Side(1)))
    assert after(state, r.Recount(90, (6, 0, 6, 6))).forfeits == seats(3)


@pytest.mark.rule("ss.reshuffle")
def test_where_the_draw_deck_runs_out_all_discards_become_a_new_one() -> None:
    # When the draw deck runs out, all discards become a new one.
    state = after(replace(position(), deck=1, discards=(("OH",) * 2, ("TX",))), r.PlaceChip(ONE, FIRST, ADD))
    assert events(state, r.DrawCard(ONE)) == (e.CardDrawn(ONE), e.DeckShuffled(4))
    state = after(state, r.DrawCard(ONE))
    assert (state.deck, state.discards) == (4, ((), ()))
    # Cards that were face up may be anywhere again.
    assert deck.copies_out(state, "OH") == 2
    # A swapped card is shuffled in with the others.
    state = replace(position(), deck=1)
    assert events(state, r.SwapDead(ONE, REMOVE))[-1] == e.DeckShuffled(1)
    # A count of an empty deck makes a new one.
    state = after(position(), ONE_PLAYS)
    assert events(state, r.Recount(0, (50, 57)))[-1] == e.DeckShuffled(1)


@pytest.mark.rule("ss.box")
def test_a_count_must_add_up_to_the_whole_box() -> None:
    state = after(position(), ONE_PLAYS)
    assert state.deck == 94
    counted = after(state, r.Recount(93, (7, 7)))
    assert (counted.deck, hands(counted)) == (93, [7, 7])
    assert broken(state, r.Recount(94, (7, 7))) == [("ss.box", "count")]
    assert broken(state, r.Recount(108, (6, -7))) == [("ss.box", "negative")]
    assert broken(state, r.Recount(94, (6, 7, 0))) == [("match.no-such-seat", "")]


def test_what_is_face_up_tells_how_many_copies_are_out() -> None:
    state = after(position(), ONE_PLAYS)
    shown = DEMO.at(FIRST)
    seen = view(state, None).out
    assert (seen[shown], seen[ADD], seen[REMOVE]) == (1, 4, 4)
    assert sum(seen.values()) == 107
    # A forfeited card counts as face up.
    state = after(position(players=4), r.CallTalk(Side(1)), r.Forfeit(TWO, "OH"))
    assert deck.copies_out(state, "OH") == 1
    assert events(state, r.Forfeit(Seat(3), "OH")) == (e.CardForfeited(Seat(3), "OH"),)
    gone = after(state, r.Forfeit(Seat(3), "OH"))
    assert broken(gone, r.SwapDead(ONE, "OH"))[-1] == ("ss.box", "copies")


@pytest.mark.parametrize("card", ["OH\n", "oh", "OHIO", "", "ADD "])
def test_nothing_else_is_read_as_a_card(card: str) -> None:
    text = json.dumps({"type": "sequence_states.swap_dead", "seat": 0, "card": card})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=r.AnyReport)


@pytest.mark.rule("ss.sequence")
def test_the_screen_is_told_what_the_last_move_completed() -> None:
    state = after(position("RRRRR", "b...", "b", "b", "b"), r.PlaceChip(ONE, at(9, 9), ADD))
    assert view(state, None).made == ()
    state = after(state, r.PlaceChip(TWO, at(6, 1), ADD))
    assert view(state, None).made == (five(2, 1, 1, 0),)
