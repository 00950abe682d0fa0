"""The PIO programs on an emulator: the sampling clock never slips by a cycle, and no pair is ever torn."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State  # type: ignore[import-untyped] # ships no types

from tests.firmware.chip import Chip
from tests.firmware.pio import Machine

CYCLES = 25
PROLOGUE = 2
FIFO = 4
FULL = 0xFFFFFFFF
SAMPLED = 0x4000  # in pins
PLAYED = 0x6000  # out pins

Programme = Callable[[], None]


@pytest.fixture(name="sample", scope="module")
def get_sample() -> Programme:
    return _programme("sample")


@pytest.fixture(name="play", scope="module")
def get_play() -> Programme:
    return _programme("play")


def _programme(name: str) -> Programme:
    with pytest.MonkeyPatch.context() as patch:
        chip = Chip()
        chip.install(patch)
        module = chip.module("pio")
        assert (module.CYCLES, module.ROOM) == (CYCLES, FIFO - 1)
        programme: Programme = getattr(module, name)
        return programme


def sampled(
    programme: Programme,
    levels: Callable[[int], int],
    steps: int,
    taken: Callable[[int], int] = lambda cycle: FIFO,
    counter: int = FULL,
) -> tuple[list[int], list[int], Machine]:
    """Sample `steps` steps; return the words that the DMA took, the samples' cycles, and the machine.

    `levels` returns the pins' levels at a step, `taken` how many words the DMA takes after the instruction
    that ends at a cycle; X begins at `counter`.
    """
    begun = State(clock=PROLOGUE, program_counter=PROLOGUE, x_register=counter, y_register=FULL)
    machine = Machine(
        programme,
        pins=lambda cycle: levels((cycle - PROLOGUE) // CYCLES),
        room=FIFO - 1,
        state=State() if counter == FULL else begun,
    )
    words: list[int] = []
    cycles: list[int] = []
    for opcode in machine.run():
        state = machine.state
        if opcode & 0xE0E0 == SAMPLED:
            cycles.append(state.clock)
            if len(cycles) > steps:
                break
        fifo = state.receive_fifo
        assert len(fifo) <= FIFO
        for _ in range(min(taken(state.clock), len(fifo))):
            words.append(fifo.popleft())
    words += machine.state.receive_fifo
    return words, cycles, machine


def pairs(words: list[int], counter: int = FULL) -> list[tuple[int, int]]:
    """Return (step, levels) of each pair; the first step is 0."""
    assert len(words) % 2 == 0, f"half a pair: {words}"
    halves = zip(words[::2], words[1::2], strict=True)
    return [((counter - count) % (1 << 32), levels) for levels, count in halves]


def test_the_programmes_fit_into_a_pio_block(sample: Programme, play: Programme) -> None:
    assert len(Machine(sample).opcodes) <= 32
    assert len(Machine(play).opcodes) <= 32


def test_a_sample_is_taken_every_25_cycles_whatever_happens(sample: Programme) -> None:
    # Quiet at first, then a change in every step, then a change with a full FIFO in every step.
    def levels(step: int) -> int:
        return 5 if step < 10 else step & 1

    late = 25 * CYCLES
    _, cycles, machine = sampled(sample, levels, steps=40, taken=lambda cycle: 0 if cycle > late else FIFO)
    assert machine.flags & 1, "the FIFO was never full: this proves too little"
    assert {after - before for before, after in pairwise(cycles)} == {CYCLES}


@settings(max_examples=25)
@given(st.dictionaries(st.integers(1, 60), st.integers(0, (1 << 27) - 1), max_size=30), st.data())
def test_each_change_is_pushed_once(sample: Programme, changes: dict[int, int], data: st.DataObject) -> None:
    def levels(step: int) -> int:
        known = [at for at in changes if at <= step]
        return changes[max(known)] if known else 0

    counter = data.draw(st.sampled_from([FULL, 7, 0, 30, 0x80000000]))
    words, _, machine = sampled(sample, levels, steps=64, counter=counter)
    expected = [(0, 0)]
    for step in range(1, 64):
        if levels(step) != levels(step - 1):
            expected.append((step, levels(step)))
    assert pairs(words, counter) == expected
    assert machine.flags == 0


def test_the_counter_goes_round_without_a_missing_step(sample: Programme) -> None:
    words, cycles, _ = sampled(sample, lambda step: step & 1, steps=9, counter=3)
    assert words[1::2] == [3, 2, 1, 0, FULL, FULL - 1, FULL - 2, FULL - 3, FULL - 4]
    assert {after - before for before, after in pairwise(cycles)} == {CYCLES}


@settings(max_examples=25)
@given(st.lists(st.integers(0, 2), min_size=40, max_size=200), st.integers(1, 40))
def test_a_full_fifo_costs_whole_pairs_and_is_told(sample: Programme, speeds: list[int], every: int) -> None:
    # A DMA that takes 0, 1 or 2 words at a time, at any cycle, even between the two words of a pair.
    def taken(cycle: int) -> int:
        return speeds[cycle % len(speeds)] if cycle % every == 0 else 0

    steps = 60
    words, cycles, machine = sampled(sample, lambda step: step + 1, steps, taken)
    got = pairs(words)
    # Levels are the step plus one here, so a pair of words that don't belong together would show.
    assert [levels - 1 for _, levels in got] == [step for step, _ in got]
    assert (len(got) < steps) == bool(machine.flags & 1)
    assert {after - before for before, after in pairwise(cycles)} == {CYCLES}


def test_a_change_without_room_is_told_late_but_told(sample: Programme) -> None:
    # The FIFO is full from the third pair on and emptied after step 20; the level stays the same.
    words, _, machine = sampled(
        sample, lambda step: min(step, 3), steps=30, taken=lambda cycle: FIFO if cycle > 20 * CYCLES else 0
    )
    told = pairs(words)
    assert told[:2] == [(0, 0), (1, 1)]
    assert [levels for _, levels in told[2:]] == [3]
    assert told[2][0] >= 20
    assert machine.flags & 1


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, (1 << 27) - 1)), min_size=1, max_size=12))
def test_steps_are_played_to_the_cycle(play: Programme, steps: list[tuple[int, int]]) -> None:
    machine = Machine(play, out_base=2)
    played: list[tuple[int, int]] = []
    machine.state.transmit_fifo.extend(word for delay, levels in steps for word in (delay - 1, levels))
    for opcode in machine.run():
        if opcode & 0xE0E0 == PLAYED:
            # The emulator's clock includes the instruction's own delay.
            played.append((machine.state.clock, machine.state.pin_values >> 2))
            if len(played) == len(steps):
                break
    assert [levels for _, levels in played] == [levels for _, levels in steps]
    between = [after[0] - before[0] for before, after in pairwise(played)]
    assert between == [CYCLES * delay for delay, _ in steps[1:]]
