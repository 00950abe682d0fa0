"""What holds in every game of Tracktic, and on every board: drawn at random."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Accepted, Level, Refused
from companion.games.tracktic.boards import find_ts, read_board
from companion.games.tracktic.events import Ended
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import Cell, touching
from companion.games.tracktic.model import COLOURS, Facts, Piece, Pieces, State
from companion.games.tracktic.profile import Pattern, Profile
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.rules import legal
from tests.games.tracktic.board import GAME, shown

PATTERNS = (
    Pattern("corner", ("X.", "XX"), 4),
    Pattern("bar", ("XXX",), 3),
    Pattern("pair", ("XX",), 3),
    Pattern("step", ("XX.", ".XX"), 2),
)
ROOM = Profile("room", ("Y...B", ".....", "..#..", ".....", "G...R"), PATTERNS, pieces=9, flips=4, tokens=2)
"""A box in which players soon block each other."""

QUICK = settings(max_examples=15)


@st.composite
def moves(draw: st.DrawFn, state: State) -> AnyReport:
    """Draw a legal report; a skip only if there is nothing else, or now and then."""
    reports = list(legal(state))
    plays = [report for report in reports if not isinstance(report, Skip)]
    # Draw the kind first, or there would hardly ever be a flip or a token.
    kind_of = {report: (type(report).__name__, getattr(report, "token", False)) for report in plays}
    kinds = sorted(set(kind_of.values()))
    if not kinds or draw(st.integers(0, 30)) == 30:
        return reports[-1]
    kind = draw(st.sampled_from(kinds))
    return draw(st.sampled_from([report for report in plays if kind_of[report] == kind]))


@st.composite
def openings(draw: st.DrawFn) -> State:
    rulings = {
        "token_cell": draw(st.sampled_from(["stands", "closed"])),
        "start_piece_flippable": draw(st.sampled_from(["yes", "no"])),
        "refill": draw(st.sampled_from(["at_once", "all_used"])),
    }
    level = draw(st.sampled_from(list(Level)))
    return GAME.opening(Facts(draw(st.integers(2, 4)), ROOM, level=level, rulings=rulings))


@st.composite
def boards(draw: st.DrawFn, signs: str = "YYYBWW.#") -> Pieces:
    """Draw a small board with pieces anywhere."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    line = st.text(st.sampled_from(signs), min_size=columns, max_size=columns)
    return read_board("\n".join(draw(line) for _ in range(rows)))


def count_of(state: State, piece: Piece) -> int:
    return len(state.cells_of(piece))


def conserved(state: State) -> bool:
    """Return whether every piece that left a supply is on the grid, flipped or not."""
    laid = [state.profile.pieces - state.supply(colour) for colour in COLOURS]
    flipped = [count - count_of(state, colour) for count, colour in zip(laid, COLOURS, strict=True)]
    return all(count >= 0 for count in flipped) and sum(flipped) == count_of(state, Piece.WHITE)


@given(st.data())
@QUICK
def test_a_legal_game_never_holds_a_t_and_loses_no_piece(data: st.DataObject) -> None:
    state = data.draw(openings())
    everything = sum(state.profile.cards.values())
    while state.ended is None:
        report = data.draw(moves(state))
        ruling = GAME.judge(state, report)
        assert isinstance(ruling, Accepted), f"{report}: {ruling}\n{shown(state)}"
        before, state = state, fold(state, ruling.events)
        assert not find_ts(state.pieces), shown(state)
        assert conserved(state), shown(state)
        assert state.pieces.keys() <= state.area
        assert 0 <= state.left <= everything
        assert 0 <= len(state.open) <= state.open_count
        assert min(state.tokens) >= 0
        # White stays white, and no piece changes its owner.
        for cell, piece in before.pieces.items():
            assert state.pieces[cell] in (piece, Piece.WHITE)
        match report:
            case LayPattern(token=True) | FlipPiece():
                assert count_of(state, Piece.WHITE) > count_of(before, Piece.WHITE)
            case _:
                assert count_of(state, Piece.WHITE) == count_of(before, Piece.WHITE)
        if isinstance(ruling.events[-1], Ended):
            assert state.left == 0 or all(state.skipped)
            assert ruling.events[-1].outcome.winners
        elif not isinstance(report, OpenCard):
            assert not state.skipped[state.turn]


@given(st.data())
@QUICK
def test_whatever_is_let_stand_keeps_the_record_in_order(data: st.DataObject) -> None:
    """Wrong moves in between, all of them let stand: figures stay possible, and the game ends."""
    state = data.draw(openings())
    for _ in range(40):
        if state.ended is not None:
            break
        report = data.draw(st.one_of(wrong_moves(state), moves(state)))
        ruling = GAME.judge(state, report)
        if isinstance(ruling, Refused):
            assert ruling.on_table or ruling.stands is None, "only what is on the table can stand"
            acts = {remedy.act for fault in ruling.violations for remedy in fault.remedy}
            assert ruling.on_table == bool(acts - {"look_again"})
            state = fold(state, ruling.stands or ())
        elif isinstance(ruling, Accepted):
            state = fold(state, ruling.events)
        assert conserved(state), shown(state)
        assert min(state.tokens) >= 0
        assert 0 <= len(state.open) <= state.open_count
        assert state.left >= 0
        assert all(state.supply(colour) >= 0 for colour in COLOURS)


@st.composite
def wrong_moves(draw: st.DrawFn, state: State) -> AnyReport:
    """Draw a report that is mostly wrong, with cells near the pieces on the grid."""
    seat = draw(st.sampled_from([state.turn, state.turn, *range(len(state.colours))]))
    near = sorted((touching(state.pieces.keys()) | state.pieces.keys()) & state.area)
    if draw(st.booleans()):
        flipped = draw(st.sampled_from(near))
        return FlipPiece(seat, flipped, draw(st.sampled_from(sorted(touching([flipped])))))
    start = draw(st.sampled_from(near))
    row, column = draw(st.sampled_from([(0, 1), (1, 0)]))
    line = [Cell(start.row + n * row, start.column + n * column) for n in range(draw(st.integers(1, 3)))]
    return LayPattern(seat, tuple(line), draw(st.booleans()))


@given(boards("YYBG.#"), st.data())
@QUICK
def test_turning_pieces_over_never_makes_a_t(board: Pieces, data: st.DataObject) -> None:
    standing = set(find_ts(board))
    over = data.draw(st.sets(st.sampled_from(sorted(board)))) if board else set()
    assert set(find_ts({**board, **dict.fromkeys(over, Piece.WHITE)})) <= standing
