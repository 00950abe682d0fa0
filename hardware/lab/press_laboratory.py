"""A press calibration as a whole: pad, hands and strikes put together, run, and told."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack

import msgspec

from companion.clock import SystemClock
from hardware.closing import Closing
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.laboratory import HEADER, TWIN_SEATS, known, places_of
from hardware.lab.press import Calibration, calibrate, ring
from hardware.lab.press_telling import page, table, verdict
from hardware.lab.press_twin import STANDS_FOR, STIFF, PressTwin
from hardware.lab.striking import Moment, Striking
from hardware.lab.telling import TextTable
from hardware.lab.trials import ButtonAt, Pair, Setting, all_pairs
from hardware.machine import emulated, kernel, machine
from hardware.pads.grab_pad import open_pad
from hardware.pads.pad import Pad
from hardware.pins.bank import default_factory
from hardware.wiring.wiring import Wiring

ALL_PAIRS_UP_TO = 4
"""With more seats neighbours are enough: every pair would keep hands busy for an hour."""

REAL = "Measured: hands struck real buttons"


class PressLaboratory(Closing):
    """Strikes to be asked for: `run` it, as far as one likes, then ask what came of it. Closes the pad."""

    def __init__(
        self,
        pad: Pad,
        *,
        places: dict[Seat, ButtonAt],
        factory: str,
        timing: ContactTimes,
        stands_for: str,
        pairs: Iterable[Pair] | None = None,
        times: int = 10,
        seed: int = 0,
        date: str = "",
        ask: Callable[[Seat, Seat], None] | None = None,
        wait: Callable[[], None] | None = None,
        opened: ExitStack | None = None,
    ) -> None:
        self._opened = opened or ExitStack()
        self._ask = ask
        seats = tuple(sorted(places))
        few = len(seats) <= ALL_PAIRS_UP_TO
        wanted = known(pairs or (all_pairs(seats) if few else ring(seats)), seats)
        self._striking = Striking(pad, wanted, times, wait)
        self.setting = Setting(
            stands_for=stands_for,
            machine=machine(),
            kernel=kernel(),
            factory=factory,
            date=date,
            seed=seed,
            quality=pad.quality,
            band=pad.band,
            window=timing.window,
            places=places,
            planned=self._striking.total,
        )

    @property
    def total(self) -> int:
        """How many good strikes are wanted."""
        return self._striking.total

    @property
    def struck(self) -> int:
        """How many good strikes there are."""
        return len(self._striking.strikes)

    def run(self) -> Iterator[Moment]:
        """Yield what to strike and what came of it, until there is enough."""
        for moment in self._striking.run():
            if moment.asks and self._ask is not None:
                self._ask(moment.left, moment.right)
            yield moment

    def calibration(self) -> Calibration:
        """Return what the strikes say so far; ValueError without any."""
        return calibrate(self._striking.strikes)

    def verdict(self) -> tuple[str, ...]:
        """Return what came of it, in plain sentences."""
        return verdict(self.setting, self.calibration())

    def table(self) -> TextTable:
        """Return what came of it, a row a seat."""
        return table(self.calibration())

    def page(self, strikes_file: str = "") -> str:
        """Return the report, HTML."""
        return page(self.setting, self.calibration(), strikes_file)

    def lines(self) -> bytes:
        """Return the setting and all strikes, JSON lines."""
        return b"".join(msgspec.json.encode(one) + b"\n" for one in (self.setting, *self._striking.strikes))

    def close(self) -> None:
        """Let the pad go."""
        self._opened.close()


def simulated_press(
    pairs: Iterable[Pair] | None = None, times: int = 10, seed: int = 1, date: str = ""
) -> PressLaboratory:
    """Return a calibration by simulated hands on switches that are known."""
    twin = PressTwin(TWIN_SEATS, STIFF, seed=seed)
    opened = ExitStack()
    opened.callback(twin.close)
    return PressLaboratory(
        twin.pad,
        places={seat: ButtonAt("the twin", int(seat)) for seat in twin.pad.seats},
        factory="the simulated twin",
        timing=ContactTimes(),
        stands_for=f"{STANDS_FOR} ({twin.words})",
        pairs=pairs,
        times=times,
        seed=seed,
        date=date,
        ask=twin.ask,
        wait=twin.wait,
        opened=opened,
    )


def wired_press(
    wiring: Wiring, pairs: Iterable[Pair] | None = None, times: int = 10, date: str = ""
) -> PressLaboratory:
    """Return a calibration by real hands on the buttons of a wiring; HardwareError, nothing left open."""
    with ExitStack() as opened:
        places = places_of(wiring)
        names = {place.source for place in places.values()}
        made_up, factory = "", None
        if wiring.on(None):
            factory = default_factory(wiring.chip)
            opened.callback(factory.close)
            names = (names - {HEADER}) | {type(factory).__name__}
            made_up = emulated(getattr(getattr(factory, "found", None), "name", ""))
        pad = open_pad(wiring, factory, SystemClock())
        opened.callback(pad.close)
        return PressLaboratory(
            pad,
            places=places,
            factory=", ".join(sorted(names)),
            timing=wiring.timing,
            stands_for=f"EMULATED: {made_up}" if made_up else f"{REAL} ({machine()})",
            pairs=pairs,
            times=times,
            date=date,
            opened=opened.pop_all(),
        )
