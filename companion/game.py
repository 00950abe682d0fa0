"""The protocol of a game, and the types that all games share.

A *report* is a claim about the physical table. The game *judges* it; the *ruling* is accepted (with the
*events* that happened), refused (with every *violation*), or unclear (with a *question*).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from typing import Annotated, Any, Generic, NewType, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError

S = TypeVar("S")
R = TypeVar("R")
E = TypeVar("E")
F = TypeVar("F", bound="OpeningFacts")

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or `TABLE` for a screen that everybody sees."""

TABLE: Viewer = None


class Game(Protocol[F, S, R, E]):
    """The rules of one game. Everything here is pure; chance and time come in as facts and reports.

    `F` is the type of opening facts, `S` of states, `R` the union of reports, `E` the union of events. All
    are frozen msgspec structs; reports and events are tagged.
    """

    name: str
    catalogue: Catalogue
    facts_type: type[F]
    results: "Results[S]"
    report_type: Any  # a union of struct classes, for which the type system has no name
    event_type: Any  # likewise

    def opening(self, facts: F) -> S:
        """Return the state before the first report; raises SetupError if the facts don't make a game."""

    def judge(self, state: S, report: R) -> "Ruling[E]":
        """Rule on a report. All legality is decided here, and a refusal names every fault."""

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event. Never refuses: events are facts."""

    def awaited(self, state: S) -> "tuple[Prompt, ...]":
        """Return what the game waits for, and from whom."""

    def legal(self, state: S) -> Iterator[R]:
        """Yield reports of play that `judge` accepts, and no others, likeliest first.

        A game may leave out kinds that are too many to list. Reports that correct the record, such as a
        recount, are legal at any time and not listed.
        """

    def score(self, state: S) -> dict[str, list[int]]:
        """Return named lists of figures, one for each seat."""

    def outcome(self, state: S) -> "Outcome | None":
        """Return how the game ended, or None while it goes on."""

    def view(self, state: S, viewer: Viewer) -> Any:  # each game's own view struct
        """Return what `viewer` may see. Secrets are removed here and nowhere else."""

    def revealed(self, state: S, event: E) -> tuple[Seat, ...]:
        """Return the seats that must consent to taking back an event, because it revealed a secret.

        `state` is the one after the event's report.
        """

    def public(self, facts: F) -> F:
        """Return the facts without secrets, for exporting a match in progress."""

    def known(self, facts: F) -> Mapping[Any, Collection[Any]]:  # a NewType is a class to the checker only
        """Return the values that a record may name, by type: the seats, and others such as spaces."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


# What rulings and views are made of.


class Per(Struct, frozen=True):
    """Marks a tuple with one item for each of a kind: `Seat`, or another NewType that a game numbers."""

    kind: Any  # a NewType, which is a class to the type checker only


BySeat: TypeAlias = Annotated[tuple[int, ...], Per(Seat)]
"""A number for each seat."""

Details: TypeAlias = dict[str, int | str]
"""Numbers and names that a sentence needs; never a sentence itself."""


class Remedy(Struct, frozen=True):
    """One thing that hands must do: `act` names it (`"turn_back"`), `details` fill its sentence."""

    act: str
    seat: Seat | None = None
    details: Details = {}


class Violation(Struct, frozen=True):
    """One rule that a report breaks, how to put it right, and who may hear of it (`()`: everybody)."""

    rule: str
    seat: Seat | None = None
    details: Details = {}
    remedy: tuple[Remedy, ...] = ()
    audience: tuple[Seat, ...] = ()


NO_SUCH_SEAT = Violation("match.no-such-seat")
"""A report names a seat that nobody sits on."""

Faults: TypeAlias = tuple[Violation, ...]
Steps: TypeAlias = tuple[Remedy, ...]


class Question(Struct, frozen=True):
    """What the table must answer before a report can be ruled on."""

    ask: str
    seat: Seat | None = None
    details: Details = {}


class Prompt(Struct, frozen=True):
    """What the game waits for: `act` from `seats`, shown to everybody or (`private`) to those seats only."""

    act: str
    seats: tuple[Seat, ...] = ()
    private: bool = False
    details: Details = {}


class Outcome(Struct, frozen=True):
    """How a game ended: the winning seats (several share; none: a draw) and the rule that says so."""

    winners: tuple[Seat, ...]
    reason: str


