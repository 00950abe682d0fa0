"""Ungle Speed as a `companion.game.Game`."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.catalogue import read_catalogue
from companion.game import Rules, Seat
from companion.games.ungle_speed import evolve, legal, rules, score, view
from companion.games.ungle_speed.comparing import UnglePieces
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.events import AnyEvent
from companion.games.ungle_speed.model import Facts, State
from companion.games.ungle_speed.reports import AnyReport
from companion.games.ungle_speed.score import RESULTS


class UngleSpeed(Rules[Facts, State, AnyReport, AnyEvent], UnglePieces):
    """The rules of Ungle Speed; stateless."""

    name = "ungle-speed"
    catalogue = read_catalogue("companion.games.ungle_speed", "rules.toml")
    results = RESULTS
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    deal = staticmethod(evolve.opening)
    judge = staticmethod(rules.judge)
    evolve = staticmethod(evolve.evolve)
    awaited = staticmethod(view.awaited)
    legal = staticmethod(legal.legal)
    score = staticmethod(score.score)
    view = staticmethod(view.view)
    moot = staticmethod(rules.moot)
    crossed = staticmethod(rules.crossed)

    def known(self, facts: Facts) -> Mapping[Any, Collection[Any]]:
        """Return the seats (with two players one per hand) and the deck's cards."""
        return {Seat: self.opening(facts).seats, SymbolCard: set(facts.deck.cards())}
