"""A row while it is filled in on the pad for figures: which place comes next, and what stands there. Pure."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat, Violation, put
from companion.games.sheet.figures import row_of
from companion.games.sheet.model import AskedColumn, Figures
from companion.games.sheet.reports import TellRow, TellTurn
from companion.games.sheet.sheet import SheetColumn
from companion.games.sheet.view import View
from ui.games.sheet.sentences import SheetNames
from ui.language.phrases import translated

MOST_DIGITS = 6
DIGITS = "0123456789"


class FigurePlace(Struct, frozen=True):
    """A figure that is asked for: of which column (its place among those asked for), and whose."""

    column: int
    number: int


class Filling(Struct, frozen=True):
    """What has been written: `texts` by place, empty where nothing is; `at` is the place that is next.

    Who has no part in the row has no place: theirs are 0. `fresh`: a digit takes the place of what stands
    there, as nothing has been written there just now.
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
        """The column of the place that is next."""
        return self.columns[self.places[self.at].column]

    @property
    def able(self) -> Sequence[int]:
        """Which figures may stand there."""
        return self.asked[self.places[self.at].column].able

    @property
    def chosen(self) -> bool:
        """Whether the figure is one of a few, which are tapped."""
        return bool(self.column.choices) or self.column.picks

    @property
    def full(self) -> bool:
        """Whether a figure stands everywhere."""
        return all(map(_is_figure, self.texts))

    @property
    def stands(self) -> bool:
        """Whether what is written at the place may stand there, or nothing is written yet."""
        text = self.texts[self.at]
        return not _is_figure(text) or int(text) in self.able

    @property
    def leads_on(self) -> bool:
        """Whether what is written leads to the next place, or to the end: an empty place is never skipped."""
        return self.stands and (self.full or (bool(self.texts[self.at]) and self.next().at != self.at))

    def takes(self, digit: str) -> bool:
        """Tell whether a figure that may stand there, of either sign, begins so with one more digit."""
        number = self.digit(digit).texts[self.at].lstrip("-")
        for more in range(MOST_DIGITS - len(number) + 1 if int(number) else 1):
            least = int(number) * 10**more
            most = least + 10**more - 1
            if any(self._between(*ends) for ends in ((least, most), (-most, -least))):
                return True
        return False

    def _between(self, least: int, most: int) -> bool:
        at = bisect_left(self.able, least)
        return at < len(self.able) and self.able[at] <= most

    def digit(self, digit: str) -> "Filling":
        """Return it with one more digit; a 0 in front goes."""
        if self.fresh and _is_figure(self.texts[self.at]):
            return self._write(digit)
        sign, number = ("-", self.texts[self.at][1:]) if self.negative else ("", self.texts[self.at])
        number = "" if number == "0" else number
        return self._write(sign + number + digit) if len(number) < MOST_DIGITS else self

    def type(self, digit: str) -> "Filling":
        """Return it with one more digit, at the next place where none can follow and no minus."""
        written = self.digit(digit)
        more = written.texts[self.at] != "0" and any(map(written.takes, DIGITS))
        return written if more or not written.stands or self.able[0] < 0 else written.next()

    @property
    def negative(self) -> bool:
        """Whether a minus stands there."""
        return self.texts[self.at].startswith("-")

    def sign(self) -> "Filling":
        """Return it with the other sign."""
        text = self.texts[self.at]
        return self._write(text[1:] if self.negative else "-" + text)

    def delete(self) -> "Filling":
        """Return it without the last sign, which may stand at the place before."""
        if not self.texts[self.at] and self.at:
            before = self.go(self.at - 1)
            # Of a choice no sign is written: all of it goes.
            return before._write("") if before.chosen else before.delete()
        return self._write(self.texts[self.at][:-1])

    def choose(self, figure: int) -> "Filling":
        """Return it with one of the choices, at the next place."""
        return self._write(str(figure)).next()

    def go(self, at: int) -> "Filling":
        """Return it at another place."""
        return replace(self, at=at, fresh=True)

    def next(self) -> "Filling":
        """Return it at the next place without a figure; where there is none it stays."""
        order = (*range(self.at + 1, len(self.places)), *range(self.at))
        return self.go(next((n for n in order if not _is_figure(self.texts[n])), self.at))

    def report(self) -> TellRow | TellTurn:
        """Return what is told, once it is full."""
        told = {place: int(text) for place, text in zip(self.places, self.texts, strict=True)}
        figures = tuple(
            tuple(told.get(FigurePlace(n, number), 0) for number in range(asked.size))
            for n, asked in enumerate(self.asked)
        )
        return (
            TellRow(figures) if self.seat is None else TellTurn(self.seat, tuple(its[0] for its in figures))
        )

    def _write(self, text: str) -> "Filling":
        return replace(self, texts=put(self.texts, self.at, text), fresh=False)


def _is_figure(text: str) -> bool:
    return text not in ("", "-")


def begun(view: View, seat: Seat | None) -> Filling:
    """Return a row, or a turn of `seat`, in which nothing stands yet."""
    columns = tuple(view.sheet.columns[asked.column] for asked in view.asked)
    places = tuple(
        FigurePlace(n, number)
        for n, asked in enumerate(view.asked)
        for number in range(asked.size)
        if asked.of != "seat" or seat is not None or number not in view.resting
    )
    return Filling(seat, view.asked, columns, places, ("",) * len(places))


def row_told(report: TellRow | TellTurn) -> tuple[Seat | None, Figures]:
    """Return whose turn is told, None for a row of the whole table, and its figures by column."""
    return (None, report.figures) if isinstance(report, TellRow) else (report.seat, row_of(report.figures))


def refilled(filling: Filling, told: TellRow | TellTurn, wrong: Sequence[Violation]) -> Filling:
    """Return it with what was told and refused, at the first wrong figure, where it fits."""
    seat, figures = row_told(told)
    if seat != filling.seat or [len(its) for its in figures] != [asked.size for asked in filling.asked]:
        return filling
    texts = tuple(str(figures[place.column][place.number]) for place in filling.places)
    return replace(filling, texts=texts, at=next(_wrong(filling, wrong), 0))


def _wrong(filling: Filling, wrong: Sequence[Violation]) -> Iterator[int]:
    """Yield the places that faults name: a figure, or the first one of a column."""
    for violation in wrong:
        for at, place in enumerate(filling.places):
            asked = filling.asked[place.column]
            whose = violation.details.get("team", violation.seat)
            its = asked.column == violation.details.get("column")
            if its and (filling.seat is not None or whose is None or whose == place.number):
                yield at


def owner(filling: Filling, names: SheetNames, at: int) -> str:
    """Return whose figure a place is for; empty for the table's."""
    place = filling.places[at]
    if filling.seat is not None:
        return names.subject(filling.seat)
    return names.owner(filling.columns[place.column].of, place.number)


def label(filling: Filling, names: SheetNames, at: int) -> str:
    """Return what a place is for: whose, or, where that doesn't tell them apart, of which column too."""
    column, who = filling.columns[filling.places[at].column], owner(filling, names, at)
    if not who or filling.seat is not None:
        return str(translated(column.heading))
    return who if len(filling.columns) == 1 else f"{translated(column.heading)}, {who}"


def shown(filling: Filling, names: SheetNames, at: int) -> str:
    """Return what stands at a place, as it is said."""
    text = filling.texts[at]
    column = filling.columns[filling.places[at].column]
    return str(names.figure(column, int(text))) if _is_figure(text) else text
