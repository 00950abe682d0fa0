"""The events of Cryptid: facts that `evolve` trusts, named by past participles."""

from typing import TypeAlias

from companion.game import Event, Irrevocable, Outcome, Ruling, Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class CubeShared(Event, frozen=True, tag="cryptid.cube_shared"):
    """A player placed one of the opening cubes."""

    seat: Seat
    hue: Hue
    at: Hex


class Asked(Event, frozen=True, omit_defaults=True, tag="cryptid.asked"):
    """A player asked `of` about a hex; None with two players: the opponent."""

    seat: Seat
    at: Hex
    of: Seat | None = None


class Searched(Event, frozen=True, tag="cryptid.searched"):
    """A player searched a hex and placed these discs."""

    seat: Seat
    at: Hex
    discs: tuple[Disc, ...]


class CubeAnswered(Event, frozen=True, tag="cryptid.cube_answered"):
    """The asked player put a cube on the hex; the player whose turn it is must place one too."""

    seat: Seat
    hue: Hue
    at: Hex


class DiscsAnswered(Event, frozen=True, tag="cryptid.discs_answered"):
    """The asked player put discs of `hues` on the hex; their other discs were there already."""

    seat: Seat
    at: Hex
    hues: tuple[Hue, ...]


class CubePaid(Event, frozen=True, tag="cryptid.cube_paid"):
    """A player placed the cube that was due after their turn."""

    seat: Seat
    hue: Hue
    at: Hex


class PieceCorrected(Event, frozen=True, tag="cryptid.piece_corrected"):
    """A wrong piece at `at` was swapped for the other kind, and the removed one put on `to`."""

    seat: Seat
    hue: Hue
    at: Hex
    to: Hex


class QuestionFell(Event, frozen=True, tag="cryptid.question_fell"):
    """A correction put a cube on the hex in question: the question is void, and the player acts again."""

    seat: Seat
    at: Hex


class CubeWaived(Event, frozen=True, tag="cryptid.cube_waived"):
    """A player had no legal space for the cube that was due after their turn, and placed none."""

    seat: Seat


class GivenUp(Event, Irrevocable, frozen=True, tag="cryptid.given_up"):
    """Everybody gave up; clues and habitat are shown."""


class TurnPassed(Event, frozen=True, tag="cryptid.turn_passed"):
    """The next player's turn began."""

    to: Seat


class Ended(Event, frozen=True, tag="cryptid.ended"):
    """The game is over."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    CubeShared
    | Asked
    | Searched
    | CubeAnswered
    | DiscsAnswered
    | CubePaid
    | PieceCorrected
    | QuestionFell
    | CubeWaived
    | GivenUp
    | TurnPassed
    | Ended
)

Events: TypeAlias = tuple[AnyEvent, ...]
AnyRuling: TypeAlias = Ruling[AnyEvent]
"""What `judge` returns."""
