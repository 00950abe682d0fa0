"""The reports of play that judge accepts."""

from collections.abc import Collection, Iterator, Sequence

from companion.game import Accepted, Seat
from companion.games.sequence_states.layout import ADD, KINDS, STATES, CardFace
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    ForfeitAll,
    PassTurn,
    PlaceChip,
    RemoveChip,
    SwapDead,
)
from companion.games.sequence_states.rules import judge


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    A recount is legal at any time and not listed; of a five only one order is, though any is accepted.
    """
    yield from _accepted(state, SPACES, (None, *KINDS))


def showing(state: State, spaces: Collection[Space]) -> Iterator[AnyReport]:
    """Yield those that show on some of these spaces, or on none; without the board's states no card is named.

    There, which of fifty cards was played for a space shows nowhere.
    """
    yield from _accepted(state, spaces, (None,))


def _accepted(state: State, spaces: Collection[Space], cards: Sequence[CardFace]) -> Iterator[AnyReport]:
    if state.ended is None:
        able = _candidates(state, spaces, cards)
        yield from (report for report in able if isinstance(judge(state, report), Accepted))


def _candidates(state: State, spaces: Collection[Space], cards: Sequence[CardFace]) -> Iterator[AnyReport]:
    seats = [Seat(seat) for seat in state.seats]
    yield from (DrawCard(seat) for seat in seats if state.owes(seat))
    for longer in state.longer:
        yield from (ChooseFive(five) for five in longer.others)
    if state.forfeits:
        yield ForfeitAll()
        yield from (Forfeit(seat, card) for seat in state.forfeits for card in cards)
        return
    mover = state.turn
    yield from (PlaceChip(mover, space) for space in spaces)
    states = [card for card in cards if card in STATES]
    for space in spaces:
        named = states if state.layout is None else [state.layout.at(space)]
        yield from (PlaceChip(mover, space, card) for card in (*named, ADD))
    yield from (RemoveChip(mover, space) for space in spaces)
    yield from (SwapDead(mover, card) for card in cards)
    yield PassTurn(mover)
    yield from (CallTalk(Side(side)) for side in range(len(state.colours)))
