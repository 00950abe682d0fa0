"""A pad in a process of its own: the screen's work can't keep it waiting. It is started again if it ends."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.clock import SECOND, Clock, Instant, Nanoseconds, SystemClock
from companion.decoding import msgpack_decoder
from hardware import errors
from hardware.errors import HardwareError, report_fault
from hardware.grab.adjudicate import DeadHeat, Decided, Quality, Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.machine import Closing
from hardware.pads.base import Callbacks, PadBase, lamps_of
from hardware.wiring.wiring import Wiring

# What is said between the app and the process that watches the buttons; a packet each, in MessagePack.
#
# A socket of packets keeps messages apart by itself, and ends when either process does.

MOST = 1 << 18
"""Bytes of the largest packet: more than the kernel lets an ordinary socket send at once (208 KiB)."""


class Open(Struct, frozen=True, tag="open"):
    """Open the buttons of a wiring: the first order, and the only one before `ButtonsOpened` or `Failed`."""

    wiring: Wiring


class TakePart(Struct, frozen=True, tag="play"):
    """Let only these seats take part."""

    seats: tuple[Seat, ...]


class Arm(Struct, frozen=True, tag="arm"):
    """Wait for a grab from `at` on, however late this is read; its verdicts bear `number`."""

    number: int
    at: Instant


class Disarm(Struct, frozen=True, tag="disarm"):
    """Let grabs pass."""


class Light(Struct, frozen=True, tag="light"):
    """Light the lamps of these seats and no others."""

    seats: tuple[Seat, ...]


Order = Open | TakePart | Arm | Disarm | Light


class Condition(Struct, frozen=True, tag="condition"):
    """What the pad as a whole is like now."""

    quality: Quality
    band: Nanoseconds
    trouble: str
    totem_stands: bool | None
    goes_first: bool = True
    """Whether busy programs can't keep the buttons waiting."""


class ButtonsOpened(Struct, frozen=True, tag="opened"):
    """The buttons are open."""

    states: dict[Seat, SeatStatus]
    condition: Condition


class Failed(Struct, frozen=True, tag="failed"):
    """The buttons can't be opened: the name of the error, and its sentence."""

    kind: str
    sentence: str

    def error(self) -> HardwareError:
        """Return the error as it was raised over there."""
        return KINDS.get(self.kind, HardwareError)(self.sentence)


class VerdictTold(Struct, frozen=True, tag="ruled"):
    """A verdict, or its correction."""

    verdict: Decided | DeadHeat | Void


class PictureTold(Struct, frozen=True, tag="pictured"):
    """The verdict with later contacts in its picture."""

    verdict: Decided | DeadHeat | Void


class SeatChanged(Struct, frozen=True, tag="changed"):
    """A seat's button does something else than before."""

    seat: Seat
    status: SeatStatus


class TurnPressed(Struct, frozen=True, tag="turned"):
    """The turn button was pressed."""

    at: Instant


class Fell(Struct, frozen=True, tag="fell"):
    """The totem fell."""

    at: Instant


News = Condition | ButtonsOpened | Failed | VerdictTold | PictureTold | SeatChanged | TurnPressed | Fell

KINDS = {
    kind.__name__: kind
    for kind in HardwareError.__subclasses__()
    if kind.__module__ == errors.__name__ and "__init__" not in vars(kind)
}
"""What opening a pad may raise; each is made of its sentence alone."""

encode = msgspec.msgpack.Encoder().encode
order_of = msgpack_decoder(Order).decode
"""Read an order; msgspec.DecodeError for what is none."""
news_of = msgpack_decoder(News).decode
"""Read news; msgspec.DecodeError for what is none."""

# A pad as it is seen from another process: what was said last, and orders that go out.
#
# It knows neither process nor socket: orders leave by `send`, news come in by `take`.


