"""Tracktic as a `companion.game.Game`."""

from collections.abc import Iterator

from companion.catalogue import read_catalogue
from companion.game import Outcome, Prompt, Ruling, Seat, Viewer
from companion.games.tracktic import evolve, legal, opening, rules, score, view
from companion.games.tracktic.events import AnyEvent
from companion.games.tracktic.model import Facts, State
from companion.games.tracktic.reports import AnyReport


class Tracktic:
    """The rules of Tracktic; it has no state of its own."""

    name = "tracktic"
    catalogue = read_catalogue("companion.games.tracktic", "rules.toml")
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    def opening(self, facts: Facts) -> State:
        """Return the grid with the start pieces; SetupError where the facts don't make a game."""
        return opening.opening(facts, self.catalogue)

    def judge(self, state: State, report: AnyReport) -> Ruling[AnyEvent]:
        """Rule on a report."""
        return rules.judge(state, report)

    def evolve(self, state: State, event: AnyEvent) -> State:
        """Return the state after an event."""
        return evolve.evolve(state, event)

    def awaited(self, state: State) -> tuple[Prompt, ...]:
        """Return who must tell us what."""
        return view.awaited(state)

    def legal(self, state: State) -> Iterator[AnyReport]:
        """Yield the reports of play that judge accepts, likeliest first."""
        return legal.legal(state)

    def score(self, state: State) -> dict[str, list[int]]:
        """Return by seat: the longest path and whether it is proved, pieces laid, and tokens left."""
        return score.score(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def view(self, state: State, viewer: Viewer) -> view.View:
        """Return the table; every viewer sees the same."""
        return view.view(state, viewer)

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        """Return nobody: there are no secrets in this game."""
        return ()

    def public(self, facts: Facts) -> Facts:
        """Return the facts: none of them is a secret."""
        return facts
