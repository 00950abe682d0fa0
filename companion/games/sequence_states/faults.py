"""What several reports may break alike, and the places and chips that sentences speak of."""

from companion.game import Details, Faults, Refused, Remedy, Seat, Violation
from companion.games.sequence_states.cards import CardFace
from companion.games.sequence_states.deck import out
from companion.games.sequence_states.events import Verdict
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour, State

NOBODY: Verdict = Refused((Violation("match.no-such-seat"),))


def turn_faults(state: State, seat: Seat) -> Faults:
    """Return that it isn't the seat's turn, and that table talk comes first."""
    # Clockwise, one after the other.
    if seat == state.turn:
        return pending_faults(state, seat)
    return (*pending_faults(state, seat), Violation("ss.first", seat, {"turn": state.turn}))


def pending_faults(state: State, seat: Seat | None) -> Faults:
    """Return that cards are still to be put down for table talk, if they are."""
    return (Violation("ss.table-talk", seat, {"why": "pending"}),) if state.forfeits else ()


def hand_faults(state: State, seat: Seat) -> Faults:
    """Return that a seat has no card to play, if it has none; `owed` tells how many it may take first."""
    if state.hands[seat]:
        return ()
    return (Violation("ss.hand", seat, {"why": "empty", "owed": state.owes(seat)}),)


def copies_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return that all copies of a card lie face up already, if they do."""
    if card is None or out(state, card) > 0:
        return ()
    return (Violation("ss.box", seat, {"why": "copies", "card": card}),)


def at(state: State, rule: str, seat: Seat, space: Space, why: str) -> Violation:
    """Return what is wrong at a space."""
    owner = state.chip(space)
    colour = None if owner is None else state.colours[owner]
    return Violation(rule, seat, {"why": why, **place(state, space, colour)})


def spot(space: Space) -> Details:
    """Return where a space is."""
    return {"row": space.row, "column": space.column}


def place(state: State, space: Space, colour: Colour | None) -> Details:
    """Return where a space is, the state it shows, and the colour of a chip, as far as known."""
    details = spot(space)
    if state.layout is not None:
        details["shows"] = state.layout.at(space)
    if colour is not None:
        details["colour"] = colour
    return details


def card_back(seat: Seat, card: CardFace) -> Remedy:
    """Return that a card goes back into the hand: which one, if somebody said."""
    return Remedy("card_back", seat, {} if card is None else {"card": card})
