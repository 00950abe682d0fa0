"""What the table of Speed Mode says, and what taps mean: pure, without a window."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Level, Refused, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.model import Facts, State
from companion.games.speed_mode.view import View, view
from companion.journal import MatchHeader, rows_of
from companion.match import Match
from tests.contract.cases import CASES
from tests.contract.test_frozen import frozen
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import GROUPS, OPENED, CardTap, DrawingCards, HalfTap
from ui.games.speed_mode.presenter import SpeedPresenter
from ui.games.speed_mode.sentences import FAULTS
from ui.stage import theme
from ui.table.presenting import Begin, Enter, Explanation

GAME = SpeedMode()
PLATES = theme.plates()[:2]
FOX, OWL = Seat(0), Seat(1)
HERE = Place(0, 0)
SAYS = SpeedPresenter(Facts(), PLATES)
RED, GREEN = Kind.RED_SQUARE, Kind.GREEN_CIRCLE


def opened(**facts: Any) -> State:
    return GAME.opening(Facts(**facts))


def seen(state: State) -> View:
    return view(state, None)


def pads(state: State, pending: DrawingCards | None = None) -> dict[str, Any]:
    return {choice.title: choice.report for choice in SAYS.routine(seen(state), pending)}


def test_a_tap_on_a_combination_tells_that_it_was_made() -> None:
    assert SAYS.tapped(seen(opened()), None, HalfTap(HERE, 1)) == r.MakeCombination(FOX, HERE, 1)


def test_an_exchange_is_two_taps_where_cards_are_counted() -> None:
    state = opened()
    begin = pads(state)[words.EXCHANGE]
    assert begin == Begin(DrawingCards("exchange"))
    assert list(pads(state, begin.pending).values()) == [
        *(r.Exchange(FOX, count) for count in range(4)),
        begin,
    ]
    # A mis-tap on the board makes nothing meanwhile.
    assert SAYS.tapped(seen(state), begin.pending, HalfTap(HERE, 1)) is None


def test_replenishing_waits_for_a_hand_that_has_room() -> None:
    full = opened()
    assert not next(c for c in SAYS.routine(seen(full)) if c.title == words.REPLENISH).live
    short = replace(full, hands=(7, 10), deck=full.deck + 3)
    assert next(c for c in SAYS.routine(seen(short)) if c.title == words.REPLENISH).live
    assert list(pads(short, DrawingCards("replenish")).values())[:-1] == [
        r.Replenish(FOX, n) for n in range(4)
    ]


def test_face_up_cards_are_tapped_where_they_are_told() -> None:
    state = replace(opened(level=Level.WATCHING), open=(RED, RED, GREEN))
    assert pads(state)[words.OPENED] == Enter(OPENED)
    assert SAYS.tapped(seen(state), None, CardTap(len(state.open))) == Enter(OPENED)
    one = SAYS.tapped(seen(state), DrawingCards("exchange"), CardTap(0))
    assert one == Begin(DrawingCards("exchange", (RED,)))
    both = SAYS.tapped(seen(state), one.pending, CardTap(1))
    assert both == Begin(DrawingCards("exchange", (RED, RED)))
    assert SAYS.tapped(seen(state), both.pending, CardTap(1)) == Begin(DrawingCards("exchange", (RED,)))
    assert r.Exchange(FOX, (RED, RED)) in pads(state, both.pending).values()
    # Without a pad before it, a card is for what can be done.
    assert SAYS.tapped(seen(state), None, CardTap(2)) == Begin(DrawingCards("exchange", (GREEN,)))


def test_at_an_empty_deck_each_says_that_nothing_can_be_made() -> None:
    state = replace(opened(), deck=0)
    reports = pads(state).values()
    assert {r.CallStuck(FOX), r.CallStuck(OWL)} <= set(
        filter(lambda told: isinstance(told, r.CallStuck), reports)
    )
    assert SAYS.banner(seen(state)).subtitle == words.WHO_CANT
    bare = replace(state, face_up=0)
    assert r.Pass(FOX) in pads(bare).values()


def test_the_questions_of_the_end() -> None:
    state = replace(opened(), asked=True, exchanges=10)
    sheet = SAYS.dialog(seen(state))
    assert sheet is not None
    assert [choice.report for choice in sheet.choices] == [r.AnswerEnd(end=False), r.AnswerEnd(end=True)]
    counting = SAYS.dialog(seen(replace(opened(), finished=True)))
    assert counting is not None
    assert counting.choices[0].report == Enter(GROUPS)
    assert SAYS.routine(seen(replace(opened(), finished=True))) == ()


@pytest.mark.parametrize("rule", list(SpeedMode.catalogue))
def test_every_rule_has_a_title(rule: str) -> None:
    assert rule in FAULTS


@pytest.mark.parametrize("facts", CASES["speed_mode"].facts)
def test_whatever_is_refused_is_explained(facts: Facts) -> None:
    says = SpeedPresenter(facts, PLATES)
    state = GAME.opening(facts)
    for changed in (state, replace(state, deck=0, hands=(2, 10)), replace(state, finished=True)):
        for report in CASES["speed_mode"].universe(changed):
            ruling = GAME.judge(changed, report)
            if isinstance(ruling, Refused):
                told: Explanation = says.explain(ruling.violations)
                assert told.title, report
                assert told.rule, report
                assert all(told.steps), report
                assert not ruling.lies or told.steps, report


def test_every_kind_of_event_is_told() -> None:
    match: Match[Any, Any, Any, Any]
    match, loss = Match.restore(GAME, rows_of(frozen("speed-mode", 1).read_bytes()))
    assert loss is None
    for entry in match.entries:
        sentences = SAYS.told(entry)
        assert sentences, entry
        assert all(sentence and sentence[0].isupper() for sentence in sentences), sentences


def test_the_result_names_the_points() -> None:
    match: Match[Any, Any, Any, Any]
    match, _ = Match.restore(GAME, rows_of(frozen("speed-mode", 1).read_bytes()))
    assert match.outcome is not None
    sheet = SAYS.result(match.outcome, GAME.view(match.state, None))
    assert [int(each.figure) for each in sheet.figures] == sorted(GAME.score(match.state)["points"])[::-1]


def test_a_match_begins_with_its_own_words() -> None:
    match: Match[Any, Any, Any, Any]
    match = Match.begin(GAME, Facts(), MatchHeader("m", GAME.name, PLATES), WallTime(0))
    assert SAYS.told(match.entries[0]) == ("The cards were dealt to Fox, Owl.",)
