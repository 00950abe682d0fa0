"""Lines gathered into one request, and what their edges then report; tests/kernel uses real lines."""

import errno
import os

import pytest
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import LED, Button, DigitalInputDevice

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.errors import LineBusyError, LineMissingError
from hardware.pins.claim import StampedEdge
from hardware.pins.factory import GpiodFactory
from hardware.pins.pin import GpiodPin
from tests.hardware.hand_loop import HandLoop
from tests.hardware.pins.fake_chip import FakeChip

US = f"gpiozero-{os.getpid()}"


class Ear:
    """Records the edges of a pin, and what a Button would hear of it."""

    def __init__(self, pin: GpiodPin, edges: str = "both") -> None:
        self.stamped: list[StampedEdge] = []
        self.changes: list[tuple[int, bool]] = []
        self.goodbyes = 0
        pin.edges = edges
        pin.when_edge, pin.when_gone = self.edge, self.gone

    def edge(self, edge: StampedEdge) -> None:
        self.stamped.append(edge)

    def changed(self, ticks: int, state: bool) -> None:
        self.changes.append((ticks, state))

    def gone(self) -> None:
        self.goodbyes += 1

    @property
    def intervals(self) -> list[tuple[int, int]]:
        return [(edge.since, edge.at) for edge in self.stamped]


def held(chip: FakeChip) -> list[int]:
    """Return the lines that we hold."""
    return [offset for offset, line in enumerate(chip.lines) if line.holder == US]


def lost(factory: GpiodFactory) -> int:
    """Return how many edges are known to be lost on all pins."""
    return sum(pin.lost for pin in factory.pins.values())


def test_gathered_lines_are_one_request_others_have_their_own(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5, 5, 6])
    pins = [factory.pin(number) for number in (4, 5, 6, 7)]
    assert [chip.handles[offset].offsets for offset in (4, 7)] == [[4, 5, 6], [7]]
    assert chip.buffers == [1024, 1024]
    assert [pin.claim is pins[0].claim for pin in pins] == [True, True, True, False]


def test_every_edge_of_a_shared_request_reaches_its_own_pin(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5])
    ears = [Ear(factory.pin(number)) for number in (4, 5)]
    for offset, at in ((5, 10), (4, 20), (5, 30)):
        chip.edge(offset, at, rising=at != 30)
    factory.read([factory.pin(4).claim])
    assert ears[0].stamped == [StampedEdge(Instant(20), True, Instant(20))]
    up = StampedEdge(Instant(10), True, Instant(10))
    assert ears[1].stamped == [up, StampedEdge(Instant(30), False, Instant(30))]


def test_an_overwritten_stamp_says_since_when_it_may_be(chip: FakeChip, factory: GpiodFactory) -> None:
    """The bouncing button was first, at 20; without `since`, the clean one, at 22, would look first."""
    factory.gather([4, 5, 6])
    bouncing, clean, before = (Ear(factory.pin(number)) for number in (4, 5, 6))
    chip.edge(6, 10, rising=True)
    chip.change(4, 20, rising=True)
    chip.edge(5, 22, rising=True)
    chip.change(4, 24, rising=False)
    chip.change(4, 25, rising=True)
    chip.wake(4)
    factory.read([factory.pin(4).claim])
    assert bouncing.intervals == [(10, 25)]
    # The missing number may also have been this line's: nobody can tell whose it was.
    assert (clean.intervals, before.intervals, lost(factory)) == ([(10, 22)], [(10, 10)], 0)


def test_changing_one_line_leaves_the_others_as_they_are(chip: FakeChip, factory: GpiodFactory) -> None:
    """When it changes one line, the binding resets every line that isn't named."""
    chip.lines[5].settings.direction = Direction.OUTPUT
    chip.lines[5].level = Value.ACTIVE
    factory.gather([4, 5, 6])
    lamp = LED(5, initial_value=None, pin_factory=factory)
    with Button(4, pin_factory=factory):
        assert lamp.is_lit, "a lamp found lit stays lit"
    ear = Ear(factory.pin(4))
    with DigitalInputDevice(6, pull_up=False, pin_factory=factory):
        assert chip.lines[6].settings.bias is Bias.PULL_DOWN
    lamp.off()
    lamp.on()
    factory.pin(4).pull = "up"
    assert chip.lines[5].level is Value.ACTIVE
    assert chip.lines[4].settings.edge_detection is Edge.BOTH
    chip.edge(4, 10, rising=True)
    factory.read([factory.pin(4).claim])
    assert ear.intervals == [(10, 10)]


