"""The app's side of a pad in a process of its own, where the screen's work can't delay it.

The messages between the two, a mirror of the pad, and the mirror that starts the process, again if it ends.
"""

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

# Messages between the app and the process that watches the buttons: one packet each, in MessagePack.
#
# A packet socket separates messages by itself, and closes when either process ends.

MOST = 1 << 18
"""Bytes to receive at most: more than the kernel lets an ordinary socket send at once (208 KiB)."""


class Open(Struct, frozen=True, tag="open"):
    """Open the buttons of a wiring: the first order; no other may come before the answer to it."""

    wiring: Wiring


class TakePart(Struct, frozen=True, tag="play"):
    """Let only these seats take part."""

    seats: tuple[Seat, ...]


class Arm(Struct, frozen=True, tag="arm"):
    """Wait for a grab from `at` on, however late this is read; its verdicts have `number`."""

    number: int
    at: Instant


class Disarm(Struct, frozen=True, tag="disarm"):
    """Give no verdicts until the next `Arm`."""


class Light(Struct, frozen=True, tag="light"):
    """Light the lamps of these seats and no others."""

    seats: tuple[Seat, ...]


Order = Open | TakePart | Arm | Disarm | Light


class Condition(Struct, frozen=True, tag="condition"):
    """The state of the pad as a whole."""

    quality: Quality
    band: Nanoseconds
    trouble: str
    totem_stands: bool | None
    has_priority: bool = True
    """Whether the buttons take priority over busy programs."""


class ButtonsOpened(Struct, frozen=True, tag="opened"):
    """The buttons are open."""

    states: dict[Seat, SeatStatus]
    condition: Condition


class Failed(Struct, frozen=True, tag="failed"):
    """The buttons can't be opened: the name of the error's class, and its sentence."""

    kind: str
    sentence: str

    def error(self) -> HardwareError:
        """Return the error that the other process raised, or a HardwareError if its class is unknown."""
        return KINDS.get(self.kind, HardwareError)(self.sentence)


class VerdictGiven(Struct, frozen=True, tag="ruled"):
    """A verdict, or its correction."""

    verdict: Decided | DeadHeat | Void


class PictureChanged(Struct, frozen=True, tag="pictured"):
    """The verdict with later contacts in its picture."""

    verdict: Decided | DeadHeat | Void


class SeatChanged(Struct, frozen=True, tag="changed"):
    """The status of a seat's button has changed."""

    seat: Seat
    status: SeatStatus


class TurnPressed(Struct, frozen=True, tag="turned"):
    """The turn button was pressed."""

    at: Instant


class Fell(Struct, frozen=True, tag="fell"):
    """The totem fell."""

    at: Instant


News = Condition | ButtonsOpened | Failed | VerdictGiven | PictureChanged | SeatChanged | TurnPressed | Fell

KINDS = {
    kind.__name__: kind
    for kind in HardwareError.__subclasses__()
    if kind.__module__ == errors.__name__ and "__init__" not in vars(kind)
}
"""Errors that opening a pad may raise, by name; each takes only its sentence."""

encode = msgspec.msgpack.Encoder().encode
order_of = msgpack_decoder(Order).decode
"""Decode an order. Raises msgspec.DecodeError for anything else."""
news_of = msgpack_decoder(News).decode
"""Decode news. Raises msgspec.DecodeError for anything else."""

# A pad seen from another process: its last known state, and the orders sent to it.
#
# It knows neither process nor socket: orders leave through `send`, news arrives through `take`.


