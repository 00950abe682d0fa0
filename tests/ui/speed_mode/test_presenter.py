"""What the table of Speed Mode says, and what taps mean: pure, without a window."""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Refused, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.events import Why
from companion.games.speed_mode.evolve import finish_events, fold
from companion.games.speed_mode.model import Facts, OnPair, State
from companion.games.speed_mode.view import View, view
from companion.journal import rows_of
from companion.match import Match
from tests.contract.test_frozen import frozen
from tests.ui.desk import the
from ui.games.pending import CardTap
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import GROUPS, OPENED, DrawingCards, HalfTap
from ui.games.speed_mode.presenter import SpeedPresenter
from ui.stage import theme
from ui.table.presenting import Begin, Choice, Enter

GAME = SpeedMode()
PLATES = theme.plates()[:2]
FOX, OWL = Seat(0), Seat(1)
HERE = Place(0, 0)
PRESENTER = SpeedPresenter(Facts(), PLATES)
RED, GREEN, BLUE = Kind.RED_SQUARE, Kind.GREEN_CIRCLE, Kind.BLUE_SQUARE
EXCHANGE = DrawingCards("exchange")


def opened(**facts: Any) -> State:
    return GAME.opening(Facts(**facts))


def view_of(state: State) -> View:
    return view(state, None)


def pads(state: State, pending: DrawingCards | None = None) -> dict[str, Any]:
    return {choice.title: choice.report for choice in offered(state, pending)}


def watched(*cards: Kind) -> State:
    return replace(opened(level=Level.WATCHING), open=cards)


def offered(state: State, pending: DrawingCards | None = None) -> tuple[Choice, ...]:
    return PRESENTER.routine(view_of(state), pending)


def steps(state: State, report: Any) -> tuple[str, ...]:
    return PRESENTER.explain(the(Refused, GAME.judge(state, report)).violations).steps


def test_a_tap_on_a_combination_tells_that_it_was_made() -> None:
    assert PRESENTER.tapped(view_of(opened()), None, HalfTap(HERE, 1)) == r.MakeCombination(FOX, HERE, 1)


def test_an_exchange_is_two_taps_where_cards_are_counted() -> None:
    state = opened()
    begin = pads(state)[words.EXCHANGE]
    assert begin == Begin(DrawingCards("exchange"))
    assert list(pads(state, begin.pending).values()) == [*(r.Exchange(FOX, n) for n in range(4)), begin]
    # Meanwhile a mis-tap on the board does nothing.
    assert PRESENTER.tapped(view_of(state), begin.pending, HalfTap(HERE, 1)) is None


def test_replenishing_waits_for_a_hand_that_has_room() -> None:
    full = opened()
    assert not next(c for c in PRESENTER.routine(view_of(full)) if c.title == words.REPLENISH).live
    short = replace(full, hands=(7, 10), deck=full.deck + 3)
    assert next(c for c in PRESENTER.routine(view_of(short)) if c.title == words.REPLENISH).live
    *replenish, _stop = pads(short, DrawingCards("replenish")).values()
    assert replenish == [r.Replenish(FOX, n) for n in range(4)]


def test_face_up_cards_are_tapped_where_they_are_told() -> None:
    state = watched(RED, RED, GREEN)
    assert pads(state)[words.OPENED] == Enter(OPENED)
    assert PRESENTER.tapped(view_of(state), None, CardTap(len(state.open))) == Enter(OPENED)
    one = PRESENTER.tapped(view_of(state), DrawingCards("exchange"), CardTap(0))
    assert one == Begin(DrawingCards("exchange", (RED,)))
    both = PRESENTER.tapped(view_of(state), one.pending, CardTap(1))
    assert both == Begin(DrawingCards("exchange", (RED, RED)))
    assert PRESENTER.tapped(view_of(state), both.pending, CardTap(1)) == one
    assert r.Exchange(FOX, (RED, RED)) in pads(state, both.pending).values()
    # Without a pad first, a tapped card is for what can be done.
    assert PRESENTER.tapped(view_of(state), None, CardTap(2)) == Begin(DrawingCards("exchange", (GREEN,)))


def test_at_an_empty_deck_each_says_that_nothing_can_be_made() -> None:
    state = replace(opened(), deck=0)
    assert {r.CallStuck(FOX), r.CallStuck(OWL)} <= set(pads(state).values())
    assert PRESENTER.banner(view_of(state)).subtitle == words.WHO_CANT
    assert r.Pass(FOX) in pads(replace(state, face_up=0)).values()


def test_the_questions_of_the_end() -> None:
    sheet = PRESENTER.dialog(view_of(replace(opened(), asked=True, exchanges=10)))
    assert sheet is not None
    assert [choice.report for choice in sheet.choices] == [r.AnswerEnd(end=False), r.AnswerEnd(end=True)]
    counting = PRESENTER.dialog(view_of(replace(opened(), finished=True)))
    assert counting is not None
    assert counting.choices[0].report == Enter(GROUPS)
    assert PRESENTER.routine(view_of(replace(opened(), finished=True))) == ()


