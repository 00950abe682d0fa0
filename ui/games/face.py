"""One game's side of the screen: all that the frame asks of it, apart from the presenter's words.

Modules that need a window are imported when a table is shown, not before, so that listing games is cheap.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.game import Game, Level, Remedy, Seat, Violation
from companion.grab import Touch
from companion.journal import NamePlate
from ui.stage.rect import Sides
from ui.table.buttons import Seized, Voided
from ui.table.presenting import Choice, GameSpecific, Presenter
from ui.table.session import Session
from ui.table.timing import Dial, TurnTiming

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.stage.kivy_types import Widget
    from ui.stage.scene import Drawing, Slot, TableDrawing, Viewport

API = 1
"""Version of the interface between game packages and this companion: see docs/add_a_game.md."""


class CountLine(Struct, frozen=True):
    """One line of a count: its seat, title, and the figures under the form's headings."""

    seat: Seat | None
    title: str
    figures: tuple[int, ...]


class Form(Struct, frozen=True):
    """A count to correct on the screen: column headings, and the lines."""

    headings: tuple[str, ...]
    tallies: tuple[CountLine, ...]


class EntryPage(Struct, frozen=True):
    """A dialog for entering something: its title and its widget.

    One that is `view_only` covers the whole table, and is closed rather than cancelled.
    """

    title: str
    widget: "Widget"
    view_only: bool = False


def at_once(work: Callable[[], GameSpecific], done: Callable[[GameSpecific], None]) -> None:
    """Do work in the foreground, then pass on what it returned."""
    done(work())


RunInThread: TypeAlias = Callable[[Callable[[], GameSpecific], Callable[[GameSpecific], None]], None]
"""Does work in the background, then calls back with what it returned."""


class Memory(Struct, frozen=True):
    """The texts that a game saves between matches, by name.

    `get` calls back with a text, empty if there is none or the disk fails. `run_in_thread` does slow work
    with other files, then calls back with what it returned; the work handles its own errors.
    """

    get: Callable[[str, Callable[[str], None]], None]
    set: Callable[[str, str], None]
    run_in_thread: RunInThread = at_once


Emblem: TypeAlias = Callable[["Viewport"], Iterable["Slot"]]
"""Yields a game's emblem, in the middle of a room."""
LastStep: TypeAlias = Callable[
    [GameSpecific, tuple[NamePlate, ...], Memory, Callable[[], None], Callable[[GameSpecific], None]],
    "Widget",
]
"""Makes a game's last screen before the deal, from facts, plates, memory, the way back and the way on.

The way on takes the facts to deal with. If the screen has `leave()`, that is called when it is left; if it
is `ForEachPlayer`, `sit()` is called with where everybody sits.
"""
Named: TypeAlias = tuple[str, str, GameSpecific]
"""A thing on a board and its place, both in words, and what `Showing.draw_choice` draws (None: nothing)."""


@runtime_checkable
class Counting(Protocol):
    """Implemented by games with piles whose count can be corrected."""

    def form(self, view: GameSpecific, presenter: Presenter) -> Form | None:
        """Return the count to correct; None if there is nothing to count now."""

    def counted(self, figures: list[tuple[int, ...]]) -> GameSpecific:
        """Return the report of a count; `figures` are in the order of the form's lines."""


@runtime_checkable
class Comparing(Protocol):
    """Implemented by games whose board players can compare with the screen's; the rules are `Comparable`."""

    def spot(self, place: GameSpecific) -> GameSpecific:
        """Return a place's spot in the board's scene."""

    def describe(self, presenter: GameSpecific, place: GameSpecific, contents: GameSpecific) -> Named:
        """Return a thing and its place in words."""

    def named(self, subject: Violation | Remedy) -> tuple[GameSpecific, ...]:
        """Return the places that a violation or remedy names."""


@runtime_checkable
class Grabbing(Protocol):
    """Implemented by games with grab buttons."""

    def button_of(self, players: int) -> list[int]:
        """Return the player of each seat that has a button."""

    def open_to_grabs(self, view: GameSpecific) -> Collection[Seat]:
        """Return the seats whose presses may be a grab now; empty while none may."""

    def grabbed(self, news: Seized) -> GameSpecific:
        """Return the report of a grab."""

    def voided(self, news: Voided) -> GameSpecific:
        """Return the report of a grab that can't be decided."""

    def pictured(self, view: GameSpecific, touches: tuple[Touch, ...]) -> GameSpecific:
        """Return the view with later presses added to its open grab; what was reported of it stays."""


@runtime_checkable
class WithTotem(Protocol):
    """Implemented by games with grab buttons in which a totem can fall."""

    def fell(self) -> GameSpecific:
        """Return the report that the totem fell through nobody's fault."""

    def dropped(self, presenter: GameSpecific, view: GameSpecific) -> tuple[Choice, ...]:
        """Return the choices for who dropped it."""


