"""What every game is to the referee: the protocol, and the nouns that all games share.

A *report* is a claim about the physical table. The game *judges* it; the *ruling* is accepted (with the
*events* that happened), refused (with every *violation*), or unclear (with a *question*).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from typing import (
    Annotated,
    Any,
    Generic,
    NewType,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError

# What is worth telling of one match at its end: a figure, and whose it is.

WORTH = 2
"""Once is nothing that anybody did most often."""


class Remark(Struct, frozen=True):
    """`what` by its name in the words, of which `players`, and the `figure`: a count, or nanoseconds."""

    what: str
    players: tuple[int, ...]
    figure: int


def most(what: str, figures: Sequence[int]) -> tuple[Remark, ...]:
    """Return whose figure, by player, is the largest; nothing where all are equal, or it is next to none."""
    top = max(figures)
    players = tuple(player for player, figure in enumerate(figures) if figure == top)
    return (Remark(what, players, top),) if top >= WORTH and len(players) < len(figures) else ()


def longest_lead(figures: Iterable[Sequence[int]], least: int) -> tuple[int, int] | None:
    """Return who was alone in front for the most turns in a row, and how many: None for less than `least`.

    `figures` are everybody's, after each turn; of two who led as long it is the first.
    """
    longest, leader, turns = (0, 0), -1, 0
    for after in figures:
        top = max(after)
        ahead = after.index(top) if after.count(top) == 1 else -1
        turns = turns + 1 if ahead == leader else 1
        leader = ahead
        if leader >= 0 and turns > longest[1]:
            longest = (leader, turns)
    return longest if longest[1] >= least else None


Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise."""


class Per(Struct, frozen=True):
    """Marks a tuple that has an item for each of a kind: `Seat`, or what else a game counts by number."""

    kind: Any  # a NewType, which is a class to the type checker only


BySeat: TypeAlias = Annotated[tuple[int, ...], Per(Seat)]
"""A figure for each seat."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or `TABLE` for a screen that everybody sees."""

TABLE: Viewer = None

Details: TypeAlias = dict[str, int | str]
"""Figures and names that a sentence needs; never a sentence itself."""


class Remedy(Struct, frozen=True):
    """One thing that hands must do: `act` names it (`"turn_back"`), `details` fill its sentence."""

    act: str
    seat: Seat | None = None
    details: Details = {}


class Violation(Struct, frozen=True):
    """One rule that a report breaks, how to put it right, and who may be told (`()`: everybody)."""

    rule: str
    seat: Seat | None = None
    details: Details = {}
    remedy: tuple[Remedy, ...] = ()
    audience: tuple[Seat, ...] = ()


NO_SUCH_SEAT = Violation("match.no-such-seat")
"""A report is of somebody who doesn't sit here."""

Faults: TypeAlias = tuple[Violation, ...]
Steps: TypeAlias = tuple[Remedy, ...]


class Question(Struct, frozen=True):
    """What the table must answer before a report can be ruled on; `answers` are acts of the game's own."""

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


class OpeningFacts(Protocol):
    """What the facts of every game's opening have in common."""

    @property
    def players(self) -> int:
        """How many people play."""

    @property
    def first(self) -> Seat:
        """The seat that begins."""


