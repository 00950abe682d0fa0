"""What lies on the table: which top cards match, and who may grab for what.

Only what the referee was told counts here; a top card that is None could be any card.
"""

from collections.abc import Iterable

from companion.game import NO_SUCH_SEAT, Seat, Violation
from companion.games.ungle_speed.deck import ArrowsCard, Card, SymbolCard
from companion.games.ungle_speed.model import Duel, State


def key(state: State, card: Card | None) -> str | None:
    """Return what a card is compared by: its symbol or its colour; None for arrows and unknown cards."""
    if not isinstance(card, SymbolCard):
        return None
    return card.colour if state.by_colour else card.symbol


def matches(state: State) -> tuple[Duel, ...]:
    """Return the groups of seats whose known top cards match and may still be grabbed for."""
    groups: dict[str, list[Seat]] = {}
    for seat in state.seats:
        shown = key(state, state.top(seat))
        if shown is not None:
            groups.setdefault(shown, []).append(seat)
    found = (
        Duel(tuple(seats), "colour" if state.by_colour else "symbol", shown)
        for shown, seats in groups.items()
        if len(seats) > 1
    )
    return tuple(duel for duel in found if not _lapsed(state, duel.seats))


def _lapsed(state: State, seats: tuple[Seat, ...]) -> bool:
    # No two cards are of one symbol and of one colour: who matched by one never matches by the other.
    return any(set(seats) <= set(lapsed.seats) for lapsed in state.lapsed)


def match_of(state: State, seat: Seat) -> Duel | None:
    """Return the match a seat is in, or None."""
    return next((duel for duel in matches(state) if seat in duel.seats), None)


def tops_known(state: State) -> bool:
    """Tell whether the referee knows every top card on the table."""
    return all(pile[-1] is not None for pile in state.piles if pile)


def three_colours_possible(state: State) -> bool:
    """Tell whether the top cards could be three of one colour for all that is known."""
    tops = [state.top(seat) for seat in state.seats]
    shown = {card.colour for card in tops if isinstance(card, SymbolCard)}
    return (
        state.players == 3
        and all(state.piles)
        and len(shown) < 2
        and not any(isinstance(card, ArrowsCard) for card in tops)
    )


def hand_may_grab(state: State, seat: Seat) -> bool:
    """Tell whether inward arrows are this hand's to grab.

    With two players it is the hand whose face-up cards were placed last; either, where neither has any. Of
    more, everybody has one hand.
    """
    hands = state.seats_of(state.player(seat))
    lying = [hand for hand in hands if state.piles[hand]]
    if not lying:
        return True
    return seat in lying and state.turned_at[seat] == max(state.turned_at[hand] for hand in lying)


def duel_faults(state: State, grabber: Seat, seats: tuple[Seat, ...]) -> tuple[Violation, ...]:
    """Return every reason why these seats can't have been in a duel that `grabber` won."""
    if any(seat not in state.seats for seat in seats) or len(set(seats)) != len(seats):
        return (NO_SUCH_SEAT,)
    faults = []
    # The first of the duellists to grab wins: the grabber is one of them.
    if grabber not in seats:
        faults.append(Violation("us.wrong-grab", grabber))
    # Two top cards make a duel: at least two seats, each with a face-up pile.
    if len(seats) < 2:
        faults.append(Violation("us.duel", grabber))
    faults.extend(Violation("us.duel", seat) for seat in seats if not state.piles[seat])
    # Arrow cards never match.
    faults.extend(
        Violation("us.specials-no-duel", seat) for seat in seats if isinstance(state.top(seat), ArrowsCard)
    )
    faults.extend(_unequal(state, seats))
    faults.extend(_left_out(state, seats))
    # A match that lapsed beside another duel can't be grabbed for any more.
    if _lapsed(state, seats):
        faults.append(Violation("us.several-duels", grabber))
    return tuple(faults)


def _unequal(state: State, seats: tuple[Seat, ...]) -> Iterable[Violation]:
    """Known cards that differ make no duel; where they are of one family, say that they look alike."""
    known = [(seat, card) for seat in seats if isinstance(card := state.top(seat), SymbolCard)]
    for seat, card in known[1:]:
        first, other = known[0]
        if key(state, card) == key(state, other):
            continue
        details: dict[str, int | str] = {"seat": first, "symbol": card.symbol, "other": other.symbol}
        if state.by_colour:
            yield Violation("us.coloured", seat, details)
        elif state.deck.family(card.symbol) == state.deck.family(other.symbol):
            yield Violation("us.look-alike", seat, details)
        else:
            yield Violation("us.duel", seat, details)


def _left_out(state: State, seats: tuple[Seat, ...]) -> Iterable[Violation]:
    """Everybody whose card shows the same is in the duel."""
    shown = {key(state, state.top(seat)) for seat in seats} - {None}
    for seat in state.seats:
        if seat not in seats and key(state, state.top(seat)) in shown:
            yield Violation("us.many-duel", seat)
