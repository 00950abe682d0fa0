"""The history: every report and every event has a sentence, with names and spaces in it."""

from typing import get_args

import pytest

from companion.clock import WallTime
from companion.game import Outcome, Seat
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import Disc, Facts, Hue
from companion.match_reports import Abandon, PutRight, TakeBack
from tests.games.cryptid.players import Table as People
from tests.ui.cryptid.table import (
    A1,
    BLUE,
    D7,
    E2,
    FOX,
    GREEN,
    I12,
    OPEN,
    ORANGE,
    OWL,
    PURPLE,
    Table,
    answers,
    search,
    sharing,
    shown,
    where,
    words_of,
)
from ui.games.cryptid import words
from ui.games.cryptid.sentences import CryptidSentences
from ui.screens.table import LINE, in_a_line
from ui.table.telling import Names

REPORTS: dict[r.AnyReport, str] = {
    r.PlaceCube(FOX, ORANGE, D7): "Fox put an orange cube on D7.",
    r.PlaceCube(OWL, PURPLE, I12): "Owl put a purple cube on I12.",
    r.Ask(FOX, D7): "Fox asked about D7.",
    search(FOX, D7): "Fox searched D7, and put down an orange disc and a blue disc.",
    search(FOX, D7, A1): "Fox searched D7, and put down an orange disc and a blue disc on A1.",
    search(OWL, D7, A1, E2): "Owl searched D7, and put down a green disc on A1 and a purple disc on E2.",
    r.GiveAnswer(OWL): "Owl answered with discs.",
    r.GiveAnswer(OWL, GREEN): "Owl answered with a green cube.",
    r.CorrectPiece(FOX, BLUE, D7, A1): (
        "Fox's blue piece on D7 was wrong: changed, and the old one is on A1."
    ),
    r.NoSpace(OWL): "Owl has no space left for a cube.",
    r.GiveUp(FOX, (OWL,)): "All gave up.",
}

EVENTS: dict[e.AnyEvent, str] = {
    e.CubeShared(FOX, ORANGE, D7): "Fox put an orange cube on D7.",
    e.Asked(OWL, D7): "Owl asked about D7.",
    e.Searched(FOX, D7, search(FOX, D7).discs): (
        "Fox searched D7, and put down an orange disc and a blue disc."
    ),
    e.CubeAnswered(OWL, PURPLE, D7): "Owl put a purple cube on D7.",
    e.DiscsAnswered(OWL, D7, (GREEN, PURPLE)): "Owl put a green disc and a purple disc on D7.",
    e.DiscsAnswered(OWL, D7, (PURPLE,)): "Owl put a purple disc on D7.",
    e.DiscsAnswered(OWL, D7, ()): "Owl's answer lies on D7 already.",
    e.CubePaid(FOX, BLUE, A1): "Fox put a blue cube on A1.",
    e.PieceCorrected(OWL, GREEN, D7, A1): (
        "Owl's green piece on D7 was wrong: changed, and the old one is on A1."
    ),
    e.QuestionFell(FOX, D7): "There is a cube on D7 now: Fox asks or searches again.",
    e.CubeWaived(FOX): "Fox has no space left for a cube.",
    e.GivenUp(): "All gave up.",
    e.TurnPassed(OWL): "Owl is next.",
    e.Ended(Outcome((FOX,), "cr.search")): "The game is over: Fox wins.",
}


@pytest.fixture
def names() -> Names:
    return words_of().names


@pytest.mark.parametrize(("report", "sentence"), REPORTS.items())
def test_what_was_told(names: Names, report: r.AnyReport, sentence: str) -> None:
    assert CryptidSentences(names).happened(report) == sentence


@pytest.mark.parametrize(("event", "sentence"), EVENTS.items())
def test_what_happened(names: Names, event: e.AnyEvent, sentence: str) -> None:
    assert CryptidSentences(names).happened(event) == sentence


def test_nothing_that_can_be_told_or_happen_is_without_a_sentence() -> None:
    assert {type(report) for report in REPORTS} == set(get_args(r.AnyReport))
    assert {type(event) for event in EVENTS} == set(get_args(e.AnyEvent))


def test_every_colour_and_every_space_is_named(names: Names) -> None:
    for at in MAP:
        for hue in Hue:
            said = CryptidSentences(names).happened(r.PlaceCube(FOX, hue, at))
            assert f" {hue} cube on {words.space(at)}." in said


@pytest.mark.parametrize(
    "report",
    [
        r.PlaceCube(Seat(7), Hue.RED, A1),
        r.Ask(OWL, A1),
        r.Search(FOX, D7, ()),
        r.Search(FOX, D7, (Disc(ORANGE, A1),) * 3),
    ],
)
def test_what_makes_no_sense_has_a_sentence_all_the_same(names: Names, report: r.AnyReport) -> None:
    assert CryptidSentences(names).happened(report).endswith(".")


