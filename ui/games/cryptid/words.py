"""All of Cryptid's text on the screen, except for setting it up and for its history (`sentences`).

Short and physical, for a ten-year-old. `_` and `phrase` mark text for translation. `who` is a name as the
subject of a sentence. Rows have letters from the top, columns numbers from the left: "D7" is row 4, column 7.
"""

from collections.abc import Sequence

from companion.games.cryptid.clues import (
    Clue,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearStructure,
    NearTerrain,
    On,
)
from companion.games.cryptid.maps import Animal, Colour, Hex, StructureKind, Terrain
from companion.games.cryptid.model import Hue
from ui.language.phrases import _, capital, each_of, many, phrase
from ui.table.names import listed, row_column

# Names of pieces, terrains and structures.

HUES = each_of(Hue, _("orange"), _("blue"), _("green"), _("purple"), _("red"))
CUBE = each_of(Hue, _("Orange cube"), _("Blue cube"), _("Green cube"), _("Purple cube"), _("Red cube"))
A_CUBE = each_of(
    Hue, _("an orange cube"), _("a blue cube"), _("a green cube"), _("a purple cube"), _("a red cube")
)
THE_CUBE = {
    Hue.ORANGE: _("the orange cube"),
    Hue.BLUE: _("the blue cube"),
    Hue.GREEN: _("the green cube"),
    Hue.PURPLE: _("the purple cube"),
    Hue.RED: _("the red cube"),
}
DISC = each_of(Hue, _("Orange disc"), _("Blue disc"), _("Green disc"), _("Purple disc"), _("Red disc"))
A_DISC = each_of(
    Hue, _("an orange disc"), _("a blue disc"), _("a green disc"), _("a purple disc"), _("a red disc")
)
THE_DISC = {
    Hue.ORANGE: _("the orange disc"),
    Hue.BLUE: _("the blue disc"),
    Hue.GREEN: _("the green disc"),
    Hue.PURPLE: _("the purple disc"),
    Hue.RED: _("the red disc"),
}
LETTERS = {Hue.ORANGE: _("O"), Hue.BLUE: _("B"), Hue.GREEN: _("G"), Hue.PURPLE: _("P"), Hue.RED: _("R")}
"""Letters printed on pieces, so that nobody depends on colours."""
TERRAINS = each_of(Terrain, _("water"), _("mountain"), _("forest"), _("swamp"), _("desert"))
STRUCTURES = {
    (StructureKind.STANDING_STONE, Colour.WHITE): _("white standing stone"),
    (StructureKind.STANDING_STONE, Colour.GREEN): _("green standing stone"),
    (StructureKind.STANDING_STONE, Colour.BLUE): _("blue standing stone"),
    (StructureKind.STANDING_STONE, Colour.BLACK): _("black standing stone"),
    (StructureKind.ABANDONED_SHACK, Colour.WHITE): _("white abandoned shack"),
    (StructureKind.ABANDONED_SHACK, Colour.GREEN): _("green abandoned shack"),
    (StructureKind.ABANDONED_SHACK, Colour.BLUE): _("blue abandoned shack"),
    (StructureKind.ABANDONED_SHACK, Colour.BLACK): _("black abandoned shack"),
}

# Places.

ROWS = _("ABCDEFGHI")
"""Letters of the rows, from the top."""


def space(at: Hex) -> str:
    """Return a space's name, such as "D7"."""
    return _("{row}{column}").format(row=ROWS[at.row], column=at.column + 1)


# Clues.

_ON = {False: _("on {one} or {other}"), True: _("not on {one} or {other}")}
_NEAR_TERRAIN = {False: _("within one space of {terrain}"), True: _("not within one space of {terrain}")}
_NEAR: dict[tuple[StructureKind | Animal | Colour | None, bool], str] = {
    (None, False): _("within one space of either animal territory"),
    (None, True): _("not within one space of either animal territory"),
    (StructureKind.STANDING_STONE, False): _("within two spaces of a standing stone"),
    (StructureKind.STANDING_STONE, True): _("not within two spaces of a standing stone"),
    (StructureKind.ABANDONED_SHACK, False): _("within two spaces of an abandoned shack"),
    (StructureKind.ABANDONED_SHACK, True): _("not within two spaces of an abandoned shack"),
    (Animal.BEAR, False): _("within two spaces of bear territory"),
    (Animal.BEAR, True): _("not within two spaces of bear territory"),
    (Animal.COUGAR, False): _("within two spaces of cougar territory"),
    (Animal.COUGAR, True): _("not within two spaces of cougar territory"),
    (Colour.WHITE, False): _("within three spaces of a white structure"),
    (Colour.WHITE, True): _("not within three spaces of a white structure"),
    (Colour.GREEN, False): _("within three spaces of a green structure"),
    (Colour.GREEN, True): _("not within three spaces of a green structure"),
    (Colour.BLUE, False): _("within three spaces of a blue structure"),
    (Colour.BLUE, True): _("not within three spaces of a blue structure"),
    (Colour.BLACK, False): _("within three spaces of a black structure"),
    (Colour.BLACK, True): _("not within three spaces of a black structure"),
}


