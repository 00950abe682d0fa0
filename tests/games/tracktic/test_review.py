"""What a second reading of the rules found: each test tells its bug in its first line."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Accepted, Level, Refused, Seat
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import FLIP, Facts, State
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.rules import placements
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import LetStand, PutRight
from tests.games.tracktic.board import BOX, GAME, cells, position, shown

YELLOW, BLUE = Seat(0), Seat(1)


def refused(state: State, report: AnyReport) -> Refused[Any]:
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Refused), f"{report}: {ruling}\n{shown(state)}"
    return ruling


def faults(state: State, report: AnyReport) -> list[tuple[str, object]]:
    return [(fault.rule, fault.details.get("why")) for fault in refused(state, report).violations]


def let_stand(state: State, report: AnyReport) -> State:
    ruling = refused(state, report)
    assert ruling.lies
    assert ruling.stands is not None
    return fold(state, ruling.stands)


@pytest.mark.rule("tt.no-t")
def test_a_fourth_arm_on_a_t_that_was_let_stand_forms_new_ones() -> None:
    """A T that stood already was passed over: the fourth arm was accepted, and with it three more Ts."""
    crossed = position(".B... ..... YYY.. .Y... ....B", players=2)
    assert ("tt.no-t", "t") in faults(crossed, FlipPiece(YELLOW, Cell(0, 1), Cell(1, 1)))
    # Beside its foot nothing new is formed.
    foot = position("YYY.. .Y... .YB.. ..... ....B", players=2)
    accepted(foot, FlipPiece(YELLOW, Cell(2, 2), Cell(3, 2)))


@pytest.mark.rule("tt.token")
def test_a_token_that_was_let_stand_without_one_leaves_none() -> None:
    """It left one less than none, and the next token was accepted."""
    board = replace(position("Y.B. .... ..B. ...B", players=2), tokens=(0, 0))
    without = LayPattern(YELLOW, cells("0,1 0,2 0,3"), token=True)
    assert faults(board, without) == [("tt.token", "none")]
    state = let_stand(board, without)
    assert state.tokens == (0, 0)
    state = replace(state, turn=YELLOW)
    assert ("tt.token", "none") in faults(state, LayPattern(YELLOW, cells("1,3 2,3 2,2"), token=True))


@pytest.mark.rule("tt.turn")
def test_after_a_card_that_did_not_lie_open_was_let_stand_they_are_told_anew() -> None:
    """Four stayed told where three lay: one more than there are, and then a fifth could be told."""
    board = position("Y... .... .... ...B", players=2)
    told = replace(
        board, watched=True, open=("corner", "corner", "flip", "flip"), used={"corner": 1, "hook": 2}
    )
    state = let_stand(told, LayPattern(YELLOW, cells("0,1 0,2 0,3")))
    assert state.open == ()
    assert (state.left, state.untold) == (6, 4)
    for card in ("corner", "corner", "flip", "bar"):
        ruling = GAME.judge(state, OpenCard(card))
        assert isinstance(ruling, Accepted)
        state = fold(state, ruling.events)
    assert state.untold == 0
    assert faults(state, OpenCard("bar")) == [("tt.turn", "all_open")]


@pytest.mark.rule("tt.turn")
@pytest.mark.parametrize("refill", ["at_once", "all_used"])
def test_never_more_cards_are_told_than_lie_open(refill: str) -> None:
    state = GAME.opening(Facts(2, BOX, level=Level.WATCHING, rulings={"refill": refill}))
    opened = ("bar", "corner", "hook", "flip")
    state = fold(state, [event for card in opened for event in accepted(state, OpenCard(card))])
    # The card isn't among them: bars are, and corners, but only one each.
    for where in ("0,1 0,2 1,2", "2,3 2,2 2,1"):
        report = LayPattern(state.turn, cells(where))
        ruling = GAME.judge(state, report)
        state = fold(state, ruling.events if isinstance(ruling, Accepted) else refused_stands(ruling))
        assert 0 <= len(state.open) <= state.lying_open
        assert state.untold >= 0


def accepted(state: State, report: AnyReport) -> Any:
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Accepted), f"{report}: {ruling}"
    return ruling.events


def refused_stands(ruling: Any) -> Any:
    assert isinstance(ruling, Refused)
    assert ruling.stands is not None
    return ruling.stands


@pytest.mark.rule("tt.pattern", "tt.token")
def test_pieces_that_were_only_turned_over_lie_there_and_are_turned_back() -> None:
    """A token that turned over all cells of a pattern was taken for something that hands can't have done."""
    state = position("YBB. ..B. .... ...B", players=2)
    ruling = refused(state, LayPattern(YELLOW, cells("0,1 0,2 1,2"), token=True))
    assert [(fault.rule, fault.details["why"]) for fault in ruling.violations] == [
        ("tt.pattern", "none_laid")
    ]
    assert ruling.lies
    assert [remedy.act for remedy in ruling.violations[0].remedy] == [
        *["turn_back"] * 3,
        "token_back",
        "card_back",
    ]
    # Without a token, or on white pieces alone, nothing was done at all.
    assert not refused(state, LayPattern(YELLOW, cells("0,1 0,2 1,2"))).lies
    white = position("YWW. ..W. .... ...B", players=2)
    assert not refused(white, LayPattern(YELLOW, cells("0,1 0,2 1,2"), token=True)).lies