class MirrorPad(Callbacks):
    """A `Pad` whose buttons are elsewhere. Nothing here waits; `send` must not either.

    Armings are numbered and stamped here. A verdict is dropped if its arming was ended, or followed by
    another one, while it was on its way.
    """

    def __init__(self, clock: Clock, send: Callable[[Order], None]) -> None:
        super().__init__()
        self._clock, self._send = clock, send
        self._lock = threading.RLock()
        self._ended = False
        self._there = False
        self.states: dict[Seat, SeatStatus] = {}
        """What every button was doing when it was last heard of."""
        self._is_like(Condition(Quality.SOFTWARE, Nanoseconds(0), "", None))
        self._playing: tuple[Seat, ...] | None = None
        self.lit: tuple[Seat, ...] = ()
        """Seats whose lamp is lit, ascending."""
        self._arming = 0
        self.armed = False
        """Whether the next contact counts."""
        # Whether a verdict of this arming, or a correction of it, is still wanted.
        self._wanted = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have a button, ascending."""
        return tuple(sorted(self.states))

    def play(self, seats: Iterable[Seat]) -> None:
        """Let only these seats take part in grabs from now on."""
        with self._lock:
            self._playing = tuple(sorted(seats))
            self._order(TakePart(self._playing))

    def arm(self) -> int:
        """Put out the lamps, wait for the next grab, and return the number of this arming."""
        with self._lock:
            self._arming += 1
            self.armed = self._wanted = True
            self.lit = ()
            self._armed_at = self._clock.now()
            self._order(Arm(self._arming, self._armed_at))
            return self._arming

    def disarm(self) -> None:
        """Let grabs pass without a verdict."""
        with self._lock:
            self.armed = self._wanted = False
            self._order(Disarm())

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        with self._lock:
            self.lit = tuple(sorted(seats))
            self._order(Light(self.lit))

    def close(self) -> None:
        """Be deaf from now on."""
        with self._lock:
            self._ended = True

    def take(self, news: News) -> None:
        """Take what the other process says, in the order in which it said so."""
        with self._lock:
            if not self._ended:
                self._take(news)

    def lost(self, trouble: str) -> None:
        """Take note that nobody watches the buttons: all are unplugged, and a running arming is void."""
        with self._lock:
            self._there = False
            self.trouble = trouble
            for seat, status in self.states.items():
                self._show(seat, replace(status, state=SeatState.UNPLUGGED))
            armed, self.armed, self._wanted = self.armed, False, False
            if armed:
                self.lit = ()
                if not self._ended:
                    self.on_verdict(self._nobody_saw())

    def _take(self, news: News) -> None:
        match news:
            case VerdictTold():
                self._rule(news.verdict)
            case PictureTold():
                if self._wanted and news.verdict.arming == self._arming:
                    self.on_late(news.verdict)
            case SeatChanged():
                self._show(news.seat, news.status)
            case Condition():
                self._is_like(news)
            case TurnPressed():
                self.on_turn(news.at)
            case Fell():
                self.on_totem_fell(news.at)
            case ButtonsOpened():
                self._begin(news)

    def _is_like(self, condition: Condition) -> None:
        """Take what the pad as a whole is like."""
        self.quality, self.band, self.trouble = condition.quality, condition.band, condition.trouble
        self.totem_stands, self.goes_first = condition.totem_stands, condition.goes_first

    def _begin(self, opened: ButtonsOpened) -> None:
        """Say anew what was ordered while nobody was there."""
        self._there = True
        self._is_like(opened.condition)
        for seat, status in opened.states.items():
            self._show(seat, status)
        if self._playing is not None:
            self._order(TakePart(self._playing))
        if self.armed:
            # With the stamp of then: what hands did before this process was there is in doubt.
            self._order(Arm(self._arming, self._armed_at))
        if self.lit:
            self._order(Light(self.lit))

    def _rule(self, verdict: Verdict) -> None:
        if verdict.arming != self._arming:
            return
        if not self._wanted:
            # The winner's lamp was lit before the order to disarm arrived.
            self._order(Light(self.lit))
            return
        self.armed = False
        lit_by_order, self.lit = self.lit, lamps_of(verdict)
        if lit_by_order:
            # That order and this verdict may have met on their ways.
            self._order(Light(self.lit))
        self.on_verdict(verdict)

    def _show(self, seat: Seat, status: SeatStatus) -> None:
        if self.states.get(seat) == status:
            return
        # A new one each time: whoever reads it needs no lock.
        self.states = {**self.states, seat: status}
        if not self._ended:
            self.on_state_change(seat, status)

    def _order(self, order: Order) -> None:
        # While nobody is there, what is wanted is kept and said when somebody is.
        if self._there and not self._ended:
            self._send(order)

    def _nobody_saw(self) -> Void:
        return Void(
            arming=self._arming,
            at=self._clock.now(),
            contacts=(),
            held=(),
            band=self.band,
            quality=self.quality,
            reason=VoidReason.UNPLUGGED,
        )


Pad = PadBase | MirrorPad
"""What the app sees of grab buttons: those of this process, real or simulated, or those of another one."""

CHILD = (sys.executable, "-s", "-P", "-m", "hardware.pads.process")
OPENS_WITHIN = 20.0
"""Seconds to start and to open all lines; an SD card that was never read takes a few."""
CLOSES_WITHIN = 2.0
"""Seconds to put out the lamps and end."""
FIRST_PAUSE = 0.2
"""Seconds before a process that ended is started again."""
LONGEST_PAUSE = 5.0
"""Seconds: each failure doubles the pause up to here."""
OFTEN = 5
"""So many ends one after the other aren't chance: people are told to do something."""
STEADY = Nanoseconds(60 * SECOND)
"""A process that lived so long with its buttons open begins a new count."""

