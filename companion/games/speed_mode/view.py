"""What a viewer may see. The referee is told no hands, so there is nothing to keep back."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.speed_mode.board import Combination, Kind, Pair, Place
from companion.games.speed_mode.deck import can_exchange, can_replenish, exhausted, makeable, to_draw
from companion.games.speed_mode.model import OnPair, State
from companion.games.speed_mode.score import circles, extras, points, singles


class HalfView(Struct, frozen=True):
    """A combination: its cards, who covers it, and whether it is free, and can still be made by anybody."""

    cards: Combination
    by: Seat | None
    free: bool
    possible: bool


class PairView(Struct, frozen=True):
    """A pair: where it is, its two combinations, and whose circle lies over it."""

    place: Place
    halves: tuple[HalfView, ...]
    circle: Seat | None


class Supply(Struct, frozen=True):
    """Tokens of a kind: on the board, left beside it (None: always enough), and from the backs of others."""

    used: int
    left: int | None
    backs: int


class SeatView(Struct, frozen=True):
    """A player: cards in hand, points, tokens, and what can be done now.

    `draws` are the cards that replenishing brings; `stuck` tells that the player has said that no
    combination can be made.
    """

    seat: Seat
    hand: int
    points: int
    circles: Supply
    quadrilaterals: Supply
    semicircles: Supply
    turns: bool
    stuck: bool
    exchanges: bool
    replenishes: bool
    draws: int


class View(Struct, frozen=True):
    """The table: the position itself, for nothing in it is secret, and what is worked out from it.

    `pairs` are those of the position, or, while the table is compared, as it says they lie. `exhausted`: the
    deck is used up, as the table has chosen; `left` are the cards in play by kind.
    """

    state: State
    pairs: tuple[PairView, ...]
    seats: tuple[SeatView, ...]
    exhausted: bool
    left: Mapping[Kind, int]
    turn: Seat
    ended: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Return the table as `viewer` may see it: the same for everybody."""
    # At the end nobody asks what can still be made.
    able = tuple(makeable(state)) if state.ended is None else None
    return View(
        state=state,
        pairs=tuple(
            pair_view(pair, on, able) for pair, on in zip(state.board.pairs, state.pairs, strict=True)
        ),
        seats=tuple(_seat(state, seat) for seat in state.seats),
        exhausted=exhausted(state),
        left={kind: state.left(kind) for kind in state.board.deck},
        turn=state.turn,
        ended=state.ended,
    )


def pair_view(pair: Pair, on: OnPair, able: Collection[tuple[Place, int]] | None = None) -> PairView:
    """Return a pair with its tokens; `able` are the halves that can still be made, None: any may be."""
    halves = tuple(
        HalfView(cards, on.halves[half], on.free(half), able is None or (pair.place, half) in able)
        for half, cards in enumerate(pair.halves)
    )
    return PairView(pair.place, halves, on.circle)


def _seat(state: State, seat: Seat) -> SeatView:
    turns = seat == state.turn and not state.finished and state.ended is None
    tokens = state.board.tokens
    between = extras(state, seat, group=False) + extras(state, seat, group=True)
    return SeatView(
        seat=seat,
        hand=state.hands[seat],
        points=points(state, seat),
        circles=supply(circles(state, seat), tokens.circles),
        quadrilaterals=supply(between, tokens.quadrilaterals),
        semicircles=supply(singles(state, seat), tokens.semicircles),
        turns=turns,
        stuck=state.stuck[seat],
        exchanges=turns and can_exchange(state, seat),
        replenishes=turns and can_replenish(state, seat),
        draws=to_draw(state, seat),
    )


def supply(used: int, given: int | None) -> Supply:
    """Return where tokens are: what is used beyond those given was taken from the backs of others."""
    if given is None:
        return Supply(used, None, 0)
    return Supply(used, max(0, given - used), max(0, used - given))


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must tell us what: a turn, face-up cards, and at the end who can't make anything."""
    if state.ended is not None:
        return ()
    if state.finished:
        return (Prompt("count_groups"),)
    prompts = [Prompt("turn_up", details={"cards": state.untold})] if state.untold else []
    if state.asked:
        prompts.append(Prompt("answer_end", details={"exchanges": state.exchanges}))
    prompts.append(Prompt("take_turn", (state.turn,)))
    if exhausted(state):
        silent = tuple(seat for seat in state.seats if not state.stuck[seat])
        prompts.append(Prompt("call_stuck", silent))
    return tuple(prompts)
