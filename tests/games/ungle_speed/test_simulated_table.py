"""Whole matches of a simulated table: the referee's counts are right; and what holds in every game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD, ArrowsCard
from companion.games.ungle_speed.legal import answers
from companion.games.ungle_speed.model import Facts, State, Unexplained
from companion.games.ungle_speed.reports import CallDuel, CallInward, TurnCard
from companion.match_reports import PutRight
from tests.contract.cases import CASES
from tests.games.ungle_speed.board import show, sizes
from tests.games.ungle_speed.players import ANSWERS, OUT_OF_TURN, Table, wanted
from tests.matches import new_match, submit
from ui.contract.walk import begin, submit_anything

LONGEST = 3000


@pytest.mark.rule("us.turn", "us.duel-won", "us.wrong-grab", "us.conserve")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 10, 15])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 12))])
def test_the_referee_s_counts_fit_the_cards_on_the_table(players: int, level: Level, seed: int) -> None:
    match = new_match(UngleSpeed(), Facts(players, level=level))
    table = Table(players, STANDARD, level, seed)
    for _ in range(LONGEST):
        if table.over:
            break
        if table.random.random() < OUT_OF_TURN:
            wrong = Seat((match.state.turn + 1) % len(match.state.stacks))
            assert not isinstance(submit(match, TurnCard(wrong)).ruling, Accepted)
            if match.hold is not None:
                submit(match, PutRight())
        for report in table.round():
            if not wanted(report, match.state):
                continue
            before = show(match.state)
            ruling = submit(match, report).ruling
            assert isinstance(ruling, Accepted), f"seed {seed}: {report}\n{ruling}\n{before}"
        assert sizes(match.state) == table.sizes(), f"seed {seed}\n{show(match.state)}"
        assert (match.outcome is not None) == table.over, f"seed {seed}\n{show(match.state)}"
        if not table.over and any(table.stacks):
            assert match.state.turn == table.turn, f"seed {seed}\n{show(match.state)}"


@pytest.mark.rule("us.inward")
def test_what_it_was_is_among_the_first_answers_and_arrows_that_were_told_are_the_first() -> None:
    places: list[int] = []
    for players in (2, 4, 8):
        for seed in range(4):
            match = new_match(UngleSpeed(), Facts(players))
            table = Table(players, STANDARD, Level.COUNTING, seed)
            while not table.over:
                for report in table.round():
                    state = match.state
                    if not wanted(report, state):
                        continue
                    larger = isinstance(report, CallDuel) and len(report.seats) > 2  # has its own pad
                    if isinstance(state.chase, Unexplained) and isinstance(report, ANSWERS) and not larger:
                        offered = list(answers(state))
                        alike = [n for n, answer in enumerate(offered) if same(answer, report)]
                        assert alike, f"{report} is not among {offered}\n{show(state)}"
                        places.append(alike[0])
                        if state.open_inward:
                            assert isinstance(offered[0], CallInward), show(state)
                    submit(match, report)
    assert len(places) >= 200
    assert sum(place == 0 for place in places) > 0.6 * len(places), places


def same(answer: object, report: object) -> bool:
    """Return whether an answer is of the reported kind; whose arrows they were is asked after it."""
    return answer == report or (type(answer) is type(report) and not isinstance(report, CallDuel))


CASE = CASES["ungle_speed"]


@pytest.mark.rule("us.conserve", "us.out")
@settings(max_examples=10)
@given(data=st.data())
def test_no_card_is_lost_made_or_doubled_and_who_has_none_has_ended_the_game(data: st.DataObject) -> None:
    match = begin(CASE, data.draw(st.sampled_from(CASE.facts)))
    for _ in range(60):
        submit_anything(data, CASE, match)
        no_card_is_lost_or_made(match.state)
        no_card_is_face_up_more_often_than_in_the_deck(match.state)
        somebody_without_cards_has_ended_the_game(match.state)


def no_card_is_lost_or_made(state: State) -> None:
    total = sum(state.stacks) + sum(map(len, state.piles)) + len(state.pot) + state.aside
    assert total == state.deck.size, show(state)
    assert min(state.stacks) >= 0, show(state)


def no_card_is_face_up_more_often_than_in_the_deck(state: State) -> None:
    face_up = [card for pile in (*state.piles, state.pot) for card in pile if card is not None]
    assert all(face_up.count(card) <= state.deck.copies(card) for card in set(face_up)), show(state)
    coloured = [card for card in face_up if isinstance(card, ArrowsCard) and card.arrows == "coloured"]
    assert state.players > 3 or not coloured, show(state)


def somebody_without_cards_has_ended_the_game(state: State) -> None:
    empty = [seat for seat in state.seats if not state.stacks[seat] and not state.piles[seat]]
    if empty and not state.two_handed:
        assert state.ended is not None, show(state)
