"""What waits for the disk, what the screen is told of it, and what happens when it won't take anything."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.errors import NotSaved
from companion.journal import KeptRow
from companion.store import Kept, Store
from ui.storage.saver import Saver
from ui.table.session import Inbox

KEPT = Kept("m1", "ungle-speed", WallTime(1), WallTime(2), False, "Fox, Owl", 0)


class Told:
    """What the saver told the screen."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.written: list[tuple[str, int]] = []
        self.trouble: list[str | None] = []

    def listen(self, saver: Saver) -> None:
        saver.on_written = lambda match, length: self.written.append((match, length))
        saver.on_trouble = self.trouble.append

    def until(self, what: Callable[[], object]) -> None:
        patience = time.monotonic() + 20
        while not what():
            assert time.monotonic() < patience
            self.inbox.drain()
            time.sleep(0)


class FullDisk:
    def __init__(self) -> None:
        self.full = True
        self.opened = 0

    def __call__(self, path: Path) -> Store:
        self.opened += 1
        disk = self

        class Refusing(Store):
            def keep(self, kept: Kept, rows: object) -> None:
                if disk.full:
                    raise NotSaved("not saved: the disk is full; free some space")
                super().keep(kept, rows)  # type: ignore[arg-type]

        return Refusing(path)


class HandSeconds:
    """A clock that a test moves; `asked` counts who has looked at it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return self.now


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def saver(tmp_path: Path, told: Told) -> Iterator[Saver]:
    saver = Saver(tmp_path / "matches.db", told.inbox.post)
    told.listen(saver)
    yield saver
    saver.close()


def rows_in(path: Path, match: str = "m1") -> list[KeptRow]:
    with Store(path, reading=True) as store:
        return store.rows(match)


def test_rows_are_acknowledged_once_they_are_durable(saver: Saver, told: Told, tmp_path: Path) -> None:
    saver.keep(KEPT, [KeptRow(0, 7, b"{}")])
    saver.keep(KEPT, [KeptRow(1, 8, b"{}")])
    told.until(lambda: ("m1", 2) in told.written)
    assert [row.n for row in rows_in(tmp_path / "matches.db")] == [0, 1]


def test_a_full_disk_keeps_everything_and_writes_it_later(tmp_path: Path, told: Told) -> None:
    disk = FullDisk()
    saver = Saver(tmp_path / "matches.db", told.inbox.post, opener=disk, retry=60)
    told.listen(saver)
    for n in range(3):
        saver.keep(KEPT, [KeptRow(n, n, b"{}")])
    told.until(lambda: told.trouble)
    assert told.trouble == ["not saved: the disk is full; free some space"]
    assert told.written == []
    disk.full = False
    saver.try_again()
    told.until(lambda: told.written and told.written[-1] == ("m1", 3))
    assert told.trouble[-1] is None
    saver.close()
    assert [row.n for row in rows_in(tmp_path / "matches.db")] == [0, 1, 2]


def test_entries_that_keep_coming_do_not_put_the_next_try_off(tmp_path: Path, told: Told) -> None:
    disk, hand = FullDisk(), HandSeconds()
    saver = Saver(tmp_path / "matches.db", told.inbox.post, opener=disk, retry=2, seconds=hand)
    told.listen(saver)
    saver.keep(KEPT, [KeptRow(0, 0, b"{}")])
    told.until(lambda: hand.asked > 1)
    disk.full = False
    for n in range(1, 5):  # one each half second: the fourth comes when the two seconds are over
        hand.now += 0.5
        saver.keep(KEPT, [KeptRow(n, n, b"{}")])
    told.until(lambda: told.written == [("m1", 5)])
    saver.close()


def test_a_match_that_cannot_be_written_holds_no_other_up(tmp_path: Path, told: Told) -> None:
    saver = Saver(tmp_path / "matches.db", told.inbox.post, retry=0.001)
    told.listen(saver)
    saver.keep(KEPT, [KeptRow(0, 7, b"{}")])
    told.until(lambda: told.written)
    # Another row of that number is there already.
    saver.keep(KEPT, [KeptRow(0, 8, b"[]")])
    told.until(lambda: told.trouble)
    saver.keep(replace(KEPT, id="m2"), [KeptRow(0, 9, b"{}")])
    told.until(lambda: ("m2", 1) in told.written)
    assert told.trouble[-1] is not None
    saver.close()
    assert rows_in(tmp_path / "matches.db") == [KeptRow(0, 7, b"{}")]
    assert rows_in(tmp_path / "matches.db", "m2") == [KeptRow(0, 9, b"{}")]


def test_a_store_that_cannot_be_opened_is_trouble_and_no_more(tmp_path: Path, told: Told) -> None:
    in_the_way = tmp_path / "matches.db"
    in_the_way.mkdir()
    saver = Saver(in_the_way, told.inbox.post, retry=60)
    told.listen(saver)
    answers: list[object] = []
    saver.ask(lambda store: store.matches(), answers.append)
    told.until(lambda: answers)
    assert answers == [None]
    assert told.trouble
    assert told.trouble[0]
    saver.close()


def test_who_asks_for_another_try_while_one_fails_gets_it(tmp_path: Path, told: Told) -> None:
    """Not only at the next minute."""
    tries: list[object] = []

    def ask() -> None:
        failing.try_again()

    class Full(Store):
        def keep(self, kept: Kept, rows: object) -> None:
            tries.append(rows)
            if len(tries) == 1:
                ask()
                raise NotSaved("the disk is full")
            super().keep(kept, rows)  # type: ignore[arg-type]

    failing = Saver(tmp_path / "matches.db", told.inbox.post, opener=Full, retry=60)
    told.listen(failing)
    failing.keep(KEPT, [KeptRow(0, 7, b"{}")])
    told.until(lambda: told.written == [("m1", 1)])
    failing.close()


def test_what_nobody_foresaw_ends_no_saving(tmp_path: Path, told: Told) -> None:
    wrong: list[Exception] = [ZeroDivisionError("on opening"), OSError("on writing")]

    class Breaking(Store):
        def keep(self, kept: Kept, rows: object) -> None:
            if wrong:
                raise wrong.pop()
            super().keep(kept, rows)  # type: ignore[arg-type]

    def opener(path: Path) -> Store:
        if len(wrong) == 2:
            raise wrong.pop(0)
        return Breaking(path)

    saver = Saver(tmp_path / "matches.db", told.inbox.post, opener=opener, retry=60)
    told.listen(saver)
    answers: list[object] = []
    saver.ask(lambda store: store.matches(), answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: answers)
    told.until(lambda: answers)
    assert answers == [None]
    assert told.trouble == ["Error: ZeroDivisionError."]
    saver.keep(KEPT, [KeptRow(0, 7, b"{}")])
    saver.try_again()
    with pytest.raises(OSError, match="on writing"):
        told.until(lambda: len(told.trouble) > 1)
    told.until(lambda: len(told.trouble) > 1)
    assert told.written == []
    saver.try_again()
    told.until(lambda: told.written == [("m1", 1)])
    assert told.trouble[-1] is None
    saver.close()
    assert len(rows_in(tmp_path / "matches.db")) == 1


def test_rows_are_written_after_a_question_that_breaks(saver: Saver, told: Told, tmp_path: Path) -> None:
    saver.set("volume", "40")
    volume: list[str | None] = []
    saver.ask(lambda store: store.setting("volume", "80"), volume.append)
    told.until(lambda: volume)
    assert volume == ["40"]
    answers: list[object] = []
    saver.ask(lambda store: 1 / 0, answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: answers)
    told.until(lambda: answers)
    assert answers == [None]
    saver.keep(KEPT, [KeptRow(0, 7, b"{}")])
    told.until(lambda: ("m1", 1) in told.written)
    assert len(rows_in(tmp_path / "matches.db")) == 1


def test_closing_writes_what_waits(tmp_path: Path, told: Told) -> None:
    saver = Saver(tmp_path / "matches.db", told.inbox.post)
    for n in range(50):
        saver.keep(KEPT, [KeptRow(n, n, b"{}")])
    saver.close()
    assert len(rows_in(tmp_path / "matches.db")) == 50


def test_an_error_in_one_call_does_not_swallow_the_next() -> None:
    inbox, seen = Inbox(), []
    inbox.post(lambda: seen.append(1 / 0))
    inbox.post(lambda: seen.append(2))
    with pytest.raises(ZeroDivisionError):
        inbox.drain()
    inbox.drain()
    assert seen == [2]


def test_what_takes_long_is_read_beside_and_holds_no_entry_up(tmp_path: Path) -> None:
    told = Told()
    saver = Saver(tmp_path / "matches.db", told.inbox.post)
    told.listen(saver)
    saver.keep(KEPT, [KeptRow(0, 0, b"{}")])
    told.until(lambda: told.written)
    begun, go_on = threading.Event(), threading.Event()
    counted: list[int | None] = []

    def count(store: Store) -> int:
        begun.set()
        assert go_on.wait(20)
        return len(store.matches())

    saver.ask_beside(count, counted.append)
    assert begun.wait(20)
    saver.keep(KEPT, [KeptRow(1, 0, b"{}")])
    told.until(lambda: len(told.written) == 2)
    assert counted == []
    go_on.set()
    told.until(lambda: counted)
    assert counted == [1]
    saver.close()


def test_reading_beside_a_store_that_is_not_there_answers_nothing(tmp_path: Path) -> None:
    told = Told()

    def opener(path: Path) -> Store:
        raise NotSaved("no disk")

    saver = Saver(tmp_path / "none.db", told.inbox.post, opener=opener)
    told.listen(saver)
    answers: list[int | None] = []
    saver.ask_beside(lambda store: len(store.matches()), answers.append)
    told.until(lambda: answers)
    assert answers == [None]
    saver.close()
