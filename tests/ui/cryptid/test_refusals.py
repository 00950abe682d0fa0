"""A refusal in words: what is wrong, the rule, and what to move, with names and spaces."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import NO_SUCH_SEAT, Details, Remedy, Seat, Violation
from companion.games.cryptid import reports as r
from companion.games.cryptid import rules
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import Answering, Disc, Facts, Hue, OpeningCubes, Paying, State
from tests.games.cryptid.board import refusal, where
from tests.ui.cryptid.table import (
    A1,
    BEAR,
    BLUE,
    D7,
    FOUR,
    FOUR_OPEN,
    FOX,
    GREEN,
    OPEN,
    ORANGE,
    OWL,
    PURPLE,
    RED,
    answers,
    as_text,
    cube_report,
    position,
    search,
    words_of,
)
from ui.games.cryptid import words
from ui.games.cryptid.presenter import CryptidPresenter
from ui.table.names import row_column
from ui.table.presenting import Explanation

GENERAL = "Put it right on the table, then go on."
ASKED = Answering(D7, search=False, asked=OWL)
CLOSED = Facts(rulings={"answer_on_own_disc": "closed"})


def refused(state: State, report: r.AnyReport) -> Explanation:
    return words_for(state).explain(refusal(state, report).violations)


def words_for(state: State) -> CryptidPresenter:
    return words_of(Facts(state.players))


def test_a_record_from_before_the_reason_was_told_reads_as_it_did() -> None:
    old = Violation("cr.answer-both", FOX, {"row": 3, "column": 6})
    assert words_of().explain((old,)).title == "There is nothing to ask about D7: a disc lies there already"
    # Nor was it told who was asked: of two it was the other.
    old = Violation("cr.answer-both", FOX, {"why": "both", "row": 3, "column": 6})
    assert words_of().explain((old,)).title == "There is nothing to ask about D7: both discs of Owl lie there"


AT_D7: Details = {"row": 3, "column": 6}


@pytest.mark.parametrize(("act", "details", "step"), [
    ("take_off", {"hue": "green", "row": 3, "column": 6},
     "Take the green piece off D7 (row 4, column 7)."),
    ("take_off", {"hue": "green"}, "Take the green piece back."),
    ("take_off", {}, GENERAL),
    ("take_off", {"hue": "green", "row": 77, "column": 6}, "Take the green piece back."),
    ("pieces", AT_D7 | {"lies": "green+", "should": ""}, "Take the green cube off D7."),
    ("pieces", AT_D7 | {"lies": "green+blue", "should": "green+"}, "Take the blue disc off D7."),
    ("pieces", AT_D7 | {"lies": "+blue", "should": "green+blue"}, "Put a green cube on D7."),
    ("pieces", AT_D7 | {"lies": "+blue", "should": "+blue,green"}, "Put a green disc on D7."),
    ("pieces", AT_D7 | {"lies": "+blue", "should": "blue+"}, "On D7: a blue cube in place of the blue disc."),
    ("think_again", {}, "Think again, and choose another one."),
])  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, details: Details, step: str) -> None:
    explained = words_of().explain((Violation("cr.turn", OWL, remedy=(Remedy(act, OWL, details),)),))
    assert explained.steps == (step,)


# Rule by rule; some reports can be made by fingers and buttons, others only by a program.
def take(hue: Hue, at: Hex) -> str:
    return f"Take the {hue} piece off {words.space(at)} ({row_column(at)})."


OPEN_CASES: list[tuple[State, r.AnyReport, str, str, tuple[str, ...]]] = [
    (position(OpeningCubes(4), facts=OPEN), r.Ask(FOX, D7), "cr.sharing", "First Fox puts a cube down", ()),
    (position(OpeningCubes(4), facts=OPEN), r.PlaceCube(OWL, GREEN, D7), "cr.sharing",
     "First Fox puts a cube down", (take(GREEN, D7),)),
    (position(Paying(), facts=OPEN), r.PlaceCube(OWL, GREEN, D7), "cr.penalty",
     "First Fox puts a cube down", (take(GREEN, D7),)),
    (position(Paying(), facts=OPEN), r.Ask(OWL, D7), "cr.penalty", "First Fox puts a cube down", ()),
    (position(facts=OPEN), r.Ask(OWL, D7), "cr.turn", "It is Fox's turn", ()),
    (position(ASKED, facts=OPEN), r.Ask(FOX, A1), "cr.turn", "First Owl answers", ()),
    (position(facts=OPEN), r.GiveAnswer(FOX, BLUE), "cr.turn", "That can't be done now",
     ("Take the blue piece back.",)),
    (position(facts=OPEN), r.PlaceCube(FOX, BLUE, D7), "cr.turn", "That can't be done now",
     (take(BLUE, D7),)),
    (position(OpeningCubes(4), facts=OPEN), r.PlaceCube(FOX, GREEN, D7), "cr.setup",
     "Green isn't one of Fox's colours", (take(GREEN, D7),)),
    (position(ASKED, facts=OPEN), r.GiveAnswer(OWL, RED), "cr.setup", "Red isn't one of Owl's colours",
     (take(RED, D7),)),
    (position(OpeningCubes(3), facts=OPEN, cubes={D7: GREEN}), r.PlaceCube(FOX, ORANGE, D7), "cr.one-cube",
     "D7 has a cube: nothing more goes there", (take(ORANGE, D7),)),
    (position(facts=OPEN, cubes={D7: GREEN}), r.Ask(FOX, D7), "cr.dead-space",
     "D7 has a cube: nothing more goes there", ()),
    (position(facts=OPEN, cubes={D7: GREEN}), search(FOX, D7), "cr.dead-space",
     "D7 has a cube: nothing more goes there", (take(ORANGE, D7), take(BLUE, D7))),
    (position(Paying(), facts=OPEN, discs={D7: (BLUE,)}), r.PlaceCube(FOX, BLUE, D7), "cr.one-own",
     "D7 has a piece of that colour already", (take(BLUE, D7),)),
    (position(ASKED, facts=OPEN, discs={D7: (GREEN,)}), r.GiveAnswer(OWL, GREEN), "cr.one-own",
     "D7 has a piece of that colour already", (take(GREEN, D7),)),
    (position(facts=OPEN, discs={D7: (GREEN, PURPLE)}), r.Ask(FOX, D7), "cr.answer-both",
     "There is nothing to ask about D7: both discs of Owl lie there", ()),
    (position(facts=CLOSED, discs={D7: (GREEN,)}), r.Ask(FOX, D7), "cr.answer-both",
     "D7 can't be asked about: a disc of Owl lies there", ()),
    (position(turn=OWL, facts=CLOSED, discs={D7: (BLUE,)}), r.Ask(OWL, D7), "cr.answer-both",
     "D7 can't be asked about: a disc of Fox lies there", ()),
    (position(facts=OPEN), search(FOX, D7, A1), "cr.search",
     "A search puts its discs on the searched space", (take(ORANGE, D7), take(BLUE, A1))),
    (position(facts=OPEN, discs={D7: (BLUE,)}), search(FOX, D7), "cr.search-one-own",
     "Your disc is there already: put one on another space", (take(ORANGE, D7), take(BLUE, D7))),
    (position(facts=OPEN, discs={D7: (BLUE, ORANGE)}), search(FOX, D7), "cr.search-two-own",
     "Both your discs are there already: put both on other spaces", (take(ORANGE, D7), take(BLUE, D7))),
    (position(facts=OPEN, discs={D7: (BLUE,)}, cubes={A1: GREEN}), search(FOX, D7, A1), "cr.legal-disc",
     "A1 has a cube: no disc goes there", (take(ORANGE, D7), take(BLUE, A1))),
    (position(facts=OPEN, discs={D7: (BLUE,), A1: (BLUE,)}), search(FOX, D7, A1), "cr.one-own",
     "A1 has a piece of that colour already", (take(ORANGE, D7), take(BLUE, A1))),
    (position(facts=OPEN), r.Search(FOX, D7, (Disc(ORANGE, D7),)), "cr.one-cube-or-two-discs",
     "A search takes one disc of each of your colours", (take(ORANGE, D7),)),
    (position(facts=OPEN, cubes={D7: BLUE}), r.CorrectPiece(FOX, BLUE, D7, D7), "cr.mistake",
     "That piece can't be changed", ()),
    (position(ASKED, facts=OPEN, cubes={A1: BLUE}), r.CorrectPiece(FOX, BLUE, A1, D7), "cr.mistake",
     "The answer for D7 comes first: no cube is moved there", ()),
    (position(facts=OPEN), r.NoSpace(FOX), "cr.turn", "That can't be done now", ()),
    (position(facts=OPEN), r.GiveUp(FOX), "cr.give-up", "All of you must agree", ()),
    (position(facts=OPEN, discs={D7: (BLUE,)}, cubes={A1: GREEN}), r.CorrectPiece(FOX, BLUE, D7, A1),
     "cr.legal-disc", "A1 has a cube: no disc goes there", ()),
    (position(facts=OPEN), r.Ask(Seat(2), D7), "match.no-such-seat", "Nobody sits there", ()),
    # For four players, with one clue each.
    (position(Paying(), facts=FOUR_OPEN), r.PlaceCube(FOX, BLUE, D7), "cr.one-clue",
     "Blue isn't Fox's colour", (take(BLUE, D7),)),
    (position(facts=FOUR_OPEN), r.Ask(FOX, D7), "cr.ask", "Say whom you ask: one of the others", ()),
    (position(facts=FOUR_OPEN, discs={D7: (GREEN,)}), r.Ask(FOX, D7, BEAR), "cr.one-own",
     "There is nothing to ask about D7: a disc of Bear lies there", ()),
    (position(Answering(D7, search=True, asked=BEAR), facts=FOUR_OPEN), r.GiveAnswer(OWL), "cr.clockwise",
     "First Bear answers", ()),
    (position(ASKED, facts=FOUR_OPEN), r.GiveAnswer(BEAR), "cr.turn", "First Owl answers", ()),
    (position(facts=FOUR_OPEN), r.Search(FOX, D7, (Disc(ORANGE, A1),)), "cr.search",
     "A search puts its discs on the searched space", (take(ORANGE, A1),)),
    (position(facts=FOUR_OPEN, discs={D7: (ORANGE,)}), r.Search(FOX, D7, (Disc(ORANGE, D7),)),
     "cr.search-own", "Your disc is there already: put one on another space",
     (take(ORANGE, D7),)),
    (position(facts=FOUR_OPEN), search(FOX, D7), "cr.one-piece",
     "A search takes one disc of your colour", (take(ORANGE, D7), take(BLUE, D7))),
]  # fmt: skip


@pytest.mark.parametrize(("state", "report", "rule", "title", "steps"), OPEN_CASES)
def test_what_everybody_can_see_to_be_wrong(
    state: State, report: r.AnyReport, rule: str, title: str, steps: tuple[str, ...]
) -> None:
    violations = refusal(state, report).violations
    explained = words_for(state).explain(violations)
    assert violations[0].rule == rule, as_text(state)
    assert explained.title == title, as_text(state)
    assert explained.rule.startswith(words_of().sentences.rule(rule))
    assert explained.steps == steps
    assert all(violation.audience == () for violation in violations), "it is public"


def sealed_cases() -> Iterator[tuple[State, r.AnyReport, str, str]]:
    """Yield what only the owner of a clue may hear: position, report, rule, title."""
    bare = position()
    for stage in (OpeningCubes(4), Paying()):
        state = position(stage)
        cube = cube_report(state, truly=False)
        name, space = words.HUES[cube.hue], words.space(cube.at)
        yield state, cube, "cr.truth", f"Your {name} clue allows {space}: choose another space"
    at = where(bare, (GREEN,), (PURPLE,))
    asked = position(Answering(at, search=False, asked=OWL))
    space = words.space(at)
    yield (asked, r.GiveAnswer(OWL, GREEN), "cr.answer-one",
           f"Your green clue allows {space}: no green cube goes there")  # fmt: skip
    yield asked, r.GiveAnswer(OWL), "cr.answer-both", f"One of your clues forbids {space}: no discs go there"
    at = where(bare, (ORANGE,), (BLUE,))
    space = words.space(at)
    yield (bare, search(FOX, at), "cr.search",
           f"Your blue clue forbids {space}: no blue disc goes there")  # fmt: skip
    at = where(bare, (ORANGE, BLUE))
    to = where(bare, (), (BLUE,), besides=(at,))
    lying = position(discs={at: (BLUE,)})
    yield (lying, search(FOX, at, to), "cr.search",
           f"Your blue clue forbids {words.space(to)}: no blue disc goes there")  # fmt: skip
    space = words.space(next(at for at in MAP if not bare.allows(ORANGE, at)))
    yield (position(Paying()), r.NoSpace(FOX), "cr.no-space",
           f"Your orange clue forbids {space}: a cube can go there")  # fmt: skip
    four = position(facts=FOUR)
    at = where(four, (), (BLUE,))
    asked = position(Answering(at, search=True, asked=OWL), facts=FOUR)
    yield (asked, r.GiveAnswer(OWL), "cr.answer", f"Your clue forbids {words.space(at)}: no disc goes there")
    orange = [at for at in MAP if four.allows(ORANGE, at)]
    crowded = position(facts=FOUR, discs=dict.fromkeys(orange[:-1], (ORANGE,)))
    yield (crowded, r.Search(FOX, orange[0], ()), "cr.no-disc",
           f"Your orange clue allows {words.space(orange[-1])}: a disc can go there")  # fmt: skip
    at = where(four, (BLUE,))
    asked = position(Answering(at, search=False, asked=OWL), facts=FOUR)
    yield (asked, r.GiveAnswer(OWL, BLUE), "cr.answer",
           f"Your blue clue allows {words.space(at)}: no blue cube goes there")  # fmt: skip


@pytest.mark.parametrize(("state", "report", "rule", "title"), list(sealed_cases()))
def test_what_only_a_clue_s_owner_hears(state: State, report: r.AnyReport, rule: str, title: str) -> None:
    (violation,) = refusal(state, report).violations
    assert violation.rule == rule
    assert violation.audience == (report.seat,), as_text(state)
    explained = words_for(state).explain((violation,))
    assert explained.title == title, as_text(state)
    assert explained.steps == ("Think again, and choose another one.",)


def test_every_rule_that_judge_names_is_among_these() -> None:
    named = {NO_SUCH_SEAT.rule, *re.findall(r'"(cr\.[a-z-]+)"', Path(rules.__file__).read_text())}
    tried = {rule for _, _, rule, *_ in OPEN_CASES} | {rule for _, _, rule, _ in sealed_cases()}
    assert tried == named


def test_all_faults_of_a_report_stand_in_one_explanation() -> None:
    state = position(facts=OPEN, cubes={D7: GREEN})
    explained = refused(state, r.Search(OWL, D7, search(OWL, D7).discs))
    assert explained.title == "It is Fox's turn"
    assert explained.also == ("Also: D7 has a cube: nothing more goes there.",)


def test_an_answer_is_refused_in_the_same_words_for_a_choice_of_cubes_and_for_one() -> None:
    """An onlooker must not learn how many of the owner's clues forbid the space."""
    bare = position()
    told = []
    for forbidden, allowed in (((GREEN, PURPLE), ()), ((GREEN,), (PURPLE,))):
        at = where(bare, allowed, forbidden)
        asked = position(Answering(at, search=False, asked=OWL))
        assert r.GiveAnswer(OWL) in answers(asked, OWL, at, truly=False)
        told.append(refused(asked, r.GiveAnswer(OWL)).title.replace(words.space(at), "there"))
    assert told[0] == told[1] == "One of your clues forbids there: no discs go there"
