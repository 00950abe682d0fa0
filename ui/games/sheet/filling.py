"""A row while it is filled in on the pad for figures: its places and what is written in them. Pure."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat, Violation, put
from companion.games.sheet.figures import row_of
from companion.games.sheet.model import AskedColumn, Figures
from companion.games.sheet.reports import TellRow, TellTurn
from companion.games.sheet.scope import MOST_POINTS
from companion.games.sheet.sheet import SheetColumn
from companion.games.sheet.view import View
from ui.games.sheet.sentences import SheetNames
from ui.language.phrases import translated

MOST_DIGITS = len(str(MOST_POINTS))
DIGITS = "0123456789"


class FigurePlace(Struct, frozen=True):
    """A place for a figure: its column's index among those asked for, and its seat's or team's number."""

    column: int
    number: int


class Filling(Struct, frozen=True):
    """A row while it is filled in: `texts` by place, "" for an empty one; `at` is the current place.

    Seats without a part in the row have no places: their figures are 0. `fresh`: nothing has been typed since
    the place became current, so a digit replaces what is written there.
    """

    seat: Seat | None
    asked: tuple[AskedColumn, ...]
    columns: tuple[SheetColumn, ...]
    places: tuple[FigurePlace, ...]
    texts: tuple[str, ...]
    at: int = 0
    fresh: bool = True

    @property
    def column(self) -> SheetColumn:
        """The column of the current place."""
        return self.columns[self.places[self.at].column]

    @property
    def possible(self) -> Sequence[int]:
        """The possible figures of the current place."""
        return self.asked[self.places[self.at].column].possible

    @property
    def chosen(self) -> bool:
        """Whether the figure is one of a few, which have pads."""
        return bool(self.column.choices) or self.column.picks

    @property
    def full(self) -> bool:
        """Whether every place has a figure."""
        return all(map(_is_figure, self.texts))

    @property
    def is_possible(self) -> bool:
        """Whether the current place has a possible figure or none yet."""
        text = self.texts[self.at]
        return not _is_figure(text) or int(text) in self.possible

    @property
    def can_go_on(self) -> bool:
        """Whether the entry may go on to the next place, or end; an empty place is never skipped."""
        return self.is_possible and (self.full or (bool(self.texts[self.at]) and self.next().at != self.at))

    def accepts(self, digit: str) -> bool:
        """Return whether a possible figure of either sign begins with what is written and this digit."""
        number = self.digit(digit).texts[self.at].lstrip("-")
        for more in range(MOST_DIGITS - len(number) + 1 if int(number) else 1):
            least = int(number) * 10**more
            most = least + 10**more - 1
            if any(self._between(*ends) for ends in ((least, most), (-most, -least))):
                return True
        return False

    def _between(self, least: int, most: int) -> bool:
        at = bisect_left(self.possible, least)
        return at < len(self.possible) and self.possible[at] <= most

    def digit(self, digit: str) -> "Filling":
        """Return the row with one more digit; a leading 0 is dropped."""
        if self.fresh and _is_figure(self.texts[self.at]):
            return self._write(digit)
        sign, number = ("-", self.texts[self.at][1:]) if self.negative else ("", self.texts[self.at])
        number = "" if number == "0" else number
        return self._write(sign + number + digit)

    def type(self, digit: str) -> "Filling":
        """Return the row with one more digit, at the next place if neither a digit nor a minus can follow."""
        written = self.digit(digit)
        more = written.texts[self.at] != "0" and any(map(written.accepts, DIGITS))
        return written if more or self.signed else written.next()

    @property
    def signed(self) -> bool:
        """Whether a figure of the current place may be negative."""
        return bool(self.possible) and self.possible[0] < 0

    @property
    def negative(self) -> bool:
        """Whether the current place begins with a minus."""
        return self.texts[self.at].startswith("-")

    def sign(self) -> "Filling":
        """Return the row with the other sign."""
        text = self.texts[self.at]
        return self._write(text[1:] if self.negative else "-" + text)

    def delete(self) -> "Filling":
        """Return the row without the last character, which may be at the place before."""
        if not self.texts[self.at] and self.at:
            before = self.go(self.at - 1)
            # A choice has no characters to delete: all of it goes.
            return before._write("") if before.chosen else before.delete()
        return self._write(self.texts[self.at][:-1])

    def choose(self, figure: int) -> "Filling":
        """Return the row with one of the choices, at the next place."""
        return self._write(str(figure)).next()

    def go(self, at: int) -> "Filling":
        """Return the row at another place."""
        return replace(self, at=at, fresh=True)

    def next(self) -> "Filling":
        """Return the row at the next place without a figure, or at the same if there is none."""
        order = (*range(self.at + 1, len(self.places)), *range(self.at))
        return self.go(next((n for n in order if not _is_figure(self.texts[n])), self.at))

    def report(self) -> TellRow | TellTurn:
        """Return the report of a full row or turn."""
        figure_at = {place: int(text) for place, text in zip(self.places, self.texts, strict=True)}
        figures = tuple(
            tuple(figure_at.get(FigurePlace(n, number), 0) for number in range(asked.size))
            for n, asked in enumerate(self.asked)
        )
        if self.seat is None:
            return TellRow(figures)
        return TellTurn(self.seat, tuple(column_figures[0] for column_figures in figures))

    def _write(self, text: str) -> "Filling":
        return replace(self, texts=put(self.texts, self.at, text), fresh=False)


