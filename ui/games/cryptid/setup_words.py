"""All text for setting up Cryptid. None of it says why clues don't fit, as that could reveal them.

Short and physical, for a ten-year-old. `_` and `phrase` mark text for translation. `who` is a name as the
subject of a sentence.
"""

from collections.abc import Iterable
from itertools import combinations

from companion.games.cryptid.clues import Clue, Mode
from companion.games.cryptid.maps import PIECES
from companion.games.cryptid.model import Hue
from ui.games.cryptid.drafts import LayPiece, LookOver, MapDraft, Place, PutStructure, Step
from ui.games.cryptid.words import HUES, STRUCTURES, clue_words, space
from ui.language.phrases import _, capital, phrase
from ui.table.names import row_column

# Map and colours.

LINE = _("Map and clues")
TITLE = LINE
HINT = _("dealt by the referee, or your own")
WHICH_MAP = _("Which map do you play on?")
WHICH_COLOURS = _("Which cubes and discs does each player have? Tap to change.")
WAYS = {
    "normal": (_("Deal · normal"), _("a new map and new clues")),
    "advanced": (_("Deal · advanced"), _("with black, with not")),
    "own": (_("Our own card"), _("you tap in the map and clues")),
    "map": (_("Our map, no clues"), _("the referee sees the map")),
    "nothing": (_("No map, no clues"), _("only turns are checked")),
    "file": (_("From a file"), _("as it was put here")),
}
FILE_DAMAGED = _("it can't be read")
FILE_MAP_ONLY = _("a map without clues")
DEALING = _("The referee deals ...")

file_for = phrase("it is for {n} players", int)


def colours_of(hues: Iterable[Hue]) -> str:
    """Return the names of colours, separated by commas."""
    return ", ".join(str(HUES[hue]) for hue in hues)


# Building the map.

PLACES: dict[Place, str] = {
    (0, 0): _("top left"),
    (0, 1): _("top right"),
    (1, 0): _("middle left"),
    (1, 1): _("middle right"),
    (2, 0): _("bottom left"),
    (2, 1): _("bottom right"),
}
LOOK = _("Turn it until it looks like the picture.")
LOOK_OVER = _("Does your table look like the picture?")
SHOW_ALL = _("Show all")
WHOLE = _("The whole map")
ALL_LAID = _("All in place")
QR = _("QR code")
QR_TITLE = _("The map, to take with you")
QR_HINT = _("Scan it with a phone: the whole map, but no clues.")

step_of = phrase("Step {n} of {all}", int, int)


def step_words(step: Step) -> tuple[str, str, str]:
    """Return what to place now, where it goes, and what to look at."""
    match step:
        case LayPiece(piece, place):
            return piece_name(piece.tile), capital(PLACES[place]), LOOK
        case PutStructure(structure):
            what, where = capital(STRUCTURES[structure.shape]), space(structure.at)
            title = _("{structure} on {space}").format(structure=what, space=where)
            return title, capital(row_column(structure.at)), ""
        case LookOver():
            return WHOLE, LOOK_OVER, ""


piece_name = phrase("Piece {n}", int)

# Clues, shown to one player.

CLUES_TITLE = _("Your clues")
CLUES_TITLE_ONE = _("Your clue")
CLUES_HINT = _("one after the other; the others look away")
START = _("Start")
REST = _("Hold your pad and read. Let go: it is gone.")
REST_AGAIN = _("You can look again at any time in the game.")
EVEN = _("Even clues")
EVEN_HINT = _("fair for both")


hold = phrase("{who}: hold")


def to_see(clues: int) -> str:
    """Return what holding a player's pad shows."""
    return _("to see your clue") if clues == 1 else _("to see your clues")


def clue_line(clue: Clue) -> str:
    """Return a clue in words, with a capital letter."""
    return capital(clue_words(clue))


# Typing in the map.

MAP_PIECES = _("Tap a place on the map, then the piece that lies there.")
MAP_TURN = _("Same as yours? If not, turn it.")
MAP_STRUCTURES = _("Tap a structure, then its space on the map.")
MAP_READY = _("Same as on your table?")
TURN = _("Turn it")
TO_STRUCTURES = _("Structures")
MODES = {Mode.NORMAL: _("Normal"), Mode.ADVANCED: _("Advanced")}
MODE_HINTS = {Mode.NORMAL: _("without black"), Mode.ADVANCED: _("with black")}


place_for = phrase("Where is the {structure}? Tap its space.")


stands_at = phrase("The {structure} is on {space}.", str, str)


taken = phrase("The {structure} is there already.")


def fault(draft: MapDraft) -> str:
    """Return what still keeps the map from being playable."""
    missing = [tile for tile in PIECES if tile not in draft.tile_numbers]
    if missing:
        return _("Piece {n} is missing.").format(n=missing[0])
    for structure, other in combinations(draft.structures, 2):
        if structure.at == other.at:
            return _("Two structures are on {space}: move one.").format(space=space(other.at))
    if draft.next_shape is not None:
        return _("The {structure} is missing.").format(structure=STRUCTURES[draft.next_shape])
    return _("The map can't be laid like this: look at it again.")


# Typing in the clues.

FOR_YOUR_EYES = _("What you tap now is for your eyes only.")
BEGIN = _("I am alone")
AGAIN_HINT = _("look at your card, and type the clue in")
WHICH_CLUE = _("What does your clue say?")
NOT = _("not")
NOT_HINT = _("tap if your clue says not")
TAKE = _("That is it")
ALREADY_TYPED = _("Your other colour has this clue: look again.")
MINE = (_("Are your clues right?"), _("hold to read them, or type one in again"))
MINE_ONE = (_("Is your clue right?"), _("hold to read it, or type it in again"))
HOLD_MINE = _("Hold to read")
UNFIT = _("These clues don't fit this map.")
UNFIT_HINT = _("each checks their own clues, all check the map")
CHECK_MAP = _("Check the map")

OTHERS_AWAY = _("The others look away.")

takes = phrase("{who} takes the screen")
looks_away = phrase("{who} looks away.")


clue_of = phrase("{who}: the {colour} clue", str, str)


again = phrase("{colour} again")


checks = phrase("{who} checks")