class MirrorPad(Callbacks):
    """A `Pad` whose buttons are in another process. Nothing here blocks; `send` must not either.

    Armings are numbered and stamped here. A verdict is dropped if its arming ended, or another began, while
    it was on its way.
    """

    def __init__(self, clock: Clock, send: Callable[[Order], None]) -> None:
        super().__init__()
        self._clock, self._send = clock, send
        self._lock = threading.RLock()
        self._ended = False
        self._connected = False
        self.states: dict[Seat, SeatStatus] = {}
        """Each seat's button status when last reported."""
        self._set_condition(Condition(Quality.SOFTWARE, Nanoseconds(0), "", None))
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
        """Turn the lamps off, wait for the next grab, and return the number of this arming."""
        with self._lock:
            self._arming += 1
            self.armed = self._wanted = True
            self.lit = ()
            self._armed_at = self._clock.now()
            self._order(Arm(self._arming, self._armed_at))
            return self._arming

    def disarm(self) -> None:
        """Give no verdict on grabs until the next `arm`."""
        with self._lock:
            self.armed = self._wanted = False
            self._order(Disarm())

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        with self._lock:
            self.lit = tuple(sorted(seats))
            self._order(Light(self.lit))

    def close(self) -> None:
        """Call nothing and send nothing from now on."""
        with self._lock:
            self._ended = True

    def take(self, news: News) -> None:
        """Handle news from the other process; it must come in the order in which it was sent."""
        with self._lock:
            if not self._ended:
                self._handle(news)

    def lost(self, trouble: str) -> None:
        """Handle the end of the other process: all buttons are unplugged, and a running arming is void."""
        with self._lock:
            self._connected = False
            self.trouble = trouble
            for seat, status in self.states.items():
                self._show(seat, replace(status, state=SeatState.UNPLUGGED))
            armed, self.armed, self._wanted = self.armed, False, False
            if armed:
                self.lit = ()
                if not self._ended:
                    self.on_verdict(self._unseen_void())

    def _handle(self, news: News) -> None:
        match news:
            case VerdictGiven():
                self._rule(news.verdict)
            case PictureChanged():
                if self._wanted and news.verdict.arming == self._arming:
                    self.on_late(news.verdict)
            case SeatChanged():
                self._show(news.seat, news.status)
            case Condition():
                self._set_condition(news)
            case TurnPressed():
                self.on_turn(news.at)
            case Fell():
                self.on_totem_fell(news.at)
            case ButtonsOpened():
                self._begin(news)

    def _set_condition(self, condition: Condition) -> None:
        """Set the state of the pad as a whole."""
        self.quality, self.band, self.trouble = condition.quality, condition.band, condition.trouble
        self.totem_stands, self.has_priority = condition.totem_stands, condition.has_priority

    def _begin(self, opened: ButtonsOpened) -> None:
        """Handle opened buttons: repeat the orders in force, which a new process doesn't know."""
        self._connected = True
        self._set_condition(opened.condition)
        for seat, status in opened.states.items():
            self._show(seat, status)
        if self._playing is not None:
            self._order(TakePart(self._playing))
        if self.armed:
            # With the old stamp: what hands did before this process started is in doubt.
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
            # That order and this verdict may have crossed.
            self._order(Light(self.lit))
        self.on_verdict(verdict)

    def _show(self, seat: Seat, status: SeatStatus) -> None:
        if self.states.get(seat) == status:
            return
        # A new dict each time, so that readers need no lock.
        self.states = {**self.states, seat: status}
        if not self._ended:
            self.on_state_change(seat, status)

    def _order(self, order: Order) -> None:
        # Without a process to send to, `_begin` sends it once there is one.
        if self._connected and not self._ended:
            self._send(order)

    def _unseen_void(self) -> Void:
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
"""What the app uses: a pad in this process, real or simulated, or the mirror of one in another process."""

CHILD = (sys.executable, "-s", "-P", "-m", "hardware.pads.process")
OPENS_WITHIN = 20.0
"""Seconds to start and to open all lines; first reads from an SD card take a few."""
CLOSES_WITHIN = 2.0
"""Seconds to turn the lamps off and end."""
FIRST_PAUSE = 0.2
"""Seconds before a process that ended is restarted, the first time."""
LONGEST_PAUSE = 5.0
"""Seconds: each further end doubles the pause, up to this."""
OFTEN = 5
"""This many ends in a row aren't chance: people are asked to do something."""
STEADY = Nanoseconds(60 * SECOND)
"""A process that ran this long with its buttons open resets the count."""

