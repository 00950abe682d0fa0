"""Ungle Speed as a `companion.game.Game`."""

from collections.abc import Iterator

from companion.catalogue import read_catalogue
from companion.game import Outcome, Prompt, Ruling, Seat, Viewer
from companion.games.ungle_speed import evolve, legal, opening, rules, score, view
from companion.games.ungle_speed.events import AnyEvent
from companion.games.ungle_speed.model import Facts, State
from companion.games.ungle_speed.reports import AnyReport


class UngleSpeed:
    """The rules of Ungle Speed; it has no state of its own."""

    name = "ungle-speed"
    catalogue = read_catalogue("companion.games.ungle_speed", "rules.toml")
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    def opening(self, facts: Facts) -> State:
        """Return the dealt table; SetupError where the facts don't make a game."""
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
        """Return the cards of each seat: face down, face up, and together."""
        return score.score(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def view(self, state: State, viewer: Viewer) -> view.View:
        """Return the table as `viewer` may see it."""
        return view.view(state, viewer)

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        """Return nobody: there are no secrets in this game."""
        return ()

    def public(self, facts: Facts) -> Facts:
        """Return the facts: none of them is a secret."""
        return facts
