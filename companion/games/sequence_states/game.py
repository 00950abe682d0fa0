"""Sequence States & Capitals as a `companion.game.Game`."""

from collections.abc import Iterator

from companion.catalogue import read_catalogue
from companion.game import Outcome, Prompt, Ruling, Seat, Viewer
from companion.games.sequence_states import evolve, legal, opening, rules, score, view
from companion.games.sequence_states.events import AnyEvent
from companion.games.sequence_states.model import Facts, State
from companion.games.sequence_states.reports import AnyReport


class SequenceStates:
    """The rules of Sequence States & Capitals; it has no state of its own."""

    name = "sequence-states"
    catalogue = read_catalogue("companion.games.sequence_states", "rules.toml")
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
        """Return by seat: the sequences of its side, its hand, and the draws it has lost."""
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
