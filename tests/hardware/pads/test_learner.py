"""Learning whose button is whose: listen on every free pin and report the first press."""

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion.clock import HandClock
from hardware.boards.link import BoardListener
from hardware.boards.serial_ports import FoundPort
from hardware.boards.session import BoardSession, Moved, Wants
from hardware.errors import FactoryMissingError, HardwareError, NoPermissionError
from hardware.firmware.frames import Identity
from hardware.grab.contacts import Seat
from hardware.pads.learner import Learner, open_usb_plugs, plugs, usb_plugs
from hardware.usb.devices import PadLister
from hardware.usb.reports import axis_code
from hardware.wiring.pinouts import HEADER_PINS
from hardware.wiring.seats_file import dumps, loads
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, SeatWires, UsbPlug, Wiring, with_button
from tests.hardware.boards.twin import RATE
from tests.hardware.table import START
from tests.hardware.usb.table import STICK, A, B, HandDevice, found, report

WIRING = Wiring(seats=(SeatWires(Seat(0), 4, 14), SeatWires(Seat(1), 5)))


def listen(factory: MockFactory, heard: list[int], wiring: Wiring = WIRING) -> Learner:
    """Return a learner that appends to `heard` each pin it hears on the header."""

    def hear(pin: int, board: BoardPlug | UsbPlug | None) -> None:
        assert board is None
        heard.append(pin)

    return Learner(wiring, hear, factory, clock=HandClock(START), boards=lambda _: ())


class Header:
    """Simulated pins of a header, with their own clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = 1000.0
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: self._now)
        self.factory = MockFactory()

    def press(self, pin: int, milliseconds: float = 40, *, high: bool = False) -> None:
        """Close a pin's switch for this many milliseconds."""
        at = self.factory.pin(pin)
        for goes_high in (high, not high):
            at.drive_high() if goes_high else at.drive_low()
            self._now += milliseconds / 1000


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Header:
    return Header(monkeypatch)


class FakeLink:
    """A link whose board a test controls."""

    trouble = ""

    def __init__(self, plug: BoardPlug, wants: Wants, listener: BoardListener) -> None:
        self.wants, self._listener = wants, listener
        self._session = BoardSession(1, wants, START)
        self._session.identity = Identity(1, 1, (1, 1, 0), b"", wants.inputs, RATE, 0, 0, 512, "")
        self._ticks = 0
        self.open = False

    def press(self, pin: int, milliseconds: float = 40) -> None:
        """Pull an input pin low for this many milliseconds."""
        self._move(self.wants.inputs, self.wants.inputs & ~(1 << pin))
        self._ticks += round(milliseconds * RATE / 1000)
        self.let_go(pin)

    def let_go(self, pin: int) -> None:
        """Let a pin go high again."""
        self._move(self.wants.inputs & ~(1 << pin), self.wants.inputs)

    def _move(self, before: int, after: int) -> None:
        self._listener.moved(self._session, Moved(self._ticks, before, after))

    def start(self) -> None:
        self.open = True

    def light(self, lit: int) -> None:
        """Do nothing: there are no lamps."""

    def catch_up(self) -> None:
        """Do nothing: nothing is under way."""

    def close(self) -> None:
        self.open = False


class Boards:
    """A learner on boards alone, their links, and what it heard."""

    def __init__(self, wiring: Wiring, found: tuple[FoundPort, ...] = ()) -> None:
        self.links: dict[str, FakeLink] = {}
        self.heard: list[tuple[int, BoardPlug | UsbPlug | None]] = []
        self.learner = Learner(
            wiring,
            lambda pin, board: self.heard.append((pin, board)),
            MockFactory(),
            pins=(),
            clock=HandClock(START),
            boards=lambda wiring: plugs(wiring, lambda: found),
            make_link=self._link,
        )

    def _link(self, plug: BoardPlug, wants: Wants, listener: BoardListener) -> FakeLink:
        self.links[plug.name] = FakeLink(plug, wants, listener)
        return self.links[plug.name]


LEFT, RIGHT = BoardPlug("left", "e66"), BoardPlug("right", "e67")


def test_a_button_on_a_board_is_told_with_its_board_and_lamps_are_left_out() -> None:
    boards = Boards(Wiring(seats=(SeatWires(Seat(0), 2, 22, "left"),), boards=(LEFT, RIGHT)))
    assert not boards.links["left"].wants.inputs >> 22 & 1
    assert boards.links["left"].wants.lamps == 1 << 22
    boards.links["right"].let_go(5)
    assert boards.heard == []
    boards.links["right"].press(5)
    boards.links["left"].press(7)
    assert boards.heard == [(5, RIGHT)]
    boards.learner.close()
    assert not any(link.open for link in boards.links.values())


