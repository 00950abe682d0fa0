"""Every sentence is whole: each report, event and violation has one without a hole, and entries are short."""

import re
from itertools import product
from typing import Any, get_args

import pytest
from msgspec import Struct

from companion.game import Accepted, Details, Refused, Remedy, Seat, Violation
from companion.games.cryptid import reports as cr
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sequence_states import reports as ss
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.model import Side
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic import reports as tt
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.journal import NamePlate
from companion.match import CATALOGUE as MATCH
from companion.putting_back import HasPieces, steps
from tests.companion.ended import ended
from tests.contract.cases import CASES
from tests.ui.cryptid import test_sentences as cryptid
from tests.ui.described import DescribedMatch
from tests.ui.desk import the
from tests.ui.sequence_states import test_sentences as sequence_states
from tests.ui.speed_mode import test_sentences as speed_mode
from tests.ui.tracktic import test_sentences as tracktic
from tests.ui.ungle_speed import test_sentences as ungle_speed
from ui.contract.walk import Case
from ui.games.match_words import MatchWords
from ui.games.registry import FACES
from ui.stage import theme
from ui.table.latest_change import LINE, in_a_line
from ui.table.names import Names
from ui.table.sentences import CANT_BE, FIELD, MATCH_FAULTS, PUT_RIGHT, SentencePlural, Sentences, Todo

TABLES: dict[str, Any] = {
    "cryptid": cryptid,
    "sequence-states": sequence_states,
    "speed-mode": speed_mode,
    "tracktic": tracktic,
    "ungle-speed": ungle_speed,
}
"""The module with the expected sentences of a game."""
EXPECTED = [
    (game, what, sentence)
    for game, table in TABLES.items()
    for what, sentence in (*table.REPORTS.items(), *table.EVENTS.items())
]
FOX, FAR, AT = Seat(0), Cell(19, 19), Hex(0, 0)


@pytest.mark.parametrize(("game", "subject", "sentence"), EXPECTED)
def test_reports_and_events_have_their_sentence(game: str, subject: object, sentence: str) -> None:
    assert TABLES[game].SENTENCES.sentence_of(subject) == sentence


@pytest.mark.parametrize("game", TABLES)
def test_no_report_or_event_is_without_a_sentence(game: str) -> None:
    table, rules = TABLES[game], FACES[game]().game
    assert {type(report) for report in table.REPORTS} == set(get_args(rules.report_type))
    assert {type(event) for event in table.EVENTS} == set(get_args(rules.event_type))


@pytest.mark.parametrize(("game", "report"), [
    ("cryptid", cr.PlaceCube(Seat(7), Hue.RED, AT)),
    ("cryptid", cr.Ask(Seat(1), AT)),
    ("cryptid", cr.Search(FOX, AT, ())),
    ("cryptid", cr.Search(FOX, AT, (Disc(Hue.ORANGE, AT),) * 3)),
    ("sequence-states", ss.PlaceChip(Seat(7), Space(0, 0))),
    ("sequence-states", ss.CallTalk(Side(3))),
    ("tracktic", tt.Skip(Seat(7))),
    ("tracktic", tt.LayPattern(Seat(-1), tracktic.BAR)),
    ("tracktic", tt.LayPattern(FOX, (), token=True)),
    ("tracktic", tt.OpenCard("")),
    ("tracktic", tt.FlipPiece(Seat(9), FAR, FAR)),
])  # fmt: skip
def test_what_makes_no_sense_has_a_sentence_all_the_same(game: str, report: object) -> None:
    assert TABLES[game].SENTENCES.sentence_of(report).endswith(".")


@pytest.mark.parametrize(("game", "facts", "sentence"), [
    ("cryptid", CryptidFacts(2), "The map was laid for Fox, Owl."),
    ("sequence-states", SequenceFacts(4), "The cards were dealt to Fox, Owl, Bear, Wolf."),
    ("speed-mode", SpeedFacts(), "The cards were dealt to Fox, Owl."),
    ("tracktic", TrackticFacts(3), "The grid was laid for Fox, Owl, Bear."),
    ("ungle-speed", UngleFacts(4), "The cards were dealt to Fox, Owl, Bear, Wolf."),
])  # fmt: skip
def test_the_opening_names_who_sits(game: str, facts: object, sentence: str) -> None:
    match = DescribedMatch(game, facts)
    assert match.words.describe(match.match.entries[0]) == (sentence,)


