"""What is worth saying about one match: on made-up figures, and on matches played of every game."""

import pytest

from companion.book.played import match_result
from companion.game import Remark, longest_lead, most
from companion.games.shelf import GAMES
from tests.companion.ended import ended


@pytest.mark.parametrize(
    ("figures", "players"),
    [((3, 1, 2), (0,)), ((1, 3, 3), (1, 2)), ((2, 2), None), ((1, 0), None), ((0, 0), None)],
)
def test_most_is_told_unless_all_have_it(figures: tuple[int, ...], players: tuple[int, ...] | None) -> None:
    assert most("x", figures) == (() if players is None else (Remark("x", players, max(figures)),))


@pytest.mark.parametrize(
    ("figures", "lead"),
    [
        # Equal figures are nobody's lead, and end one.
        ([(1, 0), (1, 1), (2, 1), (2, 1), (3, 1)], (0, 3)),
        ([(0, 1)] * 3 + [(2, 1)] * 3, (1, 3)),
        ([(0, 0)] * 5, None),
        ([(0, 1)] * 2, None),
        ([], None),
    ],
)
def test_a_lead_is_alone_and_unbroken(figures: list[tuple[int, int]], lead: tuple[int, int] | None) -> None:
    assert longest_lead(figures) == (() if lead is None else (Remark("lead", lead[:1], lead[1]),))


SOME = {"ungle-speed", "tracktic", "speed-mode"}
"""The games whose sample match has something remarkable in it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_played_match_has_remarks_about_who_played_it(game: str) -> None:
    match = ended(game)
    remarks = match.game.results.remarks(match.line)
    assert all(set(remark.players) <= set(range(match.facts.players)) for remark in remarks)
    assert all(remark.players and remark.figure > 0 for remark in remarks)
    assert bool(remarks) is (game in SOME)


def test_the_closest_duel_is_that_of_the_book() -> None:
    match = ended("ungle-speed")
    came = match_result(match)
    assert came is not None
    assert came.chases is not None
    margins = [duel.margin for duel in came.chases.duels if duel.margin is not None]
    closest = [each for each in match.game.results.remarks(match.line) if each.what == "closest"]
    assert [each.figure for each in closest] == ([min(margins)] if margins else [])
