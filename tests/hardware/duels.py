"""Plays (see `tests.games.plays`) at any table with a pad: the steps, and the verdicts they lead to.

Every table knows `arm`, `until 200` and `2 is held`; other steps depend on the table. A play lists all
verdicts in order, and may add facts: about a single verdict `at 100`, `held 0 2`, `band 9` or `quality USB`,
and about the pad its whole `trouble`, with / for a semicolon.
"""

from collections.abc import Callable
from typing import Protocol

from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import Seat
from hardware.pads.base import PadBase
from tests.games.plays import Play
from tests.hardware.table import START, Heard, ms


class Duelling(Protocol):
    """A table with a pad, under a hand-driven clock."""

    @property
    def pad(self) -> PadBase:
        """Return the pad."""

    heard: Heard

    def until(self, at: float) -> None: ...


def check(
    play: Play,
    table: Duelling,
    do: Callable[[list[str]], object],
    holds: Callable[[str, str], bool] = lambda what, of: False,
    opened: float = 0,
) -> None:
    """Play the steps from `opened` (ms) on, and assert everything that must hold."""
    for step in play.reports:
        match step.split():
            case ["arm"]:
                table.pad.arm()
            case ["until", at]:
                table.until(opened + float(at))
            case [seat, "is", state]:
                assert table.pad.states[Seat(int(seat))].state.name.lower() == state
            case words:
                do(words)
    verdicts = [hold for hold in play.holds if hold.startswith(("grab", "void", "dead heat"))]
    assert table.heard.said == verdicts
    for hold in {*play.holds} - {*verdicts, "nothing"}:
        what, _, of = hold.partition(" ")
        match what:
            case "at":
                assert table.heard.verdict.at == START + ms(float(of))
            case "held":
                assert table.heard.verdict.held == tuple(map(int, of.split()))
            case "band":
                assert table.heard.verdict.band == ms(float(of))
            case "quality":
                assert table.heard.verdict.quality is Quality[of]
            case "trouble":
                assert table.pad.trouble == of.replace(" /", ";")
            case _:
                assert holds(what, of), hold
