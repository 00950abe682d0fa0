"""Kept matches: all, or those of a game, with a person, of a month or a day; and the record book."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TypeAlias

from kivy.clock import Clock
from msgspec.structs import replace

from companion.journal import NamePlate
from companion.store import Kept
from ui.appliance import care_words
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Many, Pages, Part, Screen, Tap, Text, column, row
from ui.records import words as records_words
from ui.records.pages import BookPage, BookPages, FigureLine
from ui.records.pictures import drawn, grid
from ui.stage import theme
from ui.stage.parts import marked
from ui.stage.rect import Rect
from ui.stage.scene import Item, Picture, Scene, Viewport
from ui.stage.shapes import Box, Letters

ROW_MM, WIDE_MM, MOST_MM = 13.0, 48.0, 17.0
"""Height and least width of a row, and its most height."""
LISTED_MM = 13.5
"""Height of one that has a picture."""
WIDE, HIGH = 480, 360
"""A final board in small is what it is in a room of this size, but without letters."""
MOST_MARKS, MARK = 3, 0.36
"""More winners than these are only named; and the side of a mark, in heights of the board beside it."""
LOOKED_SECONDS = 0.15
"""So long a page is looked at before anybody asks how its matches ended: who turns on has no use for it."""

End: TypeAlias = tuple[Picture, Sequence[NamePlate]] | None
"""A final board, and the plates of those who have won; None: it was ended early."""
Ends: TypeAlias = Mapping[str, End]
"""By match how it ended."""


def filtered(asks: str, chosen: str, offer: Callable[[], None]) -> Button:
    """Return the pad of what matches are looked for by: what is `chosen`, or how it is asked."""
    return Button(chosen or asks, on_tap=offer, chosen=bool(chosen), role=theme.body, name=asks)


class MatchesScreen(PartScreen):
    """The matches page by page; `open_match` by its id. Above them what they are looked for by.

    `ask_ends` is asked about those that are looked at, each once, and tells how they ended.
    """

    open_match: Callable[[str], None]
    back: Callable[[], None]
    filters: Sequence[Button]
    ask_ends: Callable[[Sequence[str], Callable[[Ends], None]], None]
    matches: Sequence[Kept] | None = None
    ends: dict[str, End] = field(default_factory=dict)

    def start(self) -> None:
        """Ask about each match once."""
        self._asked: set[str] = set()
        self._coming: list[tuple[str, End]] = []
        self._show_next = Clock.create_trigger(self._show_one)
        self._look = Clock.create_trigger(self._ask, LOOKED_SECONDS)

    def show(self, matches: Sequence[Kept]) -> None:
        """Show these matches."""
        self.matches = matches
        self.compose()

    def part(self) -> Screen:
        """Return the list below what it is narrowed to."""
        matches = self.matches or ()
        hint = "" if self.matches is None else records_words.NONE_FITS
        rows = Many(len(matches), lambda n: self._row(matches[n]))
        return Screen(
            Header(words.MATCHES, care_words.in_all(len(matches)) if matches else hint, self.back),
            column(
                row(*self.filters, mm=theme.TARGET_MM),
                Pages(rows, LISTED_MM, 0 if self.stands else WIDE_MM, MOST_MM, name="matches"),
            ),
        )

    def _row(self, kept: Kept) -> Button:
        """Return who played, below that who won, what and when, and the final board in small."""
        end = self.ends.get(kept.id)
        if kept.damaged:
            said = words.DAMAGED
        elif end is not None:
            said = records_words.has_won([plate.name for plate in end[1]])
        elif kept.id in self.ends:
            said = words.BROKEN_OFF
        else:
            said = words.RESULT_KEPT if kept.over else words.UNFINISHED
        return Button(
            words.first_names(kept.title) or kept.id,
            f"{said}\n{words.day(kept.began)} · {words.played(kept)}",
            partial(self.open_match, kept.id),
            picture=partial(_end, end),
            wide=WIDE / HIGH + MARK,
            listed=True,
            role=theme.body,
            name=f"match {kept.id}",
        )

    def arrange(self, rect: Rect) -> None:
        """Look at the page that is seen then."""
        super().arrange(rect)
        self._look()

    def _ask(self, *_: object) -> None:
        over = {kept.id for kept in self.matches or () if kept.over} - self._asked
        seen = [name.removeprefix("match ") for name in self._named()]
        if asked := [match for match in seen if match in over]:
            self._asked.update(asked)
            self.ask_ends(asked, self._told)

    def _told(self, ends: Ends) -> None:
        self._coming.extend(ends.items())
        self._show_next()

    def _show_one(self, *_: object) -> None:
        """Show one more, each in a frame of its own: to draw six tables holds a frame up."""
        if self._coming:
            match, self.ends[match] = self._coming.pop(0)
            self.compose()
            self._show_next()


def _end(end: End, room: Viewport) -> Iterable[Item | None]:
    """Yield the final board at the left of a room, and beside it the marks of those who have won."""
    if end is None:
        return
    (picture, winners), rect = end, room.rect
    board, marks = rect.cut_left(min(rect.height, rect.width / (WIDE / HIGH + MARK)) * WIDE / HIGH)
    yield Box(board.on_pixels(), theme.GROUND)
    small = Viewport(board.on_pixels(), board.height / HIGH)
    yield from (item for item in picture(small) if not isinstance(item, Letters))
    for plate, at in zip(winners, marks.rows(MOST_MARKS, 0), strict=False):
        yield from marked(plate, at)


class OptionsScreen(PartScreen):
    """Everything that can be chosen, a pad each; `nothing` is said where there is none."""

    title: str
    options: Sequence[Button]
    back: Callable[[], None]
    nothing: str = ""

    def part(self) -> Screen:
        """Return the options in pages."""
        header = Header(self.title, "" if self.options else self.nothing, self.back)
        pads = tuple(replace(pad, name=f"option {n}") for n, pad in enumerate(self.options))
        return Screen(header, Pages(pads, ROW_MM, WIDE_MM, MOST_MM, name="options"))


def option(
    title: str, hint: str, take: Callable[[], None], plate: NamePlate | None = None, name: str = ""
) -> Button:
    """Return a pad of a list, with the mark of whom it is about."""
    picture = None if plate is None else lambda room: marked(plate, room.rect)
    return Button(title, hint, take, picture=picture, role=theme.body, name=name)


# The record book: everybody and every game with a pad of their own, and behind it a page of figures.

LINE_MM, MOST_LINE_MM, GAP_MM = 9.5, 13.0, 1.4
"""Height of a figure's line, its most height, and the gap between two of them."""
BESIDE = 0.46
"""So much of a row's width has the picture."""


