"""All text of Sequence States & Capitals on the screen, except for set-up and history (`sentences`).

Short and physical, for a ten-year-old. `_` and `phrase` mark text for translation. `who` is a name as the
subject of a sentence, `what` a card. Rows and columns count from 1, as along the board.
"""

from collections.abc import Sequence

from companion.games.sequence_states.layout import ADD, REMOVE, STATES, Card
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Colour
from ui.language.phrases import _, each_of, many, phrase, plural
from ui.table.names import row_column

# Names of chips and cards.

COLOURS = {Colour.RED: _("Red"), Colour.BLUE: _("Blue"), Colour.GREEN: _("Green")}
"""Names of sides: the colours of their chips."""
CHIPS = {Colour.RED: _("red chip"), Colour.BLUE: _("blue chip"), Colour.GREEN: _("green chip")}
A_CHIP = {Colour.RED: _("a red chip"), Colour.BLUE: _("a blue chip"), Colour.GREEN: _("a green chip")}
THE_CHIP = {Colour.RED: _("the red chip"), Colour.BLUE: _("the blue chip"), Colour.GREEN: _("the green chip")}
THE_SAME = _("it")
OWN_CHIPS = {Colour.RED: _("red chips"), Colour.BLUE: _("blue chips"), Colour.GREEN: _("green chips")}
CHIPS_LEFT = each_of(Colour, _("red chips left: {n}"), _("blue chips left: {n}"), _("green chips left: {n}"))
HEAPS = {"deck": _("the draw deck"), "hand": _("{who}'s hand"), "discards": _("{who}'s discard pile")}
ADD_CARD = _("ADD")
REMOVE_CARD = _("REMOVE")
OPEN = _("open")

# Beside the board.

DRAWS = _("draws")
DRAWS_CARD = _("draws a card")
DRAW_NOW = _("draw now!")
NOW = _("now!")
LOST_CARD = _("lost a card")
MADE_UP = _("made-up board")
NO_LAYOUT = _("board without states")

# The pads.

WHICH_CARD = _("Which card?")
FIND_SPACES = _("its two spaces")
NAME_CARD = _("if you want to name it")
ANY_OPEN = _("any open space")
AN_OPPONENTS = _("an opponent's chip")
ANOTHER_CARD = _("or another card")
STOP_AIM = _("tap again to stop")
DEAD_CARD = _("Dead card")
SWAP_FIRST = _("swap it, then play")
SWAPPED = _("once a turn: done")
OTHER_FIVE = _("Another five")
UNNAMED = _("Not named")
UNNAMED_HINT = _("any dead card")
SWAPPED_ANYWAY = _("It was swapped")
SWAPPED_ANYWAY_HINT = _("what to do now?")
NO_TARGET = _("no chip to take off")
BOTH_UP = _("both already lie face up")
WHICH_DEAD = _("Which dead card is swapped?")
NONE_DEAD = _("No card is dead now")
WHICH_STATE = _("Which card is played?")
TABLE_TALK = _("Table talk")
ALL_HAVE = _("Everyone has")
TALK_HINT = _("everyone in it puts a card down")

# The end.

DRAW = _("A draw")
DECK = _("Draw deck")
CARDS = _("cards")


def state(card: Card) -> str:
    """Return a card's name."""
    return STATES[card].name if card in STATES else {ADD: ADD_CARD, REMOVE: REMOVE_CARD}.get(card, card)


def place_of(shows: str | None, space: Space) -> str:
    """Return a space's row and column, after the state it shows if that is known."""
    if shows is None:
        return row_column(space)
    return _("{state} ({place})").format(state=state(shows), place=row_column(space))


def line(five: Five) -> str:
    """Return where a five is: its row or column from end to end, or the ends of a diagonal."""
    first, last = five[0], five[-1]
    if first.row == last.row:
        return _("row {row}, columns {first} to {last}").format(
            row=first.row + 1, first=first.column + 1, last=last.column + 1
        )
    if first.column == last.column:
        return _("column {column}, rows {first} to {last}").format(
            column=first.column + 1, first=first.row + 1, last=last.row + 1
        )
    return _("{first} to {last}").format(first=row_column(first), last=row_column(last))


