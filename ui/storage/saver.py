"""The thread that writes to the store: it takes everything that waits, writes it, then acknowledges it.

Play never waits for the disk. If the disk won't take rows, they stay here and are tried again; what the
screen shows as not saved is exactly what hasn't been acknowledged. Retries go on even while nothing waits,
and a store that can't be written is still read.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from companion import line
from companion.club import outbox
from companion.club.mailbox import Mailbox
from companion.errors import CompanionError, NotSaved, StoreError
from companion.journal import StoredRow
from companion.line import AnyCheckpoint
from companion.places import club_path
from companion.store import Store, StoredMatch, move_away
from companion.whole_file import CHECKPOINTS
from ui.appliance import crash_message
from ui.language import words
from ui.language.phrases import error_text

RETRY_SECONDS = 2.0
"""Time between attempts to write to a disk that refused."""

T = TypeVar("T")
Post = Callable[[Callable[[], None]], None]
Waiting = dict[str, tuple[StoredMatch, list[StoredRow]]]
"""Rows to be written, by match."""
_reading = partial(Store, reading=True)


class Saver:
    """Owns the store and its thread; callbacks run through `post`.

    `on_written(match, length)`: entries up to `length` are durable. `on_trouble(why)`: why the store can't be
    written; None once it can.
    """

    def __init__(
        self,
        path: Path,
        post: Post,
        *,
        opener: Callable[[Path], Store] = Store,
        reader: Callable[[Path], Store] = _reading,
        retry: float = RETRY_SECONDS,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.on_written: Callable[[str, int], None] = lambda match, length: None
        self.on_trouble: Callable[[str | None], None] = lambda why: None
        self._path = path
        self._post = post
        self._opener = opener
        self._read_only = reader
        self._retry = retry
        self._seconds = seconds
        self._next_try = 0.0
        self._changed = threading.Condition()
        self._rows: Waiting = {}
        self._settings: dict[str, str] = {}
        self._marks: dict[str, AnyCheckpoint] = {}
        self._numbers = count()
        self._answers: dict[int, Callable[[Any], None]] = {}
        self._questions: list[Callable[[Store | None], None]] = []
        self._closing = False
        self._again = False
        self._store: Store | None = None
        self._reader: Store | None = None
        self._in_use = False
        self._trouble: str | None = None
        self.club = Mailbox(club_path(path))
        """The folder shared with the courier, which carries results to a club's desk."""
        self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
        self._thread.start()

    def keep(self, kept: StoredMatch, rows: list[StoredRow]) -> None:
        """Queue rows of a match to be written; returns at once."""
        with self._changed:
            before = self._rows.get(kept.id)
            self._rows[kept.id] = (kept, [*(before[1] if before else ()), *rows])
            self._changed.notify()

    def mark(self, match: str, reached: AnyCheckpoint) -> None:
        """Queue a checkpoint to be written after its entries; returns at once. Failures are ignored."""
        with self._changed:
            self._marks[match] = reached
            self._changed.notify()

    def set(self, name: str, value: str) -> None:
        """Queue a setting to be written; returns at once."""
        with self._changed:
            self._settings[name] = value
            self._changed.notify()

    def ask(self, question: Callable[[Store], T], answer: Callable[[T | None], None]) -> None:
        """Read from the store in its thread; the answer comes through `post`, None if it can't be read."""

        def read(store: Store | None) -> None:
            result: T | None = None
            if store is not None:
                try:
                    result = question(store)
                except CompanionError as error:
                    self._set_trouble(error_text(error))
                except Exception as error:  # noqa: BLE001 - whatever it is, this thread must go on writing
                    self._post(partial(_raise, error))
            hand_over(result)

        hand_over = self._poster(answer)
        self._queue(read)

    def ask_in_thread(self, question: Callable[[Store], T], answer: Callable[[T | None], None]) -> None:
        """Read from the store in a separate thread: slow work, such as a copy, doesn't hold up entries.

        The answer comes through `post`, None if the store can't be read.
        """

        def read() -> T | None:
            with suppress(CompanionError), self._read_only(self._path) as store:
                return question(store)
            return None

        self.run_in_thread(read, answer, lambda: answer(None))

    def run_in_thread(
        self, work: Callable[[], T], answer: Callable[[T], None], broken: Callable[[], None] = lambda: None
    ) -> None:
        """Do slow work in a separate thread; `work` handles expected errors, others are shown.

        The answer comes through `post`; after an unforeseen error, `broken` is called there instead.
        """

        def run() -> None:
            result: T | Exception
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                result = error
            hand_over(result)

        def deliver(result: T | Exception) -> None:
            if isinstance(result, Exception):
                broken()
                raise result
            answer(result)

        hand_over = self._poster(deliver)
        threading.Thread(target=run, name="background", daemon=True).start()

    def move_away(self, day: str, answer: Callable[[Path | str], None]) -> None:
        """Move a damaged store away and begin a new one; the answer is its new folder, or why that failed."""

        def move(_store: Store | None) -> None:
            self._close_stores()
            result: Path | str
            try:
                result = move_away(self._path, day)
            except CompanionError as error:
                result = error_text(error)
            self._again = True
            hand_over(result)

        hand_over = self._poster(answer)
        self._queue(move)

    def try_again(self) -> None:
        """Retry now."""
        with self._changed:
            self._again = True
            self._changed.notify()

    def close(self) -> None:
        """Write what waits, in one last attempt, and end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _queue(self, question: Callable[[Store | None], None]) -> None:
        with self._changed:
            self._questions.append(question)
            self._changed.notify()

    def _poster(self, answer: Callable[[T], None]) -> Callable[[T], None]:
        """Return a function that posts an answer by number: only the UI thread may hold the callback."""
        number = next(self._numbers)
        self._answers[number] = answer
        return lambda result: self._post(lambda: self._answers.pop(number)(result))

    def _run(self) -> None:
        while True:
            with self._changed:
                self._wait()
                # Reset after the wait, so that a retry requested during an attempt isn't lost.
                self._again = False
                closing = self._closing
                rows, self._rows = self._rows, {}
                settings, self._settings = self._settings, {}
                questions, self._questions = self._questions, []
                marks, self._marks = self._marks, {}
            if self._trouble is not None:
                self._look_again()
            self._write(rows, settings)
            if questions:
                self._exchange()
            for question in questions:
                question(self._readable())
            if questions:
                self._exchange(anyway=True)
            for match, reached in marks.items():
                self._keep_mark(match, reached)
            self._next_try = self._seconds() + self._retry
            if closing:
                self._close_stores()
                return

    def _wait(self) -> None:
        """Wait for something to do; in trouble, writes wait for the next retry, reads don't.

        New rows don't postpone the retry: everything that waits is lost if the power fails.
        """
        while not (self._closing or self._questions or self._again):
            if self._trouble is None and (self._rows or self._settings or self._marks):
                return
            timeout = None if self._trouble is None else self._next_try - self._seconds()
            if timeout is not None and timeout <= 0:
                return
            self._changed.wait(timeout)

    def _write(self, rows: Waiting, settings: dict[str, str]) -> None:
        if not (rows or settings or self._trouble):
            return
        store = self._open()
        written: list[tuple[str, int]] = []
        news = False
        try:
            if store is None:
                raise NotSaved(self._trouble or "")
            for match, (kept, lines) in list(rows.items()):
                # Move it to the end: a match that can't be written delays the others by one attempt at most.
                rows[match] = rows.pop(match)
                news |= outbox.keep(store, kept, lines)
                del rows[match]
                if lines:
                    written.append((match, lines[-1].n + 1))
            for name in list(settings):
                store.set(name, settings[name])
                del settings[name]
            self._set_trouble(None)
        except CompanionError as error:
            self._set_trouble(error_text(error))
            self._keep_for_later(rows, settings)
        except Exception as error:  # noqa: BLE001 - handle an unforeseen error like a full disk
            self._unforeseen(error)
            self._keep_for_later(rows, settings)
        for match, length in written:
            self._post(lambda match=match, length=length: self.on_written(match, length))  # type: ignore[misc]
        if news:
            self._exchange()

    def _exchange(self, *, anyway: bool = False) -> None:
        """Publish what waits for a club's desk, and drop what the desk has acknowledged."""
        try:
            if self._store is not None:
                self.club.exchange(self._store, lambda: str(uuid4()), anyway=anyway)
        except (CompanionError, OSError):
            pass
        except Exception as error:  # noqa: BLE001 - as above: the thread must go on
            self._unforeseen(error)

    def _keep_mark(self, match: str, reached: AnyCheckpoint) -> None:
        """Write a checkpoint sealed to the rows on disk, and remove those of deleted matches."""
        with suppress(CompanionError):
            if self._store is not None and len(rows := self._store.rows(match)) >= reached.length:
                CHECKPOINTS.write(self._path, match, line.encode_checkpoint(reached, match, rows))
                for old in line.with_checkpoints(self._path):
                    if not self._store.has(old):
                        CHECKPOINTS.throw_away(self._path, old)

    def _keep_for_later(self, rows: Waiting, settings: dict[str, str]) -> None:
        with self._changed:
            for match, (kept, lines) in rows.items():
                newer = self._rows.get(match)
                self._rows[match] = (newer[0], [*lines, *newer[1]]) if newer else (kept, lines)
            self._settings = {**settings, **self._settings}

    def _open(self) -> Store | None:
        """Return the store to write to; None if it can't be opened."""
        if self._store is None:
            # Close the reader first: connections in one process share state, even that a file is read-only.
            self._close_stores()
            try:
                self._store = self._opener(self._path)
            except CompanionError as error:
                self._in_use = isinstance(error.__cause__, BlockingIOError)
                self._set_trouble(error_text(error))
            except Exception as error:  # noqa: BLE001 - as above: this thread must go on
                self._unforeseen(error)
        return self._store

    def _readable(self) -> Store | None:
        """Return the store to read from; None if another companion is using it."""
        if self._open() is None and not self._in_use:
            with suppress(CompanionError):
                self._reader = self._read_only(self._path)
        return self._store or self._reader

    def _look_again(self) -> None:
        """Check whether the trouble is gone; reopen a file that can't be read any more."""
        for _ in range(2):
            store = self._open()
            if store is None:
                return
            try:
                store.setting("", "")
                return
            except StoreError as error:
                self._set_trouble(error_text(error))
                self._close_stores()

    def _close_stores(self) -> None:
        for store in (self._store, self._reader):
            if store is not None:
                store.close()
        self._store = self._reader = None

    def _unforeseen(self, error: Exception) -> None:
        """Report an unforeseen error's type as trouble, and raise it in the UI once while it lasts."""
        trouble = words.broken(crash_message.kind(error))
        if trouble != self._trouble:
            self._post(lambda: _raise(error))
        self._set_trouble(trouble)

    def _set_trouble(self, trouble: str | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._post(lambda: self.on_trouble(trouble))


def _raise(error: Exception) -> None:
    """Raise an error; posted to the UI thread, which shows it."""
    raise error
