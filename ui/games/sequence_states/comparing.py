"""The board compared with the table: which space is which spot, and what may lie there in words."""

from companion.game import Remedy, Violation
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Side
from ui import words as frame
from ui.games.face import Named
from ui.games.sequence_states import words
from ui.games.sequence_states.aims import SpaceTap
from ui.games.sequence_states.presenter import SequencePresenter
from ui.games.sequence_states.sentences import space_of


class SequenceComparing:
    """Chips on spaces."""

    def spot(self, place: Space) -> SpaceTap:
        """Return the spot of a space."""
        return SpaceTap(place)

    def lies(self, presenter: SequencePresenter, place: Space, thing: Side | None) -> Named:
        """Return whose chip that is, and where, in words."""
        names = presenter.names
        chip = frame.NOTHING if thing is None else words.A_CHIP[names.colour(thing)]
        return chip, names.place(place), None

    def named(self, thing: Violation | Remedy) -> tuple[Space, ...]:
        """Return the space that a fault, or something to be done about it, names."""
        at = space_of(thing)
        return () if at is None else (at,)
