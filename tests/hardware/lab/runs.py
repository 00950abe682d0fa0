"""Runs made up for tests: a setting, and results as short as they can be told."""

import random

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import Seat
from hardware.lab.kinds import TrialKind
from hardware.lab.rig import Driven
from hardware.lab.score import ms
from hardware.lab.trials import ButtonAt, Ruling, SeenByPad, Setting, Trial, TrialResult, written


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
        places={Seat(seat): ButtonAt("source", seat) for seat in range(seats)},
        planned=planned,
    )


def trial(
    first: int, second: int, asked: Nanoseconds, kind: TrialKind = TrialKind.PAIR, number: int = 0
) -> Trial:
    """Return a trial, its presses held for 14 ms."""
    return written(number, kind, Seat(first), Seat(second), asked, ms(14), random.Random(number))


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
    kind: TrialKind = TrialKind.PAIR,
    astray: float = 0,
) -> TrialResult:
    """Return a trial driven `apart` µs and stamped `after` µs apart."""
    return TrialResult(
        trial(first, second, us(apart), kind),
        Driven(us(apart), us(unsure), us(astray)),
        SeenByPad(
            ruling,
            reason,
            None if after is None else us(after),
            None if latency is None else us(latency),
            tuple(map(Seat, lost)),
        ),
    )
