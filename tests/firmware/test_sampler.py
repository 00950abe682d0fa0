"""The sampler's ring and clock on a simulated chip: every pair is read once, with its 64-bit tick."""

from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.firmware import chips
from hardware.firmware.chips import RP2040, RP2350
from tests.firmware.chip import Chip

MS = 5_000
ROUND = 1 << 32


@pytest.fixture(name="module")
def import_module(chip: Chip) -> ModuleType:
    return chip.module("sampler")


@given(st.integers(0, 1 << 60), st.integers(0, ROUND - 1 - MS))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_counter_value_is_extended_to_its_tick(module: ModuleType, tick: int, age: int) -> None:
    count = (ROUND - 1 - tick) % ROUND
    assert module.extend(count, tick + age) == tick


def test_the_dma_writes_the_fifo_into_a_ring_that_is_aligned(chip: Chip, module: ModuleType) -> None:
    module.Sampler(RP2040)
    channel = chip.channels[0]
    assert channel.settings["read"] == 0x50200020
    assert channel.settings["trigger"] is True
    assert channel.control == {"size": 2, "inc_read": False, "ring_size": 13, "ring_sel": True, "treq_sel": 4}
    write = channel.settings["write"]
    assert isinstance(write, int)
    assert write % 8192 == 0


@pytest.mark.parametrize(("kind", "selects"), [(RP2040, 1 << 4), (RP2350, 1 << 5)])
def test_the_machine_samples_from_gp2_and_knows_its_room(
    chip: Chip, module: ModuleType, kind: chips.Chip, selects: int
) -> None:
    module.Sampler(kind)
    (machine,) = chip.machines
    assert (machine.number, machine.running) == (0, True)
    assert machine.in_base is chip.pin.made[2]
    # STATUS_SEL: the receive FIFO; STATUS_N: 3.
    assert chip.registers[0x502020CC] == selects | 3


def test_a_channel_that_has_counted_to_its_end_begins_anew_and_tells_it(chip: Chip) -> None:
    """An RP2350's channel counts 28 bits, 134 million changes: higher bits would mean an endless transfer."""
    sampler = chip.module("sampler").Sampler(RP2350)
    (channel,) = chip.channels
    assert channel.settings["count"] == channel.count == 0x0FFFFFFE
    for level in range(3):
        chip.push(level << 2)
    assert [levels for _, levels in sampler.drain(sampler.now())] == [0, 4, 8]
    assert sampler.lost == 0
    channel.count = 0
    sampler.drain(sampler.now())
    assert sampler.lost > 0
    assert channel.count == 0x0FFFFFFE
    chip.us += 10
    chip.push(1 << 5)
    assert sampler.drain(sampler.now())[-1][1] == 1 << 5


@pytest.mark.parametrize("address", [0x20000000, 0x20001FFC, 0x20002004])
def test_changes_come_out_once_and_in_order_wherever_the_memory_lies(address: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        chip = Chip(address)
        chip.install(patch)
        sampler = chip.module("sampler").Sampler(RP2040)
        made = []
        got = []
        for n in range(3000):
            chip.us += 7
            made.append((chip.tick, (n % 5) << 2))
            chip.push(made[-1][1])
            if n % 100 == 0:
                got += sampler.drain(sampler.now())
        got += sampler.drain(sampler.now())
    assert (got, sampler.lost) == (made, 0)


def test_nothing_changes_for_hours_and_the_clock_goes_on(chip: Chip, module: ModuleType) -> None:
    sampler = module.Sampler(RP2040)
    chip.push(0)
    assert sampler.drain(sampler.now()) == [(0, 0)]
    for _ in range(10 * 60):
        chip.us += 60_000_000
        assert sampler.drain(sampler.now()) == []
    chip.push(4)
    ten_hours = 36_000 * module.RATE
    assert sampler.drain(sampler.now()) == [(ten_hours, 4)]
    assert (sampler.now(), sampler.lost) == (ten_hours, 0)


def test_half_a_pair_is_left_until_its_other_half_is_there(chip: Chip, module: ModuleType) -> None:
    sampler = module.Sampler(RP2040)
    chip.us += 10
    chip.push(4)
    chip.channels[0].count += 1
    assert sampler.drain(sampler.now()) == []
    chip.channels[0].count -= 1
    assert sampler.drain(sampler.now()) == [(50, 4)]


def test_a_full_fifo_is_told_once(chip: Chip, module: ModuleType) -> None:
    sampler = module.Sampler(RP2040)
    chip.overrun()
    sampler.drain(sampler.now())
    assert sampler.lost == 1
    # Writing a one to the flag clears it.
    assert chip.registers.pop(0x50200030) == 1
    sampler.drain(sampler.now())
    assert sampler.lost == 1


@pytest.mark.parametrize("half", [False, True])
def test_an_overtaken_ring_is_told_be_it_by_half_a_pair(chip: Chip, module: ModuleType, half: bool) -> None:
    """The oldest pair's levels were already a later one's, and no loss was reported."""
    sampler = module.Sampler(RP2040)
    for n in range(module.PAIRS + 1):
        chip.us += 1
        chip.push(n << 2)
    chip.channels[0].count += half
    got = sampler.drain(sampler.now())
    assert sampler.lost > 0
    assert half or [levels >> 2 for _, levels in got] == list(range(1, module.PAIRS + 1))


@pytest.mark.parametrize("pause_us", [0, 500, 1500, 100_000])
def test_a_pause_before_the_ring_is_read_loses_nothing(chip: Chip, module: ModuleType, pause_us: int) -> None:
    """Changes in a pause of more than a millisecond were stamped 859 s early, and reported as lost."""
    sampler = module.Sampler(RP2040)
    chip.us += 1_000_000
    sampler.drain(sampler.now())
    now = sampler.now()
    chip.us += pause_us
    pressed = chip.tick
    chip.push(4)
    chip.us += 10
    assert (sampler.drain(now), sampler.lost) == ([(pressed, 4)], 0)


def test_a_stamp_that_cannot_be_true_is_told(chip: Chip, module: ModuleType) -> None:
    sampler = module.Sampler(RP2040)
    chip.us += 1_000_000
    sampler.drain(sampler.now())
    chip.us += 1_000_000
    chip.push(4, tick=chip.tick - 1_100_000 * 5)
    sampler.drain(sampler.now())
    assert sampler.lost == 1