def test_the_result_names_the_points() -> None:
    match: Match[Any, Any, Any, Any]
    match, _ = Match.restore(GAME, rows_of(frozen("speed-mode", 1).read_bytes()))
    assert match.outcome is not None
    sheet = PRESENTER.result(match.outcome, GAME.view(match.state, None))
    assert [int(each.figure) for each in sheet.figures] == sorted(GAME.score(match.state)["points"])[::-1]


# Faults found on a second reading of the screen: pads that could only be refused, and wrong sentences.
def test_a_short_deck_offers_only_what_can_have_been_drawn() -> None:
    for deck, counts in ((0, [3]), (1, [2, 3]), (2, [1, 2, 3])):
        choices = offered(replace(opened(), deck=deck), EXCHANGE)
        assert [choice.report for choice in choices[:-1]] == [r.Exchange(FOX, count) for count in counts]
        assert [choice.primary for choice in choices] == [True] + [False] * len(counts)


def test_at_an_empty_deck_three_told_cards_are_tapped_first() -> None:
    state = replace(watched(RED, RED, GREEN, BLUE, BLUE), deck=0)
    waits, _stop = offered(state, DrawingCards("exchange", (RED,)))
    assert (waits.title, waits.subtitle, waits.live) == ("Face up", "tap 2 more", False)
    told = offered(state, DrawingCards("exchange", (RED, GREEN, BLUE)))
    assert [choice.live for choice in told] == [True, True]
    # If too few are entered, that is the next step.
    first, done, _stop = offered(replace(state, open=(RED, RED)), EXCHANGE)
    assert first.report == Enter(OPENED)
    assert not done.live


def test_cards_are_tapped_as_far_as_they_are_drawn_and_a_second_tap_takes_one_away() -> None:
    state = watched(RED, RED, GREEN, BLUE, BLUE)
    for drawn, number, then in (
        ((RED, GREEN, BLUE), 1, None),
        ((RED, GREEN, BLUE), 2, (RED, BLUE)),
        # Another card of the same kind is separate.
        ((RED,), 0, ()),
        ((RED,), 1, (RED, RED)),
    ):
        meant = None if then is None else Begin(DrawingCards("exchange", then))
        assert PRESENTER.tapped(view_of(state), DrawingCards("exchange", drawn), CardTap(number)) == meant
    alone = replace(watched(RED), deck=0, face_up=1)
    assert PRESENTER.tapped(view_of(alone), None, CardTap(0)) is None, "it can't be taken"


def test_where_nothing_can_be_drawn_the_large_pad_passes() -> None:
    choices = offered(replace(opened(), deck=0, face_up=0))
    assert choices[0].live
    assert choices[0].report == r.Pass(FOX)


def test_the_result_keeps_unpaired_groups_apart_from_extra_points() -> None:
    state = opened()
    row = [Place(0, 0), Place(0, 1)]
    tokens = [OnPair((FOX, None)) if at in row else OnPair() for at in state.board.places]
    state = replace(state, pairs=tuple(tokens))
    ended = fold(state, finish_events(state, Why.AGREED))
    assert ended.ended is not None
    sheet = PRESENTER.result(ended.ended, view_of(ended))
    assert (sheet.figures[0].figure, sheet.figures[0].note) == ("1", words.made_of(0, 0, 1))


def test_drawn_cards_are_told_as_what_they_were() -> None:
    sentence_of = PRESENTER.sentences.sentence_of
    assert sentence_of(r.Replenish(FOX, 0)) == "Fox drew cards from the deck."
    assert sentence_of(e.HandReplenished(FOX, 1, 1)) == "Fox drew 1 face-up card."
    assert sentence_of(e.HandReplenished(FOX, 3, 1)) == "Fox drew 3, 1 face-up card among them."


def test_what_was_drawn_laid_or_counted_too_much_goes_back_to_where_it_came_from() -> None:
    state = opened()
    aside = "The cards that were turned up after that go back on top of the deck, if there are any."
    assert steps(state, r.Exchange(OWL, 3))[:2] == (aside, "Put the 3 drawn cards back face up.")
    some = "Put 2 drawn cards back face up, and the others on top of the deck."
    assert steps(state, r.Exchange(OWL, 2))[:2] == (aside, some)
    assert steps(state, r.Exchange(OWL, 0))[0] == "Put the drawn cards back on top of the deck."
    tokens = (OnPair((OWL, None)), *state.pairs[1:])
    todo = steps(replace(state, pairs=tokens), r.MakeCombination(FOX, state.board.places[0], 0))
    assert todo[0] == "Take the new token off the left half of row 1, column 1."
    back = "Put face-up cards back on top of the deck until five lie face up."
    assert steps(state, r.Recount(46, 6, (10, 10))) == (back,)
