"""Tracktic, rule by rule."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Accepted, Level, Outcome, Refused, Seat
from companion.games.tracktic.events import (
    AnyEvent,
    CardOpened,
    Ended,
    PatternLaid,
    PieceFlipped,
    Skipped,
    TurnPassed,
)
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, Facts, Piece, State
from companion.games.tracktic.profile import Profile, demo
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.rules import could_play
from companion.games.tracktic.score import path_of, score
from tests.games.tracktic.board import BOX, GAME, cells, position, shown

YELLOW, BLUE, GREEN, RED = (Seat(n) for n in range(4))


def judged(state: State, report: AnyReport) -> Any:
    return GAME.judge(state, report)


def events(state: State, report: AnyReport) -> tuple[AnyEvent, ...]:
    ruling = judged(state, report)
    assert isinstance(ruling, Accepted), f"{ruling}\n{shown(state)}"
    return ruling.events


def after(state: State, *reports: AnyReport) -> State:
    for report in reports:
        state = fold(state, events(state, report))
    return state


def wrong(state: State, report: AnyReport) -> list[tuple[str, object]]:
    """Return the rules that a report breaks, each with why."""
    ruling = judged(state, report)
    assert isinstance(ruling, Refused), f"{ruling}\n{shown(state)}"
    return [(fault.rule, fault.details.get("why")) for fault in ruling.violations]


def lay(seat: Seat, where: str, token: bool = False, card: str | None = None) -> LayPattern:
    return LayPattern(seat, cells(where), token, card)


# Who plays, and what lies there at the beginning.


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
        (Facts(2, BOX, (Piece.RED, Piece.WHITE)), "2 different ones"),
        (Facts(3, BOX, (Piece.RED,)), "3 different ones"),
        (Facts(2, BOX, first=Seat(2)), "no seat 2"),
        (Facts(2, BOX, rulings={"refill": "never"}), "at_once, all_used"),
    ],
)
def test_facts_that_make_no_game_are_refused(facts: Facts, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        GAME.opening(facts)


# Turns.


@pytest.mark.rule("tt.turn")
def test_a_card_is_played_and_the_next_one_has_the_turn() -> None:
    state = position("Y... .... .... ...R", players=2)
    assert events(state, lay(YELLOW, "0,1 0,2 0,3")) == (
        PatternLaid(YELLOW, "bar", cells("0,1 0,2 0,3")),
        TurnPassed(BLUE),
    )
    assert ("tt.turn", None) in wrong(state, lay(BLUE, "2,0 2,1 2,2"))


@pytest.mark.rule("tt.turn")
def test_a_card_is_one_of_the_four_that_lie_open_where_they_are_told() -> None:
    opened = GAME.opening(Facts(2, BOX, level=Level.WATCHING))
    assert (opened.lying_open, opened.untold) == (4, 4)
    state = after(opened, *map(OpenCard, ("bar", "bar", "flip", "corner")))
    assert (state.open, state.untold) == (("bar", "bar", "flip", "corner"), 0)
    assert wrong(state, OpenCard("hook")) == [("tt.turn", "all_open")]
    hook = lay(YELLOW, "1,0 2,0 2,1 2,2")
    assert wrong(state, hook) == [("tt.turn", "not_open")]
    state = after(state, lay(YELLOW, "0,1 1,1 1,2"))
    assert (state.open, state.untold) == (("bar", "bar", "flip"), 1)
    # What is turned up may be played before anybody has told it.
    assert isinstance(judged(state, LayPattern(BLUE, cells("1,3 2,3 2,2 2,1"))), Accepted)
    assert wrong(state, OpenCard("dance")) == [("tt.turn", "no_copy")]


@pytest.mark.rule("tt.turn")
def test_no_more_cards_of_a_kind_are_played_than_there_are() -> None:
    state = position("Y........... ............ ............ B...........", players=2)
    bars = (lay(YELLOW, "0,1 0,2 0,3"), lay(BLUE, "3,1 3,2 3,3"), lay(YELLOW, "0,4 0,5 0,6"))
    state = after(state, *bars)
    assert wrong(state, lay(BLUE, "3,4 3,5 3,6")) == [("tt.turn", "used_up")]


@pytest.mark.rule("tt.turn")
def test_cards_that_nobody_tells_are_not_told() -> None:
    assert wrong(position("Y..B"), OpenCard("bar")) == [("tt.turn", "untold")]


def test_filled_up_only_when_all_four_are_played() -> None:
    state = position("Y........... B........... G........... R...........", refill="all_used")
    counts = [state.lying_open]
    for seat in range(4):
        state = (
            after(state, lay(Seat(seat), f"{seat},1 {seat},2 {seat},3"))
            if seat < 3
            else after(state, Skip(RED))
        )
        counts.append(state.lying_open)
    assert counts == [4, 3, 2, 1, 1]


@pytest.mark.rule("tt.skip")
def test_whoever_skips_is_out_until_the_game_is_over() -> None:
    state = position("Y... B... G... R...")
    assert events(state, Skip(YELLOW)) == (Skipped(YELLOW), TurnPassed(BLUE))
    state = after(state, Skip(YELLOW), Skip(BLUE), Skip(GREEN))
    assert state.turn == RED
    state = after(state, lay(RED, "3,1 3,2 3,3"))
    assert state.turn == RED, "the others are out"
    assert ("tt.skip", None) in wrong(state, lay(YELLOW, "0,1 0,2 0,3"))
    assert wrong(state, Skip(YELLOW)) == [("tt.skip", None)]


# Patterns.


@pytest.mark.rule("tt.pattern")
@pytest.mark.parametrize("where", ["0,1 0,2 0,3", "1,0 2,0 3,0"])
def test_a_pattern_may_be_turned(where: str) -> None:
    assert events(position("Y... .... .... ...B", players=2), lay(YELLOW, where))[0] == PatternLaid(
        YELLOW, "bar", tuple(sorted(cells(where)))
    )


@pytest.mark.rule("tt.pattern")
@pytest.mark.parametrize(
    "where", ["1,0 2,0 2,1 2,2", "1,0 1,1 1,2 2,2", "1,0 2,0 3,0 3,1", "1,0 1,1 2,1 3,1"]
)
def test_a_pattern_may_be_mirrored(where: str) -> None:
    laid, _ = events(position("Y... .... .... ...B", players=2), lay(YELLOW, where))
    assert isinstance(laid, PatternLaid)
    assert laid.card == "hook"


@pytest.mark.rule("tt.pattern")
@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("0,1 0,2", "shape"),
        ("0,1 0,2 1,1 1,2", "shape"),
        ("0,1 0,2 1,3", "shape"),
        ("0,1 0,2 0,3 1,3 2,3", "shape"),
    ],
)
def test_exactly_the_pattern_is_laid(where: str, why: str) -> None:
    assert ("tt.pattern", why) in wrong(position("Y... .... .... ...B", players=2), lay(YELLOW, where))


@pytest.mark.rule("tt.pattern")
def test_it_is_the_pattern_that_was_told() -> None:
    state = position("Y... .... .... ...B", players=2)
    assert wrong(state, lay(YELLOW, "0,1 0,2 0,3", card="corner")) == [("tt.pattern", "shape")]
    assert isinstance(judged(state, lay(YELLOW, "0,1 0,2 0,3", card="bar")), Accepted)


@pytest.mark.rule("tt.pattern")
def test_it_is_laid_on_free_cells() -> None:
    state = position("YW#. .... .... ...B", players=2)
    assert ("tt.pattern", "own") in wrong(state, lay(YELLOW, "0,0 1,0 2,0"))
    assert ("tt.pattern", "white") in wrong(state, lay(YELLOW, "0,1 1,1 2,1"))
    # Where no grid is no piece can lie: hands can't have done that.
    assert ("tt.pattern", "outside") in wrong(state, lay(YELLOW, "1,2 0,2 2,2"))
    ruling = judged(state, lay(YELLOW, "1,2 0,2 2,2"))
    assert not ruling.lies
    assert ruling.violations[0].remedy[0].act == "look_again"


@pytest.mark.rule("tt.pattern", "tt.token")
@pytest.mark.parametrize("board", ["YY.. .... .... ...B", "YW.. .... .... ...B", "YB.. .... .... ...."])
def test_a_piece_inside_the_pattern_lay_there_and_the_new_ones_come_off(board: str) -> None:
    """Who counts a piece that is there as one of the pattern has laid the others: they lie on the table."""
    state = position(board, players=2)
    ruling = judged(state, lay(YELLOW, "0,1 0,2 0,3"))
    assert ruling.lies
    off = [remedy.details for remedy in ruling.violations[0].remedy if remedy.act == "take_off"]
    assert [(details["row"], details["column"]) for details in off] == [(0, 2), (0, 3)]
    assert not any(remedy.act == "turn_back" for remedy in ruling.violations[0].remedy)
    stood = fold(state, ruling.stands)
    assert stood.pieces[Cell(0, 1)] is state.pieces[Cell(0, 1)]
    assert {cell for cell in stood.pieces if cell not in state.pieces} == set(cells("0,2 0,3"))
    assert stood.used == {"bar": 1}


FOR_TWO = Profile("test", ("Y....B", "......", "G....R"), BOX.patterns, 12, 2, 1, ("Y.B#", "...."))
"""The area for two ends before the printed grid does: at the right, below, and at one cell within."""


@pytest.mark.rule("tt.players", "tt.pattern")
@pytest.mark.parametrize("where", ["0,1 1,1 2,1", "1,2 1,3 1,4", "0,3 1,3 1,2"])
def test_with_two_what_is_laid_beside_the_area_lies_on_the_printed_grid(where: str) -> None:
    state = GAME.opening(Facts(2, FOR_TWO))
    ruling = judged(state, lay(YELLOW, where))
    assert ("tt.players", "area") in wrong(state, lay(YELLOW, where))
    assert ruling.lies
    acts = [remedy.act for remedy in ruling.violations[0].remedy]
    assert acts == ["take_off"] * 3 + ["card_back"]
    assert fold(state, ruling.stands).pieces.keys() >= set(cells(where))


@pytest.mark.rule("tt.players", "tt.flip")
def test_with_two_a_flip_beside_the_area_and_what_is_beside_the_grid() -> None:
    state = GAME.opening(Facts(2, FOR_TWO))
    assert ("tt.players", "area") in wrong(state, FlipPiece(YELLOW, Cell(0, 2), Cell(0, 3)))
    # No grid is printed there: nothing can lie on it.
    outside = judged(state, lay(YELLOW, "1,1 2,1 3,1"))
    assert (outside.lies, outside.violations[0].details["why"]) == (False, "outside")
    # With more the whole grid is played on.
    assert ("tt.players", "area") not in wrong(GAME.opening(Facts(4, FOR_TWO)), lay(YELLOW, "1,2 1,3 1,4"))


@pytest.mark.rule("tt.token", "tt.pattern")
def test_a_refused_token_move_gives_token_and_card_back_by_name() -> None:
    state = replace(position("Y.B. .... .... ...B", players=2), tokens=(0, 1))
    for report, token, card in (
        (lay(YELLOW, "0,1 0,2 0,3", token=True), True, "bar"),
        (lay(YELLOW, "0,1 0,2 0,3", token=True, card="hook"), True, "hook"),
        (lay(YELLOW, "2,1 2,2 2,3"), False, "bar"),
    ):
        remedies = judged(state, report).violations[0].remedy
        assert [remedy.seat for remedy in remedies if remedy.act == "token_back"] == [YELLOW] * token
        assert [remedy.details for remedy in remedies if remedy.act == "card_back"] == [{"card": card}]


@pytest.mark.rule("tt.pattern")
@pytest.mark.parametrize(
    ("where", "told", "card"),
    [
        # As told, whatever it looks like.
        ("0,1 0,2", "hook", "hook"),
        ("0,1 0,2 0,3", "corner", "corner"),
        ("0,1 0,2", "no such card", "bar"),
        # The nearest: two of a bar of three, four of a hook and one apart, two of a corner.
        ("0,1 0,2", None, "bar"),
        ("0,1 1,1 1,3 1,2 2,3", None, "hook"),
        ("1,0 2,1", None, "corner"),
    ],
)
def test_a_wrong_shape_may_be_let_stand_as_the_card_that_was_told_or_the_nearest(
    where: str, told: str | None, card: str
) -> None:
    state = position("Y... .... .... ...B", players=2)
    ruling = judged(state, lay(YELLOW, where, card=told))
    assert ("tt.pattern", "shape") in [(f.rule, f.details.get("why")) for f in ruling.violations]
    stood = fold(state, ruling.stands)
    assert stood.used == {card: 1}
    assert stood.pieces.keys() >= set(cells(where))


@pytest.mark.rule("tt.pattern", "tt.turn")
def test_the_nearest_is_one_that_can_be_played() -> None:
    state = position("Y... .... .... ...B", players=2)
    shape = lay(YELLOW, "0,1 0,2")
    used = replace(state, used={"bar": 3})
    assert fold(used, judged(used, shape).stands).used == {"bar": 3, "corner": 1}
    opened = replace(state, watched=True, open=("hook", "hook", "flip", "flip"))
    assert fold(opened, judged(opened, shape).stands).used == {"hook": 1}
    assert fold(opened, judged(opened, shape).stands).open == ("hook", "flip", "flip")
    none = replace(state, used={"bar": 3, "corner": 3, "hook": 2})
    assert fold(none, judged(none, shape).stands).used["bar"] == 4


@pytest.mark.rule("tt.token")
def test_a_token_given_away_for_nothing_and_let_stand_is_gone() -> None:
    state = position("Y... .... .... ...B", players=2)
    nothing = lay(YELLOW, "0,1 0,2 0,3", token=True)
    assert wrong(state, nothing) == [("tt.token", "nothing")]
    assert fold(state, judged(state, nothing).stands).tokens == (0, 1)
    none = replace(state, tokens=(0, 1))
    assert fold(none, judged(none, nothing).stands).tokens == (0, 1)


@pytest.mark.rule("tt.pattern")
def test_nobody_lays_more_pieces_than_there_are() -> None:
    state = position("YYYYYYYYYY.. ............ ............ ...........B", players=2)
    assert ("tt.pattern", "supply") in wrong(state, lay(YELLOW, "1,0 2,0 3,0"))


@pytest.mark.rule("tt.connect")
@pytest.mark.parametrize(
    ("board", "where", "touches"),
    [
        ("Y... .... .... ...B", "0,1 0,2 0,3", True),
        ("Y... .... .... ...B", "1,1 1,2 1,3", False),
        ("Y... .... .... ...B", "2,0 2,1 2,2", False),
        # A white piece that extends the path, and one that doesn't.
        ("YW.. .... .... ...B", "0,2 0,3 1,3", True),
        ("YWW. .... .... ...B", "1,2 2,2 3,2", True),
        ("Y.W. .... .... ...B", "1,2 2,2 3,2", False),
        ("Y... W... .... ...B", "2,0 2,1 2,2", True),
    ],
)
def test_the_pattern_touches_an_own_piece_or_a_white_one_of_the_path(
    board: str, where: str, touches: bool
) -> None:
    state = position(board, players=2)
    if touches:
        events(state, lay(YELLOW, where))
    else:
        assert wrong(state, lay(YELLOW, where)) == [("tt.connect", None)]


@pytest.mark.rule("tt.no-t")
@pytest.mark.parametrize(
    ("board", "where", "ts"),
    [
        ("YYY. .... .... ...B", "1,1 2,1 3,1", 1),
        ("YYY. .... .... ...B", "1,2 2,2 3,2", 0),
        ("YYY. .... .... ...B", "1,0 2,0 3,0", 0),
        # Two by two is none, and white pieces don't count.
        ("Y... .... .... ...B", "0,1 1,0 1,1", 0),
        (".W.. YY.. .... ...B", "1,2 1,3 2,3", 0),
        (".Y.. Y.Y. .... ...B", "1,1 2,1 3,1", 1),
    ],
)
def test_no_four_own_pieces_form_a_t(board: str, where: str, ts: int) -> None:
    state = position(board, players=2)
    if ts:
        found = [fault for fault in wrong(state, lay(YELLOW, where)) if fault[0] == "tt.no-t"]
        assert len(found) >= ts
    else:
        events(state, lay(YELLOW, where))


@pytest.mark.rule("tt.no-t")
def test_a_t_may_be_let_stand_and_counts_no_second_time() -> None:
    state = position("YYY..... ........ ........ .......B", players=2)
    ruling = judged(state, lay(YELLOW, "1,1 2,1 3,1"))
    assert [remedy.act for remedy in ruling.violations[0].remedy] == [*["take_off"] * 3, "card_back"]
    assert ruling.stands is not None
    state = fold(state, ruling.stands)
    state = after(state, Skip(BLUE))
    events(state, lay(YELLOW, "3,2 3,3 2,3"))


def test_all_faults_of_a_move_are_named() -> None:
    state = position("YYY..... ........ ........ .......B", players=2, turn=1)
    assert {rule for rule, _ in wrong(state, lay(YELLOW, "1,1 2,1 3,1 4,1"))} >= {
        "tt.turn",
        "tt.pattern",
        "tt.no-t",
    }


# Tokens, flips, white pieces.


@pytest.mark.rule("tt.token", "tt.white")
def test_a_token_turns_over_what_stands_in_the_patterns_way() -> None:
    state = position("Y.B. .... .... ...B", players=2)
    assert wrong(state, lay(YELLOW, "0,1 0,2 0,3")) == [("tt.token", "in_way")]
    laid, _ = events(state, lay(YELLOW, "0,1 0,2 0,3", token=True))
    assert laid == PatternLaid(YELLOW, "bar", cells("0,1 0,3"), cells("0,2"))
    state = after(state, lay(YELLOW, "0,1 0,2 0,3", token=True))
    assert state.tokens == (0, 1)
    assert state.pieces[Cell(0, 2)] is Piece.WHITE
    assert state.supply(Piece.YELLOW) == BOX.pieces - 3
    assert state.supply(Piece.BLUE) == BOX.pieces - 2, "a turned piece doesn't come back"


@pytest.mark.rule("tt.token")
def test_one_token_turns_over_several_and_a_white_piece_stands_in_as_well() -> None:
    state = position("YBW. .B.. .... ...B", players=2)
    laid, _ = events(state, lay(YELLOW, "0,1 1,1 1,0", token=True))
    assert laid == PatternLaid(YELLOW, "corner", cells("1,0"), cells("0,1 1,1"))
    laid, _ = events(state, lay(YELLOW, "0,1 0,2 0,3", token=True))
    assert laid == PatternLaid(YELLOW, "bar", cells("0,3"), cells("0,1"))


@pytest.mark.rule("tt.token")
@pytest.mark.parametrize(
    ("board", "where", "tokens", "rulings", "why"),
    [
        ("Y.B. .... .... ...B", "0,1 0,2 0,3", 0, {}, "none"),
        ("Y... .... .... ...B", "0,1 0,2 0,3", 1, {}, "nothing"),
        ("Y.B. .... .... ...B", "0,1 0,2 0,3", 1, {"token_cell": "closed"}, "closed"),
    ],
)
def test_a_token_that_cannot_be_played(
    board: str, where: str, tokens: int, rulings: dict[str, str], why: str
) -> None:
    facts = Facts(2, BOX, rulings=rulings)
    state = replace(position(board, players=2), tokens=(tokens, 1), rulings=GAME.opening(facts).rulings)
    assert ("tt.token", why) in wrong(state, lay(YELLOW, where, token=True))


@pytest.mark.rule("tt.flip", "tt.white")
def test_a_flip_turns_a_neighbour_over_and_lays_one_beside_it() -> None:
    state = position("YB.. .... .... ...B", players=2)
    assert events(state, FlipPiece(YELLOW, Cell(0, 1), Cell(0, 2))) == (
        PieceFlipped(YELLOW, Cell(0, 1), Cell(0, 2)),
        TurnPassed(BLUE),
    )
    state = after(state, FlipPiece(YELLOW, Cell(0, 1), Cell(0, 2)))
    assert state.used == {FLIP: 1}
    assert shown(state) == "YWY.\n....\n....\n...B"


@pytest.mark.rule("tt.flip")
@pytest.mark.parametrize(
    ("flipped", "laid", "why"),
    [
        ("0,2", "0,3", "touch"),
        ("1,1", "1,2", "not_opponents"),
        ("0,0", "1,0", "not_opponents"),
        ("0,1", "2,1", "apart"),
        ("0,1", "0,2", "covered"),
    ],
)
def test_a_flip_that_cannot_be(flipped: str, laid: str, why: str) -> None:
    state = position("YBB. .... .... ...B", players=2)
    assert ("tt.flip", why) in wrong(state, FlipPiece(YELLOW, *cells(flipped), *cells(laid)))


@pytest.mark.rule("tt.white")
def test_a_white_piece_is_never_turned_back() -> None:
    state = position("YW.. .... .... ...B", players=2)
    assert ("tt.white", "back") in wrong(state, FlipPiece(YELLOW, Cell(0, 1), Cell(0, 2)))


@pytest.mark.rule("tt.flip")
def test_a_start_piece_stays_where_the_table_says_so() -> None:
    facts = Facts(2, BOX, rulings={"start_piece_flippable": "no"})
    state = after(GAME.opening(facts), lay(YELLOW, "0,1 0,2 1,2"))
    assert ("tt.flip", "start") in wrong(state, FlipPiece(BLUE, Cell(0, 0), Cell(1, 0)))


@pytest.mark.rule("tt.no-t", "tt.flip")
def test_a_flip_makes_no_t_either() -> None:
    state = position(".YB. .Y.. .Y.. ...B", players=2)
    assert ("tt.no-t", "t") in wrong(state, FlipPiece(YELLOW, Cell(0, 2), Cell(1, 2)))


# The end.


@pytest.mark.rule("tt.end", "tt.winner", "tt.score")
def test_over_when_everybody_has_skipped_and_the_longest_path_wins() -> None:
    state = position("YYY. .... .... ..BB", players=2)
    state = after(state, Skip(YELLOW))
    *_, ended = events(state, Skip(BLUE))
    assert ended == Ended(Outcome((YELLOW,), "tt.winner"))
    assert score(state)["longest"] == [3, 2]


@pytest.mark.rule("tt.end")
def test_over_when_all_cards_have_been_used() -> None:
    state = position("Y... .... .... ...B", players=2)
    state = replace(state, used={"bar": 2, "corner": 3, "hook": 2, "flip": 2})
    *_, ended = events(state, lay(YELLOW, "0,1 0,2 0,3"))
    assert ended == Ended(Outcome((YELLOW,), "tt.winner"))


@pytest.mark.rule("tt.winner")
def test_equal_points_share_the_win() -> None:
    state = after(position("YY.. .... .... ..BB", players=2), Skip(YELLOW))
    *_, ended = events(state, Skip(BLUE))
    assert ended == Ended(Outcome((YELLOW, BLUE), "tt.winner"))


@pytest.mark.rule("tt.score", "tt.white")
def test_a_colour_whose_pieces_were_all_turned_over_has_no_points() -> None:
    state = position("YWWW .... .... BB..", players=3)
    assert score(state)["longest"] == [4, 2, 0]
    state = after(state, Skip(YELLOW), Skip(BLUE))
    *_, ended = events(state, Skip(GREEN))
    assert ended == Ended(Outcome((YELLOW,), "tt.winner"))


@pytest.mark.rule("tt.skip")
def test_after_a_skip_it_can_be_asked_what_could_have_been_played() -> None:
    state = position("YB.. .... .... ...B", players=2)
    state = after(replace(state, watched=True, open=("bar", "hook", "flip", "flip")), Skip(YELLOW))
    assert state.skipper == YELLOW
    able = list(could_play(state, YELLOW))
    assert [type(move) for move in able] == [LayPattern, LayPattern, FlipPiece]
    assert all(move.seat == YELLOW for move in able)
    # Only what lies open, and what could be laid.
    closed = replace(state, open=("corner",) * 4)
    assert [type(move) for move in could_play(closed, YELLOW)] == [LayPattern]
    shut = replace(state, area=frozenset(cells("0,0 0,1")))
    assert list(could_play(shut, YELLOW)) == []
    # Once somebody has played the question is gone.
    assert after(replace(state, watched=False), lay(BLUE, "2,3 1,3 1,2")).skipper is None


@pytest.mark.rule("tt.score", "tt.white")
def test_white_pieces_extend_everybodys_path_and_no_piece_counts_twice() -> None:
    state = position("YWB. YWB. .... ....", players=2)
    assert score(state)["longest"] == [4, 4]
    found = path_of(state, YELLOW)
    assert found.exact
    assert len(set(found.path)) == len(found.path)


def test_a_seat_where_nobody_sits() -> None:
    assert wrong(position("Y..B", players=2), Skip(Seat(2))) == [("match.no-such-seat", None)]


def test_opened_cards_are_events() -> None:
    opened = GAME.opening(Facts(2, BOX, level=Level.WATCHING))
    assert events(opened, OpenCard("bar")) == (CardOpened("bar"),)
