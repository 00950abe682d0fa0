"""Cards taken and lost, dead cards, table talk, new decks and counts."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.game import Refused, Seat
from companion.games.sequence_states import deck
from companion.games.sequence_states.events import (
    CardDrawn,
    CardForfeited,
    ChipPlaced,
    DeadSwapped,
    DeckShuffled,
    DrawLost,
    Ended,
    Passed,
    SequenceMade,
    TalkRuled,
    TurnPassed,
)
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD, REMOVE
from companion.games.sequence_states.model import Facts, Side, State
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    ForfeitAll,
    PlaceChip,
    Recount,
    RemoveChip,
    SwapDead,
)
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
DEAD = DEMO.at(at(1, 1))


def covered() -> State:
    """Both spaces of one state are covered, by blue, and its cards are out."""
    one, other = DEMO.spaces_of(DEAD)
    state = after(
        position(players=3), PlaceChip(ONE, FIRST), PlaceChip(TWO, one, ADD), PlaceChip(THREE, SECOND)
    )
    return after(state, PlaceChip(ONE, THIRD), PlaceChip(TWO, other, ADD), PlaceChip(THREE, at(9, 1)))


# Taking a card.


@pytest.mark.rule("ss.draw")
def test_after_a_move_one_takes_a_card() -> None:
    state = after(position(), PlaceChip(ONE, FIRST))
    assert hands(state) == [6, 7]
    assert [prompt.act for prompt in awaited(state)] == ["play_card", "draw_card"]
    state = after(state, DrawCard(ONE))
    assert (hands(state), state.deck) == ([7, 7], 108 - 14 - 1)
    # After remove too.
    assert hands(after(position("b"), RemoveChip(ONE, at(1, 1)), DrawCard(ONE))) == [7, 7]
    # It isn't too late while the next player has only moved.
    state = after(position(), PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND))
    assert hands(after(state, DrawCard(ONE), DrawCard(TWO))) == [7, 7]


@pytest.mark.rule("ss.draw")
def test_whoever_lets_the_next_player_draw_first_loses_the_card() -> None:
    # Once the next player has moved and taken a card the right is lost for good.
    state = after(position(), PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND))
    assert events(state, DrawCard(TWO)) == (CardDrawn(TWO), DrawLost(ONE, 1, TWO))
    state = after(state, DrawCard(TWO))
    assert (hands(state), state.lost) == ([6, 7], (1, 0))
    late = DrawCard(ONE)
    assert broken(state, late) == [("ss.draw", "lost")]
    ruling = judge(state, late)
    assert isinstance(ruling, Refused)
    assert ruling.stands is not None
    given = fold(state, ruling.stands)
    assert (state.lost[ONE], given.lost[ONE]) == (1, 0), "what is given back isn't lost"
    assert steps(state, late) == ["return_drawn"]
    # The hand stays smaller: a later card is for a later move.
    state = after(state, PlaceChip(ONE, THIRD), DrawCard(ONE))
    assert hands(state) == [6, 7]
    # Only the next player makes it too late.
    state = after(position(players=3), PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND), PlaceChip(THREE, THIRD))
    # Three has moved after two and taken a card: two is too late, one is not.
    state = after(state, DrawCard(THREE))
    assert state.lost == (0, 1, 0)
    assert hands(after(state, DrawCard(ONE))) == [6, 5, 6]
    # The next player's card for an earlier move takes no right.
    state = after(position(), PlaceChip(ONE, FIRST), DrawCard(ONE), PlaceChip(TWO, SECOND))
    state = after(state, PlaceChip(ONE, THIRD))
    assert events(state, DrawCard(TWO)) == (CardDrawn(TWO),)
    # Who moves next is another player also after a pass.
    state = fold(after(position(), PlaceChip(ONE, FIRST)), (Passed(TWO),))
    state = after(state, PlaceChip(ONE, SECOND), PlaceChip(TWO, THIRD))
    assert events(state, DrawCard(TWO)) == (CardDrawn(TWO), DrawLost(ONE, 1, TWO), DrawLost(ONE, 2, TWO))
    assert broken(after(state, DrawCard(TWO)), DrawCard(ONE)) == [("ss.draw", "lost")]
    # The screen is told who is about to lose a card.
    state = after(position(players=3), PlaceChip(ONE, FIRST))
    assert [seat.late for seat in view(state, None).seats] == [False, False, False]
    state = after(state, PlaceChip(TWO, SECOND))
    assert [seat.late for seat in view(state, None).seats] == [True, False, False]
    assert [seat.late for seat in view(after(state, DrawCard(TWO)), None).seats] == [False, False, False]
    # An earlier loss isn't the reason for a second card now.
    state = after(position(), PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND), DrawCard(TWO))
    state = after(state, PlaceChip(ONE, THIRD), DrawCard(ONE))
    assert broken(state, DrawCard(ONE)) == [("ss.draw", "taken")]


@pytest.mark.rule("ss.draw", "ss.dead")
def test_nobody_takes_a_card_that_is_not_there_or_not_due() -> None:
    # An empty draw deck gives no card.
    state = replace(after(position(), PlaceChip(ONE, FIRST)), deck=0, discards=((), ()))
    assert broken(state, DrawCard(ONE)) == [("ss.draw", "empty")]
    assert refusal(replace(state, owed=()), DrawCard(ONE)).stands is None
    assert broken(replace(state, turn=ONE), SwapDead(ONE, REMOVE)) == [("ss.dead", "empty")]
    # Nobody takes two cards for a move.
    state = after(position(), PlaceChip(ONE, FIRST), DrawCard(ONE))
    assert broken(state, DrawCard(ONE)) == [("ss.draw", "taken")]
    assert refusal(state, DrawCard(ONE)).lies
    left = stood(state, DrawCard(ONE))
    assert (hands(left), left.owed) == ([8, 7], ())
    # Nobody takes a card before the first move.
    assert broken(position(), DrawCard(TWO)) == [("ss.draw", "taken")]


@pytest.mark.rule("ss.draw")
def test_a_player_without_cards_is_passed_over() -> None:
    state = after(replace(position(players=3), hands=(1, 6, 6)), PlaceChip(ONE, FIRST))
    state = after(state, PlaceChip(TWO, SECOND), DrawCard(TWO))
    assert state.lost == (1, 0, 0)
    assert events(state, PlaceChip(THREE, THIRD))[-1] == TurnPassed(TWO)


@pytest.mark.rule("ss.stuck")
def test_when_nobody_has_a_card_any_more_it_is_a_draw() -> None:
    state = replace(position(players=4), hands=(0, 1, 0, 0), forfeits=(TWO,))
    ended = after(state, ForfeitAll()).ended
    assert ended is not None
    assert (ended.winners, ended.reason) == ((), "ss.stuck")


# Dead cards.


@pytest.mark.rule("ss.dead")
def test_a_card_is_dead_when_both_its_spaces_are_covered() -> None:
    state = covered()
    assert list(deck.dead_cards(state)) == [DEAD]
    assert view(state, None).dead == (DeadCard(DEAD, 2),)
    # The screen is told what may be swapped.
    assert view(covered(), None).swappable == (DEAD,)
    assert view(position(), None).swappable == (REMOVE,)


@pytest.mark.rule("ss.dead")
def test_a_dead_card_is_swapped_once_in_ones_own_turn() -> None:
    # A dead card is swapped and then the normal turn is played.
    state = covered()
    assert events(state, SwapDead(ONE, DEAD)) == (DeadSwapped(ONE, DEAD),)
    swapped = after(state, SwapDead(ONE, DEAD))
    assert swapped.turn == ONE
    assert swapped.hands == state.hands
    assert swapped.deck == state.deck - 1
    assert swapped.discards[0][-1] == DEAD
    assert view(swapped, None).dead == (DeadCard(DEAD, 1),)
    assert after(swapped, PlaceChip(ONE, at(9, 5))).turn == TWO
    # Only once a turn and again in the next.
    swapped = after(covered(), SwapDead(ONE, DEAD))
    assert broken(swapped, SwapDead(ONE, DEAD)) == [("ss.dead", "twice")]
    assert steps(swapped, SwapDead(ONE, DEAD)) == ["card_back", "return_drawn"]
    assert after(swapped, PlaceChip(ONE, at(9, 5)), SwapDead(TWO, DEAD)).swapped
    # A count shows that one has no card at all: the next player's turn has a swap of its own.
    start = position(players=3, swapped=True)
    counted = after(start, Recount(start.deck + 6, (0, 6, 6)))
    assert (counted.turn, counted.swapped) == (TWO, False)
    # A swap out of turn is nobody elses.
    early = SwapDead(TWO, DEAD)
    assert steps(covered(), early) == ["card_back", "return_drawn"]
    left = stood(covered(), early)
    assert (left.turn, left.swapped) == (ONE, False)
    assert events(left, SwapDead(ONE, DEAD)) == (DeadSwapped(ONE, DEAD),)
    assert [why for _, why in broken(after(covered(), SwapDead(ONE, DEAD)), early)] == [""]
    # Only in one's own turn.
    assert [rule for rule, _ in broken(covered(), SwapDead(TWO, DEAD))] == ["ss.first"]


@pytest.mark.rule("ss.dead")
def test_what_is_not_dead_is_not_swapped() -> None:
    # A card with an open space isn't dead.
    state = after(position(), PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND))
    ruling = refusal(state, SwapDead(ONE, DEMO.at(FIRST)))
    assert ruling.violations[0].details["why"] == "open"
    other = next(space for space in DEMO.spaces_of(DEMO.at(FIRST)) if space != FIRST)
    assert (ruling.violations[0].details["row"], ruling.violations[0].details["column"]) == (
        other.row,
        other.column,
    )
    # Add is never dead and remove only while it has nothing to take.
    assert broken(position(), SwapDead(ONE, ADD)) == [("ss.dead", "never")]
    assert broken(position("b"), SwapDead(ONE, REMOVE)) == [("ss.dead", "never")]
    for board in ("", "r", "BBBBB"):
        assert events(position(board), SwapDead(ONE, REMOVE)) == (DeadSwapped(ONE, REMOVE),)
    # Remove can revive a card.
    one, _ = DEMO.spaces_of(DEAD)
    state = after(covered(), RemoveChip(ONE, one))
    assert list(deck.dead_cards(state)) == []
    assert broken(state, SwapDead(TWO, DEAD)) == [("ss.dead", "open")]
    # A swap that nobody names needs a card that can be dead.
    assert broken(position("b"), SwapDead(ONE)) == [("ss.dead", "none")]
    # There is only one it can have been.
    assert events(covered(), SwapDead(ONE)) == (DeadSwapped(ONE, DEAD),)
    assert broken(position("b", layout=None), SwapDead(ONE)) == [("ss.dead", "none")]
    assert broken(position("b", layout=None), SwapDead(ONE, "OH")) == [("ss.dead", "none")]


@pytest.mark.rule("ss.dead", "ss.box")
def test_none_is_not_said_of_a_card_that_is_dead() -> None:
    """Both cards of Ohio are told to lie face up; whoever holds one all the same is told just that."""
    one, other = DEMO.spaces_of("OH")
    told = after(position(), PlaceChip(ONE, one), PlaceChip(TWO, other))
    assert broken(told, SwapDead(ONE, "OH")) == [("ss.box", "copies")]
    unknown = replace(position("bb", layout=None), discards=(("OH", "OH"), ()))
    assert broken(unknown, SwapDead(ONE, "OH")) == [("ss.box", "copies")]
    # With a chip to take off, REMOVE isn't dead; nobody said which of the others it is.
    assert broken(told, SwapDead(ONE)) == [("ss.dead", "counted")]
    assert steps(told, SwapDead(ONE)) == ["look_again"]
    assert view(told, None).counted == ("OH",)
    assert view(told, None).swappable == ()
    stuck = replace(position(), discards=((REMOVE,) * 4, ()))
    assert broken(stuck, SwapDead(ONE, REMOVE)) == [("ss.box", "copies")]


# The ruling draws: a card is drawn for granted.


def granted(players: int = 2, **fields: Any) -> State:
    """Return a table where nobody tells that a card was drawn."""
    return replace(position(players=players), granted=True, **fields)


@pytest.mark.rule("ss.draw", "ss.reshuffle", "ss.win", "ss.first")
def test_draws_may_be_granted() -> None:
    # The table may take draws for granted.
    dealt = GAME.opening(Facts(2, layout=DEMO, rulings={"draws": "granted"}))
    assert dealt.granted
    assert not GAME.opening(Facts(2, layout=DEMO)).granted
    assert events(dealt, PlaceChip(ONE, FIRST))[1:] == (CardDrawn(ONE),)
    state = after(dealt, PlaceChip(ONE, FIRST), PlaceChip(TWO, SECOND), RemoveChip(ONE, SECOND))
    assert (hands(state), state.deck, state.lost) == ([7, 7], 108 - 14 - 3, (0, 0))
    assert [prompt.act for prompt in awaited(state)] == ["play_card"]
    # It has been counted: one more is one too many.
    assert broken(state, DrawCard(ONE)) == [("ss.draw", "taken")]
    # A card that is granted comes from a new deck where the old one is empty.
    last = granted(deck=1, hands=(53, 53), discards=(("OH",), ()))
    assert events(last, PlaceChip(ONE, FIRST))[1:] == (CardDrawn(ONE), DeckShuffled(2))
    none = granted(deck=0, hands=(54, 54))
    # The card just played is all that lies there: it is shuffled, and drawn again.
    state = after(none, PlaceChip(ONE, FIRST))
    assert (hands(state), state.deck, state.discards) == ([54, 54], 0, ((), ()))
    # Nobody draws after the winning chip.
    state = replace(position("rrrr", players=3), granted=True)
    assert [type(event) for event in events(state, PlaceChip(ONE, at(1, 5)))] == [
        ChipPlaced, SequenceMade, Ended,
    ]  # fmt: skip
    # Whoever played out of turn and was let stand has drawn too.
    state = stood(granted(3), PlaceChip(THREE, FIRST))
    assert hands(state) == [6, 6, 6]
    assert events(position("bb", layout=None), SwapDead(ONE, "OH")) == (DeadSwapped(ONE, "OH"),)
    assert events(position("bb", layout=None), SwapDead(ONE)) == (DeadSwapped(ONE, None),)


# Table talk.


@pytest.mark.rule("ss.table-talk")
def test_coaching_costs_every_member_of_the_team_one_card() -> None:
    state = position(players=4)
    assert events(state, CallTalk(Side(1))) == (TalkRuled(Side(1), seats(1, 3)),)
    state = after(state, CallTalk(Side(1)))
    assert [(prompt.act, prompt.seats) for prompt in awaited(state)] == [("forfeit", seats(1, 3))]
    state = after(state, Forfeit(Seat(3), "OH"))
    assert (hands(state), state.discards[3], state.forfeits) == ([6, 6, 6, 5], ("OH",), seats(1))
    state = after(state, ForfeitAll())
    assert (hands(state), state.discards[1]) == ([6, 5, 6, 5], (None,))
    assert after(state, PlaceChip(ONE, FIRST)).turn == TWO


@pytest.mark.rule("ss.table-talk")
def test_the_cards_are_put_down_before_play_goes_on() -> None:
    state = after(position("b", players=4), CallTalk(Side(1)))
    pending = ("ss.table-talk", "pending")
    assert broken(state, PlaceChip(ONE, FIRST)) == [pending]
    assert broken(state, RemoveChip(ONE, at(1, 1))) == [pending]
    assert broken(state, SwapDead(ONE, REMOVE))[0] == pending
    assert broken(state, CallTalk(Side(0))) == [pending]
    for wrong in (PlaceChip(ONE, FIRST), RemoveChip(ONE, at(1, 1)), SwapDead(ONE, REMOVE)):
        assert refusal(state, wrong).lies
        assert refusal(state, wrong).stands is None
        assert len(steps(state, wrong)) == 2
    # Which five are locked may still be said.
    longer = after(position("rrr.rrr", players=4), PlaceChip(ONE, at(1, 4), ADD), CallTalk(Side(1)))
    chosen = ChooseFive(five(1, 1, 0, 1))
    assert chosen in list(legal(longer))
    assert after(longer, chosen).forfeits == seats(1, 3)


@pytest.mark.rule("ss.table-talk", "ss.box")
def test_who_puts_a_card_down_for_table_talk() -> None:
    # Whoever plays alone has nobody to coach.
    assert broken(position(), CallTalk(Side(0))) == [("ss.table-talk", "alone")]
    assert broken(position(players=4), CallTalk(Side(2))) == [("match.no-such-seat", "")]
    # A member without cards has nothing to put down.
    state = replace(position(players=4), hands=(6, 0, 6, 6))
    assert events(state, CallTalk(Side(1))) == (TalkRuled(Side(1), seats(3)),)
    assert broken(replace(state, hands=(6, 0, 6, 0)), CallTalk(Side(1))) == [("ss.table-talk", "nothing")]
    # Only that team and only one card each.
    state = after(position(players=4), CallTalk(Side(1)), Forfeit(TWO, "OH"))
    for seat in (ONE, TWO):
        assert broken(state, Forfeit(seat, "TX")) == [("ss.table-talk", "not_you")]
        assert stood(state, Forfeit(seat, "TX")).hands[seat] == state.hands[seat] - 1
    assert broken(position(players=4), ForfeitAll()) == [("ss.table-talk", "nothing")]
    # Whoever turns out to have no card puts none down.
    state = after(position(players=4), CallTalk(Side(1)))
    assert after(state, Recount(90, (6, 0, 6, 6))).forfeits == seats(3)


# The draw deck.


@pytest.mark.rule("ss.reshuffle")
def test_where_the_draw_deck_runs_out_all_discards_become_a_new_one() -> None:
    # When the draw deck runs out all discards become a new one.
    state = after(replace(position(), deck=1, discards=(("OH",) * 2, ("TX",))), PlaceChip(ONE, FIRST, ADD))
    assert events(state, DrawCard(ONE)) == (CardDrawn(ONE), DeckShuffled(4))
    state = after(state, DrawCard(ONE))
    assert (state.deck, state.discards) == (4, ((), ()))
    # What lay face up may be anywhere again.
    assert deck.out(state, "OH") == 2
    # A swapped card is shuffled in with the others.
    state = replace(position(), deck=1)
    assert events(state, SwapDead(ONE, REMOVE))[-1] == DeckShuffled(1)
    # A count of an empty deck makes a new one.
    state = after(position(), PlaceChip(ONE, FIRST))
    assert events(state, Recount(0, (50, 57)))[-1] == DeckShuffled(1)


@pytest.mark.rule("ss.box")
def test_a_count_must_add_up_to_the_whole_box() -> None:
    state = after(position(), PlaceChip(ONE, FIRST))
    assert state.deck == 94
    counted = after(state, Recount(93, (7, 7)))
    assert (counted.deck, hands(counted)) == (93, [7, 7])
    assert broken(state, Recount(94, (7, 7))) == [("ss.box", "count")]
    assert broken(state, Recount(108, (6, -7))) == [("ss.box", "negative")]
    assert broken(state, Recount(94, (6, 7, 0))) == [("match.no-such-seat", "")]


def test_what_is_face_up_tells_how_many_copies_are_out() -> None:
    state = after(position(), PlaceChip(ONE, FIRST))
    shown = DEMO.at(FIRST)
    seen = view(state, None).out
    assert (seen[shown], seen[ADD], seen[REMOVE]) == (1, 4, 4)
    assert sum(seen.values()) == 107
    # A forfeited card counts as face up.
    state = after(position(players=4), CallTalk(Side(1)), Forfeit(TWO, "OH"))
    assert deck.out(state, "OH") == 1
    assert events(state, Forfeit(Seat(3), "OH")) == (CardForfeited(Seat(3), "OH"),)
    gone = after(state, Forfeit(Seat(3), "OH"))
    assert broken(gone, SwapDead(ONE, "OH"))[-1] == ("ss.box", "copies")


@pytest.mark.parametrize("card", ["OH\n", "oh", "OHIO", "", "ADD "])
def test_nothing_else_is_read_as_a_card(card: str) -> None:
    text = json.dumps({"type": "sequence_states.swap_dead", "seat": 0, "card": card})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=AnyReport)


@pytest.mark.rule("ss.sequence")
def test_the_screen_is_told_what_the_last_move_completed() -> None:
    state = after(position("RRRRR", "b...", "b", "b", "b"), PlaceChip(ONE, at(9, 9), ADD))
    assert view(state, None).made == ()
    state = after(state, PlaceChip(TWO, at(6, 1), ADD))
    assert view(state, None).made == (five(2, 1, 1, 0),)
