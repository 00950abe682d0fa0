"""The way from quick stops back to play: the safe screen, and what it leads to."""

from collections.abc import Callable

from msgspec import Struct

from ui.main.upkeep import Upkeep
from ui.screens.safe import SafeNavigation, SafeScreen
from ui.stage.kivy_types import Widget
from ui.storage import startup
from ui.storage.saver import Saver
from ui.storage.startup import StartupData


class SafeStart(Struct):
    """What a safe start uses of the frame; `aside` puts the match that was open aside."""

    saver: Saver
    put_in_front: Callable[[Widget], None]
    remember: Callable[[StartupData], None]
    upkeep: Upkeep
    go_on: Callable[[], None]
    aside: Callable[[], None]

    def show(self, stops: int, last_words: str) -> None:
        """Ask the store which match was open, if it can be read, and show the safe screen."""
        go = SafeNavigation(
            self.go_on, self.aside, lambda: self.upkeep.self_check(lambda: self.show(stops, last_words))
        )

        def known(found: StartupData | None) -> None:
            match = None
            if found is not None:
                self.remember(found)
                last = found.last
                if last is not None and not last.over:
                    match = last
            self.put_in_front(SafeScreen(stops, go, last_words, match))

        self.saver.ask(startup.read_safely, known)
