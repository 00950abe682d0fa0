"""Simulated players of Speed Mode: what they do next, from the cards in their hands.

Seeded. Hands aren't known to the referee, so any cards that may be in them will do. Players make what they
can, pairs first, take face-up cards of kinds they hold, and sometimes cover a combination twice.
"""

from collections import Counter
from collections.abc import Iterable

from companion.game import Seat
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import CARDS, Kind, Place
from companion.games.speed_mode.deck import can_exchange, can_replenish, to_draw
from companion.games.speed_mode.model import State
from companion.games.speed_mode.view import View
from ui.games.pending import CardTap
from ui.games.players import HandStep, Tapped, TappingPlayers, answer_tap, pad_tap, touch
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import OPENED, DrawingCards, HalfTap
from ui.table.presenting import Begin, Enter, Presenter

# How a report of Speed Mode is tapped on the screen: the combination on the board, and the pads.

NEXT = 0.7
"""Seconds until a finger taps the next pad."""


def _taps(report: r.AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps in order, None for a pad that isn't there."""
    match report:
        case r.MakeCombination(_, place, half):
            return (touch(HalfTap(place, half)),)
        case r.Exchange(_, taken) | r.Replenish(_, taken):
            drawing = DrawingCards("exchange" if isinstance(report, r.Exchange) else "replenish")
            begin = pad_tap(presenter.routine(view), Begin(drawing), NEXT)
            cards = taken if isinstance(taken, tuple) else ()
            touched = tuple(touch(CardTap(number), NEXT) for number in _numbers(view, cards))
            pending = DrawingCards(drawing.action, cards)
            return begin, *touched, pad_tap(presenter.routine(view, pending), report)
        case r.TurnUp(card):
            return pad_tap(presenter.routine(view), Enter(OPENED), NEXT), HandStep(Tapped(words.kind(card)))
        case r.CallStuck() | r.Pass():
            return (pad_tap(presenter.routine(view), report),)
        case r.AnswerEnd():
            return (answer_tap(presenter, view, report),)
        case _:
            return (None,)


def _numbers(view: View, cards: Iterable[object]) -> list[int]:
    """Return the indices of cards among the reported face-up ones, each used once; others are skipped."""
    numbers: list[int] = []
    for card in cards:
        able = [n for n, other in enumerate(view.state.open) if other == card and n not in numbers]
        numbers += able[:1]
    return numbers


WRONG = 0.05
"""How often a combination is made that isn't free."""
PAIR, UNDOES, ALONE = 3.0, 2.0, 1.0
"""Worth of a combination: the second half of a pair, one that undoes another's, any other."""


class Players(TappingPlayers):
    """Both players; `act` returns what happens next in a state that hasn't ended."""

    taps = staticmethod(_taps)

    def act(self, state: State) -> r.AnyReport:
        """Return what happens next; sometimes something against the rules."""
        if state.finished:
            return r.CountGroups((0,) * len(state.hands))
        seat = state.turn
        hand, face_up = self._cards(state, seat)
        if state.unreported:
            return r.TurnUp(face_up[len(state.open)])
        if state.asked:
            return r.AnswerEnd(end=True)
        slip = self._slip(state, seat) if self.slips(state, WRONG) else None
        if (made := slip or self._make(state, seat, hand)) is not None:
            return made
        if not state.deck and not state.stuck[seat]:
            return r.CallStuck(seat)
        return self._draw(state, seat, hand, face_up)

    def _cards(self, state: State, seat: Seat) -> tuple[list[Kind], list[Kind]]:
        """Return cards that may be in a hand, and the face-up cards, reported ones first."""
        unseen = list(Counter({kind: state.hidden(kind) for kind in state.board.deck}).elements())
        self._random.shuffle(unseen)
        unreported = state.face_up - len(state.open)
        return unseen[unreported:][: state.hands[seat]], [*state.open, *unseen[:unreported]]

    def _slip(self, state: State, seat: Seat) -> r.MakeCombination | None:
        """Return a covered combination to make wrongly, if there is one and the hand has three cards."""
        if state.hands[seat] < CARDS:
            return None
        covered = [
            (pair.place, half)
            for pair, on in zip(state.board.pairs, state.pairs, strict=True)
            for half in range(len(pair.halves))
            if not on.free(half)
        ]
        return r.MakeCombination(seat, *self._random.choice(covered)) if covered else None

    def _make(self, state: State, seat: Seat, hand: list[Kind]) -> r.MakeCombination | None:
        """Return the best combination in a hand."""
        held = Counter(hand)
        able = [
            (pair.place, half)
            for pair, on in zip(state.board.pairs, state.pairs, strict=True)
            for half, cards in enumerate(pair.halves)
            if on.free(half) and not Counter(cards) - held
        ]
        if not able:
            return None
        return r.MakeCombination(seat, *max(able, key=lambda choice: self._worth(state, seat, *choice)))

    def _worth(self, state: State, seat: Seat, place: Place, half: int) -> float:
        other = state.on(place).halves[1 - half]
        worth = ALONE if other is None else PAIR if other == seat else UNDOES
        return worth * self.whim()

    def _draw(self, state: State, seat: Seat, hand: list[Kind], face_up: list[Kind]) -> r.AnyReport:
        """Replenish, exchange three cards, or pass; face-up cards of kinds in the hand are preferred."""
        kind = r.Replenish if can_replenish(state, seat) else r.Exchange
        if kind is r.Exchange and not can_exchange(state, seat):
            return r.Pass(seat)
        count = to_draw(state, seat) if kind is r.Replenish else CARDS
        wanted = sorted(face_up, key=lambda card: -hand.count(card))
        # Cards that the deck lacks are taken from the face-up ones.
        least = max(0, count - state.deck)
        cards = tuple(card for n, card in enumerate(wanted[:count]) if n < least or hand.count(card))
        return kind(seat, cards if state.watched and cards else len(cards))
