"""What the cards of a flip do together: every pair of special cards, each with the sentence it follows.

A cell is read from left to right: "colours" match from now on; "race": the totem is open to all; "takes 1":
seat 1 takes all face-up cards; "flip 2": all turn again for the arrows of seat 2; "wins 1". "race, takes 1"
is one after the other. Behind it stand the rule or the ruling that says so.
"""

from itertools import product

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Level, Question, Seat, Unclear
from companion.games.ungle_speed.events import WrongGrabRuled
from companion.games.ungle_speed.model import Facts, Rulings, State, Unexplained
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallDuel,
    CallFell,
    CallInward,
    CallNotTurned,
    CallThreeColours,
    CallWrongGrab,
    TakeTotem,
    TurnAll,
    TurnCard,
    TurnNext,
)
from tests.games.ungle_speed.board import (
    GAME,
    after,
    broken,
    by,
    card,
    events,
    position,
    show,
    sizes,
    two_hands,
    winners,
)

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
    """Return the table after seat 0's outward arrows have turned up this pair at seats 1 and 2."""
    stacks = [5] * players
    tops = ["A1p", "sym", "sym", "A1g" if pair[2] == DUEL else "B3g", "E1y", "E2o"][:players]
    for seat, special in ((1, pair[0]), (2, pair[1])):
        tops[seat] = ("C1o", "D1y")[seat - 1] if special == "sym" else special.removesuffix("*")
        stacks[seat] = 1 if special.endswith("*") else 5
    state = position("6", *(str(stack) for stack in stacks[1:]), level=level, pot="E2p")
    state = after(state, TurnCard(S(0), card("out")))
    for seat, top in enumerate(tops):
        state = after(state, TurnCard(S(seat), card(top)))
    return state


def read(cell: str, state: State, players: int) -> None:
    """Check a position right after a flip, while nobody has grabbed, against its cell."""
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
@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("pair", TABLE, ids=" ".join)
def test_a_pair_out_of_one_flip(pair: tuple[str, str, str], players: int, level: Level) -> None:
    read(TABLE[pair][0], flipped(pair, players, level), players)


AFTER_RACE = {cell: row for cell, row in TABLE.items() if row[0].startswith("race")}


@pytest.mark.rule("us.duel-won", "us.outward-again", "us.last-coloured")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("pair", [cell for cell in AFTER_RACE if cell[2] == DUEL], ids=" ".join)
def test_the_duel_of_a_pair_is_won(pair: tuple[str, str, str], level: Level) -> None:
    """The loser takes the piles of the duel and the pot; second arrows are off; last coloured cost after."""
    state = after(flipped(pair, 4, level), TakeTotem(by(0)))
    if state.chase is not None:
        state = after(state, CallDuel((S(0), S(3))))
    # The piles of the duel: the first arrows, both cards; and the pot.
    assert (state.stacks[0], state.stacks[3]) == (4, 4 + 4), show(state)
    rest = 2 if "takes 1" in TABLE[pair][0] else 0
    first = 0 if pair[0].endswith("*") else 4
    assert state.stacks[1] == first + rest, show(state)
    assert (state.flip, state.pot) == (None, ()), show(state)
    if state.ended is None:
        assert state.turn == 3


@pytest.mark.rule("us.inward", "us.last-inward", "us.outward-again", "us.last-coloured")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    "pair", [cell for cell in AFTER_RACE if "in" in cell[0] or "in" in cell[1]], ids=" ".join
)
def test_the_arrows_of_a_pair_are_won(pair: tuple[str, str, str], level: Level) -> None:
    """The winner's pile goes to the pot, or a last inward takes all; then last coloured; then all turn."""
    state = after(flipped(pair, 4, level), TakeTotem(by(0)))
    if state.chase is not None:
        state = after(state, CallInward())
    up = 4 + 2
    loser = next((seat for seat in (1, 2) if pair[seat - 1] == "in*"), None)
    taker = loser if loser is not None else 1 if "takes 1" in TABLE[pair][0] else None
    if taker is not None:
        assert state.stacks[taker] == up, show(state)
        assert (state.face_up, state.pot) == ((), ()), show(state)
    else:
        assert (len(state.pot), state.face_up) == (3, (1, 2, 3)), show(state)
    # The outward arrows act afterwards only where they still lie on top.
    pending = "flip 2" in TABLE[pair][0] and taker is None
    assert (state.flip.owner if state.flip else None) == (2 if pending else None), show(state)
    if state.ended is None:
        assert state.turn == (2 if pending else 0)


