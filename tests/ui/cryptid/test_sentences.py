"""The history: every report and every event has a sentence, with names and spaces in it."""

from companion.game import Outcome
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import Hue
from tests.games.cryptid.board import where
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
    words_of,
)
from ui.games.cryptid import words

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


SENTENCES = words_of().sentences


def test_every_colour_and_every_space_is_named() -> None:
    for at in MAP:
        for hue in Hue:
            assert f" {hue} cube on {words.space(at)}." in SENTENCES.sentence_of(r.PlaceCube(FOX, hue, at))


def test_the_sharing_says_who_is_next() -> None:
    table = Table()
    first = next(sharing(table.state))
    assert table.describe(first) == (
        f"Fox put {words.A_CUBE[first.hue]} on {words.space(first.at)}.", "Owl is next.",
    )  # fmt: skip


def test_answers_with_discs() -> None:
    # An answer with discs passes the turn, or wins a search.
    table = Table()
    table.enter(*sharing(table.state))
    at = where(table.state, (GREEN, PURPLE))
    table.enter(r.Ask(FOX, at))
    placed = f"Owl put a green disc and a purple disc on {words.space(at)}."
    assert table.describe(r.GiveAnswer(OWL)) == (placed, "Owl is next.")
    # The search that wins says so.
    table = Table(OPEN)
    cubes = [r.PlaceCube(OWL if n % 2 else FOX, GREEN if n % 2 else BLUE, at) for n, at in enumerate(MAP[:4])]
    table.enter(*cubes, r.Ask(FOX, D7), r.GiveAnswer(OWL), r.Ask(OWL, E2), r.GiveAnswer(FOX))
    lines = table.describe(search(FOX, D7))
    assert lines == (
        "Fox searched D7, and put down an orange disc and a blue disc.",
        "Owl's answer lies on D7 already.",
        "The game is over: Fox wins.",
    )


def test_the_sentences_of_an_answer_are_the_same_whether_or_not_there_was_a_choice() -> None:
    """If both clues forbid a space either cube may go there; the sentences don't tell that from one clue."""
    table = Table()
    table.enter(*sharing(table.state))
    for forbidden, allowed in (((GREEN, PURPLE), ()), ((GREEN,), (PURPLE,))):
        at = where(table.state, allowed, forbidden)
        other = Table()
        other.enter(*(each.body.report for each in table.match.entries[1:] if hasattr(each.body, "report")))
        other.enter(r.Ask(FOX, at))
        assert r.GiveAnswer(OWL, GREEN) in answers(other.state, OWL, at)
        assert other.describe(r.GiveAnswer(OWL, GREEN)) == (f"Owl put a green cube on {words.space(at)}.",)