def test_a_closed_pin_is_an_input_without_edges_others_go_on(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5, 6])
    first, second = (Ear(factory.pin(number)) for number in (4, 5))
    claim = factory.pin(4).claim
    factory.pin(4).close()
    assert chip.lines[4].settings.edge_detection is Edge.NONE
    assert (chip.lines[4].settings.direction, chip.lines[4].settings.bias) == (Direction.INPUT, Bias.DISABLED)
    chip.edge(4, 10, rising=True)
    chip.edge(5, 20, rising=True)
    factory.read([claim])
    assert (first.stamped, second.intervals) == ([], [(20, 20)])
    assert held(chip) == [4, 5, 6]
    assert factory.pin(4).claim is claim


def test_the_last_pin_closed_lets_even_lines_without_a_pin_go(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5, 6])
    pins = [factory.pin(number) for number in (4, 5)]
    for pin in pins:
        pin.close()
    assert held(chip) == []
    assert pins[0].claim.value(4) is Value.INACTIVE
    assert held(chip) == [4]


def test_a_closed_factory_lets_gathered_lines_go(chip: FakeChip) -> None:
    with chip.factory() as factory:
        factory.gather([4, 5])
        with chip.factory() as other:
            other.gather([6, 7])
            other.pin(6)
        assert held(chip) == [4, 5]
    assert held(chip) == []


def test_a_busy_line_among_many_is_named_nothing_is_claimed(chip: FakeChip, factory: GpiodFactory) -> None:
    chip.lines[6].holder = "fan-control"
    with pytest.raises(LineBusyError, match="GPIO6 of pinctrl-fake is held by fan-control: stop it"):
        factory.gather([4, 6, 7])
    assert held(chip) == []
    factory.pin(4)
    assert held(chip) == [4]


def test_a_line_that_isnt_there_is_named_nothing_is_claimed(chip: FakeChip, factory: GpiodFactory) -> None:
    with pytest.raises(LineMissingError, match="pinctrl-fake has 28 lines, no GPIO40: wire another pin"):
        factory.gather([4, 40])
    chip.lines[4].gone = True
    with pytest.raises(LineMissingError, match="GPIO4 of pinctrl-fake is gone: plug"):
        factory.gather([4, 5])
    assert held(chip) == []


def test_lines_are_gathered_before_their_pins_are_made(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.pin(5)
    with pytest.raises(LineBusyError, match="GPIO5 of pinctrl-fake has a pin in this program already"):
        factory.gather([4, 5])
    factory.pin(5).close()
    factory.gather([4, 5])
    with pytest.raises(LineBusyError, match="GPIO4"):
        factory.gather([4, 6])
    factory.gather([])
    assert held(chip) == [4, 5]


def test_lines_that_vanish_together_are_told_to_every_pin(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5])
    ears = [Ear(factory.pin(number)) for number in (4, 5)]
    chip.lines[5].gone = True
    factory.read([factory.pin(4).claim])
    assert [ear.goodbyes for ear in ears] == [1, 1]
    with pytest.raises(LineMissingError, match="GPIO4 of pinctrl-fake is gone"):
        _ = factory.pin(4).state
    for number in (4, 5):
        factory.pin(number).close()
    assert chip.handles[4].released


def test_what_was_read_before_the_lines_vanished_is_told(chip: FakeChip) -> None:
    reads: list[bytes] = []

    def read(fd: int, size: int) -> bytes:
        if len(reads) == 1:
            raise OSError(errno.ENODEV, "No such device")
        reads.append(chip._read(fd, size))
        return reads[-1]

    loop = HandLoop(chip.clock)
    with GpiodFactory(finder=lambda _: chip.found, opener=lambda _: chip, reader=read, loop=loop) as factory:
        ear = Ear(factory.pin(4))
        for at in range(1, 101):
            chip.edge(4, at, rising=at % 2 == 0)
        factory.read([factory.pin(4).claim])
        assert (len(ear.stamped), ear.goodbyes) == (64, 0)
        factory.read([factory.pin(4).claim])
        assert (len(ear.stamped), ear.goodbyes) == (64, 1)


