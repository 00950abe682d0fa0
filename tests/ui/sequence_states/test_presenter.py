"""What the table says: whose turn it is, what one tap reports, what a begun card needs, who has won."""

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Details, Outcome, Remedy, Seat, Violation
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.model import Colour, Longer, State
from tests.games.plays import Play, Script, plays
from tests.games.sequence_states.board import GAME, at, five, position
from tests.games.sequence_states.plays import SEATS, report, space, table
from tests.ui.screens import Screens
from tests.ui.sequence_states.table import BEAR, FOX, OWL, WOLF, Table, view_of, words_of
from ui.games.pending import OutOfTurn, SeatTap
from ui.games.sequence_states import words
from ui.games.sequence_states.entries import dead_choices
from ui.games.sequence_states.pending import (
    CARD,
    Pending,
    PlayAdd,
    PlayRemove,
    PlayState,
    Tap,
    WrongChip,
)
from ui.games.sequence_states.presenter import SequencePresenter, next_five
from ui.table.presenting import Enter, ResultLine

SCREENS = """
-: the banner says what is awaited
  bare; turn B | -> banner Owl plays a card / put down a blue chip, then tap its space; of 1
  B1.1-1.5; turn B | -> banner Owl plays a card / Blue needs one more sequence
  b1.1; turn B; hands 7 0; owed B |
    -> banner Owl draws a card first / Owl draws a card · Blue needs 2 sequences
  bare; players 4 | A 4.8, B 5.6, C 9.9
    -> banner Wolf plays a card / Fox and Owl must draw now or lose a card · Bear draws a card; of 3
  r1.1-1.2 r1.4-1.5 b2.1
  | A 1.3 ADD -> banner Turn over five red chips / row 1, columns 1 to 5 · then Owl plays; of None
  | A 1.3 ADD, A draws -> banner Owl plays a card / turn over row 1, columns 1 to 5 · Blue needs 2 sequences
  R1.1-1.5 b2.1-2.4; turn B
  | B 2.5 ADD -> banner Turn over five blue chips / row 2, columns 1 to 5 · then Fox plays
  bare; deck 1
  | A 1.1, A draws -> banner Shuffle the discards / they are the new draw deck · then Owl plays; of None
  bare; players 4; forfeits A C | -> banner Table talk / still to put one down: Fox and Bear; of None
  r1.1-1.4; players 3 | A 1.5 -> banner Fox wins / ; of None
-: the banner says what a card that was begun needs
  bare | -> ADD > banner Fox plays ADD / put a chip on any open space, then tap that space
  | -> OH > banner Fox plays Ohio / put a chip on one of its spaces, then tap that space; OH > of 0
  | -> out B > banner Owl plays out of turn / it is Fox's turn · tap Owl's chip, or Owl again to stop
  | -> out B > of 1
  | -> blue > banner Fox plays a blue chip / the wrong colour: tap the space where that chip lies
  b1.1 | -> REMOVE > banner Fox plays REMOVE / take an opponent's chip off, then tap its space
  r1.1 | -> REMOVE > banner Fox plays REMOVE / no chip to take: tap Dead card to swap it
  full | -> OH > banner Fox plays Ohio / both its spaces are covered: it is a dead card
-: with no card to draw the large pad asks for the card, and a button reports nothing
  b1.1 | -> pads Which card?, ADD, REMOVE, Dead card; large Which card?; button -
  | -> pad Which card? ~ its two spaces; tells Which card? = enter card
  | -> pad ADD ~ any open space; tells ADD = begin ADD; ADD > pad ADD ~ tap again to stop
  | -> pad REMOVE ~ an opponent's chip; tells REMOVE = begin REMOVE; REMOVE > pad REMOVE ~ tap again to stop
  | -> pad Dead card ~ swap it, then play; tells Dead card = enter dead
-: a card that is due comes first, and no pad moves from under a finger; a forgotten tap used to cost a card
  bare; turn B; owed A | -> pads Fox has drawn, ADD, REMOVE, Dead card; button A draws
  bare; players 4
  | A 4.8, B 5.6 -> first Fox has drawn ~ Owl drew first? tap Owl; tells Fox has drawn = A draws
  | A 4.8, B 5.6, A draws -> first Owl has drawn ~ then Bear plays; tells Owl has drawn = B draws
  bare; owed A | -> first Fox has drawn ~
  r1.1 b1.2; no-layout; hands 2 2
  | A 4.8, B 5.6, A passes -> first Fox has drawn ~ Owl drew first? tap Owl
-: an impossible move is labelled, not blocked, and what was named or is the only one isn't asked for
  bare; swapped | -> pad REMOVE ~ no chip to take off; tells REMOVE = begin REMOVE
  | -> pad Dead card ~ once a turn: done; tells Dead card = A swaps
  bare | -> OH > first Ohio ~ or another card; OH > tells Ohio = enter card; OH > large Ohio
  | -> OH > pad Dead card ~ swap Ohio; OH > tells Dead card = A swaps OH
  r1.1 | -> pad Dead card ~ swap REMOVE; tells Dead card = A swaps
-: without a layout nobody can say which card is dead
  r1.1; no-layout | -> pad Dead card ~ swap REMOVE; tells Dead card = A swaps
  r1.1 b1.2; no-layout | -> OH > banner Fox plays Ohio / put a chip on one of its spaces, then tap that space
  | -> first Which card? ~ if you want to name it; tells Which card? = enter card
  | -> pad Dead card ~ swap it, then play; tells Dead card = A swaps
-: there are no pads after the end or before a forfeit, and a tap on a covered space is reported all the same
  r1.1-1.4; players 3 | A 1.5 -> no routine; menu-pads ; tap 1.1 = -; tap B = -
  bare; players 4; forfeits A | -> no routine; menu-pads
  b1.1 | -> tap 1.1 = A 1.1; ADD > tap 1.1 = A 1.1 ADD
-: what a tap means depends on what was begun, and on whose place it is
  bare; players 4; owed D | -> OH > tap 1.1 = A 1.1 OH; REMOVE > tap 9.9 = A removes 9.9
  | -> out B > tap 1.1 = B 1.1; blue > tap 1.1 = A 1.1 blue
  | -> tap D = D draws; tap B = begin out B; tap A = -
-: the menu offers a pass, table talk for teams only, and chips of other colours
  bare; players 4; turn B
  | -> menu-pads Owl can't play, Table talk: Red, Table talk: Blue, Wrong chip: red, Wrong chip: green
  | -> menu-tells Owl can't play = B passes; menu-tells Table talk: Red = talk r
  | -> menu-tells Table talk: Blue = talk b; menu-tells Wrong chip: green = begin green
  bare; players 3 | -> menu-pads Fox can't play, Wrong chip: blue, Wrong chip: green
-: after table talk the dialog asks who has put a card down
  bare; players 4 | talk r -> title Table talk: everyone in Red puts a card down; large Everyone has
  | talk r -> pads Everyone has, Fox has, Bear has; tells Everyone has = all-forfeit;
    tells Bear has = C forfeits
  | talk r, A forfeits -> question still to put one down: Bear
  | talk r, all-forfeit -> no dialog
-: where draws are granted the banner asks for none
  r1.1-1.4; draws=granted | -> banner Fox plays a card / Red needs 2 sequences
  | A 1.5 -> banner Turn over five red chips / row 1, columns 1 to 5 · then Owl plays; large Which card?
"""

