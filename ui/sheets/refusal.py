"""Something wrong lies on the table: what, what hands must do, and the ways on."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from ui import theme, words
from ui.parts.shown import PartSheet
from ui.parts.values import Button, Drawing, Part, Row, Text, column, row
from ui.stage import scene
from ui.stage.rect import Rect
from ui.stage.scene import Room, Scene
from ui.stage.shapes import Area, Letters
from ui.table.presenting import Explanation

STEP_MM, SHORT = 9.5, 50
"""Height of a step of so many letters; longer ones have as much more."""


class WaysOn(Struct, frozen=True):
    """What can be done about it; None: that can't be, or there is no example."""

    done: Callable[[], None]
    tapped_wrong: Callable[[], None] | None = None
    let_stand: Callable[[], None] | None = None
    example: Callable[[], None] | None = None


@dataclass(eq=False, repr=False)
class RefusalSheet(PartSheet):
    """Says what is wrong, on a ground that nobody overlooks.

    `board` is the table in small as it should lie, with a ring around what is wrong.
    """

    covers_banner = False

    explanation: Explanation
    ways: WaysOn
    board: scene.Drawing | None = None
    rule_shown: bool = False
    warning: bool = True

    def explain(self) -> None:
        """Show the rule in its words; with one more tap an example, or without one hide it again."""
        if self.rule_shown and self.ways.example is not None:
            self.ways.example()
            return
        self.rule_shown = not self.rule_shown
        self.compose()

    def part(self) -> Part:
        """What is wrong above, steps in the middle, ways on below."""
        said, board = self.explanation, self.board
        head = row(
            Drawing(lambda room, _: warning_sign(room), mm=11),
            Text(said.title, title, bold=True, wraps=True, name="title"),
            mm=10.5,
        )
        middle = self._rule() if self.rule_shown else self._steps()
        shown = () if board is None else (Drawing(board, share=0.6, name="board"),)
        return column(head, row(middle, *shown), self._pads(), gap=1.5)

    def _steps(self) -> Part:
        said = self.explanation
        steps = (
            Row(
                (
                    Text(str(n), theme.heading, bold=True, align="center", mm=8),
                    Text(step, theme.heading, wraps=True, share=1, name=f"step {n}"),
                ),
                share=max(1.0, len(step) / SHORT),
                most_mm=STEP_MM * max(1.0, len(step) / SHORT),
            )
            for n, step in enumerate(said.steps, 1)
        )
        also = (Text("\n".join(said.also), wraps=True, name="also"),) if said.also else ()
        return column(*steps, *also, Text("", share=0.01), gap=1)

    def _rule(self) -> Part:
        return column(Text(self.explanation.rule, theme.heading, wraps=True, name="rule"), column())

    def _pads(self) -> Part:
        ways, shown = self.ways, self.rule_shown
        pads = [Button(words.IS_PUT_RIGHT, on_tap=ways.done, primary=True, share=1.4, name="done")]
        if ways.tapped_wrong is not None:
            pads.append(Button(words.TAPPED_WRONG, words.TAPPED_WRONG_HINT, ways.tapped_wrong, name="slip"))
        if ways.let_stand is not None:
            pads.append(
                Button(words.LET_STAND, words.LET_STAND_HELD, ways.let_stand, held=True, name="let stand")
            )
        example = shown and ways.example is not None
        pads.append(
            Button(
                words.EXAMPLE if example else words.WHY,
                on_tap=self.explain,
                chosen=shown and not example,
                share=0.7,
                name="why",
            )
        )
        return row(*pads, mm=theme.PRIMARY_MM)


def warning_sign(room: Room) -> Scene:
    """Return a triangle with an exclamation mark, as large as its room has space for."""
    (x, y), side = room.rect.center, min(room.rect.width, room.rect.height) * 0.86
    corners = ((x - side / 2, y - side * 0.42), (x + side / 2, y - side * 0.42), (x, y + side * 0.45))
    inside = Rect(x - side / 2, y - side * 0.4, side, side * 0.62)
    mark = Letters("!", inside, theme.WARNING_GROUND, side * 0.56, bold=True)
    return Scene((Area(corners, theme.WARNING), mark))


def title() -> float:
    """Return the font size of what is wrong, in pixels."""
    return theme.figure() * 0.82
