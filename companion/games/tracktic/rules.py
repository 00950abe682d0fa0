"""Judge: every rule about reports. One comment per rule, above the code that decides it.

A move is judged whole, and all its faults are named. A move against the rules waits on the grid until it is
put right or the table lets it stand. A move that hands can't have made was reported wrongly.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.game import UNSEATED, Accepted, Details, Faults, Refused, Remedy, Seat, Violation, put, ruled
from companion.games.tracktic import events as e
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import (
    Cell,
    Shape,
    connected,
    is_t,
    orientations,
    placed_at,
    shape_of,
    touching,
)
from companion.games.tracktic.model import FLIP, Card, Piece, State
from companion.games.tracktic.profile import Profile
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.score import outcome

R = TypeVar("R", bound=AnyReport)

# A move on the grid: which pattern it is, what it touches, and where it would form a T.


@lru_cache(maxsize=8)
def patterns(profile: Profile) -> dict[Shape, Card]:
    """Return the card of every shape in all rotations and mirror images; no two cards share one."""
    return {image: pattern.id for pattern in profile.patterns for image in orientations(pattern.shape)}


def card_of(profile: Profile, cells: Collection[Cell]) -> Card | None:
    """Return the card whose pattern these cells form, wherever they are; None if there is none."""
    return patterns(profile).get(shape_of(cells))


def nearest(state: State, cells: Collection[Cell]) -> Card:
    """Return the pattern that differs from these cells in the fewest, in any place and rotation.

    It is one of the playable patterns or, if there are none, any of the box. The first in the profile wins a
    tie.
    """

    def difference(card: Card) -> int:
        shape = state.profile.pattern(card)
        images = orientations(shape.shape) if shape is not None else ()
        return min(len(cells) + len(image) - 2 * _covered(image, cells) for image in images)

    cards = [pattern.id for pattern in state.profile.patterns]
    return min(list(filter(state.playable, cards)) or cards, key=difference)


def _covered(image: Shape, cells: Collection[Cell]) -> int:
    """Return the most cells that a shape covers, over all its places."""
    shifts = Counter((cell.row - row, cell.column - column) for cell in cells for row, column in image)
    return max(shifts.values(), default=0)


def reach(state: State, colour: Piece) -> set[Cell]:
    """Return the pieces a colour's paths extend from: its own, and white ones connected to them."""
    return connected(state.cells_of(colour), state.cells_of(Piece.WHITE))


def new_ts(state: State, colour: Piece, laid: Collection[Cell]) -> list[Cell]:
    """Return the middle cells of the Ts that these new pieces would be part of, row by row.

    A fourth arm on a T that was let stand forms new Ts.
    """
    own = state.cells_of(colour).union(laid)
    near = own.intersection(touching(laid).union(laid))
    return sorted(cell for cell in near if is_t(cell, own))


class _Move(Struct, frozen=True):
    """A judged move: its faults, and how hands undo it.

    `faults` break rules; what is `impossible` hands can't have done. `event` is what happened if the table
    lets the move stand.
    """

    faults: tuple[Violation, ...]
    impossible: tuple[Violation, ...]
    steps: tuple[Remedy, ...]
    event: e.AnyEvent


def judge(state: State, report: AnyReport) -> e.AnyRuling:
    """Rule on a report. The match ensures that `state` hasn't ended."""
    match report:
        case OpenCard():
            return _open_card(state, report)
        case _ if report.seat not in range(len(state.colours)):
            return UNSEATED
        case Skip():
            return _skip(state, report)
    move = _move(state, report, reach(state, state.colours[report.seat]))
    if move.impossible:
        # A wrong report comes first: the other faults may only follow from it.
        return ruled((), (*move.impossible, *move.faults), (), ())
    return ruled(move.faults, (), move.steps, _with_consequences(state, move.event, report.seat))


def _move(state: State, report: LayPattern | FlipPiece, reached: Collection[Cell]) -> _Move:
    if isinstance(report, FlipPiece):
        return _flip_piece(state, report)
    return _lay_pattern(state, report, reached)


