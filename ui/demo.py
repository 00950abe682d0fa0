"""A simulated table plays a match by itself on the real screens."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui import environment, offscreen
from ui.places import cache_path

if TYPE_CHECKING:
    from ui.frame import Frame, Services

# Seconds between what happens, at speed 1; a verdict is read, the rest is routine.
TURN, READ = 1.0, 3.2

LIFT = 0.15
"""Seconds after which hands leave the buttons."""

MOST = 4000
"""Events after which a match that won't end is left alone."""


class Conductor:
    """Moves the simulated players on, one thing after the other; `on_end` gets the words of the result."""

    def __init__(self, frame: "Frame", services: "Services", seed: int, speed: float) -> None:
        from ui.players import Players

        self.frame = frame
        self.result = ""
        self.on_end: Any = None  # a function of one string, or None
        self._services = services
        self._players = Players(seed)
        self._speed = speed
        self._steps = 0

    def begin(self, players: int, level: Any) -> None:  # a companion.game.Level
        """Seat everybody and start."""
        from companion.game import Seat
        from ui import theme
        from ui.games.registry import FACES

        face = FACES["ungle-speed"]()
        plates = theme.plates()[:players]
        self.frame.deal(face, face.facts(players, {}, level, Seat(0)), plates)
        self._after(TURN, self.step)

    def step(self, *_: object) -> None:
        """Do the next thing."""
        table = self.frame.table
        self._steps += 1
        if table is None or self._steps > MOST:
            self._end("")
            return
        session = table.session
        if session.outcome is not None:
            self._end(table.presenter.result(session.outcome, session.view).title)
            return
        if session.hold is not None:
            session.put_right(session.shown)
        elif table.reading:
            table.read_on()
        elif session.view.chase is not None:
            self._answer(table)
        else:
            self._act(table)
            return
        self._after(TURN, self.step)

    def _act(self, table: Any) -> None:  # a TableScreen
        from ui.players import Told

        session = table.session
        happens = self._players.act(session.match.state, session.shown)
        if isinstance(happens, Told):
            table.tell_now(happens.report)
            self._after(TURN, self.step)
            return
        buttons = self._services.buttons
        start = self._services.clock.now()
        for seat, after in happens.presses:
            buttons.press_at(seat, start + round(after * 1_000_000))
        self._after_lift(happens.presses)

    def _after_lift(self, presses: tuple[tuple[Any, float], ...]) -> None:
        from kivy.clock import Clock

        def lift(*_: object) -> None:
            for seat, _after in presses:
                self._services.buttons.release(seat)
            self._after(READ, self.step)

        Clock.schedule_once(lift, LIFT)

    def _answer(self, table: Any) -> None:
        """Say what it was; the winner of several splits evenly."""
        session = table.session
        sheet = table.presenter.sheet(session.view)
        if sheet is not None and sheet.split is not None:
            count = len(sheet.split.seats)
            each, more = divmod(sheet.split.cards, count)
            cards = tuple(each + (n < more) for n in range(count))
            table.tell_now(table.presenter.shared(sheet.split, cards, sheet.split.seats[0]))
        elif sheet is not None and sheet.choices:
            table.tell_now(sheet.choices[0].report)

    def _end(self, result: str) -> None:
        self.result = result
        if self.on_end is not None:
            self.on_end(result)

    def _after(self, seconds: float, what: Any) -> None:
        from kivy.clock import Clock

        Clock.schedule_once(what, seconds / self._speed)


def run(
    players: int = 6, seed: int = 1, speed: float = 1.0, size: str = "1280x720", offscreen: bool = False
) -> None:
    """Play one match; with a window the result stays until it is closed, without one it is printed."""
    _prepare(size, offscreen)
    import click

    from companion.clock import SystemClock
    from companion.game import Level
    from ui.frame import Frame, Services
    from ui.inbox import Inbox
    from ui.kivy_app import CompanionApp, wake_with_kivy
    from ui.saver import Saver
    from ui.sounds import Sounds
    from ui.wiring import simulated_buttons

    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        clock, inbox = SystemClock(), Inbox()
        wake_with_kivy(inbox)
        buttons = simulated_buttons(inbox, clock)
        saver = Saver(Path(folder) / "matches.db", inbox.post)
        services = Services(clock, inbox, saver, buttons, Sounds(cache_path() / "sounds"))
        frame = Frame(services)
        conductor = Conductor(frame, services, seed, speed)
        app = CompanionApp(frame, services, begin=lambda: conductor.begin(players, Level.WATCHING))

        def ended(result: str) -> None:
            if offscreen:
                app.stop()

        conductor.on_end = ended
        app.run()
        click.echo(conductor.result)


def _prepare(size: str, without_display: bool) -> None:
    if without_display:
        offscreen.prepare(size)
    else:
        environment.prepare(environment.display_of(size, os.environ), cache_path())
