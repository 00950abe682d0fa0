"""State of *Try this table*: a table's steps, the current one, and each result. Pure, except for a file.

The file is next to the store and goes into no copy, because it belongs to the machine: after the plug was
pulled, the steps continue where they were. It holds only figures, and yes or no.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ui.appliance.screen_file import read_file, write_file

Step: TypeAlias = Literal[
    "buttons", "lamps", "corners", "fingers", "sound", "dimming", "sleep", "grab", "plug"
]
STEPS: tuple[Step, ...] = get_args(Step)
"""All steps, in the order in which they are tried."""
At: TypeAlias = Literal[Step, "begin", "end"]

PAGES = ("begin", "end")
"""Pages that aren't a step."""
CORNERS, FINGERS, HANDS = 4, 5, 2
"""How many corners to touch, fingers to put down at once, and hands that grab."""
HIT_MM = 6.0
"""A touch within this distance counts as a hit: half of the smallest pad."""


class TryoutResult(Struct, frozen=True):
    """A step's result, and the figures counted or measured in it.

    Buttons and lamps: how many answered, of how many. Corners: the largest miss, in tenths of a millimetre.
    Fingers: how many at once. A grab: the margin between the two hands and the error band, in nanoseconds.
    Plug: how many matches were lost, if any.
    """

    ok: bool
    figures: tuple[int, ...] = ()


class TableParts(Struct, frozen=True):
    """What a table has to try; seats are numbered from 0. `plug`: it starts by itself when powered."""

    buttons: tuple[int, ...] = ()
    lamps: tuple[int, ...] = ()
    touch: bool = True
    sound: bool = True
    dimming: bool = False
    sleep: bool = False
    plug: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that apply to this table, in order."""
        applies: dict[Step, bool] = {
            "buttons": bool(self.buttons),
            "lamps": bool(self.lamps),
            "corners": self.touch,
            "fingers": self.touch,
            "sound": self.sound,
            "dimming": self.dimming,
            "sleep": self.sleep,
            "grab": len(self.buttons) >= HANDS,
            "plug": self.plug,
        }
        return tuple(step for step in STEPS if applies[step])


class Tryout(Struct, frozen=True):
    """How far the steps are. `seen` and `missed` are what has and hasn't answered in the current one.

    `seen` holds seats, misses of corners in tenths of a millimetre, or the most fingers so far.
    `offered`: it was opened once. `running`: a step is on the screen, since the boot that the kernel calls
    `boot`. `matches`: how many the store held when the plug was to be pulled.
    """

    offered: bool = False
    running: bool = False
    at: At = "begin"
    seen: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    results: dict[Step, TryoutResult] = {}
    boot: str = ""
    matches: int = 0

    @property
    def result(self) -> TryoutResult | None:
        """The current step's result; None if it has none yet."""
        return None if self.at == "begin" or self.at == "end" else self.results.get(self.at)

    # From step to step.

    def go(self, at: At, boot: str = "") -> "Tryout":
        """Go to a step, or the page before or after all of them."""
        begun = replace(self, offered=True, running=at not in PAGES, at=at, seen=(), missed=())
        return replace(begun, boot=boot or self.boot, matches=0)

    def after(self, steps: Collection[Step], by: int = 1) -> At:
        """Return the step or page that is `by` after the current one; -1 for the one before."""
        every: list[At] = ["begin", *steps, "end"]
        here = every.index(self.at) if self.at in every else 0
        return every[min(max(here + by, 0), len(every) - 1)]

    def after_result(self, steps: Collection[Step]) -> At:
        """Return the next step without a result; the end if there is none."""
        every: list[At] = [*steps]
        later = every[every.index(self.at) + 1 :] if self.at in every else every
        return next((step for step in later if step not in self.results), "end")

    def open_step(self, steps: Collection[Step]) -> At:
        """Return the first step without a result; the end if each has one."""
        return next((step for step in steps if step not in self.results), "end")

    def again(self) -> "Tryout":
        """Drop this step's result, to try it once more."""
        others = {step: result for step, result in self.results.items() if step != self.at}
        return replace(self, results=others, seen=(), missed=())

    def paused(self) -> "Tryout":
        """Leave; the steps can be continued later."""
        return replace(self, offered=True, running=False)

    # What the hardware reports, and what people answer.

    def with_result(self, ok: bool, *figures: int) -> "Tryout":
        """Set this step's result."""
        if self.at == "begin" or self.at == "end":
            return self
        return replace(self, results={**self.results, self.at: TryoutResult(ok, figures)})

    def pressed(self, seat: int, buttons: Collection[int]) -> "Tryout":
        """Add a seat whose button was pressed and released; the last one ends the step."""
        if seat in self.seen or seat not in buttons:
            return self
        state = replace(self, seen=(*self.seen, seat))
        return state.buttons_end(buttons) if len(state.seen) == len(buttons) else state

    def buttons_end(self, buttons: Collection[int]) -> "Tryout":
        """End the step: the remaining buttons don't answer."""
        return self.with_result(len(self.seen) == len(buttons), len(self.seen), len(buttons))

    def lamp(self, lamps: Collection[int]) -> int | None:
        """Return the seat whose lamp should be lit now, if any."""
        if self.at != "lamps" or self.result is not None:
            return None
        return next((seat for seat in lamps if seat not in {*self.seen, *self.missed}), None)

    def lamp_was(self, seat: int | None, lamps: Collection[int]) -> "Tryout":
        """Take the answer where a lamp was seen (None: nowhere), and go on to the next lamp."""
        lit = self.lamp(lamps)
        if lit is None:
            return self
        if seat == lit:
            state = replace(self, seen=(*self.seen, lit))
        else:
            state = replace(self, missed=(*self.missed, lit))
        if state.lamp(lamps) is not None:
            return state
        return state.with_result(not state.missed, len(state.seen), len(lamps))

    def corner(self, beside_mm: float) -> "Tryout":
        """Add a touch that missed a corner's ring by `beside_mm`; beyond HIT_MM it changes nothing."""
        if beside_mm > HIT_MM:
            return self
        state = replace(self, seen=(*self.seen, round(10 * beside_mm)))
        return state.with_result(True, max(state.seen)) if len(state.seen) == CORNERS else state

    def fingers(self, down: int) -> "Tryout":
        """Take the number of fingers on the screen at once."""
        if down <= max(self.seen, default=0):
            return self
        state = replace(self, seen=(down,))
        return state.with_result(True, down) if down >= FINGERS else state

    # After the plug was pulled.

    def started(self, boot: str, matches: int) -> "tuple[Tryout, bool]":
        """Continue after a start, and return whether the machine rebooted; `matches` are saved now."""
        back = self.running and bool(self.boot) and boot != self.boot
        if not back:
            return self, False
        state = replace(self, boot=boot)
        if self.at != "plug" or self.result is not None:
            return state, True
        lost = max(0, self.matches - matches)
        return state.with_result(not lost, *([lost] if lost else [])), True


def load(path: Path) -> Tryout:
    """Read the file; if it is missing or unreadable, nothing was tried."""
    return read_file(path, Tryout, Tryout())


def save(path: Path, tryout: Tryout) -> None:
    """Write the file atomically: a power cut leaves the old one or the new. Raises OSError."""
    write_file(path, msgspec.json.encode(tryout))