def _is_figure(text: str) -> bool:
    return text not in ("", "-")


def empty_filling(view: View, seat: Seat | None) -> Filling:
    """Return an empty row, or an empty turn of `seat`."""
    columns = tuple(view.sheet.columns[asked.column] for asked in view.asked)
    places = tuple(
        FigurePlace(n, number)
        for n, asked in enumerate(view.asked)
        for number in range(asked.size)
        if asked.of != "seat" or seat is not None or number not in view.resting
    )
    return Filling(seat, view.asked, columns, places, ("",) * len(places))


def seat_and_figures(report: TellRow | TellTurn) -> tuple[Seat | None, Figures]:
    """Return the seat of a turn (None for a row of the whole table) and the figures by column."""
    return (None, report.figures) if isinstance(report, TellRow) else (report.seat, row_of(report.figures))


def refilled(filling: Filling, report: TellRow | TellTurn, wrong: Sequence[Violation]) -> Filling:
    """Return a row with figures that were refused, at the first wrong one, if they fit the row."""
    seat, figures = seat_and_figures(report)
    sizes = [asked.size for asked in filling.asked]
    if seat != filling.seat or [*map(len, figures)] != sizes:
        return filling
    texts = tuple(str(figures[place.column][place.number]) for place in filling.places)
    return replace(filling, texts=texts, at=next(_wrong(filling, wrong), 0))


def _wrong(filling: Filling, wrong: Sequence[Violation]) -> Iterator[int]:
    """Yield the places of wrong figures; if only the column is known, all of its places."""
    for violation in wrong:
        for at, place in enumerate(filling.places):
            asked = filling.asked[place.column]
            whose = violation.details.get("team", violation.seat)
            same_column = asked.column == violation.details.get("column")
            if same_column and (filling.seat is not None or whose is None or whose == place.number):
                yield at


def label(filling: Filling, names: SheetNames, at: int) -> str:
    """Return a place's label: its owner, with the column if there are several."""
    place = filling.places[at]
    column = filling.columns[place.column]
    heading, owner = str(translated(column.heading)), names.owner(column.of, place.number)
    if not owner or filling.seat is not None:
        return heading
    return owner if len(filling.columns) == 1 else f"{heading}, {owner}"


def text_at(filling: Filling, names: SheetNames, at: int) -> str:
    """Return what is written at a place, with a name or word for choices."""
    text = filling.texts[at]
    column = filling.columns[filling.places[at].column]
    return str(names.figure(column, int(text))) if _is_figure(text) else text
