"""The kinds of trial, each a score: clean pairs, and what switches, hands and busy machines do besides.

In every kind `first` is pressed first, so only `first` may win.
"""

import random
from enum import Enum
from typing import NamedTuple

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.score import (
    BRUSH,
    SPIKE,
    SPRING,
    Score,
    Stall,
    SwitchStroke,
    bouncing,
    gap,
    ms,
    press,
    together,
    touch,
    us,
)


class TrialKind(Enum):
    """What a trial tries."""

    PAIR = "pair"
    """Two clean presses a known time apart."""
    BRUSH = "brush"
    """The first hand brushes its button before it presses."""
    SPIKES = "spikes"
    """Interference on the other seat, which nobody touches."""
    CHATTER = "chatter"
    """On the other seat lies a hand, whose switch opens for a moment."""
    BOUNCE = "bounce"
    """The first hand's switch bounces when it closes and when it opens."""
    TAP = "tap"
    """The first hand is gone again soon."""
    STALL = "stall"
    """The first hand taps, and the referee's process stands still."""


OTHERS = tuple(kind for kind in TrialKind if kind is not TrialKind.PAIR)

APART = (ms(1), ms(2), ms(5))
"""Separations of all kinds but pairs: far beyond what stamps scatter by, so that the order is no question."""

BEFORE = (25 * MILLISECOND, 64 * MILLISECOND)
"""A brush comes so much before its press: a hand that hovers."""

TAP = ms(15)
"""About as short as a finger taps."""

SLOW_TAP = ms(35)

SHORTEST_STALL, LONGEST_STALL = 60 * MILLISECOND, 2_000 * MILLISECOND
"""From a long frame of the screen to a machine that swaps."""

LEAD = ms(20)
"""Before a score in which the referee stalls, so that it stalls while the switches move."""


class Written(NamedTuple):
    """What is played in a trial."""

    before: Score
    """Before the arming."""
    score: Score
    stall: Stall | None
    """When the referee stands still, counted as the score is."""


def write(
    kind: TrialKind, first: Seat, second: Seat, asked: Nanoseconds, hold: Nanoseconds, chance: random.Random
) -> Written:
    """Return what is played in a trial of a kind.

    `asked` is from the first press to the second, `hold` how long a press lasts that isn't short.
    """
    if kind is TrialKind.BRUSH:
        at = Nanoseconds(chance.randint(*BEFORE))
        return Written((), together(touch(first, ms(0), BRUSH), pair(first, second, at, asked, hold)), None)
    if kind is TrialKind.SPIKES:
        spikes = together(touch(second, ms(0), SPIKE), touch(second, ms(3), SPIKE))
        return Written((), together(spikes, press(first, ms(4), hold)), None)
    if kind is TrialKind.CHATTER:
        at = ms(70)
        lets_go = (SwitchStroke(Nanoseconds(at + hold), second, False),)
        rests = (SwitchStroke(ms(0), second, True),)
        chatters = together(gap(second, ms(10), us(200)), press(first, at, hold), lets_go)
        return Written(rests, chatters, None)
    if kind is TrialKind.BOUNCE:
        bounces = bouncing(first, ms(0), Nanoseconds(asked + hold), [SPRING] * 4)
        return Written((), together(bounces, press(second, asked, hold)), None)
    if kind is TrialKind.TAP:
        return Written((), together(press(first, ms(0), TAP), press(second, asked, hold)), None)
    if kind is TrialKind.STALL:
        score = together(press(first, LEAD, SLOW_TAP), press(second, Nanoseconds(LEAD + asked), ms(60)))
        begins = Nanoseconds(chance.randint(LEAD // 2, LEAD + ms(5)))
        lasts = Nanoseconds(chance.randint(SHORTEST_STALL, LONGEST_STALL))
        return Written((), score, Stall(begins, lasts))
    return Written((), pair(first, second, ms(0), asked, hold), None)


def pair(first: Seat, second: Seat, at: Nanoseconds, asked: Nanoseconds, hold: Nanoseconds) -> Score:
    """Two presses, let go together."""
    return together(press(first, at, Nanoseconds(asked + hold)), press(second, Nanoseconds(at + asked), hold))
