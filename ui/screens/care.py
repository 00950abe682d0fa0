"""Settings: a list with switches and values, and its pages: shutdown, time, language, self-check."""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, field
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from companion.places import languages_path
from ui.appliance import care_words as words
from ui.appliance import report_words
from ui.appliance.crash_message import CheckResult
from ui.appliance.machine import MachineEnd, Timekeeping
from ui.language import languages
from ui.language import words as frame_words
from ui.language.phrases import capital, translated
from ui.parts.layout import MARGIN_MM
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Figure, Header, Line, Pages, Part, Screen, Tap, Text, column, row
from ui.stage import theme
from ui.storage.saver import Saver
from ui.storage.startup import Version
from ui.widgets.layout import DialogPanel

LINE_MM, WIDE_MM, MOST_LINE_MM, GAP_MM = 11.4, 44.0, 15.0, 2.0
"""Height, least width and most height of a line, and the gap between lines."""
END_MM = 13.5
"""Height of the row of pads that end something."""


class CareScreen(PartScreen):
    """The list that `lines` returns; pads in `ends` must be held.

    `trouble` returns why a setting isn't saved, or "". `on`: this is a step of a new table's first start.
    """

    lines: Callable[[], Sequence[Line | Figure]]
    ends: Sequence[tuple[str, str, Callable[[], None]]]
    back: Tap
    trouble: Callable[[], str]
    title: str = words.SETTINGS
    on: Tap = None

    def part(self) -> Screen:
        """Return the list, and the pads that end something below it."""
        ends = [
            Button(title, words.HOLD_HINT, held, held=True, name=name, role=theme.body)
            for name, title, held in self.ends
        ]
        foot = [row(*ends, mm=END_MM)] if ends else []
        header = Header(self.title, self.trouble(), self.back, self.on, warns="hint")
        return Screen(header, column(_listed(self.lines(), "settings"), *foot))


def _listed(lines: Sequence[Line | Figure], name: str) -> Pages:
    """Return lines in pages, in the form of all settings."""
    return Pages(tuple(lines), LINE_MM, WIDE_MM * theme.LARGER, MOST_LINE_MM, GAP_MM, name=name)


# The last page: whether everything is saved, and when the table may be unplugged.


UNDER_WAY = {
    MachineEnd.OFF: (words.SHUTTING_DOWN, words.UNPLUG),
    MachineEnd.AGAIN: (words.RESTARTING, words.BACK_SOON),
    MachineEnd.UPDATE: (words.UPDATING, words.LEAVE_STICK),
}
"""Title and text while the machine is ending."""
REFUSED = {
    MachineEnd.OFF: words.CANT_SHUT_DOWN,
    MachineEnd.AGAIN: words.CANT_RESTART,
    MachineEnd.UPDATE: words.CANT_UPDATE,
}
"""Title if the machine refuses."""


class EndingScreen(PartScreen):
    """Shows the progress of a shutdown; if it can't go on, why, with pads to go back or end `anyway`."""

    margin_mm = (MARGIN_MM, MARGIN_MM)

    ending: MachineEnd
    back: Callable[[], None]
    anyway: Callable[[], None]
    message: tuple[str, str] = (words.SAVING_ALL, "")
    pads: tuple[Button, ...] = ()

    def saved(self) -> None:
        """Show that everything is saved, and the machine has been asked."""
        self._say(*UNDER_WAY[self.ending])

    def unsaved(self, why: str) -> None:
        """Show that something isn't saved: the table decides."""
        anyway = Button(words.END_ANYWAY, on_tap=self.anyway, held=True, name="anyway")
        self._say(words.NOT_ALL_SAVED, words.unsaved(why), self._way_back, anyway)

    def refused(self, why: str) -> None:
        """Show that the machine refuses."""
        under = why if self.ending is MachineEnd.UPDATE else words.refused(why)
        self._say(REFUSED[self.ending], under, self._way_back)

    @property
    def _way_back(self) -> Button:
        return Button(frame_words.BACK, on_tap=self.back, primary=True, name="back")

    def _say(self, title: str, under: str, *pads: Button) -> None:
        self.message, self.pads = (title, under), pads
        self.compose()

    def part(self) -> Part:
        """Return the texts in the middle, and pads below if somebody has to decide."""
        title, under = self.message
        return column(
            Column(),
            Text(title, theme.title, bold=True, wraps=True, align="center"),
            Text(under, theme.heading, wraps=True, align="center", name="under"),
            Column(),
            row(*self.pads, mm=theme.PRIMARY_MM),
        )


