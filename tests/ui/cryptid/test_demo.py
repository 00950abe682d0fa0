"""A simulated table of Cryptid: what its people do, and whole demonstrations of it on the screen."""

import pytest
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Answering, Facts
from tests.ui.by_fingers import demonstrated, front
from tests.ui.cryptid.table import D7, OPEN, SEALED, how, position, seen, shown, words_of
from tests.ui.desk import Desk, said_at
from tests.ui.played import PlayedOut
from ui.games.cryptid import words
from ui.games.cryptid.pending import At, Searching
from ui.games.cryptid.players import Players
from ui.games.people import Tapped, ToldAloud, Touched
from ui.games.registry import FACES
from ui.language import words as frame
from ui.screens.table import TableScreen

DEALT = FACES["cryptid"]().facts(2, {}, Level.WATCHING, Seat(0))
"""What a demonstration is played with."""


def played(seed: int, facts: Facts = DEALT) -> PlayedOut:
    return PlayedOut("cryptid", facts, seed)


SETUPS = [(seed, replace(SEALED, setup=deal(10 * seed, mode))) for seed in range(1, 7) for mode in Mode]


@pytest.mark.parametrize(("seed", "facts"), SETUPS)
def test_simulated_people_play_to_the_end(seed: int, facts: Facts) -> None:
    told = played(seed, facts)
    assert told.state.ended is not None, shown(told.state)
    for report, ruling in told.wrong:
        # What is wrong is told in private, and there is no other kind of wrong.
        assert not ruling.lies
        assert all(fault.audience == (report.seat,) for fault in ruling.violations), shown(told.state)


def test_they_do_all_that_can_be_seen_at_a_table() -> None:
    games = [played(seed, facts) for seed, facts in SETUPS]
    right = [report for game in games for report in game.right]
    assert {type(report) for report in right} == {r.PlaceCube, r.Ask, r.GiveAnswer, r.Search}
    assert any(isinstance(report, r.Search) and {disc.at for disc in report.discs} - {report.at}
               for report in right), "some search where an own disc lies"  # fmt: skip
    rules = {rule for game in games for rule in game.faults}
    assert {"cr.truth", "cr.answer-one"} <= rules <= {"cr.truth", "cr.answer-one", "cr.answer-both"}
    # Most of what they tell is right.
    assert 0 < sum(len(game.wrong) for game in games) < len(right) / 8


def test_every_report_of_a_game_is_told_by_fingers() -> None:
    for seed in (1, 2, 3):
        told = played(seed)
        for state, report in zip(told.states, told.told, strict=False):
            taps = Players.steps(report, seen(state), words_of())
            why = f"{report}\n{shown(state)}"
            assert not any(isinstance(step.deed, ToldAloud) for step in taps), why
            assert all(isinstance(step.deed, Tapped | Touched) for step in taps), why
            if isinstance(report, r.GiveAnswer):
                assert len(taps) == 1, why
            elif isinstance(report, r.Ask | r.PlaceCube):
                assert isinstance(taps[0].deed, Touched), why
                assert taps[0].deed.place == report.at, why


def test_what_no_pad_offers_is_told_aloud_and_without_clues_nobody_plays() -> None:
    # What no pad offers is told aloud.
    view = seen(position(Answering(D7, search=False, asked=Seat(1))))
    for report in (r.GiveAnswer(Seat(0)), r.Ask(Seat(0), D7)):
        (step,) = Players.steps(report, view, words_of())
        assert step.deed == ToldAloud(report)
    # People who know no clues can't play.
    people = Players(1)
    with pytest.raises((AssertionError, IndexError)):
        people.act(position(facts=OPEN))


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_a_whole_demonstration(desk: Desk, seed: int) -> None:
    aims: set[object] = set()
    banners: set[str] = set()
    toasts: set[str] = set()

    def look(table: TableScreen) -> None:
        aims.add(type(table.pending))
        banners.add(table.banner.title.text)
        toasts.add(table.toast.text)
        assert table.private_note is None, "nobody looks at clues where all can see"

    (result, reports), told = demonstrated(desk, "cryptid", 2, seed, look), played(seed)
    assert result.endswith("wins"), how(desk)
    # What they tell with their fingers is what they mean; what was wrong stands nowhere.
    assert reports == told.right, how(desk)
    assert toasts == {""}
    assert front(desk).session.outcome == told.state.ended
    assert At in aims
    elsewhere = [report for report in told.right if isinstance(report, r.Search)
                 and {disc.at for disc in report.discs} - {report.at}]  # fmt: skip
    assert (Searching in aims) is bool(elsewhere), how(desk)
    assert {"Fox's turn", "Owl's turn"} <= banners
    habitat = front(desk).session.view.habitat
    assert any(words.lived(habitat) in text for text in said_at(desk.win.end)), how(desk)
    assert {words.FIELD, words.SHARE, frame.AGAIN} <= set(desk.win.part().texts)