@pytest.mark.rule("us.outward-again", "us.last-coloured")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("pair", AFTER_RACE, ids=" ".join)
def test_nobody_races_for_a_pair(pair: tuple[str, str, str], level: Level) -> None:
    """The next card is turned: last coloured have cost their owner before, second arrows make all turn."""
    cell = TABLE[pair][0]
    state = flipped(pair, 4, level)
    state = after(state, TurnCard(state.turn, card("E2g")))
    if "takes 1" in cell:
        assert state.stacks[1] == 6, show(state)
        assert sum(map(len, state.piles)) == 1, show(state)
    else:
        assert sum(map(len, state.piles)) == 6, show(state)
    assert (state.flip is not None) == ("flip 2" in cell), show(state)


@pytest.mark.rule("us.last-coloured")
def test_a_duel_of_a_flip_leaves_the_last_coloured_to_their_owner() -> None:
    """Written out: the loser takes 4 of the duel and the pot, then seat 1 the other two face-up cards."""
    state = flipped(("col*", "sym", DUEL), 4, Level.WATCHING)
    assert sizes(state) == "4+2 0+1 4+1 4+1 pot 1"
    assert sizes(after(state, TakeTotem(by(0)))) == "4+0 2+0 4+0 8+0 pot 0"


@pytest.mark.rule("us.last-coloured", "us.outward-again", "us.inward")
def test_inward_last_coloured_and_outward_out_of_one_flip_come_one_after_the_other() -> None:
    """First the totem, then seat 1 takes all that still lies face up, then all turn again."""
    state = position("6", "1", "5", "5", pot="E2p")
    state = turn_up(after(state, TurnCard(S(0), card("out"))), "A1p", "col", "in", "out")
    state = after(state, TakeTotem(by(0)))
    assert sizes(state) == "4+0 6+0 4+0 4+0 pot 0"
    assert state.flip is not None
    assert (state.flip.owner, state.flip.waiting) == (3, (0, 1, 2, 3))


def opening(*cards: str, level: Level = Level.COUNTING) -> State:
    """Return a deal for four after these cards were turned one after the other."""
    state = GAME.opening(Facts(4, level=level))
    for shown in cards:
        state = after(state, TurnCard(state.turn, card(shown)))
    return state


def turn_up(state: State, *cards: str) -> State:
    """Everybody turns at once; "?" is a card that nobody tells."""
    assert state.flip is not None
    for seat, shown in zip(state.flip.waiting, cards, strict=True):
        state = after(state, TurnCard(seat, card(shown)))
    return state


@pytest.mark.rule("us.outward-again")
def test_counting_a_duel_beside_second_arrows_keeps_all_from_turning_again() -> None:
    state = turn_up(opening("out"), "?", "?", "out", "?")
    assert sizes(state) == "18+2 19+1 19+1 19+1 pot 0"
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(1))))
    assert (sizes(state), state.turn, state.flip) == ("18+0 22+0 19+1 19+1 pot 0", 1, None)


@pytest.mark.rule("us.outward-again")
def test_counting_all_had_turned_again_before_the_grab() -> None:
    state = turn_up(opening("out"), "?", "?", "out", "?")
    told_before = after(state, TurnAll(), TakeTotem(by(0)), CallDuel((S(0), S(1))))
    told_after = after(state, TakeTotem(by(0)), TurnAll(), CallDuel((S(0), S(1))))
    assert sizes(told_before) == sizes(told_after) == "17+0 23+0 18+2 18+2 pot 0"


@pytest.mark.rule("us.outward-again")
def test_a_duel_with_the_seat_of_the_second_arrows_can_only_be_of_their_flip() -> None:
    state = turn_up(opening("out"), "?", "?", "out", "?")
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(2))))
    assert sizes(state) == "17+0 18+2 23+0 18+2 pot 0"


@pytest.mark.rule("us.outward-again")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("claim", [CallWrongGrab(), CallInward()])
def test_whether_all_had_turned_again_is_asked_where_it_matters(claim: AnyReport, level: Level) -> None:
    shown = ("?", "?", "out", "?") if level is Level.COUNTING else ("A1g", "B1g", "out", "C1g")
    state = after(turn_up(opening("out", level=level), *shown), TakeTotem(by(0)))
    ruling = GAME.judge(state, claim)
    if level is Level.WATCHING and isinstance(claim, CallInward):
        # No inward arrows lie there: they must have come up when all turned again.
        assert isinstance(ruling, Accepted)
        return
    assert ruling == Unclear(Question("turned_again", S(0), {"owner": S(2)}))
    assert GAME.awaited(state)[0].act == "say_turned_again"
    assert {TurnAll(), CallNotTurned()} <= set(GAME.legal(state))


