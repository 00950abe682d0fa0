"""The reports of play that judge accepts, and where a pattern could be laid."""

from collections.abc import Collection, Iterator
from itertools import islice

from msgspec.structs import replace

from companion.game import Accepted, Seat
from companion.games.tracktic.grid import Cell, at, touching, ways
from companion.games.tracktic.model import FLIP, Card, Piece, State
from companion.games.tracktic.placing import reach
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.rules import accepts, judge
from companion.values import put


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    Cells are told row by row, and a pattern without its card: that follows from its cells.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if _accepted(state, report))


def showing(state: State, cells: Collection[Cell]) -> Iterator[AnyReport]:
    """Yield those that show on some of these cells and nowhere else, or on none."""
    may = set(cells)
    for report in _candidates(state) if state.ended is None else ():
        laid = report.cells if isinstance(report, LayPattern) else ()
        laid = (report.flipped, report.laid) if isinstance(report, FlipPiece) else laid
        if may.issuperset(laid) and _accepted(state, report):
            yield report


def placements(state: State, card: Card) -> Iterator[LayPattern]:
    """Yield where whoever's turn it is could lay a pattern, without a token before those with one."""
    lays = [report for report in _lays(state, card) if accepts(state, report)]
    yield from sorted(lays, key=lambda report: report.token)


def could_play(state: State, seat: Seat) -> Iterator[LayPattern | FlipPiece]:
    """Yield a way to play each kind of card that may lie open now, where a seat has one."""
    turn = replace(state, turn=seat, skipped=put(state.skipped, seat, False))
    for card in filter(state.playable, state.profile.cards):
        able = _flips(turn) if card == FLIP else placements(turn, card)
        yield from islice((report for report in able if accepts(turn, report)), 1)


def _accepted(state: State, report: AnyReport) -> bool:
    # With the last card of a game every move would have all paths counted.
    if isinstance(report, LayPattern | FlipPiece):
        return accepts(state, report)
    return isinstance(judge(state, report), Accepted)


def _candidates(state: State) -> Iterator[AnyReport]:
    if state.untold:
        yield from (OpenCard(card) for card in state.profile.cards)
    for pattern in state.profile.patterns:
        yield from _lays(state, pattern.id)
    yield from _flips(state)
    yield Skip(state.turn)


def _flips(state: State) -> Iterator[FlipPiece]:
    """Yield the pieces that touch one of whoever's turn it is, each with the cells beside it."""
    own = state.cells_of(state.colours[state.turn])
    for flipped in sorted(touching(own) & state.pieces.keys()):
        yield from (FlipPiece(state.turn, flipped, laid) for laid in sorted(touching([flipped]) & state.area))


def _lays(state: State, card: Card) -> Iterator[LayPattern]:
    """Yield the patterns of a card that touch a path of whoever's turn it is, on cells of the area."""
    pattern = state.profile.pattern(card)
    if pattern is None or card == FLIP:
        return
    seat, colour = state.turn, state.colours[state.turn]
    near = touching(reach(state, colour)) & state.area
    seen: set[frozenset[Cell]] = set()
    for way in ways(pattern.shape):
        for target in sorted(near):
            for row, column in sorted(way):
                if target.row < row or target.column < column:
                    continue
                cells = at(way, Cell(target.row - row, target.column - column))
                if cells is None or cells in seen or not cells <= state.area:
                    continue
                seen.add(cells)
                yield from _told(state, colour, cells, LayPattern(seat, tuple(sorted(cells))))


def _told(state: State, colour: Piece, cells: frozenset[Cell], report: LayPattern) -> Iterator[LayPattern]:
    lying = {state.pieces.get(cell) for cell in cells}
    if colour in lying:
        return
    if lying <= {None}:
        yield report
    elif lying - {None, Piece.WHITE}:
        yield LayPattern(report.seat, report.cells, token=True)