FAULTS = """
-: out of turn, and on a space of another state
  bare | B 2.9 -> refused ss.first; title It is Fox's turn, not Owl's;
    steps Take the blue chip off Ohio (row 2, column 9). The card goes back into Owl's hand.
  | A 7.1 OH -> refused ss.play:other_state; title That space is Texas, not Ohio;
    step Take the red chip off Texas (row 7, column 1).;
    step Put it on Ohio: row 2, column 9, or row 3, column 5, then tap that space.
  b2.9 | A 7.1 OH -> refused ss.play:other_state;
    step Put it on Ohio: row 3, column 5, then tap that space.
  b2.9 b3.5 | A 7.1 OH -> refused ss.play:other_state; step Ohio goes back into Fox's hand.
-: a chip of a wrong colour
  bare | A 2.9 blue -> refused ss.play:colour; title A blue chip was placed: Fox plays with red chips;
    step Take the blue chip off Ohio (row 2, column 9).;
    step Put a red chip there instead, then tap that space.
  | A 7.1 OH green -> refused ss.play:other_state ss.play:colour; title That space is Texas, not Ohio;
    step Also: A green chip was placed: Fox plays with red chips.;
    step Take the green chip off Texas (row 7, column 1).;
    step Put a red chip on Ohio: row 2, column 9, or row 3, column 5, then tap that space.
-: a covered space, a chip or a card that there isn't
  b2.9 | A 2.9 OH -> refused ss.play:covered; title There is already a blue chip on Ohio (row 2, column 9)
  b1.1; no-layout
  | A 1.1 -> refused ss.play:covered; title There is already a blue chip on row 1, column 1
  bare; chips 0 50 | A 1.1 -> refused ss.box:chips; title No red chip is left in the box
  bare; hands 0 7; owed A
  | A 1.1 -> refused ss.hand:empty; title Fox has no card in hand, and draws one first
  bare; hands 0 7 | A 1.1 -> refused ss.hand:empty; title Fox has no card in hand
  bare; discards OH OH / - | A 2.9 OH -> refused ss.box:copies; title Both Ohio cards already lie face up
  bare; discards ADD ADD ADD ADD / -
  | A 2.9 ADD -> refused ss.box:copies; title All four ADD cards already lie face up
-: REMOVE
  r1.1 b1.2 | A removes 1.1 -> refused ss.remove:own; title Red can't take off its own chip;
    steps Put the red chip back on Mississippi (row 1, column 1). REMOVE goes back into Fox's hand.
  B1.1-1.5 | A removes 1.1 -> refused ss.remove:locked; title The blue chip is part of a sequence and stays;
    step Put the blue chip back on Mississippi (row 1, column 1), white side up.
  bare | A removes 1.1 -> refused ss.remove:open; title There is no chip on Mississippi (row 1, column 1)
  | A 1.1 REMOVE -> refused ss.remove:is_remove; title REMOVE takes a chip off, it puts none down;
    steps Take the red chip off Mississippi (row 1, column 1). REMOVE goes back into Fox's hand.
  b1.1 | A removes 1.1, A 1.1 -> refused ss.first ss.remove:same_space; title It is Owl's turn, not Fox's;
    step Also: REMOVE has just cleared that space: no chip goes there.;
    step Take the red chip off Mississippi (row 1, column 1).
-: dead cards, draws and passes
  bare | A passes -> refused ss.play:playable; title Fox must have a card that can be played
  | A swaps OH -> refused ss.dead:open; title Ohio isn't dead: row 2, column 9 is open;
    steps Ohio goes back into Fox's hand. Put the drawn card back on top of the draw deck, face down.
  | A draws -> refused ss.draw:taken; title Fox has no card to draw now;
    steps Put the drawn card back on top of the draw deck, face down.
  | A 2.3, B 5.6, B draws, A draws -> refused ss.draw:lost; title Fox has lost that card
  b1.1 | A swaps -> refused ss.dead:none; title No card is dead now
  b2.9 b3.5 | A swaps ADD -> refused ss.dead:never; title ADD is never dead
  | A swaps REMOVE -> refused ss.dead:never; title REMOVE isn't dead: there is a chip to take off
  b2.9 b3.5; swapped | A swaps OH -> refused ss.dead:twice; title Fox has already swapped a card this turn
  b2.9 b3.5; discards OH OH / -
  | A swaps -> refused ss.dead:counted; title Which dead card? Both cards of each already lie face up
  r1.1; hands 0 7; deck 0
  | A draws -> refused ss.draw:taken ss.draw:empty; title Fox has no card to draw now
  bare; deck 0; owed A | A draws -> refused ss.draw:empty; title There is no card left to draw
-: table talk, longer lines and counts
  bare | talk r -> refused ss.table-talk:alone; title Fox plays alone and has no team mate to coach
  | five 1.1-1.5 -> refused ss.sequence:late; title It is too late to choose another five
  | recount 95 -1 14 -> refused ss.box:negative; title Nobody can have fewer than 0 cards
  | recount 93 7 7 -> refused ss.box:count; title 1 card is missing; steps Count again: 1 card is missing.
  bare; players 4 | all-forfeit -> refused ss.table-talk:nothing; title Nobody has to put a card down
  | A forfeits -> refused ss.table-talk:not_you; title Fox doesn't have to put a card down
  | talk r, A 1.1 -> refused ss.table-talk:pending; title First everyone in that team puts a card down
  r1.1-1.3 r1.5-1.7 | A 1.4 ADD, five 9.1-9.5 -> refused ss.sequence:five; title Those five can't be chosen
  | A 1.4 ADD, five 1.4-1.8 -> refused ss.share:five; title Two sequences may share only one space
"""


