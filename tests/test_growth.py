"""What the soak lane calls growth: a line that rises, a file or a thread more, too heavy a process."""

import pytest

from tests.bench.growth import MOST, NOISE, SLOPE, Sample, faults

BARE = 140_000_000


def evening(per_hour: float = 0.0, files: int = 0, threads: int = 0, start: int = 240) -> list[Sample]:
    """Three hours, a match a minute; figures are MB an hour, and what there is more each hour."""
    return [
        Sample(
            float(minute),
            int((start + per_hour * minute / 60 + 8 * (minute % 3 - 1)) * 1e6),
            70 + files * minute // 60,
            5 + threads * minute // 60,
        )
        for minute in range(10, 190)
    ]


def test_what_wavers_is_flat() -> None:
    assert list(faults(evening(), BARE)) == []
    assert list(faults(evening(SLOPE), BARE)) == []


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        (evening(SLOPE + NOISE / 3 + 1, start=200), "memory grew by"),
        (evening(files=1), "open files: 70 at first, 72 at the end"),
        (evening(threads=1), "open threads: 5 at first, 7 at the end"),
        (evening(start=int(MOST * BARE / 1e6) + 1), "times a bare window"),
    ],
    ids=["memory", "files", "threads", "weight"],
)
def test_what_grows_is_told(samples: list[Sample], said: str) -> None:
    (fault,) = faults(samples, BARE)
    assert said in fault