def test_with_the_last_card_nobodys_points_are_counted_to_see_where_it_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every place was judged to the end of the game, with all paths: seconds, with the finger on "Where?"."""

    def outcome(_: State) -> None:
        raise AssertionError("the game isn't over")

    monkeypatch.setattr("companion.games.tracktic.rules.outcome", outcome)
    state = position("Y... .... .... ...B", players=2)
    state = replace(state, used={"bar": 2, "corner": 3, "hook": 2, "flip": 2})
    assert len(list(placements(state, "bar"))) > 1
    assert Skip(YELLOW) in GAME.legal(state)


def test_a_piece_among_the_cells_is_named_and_nothing_that_only_follows_from_it() -> None:
    """An own piece among the cells of a pattern was called a pattern that touches no path."""
    state = position("YB.. .... .... ...B", players=2)
    own = refused(state, LayPattern(YELLOW, cells("0,0 1,0 1,1")))
    assert [fault.details.get("why") for fault in own.violations] == ["own"]
    way = refused(replace(state, turn=BLUE), LayPattern(YELLOW, cells("0,1 1,1 2,1 2,2")))
    assert [(fault.rule, fault.details.get("why")) for fault in way.violations] == [
        ("tt.turn", None),
        ("tt.token", "in_way"),
    ]
    # What hands can't have done is said first, and nothing has to be put right.
    few = refused(replace(state, turn=BLUE, laid=(12, 1, 0, 0)), LayPattern(YELLOW, cells("1,0 2,0 3,0")))
    assert [(fault.rule, fault.details.get("why")) for fault in few.violations] == [
        ("tt.pattern", "supply"),
        ("tt.turn", None),
    ]
    assert [remedy.act for remedy in few.violations[0].remedy] == ["look_again"]


# What nobody would tell, and somebody sends all the same.

EVERY = tuple(Cell(row, column) for row in range(MOST) for column in range(MOST))


@pytest.mark.parametrize("token", [False, True])
@pytest.mark.parametrize(
    "where",
    [(), EVERY, EVERY * 25, (Cell(0, 0),) * 1000, (Cell(MOST - 1, MOST - 1),), (Cell(0, 1), Cell(19, 19))],
    ids=["none", "all", "ten thousand", "one a thousand times", "outside", "half outside"],
)
def test_cells_that_make_no_pattern_are_refused_with_every_fault_once(
    where: tuple[Cell, ...], token: bool
) -> None:
    state = position("Y.B. .W.. .... ...B", players=2)
    ruling = refused(state, LayPattern(YELLOW, where, token))
    found = [(fault.rule, tuple(sorted(fault.details.items(), key=str))) for fault in ruling.violations]
    assert len(found) == len(set(found))
    assert ruling.stands is None
    assert all(fault.seat == YELLOW for fault in ruling.violations)
    # None of these can lie there: cells outside, an own piece, or none at all.
    assert not ruling.lies
    assert [remedy.act for remedy in ruling.violations[0].remedy] == ["look_again"]


def test_a_cell_that_is_told_twice_counts_once() -> None:
    state = position("Y... .... .... ...B", players=2)
    twice = GAME.judge(state, LayPattern(YELLOW, cells("0,3 0,1 0,2 0,1 0,3")))
    assert twice == GAME.judge(state, LayPattern(YELLOW, cells("0,1 0,2 0,3")))
    assert isinstance(twice, Accepted)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_seats_where_nobody_sits(seat: int) -> None:
    state = position("YB.. .... .... ...B", players=2)
    for report in (
        Skip(Seat(seat)),
        LayPattern(Seat(seat), cells("1,0 2,0 3,0")),
        FlipPiece(Seat(seat), Cell(0, 1), Cell(0, 2)),
    ):
        assert faults(state, report) == [("match.no-such-seat", None)]


@pytest.mark.parametrize("card", ["", FLIP, "none of them", "X" * 5000])
def test_a_card_that_has_another_pattern(card: str) -> None:
    state = position("Y... .... .... ...B", players=2)
    ruling = refused(state, LayPattern(YELLOW, cells("0,1 0,2 0,3"), card=card))
    assert [fault.rule for fault in ruling.violations] == ["tt.pattern"]
    assert ruling.lies
    # Whatever was said, what lies there is a bar.
    state = let_stand(state, LayPattern(YELLOW, cells("0,1 0,2 0,3"), card=card))
    assert state.used == {"bar": 1}


def test_a_shape_of_no_card_lies_there_and_is_taken_off() -> None:
    state = position("Y... .... .... ...B", players=2)
    ruling = refused(state, LayPattern(YELLOW, cells("0,1 0,2")))
    assert ruling.lies
    assert [(remedy.act, remedy.details) for remedy in ruling.violations[0].remedy] == [
        ("take_off", {"row": 0, "column": 1, "colour": "yellow"}),
        ("take_off", {"row": 0, "column": 2, "colour": "yellow"}),
        ("card_back", {}),
    ]


def test_the_remedy_of_a_token_takes_off_what_was_laid_and_turns_back_the_rest() -> None:
    state = replace(position("Y.BW .... .... ...B", players=2), tokens=(0, 1))
    ruling = refused(state, LayPattern(YELLOW, cells("0,1 0,2 0,3"), token=True))
    assert [(remedy.act, remedy.details.get("column")) for remedy in ruling.violations[0].remedy] == [
        ("take_off", 1),
        ("turn_back", 2),
        ("token_back", None),
        ("card_back", None),
    ]
    assert ruling.violations[0].remedy[-1].details == {"card": "bar"}
    assert not any(fault.remedy for fault in ruling.violations[1:])


def test_a_wrong_move_is_held_until_it_is_put_right_and_nothing_of_it_stays() -> None:
    match: Any = Match.begin(GAME, Facts(2, BOX), MatchHeader("m", GAME.name, ()), WallTime(0))

    def tell(report: object) -> Any:
        return match.submit(report, seen=match.length, at=WallTime(0)).ruling

    opened = match.state
    assert tell(LayPattern(YELLOW, cells("2,1 2,2 1,2"))).lies
    assert match.hold is not None
    tell(PutRight())
    assert match.state == opened
    assert tell(LayPattern(YELLOW, cells("2,1 2,2 1,2"))).lies
    tell(LetStand())
    assert match.state.pieces[Cell(2, 1)] == "yellow"
    assert match.state.turn == BLUE


@pytest.mark.rule("tt.flip", "tt.players")
def test_with_three_the_fourth_colours_piece_is_an_opponents_too() -> None:
    state = position("YR.. .... .... G..B", players=3)
    after = fold(state, accepted(state, FlipPiece(YELLOW, Cell(0, 1), Cell(0, 2))))
    assert shown(after).startswith("YWY.")
    state = position("Y.R. .... .... G..B", players=3)
    after = fold(state, accepted(state, LayPattern(YELLOW, cells("0,1 0,2 0,3"), token=True)))
    assert shown(after).startswith("YYWY")


@pytest.mark.rule("tt.connect", "tt.white")
def test_two_colours_go_on_from_the_same_white_piece() -> None:
    state = position("YWB. .... .... ....", players=2)
    for seat in (YELLOW, BLUE):
        accepted(replace(state, turn=seat), LayPattern(seat, cells("1,1 2,1 3,1")))


@pytest.mark.rule("tt.flip")
def test_a_flip_card_needs_an_own_piece_beside_it_not_only_a_white_one() -> None:
    state = position("YWB. .... .... ....", players=2)
    assert faults(state, FlipPiece(YELLOW, Cell(0, 2), Cell(0, 3))) == [("tt.flip", "touch")]
