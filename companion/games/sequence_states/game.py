"""Sequence States & Capitals as a `companion.game.Game`."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.catalogue import read_catalogue
from companion.game import Rules, Seat
from companion.games.sequence_states import evolve, rules, score, view
from companion.games.sequence_states.comparing import SequencePieces
from companion.games.sequence_states.events import AnyEvent
from companion.games.sequence_states.model import Facts, Side, State
from companion.games.sequence_states.reports import AnyReport
from companion.games.sequence_states.score import RESULTS


class SequenceStates(Rules[Facts, State, AnyReport, AnyEvent], SequencePieces):
    """The rules of Sequence States & Capitals; holds no state."""

    name = "sequence-states"
    catalogue = read_catalogue("companion.games.sequence_states", "rules.toml")
    results = RESULTS
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    deal = staticmethod(evolve.opening)
    judge = staticmethod(rules.judge)
    evolve = staticmethod(evolve.evolve)
    awaited = staticmethod(view.awaited)
    showing = staticmethod(rules.showing)
    legal = staticmethod(rules.legal)
    mistaken = staticmethod(rules.mistaken)
    score = staticmethod(score.score)
    view = staticmethod(view.view)

    def known(self, facts: Facts) -> Mapping[Any, Collection[Any]]:
        """Return the seats and sides that exist in a match."""
        return {Seat: range(facts.players), Side: range(len(self.opening(facts).colours))}
