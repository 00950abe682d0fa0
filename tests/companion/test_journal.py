"""Records on disk: whole, torn, damaged, moved, newer, and the frozen example of every format."""

from pathlib import Path
from typing import Any

import pytest

from companion import journal
from companion.clock import WallTime
from companion.errors import DamagedRecord, NewerRecord
from companion.game import Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.events import CardTurned, PilesPotted, Recounted, SharingOpened
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.match import Match
from companion.match_reports import LetStand, TakeBack
from tests.games.ungle_speed.board import sizes
from tests.matches import AnyMatch, new_match, submit

GAME = UngleSpeed()
FROZEN = Path(__file__).parents[1] / "contract" / "journals" / "ungle_speed"


def record(name: str = "m") -> AnyMatch:
    match = new_match(GAME, Facts(4), name)
    for report in (TurnCard(Seat(0)), TurnCard(Seat(2)), LetStand(), TurnCard(Seat(3)), TakeBack()):
        submit(match, report, at=match.length)
    return match


def text(name: str = "m") -> bytes:
    return b"\n".join(row.line() for row in record(name).rows()) + b"\n"


def restore(rows: list[journal.AnyRow]) -> tuple[int, int, str]:
    """Return how many entries were read, which line is bad (0 for none), and why."""
    match, loss = Match.restore(GAME, rows)
    return match.length, loss.line if loss else 0, loss.reason if loss else ""


def test_a_record_comes_back_from_its_lines() -> None:
    match, loss = Match.restore(GAME, journal.rows_of(text()))
    assert loss is None
    assert match.entries == record().entries
    assert match.state == record().state


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_end_loses_the_last_entry_only(cut: int) -> None:
    assert restore(journal.rows_of(text()[:-cut]))[:2] == ((6, 0) if cut == 1 else (5, 6))


def test_every_changed_byte_is_noticed() -> None:
    whole = text()
    lines = whole.splitlines()
    for line in range(1, len(lines)):
        for place in range(0, len(lines[line]), 7):
            damaged = bytearray(lines[line])
            damaged[place] ^= 1
            rows = journal.rows_of(b"\n".join([*lines[:line], bytes(damaged), *lines[line + 1 :]]))
            length, bad, reason = restore(rows)
            assert (length, bad) == (line, line + 1), bytes(damaged)
            assert reason


def test_lines_that_are_missing_doubled_or_moved_are_noticed() -> None:
    first, second, third, *rest = text().splitlines()
    for changed in ([first, second, *rest], [first, second, third, third, *rest], [first, third, second]):
        _, bad, _ = restore(journal.rows_of(b"\n".join(changed)))
        assert bad


def test_a_loss_says_how_much_is_lost() -> None:
    lines = text().splitlines()
    _, loss = Match.restore(GAME, journal.rows_of(b"\n".join([*lines[:3], b"{}", *lines[4:]])))
    assert loss is not None
    assert (loss.line, loss.lost) == (4, 3)


@pytest.mark.parametrize("start", [b"", b"\n\n", b"not json\n", b'{"crc":"0","entry":{}}\n'])
def test_a_record_without_an_opening_is_refused(start: bytes) -> None:
    with pytest.raises(DamagedRecord, match="line 1"):
        Match.restore(GAME, journal.rows_of(start))


def test_a_second_opening_is_damage() -> None:
    first = record().rows()[0]
    assert restore([first, first])[1] == 2


def test_a_newer_record_says_so() -> None:
    opening, form = record().rows()[0].entry, journal.FORMAT
    newer = opening.replace(b'"format":%d' % form, b'"format":%d' % (form + 1))
    with pytest.raises(NewerRecord, match="newer version"):
        journal.header_of(newer)


def test_a_header_is_read_without_knowing_the_game() -> None:
    assert journal.header_of(record().rows()[0].entry).game == "ungle-speed"
    with pytest.raises(DamagedRecord):
        journal.header_of(record().rows()[1].entry)


@pytest.mark.parametrize(
    "body",
    [
        journal.Entered(TurnCard(Seat(0)), (CardTurned(Seat(99)),)),
        journal.Entered(TurnCard(Seat(0)), (PilesPotted((Seat(99),)),)),
        journal.Entered(TurnCard(Seat(0)), (SharingOpened((Seat(0),), (), 3),)),
        journal.Entered(TurnCard(Seat(0)), (Recounted((1,), (1,), 0),)),
        journal.Righted(),
        journal.Overruled(()),
        journal.TakenBack(50),
        journal.Corrected(50, ()),
    ],
    ids=lambda body: type(body).__name__,
)
def test_an_entry_that_can_not_have_happened_is_a_loss_not_a_crash(body: Any) -> None:
    good = record().entries[:2]
    entries: list[Any] = [*good, journal.Entry(2, WallTime(0), body)]
    match, loss = Match.restore(GAME, list(journal.Codec(GAME).rows(entries)))
    assert (match.length, loss.line if loss else 0) == (2, 3)
    assert sizes(match.state) == "19+1 20+0 20+0 20+0 pot 0"


def test_a_bottomless_line_is_damage() -> None:
    assert restore([*journal.rows_of(text())[:2], *journal.rows_of(b"[" * 100_000)])[:2] == (2, 3)
