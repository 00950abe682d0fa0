"""One loop for all hardware events: files that become ready, and calls that fall due.

One thread serves them all. The process that watches the buttons runs a `Loop` itself; everything else uses a
`LoopThread`.
"""

import heapq
import os
import select
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import count
from operator import itemgetter
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector, DefaultSelector, SelectorKey

from companion.clock import SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.errors import HardwareError, report_fault

Due = tuple[Instant, Callable[[], object]]
"""When an event happened, and the call that delivers it."""

Reader = Callable[[], Iterable[Due]]
"""Reads what a file has, without blocking, and returns the events in it."""

Call = Callable[[Instant], object]
"""Gets an instant up to which all events of all files have been delivered."""

AT_ONCE = Instant(0)
"""For `call_at`: an instant that is always past."""


class Loop:
    """Serves files and timed calls in `run`, or in single calls of `turn`.

    Events that are read together are delivered by time, across files. A timed call comes after all events
    from before its time. `watch`, `call_at` and `work` may be called from any thread, and never block. A
    fault in one call is reported and doesn't affect the others.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or SystemClock()
        self._held = threading.RLock()
        self._holder: int | None = None
        # Held only for moments, and never while calling out.
        self._changing = threading.Lock()
        self._due: dict[Call, Instant] = {}
        self._undelivered: list[tuple[Instant, int, Callable[[], object]]] = []
        self._number = count()
        self._workers: set[threading.Thread] = set()
        self._wake_read = self._wake_write = -1
        self._waiting = False
        self._stopped = False

    @property
    def inside(self) -> bool:
        """Whether this thread is serving the loop now."""
        return self._holder == threading.get_ident()

    def watch(self, file: int, read: Reader, write: Callable[[], object] | None = None) -> None:
        """Call `read` whenever the file is readable, `write` whenever writable; replaces earlier calls."""
        events = EVENT_READ | (EVENT_WRITE if write is not None else 0)
        with self._changing:
            if self._stopped:
                return
            if file in self._selector.get_map():
                self._selector.modify(file, events, (read, write))
            else:
                self._selector.register(file, events, (read, write))
        self._begin()

    def unwatch(self, file: int) -> None:
        """Stop watching a file, before it is closed; does nothing if it isn't watched."""
        with self._changing, suppress(KeyError):
            if "_selector" in self.__dict__:
                self._selector.unregister(file)

    def call_at(self, at: Instant | None, call: Call) -> None:
        """Schedule `call` for `at`, instead of any earlier schedule of it; None cancels it."""
        with self._changing:
            if at is None:
                self._due.pop(call, None)
                return
            sooner = at < min(self._due.values(), default=at + 1)
            self._due[call] = at
            if sooner and self._waiting:
                self._wake()
        self._begin()

    def work(self, job: Callable[[], Call]) -> None:
        """Do a job that may take long in its own thread; what it returns is called in the loop."""

        def run_job() -> None:
            try:
                self.call_at(AT_ONCE, job())
            except Exception:  # noqa: BLE001 - opening a device may raise anything
                report_fault()

        worker = threading.Thread(target=run_job, name="hardware-opening", daemon=True)
        self._workers = {running for running in self._workers if running.is_alive()} | {worker}
        worker.start()
        self._begin()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the loop: no other thread reads or calls meanwhile. Acquire it before any other lock."""
        with self._held:
            outer, self._holder = self._holder, threading.get_ident()
            try:
                yield
            finally:
                self._holder = outer

    def catch_up(self, files: Container[int]) -> None:
        """Deliver, in the caller's thread, all events that these files have by now, and no others."""
        with self.locked():
            self._serve(ready for ready in self._selector.select(0) if ready[0].fd in files)

    def pump(self, file: int, until: Instant) -> None:
        """Wait until this file is ready, or until then, and serve it and no other.

        Other events wait in the kernel meanwhile, so that a ruling can wait for one board's answer.
        """
        writes = self._selector.get_key(file).events & EVENT_WRITE
        self._wait([file], [file] if writes else [], until)
        self.catch_up((file,))

    def deliver(self, events: Iterable[Due]) -> None:
        """Deliver events by time, along with those still undelivered."""
        with self.locked():
            for at, call in events:
                heapq.heappush(self._undelivered, (at, next(self._number), call))
            # A listener may catch up: then the rest of these are delivered there, in order.
            while self._undelivered:
                _, _, call = heapq.heappop(self._undelivered)
                try:
                    call()
                except Exception:  # noqa: BLE001 - one listener's fault must not affect the others
                    report_fault()

    def turn(self, until: Instant | None = None) -> None:
        """Wait until something happens, or until then, and serve it."""
        # Before files are read: calls that are due by now come after all events up to now.
        now = self.clock.now()
        with self._changing:
            # A stop before the wait would wake nothing, so check for it here.
            if self._stopped:
                return
            ends = [at for at in (until, *self._due.values()) if at is not None]
            files = [self._selector.fileno()]  # type: ignore[attr-defined]  # all but SelectSelector have one
            self._waiting = True
        self._wait(files, [], min(ends, default=None))
        self._waiting = False
        with self.locked():
            self._serve(self._selector.select(0))
            self._call_due(now)

    def run(self) -> None:
        """Serve until `stop` is called."""
        while not self._stopped:
            self.turn()

    def stop(self) -> None:
        """Let `run` return after its current turn; no new files are watched."""
        with self._changing:
            self._stopped = True
            if self._waiting:
                self._wake()

    def close(self) -> None:
        """Stop and release everything. Waits for jobs in `work`, and makes the calls that they return."""
        self.stop()
        for worker in self._workers:
            worker.join()
        with self.locked():
            self._call_due(AT_ONCE)
            if "_selector" in self.__dict__:
                self.__dict__.pop("_selector").close()
                os.close(self._wake_read)
                os.close(self._wake_write)

    @cached_property
    def _selector(self) -> BaseSelector:
        selector = DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        for end in (self._wake_read, self._wake_write):
            os.set_blocking(end, False)
        selector.register(self._wake_read, EVENT_READ, (self._woken, None))
        return selector

    def _begin(self) -> None:
        """Called when there is something to serve; for subclasses that start a thread then."""

    def _wait(self, read: list[int], write: list[int], until: Instant | None) -> None:
        """Wait until a file is ready. select(2) counts microseconds, epoll only milliseconds."""
        timeout = None if until is None else max(0, until - self.clock.now()) / SECOND
        select.select(read, write, [], timeout)

    def _serve(self, ready: Iterable[tuple[SelectorKey, int]]) -> None:
        events: list[Due] = []
        for key, mask in ready:
            read, write = key.data
            # An earlier read in this round may have closed this file.
            if self._selector.get_map().get(key.fd) is not key:
                continue
            try:
                if mask & EVENT_WRITE and write is not None:
                    write()
                if mask & EVENT_READ:
                    events += read()
            except Exception:  # noqa: BLE001 - it would fail again at once, and for ever
                self.unwatch(key.fd)
                report_fault()
        self.deliver(events)

    def _call_due(self, now: Instant) -> None:
        with self._changing:
            due = [call for call, at in sorted(self._due.items(), key=itemgetter(1)) if at <= now]
        for call in due:
            # An earlier call in this round may have postponed this one.
            with self._changing:
                if self._due.get(call, now + 1) > now:
                    continue
                del self._due[call]
            try:
                call(now)
            except Exception:  # noqa: BLE001 - as in `deliver`
                report_fault()

    def _wake(self) -> None:
        # A full pipe wakes just as well.
        with suppress(BlockingIOError):
            os.write(self._wake_write, b"x")
        self._waiting = False

    def _woken(self) -> Iterable[Due]:
        os.read(self._wake_read, 4096)
        return ()


