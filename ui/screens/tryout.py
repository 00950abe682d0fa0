"""*Try this table*: tests one part after the other; the machine judges what it can, the owner the rest."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from math import dist

from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.grab import Touch, rounded
from companion.journal import NamePlate
from ui.appliance import report_words
from ui.appliance import tryout_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.machine import Machine
from ui.appliance.tryout import FINGERS, HANDS, At, Step, TableParts, Tryout
from ui.language.words import seat_number
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Header, Line, Pages, Part, Screen, Text, column, row
from ui.sound.sounds import Sounds
from ui.stage import theme
from ui.stage import tryout_picture as picture
from ui.stage.kivy_types import Touch as Finger
from ui.stage.scene import Drawing as Scenery
from ui.table import grabbed
from ui.table.buttons import ButtonChanged, Buttons, LaterPresses, News, Seized, Voided
from ui.table.names import listed
from ui.table.photo_finish import photo_finish
from ui.table.presenting import PhotoFinish
from ui.table.wire_board import numbered_plate
from ui.widgets.layout import rect_of

BEAT, COUNT, WAIT = 0.7, 3, -6
"""Seconds per beat, the number to count down from, and the count at which waiting for hands ends."""


@dataclass(eq=False, repr=False)
class CountIn:
    """Counts down to a trial grab; the buttons are armed from the start. `changed` is called to redraw.

    `on_result` receives the margin between two hands and the error band, in nanoseconds, or None if an
    earlier result is void. `beat` is the count; at 0 and below, hands are awaited; None if it isn't counting.
    `message` describes the last grab, and `finish` is its photo finish.
    """

    buttons: Buttons
    sounds: Sounds
    changed: Callable[[], None]
    on_result: Callable[[tuple[int, int] | None], None]
    beat: int | None = None
    message: str = ""
    finish: PhotoFinish | None = None

    def __post_init__(self) -> None:
        self._seized: Seized | None = None
        self._beats = Clock.create_trigger(self._count, BEAT)

    def start(self, seats: Collection[int]) -> None:
        """Start counting down for these seats."""
        self.rest()
        self.beat = COUNT
        self.buttons.play(tuple(map(Seat, seats)))
        self.buttons.arm(True)
        self.sounds.play("tap")
        self._beats()
        self.changed()

    def rest(self) -> None:
        """Stop counting, forget the result, and switch off the winner's lamp."""
        if self.beat is not None:
            self._stop("")
        if self._seized is not None:
            self.buttons.light(())
        self.message, self.finish, self._seized = "", None, None

    def hear(self, news: Seized | LaterPresses | Voided) -> None:
        """Take news from the buttons."""
        if isinstance(news, Voided):
            if self.beat is not None or self._seized is not None:
                self._stop(words.again_for(grabbed.why_again(news.reason)))
                self.finish = None
                self.on_result(None)
        elif self.beat is not None:
            if isinstance(news, Seized):
                self._seized = news
            if self._seized is not None and news.arming == self._seized.arming:
                self._rank(self._seized, news.touches)

    def _count(self, _seconds: float) -> None:
        if self.beat is None:
            return
        self.beat -= 1
        if self.beat >= 0:
            self.sounds.play("tap" if self.beat else "grab")
        if self.beat > WAIT:
            self._beats()
        else:
            self._stop(words.NOBODY if self._seized is None else words.ONE_HAND)
        self.changed()

    def _stop(self, message: str) -> None:
        self._beats.cancel()
        self.beat, self.message = None, message
        self.buttons.arm(False)

    def _rank(self, seized: Seized, touches: tuple[Touch, ...]) -> None:
        """Once two hands have come, describe who was first and by how much, for `on_result`."""
        grab = grabbed.with_touches(grabbed.grab_of(seized), touches)
        if len({touch.seat for touch in grab.touches}) < HANDS:
            return
        self.finish = grabbed.finish(grab, lambda _touch: "")
        names = listed([seat_number(seat) for seat in seized.first])
        margin = rounded(grab.touches[1].after - grab.touches[0].after, seized.band)
        if len(seized.first) == 1:
            self._stop(words.first(names, grabbed.by_how_much(grab, seat_number)))
        else:
            margin = min(margin, seized.band)
            self._stop(words.tie(names))
        self.on_result((margin, seized.band))


