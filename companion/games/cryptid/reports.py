"""What the table may report: claims, not yet judged."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class PlaceCube(Report, frozen=True, tag="cryptid.place_cube"):
    """A player placed a cube: at the beginning, or for a cube that the own turn caused."""

    seat: Seat
    hue: Hue
    at: Hex


class Ask(Report, frozen=True, omit_defaults=True, tag="cryptid.ask"):
    """A player asked `of` about a hex; of two (None) that is the opponent."""

    seat: Seat
    at: Hex
    of: Seat | None = None


class Search(Report, frozen=True, tag="cryptid.search"):
    """A player searched a hex, and put a disc of each own colour down; `discs` are those, in any order."""

    seat: Seat
    at: Hex
    discs: tuple[Disc, ...]


class GiveAnswer(Report, frozen=True, tag="cryptid.answer"):
    """Who was asked answered with a cube of a colour, or (None) with discs."""

    seat: Seat
    cube: Hue | None = None


class CorrectPiece(Report, frozen=True, tag="cryptid.correct_piece"):
    """A player found a piece of the own to be wrong: it became the other kind, and the removed one moved."""

    seat: Seat
    hue: Hue
    at: Hex
    to: Hex


class NoSpace(Report, frozen=True, tag="cryptid.no_space"):
    """A player finds no legal space for the cube that the own turn caused."""

    seat: Seat


class GiveUp(Report, frozen=True, tag="cryptid.give_up"):
    """A player gives up, and `agreed` are those who agree: the game ends, and everything is shown."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()


AnyReport: TypeAlias = PlaceCube | Ask | Search | GiveAnswer | CorrectPiece | NoSpace | GiveUp
