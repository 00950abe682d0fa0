"""Tracktic, rule by rule: mostly as plays, with a table, reports, and what is on the grid afterwards."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Seat
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Facts, Piece, State
from companion.games.tracktic.profile import demo
from companion.games.tracktic.reports import FlipPiece, LayPattern, Skip
from companion.games.tracktic.rules import could_play, placements
from tests.games.plays import Play, marked, plays
from tests.games.tracktic.board import BOX, GAME, after, cells, position, refusal
from tests.games.tracktic.plays import SCRIPT

YELLOW, BLUE = Seat(0), Seat(1)

PLAYS = """
tt.turn: a card is played, and the next one has the turn
  Y... .... .... ...R | Y 0,1 0,2 0,3 -> laid Y bar 0,1 0,2 0,3; turn B
  | B 2,0 2,1 2,2 -> breaks tt.turn
tt.turn: a card is one of the four that lie open where they are told
  deal 2; watching | -> lie-open 4 untold 4
  | opens bar -> open bar
  | opens bar, opens bar, opens flip, opens corner -> open bar bar flip corner; lie-open 4 untold 0
  | opens bar, opens bar, opens flip, opens corner, opens hook -> refused tt.turn:all_open
  | opens bar, opens bar, opens flip, opens corner, Y 1,0 2,0 2,1 2,2 -> refused tt.turn:not_open
  | opens bar, opens bar, opens flip, opens corner, Y 0,1 1,1 1,2 -> open bar bar flip; lie-open 4 untold 1
  | opens bar, opens bar, opens flip, opens corner, Y 0,1 1,1 1,2, B 1,3 2,3 2,2 2,1 -> turn Y
  | opens bar, opens bar, opens flip, opens corner, Y 0,1 1,1 1,2, opens dance -> refused tt.turn:no_copy
  Y..B | opens bar -> refused tt.turn:untold
tt.turn: no more cards of a kind are played than there are
  Y........... ............ ............ B...........
  | Y 0,1 0,2 0,3, B 3,1 3,2 3,3, Y 0,4 0,5 0,6, B 3,4 3,5 3,6 -> refused tt.turn:used_up
-: open cards are filled up only when all four are played, where the table chose so
  Y........... B........... G........... R...........; players 4; refill=all_used | -> lie-open 4 untold 0
  | Y 0,1 0,2 0,3 -> lie-open 3 untold 0
  | Y 0,1 0,2 0,3, B 1,1 1,2 1,3 -> lie-open 2 untold 0
  | Y 0,1 0,2 0,3, B 1,1 1,2 1,3, G 2,1 2,2 2,3 -> lie-open 1 untold 0
  | Y 0,1 0,2 0,3, B 1,1 1,2 1,3, G 2,1 2,2 2,3, R skips -> lie-open 1 untold 0
tt.skip: who skips is out until the game is over
  Y... B... G... R...; players 4 | Y skips -> turn B
  | Y skips, B skips, G skips -> turn R
  | Y skips, B skips, G skips, R 3,1 3,2 3,3 -> turn R
  | Y skips, B skips, G skips, R 3,1 3,2 3,3, Y 0,1 0,2 0,3 -> breaks tt.skip
  | Y skips, B skips, G skips, R 3,1 3,2 3,3, Y skips -> refused tt.skip

tt.pattern: a pattern may be turned and mirrored
  Y... .... .... ...B | Y 0,1 0,2 0,3 -> laid Y bar 0,1 0,2 0,3
  | Y 1,0 2,0 3,0 -> laid Y bar 1,0 2,0 3,0
  | Y 1,0 2,0 2,1 2,2 -> laid Y hook 1,0 2,0 2,1 2,2
  | Y 1,0 1,1 1,2 2,2 -> laid Y hook 1,0 1,1 1,2 2,2
  | Y 1,0 2,0 3,0 3,1 -> laid Y hook 1,0 2,0 3,0 3,1
  | Y 1,0 1,1 2,1 3,1 -> laid Y hook 1,0 1,1 2,1 3,1
