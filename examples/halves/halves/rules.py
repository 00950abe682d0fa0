"""The rules of Halves. Which card it is isn't told: the hands at the table see what makes a whole."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.catalogue import Catalogue, read_catalogue
from companion.errors import SetupError
from companion.game import (
    UNSEATED,
    Accepted,
    Outcome,
    Prompt,
    Refused,
    Remedy,
    Results,
    Rules,
    Ruling,
    Seat,
    Standing,
    Viewer,
    Violation,
    standings,
)
from halves.model import (
    AnyEvent,
    AnyReport,
    CallEnd,
    CallWrong,
    CardTurned,
    Ended,
    Facts,
    PileReturned,
    PileStayed,
    PileTaken,
    State,
    TakePile,
    TurnCard,
)

COUNTS = (2, 3, 4, 5, 6)
MOST_EACH = 30
LOOK = (Remedy("look_again"),)


def deal(facts: Facts, catalogue: Catalogue) -> State:
    """Return the dealt table; SetupError where so many can't play."""
    catalogue.choose(facts.rulings)
    if facts.players not in COUNTS:
        raise SetupError(f"{COUNTS[0]} to {COUNTS[-1]} can play, not {facts.players}")
    if not 1 <= facts.each <= MOST_EACH:
        raise SetupError(f"everybody gets 1 to {MOST_EACH} cards, not {facts.each}")
    if facts.first not in range(facts.players):
        raise SetupError(f"nobody sits at {facts.first}, who is to begin")
    return State((facts.each,) * facts.players, (0,) * facts.players, facts.first)


def _more(figures: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return tuple(figure + by * (n == seat) for n, figure in enumerate(figures))


def _standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    return standings(outcome.winners, [-won for won in state.won], state.won)


class Halves(Rules[Facts, State, AnyReport, AnyEvent]):
    """The rules of Halves; it has no state of its own."""

    name = "halves"
    catalogue = read_catalogue("halves", "rules.toml")
    facts_type, report_type, event_type = Facts, AnyReport, AnyEvent
    results = Results(_standings_of, (CardTurned,))
    deal = staticmethod(deal)

    def judge(self, state: State, report: AnyReport) -> Ruling[AnyEvent]:
        """Rule on a report."""
        if state.ended is not None:
            return Refused((Violation("hv.end"),))
        match report:
            case TurnCard(seat):
                return self._turned(state, seat)
            case TakePile(hands):
                return self._took(state, hands)
            case CallWrong():
                # Only whoever has the pile can have grabbed for nothing.
                if state.took is None:
                    return Refused((Violation("hv.wrong", remedy=LOOK),))
                seat, count = state.took
                return Accepted((PileReturned(seat, count, min(1, state.won[seat] - count)),))
            case CallEnd():
                # While somebody has cards, play goes on.
                if any(state.stacks):
                    return Refused((Violation("hv.end", state.turn, {"why": "cards"}, LOOK),))
                most = max(state.won)
                winners = tuple(seat for seat in state.seats if state.won[seat] == most)
                return Accepted((Ended(Outcome(winners, "hv.end")),))

    def _turned(self, state: State, seat: Seat) -> Ruling[AnyEvent]:
        if seat not in state.seats:
            return UNSEATED
        # Nobody turns a card who has none.
        if not state.stacks[seat]:
            return Refused((Violation("hv.turn", seat, {"why": "none"}, LOOK),))
        # Everybody in turn.
        if seat != state.turn:
            wrong = Violation("hv.turn", seat, {"turn": state.turn}, (Remedy("turn_back", seat),))
            return Refused((wrong,), on_table=True, stands=(CardTurned(seat),))
        return Accepted((CardTurned(seat),))

    def _took(self, state: State, hands: tuple[Seat, ...]) -> Ruling[AnyEvent]:
        if list(hands) != sorted(set(hands) & set(state.seats)):
            return UNSEATED
        # There must be something to take.
        if not state.pile:
            return Refused((Violation("hv.take", details={"why": "empty"}, remedy=LOOK),))
        # One hand alone is first, or the pile stays.
        if len(hands) != 1:
            return Accepted((PileStayed(hands),))
        return Accepted((PileTaken(hands[0], state.pile),))

    def evolve(self, state: State, event: AnyEvent) -> State:
        """Move the cards."""
        match event:
            case CardTurned(seat):
                stacks = _more(state.stacks, seat, -1)
                order = [Seat((seat + n) % len(stacks)) for n in range(1, len(stacks) + 1)]
                turn = next((other for other in order if stacks[other]), seat)
                return replace(state, stacks=stacks, turn=turn, pile=state.pile + 1, took=None)
            case PileTaken(seat, count):
                return replace(state, won=_more(state.won, seat, count), pile=0, took=(seat, count))
            case PileReturned(seat, count, paid):
                won = _more(state.won, seat, -count - paid)
                return replace(state, won=won, pile=state.pile + count + paid, took=None)
            case PileStayed():
                return state
            case Ended(outcome):
                return replace(state, ended=outcome)

    def awaited(self, state: State) -> tuple[Prompt, ...]:
        """Return whose card is next, or that the end is to be told."""
        if state.ended is not None:
            return ()
        return (Prompt("turn", (state.turn,)) if any(state.stacks) else Prompt("end"),)

    def legal(self, state: State) -> Iterator[AnyReport]:
        """Yield what can be told now."""
        if state.ended is not None:
            return
        yield TurnCard(state.turn) if any(state.stacks) else CallEnd()
        if state.pile:
            sizes = (1, *range(2, len(state.seats) + 1), 0)
            yield from (TakePile(hands) for size in sizes for hands in combinations(state.seats, size))
        if state.took is not None:
            yield CallWrong()

    def score(self, state: State) -> dict[str, list[int]]:
        """Return the cards won."""
        return {"won": list(state.won), "stack": list(state.stacks)}

    def view(self, state: State, viewer: Viewer) -> State:
        """Return all of it: nothing is hidden from the referee's screen."""
        return state