# The changes in each version, shown once after an update, and on request.

ROW_MM, MOST_ROW_MM, CHANGES_GAP_MM = 12.4, 15.0, 1.6


class WhatsNewScreen(PartScreen):
    """The changes in `versions`, newest first; `title` says why they are shown, `on_word` names a pad."""

    title: str
    now: str
    versions: Sequence[Version]
    back: Callable[[], None]
    on_word: str = ""

    def part(self) -> Screen:
        """Return a row for each change, below its version's name if there are several."""
        rows: list[Part] = []
        for version in self.versions:
            if version.name != self.now or len(self.versions) > 1:
                rows.append(Text(words.version(version.name), theme.heading, bold=True, dim=True))
            rows += [_change(change) for change in version.changes]
        on = self.back if self.on_word else None
        header = Header(self.title, words.version(self.now), self.back, on, self.on_word)
        changes = Pages(tuple(rows), ROW_MM, highest_mm=MOST_ROW_MM, gap=CHANGES_GAP_MM, name="changes")
        return Screen(header, changes)


def _change(text: str) -> Column:
    return Column((Text(translated(text), wraps=True, share=1),), gap=0, panel=True)


# The machine's time zone and clock, set by hand if no network does it.

YEARS = (2026, 2099)
FIELDS = ("year", "month", "day", "hour", "minute")
PLACE_MM, PLACE_WIDE_MM = 11.4, 34.0
"""Height and least width of a pad with a place's name."""


