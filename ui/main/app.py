"""The touchscreen app. Importing this is cheap: Kivy is imported later, once its environment is set."""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.places import cache_path, last_words_path, screen_path, starts_path, writable
from ui.appliance import care_words, screen_file
from ui.appliance.crash_message import LastWords, say_no_values
from ui.appliance.heartbeat import QuickStops, this_boot
from ui.appliance.launch import EXIT, Launch, decide, give_up, prepare_kivy, tell_console, window_problems
from ui.main import garbage

if TYPE_CHECKING:
    from ui.main.kivy_app import CompanionApp


def run(store: Path, seats: Path, size: str = "1280x720", *, kiosk: bool = False) -> None:
    """Open the window and run the app until it is closed.

    On a desktop, SetupError for a bad seats file; on the table's own machine (`kiosk`, or a panel without a
    desktop) the screen says what is wrong. SystemExit if there is no screen.
    """
    launch = decide(size, kiosk=kiosk, screen=screen_file.load(screen_path(store)))
    if launch.appliance:
        run_appliance(launch, store, seats)
        return

    def opened(cache: Path) -> "CompanionApp":
        from ui.main.kivy_app import open_app

        return open_app(store, seats, cache)

    _run(launch, opened)


def run_appliance(launch: Launch, store: Path, seats: Path) -> None:
    """Run on the table's own machine; each launch decision is written to standard error."""
    say_no_values()
    for decision in launch.decisions:
        sys.stderr.write(f"{decision}\n")
    stops = QuickStops(starts_path(store), this_boot())
    last_words = LastWords(last_words_path(store))
    if stops.safe:
        text = last_words.before or care_words.SAFE_SILENT
        tell_console([care_words.safe_line(stops.count), *text.splitlines()])
    last_words.listen()
    # If nothing can be written, the count of stops can't be either; the screen will soon say that nothing is
    # saved.
    with suppress(OSError):
        stops.begin()
    # A SIGTERM before the first picture is deliberate; after it the app handles the signal itself.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

    def opened(cache: Path) -> "CompanionApp":
        from ui.main.kivy_appliance import open_appliance

        return open_appliance(launch, store, seats, cache, stops, last_words.before)

    try:
        _run(launch, opened)
    except SystemExit as ended:
        if ended.code in (0, EXIT):
            with suppress(OSError):
                stops.forgive()
        raise
    except Exception as error:
        last_words.say(error)
        raise
    last_words.close()


def _run(launch: Launch, opened: "Callable[[Path], CompanionApp]") -> None:
    """Open the window, show the first picture while the app is opened, and run it."""
    cache = writable(cache_path())
    open_window(launch, cache)
    from ui.main.splash import Splash

    splash = Splash()
    splash.show()
    app = opened(cache)
    splash.hide()
    garbage.spare_what_is_there()
    app.run()


def open_window(launch: Launch, cache: Path) -> None:
    """Have Kivy open its window; SystemExit, with the reasons, if it can't."""
    garbage.collect_here_only()
    log: list[str] = []
    if launch.has_display:
        prepare_kivy(launch, cache)
        from kivy.core.window import Window

        if Window is not None:
            return
        from kivy.logger import LoggerHistory

        log = [record.getMessage() for record in LoggerHistory.history]
    from ui.console.doctor import libraries

    give_up(window_problems(launch, libraries(), log))
