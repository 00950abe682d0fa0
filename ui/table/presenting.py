"""What a game has the screen show: the presenter's protocol and its types. Pure: no Kivy here.

All games share the screen's frame. It asks the presenter for the banner, the routine pads, the dialog that
should be open, and sentences; it submits the reports that the presenter attached to what is tapped.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.game import Outcome, Seat, Violation
from companion.journal import Entry, NamePlate
from ui.language.words import IGNORED
from ui.stage.art import Art

# Each game has its own facts, views, cards and reports; the frame passes them on without looking inside.
GameSpecific: TypeAlias = Any


class Banner(Struct, frozen=True):
    """The line at the top: whom it concerns (None: everybody), what is awaited, and small print."""

    seat: Seat | None
    title: str
    subtitle: str = ""


class Begin(Struct, frozen=True):
    """Sets the screen's pending input, such as a mode, without a report; None clears it.

    The input also ends when the record changes, or when the same is begun again.
    """

    pending: Any  # of the game's own type


class Enter(Struct, frozen=True):
    """Opens a dialog for entering a report, which the game's face makes."""

    subject: Any  # of the game's own type


class PrivateNote(Struct, frozen=True):
    """What only one player is shown: a title, and lines of a heading and a text each."""

    title: str
    lines: tuple[tuple[str, str], ...]

    @property
    def translated(self) -> "PrivateNote":
        """The note translated into the current language."""
        return PrivateNote(str(self.title), tuple((str(head), str(text)) for head, text in self.lines))


class PrivateView(Struct, frozen=True):
    """Something for one player only, shown while a finger rests on its pad."""

    seat: Seat


class Choice(Struct, frozen=True):
    """A pad to tap: its words, and the report that it submits.

    `primary`: the likeliest one, drawn largest in a dialog. Next to a board the first is largest anyway; if
    it is `primary`, a button at the seat submits it too.

    `report` may also be a `Begin` or an `Enter`, which submit nothing yet. A `PrivateView` is below all
    others, and is held rather than tapped. A pad that isn't `live` can't be tapped: it is only there so that
    nothing moves when it becomes live. `shows` is drawn next to the words by the game's face (`Showing`).
    """

    title: str
    subtitle: str
    report: Any  # a report of the game, or of the match
    primary: bool = False
    live: bool = True
    shows: Any = None  # of the game's own type


def private_seats(choices: Sequence[Choice]) -> frozenset[Seat]:
    """Return the seats with a `PrivateView` among the choices."""
    return frozenset(choice.report.seat for choice in choices if isinstance(choice.report, PrivateView))


def by_button(choices: Sequence[Choice]) -> Any:
    """Return the `report` of the choice that the turn button stands for, None for none.

    That is the large pad if it is `primary`; if all were equally likely, one player would choose for
    others. A button can't fill in a dialog: if the large pad opens one, the next pad's report counts.
    """
    able = [choice for choice in choices if choice.live and not isinstance(choice.report, PrivateView)]
    if not able or not able[0].primary:
        return None
    wanted = [choice.report for choice in able[:2]]
    if isinstance(wanted[0], Enter):
        wanted = [report for report in wanted[1:] if not isinstance(report, Begin | Enter)]
    return wanted[0] if wanted else None


class Mark(Struct, frozen=True):
    """One press in a photo finish: its seat, nanoseconds after the first, and a note such as "no right".

    `lasted`, for ignored ones, is in nanoseconds; None if the press went on.
    """

    seat: Seat
    after: int
    note: str = ""
    lasted: int | None = None


class PhotoFinish(Struct, frozen=True):
    """A photo finish: ranked presses in order, the error band in nanoseconds, and presses not ranked."""

    marks: tuple[Mark, ...]
    band: int
    ignored: tuple[Mark, ...] = ()


def ignored_mark(seat: Seat, after: int, why: str, lasted: int | None) -> Mark:
    """Return the mark of a press that wasn't ranked; `why` is a key of `words.IGNORED`."""
    return Mark(seat, after, IGNORED.get(why, ""), lasted)


class SplitAsked(Struct, frozen=True):
    """A split to enter: a number of cards among these seats, and which of them plays next.

    `report` makes the report from the seats, their cards in the same order, and the next seat.
    """

    cards: int
    seats: tuple[Seat, ...]
    report: Callable[[tuple[Seat, ...], tuple[int, ...], Seat], Any]  # a report of the game

    @property
    def even(self) -> tuple[int, ...]:
        """The number of cards for each seat if they are shared as evenly as possible."""
        share, rest = divmod(self.cards, len(self.seats))
        return tuple(share + (n < rest) for n in range(len(self.seats)))


