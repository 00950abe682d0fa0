"""The reports of play that judge accepts."""

from collections.abc import Collection, Iterator, Sequence

from companion.game import Accepted, Seat
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import ADD, KINDS, STATES, CardFace
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.rules import judge


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
    seats = [Seat(seat) for seat in state.seats]
    yield from (r.DrawCard(seat) for seat in seats if state.owes(seat))
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
