"""Every English sentence of Ungle Speed on the screen. Short, physical, for somebody of ten years.

Ready for gettext: `_` marks what a translation replaces. `who` is a name as a subject of a sentence.
"""

from collections.abc import Sequence

from companion.game import Level
from companion.games.ungle_speed.deck import Arrows
from ui.table.telling import listed
from ui.words import _, _many

HOW_MUCH = {
    "counting": (_("Counting"), _("A tap for each card; after a grab you say what it was.")),
    "watching": (_("Watching"), _("Each card is entered; the referee rules by itself.")),
}
"""How much the referee is told: what stands on the pads."""

# Names of what lies on the table.

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
ARROWS = {
    Arrows.INWARD: _("Inward arrows"),
    Arrows.OUTWARD: _("Outward arrows"),
    Arrows.COLOURED: _("Coloured arrows"),
}
ARROW_EFFECTS = {
    Arrows.INWARD: _("everybody may grab"),
    Arrows.OUTWARD: _("all turn at once"),
    Arrows.COLOURED: _("colours match from now on"),
}
RIGHT = _("right hand")
LEFT = _("left hand")
RIGHT_SHORT = _("right")
LEFT_SHORT = _("left")
POT = _("the pot")
MORE = _("more")
STACK = _("stack")
FACE_UP = _("face up")
CARDS_LEFT = _("cards left")
LEVELS = {Level.COUNTING: _("counting"), Level.WATCHING: _("watching")}

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
TOOK_TOTEM_HINT = _("and no button told it")
WHO_TOOK = _("Who took the totem?")
WHO_LEAVES = _("Who leaves the table?")
LEAVER_HINTS = {"aside": _("cards back into the box"), "dealt": _("cards dealt on to the others")}
NOBODY_HAD_A_RIGHT = _("None of them had a right")
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
WHO_HAS_THE_LOT = _("Whom did the lot fall to?")
CARD_TURNED = _("Card turned")
NOT_SAID = _("without saying which")
CARD_ENTRY = _("Enter the card")
CARD_ENTRY_HINT = _("two taps")
ALL_HAVE_TURNED = _("All have turned")
NOBODY_GRABS = _("Nobody grabs any more")
FEWEST_WINS = _("fewest cards wins")

# The sheet.

INWARD = _("Inward arrows")
INWARD_OF_OTHERS = _("Inward arrows of another")
THREE_COLOURS = _("Three of one colour")
LARGER_DUEL = _("Larger duel")
LARGER_DUEL_HINT = _("three or more")
WHO_WAS_IN = _("Who was in the duel?")
WRONG_GRAB = _("Wrong grab")
DROPPED = _("Totem dropped")
TOTEM_FELL = _("Totem fell")
ALL_TO_POT = _("all piles to the pot")
TIED = _("dead heat")
BY_LOT = _("by lot after a dead heat")
LOST_LOT = _("lost the lot")
WON_LOT = _("won the lot")
DEAD_HEAT = _("Dead heat")
DRAW = _("A draw")
DRAW_HINT = _("Equally few cards.")


def symbol(name: str) -> str:
    """Return how a symbol is called; one of another deck by its own name."""
    return SYMBOLS.get(name, name.replace("_", " "))


def colour(name: str) -> str:
    """Return how a colour is called."""
    return COLOURS.get(name, name.replace("_", " "))


def family(name: str) -> str:
    """Return how a look-alike family is called."""
    return FAMILIES.get(name, name.replace("_", " "))


def symbol_card(name: str, tint: str) -> str:
    """Return how a card is called."""
    return _("{symbol}, {colour}").format(colour=colour(tint), symbol=symbol(name))


def hand(name: str, right: bool) -> str:
    """Return how a hand is called on a label."""
    return _("{name}, {hand}").format(name=name, hand=RIGHT if right else LEFT)


def hand_brief(name: str, right: bool) -> str:
    """Return how a hand is called where there is little room."""
    return _("{name} {hand}").format(name=name, hand=RIGHT_SHORT if right else LEFT_SHORT)


def hand_subject(name: str, right: bool) -> str:
    """Return how a hand is called in a sentence."""
    return _("{name}'s {hand}").format(name=name, hand=RIGHT if right else LEFT)


def pile_of(name: str) -> str:
    """Return how the face-up pile of a player is called."""
    return _("{name}'s pile").format(name=name)


def pile_of_hand(name: str, right: bool) -> str:
    """Return how the face-up pile of a hand is called."""
    if right:
        return _("{name}'s right-hand pile").format(name=name)
    return _("{name}'s left-hand pile").format(name=name)


