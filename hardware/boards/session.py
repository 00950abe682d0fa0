"""One session with a grab board, from HELLO to its end: bytes in, bytes and events out.

Pure: no port, no thread, and time is an argument. docs/grab_board.md describes the protocol. A session that
can't be sure of having every change ends itself, so a verdict may be void but is never wrong.
"""

from enum import Enum

from msgspec import Struct

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import ENOUGH, UNSTEERED, ClockExchange, ClockMap, Exchanges
from hardware.firmware import frames

# A board's inputs as it reports them: every change once, in order, and no loss unnoticed.


class Inputs:
    """Levels and changes of one session; `mask` has the inputs to watch."""

    def __init__(self, mask: int) -> None:
        self.levels = 0
        """Levels after the last change taken, 1 is high."""
        self.next = 0
        """Number of the next change to take."""
        self.lost = 0
        """Number of changes that the board says it lost."""
        self.caught_up = 0
        """Number of the last catch-up before which nothing is missing."""
        self._mask = mask
        self._last_ticks = 0
        # ECHOs that count changes which haven't come yet, each with the last catch-up that it answers.
        self._ahead: list[tuple[frames.Echo, int]] = []

    @property
    def gap(self) -> bool:
        """Whether changes that haven't come yet are known to exist."""
        return bool(self._ahead)

    def begin(self, levels: int, next_number: int) -> None:
        """Start with the levels of READY, and the number of the first change."""
        self.levels, self.next = levels & self._mask, next_number

    def take(self, changes: frames.Changes) -> list[tuple[int, int, int]] | None:
        """Return new changes as (ticks, levels before, levels after); None if earlier ones are missing.

        The board sends those again first, as long as no later change is acknowledged.
        Raises ValueError for changes that go back in time.
        """
        if changes.first > self.next:
            return None
        new = []
        for after, levels in changes.changes[self.next - changes.first :]:
            ticks = changes.at + after
            if ticks < self._last_ticks:
                raise ValueError(f"a change at {ticks} after one at {self._last_ticks}")
            new.append((ticks, self.levels, levels & self._mask))
            self.levels, self._last_ticks = levels & self._mask, ticks
            self.next += 1
            self._settle()
        return new

    def sum_up(self, echo: frames.Echo, catch_up: int) -> None:
        """Take an ECHO and the number of the last catch-up that it answers.

        It takes effect once all changes below its `next` have come.
        """
        self._ahead.append((echo, catch_up))
        self._settle()

    def _settle(self) -> None:
        for echo, catch_up in self._ahead:
            if echo.next <= self.next:
                self.caught_up = max(self.caught_up, catch_up)
                self.lost = max(self.lost, echo.lost)
            # After lost changes, the next one is compared with the inputs' actual levels.
            if echo.next == self.next:
                self.levels = echo.levels & self._mask
        self._ahead = [(echo, catch_up) for echo, catch_up in self._ahead if echo.next > self.next]


ASK_AGAIN = Nanoseconds(200 * MILLISECOND)
"""HELLO and SETUP are repeated at this interval until they are answered."""
ANSWERS_WITHIN = Nanoseconds(1 * SECOND)
"""A grab board answers HELLO within this time, and SETUP within as much again."""
SYNC_EVERY = Nanoseconds(200 * MILLISECOND)
"""Interval of exchanges in an open session."""
SYNC_AGAIN = Nanoseconds(50 * MILLISECOND)
"""A SYNC that isn't answered within this is followed by another one."""
SILENCE = Nanoseconds(250 * MILLISECOND)
"""A board that owes an answer or a missing change for this long is gone."""
MOST_UNANSWERED = SILENCE // SYNC_AGAIN
"""The SYNCs that fit into a silence; if fewer are unanswered, this machine itself stalled."""
ECHO_BYTES = len(frames.framed(frames.Echo(1, 0, 0, 0, 0, 0, 0, 0)))
"""Bytes of an ECHO on the wire; on a slow wire they delay its arrival."""
MOST_TRIES = 10
"""How often a catch-up asks again because its exchange was too slow to show a clock jump."""
LEAST_RATE = 100_000
"""Ticks a second; a slower clock couldn't rank contacts that are an error band apart."""