# Beside the board.

of_needed = phrase("of {n}", int)
deck = phrase("deck {n}", int)
discards = phrase("discards {n}", int)


def dead_for_all(cards: Sequence[tuple[str, int]], more: int = 0) -> str:
    """Return the cards that nobody can play, with the number that are out if more than one."""
    named = [
        _("{card}\u00a0×{n}").format(card=card, n=out) if out > 1 else card  # noqa: RUF001 - a multiplication sign
        for card, out in cards
    ]
    listed = ", ".join(named)
    if more:
        return _("dead for all: {cards} +{n}").format(cards=listed, n=more)
    return _("dead for all: {cards}").format(cards=listed)


lost = phrase("lost {n}", int)


def lost_cards(count: int) -> str:
    """Return how many cards a seat lost by not drawing in time."""
    return LOST_CARD if count < 2 else _("lost {n} cards").format(n=count)


def draws_cards(count: int) -> str:
    """Return how many cards a seat has to draw."""
    return DRAWS_CARD if count < 2 else _("draws {n} cards").format(n=count)


# The banner and the pads.

plays = phrase("{who} plays a card")
draws_first = phrase("{who} draws a card first")


how_to_enter = phrase("put down {chip}, then tap its space")


def needs(colour: Colour, missing: int) -> str:
    """Return how many more sequences a side needs to win."""
    sentence = many("{side} needs one more sequence", "{side} needs {n} sequences", missing)
    return sentence.format(side=COLOURS[colour], n=missing)


plays_what = phrase("{who} plays {what}", str, str)

TAP_ADD = _("put a chip on any open space, then tap that space")
WRONG_CHIP = each_of(Colour, _("Wrong chip: red"), _("Wrong chip: blue"), _("Wrong chip: green"))
WRONG_CHIP_HINT = _("it lies on the board")
TAP_WRONG = _("the wrong colour: tap the space where that chip lies")
TAP_REMOVE = _("take an opponent's chip off, then tap its space")
TAP_STATE = _("put a chip on one of its spaces, then tap that space")
NOTHING_TO_TAKE = _("no chip to take: tap Dead card to swap it")
BOTH_COVERED = _("both its spaces are covered: it is a dead card")


out_of_turn = phrase("it is {turn}'s turn · tap {who}'s chip, or {who} again to stop", str, str)


FIVE_CHIPS = each_of(
    Colour, _("Turn over five red chips"), _("Turn over five blue chips"), _("Turn over five green chips")
)
SHUFFLE = _("Shuffle the discards")
NEW_DECK = _("they are the new draw deck")


turn_over = phrase("turn over {line}")


must_draw = phrase("{who} draws a card")


would_lose = phrase("{who} must draw now or lose a card")


has_drawn = phrase("{who} has drawn")
then_plays = phrase("then {who} plays")
drew_before = phrase("{who} drew first? tap {who}")


swap_this = phrase("swap {card}")


def still_out(card: Card, out: int) -> str:
    """Return how many copies of a card are left in hands and draw deck."""
    if out <= 0:
        return _("{card} · none left").format(card=card)
    return _("{card} · {n} left").format(card=card, n=out)


talk_in = phrase("Table talk: {side}")


cannot_play = phrase("{who} can't play")

PASS_HINT = _("no card fits: pass")


talk_title = phrase("Table talk: everyone in {side} puts a card down")


still_owe = phrase("still to put one down: {who}")


put_one_down = phrase("{who} has")

# The loupe.


def chip_on_space(colour: Colour, locked: bool) -> str:
    """Return the chip on a space in words."""
    return _("{chip}, in a sequence").format(chip=CHIPS[colour]) if locked else CHIPS[colour]


# The tally of a finished board.

TAP = _("Choose a colour, then tap: chip, flipped, none.")
TOO_MANY = _("A box has 50 chips of a colour: this is one more.")
SIDES = _("Teams")
SIDES_HINTS = {None: _("as the colours say"), 2: _("two: 2 sequences win"), 3: _("three: 1 sequence wins")}

sequences = plural("{n} sequence", "{n} sequences")
wins = phrase("{side} wins")