def pending(text: str) -> Pending:
    match text.split():
        case ["out", seat]:
            return OutOfTurn(SEATS[seat])
        case ["ADD"]:
            return PlayAdd()
        case ["REMOVE"]:
            return PlayRemove()
        case [word]:
            return WrongChip(Colour(word)) if word.islower() else PlayState(word)
    raise ValueError(text)


def place(text: str) -> Tap:
    return SeatTap(SEATS[text]) if text in SEATS else space(text)


def words_for(state: State) -> SequencePresenter:
    rulings = {"draws": "granted"} if state.granted else {}
    return words_of(len(state.sides), state.layout, **rulings)


WORDS = Screens(GAME, words_for, report, place, pending)
SCRIPT = Script(GAME, table, report, WORDS.holds, refused=WORDS.refused)


@pytest.mark.parametrize("play", list(plays(SCREENS, FAULTS)), ids=lambda play: play.name)
def test_a_screen(play: Play) -> None:
    SCRIPT.check(play)


def test_the_result_names_a_team_and_everybody_in_it() -> None:
    state = position("RRRRR.....", "RRRRR", players=4)
    outcome = Outcome((FOX, BEAR), "ss.win")
    sheet = words_of().result(outcome, view_of(replace(state, ended=outcome)))
    assert sheet.title == "Red wins"
    assert sheet.winners == (FOX, BEAR)
    red, blue = sheet.figures
    assert red == ResultLine((FOX, BEAR), "Red", "2", "Fox and Bear")
    assert blue == ResultLine((OWL, WOLF), "Blue", "0", "Owl and Wolf")
    assert sheet.subtitle == "", "nobody wants to read a rule at a win"
    # The result of a single winner and of a draw.
    ended = Outcome((OWL,), "ss.win")
    alone = words_of(3).result(ended, view_of(position("BBBBB", players=3, ended=ended)))
    assert (alone.title, alone.figures[0]) == ("Owl wins", ResultLine((OWL,), "Blue", "1", "Owl"))
    ended = Outcome((), "ss.stuck")
    draw = words_of(3).result(ended, view_of(position(players=3, ended=ended)))
    assert (draw.title, draw.winners) == ("A draw", ())
    assert draw.subtitle == GAME.catalogue.text("ss.stuck")