def test_lost_edges_are_counted_for_the_line_that_lost_them(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5])
    for number in (4, 5):
        Ear(factory.pin(number))
    chip.edge(4, 10, rising=True)
    chip.edge(4, 20, rising=False, skipped=3)
    chip.edge(5, 30, rising=True)
    factory.read([factory.pin(4).claim])
    assert (factory.pin(4).lost, factory.pin(5).lost) == (3, 0)


def test_gathered_lines_share_the_kernels_buffer_of_1024(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5])
    ears = [Ear(factory.pin(number)) for number in (4, 5)]
    for at in range(1, 1501):
        chip.edge(4 + at % 2, at, rising=at % 4 < 2)
    factory.read([factory.pin(4).claim])
    assert sum(len(ear.stamped) for ear in ears) == 1024
    assert lost(factory) == 476


@pytest.mark.parametrize("catching_up", [True, False])
def test_all_that_the_kernel_holds_is_taken_and_a_whole_batch_is_in_order_of_time(
    catching_up: bool, chip: FakeChip, factory: GpiodFactory
) -> None:
    """One reading takes 64 events, and there are two requests."""
    order: list[int] = []

    class Noting(Ear):
        def edge(self, edge: StampedEdge) -> None:
            order.append(edge.at)

    factory.gather([4, 5])
    ears = [Noting(factory.pin(number)) for number in (4, 5, 6)]
    for at in range(1, 601):
        chip.edge(4 + at % 3, at, rising=at % 2 == 0, ready=catching_up)
    if catching_up:
        factory.catch_up()
    else:
        factory.read([factory.pin(number).claim for number in (4, 6)])
        assert order == list(range(1, 601))
    assert sorted(order) == list(range(1, 601))
    assert len(ears) == 3


def test_stamps_are_neither_delayed_nor_left_out_for_bounce(chip: FakeChip, factory: GpiodFactory) -> None:
    pin = factory.pin(4)
    ear = Ear(pin)
    pin.bounce = 0.005
    pin.when_changed = ear.changed
    stamps = [MILLISECOND, 2 * MILLISECOND, 3 * MILLISECOND]
    for at in stamps:
        chip.edge(4, at, rising=at != stamps[1])
    factory.read([pin.claim])
    assert [edge.at for edge in ear.stamped] == stamps
    assert ear.changes == [(stamps[0], True)]


def test_edges_and_changes_are_listened_to_independently(chip: FakeChip, factory: GpiodFactory) -> None:
    pin = factory.pin(4)
    ear = Ear(pin)
    pin.when_changed = ear.changed
    chip.edge(4, 10, rising=True)
    factory.read([pin.claim])
    pin.when_edge = None
    chip.edge(4, 20, rising=False)
    factory.read([pin.claim])
    pin.when_edge = ear.edge
    pin.when_changed = None
    chip.edge(4, 30, rising=True)
    factory.read([pin.claim])
    assert (ear.intervals, ear.changes) == ([(10, 10), (30, 30)], [(10, True), (20, False)])
    pin.when_edge = None
    assert chip.lines[4].settings.edge_detection is Edge.NONE


def test_a_fault_costs_the_other_no_edge(chip: FakeChip, factory: GpiodFactory, faults: list[str]) -> None:
    class Faulty(Ear):
        def edge(self, edge: StampedEdge) -> None:
            raise ZeroDivisionError

    pin = factory.pin(4)
    ear = Faulty(pin)
    pin.when_changed = ear.changed
    chip.edge(4, 10, rising=True)
    factory.read([pin.claim])
    assert (faults, ear.changes) == (["ZeroDivisionError"], [(10, True)])


def test_who_starts_to_listen_hears_nothing_older_costs_none(chip: FakeChip, factory: GpiodFactory) -> None:
    factory.gather([4, 5])
    first = Ear(factory.pin(4))
    second = Ear(factory.pin(5))
    chip.edge(4, 10, rising=True)
    chip.edge(5, 20, rising=True)
    factory.pin(5).when_edge = None
    chip.clock.advance(Nanoseconds(30))
    factory.pin(5).when_edge = second.edge
    chip.edge(5, 40, rising=False)
    factory.read([factory.pin(4).claim])
    assert (first.intervals, second.intervals) == ([(10, 10)], [(40, 40)])
