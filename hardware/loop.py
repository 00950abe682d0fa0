"""One loop for all that hardware has to tell: files that can be read, and instants that come.

All of it is served by one thread. The process that watches the buttons runs a `Loop` itself; anywhere else
there is a `LoopThread`.
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
"""Something to tell, and when it happened."""

Reader = Callable[[], Iterable[Due]]
"""Takes what a file has, without waiting, and returns what it tells."""

Call = Callable[[Instant], object]
"""Gets an instant up to which everything that files had has been told."""

AT_ONCE = Instant(0)
"""An instant for `call_at` that has passed."""


class Loop:
    """Serves files and instants while somebody calls `run`, or `turn` by hand.

    What several files have in one go is told in order of time. A call that is due comes after everything that
    happened before. `watch`, `call_at` and `work` may be called from any thread, and never wait. A fault in
    one call is reported and costs the others nothing.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or SystemClock()
        self._held = threading.RLock()
        self._holder: int | None = None
        # For moments; nobody is called under it.
        self._changing = threading.Lock()
        self._due: dict[Call, Instant] = {}
        self._told: list[tuple[Instant, int, Callable[[], object]]] = []
        self._number = count()
        self._workers: set[threading.Thread] = set()
        self._wake_read = self._wake_write = -1
        self._waiting = False
        self._stopped = False

    @property
    def inside(self) -> bool:
        """Whether this thread serves the loop just now."""
        return self._holder == threading.get_ident()

    def watch(self, file: int, read: Reader, write: Callable[[], object] | None = None) -> None:
        """Call `read` whenever the file has something, and `write` whenever it takes something; set anew."""
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
        """Leave the file alone, before it is closed; harmless for one that isn't watched."""
        with self._changing, suppress(KeyError):
            if "_selector" in self.__dict__:
                self._selector.unregister(file)

    def call_at(self, at: Instant | None, call: Call) -> None:
        """Call at `at`, instead of when it was to be before; None: not at all."""
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
        """Do what may take long in a thread of its own; what it returns is called in the loop."""

        def live() -> None:
            try:
                self.call_at(AT_ONCE, job())
            except Exception:  # noqa: BLE001 - whatever a device does when it is opened
                report_fault()

        worker = threading.Thread(target=live, name="hardware-opening", daemon=True)
        self._workers = {other for other in self._workers if other.is_alive()} | {worker}
        worker.start()
        self._begin()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the loop: nobody but this thread reads and calls meanwhile. Take it before any other lock."""
        with self._held:
            outer, self._holder = self._holder, threading.get_ident()
            try:
                yield
            finally:
                self._holder = outer

    def catch_up(self, files: Container[int]) -> None:
        """Tell, in the caller's thread, all that these files have by now, and no others."""
        with self.alone():
            self._serve(ready for ready in self._selector.select(0) if ready[0].fd in files)

    def pump(self, file: int, until: Instant) -> None:
        """Wait until this file is ready, until then at the most, and serve it and no other.

        Whatever else happens meanwhile waits in the kernel, so that a ruling can wait for one board's answer.
        """
        writes = self._selector.get_key(file).events & EVENT_WRITE
        self._wait([file], [file] if writes else [], until)
        self.catch_up((file,))

    def tell(self, told: Iterable[Due]) -> None:
        """Call what is told in order of time, with what was still to be told."""
        with self.alone():
            for at, call in told:
                heapq.heappush(self._told, (at, next(self._number), call))
            # Whoever is told may catch up: then the rest of this is told there, in its place.
            while self._told:
                _, _, call = heapq.heappop(self._told)
                try:
                    call()
                except Exception:  # noqa: BLE001 - one listener's fault must not cost all others
                    report_fault()

    def turn(self, until: Instant | None = None) -> None:
        """Wait until something happens, until then at the most, and serve it."""
        # Before files are asked: whoever is called then has been told all up to here.
        now = self.clock.now()
        with self._changing:
            # Whoever stopped it before it waits has woken nobody.
            if self._stopped:
                return
            ends = [at for at in (until, *self._due.values()) if at is not None]
            files = [self._selector.fileno()]  # type: ignore[attr-defined]  # all but SelectSelector have one
            self._waiting = True
        self._wait(files, [], min(ends, default=None))
        self._waiting = False
        with self.alone():
            self._serve(self._selector.select(0))
            self._call_due(now)

    def run(self) -> None:
        """Serve until somebody calls `stop`."""
        while not self._stopped:
            self.turn()

    def stop(self) -> None:
        """Let `run` return after what it does just now; nothing is watched any more."""
        with self._changing:
            self._stopped = True
            if self._waiting:
                self._wake()

    def close(self) -> None:
        """Stop, and let everything go. What still opens is waited for, and what it opened is handed over."""
        self.stop()
        for worker in self._workers:
            worker.join()
        with self.alone():
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
        """There is something to serve."""

    def _wait(self, read: list[int], write: list[int], until: Instant | None) -> None:
        """Wait until a file is ready. select(2) counts microseconds, epoll only milliseconds."""
        left = None if until is None else max(0, until - self.clock.now()) / SECOND
        select.select(read, write, [], left)

    def _serve(self, ready: Iterable[tuple[SelectorKey, int]]) -> None:
        told: list[Due] = []
        for key, mask in ready:
            read, write = key.data
            # What was read a moment ago may have had this file closed.
            if self._selector.get_map().get(key.fd) is not key:
                continue
            try:
                if mask & EVENT_WRITE and write is not None:
                    write()
                if mask & EVENT_READ:
                    told += read()
            except Exception:  # noqa: BLE001 - it would fail again at once, and for ever
                self.unwatch(key.fd)
                report_fault()
        self.tell(told)

    def _call_due(self, now: Instant) -> None:
        with self._changing:
            due = [call for call, at in sorted(self._due.items(), key=itemgetter(1)) if at <= now]
        for call in due:
            # One that was called a moment ago may have put it off.
            with self._changing:
                if self._due.get(call, now + 1) > now:
                    continue
                del self._due[call]
            try:
                call(now)
            except Exception:  # noqa: BLE001 - as in `tell`
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
    """A loop with a daemon thread of its own, which starts with the first thing that is to be served."""

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock)
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        """Stop, wait for the thread unless it is the one that calls, and let everything go."""
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
    """A device that comes and goes: looked for now and then until it can be opened, and then held in a loop.

    `unplugged` is said of it when it goes. From one look to the next it is `pause`, twice as long after each
    that failed, up to `longest`.
    """

    def __init__(self, loop: Loop, unplugged: str, pause: Nanoseconds, longest: Nanoseconds) -> None:
        self.trouble = ""
        """What is wrong and what to do, in a sentence; empty while all is well."""
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
        """Let the device go, and look for it no more."""
        with self._loop.alone():
            self._closed = True
            self._loop.call_at(None, self._look)
            self._let_go()

    @abstractmethod
    def _open(self) -> Call:
        """Find and open it, in another thread; return what holds it in the loop. HardwareError."""

    @abstractmethod
    def _let_go(self) -> object:
        """Close the device, if it is open."""

    def _look(self, now: Instant) -> None:
        self._loop.work(self._find)

    def _find(self) -> Call:
        try:
            return self._open()
        except HardwareError as error:
            trouble = str(error)
        except Exception:  # noqa: BLE001 - whatever happened to this device, the next look must come
            report_fault()
            trouble = self._unplugged
        return lambda now: self._look_again(trouble)

    def _look_again(self, trouble: str) -> None:
        self.trouble = trouble
        if not self._closed:
            self._loop.call_at(Instant(self._loop.clock.now() + self._pause), self._look)
        self._pause = min(Nanoseconds(2 * self._pause), self._longest)
