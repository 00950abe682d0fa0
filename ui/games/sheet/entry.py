"""The pad for figures: what has been told at the left, digits or choices beside it, and on at the right."""

from collections.abc import Callable
from functools import partial

from companion.games.sheet.reports import TellRow, TellTurn
from ui import theme
from ui.games.sheet import words
from ui.games.sheet.filling import Filling, label, shown
from ui.games.sheet.names import SheetNames
from ui.widgets.face import Face
from ui.widgets.layout import Rect, cut_rail, put, put_each
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.text import Text

DIGITS = ("7", "8", "9", "4", "5", "6", "1", "2", "3")
"""As on every other pad of digits: row by row."""
ROWS, COLUMNS = 3, 4
"""Digits in three columns, and 0, the sign and delete in the fourth."""
CELLS_SHARE, KEYS_SHARE = 0.34, 0.42
"""How much of the width the places take, and the keys."""
GAP_MM, MOST_KEY_MM = 1.8, 15.0


class FiguresEntry(Face):
    """Filled in place by place; `told` takes the row, or the turn, once a figure stands everywhere."""

    def __init__(
        self,
        filling: Filling,
        names: SheetNames,
        told: Callable[[TellRow | TellTurn], None],
    ) -> None:
        super().__init__()
        self._names, self._told = names, told
        self.filling = filling
        self.cells = [
            Pad("", on_tap=partial(self._go, n), role=theme.body()) for n in range(len(self.filling.places))
        ]
        gap = theme.mm(GAP_MM)
        self._pages = Pages(theme.mm(theme.TARGET_MM), most=theme.mm(theme.TARGET_MM), gap=gap)
        self._pages.show(self.cells)
        self.keys = [Pad(digit, on_tap=partial(self._digit, digit)) for digit in (*DIGITS, "0")]
        self.minus = Pad(words.MINUS, on_tap=lambda: self._fill(self.filling.sign()), role=theme.body())
        self.delete = Pad(words.BACK, on_tap=lambda: self._fill(self.filling.delete()), role=theme.body())
        self.choices = Pages(theme.mm(theme.TARGET_MM), 2, most=theme.mm(MOST_KEY_MM), gap=gap)
        self._asked = Text("", role=theme.body(), bold=True, wraps=True)
        self._figure = Text("", role=theme.figure(), bold=True)
        self._reach = Text("", role=theme.small(), tone=theme.DIM, wraps=True)
        self.next = Pad(words.NEXT, on_tap=self._on, primary=True)
        self.add_parts(self._pages, self._asked, self._figure, self._reach, self.next)
        self._show()

    def _digit(self, digit: str) -> None:
        self._fill(self.filling.digit(digit))

    def _go(self, at: int) -> None:
        self._fill(self.filling.go(at))

    def _on(self) -> None:
        if self.filling.full:
            self._told(self.filling.report())
        else:
            self._fill(self.filling.next())

    def _fill(self, filling: Filling) -> None:
        self.filling = filling
        self._show()

    def _show(self) -> None:
        filling, names = self.filling, self._names
        for at, cell in enumerate(self.cells):
            cell.say(": ".join(filter(None, (label(filling, names, at), shown(filling, names, at)))))
            cell.choose(at == filling.at)
        self._pages.bring(filling.at)
        self._asked.text = label(filling, names, filling.at)
        self._figure.text = shown(filling, names, filling.at)
        figures = not filling.chosen
        self._reach.text = (
            words.reach(min(filling.able), max(filling.able)) if figures and filling.able else ""
        )
        keys = (*self.keys, self.minus, self.delete)
        for part in (*keys, self.choices):
            if part.parent is not None:
                self.remove_widget(part)
        if figures:
            self.add_parts(*keys)
            self.minus.live = bool(filling.able) and min(filling.able) < 0
            self.delete.live = bool(filling.texts[filling.at])
        else:
            self.choices.show([self._choice(figure) for figure in filling.able])
            self.add_widget(self.choices)
        self.next.say(words.DONE if filling.full else words.NEXT)
        self.next.live = filling.full or filling.next().at != filling.at
        self.rearrange()

    def _choice(self, figure: int) -> Pad:
        word = self._names.figure(self.filling.column, figure)
        pad = Pad(word, on_tap=lambda: self._fill(self.filling.choose(figure)), role=theme.body())
        pad.choose(self.filling.texts[self.filling.at] == str(figure))
        return pad

    def arrange(self, rect: Rect) -> None:
        """Three parts beside each other, the way on beside the hand."""
        gap = theme.mm(GAP_MM)
        cells, rest = cut_rail(rect, rect.width * CELLS_SHARE, gap)
        middle, right = cut_rail(rest, rect.width * KEYS_SHARE, gap)
        put(self._pages, cells)
        put(self.choices, middle)
        high = min(theme.mm(MOST_KEY_MM), (middle.height - gap * (ROWS - 1)) / ROWS)
        used, _ = middle.cut_top(high * ROWS + gap * (ROWS - 1))
        at = used.grid(ROWS * COLUMNS, COLUMNS, gap)
        beside = [at[row * COLUMNS + COLUMNS - 1] for row in range(ROWS)]
        put_each((self.delete, self.minus, self.keys[-1]), beside)
        others = [cell for n, cell in enumerate(at) if n % COLUMNS != COLUMNS - 1]
        for key, cell in zip(self.keys, others, strict=False):
            put(key, cell)
        low, high_part = right.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        put(self.next, low)
        asked, rest = high_part.cut_top(high_part.height * 0.34)
        reach, figure = rest.cut_bottom(theme.small() * 1.6)
        put(self._asked, asked)
        put(self._figure, figure)
        put(self._reach, reach)
