"""A table's clock: it measures turns, draws the time, and reports when it is up."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock

from companion.clock import MILLISECOND, Instant, Nanoseconds
from companion.clock import Clock as TimeSource
from companion.game import Seat
from companion.journal import NamePlate
from ui.games.face import Timed
from ui.parts.shown import PartScreen
from ui.parts.values import Column, Drawing, Part, Turned, grid
from ui.stage import fonts, theme
from ui.stage.parts import marked, panel, readable
from ui.stage.rect import Rect, Side, Sides, side_of
from ui.stage.scene import Pads, Scene, Spot, Viewport
from ui.stage.shapes import Letters
from ui.table.presenting import GameSpecific, Presenter
from ui.table.session import AnyAnswer, Session
from ui.table.timing import Dial, Stopwatch

SOONEST = 0.02
"""Least seconds until the next drawing: frames come no faster."""

HEARD = Nanoseconds(300 * MILLISECOND)
"""Nanoseconds within which news of a press arrive; nobody loses on time before that."""

STRIP_MM = 15.0
"""Height of the clocks above a board."""
MOST_BESIDE = 6
"""Most clocks that can be read from a metre; with more players, only the one whose turn it is is shown."""
LEAST_MM, MOST_FIGURE_MM = 7.0, 60.0
"""Least and greatest size of digits; if they would be smaller, only the running clock is shown."""
SHORTEST = "0:00"
"""The shortest text that digits are sized for, so that they don't grow in the last seconds."""
NAME_MM, NAME_SHARE, GAP_MM, BESIDE_MM = 8.0, 0.28, 1.8, 17.0
"""Height of a name above the digits, its largest share of the panel, the margin, and a name's width at the
left of the digits."""
HIGH, WIDER = 0.9, 1.04
"""Size of digits, in heights of their room; and their width with a little room at the sides."""
SIDE_BY_SIDE = 1.25
"""Clocks are in several rows only if that makes the digits larger by this factor."""
LEAST_NAME_MM = 3.2
"""Least size of a name, in large text as well; a longer one is cut off."""
ROWS_MM = 40.0
"""Height from which two players who face each other have their clocks one above the other."""


def digits(width: float, height: float, says: str) -> tuple[float, bool]:
    """Return the size of a clock's digits in pixels, and whether its name is left of them, not above."""
    across, down = (max(0.0, length - 2 * theme.mm(GAP_MM)) for length in (width, height))
    each = fonts.width(says, 1.0, bold=True) * WIDER
    name = min(theme.mm(NAME_MM), down * NAME_SHARE)
    above = min((down - name) * HIGH, across / each)
    beside = min(down * HIGH, (across - theme.mm(BESIDE_MM)) / each)
    return min(theme.mm(MOST_FIGURE_MM), max(above, beside)), beside > above


def fitting(rect: Rect, count: int, says: str) -> tuple[float, int]:
    """Return the size of the digits of `count` clocks, in pixels, and how many clocks are in a row."""
    sizes: list[tuple[float, float, int]] = []
    for across in range(max(1, count), 0, -1):
        rooms = rect.grid(count, across, theme.mm(GAP_MM))
        size = min((digits(room.width, room.height, says)[0] for room in rooms), default=0.0)
        sizes.append((size * (SIDE_BY_SIDE if across == count else 1.0), size, across))
    _, size, across = max(sizes, key=lambda choice: choice[0])
    return size, across


class Dials(PartScreen):
    """A clock for each player in the order of the seats, turned to their sides.

    `on_tap` is called when the player whose turn it is taps their clock.
    """

    plates: Sequence[NamePlate]
    sides: Sides
    on_tap: Callable[[], None]

    def start(self) -> None:
        """Begin without clocks."""
        self._dials: tuple[tuple[Dial, str], ...] = ()
        self._longest = SHORTEST
        self._room = Rect(0, 0, 0, 0)

    def show(self, dials: tuple[tuple[Dial, str], ...]) -> None:
        """Show the clocks, each with its time as text."""
        zeros = ("".join("0" if each.isdigit() else each for each in says) for _, says in dials)
        self._dials, self._longest = dials, max((SHORTEST, *zeros), key=len)
        self.compose()

    def arrange(self, rect: Rect) -> None:
        """Choose how the clocks fit, then lay them out."""
        if rect != self._room:
            self._room = rect
            self._part = self.part()
        super().arrange(rect)

    def part(self) -> Part:
        """Return the clocks side by side, in rows, or one above the other if two players face each other."""
        parts = tuple(self._turned(*each) for each in self._dials)
        facing = len(parts) == 2 and {part.side for part in parts} == {Side.FRONT, Side.FAR}
        if facing and self._room.height >= theme.mm(ROWS_MM):
            return Column(parts if parts[0].side is Side.FAR else parts[::-1], GAP_MM)
        size, across = fitting(self._room, len(parts), self._longest)
        if len(parts) > MOST_BESIDE or size < theme.mm(LEAST_MM):
            return Column(tuple(self._turned(*each) for each in self._dials if each[0].now)[:1])
        return grid(parts, across, GAP_MM)

    def _turned(self, dial: Dial, says: str) -> Turned:
        plate = self.plates[dial.seat]
        drawn = partial(dial_scene, plate, dial, says, self._longest)
        face = Drawing(drawn, on_tap=lambda _: self.on_tap(), name=f"dial {dial.seat}")
        return Turned(face, side_of(plate, self.sides), name=f"clock {dial.seat}")