PULLS = {"up": frames.PULL_UP, "down": frames.PULL_DOWN}
"""The protocol's numbers for the seats file's pulls."""


class WhyEnded(Enum):
    """Why a session is over."""

    NO_ANSWER = "no_answer"
    """What is plugged in there never identified itself as a grab board."""
    VERSION = "version"
    """Board and program have no version in common; the detail is lowest << 8 | highest of the board."""
    PINS = "pins"
    """The board lacks some of the pins wanted; the detail is their mask."""
    SILENCE = "silence"
    """The board stopped answering, or a change stayed lost."""
    RESET = "reset"
    """The board restarted and doesn't know this session."""
    NONSENSE = "nonsense"
    """The board contradicts itself, or the protocol."""


class Wants(Struct, frozen=True):
    """How a session sets up the board's pins: masks with bit n for GPn, and a pull of `frames`."""

    inputs: int
    lamps: int
    pull: int


class SessionOpened(Struct, frozen=True):
    """The board is set up and its clock is mapped."""


class Moved(Struct, frozen=True):
    """Inputs changed at the board's `ticks`; levels of all inputs before and after, 1 is high."""

    ticks: int
    before: int
    after: int

    def to(self, high: bool) -> int:
        """Return the inputs that became high (or low), as a mask."""
        return self.after & ~self.before if high else self.before & ~self.after


class SessionEnded(Struct, frozen=True):
    """The session is over, and why."""

    why: WhyEnded
    detail: int = 0


class Jumped(Struct, frozen=True):
    """The board's clock jumped since the last exchange; the session has a new map from now on."""


Event = SessionOpened | Moved | Jumped


class Phase(Enum):
    """The stages of a session."""

    GREETING = "greeting"
    SETTING_UP = "setting_up"
    SYNCING = "syncing"
    """Set up, but the clock isn't mapped yet."""
    OPEN = "open"
    ENDED = "ended"


class OpenSync(Struct, frozen=True):
    """A SYNC whose ECHO hasn't come yet."""

    sent: Instant
    catch_up: int
    """Number of the last catch-up that this SYNC was sent for."""
    next: int


