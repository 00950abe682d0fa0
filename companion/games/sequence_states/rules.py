"""Judge: decides every report by the rules. Each rule has a comment where it is decided."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.comparing import Mend
from companion.game import (
    UNSEATED,
    Accepted,
    Details,
    Faults,
    Refused,
    Remedy,
    Seat,
    Steps,
    Violation,
    followed,
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

# Moves: a chip placed or removed, the choice of a five, and a pass.


def place_chip(state: State, report: r.PlaceChip) -> e.AnyRuling:
    """Rule on a chip that was placed."""
    seat, space = report.seat, report.space
    card = report.card or card_for(state, space)
    own = state.colours[state.sides[seat]]
    colour = report.colour or own
    same_space, wrong_card = _same_space_faults(state, seat, space), _card_faults(state, seat, space, card)
    wrong_colour = _colour_faults(seat, space, colour, own)
    faults = (*deck.turn_faults(state, seat), *same_space, *wrong_card, *wrong_colour)
    impossible = (
        *_space_faults(state, seat, space, colour),
        *deck.hand_faults(state, seat),
        *deck.copies_faults(state, seat, card),
    )
    off = Remedy("take_off", seat, deck.chip_details(state, space, colour))
    if same_space:
        # No second card was played for this chip, so none goes back.
        steps: Steps = (off,)
    elif faults == wrong_colour:
        steps = (off, Remedy("put_own", seat, {"colour": own}))
    elif faults == (*wrong_card, *wrong_colour) and card is not None and card != REMOVE:
        steps = (off, *_where_it_goes(state, seat, card, {"colour": own} if wrong_colour else {}))
    else:
        steps = (off, deck.card_back(seat, report.card))
    stand = not same_space and card != REMOVE and not state.forfeits and colour in state.colours
    return ruled(faults, impossible, steps, place_events(state, seat, space, card, colour), stand=stand)


def card_for(state: State, space: Space) -> CardFace:
    """Return the card that must have been played for a space, None if it can't be known."""
    if state.layout is None:
        return None
    card = state.layout.at(space)
    # Once both copies are face up, only ADD can put a chip there.
    return card if deck.copies_out(state, card) else ADD


def place_events(state: State, seat: Seat, space: Space, card: CardFace, colour: Colour) -> e.Events:
    """Return the events of placing a chip: the move, and the sequences it completes."""
    if colour not in state.colours:
        return ()
    # A chip counts for the side of its colour, no matter who placed it.
    side = Side(state.colours.index(colour))
    move = e.ChipPlaced(seat, space, card, None if side == state.sides[seat] else side)
    earlier = state.made(side)
    new = completed(space, lambda other: other == space or state.chip(other) == side, earlier)
    return (
        move,
        *(
            e.SequenceMade(side, best, tuple(sorted(others)), number)
            for number, (best, *others) in enumerate(new, len(earlier) + 1)
        ),
    )


def _card_faults(state: State, seat: Seat, space: Space, card: CardFace) -> Faults:
    # REMOVE places no chip.
    if card == REMOVE:
        return (deck.violation(state, "ss.remove", seat, space, "is_remove"),)
    # ADD goes on any open space; without a layout nobody knows what a space shows.
    if card is None or card == ADD or state.layout is None:
        return ()
    # A state's card goes on one of the state's two spaces.
    shows = state.layout.at(space)
    if card == shows:
        return ()
    details = {"why": "other_state", "card": card, "shows": shows}
    return (Violation("ss.play", seat, {**details, **deck.space_details(space)}),)


def _colour_faults(seat: Seat, space: Space, colour: Colour, own: Colour) -> Faults:
    # The chip must be of the player's own side.
    if colour == own:
        return ()
    details: Details = {"why": "colour", "colour": colour, "own": own, **deck.space_details(space)}
    return (Violation("ss.play", seat, details),)


def _where_it_goes(state: State, seat: Seat, card: Card, chip: Details) -> Steps:
    """Return a remedy for each open space of a card's state; with none, the card goes back into the hand.

    `chip` has the colour of the chip to place, if it isn't the one that was taken off.
    """
    spaces = state.layout.spaces_of(card) if state.layout is not None else ()
    open_places = (deck.space_details(space) for space in spaces if state.chip(space) is None)
    steps = tuple(Remedy("put_on", seat, {"card": card, **place, **chip}) for place in open_places)
    return steps or (deck.card_back(seat, card),)