def dial_scene(
    plate: NamePlate, dial: Dial, says: str, longest: str, room: Viewport, finger: Spot | None
) -> Scene:
    """Return a clock: mark and name, and below or right of them the time; in its turn it is a pad."""
    # A clock that isn't running stays as readable as the others.
    ground = theme.PRESSED if finger is not None else theme.RAISED if dial.now else theme.PANEL
    inner = room.rect.inset(room.mm(GAP_MM))
    size, beside = digits(room.rect.width, room.rect.height, longest)
    if beside:
        head, time = inner.cut_left(room.mm(BESIDE_MM))
        mark, name = head.cut_top(min(head.width, head.height * 0.55))
    else:
        head, time = inner.cut_top(min(room.mm(NAME_MM), inner.height * NAME_SHARE))
        mark, name = head.cut_left(min(head.height, head.width * 0.3), room.mm(1))
    bright = theme.WARNING if dial.short or dial.lost else theme.TEXT
    who = Letters(f"{plate.name} {dial.note}".rstrip(), name, theme.TEXT, theme.heading(), bold=True)
    if fonts.width(who.text, room.mm(LEAST_NAME_MM), bold=True) > name.width:
        who = readable(room, who.text, name, theme.TEXT, who.size, bold=True)
    items = (
        *panel(room, room.rect, ground, theme.seat_tone(plate) if dial.now else None),
        *marked(plate, mark),
        who,
        Letters(says, time, bright if dial.now or dial.lost else theme.DIM, size, bold=True),
    )
    return Scene(items, (Pads(((dial.seat, room.rect),)),) if dial.now else ())


class TurnClock:
    """The clock of one match.

    A clock that is running when the table is opened is paused, so that nobody pays for a power cut. Nor for a
    slow screen: a turn ends when its button was pressed, and a tap counts as early as it can have come.
    """

    def __init__(
        self,
        session: Session,
        game: Timed,
        presenter: Presenter,
        time: TimeSource,
        tell: Callable[[object, Instant], AnyAnswer],
        on_tap: Callable[[], None],
        sides: Sides,
    ) -> None:
        self._session, self._game, self._time, self._tell = session, game, time, tell
        self.watch = Stopwatch()
        self._looks = (time.now(), time.now())
        plates = [presenter.seat_plate(Seat(seat)) for seat in range(len(session.plates))]
        self.dials = Dials(plates, sides, on_tap)
        self._next = Clock.create_trigger(self.tick, 1.0)
        self.pause()

    def pause(self) -> None:
        """Record a pause if the clock is running: the table was just opened, or is left."""
        timing = self._game.timing(self._session.view)
        if self._session.playing and timing is not None and timing.runs:
            now = self._time.now()
            self._tell(self._game.pause(self.watch.took(now)), now)

    def begin_frame(self) -> None:
        """Note that a frame begins: all taps from before the last frame have been handled."""
        self._looks = (self._looks[1], self._time.now())

    def stamped(self, report: GameSpecific, at: Instant | None) -> GameSpecific:
        """Return a report with the turn's time, if it has a field for it; `at` is None for taps."""
        return self._game.stamped(report, self.watch.end(self._looks[0] if at is None else at))

    def follow(self, *, entering: bool) -> None:
        """Follow the current position; the time is held while figures are entered (`entering`)."""
        now, session = self._time.now(), self._session
        self.watch.follow(self._game.timing(session.view) if session.playing else None, now)
        if not entering:
            self.watch.let_go()
        elif self.watch.runs:
            self.watch.hold(self._looks[0])
        self.tick()

    def tick(self, *_: object) -> None:
        """Draw the time and schedule the next change; report once when the time is up."""
        now = self._time.now()
        fell = self.watch.up(now)
        if fell is not None and fell <= min(self._looks[0], now - HEARD) and self._session.playing:
            self._tell(self._game.flag(self._session.view, self.watch.took(fell)), fell)
            return
        dials = self._game.dials(self._session.view, self.watch.took(now))
        self.dials.show(tuple((dial, self._game.on_clock(dial)) for dial in dials))
        self._next.cancel()
        if self.watch.runs:
            waits = min((dial.changes_after for dial in dials if dial.now), default=1000)
            self._next.timeout = max(SOONEST, waits / 1000)
            self._next()

    @property
    def short(self) -> bool:
        """Whether the turn's time is nearly or fully up, so that the lamp blinks."""
        dials = self._game.dials(self._session.view, self.watch.took(self._time.now()))
        return self.watch.runs and any(dial.now and dial.short for dial in dials)

    def leave(self) -> None:
        """Stop ticking, and pause."""
        self._next.cancel()
        self.pause()
