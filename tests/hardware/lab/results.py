"""Made-up results for tests: a setting and trials, built with as few arguments as possible."""

from companion.clock import MICROSECOND, Nanoseconds
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.trials import ButtonAt, PadScan, Ruling, Setting, TrialResult


def us(microseconds: float) -> Nanoseconds:
    return Nanoseconds(round(microseconds * MICROSECOND))


def setting(
    planned: int = 0,
    stands_for: str = "SIMULATED: made up for a test",
    sources: tuple[str, ...] = ("pins",) * 4,
    pads: tuple[PadScan, ...] = (),
    band: float = 100,
) -> Setting:
    """Return a setting with one seat per source, and an error band of `band` µs."""
    return Setting(
        stands_for=stands_for,
        factory="none",
        places={Seat(seat): ButtonAt(source, seat) for seat, source in enumerate(sources)},
        timing=ContactTimes(),
        quality=Quality.SIMULATED,
        band=us(band),
        seed=1,
        date="2026-01-01",
        planned=planned,
        pads=pads,
    )


def result(
    first: int,
    second: int,
    apart: float,
    after: float | None,
    ruling: Ruling = Ruling.RIGHT,
    *,
    unsure: float = 0,
    lost: tuple[int, ...] = (),
    reason: str = "",
) -> TrialResult:
    """Return a trial whose presses were driven `apart` µs and stamped `after` µs apart."""
    return TrialResult(
        first=Seat(first),
        second=Seat(second),
        asked=us(apart),
        separation=us(apart),
        uncertainty=us(unsure),
        ruling=ruling,
        reason=reason,
        after=None if after is None else us(after),
        lost=tuple(map(Seat, lost)),
    )
