"""A pad as the app sees it: what it orders, accepts and drops. A script plays the other process."""

from typing import Any

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Quality, Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads import remote
from tests.games.plays import Play, plays
from tests.hardware.table import START, Heard, ms, seats

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

    def ordered(self) -> list[str]:
        """Return the orders since the last call, in words."""
        orders = [self._order(order) for order in self.orders]
        self.orders.clear()
        return orders

    def _order(self, order: remote.Order) -> str:
        match order:
            case remote.Arm():
                return f"arm {order.number} as of {(order.at - START) // ms(1)}"
            case remote.TakePart() | remote.Light():
                return " ".join([type(order).__struct_config__.tag, *map(str, order.seats)])  # type: ignore[list-item]
        return type(order).__name__.lower()


def said(what: str, arming: int) -> Verdict:
    """Return a verdict such as "grab 1", "heat 0 2" or "void"."""
    how, *numbers = what.split()
    first = seats(*map(int, numbers))
    if how == "grab":
        return Decided(arming=arming, **ALONE, seat=first[0], margin=None)
    if how == "heat":
        return DeadHeat(arming=arming, **ALONE, seats=first)
    return Void(arming=arming, **ALONE, reason=VoidReason.LATE_EDGE)


PLAYS = """
-: an order goes out at once, and an arming bears its number and its instant
  a pad | play 1 0, wait 3, arm, disarm, light 2 0, arm
    -> orders play 0 1 / arm 1 as of 3 / disarm / light 0 2 / arm 2 as of 3; armed; lit
  | arm, disarm, light 2 0 -> not armed; lit 0 2
-: a verdict ends the arming and lights who was first
  | arm, told grab 1 -> said grab 1; not armed; lit 1
  | arm, told heat 0 2 -> said dead heat [0, 2]; not armed; lit 0 2
  | arm, told void -> said void late_edge; not armed; lit
-: a correction and later contacts belong to the arming until the next
  | arm, told grab 1, pictured grab 1, told void -> said grab 1 / void late_edge; late 1; lit
  | arm, told grab 1, arm, pictured grab 1 of 1, told void of 1 -> said grab 1; late 0; armed
-: a verdict that met the order to disarm is dropped and its lamp put out
  | arm, disarm, forget, told grab 1, pictured grab 1 -> said nothing; late 0; lit; orders light
-: one that met the next arming is dropped, and an order to put its lamp out might put out the next winner's
  | arm, arm, forget, told grab 1 of 1 -> said nothing; armed; orders nothing
  | arm, arm, told grab 1 of 1, told grab 2 -> said grab 2; lit 2
-: lamps ordered while a verdict was on its way are those of the verdict
  | arm, light 0, forget, told grab 2 -> lit 2; orders light 2
-: a process that ends while nothing was armed voids nothing
  | arm, told grab 1, lost -> said grab 1
  | arm, disarm, lost -> said nothing
-: what was ordered while nobody was there is said to the next process: hands are in doubt since then
  | lost, forget, play 0 1, arm, light 1 -> orders nothing
  | lost, forget, play 0 1, arm, light 1, wait 700, opened
    -> orders play 0 1 / arm 1 as of 0 / light 1; all open
  | lost, arm, opened, told grab 1 -> said grab 1
-: a closed pad is deaf and mute
  | arm, forget, close, told grab 1, pressed 0, arm, disarm, lost -> orders nothing; said nothing; silent
"""
"""What the app asks for and what the other process says; `forget`: look at the orders from here on."""


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_a_play_at_the_mirror(play: Play) -> None:
    script = Script()
    pad, heard, number = script.pad, script.heard, 0
    for step in play.reports:
        what, _, arming = step.partition(" of ")
        match what.split():
            case ["arm"]:
                number = pad.arm()
            case [("play" | "light") as how, *numbers]:
                getattr(pad, how)(seats(*map(int, numbers)))
            case [("told" | "pictured") as how, *_]:
                verdict = said(what.partition(" ")[2], int(arming or number))
                pad.take((remote.VerdictGiven if how == "told" else remote.PictureChanged)(verdict))
            case ["pressed", seat]:
                pad.take(remote.SeatChanged(Seat(int(seat)), SeatStatus(SeatState.PRESSED, tried=True)))
            case ["wait", milliseconds]:
                script.clock.advance(ms(float(milliseconds)))
            case ["lost"]:
                pad.lost(GONE)
            case ["opened"]:
                pad.take(OPENED)
            case ["forget"]:
                script.ordered()
            case [how]:
                getattr(pad, how)()
    for hold in play.holds:
        what, _, rest = hold.partition(" ")
        listed = [] if rest == "nothing" else rest.split(" / ")
        match what:
            case "orders":
                assert script.ordered() == listed
            case "said":
                assert heard.said == listed
            case "late":
                assert len(heard.late) == int(rest)
            case "lit":
                assert pad.lit == tuple(map(int, rest.split()))
            case "all":
                assert {status.state for status in pad.states.values()} == {SeatState.OPEN}
                assert pad.trouble == ""
            case "silent":
                assert heard.states == []
            case _:
                assert pad.armed is (hold == "armed")


def test_it_is_a_pad_and_shows_what_was_said_last() -> None:
    script = Script()
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
    script.pad.take(remote.TurnPressed(Instant(5)))
    script.pad.take(remote.Fell(Instant(6)))
    assert (script.heard.turns, script.heard.falls) == ([5], [6])


def test_a_callback_may_arm() -> None:
    script = Script()

    def again(verdict: Verdict) -> None:
        script.pad.arm()

    script.pad.on_verdict = again
    script.pad.take(remote.VerdictGiven(said("grab 1", script.pad.arm())))
    assert script.pad.armed
    assert script.ordered()[-1] == "arm 2 as of 0"


def test_a_process_that_ends_unplugs_all_and_voids_the_arming() -> None:
    script = Script()
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
