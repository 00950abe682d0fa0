"""Keys and pads on the screen: however slow frames are, only the first can win, and clear leads count."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds, WallTime
from hardware.grab.adjudicate import ERROR_BANDS, Decided, Quality, Verdict
from hardware.grab.contacts import Seat
from hardware.pads.screen_pad import KeyStamps, ScreenPad, TouchStamps
from hardware.wiring.wiring import UsbPlug
from tests.games.plays import Play, plays
from tests.hardware.pads.keyboards import Keyboards
from tests.hardware.table import words
from tests.hardware.usb.table import HandDevice, fingers_down, found, overrun

SCAN = ERROR_BANDS[Quality.SCREEN]
"""How late a keyboard or a panel may report one finger, independently of another."""

START = 10_000 * MILLISECOND
A_TAP = 30 * MILLISECOND
"""How long a finger stays down."""

KEY_1, SCANCODE_1 = 2, 30
"""The first seat's key as the kernel and as SDL number it; the next three seats' keys follow."""

ENOUGH = 6
"""Frames after the last finger within which a verdict must be given."""


class Finger(NamedTuple):
    """When a finger came down, how late the panel or keyboard is, and whether it is a key.

    `stamped`: the kernel's stamp can be read alongside the window.
    """

    seat: Seat
    at: int
    late: int = 0
    key: bool = False
    stamped: bool = False


class Screen:
    """A slow screen: frames of these lengths, in ns, and then short ones."""

    def __init__(self, frames: list[int]) -> None:
        self.clock = HandClock(Instant(START - MILLISECOND), WallTime(0))
        self.panel = HandDevice(found())
        stamps = TouchStamps(lambda listener: self.panel.link(UsbPlug("panel"), listener))
        keyboards = Keyboards("/dev/input/event0")
        (self.keyboard,) = keyboards.there.values()
        keys = KeyStamps("1234", self.clock, keyboards.lister, keyboards.opener)
        self.pad = ScreenPad(map(Seat, range(4)), self.clock, stamps, keys)
        self.to(START)
        self.verdicts: list[Verdict] = []
        self.pictures: list[Verdict] = []
        self.pad.on_verdict, self.pad.on_late = self.verdicts.append, self.pictures.append
        self.frames = frames

    def play(self, fingers: list[Finger]) -> None:
        """Arm, and play fingers.

        Events from before a frame's start are passed on in that frame, keys a little sooner than fingers.
        """
        self.pad.arm()
        reported = sorted(
            (START + finger.at + finger.late + lasts, finger.seat, lasts == 0, finger.key, finger.stamped)
            for finger in fingers
            for lasts in (0, A_TAP)
        )
        begins, frames = START, iter(self.frames)
        waiting: list[tuple[Seat, bool, int | None]] = []
        short = 0
        while short < ENOUGH:
            length = next(frames, None)
            short += length is None and not reported
            # A frame begins; it passes on the fingers that the window had when the last one ended.
            self.to(begins)
            self.pad.begin_frame()
            length = 16 * MILLISECOND if length is None else length
            self.to(begins + length // 3)
            for seat, down, number in waiting:
                self.hand_on(seat, number, down=down)
            waiting.clear()
            begins += length
            # The frame is drawn, and the window is polled.
            while reported and reported[0][0] <= begins:
                at, seat, down, key, stamped = reported.pop(0)
                if stamped and down and not key:
                    self.panel.tell(fingers_down(at, seat))
                if key:
                    self.to(max(at, begins - MILLISECOND))
                    if stamped:
                        self.strike(at, seat, down=down)
                    self.hand_on_key(seat, down=down)
                else:
                    waiting.append((seat, down, seat))
            short = 0 if waiting else short

    def hand_on(self, seat: Seat, number: int | None = None, *, down: bool) -> None:
        """Pass a finger to the pad, with the number that the kernel gave it."""
        if down:
            self.pad.press(seat, finger=number)
        else:
            self.pad.release(seat)

    def strike(self, at: int, *seats: Seat, down: bool = True) -> None:
        """Report the keys of seats from the keyboard."""
        for seat in () if down else seats:
            self.keyboard.release(at, KEY_1 + seat)
        if down:
            self.keyboard.press(at, *(KEY_1 + seat for seat in seats))

    def hand_on_key(self, seat: Seat, *, down: bool) -> None:
        """Pass a key to the pad, with its SDL scancode."""
        if down:
            self.pad.press(seat, key=SCANCODE_1 + seat)
        else:
            self.pad.release(seat)

    def to(self, at: int) -> None:
        self.clock.advance(Nanoseconds(max(0, at - self.clock.now())))


milliseconds = st.integers(0, 400).map(lambda ms: ms * MILLISECOND)
frames = st.lists(st.integers(1, 400).map(lambda ms: ms * MILLISECOND), max_size=30)
fingers = st.lists(
    st.builds(
        Finger,
        st.integers(0, 3).map(Seat),
        milliseconds,
        st.integers(0, SCAN - 1),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda finger: finger.seat,
)


@settings(max_examples=150)
@given(frames, fingers, st.booleans())
def test_nobody_wins_who_was_not_first_and_time_apart_is_seen_and_told_as_no_better_than_it_is(
    lengths: list[int], played: list[Finger], stamped: bool
) -> None:
    """Four keys 4 ms apart were once reported as 309 ms apart, ±1, while a verdict was being drawn."""
    if stamped:
        played = [finger._replace(stamped=True) for finger in played]
    screen = Screen(lengths)
    screen.play(played)
    (verdict,) = screen.verdicts
    truth = {finger.seat: finger.at for finger in played}
    first, *others = sorted(truth.values())
    if isinstance(verdict, Decided):
        assert truth[verdict.seat] == first, verdict
    # More than two scans apart or, if there is only the screen's own time, two scans and two frames.
    long = 2 * SCAN if stamped else 2 * max([16 * MILLISECOND, *lengths]) + 2 * SCAN
    if not others or others[0] - first > long:
        assert isinstance(verdict, Decided), verdict
    last = screen.pictures[-1] if screen.pictures else verdict
    early = max(contact.early for contact in last.contacts)
    for contact in last.contacts:
        apart = truth[contact.seat] - truth[last.contacts[0].seat]
        assert abs(contact.after - apart) <= max(last.band, early) + SCAN, (contact, apart)


def test_two_taps_in_one_frame_are_a_dead_heat_and_the_next_one_is_not_among_them() -> None:
    screen = Screen([16 * MILLISECOND] * 20)
    screen.play([Finger(Seat(seat), at * MILLISECOND) for seat, at in ((2, 40), (0, 44), (3, 200))])
    verdict = screen.verdicts[0]
    assert words(verdict) == "dead heat [0, 2]"
    assert verdict.quality is Quality.SCREEN
    assert verdict.band >= 16 * MILLISECOND


# --- fingers and keys that the kernel has stamped ---


class Stalled:
    """A screen that drew for 300 ms and then hears of everything at once; times in ms from the arming."""

    def __init__(self) -> None:
        self.screen = Screen([])
        self.screen.pad.arm()
        self.screen.to(START + 300 * MILLISECOND)
        self.screen.pad.begin_frame()

    def kernel(self, at: int, *numbers: int) -> None:
        """Report fingers that came down, from the panel."""
        self.screen.panel.tell(fingers_down(START + at * MILLISECOND, *numbers))

    def strike(self, at: int, seat: int, *, down: bool = True) -> None:
        """Report a seat's key, from the keyboard."""
        self.screen.strike(START + at * MILLISECOND, Seat(seat), down=down)

    def finger(self, seat: int, number: int | None = None, *, down: bool = True) -> None:
        """Report a finger, from the window."""
        self.screen.hand_on(Seat(seat), number, down=down)

    def key(self, seat: int, *, down: bool = True) -> None:
        """Report a key, from the window."""
        self.screen.hand_on_key(Seat(seat), down=down)

    def verdict(self) -> Verdict:
        """Run the next frames and return the verdict."""
        for frame in range(1, 1 + ENOUGH):
            self.screen.to(START + (300 + 16 * frame) * MILLISECOND)
            self.screen.pad.begin_frame()
        (verdict,) = self.screen.verdicts
        return verdict


