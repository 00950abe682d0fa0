"""Simulated people at a table of Speed Mode: what they do next, seen from the cards in their hands.

Seeded. They hold real cards; they make what they can, pairs first, take face-up cards of which they hold
some, and now and then cover a combination that is covered already.
"""

from collections import Counter
from collections.abc import Iterable

from companion.game import Seat
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import CARDS, Kind, Place
from companion.games.speed_mode.deck import can_exchange, can_replenish, to_draw
from companion.games.speed_mode.model import FACE_UP, State
from companion.games.speed_mode.view import View
from ui.games.pending import CardTap
from ui.games.people import HandStep, Tapped, TappingPeople, answer_tap, pad_tap, touch
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import OPENED, DrawingCards, HalfTap
from ui.table.presenting import Begin, Enter, Presenter

# How a report of Speed Mode is tapped on the screen: which combination of the board, and which pads.

NEXT = 0.7
"""Seconds until a finger taps the next pad."""


def _taps(report: r.AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    match report:
        case r.MakeCombination(_, place, half):
            return (touch(HalfTap(place, half)),)
        case r.Exchange(_, taken) | r.Replenish(_, taken):
            what = DrawingCards("exchange" if isinstance(report, r.Exchange) else "replenish")
            begin = pad_tap(presenter.routine(view), Begin(what), NEXT)
            cards = taken if isinstance(taken, tuple) else ()
            touched = tuple(touch(CardTap(number), NEXT) for number in _numbers(view, cards))
            pending = DrawingCards(what.what, cards)
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
    """Return which of the face-up cards are meant, each once; one that isn't told is left out."""
    found: list[int] = []
    for card in cards:
        able = [n for n, other in enumerate(view.state.open) if other == card and n not in found]
        found += able[:1]
    return found


WRONG = 0.05
"""How often a combination is covered that isn't free."""
PAIR, UNDOES, ALONE = 3.0, 2.0, 1.0
"""What a combination is worth: the second of one's own pair, one that undoes another's, any other."""


class Players(TappingPeople):
    """Both at the table with their hands, the deck and the face-up cards; `act` says what happens next."""

    taps = staticmethod(_taps)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._deck: list[Kind] = []
        self._face_up: list[Kind] = []
        self._hands: list[list[Kind]] = []

    def act(self, state: State) -> r.AnyReport:
        """Return what happens next, and do it with the cards; sometimes something that can't be."""
        self._follow(state)
        if state.finished:
            return r.CountGroups((0,) * len(state.hands))
        if state.untold:
            return r.TurnUp(next((Counter(self._face_up) - Counter(state.open)).elements()))
        if state.asked:
            return r.AnswerEnd(end=True)
        seat = state.turn
        slip = self._slip(state, seat) if self.slips(state, WRONG) else None
        if (made := slip or self._make(state, seat)) is not None:
            return made
        if not state.deck and not state.stuck[seat]:
            return r.CallStuck(seat)
        return self._draw(state, seat)

    def _follow(self, state: State) -> None:
        """Hold cards that agree with the position; where it isn't theirs, as after an undo, deal anew."""
        sizes = (len(self._deck), len(self._face_up), *map(len, self._hands))
        left = Counter({kind: state.left(kind) for kind in state.board.deck})
        held = Counter([*self._deck, *self._face_up, *(card for hand in self._hands for card in hand)])
        if sizes == (state.deck, state.face_up, *state.hands) and held == +left:
            return
        left.subtract(state.open)
        pool = list(left.elements())
        self._random.shuffle(pool)
        self._face_up = [*state.open, *(pool.pop() for _ in range(state.face_up - len(state.open)))]
        self._hands = [[pool.pop() for _ in range(count)] for count in state.hands]
        self._deck = pool

    def _slip(self, state: State, seat: Seat) -> r.MakeCombination | None:
        """Return a combination that is covered already, if there is one and cards for it are in the hand."""
        if len(self._hands[seat]) < CARDS:
            return None
        covered = [
            (pair.place, half)
            for pair, on in zip(state.board.pairs, state.pairs, strict=True)
            for half in range(len(pair.halves))
            if not on.free(half)
        ]
        return r.MakeCombination(seat, *self._random.choice(covered)) if covered else None

    def _make(self, state: State, seat: Seat) -> r.MakeCombination | None:
        """Return the best combination of the hand, and discard its cards."""
        hand = Counter(self._hands[seat])
        able = [
            (pair.place, half)
            for pair, on in zip(state.board.pairs, state.pairs, strict=True)
            for half, cards in enumerate(pair.halves)
            if on.free(half) and not Counter(cards) - hand
        ]
        if not able:
            return None
        place, half = max(able, key=lambda choice: self._worth(state, seat, *choice))
        for card in state.cards(place, half):
            self._hands[seat].remove(card)
        return r.MakeCombination(seat, place, half)

    def _worth(self, state: State, seat: Seat, place: Place, half: int) -> float:
        other = state.on(place).halves[1 - half]
        worth = ALONE if other is None else PAIR if other == seat else UNDOES
        return worth * self.whim()

    def _draw(self, state: State, seat: Seat) -> r.AnyReport:
        """Fill the hand up, or exchange the three cards that are of least use, or pass."""
        if can_replenish(state, seat):
            cards = self._take(state, seat, to_draw(state, seat))
            return r.Replenish(seat, cards if state.watched and cards else len(cards))
        if not can_exchange(state, seat):
            return r.Pass(seat)
        hand = self._hands[seat]
        hand.sort(key=lambda card: (hand.count(card), self._random.random()))
        under, hand[:CARDS] = hand[:CARDS], []
        cards = self._take(state, seat, CARDS)
        self._deck = [*under, *self._deck]
        return r.Exchange(seat, cards if state.watched and cards else len(cards))

    def _take(self, state: State, seat: Seat, count: int) -> tuple[Kind, ...]:
        """Draw `count` cards: face-up ones of which the hand has some, the others from the deck."""
        hand = self._hands[seat]
        wanted = sorted(self._face_up, key=lambda card: -hand.count(card))
        least = max(0, count - state.deck)
        taken = [card for n, card in enumerate(wanted[:count]) if n < least or hand.count(card)]
        for card in taken:
            self._face_up.remove(card)
        hand += taken
        hand += [self._deck.pop() for _ in range(count - len(taken))]
        while self._deck and len(self._face_up) < FACE_UP:
            self._face_up.append(self._deck.pop())
        return tuple(taken)
