"""A checkpoint next to the journal: used only if it fits to the last bit, and safe to lose."""

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import line
from companion.clock import WallTime
from companion.game import Seat
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard, TurnNext
from companion.journal import Codec, StoredRow
from companion.match import Match
from companion.match_reports import Abandon, LetStand, PutRight, TakeBack, Tick
from companion.store import Store
from companion.whole_file import CHECKPOINTS
from tests.companion.test_journal import GAME, record
from tests.companion.test_store import kept
from tests.matches import new_match, submit


def sealed(match: Match) -> bytes:  # type: ignore[type-arg]  # of any game
    return line.encode_checkpoint(match.checkpoint(), "m", match.rows())


def checked(rows: list[StoredRow], text: bytes) -> int:
    match, loss = Match.restore(GAME, rows, text)
    assert loss is None
    assert match.line == Match.restore(GAME, rows)[0].line
    return match.checked


def test_any_flipped_bit_or_missing_byte_makes_it_none() -> None:
    match = record()
    rows, good = match.rows(), sealed(match)
    assert checked(rows, good) == len(rows)
    for n, byte in enumerate(good):
        for bit in range(8):
            torn = good[:n] + bytes([byte ^ 1 << bit]) + good[n + 1 :]
            assert line.read_checkpoint(torn, GAME, rows) is None, (n, bit)
        assert line.read_checkpoint(good[:n], GAME, rows) is None
        assert line.read_checkpoint(good[:n] + good[n + 1 :], GAME, rows) is None
    assert line.read_checkpoint(good + b" ", GAME, rows) is None


def test_it_serves_its_own_record_gone_on_with_too_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    match = record()
    rows, good = match.rows(), sealed(match)
    # The journal is the truth: here somebody changed a time in it and corrected its checksums.
    first, second, *others = match.entries
    changed = Codec(GAME).rows([first, replace(second, at=WallTime(12_345)), *others])
    for other in (list(changed), rows[:-1], match.with_id("another").rows()):
        assert checked(other, good) == 0
    match.submit(TakeBack(), seen=match.length, at=WallTime(9))
    assert checked(match.rows(), good) == len(rows) == match.length - 1
    for name, value in (("FORM", 99), ("program", lambda: "0.0.0")):
        with monkeypatch.context() as version:
            version.setattr(line, name, value)
            assert checked(rows, good) == 0


def test_from_one_a_match_goes_on_exactly_as_from_its_whole_record() -> None:
    """Wherever the process ended: with a refusal open, steps ticked, something to put back, or at the end."""
    match, met = new_match(GAME, Facts(4)), set()
    for report in (
        TurnCard(Seat(0)), TurnCard(Seat(2)), Tick(0), LetStand(), TurnCard(Seat(3)), TakeBack(),
        TurnCard(Seat(0)), Tick(0), PutRight(), TurnNext(), TakeBack(1), Tick(0), PutRight(), Abandon(),
    ):  # fmt: skip
        submit(match, report, at=match.length)
        at_once, whole = (Match.restore(GAME, match.rows(), text)[0] for text in (sealed(match), b""))
        assert (at_once.checked, whole.checked) == (match.length, 0)
        for part in ("line", "hold", "put_back", "ticked", "abandoned", "state", "entries"):
            assert getattr(at_once, part) == getattr(whole, part), (report, part)
        met |= {(whole.hold is not None, bool(whole.put_back), bool(whole.ticked), whole.abandoned)}
    assert {(True, False, True, False), (False, True, True, False), (False, False, False, True)} <= met


def test_what_was_lost_is_told_as_without_one() -> None:
    match = record()
    rows = match.rows()
    rows[1] = replace(rows[1], crc=rows[1].crc ^ 1)
    assert Match.restore(GAME, rows, sealed(match))[1] == Match.restore(GAME, rows)[1] is not None


def test_it_holds_nothing_of_what_does_not_stand() -> None:
    """It holds neither the opening, which has secrets, nor anything taken back."""
    match = record()
    match.submit(TakeBack(match.line[1].entry), seen=match.length, at=WallTime(9))
    made = line.read_checkpoint(sealed(match), GAME, match.rows())
    assert made == line.Checkpoint(match.length, (), None, False, match.put_back)


def test_it_lies_beside_the_store_for_its_owners_eyes(tmp_path: Path) -> None:
    path, match = tmp_path / "matches.db", record()
    CHECKPOINTS.write(path, "../m/\0", sealed(match))
    assert CHECKPOINTS.read(path, "../m/\0") == sealed(match)
    assert CHECKPOINTS.read(path, "another") == b""
    folder = CHECKPOINTS.path(path)
    assert folder.parent == tmp_path
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()] == [0o600]


def test_a_disk_that_takes_none_is_nobodys_trouble(tmp_path: Path) -> None:
    (tmp_path / "matches.db-checkpoints").write_text("in the way")
    CHECKPOINTS.write(tmp_path / "matches.db", "m", b"{}")
    assert CHECKPOINTS.read(tmp_path / "matches.db", "m") == b""
    assert list(line.with_checkpoints(tmp_path / "matches.db")) == []
    CHECKPOINTS.throw_away(tmp_path / "matches.db")


def test_none_survives_a_match_that_was_deleted_or_a_store_that_was_cleaned(store: Store) -> None:
    """A forgotten player is forgotten everywhere."""
    for name in ("m", "another"):
        store.keep(kept(name), record().rows())
        CHECKPOINTS.write(store.path, name, sealed(record()))
    store.delete("m")
    assert CHECKPOINTS.read(store.path, "m") == b""
    assert CHECKPOINTS.read(store.path, "another") == sealed(record())
    store.clean()
    assert CHECKPOINTS.read(store.path, "another") == b""