tt.pattern: exactly the pattern is laid, and the one that was told
  Y... .... .... ...B | Y 0,1 0,2 -> breaks tt.pattern:shape
  | Y 0,1 0,2 1,1 1,2 -> breaks tt.pattern:shape
  | Y 0,1 0,2 1,3 -> breaks tt.pattern:shape
  | Y 0,1 0,2 0,3 1,3 2,3 -> breaks tt.pattern:shape
  | Y 0,1 0,2 0,3 as corner -> refused tt.pattern:shape
  | Y 0,1 0,2 0,3 as bar -> turn B
tt.pattern: it is laid on free cells; where there is no grid hands can't have laid anything
  YW#. .... .... ...B | Y 0,0 1,0 2,0 -> breaks tt.pattern:own
  | Y 0,1 1,1 2,1 -> breaks tt.pattern:white
  | Y 0,1 1,1 2,1 token -> breaks tt.pattern:white tt.token:nothing
  | Y 1,2 0,2 2,2 -> breaks tt.pattern:outside; lies not; do look_again
tt.players, tt.pattern: with two, what is laid beside the area lies on the printed grid
  smaller 2 | Y 0,1 1,1 2,1 -> breaks tt.players:area; do take_off take_off take_off card_back
  | Y 0,1 1,1 2,1 -> breaks tt.players:area; lies; stands; new 0,1 1,1 2,1
  | Y 1,2 1,3 1,4 -> breaks tt.players:area; lies; stands; new 1,2 1,3 1,4
  | Y 0,3 1,3 1,2 -> breaks tt.players:area; lies; stands; new 0,3 1,3 1,2
  | Y flips 0,2 0,3 -> breaks tt.players:area
  | Y 1,1 2,1 3,1 -> breaks tt.pattern:outside; lies not; details why outside
  smaller 4 | Y 1,2 1,3 1,4 -> refused tt.connect
tt.pattern: a wrong shape may be let stand as the card that was told, or the nearest
  Y... .... .... ...B | Y 0,1 0,2 as hook -> breaks tt.pattern:shape; stands; used hook=1; new 0,1 0,2
  | Y 0,1 0,2 0,3 as corner -> breaks tt.pattern:shape; stands; used corner=1; new 0,1 0,2 0,3
  | Y 0,1 0,2 as nothing -> breaks tt.pattern:shape; stands; used bar=1; new 0,1 0,2
  | Y 0,1 0,2 -> breaks tt.pattern:shape; stands; used bar=1; new 0,1 0,2
  | Y 0,1 1,1 1,3 1,2 2,3 -> breaks tt.pattern:shape; stands; used hook=1; new 0,1 1,1 1,3 1,2 2,3
  | Y 1,0 2,1 -> breaks tt.pattern:shape; stands; used corner=1; new 1,0 2,1
tt.pattern, tt.turn: the nearest is one that can be played
  Y... .... .... ...B; used bar=3 | Y 0,1 0,2 -> breaks tt.pattern:shape; stands; used bar=3 corner=1
  Y... .... .... ...B; open hook hook flip flip
  | Y 0,1 0,2 -> breaks tt.pattern:shape; stands; used hook=1; open hook flip flip
  Y... .... .... ...B; used bar=3 corner=3 hook=2
  | Y 0,1 0,2 -> breaks tt.pattern:shape; stands; used bar=4 corner=3 hook=2
tt.pattern: nobody lays more pieces than there are
  YYYYYYYYYY.. ............ ............ ...........B
  | Y 1,0 2,0 3,0 -> breaks tt.pattern:supply; details needed 3
