"""The board's logic with simulated pins and a hand clock: no change lost, doubled or out of order."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware import board as board_module
from hardware.firmware import frames
from hardware.firmware.board import CAPACITY, FIRMWARE, BoardProgram
from tests.firmware.fuzz import fuzz
from tests.firmware.hand import HandPins

RATE = 5_000_000
MS = RATE // 1000
SECOND = RATE
USABLE = 0x1C7FFFFC
INPUTS = 0b11100
LAMPS = 0b1100000
SESSION = 0xBEEF


@dataclass
class Bench:
    """A board under test: whole messages in, whole answers out, and time set by hand."""

    pins: HandPins = field(default_factory=HandPins)
    now: int = 1000
    lost: int = 0

    def __post_init__(self) -> None:
        self.board = BoardProgram(self.pins, USABLE, RATE, b"12345678", frames.POWER_ON)

    def tell(self, *payloads: bytes) -> list[tuple[object, ...]]:
        """Give the board payloads; return everything it says at this tick."""
        for payload in payloads:
            self.board.take(payload, self.now)
        return self.turn()

    def turn(self, *samples: tuple[int, int]) -> list[tuple[object, ...]]:
        """Give the board samples of (tick, levels); return everything it says at this tick."""
        self.board.sense(list(samples), self.now, self.lost)
        said = []
        while frame := self.board.outgoing(self.now):
            said.append(frames.unpack(frames.decode(frame[:-1])))
            assert len(said) < 200, "the board never stops talking"
        return said

    def ready(self) -> "Bench":
        """Open a session with inputs on GP2 to GP4 and lamps on GP5 and GP6."""
        said = self.tell(
            frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, INPUTS, LAMPS, 1))
        )
        assert [type(message) for message in said] == [frames.Identity, frames.Ready]
        return self


def refused(reason: int, detail: int) -> list[frames.Refused]:
    """Return the whole answer of a board that refuses something."""
    return [frames.Refused(SESSION, reason, detail)]


@pytest.fixture(name="bench")
def make_bench() -> Bench:
    return Bench()


def test_hello_is_answered_with_who_the_board_is(bench: Bench) -> None:
    (said,) = bench.tell(frames.pack(frames.Hello(SESSION, 0, 9)))
    assert said == frames.Identity(
        SESSION, 1, FIRMWARE, b"12345678", USABLE, RATE, 1000, frames.POWER_ON, CAPACITY, "Grab board"
    )


def test_a_version_that_it_does_not_speak_is_refused(bench: Bench) -> None:
    assert bench.tell(frames.pack(frames.Hello(SESSION, 2, 9))) == refused(frames.NO_VERSION, 1 << 8 | 1)
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1))) == refused(frames.NO_SESSION, frames.SYNC)


def test_setting_up_gives_the_levels_and_what_the_pins_do_before_ready_is_no_change(bench: Bench) -> None:
    bench.turn((10, 0b10100), (20, 0b11111100))
    said = bench.tell(
        frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, INPUTS, LAMPS, 1))
    )
    assert said[-1] == frames.Ready(SESSION, INPUTS, LAMPS, 0b11100, 1000, 0)
    assert bench.pins.wired[-1] == (INPUTS, LAMPS, 1)
    bench.board.take(frames.pack(frames.hello(SESSION + 1)), bench.now)
    bench.board.take(frames.pack(frames.Setup(SESSION + 1, INPUTS, LAMPS, 1)), bench.now)
    said = bench.turn((1001, 0b00100), (1400, 0b11100))
    assert said[-1] == frames.Ready(SESSION + 1, INPUTS, LAMPS, 0b11100, 1400, 0)
    assert bench.turn((1500, 0b11000)) == [frames.Changes(SESSION + 1, 0, 1500, ((0, 0b11000),))]


def test_a_set_up_repeated_alike_is_answered_and_another_one_refused(bench: Bench) -> None:
    bench.ready().turn((1500, 0b100))
    wired = len(bench.pins.wired)
    ready = frames.Ready(SESSION, INPUTS, LAMPS, 0b100, 1000, 1)
    assert bench.tell(frames.pack(frames.Setup(SESSION, INPUTS, LAMPS, 1))) == [ready]
    for setup, wrong in (((INPUTS, LAMPS | 1 << 9, 1), 1 << 9), ((INPUTS, LAMPS, 2), INPUTS)):
        assert bench.tell(frames.pack(frames.Setup(SESSION, *setup))) == refused(frames.BAD_PINS, wrong)
    assert len(bench.pins.wired) == wired


@pytest.mark.parametrize(
    ("inputs", "lamps", "wrong"),
    [(0b111, 0, 0b11), (0b100, 1 << 25, 1 << 25), (0b1100, 0b1000, 0b1000), (1 << 31, 0, 1 << 31)],
)
def test_pins_that_it_cannot_use_are_refused(bench: Bench, inputs: int, lamps: int, wrong: int) -> None:
    bench.tell(frames.pack(frames.hello(SESSION)))
    assert bench.tell(frames.pack(frames.Setup(SESSION, inputs, lamps, 1))) == refused(frames.BAD_PINS, wrong)


def test_changes_are_numbered_and_grouped(bench: Bench) -> None:
    bench.ready()
    samples = [(2000 + 10 * n, (n % 7 + 1) << 2) for n in range(20)]
    first, second = bench.turn(*samples)
    assert isinstance(first, frames.Changes)
    assert (first.first, first.at, len(first.changes)) == (0, 2000, 16)
    others = tuple((10 * n, ((16 + n) % 7 + 1) << 2) for n in range(4))
    assert second == frames.Changes(SESSION, 16, 2160, others)


FAR = 2000 + (1 << 32)
TOLD = {
    "of other pins, nothing": ([(2000, 0xFF00000), (2001, LAMPS)], [], 0),
    "further apart than 32 bits, in two messages": (
        [(2000, 4), (FAR, 8)],
        [frames.Changes(SESSION, 0, 2000, ((0, 4),)), frames.Changes(SESSION, 1, FAR, ((0, 8),))],
        0,
    ),
    "a stamp that goes back, and it breaks nothing": (
        [(2000, 4), (1990, 8)],
        [frames.Changes(SESSION, 0, 2000, ((0, 4), (0, 8)))],
        1,
    ),
}


@pytest.mark.parametrize(("samples", "said", "lost"), TOLD.values(), ids=TOLD)
def test_changes_are_told(
    bench: Bench, samples: list[tuple[int, int]], said: list[frames.Changes], lost: int
) -> None:
    assert bench.ready().turn(*samples) == said
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1)))[-1][7] == lost


def test_what_is_not_acknowledged_is_sent_again_after_30_ms(bench: Bench) -> None:
    bench.ready()
    said = bench.turn((2000, 4), (2001, 8), (2002, 12))
    bench.now += 30 * MS - 1
    assert bench.turn() == []
    bench.now += 1
    assert bench.turn() == said
    bench.tell(frames.pack(frames.Ack(SESSION, 2)))
    bench.now += 30 * MS
    assert bench.turn() == [frames.Changes(SESSION, 2, 2002, ((0, 12),))]
    bench.tell(frames.pack(frames.Ack(SESSION, 3)))
    bench.now += 300 * MS
    assert bench.turn() == []


def test_what_was_lost_is_sent_again_however_fast_changes_follow(bench: Bench) -> None:
    bench.ready()
    bench.turn((2000, 4))
    for n in range(1, 4):
        bench.now += 10 * MS - 1
        levels = 4 + 8 * (n % 2)
        assert bench.turn((2000 + n, levels)) == [frames.Changes(SESSION, n, 2000 + n, ((0, levels),))]
    bench.now += 3
    assert bench.turn() == [frames.Changes(SESSION, 0, 2000, ((0, 4), (1, 12), (2, 4), (3, 12)))]


def test_an_acknowledgement_of_what_never_was_is_refused(bench: Bench) -> None:
    bench.ready()
    assert bench.tell(frames.pack(frames.Ack(SESSION, 1))) == refused(frames.MALFORMED, frames.ACK)


def test_echo_comes_after_every_change_that_was_stamped_before_sync(bench: Bench) -> None:
    bench.ready()
    bench.now = 9000
    bench.board.lead = 40
    bench.board.take(frames.pack(frames.Sync(SESSION, 7)), 8500)
    said = bench.turn(*((2000 + n, (n % 7 + 1) << 2) for n in range(40)))
    assert [type(message) for message in said] == [frames.Changes] * 3 + [frames.Echo]
    assert said[-1] == frames.Echo(SESSION, 7, 8500, 9040, 40, (39 % 7 + 1) << 2, 0, 0)


def test_echo_does_not_wait_for_acknowledgements_and_no_more_than_four_syncs_wait(bench: Bench) -> None:
    bench.ready().turn((2000, 4))
    said = bench.tell(*(frames.pack(frames.Sync(SESSION, token)) for token in range(9)))
    assert {type(message) for message in said} == {frames.Echo}
    assert [message[1] for message in said] == [0, 1, 2, 3]


def test_a_store_that_is_full_keeps_the_oldest_and_tells_what_is_lost(bench: Bench) -> None:
    bench.ready()
    said = bench.turn(*((2000 + n, (n % 7 + 1) << 2) for n in range(CAPACITY + 5)))
    assert sum(len(message.changes) for message in said if isinstance(message, frames.Changes)) == CAPACITY
    (echo,) = bench.tell(frames.pack(frames.Sync(SESSION, 1)))
    assert echo == frames.Echo(SESSION, 1, 1000, 1000, CAPACITY, (516 % 7 + 1) << 2, 0, 5)


def test_what_the_sampler_lost_in_this_session_is_told(bench: Bench) -> None:
    bench.lost = 3
    bench.ready()
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1)))[0][7] == 0
    bench.lost = 4
    bench.turn()
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1)))[0][7] == 1


def test_lamps_are_lit_and_told(bench: Bench) -> None:
    bench.ready().tell(frames.pack(frames.Lamps(SESSION, 0b100000)))
    assert bench.pins.lit == 0b100000
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1)))[0][6] == 0b100000
    assert bench.tell(frames.pack(frames.Lamps(SESSION, 0b100))) == refused(frames.BAD_PINS, 0b100)
    assert bench.pins.lit == 0b100000


def test_a_host_that_is_silent_for_a_second_loses_its_lamps_but_no_change(bench: Bench) -> None:
    bench.ready().tell(frames.pack(frames.Lamps(SESSION, LAMPS)))
    bench.now += SECOND - 1
    bench.turn()
    assert bench.pins.lit == LAMPS
    bench.now += 1
    bench.turn()
    assert bench.pins.lit == 0
    assert bench.turn((bench.now, 4)) == []
    bench.now += SECOND
    assert bench.turn() == []
    said = bench.tell(frames.pack(frames.Sync(SESSION, 1)))
    assert [type(message) for message in said] == [frames.Changes, frames.Echo]
    assert said[-1][6] == 0


def test_a_doubled_hello_leaves_the_session_alone_and_a_new_one_forgets_it(bench: Bench) -> None:
    bench.ready().tell(frames.pack(frames.Lamps(SESSION, LAMPS)))
    bench.turn((2000, 4))
    assert [type(message) for message in bench.tell(frames.pack(frames.hello(SESSION)))] == [frames.Identity]
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1)))[0][4] == 1
    assert bench.pins.lit == LAMPS
    bench.tell(frames.pack(frames.hello(SESSION + 1)))
    assert (bench.pins.lit, bench.pins.wired[-1]) == (0, (0, 0, 0))
    assert bench.tell(frames.pack(frames.Sync(SESSION, 1))) == []
    assert bench.tell(frames.pack(frames.Sync(SESSION + 1, 1)))[0][4] == 0


def test_steps_are_played_unless_the_pins_are_taken_or_busy(bench: Bench) -> None:
    bench.ready()
    steps = ((5, 1 << 10), (7, 0))
    assert bench.tell(frames.pack(frames.Drive(SESSION, 1 << 10, steps))) == [frames.Driven(SESSION, 77, 2)]
    assert bench.pins.played == [(1 << 10, steps)]
    for outputs in (0b100, 0b100000, 1):
        assert bench.tell(frames.pack(frames.Drive(SESSION, outputs, steps))) == refused(
            frames.BAD_PINS, outputs
        )
    bench.pins.starts = -1
    assert bench.tell(frames.pack(frames.Drive(SESSION, 1 << 10, steps))) == refused(
        frames.BUSY, frames.DRIVE
    )


@pytest.mark.parametrize(
    ("payload", "detail"),
    [(b"\x05", 5), (b"\x7f1234", 0x7F), (frames.pack(frames.Setup(SESSION, 4, 0, 1))[:-1] + b"\x07", 2)],
)
def test_what_is_malformed_is_refused(payload: bytes, detail: int) -> None:
    (said,) = Bench().tell(payload)
    assert said[1:] == (frames.MALFORMED, detail)


def test_what_a_board_says_is_not_for_a_board(bench: Bench) -> None:
    # Sender and receiver joined by mistake: answering an answer would go on for ever.
    assert bench.tell(frames.pack(frames.Refused(SESSION, 4, 0)), b"\x85") == []


@dataclass
class Link:
    """One direction of the wire: frames arrive some turns later, or are lost, doubled or torn."""

    faults: list[str]
    waiting: list[tuple[int, bytes]] = field(default_factory=list)
    turn: int = 0
    used: int = 0

    def put(self, frame: bytes) -> None:
        """Send a frame with the next fault in the list, or with none when the list is used up."""
        fault = self.faults[self.used] if self.used < len(self.faults) else ""
        self.used += 1
        # Nothing overtakes on a wire: frames after a delayed one wait too.
        due = max([self.turn, *(due for due, _ in self.waiting)]) + (40 if fault == "delay" else 1)
        if fault == "tear":
            frame = frame[: len(frame) // 3] + frame[len(frame) // 2 :]
        if fault == "cut":
            frame = frame[: len(frame) // 2]
        if fault != "drop":
            self.waiting += [(due, frame)] * (2 if fault == "double" else 1)

    def get(self) -> bytes:
        """Let one turn pass and return the bytes that have arrived."""
        self.turn += 1
        come = b"".join(frame for due, frame in self.waiting if due <= self.turn)
        self.waiting = [(due, frame) for due, frame in self.waiting if due > self.turn]
        return come


@dataclass
class Host:
    """The least a host must do: take changes in order, acknowledge, and repeat what isn't answered."""

    out: Link
    got: list[tuple[int, int]] = field(default_factory=list)
    decoder: frames.Decoder = field(default_factory=frames.Decoder)
    ready: bool = False
    echo: tuple[object, ...] = ()
    spoken: int = 0

    def hear(self, data: bytes) -> None:
        """Take bytes from the board."""
        for payload in self.decoder.feed(data):
            message = frames.unpack(payload)
            if isinstance(message, frames.Ready):
                self.ready = True
            elif isinstance(message, frames.Echo):
                self.echo = message
            elif isinstance(message, frames.Changes) and self.ready:
                for number, (after, levels) in enumerate(message.changes, message.first):
                    if number == len(self.got):
                        self.got.append((message.at + after, levels))

    def speak(self, now: int) -> None:
        """Send what is due, at most every 20 ms."""
        if self.spoken and now - self.spoken < 20 * MS:
            return
        self.spoken = now
        if not self.ready:
            self.out.put(frames.framed(frames.hello(SESSION)))
            self.out.put(frames.framed(frames.Setup(SESSION, INPUTS, LAMPS, 1)))
        else:
            self.out.put(frames.framed(frames.Ack(SESSION, len(self.got))))
            self.out.put(frames.framed(frames.Sync(SESSION, now & 0xFFFF)))


