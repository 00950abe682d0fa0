"""From a position and an event to the next position. Events are facts: no rule is checked here."""

from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Seat, first_seat, folding, put
from companion.games.sheet import events as e
from companion.games.sheet.figures import memory_after, row_of
from companion.games.sheet.model import Facts, Figures, RoundGrab, ScoredRow, State
from companion.games.sheet.parsed_sheet import parse_sheet
from companion.games.sheet.score import lost


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event. Raises ValueError for an event that `judge` can't have made."""
    match event:
        case e.PartTold(part, figures):
            _require(state.sheet.told == "rounds" and part == state.part < len(state.parsed.parts) - 1)
            columns = state.parsed.parts[part]
            return replace(state, begun=(*state.begun, *_checked(state, columns, figures)))
        case e.RoundScored(figures, points):
            _require(state.sheet.told == "rounds")
            totals = tuple(total + gained for total, gained in zip(state.totals, points, strict=True))
            row = ScoredRow(_checked(state, state.parsed.entered, figures), points)
            memory = memory_after(state, row.figures)
            return _after_row(replace(state, begun=(), totals=totals, memory=memory, hands=RoundGrab()), row)
        case e.TurnScored(seat, figures, points, took):
            _require(state.sheet.told == "turns")
            (columns,) = state.parsed.parts
            _require(len(figures) == len(columns))
            row = ScoredRow(row_of(figures), (points,), seat)
            totals = put(state.totals, seat, state.totals[seat] + points)
            memory = memory_after(state, row.figures, seat)
            return _after_row(_charged(replace(state, totals=totals, memory=memory), seat, took), row)
        case e.Passed(seat, took):
            _require(bool(state.sheet.passes) and seat == state.turn)
            without = replace(state, passed=(*state.passed, seat))
            return _after_row(_charged(without, seat, took), ScoredRow((), (0,), seat))
        case e.TurnedRound():
            _require(state.sheet.reverses)
            return replace(state, way=-state.way)
        case e.ClockStarted():
            _require(bool(state.had) and not state.runs)
            return replace(state, runs=True)
        case e.ClockPaused(took):
            _require(state.runs)
            return replace(state, runs=False, used=state.used + took)
        case e.FlagFell(seat, took):
            clock = state.sheet.clock
            _require(clock is not None and seat == state.turn)
            if clock is None or clock.runs_out == "told":
                return replace(state, fell=True, used=state.used + took)
            charged = _charged(state, seat, took)
            if clock.runs_out == "loses":
                charged = replace(charged, had=put(charged.had, seat, 0), out=(*charged.out, seat))
            return _after_row(charged, ScoredRow((), (0,), seat))
        case e.GaveUp(seat):
            _require(state.sheet.clock is not None and seat in state.seats and seat not in state.out)
            without = replace(state, out=(*state.out, seat))
            if seat == state.turn:
                without = _charged(without, seat, 0)
            elif not _only_one_left(without):
                return without
            return _after_row(without, ScoredRow((), (0,), seat))
        case e.Grabbed() | e.GrabVoided() | e.SaidRight() | e.SaidWrong() | e.NobodyKnew():
            _require(not state.settled)
            return replace(state, hands=_with_answer(state.hands, event))
        case e.HeatCalled(seats):
            _require(seats == state.hands.tied)
            return state
        case e.Ended(outcome):
            return replace(state, ended=outcome)


def _with_answer(
    hands: RoundGrab, event: e.Grabbed | e.GrabVoided | e.SaidRight | e.SaidWrong | e.NobodyKnew
) -> RoundGrab:
    match event:
        case e.Grabbed(grab, order):
            return replace(hands, grab=grab, order=order, void=False)
        case e.GrabVoided():
            return replace(hands, void=True)
        case e.SaidRight(seat):
            _require(seat == hands.answering)
            return replace(hands, right=seat, order=())
        case e.SaidWrong(seat, order, touches):
            _require(seat == hands.answering)
            if touches and hands.grab is not None:
                hands = replace(hands, grab=replace(hands.grab, touches=touches))
            return replace(hands, wrong=(*hands.wrong, seat), order=order)
        case e.NobodyKnew():
            return replace(hands, nobody=True, order=())


