"""What holds in every game of Ungle Speed, however it goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.ungle_speed.deck import ArrowsCard
from companion.games.ungle_speed.model import State
from tests.contract.cases import CASES
from tests.games.ungle_speed.board import show
from ui.contract.walk import begin, submit_anything

CASE = CASES["ungle_speed"]


@pytest.mark.rule("us.conserve", "us.out")
@settings(max_examples=30)
@given(data=st.data())
def test_no_card_is_lost_made_or_doubled_and_who_has_none_has_ended_the_game(data: st.DataObject) -> None:
    match = begin(CASE, data.draw(st.sampled_from(CASE.facts)))
    for _ in range(60):
        submit_anything(data, CASE, match)
        no_card_is_lost_or_made(match.state)
        none_lies_face_up_more_often_than_the_deck_has_it(match.state)
        somebody_without_cards_has_ended_the_game(match.state)


def no_card_is_lost_or_made(state: State) -> None:
    total = sum(state.stacks) + sum(map(len, state.piles)) + len(state.pot) + state.aside
    assert total == state.deck.size, show(state)
    assert min(state.stacks) >= 0, show(state)


def none_lies_face_up_more_often_than_the_deck_has_it(state: State) -> None:
    lying = [card for pile in (*state.piles, state.pot) for card in pile if card is not None]
    assert all(lying.count(card) <= state.deck.copies(card) for card in set(lying)), show(state)
    assert state.players > 3 or not any(
        isinstance(card, ArrowsCard) and card.arrows == "coloured" for card in lying
    ), show(state)


def somebody_without_cards_has_ended_the_game(state: State) -> None:
    empty = [seat for seat in state.seats if not state.stacks[seat] and not state.piles[seat]]
    if empty and not state.two_handed:
        assert state.ended is not None, show(state)