tt.connect: the pattern touches an own piece, or a white one of the path
  Y... .... .... ...B | Y 0,1 0,2 0,3 -> turn B
  | Y 1,1 1,2 1,3 -> refused tt.connect
  | Y 2,0 2,1 2,2 -> refused tt.connect
  YW.. .... .... ...B | Y 0,2 0,3 1,3 -> turn B
  YWW. .... .... ...B | Y 1,2 2,2 3,2 -> turn B
  YB.. .... .... ...B | Y 0,2 0,3 1,3 -> refused tt.connect
  Y.W. .... .... ...B | Y 1,2 2,2 3,2 -> refused tt.connect
  Y... W... .... ...B | Y 2,0 2,1 2,2 -> turn B
tt.no-t: no four own pieces form a T; two by two is none, and white ones don't count
  YYY. .... .... ...B | Y 1,1 2,1 3,1 -> breaks tt.no-t
  | Y 1,2 2,2 3,2 -> turn B
  | Y 1,0 2,0 3,0 -> turn B
  Y... .... .... ...B | Y 0,1 1,0 1,1 -> turn B
  .W.. YY.. .... ...B | Y 1,2 1,3 2,3 -> turn B
  .Y.. Y.Y. .... ...B | Y 1,1 2,1 3,1 -> breaks tt.no-t
  .YB. .Y.. .Y.. ...B | Y flips 0,2 1,2 -> breaks tt.no-t:t
tt.no-t: a T may be let stand and counts no second time
  YYY..... ........ ........ .......B
  | Y 1,1 2,1 3,1 -> breaks tt.no-t; do take_off take_off take_off card_back
  | Y 1,1 2,1 3,1 -> breaks tt.no-t; stands; turn B
  YYY..... .Y...... .Y...... .Y.....B | Y 3,2 3,3 2,3 -> turn B
-: all faults of a move are named
  YYY..... ........ ........ .......B; turn 1 | Y 1,1 2,1 3,1 4,1 -> breaks tt.turn tt.pattern tt.no-t

tt.token, tt.white: a token turns over what stands in the pattern's way, and a turned piece doesn't come back
  Y.B. .... .... ...B | Y 0,1 0,2 0,3 -> refused tt.token:in_way
  | Y 0,1 0,2 0,3 token -> laid Y bar 0,1 0,3 over 0,2; tokens 0 1; lies W 0,2; supply Y 3; supply B 2
tt.token: one token turns over several, and a white piece stands in as well
  YBW. .B.. .... ...B | Y 0,1 1,1 1,0 token -> laid Y corner 1,0 over 0,1 1,1
  | Y 0,1 0,2 0,3 token -> laid Y bar 0,3 over 0,1
tt.token: a token that cannot be played; one that was given away for nothing and is let stand is gone
  Y.B. .... .... ...B; tokens 0 1 | Y 0,1 0,2 0,3 token -> breaks tt.token:none
  Y.B. .... .... ...B; token_cell=closed | Y 0,1 0,2 0,3 token -> breaks tt.token:closed
  Y... .... .... ...B | Y 0,1 0,2 0,3 token -> refused tt.token:nothing; stands; tokens 0 1
  Y... .... .... ...B; tokens 0 1 | Y 0,1 0,2 0,3 token -> breaks tt.token:nothing; stands; tokens 0 1
tt.flip, tt.white: a flip turns a neighbour over and lays one beside it
  YB.. .... .... ...B | Y flips 0,1 0,2 -> board YWY. .... .... ...B; used flip=1; turn B
tt.flip: a flip that cannot be
  YBB. .... .... ...B | Y flips 0,2 0,3 -> breaks tt.flip:touch
  | Y flips 1,1 1,2 -> breaks tt.flip:not_opponents
  | Y flips 0,0 1,0 -> breaks tt.flip:not_opponents
  | Y flips 0,1 2,1 -> breaks tt.flip:apart
  | Y flips 0,1 0,2 -> breaks tt.flip:covered
tt.white: a white piece is never turned back
  YW.. .... .... ...B | Y flips 0,1 0,2 -> breaks tt.white:back
