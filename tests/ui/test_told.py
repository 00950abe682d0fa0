"""The history of every game: each report and each event has a sentence of its own, and entries are short."""

from typing import Any, get_args

import pytest

from companion.game import Seat
from companion.games.cryptid import reports as cr
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic import reports as tt
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.ungle_speed.model import Facts as UngleFacts
from tests.companion.ended import ended
from tests.ui.cryptid import test_told as cryptid
from tests.ui.sequence_states import test_told as sequence_states
from tests.ui.told import ToldMatch
from tests.ui.tracktic import test_told as tracktic
from tests.ui.ungle_speed import test_told as ungle_speed
from ui.games.registry import FACES
from ui.screens.table import LINE, in_a_line
from ui.stage import theme

TABLES: dict[str, Any] = {
    "cryptid": cryptid,
    "sequence-states": sequence_states,
    "tracktic": tracktic,
    "ungle-speed": ungle_speed,
}
"""Where the sentences of a game stand."""
SAID = [
    (game, what, sentence)
    for game, its in TABLES.items()
    for what, sentence in (*its.REPORTS.items(), *its.EVENTS.items())
]
FOX, FAR, AT = Seat(0), Cell(19, 19), Hex(0, 0)


@pytest.mark.parametrize(("game", "what", "sentence"), SAID)
def test_what_was_told_or_happened(game: str, what: object, sentence: str) -> None:
    assert TABLES[game].SAYS.happened(what) == sentence


@pytest.mark.parametrize("game", TABLES)
def test_nothing_that_can_be_told_or_happen_is_without_a_sentence(game: str) -> None:
    its, rules = TABLES[game], FACES[game]().game
    assert {type(report) for report in its.REPORTS} == set(get_args(rules.report_type))
    assert {type(event) for event in its.EVENTS} == set(get_args(rules.event_type))


@pytest.mark.parametrize(("game", "report"), [
    ("cryptid", cr.PlaceCube(Seat(7), Hue.RED, AT)),
    ("cryptid", cr.Ask(Seat(1), AT)),
    ("cryptid", cr.Search(FOX, AT, ())),
    ("cryptid", cr.Search(FOX, AT, (Disc(Hue.ORANGE, AT),) * 3)),
    ("tracktic", tt.Skip(Seat(7))),
    ("tracktic", tt.LayPattern(Seat(-1), tracktic.BAR)),
    ("tracktic", tt.LayPattern(FOX, (), token=True)),
    ("tracktic", tt.OpenCard("")),
    ("tracktic", tt.FlipPiece(Seat(9), FAR, FAR)),
])  # fmt: skip
def test_what_makes_no_sense_has_a_sentence_all_the_same(game: str, report: object) -> None:
    assert TABLES[game].SAYS.happened(report).endswith(".")


@pytest.mark.parametrize(("game", "facts", "sentence"), [
    ("cryptid", CryptidFacts(2), "The map was laid for Fox, Owl."),
    ("sequence-states", SequenceFacts(4), "The cards were dealt to Fox, Owl, Bear, Wolf."),
    ("speed-mode", SpeedFacts(), "The cards were dealt to Fox, Owl."),
    ("tracktic", TrackticFacts(3), "The grid was laid for Fox, Owl, Bear."),
    ("ungle-speed", UngleFacts(4), "The cards were dealt to Fox, Owl, Bear, Wolf."),
])  # fmt: skip
def test_the_opening_names_who_sits(game: str, facts: object, sentence: str) -> None:
    match = ToldMatch(game, facts)
    assert match.words.told(match.match.entries[0]) == (sentence,)


@pytest.mark.parametrize("game", FACES)
def test_a_whole_game_is_told_in_short_lines(game: str) -> None:
    match = ended(game)
    says = FACES[game]().presenter(match.facts, theme.plates()[: match.facts.players])
    for entry in match.entries:
        lines = says.told(entry)
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
