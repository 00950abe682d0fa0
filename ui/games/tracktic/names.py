"""How players and their pieces are called in sentences."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.model import Facts, Piece
from companion.games.tracktic.opening import opening
from companion.journal import Plate
from ui.games.tracktic.tones import SHAPES
from ui.table import telling

PLATES = {Piece.YELLOW: "yellow", Piece.BLUE: "sky", Piece.GREEN: "green", Piece.RED: "vermilion"}
"""Which of the table's colours is that of the pieces: nobody is to be told two colours for one player."""


class Names(telling.Names):
    """The names of one match, from its facts; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        super().__init__(facts, plates)
        self.colours = opening(facts, Tracktic.catalogue).colours
        self.plates = tuple(
            replace(plate, colour=PLATES[piece], shape=SHAPES[piece])
            for plate, piece in zip(self.plates, self.colours, strict=False)
        )

    def colour(self, seat: Seat) -> Piece:
        """Return the colour of a seat's pieces."""
        return self.colours[seat]