def told_apart(verdict: Verdict, first: int, by: int) -> None:
    """Fail unless this seat was first by `by` milliseconds, with no frame time in the band."""
    assert isinstance(verdict, Decided), verdict
    assert (verdict.seat, verdict.margin, verdict.band) == (first, by * MILLISECOND, SCAN)


@pytest.mark.parametrize("presses", [(0, 1), (1, 0)])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("keys", [False, True], ids=["fingers", "keys"])
def test_a_stalled_screen_tells_40_ms_in_any_order(keys: bool, presses: tuple[int, int], first: int) -> None:
    table = Stalled()
    for at, seat in ((100, first), (140, 1 - first)):
        table.strike(at, seat) if keys else table.kernel(at, seat)
    for seat in presses:
        table.key(seat) if keys else table.finger(seat, seat)
    told_apart(table.verdict(), first, by=40)


PLAYS = """
-: two fingers of one report are a dead heat
  300 ms | kernel 100 0 1, finger 0 0, finger 1 1 -> dead heat [0, 1]
  | kernel 100 1 0, finger 1 1, finger 0 0 -> dead heat [0, 1]
-: a finger beside the pads, on the large one, and one that the window lost leave the others their stamps
  | kernel 100 7, kernel 120 8, kernel 130 9, kernel 160 10, finger 2 10, finger 1 7 -> 1 first by 60
-: a finger that the kernel never saw has the screen's own time, and nobody wins over it
  | kernel 100 7, finger 1 7, finger 2 -> blind; dead heat [1, 2]
  | kernel 100 7, finger 1 7, finger 2 99 -> blind; dead heat [1, 2]
-: reports that were lost cost their own fingers the stamp, and no others
  | kernel 100 7, lost 120, finger 1 7, finger 2 8 -> dead heat [1, 2]
-: a panel that was pulled out numbers anew, and its old numbers mean nothing
  | kernel 100 0, pulled, finger 1 0 -> blind; grab 1
-: a stamp from before the arming or from the future is not taken
  | kernel -20 7, kernel 200 8, finger 1 7, finger 2 8 -> blind; dead heat [1, 2]
  | kernel 400 7, kernel 200 8, finger 1 7, finger 2 8 -> blind; dead heat [1, 2]
-: a second tap in one stall isn't stamped before the first was let go, of which the screen hears late
  | kernel 100 7, kernel 200 8, finger 1 7, finger up 1, finger 1 8 -> grab 1; at 100
-: a key and a finger are told apart by the one clock that both have
  | kernel 140 7, strike 100 3, finger 1 7, key 3 -> 3 first by 40
-: two taps of a key in one stall count from the first: where the newest was taken, seat 2 won here
  | strike 100 0, strike up 120 0, strike 150 1, strike 200 0, key 0, key up 0, key 1, key 0 -> grab 0; at 100
-: a key that is never told of or pressed before the arming has the screen's own time, and nobody wins over it
  | strike 100 1, key 1, key 2 -> blind; dead heat [1, 2]
  | strike -20 2, strike 100 1, key 1, key 2 -> blind; dead heat [1, 2]
"""
"""The kernel's stamps, in ms from the arming; then what the window hears once it has drawn."""


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_a_screen_that_stood_still(play: Play) -> None:
    table = Stalled()
    for step in play.reports:
        how, *rest = step.split()
        down = rest[:1] != ["up"]
        numbers = [int(word) for word in rest if word != "up"]
        match how:
            case "pulled":
                table.screen.panel.deliver()
                table.screen.panel.pull()
            case "lost":
                table.screen.panel.tell(overrun(START + numbers[0] * MILLISECOND))
            case "kernel":
                table.kernel(*numbers)
            case _:
                getattr(table, how)(*numbers, down=down)
    verdict = table.verdict()
    for held in play.holds:
        match held.split():
            case ["blind"]:
                assert verdict.band >= 300 * MILLISECOND, "by the screen's own time"
            case ["at", at]:
                assert verdict.at == START + int(at) * MILLISECOND
            case [first, "first", "by", by]:
                told_apart(verdict, int(first), by=int(by))
            case _:
                assert words(verdict) == held