@pytest.mark.rule("us.wrong-grab")
@pytest.mark.parametrize(
    ("turned", "left"),
    [(False, "23+0 19+0 19+0 19+0 pot 0"), (True, "26+0 18+0 18+0 18+0 pot 0")],
)
def test_a_wrong_grab_costs_what_lay_there(turned: bool, left: str) -> None:
    state = after(turn_up(opening("out"), "?", "?", "out", "?"), TakeTotem(by(0)))
    state = after(state, TurnAll() if turned else CallNotTurned(), CallWrongGrab())
    assert (sizes(state), state.flip) == (left, None)


@pytest.mark.rule("us.outward-again")
def test_second_arrows_told_after_the_grab_are_asked_about_too() -> None:
    """Only which card was outward is told; the claim says that the others lie there as well."""
    state = after(opening("out"), TakeTotem(by(0)), TurnCard(S(2), card("out")))
    assert GAME.judge(state, CallWrongGrab()) == Unclear(Question("turned_again", S(0), {"owner": S(2)}))
    assert sizes(after(state, CallDuel((S(0), S(1))))) == "18+0 22+0 19+1 19+1 pot 0"
    assert sizes(after(state, CallNotTurned(), CallWrongGrab())) == "23+0 19+0 19+0 19+0 pot 0"
    assert sizes(after(state, TurnAll(), TurnAll(), CallWrongGrab())) == "26+0 18+0 18+0 18+0 pot 0"


@pytest.mark.rule("us.coloured")
def test_coloured_arrows_told_after_the_grab_make_the_duel_one_of_colours() -> None:
    state = after(opening("out"), TakeTotem(by(0)), TurnCard(S(2), card("col")))
    state = after(state, TurnCard(S(0), card("A1g")), TurnCard(S(1), card("B1g")))
    assert sizes(after(state, CallDuel((S(0), S(1))))) == "18+0 22+0 19+1 19+1 pot 0"


@pytest.mark.rule("us.wrong-grab")
def test_watching_a_wrong_grab_before_all_turned_again_is_ruled_on_once_that_is_said() -> None:
    state = turn_up(opening("out", level=Level.WATCHING), "A1g", "B1g", "out", "C1g")
    state = after(state, TakeTotem(by(0)))
    assert isinstance(state.chase, Unexplained)
    state = after(state, CallNotTurned())
    assert sizes(state) == "23+0 19+0 19+0 19+0 pot 0"


@pytest.mark.rule("us.outward-again")
def test_that_nobody_had_turned_is_said_only_where_it_was_asked() -> None:
    state = after(opening("out"), TakeTotem(by(0)))
    assert broken(state, CallNotTurned()) == ["us.outward-again"]
    asked = after(turn_up(opening("out"), "?", "?", "out", "?"), TakeTotem(by(0)), CallNotTurned())
    assert broken(asked, CallNotTurned()) == ["us.outward-again"]
    assert broken(asked, TurnAll()) == ["us.duel-won"]


@pytest.mark.rule("us.totem-fell", "us.totem-dropped")
def test_what_comes_before_all_turned_again_ends_the_flip() -> None:
    state = turn_up(opening("out"), "?", "?", "out", "?")
    assert (sizes(after(state, CallFell())), after(state, CallFell()).flip) == (
        "18+0 19+0 19+0 19+0 pot 5", None,
    )  # fmt: skip
    assert sizes(after(state, CallDropped(S(3)))) == "18+0 19+0 19+0 24+0 pot 0"


@pytest.mark.rule("us.inward", "us.outward-again")
@pytest.mark.parametrize("level", Level)
def test_the_totem_comes_before_second_arrows_beside_inward_ones(level: Level) -> None:
    state = turn_up(opening("C1p", "out", level=level), "A1p", "B1g", "in", "out")
    state = after(state, TakeTotem(by(0)))
    if level is Level.COUNTING:
        state = after(state, CallInward())
    assert sizes(state) == "18+0 18+2 19+1 19+1 pot 2"
    assert state.flip is not None
    assert (state.flip.owner, state.flip.waiting, state.turn) == (3, (0, 1, 2, 3), 3)
    state = after(state, TurnAll())
    assert (sizes(state), state.turn) == ("17+1 17+3 18+2 18+2 pot 2", 3)


