"""Where hardware meets the screen: verdicts become news, on the UI thread and in the app's types."""

import errno
import os
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory
from kivy.clock import Clock
from msgspec.structs import replace

from companion import places
from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds, SystemClock
from companion.errors import SetupError
from companion.game import Seat
from hardware.boards.bank import BoardLearner
from hardware.boards.serial_ports import FoundPort
from hardware.errors import ChipMissingError
from hardware.grab import contacts
from hardware.grab.adjudicate import Quality
from hardware.grab.alarm import HandAlarm
from hardware.pads.learner import plugs
from hardware.pads.remote import RemotePad
from hardware.pads.screen_pad import KeyStamps, ScreenPad, TouchStamps
from hardware.pads.simulated import SimulatedPad
from hardware.wiring import seats_file
from hardware.wiring.plan import plan
from hardware.wiring.wiring import SeatWires, UsbPlug, Wiring
from tests.hardware.boards.pty import PATIENCE, PtyBoard
from tests.hardware.boards.twin import RATE, Twin
from tests.hardware.pads.keyboards import Keyboards
from tests.hardware.pads.watched import until_ordered
from tests.hardware.usb.table import HandDevice, found
from tests.ui.desk import Desk, the, there
from tests.ui.hand_buttons import HandButtons
from ui.language import words
from ui.main.kivy_app import CompanionApp
from ui.table.buttons import ButtonChanged, ButtonTurn, LaterPresses, News, Seized, Voided
from ui.table.session import Inbox
from ui.table.turn_buttons import GRAB_KEYS
from ui.table.wires import WirePlan
from ui.wiring import PadButtons, open_buttons, screen_buttons, simulated


class Table:
    """Simulated buttons, and the news that the screen gets from them."""

    def __init__(self) -> None:
        self.clock = HandClock(Instant(1_000_000_000))
        self.alarm = HandAlarm(self.clock)
        self.inbox = Inbox()
        self.hands = HandButtons(self.inbox, self.clock, self.alarm)
        self.buttons = self.hands.buttons
        self.heard: list[News] = []
        self.buttons.hear = self.heard.append

    def press(self, seat: int, after_ms: float = 0.0) -> None:
        self.hands.press_at(Seat(seat), Instant(self.clock.now() + round(after_ms * MILLISECOND)))

    def pass_ms(self, milliseconds: float) -> None:
        self.alarm.advance(Nanoseconds(round(milliseconds * MILLISECOND)))
        self.inbox.drain()

    def of(self, kind: type) -> list[News]:
        return [news for news in self.heard if isinstance(news, kind)]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.buttons.arm(True)
    return table


def test_nobody_inherits_a_button_that_somebody_else_has_tried() -> None:
    """Three sit down and try their buttons; the second leaves, and the third moves up."""
    table = Table()
    table.buttons.seated(["Fox", "Owl", "Bear"])
    for seat in range(3):
        table.press(seat)
        table.pass_ms(30)
    assert [table.buttons.state(Seat(n)).tried for n in range(3)] == [True, True, True]
    table.hands.let_go()
    table.pass_ms(30)
    table.buttons.seated(["Fox", "Bear"])
    assert [table.buttons.state(Seat(n)).tried for n in range(2)] == [True, False]
    table.press(1)
    table.pass_ms(30)
    assert table.buttons.state(Seat(1)).tried


@pytest.mark.parametrize(
    ("first", "after", "second", "won"),
    [(2, 3, 0, (2,)), (0, 0.4, 3, (0, 3))],
    ids=["one", "nearer than the band"],
)
def test_a_grab_tells_who_was_first_and_by_how_much(
    table: Table, first: int, after: float, second: int, won: tuple[int, ...]
) -> None:
    table.press(first)
    table.pass_ms(after)
    table.press(second)
    assert table.of(Seized) == []
    table.pass_ms(20)
    (news,) = table.of(Seized)
    assert isinstance(news, Seized)
    assert (news.first, news.source) == (won, "simulated")
    touches = [(touch.seat, touch.after) for touch in news.touches]
    assert touches == [(first, 0), (second, after * MILLISECOND)]
    assert not table.buttons.armed