tt.flip: a start piece stays where the table says so
  deal 2; start_piece_flippable=no | Y 0,1 0,2 1,2, B flips 0,0 1,0 -> breaks tt.flip:start
  YB.. .... .... ...B; start_piece_flippable=no; start 0,0 3,3 | Y flips 0,1 0,2 -> turn B

tt.end, tt.winner, tt.score: over when everybody has skipped, and the longest path wins; equal ones share
  YYY. .... .... ..BB | Y skips, B skips -> wins Y; longest 3 2
  YY.. .... .... ..BB | Y skips, B skips -> wins Y B
tt.end: over when all cards have been used
  Y... .... .... ...B; used bar=2 corner=3 hook=2 flip=2 | Y 0,1 0,2 0,3 -> wins Y
tt.score, tt.white: white pieces extend everybody's path; a colour of which all were turned over has no points
  YWB. YWB. .... .... | -> longest 4 4
  YWWW .... .... BB..; players 3 | -> longest 4 2 0
  | Y skips, B skips, G skips -> wins Y
-: a seat where nobody sits
  YB.. .... .... ...B | G skips -> refused match.no-such-seat
  | G 1,0 2,0 3,0 -> refused match.no-such-seat
  | G flips 0,1 0,2 -> refused match.no-such-seat
  | - skips -> refused match.no-such-seat
"""

FOUND = """
tt.no-t: a T that stood already was passed over: the fourth arm was accepted, and with it three more Ts
  .B... ..... YYY.. .Y... ....B | Y flips 0,1 1,1 -> breaks tt.no-t:t
  YYY.. .Y... .YB.. ..... ....B | Y flips 2,2 3,2 -> turn B
tt.token: a token that was let stand without one left one less than none, and the next token was accepted
  Y.B. .... ..B. ...B; tokens 0 0 | Y 0,1 0,2 0,3 token -> refused tt.token:none; lies; stands; tokens 0 0
  YYWY .... ..B. ...B; tokens 0 0 | Y 1,3 2,3 2,2 token -> breaks tt.token:none
tt.turn: after a card that did not lie open four stayed told where three lay
  Y... .... .... ...B; open corner corner flip flip; used corner=1 hook=2
  | Y 0,1 0,2 0,3 -> breaks tt.turn:not_open; lies; stands; open; lie-open 4 untold 4
  YYYY .... .... ...B; watching; used corner=1 hook=2 bar=1
  | opens corner, opens corner, opens flip, opens bar -> lie-open 4 untold 0
  | opens corner, opens corner, opens flip, opens bar, opens bar -> refused tt.turn:all_open
  Y... .... .... ...B; open hook | Y 0,1 0,2 0,3 -> open hook; lie-open 4 untold 3
tt.turn: never more cards are told than lie open
  deal 2; open bar corner hook flip; refill=at_once | Y 0,1 0,2 1,2 -> lie-open 4 untold 1
  | Y 0,1 0,2 1,2, B 2,3 2,2 2,1 -> breaks tt.connect; stands; lie-open 4 untold 2
  deal 2; open bar corner hook flip; refill=all_used | Y 0,1 0,2 1,2 -> lie-open 3 untold 0
  | Y 0,1 0,2 1,2, B 2,3 2,2 2,1 -> breaks tt.connect; stands; lie-open 2 untold 0
tt.pattern, tt.token: pieces that a token only turned over were taken for something that hands can't have done
  YBB. ..B. .... ...B | Y 0,1 0,2 1,2 token -> refused tt.pattern:none_laid; lies
  | Y 0,1 0,2 1,2 token -> breaks tt.pattern:none_laid; do turn_back turn_back turn_back token_back card_back
  | Y 0,1 0,2 1,2 -> breaks tt.pattern:none_laid; lies not
  YWW. ..W. .... ...B | Y 0,1 0,2 1,2 token -> breaks tt.pattern:none_laid; lies not