def _space_faults(state: State, seat: Seat, space: Space, colour: Colour) -> Faults:
    # Only an open space takes a chip.
    if state.chip(space) is not None:
        return (deck.violation(state, "ss.play", seat, space, "covered"),)
    # The box has fifty chips of each colour.
    if colour in state.colours and not state.chips[state.colours.index(colour)]:
        return (Violation("ss.box", seat, {"why": "chips", "colour": colour}),)
    return ()


def _same_space_faults(state: State, seat: Seat, space: Space) -> Faults:
    # REMOVE is the whole turn: its player may not also put a chip on that space.
    if (state.remover, state.last) != (seat, space) or seat == state.turn:
        return ()
    return (deck.violation(state, "ss.remove", seat, space, "same_space"),)


def remove_chip(state: State, report: r.RemoveChip) -> e.AnyRuling:
    """Rule on a chip that was removed."""
    seat, space = report.seat, report.space
    owner = state.chip(space)
    impossible = (*deck.hand_faults(state, seat), *deck.copies_faults(state, seat, REMOVE))
    if owner is None:
        # REMOVE needs a chip, and an open space has none.
        impossible = (deck.violation(state, "ss.remove", seat, space, "open"), *impossible)
        return ruled(deck.turn_faults(state, seat), impossible, (), ())
    faults = list(deck.turn_faults(state, seat))
    locked = state.locked(space)
    if owner == state.sides[seat]:
        # A chip of one's own side can't be removed.
        faults.append(deck.violation(state, "ss.remove", seat, space, "own"))
    if locked:
        # A chip in a completed sequence can't be removed.
        faults.append(deck.violation(state, "ss.remove", seat, space, "locked"))
    where = deck.chip_details(state, space, state.colours[owner])
    back = Remedy("put_back_white" if locked else "put_back", seat, where)
    steps = (back, deck.card_back(seat, REMOVE))
    stand = not locked and not state.forfeits
    return ruled(tuple(faults), impossible, steps, (e.ChipRemoved(seat, space, owner),), stand=stand)


def choose_five(state: State, report: r.ChooseFive) -> e.AnyRuling:
    """Rule on the choice of a five in a longer line."""
    five: Five = tuple(sorted(report.five))
    for longer in state.longer:
        if five in longer.others:
            side = next(sequence.side for sequence in state.sequences if sequence.five == longer.five)
            return Accepted((e.FiveChosen(side, five, instead_of=longer.five),))
    # Only right after the move that completed the line.
    if not state.longer:
        return Refused((Violation("ss.sequence", details={"why": "late"}),))
    # It must be five spaces of that line, and share at most one with an earlier sequence.
    near = any(len(five) == LENGTH and len(set(five) & set(line.five)) > SHARED for line in state.longer)
    return Refused((Violation("ss.share" if near else "ss.sequence", details={"why": "five"}),))


def pass_turn(state: State, report: r.PassTurn) -> e.AnyRuling:
    """Rule on a pass by a player who says that they can't play any card."""
    seat = report.seat
    faults = (*deck.turn_faults(state, seat), *deck.hand_faults(state, seat))
    # A larger hand than the possible number of unplayable cards must have a playable one.
    most, hand = deck.unplayable(state, state.sides[seat]), state.hands[seat]
    if hand > most:
        details: Details = {"why": "playable", "unplayable": most, "hand": hand}
        faults = (*faults, Violation("ss.play", seat, details))
    # A pass moves nothing on the table, so there is nothing to undo.
    return ruled((), faults, (), (e.Passed(seat),))


# Cards: a draw, a swap, and the cards due for table talk.

RETURN_DRAWN = "return_drawn"
"""The remedy that the card drawn goes back on top of the draw deck, unseen."""


def draw_card(state: State, report: r.DrawCard) -> e.AnyRuling:
    """Rule on a card that was drawn after a move."""
    seat = report.seat
    # With neither a draw deck nor discards, play goes on without drawing.
    empty = () if state.deck else (Violation("ss.draw", seat, {"why": "empty"}),)
    own_draw = next((draw for draw in state.owed if draw.seat == seat), None)
    if own_draw is None:
        # One card for each move, and none if that draw was missed.
        why = "lost" if seat in state.late else "taken"
        fault = Violation("ss.draw", seat, {"why": why, "lost": state.lost[seat]})
        return ruled((fault,), empty, (Remedy(RETURN_DRAWN, seat),), (e.CardDrawn(seat, owed=False),))
    # The player who moved before and hasn't drawn by now misses the draw.
    late = [draw for draw in state.owed if draw.before == seat and draw.move < own_draw.move]
    lost = (e.DrawLost(draw.seat, draw.move, seat) for draw in late)
    return ruled((), empty, (), (e.CardDrawn(seat), *lost))