def test_a_board_that_the_file_does_not_name_yet_gets_a_name() -> None:
    one = Boards(Wiring(seats=()), (FoundPort("/dev/ttyACM0", "e66"),))
    one.links["board"].press(4)
    assert one.heard == [(4, BoardPlug("board"))]
    two = Boards(Wiring(seats=()), (FoundPort("/dev/ttyACM0", "e66"), FoundPort("/dev/ttyACM1", "e67")))
    two.links["board 2"].press(4)
    assert two.heard == [(4, BoardPlug("board 2", "e67"))]


def test_a_board_that_hears_nothing_says_why() -> None:
    boards = Boards(Wiring(seats=(), boards=(LEFT, RIGHT)))
    assert boards.learner.trouble == ""
    boards.links["right"].trouble = 'grab board "right": put the firmware on it'
    assert boards.learner.trouble == 'grab board "right": put the firmware on it'
    boards.learner.close()


def test_without_header_and_board_there_is_nothing_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with pytest.raises(FactoryMissingError):
        Learner(Wiring(seats=()), lambda pin, board: None, clock=HandClock(START), boards=lambda _: ())
    made: list[FakeLink] = []

    def link(plug: BoardPlug, wants: Wants, listener: BoardListener) -> FakeLink:
        made.append(FakeLink(plug, wants, listener))
        return made[-1]

    wiring = Wiring(seats=(), boards=(LEFT,))
    with Learner(wiring, lambda pin, board: None, clock=HandClock(START), make_link=link) as learner:
        assert learner.listening == ()
        assert [other.open for other in made] == [True]


def test_a_learned_board_is_in_the_wiring_once() -> None:
    wiring = with_button(Wiring(seats=()), Seat(0), 4, LEFT)
    wiring = with_button(wiring, Seat(1), 5, LEFT)
    assert wiring.boards == (LEFT,)
    assert wiring.seats == (SeatWires(Seat(0), 4, None, "left"), SeatWires(Seat(1), 5, None, "left"))


def test_the_first_button_pressed_is_told_once(header: Header) -> None:
    heard = list[int]()
    with listen(header.factory, heard) as learner:
        assert learner.listening == tuple(pin for pin in HEADER_PINS if pin != 14)
        header.press(17)
        header.press(5)
    assert heard == [17]


def test_a_spike_and_a_bounce_of_the_hand_before_are_no_buttons(header: Header) -> None:
    """docs/timing.md: anything shorter than a hand's press is interference."""
    heard = list[int]()
    with listen(header.factory, heard):
        header.press(5, 0.2)
        for _ in range(3):
            header.press(17, 1.5)
        assert heard == []
        header.press(6)
    assert heard == [6]


def test_a_spike_and_a_bounce_on_a_board_are_no_buttons() -> None:
    boards = Boards(Wiring(seats=(), boards=(LEFT,)))
    boards.links["left"].press(9, 0.02)
    for _ in range(3):
        boards.links["left"].press(5, 1.5)
    assert boards.heard == []
    boards.links["left"].press(6)
    assert boards.heard == [(6, LEFT)]


def test_a_lamp_on_a_board_leaves_the_headers_pin_of_that_number_free() -> None:
    wiring = Wiring(seats=(SeatWires(Seat(0), 4, 14, "left"),), boards=(BoardPlug("left"),))
    with listen(MockFactory(), [], wiring) as learner:
        assert learner.listening == HEADER_PINS


def test_pins_in_use_are_passed_over_and_all_are_let_go() -> None:
    factory, heard = MockFactory(), list[int]()
    with LED(20, pin_factory=factory), listen(factory, heard) as learner:
        assert 20 not in learner.listening
    with LED(17, pin_factory=factory):
        pass


def test_the_pins_of_turn_and_totem_cannot_become_a_seats() -> None:
    wiring = Wiring(seats=(), turn=22, totem=5, totem_board="left", boards=(LEFT,))
    with listen(MockFactory(), [], wiring) as learner:
        assert learner.listening == tuple(pin for pin in HEADER_PINS if pin != 22)
    assert Boards(wiring).links["left"].wants.inputs == sum(1 << pin for pin in BOARD_PINS if pin != 5)


def test_a_closed_learner_hears_nothing(header: Header) -> None:
    heard = list[int]()
    listen(header.factory, heard).close()
    header.press(17)
    assert heard == []


def test_with_pull_down_the_pins_with_resistors_on_the_board_are_left_out(header: Header) -> None:
    heard = list[int]()
    wiring = Wiring(seats=(SeatWires(Seat(0), 4),), pull="down")
    with listen(header.factory, heard, wiring) as learner:
        assert {2, 3}.isdisjoint(learner.listening)
        header.press(9, high=True)
    assert heard == [9]


def test_pins_that_no_seat_can_have_are_passed_over() -> None:
    factory = MockFactory()
    far = (BoardPlug("far", "/dev/ttyAMA0"),)
    with listen(factory, [], Wiring(seats=(), boards=far)) as learner:
        assert {14, 15}.isdisjoint(learner.listening)
    with listen(MockFactory(), [], Wiring(seats=(), normally_closed=True)) as learner:
        assert 3 not in learner.listening
    with Learner(
        Wiring(seats=()), lambda pin, board: None, MockFactory(), pins=range(46), boards=lambda _: ()
    ) as learner:
        assert learner.listening == HEADER_PINS


