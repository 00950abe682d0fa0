"""Judging a move: a chip placed or removed, which five are locked, and a player who can't move."""

from companion.game import Accepted, Details, Faults, Refused, Remedy, Seat, Steps, Violation
from companion.games.sequence_states.cards import ADD, REMOVE, Card, CardFace
from companion.games.sequence_states.deck import out, unplayable
from companion.games.sequence_states.events import (
    ChipPlaced,
    ChipRemoved,
    Events,
    FiveChosen,
    Passed,
    SequenceMade,
    Verdict,
)
from companion.games.sequence_states.evolve import evolve
from companion.games.sequence_states.faults import (
    NOBODY,
    at,
    card_back,
    copies_faults,
    hand_faults,
    place,
    spot,
    turn_faults,
)
from companion.games.sequence_states.lines import LENGTH, SHARED, Five, Space, completed
from companion.games.sequence_states.model import Colour, Removed, Side, State
from companion.games.sequence_states.reports import ChooseFive, PassTurn, PlaceChip, RemoveChip
from companion.rulings import ruled


def place_chip(state: State, report: PlaceChip) -> Verdict:
    """Rule on a chip that was put on a space."""
    seat, space = report.seat, report.space
    if seat not in state.seats:
        return NOBODY
    card = report.card or card_for(state, space)
    own = state.colours[state.sides[seat]]
    colour = report.colour or own
    same, wrong = _same_space_faults(state, seat, space), _card_faults(state, seat, space, card)
    strange = _colour_faults(seat, space, colour, own)
    faults = (*turn_faults(state, seat), *same, *wrong, *strange)
    impossible = (
        *_space_faults(state, seat, space, colour),
        *hand_faults(state, seat),
        *copies_faults(state, seat, card),
    )
    off = Remedy("take_off", seat, place(state, space, colour))
    if same:
        # No second card was played for it.
        steps: Steps = (off,)
    elif faults == strange:
        steps = (off, Remedy("put_own", seat, {"colour": own}))
    elif faults == (*wrong, *strange) and card is not None and card != REMOVE:
        steps = (off, *_where_it_goes(state, seat, card, {"colour": own} if strange else {}))
    else:
        steps = (off, card_back(seat, report.card))
    stand = not same and card != REMOVE and not state.forfeits and colour in state.colours
    return ruled(faults, impossible, steps, placed(state, seat, space, card, colour), stand=stand)


def card_for(state: State, space: Space) -> CardFace:
    """Return the card that was played for a space, where nobody named it; None where it can't be told."""
    if state.layout is None:
        return None
    card = state.layout.at(space)
    # Both copies lie face up: only ADD can have put a chip there.
    return card if out(state, card) else ADD


def placed(state: State, seat: Seat, space: Space, card: CardFace, colour: Colour) -> Events:
    """Return what follows when a seat's chip lies on a space: the move, and the sequences it completes."""
    if colour not in state.colours:
        return ()
    # A chip counts for the side whose colour it has, whoever put it there.
    side = Side(state.colours.index(colour))
    move = ChipPlaced(seat, space, card, None if side == state.sides[seat] else side)
    after = evolve(state, move)
    earlier = state.made(side)
    found = completed(space, lambda other: after.chip(other) == side, earlier)
    return (
        move,
        *(
            SequenceMade(side, best, tuple(sorted(others)), number)
            for number, (best, *others) in enumerate(found, len(earlier) + 1)
        ),
    )


def _card_faults(state: State, seat: Seat, space: Space, card: CardFace) -> Faults:
    # REMOVE places no chip.
    if card == REMOVE:
        return (at(state, "ss.remove", seat, space, "is_remove"),)
    # ADD goes on any open space; and without a layout nobody can say what a space shows.
    if card is None or card == ADD or state.layout is None:
        return ()
    # A state's card: one of the two spaces of that state.
    shows = state.layout.at(space)
    if card == shows:
        return ()
    details: Details = {"why": "other_state", "card": card, "shows": shows, **spot(space)}
    return (Violation("ss.play", seat, details),)


