"""What holds in every game of Ungle Speed, however it goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.ungle_speed.deck import ArrowsCard
from tests.contract.cases import CASES
from tests.games.ungle_speed.board import show
from ui.contract.walk import begin, submit_anything

CASE = CASES["ungle_speed"]
CALM = settings(max_examples=25)


@pytest.mark.rule("us.conserve")
@CALM
@given(data=st.data())
def test_no_card_is_lost_or_made(data: st.DataObject) -> None:
    match = begin(CASE, data.draw(st.sampled_from(CASE.facts)))
    for _ in range(60):
        submit_anything(data, CASE, match)
        state = match.state
        total = sum(state.stacks) + sum(map(len, state.piles)) + len(state.pot) + state.aside
        assert total == state.deck.size, show(state)
        assert min(state.stacks) >= 0, show(state)


@pytest.mark.rule("us.conserve")
@CALM
@given(data=st.data())
def test_no_card_lies_face_up_more_often_than_the_deck_has_it(data: st.DataObject) -> None:
    match = begin(CASE, data.draw(st.sampled_from(CASE.facts)))
    for _ in range(60):
        submit_anything(data, CASE, match)
        state = match.state
        lying = [card for pile in (*state.piles, state.pot) for card in pile if card is not None]
        assert all(lying.count(card) <= state.deck.copies(card) for card in set(lying)), show(state)
        assert state.players > 3 or not any(
            isinstance(card, ArrowsCard) and card.arrows == "coloured" for card in lying
        ), show(state)


@pytest.mark.rule("us.out")
@CALM
@given(data=st.data())
def test_somebody_without_cards_has_ended_the_game(data: st.DataObject) -> None:
    match = begin(CASE, data.draw(st.sampled_from(CASE.facts)))
    for _ in range(60):
        submit_anything(data, CASE, match)
        state = match.state
        empty = [seat for seat in state.seats if not state.stacks[seat] and not state.piles[seat]]
        if empty and not state.two_handed:
            assert state.ended is not None, show(state)