def _charged(state: State, seat: Seat, took: int) -> State:
    """Return the state with a turn's time taken off, or added to, the seat's clock."""
    clock = state.sheet.clock
    if clock is None:
        return state
    before = state.had[seat]
    left = clock.leaves(before, state.used + took)
    had = state.had
    if clock.kind == "hourglass":
        had = tuple(other + before - left for other in had)
    turns = 1 + sum(row.seat == seat for row in state.rows) if clock.after else 0
    return replace(state, had=put(had, seat, left + clock.added(turns)), used=0, fell=False)


def _only_one_left(state: State) -> bool:
    """Return whether all others have passed or lost, on a sheet where that ends a round."""
    return state.sheet.passes == "others" and len(state.to_come) <= 1


def _after_row(state: State, row: ScoredRow) -> State:
    """Return the state after a row: still in the same round, or at the start of the next one."""
    sheet = state.sheet
    state = replace(state, rows=(*state.rows, replace(row, round=state.round)))
    losers = lost(state)
    # If nobody would be left, all of them play on, and `ending` decides.
    if 0 < len(losers) < state.players - len(state.out):
        state = replace(state, out=(*state.out, *losers))
    remaining = state.to_come
    if sheet.each_alone or not remaining or _only_one_left(state):
        state = replace(state, round=state.round + 1, passed=())
        first = state.begins
        if sheet.reverses and not sheet.passes and row.seat is not None:
            first = Seat(row.seat + state.way)
        elif sheet.passes == "others" and remaining:
            (first,) = remaining
        elif sheet.order == "named":
            (entered,) = state.parsed.parts
            picking = next(n for n, column in enumerate(entered) if sheet.columns[column].picks)
            first = Seat(row.figures[picking][0])
        return replace(state, turn=state.next_from(first) if sheet.goes_round else None)
    if row.seat is not None and sheet.goes_round:
        return replace(state, turn=state.next_from(row.seat + state.way))
    # If only one player is left, nobody need choose.
    return replace(state, turn=remaining[0] if len(remaining) == 1 else None)


def _require(possible: bool) -> None:
    if not possible:
        raise ValueError("the sheet isn't told like that")


def _checked(state: State, columns: tuple[int, ...], figures: Figures) -> Figures:
    for number, column_figures in zip(columns, figures, strict=True):
        if len(column_figures) != state.size(number):
            raise ValueError(
                f"column {number + 1} has {state.size(number)} figures, and not {len(column_figures)}"
            )
    return figures


fold = folding(evolve)
"""Return the state after several events."""

# From the facts of a match to its first position.


class _NoRulings(Struct, frozen=True):
    pass


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the empty sheet. Raises SetupError for facts that make no game."""
    catalogue.settle(facts.rulings, _NoRulings)
    # Use the cached sheet: two equal ones would be compared on every lookup of a formula.
    sheet = parse_sheet(facts.sheet).sheet
    # As many play as the sheet allows, in teams of equal size.
    if not sheet.able(facts.players):
        able = ", ".join(map(str, sheet.counts))
        raise SetupError(f"players: {facts.players} can't play {sheet.name}; {able} can")
    first = first_seat(facts.first, facts.players)
    had = () if sheet.clock is None else tuple(map(sheet.clock.begins, range(facts.players)))
    state = State(
        sheet,
        facts.players,
        first,
        (sheet.start,) * sheet.sides(facts.players),
        had=had,
        turn=first if sheet.goes_round else None,
        way=-1 if sheet.order == "counterclockwise" else 1,
    )
    # Nothing is remembered before the first row.
    return replace(state, memory=tuple((0,) * state.many(slot.of) for slot in state.parsed.memory))
