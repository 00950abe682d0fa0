"""One game's side of the screen: what the frame asks of it, beside the presenter's words.

What needs a window is imported when a table is laid, not before: a game's name costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.game import Game, Level, Remedy, Seat, Violation
from companion.journal import NamePlate
from ui.stage.rect import Sides
from ui.table.buttons import Press, Seized, Voided
from ui.table.presenting import Choice, GameSpecific, Presenter
from ui.table.session import Session
from ui.table.timing import Dial, TurnTiming

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.people import SimulatedPeople
    from ui.stage.kivy_types import Widget
    from ui.stage.scene import Drawing, Item, TableDrawing, Viewport

API = 1
"""Version of what a game's package and this companion expect of each other: docs/add_a_game.md."""


class CountLine(Struct, frozen=True):
    """One line of a count: whose, and the figures under the form's headings."""

    seat: Seat | None
    title: str
    figures: tuple[int, ...]


class Form(Struct, frozen=True):
    """A count to be corrected on the screen: headings over the figures, and the lines."""

    headings: tuple[str, ...]
    tallies: tuple[CountLine, ...]


class EntryPage(Struct, frozen=True):
    """A dialog to tell something on: its title, and the widget with which it is told.

    One that is only `looked` at takes the whole table, and is closed instead of cancelled.
    """

    title: str
    widget: "Widget"
    looked: bool = False


def at_once(work: Callable[[], GameSpecific], told: Callable[[GameSpecific], None]) -> None:
    """Do it, and let everything wait."""
    told(work())


Beside: TypeAlias = Callable[[Callable[[], GameSpecific], Callable[[GameSpecific], None]], None]
"""Has work done while the screen goes on, and calls back with what it returned."""


class Memory(Struct, frozen=True):
    """What a game keeps from one match to the next: texts by name.

    `get` calls back with a text, an empty one where there is none or the disk fails. `beside` does slow work
    with other files while the screen goes on, and calls back with what it returned; it has to catch what can
    go wrong.
    """

    get: Callable[[str, Callable[[str], None]], None]
    set: Callable[[str, str], None]
    beside: Beside = at_once


Emblem: TypeAlias = Callable[["Viewport"], Iterable["Item | None"]]
"""Yields what stands for a game, in the middle of a room."""
LastStep: TypeAlias = Callable[
    [GameSpecific, tuple[NamePlate, ...], Memory, Callable[[], None], Callable[[GameSpecific], None]],
    "Widget",
]
"""Makes a game's own last screen, of facts, plates, what the game keeps, the way back and the way on.

The way on is given the facts to deal with. A screen that has `leave()` is told when it is left; one that is
`ForEachPlayer` is told where everybody sits.
"""
Named: TypeAlias = tuple[str, str, GameSpecific]
"""A thing on a board in words, where it lies, and what a `Showing` game draws of it (None: nothing)."""


@runtime_checkable
class Counting(Protocol):
    """What a game is whose piles the referee may count anew."""

    def form(self, view: GameSpecific, presenter: Presenter) -> Form | None:
        """Return the count that may be corrected; None where there is nothing to count now."""

    def counted(self, figures: list[tuple[int, ...]]) -> GameSpecific:
        """Return the report of a count; `figures` by the lines of the form."""


@runtime_checkable
class Comparing(Protocol):
    """What a game is whose board the table may compare with its own; its rules are `Comparable`."""

    def spot(self, place: GameSpecific) -> GameSpecific:
        """Return the spot of the board's scene that a place is."""

    def lies(self, presenter: GameSpecific, place: GameSpecific, thing: GameSpecific) -> Named:
        """Return what lies on a place, and where that is, in words."""

    def named(self, thing: Violation | Remedy) -> tuple[GameSpecific, ...]:
        """Return the places that a fault, or something to be done about it, names."""


@runtime_checkable
class Grabbing(Protocol):
    """What a game with grab buttons is."""

    def button_of(self, players: int) -> list[int]:
        """Return for each seat with a button which player it belongs to."""

    def open_to_grabs(self, view: GameSpecific) -> Collection[Seat]:
        """Return whose presses may be a grab now, by button; of nobody's while none may."""

    def grabbed(self, news: Seized) -> GameSpecific:
        """Return the report of a grab."""

    def voided(self, news: Voided) -> GameSpecific:
        """Return the report of a grab that can't be decided."""

    def pictured(self, view: GameSpecific, presses: tuple[Press, ...]) -> GameSpecific:
        """Return the view with later presses in its open grab: what was told of it stays."""


@runtime_checkable
class WithTotem(Protocol):
    """What a game with grab buttons is in which something stands in the middle, and can fall."""

    def fell(self) -> GameSpecific:
        """Return the report that the totem fell by nobody's fault."""

    def dropped(self, presenter: GameSpecific, view: GameSpecific) -> tuple[Choice, ...]:
        """Return the answers that somebody dropped it."""


