"""A simulated table of Two Player Speed Mode: cards in hands, and its own implementation of the rules.

It yields both players' reports, and tracks for itself how the table must look afterwards. Cards are two
letters (colour and shape), pairs two letters of a grid, and the board is derived again from scratch.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from companion.game import Level, Seat
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.reports import (
    AnswerEnd,
    AnyReport,
    CallStuck,
    CountGroups,
    Exchange,
    MakeCombination,
    Pass,
    Recount,
    Replenish,
    TurnUp,
)

NAMES = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "S": "square", "C": "circle"}
COLUMNS = ("gS", "gC", "bS", "bC")
Spot = tuple[int, int]


def kind(card: str) -> Kind:
    return Kind(f"{NAMES[card[0]]} {NAMES[card[1]]}")


def cards_of(row: int, column: int, half: int) -> Counter[str]:
    """Return the cards of a combination: two of the row's colour and one of the column's, or one and two."""
    colour, shape = COLUMNS[column][0], COLUMNS[column][1]
    return Counter({"roy"[row] + shape: 2 - half, colour + shape: 1 + half})


class Table:
    """One game; `turn` yields the reports of each turn that these players take, until the game is over."""

    def __init__(
        self, seed: int, level: Level, groups: str, replenish: str, eager: float, used_up: str = "face_down"
    ) -> None:
        self.random = Random(seed)
        self.all_gone = used_up == "all"
        self.level, self.groups, self.to_ten, self.eager = level, groups, replenish == "up_to_ten", eager
        box = [colour + shape for colour in "roy" for shape in "SC" for _ in range(9 - 3)]
        box += [colour + shape for colour in "gb" for shape in "SC" for _ in range(9)]
        self.random.shuffle(box)
        self.hands = [[box.pop() for _ in range(10)] for _ in range(2)]
        self.row = [box.pop() for _ in range(5)]
        self.deck = box
        self.reported: list[str] = []
        self.bin: list[str] = []
        self.grid = {(row, column): ".." for row in range(3) for column in range(4)}
        self.circles = [9, 9]
        self.extra = [0, 0]
        self.grouped = [0, 0]
        self.stuck = [False, False]
        self.mover = 0
        self.row_of_exchanges = 0
        self.asked = False
        self.counting = False
        self.over = False

    # What can be seen on the table.

    def text(self) -> str:
        """Return the board as text."""
        return "\n".join("".join(self.grid[row, column] for column in range(4)) for row in range(3))

    def count(self, signs: str) -> list[int]:
        """Count letters on the whole board, one for each sign: a pair has two capitals."""
        return ["".join(self.grid.values()).count(sign) for sign in signs]

    @property
    def points(self) -> list[int]:
        pairs = [count // 2 for count in self.count("AB")]
        return [pairs[n] + self.extra[n] + self.grouped[n] for n in (0, 1)]

    # Turns.

    def turn(self) -> Iterator[AnyReport]:
        """Yield the reports until the other player's turn."""
        yield from self.turn_ups()
        if self.random.random() < 0.05:
            self.stuck = [False, False]
            yield Recount(len(self.deck), len(self.row), (len(self.hands[0]), len(self.hands[1])))
        if self.asked and self.random.random() < 0.7:
            self.asked = False
            if self.random.random() < 0.3:
                self._end()
                yield AnswerEnd(end=True)
                yield from self._finish()
                return
            yield AnswerEnd(end=False)
        for seat in (self.mover, 1 - self.mover) if self.used_up else ():
            # The other player may delay saying so.
            silent = self.random.random() < 0.3 and seat != self.mover
            if not silent and not self.stuck[seat] and not self.makes(seat):
                self.stuck[seat] = True
                self._settle()
                yield CallStuck(Seat(seat))
                if self.over or self.counting:
                    yield from self._finish()
                    return
        yield self._act()
        yield from self._finish()

    @property
    def used_up(self) -> bool:
        """Whether the deck is empty; with the other house rule, whether neither player may draw."""
        if self.deck or not self.all_gone:
            return not self.deck
        trades = len(self.row) >= 3 and any(len(hand) >= 3 for hand in self.hands)
        return not trades and not any(map(self.draws, (0, 1)))

    def draws(self, seat: int) -> int:
        """Return how many cards a player may draw now."""
        drawable, room = len(self.deck) + len(self.row), 10 - len(self.hands[seat])
        return min(3, drawable, room if self.to_ten else 3) if room >= (1 if self.to_ten else 3) else 0

    def turn_ups(self) -> Iterator[AnyReport]:
        """Report the face-up cards that weren't reported yet; now and then skip some."""
        if self.level is Level.WATCHING:
            for card in (Counter(self.row) - Counter(self.reported)).elements():
                if self.random.random() < 0.9:
                    self.reported.append(card)
                    yield TurnUp(kind(card))

    def makes(self, seat: int) -> list[tuple[int, int, int]]:
        """Return the free combinations that a hand has the cards for."""
        return [spot for spot in self.free() if not cards_of(*spot) - Counter(self.hands[seat])]

    def free(self) -> Iterator[tuple[int, int, int]]:
        """Yield the combinations that are still free."""
        for (row, column), signs in self.grid.items():
            for half in (0, 1):
                if signs[half] == ".":
                    yield row, column, half

    def _act(self) -> AnyReport:
        seat, hand = self.mover, self.hands[self.mover]
        makeable, drawable = self.makes(seat), len(self.deck) + len(self.row)
        draws = self.draws(seat)
        self.mover = 1 - seat
        if makeable and self.random.random() < self.eager:
            report: AnyReport = self._make(seat, self._best(seat, makeable))
        elif draws and self.random.random() < 0.8:
            report = Replenish(Seat(seat), self._draw(seat, draws, len(self.deck)))
            self._changed(seat)
        elif drawable >= 3 and len(hand) >= 3:
            report = self._exchange(seat)
        elif draws:
            report = Replenish(Seat(seat), self._draw(seat, draws, len(self.deck)))
            self._changed(seat)
        elif makeable:
            report = self._make(seat, self._best(seat, makeable))
        else:
            self.stuck[seat], self.asked = True, False
            report = Pass(Seat(seat))
        self._settle()
        return report

    def _best(self, seat: int, makeable: list[tuple[int, int, int]]) -> tuple[int, int, int]:
        own = "ab"[seat]
        pairs = [spot for spot in makeable if self.grid[spot[0], spot[1]][1 - spot[2]] == own]
        return self.random.choice(pairs or makeable)

    def _make(self, seat: int, spot: tuple[int, int, int]) -> AnyReport:
        row, column, half = spot
        for card in cards_of(*spot).elements():
            self.hands[seat].remove(card)
            self.bin.append(card)
        self._changed(seat)
        signs = list(self.grid[row, column])
        signs[half] = "ab"[seat]
        if signs[1 - half] == "ab"[seat]:
            signs = ["AB"[seat]] * 2
            self.circles[seat] -= 1
            neighbours = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
            self.extra[seat] += sum(self.grid.get(other, "")[:1] == "AB"[seat] for other in neighbours)
        elif signs[1 - half] == "ab"[1 - seat]:
            signs[1 - half] = "."
            self.stuck = [False, False]
        self.grid[row, column] = "".join(signs)
        return MakeCombination(Seat(seat), Place(row, column), half)

    def _exchange(self, seat: int) -> AnyReport:
        hand = self.hands[seat]
        old = len(self.deck)
        self.random.shuffle(hand)
        # The top of the deck is the end of the list.
        self.deck[:0] = [hand.pop() for _ in range(3)]
        row = self.row_of_exchanges
        taken = self._draw(seat, 3, old)
        self._changed(seat)
        self.row_of_exchanges = row + 1
        self.asked = self.row_of_exchanges % 10 == 0
        return Exchange(Seat(seat), taken)

    def _draw(self, seat: int, count: int, old: int) -> int | tuple[Kind, ...]:
        """Draw `count` cards one by one, never those that were just put under the deck."""
        least = max(0, count - old)
        face_up = self.random.randint(least, min(count, len(self.row)) if not old else count)
        order = [True] * face_up + [False] * (count - face_up)
        # From the deck first, when it has just enough.
        order.sort() if old < count else self.random.shuffle(order)
        taken: list[str] = []
        put_under = len(self.deck) - old
        replacements = 0
        for from_row in order:
            if from_row:
                card = self.row.pop(self.random.randrange(len(self.row) - replacements))
                taken.append(card)
                if card in self.reported:
                    self.reported.remove(card)
            else:
                card = self.deck.pop()
            self.hands[seat].append(card)
            while len(self.row) < 5 and self.deck:
                # The cards that the player put under the deck come last.
                replacements += len(self.deck) <= put_under
                self.row.append(self.deck.pop())
        if self.level is Level.WATCHING and taken:
            self.random.shuffle(taken)
            return tuple(map(kind, taken))
        return len(taken)

    def _changed(self, seat: int) -> None:
        self.stuck[seat] = False
        self.row_of_exchanges = 0
        self.asked = False

    # The end.

    def _settle(self) -> None:
        """End the game if it is over."""
        everything = Counter([*self.deck, *self.row, *self.hands[0], *self.hands[1]])
        dead = all(cards_of(*spot) - everything for spot in self.free())
        nothing = not self.deck and not self.row
        stuck = [self.stuck[n] or (len(self.hands[n]) < 3 and nothing) for n in (0, 1)]
        if dead or (self.used_up and all(stuck)):
            self._end()

    def _end(self) -> None:
        singles = [{spot for spot, signs in self.grid.items() if letter in signs} for letter in "ab"]
        self.asked = False
        if self.groups == "by_hand" and any(singles):
            self.counting = True
            return
        if self.groups == "adjacent":
            for n in (0, 1):
                pairs = combinations(singles[n], 2)
                self.grouped[n] = sum(abs(p - r) + abs(q - s) == 1 for (p, q), (r, s) in pairs)
        self.over = True

    def _finish(self) -> Iterator[AnyReport]:
        if self.counting:
            self.grouped = [self.random.randint(0, 3), self.random.randint(0, 3)]
            self.counting, self.over = False, True
            yield CountGroups((self.grouped[0], self.grouped[1]))