def _lay_pattern(state: State, report: LayPattern, reached: Collection[Cell]) -> _Move:
    seat, named, token = report.seat, report.card, report.token
    colour = state.colours[seat]
    cells = tuple(sorted(set(report.cells)))
    laid = tuple(cell for cell in cells if cell not in state.pieces)
    flipped = tuple(cell for cell in cells if _opponents(state, colour, cell)) if token else ()
    card_shown = card_of(state.profile, cells)
    faults, impossible = _laying_faults(state, seat, card_shown, named, laid)
    faults += _blocking_faults(state, report, flipped)
    if token:
        faults += _token_faults(state, seat, flipped)
    # At least one new piece is laid.
    if not laid:
        (faults if flipped else impossible).append(_pattern(seat, "none_laid"))
    # It touches one of the player's pieces, or a white one connected to them. One of the player's pieces
    # among its cells counts too: it was there before.
    new = {cell for cell in cells if state.pieces.get(cell) is not colour}
    if touching(new).isdisjoint(reached):
        faults.append(Violation("tt.connect", seat, {"colour": colour.value}))
    faults += _t_faults(state, seat, laid)
    # A wrong shape that is let stand counts as the card that was named, or else the nearest.
    card_named = named if named is not None and state.profile.pattern(named) is not None else card_shown
    card = card_named or nearest(state, report.cells)
    event = e.PatternLaid(seat, card, laid, flipped, wasted=token and not flipped)
    steps = (*_take_off(state, seat, laid), *_turn_back(state, flipped), *_give_back(seat, card_named, token))
    return _Move(tuple(faults), tuple(impossible), steps, event)


def _flip_piece(state: State, report: FlipPiece) -> _Move:
    seat, flipped, laid = report.seat, report.flipped, report.laid
    colour = state.colours[seat]
    faults, impossible = _laying_faults(state, seat, FLIP, None, (laid,))
    # Only an opponent's piece is turned over; a white one is never turned back.
    if state.pieces.get(flipped) is Piece.WHITE:
        impossible.append(_violation(state, "tt.white", seat, flipped, "back"))
    elif not _opponents(state, colour, flipped):
        impossible.append(_violation(state, "tt.flip", seat, flipped, "not_opponents"))
    if laid in state.pieces:
        impossible.append(_violation(state, "tt.flip", seat, laid, "covered"))
    faults += _start_faults(state, seat, (flipped,))
    # The turned piece touches one of the player's own, and the new piece is next to it.
    if not touching([flipped]) & state.cells_of(colour):
        faults.append(_violation(state, "tt.flip", seat, flipped, "touch"))
    if laid not in touching([flipped]):
        faults.append(_violation(state, "tt.flip", seat, laid, "apart"))
    faults += _t_faults(state, seat, (laid,))
    steps = (*_take_off(state, seat, (laid,)), *_turn_back(state, (flipped,)), *_give_back(seat, FLIP))
    return _Move(tuple(faults), tuple(impossible), steps, e.PieceFlipped(seat, flipped, laid))


def _skip(state: State, report: Skip) -> e.AnyRuling:
    faults = _turn_faults(state, report.seat)
    if faults:
        return Refused(faults)
    return Accepted(_with_consequences(state, e.Skipped(report.seat), report.seat))


def _open_card(state: State, report: OpenCard) -> e.AnyRuling:
    card = report.card
    # Four cards are open; a new one is turned up where one was played.
    if not state.watched:
        return Refused((Violation("tt.turn", details={"why": "untold", "card": card}),))
    if not state.unreported:
        return Refused((Violation("tt.turn", details={"why": "all_open", "card": card}),))
    if state.hidden(card) <= 0:
        return Refused((Violation("tt.turn", details={"why": "no_copy", "card": card}),))
    return Accepted((e.CardOpened(card),))


def _with_consequences(state: State, event: e.AnyEvent, seat: Seat) -> tuple[e.AnyEvent, ...]:
    """Return an event and what follows from it: the end, or the next turn."""
    after = fold(state, (event,))
    # The game is over when all cards are used or everybody has skipped.
    if after.left == 0 or all(after.skipped):
        return (event, e.Ended(outcome(after)))
    count = len(state.colours)
    order = [Seat((seat + n) % count) for n in range(1, count + 1)]
    return (event, e.TurnPassed(next(other for other in order if not after.skipped[other])))