faults = st.lists(st.sampled_from(["", "", "", "drop", "double", "delay", "tear", "cut"]), max_size=60)


@settings(max_examples=60)
@given(
    faults, faults, st.lists(st.integers(0, 8), min_size=20, max_size=300), st.sampled_from([8, 50, CAPACITY])
)
def test_over_any_link_every_change_arrives_once_and_in_order(
    there: list[str], back: list[str], bursts: list[int], capacity: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_module, "CAPACITY", capacity)
        play_over(Host(Link(there)), Link(back), bursts)


def play_over(host: Host, board_out: Link, bursts: list[int]) -> None:
    """Make this many changes in each ms, then wait until all must have arrived."""
    bench = Bench()
    decoder = frames.Decoder()
    made: list[tuple[int, int]] = []
    levels = 0
    for turn in range(len(bursts) + 600):
        bench.now += MS
        for payload in decoder.feed(host.out.get()):
            bench.board.take(payload, bench.now)
        samples = []
        # One burst each ms once the board is ready, then quiet for long enough.
        for n in range(bursts[turn] if host.ready and turn < len(bursts) else 0):
            levels = (levels + 4) & INPUTS
            samples.append((bench.now - 100 + n, levels))
        made += samples
        bench.board.sense(samples, bench.now, 0)
        frame = bench.board.outgoing(bench.now)
        if frame:
            board_out.put(frame)
        host.hear(board_out.get())
        host.speak(bench.now)
    assert host.ready
    assert isinstance(host.echo, frames.Echo)
    if host.echo.lost == 0:
        assert host.got == made
    else:
        # Lost changes are counted; nothing else differs.
        assert len(host.got) + host.echo.lost == len(made)
        left = iter(made)
        assert all(change in left for change in host.got)


@pytest.mark.parametrize("seed", range(3))
def test_rubbish_makes_nothing_fail_or_grow(seed: int) -> None:
    come = fuzz(100_000, seed)
    assert min(come.damaged, come.payloads, come.answers, come.found) > 50, f"this shows too little: {come}"
