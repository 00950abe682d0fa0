"""The pad for figures: what has been told at the left, digits or choices beside it, and on at the right."""

from collections.abc import Callable
from functools import partial

from companion.games.sheet.plain import MOST_FIGURE
from companion.games.sheet.reports import TellRow, TellTurn
from ui.games.sheet import words
from ui.games.sheet.filling import Filling, label, shown
from ui.games.sheet.sentences import SheetNames
from ui.language.words import labelled
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Pages, Part, Row, Text, grid
from ui.stage import theme

KEYS = ("7", "8", "9", words.BACK, "4", "5", "6", words.MINUS, "1", "2", "3", "0")
"""Digits in three columns as on every other pad of digits, and delete, the sign and 0 in the fourth."""
ACROSS = 4
SHARES, UPRIGHT_SHARES = (0.34, 0.42, 0.24), (0.27, 0.42, 0.31)
"""How much of the width the places take, the keys, and what is asked with the way on; of the height upright,
where what is asked is one line: keys are for fingers."""
GAP_MM, LINE_MM, MOST_KEY_MM, CHOICE_MM = 1.8, 12.0, 15.0, 18.0
SHORT, HALF_MM = 9, 20.0
"""Places whose words have so few letters stand beside each other, where there are many; so wide at least."""
MANY = 5


class FiguresEntry(PartScreen):
    """Filled in place by place; `told` takes the row, or the turn, once a figure stands everywhere.

    `refused` returns why it wouldn't be taken, in words, or nothing: such a row stays here, and says it.
    """

    filling: Filling
    names: SheetNames
    told: Callable[[TellRow | TellTurn], None]
    refused: Callable[[TellRow | TellTurn], str] = lambda _: ""

    def fill(self, filling: Filling) -> None:
        """Go on with what has been written now."""
        self.filling = filling
        self.compose()

    def go_on(self) -> None:
        """Go to the next place, or tell it all."""
        if self.filling.full:
            self.told(self.filling.report())
        else:
            self.fill(self.filling.next())

    def part(self) -> Row:
        """Return three parts beside each other, the way on at the hand."""
        filling, names = self.filling, self.names
        shares = UPRIGHT_SHARES if self.stands else SHARES
        labels = [label(filling, names, at) for at in range(len(filling.places))]
        said = [shown(filling, names, at) for at in range(len(filling.places))]
        cells = tuple(
            Button(
                labelled(labels[at], said[at]) if labels[at] and said[at] else labels[at] or said[at], "",
                partial(self.fill, filling.go(at)),
                chosen=at == filling.at, role=theme.body, name=f"place {at}",
            )
            for at in range(len(filling.places))
        )  # fmt: skip
        halves = len(cells) > MANY and max(map(len, labels)) <= SHORT
        places = Pages(
            cells, LINE_MM, HALF_MM * halves, LINE_MM, GAP_MM, filling.at, name="places", share=shares[0]
        )
        figures = not filling.chosen and bool(filling.able)
        least, most = (min(filling.able), max(filling.able)) if figures else (0, 0)
        # So high means any number.
        reach = words.reach(least, most) if figures and most < MOST_FIGURE else ""
        called = Text(labels[filling.at], bold=True, wraps=True)
        figure = Text(said[filling.at], theme.figure, bold=True, name="figure")
        # In large text the dim digits alone say what can be.
        hint = () if theme.now.large else (Text(reach, theme.small, dim=True, wraps=True),)
        over: tuple[Part, ...] = (called, figure, *hint, Column())
        if self.stands:
            over = (Row((called, figure), GAP_MM), *hint)
        wrong = self.refused(filling.report()) if filling.full and filling.stands else ""
        if wrong:
            # What stands at each place is seen at the left.
            over = (Text(wrong, bold=True, warning=True, wraps=True, top=True, share=1, name="wrong"),)
        asked = Column(
            (
                *over,
                Button(
                    words.DONE if filling.full else words.NEXT, "", self.go_on, primary=True, name="on",
                    live=filling.leads_on and not wrong,
                    mm=theme.PRIMARY_MM,
                ),
            ),
            GAP_MM,
            share=shares[2],
        )  # fmt: skip
        middle: Part = grid(map(self._key, KEYS), ACROSS, GAP_MM, MOST_KEY_MM)
        if filling.chosen:
            middle = self._choices(filling)
        return Row((places, Column((middle,), share=shares[1]), asked), GAP_MM, by_hand=True)

    def _key(self, key: str) -> Part:
        filling = self.filling
        match key:
            case words.BACK:
                then, live = filling.delete, filling.delete().texts != filling.texts
            case words.MINUS:
                then, live = filling.sign, bool(filling.able) and min(filling.able) < 0
            case _:
                # A digit with which no figure can begin that may stand here is no use.
                then, live = partial(filling.type, key), filling.takes(key)
        word = key in (words.BACK, words.MINUS)
        role = theme.body if word else theme.heading
        return Button(key, "", lambda: self.fill(then()), live=live, role=role, name=f"key {key}")

    def _choices(self, filling: Filling) -> Pages:
        """A pad for each of the figures that are told by a word."""
        pads = tuple(
            Button(
                self.names.figure(filling.column, figure), "", partial(self.fill, filling.choose(figure)),
                chosen=filling.texts[filling.at] == str(figure), role=theme.body, name=f"choice {figure}",
            )
            for figure in filling.able
        )  # fmt: skip
        return Pages(pads, LINE_MM, CHOICE_MM, MOST_KEY_MM, GAP_MM, name=f"choices {filling.at}")