@pytest.mark.parametrize("game", FACES)
def test_a_whole_game_is_described_in_short_lines(game: str) -> None:
    match = ended(game)
    presenter = FACES[game]().presenter(match.facts, theme.plates()[: match.facts.players])
    for entry in match.entries:
        lines = presenter.describe(entry)
        assert 1 <= len(lines) <= 3, lines
        assert all(line and line[0].isupper() and "{" not in line for line in lines)
        assert len(in_a_line(lines)) <= LINE + 20, lines


@pytest.mark.parametrize("game", FACES)
def test_seats_without_plates_have_numbers(game: str) -> None:
    facts = ended(game).facts
    bare = FACES[game]().presenter(facts, ())
    hand = ", right hand" if game == "ungle-speed" and facts.players == 2 else ""
    assert [bare.seat_name(Seat(n)) for n in range(2)] == [f"Seat 1{hand}", f"Seat 2{hand}"]
    assert bare.seat_plate(Seat(1)).letter == "2"


EVERY_GAME = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
HOLE = re.compile(r"^[ ,.:;]|  | [,.;:](\s|$)|[{}]|\bNone\b|^$")
"""What a sentence with a hole looks like."""


def sentences_for(case: Case, facts: Any) -> Sentences:
    """Return the sentences of a match whose players have names."""
    plates = tuple(NamePlate(f"Player{n}", "ivory", "circle", str(n)) for n in range(facts.players))
    return the(MatchWords, FACES[case.game.name]().presenter(facts, plates)).sentences


def positions(case: Case, facts: Any, steps: int) -> Any:
    """Yield positions of a game in which each step applies another of the first 40 legal reports."""
    state = case.game.opening(facts)
    for step in range(steps):
        yield state
        legal = list(zip(case.game.legal(state), range(40), strict=False))
        if not legal:
            return
        ruling = the(Accepted, case.game.judge(state, legal[(step * 7) % len(legal)][0]))
        for event in ruling.events:
            state = case.game.evolve(state, event)


@EVERY_GAME
def test_every_type_and_rule_has_a_template(case: Case) -> None:
    sentences = sentences_for(case, case.facts[0])
    assert set(sentences.templates) == {*get_args(case.game.report_type), *get_args(case.game.event_type)}
    assert {key.split()[0] for key in sentences.faults if "." in key} <= set(case.game.catalogue)
    assert set(MATCH_FAULTS) == set(MATCH)
    # A rule that is unknown here is explained all the same.
    explanation = sentences.explanation((Violation("xx.not-yet-written", remedy=(Remedy("dance"),)),))
    assert (explanation.title, explanation.steps) == (CANT_BE, ("Put it right on the table, then go on.",))
    assert sentences.explanation(()).title == CANT_BE


@EVERY_GAME
def test_no_sentence_of_an_entry_or_refusal_has_a_hole(case: Case) -> None:
    for facts in case.facts[:3]:
        sentences = sentences_for(case, facts)
        for state in positions(case, facts, 24):
            for report in list(case.universe(state))[::17]:
                texts = [sentences.sentence_of(report)]
                match case.game.judge(state, report):
                    case Accepted(events):
                        texts += [*sentences.sentences_of(events), *map(sentences.sentence_of, events)]
                    case Refused(violations, on_table):
                        explanation = sentences.explanation(violations)
                        assert PUT_RIGHT not in explanation.steps
                        assert explanation.steps or not on_table
                        texts += [explanation.title, explanation.rule, *explanation.steps]
                        texts += [sentences.title(holed) for fault in violations for holed in less(fault)]
                        assert CANT_BE not in texts, f"{violations}: every fault has a title of its own"
                assert [text for text in texts if HOLE.search(text)] == [], f"{report}\n{texts}"


ODD_DETAILS: tuple[Details, ...] = (
    {},
    {"why": "something new"},
    {"why": "clue"},
    {"why": "closed"},
    {"why": "closed", "row": 3, "column": 6},
    {"why": "both", "row": 3, "column": 6},
    {"why": "clue", "row": 3, "column": 6},
    {"why": "clue", "row": 3, "column": 6, "hue": "red"},
    {"why": "shape"},
    {"why": "supply"},
    {"why": "own", "row": 3, "column": 2},
    {"why": "own", "row": 3, "column": 2, "colour": "pink"},
    {"why": "in_way", "row": 99, "column": 2, "colour": "blue"},
    {"why": "used_up"},
    {"left": "many", "why": "supply"},
    {"row": 3, "column": 6, "hue": "orange"},
    {"row": 3, "column": 7, "colour": "red"},
    {"row": 99, "column": 6, "hue": "pink"},
    {"awaited": "paying", "turn": 0},
    {"turn": 0},
    {"turn": 99},
)
"""Details that a violation of any rule may come with, from older or newer versions of the rules."""