class Picking(Struct, frozen=True):
    """Seats to pick: at least `least` of `seats`, always including the `fixed` ones.

    `title` and `hint` are on the pad that opens it, `question` is above the seats; `report` makes the report
    from the picked seats.
    """

    title: str
    hint: str
    question: str
    seats: tuple[Seat, ...]
    fixed: tuple[Seat, ...]
    least: int
    report: Callable[[tuple[Seat, ...]], Any]  # a report of the game


class ResultLine(Struct, frozen=True):
    """A player's or team's line at the end: the `figure` (empty if the game has none), and a note."""

    seats: tuple[Seat, ...]
    name: str
    figure: str = ""
    note: str = ""


class Dialog(Struct, frozen=True):
    """A dialog over the board: a verdict, a question, or a result.

    `winners` are shown large with their shapes; `question` is above the `choices`; `split` asks how to share
    cards instead; `picking` is an answer that names seats. A result has every player's `figures`, the best
    first. `exact` says how exactly a grab was measured; it is shown on request.
    """

    title: str
    subtitle: str = ""
    winners: tuple[Seat, ...] = ()
    finish: PhotoFinish | None = None
    question: str = ""
    choices: tuple[Choice, ...] = ()
    split: SplitAsked | None = None
    picking: Picking | None = None
    figures: tuple[ResultLine, ...] = ()
    exact: str = ""


class Announcement(Struct, frozen=True):
    """What everybody must notice at once: a name or word, and a line below it, in a seat's colour.

    Without a seat it has the colour of primary pads. `sound` is one of `ui.sound.sounds`.
    """

    title: str
    subtitle: str = ""
    seat: Seat | None = None
    sound: str = "verdict"


class Explanation(Struct, frozen=True):
    """A refusal in words: what is wrong, the rule, and what hands must do, step by step.

    `also` has further faults.
    """

    title: str
    rule: str
    steps: tuple[str, ...]
    also: tuple[str, ...] = ()


class SeatNames(Protocol):
    """The names of seats."""

    def seat_name(self, seat: Seat) -> str:
        """Return the name of a seat's player, with the hand if each player has two seats."""

    def seat_plate(self, seat: Seat) -> NamePlate:
        """Return a seat's colour, shape and letter."""


class Presenter(SeatNames, Protocol):
    """One game's words and answers. Views, reports and entries are of the game's own types."""

    def banner(self, view: Any, pending: Any = None) -> Banner:
        """Return whose turn it is and what is awaited, given the pending input."""

    def routine(self, view: Any, pending: Any = None) -> tuple[Choice, ...]:
        """Return the choices that take one tap on the idle table; the first is the large pad."""

    def tapped(self, view: Any, pending: Any, place: Any) -> Any:
        """Return what a tap on the board means: a report, a `Begin`, an `Enter`, or None for nothing.

        `place` is the tapped spot of the game's scene.
        """

    def referee_menu(self, view: Any) -> tuple[Choice, ...]:
        """Return the game's own choices for the referee's menu."""

    def dialog(self, view: Any) -> Dialog | None:
        """Return the dialog that should be open during play, or None for the bare table."""

    def describe(self, entry: Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return an entry's sentences for the history: its report, and what followed."""

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands must do after these events; empty for nothing."""

    def explain(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return a refusal in words for the table."""

    def result(self, outcome: Outcome, view: Any) -> Dialog:
        """Return the dialog for the end of the game."""


@runtime_checkable
class MendingPresenter(Presenter, Protocol):
    """A presenter for a game whose refusals may be due to an earlier entry."""

    def instead(self, report: Any) -> str:
        """Return in a word or two what an entry may really have been."""


@runtime_checkable
class Announcing(Protocol):
    """Implemented by presenters of games in which everybody must notice something at once."""

    def announcement(self, entry: Entry[Any, Any, Any], view: Any) -> Announcement | None:
        """Return what to announce after an entry that led to `view`; None for nothing."""


@runtime_checkable
class Picturing(Protocol):
    """Implemented by presenters with a small picture of what hands must take."""

    def pictured(self, events: Sequence[Any]) -> Art | None:
        """Return a picture of what the duty after these events is about; None for none."""


@runtime_checkable
class HasPrivateNotes(Protocol):
    """Implemented by presenters whose choices include a `PrivateView`."""

    def private_note(self, view: Any, pending: Any, violations: tuple[Violation, ...]) -> PrivateNote:
        """Return what a `PrivateView` shows; `view` is that of its seat.

        `violations`: what was wrong with the last report, if only this seat may hear of it.
        """
