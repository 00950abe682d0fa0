"""A session with a grab board: no wire, however bad, loses, doubles or moves a change."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import UNSTEERED
from hardware.boards.serial_ports import BYTE
from hardware.boards.session import BoardSession, Event, Moved, Phase, SessionEnded, SessionOpened, WhyEnded
from hardware.firmware import frames
from tests.hardware.boards.clocks import Way, steady
from tests.hardware.boards.fuzz import fuzz
from tests.hardware.boards.twin import USABLE
from tests.hardware.boards.world import HARMS, WANTS, WAYS, Harm, World

NUMBER = 0x01020304


def running(milliseconds: float = 0) -> tuple[World, BoardSession]:
    """Return a world with a session that has been open for `milliseconds`."""
    world = World()
    session = world.open()
    world.run(milliseconds)
    return world, session


def moves(world: World) -> list[Moved]:
    return [event for event in world.events if isinstance(event, Moved)]


def test_a_session_opens_and_tells_changes_with_their_ticks_and_the_levels_before_and_after() -> None:
    world = World()
    world.twin.move(1 << 3, high=False)
    session = world.open()
    assert world.events == [SessionOpened()]
    before = WANTS.inputs & ~(1 << 3)
    assert session.levels == before
    assert session.identity is not None
    assert (session.identity.name, world.twin.pins.inputs) == ("Twin", WANTS.inputs)
    assert world.twin.pins.pull == frames.PULL_UP
    assert session.map is not None
    true = world.ticks(world.clock.now())
    assert abs(session.map.instant(true) - world.clock.now()) <= session.map.bound
    at = world.twin.move(0b10100, high=False)
    world.run(5)
    assert moves(world) == [Moved(at, before, before & ~0b10100)]
    assert session.levels == before & ~0b10100


def test_lamps_are_asked_for_until_they_are_lit() -> None:
    world, session = running()
    session.light(1 << 17)
    world.there.harm = Harm(drop=1)
    world.run(40)
    assert world.twin.pins.lit == 0
    world.there.harm = Harm()
    world.run(500)
    assert world.twin.pins.lit == 1 << 17
    session.light(1 << 30)
    world.run(10)
    assert world.twin.pins.lit == 0


def test_exchanges_come_in_a_burst_and_then_five_times_a_second() -> None:
    world = World()
    sent: list[Instant] = []
    decoder = frames.Decoder()
    put = world.there.put

    def watched(data: bytes, now: Instant) -> None:
        sent.extend(now for payload in decoder.feed(data) if payload[0] == frames.SYNC)
        put(data, now)

    world.there.put = watched  # type: ignore[method-assign] # only looked through
    world.open()
    burst = len(sent)
    assert burst == 9
    assert sent[-1] - sent[0] < 20 * MILLISECOND
    world.run(10_000)
    assert 48 <= len(sent) - burst <= 51


def identity(number: int = NUMBER, protocol: int = 1, usable: int = USABLE, rate: int = 5_000_000) -> bytes:
    """Return the frame in which a board identifies itself."""
    version = (protocol, 0, 0)
    return frames.framed(frames.Identity(number, protocol, version, bytes(8), usable, rate, 0, 0, 9, ""))


NO_BOARDS = {
    "silence": (b"", SessionEnded(WhyEnded.NO_ANSWER)),
    "MicroPython": (b"\r\nMicroPython v1.24.0\r\n>>> \x00", SessionEnded(WhyEnded.NO_ANSWER)),
    "a version refused": (
        frames.framed(frames.Refused(NUMBER, frames.NO_VERSION, 2 << 8 | 3)),
        SessionEnded(WhyEnded.VERSION, 2 << 8 | 3),
    ),
    "another version": (identity(protocol=2), SessionEnded(WhyEnded.VERSION, 2 << 8 | 2)),
    "too few pins": (identity(usable=0b1111), SessionEnded(WhyEnded.PINS, 0b11111 << 16 | 0b11110000)),
    "too slow a clock": (identity(rate=1000), SessionEnded(WhyEnded.NONSENSE)),
    "silence once it has said who it is": (identity(), SessionEnded(WhyEnded.SILENCE)),
    "another session's": (identity(NUMBER + 1), SessionEnded(WhyEnded.NO_ANSWER)),
}


@pytest.mark.parametrize(("answer", "ended"), NO_BOARDS.values(), ids=NO_BOARDS)
def test_what_is_no_board_ends_the_session_with_its_reason(answer: bytes, ended: SessionEnded) -> None:
    session = BoardSession(NUMBER, WANTS, Instant(0))
    assert session.outgoing(Instant(0)) == frames.framed(frames.hello(NUMBER))
    session.take(answer, Instant(MILLISECOND))
    session.tick(Instant(2 * SECOND))
    assert session.ended == ended
    assert session.outgoing(Instant(3 * SECOND)) == b""


def test_hello_is_repeated_for_a_board_that_is_still_starting() -> None:
    world = World()
    world.there.harm = Harm(drop=1)
    session = world.greet()
    world.run(700)
    world.there.harm = Harm()
    world.until(lambda: session.phase is Phase.OPEN)


def test_a_board_that_falls_silent_is_gone_within_a_quarter_of_a_second() -> None:
    world, session = running(3000)
    world.back.cut = True
    before = world.clock.now()
    world.until(lambda: session.ended is not None)
    assert session.ended == SessionEnded(WhyEnded.SILENCE)
    # The next question may not be due yet when the board falls silent.
    assert world.clock.now() - before <= 455 * MILLISECOND


def test_a_board_that_started_anew_is_noticed() -> None:
    world, session = running(3000)
    world.boot()
    world.until(lambda: session.ended is not None, 1)
    assert session.ended == SessionEnded(WhyEnded.RESET, frames.SYNC)


def test_a_catch_up_is_done_when_all_that_happened_before_was_told() -> None:
    world = World(there=steady(2000, 500), back=steady(9000, 3000))
    session = world.open()
    world.run(50)
    at = world.twin.move(1 << 2, high=False)
    session.begin_catch_up(1, world.clock.now())
    assert moves(world) == []
    world.until(lambda: session.caught_up == 1)
    assert [moved.ticks for moved in moves(world)] == [at]


def test_a_catch_up_without_an_answer_ends_the_session_in_time() -> None:
    world, session = running(1000)
    before = world.clock.now()
    session.begin_catch_up(1, before)
    world.back.cut = True
    world.until(lambda: session.ended is not None)
    assert world.clock.now() - before <= 251 * MILLISECOND
    assert session.caught_up == 0


def test_a_catch_up_survives_a_question_lost_on_its_way() -> None:
    world, session = running(1000)
    session.begin_catch_up(1, world.clock.now())
    world.there.cut = True
    world.run(1)
    world.there.cut = False
    world.until(lambda: session.caught_up == 1, 0.1)
    assert session.ended is None


def test_a_machine_that_stood_still_itself_keeps_its_board() -> None:
    world, session = running()
    world.until(lambda: world.there.due() is not None)
    world.clock.advance(Nanoseconds(3 * SECOND))
    session.tick(world.clock.now())
    assert session.ended is None
    world.run(1000)
    assert session.ended is None


def test_a_change_that_stays_lost_ends_the_session() -> None:
    """As if only CHANGES never arrived: the echoes show that something is missing."""
    world, session = running()
    take = session.take

    def deaf(data: bytes, now: Instant, steered: Nanoseconds = UNSTEERED) -> list[Event]:
        passed = [payload for payload in frames.Decoder().feed(data) if payload[0] != frames.CHANGES]
        return take(b"".join(map(frames.encode, passed)), now, steered)

    session.take = deaf  # type: ignore[method-assign] # only looked through
    world.twin.move(1 << 2, high=False)
    world.until(lambda: session.ended is not None, 1)
    assert session.ended == SessionEnded(WhyEnded.SILENCE)
    assert moves(world) == []


def test_lost_changes_are_counted_and_the_next_press_is_still_seen() -> None:
    """The lost changes include a release: the next press must not look as if nothing had changed."""
    world, session = running()
    world.twin.move(1 << 2, high=False)
    world.run(300)
    world.twin.pins.levels |= 1 << 2
    world.twin.pins.lost += 1
    world.twin.pins.samples.clear()
    world.run(10)
    assert session.lost == 0
    world.twin.board.sense([(world.twin.pins.now(), WANTS.inputs)], world.twin.pins.now(), 1)
    world.run(300)
    assert session.lost == 1
    world.twin.move(1 << 2, high=False)
    world.run(10)
    assert moves(world)[-1].before & 1 << 2
    assert not moves(world)[-1].after & 1 << 2


def change(first: int, *changes: tuple[int, int], at: int = 1000, session: int = NUMBER) -> bytes:
    return frames.framed(frames.Changes(session, first, at, changes))


def test_a_change_out_of_time_ends_the_session_be_it_from_the_past_or_from_the_future() -> None:
    """After a forward jump, the stamp would hide what the seat does between now and then."""
    for first in (True, False):
        world, session = running()
        now = world.clock.now()
        if first:
            assert session.take(change(0, (0, 4)), now) == [Moved(1000, WANTS.inputs, 4)]
            assert session.take(change(1, (0, 8), at=5), now) == []
        else:
            soon = world.ticks(Instant(now + 5_000_000))
            assert session.take(change(0, (0, 4), at=soon), now) == []
        assert session.ended == SessionEnded(WhyEnded.NONSENSE)


def test_what_is_doubled_comes_once_and_what_comes_too_soon_is_left_for_later() -> None:
    world, session = running()
    now = world.clock.now()
    levels = WANTS.inputs
    assert session.take(change(1, (0, 8)), now) == []
    assert session.outgoing(now) == b""
    assert session.take(change(0, (0, 4), (9, 8)), now) == [Moved(1000, levels, 4), Moved(1000 + 9, 4, 8)]
    assert session.outgoing(now) == frames.framed(frames.Ack(NUMBER, 2))
    assert session.take(change(0, (0, 4), (9, 8)), now) == []
    assert session.take(change(1, (0, 8), (1, 12), at=1000 + 9), now) == [Moved(1000 + 10, 8, 12)]
    assert session.outgoing(now) == frames.framed(frames.Ack(NUMBER, 3))
    assert session.take(change(3, (0, 8), session=NUMBER + 1), now) == []


def test_a_late_answer_to_a_question_asked_twice_changes_nothing() -> None:
    """A board that is still starting gets several HELLOs, and answers each."""
    session = BoardSession(NUMBER, WANTS, Instant(0))
    session.take(identity() + identity(), Instant(0))
    assert (session.phase, session.ended) == (Phase.SETTING_UP, None)
    world, session = running()
    now = world.clock.now()
    assert session.take(change(0, (0, 4)), now)
    ready = frames.framed(frames.Ready(NUMBER, WANTS.inputs, WANTS.lamps, WANTS.inputs, 0, 0))
    malformed = frames.framed(frames.Refused(NUMBER, frames.MALFORMED, 0))
    assert session.take(ready + malformed + change(0, (0, 4)), now) == []
    assert (session.phase, session.levels) == (Phase.OPEN, 4)
    session.take(identity(), now)
    assert session.ended == SessionEnded(WhyEnded.RESET)


CONTRADICTIONS = {
    "it has fewer changes than it told of": (0, 0, 0),
    "it answered before it was asked": (1, 0, -1),
    "its clock went back": (1, -10_000_000, -10_000_000),
}


@pytest.mark.parametrize(("changes", "received", "sent"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_an_echo_that_contradicts_the_board_ends_the_session(changes: int, received: int, sent: int) -> None:
    world, session = running(2000)
    now = world.clock.now()
    assert session.take(change(0, (0, 4)), now)
    now = Instant(now + SECOND)
    ticks = world.ticks(now)
    session.outgoing(now)
    echo = frames.Echo(NUMBER, session._token, ticks + received, ticks + sent, changes, 4, 0, 0)
    session.take(frames.framed(echo), now)
    assert session.ended == SessionEnded(WhyEnded.NONSENSE)


def test_the_first_reason_of_an_end_is_the_one_that_is_told() -> None:
    """A machine that stood still reads, late, that the board started anew: its cable isn't to blame."""
    world, session = running()
    for _ in range(10):
        world.clock.advance(Nanoseconds(50 * MILLISECOND))
        session.outgoing(world.clock.now())
    now = Instant(world.clock.now() + SECOND)
    session.take(frames.framed(frames.Refused(NUMBER, frames.NO_SESSION, frames.SYNC)), now)
    session.tick(now)
    assert session.ended == SessionEnded(WhyEnded.RESET, frames.SYNC)


