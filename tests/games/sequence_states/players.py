"""A simulated table of Sequence States & Capitals: cards in hands, and its own implementation of the rules.

It yields every player's moves, report by report, and tracks for itself how the table must look afterwards.
"""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from companion.game import Seat
from companion.games.sequence_states.layout import ADD, REMOVE, STATES, Layout
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    PassTurn,
    PlaceChip,
    RemoveChip,
    SwapDead,
)
from tests.games.sequence_states import slow
from tests.games.sequence_states.slow import Cell, Line

DEALT = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


class Figures(Struct, frozen=True):
    """What can be counted at a table."""

    board: tuple[int | None, ...]
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    deck: int
    chips: tuple[int, ...]
    sequences: tuple[frozenset[Line], ...]
    lost: tuple[int, ...]
    winners: tuple[int, ...]


def figures(state: State) -> Figures:
    """Count what the referee believes."""
    sequences = (
        frozenset(frozenset((space.row, space.column) for space in made) for made in state.made(Side(side)))
        for side in range(len(state.colours))
    )
    return Figures(
        board=state.board,
        hands=state.hands,
        piles=tuple(map(len, state.discards)),
        deck=state.deck,
        chips=state.chips,
        sequences=tuple(sequences),
        lost=state.lost,
        winners=state.ended.winners if state.ended else (),
    )


