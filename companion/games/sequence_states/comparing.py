"""The board as hands can compare it, and put it right: whose chip lies on which space, and which side up."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.events import AnyEvent, SequenceMade
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.view import View
from companion.putting_back import GridLaying, Heap, Pieces, Told

Chips = Mapping[Space, Side | None]


class Chip(Struct, frozen=True):
    """A chip of a side, with its colour or its white side `up`."""

    side: Side
    white: bool = False


WHITE, NO_CHIP = 10, -1


class SequenceLaying(GridLaying):
    """Chips on spaces; the draw deck, the hands, and the discard piles."""

    act, place = "chip", Space

    def lying(self, state: State) -> Chips:
        """Return whose chip lies on each space, None where none does."""
        return dict(zip(SPACES, state.board, strict=True))

    def may_lie(self, state: State, place: Space) -> tuple[Side | None, ...]:
        """Return what may lie on a space: no chip, or one of any side."""
        return (None, *map(Side, range(len(state.colours))))

    def laid(self, view: View, told: Chips) -> View:
        """Return the board with other chips on some spaces; a sequence that they break isn't one any more."""
        kept = tuple(each for each in view.sequences if told.keys().isdisjoint(each.five))
        locked = {space for each in kept for space in each.five}
        spaces = tuple(
            replace(each, side=told.get(each.space, each.side), locked=each.space in locked)
            for each in view.spaces
        )
        return replace(view, spaces=spaces, sequences=kept, made=())

    def pieces(self, state: State) -> Pieces:
        """Return the chips that lie on the board, and how many cards there are where."""
        white = {space for sequence in state.sequences for space in sequence.five}
        chips = zip(SPACES, state.board, strict=True)
        return {
            **{space: Chip(side, space in white) for space, side in chips if side is not None},
            Heap("deck"): state.deck,
            **{Heap("hand", Seat(seat)): cards for seat, cards in enumerate(state.hands)},
            **{Heap("discards", Seat(seat)): len(cards) for seat, cards in enumerate(state.discards)},
        }

    def obeyed(self, table: Pieces, event: AnyEvent) -> Pieces:
        """Turn the chips of a sequence over, as far as they lie there."""
        five = event.five if isinstance(event, SequenceMade) else ()
        chips = ((space, table.get(space)) for space in five)
        return {**table, **{space: Chip(chip.side, True) for space, chip in chips if chip is not None}}

    def as_told(self, state: State, told: Told) -> Pieces:
        """Return the table with chips that the table says lie there, colour up."""
        chips = {space: None if side is None else Chip(side) for space, side in told.items()}
        return {**self.pieces(state), **chips}

    def compared(self, lies: Pieces, should: Pieces) -> Pieces:
        """Return the chips that should lie there, turned over where they had been."""

        def turned(space: Space, chip: Chip) -> Chip:
            was = lies.get(space)
            return was if was is not None and was.side == chip.side else Chip(chip.side)

        return {at: turned(at, what) if isinstance(at, Space) else what for at, what in should.items()}

    def written(self, thing: Chip | None) -> int:
        """Return the number of a chip: the side's, and more by `WHITE` where it lies white side up."""
        return NO_CHIP if thing is None else thing.side + WHITE * thing.white

    def read(self, said: int | str) -> Chip | None:
        """Return the chip of a number, None for none."""
        if not isinstance(said, int) or said < 0:
            return None
        return Chip(Side(said % WHITE), said >= WHITE)
