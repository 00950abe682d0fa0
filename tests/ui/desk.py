"""The whole app on a simulated table, in this process."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds, WallTime
from companion.game import Level, Seat
from companion.games.sheet.sheet_file import shipped, shipped_sheet
from companion.match_reports import PutRight
from companion.store import Store
from tests.ui.composed import out_of_date
from tests.ui.hand_buttons import HandButtons, TableAlarm
from tests.ui.panels import LOOKS
from tests.ui.rig import DENSITIES, Rig
from ui.appliance.machine import Machine
from ui.dialogs.history import HistoryDialog
from ui.dialogs.notice import EntryDialog
from ui.dialogs.questions import VerdictDialog
from ui.dialogs.refusal import RefusalDialog
from ui.dialogs.win import WinDialog
from ui.games import packages
from ui.games.players import PressedNow, Submitted
from ui.games.registry import FACES
from ui.games.ungle_speed.players import Players as UnglePlayers
from ui.main.frame import Frame, Services
from ui.main.new_match import set_up_for
from ui.parts.shown import PartScreen
from ui.screens.care import CareScreen, LanguagesScreen, TimeScreen
from ui.screens.home import HomeScreen
from ui.screens.matches import MatchesScreen
from ui.screens.players import Chair, PlayersScreen
from ui.screens.table import TableScreen
from ui.sound.sounds import Sounds
from ui.sound.voice import Voice
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.result_picture import End
from ui.stage.scene import Spot
from ui.storage.habits import PLACES, Seating
from ui.storage.saver import Saver
from ui.table.buttons import Buttons
from ui.table.session import Inbox
from ui.table.spoken import Spoken
from ui.widgets.layout import Rect, place_widget
from ui.widgets.pad import HOLD_SECONDS, Pad

NOON = WallTime(1_700_049_600_000)
"""2023-11-15 12:00 UTC."""
SETTLED = 0.35
"""Seconds until a table considers everything on its screen seen, so that taps count."""
MOST = 22
"""Most players that any game takes."""
T = TypeVar("T", bound=Widget)
K = TypeVar("K")


class Desk:
    """A frame in the test window, with a clock and buttons that the test drives."""

    def __init__(
        self,
        rig: Rig,
        store: Path,
        saver: Saver | None = None,
        inbox: Inbox | None = None,
        first: int = 0,
        machine: Machine | None = None,
        *,
        new: bool = False,
        language: str = "en",
    ) -> None:
        """`new`: no game was ever set up at this table, so each shows its set-up before the first match.

        `language` is the one to choose if the table asks for it at its first start; "" chooses none.
        """
        self.rig = rig
        self.clock = HandClock(Instant(1_000_000_000), NOON)
        self.alarm = TableAlarm(self.clock)
        self.inbox = inbox or Inbox()
        self.hands = HandButtons(self.inbox, self.clock, self.alarm)
        self.buttons = self.wired()
        self.saver = saver or Saver(store, self.inbox.post, retry=60)
        self.sounds = Sounds(store.parent / "sounds")
        numbers = count(first)
        self.services = Services(
            self.clock,
            self.inbox,
            self.saver,
            self.buttons,
            self.sounds,
            lambda: f"match-{store.stem}-{next(numbers)}-{id(self):x}",
            machine or Machine(checks=packages.checks.copy),
        )
        self.frame = Frame(self.services)
        rig.show(self.frame)
        rig.opened.append(self.close)
        self.resize()
        self.frame.start()
        self.until(lambda: self.frame.screen is not None)
        if language and isinstance(self.frame.screen, LanguagesScreen):
            self.tap(self.frame.screen[f"language {language}"])
            self.tap(self.frame.screen["next"])
            if self.services.machine.time is not None:
                self.until(lambda: isinstance(self.frame.screen, TimeScreen))
                self.tap(self.frame.screen["next"])
        if not new:
            sheets = (shipped_sheet(name).name for name in shipped())
            each = (set_up_for(name, n) for name in FACES for n in range(1, MOST + 1))
            self.frame.habits = replace(self.frame.habits, set_up=(*FACES, *each, *sheets))

    def wired(self) -> Buttons:
        """Return this table's buttons, which are simulated."""
        return self.hands.buttons

    def resize(self) -> None:
        from kivy.core.window import Window

        place_widget(self.frame, Rect(0, 0, *Window.size))
        self.pump(3)

    def on_panels(self, sizes: Sequence[tuple[int, int, float]]) -> Iterator[str]:
        """Resize the frame to each width, height and density, yielding the size; then restore it."""
        before = Metrics.density
        for width, height, density in sizes:
            Metrics.density = density
            place_widget(self.frame, Rect(0, 0, width, height))
            self.rig.pump(2)
            yield f"{width} x {height}"
        Metrics.density = before
        self.resize()

    def in_every_look(self) -> Iterator[tuple[Rect, str]]:
        """Show the frame in each look on both panels, landscape and upright; yield the window and its name.

        Light, large text and the left hand are tested together: what fits all three fits each.
        """
        for look in (LOOKS[0], LOOKS[-1]):
            self.frame.use(look)
            for (width, height), density in DENSITIES.items():
                Metrics.density = density
                window = Rect(0, 0, width, height)
                place_widget(self.frame, window)
                yield window, f"{width}x{height} {look}"
        Metrics.density = 1.0
        self.frame.use(theme.Theme())
        self.resize()

    def pump(self, frames: int = 2) -> None:
        """Pass frames and handle what other threads posted."""
        for _ in range(frames):
            self.inbox.drain()
            self.frame.begin_frame()
            self.rig.pump()

    def until(self, what: object) -> None:
        """Pass frames until `what()` is true."""

        def holds() -> bool:
            self.inbox.drain()
            assert callable(what)
            return bool(what())

        self.rig.until(holds, beside=self._saving)
        self.pump(3)

    def _saving(self) -> bool:
        """Whether the saver has work to do or answers to deliver."""
        return bool(self.saver._answers) or not self.saver._changed._waiters  # type: ignore[attr-defined]

    def read(self, question: Callable[[Store], K]) -> K:
        """Ask the store a question and wait for the answer."""
        answers: list[K | None] = []
        self.saver.ask(question, answers.append)
        self.until(lambda: answers)
        return there(answers[0])

    def screen(self, kind: type[T]) -> T:
        """Wait for a screen of this kind and return it."""
        self.until(lambda: isinstance(self.frame.screen, kind))
        assert isinstance(self.frame.screen, kind)
        return self.frame.screen

    def sit_at(self, seating: Seating) -> None:
        """Seat people on the players' page, which must be in front."""
        self.screen(PlayersScreen).take(seating)

    @property
    def front(self) -> list[Widget]:
        """What a finger can reach: an open sheet and the bar, or the table, or the frame."""
        table = self.frame.table
        if table is not None:
            sheet = table.opened or table.dialog
            return [sheet, table.bar] if sheet is not None else [table]
        return [self.frame]

    @property
    def table(self) -> TableScreen:
        return self.screen(TableScreen)

    @property
    def verdict(self) -> VerdictDialog:
        assert isinstance(self.table.dialog, VerdictDialog), self.table.dialog
        return self.table.dialog

    @property
    def win(self) -> WinDialog:
        assert isinstance(self.table.dialog, WinDialog), self.table.dialog
        return self.table.dialog

    @property
    def matches(self) -> MatchesScreen:
        """Wait for the list of matches to be read."""
        screen = self.screen(MatchesScreen)
        self.until(lambda: screen.matches is not None)
        return screen

    @property
    def refusal(self) -> RefusalDialog:
        assert isinstance(self.table.dialog, RefusalDialog), self.table.dialog
        return self.table.dialog

    @property
    def entry(self) -> Any:  # each game's own
        """The entry of the open sheet."""
        assert isinstance(self.table.opened, EntryDialog), self.table.opened
        return self.table.opened.entry

    def setting(self, name: str) -> Widget:
        """Turn to the settings page that has the named line and return its pad."""
        care = self.screen(CareScreen)
        while name not in care:
            self.tap(care["settings down"])
        pad: Widget = care[name]
        return pad

    def history(self) -> HistoryDialog:
        """Return the history, opening it by its pad if it isn't open."""
        if not isinstance(self.table.opened, HistoryDialog):
            self.tap(self.table.bar.history)
        return the(HistoryDialog, self.table.opened)

    def tap_entry(self, row: int) -> HistoryDialog:
        """Tap a row of the history, counted from the newest."""
        history = self.history()
        self.tap(history[f"entry {history.lines[row].entry.n}"])
        return history

    def settle(self) -> None:
        """Let the table settle, so that the next tap counts."""
        self.rig.time.seconds += SETTLED
        self.pump(3)

    def look(self) -> None:
        """Mark what is in front as seen, so that the next tap counts at once."""
        for layer in filter(None, (self.frame, self.frame.table)):
            layer.front_seen()

    def tap(self, pad: Widget) -> None:
        self.look()
        self.rig.tap(pad)
        self.pump(3)
        assert not (stale := out_of_date(self.frame)), stale

    def pad(self, words: str, within: Widget | None = None) -> Pad:
        """Return the pad with these words, turning the pages of what is in front to find it."""
        room, way = within or self.frame, " up"
        while not (found := [pad for pad in pads_in(room) if pad.title.text == words]):
            sheet = self.front[0]
            named = sheet._named() if isinstance(sheet, PartScreen) else {}
            turners = (pad for name, pad in named.items() if name.endswith(way) and isinstance(pad, Pad))
            turner = next((pad for pad in turners if pad.live), None)
            if turner is None and way == " up":
                way = " down"
                continue
            assert turner is not None, f"{words!r} is not among {[pad.title.text for pad in pads_in(room)]}"
            self.tap(turner)
        return found[0]

    def tap_on(self, words: str, within: Widget | None = None) -> None:
        self.tap(self.pad(words, within))

    def hold_on(self, words: str, within: Widget | None = None) -> None:
        """Hold the pad with these words until it acts."""
        self.rig.hold(self.pad(words, within), HOLD_SECONDS)
        self.pump(3)

    def deal(self, game: str, players: int, level: str = "counting") -> TableScreen:
        face = FACES[game]()
        self.frame.deal(face, face.facts(players, {}, Level(level), Seat(0)), theme.plates()[:players])
        table = self.table
        self.settle()
        return table

    def seat(self, players: int, *, level: str = "counting") -> TableScreen:
        """Deal Ungle Speed to this many players."""
        return self.deal("ungle-speed", players, level)

    def sit_down(self, players: int) -> TableScreen:
        """Go by touch from the home screen to a table with this many players."""
        self.tap(self.screen(HomeScreen)["game ungle-speed"])
        for n in range(players):
            self.sit(n * (PLACES // players))
        self.play()
        table = self.table
        self.settle()
        return table

    def sit(self, place: int) -> None:
        """Tap a chair."""
        self.touch_chairs(Chair(place))

    def touch_chairs(self, spot: Spot) -> None:
        """Tap something on the table of the players' page."""
        stage = self.screen(PlayersScreen)["table"]
        self.rig.tap_at(*stage.to_window(*stage.scene.middle(spot)))
        self.pump(3)

    def play(self) -> None:
        """Tap *Play* on the players' page and wait until another screen follows."""
        people = self.screen(PlayersScreen)
        self.tap(people["next"])
        self.until(lambda: self.frame.screen is not people)

    def turn(self, times: int = 1) -> None:
        """Tap the large pad this many times."""
        for _ in range(times):
            self.tap(self.table.side.pads[-1])
            self.settle()

    def grab(self, *presses: tuple[int, float]) -> None:
        """Press buttons, given as (seat, ms after the first), and wait until the announcement has gone."""
        self.press(*presses)
        self.until(lambda: not self.table.flash.shown)

    def press(self, *presses: tuple[int, float]) -> None:
        """Press buttons, given as (seat, ms after the first), and let the pad rule."""
        start = self.clock.now()
        for seat, after in sorted(presses, key=lambda press: press[1]):
            at = Instant(start + round(after * MILLISECOND))
            if at > self.clock.now():
                self.alarm.advance(Nanoseconds(at - self.clock.now()))
            self.hands.press_at(Seat(seat), at)
        self.alarm.advance(Nanoseconds(80 * MILLISECOND))
        self.hands.let_go()
        self.alarm.advance(Nanoseconds(200 * MILLISECOND))
        self.pump(4)
        self.settle()

    def go_on(self, players: Any) -> None:  # each game's own
        """Have simulated players make their next report, or put right what is wrong."""
        table, session = self.table, self.table.session
        if session.match.hold is not None:
            session.submit(PutRight())
        elif table.front.reading:
            table.front.read_on()
        elif not isinstance(players, UnglePlayers):
            session.submit(players.act(session.match.state))
        else:
            deed = players.next(session, table.presenter)[0].deed
            if isinstance(deed, Submitted):
                table.tell_now(deed.report)
            elif isinstance(deed, PressedNow):
                self.grab(*deed.presses)

    def simulated(self, game: str, count: int, steps: int) -> Iterator[int]:
        """Deal a game to simulated players; yield the number of reports so far, before each and at the end.

        `count` indexes the game's possible numbers of players.
        """
        face = FACES[game]()
        players = face.counts[count]
        people = recalled(game, players)
        self.frame.deal(face, face.facts(players, {}, Level.COUNTING, Seat(0)), theme.plates()[:players])
        for step in range(steps):
            self.settle()
            yield step
            if self.table.session.match.outcome is not None:
                return
            self.go_on(people)

    def close(self) -> None:
        self.rig.opened.remove(self.close)
        self.frame.close()
        self.rig.clear()

    def die(self) -> None:
        """End as a killed process does: only the file is closed."""
        self.rig.opened.remove(self.close)
        self.saver.close()
        self.rig.clear()


class Recalled:
    """Simulated players whose actions are remembered by state, so that replaying a match is quick."""

    def __init__(self, players: Any, did: list[tuple[Any, Any]]) -> None:
        self._players, self._did = players, did
        self._acted = self._asked = 0

    def act(self, state: Any) -> Any:
        """Return the next report; once a match differs from the remembered one, forget the rest of it."""
        n, self._asked = self._asked, self._asked + 1
        if n < len(self._did) and self._did[n][0] != state:
            del self._did[n:]
        if n == len(self._did):
            for before, _ in self._did[self._acted :]:
                self._players.act(before)
            self._did.append((state, self._players.act(state)))
            self._acted = self._asked
        return self._did[n][1]


_DID: dict[tuple[str, int], list[tuple[Any, Any]]] = {}


def recalled(game: str, count: int) -> Any:
    """Return a game's players, with what this many of them did in earlier tests."""
    players = FACES[game]().players(7)
    # Ungle Speed's players also look at the screen, and need no cache: they decide quickly.
    if isinstance(players, UnglePlayers):
        return players
    return Recalled(players, _DID.setdefault((game, count), []))


class Listening(Voice):
    """A voice that remembers everything it is given to say."""

    def __init__(self) -> None:
        super().__init__()
        self.level = "turns"
        self.all: list[Spoken] = []

    def say(self, spoken: Spoken | None, level: str = "verdicts") -> bool:
        if spoken is not None:
            self.all.append(spoken)
        return super().say(spoken, level)


def the(kind: type[K], it: object) -> K:
    """Return `it`, which must be of this kind."""
    assert isinstance(it, kind), it
    return it


def there(it: K | None) -> K:
    """Return `it`, which must not be None."""
    assert it is not None
    return it


def pads_in(widget: Widget) -> list[Pad]:
    """Return all pads in a widget, itself included."""
    found = [widget] if isinstance(widget, Pad) else []
    for child in widget.children:
        found += pads_in(child)
    return found


def said_at(end: End) -> list[str]:
    """Return every text in the picture of an end."""
    lines = (text for line in end.lines for text in (line.name, line.figure, line.note))
    return [text for text in (end.title, *lines, *end.remarks, *end.why.splitlines(), end.length) if text]
