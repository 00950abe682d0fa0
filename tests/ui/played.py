"""A game that simulated players have played out without a screen."""

from typing import Any

from companion.game import Accepted, Refused
from ui.games.registry import FACES
from ui.table.presenting import GameSpecific

ENDLESS = 1000
"""Most reports of a game before it is abandoned."""


class PlayedOut:
    """A game's reports, the refused ones, its events, and the position before each report."""

    def __init__(self, game: str, facts: GameSpecific, seed: int) -> None:
        face = FACES[game]()
        self.reports: list[Any] = []
        self.refused: list[tuple[Any, Refused[Any]]] = []
        self.events: list[Any] = []
        self.states: list[Any] = [face.game.opening(facts)]
        players: Any = face.players(seed)
        while self.state.ended is None and len(self.reports) < ENDLESS:
            state, report = self.state, players.act(self.state)
            self.reports.append(report)
            ruling = face.game.judge(state, report)
            if isinstance(ruling, Refused):
                self.refused.append((report, ruling))
            else:
                assert isinstance(ruling, Accepted), (report, ruling)
                self.events += ruling.events
                for event in ruling.events:
                    state = face.game.evolve(state, event)
            self.states.append(state)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def right(self) -> list[Any]:
        """The reports that were accepted."""
        refused_ids = [id(report) for report, _ in self.refused]
        return [report for report in self.reports if id(report) not in refused_ids]

    @property
    def faults(self) -> set[str]:
        return {fault.rule for _, ruling in self.refused for fault in ruling.violations}
