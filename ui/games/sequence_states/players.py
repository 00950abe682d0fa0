"""Simulated players at a table of Sequence States & Capitals. Seeded.

As the referee knows no hands, each move is made with random cards that could be in the hand. They build
lines, block others', swap dead cards, mostly remember to draw, and sometimes choose a wrong space.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.game import Seat
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.deck import copies_out, maybe_dead, targets
from companion.games.sequence_states.layout import ADD, KINDS, REMOVE, STATES, Card, Layout
from companion.games.sequence_states.lines import SHARED, SPACES, THROUGH, Five, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.view import View
from ui.games.pending import SeatTap
from ui.games.players import HandStep, Tapped, TappingPlayers, answer_tap, pad_tap, touch
from ui.games.sequence_states import words
from ui.games.sequence_states.pending import CARD, DEAD, PlayAdd, PlayRemove
from ui.language import words as frame
from ui.table.presenting import Begin, Enter, Presenter

# How a report is tapped on the screen.

NEXT, AIMED = 0.5, 1.1
"""Seconds until the next tap: on a pad, and after looking at what the screen highlights."""


def _taps(report: r.AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps in order, None for a pad that isn't there."""
    offered = presenter.routine(view)
    match report:
        case r.PlaceChip(_, space, None):
            return (touch(space),)
        case r.PlaceChip(_, space, card) if card == ADD:
            return pad_tap(offered, Begin(PlayAdd()), AIMED), touch(space)
        case r.PlaceChip(_, space, card) if card is not None:
            return pad_tap(offered, Enter(CARD), NEXT), *_picked(card), touch(space)
        case r.RemoveChip(_, space):
            return pad_tap(offered, Begin(PlayRemove()), AIMED), touch(space)
        case r.DrawCard(seat):
            return (pad_tap(offered, report) or touch(SeatTap(seat)),)
        case r.SwapDead(_, card) if card is not None:
            return pad_tap(offered, Enter(DEAD), AIMED), HandStep(Tapped(words.state(card)))
        case r.PassTurn():
            return HandStep(Tapped(frame.REFEREE), AIMED), pad_tap(presenter.referee_menu(view), report)
        case r.Forfeit():
            return (answer_tap(presenter, view, report),)
        case _:
            return (None,)


def _picked(card: Card) -> tuple[HandStep, ...]:
    """Return the taps that pick a state: its first letter, then its name if several begin with that."""
    name = STATES[card].name
    same = [state for state in STATES.values() if state.name[0] == name[0]]
    if len(same) == 1:
        return (HandStep(Tapped(name[0]), AIMED),)
    return HandStep(Tapped(name[0]), NEXT), HandStep(Tapped(name), AIMED)


FORGET = 0.08
"""Probability that a player forgets to draw right after a move."""
REMEMBER = 0.15
"""Probability that they remember it, each time somebody acts."""
WRONG = 0.05
"""Probability that a chip goes on a wrong space, or the wrong one is removed."""
NAME = 0.2
"""Probability that a card is named before its chip is placed, to see its two spaces."""

OWN = (1.0, 4.0, 14.0, 60.0, 1000.0)
"""Worth of a space in a five that the side can still complete, by its number of chips there."""
OTHERS = (0.0, 1.0, 6.0, 30.0, 300.0)
"""Worth of blocking another side's five, by that side's number of chips there."""
SPARED = 25.0
"""How much worth is deducted for ADD and REMOVE, so that they are saved for good moves."""


class PossiblePlay(Struct, frozen=True):
    """A card that can be played, its space, and what that is worth."""

    worth: float
    card: Card
    space: Space


