"""What several reports may break alike, and the places and chips that sentences speak of."""

from companion.game import Details, Refused, Remedy, Ruling, Seat, Violation
from companion.games.sequence_states.cards import CardFace
from companion.games.sequence_states.deck import out
from companion.games.sequence_states.events import AnyEvent
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import State

Verdict = Ruling[AnyEvent]
Faults = tuple[Violation, ...]
Steps = tuple[Remedy, ...]

NOBODY: Verdict = Refused((Violation("match.no-such-seat"),))


def turn_faults(state: State, seat: Seat, back: Steps) -> Faults:
    """Return that it isn't the seat's turn, or that table talk comes first; `back` puts it right."""
    # Clockwise, one after the other.
    if seat == state.turn:
        return pending_faults(state, seat)
    return (*pending_faults(state, seat), Violation("ss.first", seat, {"turn": state.turn}, back))


def pending_faults(state: State, seat: Seat | None) -> Faults:
    """Return that cards are still to be put down for table talk, if they are."""
    return (Violation("ss.table-talk", seat, {"why": "pending"}),) if state.forfeits else ()


def hand_faults(state: State, seat: Seat) -> Faults:
    """Return that a seat has no card to play, if it has none; `owed` tells how many it may take first."""
    if state.hands[seat]:
        return ()
    details: Details = {"why": "empty", "owed": state.owes(seat)}
    return (Violation("ss.hand", seat, details, (Remedy("look_again", seat),)),)


def copies_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return that all copies of a card lie face up already, if they do."""
    if card is None or out(state, card) > 0:
        return ()
    details: Details = {"why": "copies", "card": card}
    return (Violation("ss.box", seat, details, (Remedy("look_again", seat),)),)


def at(state: State, rule: str, seat: Seat, space: Space, why: str, remedy: Steps = ()) -> Violation:
    """Return what is wrong at a space."""
    return Violation(rule, seat, {"why": why, **place(state, space)}, remedy)


def spot(space: Space) -> Details:
    """Return where a space is."""
    return {"row": space.row, "column": space.column}


def place(state: State, space: Space) -> Details:
    """Return where a space is, the state it shows, and the colour of its chip, as far as there are any."""
    details = spot(space)
    if state.layout is not None:
        details["shows"] = state.layout.at(space)
    owner = state.chip(space)
    if owner is not None:
        details["colour"] = state.colours[owner]
    return details


def own_place(state: State, seat: Seat, space: Space) -> Details:
    """Return where a seat's own chip lies that doesn't count."""
    return {**place(state, space), "colour": state.colours[state.sides[seat]]}


def take_back(state: State, seat: Seat, space: Space, card: CardFace) -> Steps:
    """Return how a placed chip and its card go back where they came from."""
    played: Details = {} if card is None else {"card": card}
    return Remedy("take_off", seat, own_place(state, seat, space)), Remedy("card_back", seat, played)