def test_a_change_that_came_after_its_echo_is_no_longer_owed() -> None:
    """The next question may be lost as well: it alone is no reason to call the board gone."""
    world, session = running()
    now = Instant(world.clock.now() + SECOND)
    session.begin_catch_up(1, now)
    session.outgoing(now)
    ticks = world.ticks(now)
    echo = frames.Echo(NUMBER, session._token, ticks, ticks, 1, 4, 0, 0)
    session.take(frames.framed(echo), now)
    assert session.caught_up == 0
    assert session.take(change(0, (0, 4)), now) == [Moved(1000, WANTS.inputs, 4)]
    assert session.caught_up == 1
    session.tick(Instant(now + 300 * MILLISECOND))
    assert session.ended is None


def test_a_button_that_moved_among_lost_changes_is_no_press_at_a_later_stamp() -> None:
    """Its echo was overtaken by the changes after it: they are compared with what it says."""
    world, session = running()
    now = Instant(world.clock.now() + SECOND)
    session.outgoing(now)
    ticks = world.ticks(now)
    session.take(frames.framed(frames.Echo(NUMBER, session._token, ticks, ticks, 1, 8, 0, 1)), now)
    # Change 0, then GP2 fell unseen, then GP3 fell.
    assert session.take(change(0, (0, 12), (9, 0)), now) == [Moved(1000, WANTS.inputs, 12), Moved(1009, 8, 0)]
    assert session.lost == 1