def test_a_late_press_only_changes_the_picture(table: Table) -> None:
    table.press(2)
    table.pass_ms(20)
    table.press(1)
    table.pass_ms(20)
    assert len(table.of(Seized)) == 1
    (news,) = table.of(LaterPresses)
    assert isinstance(news, LaterPresses)
    assert [(touch.seat, touch.after) for touch in news.touches] == [(2, 0), (1, 20 * MILLISECOND)]


def test_a_resting_hand_voids_what_only_it_does() -> None:
    table = Table()
    table.press(1)
    table.pass_ms(100)
    table.buttons.arm(True)
    assert table.buttons.state(Seat(1)).state == "held"
    table.press(1)
    table.pass_ms(50)
    assert [news.reason for news in table.of(Voided) if isinstance(news, Voided)] in ([], ["held"])
    assert table.of(Seized) == []


def test_states_and_the_turn_button_arrive(table: Table) -> None:
    table.press(4)
    table.pass_ms(1)
    changed = the(ButtonChanged, table.of(ButtonChanged)[0])
    assert (changed.seat, changed.state.state, changed.state.tried) == (4, "pressed", True)
    table.hands.let_go()
    table.pass_ms(100)
    assert table.buttons.state(Seat(4)).display_state == "ready"
    for closed in (True, False):
        table.hands.pad.turn_edge(contacts.Edge(table.clock.now(), closed))
    table.pass_ms(3)
    assert len(table.of(ButtonTurn)) == 1
    table.hands.pad.line_gone(Seat(5))  # type: ignore[arg-type]  # the same number in the other house
    table.pass_ms(1)
    assert table.buttons.state(Seat(5)).display_state == "unplugged"
    assert table.buttons.state(Seat(99)).display_state == "missing"


def test_every_quality_of_stamps_has_its_words() -> None:
    assert {quality.value for quality in Quality} <= set(words.QUALITIES)