class TimeScreen(PartScreen):
    """The time zone, and a clock that is set with one pad.

    `at` is the time that is shown: the machine's, then as it is being changed. `by_net`: the network sets the
    clock. `on`: this is a step of a new table's first start.
    """

    keeping: Timekeeping
    saver: Saver
    zone: str
    places: tuple[str, ...]
    back: Tap
    _: KW_ONLY
    by_net: bool = False
    on: Tap = None
    message: str = ""
    wrong: bool = False
    area: str | None = None
    """The part of the world whose places are shown; "" lists the parts; None: no zone is being chosen."""

    def start(self) -> None:
        """Show the machine's time."""
        self.at = self.keeping.local_time()

    def _zone_set(self, zone: str, why: str) -> None:
        self.zone, self.at = self.zone if why else zone, self.keeping.local_time()
        self.say(words.clock_not_set(why) if why else "", wrong=bool(why))

    def _clock_set(self, at: datetime, why: str) -> None:
        message = words.clock_not_set(why) if why else words.clock_is_set(f"{at:%H:%M}")
        self.say(message, wrong=bool(why))

    def look_at(self, area: str | None) -> None:
        """Show the places in a part of the world, the list of parts (""), or the clock again (None)."""
        self.area = area
        self.compose()

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message in the header."""
        self.message, self.wrong = message, wrong
        self.compose()

    def part(self) -> Screen:
        """Return zone and clock, or places to choose from."""
        if self.area is not None:
            return self._world(self.area)
        hint = self.message or (words.BY_NET if self.by_net else words.WITHOUT_NET)
        header = Header(words.TIME, hint, self.back, self.on, warns="hint" if self.wrong else "")
        at_world = partial(self.look_at, "") if self.places else None
        zone = Line(words.ZONE, words.zone_place(self.zone) or words.NO_ZONE, at_world, name="zone")
        pages = _listed((zone, *(() if self.by_net else self._clock())), "time")
        set_pad = Button(words.SET_CLOCK, on_tap=self._set, primary=True, mm=theme.PRIMARY_MM, name="set")
        return Screen(header, column(pages, *(() if self.by_net else (set_pad,))))

    def _clock(self) -> tuple[Figure, ...]:
        at = self.at
        days = monthrange(at.year, at.month)[1]

        def figure(name: str, caption: str, least: int, most: int) -> Figure:
            change = partial(self._change, name)
            return Figure(getattr(at, name), change, least, most, caption=caption, name=name)

        return (
            figure("hour", words.HOUR, 0, 23),
            figure("minute", words.MINUTE, 0, 59),
            figure("day", words.DAY, 1, days),
            figure("month", words.MONTH, 1, 12),
            figure("year", words.YEAR, *YEARS),
        )

    def _change(self, name: str, value: int) -> None:
        at = {field: getattr(self.at, field) for field in FIELDS} | {name: value}
        # Clamp the day to the month's last.
        at["day"] = min(at["day"], monthrange(at["year"], at["month"])[1])
        self.at = datetime(**at)
        self.say("")

    def _set(self) -> None:
        self.say(words.SETTING_CLOCK)
        self.saver.run_in_thread(partial(self.keeping.set_clock, self.at), partial(self._clock_set, self.at))

    def _world(self, area: str) -> Screen:
        if area:
            inside = [place for place in self.places if place.startswith(f"{area}/")]
            items = [
                (words.zone_place(place), partial(self._choose, place), place == self.zone)
                for place in inside
            ]
            title, back = words.AREAS[area], partial(self.look_at, "")
        else:
            areas = {place.partition("/")[0] for place in self.places}
            items = [
                (title, partial(self.look_at, name), self.zone.startswith(f"{name}/"))
                for name, title in words.AREAS.items()
                if name in areas
            ]
            title, back = words.ZONE, partial(self.look_at, None)
        pads = tuple(
            Button(place, on_tap=tap, chosen=chosen, cut=True, role=theme.body, name=f"place {n}")
            for n, (place, tap, chosen) in enumerate(items)
        )
        name = f"places {area}"
        pages = Pages(pads, PLACE_MM, PLACE_WIDE_MM * theme.LARGER, MOST_LINE_MM, GAP_MM, name=name)
        return Screen(Header(title, words.ZONE_HINT, back), pages)

    def _choose(self, zone: str) -> None:
        self.area = None
        self.say(words.SETTING_CLOCK)
        self.saver.run_in_thread(partial(self.keeping.set_zone, zone), partial(self._zone_set, zone))


# The table's language: a pad for each one that is installed, in its own words.

PAD_MM, LANGUAGE_WIDE_MM, MOST_MM = 14.0, 44.0, 20.0
"""Height, least width and most height of a pad."""


class LanguagesScreen(PartScreen):
    """Languages to choose from; `speak` receives the tapped one's code, `now` is the present one's.

    Without `back` it is the first screen of a new table. `who` is a person's name: then this is about that
    person's language, "" for the table's. Otherwise "" means English.
    """

    now: str
    speak: Callable[[str], None]
    back: Tap
    who: str = ""

    def start(self) -> None:
        """Find the installed languages, once."""
        self._found = languages.catalogues(languages_path())
        self._unread = {code for code, path in self._found.items() if languages.unread(path)}

    def part(self) -> Screen:
        """Return the pads; if the chosen language can't be used, the hint says why."""
        now = self.now or ("" if self.who else languages.ENGLISH)
        named = {"": words.AS_THE_TABLE} if self.who else {}
        named |= {code: languages.name(code) for code in (languages.ENGLISH, *self._found)}
        # What applies to all of them is said once, in the hint.
        unread = words.ALL_UNREAD if self._unread >= {*self._found} else ""
        hint = languages.trouble or unread
        pads = tuple(
            Button(
                name,
                words.UNREAD if code in self._unread and not unread else "",
                partial(self.speak, code),
                chosen=code == now,
                name=f"language {code or 'table'}",
            )
            for code, name in named.items()
        )
        title = words.language_of(self.who) if self.who else words.LANGUAGE
        header = Header(title, hint, self.back, warns="hint" if languages.trouble else "")
        return Screen(header, Pages(pads, PAD_MM, LANGUAGE_WIDE_MM, MOST_MM, name="languages"))