# The screen itself.

LINE_MM, WIDE_MM, MOST_LINE_MM = 14.2, 70.0, 17.0
"""Height, least width and most height of a result on the last page."""
STRIP_MM, SIDE_MM = 22.0, 16.0
"""Height of the strips with the rings in the corners, and width of the margins between them."""
DIM_SECONDS, DARK = 2.0, 1
"""How long the screen is dimmed, and its brightness then, in tenths."""


class Tools(Struct, frozen=True):
    """What the screen works with, and where it leads.

    `keep` saves the state and calls back with what was saved, None if that failed. `look` runs the doctor and
    calls back with the results. `report` opens the table's report, if there is one.
    """

    has: TableParts
    buttons: Buttons
    sounds: Sounds
    machine: Machine
    keep: Callable[[Tryout, Callable[[Tryout | None], None]], None]
    leave: Callable[[], None]
    look: Callable[[Callable[[list[CheckResult]], None]], None]
    report: Callable[[], None] | None = None

    def seat_name(self, seat: Seat) -> str:
        """Return a button's name."""
        return seat_number(seat)

    def seat_plate(self, seat: Seat) -> NamePlate:
        """Return a button's mark, with its number."""
        return numbered_plate(seat)

    def plates(self, seats: Sequence[int]) -> dict[int, NamePlate]:
        """Return these buttons' marks by seat."""
        return {seat: self.seat_plate(Seat(seat)) for seat in seats}


class PersonSays(Struct, frozen=True):
    """Pads of a step that only people can judge: one that does it, one for failure, one for success."""

    do: str
    no: str
    yes: str


BY_EAR_AND_EYE: dict[Step, PersonSays] = {
    "sound": PersonSays(words.PLAY, words.SILENT, words.HEARD),
    "dimming": PersonSays(words.DIM, words.STAYED, words.DIMMED),
    "sleep": PersonSays(words.SLEEP, words.STAYED_ON, words.SLEPT),
}


