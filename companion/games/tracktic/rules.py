"""Judge: every rule about what may be reported. One comment a rule, above where it is decided.

A move is judged whole, and all its faults are named. What breaks a rule lies on the grid: it is held until it
is put right, or the table lets it stand. What hands can't have done was only told wrongly.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.game import NOBODY, Accepted, Details, Faults, Refused, Remedy, Seat, Violation, put, ruled
from companion.games.tracktic import events as e
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import Cell, Shape, at, flooded, is_t, shape_of, touching, ways
from companion.games.tracktic.model import FLIP, Card, Piece, State
from companion.games.tracktic.profile import Profile
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.score import outcome

R = TypeVar("R", bound=AnyReport)

# What a move of pieces means on the grid: which pattern it is, what it touches, and where a T would be.


@lru_cache(maxsize=8)
def patterns(profile: Profile) -> dict[Shape, Card]:
    """Return the card of every shape, in all rotations and mirror images; no two cards have the same."""
    return {way: pattern.id for pattern in profile.patterns for way in ways(pattern.shape)}


def card_of(profile: Profile, cells: Collection[Cell]) -> Card | None:
    """Return which pattern these cells are, wherever they lie; None for one of no card."""
    return patterns(profile).get(shape_of(cells))


def nearest(state: State, cells: Collection[Cell]) -> Card:
    """Return the pattern that differs from these cells by the fewest, wherever it lies and however turned.

    It is one of those that can be played; only where none can, any of the box. Of several as near, the one
    that stands first in the profile.
    """

    def apart(card: Card) -> int:
        shape = state.profile.pattern(card)
        every = ways(shape.shape) if shape is not None else ()
        return min(len(cells) + len(way) - 2 * _covered(way, cells) for way in every)

    every = [pattern.id for pattern in state.profile.patterns]
    return min([card for card in every if state.playable(card)] or every, key=apart)


def _covered(way: Shape, cells: Collection[Cell]) -> int:
    """Return how many of some cells a shape covers where it covers most."""
    shifts = Counter((cell.row - row, cell.column - column) for cell in cells for row, column in way)
    return max(shifts.values(), default=0)


def reach(state: State, colour: Piece) -> set[Cell]:
    """Return the pieces from which a colour's paths extend: own ones, and white ones joined to them."""
    return flooded(state.cells_of(colour), state.cells_of(Piece.WHITE))


def new_ts(state: State, colour: Piece, laid: Collection[Cell]) -> list[Cell]:
    """Return the middles of the Ts of a colour that these new pieces would be part of, row by row.

    A fourth arm on a T that was let stand forms new ones.
    """
    own = state.cells_of(colour).union(laid)
    near = own.intersection(touching(laid).union(laid))
    return sorted(cell for cell in near if is_t(cell, own))


class _Move(Struct, frozen=True):
    """A move of pieces, looked at: what is wrong with it, and what hands do to undo it.

    `faults` lie on the grid; what is `impossible` hands can't have done. The `event` is what happened if the
    table lets it stand.
    """

    faults: tuple[Violation, ...]
    impossible: tuple[Violation, ...]
    steps: tuple[Remedy, ...]
    event: e.AnyEvent


def judge(state: State, report: AnyReport) -> e.Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    match report:
        case OpenCard():
            return _open_card(state, report)
        case _ if report.seat not in range(len(state.colours)):
            return NOBODY
        case Skip():
            return _skip(state, report)
    move = _move(state, report, reach(state, state.colours[report.seat]))
    if move.impossible:
        # Told wrongly: that comes first, for what else is wrong with it may only follow from that.
        return ruled((), (*move.impossible, *move.faults), move.steps, (), stand=False)
    return ruled(move.faults, (), move.steps, _played(state, move.event, report.seat))


def _move(state: State, report: LayPattern | FlipPiece, reached: Collection[Cell]) -> _Move:
    if isinstance(report, FlipPiece):
        return _flip_piece(state, report)
    return _lay_pattern(state, report, reached)


