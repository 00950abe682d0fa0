"""The record book: everybody and every game with a pad of their own, and behind it a page of figures."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Many, Pages, Part, Screen, Tap, Text, row
from ui.records import words
from ui.records.pages import BookPage, BookPages, FigureLine
from ui.records.pictures import drawn, grid
from ui.screens.matches import MOST_MM, ROW_MM, WIDE_MM, option
from ui.stage.scene import Scene, Spot, Viewport

LINE_MM, MOST_LINE_MM, GAP_MM = 9.5, 13.0, 1.4
"""Height of a figure's line, its most height, and the gap between two of them."""
BESIDE = 0.46
"""So much of a row's width has the picture."""


@dataclass(eq=False, repr=False)
class BookScreen(PartScreen):
    """People first, then games; a tap shows the page. `write_out` leads on to files of all of it."""

    open_page: Callable[[BookPage], None]
    back: Callable[[], None]
    write_out: Callable[[], None]
    pages: tuple[BookPage, ...] = ()
    hint: str = words.COUNTING

    def show(self, book: BookPages | None) -> None:
        """Show what was counted; None: the matches can't be read."""
        self.pages = () if book is None else book.all
        self.hint = words.UNREADABLE if book is None else words.RECORDS_HINT
        if book is not None and not book.people:
            self.hint = words.PEOPLE_NONE
        self.compose()

    def part(self) -> Screen:
        """Return a pad for each page."""
        header = Header(words.RECORDS, self.hint, self.back, self.write_out, words.TO_STICK)
        return Screen(header, Pages(Many(len(self.pages), self._pad), ROW_MM, WIDE_MM, MOST_MM, name="book"))

    def _pad(self, n: int) -> Button:
        page = self.pages[n]
        return option(page.title, page.hint, partial(self.open_page, page), page.plate, f"page {n}")


@dataclass(eq=False, repr=False)
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
        header = Header(page.title, page.hint, self.back, self.manage, words.MANAGE)
        if page.grid is not None:
            return Screen(header, Drawing(partial(_grid, page), name="grid"))
        lines = tuple(map(_line, page.lines))
        return Screen(header, Pages(lines, LINE_MM, highest_mm=MOST_LINE_MM, gap=GAP_MM, name="figures"))


def _line(line: FigureLine) -> Part:
    """Return a figure in a sentence, and the picture beside it where there is one."""
    parts: list[Part] = [Text(line.text, wraps=True, share=1 - BESIDE)]
    if line.picture is not None:
        parts.append(Drawing(partial(_picture, line), share=BESIDE))
    return Column((row(*parts, share=1),), panel=True)


def _picture(line: FigureLine, room: Viewport, _finger: Spot | None) -> Scene:
    return Scene(() if line.picture is None else drawn(line.picture, room))


def _grid(page: BookPage, room: Viewport, _finger: Spot | None) -> Scene:
    return Scene(() if page.grid is None else grid(page.grid, room))