def stack_of(name: str) -> str:
    """Return how the stack of a player is called."""
    return _("{name}'s stack").format(name=name)


def stack_of_hand(name: str, right: bool) -> str:
    """Return how the stack of a hand is called."""
    if right:
        return _("{name}'s right-hand stack").format(name=name)
    return _("{name}'s left-hand stack").format(name=name)


def from_under(stack: str) -> str:
    """Return where cards are taken from that were put under a stack."""
    return _("from under {stack}").format(stack=stack)


def bottom_of(pile: str) -> str:
    """Return where cards are taken from that lie in a pile below what was turned since."""
    return _("from the bottom of {pile}").format(pile=pile)


FROM = {"pot": _("from the pot"), "box": _("out of the box")}
"""Where cards are taken from that are nobody's."""


def face_up(count: int) -> str:
    """Return how many cards lie face up, in a few letters."""
    return _many("{n} up", "{n} up", count).format(n=count)


def pot_of(count: int) -> str:
    """Return how many cards lie under the totem."""
    return _("pot {n}").format(n=count)


# Sentences about a seat.


def turns(who: str) -> str:
    """Return whose turn it is."""
    return _("{who} turns a card").format(who=who)


def turns_next(who: str) -> str:
    """Return who goes on."""
    return _("{who} turns next.").format(who=who)


def missing_entry(names: Sequence[str]) -> str:
    """Return who has not been entered yet."""
    return _("not entered yet: {who}").format(who=", ".join(names))


def card_of(who: str, left: int) -> str:
    """Return whose card it is, and what is left."""
    return _("{who}, {n} in the stack").format(who=who, n=left)


def turned(who: str) -> str:
    """Return whose card is being told."""
    return _("{who} turned").format(who=who)


def took(who: str) -> str:
    """Return who has the totem."""
    return _("{who} has the totem").format(who=who)


def first(who: str) -> str:
    """Return who was first."""
    return _("{who} was first").format(who=who)


def duel(others: Sequence[str]) -> str:
    """Return the name of a duel; who won it stands above."""
    return _("Duel with {others}").format(others=listed(others))


def show_both(what: str) -> str:
    """Return why cards match."""
    return _("both show: {what}").format(what=what)


def takes(who: str, count: int) -> str:
    """Return what an answer costs."""
    return _many("{who} takes {n} card", "{who} takes {n} cards", count).format(who=who, n=count)


def to_the_pot(pile: str) -> str:
    """Return what inward arrows do."""
    return _("{pile} to the pot").format(pile=pile)


def had_no_right(who: str) -> str:
    """Return that somebody in a dead heat had no right to the totem."""
    return _("{who} had no right").format(who=who)


def all_split(count: int) -> str:
    """Return that all face-up cards are split."""
    return _many("{n} card to split", "{n} cards to split", count).format(n=count)


def split_by(who: str, count: int) -> str:
    """Return who splits all face-up cards."""
    return _many("{who} split {n} card", "{who} split {n} cards", count).format(who=who, n=count)


def whose_arrows(kind: Arrows) -> str:
    """Return the question whose arrows of a kind they are."""
    return _("{arrows}: whose?").format(arrows=ARROWS[kind])


def inward_of(who: str) -> str:
    """Return whose inward arrows they were."""
    return _("Inward: {who}").format(who=who)


def splits(who: str, count: int) -> str:
    """Return what follows a duel with several losers."""
    return _many("{who} splits {n} card", "{who} splits {n} cards", count).format(who=who, n=count)


def dropped(who: str) -> str:
    """Return that somebody dropped the totem."""
    return _("{who} dropped the totem").format(who=who)


def had_turned(who: str) -> str:
    """Return that a card lay there before the grab."""
    return _("{who} had turned").format(who=who)


NOT_ENTERED = _("not entered yet")


def won_duel(who: str) -> str:
    """Return who has won a duel with several losers."""
    return _("{who} won the duel").format(who=who)


LEVEL_SWITCHES = {
    Level.COUNTING: _("Only count from now on"),
    Level.WATCHING: _("Enter every card from now on"),
}


def switch_level(level: Level) -> str:
    """Return the offer of the other level."""
    return LEVEL_SWITCHES[level]


LEVEL_HINTS = {
    Level.COUNTING: _("after a grab you say what it was"),
    Level.WATCHING: _("the referee rules by itself"),
}
