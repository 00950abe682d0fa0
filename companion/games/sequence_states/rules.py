"""Judge: every rule about what may be reported. One comment a rule, above where it is decided."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.comparing import Mend
from companion.game import (
    NOBODY,
    Accepted,
    Details,
    Faults,
    Refused,
    Remedy,
    Seat,
    Steps,
    Violation,
    may_lack,
    ruled,
)
from companion.games.sequence_states import deck
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import ADD, BOX, KINDS, REMOVE, STATES, Card, CardFace
from companion.games.sequence_states.lines import LENGTH, SHARED, SPACES, Five, Space, completed
from companion.games.sequence_states.model import Colour, Side, State
from companion.games.sequence_states.score import ending
from companion.line import Position

# Judging a move: a chip placed or removed, which five are locked, and a player who can't move.


def place_chip(state: State, report: r.PlaceChip) -> e.Verdict:
    """Rule on a chip that was put on a space."""
    seat, space = report.seat, report.space
    card = report.card or card_for(state, space)
    own = state.colours[state.sides[seat]]
    colour = report.colour or own
    same, wrong = _same_space_faults(state, seat, space), _card_faults(state, seat, space, card)
    strange = _colour_faults(seat, space, colour, own)
    faults = (*deck.turn_faults(state, seat), *same, *wrong, *strange)
    impossible = (
        *_space_faults(state, seat, space, colour),
        *deck.hand_faults(state, seat),
        *deck.copies_faults(state, seat, card),
    )
    off = Remedy("take_off", seat, deck.place(state, space, colour))
    if same:
        # No second card was played for it.
        steps: Steps = (off,)
    elif faults == strange:
        steps = (off, Remedy("put_own", seat, {"colour": own}))
    elif faults == (*wrong, *strange) and card is not None and card != REMOVE:
        steps = (off, *_where_it_goes(state, seat, card, {"colour": own} if strange else {}))
    else:
        steps = (off, deck.card_back(seat, report.card))
    stand = not same and card != REMOVE and not state.forfeits and colour in state.colours
    return ruled(faults, impossible, steps, placed(state, seat, space, card, colour), stand=stand)


def card_for(state: State, space: Space) -> CardFace:
    """Return the card that was played for a space, where nobody named it; None where it can't be told."""
    if state.layout is None:
        return None
    card = state.layout.at(space)
    # Both copies lie face up: only ADD can have put a chip there.
    return card if deck.out(state, card) else ADD


def placed(state: State, seat: Seat, space: Space, card: CardFace, colour: Colour) -> e.Events:
    """Return what follows when a seat's chip lies on a space: the move, and the sequences it completes."""
    if colour not in state.colours:
        return ()
    # A chip counts for the side whose colour it has, whoever put it there.
    side = Side(state.colours.index(colour))
    move = e.ChipPlaced(seat, space, card, None if side == state.sides[seat] else side)
    earlier = state.made(side)
    found = completed(space, lambda other: other == space or state.chip(other) == side, earlier)
    return (
        move,
        *(
            e.SequenceMade(side, best, tuple(sorted(others)), number)
            for number, (best, *others) in enumerate(found, len(earlier) + 1)
        ),
    )


def _card_faults(state: State, seat: Seat, space: Space, card: CardFace) -> Faults:
    # REMOVE places no chip.
    if card == REMOVE:
        return (deck.at(state, "ss.remove", seat, space, "is_remove"),)
    # ADD goes on any open space; and without a layout nobody can say what a space shows.
    if card is None or card == ADD or state.layout is None:
        return ()
    # A state's card: one of the two spaces of that state.
    shows = state.layout.at(space)
    if card == shows:
        return ()
    details = {"why": "other_state", "card": card, "shows": shows}
    return (Violation("ss.play", seat, {**details, **deck.spot(space)}),)


def _colour_faults(seat: Seat, space: Space, colour: Colour, own: Colour) -> Faults:
    # One of one's own chips.
    if colour == own:
        return ()
    return (Violation("ss.play", seat, {"why": "colour", "colour": colour, "own": own, **deck.spot(space)}),)


def _where_it_goes(state: State, seat: Seat, card: Card, chip: Details) -> Steps:
    """Return the open spaces of a state, or that its card goes back into the hand.

    `chip` has the colour of the chip to be put there, where it isn't the one that was taken off.
    """
    spaces = state.layout.spaces_of(card) if state.layout is not None else ()
    able = (space for space in spaces if state.chip(space) is None)
    found = tuple(Remedy("put_on", seat, {"card": card, **deck.spot(space), **chip}) for space in able)
    return found or (deck.card_back(seat, card),)


