"""All of the firmware but the PIO, on a simulated chip: wires, samples, lamps, steps, and stopping it."""

from types import ModuleType

import pytest

from hardware.firmware import frames
from hardware.firmware.board import BoardProgram
from hardware.firmware.chips import kind_of
from tests.firmware.chip import Chip
from tests.hardware.boards import twin

SESSION = 5
FORCED_LOW = 2 << 16


class Wire(twin.Wire):
    """A board's end of a wire, which may have no room to send."""

    def __init__(self) -> None:
        super().__init__()
        self.room = True

    def send(self, *payloads: bytes) -> None:
        """Send payloads as frames."""
        self.came += b"".join(map(frames.encode, payloads))

    def has_room(self) -> bool:
        return self.room

    def messages(self) -> list[tuple[object, ...]]:
        """Return the messages the host got since the last call."""
        come = bytes(self.gone)
        self.gone.clear()
        return [frames.unpack(payload) for payload in frames.Decoder().feed(come)]


class Rig:
    """The firmware on a chip with two wires."""

    def __init__(self, chip: Chip, machine: str = "Raspberry Pi Pico with RP2040") -> None:
        self.chip = chip
        self.kind = kind_of(machine)
        self.pins: ModuleType = chip.module("pins")
        self.sampler = chip.module("sampler").Sampler(self.kind.chip)
        self.usb, self.uart = Wire(), Wire()
        self.board = BoardProgram(
            self.pins.Pins(self.sampler.now, self.kind),
            self.kind.usable,
            5_000_000,
            b"12345678",
            frames.POWER_ON,
            self.kind.name,
        )
        self.loop = chip.module("loop").BoardLoop((self.usb, self.uart), self.sampler, self.board)

    def turns(self, count: int) -> None:
        """Run the loop `count` times, a quarter of a millisecond each."""
        for _ in range(count):
            self.chip.us += 250
            self.loop.turn()


@pytest.fixture(name="rig")
def make_rig(chip: Chip) -> Rig:
    return Rig(chip)


def test_the_host_is_on_the_wire_that_said_hello(rig: Rig) -> None:
    rig.uart.send(frames.pack(frames.hello(SESSION)))
    rig.turns(2)
    assert [type(message) for message in rig.uart.messages()] == [frames.Identity]
    rig.usb.send(frames.pack(frames.Sync(SESSION, 1)))
    rig.turns(2)
    assert rig.usb.messages() == rig.uart.messages() == []
    rig.usb.send(frames.pack(frames.hello(SESSION)))
    rig.turns(2)
    assert [type(message) for message in rig.usb.messages()] == [frames.Identity]


def test_a_press_comes_with_its_tick(rig: Rig, chip: Chip) -> None:
    rig.usb.send(
        frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, 0b1100, 0, frames.PULL_UP))
    )
    chip.push(0b1100)
    rig.turns(4)
    ready = rig.usb.messages()[-1]
    assert isinstance(ready, frames.Ready)
    assert ready.levels == 0b1100
    chip.us += 33
    pressed = chip.tick
    chip.push(0b1000)
    chip.us += 1
    chip.push(0b0000)
    rig.turns(2)
    assert rig.usb.messages() == [frames.Changes(SESSION, 0, pressed, ((0, 0b1000), (5, 0)))]


def test_no_frame_is_sent_where_there_is_no_room(rig: Rig) -> None:
    rig.usb.room = False
    rig.usb.send(frames.pack(frames.hello(SESSION)))
    rig.turns(5)
    assert rig.usb.gone == b""
    rig.usb.room = True
    rig.turns(1)
    assert len(rig.usb.messages()) == 1


def test_sync_is_stamped_before_its_decoding(rig: Rig, chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    """SYNC was once stamped before USB was read, byte by byte: it seemed received before it was sent."""
    rig.usb.send(
        frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, 0b1100, 0, frames.PULL_UP))
    )
    rig.turns(4)
    rig.usb.messages()
    rig.usb.send(frames.pack(frames.Sync(SESSION, 9)))
    feed = frames.Decoder.feed
    read: list[int] = []

    def read_slowly() -> bytes:
        chip.us += 300
        chip.push(0b1000)
        chip.us += 300
        read.append(chip.tick)
        return Wire.read(rig.usb)

    def decode_slowly(decoder: frames.Decoder, data: bytes) -> list[bytes]:
        chip.us += 2000
        chip.push(0b0100)
        return feed(decoder, data)

    with monkeypatch.context() as patch:
        patch.setattr(rig.usb, "read", read_slowly)
        patch.setattr(frames.Decoder, "feed", decode_slowly)
        rig.turns(2)
    changes, echo = rig.usb.messages()
    assert isinstance(changes, frames.Changes)
    assert isinstance(echo, frames.Echo)
    assert [echo.received] == read
    before = [after for after, _ in changes.changes if changes.at + after < echo.received]
    assert len(before) == 1 <= echo.next