# The self-check: each thing that the table needs, and what to do if it isn't well.

CHECK_ROW_MM, LONG_ROW_MM, LONG = 13.0, 23.0, 80
"""Height of a row, and of all rows if a remedy has more than LONG letters."""
GROWN = 2.5
"""How many times as high a row may be if there is room, so that all of its text can be read."""
MARK_MM, NAME, HEAD_MM = 11.0, 0.27, 6.0
"""Width of the state's word, the name's share of the width, and height of both on an upright screen."""


class SelfCheckScreen(PartScreen, DialogPanel):
    """All results of the doctor, failed ones first; `look` starts the checks and calls back with them.

    With `checks` it is a page at the start, which leads on to play. Otherwise somebody has opened it; it runs
    the checks and can repeat them, and leads to the `report`. `move_away` moves a damaged file of matches
    away.
    """

    look: Callable[[Callable[[list[CheckResult]], None]], None]
    back: Callable[[], None]
    checks: list[CheckResult] = field(default_factory=list)
    report: Tap = None
    move_away: Tap = None
    looking: bool = False

    def start(self) -> None:
        """Run the checks, unless there are results already."""
        self.paint(theme.GROUND)
        self._on = (self.back, words.PLAY_ON) if self.checks else (self.look_again, words.LOOK_AGAIN)
        if not self.checks:
            self.look_again()

    def look_again(self) -> None:
        """Run the checks again."""
        self.looking = True
        self.compose()
        self.look(self.show)

    def show(self, checks: list[CheckResult]) -> None:
        """Show the results."""
        self.checks, self.looking = checks, False
        self.compose()

    def part(self) -> Screen:
        """Return a row for each result."""
        failed = [check for check in self.checks if not check.ok]
        hint = words.troubles(len(failed)) if failed else words.ALL_WELL
        hint = words.LOOKING if self.looking else hint
        header = Header(words.SELF_CHECK, hint, self.back, *self._on, not self.looking)
        shown = [*failed, *(check for check in self.checks if check.ok)]
        if self.move_away is not None:
            shown = [replace(check, remedy=check.by_pad or check.remedy) for check in shown]
        rows = (_row(check, upright=self.upright) for check in shown)
        high = LONG_ROW_MM if any(len(check.remedy) > LONG for check in shown) else CHECK_ROW_MM
        pages = Pages(tuple(rows), high, highest_mm=high * GROWN, gap=1.6, name="checks")
        pads = []
        if self.move_away is not None and any(check.damaged for check in failed):
            title, hint = words.MOVE_AWAY, words.MOVE_AWAY_HINT
            pads.append(Button(title, hint, self.move_away, role=theme.body, held=True, name="move away"))
        if self.report is not None:
            title, hint = report_words.TITLE, report_words.HINT
            pads.append(Button(title, hint, self.report, role=theme.body, name="report"))
        if not pads:
            return Screen(header, pages)
        return Screen(header, column(pages, row(*pads, mm=theme.TARGET_MM)))


def _row(check: CheckResult, *, upright: bool) -> Part:
    """Return a result's row: a word for its state, its name, what was found, and what to do.

    On an upright screen (`upright`), what was found takes the whole width.
    """
    mark, tone = (words.WELL, theme.READY) if check.ok else (words.NOT_WELL, theme.WARNING)
    texts = [Text(capital(check.what), theme.small, wraps=True, cut=True)]
    if check.remedy:
        texts.append(Text(capital(check.remedy), theme.small, dim=True, wraps=True))
    rim = None if check.ok else theme.WARNING
    how = Text(mark, theme.small, bold=True, tone=tone, align="center", mm=MARK_MM)
    name = Text(check.name, bold=True, wraps=True, share=NAME)
    if upright:
        return Column((Column(), row(how, name, mm=HEAD_MM * theme.LARGER), *texts, Column()), 0, True, rim)
    line = row(how, name, column(Column(), *texts, Column(), gap=0, share=1 - NAME), gap=1.5, share=1)
    return Column((line,), panel=True, rim=rim)
