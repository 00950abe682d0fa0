"""Every English sentence of Ungle Speed on the screen. Short, physical, for a ten-year-old.

`_` and `phrase` mark what a translation replaces. `who` is a name as the subject of a sentence.
"""

from companion.game import Level
from companion.games.ungle_speed.deck import Arrows, Deck
from ui.language.phrases import _, each_of, many, phrase, plural

HOW_MUCH = {
    "counting": (_("Easy"), _("One tap a card. After a grab you say what it was.")),
    "watching": (_("Strict"), _("Tap in every card. The referee rules by itself.")),
}
"""Titles and hints of the pads for the two levels: how much is entered."""

# Names of things on the table.

SYMBOLS = {
    "squares_circle": _("two squares and a circle"),
    "circles_square": _("two circles and a square"),
    "octagons_square": _("two octagons and a square"),
    "octagons_circle": _("two octagons and a circle"),
    "star_wavy": _("wavy star"),
    "star_notched": _("notched star"),
    "star_blades": _("star of four blades"),
    "star_eight": _("star of eight rays"),
    "disc_to_rim": _("disc, X to the rim"),
    "disc_inside": _("disc, X inside"),
    "disc_from_rim": _("disc, slots from the rim"),
    "disc_floating": _("disc, loose slots"),
    "knot_closed": _("knot of four loops"),
    "cord_open": _("open cord"),
    "ribbon_two": _("ribbon of two loops"),
    "ribbon_three": _("ribbon of three loops"),
    "dots_on_white": _("dots on white"),
    "dots_on_colour": _("white dots"),
}
FAMILIES = {
    "pairs": _("pairs"),
    "stars": _("stars"),
    "discs": _("discs"),
    "cords": _("cords"),
    "grids": _("dots"),
    "arrows": _("arrows"),
}
COLOURS = {"purple": _("purple"), "green": _("green"), "orange": _("orange"), "yellow": _("yellow")}
ARROWS = each_of(Arrows, _("Inward arrows"), _("Outward arrows"), _("Coloured arrows"))
ARROW_EFFECTS = each_of(Arrows, _("all may grab"), _("all turn at once"), _("colours match from now on"))
RIGHT = _("right hand")
LEFT = _("left hand")
RIGHT_SHORT = _("right")
LEFT_SHORT = _("left")
POT = _("the pot")
STACK = _("stack")
CARDS_LEFT = _("cards left")
LEFT_TABLE = _("left the table")

# The banner and the routine pads.

SYMBOLS_MATCH = _("symbols match, any colour")
GRAB = _("GRAB!")
INWARD_LIE_OPEN = _("inward arrows")
COLOURS_NOW = _("Colours!")
COLOURS_MATCH = _("colours match, any symbol")
ALL_TURN = _("All turn a card at once")
ALL_TURN_AGAIN = _("All turn a card again")
UNLESS_GRABBED = _("the totem comes first")
HOW_SPLIT = _("How do they split the cards?")
WHOSE = _("whose?")
WHOSE_TURN = _("Whose turn is it?")
SET_TURN = _("Somebody else's turn")
SET_TURN_HINT = _("say whose it is")
LEAVES = _("A player leaves")
LEAVES_HINT = _("the others play on")
TOOK_TOTEM = _("Somebody took the totem")
TOOK_TOTEM_HINT = _("no button saw it")
WHO_TOOK = _("Who took the totem?")
WHO_LEAVES = _("Who leaves the table?")
LEAVER_HINTS = {"aside": _("cards back into the box"), "dealt": _("cards dealt to the others")}
NOBODY_HAD_A_RIGHT = _("None of them had a right")
WHO_TAKES_ALL = _("Who takes the cards?")
WHOSE_ARROWS = _("Whose are the arrows?")
ARROWS_TOO = _("Arrow cards too")
NO_MORE_ARROWS = _("No more arrows")
NO_DUEL = _("and no duel")
WHICH_AND_WHOSE = _("which, and whose?")
HAD_TURNED_AGAIN = _("Had all turned again before that?")
ALL_HAD_TURNED = _("Yes, all had turned")
NOT_YET = _("No, not yet")
ARROWS_LAST = _("the second outward arrows were the last cards")
GRAB_AGAIN = _("Totem back, grab again")
DRAW_LOTS = _("Draw lots")
NOBODY_TURNS = _("No cards left to turn")
GRAB_OR_END = _("grab, or say that nobody will")
WHAT_WAS_IT = _("What was it?")
WHICH_COUNTS = _("Which of the two counts?")
WHO_HAS_THE_LOT = _("Who won the draw?")
CARD_TURNED = _("Card turned")
WITHOUT_NAMING = _("without saying which")
CARD_ENTRY = _("Enter the card")
CARD_ENTRY_HINT = _("two taps")
ALL_HAVE_TURNED = _("All have turned")
NOBODY_GRABS = _("Nobody grabs any more")
FEWEST_WINS = _("fewest cards wins")

