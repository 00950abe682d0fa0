"""Cryptid positions for tests: their rulings, what follows, and hexes that certain clues allow."""

from collections.abc import Sequence

from companion.games.cryptid.events import AnyEvent
from companion.games.cryptid.game import Cryptid
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import HexContents, Hue, State
from companion.games.cryptid.reports import AnyReport
from tests.games.ruling import Referee

GAME = Cryptid()
_REFEREE: Referee[State, AnyReport, AnyEvent] = Referee(GAME)
judge, events, after = _REFEREE.judge, _REFEREE.events, _REFEREE.after
refusal, broken = _REFEREE.refusal, _REFEREE.broken


def where(
    state: State, allowed: Sequence[Hue] = (), forbidden: Sequence[Hue] = (), besides: Sequence[Hex] = ()
) -> Hex:
    """Return an empty space that some clues of a sealed game allow and others forbid."""
    return next(
        at for at in MAP
        if state.spot(at) == HexContents() and at not in besides
        and all(state.allows(hue, at) for hue in allowed)
        and not any(state.allows(hue, at) for hue in forbidden)
    )  # fmt: skip
