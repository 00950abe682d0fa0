"""The history: every report and every event has a sentence, with names and places in it."""

from companion.game import Outcome
from companion.games.tracktic import events as e
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP
from tests.games.tracktic.board import cells
from tests.ui.tracktic.table import FOX, OWL, words_of

BAR = cells("0,1 0,2 0,3")

REPORTS: dict[r.AnyReport, str] = {
    r.LayPattern(FOX, BAR): "Fox laid 3 pieces from row 1, column 2 on.",
    r.LayPattern(OWL, BAR[::-1]): "Owl laid 3 pieces from row 1, column 2 on.",
    r.LayPattern(FOX, BAR, token=True): (
        "Fox laid a pattern on 3 cells with a token, from row 1, column 2 on."
    ),
    r.LayPattern(FOX, BAR[:1], token=True): (
        "Fox laid a pattern on 1 cell with a token, from row 1, column 2 on."
    ),
    r.LayPattern(FOX, ()): "Fox laid nothing.",
    r.FlipPiece(FOX, Cell(0, 1), Cell(1, 1)): (
        "Fox turned over the piece on row 1, column 2, and laid one on row 2, column 2."
    ),
    r.Skip(OWL): "Owl skipped, and is out until the end.",
    r.OpenCard("bar"): "Pattern bar was turned up.",
    r.OpenCard(FLIP): "Flip card was turned up.",
}

EVENTS: dict[e.AnyEvent, str] = {
    e.PatternLaid(FOX, "bar", BAR): "Fox laid 3 pieces from row 1, column 2 on.",
    e.PatternLaid(FOX, "bar", BAR[:1], BAR[1:2]):
        "Fox laid 1 piece from row 1, column 2 on. A token turned 1 piece over.",
    e.PatternLaid(FOX, "bar", BAR[:1], BAR[1:]):
        "Fox laid 1 piece from row 1, column 2 on. A token turned 2 pieces over.",
    e.PatternLaid(FOX, "bar", (), BAR): "Fox laid nothing. A token turned 3 pieces over.",
    e.PieceFlipped(OWL, Cell(0, 1), Cell(1, 1)):
        "Owl turned over the piece on row 1, column 2, and laid one on row 2, column 2.",
    e.Skipped(FOX): "Fox skipped, and is out until the end.",
    e.CardOpened("hook"): "Pattern hook was turned up.",
    e.TurnPassed(OWL): "Owl is next.",
    e.Ended(Outcome((FOX,), "tt.winner")): "The game is over: Fox wins.",
    e.Ended(Outcome((FOX, OWL), "tt.winner")): "The game is over: Fox and Owl win.",
}  # fmt: skip


SENTENCES = words_of().sentences
