"""*Try this table*: which steps a table has, which one it is at, and what came of each. Pure but for a file.

The file lies beside the store, for it belongs to the machine: after a pulled plug the steps go on where they
were. It holds figures and yes or no, and goes into no copy.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ui.appliance.screen_file import kept, put

Step: TypeAlias = Literal[
    "buttons", "lamps", "corners", "fingers", "sound", "dimming", "sleep", "grab", "plug"
]
STEPS: tuple[Step, ...] = get_args(Step)
"""All there are, in the order in which they are tried."""
At: TypeAlias = Literal[Step, "begin", "end"]

PAGES = ("begin", "end")
"""What is no step."""
CORNERS, FINGERS, HANDS = 4, 5, 2
"""So many corners are touched, fingers laid down at once, and hands grab."""
HIT_MM = 6.0
"""A finger this near hits: half of the smallest pad."""


class TryoutResult(Struct, frozen=True):
    """What came of a step, and what was counted or measured in it.

    Buttons and lamps: how many answered, of how many. Corners: tenths of a millimetre beside at most.
    Fingers: how many at once. A grab: nanoseconds between the two hands, and the error band.
    """

    ok: bool
    figures: tuple[int, ...] = ()


class Has(Struct, frozen=True):
    """What a table has that can be tried; seats by their numbers, from 0. `plug`: it starts by itself."""

    buttons: tuple[int, ...] = ()
    lamps: tuple[int, ...] = ()
    touch: bool = True
    sound: bool = True
    dimming: bool = False
    sleep: bool = False
    plug: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of this table, in their order."""
        has: dict[Step, bool] = {
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
        return tuple(step for step in STEPS if has[step])


class Tryout(Struct, frozen=True):
    """How far the steps are. `seen` and `missed` are what has answered in this one so far, and what hasn't.

    `offered`: it was asked for once. `running`: it is on the screen, since the start of the machine that the
    kernel calls `boot`. `matches`: how many were kept when the plug was to be pulled.
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
        """What came of this step; None while nothing has."""
        return None if self.at == "begin" or self.at == "end" else self.results.get(self.at)

    # From step to step.

    def go(self, at: At, boot: str = "", matches: int = 0) -> "Tryout":
        """Show a step, or the page before or after all of them."""
        begun = replace(self, offered=True, running=at not in PAGES, at=at, seen=(), missed=())
        return replace(begun, boot=boot or self.boot, matches=matches)

    def after(self, steps: Collection[Step], by: int = 1) -> At:
        """Return what follows on this step, or with -1 what goes before it."""
        every: list[At] = ["begin", *steps, "end"]
        here = every.index(self.at) if self.at in every else 0
        return every[min(max(here + by, 0), len(every) - 1)]

    def after_result(self, steps: Collection[Step]) -> At:
        """Return the next step of which nothing has come yet; the end where there is none."""
        every: list[At] = [*steps]
        later = every[every.index(self.at) + 1 :] if self.at in every else every
        return next((step for step in later if step not in self.results), "end")

    def open_step(self, steps: Collection[Step]) -> At:
        """Return the first step of which nothing has come yet; the end where each has been tried."""
        return next((step for step in steps if step not in self.results), "end")

    def again(self) -> "Tryout":
        """Try this step once more."""
        kept = {step: result for step, result in self.results.items() if step != self.at}
        return replace(self, results=kept, seen=(), missed=())

    def left(self) -> "Tryout":
        """Stop, and go on another time."""
        return replace(self, offered=True, running=False)

    # What is seen, and what people say.

    def found(self, ok: bool, *figures: int) -> "Tryout":
        """Take down what came of this step."""
        if self.at == "begin" or self.at == "end":
            return self
        return replace(self, results={**self.results, self.at: TryoutResult(ok, figures)})

    def pressed(self, seat: int, buttons: Collection[int]) -> "Tryout":
        """A button was pressed and let go of; with the last one the step is done."""
        if seat in self.seen or seat not in buttons:
            return self
        state = replace(self, seen=(*self.seen, seat))
        return state.buttons_end(buttons) if len(state.seen) == len(buttons) else state

    def buttons_end(self, buttons: Collection[int]) -> "Tryout":
        """No more buttons answer than have by now."""
        return self.found(len(self.seen) == len(buttons), len(self.seen), len(buttons))

    def lamp(self, lamps: Collection[int]) -> int | None:
        """Return the seat whose lamp is lit now; None for nobody's."""
        if self.at != "lamps" or self.result is not None:
            return None
        return next((seat for seat in lamps if seat not in {*self.seen, *self.missed}), None)

    def lamp_was(self, seat: int | None, lamps: Collection[int]) -> "Tryout":
        """The lamp was seen at this seat (None: nowhere); the next one is lit."""
        lit = self.lamp(lamps)
        if lit is None:
            return self
        if seat == lit:
            state = replace(self, seen=(*self.seen, lit))
        else:
            state = replace(self, missed=(*self.missed, lit))
        if state.lamp(lamps) is not None:
            return state
        return state.found(not state.missed, len(state.seen), len(lamps))

    def corner(self, beside_mm: float) -> "Tryout":
        """A finger came so near to the ring in a corner; one that is too far off changes nothing."""
        if beside_mm > HIT_MM:
            return self
        state = replace(self, seen=(*self.seen, round(10 * beside_mm)))
        return state.found(True, max(state.seen)) if len(state.seen) == CORNERS else state

    def fingers(self, down: int) -> "Tryout":
        """So many fingers are on the screen at once."""
        if down <= max(self.seen, default=0):
            return self
        state = replace(self, seen=(down,))
        return state.found(True, down) if down >= FINGERS else state

    # A plug is pulled.

    def started(self, boot: str, matches: int) -> "tuple[Tryout, bool]":
        """Go on after a start; tell whether the whole table was off meanwhile. It has so many matches now."""
        back = self.running and bool(self.boot) and boot != self.boot
        if not back:
            return self, False
        state = replace(self, boot=boot)
        if self.at != "plug" or self.result is not None:
            return state, True
        lost = max(0, self.matches - matches)
        return state.found(not lost, *([lost] if lost else [])), True


def load(path: Path) -> Tryout:
    """Return what a file says; where there is none, or it can't be read, nothing was tried."""
    return kept(path, Tryout, Tryout())


def save(path: Path, tryout: Tryout) -> None:
    """Write the file so that a power cut leaves the old one or the new; OSError where that can't be."""
    put(path, msgspec.json.encode(tryout))