class BoardSession:
    """The host's end of one session; call `take`, `tick` and `outgoing` from one thread.

    `byte`: the least time in ns that a byte takes on the wire.
    """

    def __init__(self, number: int, wants: Wants, now: Instant, byte: int = 0) -> None:
        self.number = number
        self.wants = wants
        self.phase = Phase.GREETING
        self.ended: SessionEnded | None = None
        self.identity: frames.Identity | None = None
        self.map: ClockMap | None = None
        self.lit = 0
        """Mask of the lamps to light."""
        self._decoder = frames.Decoder()
        self._exchanges: Exchanges | None = None
        self._echo_takes = ECHO_BYTES * byte
        self._events: list[Event] = []
        self._since = now
        self._next_ask = now
        self._acknowledge = False
        self._send_lamps = False
        self._inputs = Inputs(wants.inputs)
        # Exchanges: those under way, and since when the board owes something.
        self._token = 0
        self._asked: dict[int, OpenSync] = {}
        self._echo_owed: Instant | None = None
        self._changes_owed: Instant | None = None
        self._catch_up = 0
        self._catch_up_sent = 0
        self._tries = 0
        self._sync_sent = now
        self._last_received = 0
        self._warm = False

    @property
    def levels(self) -> int:
        """All inputs as last reported by the board, 1 is high."""
        return self._inputs.levels

    @property
    def lost(self) -> int:
        """Number of changes that the board says it lost."""
        return self._inputs.lost

    @property
    def caught_up(self) -> int:
        """Number of the last finished catch-up: all events before it was begun have been returned."""
        return self._inputs.caught_up

    def light(self, lit: int) -> None:
        """Light these lamps and no others; this is repeated until the board confirms it."""
        self.lit = lit & self.wants.lamps
        self._send_lamps = True

    def begin_catch_up(self, number: int, now: Instant) -> None:
        """Begin the catch-up with this number in an open session; it is done once `caught_up` reaches it.

        Numbers ascend, from 1.
        """
        self._catch_up, self._tries = number, 0
        self._next_ask = now

    def end(self, why: WhyEnded, detail: int = 0) -> None:
        """End the session; does nothing if it is over."""
        if self.phase is not Phase.ENDED:
            self.phase = Phase.ENDED
            self.ended = SessionEnded(why, detail)

    def take(self, data: bytes, now: Instant, steered: Nanoseconds = UNSTEERED) -> list[Event]:
        """Take bytes that had arrived by `now`; return their events, oldest first.

        `steered`: how far `now` is ahead of an unsteered clock.
        """
        for payload in self._decoder.feed(data):
            if self.phase is Phase.ENDED:
                break
            try:
                message = frames.unpack(payload)
            except ValueError:
                continue
            # Every message begins with its session.
            if message[0] == self.number:
                self._message(message, now, steered)
        return self._take_events()

    def tick(self, now: Instant) -> list[Event]:
        """Do what is due by `now`; first call `take` with all bytes that have arrived."""
        if self.phase in (Phase.GREETING, Phase.SETTING_UP):
            if now - self._since >= ANSWERS_WITHIN:
                self.end(WhyEnded.NO_ANSWER if self.phase is Phase.GREETING else WhyEnded.SILENCE)
        elif any(now - since >= SILENCE for since in self._overdue()):
            self.end(WhyEnded.SILENCE)
        return self._take_events()

    def deadline(self) -> Instant:
        """Return when `outgoing` or `tick` next has something to do."""
        return Instant(min([self._next_ask, *(since + SILENCE for since in self._overdue())]))

    def outgoing(self, now: Instant) -> bytes:
        """Return the bytes to send at once; exchanges use `now` as the time of sending."""
        if self.phase is Phase.ENDED:
            return b""
        out = b""
        if self._send_lamps and self.phase in (Phase.SYNCING, Phase.OPEN):
            self._send_lamps = False
            out += frames.framed(frames.Lamps(self.number, self.lit))
        if self._acknowledge:
            self._acknowledge = False
            out += frames.framed(frames.Ack(self.number, self._inputs.next))
        if now >= self._next_ask:
            out += frames.framed(self._question(now))
        return out

    def _question(self, now: Instant) -> tuple[object, ...]:
        if self.phase is Phase.GREETING:
            self._next_ask = Instant(now + ASK_AGAIN)
            return frames.hello(self.number)
        if self.phase is Phase.SETTING_UP:
            self._next_ask = Instant(now + ASK_AGAIN)
            return frames.Setup(self.number, self.wants.inputs, self.wants.lamps, self.wants.pull)
        self._next_ask = Instant(now + SYNC_AGAIN)
        self._sync_sent, self._catch_up_sent = now, self._catch_up
        if self._echo_owed is None:
            self._echo_owed = now
        self._token = (self._token + 1) & 0xFFFFFFFF
        self._asked[self._token] = OpenSync(now, self._catch_up, self._inputs.next)
        return frames.Sync(self.number, self._token)

    def _overdue(self) -> list[Instant]:
        """Return since when the board owes what it was asked for often enough."""
        owed = [self._changes_owed]
        if len(self._asked) >= MOST_UNANSWERED:
            owed.append(self._echo_owed)
        return [since for since in owed if since is not None]

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def _message(self, message: object, now: Instant, steered: Nanoseconds) -> None:
        if isinstance(message, frames.Refused):
            self._refused(message)
        elif isinstance(message, frames.Identity):
            self._identified(message, now)
        elif isinstance(message, frames.Ready):
            self._ready(message, now)
        elif self.phase not in (Phase.SYNCING, Phase.OPEN):
            return
        elif isinstance(message, frames.Changes):
            self._changes(message, now)
        elif isinstance(message, frames.Echo):
            self._echo(message, now, steered)

    def _refused(self, refused: frames.Refused) -> None:
        why = {
            frames.NO_VERSION: WhyEnded.VERSION,
            frames.BAD_PINS: WhyEnded.PINS,
            frames.NO_SESSION: WhyEnded.RESET,
        }.get(refused.reason)
        # Other reasons, such as a message malformed by a bad cable, need nothing: it is sent again anyway.
        if why is not None:
            self.end(why, refused.detail)

    def _identified(self, identity: frames.Identity, now: Instant) -> None:
        # The answer to a repeated HELLO changes nothing before set-up; after it, the board has reset.
        if self.phase is Phase.SETTING_UP:
            return
        if self.phase is not Phase.GREETING:
            self.end(WhyEnded.RESET)
            return
        self.identity = identity
        missing = (self.wants.inputs | self.wants.lamps) & ~identity.usable
        if identity.version != frames.VERSION:
            self.end(WhyEnded.VERSION, identity.version << 8 | identity.version)
        elif missing:
            self.end(WhyEnded.PINS, missing)
        elif identity.rate < LEAST_RATE:
            self.end(WhyEnded.NONSENSE)
        else:
            self._exchanges = Exchanges(identity.rate)
            self.phase = Phase.SETTING_UP
            self._since = self._next_ask = now

    def _ready(self, ready: frames.Ready, now: Instant) -> None:
        if self.phase is not Phase.SETTING_UP:
            return
        self.phase = Phase.SYNCING
        self._inputs.begin(ready.levels, ready.next)
        self._next_ask = now

    def _changes(self, changes: frames.Changes, now: Instant) -> None:
        try:
            new = self._inputs.take(changes)
        except ValueError:
            self.end(WhyEnded.NONSENSE)
            return
        self._acknowledge = self._acknowledge or new is not None
        # Before the clock is mapped, changes have no time.
        if self.phase is Phase.OPEN and self.map is not None:
            # A change from the future is from a clock that jumped; it would hide later ones.
            if new and self.map.instant(new[-1][0]) > now + self.map.doubt(now):
                self.end(WhyEnded.NONSENSE)
                return
            self._events += [Moved(*step) for step in new or ()]
        self._settle()

    def _echo(self, echo: frames.Echo, now: Instant, steered: Nanoseconds) -> None:
        answered = self._asked.get(echo.token)
        if answered is None or self._exchanges is None:
            return
        # Older SYNCs that are still unanswered can't add anything.
        self._asked = {token: sync for token, sync in self._asked.items() if sync.sent > answered.sent}
        if echo.next < answered.next or not self._last_received <= echo.received <= echo.sent:
            self.end(WhyEnded.NONSENSE)
            return
        self._last_received = echo.received
        self._echo_owed = min((sync.sent for sync in self._asked.values()), default=None)
        answers, slow = answered.catch_up, False
        # Not the first one: from it the board learns how long it takes to send an answer.
        if self._warm:
            back = max(answered.sent, Instant(now - self._echo_takes))
            exchange = ClockExchange(answered.sent, echo.received, echo.sent, back, steered)
            slow = answers > self.caught_up and self._tries < MOST_TRIES and self._exchanges.slow(exchange)
            before = self.map
            jumped = before is not None and self._exchanges.jumped(before, exchange)
            self._exchanges.add(exchange)
            self.map = self._exchanges.map() or before
            if jumped or (before is not None and self._exchanges.contradicted):
                self._events.append(Jumped())
        self._warm = True
        if slow:
            self._tries += 1
            self._next_ask, answers = now, 0
        elif self._catch_up_sent == self._catch_up:
            bursting = len(self._exchanges) < ENOUGH and not self._asked
            pause = SYNC_AGAIN if self._asked else SYNC_EVERY
            self._next_ask = now if bursting else Instant(self._sync_sent + pause)
        if echo.lit != self.lit:
            self._send_lamps = True
        self._inputs.sum_up(echo, answers)
        if self._changes_owed is None:
            self._changes_owed = now
        self._settle()
        if self.phase is Phase.SYNCING and self.map is not None and not self._inputs.gap:
            self.phase = Phase.OPEN
            self._events.append(SessionOpened())

    def _settle(self) -> None:
        """Clear what is no longer owed."""
        if not self._inputs.gap:
            self._changes_owed = None
