"""Records that were edited by hand or damaged are read up to the damage, and no further."""

import random
import re

import msgspec
import pytest

from companion.clock import WallTime
from companion.copies import ruled_otherwise
from companion.errors import DamagedRecord
from companion.game import Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.reports import Ask
from companion.games.shelf import GAMES, game_named
from companion.journal import AnyRow
from companion.match import Match
from companion.match_reports import TakeBack
from companion.people import People
from tests.console.damaged import Entries, damaged, game_of, main, outcome_of, records, sealed
from ui.console.replay import restore, timeline

SHARE = 100
"""How many records of `tests.console.damaged` are read here; the long run reads five thousand."""


@pytest.mark.parametrize("seed", range(SHARE))
def test_a_damaged_record_is_told_or_said_to_be_damaged_in_one_sentence(seed: int) -> None:
    outcome = outcome_of(damaged(random.Random(seed)))
    assert "\n" not in outcome
    assert outcome.isprintable()
    assert len(outcome) < 500


@pytest.mark.long
def test_of_five_thousand_damaged_records_none_raises_what_nobody_foresaw() -> None:
    assert main(5_000, 2) == 0


def test_undamaged_records_are_told_whole() -> None:
    """Otherwise the fuzz test would accept a reader that refuses everything."""
    assert len(records()) > 20
    assert {game_of(entries) for entries in records()} == set(GAMES)
    assert [outcome_of(sealed(entries)) for entries in records()] == [""] * len(records())


def test_the_fuzz_reaches_both_ends() -> None:
    outcome = [bool(outcome_of(damaged(random.Random(seed)))) for seed in range(100)]
    assert 10 < sum(outcome) < 90


def edited(game: str, tag: str, **fields: object) -> list[AnyRow]:
    """Return a true record of a game with the first event of this kind changed."""
    for entries in records():
        for n, entry in enumerate(entries):
            for event in entry["body"].get("events", ()):
                if event["type"] == f"{game}.{tag}":
                    changed: Entries = [*entries[:n], {**entry, "body": _with(entry["body"], event, fields)}]
                    return sealed([*changed, *entries[n + 1 :]])
    raise LookupError(f"no record has {game}.{tag}")


def _with(body: dict[str, object], event: dict[str, object], fields: dict[str, object]) -> dict[str, object]:
    events = body["events"]
    assert isinstance(events, list)
    return {**body, "events": [{**one, **fields} if one is event else one for one in events]}


@pytest.mark.parametrize(
    ("game", "tag", "fields", "outcome"),
    [
        # A seat that doesn't exist used to break every game's names in its timeline.
        ("cryptid", "cube_shared", {"seat": 5}, "it names seat 5, which isn't in this match"),
        ("sequence_states", "card_drawn", {"seat": 12}, "it names seat 12, which isn't in this match"),
        ("speed_mode", "combination_made", {"seat": 2}, "it names seat 2, which isn't in this match"),
        ("tracktic", "pattern_laid", {"seat": 4}, "it names seat 4, which isn't in this match"),
        ("ungle_speed", "card_turned", {"seat": 15}, "it names seat 15, which isn't in this match"),
        # To Python, index -1 is the last seat.
        (
            "ungle_speed",
            "card_turned",
            {"card": {"type": "symbol", "symbol": "moon", "colour": "green"}},
            "it names symbol card {'type': 'symbol', 'symbol': 'moon', 'colour': 'green'}, which isn't",
        ),
        ("ungle_speed", "turn_passed", {"to": -1}, "it names seat -1, which isn't in this match"),
        ("sequence_states", "sequence_made", {"side": 3}, "it names side 3, which isn't in this match"),
        ("sequence_states", "chip_placed", {"space": [10, 0]}, "not an entry of this game"),
        ("sequence_states", "chip_placed", {"card": "ZZ"}, "not an entry of this game"),
        ("tracktic", "ended", {"outcome": {"winners": [9], "reason": ""}}, "it names seat 9"),
        ("ungle_speed", "totem_taken", {"grab": {"first": [0, 1]}}, "the totem is in one hand"),
    ],
)
def test_naming_nobody_loses_all_after(game: str, tag: str, fields: dict[str, object], outcome: str) -> None:
    match, loss = restore(edited(game, tag, **fields))
    assert loss is not None
    assert outcome in loss.reason
    assert loss.line == match.length + 1
    assert len(list(timeline(match, People()))) >= match.length


def test_a_search_that_is_answered_by_whose_turn_it_is_is_told_without_a_stumble() -> None:
    """Rules looked for the player whose turn it was among the others, where the answerer was that player."""
    searches = [
        (entries, n)
        for entries in records()
        for n, entry in enumerate(entries)
        if any(event["type"] == "cryptid.searched" for event in entry["body"].get("events", ()))
    ]
    for entries, n in searches:
        events = entries[n - 1]["body"].get("events", ())
        for passed in (event for event in events if event["type"] == "cryptid.turn_passed"):
            body = _with(entries[n - 1]["body"], passed, {"to": (passed["to"] + 1) % 3})
            outcome_of(sealed([*entries[: n - 1], {**entries[n - 1], "body": body}, *entries[n:]]))


def test_what_rules_stumble_over_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the rules raise: nobody can foresee every position that a person may write down."""
    game = game_named("cryptid")
    match, _ = restore(sealed(next(one for one in records() if game_of(one) == "cryptid")))

    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(game), "judge", stumble)
    with pytest.raises(DamagedRecord, match=r"entry 1 can't be judged \(ZeroDivisionError\)"):
        list(ruled_otherwise(match))
    monkeypatch.setattr("ui.games.cryptid.presenter.CryptidPresenter.describe", stumble)
    with pytest.raises(DamagedRecord, match=r"it holds what can't be shown \(ZeroDivisionError\)"):
        list(timeline(match, People()))


def test_a_count_for_more_seats_than_there_are_is_lost() -> None:
    rows = edited("ungle_speed", "turn_passed", type="ungle_speed.recounted", stacks=[1], piles=[1], pot=0)
    _, loss = restore(rows)
    assert loss is not None
    assert "it counts for 1 seats, and there are" in loss.reason


def test_a_correction_names_nobody_else_either() -> None:
    corrected = next(one for one in records() if any(e["body"]["type"] == "corrected" for e in one))
    n = next(n for n, entry in enumerate(corrected) if entry["body"]["type"] == "corrected")
    text = msgspec.json.encode(corrected[n]).decode()
    changed = msgspec.json.decode(re.sub(r'"(seat|to)":[0-9]', r'"\1":9', text))
    _, loss = restore(sealed([*corrected[:n], changed, *corrected[n + 1 :]]))
    assert loss is not None
    assert loss.line == n + 1
    assert "it names seat 9, which isn't in this match" in loss.reason


def test_what_is_written_as_it_was_said_may_name_nobody() -> None:
    """A report may be refused because it names nobody; then the referee itself wrote it down."""
    game = game_named("cryptid")
    match, _ = restore(sealed(next(one[:2] for one in records() if game_of(one) == "cryptid")))
    before = match.length
    match.submit(Ask(Seat(9), Hex(0, 0)), seen=before, at=WallTime(0))
    match.submit(TakeBack(consents=(Seat(9),)), seen=before + 1, at=WallTime(0))
    rows: list[AnyRow] = [*match.rows()]
    again, loss = Match.restore(game, rows)
    assert (loss, again.length) == (None, before + 2)
    assert len(list(timeline(again, People()))) > before