tt.pattern: an own piece among the cells was called a pattern that touches no path
  YB.. .... .... ...B | Y 0,0 1,0 1,1 -> refused tt.pattern:own
  YB.. .... .... ...B; turn 1 | Y 0,1 1,1 2,1 2,2 -> refused tt.turn tt.token:in_way
  YB.. .... .... ...B; turn 1; laid 12 1 0 0
  | Y 1,0 2,0 3,0 -> refused tt.pattern:supply tt.turn; do look_again
tt.pattern, tt.token: a piece inside the pattern lay there before, and the new ones come off
  YY.. .... .... ...B | Y 0,1 0,2 0,3 -> breaks tt.pattern:own; lies; do take_off take_off card_back
  | Y 0,1 0,2 0,3 -> breaks tt.pattern:own; stands; used bar=1; board YYYY .... .... ...B
  YW.. .... .... ...B | Y 0,1 0,2 0,3 -> breaks tt.pattern:white; lies; do take_off take_off card_back
  | Y 0,1 0,2 0,3 -> breaks tt.pattern:white; stands; used bar=1; board YWYY .... .... ...B
  YB.. .... .... .... | Y 0,1 0,2 0,3 -> breaks tt.token:in_way; lies; do take_off take_off card_back
  | Y 0,1 0,2 0,3 -> breaks tt.token:in_way; stands; used bar=1; board YBYY .... .... ....
tt.pattern: a cell that is told twice counts once
  Y... .... .... ...B | Y 0,3 0,1 0,2 0,1 0,3 -> laid Y bar 0,1 0,2 0,3
tt.pattern: what was told of the card or its shape was wrong: what lies there is taken off, or is a bar
  Y... .... .... ...B | Y 0,1 0,2 0,3 as flip -> refused tt.pattern; lies; stands; used bar=1
  | Y 0,1 0,2 0,3 as nothing -> refused tt.pattern; lies; stands; used bar=1
  | Y 0,1 0,2 -> breaks tt.pattern:shape; lies; do take_off take_off card_back
tt.token: the remedy of a token takes off what was laid and turns back the rest, and is told once
  Y.BW .... .... ...B; tokens 0 1 | Y 0,1 0,2 0,3 token -> breaks tt.token:none; once
  | Y 0,1 0,2 0,3 token -> breaks tt.token:none; do take_off turn_back token_back card_back
tt.flip, tt.players: with three, the fourth colour's piece is an opponent's too
  YR.. .... .... G..B; players 3 | Y flips 0,1 0,2 -> board YWY. .... .... G..B
  Y.R. .... .... G..B; players 3 | Y 0,1 0,2 0,3 token -> board YYWY .... .... G..B
tt.connect, tt.white: two colours go on from the same white piece
  YWB. .... .... .... | Y 1,1 2,1 3,1 -> turn B
  YWB. .... .... ....; turn 1 | B 1,1 2,1 3,1 -> turn Y
tt.flip: a flip card needs an own piece beside it, not only a white one
  YWB. .... .... .... | Y flips 0,2 0,3 -> refused tt.flip:touch
