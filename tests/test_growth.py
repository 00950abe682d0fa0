"""What the soak lane calls growth: a rising line, a file or a thread more, too large a process."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench.growth import MOST, NOISE, SLOPE, Sample, faults
from tests.bench.soak import Kept, judged

BARE = 140_000_000


def evening(per_hour: float = 0.0, files: int = 0, threads: int = 0, start: int = 240) -> list[Sample]:
    """Return samples of three hours, a match a minute; figures are MB, files and threads added per hour."""
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


def test_what_comes_and_goes_is_no_growth() -> None:
    """A reader has three files and a thread while it reads, and may happen to read more often later on."""
    flat = evening()
    read = [n == 1 or n % 3 < n // 60 for n in range(len(flat))]
    late = [replace(s, files=s.files + 3 * r, threads=s.threads + r) for s, r in zip(flat, read, strict=True)]
    assert list(faults(late, BARE)) == []


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        (evening(SLOPE + NOISE / 3 + 1, start=200), "memory grew by"),
        (evening(files=1), "open files: 71 at first, 73 at the end"),
        (evening(threads=1), "open threads: 6 at first, 8 at the end"),
        (evening(start=int(MOST * BARE / 1e6) + 1), "times a bare window"),
    ],
    ids=["memory", "files", "threads", "weight"],
)
def test_what_grows_is_told(samples: list[Sample], said: str) -> None:
    (fault,) = faults(samples, BARE)
    assert said in fault


def test_an_evening_in_pieces_is_judged_as_one(tmp_path: Path) -> None:
    """Six half hours are three hours: each run's leftovers show over all of them."""
    for run in range(6):
        kept = Kept(tmp_path)
        assert (kept.run, len(kept.samples)) == (run, 25 * run)
        for sample in evening(start=180)[:25]:
            kept.add(replace(sample, memory=sample.memory + 15_000_000 * run, run=run))
    with (tmp_path / "samples.jsonl").open("ab") as file:
        file.write(b'{"minutes": 3')  # cut off
    (fault,) = judged(Kept(tmp_path).samples, BARE)
    assert fault.startswith("all runs: memory grew by ")
    flat = [replace(sample, run=sample.run, memory=BARE) for sample in Kept(tmp_path).samples]
    assert list(judged(flat, BARE)) == []
