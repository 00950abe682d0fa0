"""A second, plain model of the base game's rulebook: three to five players, one clue each.

Pieces are a list, a clue is a set of hexes, and everything is looked up in the list. It shares only the
reports with the rules that it checks.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from companion.games.cryptid import reports as r
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import Hue

CUBE, DISC = "cube", "disc"

Clues: TypeAlias = Mapping[int, set[Hex]]
"""By player, the hexes that their own clue allows."""


class Piece(NamedTuple):
    """A piece on the map."""

    kind: str
    player: int
    at: Hex


class PlainTable:
    """A table of `hues`, a colour for each player; `clues` is empty if the referee knows none.

    `next_step` is what comes next: "share", "turn", "answer" (`asked`, for `at`) or "pay".
    """

    def __init__(self, hues: tuple[Hue, ...], clues: Clues, first: int) -> None:
        self.hues, self.clues = hues, clues
        self.pieces: list[Piece] = []
        self.turn = first
        self.next_step, self.shared = "share", 0
        self.at = MAP[0]
        self.searched = False
        self.asked = first
        self.over = False
        self.winner: int | None = None

    def player(self, hue: Hue) -> int | None:
        return self.hues.index(hue) if hue in self.hues else None

    def next_to(self, player: int) -> int:
        return (player + 1) % len(self.hues)

    @property
    def mover(self) -> int:
        """Return the player who acts now."""
        return self.asked if self.next_step == "answer" else self.turn

    def has_piece(self, kind: str, at: Hex, player: int | None = None) -> bool:
        """Return whether such a piece is on a hex, anybody's or a given player's."""
        owners = [piece.player for piece in self.pieces if piece.kind == kind and piece.at == at]
        return bool(owners) if player is None else player in owners

    def fits(self, kind: str, player: int, at: Hex) -> bool:
        """A space holds one cube at most, which closes it, and no two pieces of a player."""
        return not self.has_piece(CUBE, at) and not self.has_piece(DISC, at, player)

    def agrees(self, kind: str, player: int, at: Hex) -> bool:
        """A disc says that the habitat could be there by the player's clue, a cube that it couldn't be."""
        return not self.clues or (at in self.clues[player]) is (kind == DISC)

    def legal(self, report: r.AnyReport) -> bool:
        """Return whether a report is legal by what everybody sees."""
        player = int(report.seat)
        if player not in range(len(self.hues)) or self.over:
            return False
        match report:
            case r.PlaceCube(_, hue, at):
                due = self.next_step in ("share", "pay") and player == self.turn
                return due and self.player(hue) == player and self.fits(CUBE, player, at)
            case r.Ask(_, at, of):
                # One other player is asked, about a space without a cube that the player hasn't answered yet.
                due = self.next_step == "turn" and player == self.turn
                other = of is not None and of != player and of in range(len(self.hues))
                return due and other and of is not None and self.fits(DISC, int(of), at)
            case r.Search(_, at, discs):
                due = self.next_step == "turn" and player == self.turn and not self.has_piece(CUBE, at)
                if due and not discs:
                    # A search without a disc only if the player's own is there; whether another has room, the
                    # clue says.
                    return self.has_piece(DISC, at, player)
                if not due or len(discs) != 1 or self.player(discs[0].hue) != player:
                    return False
                # The player's disc goes on the space, or elsewhere if it is already there.
                place = discs[0].at
                return (place != at) is self.has_piece(DISC, at, player) and self.fits(DISC, player, place)
            case r.GiveAnswer(_, cube):
                if self.next_step != "answer" or player != self.asked:
                    return False
                if cube is None:
                    return not self.has_piece(CUBE, self.at)
                return self.player(cube) == player and self.fits(CUBE, player, self.at)
            case r.CorrectPiece(_, hue, at, to):
                if self.clues or self.player(hue) != player or at == to:
                    return False
                if self.has_piece(CUBE, at, player):
                    asked = self.next_step == "answer" and to == self.at
                    return self.fits(CUBE, player, to) and not asked
                disc = self.has_piece(DISC, at, player) and not self.has_piece(CUBE, at)
                return disc and self.fits(DISC, player, to)
            case r.NoSpace():
                return self.next_step == "pay" and player == self.turn
            case r.GiveUp(_, agreed):
                return {player, *map(int, agreed)} >= set(range(len(self.hues)))

    def truthful(self, report: r.AnyReport) -> bool:
        """Return whether a report is true by the clues; if none is known, everything is."""
        player = int(report.seat)
        match report:
            case r.PlaceCube(_, _, at):
                return self.agrees(CUBE, player, at)
            case r.Search(_, at, ()):
                room = (self.agrees(DISC, player, at) and self.fits(DISC, player, at) for at in MAP)
                return self.agrees(DISC, player, at) and not (self.clues and any(room))
            case r.Search(_, at, discs):
                return self.agrees(DISC, player, at) and self.agrees(DISC, player, discs[0].at)
            case r.GiveAnswer(_, cube):
                return self.agrees(DISC if cube is None else CUBE, player, self.at)
            case r.NoSpace():
                places = (self.agrees(CUBE, player, at) and self.fits(CUBE, player, at) for at in MAP)
                return not self.clues or not any(places)
        return True

    def do(self, report: r.AnyReport) -> None:
        """Put a report on the map, and find out what comes next."""
        player = int(report.seat)
        match report:
            case r.PlaceCube(_, _, at):
                self.pieces.append(Piece(CUBE, player, at))
                self._next_turn()
                self.shared += 1
                # Clockwise each player places one, until everybody has placed two.
                self.next_step = "share" if self.shared < 2 * len(self.hues) else "turn"
            case r.Ask(_, at, of):
                self.next_step, self.at, self.searched = "answer", at, False
                self.asked = player if of is None else int(of)
            case r.Search(_, at, discs):
                self.pieces += [Piece(DISC, player, disc.at) for disc in discs]
                self.next_step, self.at, self.searched, self.asked = "answer", at, True, player
                self._go_round()
            case r.GiveAnswer(_, None):
                if not self.has_piece(DISC, self.at, player):
                    self.pieces.append(Piece(DISC, player, self.at))
                if self.searched:
                    self._go_round()
                else:
                    self.next_step = "turn"
                    self._next_turn()
            case r.GiveAnswer():
                self.pieces.append(Piece(CUBE, player, self.at))
                self.next_step = "pay"
            case r.CorrectPiece(_, _, at, to):
                self._correct(player, at, to)
            case r.NoSpace():
                self.next_step = "turn"
                self._next_turn()
            case r.GiveUp():
                self.over = True

    def _next_turn(self) -> None:
        self.turn = self.next_to(self.turn)

    def _go_round(self) -> None:
        """The next player clockwise without a disc there answers; when all have one, the searcher has won."""
        self.asked = self.next_to(self.asked)
        while self.asked != self.turn:
            if not self.has_piece(DISC, self.at, self.asked):
                return
            self.asked = self.next_to(self.asked)
        self.over, self.winner = True, self.turn

    def _correct(self, player: int, at: Hex, to: Hex) -> None:
        """Change a piece to the other kind, and add the penalty cube elsewhere."""
        wrong = next(piece for piece in self.pieces if piece.player == player and piece.at == at)
        other = DISC if wrong.kind == CUBE else CUBE
        self.pieces.remove(wrong)
        self.pieces += [Piece(other, player, at), Piece(wrong.kind, player, to)]
        if self.next_step == "answer" and at == self.at:
            # A cube on the space in question is the asked player's answer; otherwise there is none.
            is_asked = player == self.asked or (self.searched and player != self.turn)
            self.next_step = "pay" if is_asked else "turn"