def test_only_the_inputs_are_heard_by_the_sampler(rig: Rig, chip: Chip) -> None:
    rig.usb.send(
        frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, 0b100, 0b1000, frames.PULL_UP))
    )
    rig.turns(3)
    control = {number: chip.registers[0x40014004 + 8 * number] for number in range(29)}
    assert control[2] & FORCED_LOW == 0
    assert all(control[number] & FORCED_LOW for number in range(3, 29))
    assert [control[number] for number in (0, 1)] == [0, 0], "the serial wire's pins must stay as they are"
    assert (chip.pin.made[2].mode, chip.pin.made[2].pull) == (chip.pin.IN, chip.pin.PULL_UP)
    assert chip.pin.made[3].mode == chip.pin.OUT


@pytest.mark.parametrize(
    ("machine", "control", "drives"),
    [
        ("Raspberry Pi Pico W with RP2040", 0x40014004, 3 << 12),
        ("Raspberry Pi Pico2 with RP2350", 0x40028004, 3 << 14),
        ("Raspberry Pi Pico 2 W with RP2350", 0x40028004, 3 << 14),
    ],
)
def test_every_boards_registers_are_its_chips(chip: Chip, machine: str, control: int, drives: int) -> None:
    # Pins that the board itself uses, such as a radio's, stay as they are.
    chip.registers.update({control + 8 * number: 31 for number in (23, 24, 25)})
    rig = Rig(chip, machine)
    rig.usb.send(
        frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, 0b100, 0b1000, frames.PULL_UP))
    )
    rig.usb.send(frames.pack(frames.Drive(SESSION, 1 << 10, ((100_000, 1 << 10), (7, 0)))))
    rig.turns(4)
    controls = [chip.registers[control + 8 * number] for number in (2, 3, 23, 24, 25, 10)]
    assert controls == [5, 5 | FORCED_LOW, *[31 | FORCED_LOW] * 3, 7 | drives | FORCED_LOW]
    others = [address for address in chip.registers if not 0 <= address - control < 8 * 29]
    assert not [address for address in others if 0x40000000 <= address < 0x50000000]
    assert "LED" not in chip.pin.made
    (identity, *_) = rig.usb.messages()
    assert isinstance(identity, frames.Identity)
    assert identity.name == machine.split(" with ")[0].replace("Pico2", "Pico 2")


def test_lamps_light_and_go_out_with_the_host(rig: Rig, chip: Chip) -> None:
    rig.usb.send(frames.pack(frames.hello(SESSION)), frames.pack(frames.Setup(SESSION, 0b100, 0b11000, 1)))
    rig.usb.send(frames.pack(frames.Lamps(SESSION, 0b01000)))
    rig.turns(4)
    assert (chip.pin.made[3].level, chip.pin.made[4].level) == (1, 0)
    rig.turns(4 * 1001)
    assert (chip.pin.made[3].level, chip.pin.made[4].level) == (0, 0)


def test_steps_go_to_the_second_programme_by_dma(rig: Rig, chip: Chip) -> None:
    steps = ((100_000, 1 << 10), (7, 0))
    rig.usb.send(frames.pack(frames.hello(SESSION)), frames.pack(frames.Drive(SESSION, 1 << 10, steps)))
    rig.turns(3)
    driven = rig.usb.messages()[-1]
    assert isinstance(driven, frames.Driven)
    (channel,) = (channel for channel in chip.channels if channel.settings.get("write") == 0x50300010)
    assert channel.count == 4
    words = channel.settings["read"]
    assert list(words)[:4] == [99_999, 1 << 8, 6, 0]  # type: ignore[call-overload]
    # The second block's pins are driven, and the sampler doesn't hear them.
    assert chip.registers[0x40014004 + 80] == 7 | 3 << 12 | FORCED_LOW
    assert chip.registers[0x503000DC] == 27 << 20 | 2
    rig.usb.send(frames.pack(frames.Drive(SESSION, 1 << 10, steps)))
    rig.turns(1)
    assert [type(message) for message in rig.usb.messages()] == [frames.Refused]
