"""The serial wire that takes what fits, the boards it runs on, and how an owner can stop it."""

import pytest

from hardware.firmware import frames
from hardware.firmware.chips import kind_of
from tests.firmware.chip import Chip


@pytest.mark.parametrize("step", [1, 28, 1000])
def test_frames_leave_the_serial_wire_whole_however_little_it_takes(chip: Chip, step: int) -> None:
    """A frame used to be cut off where the transmit buffer was full, which also spoilt the next one."""
    wire = chip.module("start").Uart()
    (uart,) = chip.uarts
    payloads = [bytes([n]) * 200 for n in range(1, 6)]
    for payload in payloads:
        wire.write(frames.encode(payload))
        for _ in range(1000):
            if wire.has_room():
                break
            uart.room += step
    decoder = frames.Decoder()
    assert (decoder.feed(uart.sent), decoder.damaged) == (payloads, 0)


def test_a_serial_wire_that_takes_nothing_is_not_written_on(chip: Chip) -> None:
    wire = chip.module("start").Uart()
    (uart,) = chip.uarts
    uart.room = 0
    wire.write(b"frame")
    assert not wire.has_room()
    uart.room = 4
    assert not wire.has_room()
    uart.room = 4
    assert wire.has_room()
    assert uart.sent == b"frame"


@pytest.mark.parametrize(
    ("machine", "name", "led"),
    [
        ("Raspberry Pi Pico with RP2040", "Raspberry Pi Pico", True),
        ("Raspberry Pi Pico W with RP2040", "Raspberry Pi Pico W", False),
        ("Raspberry Pi Pico2 with RP2350", "Raspberry Pi Pico 2", True),
        ("Raspberry Pi Pico 2 W with RP2350", "Raspberry Pi Pico 2 W", False),
    ],
)
def test_it_runs_on_four_boards_and_starts_no_radio(machine: str, name: str, led: bool) -> None:
    assert (kind_of(machine).name, kind_of(machine).led) == (name, led)


@pytest.mark.parametrize(
    "machine", ["Seeed XIAO RP2040 with RP2040", "Raspberry Pi Pico2 with RP2350-RISCV", "ESP32 module"]
)
def test_on_any_other_it_says_so_and_stops(machine: str) -> None:
    with pytest.raises(RuntimeError, match=f"Pico 2 or Pico 2 W, not for {machine}"):
        kind_of(machine)


def test_a_board_without_an_led_can_be_called_off_too(chip: Chip) -> None:
    start = chip.module("start")
    chip.pressed = True
    assert start.called_off(start.NoLed()) is True


def test_bootsel_in_the_first_second_and_a_half_leaves_the_board_to_its_owner(chip: Chip) -> None:
    start = chip.module("start")
    led = chip.pin("LED")
    before = chip.us
    assert start.called_off(led) is False
    assert chip.us - before == 1_500_000
    chip.pressed = True
    assert start.called_off(led) is True
    assert (led.level, chip.interrupt_keys) == (0, [3])
