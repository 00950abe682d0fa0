"""Simulated players at a table of Ungle Speed, deterministic for a seed.

They turn cards of a shuffled deck, see most matches, grab (some faster than others), and sometimes err.
"""

from random import Random

from companion.game import Seat
from companion.games.ungle_speed.deck import Card
from companion.games.ungle_speed.matches import hand_may_grab, matches
from companion.games.ungle_speed.model import State
from companion.games.ungle_speed.reports import CallEnd, TurnCard
from ui.games.players import READ, TURN, HandStep, PressedNow, Submitted
from ui.table.presenting import Presenter
from ui.table.session import Session

MISS = 0.12
"""Probability that nobody sees a match."""
ERR = 0.012
"""Probability of a grab for nothing."""
LATE = 0.35
"""Probability that a player without a part in it presses too, a moment later."""
DEAD_HEAT = 0.04
"""Probability that a press can't be separated from the one before."""


class Players:
    """All players; `act` returns what happens next while nobody has the totem."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._checked_length = -1

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return what happens next: an answer to the verdict, a turned card, or presses of buttons."""
        if session.view.chase is not None:
            return _answer(session, presenter)
        happens = self.act(session.match.state, session.length)
        return (HandStep(happens, READ if isinstance(happens, PressedNow) else TURN),)

    def act(self, state: State, length: int) -> Submitted | PressedNow:
        """Return what happens next; players look for a grab once for each record length `length`."""
        if length != self._checked_length:
            self._checked_length = length
            grab = self._grab(state)
            if grab is not None:
                return grab
        waiting = state.flip.waiting if state.flip is not None else ()
        seat = waiting[0] if waiting else state.turn
        if not state.stacks[seat]:
            return Submitted(CallEnd())
        return Submitted(TurnCard(seat, self._card(state)))

    def _grab(self, state: State) -> PressedNow | None:
        if state.flip is not None and state.flip.waiting:
            return None
        duels = matches(state)
        if duels:
            if self._random.random() < MISS:
                return None
            return self._press(state, list(duels[0].seats))
        if state.open_inward:
            able = [seat for seat in state.seats if hand_may_grab(state, seat)]
            return self._press(state, self._random.sample(able, min(len(able), self._random.randint(2, 4))))
        if any(state.piles) and self._random.random() < ERR:
            return PressedNow(((self._random.choice(state.seats), 0.0),))
        return None

    def _press(self, state: State, seats: list[Seat]) -> PressedNow:
        """Return presses with times in ms. Lower player numbers tend to be faster, so that a match ends."""
        by_speed = sorted(seats, key=lambda seat: self._random.random() * (1 + 0.25 * state.player(seat)))
        presses = [(by_speed[0], 0.0)]
        after = 0.0
        for seat in by_speed[1:]:
            near = self._random.random() < DEAD_HEAT
            after += self._random.uniform(0.05, 0.6) if near else self._random.uniform(2.5, 45.0)
            presses.append((seat, round(after, 3)))
        others = [seat for seat in state.seats if seat not in seats]
        if others and not state.two_handed and self._random.random() < LATE:
            presses.append((self._random.choice(others), round(after + self._random.uniform(8, 60), 3)))
        return PressedNow(tuple(presses))

    def _card(self, state: State) -> Card:
        """Return a random card of those that aren't face up."""
        cards = dict.fromkeys(state.deck.cards())
        return self._random.choice([card for card in cards for _ in range(state.hidden(card))])


def _answer(session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
    """Answer what a grab was; a winner over several splits the cards evenly."""
    dialog = presenter.dialog(session.view)
    if dialog is not None and dialog.split is not None:
        split = dialog.split
        return (HandStep(Submitted(split.report(split.seats, split.even, split.seats[0]))),)
    if dialog is not None and dialog.choices:
        return (HandStep(Submitted(dialog.choices[0].report)),)
    return ()
