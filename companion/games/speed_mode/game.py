"""Two Player Speed Mode as a `companion.game.Game`."""

from companion.catalogue import read_catalogue
from companion.game import Rules
from companion.games.speed_mode import evolve, rules, score, view
from companion.games.speed_mode.comparing import SpeedPieces
from companion.games.speed_mode.events import AnyEvent
from companion.games.speed_mode.model import Facts, State
from companion.games.speed_mode.reports import AnyReport
from companion.games.speed_mode.score import RESULTS


class SpeedMode(Rules[Facts, State, AnyReport, AnyEvent], SpeedPieces):
    """The rules of Two Player Speed Mode. Instances hold no state."""

    name = "speed-mode"
    catalogue = read_catalogue("companion.games.speed_mode", "rules.toml")
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
