"""A simulated table of Tracktic with its own grid, characters in lists, and its own rule implementation.

It knows nothing of the referee's shapes, cells and events; reports follow from the pieces that it moves.
"""

from collections.abc import Iterator
from random import Random

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile import Profile
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, Skip

Spot = tuple[int, int]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Table:
    """One game; `turn` returns the report of each turn that these players take, until the game is over."""

    def __init__(self, profile: Profile, players: int, seed: int) -> None:
        self.random = Random(seed)
        self.players = players
        self.letters = "YBGR"[:players]
        self.grid = [list(row) for row in profile.grid(players)]
        if players == 2:
            self.grid = [["." if sign in "GR" else sign for sign in row] for row in self.grid]
        self.hand = {letter: profile.pieces - self.count(letter) for letter in "YBGR"}
        self.tokens = dict.fromkeys(self.letters, profile.tokens)
        self.deck = [pattern.id for pattern in profile.patterns for _ in range(pattern.count)]
        self.deck += ["flip"] * profile.flips
        self.random.shuffle(self.deck)
        self.open = [self.deck.pop() for _ in range(min(4, len(self.deck)))]
        self.patterns = {pattern.id: pattern.rows for pattern in profile.patterns}
        self.out: set[str] = set()
        self.mover = 0
        self.over = False

    def count(self, sign: str) -> int:
        """Count a sign on the grid."""
        return sum(row.count(sign) for row in self.grid)

    def text(self) -> str:
        return "\n".join("".join(row) for row in self.grid)

    def turn(self) -> AnyReport:
        """Take a turn: place a pattern that fits, or skip."""
        letter = self.letters[self.mover]
        moves = list(self._moves(letter))
        without_token = [move for move in moves if not move[3]]
        # A token is mostly saved for when nothing else fits.
        choice = moves if not without_token or self.random.random() < 0.2 else without_token
        if not choice or self.random.random() < 0.01:
            self.out.add(letter)
            report: AnyReport = Skip(Seat(self.mover))
        else:
            card, laid, turned, token, spots = self.random.choice(choice)
            for row, column in turned:
                self.grid[row][column] = "W"
            for row, column in laid:
                self.grid[row][column] = letter
            self.hand[letter] -= len(laid)
            self.tokens[letter] -= token
            self.open.remove(card)
            if self.deck:
                self.open.append(self.deck.pop())
            report = self._report(card, laid, turned, token, spots)
        self._pass_on()
        return report

    def _report(
        self, card: str, laid: list[Spot], turned: list[Spot], token: bool, spots: list[Spot]
    ) -> AnyReport:
        seat = Seat(self.mover)
        if card == "flip":
            return FlipPiece(seat, Cell(*turned[0]), Cell(*laid[0]))
        # All cells of the pattern are reported, including those where white pieces fill in.
        self.random.shuffle(spots)
        return LayPattern(seat, tuple(Cell(*spot) for spot in spots), token)

    def _pass_on(self) -> None:
        if len(self.out) == self.players or not (self.open or self.deck):
            self.over = True
            return
        self.mover = (self.mover + 1) % self.players
        while self.letters[self.mover] in self.out:
            self.mover = (self.mover + 1) % self.players

    def _moves(self, letter: str) -> Iterator[tuple[str, list[Spot], list[Spot], bool, list[Spot]]]:
        for card in sorted(set(self.open)):
            if card == "flip":
                yield from self._flips(letter)
                continue
            for spots in self._placements(self.patterns[card]):
                others = set("YBGR") - {letter}
                signs = [self.grid[row][column] for row, column in spots]
                laid = [spot for spot, sign in zip(spots, signs, strict=True) if sign == "."]
                turned = [spot for spot, sign in zip(spots, signs, strict=True) if sign in others]
                token = bool(turned)
                if letter in signs or "#" in signs or not laid or len(laid) > self.hand[letter]:
                    continue
                if token and not self.tokens[letter]:
                    continue
                if "W" in signs and not token:
                    continue
                if self._touches(letter, spots) and not self._makes_t(letter, laid):
                    yield card, laid, turned, token, spots

    def _flips(self, letter: str) -> Iterator[tuple[str, list[Spot], list[Spot], bool, list[Spot]]]:
        for row, column in self._all():
            if self.grid[row][column] not in set("YBGR") - {letter} or not self.hand[letter]:
                continue
            neighbours = list(self._neighbours((row, column)))
            if not any(self.grid[r][c] == letter for r, c in neighbours):
                continue
            for spot in neighbours:
                if self.grid[spot[0]][spot[1]] == "." and not self._makes_t(letter, [spot]):
                    yield "flip", [spot], [(row, column)], False, []

    def _all(self) -> Iterator[Spot]:
        yield from ((row, column) for row in range(len(self.grid)) for column in range(len(self.grid[0])))

    def _neighbours(self, spot: Spot) -> Iterator[Spot]:
        for down, right in SIDES:
            row, column = spot[0] + down, spot[1] + right
            if 0 <= row < len(self.grid) and 0 <= column < len(self.grid[0]):
                yield row, column

    def _placements(self, rows: tuple[str, ...]) -> Iterator[list[Spot]]:
        """Yield every placement of a pattern: complex numbers, turned by i, mirrored by conjugation."""
        points = [complex(r, c) for r, line in enumerate(rows) for c, sign in enumerate(line) if sign == "X"]
        seen = set()
        for mirrored in (False, True):
            for quarter in range(4):
                rotated = [(p.conjugate() if mirrored else p) * 1j**quarter for p in points]
                top, left = min(p.real for p in rotated), min(p.imag for p in rotated)
                shape = tuple(sorted((round(p.real - top), round(p.imag - left)) for p in rotated))
                if shape in seen:
                    continue
                seen.add(shape)
                for row, column in self._all():
                    spots = [(row + down, column + right) for down, right in shape]
                    if all(r < len(self.grid) and c < len(self.grid[0]) for r, c in spots):
                        yield spots

    def _touches(self, letter: str, spots: list[Spot]) -> bool:
        """Return whether the spots touch the colour, directly or over connected white pieces."""
        for spot in spots:
            for start in self._neighbours(spot):
                if start in spots:
                    continue
                to_visit, seen = [start], {start}
                while to_visit:
                    at = to_visit.pop()
                    sign = self.grid[at[0]][at[1]]
                    if sign == letter:
                        return True
                    if sign == "W":
                        for other in self._neighbours(at):
                            if other not in seen:
                                seen.add(other)
                                to_visit.append(other)
        return False

    def _makes_t(self, letter: str, laid: list[Spot]) -> bool:
        def is_own(spot: Spot) -> bool:
            return spot in laid or self.grid[spot[0]][spot[1]] == letter

        return any(is_own(spot) and sum(map(is_own, self._neighbours(spot))) > 2 for spot in self._all())
