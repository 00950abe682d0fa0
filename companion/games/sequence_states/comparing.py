"""How players compare the table with the screen and correct it: chips, which side up, and cards."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.events import AnyEvent, DeadSwapped, SequenceMade
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.view import View
from companion.putting_back import Carry, HasGridPieces, Heap, Move, Pieces, Reported

Chips = Mapping[Space, Side | None]


class Chip(Struct, frozen=True):
    """A chip of a side; `white` if it lies white side up."""

    side: Side
    white: bool = False


WHITE, NO_CHIP = 10, -1


class SequencePieces(HasGridPieces):
    """Chips on spaces, and card counts of deck, hands and discard piles, for `companion.putting_back`."""

    act, place = "chip", Space
    tries = (*HasGridPieces.tries, "put_own", "put_on")

    def contents(self, state: State) -> Chips:
        """Return the side whose chip is on each space, None for no chip."""
        return dict(zip(SPACES, state.board, strict=True))

    def possible_things(self, state: State, place: Space) -> tuple[Side | None, ...]:
        """Return what a space might really hold: no chip, or one of any side."""
        return (None, *map(Side, range(len(state.colours))))

    def with_contents(self, view: View, contents: Chips) -> View:
        """Return the view with chips changed on some spaces, without the sequences that include them."""
        kept = tuple(sequence for sequence in view.sequences if contents.keys().isdisjoint(sequence.five))
        locked = {space for sequence in kept for space in sequence.five}
        spaces = tuple(
            replace(seen, side=contents.get(seen.space, seen.side), locked=seen.space in locked)
            for seen in view.spaces
        )
        return replace(view, spaces=spaces, sequences=kept, made=())

    def pieces(self, state: State) -> Pieces:
        """Return the chips on the board, and the number of cards in each heap."""
        white = {space for sequence in state.sequences for space in sequence.five}
        chips = zip(SPACES, state.board, strict=True)
        return {
            **{space: Chip(side, space in white) for space, side in chips if side is not None},
            Heap("deck"): state.deck,
            **{Heap("hand", Seat(seat)): cards for seat, cards in enumerate(state.hands)},
            **{Heap("discards", Seat(seat)): len(cards) for seat, cards in enumerate(state.discards)},
        }

    def undone(self, before: State, event: AnyEvent, after: State) -> Iterator[Move]:
        """Yield the moves that undo an event; after a swap both the new card and the dead one go back."""
        if not isinstance(event, DeadSwapped):
            yield from super().undone(before, event, after)
            return
        yield Carry(Heap("hand", event.seat), Heap("deck"), 1)
        yield Carry(Heap("discards", event.seat), Heap("hand", event.seat), 1)

    def carried_out(self, table: Pieces, event: AnyEvent) -> Pieces:
        """Return the table after a new sequence's chips, where present, were turned over."""
        five = event.five if isinstance(event, SequenceMade) else ()
        chips = ((space, table.get(space)) for space in five)
        return {**table, **{space: Chip(chip.side, True) for space, chip in chips if chip is not None}}

    def with_reported(self, state: State, reported: Reported) -> Pieces:
        """Return the pieces of a state, with the chips that the players report instead, all colour up."""
        chips = {space: None if side is None else Chip(side) for space, side in reported.items()}
        return {**self.pieces(state), **chips}

    def compared(self, actual: Pieces, wanted: Pieces) -> Pieces:
        """Return what should be there; a chip whose side matches keeps the face it has on the table."""

        def with_face(space: Space, chip: Chip) -> Chip:
            on_table = actual.get(space)
            return on_table if on_table is not None and on_table.side == chip.side else Chip(chip.side)

        return {at: with_face(at, thing) if isinstance(at, Space) else thing for at, thing in wanted.items()}

    def written(self, thing: Chip | None) -> int:
        """Return a chip as a number: its side, plus `WHITE` if white side up; `NO_CHIP` for none."""
        return NO_CHIP if thing is None else thing.side + WHITE * thing.white

    def read(self, written: int | str) -> Chip | None:
        """Return the chip that a number stands for, None for no chip."""
        if not isinstance(written, int) or written < 0:
            return None
        return Chip(Side(written % WHITE), written >= WHITE)
