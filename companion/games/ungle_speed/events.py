"""Events: facts, named in the past participle, which `evolve` trusts."""

from typing import TypeAlias

from companion.game import BySeat, Event, Level, Outcome, Ruling, Seat, Settled
from companion.games.ungle_speed.model import Duel, FaceUp, Grab
from companion.games.ungle_speed.reports import Share


class CardTurned(Event, frozen=True, tag="ungle_speed.card_turned"):
    """A seat's top card went face up onto its pile."""

    seat: Seat
    card: FaceUp = None


class MatchMissed(Event, frozen=True, tag="ungle_speed.match_missed"):
    """A card covered one of a pair that nobody had grabbed for."""

    duel: Duel


class FlipCalled(Event, frozen=True, tag="ungle_speed.flip_called", omit_defaults=True):
    """Outward arrows: these seats turn a card at once, then `owner` plays on. `second`: as in `Flip`."""

    owner: Seat
    seats: tuple[Seat, ...]
    second: bool = False


class FlipPutOff(Event, frozen=True, tag="ungle_speed.flip_put_off"):
    """Nobody had turned for the second outward arrows when the totem was taken."""


class FlipEnded(Event, frozen=True, tag="ungle_speed.flip_ended"):
    """Everybody in a flip has turned."""


class InwardOpened(Event, frozen=True, tag="ungle_speed.inward_opened"):
    """These seats turned inward arrows: everybody may grab."""

    seats: tuple[Seat, ...]


class ColoursBegan(Event, frozen=True, tag="ungle_speed.colours_began"):
    """Duels are by colour from now on."""


class ColoursEnded(Event, frozen=True, tag="ungle_speed.colours_ended"):
    """Duels are by symbol again."""


class TotemTaken(Event, frozen=True, tag="ungle_speed.totem_taken"):
    """A seat took the totem; for what is still open."""

    grab: Grab

    def __post_init__(self) -> None:
        """Raise ValueError unless exactly one seat has the totem: in a dead heat nobody has it."""
        if len(self.grab.first) != 1:
            raise ValueError("the totem is in one hand")


class HeatCalled(Event, frozen=True, tag="ungle_speed.heat_called"):
    """A dead heat: totem back, cards stay, grab again."""

    grab: Grab


class LotsCalled(Event, frozen=True, tag="ungle_speed.lots_called"):
    """A dead heat: lots must be drawn."""

    grab: Grab


class GrabVoided(Event, frozen=True, tag="ungle_speed.grab_voided"):
    """The sensors couldn't decide a grab: totem back, grab again."""

    reason: str


class ChoiceOffered(Event, frozen=True, tag="ungle_speed.choice_offered"):
    """The first to grab may choose between this duel and the inward arrows."""

    duel: Duel


class DuelWon(Event, frozen=True, tag="ungle_speed.duel_won"):
    """A seat won a duel."""

    winner: Seat
    losers: tuple[Seat, ...]


class DuelsLapsed(Event, frozen=True, tag="ungle_speed.duels_lapsed"):
    """These matches still show, but can't be grabbed for any more."""

    duels: tuple[Duel, ...]


class SharingOpened(Event, frozen=True, tag="ungle_speed.sharing_opened", omit_defaults=True):
    """`cards` cards are to be split among the losers; those in `wrong` had no right to the totem."""

    losers: tuple[Seat, ...]
    piles: tuple[Seat, ...]
    cards: int
    wrong: tuple[Seat, ...] = ()


class InwardWon(Event, frozen=True, tag="ungle_speed.inward_won"):
    """A seat was first for inward arrows, or for three cards of one colour."""

    seat: Seat


class WrongGrabRuled(Event, frozen=True, tag="ungle_speed.wrong_grab_ruled"):
    """A seat had no right to the totem; `rule` is the id of the rule it broke."""

    seat: Seat
    rule: str


class TotemDropped(Event, frozen=True, tag="ungle_speed.totem_dropped"):
    """A seat dropped the totem."""

    seat: Seat


class TotemFell(Event, frozen=True, tag="ungle_speed.totem_fell"):
    """The totem fell, and nobody is to blame."""


class CardsTaken(Event, Settled, frozen=True, tag="ungle_speed.cards_taken"):
    """The face-up piles of `piles`, and the pot if `pot`, went under the takers' stacks."""

    takers: tuple[Share, ...]
    piles: tuple[Seat, ...]
    pot: bool


class PilesPotted(Event, Settled, frozen=True, tag="ungle_speed.piles_potted"):
    """The face-up piles of these seats went into the pot."""

    seats: tuple[Seat, ...]


class TurnPassed(Event, frozen=True, tag="ungle_speed.turn_passed"):
    """This seat turns next."""

    to: Seat


class Recounted(Event, frozen=True, tag="ungle_speed.recounted", omit_defaults=True):
    """The cards were counted: these are the true numbers, and `short` cards are lost."""

    stacks: BySeat
    piles: BySeat
    pot: int
    short: int = 0


class SeatLeft(Event, Settled, frozen=True, tag="ungle_speed.seat_left"):
    """A player left. The cards were dealt out as `dealt` says, or set aside if it is empty."""

    seat: Seat
    dealt: tuple[Share, ...] = ()


class LevelSet(Event, frozen=True, tag="ungle_speed.level_set"):
    """The level changed: how much is reported to the referee."""

    level: Level


class Ended(Event, frozen=True, tag="ungle_speed.ended"):
    """The game is over."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    CardTurned
    | MatchMissed
    | FlipCalled
    | FlipPutOff
    | FlipEnded
    | InwardOpened
    | ColoursBegan
    | ColoursEnded
    | TotemTaken
    | HeatCalled
    | LotsCalled
    | GrabVoided
    | ChoiceOffered
    | DuelWon
    | DuelsLapsed
    | SharingOpened
    | InwardWon
    | WrongGrabRuled
    | TotemDropped
    | TotemFell
    | CardsTaken
    | PilesPotted
    | TurnPassed
    | Recounted
    | SeatLeft
    | LevelSet
    | Ended
)

Events: TypeAlias = tuple[AnyEvent, ...]
AnyRuling: TypeAlias = Ruling[AnyEvent]
"""A ruling of `judge`."""
