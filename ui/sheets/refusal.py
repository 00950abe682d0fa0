"""Something wrong lies on the table: what, what hands must do, and the three ways on."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Line

from ui import theme, words
from ui.kivy_types import Widget
from ui.table.presenting import Explanation
from ui.widgets import icons
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

RULE_LINES, ALSO_LINES = 2.7, 2.5
"""Heights of the rule in words, and of what else is wrong, in those of their letters."""


class RefusalSheet(SheetPanel):
    """Says what is wrong, on a ground that nobody overlooks; `let_stand` is None where that can't be.

    `board` is the game's own, in small, as it should lie: with a ring around what is wrong. `example` shows
    what the rule means; None where nothing does.
    """

    covers_banner = False

    def __init__(
        self,
        explanation: Explanation,
        done: Callable[[], None],
        let_stand: Callable[[], None] | None,
        board: Widget | None = None,
        example: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(theme.WARNING_GROUND, theme.WARNING)
        self._title = Text(explanation.title, role=theme.figure() * 0.82, bold=True, wraps=True)
        self._rule = Text(explanation.rule, role=theme.body(), wraps=True, valign="top")
        self._head = Text(words.PUT_RIGHT, role=theme.body(), tone=theme.DIM, bold=True)
        self.steps = [Text(step, role=theme.heading() * 0.92, wraps=True) for step in explanation.steps]
        self._numbers = [
            Text(str(n + 1), role=theme.body(), bold=True, align="center") for n in range(len(self.steps))
        ]
        self.done = Pad(words.IS_PUT_RIGHT, on_tap=done, primary=True)
        self._also = Text("\n".join(explanation.also), role=theme.body(), wraps=True, valign="top")
        self.board = board
        self.let_stand = HoldPad(words.LET_STAND, words.LET_STAND_HELD, on_held=let_stand)
        self.why = Pad(words.WHY, on_tap=self.explain)
        self._example = example
        self._rule_shown = False
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self._lasting = (self._title, self.done, self.why)
        self.add_parts(*self._lasting, self._head, *self.steps, *self._numbers, self._also)
        if board is not None:
            self.add_widget(board)
        if let_stand is not None:
            self.add_widget(self.let_stand)

    def explain(self) -> None:
        """Show the rule in its words; with one more tap an example, or without one hide it again."""
        if self._rule_shown and self._example is not None:
            self._example()
            return
        self._rule_shown = not self._rule_shown
        if self._rule_shown:
            self.add_widget(self._rule)
        else:
            self.remove_widget(self._rule)
        if self._example is not None:
            self.why.say(words.EXAMPLE)
        self.why.choose(self._rule_shown and self._example is None)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """What is wrong above, steps in the middle, ways on below."""
        inner = self.inner(rect)
        foot, rest = inner.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(2))
        pads = [self.done, *([self.let_stand] if self.let_stand.parent is not None else []), self.why]
        weights = [1.5, 1.1, 0.9] if len(pads) == 3 else [1.6, 0.9]
        put_each(pads, foot.columns(weights, theme.mm(theme.GAP_MM)))
        head, rest = rest.cut_top(theme.mm(12), theme.mm(1))
        sign, title = head.cut_left(theme.mm(12), theme.mm(3))
        put(self._title, title)
        self._drawing.clear()
        icons.warning(self._drawing, *sign.center, theme.mm(9), theme.WARNING)
        if self.board is not None:
            if rest.height > rest.width:
                room, rest = rest.cut_bottom(min(rest.width, rest.height * 0.6), theme.mm(3))
            else:
                room, rest = rest.cut_right(min(rest.height * 1.2, rest.width * 0.4), theme.mm(3))
            put(self.board, room)
        # The rule in words takes the room of what isn't needed to put it right.
        self._head.opacity = self._also.opacity = float(not self._rule_shown)
        if self._rule_shown:
            line, rest = rest.cut_top(theme.body() * RULE_LINES, theme.mm(1))
            put(self._rule, line)
        elif self._also.text:
            line, rest = rest.cut_bottom(theme.body() * ALSO_LINES, theme.mm(1))
            put(self._also, line)
        if not self.steps:
            self._head.opacity = 0
            return
        if not self._rule_shown:
            line, rest = rest.cut_top(theme.body() * 1.5)
            put(self._head, line)
        height = min(theme.mm(9.5), rest.height / len(self.steps))
        for n, (step, number) in enumerate(zip(self.steps, self._numbers, strict=True)):
            row = Rect(rest.x, rest.top - (n + 1) * height, rest.width, height)
            circle, text = row.cut_left(theme.mm(8), theme.mm(2))
            put(number, circle)
            put(step, text)
            self._drawing.add(Color(*theme.TEXT))
            radius = min(theme.mm(2.7), height * 0.42)
            self._drawing.add(Line(circle=(*circle.center, radius), width=theme.mm(0.16)))