@settings(max_examples=40)
@given(there=HARMS, back=HARMS, way=WAYS, way_back=WAYS, seed=st.integers(0, 2**32))
def test_each_change_comes_once_in_order(there: Harm, back: Harm, way: Way, way_back: Way, seed: int) -> None:
    world = World(seed, way, way_back)
    random = Random(seed)
    session = world.open()
    world.there.harm, world.back.harm = there, back
    truth: list[Moved] = []
    asked: dict[int, int] = {}
    levels = WANTS.inputs
    for number in range(1, 60):
        if session.ended is not None:
            break
        for _ in range(random.choice((0, 1, 1, 3, 20))):
            mask = random.randrange(1, 64) << 2
            after = levels ^ mask
            high = bool(after & mask) and after & mask == mask
            after = levels | mask if high else levels & ~mask
            at = world.twin.move(mask, high)
            if after != levels:
                truth.append(Moved(at, levels, after))
            levels = after
            world.run(random.choice((0.01, 0.3, 2)))
        session.begin_catch_up(number, world.clock.now())
        asked[number] = len(truth)
        world.run(random.choice((0.1, 3, 20)))
        if session.caught_up:
            assert len(moves(world)) >= asked[session.caught_up], "caught up, but not with everything"
    world.there.harm = world.back.harm = Harm()
    world.run(400)
    result = moves(world)
    assert result == truth[: len(result)]
    if session.ended is None:
        assert (len(result), session.levels) == (len(truth), levels)
        assert session.caught_up == max(asked)
    else:
        # A very lossy wire may end the session with SILENCE, but nothing else may.
        assert session.ended == SessionEnded(WhyEnded.SILENCE)


def test_no_bytes_break_a_session() -> None:
    """A short run; `python -m tests.hardware.boards.fuzz` feeds ten million bytes."""
    result = fuzz(150_000, seed=7)
    assert result["damaged"] > 100
    assert result["changes"] > 10
    assert result["sessions"] > 10


def test_on_a_wire_the_time_of_its_bytes_makes_the_bound_closer() -> None:
    """An ECHO's 45 bytes take 1 ms at 460,800 bits a second, which would otherwise be half of the bound."""
    bounds = []
    for byte in (Nanoseconds(0), BYTE):
        world = World(there=steady(300, 20), back=steady(45 * 21.7, 20))
        session = world.session = BoardSession(NUMBER, WANTS, world.clock.now(), byte)
        world.until(lambda session=session: session.phase is Phase.OPEN)  # type: ignore[misc] # bound, not passed
        world.run(20_000)
        assert session.map is not None
        now = world.clock.now()
        assert abs(session.map.instant(world.ticks(now)) - now) <= session.map.bound
        bounds.append(session.map.bound)
    assert bounds[1] < bounds[0] - 300_000