def test_dead_cards_are_offered_and_also_not_to_say_which() -> None:
    state = position(*["rb" * 5] * 10)
    titles = [choice.title for choice in dead_choices(view_of(state))]
    assert titles[:3] == ["Not named", "Alabama", "Alaska"]
    assert "REMOVE" not in titles
    assert dead_choices(view_of(state))[1].report == r.SwapDead(FOX, "AL")
    assert dead_choices(view_of(state))[1].subtitle == "AL · 2 left"
    # If nothing is dead a swap can be reported all the same.
    choices = dead_choices(view_of(position("b")))
    assert [(choice.title, choice.report) for choice in choices] == [("It was swapped", r.SwapDead(FOX))]
    # REMOVE is offered while it has no target.
    choices = dead_choices(view_of(position("r")))
    assert [choice.report for choice in choices] == [r.SwapDead(FOX), r.SwapDead(FOX, "REMOVE")]
    # A card whose copies all lie face up already must be named: the referee would ask which one it was.
    state = replace(position("", "........b", "....b"), discards=(("OH", "OH"), ()))
    assert [choice.report for choice in dead_choices(view_of(state))] == [r.SwapDead(FOX, "OH")]
    state = replace(position("", "........b", "....bb", *["...b"] * 3), discards=(("OH", "OH"), ()))
    assert [choice.report.card for choice in dead_choices(view_of(state))] == [None, "AL", "OH"]


