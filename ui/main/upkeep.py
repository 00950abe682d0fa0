"""The screens that care for the table, from the home screen and back.

They are imported when they are needed: a table that resumes its match starts without them.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.game import Seat
from companion.journal import NamePlate
from companion.places import tryout_path
from companion.store import Store
from ui.appliance import care_words as words
from ui.appliance import crash_message, tryout
from ui.appliance.crash_message import CheckResult
from ui.appliance.machine import MachineEnd
from ui.appliance.screen_file import SLEEPS, TENTHS, TURNS
from ui.appliance.tryout import TableParts, Tryout
from ui.console import club
from ui.games import package_words, packages
from ui.language import languages
from ui.language import words as frame_words
from ui.parts.values import Figure, Line, Tap
from ui.stage import theme
from ui.storage import startup
from ui.storage.startup import SOUND, THEME, VOICE
from ui.table.spoken import Spoken

if TYPE_CHECKING:
    from ui.appliance.update import UpdateFound
    from ui.main.frame import Frame, Services
    from ui.screens.care import CareScreen, EndingScreen

SIMULATED_SHOWN = 6
"""Seats shown if no buttons are wired."""

Handing = Callable[[list[CheckResult]], None]


class Upkeep:
    """Shows the care screens and does what their lines say."""

    def __init__(self, services: "Services", go: "Frame") -> None:
        self._machine, self._saver, self._buttons = services.machine, services.saver, services.buttons
        self._sounds, self._voice, self._clock = services.sounds, services.voice, services.clock
        self._go = go
        self.version_seen = ""
        """The version whose news this table has shown; "" at its very first start."""
        self._update: UpdateFound | None = None
        self._waiting: int | None = None
        self._settings: CareScreen | None = None
        self._looks = 0
        self.tried = Tryout()
        self._kept_badly = ""

    def open(self) -> None:
        """Show the settings."""
        from ui.screens.care import CareScreen

        ends = [
            ("restart", words.RESTART, partial(self.end, MachineEnd.AGAIN)),
            ("shut_down", words.SHUT_DOWN, partial(self.end, MachineEnd.OFF)),
        ]
        ends = ends if self._machine.appliance else []
        self._settings = screen = CareScreen(self._lines, ends, self._go.home, lambda: self._kept_badly)
        self._go.show(screen)

        def counted(read: tuple[int | None] | None) -> None:
            if read is not None and read != (self._waiting,):
                (self._waiting,) = read
                if screen.parent is not None:
                    screen.compose()

        self._saver.ask(lambda store: (club.waiting(store),), counted)
        self.stick_changed()

    def stick_changed(self) -> None:
        """Look for an update if the settings are open: a stick may have been plugged in or out."""
        screen = self._settings
        if self._machine.update is None or screen is None or screen.parent is None:
            return
        self._looks += 1
        look = self._looks

        def looked(update: "UpdateFound | None") -> None:
            # The stick that an earlier look found may be out again.
            if look == self._looks:
                self._update = update
                if screen.parent is not None:
                    screen.compose()

        self._saver.run_in_thread(partial(self._look_for_update, self._machine.update), looked)

    def _look_for_update(self, look: "Callable[[], UpdateFound | None]") -> "UpdateFound | None":
        """Return the update on a stick, or the last one if it was rolled back; not for the UI thread."""
        update, result = None, self._machine.updated()
        # A stick that can't be read has no update.
        with suppress(OSError):
            update = look()
        return result if update is None and result is not None and result.why == "went_back" else update

    def _update_line(self) -> list[Line]:
        update = self._update
        if update is None:
            return []
        value = words.UPDATE_NOT_TAKEN if update.why else words.update_offer(update.version, update.now)
        tap = partial(self._ask_update, update)
        return [Line(words.UPDATE, value, tap, warning=bool(update.why), name="update")]

    def _ask_update(self, update: "UpdateFound") -> None:
        from ui.dialogs.notice import NoticeDialog

        settings = self._settings
        assert settings is not None, "its line is among them"
        back = (frame_words.BACK, partial(settings.lay_over, None))
        title, text = words.UPDATE_TITLE, words.update_ask(update.version, update.now)
        pads = [(words.UPDATE_NOW, partial(self.end, MachineEnd.UPDATE)), back]
        if update.why:
            title, text, pads = words.CANT_UPDATE, words.update_sentence(update), [back]
        settings.lay_over(NoticeDialog(title, text, pads, warning=bool(update.why)))

    def _lines(self) -> list[Line | Figure]:
        """Return a line for each setting, the most wanted first."""
        still = theme.now.still
        move = partial(self._use, replace(theme.now, still=not still), self.open)
        wrong = sum(not check.ok for check in packages.checks)
        amiss = package_words.amiss(wrong) if wrong else words.SELF_CHECK_HINT
        version = words.version(startup.this_version())
        screen, lock = self._machine.screen, self._machine.lock
        heard = 0 if self._sounds.muted else round(self._sounds.percent / 10)
        speaks = languages.name(theme.now.language)
        choose = partial(self._show_languages, self.open, self.open)
        lines: list[Line | Figure] = [
            Line(words.LANGUAGE, speaks, choose, name="language"),
            Figure(heard, self._set_volume, most=10, caption=words.SOUND, name="sound"),
            self._voice_line(),
            *self._brightness(),
            *(self._switch(name, self.open) for name in words.LOOKS),
            Line(words.MOVEMENT, on=not still, on_tap=move, name="movement"),
        ]
        if self._machine.appliance:
            minutes = words.after_minutes(screen.sleep)
            lines += [Line(words.SLEEP, minutes, self._next_sleep, name="sleep"), self._turn_line()]
        if self._machine.time is not None:
            set_time = partial(self._show_time, self.open, None)
            lines.append(Line(words.TIME, words.TIME_HINT, set_time, name="time"))
        if lock is not None:
            lines.append(Line(words.LOCK, words.LOCK_HINT, lock, name="lock"))
        return [
            *lines,
            Line(words.BUTTONS, words.BUTTONS_HINT, self._try_buttons, name="buttons"),
            Line(words.NAMES, words.NAMES_HINT, self._names_in, name="names"),
            Line(words.COPIES, words.COPIES_HINT, self._copies, name="copies"),
            Line(words.CLUB, words.club_waits(self._waiting), self._club, name="club"),
            Line(words.TRY_TABLE, words.TRY_TABLE_HINT, self._try_table, name="try_table"),
            Line(
                words.SELF_CHECK,
                amiss,
                partial(self.self_check, self.open),
                warning=bool(wrong),
                name="self_check",
            ),
            *self._update_line(),
            Line(words.WHATS_NEW, version, self._tell_versions, name="whats_new"),
        ]

    def _switch(self, name: str, then: Callable[[], None]) -> Line:
        on = bool(getattr(theme.now, name))
        turned = replace(theme.now, **{name: not on})
        return Line(words.LOOKS[name], on=on, on_tap=partial(self._use, turned, then), name=name)

    def _brightness(self) -> list[Figure]:
        now = self._machine.brightness()

        def bright(tenths: int) -> None:
            self._set_screen(brightness=tenths)

        if now is None:
            return []
        return [Figure(now, bright, 1, TENTHS, caption=words.BRIGHTNESS, name="brightness")]

    def _turn_line(self) -> Line:
        return Line(words.TURN_PICTURE, words.TURNED[self._machine.screen.turned], self._turn, name="turn")

    def _changed(self) -> None:
        """Show the settings again, with the change."""
        if self._settings is not None:
            self._settings.compose()

    # After an update.

    def news(self) -> bool:
        """Show what has changed, once after an update; return whether there was anything to show."""
        now = startup.this_version()
        if self.version_seen == now:
            return False
        changed = bool(self.version_seen)  # at the very first start, nothing is news
        self.version_seen = now
        self._saver.set(startup.SEEN, now)
        if changed:
            from ui.screens.care import WhatsNewScreen

            versions = startup.versions()[:1]
            title = words.now_version(now)
            self._go.show(WhatsNewScreen(title, now, versions, self._go.home, frame_words.GO_ON))
        return changed

    def _tell_versions(self) -> None:
        from ui.screens.care import WhatsNewScreen

        now = startup.this_version()
        self._go.show(WhatsNewScreen(words.WHATS_NEW, now, startup.versions(), self.open))

    # The self-check.

    def self_check(self, back: Callable[[], None]) -> None:
        """Show the self-check."""
        from ui.screens.care import SelfCheckScreen

        here = partial(self.self_check, back)
        report = None if self._machine.report is None else partial(self._report, here)
        self._go.show(SelfCheckScreen(self._look, back, report=report, move_away=self._may_move_away()))

    def _report(self, back: Callable[[], None]) -> None:
        from ui.screens.sticks import ReportScreen

        assert self._machine.report is not None
        self._go.show(ReportScreen(self._saver, back, self._machine.report))

    def look_for_troubles(self) -> None:
        """Check everything at the start; show what prevents playing on top of the present screen."""

        def hand(results: list[CheckResult]) -> None:
            wrong = self._machine.troubles(results)
            if wrong:
                from ui.screens.care import SelfCheckScreen

                move_away = self._may_move_away()
                self._go.cover(SelfCheckScreen(self._look, self._go.uncover, wrong, move_away=move_away))

        self._look(hand)

    def _may_move_away(self) -> Callable[[], None] | None:
        """Return what moves the file of matches away; None if a match is open: its record would be torn."""
        return None if self._go.playing else self._move_away

    def _move_away(self) -> None:
        from ui.dialogs.notice import NoticeDialog

        def answered(moved: Path | str) -> None:
            warning = isinstance(moved, str)
            text = words.not_moved_away(moved) if isinstance(moved, str) else words.moved_away(moved.name)
            self._go.uncover()
            pads = [(frame_words.GO_ON, self._go.home)]
            self._go.show(NoticeDialog(words.MOVE_AWAY, text, pads, warning=warning))

        self._saver.move_away(frame_words.iso_day(self._clock.wall()), answered)

    def _look(self, hand: Handing) -> None:
        """Run the checks in the background: some of them start other programs."""

        def look() -> list[CheckResult]:
            try:
                return self._machine.checks()
            except Exception as error:  # noqa: BLE001 - a check that breaks is a finding too
                fault = frame_words.broken(crash_message.kind(error))
                return [CheckResult(words.SELF_CHECK, False, fault, "")]

        self._saver.run_in_thread(look, hand)

    # Try this table.

    def tried_before(self, matches: int, go_on: Callable[[], None], *, ask: bool) -> bool:
        """Go on with trying the table after a start, or offer it once if `ask`; return whether it did either.

        `matches` is the number of saved matches; `go_on` comes afterwards. It is offered only with real
        buttons.
        """
        offers = ask and not self.tried.offered and not self._buttons.simulated
        self.tried, back = self.tried.started(self._machine.boot, matches)
        shows = offers or self.tried.running
        if shows:
            self._show_tryout(self.tried.go("begin") if offers else self.tried, go_on, back=back)
        return shows

    def _try_table(self) -> None:
        finished = self.tried.results and self.tried.open_step(self._parts().steps) == "end"
        self._show_tryout(self.tried.go("end" if finished else "begin"), self.open)

    def _show_tryout(self, tried: Tryout, leave: Callable[[], None], *, back: bool = False) -> None:
        from ui.screens.tryout import Tools, TryoutScreen

        def again() -> None:
            self._show_tryout(self.tried, leave)

        report = None if self._machine.report is None else partial(self._report, again)
        parts, keep = self._parts(), self._keep_tryout
        if tried.at not in (*parts.steps, "begin", "end"):
            tried = tried.go("begin")
        tools = Tools(parts, self._buttons, self._sounds, self._machine, keep, leave, self._look, report)
        self._go.show(TryoutScreen(tried, tools, back))

    def _parts(self) -> TableParts:
        """Return what can be tried on this table."""
        machine, buttons = self._machine, self._buttons
        return TableParts(
            () if buttons.simulated else buttons.seats,
            buttons.lamps,
            machine.touch(),
            machine.sound(),
            dimming=machine.brightness() is not None,
            sleep=machine.nap is not None,
            plug=bool(machine.boot),
        )

    def _keep_tryout(self, tried: Tryout, on_saved: Callable[[Tryout | None], None]) -> None:
        """Save the progress in the saver's thread, before the plug test with the number of matches."""
        self.tried = tried

        def write(store: Store) -> Tryout | None:
            counts = tried.at == "plug" and tried.result is None
            written = replace(tried, matches=store.shelf([], 0).count) if counts else tried
            try:
                tryout.save(tryout_path(store.path), written)
            except OSError:
                return None
            return written

        self._saver.ask(write, on_saved)

    # What the lines do.

    def _try_buttons(self) -> None:
        from ui.screens.sensors import SensorsScreen

        # Seats without a button in between are shown too: the file may leave some out.
        count = SIMULATED_SHOWN if self._buttons.simulated else max(self._buttons.seats, default=0) + 1
        plates: list[NamePlate] = list(theme.plates()[:count])
        seats = [(plate, frame_words.seat_number(Seat(n))) for n, plate in enumerate(plates)]
        self._go.show(SensorsScreen(seats, self._buttons, self.open))

    def _copies(self) -> None:
        from ui.screens.sticks import CopiesScreen

        # A copy may go on with a match that was played here and left.
        self._go.let_go()
        self._go.show(CopiesScreen(self._saver, self.open, self._go.playing))

    def _club(self) -> None:
        from ui.screens.sticks import ClubScreen

        self._go.show(ClubScreen(self._saver, self.open))

    def _names_in(self) -> None:
        from ui.screens.sticks import NamesInScreen

        self._go.show(NamesInScreen(self._saver, self.open, self._go.learned))

    def _set_volume(self, tenths: int) -> None:
        self._sounds.muted, self._sounds.percent = not tenths, 10 * tenths or self._sounds.percent
        self._saver.set(SOUND, self._sounds.setting)
        self._sounds.play("turn")
        self._changed()

    def _voice_line(self) -> Line:
        level, trouble = self._voice.level, self._voice.trouble
        if trouble == "missing":
            return Line(words.VOICE, words.VOICE_TROUBLES[trouble], name="voice", live=False)
        wrong = level != "off" and bool(trouble)
        value = words.VOICE_TROUBLES[trouble] if wrong else words.VOICE_LEVELS[level]
        return Line(words.VOICE, value, self._next_voice, warning=wrong, name="voice")

    def _next_voice(self) -> None:
        self._voice.step()
        self._saver.set(VOICE, self._voice.level)
        self._voice.say(Spoken((), str(words.VOICE_LEVELS[self._voice.level])))
        self._changed()

    def _use(self, chosen: theme.Theme, then: Callable[[], None]) -> None:
        self._go.use(chosen)
        self._saver.set(THEME, chosen.setting)
        then()

    def first_steps(self, go_on: Callable[[], None], *, new: bool) -> bool:
        """Ask for language, picture and time on a `new` machine that is the table's own; return whether."""
        if new and self._machine.appliance:
            self._show_languages(partial(self._first_picture, go_on), None)
            return True
        return False

    def _first_picture(self, go_on: Callable[[], None]) -> None:
        from ui.screens.care import CareScreen

        again = partial(self._first_picture, go_on)

        def lines() -> list[Line | Figure]:
            looks = (self._switch(name, again) for name in words.LOOKS)
            return [self._turn_line(), *self._brightness(), *looks]

        timed = self._machine.time is not None
        on = partial(self._show_time, None, go_on) if timed else go_on
        self._settings = CareScreen(lines, [], None, lambda: self._kept_badly, words.PICTURE_RIGHT, on)
        self._go.show(self._settings)

    # The time.

    def _show_time(self, back: Tap, on: Tap) -> None:
        from ui.screens.care import TimeScreen

        time = self._machine.time
        assert time is not None

        def show(read: tuple[str, tuple[str, ...], bool]) -> None:
            zone, places, by_net = read
            self._go.show(TimeScreen(time, self._saver, zone, places, back, by_net=by_net, on=on))

        self._saver.run_in_thread(lambda: (time.zone(), time.places(), time.by_net()), self._go.later(show))

    def _show_languages(self, then: Callable[[], None], back: Callable[[], None] | None) -> None:
        from ui.screens.care import LanguagesScreen

        def speak(code: str) -> None:
            self._use(replace(theme.now, language=code), then)

        self._go.show(LanguagesScreen(theme.now.language, speak, back))

    def _next_sleep(self) -> None:
        self._set_screen(sleep=SLEEPS[(SLEEPS.index(self._machine.screen.sleep) + 1) % len(SLEEPS)])

    def _turn(self) -> None:
        self._set_screen(turned=TURNS[(TURNS.index(self._machine.screen.turned) + 1) % len(TURNS)])

    def _set_screen(self, **changes: int) -> None:
        self._machine.screen = replace(self._machine.screen, **changes)
        trouble = self._machine.keep_screen(self._machine.screen)
        self._kept_badly = words.not_kept(trouble) if trouble else ""
        self._changed()

    # The end.

    def end(self, ending: MachineEnd) -> None:
        """Save everything, then have the machine end as asked; the screen shows the progress."""
        from ui.screens.care import EndingScreen

        screen = EndingScreen(ending, self._go.home, lambda: self._end(ending, screen))
        self._go.show(screen)
        self._saver.try_again()

        def written(answer: bool | None) -> None:
            trouble = self._go.trouble
            if answer is None or trouble:
                screen.unsaved(trouble)
            else:
                self._end(ending, screen)

        # Questions are answered after everything unsaved has been tried.
        self._saver.ask(lambda store: True, written)

    def _end(self, ending: MachineEnd, screen: "EndingScreen") -> None:
        screen.saved()

        def ask() -> str:
            before = self._machine.updated()
            reason = self._machine.end(ending)
            if reason and ending is MachineEnd.UPDATE:
                result = self._machine.updated()
                # If the system didn't start the update, the last message is an earlier one's.
                if result is None or (before is not None and result.told == before.told):
                    return words.UPDATE_NOT_ALLOWED
                return words.update_sentence(result)
            return reason

        def answered(reason: str) -> None:
            if reason:
                screen.refused(reason)

        self._saver.run_in_thread(ask, answered)
