"""What a game tells the screen to show: the presenter's protocol and its nouns. Pure: no Kivy here.

The screen's frame is one for all games. It asks the presenter for a banner, the routine pad, the dialog that
should lie open, and sentences; it hands taps back as the reports that the presenter attached to them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.game import Outcome, Seat, Violation
from companion.journal import Entry, NamePlate
from ui.language.words import IGNORED
from ui.stage.art import Art

# Each game has its own facts, views, cards and reports; the frame hands them round without looking inside.
GameSpecific: TypeAlias = Any


class Banner(Struct, frozen=True):
    """The line at the top: whom it concerns (None: everybody), what is awaited, and the small print."""

    seat: Seat | None
    title: str
    subtitle: str = ""


class Begin(Struct, frozen=True):
    """Something begun on the screen and not told yet, such as a mode; None: nothing.

    It ends when the record changes, and when the same is begun again.
    """

    pending: Any  # what the game's own presenter and board know it by


class Enter(Struct, frozen=True):
    """Something to be told on a dialog of its own, which the game's face makes."""

    subject: Any  # whatever the game's own face makes the dialog for


class PrivateNote(Struct, frozen=True):
    """What one player alone is shown: a title, and lines of a heading and a text each."""

    title: str
    lines: tuple[tuple[str, str], ...]

    @property
    def said(self) -> "PrivateNote":
        """The same in the language that is spoken now."""
        return PrivateNote(str(self.title), tuple((str(head), str(text)) for head, text in self.lines))


class PrivateView(Struct, frozen=True):
    """Something for the eyes of one player, shown only while a finger rests on its pad."""

    seat: Seat


class Choice(Struct, frozen=True):
    """Something to tap: its words, and the report it submits.

    `primary`: the likeliest, drawn largest in a dialog. Beside a board the first is largest anyway, and a
    button at the seat tells it where it is `primary`.

    `report` may also be a `Begin` or an `Enter`: then nothing is told yet. A `PrivateView` stands below all
    others, and is held instead of tapped. One that isn't `live` waits for something else first: it is shown,
    so that nothing moves when it comes, and can't be tapped. `shows` is what the game's own face draws beside
    the words; None: nothing.
    """

    title: str
    subtitle: str
    report: Any  # a report of the game, or of the match
    primary: bool = False
    live: bool = True
    shows: Any = None  # whatever the game's own face can draw


def private_seats(choices: Sequence[Choice]) -> frozenset[Seat]:
    """Return the seats that have something for their eyes alone."""
    return frozenset(choice.report.seat for choice in choices if isinstance(choice.report, PrivateView))


def by_button(choices: Sequence[Choice]) -> Any:
    """Return what a button does in place of the large pad, None for nothing.

    It means a large pad that is `primary` and nothing else: where each of several is as likely, whoever
    pressed it would choose for others. It can't fill in a dialog: where the large pad opens one, the button
    tells what the next pad tells.
    """
    able = [choice for choice in choices if choice.live and not isinstance(choice.report, PrivateView)]
    if not able or not able[0].primary:
        return None
    wanted = [choice.report for choice in able[:2]]
    if isinstance(wanted[0], Enter):
        wanted = [report for report in wanted[1:] if not isinstance(report, Begin | Enter)]
    return wanted[0] if wanted else None


class Mark(Struct, frozen=True):
    """One press in a photo finish: whose, how long after the first, and a note such as "no right".

    One that is ignored has how long it `lasted` as well, unless it went on.
    """

    seat: Seat
    after: int
    note: str = ""
    lasted: int | None = None


class PhotoFinish(Struct, frozen=True):
    """A photo finish: presses in order, those not ranked, times and the error band in nanoseconds."""

    marks: tuple[Mark, ...]
    band: int
    ignored: tuple[Mark, ...] = ()


def ignored_mark(seat: Seat, after: int, why: str, lasted: int | None) -> Mark:
    """Return the mark of a press that wasn't ranked; `why` by its name in words.py."""
    return Mark(seat, after, IGNORED.get(why, ""), lasted)


class SplitAsked(Struct, frozen=True):
    """A split to be entered: a number of cards among these seats, and which of them goes on.

    `report` makes the report of it, from the seats, their cards in the same order, and who goes on.
    """

    cards: int
    seats: tuple[Seat, ...]
    report: Callable[[tuple[Seat, ...], tuple[int, ...], Seat], Any]  # a report of the game

    @property
    def even(self) -> tuple[int, ...]:
        """How many each gets where they are shared out as evenly as can be."""
        each, more = divmod(self.cards, len(self.seats))
        return tuple(each + (n < more) for n in range(len(self.seats)))