def _space_faults(state: State, seat: Seat, space: Space, colour: Colour) -> Faults:
    # Only where no chip lies.
    if state.chip(space) is not None:
        return (deck.at(state, "ss.play", seat, space, "covered"),)
    # Fifty chips of a colour, and no more.
    if colour in state.colours and not state.chips[state.colours.index(colour)]:
        return (Violation("ss.box", seat, {"why": "chips", "colour": colour}),)
    return ()


def _same_space_faults(state: State, seat: Seat, space: Space) -> Faults:
    # REMOVE is the whole turn: no chip on that space in this turn.
    if (state.remover, state.last) != (seat, space) or seat == state.turn:
        return ()
    return (deck.at(state, "ss.remove", seat, space, "same_space"),)


def remove_chip(state: State, report: r.RemoveChip) -> e.Verdict:
    """Rule on a chip that was taken off."""
    seat, space = report.seat, report.space
    owner = state.chip(space)
    impossible = (*deck.hand_faults(state, seat), *deck.copies_faults(state, seat, REMOVE))
    if owner is None:
        # REMOVE takes a chip: an open space has none.
        gone = (deck.at(state, "ss.remove", seat, space, "open"), *impossible)
        return ruled(deck.turn_faults(state, seat), gone, (), ())
    faults = list(deck.turn_faults(state, seat))
    locked = state.locked(space)
    if owner == state.sides[seat]:
        # Never one's own chip.
        faults.append(deck.at(state, "ss.remove", seat, space, "own"))
    if locked:
        # Never a chip of a completed sequence.
        faults.append(deck.at(state, "ss.remove", seat, space, "locked"))
    where = deck.place(state, space, state.colours[owner])
    back = Remedy("put_back_white" if locked else "put_back", seat, where)
    steps = (back, deck.card_back(seat, REMOVE))
    stand = not locked and not state.forfeits
    return ruled(tuple(faults), impossible, steps, (e.ChipRemoved(seat, space, owner),), stand=stand)


def choose_five(state: State, report: r.ChooseFive) -> e.Verdict:
    """Rule on which five of a longer line are turned over."""
    five: Five = tuple(sorted(report.five))
    for longer in state.longer:
        if five in longer.others:
            side = next(sequence.side for sequence in state.sequences if sequence.five == longer.five)
            return Accepted((e.FiveChosen(side, five, instead_of=longer.five),))
    # Only right after the move that made the line.
    if not state.longer:
        return Refused((Violation("ss.sequence", details={"why": "late"}),))
    # Five in that line: neither six, nor others, nor two of an earlier sequence.
    near = any(len(five) == LENGTH and len(set(five) & set(line.five)) > SHARED for line in state.longer)
    return Refused((Violation("ss.share" if near else "ss.sequence", details={"why": "five"}),))


def pass_turn(state: State, report: r.PassTurn) -> e.Verdict:
    """Rule on a player who says that no card in hand can be played."""
    seat = report.seat
    faults = (*deck.turn_faults(state, seat), *deck.hand_faults(state, seat))
    # They can't all be unplayable: the cards that lie face up tell how many are.
    most, hand = deck.unplayable(state, state.sides[seat]), state.hands[seat]
    if hand > most:
        details: Details = {"why": "playable", "unplayable": most, "hand": hand}
        faults = (*faults, Violation("ss.play", seat, details))
    # Nothing lies on the table.
    return ruled((), faults, (), (e.Passed(seat),))


# Judging cards between deck, hands and piles: a draw, a swap, and what table talk costs.

RETURN_DRAWN = "return_drawn"
"""The card that was taken goes back on top of the draw deck, unseen."""


def draw_card(state: State, report: r.DrawCard) -> e.Verdict:
    """Rule on a card that was taken after a move."""
    seat = report.seat
    # Neither a draw deck nor discards: one plays on without taking cards.
    empty = () if state.deck else (Violation("ss.draw", seat, {"why": "empty"}),)
    mine = next((owed for owed in state.owed if owed.seat == seat), None)
    if mine is None:
        # One card for each move, and none for one whose card was lost.
        why = "lost" if seat in state.late else "taken"
        fault = Violation("ss.draw", seat, {"why": why, "lost": state.lost[seat]})
        return ruled((fault,), empty, (Remedy(RETURN_DRAWN, seat),), (e.CardDrawn(seat, owed=False),))
    # Whoever moved before and has not taken a card now never may.
    late = [owed for owed in state.owed if owed.before == seat and owed.move < mine.move]
    return ruled(
        (), empty, (), (e.CardDrawn(seat), *(e.DrawLost(owed.seat, owed.move, seat) for owed in late))
    )


