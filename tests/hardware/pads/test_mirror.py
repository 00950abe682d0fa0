"""A pad as the app sees it: what it orders, accepts and drops. A script plays the other process."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Quality, Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads import remote
from tests.hardware.table import START, Heard, ms

OPEN = SeatStatus(SeatState.OPEN, tried=False)
WELL = remote.Condition(Quality.BOARD, Nanoseconds(10_000), "", True)
OPENED = remote.ButtonsOpened({Seat(seat): OPEN for seat in (2, 0, 1)}, WELL)
ALONE: dict[str, Any] = {
    "at": START, "contacts": (), "held": (), "band": WELL.band, "quality": WELL.quality
}  # fmt: skip
GONE = "the other process has ended"


class Script:
    """A mirror, and the other process as the test plays it."""

    def __init__(self) -> None:
        self.clock = HandClock(START)
        self.orders: list[remote.Order] = []
        self.pad = remote.MirrorPad(self.clock, self.orders.append)
        self.heard = Heard(self.pad)
        self.pad.take(OPENED)
        self.heard.states.clear()

    def ordered(self) -> list[remote.Order]:
        """Return the orders since the last call."""
        orders = self.orders[:]
        self.orders.clear()
        return orders


@pytest.fixture
def script() -> Script:
    return Script()


def grab(arming: int, seat: int = 1) -> Decided:
    """Return a verdict: this seat was first."""
    return Decided(arming=arming, **ALONE, seat=Seat(seat), margin=None)


def void(arming: int, reason: VoidReason = VoidReason.LATE_EDGE) -> Void:
    """Return a void verdict: nobody can be named."""
    return Void(arming=arming, **ALONE, reason=reason)


def test_it_is_a_pad_and_shows_what_was_said_last(script: Script) -> None:
    pad: remote.Pad = script.pad
    assert (pad.seats, pad.quality, pad.band) == ((0, 1, 2), Quality.BOARD, 10_000)
    assert (pad.trouble, pad.totem_stands, pad.armed, pad.lit) == ("", True, False, ())
    assert pad.states == OPENED.states
    down = SeatStatus(SeatState.PRESSED, tried=True)
    script.pad.take(remote.SeatChanged(Seat(2), down))
    assert pad.has_priority
    script.pad.take(remote.Condition(Quality.MIXED, Nanoseconds(7), "plug it in", False, has_priority=False))
    assert not pad.has_priority
    assert pad.states == {**OPENED.states, Seat(2): down}
    assert (pad.quality, pad.band, pad.trouble, pad.totem_stands) == (Quality.MIXED, 7, "plug it in", False)
    assert script.heard.states == [(2, SeatState.PRESSED)]


def test_an_order_goes_out_at_once_and_an_arming_bears_its_number_and_its_instant(script: Script) -> None:
    script.pad.play([Seat(1), Seat(0)])
    script.clock.advance(ms(3))
    assert script.pad.arm() == 1
    assert script.pad.armed
    script.pad.disarm()
    assert not script.pad.armed
    script.pad.light([Seat(2), Seat(0)])
    assert script.pad.lit == (0, 2)
    assert script.pad.arm() == 2
    assert script.pad.lit == ()
    later = Instant(START + ms(3))
    assert script.ordered() == [
        remote.TakePart((Seat(0), Seat(1))),
        remote.Arm(1, later),
        remote.Disarm(),
        remote.Light((Seat(0), Seat(2))),
        remote.Arm(2, later),
    ]


@pytest.mark.parametrize(
    ("ruling", "lit"),
    [
        (grab, (1,)),
        (void, ()),
        (lambda arming: DeadHeat(arming=arming, **ALONE, seats=(Seat(0), Seat(2))), (0, 2)),
    ],
)
def test_a_verdict_ends_the_arming_and_lights_who_was_first(
    script: Script, ruling: Callable[[int], Verdict], lit: tuple[int, ...]
) -> None:
    verdict = ruling(script.pad.arm())
    script.pad.take(remote.VerdictGiven(verdict))
    assert (script.heard.verdicts, script.pad.armed, script.pad.lit) == ([verdict], False, lit)


def test_a_correction_and_later_contacts_belong_to_the_arming_until_the_next(script: Script) -> None:
    number = script.pad.arm()
    script.pad.take(remote.VerdictGiven(grab(number)))
    script.pad.take(remote.PictureChanged(grab(number)))
    script.pad.take(remote.VerdictGiven(void(number)))
    assert [type(verdict) for verdict in script.heard.verdicts] == [Decided, Void]
    assert len(script.heard.late) == 1
    assert script.pad.lit == ()
    script.pad.arm()
    script.pad.take(remote.PictureChanged(grab(number)))
    script.pad.take(remote.VerdictGiven(void(number)))
    assert (len(script.heard.verdicts), len(script.heard.late)) == (2, 1)
    assert script.pad.armed


def test_a_verdict_that_met_the_order_to_disarm_is_dropped_and_its_lamp_put_out(script: Script) -> None:
    number = script.pad.arm()
    script.pad.disarm()
    script.ordered()
    script.pad.take(remote.VerdictGiven(grab(number)))
    script.pad.take(remote.PictureChanged(grab(number)))
    assert script.heard.verdicts == script.heard.late == []
    assert script.pad.lit == ()
    assert script.ordered() == [remote.Light(())]


def test_a_verdict_that_met_the_next_arming_is_dropped_and_leaves_its_lamps_alone(script: Script) -> None:
    number = script.pad.arm()
    script.pad.arm()
    script.ordered()
    script.pad.take(remote.VerdictGiven(grab(number)))
    assert script.heard.verdicts == []
    assert script.pad.armed
    # That arming put the lamp out; an order now might put out the next winner's.
    assert script.ordered() == []
    script.pad.take(remote.VerdictGiven(grab(number + 1, seat=2)))
    assert script.heard.verdict.arming == number + 1
    assert script.pad.lit == (2,)


def test_lamps_ordered_while_a_verdict_was_on_its_way_are_those_of_the_verdict(script: Script) -> None:
    number = script.pad.arm()
    script.pad.light([Seat(0)])
    script.ordered()
    script.pad.take(remote.VerdictGiven(grab(number, seat=2)))
    assert script.pad.lit == (2,)
    assert script.ordered() == [remote.Light((Seat(2),))]


def test_turn_and_totem_are_handed_on(script: Script) -> None:
    script.pad.take(remote.TurnPressed(Instant(5)))
    script.pad.take(remote.Fell(Instant(6)))
    assert (script.heard.turns, script.heard.falls) == ([5], [6])


def test_a_callback_may_arm(script: Script) -> None:
    def again(verdict: Verdict) -> None:
        script.pad.arm()

    script.pad.on_verdict = again
    number = script.pad.arm()
    script.pad.take(remote.VerdictGiven(grab(number)))
    assert script.pad.armed
    assert script.ordered()[-1] == remote.Arm(number + 1, START)


def test_a_process_that_ends_unplugs_all_and_voids_the_arming(script: Script) -> None:
    script.pad.take(remote.SeatChanged(Seat(1), SeatStatus(SeatState.OPEN, tried=True)))
    number = script.pad.arm()
    script.clock.advance(ms(20))
    script.pad.lost(GONE)
    verdict = script.heard.verdict
    assert isinstance(verdict, Void)
    assert (verdict.arming, verdict.reason, verdict.contacts) == (number, VoidReason.UNPLUGGED, ())
    assert verdict.at == START + ms(20)
    assert {status.state for status in script.pad.states.values()} == {SeatState.UNPLUGGED}
    assert script.pad.states[Seat(1)].tried
    assert (script.pad.trouble, script.pad.armed) == (GONE, False)


def test_a_process_that_ends_while_nothing_was_armed_voids_nothing(script: Script) -> None:
    script.pad.take(remote.VerdictGiven(grab(script.pad.arm())))
    script.pad.lost(GONE)
    assert [type(verdict) for verdict in script.heard.verdicts] == [Decided]
    script.pad.arm()
    script.pad.disarm()
    script.pad.lost(GONE)
    assert len(script.heard.verdicts) == 1


def test_what_was_ordered_while_nobody_was_there_is_said_to_the_next_process(script: Script) -> None:
    script.pad.lost(GONE)
    script.ordered()
    script.pad.play([Seat(0), Seat(1)])
    number = script.pad.arm()
    script.pad.light([Seat(1)])
    assert script.ordered() == []
    script.clock.advance(ms(700))
    script.pad.take(OPENED)
    # Armed as of then: what hands did before the bank was there is in doubt, as for a line that was away.
    both = remote.TakePart((Seat(0), Seat(1)))
    assert script.ordered() == [both, remote.Arm(number, START), remote.Light((Seat(1),))]
    assert script.pad.trouble == ""
    assert {status.state for status in script.pad.states.values()} == {SeatState.OPEN}
    script.pad.take(remote.VerdictGiven(grab(number)))
    assert script.heard.verdict.arming == number


def test_a_closed_pad_is_deaf_and_mute(script: Script) -> None:
    number = script.pad.arm()
    script.ordered()
    script.pad.close()
    script.pad.take(remote.VerdictGiven(grab(number)))
    script.pad.take(remote.SeatChanged(Seat(0), SeatStatus(SeatState.PRESSED, tried=True)))
    script.pad.lost(GONE)
    script.pad.arm()
    script.pad.disarm()
    assert script.ordered() == []
    assert (script.heard.verdicts, script.heard.states) == ([], [])