def test_no_file_means_pads_one_named_must_be_right(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    buttons = open_buttons(places.seats_path(), Inbox(), HandClock())
    assert buttons.simulated
    assert buttons.notice
    buttons.close()
    path = tmp_path / "seats.toml"
    with pytest.raises(SetupError, match="can't be read"):
        open_buttons(path, Inbox(), HandClock())
    path.write_text("[[seat]]\nseat = 1\ngrab = 17\n[[seat]]\nseat = 2\ngrab = 17\n")
    with pytest.raises(SetupError, match="GPIO17"):
        open_buttons(path, Inbox(), HandClock())


def test_a_machine_without_pins_says_so_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    path = tmp_path / "seats.toml"
    path.write_text("[[seat]]\nseat = 1\ngrab = 17\n")
    buttons = open_buttons(path, Inbox(), HandClock())
    assert buttons.simulated
    assert "use the pads on the screen" in buttons.notice
    buttons.close()


class Screen:
    """Real buttons on a board, and the news that the screen gets when it looks."""

    def __init__(self, seats: Path) -> None:
        self._woken = threading.Event()
        self.inbox = Inbox(self._woken.set)
        self.buttons = open_buttons(seats, self.inbox, SystemClock())
        self.heard: list[News] = []
        self.buttons.hear = self.heard.append

    def until(self, done: Callable[[], bool]) -> None:
        while not done():
            assert self._woken.wait(PATIENCE), self.heard
            self._woken.clear()
            self.inbox.drain()

    def until_open(self) -> None:
        self.until(lambda: all(self.buttons.state(Seat(seat)).state == "open" for seat in (0, 1)))


@pytest.fixture
def port(tmp_path: Path) -> Iterator[PtyBoard]:
    board = PtyBoard(tmp_path / "port")
    yield board
    board.unplug()


@pytest.fixture
def screen(tmp_path: Path, port: PtyBoard) -> Iterator[Screen]:
    path = tmp_path / "seats.toml"
    seats = "".join(f'[[seat]]\nseat = {n}\ngrab = {1 + n}\nlamp = {9 + n}\nboard = "left"\n' for n in (1, 2))
    path.write_text(f'[[board]]\nname = "left"\nport = "{port.path}"\n{seats}')
    screen = Screen(path)
    yield screen
    screen.buttons.close()


def pad_of(screen: Screen) -> RemotePad:
    return the(RemotePad, screen.buttons._pad)


def child_of(screen: Screen) -> int:
    return there(pad_of(screen).pid)


def test_another_process_watches_real_buttons_and_gives_verdicts(screen: Screen, port: PtyBoard) -> None:
    screen.until_open()
    assert not screen.buttons.simulated
    assert child_of(screen) != os.getpid()
    screen.buttons.arm(True)
    until_ordered(pad_of(screen), port, contacts.Seat(0), 1 << 10)
    port.press([3])
    screen.until(lambda: any(isinstance(news, Seized) for news in screen.heard))
    (news,) = (news for news in screen.heard if isinstance(news, Seized))
    assert (news.first, news.source) == ((1,), "board")
    assert not screen.buttons.armed


def test_a_killed_process_voids_the_grab_and_is_back_for_the_next(screen: Screen, port: PtyBoard) -> None:
    screen.until_open()
    screen.buttons.arm(True)
    os.kill(child_of(screen), signal.SIGKILL)
    screen.until(lambda: any(isinstance(news, Voided) for news in screen.heard))
    (news,) = (news for news in screen.heard if isinstance(news, Voided))
    assert (news.reason, news.touches) == ("unplugged", ())
    screen.until_open()
    assert screen.buttons.notice == ""
    screen.buttons.arm(True)
    assert screen.buttons.armed


def tap(twin: Twin, pin: int) -> None:
    """Release a button that was pressed 10 ms ago."""
    twin.press([pin])
    ((pressed, levels),) = twin.pins.samples
    twin.pins.samples[:] = [(pressed - RATE // 100, levels)]
    twin.release()


def test_learning_borrows_the_lines(screen: Screen, port: PtyBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    screen.until_open()
    before, listening = child_of(screen), threading.Event()
    monkeypatch.setattr(BoardLearner, "opened", lambda ear, session: listening.set())
    learned: list[int] = []
    assert screen.buttons.learn(Seat(1), learned.append) == ""
    assert listening.wait(PATIENCE)
    port.do(partial(tap, port.twin, 15))
    screen.until(lambda: bool(learned))
    assert screen.buttons.stop_learning(save=True) == ""
    assert child_of(screen) != before
    screen.until_open()
    assert seats_file.load(port.path.parent / "seats.toml").seats[1].grab == 15


BOARDS = """
turn = 4
turn_board = "left"
[[board]]
name = "left"
port = "/dev/ttyAMA0"
[[board]]
name = "right"
port = "E66138528361BB32"
[[seat]]
seat = 1
grab = 17
lamp = 18
[[seat]]
seat = 2
grab = 17
lamp = 18
board = "left"
[[seat]]
seat = 3
grab = 2
board = "right"
"""


class TroubledPad(SimulatedPad):
    """A pad in trouble, whose seats 2 and 3 are on boards that aren't plugged in."""

    def __init__(self) -> None:
        clock = HandClock(Instant(1_000_000_000))
        super().__init__(map(contacts.Seat, range(3)), clock, HandAlarm(clock))
        self.wrong = "no grab board at /dev/ttyAMA0: plug it in"
        for seat in (1, 2):
            self.line_gone(contacts.Seat(seat))

    @property
    def trouble(self) -> str:
        return self.wrong


def test_what_is_wrong_with_the_pad_is_told_until_it_is_mended_but_for_why_there_is_none() -> None:
    pad = TroubledPad()
    buttons = PadButtons(pad, Inbox())
    assert buttons.notice == "no grab board at /dev/ttyAMA0: plug it in"
    states = [buttons.state(Seat(seat)).display_state for seat in range(3)]
    assert states == ["open", "unplugged", "unplugged"]
    pad.wrong = ""
    pad.line_back(contacts.Seat(1))
    assert buttons.notice == ""
    assert buttons.state(Seat(1)).display_state == "open"
    assert PadButtons(TroubledPad(), Inbox(), notice="no file").notice == "no file"


def test_what_to_know_of_buttons_that_wait_or_are_stamped_late_is_said() -> None:
    pad = TroubledPad()
    pad.wrong, buttons = "", PadButtons(pad, Inbox())
    assert buttons.hint == ""
    pad.has_priority = False
    said = "A busy computer may make you grab again: companion doctor says what helps."
    assert (buttons.hint, buttons.notice) == (said, "")
    buttons = screen_buttons(Inbox(), HandClock(Instant(1_000_000_000)), words.SIMULATED)
    assert buttons.hint == "For practice: screen pads tie within 30 ms."


def test_the_screen_makes_haste_only_while_its_frames_stamp_what_counts() -> None:
    panel = TouchStamps(lambda listener: HandDevice(found()).link(UsbPlug("panel"), listener))
    clock = HandClock(Instant(0))
    for stamps, in_haste in ((None, True), (panel, False)):
        buttons = PadButtons(ScreenPad(map(contacts.Seat, range(2)), clock, stamps), Inbox())
        assert not buttons.by_frames
        buttons.arm(True)
        assert buttons.by_frames is in_haste
        buttons.arm(False)
        assert not buttons.by_frames
        buttons.close()
    wired = PadButtons(simulated(clock, HandAlarm(clock)), Inbox())
    wired.arm(True)
    assert wired.armed
    assert not wired.by_frames, "the kernel stamps a wire"


def test_armed_buttons_have_the_window_asked_more_often(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    buttons = screen_buttons(Inbox(), HandClock(Instant(0)), "")
    monkeypatch.setattr("kivy.base.EventLoop.idle", lambda: True)
    asked: list[float] = []
    # Restored by hand: Kivy's clock forbids deletion. With time standing still it would wait for ever.
    Clock._max_fps = 60.0
    try:
        app = CompanionApp(desk.frame, replace(desk.services, buttons=buttons), begin=lambda: None)
        app.build()
        for armed in (False, True, False, True):
            buttons.arm(armed)
            app._begin_frame()
            asked.append(Clock._max_fps)
        # A table left in the middle of a match is polled no more often than any other.
        app._still = 20_000
        app._begin_frame()
        asked.append(Clock._max_fps)
        app._drawn()
        app._begin_frame()
        asked.append(Clock._max_fps)
        app.on_stop()
        asked.append(Clock._max_fps)
    finally:
        Clock._max_fps = 0.0
    assert asked == [60, 240, 60, 240, 60, 240, 60]


def test_keys_that_a_late_screen_hears_of_at_once_are_told_apart() -> None:
    clock, inbox, keyboards = HandClock(Instant(0)), Inbox(), Keyboards("/dev/input/event0")
    stamps = KeyStamps(GRAB_KEYS, clock, keyboards.lister, keyboards.opener)
    clock.advance(Nanoseconds(MILLISECOND))
    buttons = PadButtons(ScreenPad(map(contacts.Seat, range(2)), clock, None, stamps), inbox)
    heard: list[News] = []
    buttons.hear = heard.append
    buttons.arm(True)
    # The second seat's key goes down 40 ms before the first's, while a frame takes 300.
    for ms, code in ((100, 3), (140, 2)):
        keyboards.there["/dev/input/event0"].press(ms * MILLISECOND, code)
    clock.advance(Nanoseconds(300 * MILLISECOND))
    buttons.begin_frame()
    for seat, scancode in ((0, 30), (1, 31)):
        buttons.press(Seat(seat), key=scancode)
    for _ in range(6):
        clock.advance(Nanoseconds(16 * MILLISECOND))
        buttons.begin_frame()
    inbox.drain()
    (ruled,) = (news for news in heard if isinstance(news, Seized))
    assert ruled.first == (1,)
    assert [touch.after for touch in ruled.touches] == [0, 40 * MILLISECOND]
    buttons.close()


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    factory = MockFactory()
    monkeypatch.setattr("hardware.pads.learner.default_factory", lambda chip: factory)
    monkeypatch.setattr("hardware.pins.bank.default_factory", lambda chip: factory)
    return factory


def test_learning_on_the_header_keeps_boards_and_who_is_on_them(
    tmp_path: Path, header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, inbox = tmp_path / "seats.toml", Inbox()
    before = seats_file.loads(BOARDS)
    buttons = PadButtons(
        TroubledPad(), inbox, wiring=before, seats_path=path, reopen=TroubledPad, notice="none yet"
    )
    learned: list[int] = []
    buttons.learn(Seat(2), learned.append)
    times = count(1000)
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: next(times))
    for pin in (18, 22):
        header.pin(pin).drive_low()
        header.pin(pin).drive_high()
    inbox.drain()
    # GPIO18 is a lamp's; GPIO22 is the first press of a possible button.
    assert learned == [22]
    assert buttons.stop_learning(save=True) == ""
    after = seats_file.load(path)
    assert after.boards == before.boards
    assert after.seats == (*before.seats[:2], SeatWires(contacts.Seat(2), 22))
    assert (after.turn, after.turn_board) == (4, "left")
    assert buttons.notice == "no grab board at /dev/ttyAMA0: plug it in"
    buttons.close()


def test_learning_on_usb_pads_writes_ports_and_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, inbox = tmp_path / "seats.toml", Inbox()
    press: list[Callable[[int, UsbPlug], None]] = []

    class Ears:
        """A learner that hears what the test says."""

        trouble = "the pad is another program's"

        def __init__(self, wiring: Wiring, on_press: Callable[[int, UsbPlug], None]) -> None:
            press.append(on_press)

        def close(self) -> None:
            """Stop listening."""

    monkeypatch.setattr("hardware.pads.learner.Learner", Ears)
    buttons = PadButtons(TroubledPad(), inbox, seats_path=path, reopen=TroubledPad)
    learned: list[int] = []
    for seat, plug in enumerate((UsbPlug("pad", "usb-1/input0"), UsbPlug("pad 2", "usb-2/input0"))):
        assert buttons.learn(Seat(seat), learned.append) == ""
        assert buttons.notice == "the pad is another program's"
        press[-1](0x120, plug)
        inbox.drain()
    assert learned == [0x120, 0x120]
    # Pressed as the screen is left: learning has ended and doesn't start again.
    assert buttons.learn(Seat(2), learned.append) == ""
    press[-1](0x121, UsbPlug("pad 2", "usb-2/input0"))
    assert buttons.stop_learning(save=True) == ""
    inbox.drain()
    assert learned == [0x120, 0x120]
    wiring = seats_file.load(path)
    assert [(button.usb, button.code) for button in wiring.usb_seats] == [("pad", 0x120), ("pad 2", 0x120)]
    assert [plug.port for plug in wiring.usb] == ["usb-1/input0", "usb-2/input0"]
    assert buttons.wires(2).plugged
    assert buttons.wires(3).without(3) == 1
    buttons.close()


def test_who_teaches_nothing_gets_screen_pads_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def gone(*_: object) -> None:
        raise ChipMissingError("the chip is gone")

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    buttons = open_buttons(places.seats_path(), Inbox(), HandClock())
    monkeypatch.setattr("hardware.pads.learner.Learner", gone)
    assert buttons.learn(Seat(0), lambda pin: None) == "the chip is gone"
    assert buttons.stop_learning(save=False) == ""
    assert (buttons.simulated, buttons.notice) == (True, words.SIMULATED)
    buttons.press(Seat(1))
    assert buttons.state(Seat(1)).state == "pressed"
    buttons.close()


def test_wires_not_kept_are_said_without_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "seats.toml"
    buttons = PadButtons(TroubledPad(), Inbox(), seats_path=path, reopen=TroubledPad)
    monkeypatch.setattr(os, "fsync", full)
    assert buttons.save_wires(2) == f"{path}: the disk is full; free some space"
    buttons.close()


def test_buttons_that_are_gone_after_learning_leave_those_of_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: MockFactory
) -> None:
    def gone() -> TroubledPad:
        raise ChipMissingError("the chip is gone")

    buttons = PadButtons(TroubledPad(), Inbox(), seats_path=tmp_path / "seats.toml", reopen=gone)
    monkeypatch.setattr("hardware.pads.learner.default_factory", lambda chip: gone())
    monkeypatch.setattr("hardware.pads.learner.plugs", lambda wiring: ())
    assert buttons.learn(Seat(0), lambda pin: None) == "the chip is gone"
    assert buttons.stop_learning(save=False) == "the chip is gone"
    assert buttons.simulated
    assert buttons.notice == words.buttons_fail("the chip is gone")
    buttons.press(Seat(1))
    assert buttons.state(Seat(1)).state == "pressed"
    buttons.close()


def test_without_header_and_board_there_is_nothing_to_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: MockFactory
) -> None:
    def none_here(chip: str | None) -> MockFactory:
        raise ChipMissingError("no GPIO chip of a Raspberry Pi header here")

    path = tmp_path / "seats.toml"
    found: list[FoundPort] = []
    monkeypatch.setattr("hardware.pads.learner.plugs", lambda wiring: plugs(wiring, lambda: found))
    buttons = PadButtons(TroubledPad(), Inbox(), seats_path=path)
    assert buttons.can_learn
    monkeypatch.setattr("hardware.pins.bank.default_factory", none_here)
    assert not buttons.can_learn
    assert buttons.wires(2).boards[0].model == "pi", "to be wired to a Pi one day"
    found.append(FoundPort("/dev/ttyACM0", "e66"))
    assert buttons.can_learn
    assert [board.name for board in buttons.wires(2).boards] == ["board"]
    found.clear()
    wiring = seats_file.loads('[[board]]\nname = "b"\n[[seat]]\nseat = 1\ngrab = 2\nboard = "b"\n')
    assert PadButtons(TroubledPad(), Inbox(), wiring=wiring, seats_path=path).can_learn
    assert not PadButtons(TroubledPad(), Inbox(), wiring=wiring).can_learn, "nowhere to write it down"
    buttons.close()


def test_the_screen_gets_the_plan_of_the_wires_as_values_of_its_own() -> None:
    wiring = seats_file.loads(BOARDS)
    got = the(WirePlan, PadButtons(TroubledPad(), Inbox(), wiring=wiring).wires(3))
    assert msgspec.to_builtins(got.notes) == msgspec.to_builtins(plan(wiring).notes)
    for ours, theirs in zip(got.boards, plan(wiring).boards, strict=True):
        assert (ours.model, ours.name) == (theirs.model, theirs.name)
        for pin, planned in zip(ours.pins, theirs.pins, strict=True):
            # The screen doesn't need the number that the seats file gives a pin.
            assert msgspec.to_builtins(planned) == {**msgspec.to_builtins(pin), "number": planned.number}
    assert not got.proposes


def test_where_nothing_is_wired_the_first_free_pins_are_proposed() -> None:
    got = PadButtons(TroubledPad(), Inbox()).wires(4)
    assert (got.wired, got.proposes, got.without(4), got.without(5)) == (False, True, 0, 1)
    pins = [pin.name for pin in got.boards[0].pins if pin.end is not None and pin.end.role == "button"]
    assert pins == ["GPIO4", "GPIO17", "GPIO27", "GPIO22"]


def test_lamps_are_those_of_the_seats_file_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Table().buttons.lamps == (), "pads on the screen have none"
    monkeypatch.setattr(PadButtons, "simulated", False)
    wiring = seats_file.loads(
        '[[usb]]\nname = "left"\n[[seat]]\nseat = 3\ngrab = 17\nlamp = 18\n[[seat]]\nseat = 2\ngrab = 5\n'
        '[[seat]]\nseat = 1\nusb = "left"\ncode = "BTN_TRIGGER"\nlamp = "player1"\n'
    )
    assert PadButtons(TroubledPad(), Inbox(), wiring=wiring).lamps == (0, 2)
    assert PadButtons(TroubledPad(), Inbox()).lamps == ()