ENDED = "the program that watches the buttons has ended; it is being started again"
ENDS_OFTEN = (
    "the program that watches the buttons has ended {n} times in a row; restart the machine, and if that"
    " doesn't help play on the screen and see what companion doctor says"
)
NEVER_OPENED = "the program that watches the buttons doesn't start ({why}); start the companion again"


class RemotePad(MirrorPad, Closing):
    """Opens the buttons of a wiring in another process. Raises HardwareError if they can't be opened.

    Callbacks come from its one thread. If the process ends, a running arming is void (`UNPLUGGED`), and the
    process is restarted.
    """

    def __init__(self, wiring: Wiring, clock: Clock | None = None, command: Sequence[str] = CHILD) -> None:
        super().__init__(clock or SystemClock(), self._send_order)
        self._wiring, self._command = wiring, command
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._first_answer: ButtonsOpened | Failed | None = None
        self._settled = threading.Event()
        self._ending = threading.Event()
        self._start()
        self._thread = threading.Thread(target=self._run, name="remote-pad", daemon=True)
        self._thread.start()
        if not self._settled.wait(OPENS_WITHIN):
            self.close()
            raise HardwareError(NEVER_OPENED.format(why=f"it said nothing for {OPENS_WITHIN:.0f} s"))
        if isinstance(self._first_answer, ButtonsOpened):
            return
        self.close()
        if self._first_answer is None:
            raise HardwareError(NEVER_OPENED.format(why="it ended before the buttons were open"))
        raise self._first_answer.error()

    @property
    def pid(self) -> int | None:
        """Id of the process that watches the buttons; None while there is none."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """Have the other process turn its lamps off and end, and wait for it."""
        super().close()
        self._ending.set()
        with self._lock:
            if self._socket is not None:
                # It may have gone by itself.
                with suppress(OSError):
                    self._socket.shutdown(socket.SHUT_WR)
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
            # Import from where this process did, before anywhere else.
            folders = (str(Path(__file__).absolute().parents[2]), os.environ.get("PYTHONPATH"))
            process = subprocess.Popen(
                self._command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))},
                # Ctrl-C is for the app.
                process_group=0,
            )
            failed.pop_all()
        # If it has ended already, `_listen` will notice.
        with suppress(ConnectionError):
            ours.send(encode(Open(self._wiring)))
        with self._lock:
            self._socket, self._process = ours, process
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
            if not isinstance(self._first_answer, ButtonsOpened) or self._ending.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                self._start()
            except OSError:
                report_fault()

    def _listen(self) -> tuple[bool, str]:
        """Handle the process' news until it ends; return whether it opened the buttons, and why it ended."""
        opened = False
        trouble = ENDED
        try:
            for news in self._packets():
                if isinstance(news, Failed):
                    trouble = news.sentence
                else:
                    self._take_safely(news)
                opened = opened or isinstance(news, ButtonsOpened)
                if self._first_answer is None and isinstance(news, ButtonsOpened | Failed):
                    self._first_answer = news
                    self._settled.set()
        except msgspec.DecodeError:
            # Another version of this program, after an upgrade: `_reap` closes our end, and it ends.
            report_fault()
        return opened, trouble

    def _take_safely(self, news: News) -> None:
        try:
            self.take(news)
        except Exception:  # noqa: BLE001 - a fault in one callback must not stop all later ones
            report_fault()

    def _packets(self) -> Iterator[News]:
        connection = self._socket
        while connection is not None:
            try:
                packet = connection.recv(MOST)
            except ConnectionResetError:
                # It ended without reading all orders; what it sent before is still to be read.
                continue
            if not packet:
                return
            yield news_of(packet)

    def _reap(self) -> None:
        """Close our end and wait for the end of the process."""
        with self._lock:
            connection, process, self._socket = self._socket, self._process, None
        if connection is not None:
            connection.close()
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

    def _send_order(self, order: Order) -> None:
        """Send an order without blocking; called with the lock."""
        if self._socket is None:
            return
        try:
            self._socket.send(encode(order), socket.MSG_DONTWAIT)
        except BlockingIOError:
            # It has left hundreds of orders unread: it hangs for good.
            self._kill()
        except ConnectionError:
            # It has ended; the thread will notice.
            pass