def clue_words(clue: Clue) -> str:
    """Return a clue in words, such as "on forest or swamp"."""
    near: StructureKind | Animal | Colour | None
    match clue:
        case On(terrains=(one, other)):
            return _ON[clue.negated].format(one=TERRAINS[one], other=TERRAINS[other])
        case NearTerrain(terrain=terrain):
            return _NEAR_TERRAIN[clue.negated].format(terrain=TERRAINS[terrain])
        case NearAnyAnimal():
            near = None
        case NearStructure(type=near) | NearAnimal(animal=near) | NearColour(colour=near):
            pass
    return str(_NEAR[near, clue.negated])


# The pads.

TWO_DISCS = _("Two discs")
NO_DISC = _("What lies there stays")
BOTH_ALLOW = _("both clues allow it")
CLUE_ALLOWS = _("this clue allows it")
CLUE_FORBIDS = _("this clue forbids it")
SEARCH = _("Search")
TAP_SPACE = _("space first")
HOLD_CLUES = _("hold: my clues")
WRONG_PIECE = _("A piece is wrong")
WRONG_PIECE_HINT = _("change it, and move the old one")
NO_SPACE = _("No space for a cube")
NO_SPACE_HINT = _("every space has a cube, or could be the habitat")
NO_SPACE_FOR_IT = _("No space for it")
WITHOUT_IT = _("search without")
GIVE_UP = _("Give up and show")
GIVE_UP_HINT = _("all agree; then the game is over")
GIVE_UP_TITLE = _("Give up, and see all the clues? Nobody can go back from there.")
NOBODY_WON = _("Nobody wins")
NOBODY_WON_SENTENCE = _("The game is over: nobody wins.")
ALL_GAVE_UP = _("All gave up.")
FIELD = _("Narrowing it down")
FIELD_HINT = _("and all the clues")
SHARE = _("QR code")
SHARE_HINT = _("the set-up, to pass on")
SHARE_TITLE = _("The whole set-up, with its clues")
BEGAN = _("The map was laid for {who}.")

about = phrase("about {where}")


def goes_on(where: str, discs: int) -> str:
    """Return which discs a search puts on its space."""
    return many("a disc on {where}", "two discs on {where}", discs).format(where=where)


def elsewhere_too(where: str, discs: int) -> str:
    """Return where a search puts discs if one of the player's is there already."""
    return many("{where}, and a disc elsewhere", "{where}, and discs elsewhere", discs).format(where=where)


on = phrase("on {where}")
asks = phrase("Ask {who}")

# The banner.

TAP_THEN_ASK = _("Tap a space, then ask or search.")
SILENT = _("stuck? hold your name")
FIRST_CUBES = _("tap where it can't be")
OTHERS_AWAY = _("others look away")
PENALTY = _("for the cube of this turn")
TAP_WRONG = _("Tap the wrong piece.")

has_cube = phrase("{where} has a cube: choose another space.")
which_wrong = phrase("Which piece on {where} is wrong?")
no_piece = phrase("No piece lies on {where}: tap the wrong piece.")


changes = phrase("{old} becomes {new}. Tap where it goes now.", str, str)


puts_cube = phrase("{who} places a cube")
cube_where = phrase("{who}: a cube on {where}", str, str)
answers = phrase("{who} answers for {where}", str, str)


def searched(who: str, discs: int) -> str:
    """Return who searches; `discs` is 2 with two players, where two discs win, else 1."""
    return many("{who} searches", "{who} searches: two discs win", discs).format(who=who)


searches = phrase("{who} searches {where}", str, str)


goes_elsewhere = phrase("Tap where {disc} goes instead.")


looks_away = phrase("{who} looks away")

# For one player only.

REFEREE_SAYS = _("Not so")

only_for = phrase("Only for {who}")


def hue_title(hue: Hue) -> str:
    """Return a colour's name with a capital letter."""
    return capital(HUES[hue])


def allows_space(hue: Hue, at: Hex, allowed: bool) -> str:
    """Return whether a colour's clue allows a space, in words."""
    if allowed:
        return _("{hue}: {where} yes").format(hue=hue_title(hue), where=space(at))
    return _("{hue}: {where} no").format(hue=hue_title(hue), where=space(at))


# The end.


def lived(at: Hex) -> str:
    """Return where the creature lives."""
    return _("The habitat: {where}, {place}.").format(where=space(at), place=row_column(at))


def left_by_clues(each: Sequence[str], uneven: bool) -> str:
    """Return how many spaces each player's clues had left, and whether that was uneven."""
    said = _("Spaces your clues left: {each}.")
    if uneven:
        said = _("Spaces your clues left: {each}. Uneven.")
    return said.format(each=listed(each))


clue_of = phrase("{who}, {hue}: {clue}", str, str, str)


def still_possible(count: int, move: int, moves: int) -> str:
    """Return how many spaces could still be the habitat after a move; move 0 is before the first piece."""
    if not move:
        return _("{n} possible before the first piece").format(n=count)
    after = _("move {move} of {moves}").format(move=move, moves=moves)
    possible = many("{n} possible space, {after}", "{n} possible spaces, {after}", count)
    return possible.format(n=count, after=after)
