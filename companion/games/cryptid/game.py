"""Cryptid as a `companion.game.Game`."""

from msgspec.structs import replace

from companion.catalogue import read_catalogue
from companion.game import Rules, Seat
from companion.games.cryptid import evolve, rules, score, view
from companion.games.cryptid.comparing import CryptidPieces
from companion.games.cryptid.events import AnyEvent, Asked, TurnPassed
from companion.games.cryptid.model import Facts, State
from companion.games.cryptid.reports import AnyReport
from companion.games.cryptid.score import RESULTS


class Cryptid(Rules[Facts, State, AnyReport, AnyEvent], CryptidPieces):
    """The rules of Cryptid; holds no state."""

    name = "cryptid"
    catalogue = read_catalogue("companion.games.cryptid", "rules.toml")
    results = RESULTS
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    deal = staticmethod(evolve.opening)
    judge = staticmethod(rules.judge)
    evolve = staticmethod(evolve.evolve)
    awaited = staticmethod(view.awaited)
    legal = staticmethod(rules.legal)
    score = staticmethod(score.score)
    view = staticmethod(view.view)

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        """Return the seats that learnt something secret: all of them, for any piece or the end."""
        return state.seats if state.sealed and not isinstance(event, Asked | TurnPassed) else ()

    def public(self, facts: Facts) -> Facts:
        """Return the facts with only the map of their set-up, without the clues."""
        if facts.setup is None:
            return facts
        return replace(facts, setup=facts.setup.map_alone)
