"""The machine's time zone and clock: chosen and set by hand, where no net does it."""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from functools import partial

from ui.appliance import time_words as words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Figure, Header, Line, Pages, Part, Screen, Tap, column
from ui.screens.care import GAP_MM, LINE_MM, MOST_LINE_MM, WIDE_MM
from ui.stage import theme

YEARS = (2026, 2099)
FIELDS = ("year", "month", "day", "hour", "minute")
PLACE_MM, PLACE_WIDE_MM = 11.4, 34.0
"""Height and least width of a pad with the name of a place."""


@dataclass(eq=False, repr=False)
class TimeScreen(PartScreen):
    """The zone, and a clock that is set with one pad; `set_zone` and `set_clock` go to the system.

    `at` is the time as the machine has it, and then as it is being changed. `by_net`: nobody need set it.
    `on`: it is a step of a new table's first start.
    """

    zone: str
    at: datetime
    places: tuple[str, ...]
    set_zone: Callable[[str], None]
    set_clock: Callable[[datetime], None]
    back: Tap
    _: KW_ONLY
    by_net: bool = False
    on: Tap = None
    said: str = ""
    wrong: bool = False
    area: str | None = None
    """Which part of the world is looked at; "" all of it, None: no zone is being chosen."""

    def look_at(self, area: str | None) -> None:
        """Show the places of a part of the world."""
        self.area = area
        self.compose()

    def tell(self, said: str, *, wrong: bool = False) -> None:
        """Show what became of it."""
        self.said, self.wrong = said, wrong
        self.compose()

    def part(self) -> Screen:
        """Return zone and clock, or the places of the world."""
        if self.area is not None:
            return self._world(self.area)
        hint = self.said or (words.BY_NET if self.by_net else words.WITHOUT_NET)
        header = Header(words.TIME, hint, self.back, self.on, warns="hint" if self.wrong else "")
        at_world = partial(self.look_at, "") if self.places else None
        zone = Line(words.ZONE, words.place(self.zone) or words.NO_ZONE, at_world, name="zone")
        parts: tuple[Part, ...] = (zone, *(() if self.by_net else self._clock()))
        wide = WIDE_MM * theme.LARGER
        pages = Pages(parts, LINE_MM, wide, MOST_LINE_MM, GAP_MM, name="time")
        set_pad = Button(words.SET, on_tap=self._set, primary=True, mm=theme.PRIMARY_MM, name="set")
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
        # The 31st of a month that has thirty days is its last.
        at["day"] = min(at["day"], monthrange(at["year"], at["month"])[1])
        self.at = datetime(**at)
        self.tell("")

    def _set(self) -> None:
        self.tell(words.SETTING)
        self.set_clock(self.at)

    def _world(self, area: str) -> Screen:
        if area:
            inside = [place for place in self.places if place.startswith(f"{area}/")]
            items = [
                (words.place(place), partial(self._choose, place), place == self.zone) for place in inside
            ]
            title, back = words.AREAS[area], partial(self.look_at, "")
        else:
            there = {place.partition("/")[0] for place in self.places}
            items = [
                (said, partial(self.look_at, name), self.zone.startswith(f"{name}/"))
                for name, said in words.AREAS.items()
                if name in there
            ]
            title, back = words.ZONE, partial(self.look_at, None)
        pads = tuple(
            Button(said, on_tap=tap, chosen=chosen, cut=True, role=theme.body, name=f"place {n}")
            for n, (said, tap, chosen) in enumerate(items)
        )
        name = f"places {area}"
        pages = Pages(pads, PLACE_MM, PLACE_WIDE_MM * theme.LARGER, MOST_LINE_MM, GAP_MM, name=name)
        return Screen(Header(title, words.ZONE_HINT, back), pages)

    def _choose(self, zone: str) -> None:
        self.area = None
        self.tell(words.SETTING)
        self.set_zone(zone)
