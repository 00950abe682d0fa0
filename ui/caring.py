"""The way through the screens that care for the table, from the home screen and back.

They are imported when they are wanted: a table that resumes its match starts without them.
"""

import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.journal import Plate
from ui import mishap, theme
from ui import words as frame_words
from ui.appliance import care_words as words
from ui.appliance.machine import Machine
from ui.appliance.power import MachineEnd
from ui.appliance.screen_file import SLEEPS
from ui.beginning import SOUND, THEME
from ui.findings import Finding
from ui.games import package_words, packages
from ui.keeping import whats_new
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.sounds import Sounds
from ui.table.buttons import Buttons
from ui.table.inbox import Inbox

SIMULATED_SHOWN = 6
"""Places that are shown where nothing is wired."""

Handing = Callable[[list[Finding]], None]


if TYPE_CHECKING:
    from ui.screens.ending import EndingScreen


class CareNavigation(Struct):
    """What the way uses of the frame.

    `trouble` is why something isn't being saved, or ""; `playing` are the ids of the matches that are open;
    `use` draws everything in another theme.
    """

    show: Callable[[Widget], None]
    home: Callable[[], None]
    cover: Callable[[Widget], None]
    uncover: Callable[[], None]
    trouble: Callable[[], str]
    playing: Callable[[], Collection[str]]
    use: Callable[[theme.Theme], None]


