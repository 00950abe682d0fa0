"""Keys and pads on the screen: whatever frames take, nobody wins who wasn't first, and time apart is seen."""

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds, WallTime
from hardware.grab.adjudicate import TIE_BANDS, DeadHeat, Grab, Quality, Verdict
from hardware.grab.contacts import Seat
from hardware.pads.screen_pad import ScreenPad

SCAN = TIE_BANDS[Quality.SCREEN]
"""A keyboard or a panel may be this late with a finger, and later with another."""

START = 10_000 * MILLISECOND
A_TAP = 30 * MILLISECOND
"""A finger stays down for so long."""

ENOUGH = 6
"""Frames after the last finger, in which the verdict must have been given."""


class Screen:
    """A screen that takes its time: frames of these lengths, in nanoseconds, and then short ones."""

    def __init__(self, frames: list[int]) -> None:
        self.clock = HandClock(Instant(START), WallTime(0))
        self.pad = ScreenPad(map(Seat, range(4)), self.clock)
        self.verdicts: list[Verdict] = []
        self.pictures: list[Verdict] = []
        self.pad.on_verdict, self.pad.on_late = self.verdicts.append, self.pictures.append
        self.frames = frames

    def play(self, fingers: list[tuple[Seat, int, int, bool]]) -> None:
        """Arm, and play fingers: whose, when it came down, how late the panel is, and whether it is a key.

        What came before a frame begins is handed on then, keys a little sooner than fingers.
        """
        self.pad.arm()
        reported = sorted(
            (START + at + late + lasts, seat, lasts == 0, key)
            for seat, at, late, key in fingers
            for lasts in (0, A_TAP)
        )
        begins, frames = START, iter(self.frames)
        waiting: list[tuple[Seat, bool]] = []
        short = 0
        while short < ENOUGH:
            length = next(frames, None)
            short += length is None and not reported
            # A frame begins; it hands on the fingers that the window had when the last one ended.
            self.to(begins)
            self.pad.looked()
            length = 16 * MILLISECOND if length is None else length
            self.to(begins + length // 3)
            for seat, down in waiting:
                self.hand_on(seat, down=down)
            waiting.clear()
            begins += length
            # It is drawn, and the window is asked for what there is.
            while reported and reported[0][0] <= begins:
                at, seat, down, key = reported.pop(0)
                if key:
                    self.to(max(at, begins - MILLISECOND))
                    self.hand_on(seat, down=down)
                else:
                    waiting.append((seat, down))
            short = 0 if waiting else short

    def hand_on(self, seat: Seat, *, down: bool) -> None:
        """Tell the pad of a finger."""
        (self.pad.press if down else self.pad.release)(seat)

    def to(self, at: int) -> None:
        """Let time pass up to an instant."""
        self.clock.advance(Nanoseconds(max(0, at - self.clock.now())))


milliseconds = st.integers(0, 400).map(lambda ms: ms * MILLISECOND)
frames = st.lists(st.integers(1, 400).map(lambda ms: ms * MILLISECOND), max_size=30)
fingers = st.lists(
    st.tuples(st.integers(0, 3).map(Seat), milliseconds, st.integers(0, SCAN - 1), st.booleans()),
    min_size=1,
    max_size=4,
    unique_by=lambda finger: finger[0],
)


@given(frames, fingers)
def test_nobody_wins_who_was_not_first(lengths: list[int], played: list[tuple[Seat, int, int, bool]]) -> None:
    screen = Screen(lengths)
    screen.play(played)
    assert len(screen.verdicts) == 1, screen.verdicts
    verdict = screen.verdicts[0]
    first = min(at for _, at, _, _ in played)
    for seat in (verdict.seat,) if isinstance(verdict, Grab) else ():
        assert any(at == first for who, at, _, _ in played if who == seat), verdict


@given(frames, fingers)
def test_whoever_was_first_by_more_than_two_frames_and_a_scan_wins(
    lengths: list[int], played: list[tuple[Seat, int, int, bool]]
) -> None:
    screen = Screen(lengths)
    screen.play(played)
    ordered = sorted(at for _, at, _, _ in played)
    long = 2 * max([16 * MILLISECOND, *lengths]) + 2 * SCAN
    verdict = screen.verdicts[0]
    if len(ordered) == 1 or ordered[1] - ordered[0] > long:
        assert isinstance(verdict, Grab), verdict


@given(frames, fingers)
def test_a_margin_is_never_told_as_better_than_it_is(
    lengths: list[int], played: list[tuple[Seat, int, int, bool]]
) -> None:
    """Four keys 4 ms apart were told as 309 ms apart, plus or minus 1, while a verdict was being drawn."""
    screen = Screen(lengths)
    screen.play(played)
    last = screen.pictures[-1] if screen.pictures else screen.verdicts[0]
    truth = {seat: at for seat, at, _, _ in played}
    first = truth[last.contacts[0].seat]
    for contact in last.contacts:
        apart = truth[contact.seat] - first
        early = max(one.early for one in last.contacts)
        assert abs(contact.after - apart) <= max(last.band, early) + SCAN, (contact, apart)


def test_two_taps_in_one_frame_are_a_dead_heat_and_the_next_one_is_not_among_them() -> None:
    screen = Screen([16 * MILLISECOND] * 20)
    screen.play(
        [
            (Seat(2), 40 * MILLISECOND, 0, False),
            (Seat(0), 44 * MILLISECOND, 0, False),
            (Seat(3), 200 * MILLISECOND, 0, False),
        ]
    )
    verdict = screen.verdicts[0]
    assert isinstance(verdict, DeadHeat), verdict
    assert verdict.seats == (0, 2)
    assert verdict.quality is Quality.SCREEN
    assert verdict.band >= 16 * MILLISECOND
