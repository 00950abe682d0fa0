"""What the face-up cards reveal about the hidden ones: dead cards, and copies that are still out."""

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


def copies_out(state: State, card: Card) -> int:
    """Return how many copies of a card are in hands and the draw deck; unnamed discards count as none."""
    return copies(card) - sum(pile.count(card) for pile in state.discards)


def dead_cards(state: State) -> Iterator[StateCard]:
    """Yield the states whose two spaces are both covered; nothing without a layout."""
    if state.layout is None:
        return
    covered = Counter(state.layout.at(space) for space in SPACES if state.chip(space) is not None)
    yield from (card for card in STATES if covered[card] == TWICE)


def targets(state: State, side: Side) -> Iterator[Space]:
    """Yield the spaces of the opponents' chips that aren't locked, so that a side may remove them."""
    locked = {space for sequence in state.sequences for space in sequence.five}
    yield from (space for space in SPACES if state.chip(space) not in (None, side) and space not in locked)


def removable(state: State, side: Side) -> bool:
    """Return whether there is an opponent's chip that a side may remove."""
    return any(True for _ in targets(state, side))


def placeable(state: State, side: Side) -> bool:
    """Return whether a side has a chip left and there is an open space."""
    return state.chips[side] > 0 and None in state.board


def nothing_playable(state: State) -> bool:
    """Return whether no side could play any card any more."""
    sides = [Side(side) for side in range(len(state.colours))]
    return not any(placeable(state, side) or removable(state, side) for side in sides)


def unplayable(state: State, side: Side) -> int:
    """Return the largest possible number of cards in hands and deck that a side can't play now.

    It is an upper bound, since discards may be unnamed and the board's layout unknown.
    """
    stuck = 0 if removable(state, side) else copies_out(state, REMOVE)
    # Without a chip left, or an open space, only REMOVE can be played.
    if not placeable(state, side):
        return stuck + sum(copies_out(state, card) for card in (*STATES, ADD))
    if state.layout is None:
        covered = sum(chip is not None for chip in state.board)
        return stuck + TWICE * (covered // TWICE)
    return stuck + sum(copies_out(state, card) for card in dead_cards(state))


def maybe_dead(state: State, side: Side) -> Iterator[Card]:
    """Yield the cards that may be dead for a side; without a layout, any state once two chips are down."""
    yield from STATES if state.layout is None and _pair_covered(state) else dead_cards(state)
    # REMOVE without a chip to take may be swapped like a dead card.
    if not removable(state, side):
        yield REMOVE


def swappable(state: State, side: Side) -> Iterator[Card]:
    """Yield the cards that may be dead for a side and still have copies out."""
    yield from (card for card in maybe_dead(state, side) if copies_out(state, card))


def _pair_covered(state: State) -> bool:
    """Return whether enough chips are on the board for some card to be dead."""
    return sum(chip is not None for chip in state.board) >= TWICE


# Faults that several reports share, and details for sentences about spaces and chips.


def turn_faults(state: State, seat: Seat) -> Faults:
    """Return faults if it isn't the seat's turn, or if cards are due for table talk."""
    # Players take turns clockwise.
    if seat == state.turn:
        return pending_faults(state, seat)
    return (*pending_faults(state, seat), Violation("ss.first", seat, {"turn": state.turn}))


def pending_faults(state: State, seat: Seat | None) -> Faults:
    """Return a fault if cards are still due for table talk."""
    return (Violation("ss.table-talk", seat, {"why": "pending"}),) if state.forfeits else ()


def hand_faults(state: State, seat: Seat) -> Faults:
    """Return a fault if a seat has no card; its detail `owed` is how many the seat may draw first."""
    if state.hands[seat]:
        return ()
    return (Violation("ss.hand", seat, {"why": "empty", "owed": state.owes(seat)}),)


def copies_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return a fault if all copies of a card are face up already."""
    if card is None or copies_out(state, card) > 0:
        return ()
    return (Violation("ss.box", seat, {"why": "copies", "card": card}),)


def violation(state: State, rule: str, seat: Seat, space: Space, why: str) -> Violation:
    """Return a violation at a space, with the state it shows and its chip's colour as details."""
    owner = state.chip(space)
    colour = None if owner is None else state.colours[owner]
    return Violation(rule, seat, {"why": why, **chip_details(state, space, colour)})


def space_details(space: Space) -> Details:
    """Return a space's row and column as details."""
    return {"row": space.row, "column": space.column}


def chip_details(state: State, space: Space, colour: Colour | None) -> Details:
    """Return a space's row and column, the state it `shows` if known, and a chip's colour if given."""
    details = space_details(space)
    if state.layout is not None:
        details["shows"] = state.layout.at(space)
    if colour is not None:
        details["colour"] = colour
    return details


def card_back(seat: Seat, card: CardFace) -> Remedy:
    """Return the remedy that a card goes back into the hand; the card is named if it is known."""
    return Remedy("card_back", seat, {} if card is None else {"card": card})
