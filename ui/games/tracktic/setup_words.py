"""Every English sentence of the last step before a match of Tracktic, and of entering the owner's box.

`_` and `phrase` mark what a translation replaces. Rows and columns count from 1.
"""

from companion.games.tracktic.grid import MOST
from companion.games.tracktic.profile import (
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    PATTERN_SIDE,
    Fault,
    FaultKind,
    Profile,
)
from ui.games.tracktic.drafts import NAME, BoxStep, steps
from ui.language.phrases import _, many, phrase, plural
from ui.table.names import cards

# The last step before a match.

LINE = _("Box", context="with cards")
TITLE = _("Box and colours")
HINT = _("what lies on your table?")
WHICH_BOX = _("Which box do you play with?")
WHICH_COLOURS = _("Who plays which colour? Tap to change.")
OUR_BOX = _("Our own box")
ENTER = _("Enter our own box")
ENTER_HINT = _("once, in about 15 minutes")
GO_ON = _("Go on entering our box")
CORRECT = _("Correct our box")
GO_ON_CORRECTING = _("Go on correcting")
MADE_UP = _("Made-up demo box")
MADE_UP_HINT = _("to try it out")
DAMAGED = _("The saved box can't be read. The file stays: enter it again, or import it.")
DAMAGED_DRAFT = _("What you entered before can't be read: please start again.")

OF_COLOUR = {"Y": _("yellow"), "B": _("blue"), "G": _("green"), "R": _("red")}


def contents(box: Profile, players: int) -> str:
    """Return a line with the size of a box's grid for a number of players and its number of cards."""
    grid = box.grid(players)
    size = _("{columns} by {rows} cells").format(columns=len(grid[0]), rows=len(grid))
    return f"{size}, {cards(sum(box.cards.values()))}"


def own_box(box: Profile) -> str:
    """Return the title of the owner's box: its name, if it was imported or picked."""
    return OUR_BOX if box.name == NAME else NAMES.get(box.name, box.name)


def progress(step: BoxStep, two_alike: bool) -> str:
    """Return the step that a box's draft is at."""
    all_steps = steps(two_alike)
    return step_of(all_steps.index(step) + 1, len(all_steps)) if step in all_steps else ""


step_of = phrase("step {n} of {all}", int, int)

# Entering a box.

ASKS = {
    BoxStep.SIZE: _("How big is your grid?"),
    BoxStep.DRAW: _("Tap the gaps in your grid."),
    BoxStep.STARTS: _("Tap where each colour starts."),
    BoxStep.TWO: _("Same grid for two players?"),
    BoxStep.TWO_DRAW: _("Two players: tap the gaps."),
    BoxStep.TWO_STARTS: _("Two players: tap the starts."),
    BoxStep.PATTERNS: _("Add each pattern once."),
    BoxStep.COUNTS: _("Count what is in the box."),
    BoxStep.CHECK: _("Does this look like your box?"),
}
TAKE_AWAY = _("Take away")
ROWS = _("rows")
COLUMNS = _("columns")
A_CELL = _("Light: a cell")
NO_CELL = _("Dark: a gap")
DRAW_BACK = _("Tap or drag; again to undo it.")
SAME = _("The same")
OWN_GRID = _("Their own")
ADD = _("Add a pattern")
ADD_HINT = _("no two alike, however you turn them")
REDRAW = _("Draw again")
LIKE_THIS = _("how many cards")
TAP_PATTERN = _("Tap the pattern on the card.")
ANY_CORNER = _("Anywhere on the pad, any way round.")
PATTERN_DONE = _("Add it")
HEAPS = {"pieces": _("pieces of one colour"), "flips": _("flip cards"), "tokens": _("tokens of one player")}
WHICH_NAME = _("What is it called?")
NAMES = {
    NAME: _("our box"),
    "our second box": _("our second box"),
    "the club's box": _("the club's box"),
    "a friend's box": _("a friend's box"),
}
KEEP = _("Keep it")
MEND = _("Fix it")
FOR_MORE = _("three or four play")
FOR_TWO = _("two play")
FOR_ALL = _("two, three or four play")