def _lay_pattern(state: State, report: LayPattern, reached: Collection[Cell]) -> _Move:
    seat, told, colour = report.seat, report.card, state.colours[report.seat]
    cells = tuple(sorted(set(report.cells)))
    laid = tuple(cell for cell in cells if cell not in state.pieces)
    flipped = tuple(cell for cell in cells if _opponents(state, colour, cell)) if report.token else ()
    shown = card_of(state.profile, cells)
    faults, impossible = _found(state, seat, shown, told, laid)
    faults += _way_faults(state, report, flipped)
    if report.token:
        faults += _token_faults(state, seat, flipped)
    # At least one piece is laid: the pattern is replicated with own pieces.
    if not laid:
        (faults if flipped else impossible).append(_pattern(seat, "none_laid"))
    # It touches an own piece, or a white one that extends the own path; one among its cells was there before.
    new = {cell for cell in cells if state.pieces.get(cell) is not colour}
    if touching(new).isdisjoint(reached):
        faults.append(Violation("tt.connect", seat, _details(colour)))
    faults += _t_faults(state, seat, laid)
    # Let stand, a wrong shape is the card that was told, or the nearest.
    known = told if told is not None and state.profile.pattern(told) is not None else shown
    card = known or nearest(state, report.cells)
    event = e.PatternLaid(seat, card, laid, flipped, wasted=report.token and not flipped)
    steps = (
        *_take_off(state, seat, laid),
        *_turn_back(state, flipped),
        *_back(seat, known, report.token),
    )
    return _Move(tuple(faults), tuple(impossible), steps, event)


def _flip_piece(state: State, report: FlipPiece) -> _Move:
    seat, flipped, laid = report.seat, report.flipped, report.laid
    colour = state.colours[seat]
    faults, impossible = _found(state, seat, FLIP, None, (laid,))
    # An opponent's piece is turned over, and a white one never back.
    if state.pieces.get(flipped) is Piece.WHITE:
        impossible.append(_at(state, "tt.white", seat, flipped, "back"))
    elif not _opponents(state, colour, flipped):
        impossible.append(_at(state, "tt.flip", seat, flipped, "not_opponents"))
    if laid in state.pieces:
        impossible.append(_at(state, "tt.flip", seat, laid, "covered"))
    faults += _start_faults(state, seat, (flipped,))
    # It touches one of the player's own pieces, and the new piece lies beside it.
    if not touching([flipped]) & state.cells_of(colour):
        faults.append(_at(state, "tt.flip", seat, flipped, "touch"))
    if laid not in touching([flipped]):
        faults.append(_at(state, "tt.flip", seat, laid, "apart"))
    faults += _t_faults(state, seat, (laid,))
    steps = (*_take_off(state, seat, (laid,)), *_turn_back(state, (flipped,)), *_back(seat, FLIP))
    return _Move(tuple(faults), tuple(impossible), steps, e.PieceFlipped(seat, flipped, laid))


def _skip(state: State, report: Skip) -> e.Verdict:
    faults = _turn_faults(state, report.seat)
    if faults:
        return Refused(faults)
    return Accepted(_played(state, e.Skipped(report.seat), report.seat))


def _open_card(state: State, report: OpenCard) -> e.Verdict:
    card = report.card
    # Four lie open; a new one is turned up where one was played.
    if not state.watched:
        return Refused((Violation("tt.turn", details={"why": "untold", "card": card}),))
    if not state.untold:
        return Refused((Violation("tt.turn", details={"why": "all_open", "card": card}),))
    if state.hidden(card) <= 0:
        return Refused((Violation("tt.turn", details={"why": "no_copy", "card": card}),))
    return Accepted((e.CardOpened(card),))


