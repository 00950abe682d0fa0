"""Which top cards match, and who may grab for what.

Only cards that the referee knows count; a top card that is None could be any card.
"""

from collections.abc import Iterable

from companion.game import NO_SUCH_SEAT, Seat, Violation
from companion.games.ungle_speed.deck import ArrowsCard, Card, SymbolCard
from companion.games.ungle_speed.model import Duel, State


def key(state: State, card: Card | None) -> str | None:
    """Return what a card is compared by, its symbol or its colour; None for arrows and unknown cards."""
    if not isinstance(card, SymbolCard):
        return None
    return card.colour if state.by_colour else card.symbol


def matches(state: State) -> tuple[Duel, ...]:
    """Return the groups of seats whose known top cards match and can still be grabbed for."""
    groups: dict[str, list[Seat]] = {}
    for seat in state.seats:
        value = key(state, state.top(seat))
        if value is not None:
            groups.setdefault(value, []).append(seat)
    duels = (
        Duel(tuple(seats), "colour" if state.by_colour else "symbol", value)
        for value, seats in groups.items()
        if len(seats) > 1
    )
    return tuple(duel for duel in duels if not _lapsed(state, duel.seats))


def _lapsed(state: State, seats: tuple[Seat, ...]) -> bool:
    # No two cards share both symbol and colour, so seats that match by one can't match by the other.
    return any(set(seats) <= set(lapsed.seats) for lapsed in state.lapsed)


def match_of(state: State, seat: Seat) -> Duel | None:
    """Return the match a seat is in, or None."""
    return next((duel for duel in matches(state) if seat in duel.seats), None)


def tops_known(state: State) -> bool:
    """Return whether the referee knows every top card on the table."""
    return all(pile[-1] is not None for pile in state.piles if pile)


def three_colours_possible(state: State) -> bool:
    """Return whether the top cards could be three of one colour, as far as they are known."""
    tops = [state.top(seat) for seat in state.seats]
    colours = {card.colour for card in tops if isinstance(card, SymbolCard)}
    return (
        state.players == 3
        and all(state.piles)
        and len(colours) < 2
        and not any(isinstance(card, ArrowsCard) for card in tops)
    )


def hand_may_grab(state: State, seat: Seat) -> bool:
    """Return whether a hand may grab for inward arrows.

    With two players only one of a player's hands may: of those with a pile, the one that turned a card
    last; if neither has a pile, either may. With more players every hand may.
    """
    hands = state.seats_of(state.player(seat))
    with_pile = [hand for hand in hands if state.piles[hand]]
    if not with_pile:
        return True
    return seat in with_pile and state.turned_at[seat] == max(state.turned_at[hand] for hand in with_pile)


def duel_faults(state: State, grabber: Seat, seats: tuple[Seat, ...]) -> tuple[Violation, ...]:
    """Return every reason why these seats can't have been in a duel that `grabber` won."""
    if any(seat not in state.seats for seat in seats) or len(set(seats)) != len(seats):
        return (NO_SUCH_SEAT,)
    faults = []
    # The first of the duellists to grab wins, so the grabber must be one of them.
    if grabber not in seats:
        faults.append(Violation("us.wrong-grab", grabber))
    # Two top cards make a duel: at least two seats, each with a face-up pile.
    if len(seats) < 2:
        faults.append(Violation("us.duel", grabber))
    faults.extend(Violation("us.duel", seat) for seat in seats if not state.piles[seat])
    # Arrow cards never match.
    with_arrows = (seat for seat in seats if isinstance(state.top(seat), ArrowsCard))
    faults.extend(Violation("us.specials-no-duel", seat) for seat in with_arrows)
    faults.extend(_unequal(state, seats))
    faults.extend(_left_out(state, seats))
    # A match that lapsed because another duel was won can't be grabbed for any more.
    if _lapsed(state, seats):
        faults.append(Violation("us.several-duels", grabber))
    return tuple(faults)


def _unequal(state: State, seats: tuple[Seat, ...]) -> Iterable[Violation]:
    """Yield a violation for each known card that differs from the first; look-alikes break their own rule."""
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
    """Yield a violation for each seat that isn't among these but whose card matches theirs."""
    values = {key(state, state.top(seat)) for seat in seats} - {None}
    for seat in state.seats:
        if seat not in seats and key(state, state.top(seat)) in values:
            yield Violation("us.many-duel", seat)
