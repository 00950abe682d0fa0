"""Runs made up for tests: a setting, and results as short as they can be told."""

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.adjudicate import Quality
from hardware.contacts import Seat
from hardware.lab.rig import Driven
from hardware.lab.trials import Place, Result, Ruling, Seen, Setting, Trial


def us(microseconds: float) -> Nanoseconds:
    """Return microseconds as nanoseconds."""
    return Nanoseconds(round(microseconds * MICROSECOND))


def setting(seats: int = 4, planned: int = 0, stands_for: str = "SIMULATED: made up for a test") -> Setting:
    """Return a setting with all seats on one source, their pins ascending."""
    return Setting(
        stands_for=stands_for,
        machine="a machine",
        kernel="6.0",
        factory="none",
        date="2026-01-01",
        seed=1,
        quality=Quality.SIMULATED,
        band=us(100),
        window=Nanoseconds(5 * MILLISECOND),
        places={Seat(seat): Place("source", seat) for seat in range(seats)},
        planned=planned,
    )


def result(
    first: int,
    second: int,
    apart: float,
    after: float | None,
    ruling: Ruling = Ruling.RIGHT,
    *,
    unsure: float = 0,
    latency: float | None = 5_000,
    lost: tuple[int, ...] = (),
    reason: str = "",
) -> Result:
    """Return a trial driven `apart` µs and stamped `after` µs apart."""
    return Result(
        Trial(0, Seat(first), Seat(second), us(apart)),
        Driven(us(apart), us(unsure)),
        Seen(
            ruling,
            reason,
            None if after is None else us(after),
            None if latency is None else us(latency),
            tuple(map(Seat, lost)),
        ),
    )