def _laying_faults(
    state: State, seat: Seat, card: Card | None, named: Card | None, laid: tuple[Cell, ...]
) -> tuple[list[Violation], list[Violation]]:
    """Return the faults of a move that lays pieces, and what hands can't have done."""
    faults = [*_turn_faults(state, seat), *_card_faults(state, seat, card, named)]
    impossible: list[Violation] = []
    for cell in laid:
        # With two players the area may be smaller than the printed grid; outside that grid no piece can be.
        if cell not in state.area and cell in state.printed:
            faults.append(_violation(state, "tt.players", seat, cell, "area"))
        elif cell not in state.area:
            impossible.append(_violation(state, "tt.pattern", seat, cell, "outside"))
    left = state.supply(state.colours[seat])
    if len(laid) > left:
        impossible.append(_pattern(seat, "supply", left=left, needed=len(laid)))
    return faults, impossible


def _turn_faults(state: State, seat: Seat) -> Faults:
    # A player who has skipped is out; the others play clockwise.
    if state.skipped[seat]:
        return (Violation("tt.skip", seat),)
    return () if seat == state.turn else (Violation("tt.turn", seat, {"turn": state.turn}),)


def _card_faults(state: State, seat: Seat, card: Card | None, named: Card | None) -> Faults:
    # The cells form a pattern, turned or mirrored, and it is the one that was named.
    if card is None or (named is not None and named != card):
        details = {} if named is None else {"card": named}
        return (_pattern(seat, "shape", **details),)
    # The card is one of the open ones.
    if state.profile.cards.get(card, 0) <= state.used.get(card, 0):
        return (Violation("tt.turn", seat, {"why": "used_up", "card": card}),)
    return () if state.playable(card) else (Violation("tt.turn", seat, {"why": "not_open", "card": card}),)


def _blocking_faults(state: State, report: LayPattern, flipped: tuple[Cell, ...]) -> list[Violation]:
    """Return the pieces that may not be in the pattern's way, or not without a token."""
    seat, colour = report.seat, state.colours[report.seat]
    faults: list[Violation] = []
    for cell in sorted(set(report.cells)):
        piece = state.pieces.get(cell)
        # A pattern takes new pieces; white ones count only where a token turns something over.
        if piece is colour:
            faults.append(_violation(state, "tt.pattern", seat, cell, "own"))
        elif piece is Piece.WHITE and not flipped:
            faults.append(_violation(state, "tt.pattern", seat, cell, "white"))
        elif piece not in (None, Piece.WHITE) and not report.token:
            faults.append(_violation(state, "tt.token", seat, cell, "in_way"))
    return faults


def _token_faults(state: State, seat: Seat, flipped: tuple[Cell, ...]) -> list[Violation]:
    faults = list(_start_faults(state, seat, flipped))
    # One token per pattern, and only if opponents' pieces are in its way.
    if state.rulings.token_cell == "closed":
        faults.append(Violation("tt.token", seat, {"why": "closed"}))
    elif state.tokens[seat] <= 0:
        faults.append(Violation("tt.token", seat, {"why": "none"}))
    if not flipped:
        faults.append(Violation("tt.token", seat, {"why": "nothing"}))
    return faults


def _start_faults(state: State, seat: Seat, flipped: tuple[Cell, ...]) -> list[Violation]:
    if state.rulings.start_piece_flippable == "yes":
        return []
    return [_violation(state, "tt.flip", seat, cell, "start") for cell in flipped if cell in state.start]


def _t_faults(state: State, seat: Seat, laid: tuple[Cell, ...]) -> list[Violation]:
    # No T of four pieces of the player's colour; white ones don't count.
    colour = state.colours[seat]
    inside = state.printed.intersection(laid)
    return [_violation(state, "tt.no-t", seat, cell, "t") for cell in new_ts(state, colour, inside)]


def _opponents(state: State, colour: Piece, cell: Cell) -> bool:
    """Return whether another colour's piece is there; the unplayed colour counts too."""
    return state.pieces.get(cell) not in (None, colour, Piece.WHITE)


def _pattern(seat: Seat, why: str, **details: int | str) -> Violation:
    return Violation("tt.pattern", seat, {"why": why, **details})


def _violation(state: State, rule: str, seat: Seat, cell: Cell, why: str) -> Violation:
    return Violation(rule, seat, {"why": why, **_place(cell, state.pieces.get(cell))})


def _place(cell: Cell, piece: Piece | None) -> Details:
    colour: Details = {} if piece is None else {"colour": piece.value}
    return {"row": cell.row, "column": cell.column, **colour}


def _take_off(state: State, seat: Seat, cells: tuple[Cell, ...]) -> tuple[Remedy, ...]:
    return tuple(Remedy("take_off", seat, _place(cell, state.colours[seat])) for cell in cells)