class Picking(Struct, frozen=True):
    """Seats to be picked: at least `least` of `seats`, among them those that are `fixed`.

    `title` and `hint` stand on the pad that asks for it, `question` over the seats; `report` makes the report
    of those that were picked.
    """

    title: str
    hint: str
    question: str
    seats: tuple[Seat, ...]
    fixed: tuple[Seat, ...]
    least: int
    report: Callable[[tuple[Seat, ...]], Any]  # a report of the game


class ResultLine(Struct, frozen=True):
    """A player's or a team's line at the end: the `figure` (empty: the game has none), and what it is."""

    seats: tuple[Seat, ...]
    name: str
    figure: str = ""
    note: str = ""


class Dialog(Struct, frozen=True):
    """What slides over the board: a verdict, a question, or a result.

    `winners` are shown large with their shapes; `question` stands over the `choices`; `split` asks for a
    sharing instead; `picking` is an answer that names seats. A result has everybody's `figures`, the best
    first. `exact` says how exactly a grab was measured, for those who ask.
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
    """What everybody must see or hear at once: a name or a word, a line below it, in the colour of a seat.

    Without a seat it stands on the ground of large pads. `sound` is one of `ui.sound.sounds`.
    """

    title: str
    subtitle: str = ""
    seat: Seat | None = None
    sound: str = "verdict"


class Explanation(Struct, frozen=True):
    """A refusal in words: what is wrong, the rule in a sentence, and what hands must do, step by step.

    `also` is what else is wrong.
    """

    title: str
    rule: str
    steps: tuple[str, ...]
    also: tuple[str, ...] = ()


class SeatNames(Protocol):
    """Who sits at a seat."""

    def seat_name(self, seat: Seat) -> str:
        """Return how a seat is called: the player's name, with the hand where each plays two."""

    def seat_plate(self, seat: Seat) -> NamePlate:
        """Return the colour, shape and letter of a seat."""


class Presenter(SeatNames, Protocol):
    """One game's words and answers. Views, reports and entries are those of its own game."""

    def banner(self, view: Any, pending: Any = None) -> Banner:
        """Return whose turn it is and what is awaited, with what has been begun on the screen."""

    def routine(self, view: Any, pending: Any = None) -> tuple[Choice, ...]:
        """Return the events that need one tap from the idle table; the first is the large pad."""

    def tapped(self, view: Any, pending: Any, place: Any) -> Any:
        """Return what a tap on the board means: a report, a `Begin`, an `Enter`, or None for nothing.

        `place` is whatever the game's board says was tapped.
        """

    def referee_menu(self, view: Any) -> tuple[Choice, ...]:
        """Return what the referee's menu offers for this game beside the match's own entries."""

    def dialog(self, view: Any) -> Dialog | None:
        """Return the dialog that should lie open while play goes on, or None for the bare table."""

    def told(self, entry: Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return the sentences of an entry for the history: what was told, and what followed."""

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands have to do after these events, empty for nothing."""

    def explain(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return a refusal in words for the table."""

    def result(self, outcome: Outcome, view: Any) -> Dialog:
        """Return the dialog of the end of the game."""


@runtime_checkable
class MendingPresenter(Presenter, Protocol):
    """What the presenter of a game can do as well whose refusals may rest on an earlier entry."""

    def instead(self, report: Any) -> str:
        """Return what an entry may have been, in a word or two."""


@runtime_checkable
class Announcing(Protocol):
    """What a presenter can do as well in whose game something must be seen by all at once."""

    def announcement(self, entry: Entry[Any, Any, Any], view: Any) -> Announcement | None:
        """Return what to announce of an entry, on a table that is as `view` after it; None: nothing."""


@runtime_checkable
class Picturing(Protocol):
    """What a presenter can do as well that has a small picture of what hands have to take."""

    def pictured(self, events: Sequence[Any]) -> Art | None:
        """Return the thing that a duty after these events is about; None for none."""


@runtime_checkable
class HasPrivateNotes(Protocol):
    """What a presenter can do as well whose choices have a `PrivateView` among them."""

    def private_note(self, view: Any, pending: Any, said: tuple[Violation, ...]) -> PrivateNote:
        """Return what a `PrivateView` shows: `view` is that of its seat.

        `said` is what was wrong with the last thing told, where only this seat may hear of it.
        """