class Players(TappingPlayers):
    """Everybody at the table."""

    taps = staticmethod(_taps)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seen_moves: set[int] = set()
        self._meant: tuple[State, r.AnyReport] | None = None

    def act(self, state: State) -> r.AnyReport:
        """Return the next report in a state that hasn't ended: a draw, or a move, sometimes a wrong one."""
        if state.forfeits:
            return r.Forfeit(state.forfeits[0])
        taker = self._taker(state)
        if taker is not None:
            return r.DrawCard(taker)
        if self._meant is not None and self._meant[0] == state:
            # The wrong move has been undone: now make the intended one.
            return self._meant[1]
        meant = self._move(state)
        wrong = self._slip(state, meant) if self._random.random() < WRONG else None
        if wrong is not None:
            self._meant = (state, meant)
            return wrong
        return meant

    def _taker(self, state: State) -> Seat | None:
        """Return the player who draws now, latest mover first, unless they forget; None for nobody."""
        if not state.hands[state.turn]:
            return state.turn
        for owed in reversed(state.owed):
            forgets = FORGET if owed.move not in self._seen_moves else 1 - REMEMBER
            self._seen_moves.add(owed.move)
            if self._random.random() >= forgets:
                return owed.seat
        return None

    def _move(self, state: State) -> r.AnyReport:
        seat = state.turn
        unseen = [card for card in KINDS for _ in range(copies_out(state, card))]
        hand = self._random.sample(unseen, state.hands[seat])
        able = set(maybe_dead(state, state.sides[seat]))
        stuck = [card for card in hand if card in able]
        if stuck and not state.swapped and stuck[0] != REMOVE:
            return r.SwapDead(seat, stuck[0])
        plays = list(self._plays(state, hand))
        if not plays:
            return r.SwapDead(seat, stuck[0]) if stuck and not state.swapped else r.PassTurn(seat)
        best = max(plays, key=lambda play: play.worth * self.whim())
        if best.card == REMOVE:
            return r.RemoveChip(seat, best.space)
        named = best.card == ADD or (not state.owed and self._random.random() < NAME)
        return r.PlaceChip(seat, best.space, best.card if named else None)

    def _plays(self, state: State, hand: list[Card]) -> Iterator[PossiblePlay]:
        assert state.layout is not None, "simulated players play on a board that is known"
        side = state.sides[state.turn]
        for card in dict.fromkeys(hand):
            if card == REMOVE:
                for space in targets(state, side):
                    yield PossiblePlay(worth(state, side, space) - SPARED, card, space)
            elif state.chips[side]:
                for space in SPACES if card == ADD else state.layout.spaces_of(card):
                    if state.chip(space) is None:
                        value = worth(state, side, space) - (SPARED if card == ADD else 0)
                        yield PossiblePlay(value, card, space)

    def _slip(self, state: State, meant: r.AnyReport) -> r.AnyReport | None:
        """Return the same move with a slip: a chip on a neighbouring space, or an own chip removed."""
        layout = state.layout
        match meant:
            case r.PlaceChip(seat, space, card) if card != ADD and not state.owed and layout is not None:
                free = [other for other in _neighbours(space, layout) if state.chip(other) is None]
                return r.PlaceChip(seat, self._random.choice(free), layout.at(space)) if free else None
            case r.RemoveChip(seat):
                side = state.sides[seat]
                own = [space for space in SPACES if state.chip(space) == side and not state.locked(space)]
                return r.RemoveChip(seat, self._random.choice(own)) if own else None
        return None


def worth(state: State, side: Side, space: Space) -> float:
    """Return what it is worth to a side to place a chip on an open space, or to remove an opponent's."""
    total, taken = 0.0, state.chip(space)
    for five in _fives(space):
        chips = [chip for other in five if other != space and (chip := state.chip(other)) is not None]
        owners = set(chips)
        if owners <= {side}:
            total += 0.0 if _used_up(state, side, five) else OWN[len(chips)]
        elif len(owners) == 1 and taken in (None, *owners) and not _used_up(state, chips[0], five):
            # This blocks another side's five, or breaks it up.
            total += OTHERS[len(chips)]
    return total


def _fives(space: Space) -> Iterator[Five]:
    return (five for fives in THROUGH[space] for five in fives)


def _used_up(state: State, side: Side, five: Five) -> bool:
    """Return whether a five shares too many spaces with a sequence that the side already has."""
    return any(len(set(five).intersection(made)) > SHARED for made in state.made(side))


def _neighbours(space: Space, layout: Layout) -> list[Space]:
    """Return the neighbours of a space that show another state."""
    return [
        other
        for other in SPACES
        if max(abs(other.row - space.row), abs(other.column - space.column)) == 1
        and layout.at(other) != layout.at(space)
    ]
