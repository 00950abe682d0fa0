"""What the table of Speed Mode says, and what taps mean: pure, without a window."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Details, Remedy, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.events import Why
from companion.games.speed_mode.evolve import finish_events, fold
from companion.games.speed_mode.model import Facts, OnPair
from companion.journal import rows_of
from companion.match import Match
from tests.contract.test_frozen import frozen
from tests.games.plays import Play, Script, plays
from tests.games.speed_mode.plays import kind, report, table
from tests.ui.screens import Screens
from ui.games.pending import CardTap
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import DrawingCards, HalfTap, Pending, Tap
from ui.games.speed_mode.presenter import SpeedPresenter
from ui.stage import theme
from ui.table.sentences import PUT_RIGHT

GAME = SpeedMode()
PLATES = theme.plates()[:2]
FOX, OWL = Seat(0), Seat(1)
PRESENTER = SpeedPresenter(Facts(), PLATES)


SCREENS = """
-: the banner says what is awaited
  empty | -> banner Fox's turn / Tap the combination that you cover, or a pad.
  | -> exchange > banner Fox exchanges three cards / How many of the face-up cards were taken?
  empty; hands 7 10 | -> replenish > banner Fox draws 3 cards / How many of the face-up cards were taken?
  empty; open red-square | -> banner Fox's turn / Enter the 4 new face-up cards.
  | -> exchange > banner Fox exchanges three cards / Tap the face-up cards that were taken.
  empty; finished | -> banner Points for groups of unpaired combinations /
  | groups 2 0 -> banner Fox wins with 2 points /; no routine; tap 0,0,1 = -
  | groups 2 2 -> banner Both share it with 2 points /
-: what a tap means, and how many face-up cards were taken where they are only counted
  empty | -> tap 0,0,1 = A 0,0 1; tells Exchange = begin exchange
  | -> exchange > pads All from the deck, 1 face up, 2 face up, 3 face up, Exchange
  | -> exchange > tells All from the deck = A exchanges 0; exchange > tells 3 face up = A exchanges 3
  | -> exchange > tells Exchange = begin exchange; exchange > tap 0,0,1 = -
-: replenishing waits for a hand that has room
  empty | -> dead Replenish; first Exchange ~ three cards for three; pad Replenish ~ the hand is full
  empty; hands 7 10 | -> first Replenish ~ draw 3 cards; pad Exchange; no-pad Pass
  empty; hands 7 10 | -> live Replenish; replenish > tells 2 face up = A replenishes 2
  | -> replenish > tells Replenish = begin replenish
-: face-up cards are tapped where they are told; without a pad first, for what can be done
  empty; open red-square red-square green-circle | -> tells New card? = enter opened; tap 3 = enter opened
  | -> exchange > tap 0 = begin exchange red-square; tap 2 = begin exchange green-circle
  | -> exchange red-square red-square > tells 2 face up = A exchanges red-square red-square
-: cards are tapped as far as they are drawn, and a second tap takes one away; others of a kind are separate
  empty; open red-square red-square green-circle blue-square blue-square
  | -> exchange red-square green-circle blue-square > tap 1 = -
  | -> exchange red-square green-circle blue-square > tap 2 = begin exchange red-square blue-square
  | -> exchange red-square > tap 0 = begin exchange;
    exchange red-square > tap 1 = begin exchange red-square red-square
  | -> exchange red-square red-square > tap 1 = begin exchange red-square
  empty; open red-square; lie 0 1 | -> tap 0 = -
  empty; open red-square; hands 7 10 | -> tap 0 = begin replenish red-square
-: a short deck offers only what can have been drawn
  empty; lie 0 5 | -> exchange > pads 3 face up, Exchange; exchange > large 3 face up
  empty; lie 1 5 | -> exchange > pads 2 face up, 3 face up, Exchange; exchange > large 2 face up
  empty; lie 2 5 | -> exchange > pads 1 face up, 2 face up, 3 face up, Exchange; exchange > large 1 face up
-: at an empty deck three told cards are tapped first, and if too few are told, that is the next step
  empty; open red-square red-square green-circle blue-square blue-square; lie 0 5
  | -> exchange red-square > first Face up ~ tap 2 more; exchange red-square > dead Face up
  | -> exchange red-square green-circle blue-square > live 3 face up
  empty; open red-square red-square; lie 0 5
  | -> exchange > pads New card?, Face up, Exchange; exchange > tells New card? = enter opened
  | -> exchange > dead Face up
-: at an empty deck each says that nothing can be made, and where nothing can be drawn the large pad passes
  empty; lie 0 5 | -> tells Fox can't = A stuck; tells Owl can't = B stuck
  | -> banner Fox's turn / The deck is used up: who can't make any combination?
  empty; lie 0 0 | -> first Pass ~ nothing can be done; live Pass; tells Pass = A passes;
    pad Exchange ~ no cards for that; pad Replenish ~ no cards for that; dead Exchange
-: the questions of the end
  empty | TEN -> pads Play on, End the game; tells Play on = go-on; tells End the game = end; large Play on
  empty; finished | -> tells Count the groups = enter groups; no routine