@pytest.mark.rule("us.outward-again")
def test_second_arrows_that_went_into_the_pot_make_nobody_turn() -> None:
    state = turn_up(opening("C1p", "out"), "A1p", "B1g", "in", "out")
    state = after(state, TakeTotem(by(3)), CallInward())
    assert (sizes(state), state.flip, state.turn) == ("18+2 18+2 19+1 19+0 pot 1", None, 3)


@pytest.mark.rule("us.last-outward")
def test_last_outward_told_after_the_grab_win_unless_it_was_a_duel() -> None:
    """Counting, the referee can't know yet: the answer to "what was it?" decides."""
    state = position("6", "1", "5", "5", level=Level.COUNTING, pot="?")
    state = after(
        state, TurnCard(S(0), card("out")), TakeTotem(by(2)), TurnCard(S(1), card("out")), TurnAll()
    )
    assert state.ended is None
    assert sizes(after(state, CallDuel((S(2), S(3))))) == "4+2 0+1 4+0 7+0 pot 0"
    for claim in (CallWrongGrab(), CallInward(), CallFell(), CallDropped(S(2))):
        assert winners(after(state, claim)).winners == (S(1),)


@pytest.mark.rule("us.last-inward")
def test_whose_untold_inward_arrows_they_were_is_asked_where_one_may_be_a_last_card() -> None:
    state = position("6", "1", "5", "1", level=Level.COUNTING, pot="?")
    state = after(state, TurnCard(S(0), card("out")), TurnAll(), TakeTotem(by(2)))
    assert GAME.judge(state, CallInward()) == Unclear(Question("whose_inward", S(2)))
    assert {CallInward((S(1),)), CallInward((S(3),)), CallInward((S(0), S(2)))} <= set(GAME.legal(state))
    assert sizes(after(state, CallInward((S(1),)))) == "4+0 6+0 4+0 0+0 pot 0"
    assert sizes(after(state, CallInward((S(0), S(2))))) == "4+2 0+1 4+0 0+1 pot 2"
    assert broken(state, CallInward((S(9),))) == ["us.inward"]


@pytest.mark.rule("us.last-inward")
def test_whose_inward_arrows_is_not_asked_where_it_changes_nothing() -> None:
    nobody = position("6", "5", "5", "5", level=Level.COUNTING)
    nobody = after(nobody, TurnCard(S(0), card("out")), TurnAll(), TakeTotem(by(2)), CallInward())
    assert sizes(nobody) == "4+2 4+1 4+0 4+1 pot 1"
    own = position("6", "5", "1", "5", level=Level.COUNTING)
    own = after(own, TurnCard(S(0), card("out")), TurnAll(), TakeTotem(by(2)), CallInward())
    assert winners(own).winners == (S(2),)


@pytest.mark.rule("us.last-coloured")
def test_a_grab_before_the_last_coloured_were_entered_is_still_ruled_on() -> None:
    state = position("5 A1g", "1", "5 A1p", "5", turn=S(1))
    won = after(
        state,
        TakeTotem(by(0)),
    )
    assert sizes(won) == "5+0 1+0 7+0 5+0 pot 0", "the cards matched before"
    state = position("5 A1g", "1 E1p", "5 B1p", "5", turn=S(1))
    held = after(state, TakeTotem(by(0)))
    assert isinstance(held.chase, Unexplained)
    told = events(held, TurnCard(S(1), card("col")))
    assert WrongGrabRuled(S(0), "us.wrong-grab") in told
    assert sizes(after(held, TurnCard(S(1), card("col")))) == "5+0 4+0 5+0 5+0 pot 0"


@pytest.mark.rule("us.last-coloured", "us.wrong-grab", "us.totem-dropped")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("late", [False, True], ids=["card first", "card told after the grab"])
@pytest.mark.parametrize("how", ["wrong grab", "dropped"])
def test_last_coloured_arrows_cost_their_owner_all_cards_whoever_grabs_wrongly_after_them(
    level: Level, late: bool, how: str
) -> None:
    """The player must take all face-up cards, and the round goes on: in whichever order it is told."""
    state = position("5 A1g", "1 E1p", "5 B1p", "5", turn=S(1), pot="C1o", level=level)
    turned = TurnCard(S(1), card("col"))
    claims: list[AnyReport] = [CallDropped(S(0))]
    if how == "wrong grab":
        claims = [TakeTotem(by(0)), *([CallWrongGrab()] if level is Level.COUNTING else [])]
    if late and how == "wrong grab":
        state = after(state, claims[0], turned, *claims[1:])
    else:
        state = after(state, turned, *claims)
    if state.chase is not None:
        state = after(state, CallWrongGrab())
    assert sizes(state) == "5+0 5+0 5+0 5+0 pot 0"
    assert (state.ended, state.turn) == (None, 0)


