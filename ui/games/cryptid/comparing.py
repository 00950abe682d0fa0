"""The map compared with the table: which space is which spot, and what may lie there in words."""

from companion.game import Remedy, Violation
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.model import Spot
from ui import words as frame
from ui.games.cryptid import words
from ui.games.cryptid.sentences import hex_of
from ui.games.face import Named
from ui.table.presenting import Presenter
from ui.table.telling import listed


class CryptidComparing:
    """Cubes and discs on spaces."""

    def spot(self, place: Hex) -> Hex:
        """Return the space."""
        return place

    def lies(self, presenter: Presenter, place: Hex, thing: Spot) -> Named:
        """Return which pieces that is, and where, in words."""
        cubes = [] if thing.cube is None else [words.A_CUBE[thing.cube]]
        pieces = [*(words.A_DISC[disc] for disc in thing.discs), *cubes]
        return listed(pieces) if pieces else frame.NOTHING, words.space(place), thing

    def named(self, thing: Violation | Remedy) -> tuple[Hex, ...]:
        """Return the space that a fault, or something to be done about it, names."""
        at = hex_of(thing)
        return () if at is None else (at,)