def swap_dead(state: State, report: r.SwapDead) -> e.Verdict:
    """Rule on a dead card that was put down for another."""
    seat = report.seat
    card = report.card or _only_one(state, seat)
    faults = (*deck.turn_faults(state, seat), *_twice_faults(state, seat), *_alive_faults(state, seat, card))
    impossible = (
        *deck.hand_faults(state, seat),
        *deck.copies_faults(state, seat, card),
        *_counted_faults(state, seat, card),
    )
    if not state.deck:
        impossible = (*impossible, Violation("ss.dead", seat, {"why": "empty"}))
    steps = (deck.card_back(seat, report.card), Remedy(RETURN_DRAWN, seat))
    return ruled(faults, impossible, steps, (e.DeadSwapped(seat, card),), stand=not state.forfeits)


def _twice_faults(state: State, seat: Seat) -> Faults:
    # Once a turn.
    twice = state.swapped and seat == state.turn
    return (Violation("ss.dead", seat, {"why": "twice"}),) if twice else ()


def _only_one(state: State, seat: Seat) -> CardFace:
    """Return the one card that can have been swapped, None where there are several, or nobody can tell."""
    if state.layout is None:
        return None
    able = list(deck.swappable(state, state.sides[seat]))
    return able[0] if len(able) == 1 else None


def _alive_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    side = state.sides[seat]
    # ADD is never dead, and REMOVE only while it has no chip to take.
    if card == ADD or (card == REMOVE and deck.removable(state, side)):
        return (Violation("ss.dead", seat, {"why": "never", "card": card}),)
    if state.layout is not None and card is not None and card not in (REMOVE, *deck.dead_cards(state)):
        # A card is dead when both of its spaces are covered.
        space = next(space for space in state.layout.spaces_of(card) if state.chip(space) is None)
        return (Violation("ss.dead", seat, {"why": "open", "card": card, **deck.spot(space)}),)
    # Nobody says which, or nobody can tell: there must be one that can be dead.
    able = tuple(deck.deadened(state, side))
    if not able or (card is not None and card not in able):
        return (Violation("ss.dead", seat, {"why": "none"}),)
    return ()


def _counted_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return that all copies of each dead card lie face up, where nobody says which card it is."""
    side = state.sides[seat]
    if card is not None or any(deck.swappable(state, side)) or not any(deck.deadened(state, side)):
        return ()
    return (Violation("ss.dead", seat, {"why": "counted"}),)


def call_talk(state: State, report: r.CallTalk) -> e.Verdict:
    """Rule on a call that somebody coached a team mate."""
    side = report.side
    if not 0 <= side < len(state.colours):
        return NOBODY
    team = state.team(side)
    payers = tuple(seat for seat in team if state.hands[seat])
    # Whoever plays alone has nobody to coach.
    if len(team) == 1:
        return Refused((Violation("ss.table-talk", team[0], {"why": "alone"}),))
    if state.forfeits or not payers:
        return Refused(
            deck.pending_faults(state, None) or (Violation("ss.table-talk", details={"why": "nothing"}),)
        )
    # Every member of that team puts down one card.
    return Accepted((e.TalkRuled(side, payers),))


def forfeit(state: State, report: r.Forfeit) -> e.Verdict:
    """Rule on a card that was put down for table talk."""
    seat, card = report.seat, report.card
    # Only those of that team, and one card each.
    payers = state.forfeits
    faults = () if seat in payers else (Violation("ss.table-talk", seat, {"why": "not_you"}),)
    impossible = (*deck.hand_faults(state, seat), *deck.copies_faults(state, seat, card))
    return ruled(faults, impossible, (deck.card_back(seat, card),), (e.CardForfeited(seat, card),))


def forfeit_all(state: State, report: r.ForfeitAll) -> e.Verdict:
    """Rule on all cards that are still to be put down."""
    if not state.forfeits:
        return Refused((Violation("ss.table-talk", details={"why": "nothing"}),))
    return Accepted(tuple(e.CardForfeited(seat, None) for seat in state.forfeits))


def judge(state: State, report: r.AnyReport) -> e.Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    if getattr(report, "seat", state.turn) not in state.seats:
        return NOBODY
    ruling = _JUDGES[type(report)](state, report)
    match ruling:
        case Accepted(events):
            return Accepted(_in_full(state, events))
        case Refused(violations, lies, stands) if stands is not None:
            return Refused(violations, lies, _in_full(state, stands))
    return ruling


def _in_full(state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events with what follows from them by itself."""
    events = _shuffled(state, events)
    after = fold(state, events)
    outcome = ending(after)
    if outcome is not None:
        return (*events, e.Ended(outcome))
    # The ruling draws: the card for a move is taken for granted.
    if after.granted:
        drawn = tuple(e.CardDrawn(owed.seat) for owed in after.owed[: after.deck])
        events = _shuffled(state, (*events, *drawn))
        after = fold(state, events)
    # Whoever has no card, and can't take one, is passed over.
    turn = after.turn
    while not after.can_move(turn):
        turn = after.after(turn)
    return (*events, e.TurnPassed(turn)) if turn != after.turn else events


