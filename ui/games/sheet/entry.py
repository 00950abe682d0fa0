"""The pad for figures: places on the left, digits or choices in the middle, going on at the right."""

from collections.abc import Callable
from functools import partial

from companion.games.sheet.plain import MOST_FIGURE
from companion.games.sheet.reports import TellRow, TellTurn
from ui.games.sheet import words
from ui.games.sheet.filling import Filling, label, text_at
from ui.games.sheet.sentences import SheetNames
from ui.language.words import labelled
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Pages, Part, Row, Text, grid, small_pad
from ui.stage import theme

KEYS = ("7", "8", "9", words.BACK, "4", "5", "6", words.MINUS, "1", "2", "3", "0")
"""Three columns of digits as on a calculator; the fourth has delete, the sign and 0."""
ACROSS = 4
SHARES, UPRIGHT_SHARES = (0.34, 0.42, 0.24), (0.27, 0.42, 0.31)
"""Shares of the width for places, keys, and the question with the pad to go on; upright, of the height.

Upright the question is a single line, so keys stay large enough for fingers.
"""
GAP_MM, LINE_MM, MOST_KEY_MM, CHOICE_MM = 1.8, 12.0, 15.0, 18.0
SHORT, HALF_MM = 9, 20.0
"""Longest labels, in characters, for places side by side if there are many; least width of such a place."""
MANY = 5


class FiguresEntry(PartScreen):
    """Filled in place by place; `done` takes the row or turn once every place has a figure.

    `refused` returns why it wouldn't be accepted, "" if it would: a refused row stays here and shows that.
    """

    filling: Filling
    names: SheetNames
    done: Callable[[TellRow | TellTurn], None]
    refused: Callable[[TellRow | TellTurn], str] = lambda _: ""

    def fill(self, filling: Filling) -> None:
        """Continue with this state of the row."""
        self.filling = filling
        self.compose()

    def go_on(self) -> None:
        """Go to the next place, or report the full row."""
        if self.filling.full:
            self.done(self.filling.report())
        else:
            self.fill(self.filling.next())

    def part(self) -> Row:
        """Return the three parts side by side, with the pad to go on at the player's hand."""
        filling, names = self.filling, self.names
        shares = UPRIGHT_SHARES if self.upright else SHARES
        labels = [label(filling, names, at) for at in range(len(filling.places))]
        texts = [text_at(filling, names, at) for at in range(len(filling.places))]
        cells = tuple(
            small_pad(
                labelled(labels[at], texts[at]) if texts[at] else labels[at], "",
                partial(self.fill, filling.go(at)), chosen=at == filling.at, name=f"place {at}",
            )
            for at in range(len(filling.places))
        )  # fmt: skip
        wide = HALF_MM * (len(cells) > MANY and max(map(len, labels)) <= SHORT)
        places = Pages(cells, LINE_MM, wide, LINE_MM, GAP_MM, filling.at, name="places", share=shares[0])
        able = () if filling.chosen else filling.possible
        # A most this high means any number.
        reach = words.reach(able[0], able[-1]) if able and able[-1] < MOST_FIGURE else ""
        label_text = Text(labels[filling.at], bold=True, wraps=True)
        figure = Text(texts[filling.at], theme.figure, bold=True, name="figure")
        # In large text the dim digits show what is possible, without the hint.
        hint = () if theme.now.large else (Text(reach, theme.small, dim=True, wraps=True),)
        question: tuple[Part, ...] = (label_text, figure, *hint, Column())
        if self.upright:
            question = (Row((label_text, figure), GAP_MM), *hint)
        wrong = self.refused(filling.report()) if filling.full and filling.is_possible else ""
        if wrong:
            # The figures can still be seen on the left.
            question = (Text(wrong, bold=True, warning=True, wraps=True, top=True, share=1, name="wrong"),)
        asked = Column(
            (
                *question,
                Button(
                    words.DONE if filling.full else words.NEXT, "", self.go_on, primary=True, name="on",
                    live=filling.can_go_on and not wrong,
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
                then, live = filling.sign, filling.signed
            case _:
                # A digit that begins no possible figure is dimmed.
                then, live = partial(filling.type, key), filling.accepts(key)
        word = key in (words.BACK, words.MINUS)
        role = theme.body if word else theme.heading
        return Button(key, "", lambda: self.fill(then()), live=live, role=role, name=f"key {key}")

    def _choices(self, filling: Filling) -> Pages:
        """Return a pad for each of the choices."""
        pads = tuple(
            small_pad(
                self.names.figure(filling.column, figure), "", partial(self.fill, filling.choose(figure)),
                chosen=filling.texts[filling.at] == str(figure), name=f"choice {figure}",
            )
            for figure in filling.possible
        )  # fmt: skip
        return Pages(pads, LINE_MM, CHOICE_MM, MOST_KEY_MM, GAP_MM, name=f"choices {filling.at}")