-: what was drawn, laid or counted too much goes back to where it came from
  empty | B exchanges 3 -> refused sm.turn; title It is Fox's turn, not Owl's;
    steps The cards that were turned up after that go back on top of the deck, if there are any. \
Put the 3 drawn cards back face up. Owl takes the 3 cards at the bottom of the deck back.
  | B exchanges 2 -> refused sm.turn;
    step Put 2 drawn cards back face up, and the others on top of the deck.;
    step The cards that were turned up after that go back on top of the deck, if there are any.
  | B exchanges 0 -> refused sm.turn; step Put the drawn cards back on top of the deck.
  | recount 48 4 10 10 -> refused sm.face-up; title Five cards lie face up while the deck has any;
    steps Turn cards up from the deck until five lie face up.
  empty; hands 30 36 | recount 0 6 30 36 -> refused sm.face-up; title Never more than five cards lie face up;
    steps Count the deck, the face-up cards and both hands again.
  empty | recount 46 6 10 10 -> refused sm.face-up; title Never more than five cards lie face up;
    steps Put face-up cards back on top of the deck until five lie face up.
  empty; hands 7 7; lie 2 5 | A replenishes 0 -> refused sm.replenish; title The deck has only 2 cards left
  empty; hands 7 7; lie 1 5 | A replenishes 0 -> refused sm.replenish; title The deck has only 1 card left
  empty; hands 7 7; lie 0 5 | A replenishes 0 -> refused sm.replenish; title The deck is used up
  b....... ........ ........ | A 0,0 0 -> refused sm.available;
    step Take the new token off the left half of row 1, column 1.
"""
TEN = ", ".join(["A exchanges, B exchanges"] * 5)


def pending(text: str) -> Pending:
    action, *cards = text.split()
    return DrawingCards("exchange" if action == "exchange" else "replenish", tuple(map(kind, cards)))


def place(text: str) -> Tap:
    number, *half = map(int, text.split(","))
    return HalfTap(Place(number, half[0]), half[1]) if half else CardTap(number)


WORDS = Screens(GAME, lambda _: PRESENTER, report, place, pending)
SCRIPT = Script(GAME, table, report, WORDS.holds, refused=WORDS.refused)


@pytest.mark.parametrize("play", list(plays(SCREENS.replace("TEN", TEN))), ids=lambda play: play.name)
def test_a_screen(play: Play) -> None:
    SCRIPT.check(play)


def test_a_combination_is_read_without_one_number_running_into_the_next() -> None:
    """ "Red square 1 and 2 times green circle 4" sounded like three reds or fours."""
    red, green = Kind.RED_SQUARE, Kind.GREEN_CIRCLE
    assert words.kinds((red, green, green)) == "2\u00d7 green circle 4 and red square 1"
    assert words.kinds((red, red, green)) == "2\u00d7 red square 1 and green circle 4"


def test_the_result_names_the_points() -> None:
    match: Match[Any, Any, Any, Any]
    match, _ = Match.restore(GAME, rows_of(frozen("speed-mode", 1).read_bytes()))
    assert match.outcome is not None
    sheet = PRESENTER.result(match.outcome, GAME.view(match.state, None))
    assert [int(each.figure) for each in sheet.figures] == sorted(GAME.score(match.state)["points"])[::-1]


def test_the_result_keeps_unpaired_groups_apart_from_extra_points() -> None:
    state = GAME.opening(Facts())
    row = [Place(0, 0), Place(0, 1)]
    tokens = [OnPair((FOX, None)) if at in row else OnPair() for at in state.board.places]
    state = replace(state, pairs=tuple(tokens))
    ended = fold(state, finish_events(state, Why.AGREED))
    assert ended.ended is not None
    sheet = PRESENTER.result(ended.ended, GAME.view(ended, None))
    assert (sheet.figures[0].figure, sheet.figures[0].note) == ("1", words.made_of(0, 0, 1))


HALF: Details = {"row": 0, "column": 1, "half": 0}
CIRCLE: Details = {"row": 0, "column": 1, "half": 2}
BETWEEN: Details = {"row": 0, "column": 1, "row_2": 0, "column_2": 2}


@pytest.mark.parametrize(("act", "details", "step"), [
    ("token", HALF | {"lies": 0, "should": -1},
     "Take Fox's token off the left half of row 1, column 2."),
    ("token", HALF | {"lies": 0, "should": 1},
     "On the left half of row 1, column 2: Owl's token in place of Fox's token."),
    ("token", CIRCLE | {"lies": -1, "should": 1}, "Put Owl's circle on row 1, column 2."),
    ("token", HALF | {"half": 7, "lies": 0, "should": -1}, PUT_RIGHT),
    ("extra", BETWEEN | {"lies": 0, "should": -1},
     "Take Fox's extra point off the line between row 1, column 2 and row 1, column 3."),
    ("return_drawn", {"cards": 1, "face_up": 1}, "Put the drawn card back face up."),
])  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, details: Details, step: str) -> None:
    assert list(PRESENTER.sentences.steps((Remedy(act, FOX, details),)))[-1] == step
