"""Whole matches of simulated tables, played in advance: any prefix of their records is known.

A match is played once to its end, including wrong reports, put-rights and take-backs. Playing it again from
its list of reports, with the same clock, writes the same bytes, so a record found after a cut can be
compared.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from companion.clock import HandClock, Instant, WallTime
from companion.game import Accepted, AnyGame, Level, Refused
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sequence_states.layout import demo
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sheet import SheetGame
from companion.games.sheet.evolve import fold
from companion.games.sheet.model import Facts as SheetFacts
from companion.games.sheet.reports import CallEnd
from companion.games.sheet.sheet_file import shipped_sheet
from companion.games.shelf import game_named
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.tracktic.profile import demo as box
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.journal import NamePlate, StoredRow
from companion.line import encode_checkpoint
from companion.match import Match
from companion.match_reports import PutRight, TakeBack
from companion.store import StoredMatch
from tests.games.cryptid.players import Table as CryptidTable
from tests.games.sequence_states.players import Table as SequenceTable
from tests.games.speed_mode.players import Table as SpeedTable
from tests.games.tracktic.players import Table as TrackticTable
from tests.games.ungle_speed.players import Table as UngleTable
from tests.games.ungle_speed.players import wanted
from ui.table.session import Keep, Session

WRONG, BACK = 0.05, 0.03
"""Probabilities that the last report is repeated, and that it is taken back and reported again."""

MARKED = 20
"""Entries from one checkpoint to the next; the app makes them only in longer records."""

ROWS = 40
"""Number of legal rows of a sheet from which one is chosen."""

NOON = WallTime(1_700_049_600_000)


class Play(Struct, frozen=True):
    """A match: its reports, one per entry after the opening, its rows, and the state after each row.

    `checkpoints` are all that its record gets, in order.
    """

    name: str
    game: AnyGame
    facts: Any
    players: int
    reports: list[Any]
    rows: list[StoredRow]
    states: list[Any]
    checkpoints: list[bytes]

    def begin(self, keep: Keep) -> Session:
        """Begin the match, as the screen does."""
        plates = tuple(NamePlate(f"Player {n}", "ivory", "circle", "P") for n in range(self.players))
        return Session.begin(self.game, self.facts, plates, self.name, clock(), keep)

    def resume(self, rows: list[StoredRow], keep: Keep, checkpoint: bytes) -> Session:
        """Resume the match from saved rows, as the screen does."""
        return Session.resume(self.game, rows, f"{self.name}, mended", clock(), keep, checkpoint=checkpoint)

    def wrong_with(self, rows: list[StoredRow], least: int) -> str | None:
        """Return what is wrong with a record found, None if nothing; `least` entries were acknowledged."""
        if len(rows) < least:
            return f"{self.name}: {len(rows)} entries are there, {least} were acknowledged"
        if rows != self.rows[: len(rows)]:
            return f"{self.name}: what is there isn't what was written"
        if not rows:
            return None
        match, loss = Match.restore(self.game, rows)
        if loss is not None:
            return f"{self.name}: {loss}"
        if match.state != self.states[len(rows) - 1]:
            return f"{self.name}: after {len(rows)} entries another state"
        return None

    def misled_by(self, rows: list[StoredRow], checkpoint: bytes) -> bool | None:
        """Return whether a checkpoint makes another match of a good record.

        None if it is the same match and the checkpoint was used; False if the checkpoint was ignored.
        """
        plain, _ = Match.restore(self.game, rows)
        match, loss = Match.restore(self.game, rows, checkpoint)
        same = (match.line, match.hold, match.abandoned) == (plain.line, plain.hold, plain.abandoned)
        if loss is not None or not same or list(match.entries) != list(plain.entries):
            return True
        return None if match.checked else False


def marked(session: Session) -> bool:
    """Return whether a checkpoint is due."""
    return session.length % MARKED == 0


def clock() -> HandClock:
    """Return a stopped clock, so that a match always has the same bytes."""
    return HandClock(Instant(0), NOON)


def play(game: str, seed: int, name: str) -> Play:
    """Play a whole match of the game with this name."""
    chance = Random(f"{game} {seed}")
    facts, players, told = TABLES[game](seed)
    kept: list[StoredRow] = []
    states: list[Any] = []
    checkpoints: list[bytes] = []

    def keep(_: StoredMatch, rows: list[StoredRow]) -> None:
        kept.extend(rows)

    known = Play(name, game_named(game), facts, players, [], kept, states, checkpoints)
    session = known.begin(keep)
    states.append(session.match.state)

    def tell(report: Any) -> None:
        before = session.length
        session.submit(report, before)
        if session.length > before:
            known.reports.append(report)
            states.append(session.match.state)
            if marked(session):
                checkpoints.append(encode_checkpoint(session.match.checkpoint(), name, kept))

    for report in told:
        if game == "ungle-speed" and not wanted(report, session.match.state):
            continue
        tell(report)
        if session.match.outcome is not None:
            break
        match = session.match
        if chance.random() < WRONG and isinstance(match.game.judge(match.state, report), Refused):
            tell(report)
            if session.match.hold is not None:
                tell(PutRight())
        if chance.random() < BACK and not session.match.consents_needed(session.length - 1):
            before, state = session.length, session.match.state
            tell(TakeBack())
            if session.length > before:
                tell(report)
                assert session.match.state == state, f"{game} {seed}: told again, {report} led elsewhere"
    return known


Told = tuple[Any, int, Iterator[Any]]
"""The facts of a match, the number of players, and the table's reports."""


def _ungle(seed: int) -> Told:
    table = UngleTable(4, STANDARD, Level.WATCHING, seed)

    def told() -> Iterator[Any]:
        while not table.over:
            yield from table.round()

    return UngleFacts(4, level=Level.WATCHING), 4, told()


def _sequence(seed: int) -> Told:
    table = SequenceTable(2, 2, demo(), seed, shy=True)

    def told() -> Iterator[Any]:
        while not table.over:
            yield from table.turn()

    return SequenceFacts(2, layout=demo()), 2, told()


def _cryptid(seed: int) -> Told:
    setup = deal(seed)
    table = CryptidTable(setup, seed)

    def told() -> Iterator[Any]:
        yield from table.share()
        while table.winner is None:
            yield from table.turn()

    return CryptidFacts(setup=setup), 2, told()


def _tracktic(seed: int) -> Told:
    table = TrackticTable(box(), 3, seed)

    def told() -> Iterator[Any]:
        while not table.over:
            yield table.turn()

    return TrackticFacts(3, box()), 3, told()


def _speed(seed: int) -> Told:
    table = SpeedTable(seed, Level.COUNTING, "adjacent", "seven_or_fewer", 0.95)

    def told() -> Iterator[Any]:
        while not table.over:
            yield from table.turn()

    return SpeedFacts(), 2, told()


def _sheet(seed: int) -> Told:
    game, chance = SheetGame(), Random(seed)
    facts = SheetFacts(4, shipped_sheet("wizard"))

    def told() -> Iterator[Any]:
        state = game.opening(facts)
        while game.outcome(state) is None:
            rows = [report for report in islice(game.legal(state), ROWS) if not isinstance(report, CallEnd)]
            report = chance.choice(rows)
            ruling = game.judge(state, report)
            assert isinstance(ruling, Accepted)
            state = fold(state, ruling.events)
            yield report

    return facts, facts.players, told()


TABLES = {
    "ungle-speed": _ungle,
    "sequence-states": _sequence,
    "cryptid": _cryptid,
    "tracktic": _tracktic,
    "speed-mode": _speed,
    "sheet": _sheet,
}
"""Makers of a simulated table for each game."""
