"""What a viewer may see. Ungle Speed has no secrets, but live matches are hidden.

A screen that showed them would grab before the players do.
"""

from msgspec import Struct

from companion.game import Level, Outcome, Prompt, Seat, Viewer
from companion.games.ungle_speed.claims import asks_turned_again, right_faults, tied_seats
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Deck
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.legal import answers
from companion.games.ungle_speed.model import (
    Chase,
    Choosing,
    FaceUp,
    Rulings,
    Sharing,
    State,
    Tied,
    Unexplained,
)
from companion.games.ungle_speed.reports import AnyReport
from companion.games.ungle_speed.settle import late_without_right
from companion.games.ungle_speed.turning import unentered_turns


class SeatView(Struct, frozen=True):
    """One seat: its player, cards face down and face up, the top card (None if unknown), if it turns now."""

    seat: Seat
    player: int
    stack: int
    pile: int
    top: FaceUp
    turns: bool


class View(Struct, frozen=True):
    """The table as everybody may see it.

    `waiting`: seats in a flip that haven't been entered. `regrab_reason`: why the totem must be grabbed
    again ("dead_heat", or the sensors' reason), "" if not. `answers`: reports that can answer "what was
    it?", likeliest first. `second`: the flip is for second outward arrows and no card of it was entered.
    `asks_again`: the table must say whether those had turned. `stuck`: nobody can turn a card any more.
    `late`: who pressed after the winner and loses as well, as far as is known. `tied`: who tied, if nobody
    had a known right to the totem and that may cost cards. `left`: seats whose players left. `arrows`: the
    kinds of which not all cards are face up.
    """

    deck: Deck
    level: Level
    two_handed: bool
    seats: tuple[SeatView, ...]
    pot: int
    aside: int
    turn: Seat
    by_colour: bool
    waiting: tuple[Seat, ...]
    chase: Chase | None
    regrab_reason: str
    answers: tuple[AnyReport, ...]
    ended: Outcome | None
    second: bool
    asks_again: bool
    stuck: bool
    rulings: Rulings
    late: tuple[Seat, ...]
    tied: tuple[Seat, ...]
    left: tuple[Seat, ...]
    arrows: tuple[Arrows, ...]


def view(state: State, viewer: Viewer) -> View:
    """Return the table as `viewer` may see it: the same for everybody."""
    turning = state.flip.waiting if state.flip else (state.turn,)
    return View(
        deck=state.deck,
        level=state.level,
        two_handed=state.two_handed,
        seats=tuple(
            SeatView(
                seat=seat,
                player=state.player(seat),
                stack=state.stacks[seat],
                pile=len(state.piles[seat]),
                top=state.top(seat),
                turns=seat in turning and state.chase is None and state.ended is None,
            )
            for seat in state.seats
        ),
        pot=len(state.pot),
        aside=state.aside,
        turn=state.turn,
        by_colour=state.by_colour,
        waiting=state.flip.waiting if state.flip else (),
        chase=state.chase,
        regrab_reason=state.regrab_reason,
        answers=tuple(answers(state)),
        ended=state.ended,
        second=state.flip is not None and state.flip.untouched,
        asks_again=asks_turned_again(state),
        stuck=not any(state.can_turn(seat) for seat in state.seats),
        rulings=state.rulings,
        late=_late(state),
        tied=_tied(state),
        left=state.left,
        arrows=tuple(arrows for arrows in Arrows if state.hidden(ArrowsCard(arrows)) > 0),
    )


def _late(state: State) -> tuple[Seat, ...]:
    if not isinstance(state.chase, Unexplained | Choosing):
        return ()
    return late_without_right(fold(state, unentered_turns(state)), state.chase.grab)


def _tied(state: State) -> tuple[Seat, ...]:
    tied = tied_seats(state)
    costs = state.rulings.dead_heat_wrong != "regrab"
    return tied if costs and not right_faults(fold(state, unentered_turns(state)), tied) else ()


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must report what next."""
    if state.ended is not None:
        return ()
    match state.chase:
        case Unexplained(grab) if asks_turned_again(state):
            assert state.flip is not None
            return (Prompt("say_turned_again", grab.first, details={"owner": state.flip.owner}),)
        case Unexplained(grab):
            return (Prompt("explain_grab", grab.first),)
        case Tied(grab):
            return (Prompt("draw_lots", grab.first),)
        case Choosing(grab):
            return (Prompt("choose", grab.first),)
        case Sharing(grab, _, _, cards):
            return (Prompt("share_cards", grab.first, details={"cards": cards}),)
    if state.regrab_reason:
        return (Prompt("grab_again", details={"why": state.regrab_reason}),)
    if state.flip is not None:
        return (Prompt("turn_all", state.flip.waiting),)
    if not any(state.can_turn(seat) for seat in state.seats):
        return (Prompt("grab_or_end"),)
    return (Prompt("turn_card", (state.turn,)),)
