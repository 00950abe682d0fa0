"""Two Player Speed Mode as a `companion.game.Game`."""

from collections.abc import Iterator

from companion.catalogue import read_catalogue
from companion.game import Outcome, Prompt, Ruling, Seat, Viewer
from companion.games.speed_mode import evolve, legal, opening, rules, score, view
from companion.games.speed_mode.events import AnyEvent
from companion.games.speed_mode.model import Facts, State
from companion.games.speed_mode.reports import AnyReport


class SpeedMode:
    """The rules of Two Player Speed Mode; it has no state of its own."""

    name = "speed-mode"
    catalogue = read_catalogue("companion.games.speed_mode", "rules.toml")
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
        """Return by seat: points, pairs, extra tokens, points for unpaired groups, and the hand."""
        return score.score(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def view(self, state: State, viewer: Viewer) -> view.View:
        """Return the table as `viewer` may see it."""
        return view.view(state, viewer)

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        """Return nobody: the referee is told no hands, so it can't make one known."""
        return ()

    def public(self, facts: Facts) -> Facts:
        """Return the facts: none of them is a secret."""
        return facts
