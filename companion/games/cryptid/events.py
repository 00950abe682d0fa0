"""What happened: facts, in the past participle, that evolve trusts."""

from typing import TypeAlias

from companion.game import Event, Irrevocable, Outcome, Ruling, Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class CubeShared(Event, frozen=True, tag="cryptid.cube_shared"):
    """A player placed one of the cubes of the beginning."""

    seat: Seat
    hue: Hue
    at: Hex


class Asked(Event, frozen=True, omit_defaults=True, tag="cryptid.asked"):
    """A player asked `of` about a hex; of two (None) that is the opponent."""

    seat: Seat
    at: Hex
    of: Seat | None = None


class Searched(Event, frozen=True, tag="cryptid.searched"):
    """A player searched a hex, and put these discs down."""

    seat: Seat
    at: Hex
    discs: tuple[Disc, ...]


class CubeAnswered(Event, frozen=True, tag="cryptid.cube_answered"):
    """Who was asked put a cube on the hex: whose turn it is must place one too."""

    seat: Seat
    hue: Hue
    at: Hex


class DiscsAnswered(Event, frozen=True, tag="cryptid.discs_answered"):
    """Who was asked put discs on the hex: those of `hues`; the others lay there already."""

    seat: Seat
    at: Hex
    hues: tuple[Hue, ...]


class CubePaid(Event, frozen=True, tag="cryptid.cube_paid"):
    """A player placed a cube for the one that the own turn caused."""

    seat: Seat
    hue: Hue
    at: Hex


class PieceCorrected(Event, frozen=True, tag="cryptid.piece_corrected"):
    """A wrong piece became the other kind, and the removed one was moved."""

    seat: Seat
    hue: Hue
    at: Hex
    to: Hex


class QuestionFell(Event, frozen=True, tag="cryptid.question_fell"):
    """A corrected piece put a cube on the hex in question: the player has another turn in its place."""

    seat: Seat
    at: Hex


class CubeWaived(Event, frozen=True, tag="cryptid.cube_waived"):
    """A player had no legal space for the cube that the own turn caused, and placed none."""

    seat: Seat


class GivenUp(Event, Irrevocable, frozen=True, tag="cryptid.given_up"):
    """Everybody gave up: clues and habitat are shown."""


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
Verdict: TypeAlias = Ruling[AnyEvent]
"""What judge says of a report."""
