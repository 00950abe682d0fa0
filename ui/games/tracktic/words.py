"""English sentences of Tracktic: at the table, on its board and in its tally.

Short and concrete, for a ten-year-old. `_` and `phrase` mark what a translation replaces. `who` is a name as
the subject of a sentence. Rows and columns count from 1, as along the grid.
"""

from collections.abc import Iterable

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, Card, Piece
from ui.language.phrases import _, capital, each_of, many, phrase, plural, translated
from ui.table.names import row_column

# Names of the things on the table.

COLOURS = each_of(Piece, _("Yellow"), _("Blue"), _("Green"), _("Red"), _("White"))
THE_PIECE = {
    Piece.YELLOW: _("the yellow piece"),
    Piece.BLUE: _("the blue piece"),
    Piece.GREEN: _("the green piece"),
    Piece.RED: _("the red piece"),
    Piece.WHITE: _("the white piece"),
}
THE_PIECES = {
    Piece.YELLOW: _("the {n} yellow pieces"),
    Piece.BLUE: _("the {n} blue pieces"),
    Piece.GREEN: _("the {n} green pieces"),
    Piece.RED: _("the {n} red pieces"),
    Piece.WHITE: _("the {n} white pieces"),
}
A_PIECE = each_of(
    Piece, _("a yellow piece"), _("a blue piece"), _("a green piece"), _("a red piece"), _("a white piece")
)
FLIP_CARD = _("Flip card")


def places(cells: Iterable[Cell]) -> str:
    """Return the places of several cells, longest lines first, rows before columns."""
    remaining, runs = {(cell.row, cell.column) for cell in cells}, []
    while remaining:
        across = _longest(remaining)
        row, columns = across
        down = _longest({(column, row) for row, column in remaining})
        column, rows = down
        if len(rows) > len(columns):
            runs.append(_run(False, *down))
            remaining -= {(row, column) for row in rows}
        else:
            runs.append(_run(True, *across))
            remaining -= {(row, column) for column in columns}
    return "; ".join(map(str, runs))


def _longest(cells: Iterable[tuple[int, int]]) -> tuple[int, list[int]]:
    """Return a line of cells, and the most places on it that follow one another."""
    found: list[tuple[int, list[int]]] = []
    for line, at in sorted(cells):
        if found and found[-1][0] == line and found[-1][1][-1] == at - 1:
            found[-1][1].append(at)
        else:
            found.append((line, [at]))
    return max(found, key=lambda run: len(run[1]))


def _run(in_row: bool, line: int, on: list[int]) -> str:
    if len(on) == 1:
        return row_column(Cell(line, on[0]) if in_row else Cell(on[0], line))
    if in_row:
        two, more = _("row {line}, columns {first} and {last}"), _("row {line}, columns {first} to {last}")
    else:
        two, more = _("column {line}, rows {first} and {last}"), _("column {line}, rows {first} to {last}")
    return (two if len(on) == 2 else more).format(line=line + 1, first=on[0] + 1, last=on[-1] + 1)


def card(name: Card) -> str:
    """Return a card's name in a sentence."""
    return FLIP_CARD if name == FLIP else _("pattern {name}").format(name=translated(name))


def card_title(name: Card) -> str:
    """Return the title of a card's pad."""
    return str(FLIP_CARD if name == FLIP else translated(name))


copies = plural("{n} card", "{n} cards")
pieces = plural("{n} piece", "{n} pieces")

# Before the match.

HOW_MUCH = {
    "counting": (_("Easy"), _("The referee knows a card by its pattern.")),
    "watching": (_("Strict"), _("Tap in every open card, too.")),
}
"""Titles and hints of the levels."""


def lying_open(count: int) -> str:
    """Return the number of open cards of a kind, where open cards are reported."""
    return many("{n} lies open", "{n} lie open", count).format(n=count) if count else NOT_OPEN


# The pads.

