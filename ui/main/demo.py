"""A simulated table that plays a match by itself on the real screens."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.places import cache_path, writable
from ui.appliance import launch
from ui.appliance.launch import decide
from ui.console.words import demo_stopped, say
from ui.games.players import READ, TURN, HandStep, Tapped
from ui.language import words
from ui.stage import offscreen

if TYPE_CHECKING:
    from ui.main.frame import Frame, Services

MOST, MOST_IDLE = 4000, 200
"""Plans after which a match that doesn't end is given up: in all, and since the last entry."""


class Conductor:
    """Makes the simulated players act, one step at a time; `on_end` gets the words of the result."""

    def __init__(self, frame: "Frame", services: "Services", game: str, seed: int, speed: float) -> None:
        from ui.games.registry import FACES
        from ui.main.hands import Hands

        self.frame = frame
        self.result: str | None = None
        self.on_end: Callable[[str], None] | None = None
        self._game = game
        self._players = FACES[game]().players(seed)
        self._hands = Hands(frame, services, speed)
        self._speed = speed
        self._plans = self._idle = self.length = 0
        self._stopped = False

    def begin(self, players: int) -> None:
        """Seat everybody and start the match."""
        from companion.game import Level, Seat
        from ui.games.registry import FACES
        from ui.stage import theme

        face = FACES[self._game]()
        plates = theme.plates()[:players]
        self.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), plates)
        # Everything is in place once a frame has passed.
        self._after(0, lambda: self._after(TURN, self.plan))

    def stop(self) -> None:
        """Stop acting: no finger comes down any more."""
        self._stopped = True

    def plan(self) -> None:
        """Look at the table and do what comes next."""
        table = self.frame.table
        self._plans += 1
        if table is None or self._plans > MOST or self._idle > MOST_IDLE:
            self._end("")
            return
        session = table.session
        self._idle, self.length = self._idle + 1 if session.length == self.length else 0, session.length
        if table.opened is not None or table.drafting:
            # A spectator has opened something, and will close it again.
            self._idle = 0
            self._after(TURN, self.plan)
        elif session.match.outcome is not None:
            self._end(table.presenter.result(session.match.outcome, session.view).title)
        elif session.match.hold is not None:
            self._do((HandStep(Tapped(words.IS_PUT_RIGHT)),))
        elif table.front.reading:
            table.front.read_on()
            self._after(TURN, self.plan)
        else:
            self._do(self._players.next(session, table.presenter))

    def _do(self, steps: tuple[HandStep, ...]) -> None:
        """Do these steps one after the other, then plan again."""
        from ui.dialogs.notice import EntryDialog

        if not steps:
            self._after(TURN, self.plan)
            return
        step, *later = steps

        def after_step(succeeded: bool) -> None:
            table = self.frame.table
            held = table is not None and table.session.match.hold is not None
            wait = READ if held else step.wait
            if succeeded and later:
                self._after(wait, lambda: self._do(tuple(later)))
                return
            if table is not None and not succeeded and isinstance(table.opened, EntryDialog):
                # A spectator was quicker: leave what has been begun.
                table.dialogs.close()
            self._after(wait, self.plan)

        self._hands.do(step.deed, after_step)

    def _end(self, result: str) -> None:
        self.result = result
        if self.on_end is not None:
            self.on_end(result)

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        from kivy.clock import Clock

        def then(_seconds: float) -> None:
            if not self._stopped:
                action()

        Clock.schedule_once(then, seconds / self._speed)


def run(
    game: str,
    players: int,
    seed: int = 1,
    speed: float = 1.0,
    size: str = "1280x720",
    offscreen: bool = False,
) -> None:
    """Play one match. In a window the result stays until it is closed; offscreen it is printed.

    Offscreen an error, or players who stop, end it: it raises ClickException.
    """
    _prepare(size, offscreen)

    from ui.appliance.machine import Machine
    from ui.games.packages import sentence
    from ui.games.registry import FACES
    from ui.main.frame import Frame
    from ui.main.kivy_app import CompanionApp, open_services
    from ui.wiring import simulated_buttons

    # What still looks at the match in the background may hold the folder for a moment longer.
    with tempfile.TemporaryDirectory(prefix="companion-demo-", ignore_cleanup_errors=True) as folder:
        store = Path(folder) / "matches.db"
        services = open_services(store, writable(cache_path()), Machine(), simulated_buttons)
        frame = Frame(services)
        conductor = Conductor(frame, services, game, seed, speed)
        errors: list[Exception] = []

        def failed(error: Exception) -> None:
            errors.append(error)
            ended("")

        app = CompanionApp(
            frame,
            services,
            begin=lambda: conductor.begin(players),
            on_error=failed if offscreen else None,
        )

        def ended(result: str) -> None:
            if offscreen:
                app.stop()

        conductor.on_end = ended
        app.run()
        if errors:
            raise click.ClickException(sentence(errors[0], type(FACES[game]()).__module__))
        if conductor.result is None and offscreen:
            raise click.Abort  # by Ctrl-C
        if conductor.result == "" and offscreen:
            raise click.ClickException(demo_stopped(conductor.length))
        say(conductor.result or "")


def _prepare(size: str, without_display: bool) -> None:
    if without_display:
        offscreen.prepare(size)
    else:
        launch.prepare_kivy(decide(size), writable(cache_path()))
