"""The history: every report and every event has a sentence, with names and places in it."""

from companion.game import Level, Outcome
from companion.games.tracktic import events as e
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP
from tests.games.tracktic.board import cells
from tests.ui.tracktic.table import FOX, OWL, Table, words_of
from ui.screens.table import LINE, in_a_line

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


SAYS = words_of().sentences


def test_a_move_and_what_follows() -> None:
    table = Table()
    laid = r.LayPattern(FOX, cells("1,0 2,0 3,0"))
    assert table.said(laid) == ("Fox laid 3 pieces from row 2, column 1 on.", "Owl is next.")
    assert table.said(r.Skip(OWL)) == ("Owl skipped, and is out until the end.", "Fox is next.")
    assert table.said(r.Skip(FOX)) == (
        "Fox skipped, and is out until the end.",
        "The game is over: Fox wins.",
    )


def test_what_is_turned_up_is_told() -> None:
    assert Table(level=Level.WATCHING).said(r.OpenCard("corner")) == ("Pattern corner was turned up.",)


def test_each_change_fits_into_the_small_print_of_the_banner() -> None:
    for event in EVENTS:
        line = in_a_line(SAYS.followed((event, e.TurnPassed(OWL))))
        assert line
        assert len(line) <= LINE + 20, line