def swap_dead(state: State, report: r.SwapDead) -> e.AnyRuling:
    """Rule on a dead card that was swapped for a new one."""
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
    # At most once a turn.
    twice = state.swapped and seat == state.turn
    return (Violation("ss.dead", seat, {"why": "twice"}),) if twice else ()


def _only_one(state: State, seat: Seat) -> CardFace:
    """Return the only card that can have been swapped; None if there are several or it can't be known."""
    swappable = list(deck.swappable(state, state.sides[seat]))
    return swappable[0] if len(swappable) == 1 else None


def _alive_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    side = state.sides[seat]
    # ADD is never dead, and REMOVE only while there is no chip to remove.
    if card == ADD or (card == REMOVE and deck.removable(state, side)):
        return (Violation("ss.dead", seat, {"why": "never", "card": card}),)
    if state.layout is not None and card is not None and card not in (REMOVE, *deck.dead_cards(state)):
        # A card is dead when both of its spaces are covered.
        space = next(space for space in state.layout.spaces_of(card) if state.chip(space) is None)
        return (Violation("ss.dead", seat, {"why": "open", "card": card, **deck.space_details(space)}),)
    # The card wasn't named, or the layout isn't known: there must be a card that may be dead.
    dead = tuple(deck.maybe_dead(state, side))
    if not dead or (card is not None and card not in dead):
        return (Violation("ss.dead", seat, {"why": "none"}),)
    return ()


def _counted_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return a fault if no card was named, but all copies of every dead card are face up already."""
    side = state.sides[seat]
    if card is not None or any(deck.swappable(state, side)) or not any(deck.maybe_dead(state, side)):
        return ()
    return (Violation("ss.dead", seat, {"why": "counted"}),)


def call_talk(state: State, report: r.CallTalk) -> e.AnyRuling:
    """Rule on a call that a player coached a team mate."""
    side = report.side
    if not 0 <= side < len(state.colours):
        return UNSEATED
    team = state.team(side)
    payers = tuple(seat for seat in team if state.hands[seat])
    # A player without a team has nobody to coach.
    if len(team) == 1:
        return Refused((Violation("ss.table-talk", team[0], {"why": "alone"}),))
    if state.forfeits or not payers:
        nothing = Violation("ss.table-talk", details={"why": "nothing"})
        return Refused(deck.pending_faults(state, None) or (nothing,))
    # Every member of that team puts down one card, if they have one.
    return Accepted((e.TalkRuled(side, payers),))


def forfeit(state: State, report: r.Forfeit) -> e.AnyRuling:
    """Rule on a card that was put down for table talk."""
    seat, card = report.seat, report.card
    # Only members of that team, and one card each.
    payers = state.forfeits
    faults = () if seat in payers else (Violation("ss.table-talk", seat, {"why": "not_you"}),)
    impossible = (*deck.hand_faults(state, seat), *deck.copies_faults(state, seat, card))
    return ruled(faults, impossible, (deck.card_back(seat, card),), (e.CardForfeited(seat, card),))


def forfeit_all(state: State, report: r.ForfeitAll) -> e.AnyRuling:
    """Rule on all cards still due for table talk, put down at once."""
    if not state.forfeits:
        return Refused((Violation("ss.table-talk", details={"why": "nothing"}),))
    return Accepted(tuple(e.CardForfeited(seat, None) for seat in state.forfeits))


def judge(state: State, report: r.AnyReport) -> e.AnyRuling:
    """Rule on a report. The match never passes a state that has ended."""
    if getattr(report, "seat", state.turn) not in state.seats:
        return UNSEATED
    return followed(_JUDGES[type(report)](state, report), partial(_with_consequences, state))


def _with_consequences(state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events and all that follow automatically: shuffles, granted draws, the end, turns passed."""
    events = _with_shuffle(state, events)
    after = fold(state, events)
    outcome = ending(after)
    if outcome is not None:
        return (*events, e.Ended(outcome))
    # With the ruling `draws` granted, draws happen without a report.
    if after.granted:
        drawn = tuple(e.CardDrawn(owed.seat) for owed in after.owed[: after.deck])
        events = _with_shuffle(state, (*events, *drawn))
        after = fold(state, events)
    # A player who has no card and can't draw one is skipped.
    turn = after.turn
    while not after.can_move(turn):
        turn = after.after(turn)
    return (*events, e.TurnPassed(turn)) if turn != after.turn else events


