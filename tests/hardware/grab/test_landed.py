"""Whether a button that is down counts as pressed, for anyone counting presses: spikes and bounces don't."""

import pytest

from companion.clock import MILLISECOND, Instant
from hardware.grab import lines
from hardware.grab.contacts import ContactTimes, Edge, Seat, SeatState
from hardware.grab.lines import ButtonLine

TIMING = ContactTimes()
LEAST = TIMING.minimum_contact // MILLISECOND


def landed(edges: list[int], now: int) -> tuple[SeatState, bool]:
    """Return a button's state and whether it was pressed at `now`, after alternating edges; all in ms."""
    line = lines.level_read(ButtonLine(Seat(0)), closed=False, now=Instant(0))
    for n, at in enumerate(edges):
        line = lines.take(line, Edge(Instant(at * MILLISECOND), closed=n % 2 == 0), TIMING)
    at = Instant(now * MILLISECOND)
    status = lines.status(lines.settle(line, at, TIMING), at, None, TIMING)
    return status.state, status.landed


def test_a_button_that_is_only_brushed_all_evening_remembers_the_last_brushes() -> None:
    line = lines.level_read(ButtonLine(Seat(0)), closed=False, now=Instant(0))
    for n in range(1, 1000):
        at = n * 100 * MILLISECOND
        line = lines.forget(line, lambda mark: mark.at >= at - lines.REMEMBERED)  # noqa: B023 - called at once
        for after, closed in ((0, True), (MILLISECOND, False)):
            line = lines.take(line, Edge(Instant(at + after), closed), TIMING)
    kept = [mark.at for mark in lines.forget(line, lambda mark: mark.at >= at - lines.REMEMBERED).marks]
    assert kept
    assert min(kept) >= at - lines.REMEMBERED


@pytest.mark.parametrize(
    ("edges", "now", "expected"),
    [
        ([], 100, (SeatState.OPEN, False)),
        ([100], 100 + LEAST - 1, (SeatState.PRESSED, False)),
        ([100], 100 + LEAST, (SeatState.PRESSED, True)),
        ([100, 101], 102, (SeatState.PRESSED, False)),
        ([100, 101], 200, (SeatState.OPEN, False)),
        ([100, 101, 102, 103, 104], 105, (SeatState.PRESSED, False)),
        ([100, 101, 102, 103, 104], 110, (SeatState.PRESSED, True)),
        ([100, 160], 300, (SeatState.OPEN, False)),
    ],
    ids=["never", "too short yet", "a press", "a spike", "a spike later", "bounce", "its press", "let go"],
)
def test_only_what_lasts_has_landed(edges: list[int], now: int, expected: tuple[SeatState, bool]) -> None:
    assert landed(edges, now) == expected