def _played(state: State, event: e.AnyEvent, seat: Seat) -> tuple[e.AnyEvent, ...]:
    """Return an event with what follows from it: the end, or whose turn it is."""
    after = fold(state, (event,))
    # Over when all cards are used, or everybody has skipped.
    if after.left == 0 or all(after.skipped):
        return (event, e.Ended(outcome(after)))
    count = len(state.colours)
    order = [Seat((seat + n) % count) for n in range(1, count + 1)]
    return (event, e.TurnPassed(next(other for other in order if not after.skipped[other])))


def _found(
    state: State, seat: Seat, card: Card | None, told: Card | None, laid: tuple[Cell, ...]
) -> tuple[list[Violation], list[Violation]]:
    """Return what is wrong with any move that lays pieces, and what hands can't have done."""
    faults = [*_turn_faults(state, seat), *_card_faults(state, seat, card, told)]
    impossible: list[Violation] = []
    for cell in laid:
        # With two the area is smaller than the printed grid; where there is no grid no piece can lie.
        if cell not in state.area and cell in state.printed:
            faults.append(_at(state, "tt.players", seat, cell, "area"))
        elif cell not in state.area:
            impossible.append(_at(state, "tt.pattern", seat, cell, "outside"))
    left = state.supply(state.colours[seat])
    if len(laid) > left:
        impossible.append(_pattern(seat, "supply", left=left, needed=len(laid)))
    return faults, impossible


def _turn_faults(state: State, seat: Seat) -> Faults:
    # Whoever has skipped is out; the others play clockwise, one after the other.
    if state.skipped[seat]:
        return (Violation("tt.skip", seat),)
    return () if seat == state.turn else (Violation("tt.turn", seat, {"turn": state.turn}),)


def _card_faults(state: State, seat: Seat, card: Card | None, told: Card | None) -> Faults:
    # Exactly one of the patterns, turned or mirrored; and the one that was told.
    if card is None or (told is not None and told != card):
        shown = {} if told is None else {"card": told}
        return (_pattern(seat, "shape", **shown),)
    # One of the open cards.
    if state.profile.cards.get(card, 0) <= state.used.get(card, 0):
        return (Violation("tt.turn", seat, {"why": "used_up", "card": card}),)
    return () if state.playable(card) else (Violation("tt.turn", seat, {"why": "not_open", "card": card}),)


def _way_faults(state: State, report: LayPattern, flipped: tuple[Cell, ...]) -> list[Violation]:
    """Return the pieces in the pattern's way that may not be there, or not without a token."""
    seat, colour = report.seat, state.colours[report.seat]
    found: list[Violation] = []
    for cell in sorted(set(report.cells)):
        piece = state.pieces.get(cell)
        # The pattern is laid with new pieces; a white one stands in only where a token is played.
        if piece is colour:
            found.append(_at(state, "tt.pattern", seat, cell, "own"))
        elif piece is Piece.WHITE and not (report.token and flipped):
            found.append(_at(state, "tt.pattern", seat, cell, "white"))
        elif piece is not None and piece is not Piece.WHITE and not report.token:
            found.append(_at(state, "tt.token", seat, cell, "in_way"))
    return found


def _token_faults(state: State, seat: Seat, flipped: tuple[Cell, ...]) -> list[Violation]:
    found = list(_start_faults(state, seat, flipped))
    # One token a pattern, and only where opponents' pieces stand in its way.
    if state.rulings.token_cell == "closed":
        found.append(Violation("tt.token", seat, {"why": "closed"}))
    elif state.tokens[seat] <= 0:
        found.append(Violation("tt.token", seat, {"why": "none"}))
    if not flipped:
        found.append(Violation("tt.token", seat, {"why": "nothing"}))
    return found


def _start_faults(state: State, seat: Seat, flipped: tuple[Cell, ...]) -> list[Violation]:
    if state.rulings.start_piece_flippable == "yes":
        return []
    return [_at(state, "tt.flip", seat, cell, "start") for cell in flipped if cell in state.start]