@pytest.mark.rule("us.last-coloured")
def test_counting_a_grab_before_the_last_coloured_waits_for_what_it_was() -> None:
    state = position("5 ?", "1", "5 ?", "5 ?", turn=S(1), level=Level.COUNTING)
    state = after(state, TakeTotem(by(0)), TurnCard(S(1), card("col")))
    assert isinstance(state.chase, Unexplained)
    state = after(state, CallDuel((S(0), S(2))))
    assert sizes(state) == "5+0 2+0 7+0 5+0 pot 0"
    assert state.turn == 2


@pytest.mark.rule("us.last-coloured")
def test_the_owner_of_the_first_arrows_goes_on_with_the_cards_of_last_coloured_ones() -> None:
    state = turn_up(
        after(position("2", "5", "5", "5"), TurnCard(S(0), card("out"))), "col", "A1g", "B1g", "C1g"
    )
    assert (sizes(state), state.turn) == ("5+0 4+0 4+0 4+0 pot 0", 0)


@pytest.mark.rule("us.last-coloured")
def test_nobody_calls_the_end_over_cards_that_somebody_is_to_take() -> None:
    state = position("1 B1g", "0 A1g", "0 A1p", "0 C1g")
    state = replace(state, stacks=(2, 1, 1, 1))
    state = turn_up(after(state, TurnCard(S(0), card("out"))), "col", "E1g", "E1p", "D1o")
    assert sizes(state) == "0+3 0+2 0+2 0+2 pot 0"
    assert GAME.awaited(state)[0].act == "turn_card"
    state = after(state, TurnCard(S(0), card("D2o")))
    assert sizes(state) == "8+1 0+0 0+0 0+0 pot 0"


@pytest.mark.rule("us.three")
@pytest.mark.parametrize("level", Level)
def test_three_players_second_arrows_beside_inward_ones(level: Level) -> None:
    state = after(position("6", "5", "5", level=level), TurnCard(S(0), card("out")))
    state = after(turn_up(state, "A1g", "in", "out"), TakeTotem(by(1)))
    state = state if level is Level.WATCHING else after(state, CallInward())
    assert sizes(state) == "4+2 4+0 4+1 pot 1"
    assert state.flip is not None
    assert state.flip.owner == 2


@pytest.mark.rule("us.three")
def test_three_of_a_colour_can_only_be_of_the_flip_after_second_arrows() -> None:
    state = after(position("6", "5", "5", level=Level.COUNTING), TurnCard(S(0), card("out")))
    state = after(turn_up(state, "?", "?", "out"), TakeTotem(by(1)), CallThreeColours())
    assert sizes(state) == "3+3 3+0 3+2 pot 2"


@pytest.mark.rule("us.two-hands", "us.two-inward")
@pytest.mark.parametrize("seat", range(4))
def test_two_players_turn_all_hands_at_once_and_either_may_grab(seat: int) -> None:
    state = after(two_hands("6", "5", "5", "5", level=Level.COUNTING), TurnCard(S(0), card("out")))
    state = turn_up(state, "A1g", "B1g", "in", "out")
    state = after(state, TakeTotem(by(seat)), CallInward())
    pile = 2 if seat == 0 else 1
    assert len(state.pot) == pile
    assert (state.flip is not None) == (seat != 3), "the arrows of seat 3 went into the pot"
    assert state.turn == 3


@pytest.mark.rule("us.two-inward")
def test_two_players_only_a_hand_with_face_up_cards_was_placed_last() -> None:
    state = GAME.opening(Facts(2, level=Level.WATCHING))
    for seat, shown in enumerate(("A1p", "B1g", "C1o", "D1y", "B1y")):
        state = after(state, TurnCard(S(seat % 4), card(shown)))
    state = after(state, TakeTotem(by(0)), TurnCard(S(1), card("in")))
    assert state.piles[0] == ()
    assert sizes(after(state, TakeTotem(by(2)))) == "17+0 20+1 18+0 18+1 pot 3"
    assert isinstance(after(state, TakeTotem(by(0))).chase, Unexplained)


