"""The list of saved matches, filtered by game, person, month or day; and the record book."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TypeAlias

from kivy.clock import Clock
from msgspec.structs import replace

from companion.journal import NamePlate
from companion.store import StoredMatch
from ui.appliance import care_words
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Many, Pages, Part, Screen, Tap, Text, column, row
from ui.records import words as records_words
from ui.records.pages import BookPage, BookPages, FigureLine
from ui.stage import theme
from ui.stage.parts import marked
from ui.stage.rect import Rect
from ui.stage.scene import Picture, Scene, Slot, Viewport
from ui.stage.shapes import Box, Letters

ROW_MM, WIDE_MM, MOST_MM = 13.0, 48.0, 17.0
"""Height, least width and most height of a row."""
LISTED_MM = 13.5
"""Height of a row with a picture."""
WIDE, HIGH = 480, 360
"""A thumbnail is the final board as drawn at this size, without letters."""
MOST_MARKS, MARK = 3, 0.36
"""How many winners' marks are shown, and a mark's size, relative to the height of the board next to it."""
LOOKED_SECONDS = 0.15
"""How long a page must be shown before its thumbnails are requested: someone turning pages needs none."""

End: TypeAlias = tuple[Picture, Sequence[NamePlate]] | None
"""A final board, and the winners' plates; None if the match was ended early."""
Ends: TypeAlias = Mapping[str, End]
"""How matches ended, by id."""


def filtered(asks: str, chosen: str, offer: Callable[[], None]) -> Button:
    """Return a filter's pad, which shows what is `chosen`, or else what it `asks`."""
    return Button(chosen or asks, on_tap=offer, chosen=bool(chosen), role=theme.body, name=asks)


class MatchesScreen(PartScreen):
    """The matches in pages, below the filters; `open_match` takes an id.

    `ask_ends` is called with the matches that are shown, each once, and calls back with how they ended.
    """

    open_match: Callable[[str], None]
    back: Callable[[], None]
    filters: Sequence[Button]
    ask_ends: Callable[[Sequence[str], Callable[[Ends], None]], None]
    matches: Sequence[StoredMatch] | None = None
    ends: dict[str, End] = field(default_factory=dict)

    def start(self) -> None:
        """Begin without any ends."""
        self._asked: set[str] = set()
        self._coming: list[tuple[str, End]] = []
        self._show_next = Clock.create_trigger(self._show_one)
        self._look = Clock.create_trigger(self._ask, LOOKED_SECONDS)

    def show(self, matches: Sequence[StoredMatch]) -> None:
        """Show the matches that the filters found."""
        self.matches = matches
        self.compose()

    def part(self) -> Screen:
        """Return the list below the filters."""
        matches = self.matches or ()
        hint = "" if self.matches is None else records_words.NONE_FITS
        rows = Many(len(matches), lambda n: self._row(matches[n]))
        return Screen(
            Header(words.MATCHES, care_words.in_all(len(matches)) if matches else hint, self.back),
            column(
                row(*self.filters, mm=theme.TARGET_MM),
                Pages(rows, LISTED_MM, 0 if self.upright else WIDE_MM, MOST_MM, name="matches"),
            ),
        )

    def _row(self, kept: StoredMatch) -> Button:
        """Return a match's row: who played, who won, when, which game, and a thumbnail of the final board."""
        end = self.ends.get(kept.id)
        if kept.damaged:
            result = words.DAMAGED
        elif end is not None:
            result = records_words.has_won([plate.name for plate in end[1]])
        elif kept.id in self.ends:
            result = words.BROKEN_OFF
        else:
            result = words.RESULT_KEPT if kept.over else words.UNFINISHED
        return Button(
            words.first_names(kept.title) or kept.id,
            f"{result}\n{words.day(kept.began)} · {words.played_in_short(kept)}",
            partial(self.open_match, kept.id),
            picture=partial(_end, end),
            wide=WIDE / HIGH + MARK,
            listed=True,
            role=theme.body,
            name=f"match {kept.id}",
        )

    def arrange(self, rect: Rect) -> None:
        """Arrange the page, and soon request thumbnails for what it shows."""
        super().arrange(rect)
        self._look()

    def _ask(self, *_: object) -> None:
        over = {kept.id for kept in self.matches or () if kept.over} - self._asked
        seen = [name.removeprefix("match ") for name in self._named()]
        if asked := [match for match in seen if match in over]:
            self._asked.update(asked)
            self.ask_ends(asked, self._add_ends)

    def _add_ends(self, ends: Ends) -> None:
        self._coming.extend(ends.items())
        self._show_next()

    def _show_one(self, *_: object) -> None:
        """Show one more end, one per frame: drawing six tables at once would delay a frame."""
        if self._coming:
            match, self.ends[match] = self._coming.pop(0)
            self.compose()
            self._show_next()


def _end(end: End, room: Viewport) -> Iterable[Slot]:
    """Draw the final board on the left, and the winners' marks next to it."""
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
    """Options to choose from, a pad each; `nothing` is shown if there are none."""

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
    """Return a pad in a list, with the mark of the person it is about, if any."""
    picture = None if plate is None else lambda room: marked(plate, room.rect)
    return Button(title, hint, take, picture=picture, role=theme.body, name=name)


# The record book: a pad for each person and game, which opens a page of figures.

LINE_MM, MOST_LINE_MM, GAP_MM = 9.5, 13.0, 1.4
"""Height and most height of a figure's line, and the gap between lines."""
BESIDE = 0.46
"""The picture's share of a row's width."""


class BookScreen(PartScreen):
    """The book's pages, people first, then games; `write_out` leads to exporting all of it."""

    open_page: Callable[[BookPage], None]
    back: Callable[[], None]
    write_out: Callable[[], None]
    pages: tuple[BookPage, ...] = ()
    hint: str = records_words.COUNTING

    def show(self, book: BookPages | None) -> None:
        """Show the book once it is counted; None if the matches can't be read."""
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
    """All figures of a person or a game; a page with a `grid` shows only that.

    `manage` leads to what can be changed about a person.
    """

    page: BookPage
    back: Callable[[], None]
    manage: Tap = None

    def part(self) -> Screen:
        """Return the figures in pages, or the grid of people against each other."""
        page = self.page
        # The first line says how many matches there are, so no hint is needed.
        hint = page.warning if page.lines else page.hint
        header = Header(page.title, hint, self.back, self.manage, records_words.MANAGE)
        if (shown := page.grid) is not None:
            return Screen(header, Drawing(lambda room, _: Scene(tuple(shown.draw(room))), name="grid"))
        lines = tuple(map(_line, page.lines))
        return Screen(header, Pages(lines, LINE_MM, highest_mm=MOST_LINE_MM, gap=GAP_MM, name="figures"))


def _line(line: FigureLine) -> Part:
    """Return a figure's sentence, and its picture, if any."""
    parts: list[Part] = [Text(line.text, wraps=True, share=1 - BESIDE)]
    if (picture := line.picture) is not None:
        parts.append(Drawing(lambda room, _: Scene(tuple(picture.draw(room))), share=BESIDE))
    return Column((row(*parts, share=1),), panel=True)