class Caring:
    """Shows the care screens and does what their tiles say."""

    def __init__(
        self,
        machine: Machine,
        saver: Saver,
        buttons: Buttons,
        sounds: Sounds,
        inbox: Inbox,
        go: CareNavigation,
    ) -> None:
        self._machine, self._saver, self._buttons = machine, saver, buttons
        self._sounds, self._inbox, self._go = sounds, inbox, go
        self._seen = ""

    def open(self) -> None:
        """Show the tiles."""
        from ui.screens.care import CareScreen, Tiles

        appliance = self._machine.appliance
        now = whats_new.this_version()
        tiles = Tiles(
            back=self._go.home,
            buttons=self._try_buttons,
            copies=self._copies,
            sound=self._toggle_sound,
            light=lambda: self._use(replace(theme.now, light=not theme.now.light)),
            large=lambda: self._use(replace(theme.now, large=not theme.now.large)),
            left=lambda: self._use(replace(theme.now, left=not theme.now.left)),
            sleep=self._next_sleep if appliance else None,
            turn=self._turn if appliance else None,
            lock=self._machine.lock,
            self_check=lambda: self.self_check(self.open),
            whats_new=self._tell_versions,
            restart=(lambda: self.end(MachineEnd.AGAIN)) if appliance else None,
            shut_down=(lambda: self.end(MachineEnd.OFF)) if appliance else None,
        )
        sleep = words.after_minutes(self._machine.screen.sleep)
        wrong = sum(not check.ok for check in packages.checks)
        amiss = package_words.amiss(wrong) if wrong else ""
        version, sound = words.version(now), self._sound_now()
        self._go.show(CareScreen(tiles, theme.now, sound=sound, sleep=sleep, version=version, amiss=amiss))

    # After an update.

    def saw(self, version: str) -> None:
        """Take note of which version this table has read about; "" at its very first start."""
        self._seen = version

    def news(self) -> bool:
        """Show what has changed, once after an update; tell whether there was anything to show."""
        now = whats_new.this_version()
        if self._seen == now:
            return False
        changed = whats_new.is_new(self._seen, now)
        self._seen = now
        self._saver.set(whats_new.SEEN, now)
        if changed:
            from ui.screens.whats_new import WhatsNewScreen

            versions = whats_new.versions()[:1]
            title = words.now_version(now)
            self._go.show(WhatsNewScreen(title, now, versions, self._go.home, frame_words.GO_ON))
        return changed

    def _tell_versions(self) -> None:
        from ui.screens.whats_new import WhatsNewScreen

        now = whats_new.this_version()
        self._go.show(WhatsNewScreen(words.WHATS_NEW, now, whats_new.versions(), self.open))

    # The self-check.

    def self_check(self, back: Callable[[], None]) -> None:
        """Show how everything is."""
        from ui.screens.selfcheck import SelfCheckScreen

        self._go.show(SelfCheckScreen(self._look, back))

    def look_for_troubles(self) -> None:
        """Look at everything at the start; say what stands in the way of playing, over whatever is shown."""

        def hand(found: list[Finding]) -> None:
            wrong = self._machine.troubles(found)
            if wrong:
                from ui.screens.selfcheck import SelfCheckScreen

                self._go.cover(SelfCheckScreen(self._look, self._go.uncover, wrong))

        self._look(hand)

    def _look(self, hand: Handing) -> None:
        """Have the checks made beside everything else: some ask other programs."""

        def look() -> None:
            try:
                found = self._machine.checks()
            except Exception as error:  # noqa: BLE001 - a check that breaks is a finding too
                what = frame_words.broken(mishap.kind(error))
                found = [Finding(words.SELF_CHECK, False, what, "")]
            self._inbox.post(lambda: hand(found))

        threading.Thread(target=look, name="self-check", daemon=True).start()

    # Tiles.

    def _try_buttons(self) -> None:
        from ui.screens.sensors import SensorsScreen

        # Seats without a button among them are shown too: their file may leave some out.
        count = SIMULATED_SHOWN if self._buttons.simulated else max(self._buttons.seats, default=0) + 1
        plates: list[Plate] = list(theme.plates()[:count])
        seats = [(plate, frame_words.seat_number(Seat(n))) for n, plate in enumerate(plates)]
        self._go.show(SensorsScreen(seats, self._buttons, self.open, None))

    def _copies(self) -> None:
        from ui.screens.copies import CopiesScreen

        self._go.show(CopiesScreen(self._saver, self.open, self._go.playing()))

    def _sound_now(self) -> str:
        return words.on_off(not self._sounds.muted)

    def _toggle_sound(self) -> str:
        self._sounds.muted = not self._sounds.muted
        self._saver.set(SOUND, self._sounds.setting)
        self._sounds.play("turn")
        return self._sound_now()

    def _use(self, chosen: theme.Theme) -> None:
        self._go.use(chosen)
        self._saver.set(THEME, chosen.setting)
        self.open()

    def _next_sleep(self) -> str:
        screen = self._machine.screen
        sleep = SLEEPS[(SLEEPS.index(screen.sleep) + 1) % len(SLEEPS)]
        return self._set_screen(sleep=sleep, said=words.after_minutes(sleep))

    def _turn(self) -> str:
        return self._set_screen(upside_down=not self._machine.screen.upside_down, said=words.TURN_HINT)

    def _set_screen(self, said: str, **changes: bool | int) -> str:
        self._machine.screen = replace(self._machine.screen, **changes)
        trouble = self._machine.keep_screen(self._machine.screen)
        return words.not_kept(trouble) if trouble else said

    # The end.

    def end(self, ending: MachineEnd) -> None:
        """Have all that waits written, and then ask the machine to end; the screen says how far that is."""
        from ui.screens.ending import EndingScreen

        screen = EndingScreen(ending, self._go.home, lambda: self._end(ending, screen))
        self._go.show(screen)
        self._saver.try_again()

        def written(answer: bool | None) -> None:
            trouble = self._go.trouble()
            if answer is None or trouble:
                screen.unsaved(trouble)
            else:
                self._end(ending, screen)

        # Questions are answered after everything that waited has been tried.
        self._saver.ask(lambda store: True, written)

    def _end(self, ending: MachineEnd, screen: "EndingScreen") -> None:
        screen.saved()

        def ask() -> None:
            why = self._machine.end(ending)
            if why:
                self._inbox.post(lambda: screen.refused(why))

        threading.Thread(target=ask, name="ending", daemon=True).start()
