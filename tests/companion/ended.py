"""Matches of every game, played to their end by simulated tables or taken from frozen records."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Accepted, Level
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.shelf import game_named
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.journal import NamePlate, Opened, rows_of
from companion.match import Match
from tests.games.sequence_states.players import Table as SequenceTable
from tests.games.ungle_speed.players import Table, wanted
from tests.matches import AnyMatch, new_match, submit

JOURNALS = Path(__file__).parent.parent / "contract" / "journals"
MINUTE = 60_000
GUESTS = tuple(NamePlate(who, "orange", "circle", who[0]) for who in ("Fox", "Owl", "Bear", "Wolf", "Lynx"))


@cache
def ended(game: str) -> AnyMatch:
    """Return a match of a game that has ended; entries are about a second apart."""
    if game == "ungle-speed":
        return _ungle()
    if game == "sequence-states":
        return _sequence()
    rows = rows_of((JOURNALS / game.replace("-", "_") / "format_1.jsonl").read_bytes())
    match: AnyMatch
    match, loss = Match.restore(game_named(game), rows)
    assert loss is None
    assert match.outcome is not None
    return match


def _ungle() -> AnyMatch:
    match = new_match(UngleSpeed(), Facts(3, level=Level.WATCHING), "ungle", GUESTS[:3])
    table = Table(3, STANDARD, Level.WATCHING, 4)
    while not table.over:
        for report in table.round():
            if wanted(report, match.state):
                submit(match, report, at=1_000 * match.length)
    assert match.outcome is not None
    return match


def _sequence() -> AnyMatch:
    match = new_match(SequenceStates(), SequenceFacts(2), "sequence", GUESTS[:2])
    table = SequenceTable(2, 2, None, 1)
    while not table.over:
        for report in table.turn():
            answer = submit(match, report, at=1_000 * match.length)
            assert isinstance(answer.ruling, Accepted)
    assert match.outcome is not None
    return match


def seated(match: AnyMatch, who: str, plates: tuple[NamePlate, ...], at: int = 0) -> AnyMatch:
    """Return the same match under another id, with other people, begun `at` minutes later."""
    first, *later = match.entries
    assert isinstance(first.body, Opened)
    count = first.body.facts.players
    sat = (*plates, *GUESTS)[:count]
    opened = Opened(replace(match.header, match=who, plates=tuple(p.recorded for p in sat)), first.body.facts)
    moved = (replace(entry, at=WallTime(entry.at + at * MINUTE)) for entry in later)
    return Match(match.game, [replace(first, body=opened, at=WallTime(first.at + at * MINUTE)), *moved])
