"""What reading Speed Mode's screen again has found: pads that only led to a refusal, and wrong sentences."""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Refused, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.events import Why
from companion.games.speed_mode.evolve import finishing, fold
from companion.games.speed_mode.model import Facts, OnPair, State
from companion.games.speed_mode.view import view
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import OPENED, CardTap, DrawingCards
from ui.games.speed_mode.presenter import SpeedPresenter
from ui.stage import theme
from ui.table.presenting import Begin, Choice, Enter

GAME = SpeedMode()
FOX, OWL = Seat(0), Seat(1)
SAYS = SpeedPresenter(Facts(), theme.plates()[:2])
RED, GREEN, BLUE = Kind.RED_SQUARE, Kind.GREEN_CIRCLE, Kind.BLUE_SQUARE
EXCHANGE = DrawingCards("exchange")


def opened(**facts: Any) -> State:
    return GAME.opening(Facts(**facts))


def watched(*cards: Kind) -> State:
    return replace(opened(level=Level.WATCHING), open=cards)


def pads(state: State, pending: DrawingCards | None = None) -> tuple[Choice, ...]:
    return SAYS.routine(view(state, None), pending)


def tap(state: State, pending: DrawingCards | None, number: int) -> Any:
    return SAYS.tapped(view(state, None), pending, CardTap(number))


def steps(state: State, report: Any) -> tuple[str, ...]:
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Refused)
    return SAYS.explain(ruling.violations).steps


def test_a_short_deck_offers_only_what_can_have_been_drawn() -> None:
    for deck, counts in ((0, [3]), (1, [2, 3]), (2, [1, 2, 3])):
        choices = pads(replace(opened(), deck=deck), EXCHANGE)
        assert [choice.report for choice in choices[:-1]] == [r.Exchange(FOX, count) for count in counts]
        assert [choice.primary for choice in choices] == [True] + [False] * len(counts)


def test_at_an_empty_deck_three_told_cards_are_tapped_first() -> None:
    state = replace(watched(RED, RED, GREEN, BLUE, BLUE), deck=0)
    waits, _stop = pads(state, DrawingCards("exchange", (RED,)))
    assert (waits.title, waits.subtitle, waits.live) == ("Face up", "tap 2 more", False)
    assert [choice.live for choice in pads(state, DrawingCards("exchange", (RED, GREEN, BLUE)))] == [
        True,
        True,
    ]
    # Where too few are told, that is the next step.
    first, done, _stop = pads(replace(state, open=(RED, RED)), EXCHANGE)
    assert first.report == Enter(OPENED)
    assert not done.live


def test_no_more_cards_are_tapped_than_are_drawn() -> None:
    state = watched(RED, RED, GREEN, BLUE, BLUE)
    three = DrawingCards("exchange", (RED, GREEN, BLUE))
    assert tap(state, three, 1) is None
    assert tap(state, three, 2) == Begin(DrawingCards("exchange", (RED, BLUE)))


def test_a_second_tap_takes_a_card_away_though_another_one_is_like_it() -> None:
    state = watched(RED, RED, GREEN, BLUE, BLUE)
    assert tap(state, DrawingCards("exchange", (RED,)), 0) == Begin(EXCHANGE)
    assert tap(state, DrawingCards("exchange", (RED,)), 1) == Begin(DrawingCards("exchange", (RED, RED)))


def test_a_face_up_card_that_cannot_be_taken_begins_nothing() -> None:
    assert tap(replace(watched(RED), deck=0, face_up=1), None, 0) is None


def test_where_nothing_can_be_drawn_the_large_pad_passes() -> None:
    choices = pads(replace(opened(), deck=0, face_up=0))
    assert choices[0].live
    assert choices[0].report == r.Pass(FOX)


def test_the_result_keeps_unpaired_groups_apart_from_extra_points() -> None:
    state = opened()
    row = [Place(0, 0), Place(0, 1)]
    tokens = [OnPair((FOX, None)) if at in row else OnPair() for at in state.board.places]
    state = replace(state, pairs=tuple(tokens))
    ended = fold(state, finishing(state, Why.AGREED))
    assert ended.ended is not None
    sheet = SAYS.result(ended.ended, view(ended, None))
    assert (sheet.figures[0].figure, sheet.figures[0].note) == ("1", words.made_of(0, 0, 1))


def test_drawn_cards_are_told_as_what_they_were() -> None:
    assert SAYS.sentences.happened(r.Replenish(FOX, 0)) == "Fox drew cards from the deck."
    assert SAYS.sentences.happened(e.HandReplenished(FOX, 1, 1)) == "Fox drew 1 face-up card."
    assert SAYS.sentences.happened(e.HandReplenished(FOX, 3, 1)) == "Fox drew 3, 1 face-up card among them."


def test_drawn_cards_go_back_to_where_they_came_from() -> None:
    state = opened()
    aside = "The cards that were turned up after that go back on top of the deck, if there are any."
    assert steps(state, r.Exchange(OWL, 3))[:2] == (aside, "Put the 3 drawn cards back face up.")
    some = "Put 2 drawn cards back face up, and the others on top of the deck."
    assert steps(state, r.Exchange(OWL, 2))[:2] == (aside, some)
    assert steps(state, r.Exchange(OWL, 0))[0] == "Put the drawn cards back on top of the deck."


def test_of_two_tokens_the_new_one_is_taken_off() -> None:
    state = opened()
    tokens = (OnPair((OWL, None)), *state.pairs[1:])
    todo = steps(replace(state, pairs=tokens), r.MakeCombination(FOX, state.board.places[0], 0))
    assert todo[0] == "Take the new token off the left half of row 1, column 1."


def test_six_counted_face_up_are_not_turned_up() -> None:
    state = opened()
    assert steps(state, r.Recount(46, 6, (10, 10))) == (
        "Put face-up cards back on top of the deck until five lie face up.",
    )
