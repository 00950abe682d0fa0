"""Tracktic as a `companion.game.Game`."""

from companion.catalogue import read_catalogue
from companion.game import Rules
from companion.games.tracktic import evolve, rules, score, view
from companion.games.tracktic.comparing import TrackticPieces
from companion.games.tracktic.events import AnyEvent
from companion.games.tracktic.model import Facts, State
from companion.games.tracktic.reports import AnyReport
from companion.games.tracktic.score import RESULTS


class Tracktic(Rules[Facts, State, AnyReport, AnyEvent], TrackticPieces):
    """The rules of Tracktic. Instances hold no state."""

    name = "tracktic"
    catalogue = read_catalogue("companion.games.tracktic", "rules.toml")
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
    score = staticmethod(score.score)
    view = staticmethod(view.view)