class LoopThread(Loop):
    """A loop with its own daemon thread, which starts once there is something to serve."""

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock)
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        """Stop, wait for the thread unless called from it, and release everything."""
        self.stop()
        with self._changing:
            thread = self._thread
        if thread is None:
            super().close()
        elif thread is not threading.current_thread():
            thread.join()

    def _begin(self) -> None:
        with self._changing:
            if self._thread is None and not self._stopped:
                self._thread = threading.Thread(target=self._live, name="hardware-loop", daemon=True)
                self._thread.start()

    def _live(self) -> None:
        self.run()
        super().close()


class DeviceLink(ABC):
    """A device that may be unplugged: looked for until it can be opened, and then served in a loop.

    `unplugged`: its trouble once it is gone. Looks are `pause` apart; the pause doubles with each failure, up
    to `longest`.
    """

    def __init__(self, loop: Loop, unplugged: str, pause: Nanoseconds, longest: Nanoseconds) -> None:
        self.trouble = ""
        """What is wrong and what to do, in a sentence; empty if all is well."""
        self._loop, self._unplugged = loop, unplugged
        self._first_pause, self._pause, self._longest = pause, pause, longest
        self._started = False
        self._closed = False

    def start(self) -> None:
        """Start looking for the device."""
        if not self._started and not self._closed:
            self._started = True
            self._loop.work(self._find)

    def close(self) -> None:
        """Release the device, and stop looking for it."""
        with self._loop.locked():
            self._closed = True
            self._loop.call_at(None, self._look)
            self._close_device()

    @abstractmethod
    def _open(self) -> Call:
        """Find and open the device, in a worker; return a call that takes it over. Raises HardwareError."""

    @abstractmethod
    def _close_device(self) -> object:
        """Close the device, if it is open."""

    def _look(self, now: Instant) -> None:
        self._loop.work(self._find)

    def _find(self) -> Call:
        try:
            return self._open()
        except HardwareError as error:
            trouble = str(error)
        except Exception:  # noqa: BLE001 - after any fault of this device the next look must come
            report_fault()
            trouble = self._unplugged
        return lambda now: self._look_again(trouble)

    def _look_again(self, trouble: str) -> None:
        self.trouble = trouble
        if not self._closed:
            self._loop.call_at(Instant(self._loop.clock.now() + self._pause), self._look)
        self._pause = min(Nanoseconds(2 * self._pause), self._longest)