def _colour_faults(seat: Seat, space: Space, colour: Colour, own: Colour) -> Faults:
    # One of one's own chips.
    if colour == own:
        return ()
    return (Violation("ss.play", seat, {"why": "colour", "colour": colour, "own": own, **spot(space)}),)


def _where_it_goes(state: State, seat: Seat, card: Card, chip: Details) -> Steps:
    """Return the open spaces of a state, or that its card goes back into the hand.

    `chip` has the colour of the chip to be put there, where it isn't the one that was taken off.
    """
    spaces = state.layout.spaces_of(card) if state.layout is not None else ()
    able = (space for space in spaces if state.chip(space) is None)
    found = tuple(Remedy("put_on", seat, {"card": card, **spot(space), **chip}) for space in able)
    return found or (card_back(seat, card),)


def _space_faults(state: State, seat: Seat, space: Space, colour: Colour) -> Faults:
    # Only where no chip lies.
    if state.chip(space) is not None:
        return (at(state, "ss.play", seat, space, "covered"),)
    # Fifty chips of a colour, and no more.
    if colour in state.colours and not state.chips[state.colours.index(colour)]:
        return (Violation("ss.box", seat, {"why": "chips", "colour": colour}),)
    return ()


def _same_space_faults(state: State, seat: Seat, space: Space) -> Faults:
    # REMOVE is the whole turn: no chip on that space in this turn.
    if state.removed != Removed(seat, space) or seat == state.turn:
        return ()
    return (at(state, "ss.remove", seat, space, "same_space"),)


def remove_chip(state: State, report: RemoveChip) -> Verdict:
    """Rule on a chip that was taken off."""
    seat, space = report.seat, report.space
    if seat not in state.seats:
        return NOBODY
    owner = state.chip(space)
    impossible = (*hand_faults(state, seat), *copies_faults(state, seat, REMOVE))
    if owner is None:
        # REMOVE takes a chip: an open space has none.
        gone = (at(state, "ss.remove", seat, space, "open"), *impossible)
        return ruled(turn_faults(state, seat), gone, (), ())
    faults = list(turn_faults(state, seat))
    locked = state.locked(space)
    if owner == state.sides[seat]:
        # Never one's own chip.
        faults.append(at(state, "ss.remove", seat, space, "own"))
    if locked:
        # Never a chip of a completed sequence.
        faults.append(at(state, "ss.remove", seat, space, "locked"))
    steps = (Remedy("put_back", seat, place(state, space, state.colours[owner])), card_back(seat, REMOVE))
    stand = not locked and not state.forfeits
    return ruled(tuple(faults), impossible, steps, (ChipRemoved(seat, space, owner),), stand=stand)


def choose_five(state: State, report: ChooseFive) -> Verdict:
    """Rule on which five of a longer line are turned over."""
    five: Five = tuple(sorted(report.five))
    for longer in state.longer:
        if five in longer.others:
            side = next(sequence.side for sequence in state.sequences if sequence.five == longer.five)
            return Accepted((FiveChosen(side, five, instead_of=longer.five),))
    # Only right after the move that made the line.
    if not state.longer:
        return Refused((Violation("ss.sequence", details={"why": "late"}),))
    # Five in that line: neither six, nor others, nor two of an earlier sequence.
    near = any(len(five) == LENGTH and len(set(five) & set(line.five)) > SHARED for line in state.longer)
    return Refused((Violation("ss.share" if near else "ss.sequence", details={"why": "five"}),))


def pass_turn(state: State, report: PassTurn) -> Verdict:
    """Rule on a player who says that no card in hand can be played."""
    seat = report.seat
    if seat not in state.seats:
        return NOBODY
    faults = (*turn_faults(state, seat), *hand_faults(state, seat))
    # They can't all be unplayable: the cards that lie face up tell how many are.
    most, hand = unplayable(state, state.sides[seat]), state.hands[seat]
    if hand > most:
        details: Details = {"why": "playable", "unplayable": most, "hand": hand}
        faults = (*faults, Violation("ss.play", seat, details))
    # Nothing lies on the table.
    return ruled((), faults, (), (Passed(seat),))