@runtime_checkable
class Timed(Protocol):
    """Implemented by games whose turns may be timed. The screen measures; the rules only add up."""

    def has_clock(self, view: GameSpecific) -> bool:
        """Return whether this match has a clock at all."""

    def only_clock(self, view: GameSpecific) -> bool:
        """Return whether the clock is all there is to see."""

    def timing(self, view: GameSpecific) -> TurnTiming | None:
        """Return how the turn's time runs; None if it isn't timed."""

    def dials(self, view: GameSpecific, took: int) -> tuple[Dial, ...]:
        """Return each seat's clock, `took` milliseconds into the turn."""

    def on_clock(self, dial: Dial) -> str:
        """Return a clock's time as text."""

    def stamped(self, report: GameSpecific, took: int) -> GameSpecific:
        """Return a report with the milliseconds that the turn took; unchanged if it has no such field."""

    def retimed(self, report: GameSpecific, before: GameSpecific) -> GameSpecific:
        """Return a report with the time of the report that it replaces."""

    def pause(self, took: int) -> GameSpecific:
        """Return the report that play pauses, `took` milliseconds into the turn."""

    def flag(self, view: GameSpecific, took: int) -> GameSpecific:
        """Return the report that the turn's time is up, after `took` milliseconds."""


@runtime_checkable
class Tallied(Protocol):
    """Implemented by games that can count a finished board of a match played without the referee."""

    def tally(self, memory: Memory, back: Callable[[], None]) -> "Widget":
        """Return the screen on which a board is entered and counted; `back` leaves it."""


@runtime_checkable
class Showing(Protocol):
    """Implemented by games whose choices have a drawing next to their words."""

    def draw_choice(self, subject: GameSpecific, room: "Viewport") -> Iterable["Slot"]:
        """Return the drawing's items in a room."""


class GameFace(ABC):
    """Base of a game's side of the screen: what each game must give, and defaults for the rest.

    Optional parts are protocols: `Grabbing`, `WithTotem`, `Counting`, `Comparing`, `Timed`, `Tallied`,
    `Showing`.
    """

    api: int
    """The version of `API` that the face was written for."""
    game: Game[GameSpecific, GameSpecific, GameSpecific, GameSpecific]
    title = ""
    hint = ""
    """On a package's card at home: `title` is the game's name, `hint` says in a few words who can play."""
    counts: tuple[int, ...]
    """The numbers of people that can play, in ascending order."""
    levels: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """The words for each level of reporting; empty if the game has only one."""
    in_figures = False
    """Whether a result's list says all that the table shows, so that the table isn't drawn next to it."""
    fresh = False
    """Whether a rematch can't reuse the facts, and begins with the game's own last screen."""

    @abstractmethod
    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> GameSpecific:
        """Return the facts of an opening."""

    def asks(self, ruling: str, players: int) -> bool:
        """Return whether a ruling matters with this number of players."""
        return True

    def last_step(self) -> LastStep | None:
        """Return a function that makes the game's last screen before the deal; None if it needs none."""
        return None

    def offer(self, called: str, memory: Memory) -> None:  # noqa: B027 - most games have nothing to offer
        """Make the last screen offer the thing with this name from the list of matches."""

    def grabs(self, facts: GameSpecific) -> Grabbing | None:
        """Return what turns presses into reports in a match; None in one without grabs."""
        return self if isinstance(self, Grabbing) else None

    @abstractmethod
    def presenter(self, facts: GameSpecific, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the words of one match."""

    @abstractmethod
    def look(self, presenter: GameSpecific) -> "TableDrawing":
        """Return the drawing of the table in the middle of the screen."""

    def still(self, presenter: GameSpecific, view: GameSpecific, pending: GameSpecific = None) -> "Drawing":
        """Return a still drawing of the table; after the end it marks what decided the game."""
        return self.look(presenter).still(view, pending)

    def guide(self) -> "Guide | None":
        """Return the five cards that explain the game; None if it has none."""
        return None

    def guide_to(self, facts: GameSpecific) -> "Guide | None":
        """Return the cards to show during a match."""
        return self.guide()

    def entry(
        self,
        presenter: GameSpecific,
        session: Session,
        subject: GameSpecific,
        done: Callable[[GameSpecific], None],
    ) -> EntryPage:
        """Return the dialog for the subject of an `Enter`; `done` takes a report or a `Begin`, and closes it.

        Raises LookupError in games without an `Enter`.
        """
        raise LookupError(subject)

    @abstractmethod
    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players of a demonstration match, the same for the same seed."""

    def emblem(self) -> Emblem:
        """Return a function that draws the game's emblem for the home screen; nothing by default."""
        return lambda _room: ()


@runtime_checkable
class Usual(Protocol):
    """A last screen that is only shown on request: otherwise the match begins with its usual choice.

    It is asked once all its saved texts have been read.
    """

    def in_short(self) -> tuple[str, str]:
        """Return its question and the current choice, such as "Cards" and "all 80"."""

    def go_on(self, show: Callable[[], None]) -> None:
        """Begin with the current choice; call `show` if something must be done on the screen first."""


@runtime_checkable
class ForEachPlayer(Protocol):
    """A screen that addresses one player after another."""

    def sit(self, sides: Sides) -> None:
        """Turn what it says to each player to the side where that player sits."""