# The dialog of a grab.

INWARD = _("Inward arrows")
INWARD_OF_OTHERS = _("Another's inward arrows")
THREE_COLOURS = _("Three of one colour")
LARGER_DUEL = _("Larger duel")
LARGER_DUEL_HINT = _("three or more")
WHO_WAS_IN = _("Who was in the duel?")
WRONG_GRAB = _("Wrong grab")
DROPPED = _("Totem dropped")
TOTEM_FELL = _("Totem fell")
ALL_TO_POT = _("all piles to the pot")
BY_LOT = _("by lot after a dead heat")
LOST_LOT = _("lost the draw")
WON_LOT = _("won the draw")
DEAD_HEAT = _("Dead heat")
DRAW = _("A draw")
DRAW_HINT = _("Same number of cards.")


def symbol(name: str) -> str:
    """Return the words for a symbol; for one of another deck, its id."""
    return SYMBOLS.get(name, name.replace("_", " "))


def colour(name: str) -> str:
    """Return the word for a colour."""
    return COLOURS.get(name, name.replace("_", " "))


def family(name: str) -> str:
    """Return the words for a family of look-alikes."""
    return FAMILIES.get(name, name.replace("_", " "))


symbol_card = phrase("{symbol}, {colour}", str, str)


hand = phrase("{name}, {hand}", str, str)
hand_brief = phrase("{name} {hand}", str, str)
hand_subject = phrase("{name}'s {hand}", str, str)

pile_of = phrase("{name}'s pile")
pile_of_right, pile_of_left = phrase("{name}'s right-hand pile"), phrase("{name}'s left-hand pile")
stack_of = phrase("{name}'s stack")
stack_of_right, stack_of_left = phrase("{name}'s right-hand stack"), phrase("{name}'s left-hand stack")
from_under = phrase("from under {stack}")
bottom_of, top_of = phrase("from the bottom of {pile}"), phrase("from the top of {pile}")

FROM = {"pot": _("from the pot"), "box": _("out of the box")}
"""Where cards that belong to nobody are taken from."""

face_up = plural("{n} up", "{n} up")
pot_of = phrase("pot {n}", int)

# Sentences about a seat.

turns = phrase("{who} turns a card")
turns_next = phrase("{who} turns next.")


missing_entry = phrase("not entered yet: {who}")


card_of = phrase("{who}: {n} left", str, int)
turned = phrase("{who} turned")
took = phrase("{who} has the totem")
first = phrase("{who} was first")


duel = phrase("Duel with {others}")


takes = plural("{who} takes {n} card", "{who} takes {n} cards", str, int)
to_the_pot = phrase("{pile} to the pot")
had_no_right = phrase("{who} had no right")
all_split = plural("{n} card to split", "{n} cards to split")
split_by = plural("{who} split {n} card", "{who} split {n} cards", str, int)


whose_arrows = phrase("{arrows}: whose?")


inward_of = phrase("Inward: {who}")
splits = plural("{who} splits {n} card", "{who} splits {n} cards", str, int)
dropped = phrase("{who} dropped it")
SOMEBODY_DROPPED = _("Totem dropped")
WHO_DROPPED = _("Who dropped the totem?")
takes_all = plural("takes the {n} face-up card", "takes all {n} face-up cards")
card_first = phrase("{who}'s card first")

FORGOTTEN = _("we forgot to tap it")

won_duel = phrase("{who} won the duel")

LEVEL_SWITCHES = each_of(Level, _("Only count from now on"), _("Enter every card from now on"))
"""What a switch of the level means for the table."""
LEVEL_PADS = each_of(Level, _("Switch to Easy"), _("Switch to Strict"))
"""Offers of the other level, by its name from before the match."""


# The last step before a match, and the family's own deck.


LINE = _("Cards")
TITLE = LINE
HINT = _("which cards do you play with?")
BOX = _("The box's deck")
OUR_DECK = _("Our deck")
ENTER = _("Cards are missing")
ENTER_HINT = _("tap those that got lost")
CORRECT = _("Change our deck")
GO_ON_CORRECTING = _("Go on changing")
DAMAGED = _("Our deck can't be read. The file stays: tap again which cards are missing.")
DAMAGED_DRAFT = DAMAGED

WHICH_MISSING = _("Which cards are missing?")
NONE_MISSING = _("None missing")


all_cards = phrase("all {n}", int)


def shortly(deck: Deck) -> str:
    """Return the number of missing cards, or of all cards if none is missing."""
    return missing(len(deck.missing)) if deck.missing else all_cards(deck.size)


def size(deck: Deck) -> str:
    """Return the number of cards in a deck, and of missing ones."""
    cards = many("{n} card", "{n} cards", deck.size).format(n=deck.size)
    return f"{cards}, {missing(len(deck.missing))}" if deck.missing else cards


missing = plural("{n} missing", "{n} missing")


tap_cards = phrase("Tap those that got lost: {size}.")