S = TypeVar("S")
R = TypeVar("R")
E = TypeVar("E")
F = TypeVar("F", bound=OpeningFacts)
E_co = TypeVar("E_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
F_contra = TypeVar("F_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Accepted(Struct, Generic[E_co], frozen=True):
    """The report stands; these events follow from it."""

    events: tuple[E_co, ...]


class Refused(Struct, Generic[E_co], frozen=True):
    """The report breaks rules: all of them are named.

    `lies` tells that hands have already done it, so that play is held until it is put right. `stands` are
    the events that follow if the table agrees to let it stand; None where that can't be.
    """

    violations: tuple[Violation, ...]
    lies: bool = False
    stands: tuple[E_co, ...] | None = None


class Unclear(Struct, frozen=True):
    """The report can't be ruled on before the table answers."""

    question: Question


Ruling: TypeAlias = Accepted[E_co] | Refused[E_co] | Unclear

NOBODY: Refused[Any] = Refused((NO_SUCH_SEAT,))
"""What every game says of a report of somebody who doesn't sit here: events of none follow from it."""


class Level(StrEnum):
    """How much the referee is told: sizes only, or every card."""

    COUNTING = "counting"
    WATCHING = "watching"


@runtime_checkable
class Forgoing(Protocol[S_contra, R_contra]):
    """What a game can do as well that sometimes asks for a claim and sometimes rules by itself."""

    def moot(self, state: S_contra, report: R_contra) -> bool:
        """Tell whether a claim that was needed before a correction answers nothing any more."""


@runtime_checkable
class Crossing(Protocol[S_contra, R_contra]):
    """What a game can do as well in which what waits for a claim can change places with a report."""

    def crossed(self, before: S_contra, now: S_contra, report: R_contra) -> Question | None:
        """Return what must be told before a later report can follow on a correction; None: nothing.

        It followed on `before` as the record stood, and would follow on `now`.
        """


@runtime_checkable
class Titled(Protocol[F_contra]):
    """What a game is of which several are played, each with a name of its own, as on a sheet."""

    def called(self, facts: F_contra) -> str:
        """Return what is played with these facts; lists of matches say the first 40 letters of it."""


class Report(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of a game's reports, each of which has a tag: `"<game>.<verb>"`."""


class Event(Struct, frozen=True, tag_field="type"):
    """Base of a game's events, likewise."""


class Irrevocable(Struct, frozen=True):
    """Base of events that nobody takes back, whoever agrees: what was shown then is known."""


class Ruled(Struct, frozen=True):
    """Base of events in which hands move things because the referee says so."""


class Settled(Ruled, frozen=True):
    """Base of those that players see to by themselves, where nobody asks the referee."""


class Standing(Struct, frozen=True):
    """How a player came out: `place` counts from 1, and equals share it; nobody of them need have `won`.

    `points` where the game has any; `side` is who plays together, the player alone otherwise.
    """

    place: int
    won: bool
    points: int | None
    side: int


class Duelled(Struct, frozen=True):
    """A duel: players, and by how many nanoseconds the winner's hand was before the first of the losers'.

    The margin is rounded to what the error band allows. It is None where no button told it, where it is
    inside the band, or where the winner wasn't before them.
    """

    winner: int
    losers: tuple[int, ...]
    margin: int | None


class Chases(Struct, frozen=True):
    """What happened at the totem in one match.

    By player: `wrong` grabs, dead `heats` they had part in, and `chances`: cards that were turned while
    they sat there, any of which might have tempted them. `races` are seats: whose hand was first, and whose
    was second, further apart than the error band. `again` is how often nobody could tell who was first.
    """

    duels: tuple[Duelled, ...]
    wrong: tuple[int, ...]
    heats: tuple[int, ...]
    chances: tuple[int, ...]
    races: tuple[tuple[Seat, Seat], ...]
    again: int = 0


class Scoring(Struct, frozen=True):
    """What the points of a match are: whether there are any, whether many are good, and the game's number.

    `bgg` is that of boardgamegeek.com, None where we know none.
    """

    points: bool = True
    high_wins: bool = True
    bgg: int | None = None


class Results(Struct, Generic[S_contra], frozen=True):
    """What a game says of its results.

    `standings` by player, of a state that has ended; each event of `turns` is one. `bgg`
    is the game's number at boardgamegeek.com, None where we know none. `player` tells whose a seat is. Games
    with a totem have `chases`, which reads the positions that stand; so does `remarks`. `race` returns by
    player what is counted in any state, None for who has left; without one the final board tells more than a
    curve.
    """

    standings: Callable[[S_contra, Outcome], tuple[Standing, ...]]
    turns: tuple[type, ...]
    bgg: int | None = None
    has_points: bool = True
    high_wins: bool = True
    player: Callable[[S_contra, Seat], int] = lambda state, seat: seat
    # Positions are of states, reports and events that only their game knows.
    chases: Callable[[Sequence[Any]], Chases] | None = None
    remarks: Callable[[Sequence[Any]], tuple[Remark, ...]] = lambda line: ()
    race: Callable[[S_contra], tuple[int | None, ...]] | None = None
    # Facts are of a type that only their game knows.
    scoring: Callable[[Any], Scoring] | None = None
    """Of a match by its facts, where matches differ in it, as those of sheets do."""

    @property
    def always(self) -> Scoring:
        """What the points of a match are whose facts aren't known."""
        return Scoring(self.has_points, self.high_wins, self.bgg)


class Game(Protocol[F, S, R, E]):
    """The rules of one game. Everything here is pure; chance and time come in as facts and reports.

    `F` the facts of an opening, `S` the state, `R` the union of reports, `E` the union of events: all of
    them frozen, tagged msgspec structs.
    """

    name: str
    catalogue: Catalogue
    facts_type: type[F]
    results: Results[S]
    report_type: Any  # a union of struct classes, for which the type system has no name
    event_type: Any  # likewise

    def opening(self, facts: F) -> S:
        """Return the state before the first report; SetupError where the facts don't make a game."""

    def judge(self, state: S, report: R) -> "Ruling[E]":
        """Rule on a report: all legality is here, and every fault is named, not the first one."""

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event. Total: it never refuses, for events are facts."""

    def awaited(self, state: S) -> tuple[Prompt, ...]:
        """Return who must tell us what."""

    def legal(self, state: S) -> Iterator[R]:
        """Yield exactly the reports of play that `judge` accepts, likeliest first.

        Corrections of the record (a recount) are legal at any time and not listed.
        """

    def score(self, state: S) -> dict[str, list[int]]:
        """Return named figures, each a list by seat."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def view(self, state: S, viewer: Viewer) -> Any:  # each game's own view struct
        """Return what `viewer` may see: the one place where secrets are cut."""

    def revealed(self, state: S, event: E) -> tuple[Seat, ...]:
        """Return the seats that must consent to a take-back across an event, for it made a secret known.

        `state` is the one after the report that the event followed from.
        """

    def public(self, facts: F) -> F:
        """Return the facts without secrets, for an export of a match that is still played."""

    def known(self, facts: F) -> Mapping[Any, Collection[Any]]:  # a NewType is a class to the checker only
        """Return what a record may name: which seats there are, and which of whatever else it could miss."""


class Ending(Protocol):
    """What the states of most games have: how the game ended, None while it goes on."""

    @property
    def ended(self) -> Outcome | None:
        """How the game ended."""


Z = TypeVar("Z", bound=Ending)


class Rules(Generic[F, Z, R, E]):
    """What most games answer alike; a game names its functions, and writes what differs.

    `deal` makes the first position out of the facts and the rulings of the catalogue.
    """

    catalogue: Catalogue
    deal: Callable[[F, Catalogue], Z]

    def opening(self, facts: F) -> Z:
        """Return the dealt table; SetupError where the facts don't make a game."""
        return type(self).deal(facts, self.catalogue)

    def outcome(self, state: Z) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.ended

    def revealed(self, state: Z, event: E) -> tuple[Seat, ...]:
        """Return nobody: most games tell the referee no secret that it could make known."""
        return ()

    def public(self, facts: F) -> F:
        """Return the facts: in most games none of them is a secret."""
        return facts

    def known(self, facts: F) -> Mapping[Any, Collection[Any]]:
        """Return the seats: one for each player."""
        return {Seat: range(facts.players)}


def first_seat(first: Seat, seats: int) -> Seat:
    """Return the seat that begins, of so many that count from 0; SetupError where there is no such seat."""
    if not 0 <= first < seats:
        raise SetupError(f"first: there is no seat {first}; the seats are 0 to {seats - 1}")
    return first


# How players came out of a game: the winners before all others, and equals on one place.

K = TypeVar("K", int, tuple[int, ...])


def standings(
    winners: Collection[int],
    keys: Sequence[K],
    points: Sequence[int | None] | None = None,
    sides: Sequence[int] | None = None,
) -> tuple[Standing, ...]:
    """Return how players came out: the winners before all others, then by `keys`, the smallest first."""
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


# How a game puts what it has found into a ruling.

LOOK_AGAIN = "look_again"
"""The remedy of what hands can't have done as the record has the table: one of the two was told wrongly."""


def ruled(
    faults: tuple[Violation, ...],
    impossible: tuple[Violation, ...],
    steps: tuple[Remedy, ...],
    events: tuple[E, ...],
    *,
    stand: bool = True,
) -> Ruling[E]:
    """Accept the events, or refuse with every fault; the first one carries what hands must do.

    What hands can't have done was only told wrongly: look again. Anything else lies there now, and `steps`
    put it right; the table may let it `stand`.
    """
    every = (*faults, *impossible)
    if not every:
        return Accepted(events)
    if impossible:
        return Refused((replace(every[0], remedy=(Remedy(LOOK_AGAIN, every[0].seat),)), *every[1:]))
    return Refused((replace(every[0], remedy=steps), *every[1:]), True, events if stand else None)


def may_lack(missing: int, short: int, before: int) -> bool:
    """Tell whether a count may be taken that lacks some cards.

    All are there (again), as many are gone as `before`, or the table plays `short` of so many from now on.
    """
    return missing in (0, before) or missing == short > 0


# Tuples as values: states are never changed, only made anew.

T = TypeVar("T")

Fold: TypeAlias = Callable[[S, Iterable[E]], S]
"""What several events make of a state."""


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at `index`, which counts from 0 and must be there."""
    return (*values[:index], value, *values[index + 1 :])


def folding(evolve: Callable[[S, E], S]) -> Fold[S, E]:
    """Return what evolves a state over several events, one after the other."""

    def fold(state: S, events: Iterable[E]) -> S:
        return reduce(evolve, events, state)

    return fold