@pytest.mark.rule("us.two-end", "us.last-outward")
def test_two_players_last_outward_put_one_hand_out() -> None:
    state = two_hands("1 A1g", "5 B1g", "5 C1g", "5 D1g", turned_at=(1, 2, 3, 4))
    out = after(state, TurnCard(S(0), card("out")))
    assert (sizes(out), out.ended, out.turn) == ("0+0 5+1 5+1 5+1 pot 2", None, 1)
    both = after(replace(out, stacks=(0, 1, 5, 5)), TurnCard(S(1), card("out")))
    assert winners(both).reason == "us.two-end"
    assert winners(both).winners == (), "six cards each"


@pytest.mark.rule("us.last-outward")
def test_two_players_may_choose_that_last_outward_end_the_game() -> None:
    state = two_hands("1 A1g", "5", "5", "5", rulings=Rulings(two_last_outward="ends"))
    won = winners(after(state, TurnCard(S(0), card("out"))))
    assert (won.winners, won.reason) == ((S(0), S(2)), "us.last-outward")


@pytest.mark.rule("us.two-end")
@pytest.mark.parametrize("level", Level)
def test_two_players_last_outward_out_of_a_flip(level: Level) -> None:
    state = after(two_hands("6", "1", "5", "5", level=level), TurnCard(S(0), card("out")))
    state = turn_up(state, "A1g", "out", "B1g", "C1g")
    assert (sizes(state), state.turn) == ("4+2 0+0 4+1 4+1 pot 1", 0)


@pytest.mark.rule("us.two-end", "us.last-outward")
def test_two_players_a_hand_that_last_outward_put_out_is_got_rid_of() -> None:
    """Each hand is a player of its own, who wins at once; over when both players have got rid of a hand."""
    state = two_hands("1 A1g", "5 B1g", "1 C1g", "3 D1g D2o", turned_at=(1, 2, 3, 4))
    out = after(state, TurnCard(S(0), card("out")), TurnCard(S(1), card("C2o")))
    assert out.turn == 2
    again = after(out, TurnCard(S(2), card("out")))
    assert (sizes(again), again.ended) == ("0+0 4+2 0+0 3+2 pot 4", None), "both are of one player"
    assert GAME.awaited(again)[0].seats == (S(3),)
    won = after(replace(again, stacks=(0, 1, 0, 6)), TurnCard(S(3), card("D2y")), TurnCard(S(1), card("out")))
    assert winners(won).reason == "us.two-end"
    assert winners(won).winners == (S(0), S(2)), "they have no card left"


@pytest.mark.rule("us.last-outward", "us.outward-again")
@pytest.mark.parametrize(
    ("claims", "piles"),
    [
        ((TakeTotem(by(2)), CallDuel((S(2), S(3)))), "4+2 0+2 4+0 6+0 pot 0"),
        ((TakeTotem(by(2)), CallInward()), "4+2 0+0 4+0 4+1 pot 3"),
        ((TakeTotem(by(2)), CallWrongGrab()), "4+0 0+0 10+0 4+0 pot 0"),
        ((CallFell(),), "4+0 0+0 4+0 4+0 pot 6"),
        ((TurnNext(),), "3+3 0+0 4+1 4+1 pot 2"),
        ((TurnNext(card("A1g")),), "3+3 0+0 4+1 4+1 pot 2"),
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["told before the grab", "told after the grab"])
def test_two_players_last_outward_out_of_a_flip_do_nothing_beside_a_duel(
    claims: tuple[AnyReport, ...], piles: str, first: bool
) -> None:
    """Nobody tells a counting referee of a duel but whoever grabs for it."""
    state = two_hands("6", "1 ?", "5", "5", level=Level.COUNTING)
    state = after(state, TurnCard(S(0), card("out")))
    told: tuple[AnyReport, ...] = (TurnCard(S(1), card("out")), TurnAll())
    if first or not isinstance(claims[0], TakeTotem):
        state = after(state, *told, *claims)
    else:
        state = after(state, claims[0], *told, *claims[1:])
    assert sizes(state) == piles


@pytest.mark.rule("us.last-outward", "us.outward-again")
def test_two_players_watching_last_outward_beside_a_duel_stay_in_their_pile() -> None:
    state = after(two_hands("6", "1", "5", "5"), TurnCard(S(0), card("out")))
    state = turn_up(state, "A1g", "out", "B1g", "B1p")
    assert sizes(state) == "4+2 0+1 4+1 4+1 pot 0"