def _t_faults(state: State, seat: Seat, laid: tuple[Cell, ...]) -> list[Violation]:
    # No T of four own pieces; white ones don't count.
    colour = state.colours[seat]
    inside = state.printed.intersection(laid)
    return [_at(state, "tt.no-t", seat, cell, "t") for cell in new_ts(state, colour, inside)]


def _opponents(state: State, colour: Piece, cell: Cell) -> bool:
    """Tell whether another colour's piece lies there; the unplayed colour's is one too."""
    return state.pieces.get(cell) not in (None, colour, Piece.WHITE)


def _pattern(seat: Seat, why: str, **details: int | str) -> Violation:
    return Violation("tt.pattern", seat, {"why": why, **details})


def _at(state: State, rule: str, seat: Seat, cell: Cell, why: str) -> Violation:
    piece = state.pieces.get(cell)
    return Violation(rule, seat, {"why": why, **_place(cell), **({} if piece is None else _details(piece))})


def _details(piece: Piece) -> Details:
    return {"colour": piece.value}


def _place(cell: Cell) -> Details:
    return {"row": cell.row, "column": cell.column}


def _take_off(state: State, seat: Seat, cells: tuple[Cell, ...]) -> tuple[Remedy, ...]:
    colour = state.colours[seat]
    return tuple(Remedy("take_off", seat, {**_place(cell), **_details(colour)}) for cell in cells)


def _back(seat: Seat, card: Card | None, token: bool = False) -> tuple[Remedy, ...]:
    """Return that the card goes back to the open ones, by its name if that is known, and the token."""
    card_back = Remedy("card_back", seat, {} if card is None else {"card": card})
    return (Remedy("token_back", seat), card_back) if token else (card_back,)


def _turn_back(state: State, cells: tuple[Cell, ...]) -> tuple[Remedy, ...]:
    return tuple(
        Remedy("turn_back", None, {**_place(cell), **_details(state.pieces[cell])})
        for cell in cells
        if cell in state.pieces
    )


# The reports of play that judge accepts, and where a pattern could be laid.


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    Cells are told row by row, and a pattern without its card: that follows from its cells.
    """
    if state.ended is None:
        yield from _accepted(state, _candidates(state))


def showing(state: State, cells: Collection[Cell]) -> Iterator[AnyReport]:
    """Yield those that show on some of these cells and nowhere else, or on none."""
    may = set(cells)

    def shows_there(report: AnyReport) -> bool:
        laid = report.cells if isinstance(report, LayPattern) else ()
        return may.issuperset((report.flipped, report.laid) if isinstance(report, FlipPiece) else laid)

    if state.ended is None:
        yield from _accepted(state, filter(shows_there, _candidates(state)))


def placements(state: State, card: Card) -> Iterator[LayPattern]:
    """Yield where whoever's turn it is could lay a pattern, without a token before those with one."""
    yield from sorted(_accepted(state, _lays(state, card)), key=lambda report: report.token)


def could_play(state: State, seat: Seat) -> Iterator[LayPattern | FlipPiece]:
    """Yield a way to play each kind of card that may lie open now, where a seat has one."""
    turn = replace(state, turn=seat, skipped=put(state.skipped, seat, False))
    for card in filter(state.playable, state.profile.cards):
        yield from islice(_accepted(turn, _flips(turn)) if card == FLIP else placements(turn, card), 1)


def _accepted(state: State, reports: Iterable[R]) -> Iterator[R]:
    """Yield those reports of whoever's turn it is that judge accepts."""
    reached = reach(state, state.colours[state.turn])
    for report in reports:
        if not isinstance(report, LayPattern | FlipPiece):
            able = isinstance(judge(state, report), Accepted)
        else:
            # Judge would have all paths counted with the last card of a game.
            move = _move(state, report, reached)
            able = not (move.faults or move.impossible)
        if able:
            yield report


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
    if pattern is None or not state.playable(card):
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
