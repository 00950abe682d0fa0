"""What a viewer may see: everything, as the referee doesn't know the hands."""

from collections.abc import Collection

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.speed_mode.board import Board, Combination, Pair, Place
from companion.games.speed_mode.deck import can_exchange, can_replenish, exhausted, makeable, to_draw
from companion.games.speed_mode.model import OnPair, State
from companion.games.speed_mode.score import circles, points


class HalfView(Struct, frozen=True):
    """A combination: its cards, who covers it, whether it is free, and whether anybody can still make it."""

    cards: Combination
    by: Seat | None
    free: bool
    possible: bool


class PairView(Struct, frozen=True):
    """A pair: its place, its two combinations, and the owner of a circle over it."""

    place: Place
    halves: tuple[HalfView, ...]
    circle: Seat | None


class SeatView(Struct, frozen=True):
    """A player: cards in hand, points, circles on the board, and what can be done now.

    `circles_left` is None without a limit, and negative where backs of other tokens serve as circles. `draws`
    is the number of cards that replenishing draws. `stuck`: the player has said that the hand makes no
    combination.
    """

    seat: Seat
    hand: int
    points: int
    circles: int
    circles_left: int | None
    turns: bool
    stuck: bool
    exchanges: bool
    replenishes: bool
    draws: int


class View(Struct, frozen=True):
    """The table: the position, as nothing in it is secret, and what follows from it.

    `pairs` are those of the position or, during a comparison, those on the table. `exhausted` follows the
    ruling of the same name.
    """

    state: State
    pairs: tuple[PairView, ...]
    seats: tuple[SeatView, ...]
    exhausted: bool
    turn: Seat
    ended: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Return the table; every viewer sees the same."""
    # At the end it doesn't matter what can still be made.
    can_make = tuple(makeable(state)) if state.ended is None else None
    return View(
        state=state,
        pairs=pair_views(state.board, state.pairs, can_make),
        seats=tuple(_seat(state, seat) for seat in state.seats),
        exhausted=exhausted(state),
        turn=state.turn,
        ended=state.ended,
    )


def pair_views(
    board: Board, pairs: tuple[OnPair, ...], can_make: Collection[tuple[Place, int]] | None = None
) -> tuple[PairView, ...]:
    """Return the pairs with their tokens; `can_make` are the halves that can still be made, None for all."""
    return tuple(_pair(pair, tokens, can_make) for pair, tokens in zip(board.pairs, pairs, strict=True))


def _pair(pair: Pair, tokens: OnPair, can_make: Collection[tuple[Place, int]] | None) -> PairView:
    halves = tuple(
        HalfView(
            cards, tokens.halves[half], tokens.free(half), can_make is None or (pair.place, half) in can_make
        )
        for half, cards in enumerate(pair.halves)
    )
    return PairView(pair.place, halves, tokens.circle)


def _seat(state: State, seat: Seat) -> SeatView:
    turns = seat == state.turn and not state.finished and state.ended is None
    used, limit = circles(state, seat), state.board.tokens.circles
    return SeatView(
        seat=seat,
        hand=state.hands[seat],
        points=points(state, seat),
        circles=used,
        circles_left=None if limit is None else limit - used,
        turns=turns,
        stuck=state.stuck[seat],
        exchanges=turns and can_exchange(state, seat),
        replenishes=turns and can_replenish(state, seat),
        draws=to_draw(state, seat),
    )


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return the expected reports: face-up cards, the answer to a question, a turn, and who is stuck."""
    if state.ended is not None:
        return ()
    if state.finished:
        return (Prompt("count_groups"),)
    prompts = [Prompt("turn_up", details={"cards": state.unreported})] if state.unreported else []
    if state.asked:
        prompts.append(Prompt("answer_end", details={"exchanges": state.exchanges}))
    prompts.append(Prompt("take_turn", (state.turn,)))
    if exhausted(state):
        silent = tuple(seat for seat in state.seats if not state.stuck[seat])
        prompts.append(Prompt("call_stuck", silent))
    return tuple(prompts)
