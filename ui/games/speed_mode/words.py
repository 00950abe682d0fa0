"""English sentences of Two Player Speed Mode: at the table, on its board and in its tally.

Short and concrete, for a ten-year-old. `_` and `phrase` mark what a translation replaces. `who` is a name as
the subject of a sentence. Rows and columns count from 1, as along the board.
"""

from collections import Counter
from collections.abc import Iterable

from companion.games.speed_mode.board import Colour, Kind, Place, Shape
from companion.games.speed_mode.events import Why
from ui.language.phrases import _, each_of, many, phrase, plural
from ui.table.names import listed, row_column

# Names of the things on the table.

COLOURS = each_of(Colour, _("red"), _("orange"), _("yellow"), _("green"), _("blue"), _("violet"))
SHAPES = {Shape.SQUARE: _("square"), Shape.CIRCLE: _("circle")}


def kind(card: Kind) -> str:
    """Return a card's name: "red square 1"."""
    number = list(Colour).index(card.colour) + 1
    return _("{colour} {shape} {n}").format(colour=COLOURS[card.colour], shape=SHAPES[card.shape], n=number)


def kinds(held: Iterable[Kind]) -> str:
    """Return cards as a list, those that come most often first, with how often they come."""
    counts = ((kind(card), count) for card, count in Counter(held).most_common())
    times = _("{n}\u00d7 {card}")
    return listed([card if count == 1 else times.format(n=count, card=card) for card, count in counts])


HALVES = (_("left"), _("right"))


def half_at(at: Place, half: int) -> str:
    """Return a combination's place in a sentence."""
    return _("the {side} half of {place}").format(side=HALVES[half], place=row_column(at))


TOKENS = (_("{who}'s token"), _("{who}'s circle"))
"""A token on a half, and a circle on a pair."""
EXTRA_TOKEN = _("{who}'s extra point")
HEAPS = {
    "deck": _("the deck"),
    "face_up": _("the face-up cards"),
    "hand": _("{who}'s hand"),
    "discards": _("the discard pile"),
}

# Before the match.

HOW_MUCH = {
    "counting": (_("Easy"), _("Face-up cards are only counted.")),
    "watching": (_("Strict"), _("Tap in every face-up card.")),
}
"""Titles and hints of the levels."""

# The pads.

EXCHANGE = _("Exchange")
EXCHANGE_HINT = _("three cards for three")
REPLENISH = _("Replenish")
OPENED = _("New card?")
OPENED_HINT = _("which one lies face up")
PASS = _("Pass")
PASS_HINT = _("nothing can be done")
STUCK_HINT = _("no combination in hand")
ALL_DECK = _("All from the deck")
STOP = _("tap again to stop")
NO_CARDS = _("no cards for that")
HAND_FULL = _("the hand is full")
END_IT = _("End the game")
PLAY_ON = _("Play on")
COUNT_GROUPS = _("Count the groups")
GROUPS_HINT = _("of unpaired combinations")
WHICH_OPENED = _("Which card lies face up?")
GROUPS_TITLE = _("Points for groups of unpaired combinations")
CARDS = _("cards")
DECK = _("Deck")
FACE_UP = _("Face up")

draws = plural("draw {n} card", "draw {n} cards")


def from_face_up(count: int) -> str:
    """Return the title of the pad for `count` face-up cards, the others from the deck."""
    return ALL_DECK if not count else many("{n} face up", "{n} face up", count).format(n=count)


def rest_from_deck(count: int) -> str:
    """Return how many cards come from the deck."""
    text = many("{n} from the deck", "{n} from the deck", count).format(n=count)
    return text if count else _("none from the deck")


tap_more = plural("tap {n} more", "tap {n} more")
cannot_make = phrase("{who} can't")

# The banner.

HOW_TO_ENTER = _("Tap the combination that you cover, or a pad.")
HOW_MANY = _("How many of the face-up cards were taken?")
TAP_CARDS = _("Tap the face-up cards that were taken.")
WHO_CANT = _("The deck is used up: who can't make any combination?")

exchanges = phrase("{who} exchanges three cards")


replenishes = phrase("{who} draws {cards}", str, str)


enter_first = plural("Enter the new face-up card.", "Enter the {n} new face-up cards.")

# Questions and the end.

ASKED = _("Only exchanges")
ENDED_SHARED = _("The game is over: both share it.")


ASKED_TO_END = _("{exchanges} exchanges in a row. Do you end the game here?")

WHY = {
    Why.STUCK: _("Nobody can make a combination any more."),
    Why.NOTHING_LEFT: _("Nobody can make any open combination any more."),
    Why.AGREED: _("The table has ended the game."),
}

shared_with = plural("Both share it with {n} point", "Both share it with {n} points")
made_of = phrase("pairs {circles}, extra {extras}, unpaired {lone}", int, int, int)

# Sentences of Speed Mode's board and of its tally.

# Next to the pairs.
UNKNOWN_CARD = _("?")
STUCK = _("says: nothing to make")
IN_DECK = _("in the deck")
LIE_FACE_UP = _("face up")

tokens = plural("{n} circle left", "{n} circles left")
from_backs = plural("{n} from backs", "{n} from backs")

# The tally.
TAP = _("Tap a half: A, B, none. Both halves of a pair make a circle.")
UNPAIRED = _("Unpaired groups")
UNPAIRED_COUNT = _("count")
UNPAIRED_LEFT = _("don't count")

leads = phrase("{who} leads with {n}", str, int)
ties = phrase("A tie at {n}", int)
circles = plural("{n} circle", "{n} circles")
extras = plural("{n} extra", "{n} extra")
unpaired = plural("{n} unpaired", "{n} unpaired")
halves = plural("{n} half", "{n} halves")