def _give_back(seat: Seat, card: Card | None, token: bool = False) -> tuple[Remedy, ...]:
    """Return the steps that give back the card, by its name if known, and the token."""
    card_back = Remedy("card_back", seat, {} if card is None else {"card": card})
    return (Remedy("token_back", seat), card_back) if token else (card_back,)


def _turn_back(state: State, cells: tuple[Cell, ...]) -> tuple[Remedy, ...]:
    pieces = state.pieces
    return tuple(Remedy("turn_back", None, _place(cell, pieces[cell])) for cell in cells if cell in pieces)


# The reports that judge accepts, and where a pattern could be laid.


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    Cells are in order, row by row. A pattern's card is left out: its cells show it.
    """
    if state.ended is None:
        yield from _accepted(state, _candidates(state))


def showing(state: State, cells: Collection[Cell]) -> Iterator[AnyReport]:
    """Yield the legal reports that change only these cells, or no cell at all."""
    allowed = set(cells)

    def changes_only_these(report: AnyReport) -> bool:
        laid = report.cells if isinstance(report, LayPattern) else ()
        return allowed.issuperset((report.flipped, report.laid) if isinstance(report, FlipPiece) else laid)

    if state.ended is None:
        yield from _accepted(state, filter(changes_only_these, _candidates(state)))


def placements(state: State, card: Card) -> Iterator[LayPattern]:
    """Yield the places for a pattern in this turn, those without a token first."""
    yield from sorted(_accepted(state, _pattern_reports(state, card)), key=lambda report: report.token)


def could_play(state: State, seat: Seat) -> Iterator[LayPattern | FlipPiece]:
    """Yield one way to play each card that may be open now, if the seat has one."""
    turn = replace(state, turn=seat, skipped=put(state.skipped, seat, False))
    for card in filter(state.playable, state.profile.cards):
        yield from islice(_accepted(turn, _flip_reports(turn)) if card == FLIP else placements(turn, card), 1)


def _accepted(state: State, reports: Iterable[R]) -> Iterator[R]:
    """Yield the reports of the player in turn that judge accepts."""
    reached = reach(state, state.colours[state.turn])
    for report in reports:
        if not isinstance(report, LayPattern | FlipPiece):
            accepted = isinstance(judge(state, report), Accepted)
        else:
            # Don't call judge: with a game's last card it would compute every longest path.
            move = _move(state, report, reached)
            accepted = not (move.faults or move.impossible)
        if accepted:
            yield report


def _candidates(state: State) -> Iterator[AnyReport]:
    if state.unreported:
        yield from (OpenCard(card) for card in state.profile.cards)
    for pattern in state.profile.patterns:
        yield from _pattern_reports(state, pattern.id)
    yield from _flip_reports(state)
    yield Skip(state.turn)


def _flip_reports(state: State) -> Iterator[FlipPiece]:
    """Yield a flip of each piece that touches the player in turn, with each cell next to it."""
    own = state.cells_of(state.colours[state.turn])
    for flipped in sorted(touching(own) & state.pieces.keys()):
        yield from (FlipPiece(state.turn, flipped, laid) for laid in sorted(touching([flipped]) & state.area))


def _pattern_reports(state: State, card: Card) -> Iterator[LayPattern]:
    """Yield each place of a card's pattern within the area that touches a path of the player in turn."""
    pattern = state.profile.pattern(card)
    if pattern is None or not state.playable(card):
        return
    seat, colour = state.turn, state.colours[state.turn]
    targets = touching(reach(state, colour)) & state.area
    seen: set[frozenset[Cell]] = set()
    for image in orientations(pattern.shape):
        for target in sorted(targets):
            for row, column in sorted(image):
                cells = placed_at(image, Cell(target.row - row, target.column - column))
                if cells is None or cells in seen or not cells <= state.area:
                    continue
                seen.add(cells)
                yield from _reports(state, colour, cells, LayPattern(seat, tuple(sorted(cells))))


def _reports(state: State, colour: Piece, cells: frozenset[Cell], report: LayPattern) -> Iterator[LayPattern]:
    pieces = {state.pieces.get(cell) for cell in cells}
    if colour in pieces:
        return
    if pieces <= {None}:
        yield report
    elif pieces - {None, Piece.WHITE}:
        yield LayPattern(report.seat, report.cells, token=True)