@EVERY_GAME
def test_every_rule_can_be_explained(case: Case) -> None:
    sentences = sentences_for(case, case.facts[0])
    # Other rules can't be broken, such as who wins.
    can_be_broken = {*MATCH, *(key.split()[0] for key in sentences.faults)}
    for rule in (*case.game.catalogue, *MATCH):
        for seat, details in product((None, Seat(1), Seat(99)), ODD_DETAILS):
            explanation = sentences.explanation((Violation(rule, seat, details),))
            assert explanation.title, rule
            has_title = explanation.title != CANT_BE or rule not in can_be_broken
            assert has_title, f"{rule} {details}: every rule that can be broken has a title of its own"
            assert explanation.rule == sentences.rule(rule) != ""
            assert "{" not in explanation.title + explanation.rule


WITH_PIECES = {name: case for name, case in CASES.items() if isinstance(case.game, HasPieces)}


@pytest.mark.parametrize("case", WITH_PIECES.values(), ids=WITH_PIECES)
def test_each_step_by_which_one_table_becomes_another_has_a_sentence_of_its_own(case: Case) -> None:
    game: Any = case.game
    for facts in case.facts[:3]:
        sentences = sentences_for(case, facts)
        tables = [game.pieces(state) for state in positions(case, facts, 24)]
        for actual in tables:
            for wanted in tables[::3]:
                todo = steps(game, actual, wanted)
                texts = sentences.put_back_steps(todo)
                assert len(set(texts)) == len(todo), texts
                assert PUT_RIGHT not in texts, todo
                assert [text for text in texts if HOLE.search(text)] == []
                # A journal from elsewhere may lack details of a step.
                holed = [Remedy(step.act, None, {}) for step in todo]
                assert [text for text in sentences.put_back_steps(tuple(holed)) if HOLE.search(text)] == []


def less(fault: Violation) -> list[Violation]:
    """Return a fault as older versions saved it: without one of its details, or without the seat."""
    names = [name for name in fault.details if name != "why"]
    subsets = [{name: fault.details[name] for name in names if name != gone} for gone in names]
    why = {name: detail for name, detail in fault.details.items() if name == "why"}
    seats = (fault.seat, None, Seat(99))
    return [Violation(fault.rule, seat, why | subset) for subset in subsets for seat in seats]


class Deed(Struct, frozen=True):
    seat: Seat
    cards: int = 0


class Facts(Struct, frozen=True):
    players: int = 2
    first: Seat = Seat(0)


TOOK = SentencePlural("{who} took {cards} card.", "{who} took {cards} cards.", "cards")
FAULTS = {"x.y": "wrong", "x.y far": "{who} is too far from {where}", "near": "{who} is near"}
ACTS: dict[str, Todo] = {"go": ["{Where}, {who}.", "Then go on."], "stay": "{who} stays."}


class Plain(Sentences):
    """The sentences of a made-up game."""

    catalogue = MATCH
    templates, faults, acts = {Deed: TOOK}, FAULTS, ACTS


@pytest.fixture
def plain() -> Plain:
    plates = (NamePlate("Fox", "ivory", "circle", "F"), NamePlate("Owl", "ivory", "circle", "O"))
    sentences = Plain(Names(Facts(), plates))
    sentences.fields["where"] = lambda thing: "over there"
    return sentences


def test_one_and_many_differ_and_who_does_not_sit_there_is_somebody(plain: Plain) -> None:
    assert plain.sentence_of(Deed(Seat(0), 1)) == "Fox took 1 card."
    assert plain.sentence_of(Deed(Seat(1), 3)) == "Owl took 3 cards."
    assert plain.sentence_of(Deed(Seat(9), 2)) == "Somebody took 2 cards."
    asked = (Remedy("go", Seat(0)), Remedy("stay"), Remedy("fly", Seat(0)))
    assert list(plain.steps(asked)) == ["Over there, Fox.", "Then go on.", PUT_RIGHT, PUT_RIGHT]


def test_a_field_that_cannot_be_said_lets_the_next_template_speak(plain: Plain) -> None:
    assert plain.title(Violation("x.y", Seat(0), {"why": "far"})) == "Fox is too far from over there"
    assert plain.title(Violation("x.y", None, {"why": "far"})) == "wrong"
    assert plain.title(Violation("x.z", Seat(1), {"why": "near"})) == "Owl is near"
    assert plain.title(Violation("x.z")) == CANT_BE


def test_a_field_is_a_word_in_braces() -> None:
    assert FIELD.findall("{who} and {its_space}: {Where}.") == ["who", "its_space", "Where"]