class TryoutScreen(PartScreen):
    """The page of the step that `state` is at; `back`: the table has just restarted after being off."""

    state: Tryout
    tools: Tools
    back: bool = False

    def start(self) -> None:
        """Begin with no button down, nothing armed and no lamp lit."""
        self.checks: list[CheckResult] = []
        self.grab = CountIn(self.tools.buttons, self.tools.sounds, self.compose, self._grab_result)
        self._brighter = Clock.create_trigger(self._brighten, DIM_SECONDS)
        self._bright: int | None = None
        self._lit: int | None = None
        self._forget()
        self._save()
        self._begin_step()

    def _forget(self) -> None:
        """Reset what belongs to a single step."""
        self.down: set[int] = set()
        self._fingers: set[int] = set()
        self.message = ""
        self.done = False
        self.saved: bool | None = None

    # From step to step.

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self.tools.has.steps

    def _to(self, state: Tryout) -> None:
        """Go to another state, save it and show it."""
        before, self.state = self.state, state
        if state.at != before.at:
            self.leave()
            self._forget()
            self.back = False
        if state != before:
            self._save()
        if state.at != before.at:
            self._begin_step()
        self._light()
        self.compose()

    def _save(self) -> None:
        self.saved = None
        self.tools.keep(self.state, partial(self._written, self.state))

    def _written(self, state: Tryout, saved: Tryout | None) -> None:
        if state is self.state:
            self.saved, self.state = saved is not None, saved or state
            if state.at == "plug" and self.parent is not None:
                self.compose()

    def _begin_step(self) -> None:
        if self.state.at == "end":
            self.tools.look(self._show_checks)
        self._light()

    def _show_checks(self, checks: list[CheckResult]) -> None:
        self.checks = checks
        if self.parent is not None:
            self.compose()

    def _open(self, step: At) -> None:
        self._to(self.state.go(step, self.tools.machine.boot))

    def _again(self) -> None:
        self.leave()
        self._forget()
        self._to(self.state.again())

    def _not_now(self) -> None:
        self._to(self.state.paused())
        self.tools.leave()

    def leave(self) -> None:
        """Restore the buttons, lamps and brightness."""
        self.grab.rest()
        self.tools.buttons.play(())
        if self._brighter.is_triggered:
            self._brighter.cancel()
            self._brighten()
        if self._lit is not None:
            self._lit = None
            self.tools.buttons.light(())

    # Buttons and lamps.

    def hear(self, news: News) -> None:
        """Take news from a button."""
        match news:
            case ButtonChanged(seat, state):
                self._changed(seat, state.state)
            case Seized() | LaterPresses() | Voided():
                self.grab.hear(news)

    def _changed(self, seat: int, state: str) -> None:
        has, at = self.tools.has, self.state
        if state == "pressed":
            # "pressed" is reported again once the press has lasted.
            begins = seat not in self.down
            self.down.add(seat)
            if begins and at.lamp(has.lamps) is not None:
                self._to(at.lamp_was(seat, has.lamps))
                return
        elif seat in self.down:
            self.down.discard(seat)
            if state == "open" and at.at == "buttons" and at.result is None:
                self._to(at.pressed(seat, has.buttons))
                return
        self.compose()

    def _light(self) -> None:
        """Light the lamp that is being asked about."""
        lit = self.state.lamp(self.tools.has.lamps)
        if lit != self._lit:
            self._lit = lit
            self.tools.buttons.light(() if lit is None else (Seat(lit),))

    # A grab.

    def _count_in(self) -> None:
        self._again()
        self.grab.start(self.tools.has.buttons)

    def _no_grab(self) -> None:
        self._again()
        self._to(self.state.with_result(False))

    def _grab_result(self, figures: tuple[int, int] | None) -> None:
        self._to(self.state.again() if figures is None else self.state.with_result(True, *figures))

    # Fingers.

    def on_touch_down(self, touch: Finger) -> bool | None:
        """Take where fingers touch, and how many."""
        taken = super().on_touch_down(touch)
        at = self.state
        if at.result is not None or touch.is_mouse_scrolling:
            return taken
        if at.at == "fingers":
            self._fingers.add(touch.uid)
            self._count()
        elif at.at == "corners" and not taken:
            ring = picture.corner(rect_of(self), len(at.seen), theme.mm(1))
            missed = dist(ring, touch.pos) / theme.mm(1)
            state = at.corner(missed)
            self.message = "" if state is not at else words.beside(round(missed))
            self._to(state)
        return taken

    def on_touch_up(self, touch: Finger) -> bool | None:
        """Count the fingers that are left."""
        if touch.uid in self._fingers:
            self._fingers.discard(touch.uid)
            self._count()
        return super().on_touch_up(touch)

    def _count(self) -> None:
        if self.state.at == "fingers":
            self._to(self.state.fingers(len(self._fingers)))

    # What is done for people to judge.

    def _do(self) -> None:
        match self.state.at:
            case "sound":
                sounds = self.tools.sounds
                muted, sounds.muted = sounds.muted, False
                sounds.play("win")
                sounds.muted = muted
                self._did()
            case "dimming":
                if self._bright is None:
                    self._bright = self.tools.machine.brightness()
                self.tools.machine.brighten(DARK)
                self._brighter()
            case "sleep":
                if self.tools.machine.nap is not None:
                    self.tools.machine.nap(self._did)

    def _did(self) -> None:
        self.done = True
        self.compose()

    def _brighten(self, *_: object) -> None:
        if self._bright is not None:
            self.tools.machine.brighten(self._bright)
            self._bright = None
        self._did()

    # How it looks.

    def part(self) -> Part:
        """Return the current step's page."""
        match self.state.at:
            case "begin":
                return self._first_page()
            case "end":
                return self._last_page()
            case step:
                if step == "corners" and self.state.result is None:
                    return self._corners()
                return self._page(step)

    def _first_page(self) -> Part:
        tried, go_on = bool(self.state.results), partial(self._open, self.state.open_step(self._steps))
        return Screen(
            Header(words.TITLE, back=self._not_now, name="header"),
            column(
                Drawing(partial(picture.sitting, theme.plates()[:6]), share=1, name="picture"),
                Text(words.ABOUT, theme.heading, wraps=True, align="center", name="message"),
                row(
                    Button(words.NOT_NOW, on_tap=self._not_now, name="not now"),
                    Button(words.GO_ON if tried else words.BEGIN, on_tap=go_on, primary=True, name="on"),
                    mm=theme.PRIMARY_MM,
                ),
            ),
        )

    def _page(self, step: Step) -> Part:
        state, result = self.state, self.state.result
        hint = words.step_of(self._steps.index(step) + 1, len(self._steps))
        header = Header(
            words.TITLES[step],
            words.CAME_BACK if self.back and step != "plug" else hint,
            partial(self._open, state.after(self._steps, -1)),
            partial(self._open, state.after_result(self._steps)) if result is not None else None,
            name="header",
        )
        texts: list[Part] = []
        pads = [Button(words.NOT_NOW, on_tap=self._not_now, name="not now")]
        if result is None:
            question = words.ASKS[step] if step != "lamps" or self._hands_answer else words.IS_IT_LIT
            message = self.message or self.grab.message or question
            if step == "plug" and not self.saved:
                message = words.SAVING if self.saved is None else words.CANT_SAVE
            skip = partial(self._open, state.after(self._steps, 1))
            pads += [Button(words.SKIP, on_tap=skip, name="skip"), *self._pads(step)]
        else:
            message = self.grab.message or words.outcome(step, result)
            pads.append(Button(words.AGAIN, on_tap=self._again, name="again"))
            if not result.ok:
                texts = [Text(self._remedy(step), dim=True, wraps=True, align="center", name="do")]
        return Screen(
            header,
            column(
                Drawing(self._picture(step), share=1, name="picture"),
                Text(message, theme.heading, bold=True, wraps=True, align="center", name="message"),
                *texts,
                row(*(replace(pad, role=theme.body) for pad in pads), mm=theme.PRIMARY_MM),
                gap=2,
            ),
        )

    @property
    def _hands_answer(self) -> bool:
        """Whether every button works, so that pressing one can answer which lamp is lit."""
        tried = self.state.results.get("buttons")
        return tried is not None and tried.ok

    def _picture(self, step: Step) -> Scenery:
        tools, state, result = self.tools, self.state, self.state.result
        if self.grab.finish is not None:
            return photo_finish(self.grab.finish, tools)
        if result is not None:
            return partial(picture.of, "right" if result.ok else "wrong")
        match step:
            case "buttons":
                return partial(picture.buttons, tools.plates(tools.has.buttons), state.seen, self.down)
            case "lamps":
                lit = state.lamp(tools.has.lamps)
                plate = None if lit is None or self._hands_answer else tools.seat_plate(Seat(lit))
                return partial(picture.lamp, plate)
            case "fingers":
                return partial(picture.fingers, len(self._fingers), FINGERS)
            case "grab":
                if self.grab.beat is not None:
                    return partial(picture.large, str(self.grab.beat) if self.grab.beat > 0 else words.GRAB)
                two = tools.plates(tools.has.buttons[:HANDS])
                return partial(picture.buttons, two, (), two)
        return partial(picture.of, step)

    def _pads(self, step: Step) -> list[Button]:
        """Return the pads of a step that has no result yet."""
        state, has = self.state, self.tools.has

        def no(title: str, then: Tryout) -> Button:
            return Button(title, on_tap=partial(self._to, then), name="no")

        def yes(title: str, then: Tryout) -> Button:
            return replace(no(title, then), primary=True, name="yes")

        match step:
            case "buttons":
                return [no(words.NO_ANSWER, state.buttons_end(has.buttons))]
            case "lamps":
                dark = no(words.NO_LAMP, state.lamp_was(None, has.lamps))
                if self._hands_answer:
                    return [dark]
                return [dark, yes(words.LAMP_LIT, state.lamp_was(state.lamp(has.lamps), has.lamps))]
            case "fingers":
                return [no(words.NO_MORE, state.with_result(False, max(state.seen, default=0)))]
            case "sound" | "dimming" | "sleep":
                says = BY_EAR_AND_EYE[step]
                if not self.done:
                    return [Button(says.do, on_tap=self._do, primary=True, name="do it")]
                return [no(says.no, state.with_result(False)), yes(says.yes, state.with_result(True))]
            case "grab":
                failed = [Button(words.NO_GRAB, on_tap=self._no_grab, name="no")] if self.grab.message else []
                count = Button(words.COUNT_US_IN, on_tap=self._count_in, primary=True, name="do it")
                return [*failed, replace(count, live=self.grab.beat is None)]
            case "plug":
                return [no(words.NOT_BACK, state.with_result(False))]
        return []

    def _corners(self) -> Part:
        """Return rings in the corners of the screen, and the texts between them."""
        hit, miss = len(self.state.seen), self.state.with_result(False)
        pads = (
            Button(words.NOT_NOW, on_tap=self._not_now, role=theme.body, name="not now"),
            Button(words.MISSES, on_tap=partial(self._to, miss), role=theme.body, name="no"),
        )
        middle = column(
            Text(words.TITLES["corners"], theme.title, bold=True, wraps=True, align="center", name="title"),
            Text(
                self.message or words.ASKS["corners"],
                theme.heading,
                wraps=True,
                align="center",
                share=1,
                name="message",
            ),
            row(*pads, mm=theme.PRIMARY_MM),
        )
        upper, lower = ([n for n, (_, up) in enumerate(picture.CORNERS) if up == side] for side in (1, 0))
        return column(
            Drawing(partial(picture.rings, hit, upper), mm=STRIP_MM, name="upper"),
            row(Text("", mm=SIDE_MM), middle, Text("", mm=SIDE_MM), share=1),
            Drawing(partial(picture.rings, hit, lower), mm=STRIP_MM, name="lower"),
            gap=0,
        )

    def _last_page(self) -> Part:
        """Return all results, failed ones first with their remedies; each leads to its step again."""
        results, steps = self.state.results, self._steps
        failed = [step for step in steps if step in results and not results[step].ok]
        untried = [step for step in steps if step not in results]
        passed = [step for step in steps if step in results and results[step].ok]
        title = words.some_untried(len(untried)) if untried else words.ALL_WELL
        title = words.amiss(len(failed)) if failed else title
        lines = tuple(map(self._line, (*failed, *untried, *passed)))
        least, most = LINE_MM * theme.LARGER, MOST_LINE_MM * theme.LARGER
        pages = Pages(lines, least, WIDE_MM, most, 1.6, name="results")
        header = Header(title, words.TAP_AGAIN, self._not_now, self._not_now, words.DONE, name="header")
        if self.tools.report is None:
            return Screen(header, pages)
        pad = Button(report_words.TITLE, report_words.HINT, self.tools.report, role=theme.body, name="report")
        return Screen(header, column(pages, row(pad, mm=theme.TARGET_MM)))

    def _line(self, step: Step) -> Line:
        result = self.state.results.get(step)
        if result is None:
            return Line(words.NAMES[step], words.UNTRIED, partial(self._open, step), name=step)
        message = words.outcome(step, result)
        if not result.ok:
            message = f"{message} {self._remedy(step)}"
        again, warning = partial(self._open, step), not result.ok
        return Line(words.NAMES[step], message, again, warning=warning, wraps=True, name=step)

    def _remedy(self, step: Step) -> str:
        """Return a step's remedy: the buttons' notice, the doctor's, or else the usual one."""
        if step in ("buttons", "lamps", "grab") and self.tools.buttons.notice:
            return self.tools.buttons.notice
        for check in self.checks:
            if not check.ok and check.name == words.DOCTOR.get(step):
                return f"{check.what}. {check.remedy}"
        return words.REMEDIES[step]
