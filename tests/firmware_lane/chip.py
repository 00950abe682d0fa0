"""All of the firmware on an emulated RP2040 under real MicroPython: what it reports about known edges."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

from hardware.boards.disk import FLASH, MODELS
from hardware.firmware import frames

HERE = Path(__file__).resolve().parent
MS = 125_000
"""Cycles in a millisecond."""
STEP = 25
"""Cycles in a tick."""
SESSION = 0xC0FFEE
INPUTS = 0x7C
LAMPS = 0xC00
OUTPUT = 12
FLOOD = 300
SLOW = 4
PLACE = MODELS[0].address - FLASH
"""Offset in the flash at which MicroPython for the Pico stores its files."""


class Failed(Exception):
    """The firmware didn't do what it must."""


def must(true: bool, what: str) -> None:
    """Raise Failed with a sentence unless the condition is true."""
    if not true:
        raise Failed(what)


class Chip:
    """The emulated chip, from power-on; time passes only in `run`."""

    def __init__(self, emulator: Path, bootrom: Path, uf2: Path, files: Path) -> None:
        self.cycle = 0
        self.edges: list[tuple[int, int, int]] = []
        """What the chip did with its pins in the last run: (cycle, pin, level)."""
        self.uart = b""
        """The bytes sent over the serial wire in the last run."""
        self.text = b""
        self._decoder = frames.Decoder()
        self._node = subprocess.Popen(
            ["node", str(HERE / "chip.mjs"), *map(str, (emulator, bootrom, uf2, files)), str(PLACE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, cycles: int, *payloads: bytes, **ask: object) -> list[tuple[object, ...]]:
        """Send payloads, run this many cycles, and return the board's messages."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        send = b"".join(map(frames.encode, payloads)).hex()
        self._node.stdin.write(json.dumps({"run": cycles, "send": send, **ask}) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        must(bool(line), "the emulator came to an end")
        answer = json.loads(line)
        self.cycle = answer["cycle"]
        self.edges = [(cycle, pin, level) for cycle, pin, level in answer["edges"]]
        self.uart = bytes.fromhex(answer["uart"])
        came = bytes.fromhex(answer["got"])
        self.text += came
        return [frames.unpack(payload) for payload in self._decoder.feed(came)]

    def ask(
        self, payload: bytes, kind: type[tuple[object, ...]], within_ms: int, **more: object
    ) -> tuple[object, ...]:
        """Send one payload and return the first answer of this kind; Failed after `within_ms`."""
        payloads: tuple[bytes, ...] = (payload,)
        for _ in range(within_ms // 5):
            for message in self.run(5 * MS, *payloads, **more):
                if isinstance(message, kind):
                    return message
            payloads, more = (), {}
        raise Failed(f"no {kind.__name__} within {within_ms} emulated ms; it said {self.text[-300:]!r}")

    def close(self) -> None:
        """Switch the chip off."""
        self._node.kill()
        self._node.communicate()


def prove(chip: Chip, seed: int, changes: int) -> list[str]:
    """Run a session with a freshly started chip; return what was seen, one sentence each."""
    chance = Random(seed)
    seen = []
    # Two and a half seconds: MicroPython starts, waits for BOOTSEL, and compiles five files. A host that
    # already speaks sends a byte 3 among others, which must not be taken for Ctrl-C.
    chip.run(100 * MS, set={str(pin): 1 for pin in range(2, 7)})
    for _ in range(10):
        chip.run(220 * MS, frames.pack(frames.hello(3)))
    identity = chip.ask(frames.pack(frames.hello(SESSION)), frames.Identity, 1000)
    assert isinstance(identity, frames.Identity)
    must((identity.rate, identity.cause) == (5_000_000, frames.POWER_ON), f"a wrong identity: {identity}")
    ready = chip.ask(frames.pack(frames.Setup(SESSION, INPUTS, LAMPS, frames.PULL_UP)), frames.Ready, 200)
    assert isinstance(ready, frames.Ready)
    must((ready.levels, ready.next) == (INPUTS, 0), f"wrong levels: {ready}")
    seen.append(f"started, answered HELLO and SETUP at {chip.cycle / MS:.0f} ms")

    echo = chip.ask(frames.pack(frames.Sync(SESSION, 7)), frames.Echo, 200)
    assert isinstance(echo, frames.Echo)
    must((echo.token, echo.next, echo.lost) == (7, 0, 0), f"a wrong echo: {echo}")
    seen.append(f"answered SYNC in {(echo.sent - echo.received) / 5000:.2f} ms by its own clock")

    seen.append(_edges(chip, chance, changes))

    chip.run(5 * MS, frames.pack(frames.Lamps(SESSION, 1 << 10)))
    chip.run(20 * MS)
    echo = chip.ask(frames.pack(frames.Sync(SESSION, 8)), frames.Echo, 200)
    must(isinstance(echo, frames.Echo) and (echo.lit, echo.lost) == (1 << 10, 0), f"a wrong echo: {echo}")

    steps = [(chance.randrange(1, 400), (n + 1) % 2 << OUTPUT) for n in range(frames.MOST_STEPS)]
    payloads = [frames.pack(frames.Drive(SESSION, 1 << OUTPUT, tuple(steps)))]
    played: list[tuple[int, int, int]] = []
    for _ in range(20):
        chip.run(5 * MS, *payloads)
        played += [edge for edge in chip.edges if edge[1] == OUTPUT]
        payloads = []
    # Before the first step the pin becomes an output, which is an edge too.
    played = played[-len(steps) :]
    between = [after[0] - before[0] for before, after in pairwise(played)]
    must(between == [STEP * delay for delay, _ in steps[1:]], f"steps were played as {between} cycles")
    seen.append(f"played {len(steps)} steps of DRIVE, each to the cycle")

    # A change in each step, more than the ring holds: the loss must be reported.
    chip.run(2 * MS, at=[(1000 + STEP * n, 2, n % 2) for n in range(2_000)])
    echo = chip.ask(frames.pack(frames.Sync(SESSION, 9)), frames.Echo, 2_000)
    must(isinstance(echo, frames.Echo) and echo.lost > 0, f"changes were lost and it wasn't told: {echo}")
    seen.append("told that changes were lost, when 2,000 came in 0.4 ms")

    chip.run(40 * MS, uart=(b"\x00" + frames.framed(frames.hello(SESSION + 1))).hex())
    over_wire = [type(frames.unpack(payload)) for payload in frames.Decoder().feed(chip.uart)]
    must(over_wire == [frames.Identity], f"over the serial wire came {chip.uart!r}")
    seen.append("answered HELLO on the serial wire too")
    seen.append(_slow_wire(chip, SESSION + 1))
    return seen


def _slow_wire(chip: Chip, session: int) -> str:
    """Report more than a slow serial wire takes at once, right from the start: all frames must be whole."""
    decoder = frames.Decoder()
    told: set[int] = set()
    ask: dict[str, object] = {"slow": SLOW}
    payload = frames.pack(frames.Setup(session, INPUTS, LAMPS, frames.PULL_UP))
    for _ in range(50):
        chip.run(20 * MS, uart=frames.encode(payload).hex(), **ask)
        ask = {}
        for message in map(frames.unpack, decoder.feed(chip.uart)):
            if isinstance(message, frames.Ready):
                ask = {"at": [(1000 + 2000 * n, 2, n % 2) for n in range(FLOOD)]}
            elif isinstance(message, frames.Changes):
                told.update(range(message.first, message.first + len(message.changes)))
        payload = frames.pack(frames.Ack(session, len(told)))
    must(
        (len(told), decoder.damaged) == (FLOOD, 0),
        f"over a slow serial wire came {len(told)} of {FLOOD} changes, and {decoder.damaged} damaged frames",
    )
    return f"told {FLOOD} changes on a serial wire {SLOW} times as slow, no frame cut off"


def _edges(chip: Chip, chance: Random, changes: int) -> str:
    """Press and release at known cycles; every change must be stamped with the tick of its step."""
    level = INPUTS
    after = 3000
    plan: list[tuple[int, int]] = []
    at = []
    for _ in range(changes):
        after += chance.choice((STEP, STEP, 2 * STEP, 170, 5_000, 40_000))
        flips = chance.choice((0x04, 0x08, 0x10, 0x20, 0x40, 0x0C, 0x7C))
        level ^= flips
        plan.append((after, level))
        at += [(after, pin, level >> pin & 1) for pin in range(2, 7) if flips >> pin & 1]
    begun = chip.cycle
    got: list[tuple[int, int]] = []
    said = chip.run(1 * MS, at=at)
    for _ in range(after // (20 * MS) + 30):
        for message in said:
            if isinstance(message, frames.Changes):
                for number, (later, levels) in enumerate(message.changes, message.first):
                    if number == len(got):
                        got.append((message.at + later, levels))
        said = chip.run(20 * MS, frames.pack(frames.Ack(SESSION, len(got))))
        if len(got) == changes:
            break
    must([levels for _, levels in got] == [levels for _, levels in plan], f"{len(got)} of {changes} changes")
    # The cycle at which the sampler's steps begin is unknown; one of 25 must fit all stamps.
    fits = [
        phase
        for phase in range(STEP)
        if len(
            {(begun + cycle + phase) // STEP - tick for (cycle, _), (tick, _) in zip(plan, got, strict=True)}
        )
        == 1
    ]
    must(bool(fits), "the stamps don't fit the cycles of the edges")
    return f"stamped {changes} changes, each with the tick of its step (25 cycles, 200 ns)"