class BookScreen(PartScreen):
    """People first, then games; a tap shows the page. `write_out` leads on to files of all of it."""

    open_page: Callable[[BookPage], None]
    back: Callable[[], None]
    write_out: Callable[[], None]
    pages: tuple[BookPage, ...] = ()
    hint: str = records_words.COUNTING

    def show(self, book: BookPages | None) -> None:
        """Show what was counted; None: the matches can't be read."""
        self.pages = () if book is None else book.all
        self.hint = records_words.UNREADABLE if book is None else records_words.RECORDS_HINT
        if book is not None and not book.people:
            self.hint = records_words.PEOPLE_NONE
        self.compose()

    def part(self) -> Screen:
        """Return a pad for each page."""
        header = Header(records_words.RECORDS, self.hint, self.back, self.write_out, records_words.TO_STICK)
        return Screen(header, Pages(Many(len(self.pages), self._pad), ROW_MM, WIDE_MM, MOST_MM, name="book"))

    def _pad(self, n: int) -> Button:
        page = self.pages[n]
        return option(page.title, page.hint, partial(self.open_page, page), page.plate, f"page {n}")


class FiguresScreen(PartScreen):
    """All figures of a person, or of a game; a page with a `grid` is that alone.

    `manage` leads on to what can be done about a person.
    """

    page: BookPage
    back: Callable[[], None]
    manage: Tap = None

    def part(self) -> Screen:
        """Return the figures in pages, or people against each other all at once."""
        page = self.page
        # The first line says how many matches there are.
        hint = page.warning if page.lines else page.hint
        header = Header(page.title, hint, self.back, self.manage, records_words.MANAGE)
        if (shown := page.grid) is not None:
            return Screen(header, Drawing(lambda room, _: Scene(grid(shown, room)), name="grid"))
        lines = tuple(map(_line, page.lines))
        return Screen(header, Pages(lines, LINE_MM, highest_mm=MOST_LINE_MM, gap=GAP_MM, name="figures"))


def _line(line: FigureLine) -> Part:
    """Return a figure in a sentence, and the picture beside it where there is one."""
    parts: list[Part] = [Text(line.text, wraps=True, share=1 - BESIDE)]
    if (picture := line.picture) is not None:
        parts.append(Drawing(lambda room, _: Scene(drawn(picture, room)), share=BESIDE))
    return Column((row(*parts, share=1),), panel=True)
