"""A game on a sheet as a `companion.game.Game`."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.catalogue import read_catalogue
from companion.game import Rules, Seat
from companion.games.sheet import evolve, legal, rules, score, view
from companion.games.sheet.events import AnyEvent
from companion.games.sheet.model import Facts, Side, State
from companion.games.sheet.reports import AnyReport
from companion.games.sheet.score import RESULTS


class SheetGame(Rules[Facts, State, AnyReport, AnyEvent]):
    """The rules of all games with a sheet; stateless."""

    name = "sheet"
    catalogue = read_catalogue("companion.games.sheet", "rules.toml")
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

    def called(self, facts: Facts) -> str:
        """Return the name of the sheet."""
        return facts.sheet.name

    def known(
        self, facts: Facts
    ) -> Mapping[Any, Collection[Any]]:  # a NewType is a class only to the type checker
        """Return the seats and the sides."""
        return {Seat: range(facts.players), Side: range(facts.sheet.sides(facts.players))}