class Table:
    """One game; `turn` yields the reports of the player on turn. `forgetful`: how often a draw is put off.

    The `shy` stay away from their own lines, so that their games are long: dead cards, new decks, full
    boards.
    """

    def __init__(
        self, players: int, sides: int, layout: Layout | None, seed: int, *,
        forgetful: float = 0.15, shy: bool = False,
    ) -> None:  # fmt: skip
        self.random = Random(seed)
        self._shy = shy
        self.players, self.sides = players, sides
        self._layout = layout
        self._forgetful = forgetful
        self._deck = [card for card in STATES for _ in "12"] + [ADD, REMOVE] * 4
        self.random.shuffle(self._deck)
        self.hands = [[self._deck.pop() for _ in range(DEALT[players])] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]
        self.chips: dict[Cell, int] = {}
        self.made: list[list[Line]] = [[] for _ in range(sides)]
        self.lost = [0] * players
        self.mover = 0
        self.winners: tuple[int, ...] = ()
        self.over = False
        self.passes = 0
        self._moved: list[int] = []
        self._waiting: dict[int, int] = {}  # a move whose card has not been drawn: its seat

    def figures(self) -> Figures:
        """Count the pieces and cards on the table."""
        return Figures(
            board=tuple(self.chips.get((n // 10, n % 10)) for n in range(100)),
            hands=tuple(map(len, self.hands)),
            piles=tuple(map(len, self.piles)),
            deck=len(self._deck),
            chips=tuple(50 - list(self.chips.values()).count(side) for side in range(self.sides)),
            sequences=tuple(map(frozenset, self.made)),
            lost=tuple(self.lost),
            winners=self.winners,
        )

    def turn(self) -> Iterator[AnyReport]:
        """Play one turn."""
        seat = self._advance()
        side = seat % self.sides
        if self.players > self.sides and self.random.random() < 0.02:
            yield from self._talk()
            if self.over:
                return
            seat = self._advance()
            side = seat % self.sides
        if not self.hands[seat]:
            yield self._draw(seat)
        dead = [card for card in self.hands[seat] if self._is_dead(card, side)]
        if dead and (self._layout is not None or dead[0] == REMOVE):
            yield self._swap(seat, dead[0])
        plays = self._plays(seat, side)
        if not plays:
            self.passes += 1
            self.mover = (seat + 1) % self.players
            self.over = self.passes >= sum(1 for n in range(self.players) if self._can_move(n))
            yield PassTurn(Seat(seat))
            return
        self.passes = 0
        card, cell = plays[0]
        yield from self._play(seat, side, card, cell)
        if not self.over:
            yield from self._take_cards(seat)

    def _can_move(self, seat: int) -> bool:
        return bool(self.hands[seat]) or seat in self._waiting.values()

    def _advance(self) -> int:
        seat = next((self.mover + n) % self.players for n in range(self.players)
                    if self._can_move((self.mover + n) % self.players))  # fmt: skip
        self.mover = seat
        return seat

    def _put_down(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.piles[seat].append(card)

    def _pull(self, seat: int) -> None:
        self.hands[seat].append(self._deck.pop())
        if not self._deck:
            self._deck = [card for pile in self.piles for card in pile]
            self.piles = [[] for _ in range(self.players)]
            self.random.shuffle(self._deck)

    def _state_of(self, cell: Cell) -> str:
        assert self._layout is not None
        return self._layout.rows[cell[0]][cell[1]]

    def _cells(self, card: str) -> list[Cell]:
        if self._layout is None or card == ADD:
            return [(r, c) for r in range(10) for c in range(10)]
        return [(r, c) for r in range(10) for c in range(10) if self._state_of((r, c)) == card]

    def _targets(self, side: int) -> list[Cell]:
        locked = {cell for lines in self.made for line in lines for cell in line}
        return [cell for cell, owner in self.chips.items() if owner != side and cell not in locked]

    def _is_dead(self, card: str, side: int) -> bool:
        if card == REMOVE:
            return not self._targets(side)
        return card != ADD and self._layout is not None and all(c in self.chips for c in self._cells(card))

    def _plays(self, seat: int, side: int) -> list[tuple[str, Cell]]:
        """Return the possible plays, the move that does most for the player's own lines first."""
        plays: list[tuple[float, str, Cell]] = []
        for card in dict.fromkeys(self.hands[seat]):
            if card == REMOVE:
                plays += [(self.random.random() * 3, card, cell) for cell in sorted(self._targets(side))]
                continue
            chips_left = 50 - list(self.chips.values()).count(side)
            for cell in self._cells(card) if chips_left else ():
                if cell not in self.chips:
                    plays.append((self._worth(cell, side) + self.random.random(), card, cell))
        return [(card, cell) for _, card, cell in sorted(plays, reverse=True)]

    def _worth(self, cell: Cell, side: int) -> float:
        own = {other for other, owner in self.chips.items() if owner == side}
        most = max(len(line & own) for line in slow.ALL if cell in line)
        return -4 * most if self._shy else most

    def _play(self, seat: int, side: int, card: str, cell: Cell) -> Iterator[AnyReport]:
        self._put_down(seat, card)
        self._moved.append(seat)
        self._waiting[len(self._moved)] = seat
        self.mover = (seat + 1) % self.players
        space = Space(*cell)
        if card == REMOVE:
            del self.chips[cell]
            self._end_if_stuck()
            yield RemoveChip(Seat(seat), space)
            return
        self.chips[cell] = side
        own = [other for other, owner in self.chips.items() if owner == side]
        candidates = slow.new_lines(own, cell, self.made[side])
        locked = slow.best(candidates, cell)
        assert len(locked) == slow.most(candidates)
        self.made[side] += locked
        if len(self.made[side]) >= (2 if self.sides == 2 else 1):
            self.over, self.winners = True, tuple(range(side, self.players, self.sides))
        else:
            self._end_if_stuck()
        yield PlaceChip(Seat(seat), space, self._card_reported(card, cell))
        for line in locked if not self.over else ():
            same_direction = [other for other in candidates if slow.direction(other) == slow.direction(line)]
            others = [other for other in same_direction if other != line and not slow.apart((other, line))]
            if others and len(same_direction) == len(others) + 1 and self.random.random() < 0.4:
                other = self.random.choice(others)
                self.made[side][self.made[side].index(line)] = other
                yield ChooseFive(tuple(Space(*cell) for cell in sorted(other)))

    def _card_reported(self, card: str, cell: Cell) -> str | None:
        """Say the card, or leave it to the referee where it can be worked out."""
        if self._layout is None or (card != ADD and self.random.random() < 0.6):
            return None if self.random.random() < 0.5 or self._layout is not None else card
        return card

    def _end_if_stuck(self) -> None:
        chips = list(self.chips.values())
        full = len(chips) == 100
        sides = range(self.sides)
        hopeless = all((full or chips.count(side) == 50) and not self._targets(side) for side in sides)
        self.over = self.over or hopeless or not any(self._can_move(seat) for seat in range(self.players))

    def _draw(self, seat: int) -> AnyReport:
        move = min(move for move, mover in self._waiting.items() if mover == seat)
        del self._waiting[move]
        self._pull(seat)
        self.passes = 0
        # The previous mover, who has not drawn a card, is too late now.
        for earlier in [m for m in self._waiting if m < move and self._next_mover(m) == seat]:
            self.lost[self._waiting.pop(earlier)] += 1
        self._end_if_stuck()
        return DrawCard(Seat(seat))

    def _next_mover(self, move: int) -> int | None:
        """Return the next player to move after a move, other than its own player."""
        own = self._moved[move - 1]
        return next((mover for mover in self._moved[move:] if mover != own), None)

    def _take_cards(self, seat: int) -> Iterator[AnyReport]:
        """Draw a card now, or forget it; now and then a player remembers an earlier one."""
        for late in sorted(set(self._waiting.values()) - {seat}):
            if late in self._waiting.values() and self.random.random() < 0.5:
                yield self._draw(late)
        if self.random.random() >= self._forgetful:
            yield self._draw(seat)

    def _swap(self, seat: int, card: str) -> AnyReport:
        self._put_down(seat, card)
        self._pull(seat)
        self.passes = 0
        return SwapDead(Seat(seat), card)

    def _talk(self) -> Iterator[AnyReport]:
        side = self.random.randrange(self.sides)
        payers = [seat for seat in range(side, self.players, self.sides) if self.hands[seat]]
        if not payers:
            return
        yield CallTalk(Side(side))
        for seat in payers:
            card = self.random.choice(self.hands[seat])
            self._put_down(seat, card)
            self.passes = 0
            if seat == payers[-1]:
                self._end_if_stuck()
            yield Forfeit(Seat(seat), card if self._layout is not None else None)
