"""Runs PIO programs from their MicroPython source on an emulator, cycle by cycle.

The program's function is called with names that write PIO assembler; pioasm assembles that and pioemu runs
it. pioemu knows neither `status` nor `irq`: those two are carried out here, from the data sheet (3.4.8,
3.4.9).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import FunctionType

from adafruit_pioasm import Program  # type: ignore[import-untyped] # neither ships types
from pioemu import State, emulate  # type: ignore[import-untyped]

_STATUS_TO_X = 0xA025  # mov x, status; the delay is in bits 8 to 12
_IRQ = 0xC000
_FIFO = 4


class _Line:
    """A line of assembler; [n] adds a delay to it."""

    def __init__(self, text: str, lines: list[str]) -> None:
        lines.append(text)
        self._lines = lines

    def __getitem__(self, delay: int) -> "_Line":
        self._lines[-1] += f" [{delay}]"
        return self


def assembler_text(programme: Callable[[], None]) -> str:
    """Return the data sheet's assembler for a function in MicroPython's assembler."""
    assert isinstance(programme, FunctionType)
    lines: list[str] = [f".program {programme.__name__}"]
    conditions = {"not_x": "!x", "x_dec": "x--", "x_not_y": "x!=y"}

    def write(text: str) -> _Line:
        return _Line(text, lines)

    def jmp(*where: str) -> _Line:
        return write(f"jmp {', '.join([*(conditions[name] for name in where[:-1]), where[-1]])}")

    words = "x", "y", "pins", "isr", "osr", "null", "status", "block", "noblock"
    names: dict[str, object] = {name: name for name in (*words, *conditions)}
    names |= {
        "invert": lambda source: f"~{source}",
        "wrap_target": lambda: write(".wrap_target"),
        "wrap": lambda: write(".wrap"),
        "label": lambda name: write(f"{name}:"),
        "nop": lambda: write("nop"),
        "mov": lambda to, source: write(f"mov {to}, {source}"),
        "in_": lambda source, bits: write(f"in {source}, {bits}"),
        "out": lambda to, bits: write(f"out {to}, {bits}"),
        "push": lambda how: write(f"push {how}"),
        "pull": lambda how: write(f"pull {how}"),
        "irq": lambda flag: write(f"irq {flag}"),
        "jmp": jmp,
    }
    FunctionType(programme.__code__, names)()
    return "\n".join(lines)


@dataclass
class Machine:
    """A state machine with its program; `pins` returns the levels at a cycle, the first pin in bit 0."""

    programme: Callable[[], None]
    pins: Callable[[int], int] = lambda cycle: 0
    room: int = 0
    """`status` is all ones while the receive FIFO holds fewer words than this."""
    out_base: int = 0
    state: State = field(default_factory=State)
    flags: int = 0

    def __post_init__(self) -> None:
        assembled = Program(assembler_text(self.programme))
        self.opcodes = list(assembled.assembled)
        self._wrap = assembled.pio_kwargs.get("wrap", len(self.opcodes) - 1)
        self._wrap_target = assembled.pio_kwargs.get("wrap_target", 0)

    def run(self) -> Iterator[int]:
        """Run instructions without end; yield each one's opcode after it."""
        while True:
            for before, after in emulate(
                self.opcodes,
                stop_when=lambda opcode, state: _ours(opcode),
                initial_state=self.state,
                input_source=self._levels,
                shift_isr_right=False,
                shift_osr_right=True,
                out_base=self.out_base,
                out_count=27,
                wrap_target=self._wrap_target,
                wrap_top=self._wrap,
            ):
                self.state = after
                yield self.opcodes[before.program_counter]
            yield self._carry_out(self.opcodes[self.state.program_counter])

    def _levels(self, state: State) -> int:
        return self.pins(state.clock)

    def _carry_out(self, opcode: int) -> int:
        clock = self.state.clock + 1 + (opcode >> 8 & 31)
        after = replace(self.state, clock=clock, program_counter=self.state.program_counter + 1)
        if opcode & 0xE0FF == _STATUS_TO_X:
            after = replace(after, x_register=0xFFFFFFFF if len(after.receive_fifo) < self.room else 0)
        else:
            self.flags |= 1 << (opcode & 7)
        self.state = after
        return opcode


def _ours(opcode: int) -> bool:
    return opcode & 0xE0FF == _STATUS_TO_X or opcode & 0xE000 == _IRQ
