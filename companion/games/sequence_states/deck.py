"""What the face-up cards tell of the others: dead cards, and copies that are still out."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Details, Faults, Remedy, Seat, Violation
from companion.games.sequence_states.layout import (
    ADD,
    REMOVE,
    STATES,
    TWICE,
    Card,
    CardFace,
    StateCard,
    copies,
)
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Colour, Side, State


def out(state: State, card: Card) -> int:
    """Return how many copies of a card are in hands and the draw deck; unnamed discards count as none."""
    return copies(card) - sum(pile.count(card) for pile in state.discards)


def dead_cards(state: State) -> Iterator[StateCard]:
    """Yield the states whose spaces are both covered; without a layout nobody can tell."""
    if state.layout is None:
        return
    covered = Counter(state.layout.at(space) for space in SPACES if state.chip(space) is not None)
    yield from (card for card in STATES if covered[card] == TWICE)


def targets(state: State, side: Side) -> Iterator[Space]:
    """Yield the spaces of the opponents' chips that a side may take off: those that are not locked."""
    locked = {space for sequence in state.sequences for space in sequence.five}
    yield from (space for space in SPACES if state.chip(space) not in (None, side) and space not in locked)


def removable(state: State, side: Side) -> bool:
    """Tell whether some opponent's chip may be taken off by a side."""
    return any(True for _ in targets(state, side))


def placeable(state: State, side: Side) -> bool:
    """Tell whether a side has a chip left, and a space to put it on."""
    return state.chips[side] > 0 and None in state.board


def nothing_playable(state: State) -> bool:
    """Tell whether no card at all, whoever holds it, can be played by anybody any more."""
    sides = [Side(side) for side in range(len(state.colours))]
    return not any(placeable(state, side) or removable(state, side) for side in sides)


def unplayable(state: State, side: Side) -> int:
    """Return how many cards in hands and deck a side can't play now, at most.

    Discards that nobody named, and a board without a layout, leave it open which cards these are.
    """
    stuck = 0 if removable(state, side) else out(state, REMOVE)
    # Without a chip left, or an open space, only REMOVE can be played.
    if not placeable(state, side):
        return stuck + sum(out(state, card) for card in (*STATES, ADD))
    if state.layout is None:
        covered = sum(chip is not None for chip in state.board)
        return stuck + TWICE * (covered // TWICE)
    return stuck + sum(out(state, card) for card in dead_cards(state))


def deadened(state: State, side: Side) -> Iterator[Card]:
    """Yield the cards that a side may swap for another, if it holds one; without a layout, any state's."""
    yield from STATES if state.layout is None and _pair_covered(state) else dead_cards(state)
    # REMOVE without a chip to take may be swapped like a dead card.
    if not removable(state, side):
        yield REMOVE


def swappable(state: State, side: Side) -> Iterator[Card]:
    """Yield those of the cards that a side may swap of which copies are still out."""
    yield from (card for card in deadened(state, side) if out(state, card))


def _pair_covered(state: State) -> bool:
    """Tell whether enough chips lie there for some card to be dead."""
    return sum(chip is not None for chip in state.board) >= TWICE


# What several reports may break alike, and the places and chips that sentences speak of.


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