E_co = TypeVar("E_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
F_contra = TypeVar("F_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Accepted(Struct, Generic[E_co], frozen=True):
    """The report stands; these events follow from it."""

    events: tuple[E_co, ...]


class Refused(Struct, Generic[E_co], frozen=True):
    """The report breaks rules, all of which are named.

    `on_table`: hands have done it already, so play is held until the table is put right.
    `stands`: the events that follow if the table lets it stand; None if it can't.
    """

    violations: tuple[Violation, ...]
    on_table: bool = False
    stands: tuple[E_co, ...] | None = None


class Unclear(Struct, frozen=True):
    """The report can't be ruled on before the table answers."""

    question: Question


Ruling: TypeAlias = Accepted[E_co] | Refused[E_co] | Unclear

UNSEATED: Refused[Any] = Refused((NO_SUCH_SEAT,))
"""Every game's ruling on a report that names a seat that nobody sits on."""


# What facts, reports, events and states have in common.


class OpeningFacts(Protocol):
    """What the opening facts of all games have in common."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def first(self) -> Seat:
        """The seat of the first turn."""


class Report(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of a game's reports. Each has the tag `"<game>.<verb>"`."""


class Event(Struct, frozen=True, tag_field="type"):
    """Base of a game's events, tagged like reports."""


class Irrevocable(Struct, frozen=True):
    """Base of events that can't be taken back, even if all agree: what was shown then is known."""


class Ruled(Struct, frozen=True):
    """Base of events in which hands move things because the referee says so."""


class Settled(Ruled, frozen=True):
    """Base of ruled events that players carry out by themselves, even if the referee isn't asked."""


class Ending(Protocol):
    """What the states of most games have."""

    @property
    def ended(self) -> Outcome | None:
        """How the game ended, None while it goes on."""


class Level(StrEnum):
    """How much players report: only sizes, or every card."""

    COUNTING = "counting"
    WATCHING = "watching"


Z = TypeVar("Z", bound=Ending)


class Rules(Generic[F, Z, R, E]):
    """Base with what most games answer alike; a game overrides what differs.

    `deal` makes the first state from the facts and the catalogue's rulings.
    """

    catalogue: Catalogue
    deal: Callable[[F, Catalogue], Z]

    def opening(self, facts: F) -> Z:
        """Return the dealt state; raises SetupError if the facts don't make a game."""
        return type(self).deal(facts, self.catalogue)

    def outcome(self, state: Z) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def revealed(self, state: Z, event: E) -> tuple[Seat, ...]:
        """Return no seats: in most games the referee knows no secret that an event could reveal."""
        return ()

    def public(self, facts: F) -> F:
        """Return all facts: in most games none is secret."""
        return facts

    def known(self, facts: F) -> Mapping[Any, Collection[Any]]:
        """Return one seat for each player."""
        return {Seat: range(facts.players)}


def first_seat(first: Seat, seats: int) -> Seat:
    """Return `first`, if it is one of `seats` seats; raises SetupError otherwise."""
    if not 0 <= first < seats:
        raise SetupError(f"first: there is no seat {first}; the seats are 0 to {seats - 1}")
    return first


# What only some games have.


@runtime_checkable
class Forgoing(Protocol[S_contra, R_contra]):
    """Implemented by games that sometimes ask for a claim and sometimes rule by themselves."""

    def moot(self, state: S_contra, report: R_contra) -> bool:
        """Return whether a claim that was needed before a correction no longer answers anything."""


@runtime_checkable
class Crossing(Protocol[S_contra, R_contra]):
    """Implemented by games in which a correction can swap a later report with one that awaits a claim."""

    def crossed(self, before: S_contra, now: S_contra, report: R_contra) -> Question | None:
        """Return what must be answered before a later report can follow a correction; None for nothing.

        The report followed `before` in the old record, and would follow `now`.
        """


@runtime_checkable
class Titled(Protocol[F_contra]):
    """Implemented by a game that stands for several with names of their own, such as sheets."""

    def called(self, facts: F_contra) -> str:
        """Return the name of what these facts play; lists of matches show its first 40 letters."""


# Remarks on a match at its end: a figure, and whose it is.

WORTH = 2
"""The least figure that `most` remarks on: nobody did something "most often" by doing it once."""

A_LEAD = 3
"""The fewest turns in front that make a lead worth a remark."""


class Remark(Struct, frozen=True):
    """`what`: its name in the words module; its `players`; `figure`: a count, or nanoseconds."""

    what: str
    players: tuple[int, ...]
    figure: int


def most(what: str, figures: Sequence[int]) -> tuple[Remark, ...]:
    """Return a remark on the players with the largest figure; none if all are equal or it is below WORTH."""
    top = max(figures)
    players = tuple(player for player, figure in enumerate(figures) if figure == top)
    return (Remark(what, players, top),) if top >= WORTH and len(players) < len(figures) else ()


def longest_lead(
    figures: Iterable[Sequence[int]], players: Callable[[int], tuple[int, ...]] = lambda leader: (leader,)
) -> tuple[Remark, ...]:
    """Return a remark on who led alone for the most turns in a row; none if fewer than A_LEAD.

    `figures`: everybody's, after each turn; if they are of teams, `players` returns a team's. Of equally long
    leads the first counts.
    """
    longest, leader, turns = (0, 0), -1, 0
    for after in figures:
        top = max(after)
        ahead = after.index(top) if after.count(top) == 1 else -1
        turns = turns + 1 if ahead == leader else 1
        leader = ahead
        if leader >= 0 and turns > longest[1]:
            longest = (leader, turns)
    return (Remark("lead", players(longest[0]), longest[1]),) if longest[1] >= A_LEAD else ()


# Results: how a match ended for each player.


class Standing(Struct, frozen=True):
    """A player's result: `place` counts from 1 and may be shared; the first hasn't always `won`.

    `points` is None in games without. Players with the same `side` played together.
    """

    place: int
    won: bool
    points: int | None
    side: int


class Duelled(Struct, frozen=True):
    """A duel's players, and the winner's margin over the first of the losers, in nanoseconds.

    The margin is rounded to what the error band allows. It is None if no buttons measured it, if it is
    inside the band, or if the winner wasn't first.
    """

    winner: int
    losers: tuple[int, ...]
    margin: int | None


class Chases(Struct, frozen=True):
    """What happened at the totem in one match.

    By player: `wrong` grabs, dead `heats` that they were part of, and `chances`: cards turned while they
    played, each a temptation to grab. `races` are pairs of seats: whose hand was first and whose second,
    further apart than the error band. `again`: how often nobody could say who was first.
    """

    duels: tuple[Duelled, ...]
    wrong: tuple[int, ...]
    heats: tuple[int, ...]
    chances: tuple[int, ...]
    races: tuple[tuple[Seat, Seat], ...]
    again: int = 0


class Scoring(Struct, frozen=True):
    """What a match's points mean: whether there are any, and whether high ones win.

    `bgg` is the game's number at boardgamegeek.com, None if unknown.
    """

    points: bool = True
    high_wins: bool = True
    bgg: int | None = None


class Results(Struct, Generic[S_contra], frozen=True):
    """How to read a game's results.

    `standings` takes an ended state and returns a standing for each player. Every event of a type in `turns`
    is a turn. `player` returns a seat's player. `chases`, for games with a totem, and `remarks` take the
    positions that stand. `race` returns each player's figure in any state, None for those
    who have left; games without it show the final board instead of a curve.
    """

    standings: Callable[[S_contra, Outcome], tuple[Standing, ...]]
    turns: tuple[type, ...]
    scoring: Scoring = Scoring()
    player: Callable[[S_contra, Seat], int] = lambda state, seat: seat
    # Positions have types of states, reports and events that only their game knows.
    chases: Callable[[Sequence[Any]], Chases] | None = None
    remarks: Callable[[Sequence[Any]], tuple[Remark, ...]] = lambda line: ()
    race: Callable[[S_contra], tuple[int | None, ...]] | None = None
    # Facts have a type that only their game knows.
    scoring_of: Callable[[Any], Scoring] | None = None
    """Returns a match's scoring from its facts, for games whose matches differ, such as sheets."""


K = TypeVar("K", int, tuple[int, ...])


def standings(
    winners: Collection[int],
    keys: Sequence[K],
    points: Sequence[int | None] | None = None,
    sides: Sequence[int] | None = None,
) -> tuple[Standing, ...]:
    """Return each player's standing: the winners before all others, then by `keys`, smallest first."""
    order = [(player not in winners, key) for player, key in enumerate(keys)]
    return tuple(
        Standing(
            1 + sum(other < own for other in order),
            player in winners,
            points[player] if points is not None else None,
            sides[player] if sides is not None else player,
        )
        for player, own in enumerate(order)
    )


# Rulings from a game's findings.

LOOK_AGAIN = "look_again"
"""Remedy for a report that is impossible on the recorded table: one of the two is wrong."""


def ruled(
    faults: Faults, impossible: Faults, steps: Steps, events: tuple[E, ...], *, stand: bool = True
) -> Ruling[E]:
    """Accept the events, or refuse with every fault, the first of which carries what hands must do.

    With an `impossible` fault, hands can't have done what the report says: they must look again. Otherwise
    it is on the table now: `steps` put it right, or the table lets it stand if it may (`stand`).
    """
    every = (*faults, *impossible)
    if not every:
        return Accepted(events)
    if impossible:
        return Refused((replace(every[0], remedy=(Remedy(LOOK_AGAIN, every[0].seat),)), *every[1:]))
    return Refused((replace(every[0], remedy=steps), *every[1:]), True, events if stand else None)


def followed(ruling: Ruling[E], follow: Callable[[tuple[E, ...]], tuple[E, ...]]) -> Ruling[E]:
    """Return a ruling with what follows from its events, whether they happen or would if it stands."""
    match ruling:
        case Accepted(events):
            return Accepted(follow(events))
        case Refused(stands=stands) if stands is not None:
            return replace(ruling, stands=follow(stands))
    return ruling


def may_lack(missing: int, short: int, before: int) -> bool:
    """Return whether a count may be `missing` so many cards: none, or as many as were missing `before`.

    Or else as many as the table says are lost, and plays on without (`short`).
    """
    return missing in (0, before) or missing == short > 0


# Tuples as values: states are never changed, only replaced.

T = TypeVar("T")

Fold: TypeAlias = Callable[[S, Iterable[E]], S]
"""Returns a state after several events."""


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with `value` at `index`, which must exist."""
    return (*values[:index], value, *values[index + 1 :])


def folding(evolve: Callable[[S, E], S]) -> Fold[S, E]:
    """Return a function that applies several events to a state, in order."""

    def fold(state: S, events: Iterable[E]) -> S:
        return reduce(evolve, events, state)

    return fold
