"""Simulated players of Halves for the demonstration."""

from random import Random

from companion.game import Seat
from halves.model import State
from ui.games.players import TURN, HandStep, PressedNow, Tapped
from ui.table.presenting import Presenter
from ui.table.session import Session

WHOLE, WRONG = 0.2, 0.15
"""How often a card makes a whole, and how often a hand was wrong."""
NEAR = 40.0
"""The second hand is so many ms later at most."""


class Players:
    """Everybody at the table, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._looked = 0

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return the next card, a grab of two hands, or what the table says of it."""
        view: State = session.view
        if view.took is not None and self._looked != session.length:
            self._looked = session.length
            if self._random.random() < WRONG:
                return (HandStep(Tapped("It was no whole")),)
        elif view.pile > 1 and self._random.random() < WHOLE:
            first, second = self._random.sample(view.seats, 2)
            after = self._random.uniform(5, NEAR)
            return (HandStep(PressedNow(((Seat(first), 0.0), (Seat(second), after))), 3 * TURN),)
        return (HandStep(Tapped(presenter.routine(view)[0].title)),)
