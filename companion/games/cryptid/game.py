"""Cryptid for two as a `companion.game.Game`."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.catalogue import read_catalogue
from companion.game import Outcome, Prompt, Ruling, Seat, Viewer
from companion.games.cryptid import evolve, legal, opening, rules, score, view
from companion.games.cryptid.events import AnyEvent, Asked, TurnPassed
from companion.games.cryptid.model import Facts, State
from companion.games.cryptid.reports import AnyReport
from companion.games.cryptid.score import SEATS


class Cryptid:
    """The rules of Cryptid for two; it has no state of its own."""

    name = "cryptid"
    catalogue = read_catalogue("companion.games.cryptid", "rules.toml")
    facts_type = Facts
    report_type = AnyReport
    event_type = AnyEvent

    def opening(self, facts: Facts) -> State:
        """Return the bare map; SetupError where the facts don't make a game."""
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
        """Yield the reports of play that judge accepts, likeliest first; they tell of sealed clues."""
        return legal.legal(state)

    def score(self, state: State) -> dict[str, list[int]]:
        """Return by seat: the cubes and the discs on the map."""
        return score.score(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def view(self, state: State, viewer: Viewer) -> view.View:
        """Return the table as `viewer` may see it: clues are cut."""
        return view.view(state, viewer)

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        """Return both seats for a piece, or the end: it told one of them of the other's sealed clue."""
        return SEATS if state.sealed and not isinstance(event, Asked | TurnPassed) else ()

    def public(self, facts: Facts) -> Facts:
        """Return the facts with the map alone: as if no clue were known."""
        if facts.setup is None:
            return facts
        return replace(facts, setup=replace(facts.setup, clues=(), clue_owner=()))
