"""The tones of pieces; each colour has a shape too, so that none is told by its tone alone."""

from companion.games.tracktic.model import Piece
from ui.theme import Tone, tone

PIECES: dict[Piece, Tone] = {
    Piece.YELLOW: tone("#f0e442"),
    Piece.BLUE: tone("#56b4e9"),
    Piece.GREEN: tone("#009e73"),
    Piece.RED: tone("#d55e00"),
    Piece.WHITE: tone("#f2efe6"),
}

SHAPES: dict[Piece, str] = {
    Piece.YELLOW: "diamond",
    Piece.BLUE: "triangle",
    Piece.GREEN: "square",
    Piece.RED: "hexagon",
}
"""Drawn small on each piece, by the names that a seat's mark uses."""