def _shuffled(state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events, and that the discards were shuffled where they leave no draw deck."""
    after = fold(state, events)
    # The draw deck is empty: all discard piles become a new one.
    lying = sum(map(len, after.discards))
    return (*events, e.DeckShuffled(lying)) if lying and not after.deck else events


def _recount(state: State, report: r.Recount) -> e.Verdict:
    if len(report.hands) != len(state.hands):
        return NOBODY
    # No card is ever made, and one is lost only if the table says so: what was counted is the box.
    missing = BOX - sum(map(len, state.discards)) - report.deck - sum(report.hands)
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(report.deck, *report.hands) < 0:
        details: Details = {"why": "count" if lacks else "negative", "missing": missing}
        return Refused((Violation("ss.box", None, details, (Remedy("count_again", details=details),)),))
    return Accepted((e.Recounted(report.deck, report.hands, missing),))


# By the report's type: each function takes exactly the type it stands under.
_JUDGES: dict[type, Callable[[State, Any], e.Verdict]] = {
    r.PlaceChip: place_chip,
    r.RemoveChip: remove_chip,
    r.ChooseFive: choose_five,
    r.SwapDead: swap_dead,
    r.DrawCard: draw_card,
    r.CallTalk: call_talk,
    r.Forfeit: forfeit,
    r.ForfeitAll: forfeit_all,
    r.PassTurn: pass_turn,
    r.Recount: _recount,
}

# Which entries counted the copies of a card, where more of it turn up than the box holds.

Line: TypeAlias = Sequence[Position[State, r.AnyReport, e.AnyEvent]]


def mistold(line: Line, violation: Violation) -> Iterator[Mend[r.AnyReport]]:
    """Yield the entries by which all copies of a card lie face up.

    A chip that was told by its space alone counts as that state's card, and may have been placed with ADD;
    one that counts as ADD may have been placed with the card of its state.
    """
    if (violation.rule, violation.details.get("why")) != ("ss.box", "copies"):
        return
    card = violation.details["card"]
    lying: list[Mend[r.AnyReport]] = []
    for position in line:
        for event in position.events:
            if isinstance(event, e.DeckShuffled):
                lying = []
            elif _face_up(event) == card:
                lying.append(Mend(position.entry, _instead(position, card == ADD)))
    yield from lying


def _face_up(event: e.AnyEvent) -> CardFace:
    """Return the card that an event put on a discard pile."""
    match event:
        case e.ChipPlaced(_, _, card) | e.DeadSwapped(_, card) | e.CardForfeited(_, card):
            return card
        case e.ChipRemoved():
            return REMOVE
    return None


def _instead(position: Position[State, r.AnyReport, e.AnyEvent], add: bool) -> r.PlaceChip | None:
    told, layout = position.report, position.state.layout
    if not isinstance(told, r.PlaceChip) or (add and layout is None):
        return None
    return replace(told, card=layout.at(told.space) if add and layout is not None else ADD)


# The reports of play that judge accepts.


def legal(state: State) -> Iterator[r.AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    A recount is legal at any time and not listed; of a five only one order is, though any is accepted.
    """
    yield from _accepted(state, SPACES, (None, *KINDS))


def showing(state: State, spaces: Collection[Space]) -> Iterator[r.AnyReport]:
    """Yield those that show on some of these spaces, or on none; without the board's states no card is named.

    There, which of fifty cards was played for a space shows nowhere.
    """
    yield from _accepted(state, spaces, (None,))


def _accepted(state: State, spaces: Collection[Space], cards: Sequence[CardFace]) -> Iterator[r.AnyReport]:
    if state.ended is None:
        able = _candidates(state, spaces, cards)
        yield from (report for report in able if isinstance(judge(state, report), Accepted))


def _candidates(state: State, spaces: Collection[Space], cards: Sequence[CardFace]) -> Iterator[r.AnyReport]:
    yield from (r.DrawCard(seat) for seat in state.seats if state.owes(seat))
    for longer in state.longer:
        yield from (r.ChooseFive(five) for five in longer.others)
    if state.forfeits:
        yield r.ForfeitAll()
        yield from (r.Forfeit(seat, card) for seat in state.forfeits for card in cards)
        return
    mover = state.turn
    yield from (r.PlaceChip(mover, space) for space in spaces)
    states = [card for card in cards if card in STATES]
    for space in spaces:
        named = states if state.layout is None else [state.layout.at(space)]
        yield from (r.PlaceChip(mover, space, card) for card in (*named, ADD))
    yield from (r.RemoveChip(mover, space) for space in spaces)
    yield from (r.SwapDead(mover, card) for card in cards)
    yield r.PassTurn(mover)
    yield from (r.CallTalk(Side(side)) for side in range(len(state.colours)))