"""
EVERY = list(plays(PLAYS, FOUND))


@pytest.mark.rule(
    "tt.turn", "tt.skip", "tt.pattern", "tt.players", "tt.connect", "tt.no-t", "tt.token", "tt.white",
    "tt.flip", "tt.end", "tt.winner", "tt.score",
)  # fmt: skip
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    SCRIPT.check(play)


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}


@pytest.mark.rule("tt.players")
def test_two_to_four_play() -> None:
    for players in (1, 5):
        with pytest.raises(SetupError, match=f"{players} can't play"):
            GAME.opening(Facts(players, BOX))


@pytest.mark.rule("tt.players")
def test_with_three_the_unplayed_colours_pieces_lie_there_too() -> None:
    state = GAME.opening(Facts(3, BOX))
    assert sorted(state.pieces.values()) == ["blue", "green", "red", "yellow"]
    assert state.colours == (Piece.YELLOW, Piece.BLUE, Piece.GREEN)


@pytest.mark.rule("tt.players")
def test_with_two_the_area_is_smaller_and_only_their_pieces_lie_there() -> None:
    state = GAME.opening(Facts(2, demo(), (Piece.RED, Piece.BLUE)))
    assert set(state.pieces.values()) == {Piece.RED, Piece.BLUE}
    assert len(state.area) < len(GAME.opening(Facts(4, demo())).area)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (Facts(2, BOX, (Piece.RED, Piece.RED)), "2 different ones"),
        (Facts(2, BOX, (Piece.RED, Piece.BLUE, Piece.RED)), "2 different ones"),
        (Facts(2, BOX, (Piece.RED, Piece.WHITE)), "white has no start cells on the grid for 2"),
        (Facts(2, replace(BOX, area=())), "the profile 'test'"),
        (Facts(3, BOX, (Piece.RED,)), "3 different ones"),
        (Facts(2, BOX, first=Seat(2)), "no seat 2"),
        (Facts(2, BOX, rulings={"refill": "never"}), "at_once, all_used"),
    ],
)
def test_facts_that_make_no_game_are_refused(facts: Facts, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        GAME.opening(facts)


@pytest.mark.rule("tt.skip")
def test_after_a_skip_it_can_be_asked_what_could_have_been_played() -> None:
    state = position("YB.. .... .... ...B", players=2)
    state = after(replace(state, watched=True, open=("bar", "hook", "flip", "flip")), Skip(YELLOW))
    assert state.skipper == YELLOW
    able = list(could_play(state, YELLOW))
    assert [type(move) for move in able] == [LayPattern, LayPattern, FlipPiece]
    assert all(move.seat == YELLOW for move in able)
    # Only open cards, and only what could be placed.
    closed = replace(state, open=("corner",) * 4)
    assert [type(move) for move in could_play(closed, YELLOW)] == [LayPattern]
    shut = replace(state, area=frozenset(cells("0,0 0,1")))
    assert list(could_play(shut, YELLOW)) == []
    # Once a player has moved the question is gone.
    assert after(replace(state, watched=False), LayPattern(BLUE, cells("2,3 1,3 1,2"))).skipper is None


# Reports that no screen makes, but somebody could send.

ALL = tuple(Cell(row, column) for row in range(MOST) for column in range(MOST))


@pytest.mark.parametrize("token", [False, True])
@pytest.mark.parametrize(
    "where",
    [(), ALL, ALL * 25, (Cell(0, 0),) * 1000, (Cell(MOST - 1, MOST - 1),), (Cell(0, 1), Cell(19, 19))],
    ids=["none", "all", "ten thousand", "one a thousand times", "outside", "half outside"],
)
def test_cells_of_no_pattern_are_refused_with_every_fault_once(where: tuple[Cell, ...], token: bool) -> None:
    state = position("Y.B. .W.. .... ...B", players=2)
    ruling = refusal(state, LayPattern(YELLOW, where, token))
    found = [(fault.rule, tuple(sorted(fault.details.items(), key=str))) for fault in ruling.violations]
    assert len(found) == len(set(found))
    assert ruling.stands is None
    assert all(fault.seat == YELLOW for fault in ruling.violations)
    # None of these can be on the table: cells outside, an own piece, or none at all.
    assert not ruling.on_table
    assert [remedy.act for remedy in ruling.violations[0].remedy] == ["look_again"]


def test_with_the_last_card_no_points_are_counted_to_see_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every place used to be judged to the end of the game, with all paths: seconds, under a finger."""

    def outcome(_: State) -> None:
        raise AssertionError("the game isn't over")

    monkeypatch.setattr("companion.games.tracktic.rules.outcome", outcome)
    state = position("Y... .... .... ...B", players=2)
    state = replace(state, used={"bar": 2, "corner": 3, "hook": 2, "flip": 2})
    assert len(list(placements(state, "bar"))) > 1
    assert Skip(YELLOW) in GAME.legal(state)