def _with_shuffle(state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events, followed by a shuffle of the discards if they leave the draw deck empty."""
    after = fold(state, events)
    # When the draw deck is empty, all discard piles become a new one.
    cards = sum(map(len, after.discards))
    return (*events, e.DeckShuffled(cards)) if cards and not after.deck else events


def _recount(state: State, report: r.Recount) -> e.AnyRuling:
    if len(report.hands) != len(state.hands):
        return UNSEATED
    # The count must add up to the box, less the cards that the table says are lost.
    missing = BOX - sum(map(len, state.discards)) - report.deck - sum(report.hands)
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(report.deck, *report.hands) < 0:
        details: Details = {"why": "count" if lacks else "negative", "missing": missing}
        return Refused((Violation("ss.box", None, details, (Remedy("count_again", details=details),)),))
    return Accepted((e.Recounted(report.deck, report.hands, missing),))


# Each function takes reports of exactly its key's type.
_JUDGES: dict[type, Callable[[State, Any], e.AnyRuling]] = {
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

# Finding the wrong entry when more copies of a card turn up than are in the box.

Line: TypeAlias = Sequence[Position[State, r.AnyReport, e.AnyEvent]]


def mistaken(line: Line, violation: Violation) -> Iterator[Mend[r.AnyReport]]:
    """Yield the entries that put the copies of a card face up, each with a correction if there is one.

    A chip reported by its space alone counts as that state's card, but may have been placed with ADD; one
    that counts as ADD may have been placed with the card of its state.
    """
    if (violation.rule, violation.details.get("why")) != ("ss.box", "copies"):
        return
    card = violation.details["card"]
    mends: list[Mend[r.AnyReport]] = []
    for position in line:
        for event in position.events:
            if isinstance(event, e.DeckShuffled):
                mends = []
            elif _face_up(event) == card:
                mends.append(Mend(position.entry, _correction(position, card == ADD)))
    yield from mends


def _face_up(event: e.AnyEvent) -> CardFace:
    """Return the card that an event put on a discard pile."""
    match event:
        case e.ChipPlaced(_, _, card) | e.DeadSwapped(_, card) | e.CardForfeited(_, card):
            return card
        case e.ChipRemoved():
            return REMOVE
    return None


def _correction(position: Position[State, r.AnyReport, e.AnyEvent], add: bool) -> r.PlaceChip | None:
    report, layout = position.report, position.state.layout
    if not isinstance(report, r.PlaceChip) or (add and layout is None):
        return None
    return replace(report, card=layout.at(report.space) if add and layout is not None else ADD)


# The reports that judge accepts.


def legal(state: State) -> Iterator[r.AnyReport]:
    """Yield every report that judge accepts, likeliest first, except recounts.

    A five is listed in one order only, though any is accepted.
    """
    yield from _accepted(state, SPACES, (None, *KINDS))


def showing(state: State, spaces: Collection[Space]) -> Iterator[r.AnyReport]:
    """Yield the accepted reports about one of `spaces`, or about none.

    Cards that don't show aren't named: without a layout, nobody sees which of fifty was played for a space.
    """
    yield from _accepted(state, spaces, (None,))


def _accepted(state: State, spaces: Collection[Space], cards: Sequence[CardFace]) -> Iterator[r.AnyReport]:
    if state.ended is None:
        candidates = _candidates(state, spaces, cards)
        yield from (report for report in candidates if isinstance(judge(state, report), Accepted))


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
        printed = states if state.layout is None else [state.layout.at(space)]
        yield from (r.PlaceChip(mover, space, card) for card in (*printed, ADD))
    yield from (r.RemoveChip(mover, space) for space in spaces)
    yield from (r.SwapDead(mover, card) for card in cards)
    yield r.PassTurn(mover)
    yield from (r.CallTalk(Side(side)) for side in range(len(state.colours)))
