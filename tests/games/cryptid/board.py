"""Positions of Cryptid in tests: what is ruled there, what follows, and hexes that certain clues allow."""

from companion.game import Accepted, Refused, Ruling
from companion.games.cryptid.events import AnyEvent
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.game import Cryptid
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import Hue, State
from companion.games.cryptid.reports import AnyReport

GAME = Cryptid()


def judge(state: State, report: AnyReport) -> Ruling[AnyEvent]:
    return GAME.judge(state, report)


def events(state: State, report: AnyReport) -> tuple[AnyEvent, ...]:
    """Return what follows from a report that must be accepted."""
    ruling = judge(state, report)
    assert isinstance(ruling, Accepted), ruling
    return ruling.events


def after(state: State, *reports: AnyReport) -> State:
    """Return the state after reports that must be accepted."""
    for report in reports:
        state = fold(state, events(state, report))
    return state


def refusal(state: State, report: AnyReport) -> Refused[AnyEvent]:
    ruling = judge(state, report)
    assert isinstance(ruling, Refused), ruling
    return ruling


def broken(state: State, report: AnyReport) -> list[str]:
    return [violation.rule for violation in refusal(state, report).violations]


def spot(sealed: State, *hues: Hue, forbidden: tuple[Hue, ...] = ()) -> Hex:
    """Return a hex that some clues of a sealed game allow, and others forbid."""
    return next(
        at for at in MAP
        if all(sealed.allows(hue, at) for hue in hues)
        and not any(sealed.allows(hue, at) for hue in forbidden)
    )  # fmt: skip
