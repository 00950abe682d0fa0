"""The reports of Cryptid: what the table says happened, not yet judged."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class PlaceCube(Report, frozen=True, tag="cryptid.place_cube"):
    """A player placed a cube: at the start, or to pay for a cube that their turn caused."""

    seat: Seat
    hue: Hue
    at: Hex


class Ask(Report, frozen=True, omit_defaults=True, tag="cryptid.ask"):
    """A player asked `of` about a hex; None with two players: the opponent."""

    seat: Seat
    at: Hex
    of: Seat | None = None


class Search(Report, frozen=True, tag="cryptid.search"):
    """A player searched a hex and placed `discs`, one of each of their colours, in any order."""

    seat: Seat
    at: Hex
    discs: tuple[Disc, ...]


class GiveAnswer(Report, frozen=True, tag="cryptid.answer"):
    """The player who was asked answered with a cube of this colour, or with discs (None)."""

    seat: Seat
    cube: Hue | None = None


class CorrectPiece(Report, frozen=True, tag="cryptid.correct_piece"):
    """A player swapped a wrong piece at `at` for the other kind, and put the removed one on `to`."""

    seat: Seat
    hue: Hue
    at: Hex
    to: Hex


class NoSpace(Report, frozen=True, tag="cryptid.no_space"):
    """A player finds no legal space for the cube that is due after their turn."""

    seat: Seat


class GiveUp(Report, frozen=True, tag="cryptid.give_up"):
    """A player gives up; once all others have `agreed`, the game ends and everything is shown."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()


AnyReport: TypeAlias = PlaceCube | Ask | Search | GiveAnswer | CorrectPiece | NoSpace | GiveUp