times = phrase("{n} ×", int)  # noqa: RUF001 - a sign, no letter
cells = plural("{n} cell", "{n} cells")


def in_the_box(box: Profile) -> tuple[str, ...]:
    """Return lines with the number of everything in a box."""
    patterns = sum(pattern.count for pattern in box.patterns)
    kinds = len(box.patterns)
    return (
        many("{kinds} pattern on {cards}", "{kinds} patterns on {cards}", kinds).format(
            kinds=kinds, cards=cards(patterns)
        ),
        many("{n} flip card", "{n} flip cards", box.flips).format(n=box.flips),
        many("{n} piece of each colour", "{n} pieces of each colour", box.pieces).format(n=box.pieces),
        many("{n} token each", "{n} tokens each", box.tokens).format(n=box.tokens),
    )


# Faults.

_HEAP_FAULTS = {
    "pieces": _("Each colour needs 3 to {most} pieces."),
    "flips": _("There can be 0 to {most} flip cards."),
    "tokens": _("A player can have 0 to {most} tokens."),
}
_FAULTS = {
    FaultKind.NAME: _("The box needs a name."),
    FaultKind.NO_GRID: _("{Grid} has no cells yet."),
    FaultKind.TOO_LARGE: _("{Grid} is too large: {side} rows and columns at most."),
    FaultKind.UNEVEN: _("{Grid}: row {line} is not as long as row 1."),
    FaultKind.SIGN: _("{Grid}: row {line}, column {column} is unclear. Tap it."),
    FaultKind.NO_START: _("{Grid}: where does {colour} start? Tap its cells."),
    FaultKind.TWO_STARTS: _("{Grid}: at least two colours must start somewhere."),
    FaultKind.START_T: _("{Grid}: the {colour} cells form a T at row {line}, column {column}. Check them."),
    FaultKind.NO_PATTERNS: _("There is no pattern yet. Add the first one."),
    FaultKind.TOO_MANY_PATTERNS: _("There can be {patterns} patterns at most. Take some away."),
    FaultKind.ID: _("Pattern {n} has no proper name. Take it away and add it again."),
    FaultKind.SAME_ID: _("Patterns {other} and {n} share a name. Take one away and add it again."),
    FaultKind.COUNT: _("Pattern {n}: 1 to {most} cards can show it."),
    FaultKind.PATTERN_SIZE: _("Pattern {n} is too large: {pad} by {pad} at most."),
    FaultKind.PATTERN_SIGN: _("Pattern {n}: row {line}, column {column} is unclear. Draw it again."),
    FaultKind.PATTERN_EMPTY: _("Pattern {n} has no cells yet. Tap them."),
    FaultKind.PATTERN_APART: _("Pattern {n}: all cells must touch, side to side."),
    FaultKind.PATTERN_T: _(
        "Pattern {n}: four cells form a T at row {line}, column {column}. Look at the card again."
    ),
    FaultKind.SAME_SHAPE: _("Pattern {n} is pattern {other}, only turned or mirrored."),
    FaultKind.START_PIECES: _("{Grid}: {colour} has more start cells than pieces."),
}


def fault(wrong: Fault) -> str:
    """Return a fault of a box, with its place."""
    if wrong.kind is FaultKind.AMOUNT:
        return _HEAP_FAULTS[wrong.part].format(most=MOST_OF_A_KIND)
    return _FAULTS[wrong.kind].format(
        Grid=_("The grid for two") if wrong.part == "area_two" else _("The grid"),
        line=wrong.line,
        column=wrong.column,
        colour=OF_COLOUR.get(wrong.letter, ""),
        n=wrong.pattern,
        other=wrong.other,
        most=MOST_OF_A_KIND,
        patterns=MOST_PATTERNS,
        pad=PATTERN_SIDE,
        side=MOST,
    )