ENDED = "the program that watches the buttons has ended; it is being started again"
ENDS_OFTEN = (
    "the program that watches the buttons has ended {n} times in a row; restart the machine, and if that"
    " doesn't help play on the screen and see what companion doctor says"
)
NEVER_OPENED = "the program that watches the buttons doesn't start ({why}); start the companion again"


class ChildPad(MirrorPad, Closing):
    """Opens the buttons of a wiring in a process of its own; HardwareError where they can't be opened.

    Callbacks come from its one thread. A process that ends costs the arming that was running (void,
    `unplugged`) and is started again.
    """

    def __init__(self, wiring: Wiring, clock: Clock | None = None, command: Sequence[str] = CHILD) -> None:
        super().__init__(clock or SystemClock(), self._say)
        self._wiring, self._command = wiring, command
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._first: ButtonsOpened | Failed | None = None
        self._settled = threading.Event()
        self._ending = threading.Event()
        self._start()
        self._thread = threading.Thread(target=self._run, name="pad-child", daemon=True)
        self._thread.start()
        if not self._settled.wait(OPENS_WITHIN):
            self.close()
            raise HardwareError(NEVER_OPENED.format(why=f"it says nothing for {OPENS_WITHIN:.0f} s"))
        if isinstance(self._first, ButtonsOpened):
            return
        self.close()
        if self._first is None:
            raise HardwareError(NEVER_OPENED.format(why="it ended before the buttons were open"))
        raise self._first.error()

    @property
    def pid(self) -> int | None:
        """The number of the process that watches the buttons; None while there is none."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """Have the other process put out its lamps and end; wait for that."""
        super().close()
        self._ending.set()
        with self._lock:
            if self._line is not None:
                # It may have gone by itself.
                with suppress(OSError):
                    self._line.shutdown(socket.SHUT_WR)
        self._thread.join(CLOSES_WITHIN)
        if self._thread.is_alive():
            self._kill()
            self._thread.join()

    def _start(self) -> None:
        """Start the process and order it to open the buttons."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ExitStack() as opened:
            opened.enter_context(theirs)
            failed = opened.enter_context(ExitStack())
            failed.callback(ours.close)
            # The packages of this process first, wherever it found them.
            found = (str(Path(__file__).absolute().parents[2]), os.environ.get("PYTHONPATH"))
            process = subprocess.Popen(
                self._command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))},
                # Ctrl-C is for the app.
                process_group=0,
            )
            failed.pop_all()
        # What can't be said any more shows when it is listened to.
        with suppress(ConnectionError):
            ours.send(encode(Open(self._wiring)))
        with self._lock:
            self._line, self._process = ours, process
            if self._ending.is_set():
                ours.shutdown(socket.SHUT_WR)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        ends = 0
        while True:
            began = self._clock.now()
            opened, trouble = self._listen()
            if opened and self._clock.now() - began >= STEADY:
                pause, ends = FIRST_PAUSE, 0
            ends += 1
            self.lost(ENDS_OFTEN.format(n=ends) if trouble == ENDED and ends >= OFTEN else trouble)
            self._reap()
            self._settled.set()
            if not isinstance(self._first, ButtonsOpened) or self._ending.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                self._start()
            except OSError:
                report_fault()

    def _listen(self) -> tuple[bool, str]:
        """Take what the process says until it ends; return whether it opened the buttons, and why."""
        opened = False
        trouble = ENDED
        try:
            for news in self._packets():
                if isinstance(news, Failed):
                    trouble = news.sentence
                else:
                    self._told(news)
                opened = opened or isinstance(news, ButtonsOpened)
                if self._first is None and isinstance(news, ButtonsOpened | Failed):
                    self._first = news
                    self._settled.set()
        except msgspec.DecodeError:
            # Another version of this program, after an upgrade: our end is closed, and it ends.
            report_fault()
        return opened, trouble

    def _told(self, news: News) -> None:
        try:
            self.take(news)
        except Exception:  # noqa: BLE001 - a fault in one callback must not cost the table all others
            report_fault()

    def _packets(self) -> Iterator[News]:
        line = self._line
        while line is not None:
            try:
                packet = line.recv(MOST)
            except ConnectionResetError:
                # It ended without having read all orders; what it said before that is still to come.
                continue
            if not packet:
                return
            yield news_of(packet)

    def _reap(self) -> None:
        """Close our end and wait for the end of the process."""
        with self._lock:
            line, process, self._line = self._line, self._process, None
        if line is not None:
            line.close()
        if process is not None:
            try:
                process.wait(CLOSES_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._process = None

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    def _say(self, order: Order) -> None:
        """Send an order without waiting; called with the lock."""
        if self._line is None:
            return
        try:
            self._line.send(encode(order), socket.MSG_DONTWAIT)
        except BlockingIOError:
            # Hundreds of orders that it hasn't read: it will not come back.
            self._kill()
        except ConnectionError:
            # It has ended; the thread finds that out.
            pass
