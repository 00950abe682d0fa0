"""A long match resumes from its checkpoint, and without one ends up the same."""

from pathlib import Path

import pytest

from companion import line
from companion.clock import HandClock, Instant, WallTime
from companion.game import Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import StoredRow
from companion.match_reports import TakeBack
from companion.store import Store
from companion.whole_file import CHECKPOINTS
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.stage import theme
from ui.storage.saver import Saver
from ui.table.session import Session

EVERY = 10


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make 20 entries enough for a checkpoint."""
    monkeypatch.setattr("ui.table.session.EVERY", EVERY)


def clock() -> HandClock:
    return HandClock(Instant(0), WallTime(1_000_000))


def play(session: Session, turns: int) -> None:
    for _ in range(turns):
        session.submit(TurnCard(Seat(session.view.turn)))


def played(path: Path, turns: int) -> None:
    saver = Saver(path, lambda _: None)
    plates = theme.plates()[:4]
    save, game = saver.mark, UngleSpeed()
    session = Session.begin(game, Facts(4), plates, "m", clock(), saver.keep, save_checkpoint=save)
    play(session, turns)
    saver.set("open", "m")
    saver.close()


def resumed(path: Path) -> Session:
    with Store(path, reading=True) as store:
        rows = store.rows("m")
    text = CHECKPOINTS.read(path, "m")
    return Session.resume(UngleSpeed(), rows, "x", clock(), lambda *_: None, checkpoint=text)


def test_it_is_written_as_the_record_grows_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    played(path, 25)
    quick = resumed(path)
    assert quick.match.checked == 20
    CHECKPOINTS.throw_away(path)
    plain = resumed(path)
    assert plain.match.checked == 0
    for session in (quick, plain):
        play(session, 3)
        session.submit(TakeBack(session.match.line[2].entry))
    assert quick.match.line == plain.match.line
    assert quick.history() == plain.history()
    assert quick.match.entries == plain.match.entries


def test_old_entries_stay_bytes_until_somebody_asks(tmp_path: Path) -> None:
    """With a checkpoint or without: Python's collector would walk through every decoded entry."""
    path = tmp_path / "matches.db"
    played(path, 25)
    for _ in range(2):
        session = resumed(path)
        kept = session.match.entries._entries
        assert sum(isinstance(entry, StoredRow) for entry in kept) == len(kept) - 1 == 25
        play(session, 1)
        assert [entry.n for entry in session.match.entries] == list(range(27))
        CHECKPOINTS.throw_away(path)


def test_a_short_record_has_none(tmp_path: Path) -> None:
    played(tmp_path / "matches.db", EVERY - 2)
    assert not CHECKPOINTS.path(tmp_path / "matches.db").exists()


def test_one_that_was_thrown_away_is_made_again(tmp_path: Path, rig: Rig) -> None:
    path = tmp_path / "matches.db"
    played(path, 25)
    CHECKPOINTS.throw_away(path)
    desk = Desk(rig, path)
    assert desk.table.session.match.checked == 0
    desk.close()
    desk = Desk(rig, path)
    assert desk.table.session.match.checked == 26


def test_a_match_that_is_gone_takes_its_own_along(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    played(path, 25)
    path.unlink()
    nothing: line.AnyCheckpoint = line.Checkpoint(0, (), None, False)
    CHECKPOINTS.write(path, "gone", line.encode_checkpoint(nothing, "gone", []))
    played(path, 25)
    assert list(line.with_checkpoints(path)) == ["m"]


def test_a_copy_leaves_it_out(tmp_path: Path) -> None:
    path, stick = tmp_path / "matches.db", tmp_path / "stick"
    stick.mkdir()
    played(path, 25)
    with Store(path) as store:
        store.copy_to(stick / "copy.db")
    assert [file.name for file in stick.iterdir()] == ["copy.db"]