@runtime_checkable
class Timed(Protocol):
    """What a game is whose turns may be timed. The screen measures; its rules only count."""

    def has_clock(self, view: GameSpecific) -> bool:
        """Tell whether this match has a clock at all."""

    def only_clock(self, view: GameSpecific) -> bool:
        """Tell whether there is nothing to be seen beside the clock."""

    def timing(self, view: GameSpecific) -> TurnTiming | None:
        """Return how the time of the turn runs; None where nothing is timed."""

    def dials(self, view: GameSpecific, took: int) -> tuple[Dial, ...]:
        """Return what stands on the clocks `took` milliseconds into the turn, by seat."""

    def on_clock(self, dial: Dial) -> str:
        """Return a time as it is written."""

    def stamped(self, report: GameSpecific, took: int) -> GameSpecific:
        """Return a report with how long the turn took; one that doesn't say that as it is."""

    def retimed(self, report: GameSpecific, before: GameSpecific) -> GameSpecific:
        """Return a report with the time that the one had for which it stands."""

    def pause(self, took: int) -> GameSpecific:
        """Return the report that the table takes a pause."""

    def flag(self, view: GameSpecific, took: int) -> GameSpecific:
        """Return the report that the time of the turn is up."""


@runtime_checkable
class Tallied(Protocol):
    """What a game is whose finished board can be counted although it was played without the referee."""

    def tally(self, memory: Memory, back: Callable[[], None]) -> "Widget":
        """Return the screen on which it is told and counted; `back` leaves it."""


@runtime_checkable
class Showing(Protocol):
    """What a game is whose choices show something beside their words."""

    def shown(self, what: GameSpecific, room: "Viewport") -> Iterable["Item | None"]:
        """Return what is drawn of it in a room."""


class GameFace(ABC):
    """One game's side of the screen: what most games give alike, and what each gives itself.

    What a game may have beside it are protocols: `Grabbing`, `WithTotem`, `Counting`, `Timed`, `Tallied`,
    `Showing`.
    """

    api: int
    """The `API` that it was written for."""
    game: Game[GameSpecific, GameSpecific, GameSpecific, GameSpecific]
    title = ""
    hint = ""
    """What stands on a package's card at home: the game's name, and in a few words who can play it."""
    counts: tuple[int, ...]
    """The numbers of people that can play."""
    levels: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """The words for how much the referee is told, by the level; empty where that is no question."""
    in_figures = False
    """Whether the list of a result says all that the table shows: the table isn't drawn beside it then."""
    fresh = False
    """Whether another match can't have the same facts, and begins with the game's own last step."""

    @abstractmethod
    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> GameSpecific:
        """Return the facts of an opening."""

    def asks(self, ruling: str, players: int) -> bool:
        """Tell whether a ruling matters with this number of players."""
        return True

    def last_step(self) -> LastStep | None:
        """Return what makes the game's own last screen before the deal, None where it needs none."""
        return None

    def offer(self, called: str, memory: Memory) -> None:  # noqa: B027 - most games have nothing to offer
        """Have the last screen offer what is called like this in the list of matches."""

    def grabs(self, facts: GameSpecific) -> Grabbing | None:
        """Return how buttons become reports in a match; None in one without grabs."""
        return self if isinstance(self, Grabbing) else None

    @abstractmethod
    def presenter(self, facts: GameSpecific, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the words of one match."""

    @abstractmethod
    def look(self, presenter: GameSpecific) -> "TableDrawing":
        """Return how the table in the middle is drawn."""

    def still(self, presenter: GameSpecific, view: GameSpecific, pending: GameSpecific = None) -> "Drawing":
        """Return a drawing of the table, at the end with what decided it marked."""
        return self.look(presenter).still(view, pending)

    def guide(self) -> "Guide | None":
        """Return how the game is played, on five cards; None for a game that has none."""
        return None

    def guide_to(self, facts: GameSpecific) -> "Guide | None":
        """Return the cards that are shown at the table of a match."""
        return self.guide()

    def entry(
        self,
        presenter: GameSpecific,
        session: Session,
        subject: GameSpecific,
        told: Callable[[GameSpecific], None],
    ) -> EntryPage:
        """Return the dialog for what an `Enter` asks; `told` takes a report or a `Begin`, and closes it.

        A game without an `Enter` has none: LookupError.
        """
        raise LookupError(subject)

    @abstractmethod
    def people(self, seed: int) -> "SimulatedPeople":
        """Return simulated people who play a match for the demonstration, the same for the same seed."""

    def emblem(self) -> Emblem:
        """Return what draws what stands for the game on the home screen, by itself nothing."""
        return lambda _room: ()


@runtime_checkable
class Usual(Protocol):
    """A last screen that is only shown to those who ask for it: the match begins with what it says is usual.

    It is asked once everything it keeps has been read.
    """

    def in_short(self) -> tuple[str, str]:
        """Return what it asks, and what is chosen: "Cards", "all 80"."""

    def go_on(self, show: Callable[[], None]) -> None:
        """Go on with what is chosen; what there is more to do is done on it once it is shown."""


@runtime_checkable
class ForEachPlayer(Protocol):
    """A screen that speaks to one player after the other."""

    def sit(self, sides: Sides) -> None:
        """Have what it says to each turned to where that player sits."""