# Entries.


def test_the_opening_and_the_sharing() -> None:
    # The opening names who sits.
    table = Table()
    assert table.words.told(table.match.entries[0]) == ("The map was laid for Fox, Owl.",)
    # The sharing says who is next.
    first = next(sharing(table.state))
    said = table.said(first)
    assert said == (
        f"Fox put {words.A_CUBE[first.hue]} on {words.space(first.at)}.", "Owl is next.",
    )  # fmt: skip


@pytest.mark.parametrize("searching", [False, True])
def test_an_answer_with_a_cube(searching: bool) -> None:
    table = Table()
    table.tell(*sharing(table.state))
    at = where(table.state, (ORANGE, BLUE), (GREEN,))
    asked = search(FOX, at) if searching else r.Ask(FOX, at)
    assert table.said(asked) == (REPORTS[search(FOX, D7) if searching else r.Ask(FOX, D7)].replace(
        "D7", words.space(at)),)  # fmt: skip
    said = table.said(r.GiveAnswer(OWL, GREEN))
    assert said == (f"Owl put a green cube on {words.space(at)}.",), shown(table.state)


def test_answers_with_discs() -> None:
    # An answer with discs passes the turn and wins a search.
    table = Table()
    table.tell(*sharing(table.state))
    at = where(table.state, (GREEN, PURPLE))
    table.tell(r.Ask(FOX, at))
    placed = f"Owl put a green disc and a purple disc on {words.space(at)}."
    assert table.said(r.GiveAnswer(OWL)) == (placed, "Owl is next.")
    # The search that wins says so.
    table = Table(OPEN)
    cubes = [r.PlaceCube(OWL if n % 2 else FOX, GREEN if n % 2 else BLUE, at) for n, at in enumerate(MAP[:4])]
    table.tell(*cubes, r.Ask(FOX, D7), r.GiveAnswer(OWL), r.Ask(OWL, E2), r.GiveAnswer(FOX))
    said = table.said(search(FOX, D7))
    assert said == (
        "Fox searched D7, and put down an orange disc and a blue disc.",
        "Owl's answer lies on D7 already.",
        "The game is over: Fox wins.",
    )


def test_what_is_refused_and_what_the_match_writes_down_has_sentences_too() -> None:
    table = Table(OPEN)

    def manage(report: r.PlaceCube | PutRight | TakeBack | Abandon) -> tuple[str, ...]:
        answer = table.match.submit(report, seen=table.match.length, at=WallTime(0))
        assert answer.entry is not None, answer.ruling
        return table.words.told(answer.entry)

    assert manage(r.PlaceCube(OWL, GREEN, D7)) == (
        "Owl put a green cube on D7.",
        "Refused: First Fox puts a cube down. Play is held until it is put right.",
    )
    assert manage(PutRight()) == ("Put right.",)
    table.tell(r.PlaceCube(FOX, BLUE, D7))
    assert manage(TakeBack()) == ("Undone: back to no. 2.",)
    assert all(manage(Abandon()))


@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.parametrize("mode", Mode)
def test_a_whole_game_is_told_in_short_lines(seed: int, mode: Mode) -> None:
    setup = deal(seed, mode)
    table, people = Table(Facts(setup=setup)), People(setup, seed)
    for turn in range(60):
        table.tell(*(people.turn() if turn else people.share()))
        if table.state.ended is not None:
            break
    for entry in table.match.entries:
        lines = table.words.told(entry)
        assert 1 <= len(lines) <= 3, shown(table.state)
        assert all(line and "{" not in line for line in lines)
        assert len(in_a_line(lines)) <= LINE + 10, lines


def test_the_sentences_of_an_answer_are_the_same_whether_or_not_there_was_a_choice() -> None:
    """With both clues against a space either cube may be put there; nothing tells that from one clue."""
    table = Table()
    table.tell(*sharing(table.state))
    for forbidden, allowed in (((GREEN, PURPLE), ()), ((GREEN,), (PURPLE,))):
        at = where(table.state, allowed, forbidden)
        other = Table()
        other.tell(*(entry.body.report for entry in table.match.entries[1:] if hasattr(entry.body, "report")))
        other.tell(r.Ask(FOX, at))
        assert r.GiveAnswer(OWL, GREEN) in answers(other.state, OWL, at)
        assert other.said(r.GiveAnswer(OWL, GREEN)) == (f"Owl put a green cube on {words.space(at)}.",)


def test_what_happened_is_told_event_by_event(names: Names) -> None:
    assert CryptidSentences(names).followed(tuple(EVENTS)) == tuple(EVENTS.values())