LAY = _("Lay it")
LAY_TOKEN = _("Lay, token")
TAP_PLACE = _("tap where it goes")
TURNS_OVER = _("it turns pieces over")
TURN = _("Turn, mirror")
NEXT_WAY = _("the next way round")
WHERE = _("Where?")
WHERE_HINT = _("show where it fits")
NOWHERE = _("it fits nowhere")
CHOOSE = _("Choose a card")
CHOOSE_HINT = _("or drag over the cells")
PLAY_FLIP = _("Flip card")
FLIP_HINT = _("turn a piece over")
STOP = _("tap again to stop")
SKIP = _("Skip", context="until the end")
SKIP_HINT = _("out until the end")
OPENED = _("New card?")
OPENED_HINT = _("which one was turned up")
WHICH_OPENED = _("Which card was turned up?")
WHICH_PATTERN = _("Which card is played?")
NOT_OPEN = _("isn't open")
NOT_NAMED = _("if it was turned up")

NONE_FITS = _("No: none of the open cards fits.")
NONE_LEFT_FITS = _("No: none of the cards that are left fits.")
COULD_OPEN = _("Yes, with an open card:")
COULD_LEFT = _("Yes, if one of these lay open:")
COULD_HAVE_HINT = _("ask which cards would have fitted")

could_have = phrase("Could {who} have played?")
more = phrase("and {n} more", int)


def could_play(name: Card, cell: Cell, *, token: bool) -> str:
    """Return how a card could have been played; `cell` is a pattern's first or the turned piece's."""
    if name == FLIP:
        return _("Flip card: turn over {where}").format(where=row_column(cell))
    said = _("{card}, from {where} on, with a token") if token else _("{card}, from {where} on")
    return said.format(card=capital(card(name)), where=row_column(cell))


# The banner.


out_of_turn = phrase("It is {turn}'s turn. Tap {who}'s cells, or {who} again to stop.", str, str)


lays = phrase("{who} lays {pieces}", str, str)


flips = phrase("{who} plays a flip card")

HOW_TO_ENTER = _("Drag over the cells of the pattern, or choose a card.")
TAP_FLIPPED = _("Tap the opponent's piece that is turned over.")
TAP_LAID = _("Tap where your piece goes, beside it.")
TAP_GHOST = _("Tap where it goes; turn it until it fits.")
then_tap = phrase('Then tap "{pad}".', str)

which_opened = plural("A new card lies open: which one?", "{n} new cards lie open: which ones?")

# The end.

share_with = plural("{who} share it with {n} point", "{who} share it with {n} points", str, int)

AT_LEAST = _("at least: it is the longest path found")


BEGAN = _("The grid was laid for {who}.")

# Sentences of Tracktic's board and of its tally.

# Next to the grid.
SKIPPED = _("skipped")
FLIP_WORD = _("flip")
UNKNOWN_CARD = _("?")

cards_open = plural("{n} open", "{n} open")
cards_left = plural("{n} left", "{n} left")


at_least = phrase("≥ {n}", int)

# The tally.
PAINT = _("Pick a colour, then tap or drag.")
EMPTY = _("Copy your board: pick a colour, then tap or drag.")
RUBBER = _("Erase")
COUNT = _("Count")
BOARD = _("Board")
ENOUGH = _("That's enough")
EXACT = _("counted exactly")
AT_LEAST_SO_MANY = _("at least: there may be longer paths")
NOTHING = _("No points: no colour lies there.")
COUNTING = _("Counting …")


def brush(piece: Piece, count: int) -> str:
    """Return the title of a brush: its colour, and the number painted."""
    return f"{COLOURS[piece]} {count}" if count else COLOURS[piece]


def wins(colours: list[Piece], points: int, exact: bool) -> str:
    """Return who has the most points."""
    if len(colours) > 1:
        return _("A tie at {n}").format(n=points)
    text = _("{who} wins with {n}") if exact else _("{who} leads with {n}")
    return text.format(who=COLOURS[colours[0]], n=points)


counted = phrase("{done} of {n} colours", int, int)


has_t = phrase("{colour} has a T")


def t_places(cell: Cell, more: int) -> str:
    """Return where a T is, how many others there are, and that no move may make one."""
    text = row_column(cell)
    if more:
        text += many(", and {n} more", ", and {n} more", more).format(n=more)
    return _("{places}: no move may make one.").format(places=capital(text))


def t_warning(colour: Piece, cell: Cell, more: int) -> str:
    """Return the warning about Ts, one sentence next to the points."""
    return f"{has_t(COLOURS[colour])}. {t_places(cell, more)}"
