"""Judging a move: a chip placed or removed, which five are locked, and a player who can't move."""

from companion.game import Accepted, Details, Refused, Remedy, Seat, Violation
from companion.games.sequence_states.cards import ADD, REMOVE, CardFace
from companion.games.sequence_states.deck import out, unplayable
from companion.games.sequence_states.events import (
    AnyEvent,
    ChipPlaced,
    ChipRemoved,
    FiveChosen,
    Passed,
    SequenceMade,
)
from companion.games.sequence_states.evolve import evolve
from companion.games.sequence_states.faults import (
    NOBODY,
    Faults,
    Steps,
    Verdict,
    at,
    copies_faults,
    hand_faults,
    own_place,
    place,
    spot,
    take_back,
    turn_faults,
)
from companion.games.sequence_states.lines import LENGTH, SHARED, Five, Space, completed
from companion.games.sequence_states.model import State
from companion.games.sequence_states.reports import ChooseFive, PassTurn, PlaceChip, RemoveChip


def place_chip(state: State, report: PlaceChip) -> Verdict:
    """Rule on a chip that was put on a space."""
    seat, space = report.seat, report.space
    if seat not in state.seats:
        return NOBODY
    card = report.card or card_for(state, space)
    turn = turn_faults(state, seat, take_back(state, seat, space, card))
    card_faults = _card_faults(state, seat, space, card)
    same = _same_space_faults(state, seat, space)
    impossible = (
        *_space_faults(state, seat, space),
        *hand_faults(state, seat),
        *copies_faults(state, seat, card),
    )
    faults = (*turn, *same, *card_faults, *impossible)
    if not faults:
        return Accepted(placed(state, seat, space, card))
    # What hands can't have done was tapped wrongly; anything else lies there now.
    lies = not impossible
    can_stand = lies and not same and card != REMOVE and not state.forfeits
    return Refused(faults, lies, placed(state, seat, space, card) if can_stand else None)


def card_for(state: State, space: Space) -> CardFace:
    """Return the card that was played for a space, where nobody named it; None where it can't be told."""
    if state.layout is None:
        return None
    card = state.layout.at(space)
    # Both copies lie face up: only ADD can have put a chip there.
    return card if out(state, card) else ADD


def placed(state: State, seat: Seat, space: Space, card: CardFace) -> tuple[AnyEvent, ...]:
    """Return what follows when a seat's chip lies on a space: the move, and the sequences it completes."""
    side = state.sides[seat]
    move = ChipPlaced(seat, space, card)
    after = evolve(state, move)
    found = completed(space, lambda other: after.chip(other) == side, state.made(side))
    return (move, *(SequenceMade(side, best, tuple(sorted(others))) for best, *others in found))


def _card_faults(state: State, seat: Seat, space: Space, card: CardFace) -> Faults:
    # REMOVE places no chip.
    if card == REMOVE:
        return (at(state, "ss.remove", seat, space, "is_remove", take_back(state, seat, space, card)),)
    # ADD goes on any open space; and without a layout nobody can say what a space shows.
    if card is None or card == ADD or state.layout is None:
        return ()
    # A state's card: one of the two spaces of that state.
    shows = state.layout.at(space)
    if card == shows:
        return ()
    off = Remedy("take_off", seat, own_place(state, seat, space))
    right: Steps = tuple(
        Remedy("put_on", seat, {"card": card, **spot(other)})
        for other in state.layout.spaces_of(card)
        if state.chip(other) is None
    )
    details: Details = {"why": "other_state", "card": card, "shows": shows, **spot(space)}
    return (
        Violation("ss.play", seat, details, (off, *(right or (Remedy("card_back", seat, {"card": card}),)))),
    )


def _space_faults(state: State, seat: Seat, space: Space) -> Faults:
    # Only where no chip lies.
    if state.chip(space) is not None:
        return (at(state, "ss.play", seat, space, "covered", (Remedy("look_again", seat),)),)
    # Fifty chips of a colour, and no more.
    side = state.sides[seat]
    if not state.chips[side]:
        return (Violation("ss.box", seat, {"why": "chips", "colour": state.colours[side]}),)
    return ()


def _same_space_faults(state: State, seat: Seat, space: Space) -> Faults:
    # REMOVE is the whole turn: no chip on that space in this turn.
    if state.removed is None or state.removed != space or state.after(seat) != state.turn:
        return ()
    return (at(state, "ss.remove", seat, space, "same_space", take_back(state, seat, space, None)),)


def remove_chip(state: State, report: RemoveChip) -> Verdict:
    """Rule on a chip that was taken off."""
    seat, space = report.seat, report.space
    if seat not in state.seats:
        return NOBODY
    owner = state.chip(space)
    # REMOVE takes a chip: an open space has none.
    if owner is None:
        return Refused((at(state, "ss.remove", seat, space, "open", (Remedy("look_again", seat),)),))
    back = Remedy("put_back", seat, place(state, space)), Remedy("card_back", seat, {"card": REMOVE})
    turn = turn_faults(state, seat, back)
    impossible = (*hand_faults(state, seat), *copies_faults(state, seat, REMOVE))
    target: Faults = ()
    if owner == state.sides[seat]:
        # Never one's own chip.
        target = (at(state, "ss.remove", seat, space, "own", back),)
    if state.locked(space):
        # Never a chip of a completed sequence.
        target = (*target, at(state, "ss.remove", seat, space, "locked", back))
    faults = (*turn, *target, *impossible)
    event = ChipRemoved(seat, space, owner)
    if not faults:
        return Accepted((event,))
    lies = not impossible
    can_stand = lies and not state.locked(space) and not state.forfeits
    return Refused(faults, lies, (event,) if can_stand else None)


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
    faults = (*turn_faults(state, seat, (Remedy("look_again", seat),)), *hand_faults(state, seat))
    if faults:
        return Refused(faults)
    # So many cards can't all be unplayable: the cards that lie face up tell how many are.
    most, hand = unplayable(state, state.sides[seat]), state.hands[seat]
    if hand > most:
        details: Details = {"why": "playable", "unplayable": most, "hand": hand}
        return Refused((Violation("ss.play", seat, details, (Remedy("look_again", seat),)),))
    return Accepted((Passed(seat),))
