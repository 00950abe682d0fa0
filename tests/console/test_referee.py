"""`companion referee`: the vocabulary from the types, what an answer says about the table, and long input."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.sequence_states.layout import demo
from companion.games.sequence_states.model import Facts
from companion.games.shelf import GAMES, game_named
from companion.match_reports import MatchReport
from tests.console.command import refused, run
from ui.console import referee
from ui.console.referee import LineOut, read_report, reader, vocabulary

DOCS = Path(__file__).parents[2] / "docs"


def answers(game: str, *reports: str, setup: Path | None = None) -> list[dict[str, Any]]:
    """Return the answers to these reports; the first answer is the opening."""
    args = ("--setup", setup) if setup is not None else ()
    result = run("referee", game, *args, stdin="".join(f"{report}\n" for report in reports), code=0)
    return [json.loads(line) for line in result.output.splitlines()]


CORRECTIONS = {"match.replace", "match.insert", "match.correct"}


def tags(kind: Any) -> set[str]:
    """Return the tags of a union of structs, or of a single struct."""
    info = msgspec.inspect.type_info(kind)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return {str(one.tag) for one in kinds if isinstance(one, msgspec.inspect.StructType)}


@pytest.mark.parametrize("game", GAMES)
def test_every_report_has_an_example_line_that_can_be_read(game: str) -> None:
    result = run("referee", game, "--reports", code=0)
    lines = [line for line in result.output.splitlines() if line.startswith("{")]
    read = reader(game_named(game))
    for line in lines:
        read_report(line.encode(), read)
    shown = [json.loads(line)["type"] for line in lines]
    assert sorted(shown) == sorted(tags(game_named(game).report_type) | tags(MatchReport) | CORRECTIONS)


@pytest.mark.parametrize("game", GAMES)
def test_all_other_lines_are_comments_and_each_report_says_what_it_is(game: str) -> None:
    lines = "\n".join(vocabulary(game_named(game))).splitlines()
    assert {line[:1] for line in lines} == {"#", "{", ""}
    for number, line in enumerate(lines):
        if line.startswith("{"):
            chips = json.loads(line)
            above = [other for other in lines[max(0, number - 2) : number] if other.startswith("# ")]
            assert any(other.startswith(f"# {chips['type']}: ") and len(other) > 30 for other in above)


def test_what_a_field_may_be_is_told() -> None:
    lines = list(vocabulary(game_named("sequence-states")))
    place = next(n for n, line in enumerate(lines) if "place_chip:" in line)
    assert lines[place + 1] == (
        "#   seat: number · space: [row 0 to 9, column 0 to 9] · card?: AL|AK|…|REMOVE or null"
        " · colour?: red|blue|green or null"
    )
    lay = [line for line in vocabulary(game_named("tracktic")) if line.startswith("#   seat")]
    assert "token?: true|false" in lay[0]


def test_an_answer_carries_the_number_of_its_entry() -> None:
    turn = '{"type":"ungle_speed.turn_card","seat":%d}'
    found = answers("ungle-speed", turn % 0, "no report", turn % 0, '{"type":"match.put_right"}', turn % 1)
    assert [answer.get("entry") for answer in found] == [0, 1, None, 2, 3, 4]
    # A report that wasn't recorded has none.
    stopped = answers("ungle-speed", '{"type":"match.put_right"}')
    assert (stopped[1]["ruling"], stopped[1]["entry"]) == ("refused", None)
    # Corrections name an entry by this number.
    struck = answers("ungle-speed", turn % 0, turn % 1, '{"type":"match.strike","entry":2}')
    assert struck[-1]["ruling"] == "accepted"


def test_after_the_table_has_stopped_playing_nothing_more_is_taken() -> None:
    turn = '{"type":"ungle_speed.turn_card","seat":%d}'
    abandon, back = '{"type":"match.abandon"}', '{"type":"match.take_back"}'
    found = answers("ungle-speed", turn % 0, abandon, turn % 1, back)
    assert [answer["abandoned"] for answer in found] == [False, False, True]


def test_steps_are_said_and_ticked_on_the_command_line() -> None:
    step = '{"act":"cards_to_stack","seat":0,"details":{"cards":1,"from":"stack","to":2}}'
    fix = f'{{"type":"match.fix_table","steps":[{step}]}}'
    found = answers("ungle-speed", fix, '{"type":"match.tick","step":0}')
    assert [(len(answer["put_back"]), answer["ticked"]) for answer in found] == [(0, []), (1, []), (1, [0])]


def test_every_game_shows_its_table() -> None:
    assert set(referee._TABLES) == set(GAMES)
    for game in GAMES:
        (opening,) = answers(game)
        # In the plain sheet, rows have no turn.
        assert opening["table"]["turn"] == (None if game == "sheet" else 0)


def test_ungle_speed_shows_pot_deck_mode_and_the_face_up_cards(tmp_path: Path) -> None:
    setup = tmp_path / "facts.json"
    setup.write_text('{"players": 4, "level": "watching"}')
    turn = '{"type":"ungle_speed.turn_card","seat":0,"card":%s}'
    deck = game_named("ungle-speed").facts_type(4).deck
    card = {"type": "symbol", "symbol": deck.symbols[0].id, "colour": deck.colours[0]}
    opening, turned = answers("ungle-speed", turn % json.dumps(card), setup=setup)
    table = {"turn": 0, "deck": deck.name, "level": "watching", "mode": "symbols", "pot": 0, "aside": 0}
    assert opening["table"] == {**table, "face_up": [None] * 4}
    assert turned["table"] == {**table, "turn": 1, "face_up": [card, None, None, None]}
    coloured = turn % '{"type":"arrows","arrows":"coloured"}'
    assert answers("ungle-speed", coloured, setup=setup)[1]["table"]["mode"] == "colours"
    # The totem fell by nobody's fault: the face-up cards are in the pot.
    fallen = answers("ungle-speed", turn % json.dumps(card), '{"type":"ungle_speed.call_fell"}', setup=setup)
    assert [answer["table"]["pot"] for answer in fallen] == [0, 0, 1]


def test_boards_are_shown_as_the_tally_reads_them() -> None:
    sequence = answers("sequence-states", '{"type":"sequence_states.place_chip","seat":0,"space":[1,5]}')
    assert sequence[1]["table"]["board"][1] == ".....r...."
    assert (sequence[1]["table"]["owes"], sequence[1]["table"]["deck"]) == ([1, 0], 94)
    lay = '{"type":"tracktic.lay_pattern","seat":0,"cells":[[0,3],[0,4],[0,5]]}'
    tracktic = answers("tracktic", lay)
    assert tracktic[1]["table"]["board"][0] == "YYYYYY.....BBB"
    assert tracktic[1]["table"]["left"] == tracktic[0]["table"]["left"] - 1


def test_cryptid_shows_pieces_and_no_clue() -> None:
    found = answers("cryptid", '{"type":"cryptid.place_cube","seat":0,"hue":"orange","at":[2,3]}')
    assert found[1]["table"]["pieces"] == [{"at": [2, 3], "cube": "orange", "discs": []}]
    assert not any("clue" in json.dumps(answer["table"]) for answer in found)


def test_a_refusal_that_rests_on_an_entry_says_which_and_what_would_help(tmp_path: Path) -> None:
    setup = tmp_path / "facts.json"
    setup.write_bytes(msgspec.json.encode(Facts(2, layout=demo())))
    chip = '{"type":"sequence_states.place_chip","seat":%d,"space":[%d,%d]}'
    one, other = demo().spaces_of("TX")
    dead = '{"type":"sequence_states.swap_dead","seat":0,"card":"TX"}'
    chips = (chip % (0, one.row, one.column), chip % (1, other.row, other.column))
    refused = answers("sequence-states", *chips, dead, setup=setup)[-1]
    assert [mend["entry"] for mend in refused["mends"]] == [1, 2]
    assert refused["mends"][0]["report"] == {**json.loads(chips[0]), "card": "ADD", "colour": None}
    correction = json.dumps({"type": "match.replace", **refused["mends"][0]})
    *_, corrected, swapped = answers("sequence-states", *chips, dead, correction, dead, setup=setup)
    assert (corrected["ruling"], swapped["ruling"]) == ("accepted", "accepted")


def test_a_line_that_is_too_long_says_so() -> None:
    long = '{"type":"match.put_right",' + " " * (1 << 20) + "}"
    opening, refused, accepted = answers("tracktic", long, '{"type":"tracktic.skip","seat":0}')
    assert opening["ruling"] == accepted["ruling"] == "accepted"
    error = "this line is longer than 1,048,576 bytes; a report has a few hundred"
    assert refused == {"ruling": "unreadable", "error": error, "line": 1}


def test_a_file_of_facts_that_is_too_large_says_so(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text('{"players": 2}' + " " * (1 << 20))
    message = f"{path}: this file is larger than 1,048,576 bytes; the facts of a match have a few thousand"
    assert refused("referee", "tracktic", "--setup", path) == f"Error: {message}\n"


def test_the_page_names_every_part_of_an_answer_and_every_example_can_be_read() -> None:
    page = (DOCS / "referee.md").read_text()
    for name in LineOut.__struct_fields__:
        assert f"| `{name}` |" in page
    lines = re.findall(r'^(\{"type": ?"(?:tracktic|match)[^\n]*)$', page, re.MULTILINE)
    assert len(lines) > 3
    read = reader(game_named("tracktic"))
    for line in lines:
        read_report(line.encode(), read)