LEFT_PAD, RIGHT_PAD = UsbPlug("left", "usb-0/input0"), UsbPlug("right", "usb-1/input0")


class UsbPads:
    """A learner on two USB pads alone, and what it heard."""

    def __init__(self) -> None:
        self.devices = {plug: HandDevice(found(number)) for number, plug in enumerate((LEFT_PAD, RIGHT_PAD))}
        self.heard: list[tuple[int, object]] = []
        self.learner = Learner(
            Wiring(seats=()),
            lambda code, pad: self.heard.append((code, pad)),
            MockFactory(),
            pins=(),
            boards=lambda _: (),
            pads=lambda _: self.devices,
            make_pad_link=lambda plug, listener: self.devices[plug].link(plug, listener),
        )

    def tell(self, plug: UsbPlug, *keys: tuple[int, int], stick: int | None = None) -> None:
        self.devices[plug].tell(report(START, *keys, axes=None if stick is None else {STICK: stick}))
        self.devices[plug].deliver()


def test_a_button_of_a_usb_pad_is_told_with_its_pad_which_nobody_else_hears_meanwhile() -> None:
    pads = UsbPads()
    assert all(device.alone for device in pads.devices.values())
    pads.tell(RIGHT_PAD, (A, 1))
    assert pads.heard == [], "the kernel would take it for held for ever"
    pads.tell(RIGHT_PAD, (A, 0))
    pads.tell(LEFT_PAD, (B, 1), (B, 0))
    assert pads.heard == [(A, RIGHT_PAD)]


def test_of_two_keys_in_one_report_nobody_knows_which_was_meant() -> None:
    pads = UsbPads()
    pads.tell(LEFT_PAD, (A, 1), (B, 1))
    assert pads.heard == []
    pads.tell(LEFT_PAD, (A, 0), (B, 0))
    pads.tell(LEFT_PAD, (A, 1), stick=255)
    pads.tell(LEFT_PAD, (A, 0), stick=128)
    assert pads.heard == [(A, LEFT_PAD)], "a trigger is a button and an axis"


def test_a_stick_can_be_taught_and_what_is_down_already_is_not_waited_for() -> None:
    pads = UsbPads()
    pads.tell(LEFT_PAD, (A, 2))
    pads.tell(LEFT_PAD, (A, 0), stick=20)
    pads.tell(LEFT_PAD, stick=128)
    assert pads.heard == [(axis_code(STICK, up=False), LEFT_PAD)]


def test_four_equal_pads_taught_after_each_other_keep_their_names_and_ports() -> None:
    ports = [f"usb-0000:01:00.0-1.{number}/input0" for number in range(4)]
    wiring = Wiring(seats=())
    for seat in range(4):
        plugged = usb_plugs(wiring, lambda: [replace(found(), port=port) for port in ports])
        plug = next(plug for plug in plugged if plug.port == ports[3 - seat])
        wiring = with_button(wiring, Seat(seat), A, plug)
    assert [plug.port for plug in wiring.usb] == ports[::-1]
    assert len({plug.name for plug in wiring.usb}) == 4
    # After a restart the kernel lists them in another order.
    plugged = usb_plugs(loads(dumps(wiring)), lambda: [replace(found(), port=port) for port in ports])
    assert plugged == wiring.usb[::-1]


def test_the_one_pad_of_a_file_without_a_port_is_whichever_is_there() -> None:
    wiring = Wiring(seats=(), usb=(UsbPlug("the pad"),))
    assert usb_plugs(wiring, lambda: [found(3)]) == (UsbPlug("the pad"),)


def test_pads_that_may_not_be_opened_are_passed_over_and_where_none_may_the_reason_is_told() -> None:
    def refused(plug: UsbPlug, lister: PadLister) -> HardwareError | None:
        return NoPermissionError("add it to the group input") if plug.port in closed else None

    closed = {"usb-0/input0"}
    both = [found(0), found(1)]
    wiring = Wiring(seats=())
    assert [plug.port for plug in open_usb_plugs(wiring, lambda: both, refused)] == ["usb-1/input0"]
    closed.add("usb-1/input0")
    with pytest.raises(NoPermissionError, match="group input"):
        open_usb_plugs(wiring, lambda: both, refused)


def test_why_no_pad_can_be_heard_is_told_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(wiring: Wiring) -> tuple[UsbPlug, ...]:
        raise NoPermissionError("add it to the group input")

    Learner(Wiring(seats=()), lambda *_: None, MockFactory(), boards=lambda _: (), pads=refused).close()
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with pytest.raises(NoPermissionError, match="group input"):
        Learner(Wiring(seats=()), lambda pin, board: None, boards=lambda _: (), pads=refused)