def test_what_the_pads_offer_in_a_game_can_be_told() -> None:
    """The first pad of every position is accepted: the likeliest report is never refused."""
    table = Table(2)
    for n in range(30):
        first = table.words.routine(table.view)[0].report
        chip = r.PlaceChip(table.view.turn, at(n % 9 + 1, n // 9 * 2 + 1))
        report = chip if first == Enter(CARD) else first
        assert isinstance(GAME.judge(table.match.state, report), Accepted)
        table.enter(report)


def test_words_of_lines() -> None:
    assert words.line(five(4, 2, 0, 1)) == "row 4, columns 2 to 6"
    assert words.line(five(2, 4, 1, 0)) == "column 4, rows 2 to 6"
    assert words.line(five(2, 3, 1, 1)) == "row 2, column 3 to row 6, column 7"
    assert words.line(five(2, 7, 1, -1)) == "row 2, column 7 to row 6, column 3"
    # In a longer line each five can be chosen one after the other.
    fives = [five(1, n, 0, 1) for n in (1, 2, 3)]
    chosen = [fives[1]]
    for _ in range(3):
        others = tuple(other for other in fives if other != chosen[-1])
        state = position(".RRRRR", turn=OWL, longer=(Longer(chosen[-1], others),))
        pad = words_of(2).routine(view_of(state))[-1]
        assert pad.title == "Another five"
        assert isinstance(pad.report, r.ChooseFive)
        chosen.append(pad.report.five)
    assert chosen == [fives[1], fives[2], fives[0], fives[1]]
    assert next_five(fives[0], (fives[2],)) == fives[2]


CHIP: Details = {"row": 1, "column": 5}
"""A chip's space; +10 is white side up, -1 no chip."""


@pytest.mark.parametrize(("act", "seat", "details", "step"), [
    ("take_off", OWL, {"row": 1, "column": 5, "colour": "red"}, "Take the red chip off {place}."),
    ("put_back", OWL, {"row": 1, "column": 5, "colour": "blue"}, "Put the blue chip back on {place}."),
    ("put_back_white", OWL, {"row": 1, "column": 5, "colour": "blue"},
     "Put the blue chip back on {place}, white side up."),
    ("take_off", OWL, {"row": 1, "column": 5}, "Take the chip off {place}."),
    ("card_back", OWL, {"card": "OH"}, "Ohio goes back into Owl's hand."),
    ("card_back", OWL, {"card": "ADD"}, "ADD goes back into Owl's hand."),
    ("card_back", OWL, {}, "The card goes back into Owl's hand."),
    ("return_drawn", OWL, {}, "Put the drawn card back on top of the draw deck, face down."),
    ("chip", None, CHIP | {"lies": 0, "should": 10}, "Turn the red chip on {place} over, white side up."),
    ("chip", None, CHIP | {"lies": 11, "should": 1}, "Turn the blue chip on {place} over, colour up."),
    ("chip", None, CHIP | {"lies": 0, "should": 1}, "On {place}: a blue chip in place of the red chip."),
    ("chip", None, CHIP | {"lies": -1, "should": 11}, "Put a blue chip, white side up, on {place}."),
    ("chip", None, CHIP | {"lies": 11, "should": -1}, "Take the blue chip off {place}."),
    ("chip", None, CHIP | {"lies": 9, "should": -1}, "Put it right on the table, then go on."),
    ("look_again", OWL, {}, "Look at the table again, and tap what lies there."),
    ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
    ("count_again", None, {}, "Count the draw deck and the hands again."),
    ("ask_again", None, {}, "Look at the table again, then enter it again."),
    ("take_off", OWL, {"row": 77, "column": 5}, "Put it right on the table, then go on."),
])  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    explained = words_of().explain((Violation("ss.play", seat, remedy=(Remedy(act, seat, details),)),))
    assert explained.steps == (step.format(place="Montana (row 2, column 6)"),)
