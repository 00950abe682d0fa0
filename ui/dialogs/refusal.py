"""A refusal that holds play, or a table that must be put right: what is wrong and what hands must do."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Pages, Part, Text, column, grid, row
from ui.stage import icons, scene, theme
from ui.stage.parts import tick_box
from ui.stage.scene import Scene, Spot, Viewport
from ui.table.presenting import Choice, Explanation

STEP_MM, SHORT, NARROW = 9.5, 50, 32
"""Height of a step of SHORT letters, or NARROW next to a board; longer ones are higher in proportion."""
BOARD, LOW_BOARD = 0.6, 0.4
"""Share of the small board; less in large text on an upright panel, where steps need the room."""
HEAD_MM, UPRIGHT_HEAD_MM, LONG = 9.9, 15.0, 40
"""Height of the title, and on an upright panel of one with more than LONG letters."""
ABREAST = 3
"""Maximum number of pads side by side on an upright panel."""


class WaysOn(Struct, frozen=True):
    """What players can do about it; None for what isn't possible here.

    `tick` gets the index of a step that is done, or isn't after all.
    """

    done: Callable[[], None]
    tapped_wrong: Callable[[], None] | None = None
    let_stand: Callable[[], None] | None = None
    example: Callable[[], None] | None = None
    tick: Callable[[int], None] | None = None
    compare: Choice | None = None


class RefusalDialog(PartDialog):
    """Says what is wrong, on a background that is hard to overlook.

    `boards` are small drawings of the table as it should be, with rings around what is wrong: just one, or
    with `by_step` one for each step. Then that of the first step not `ticked` is shown, and steps can be read
    one at a time.
    """

    covers_banner = False

    explanation: Explanation
    ways: WaysOn
    boards: tuple[scene.Drawing | None, ...] = ()
    by_step: bool = False
    ticked: tuple[int, ...] = ()
    one_at_a_time: bool = False
    rule_shown: bool = False
    warning: bool = True

    def explain(self) -> None:
        """Show the rule's text instead of the steps, or the steps again."""
        self.rule_shown = not self.rule_shown
        self.compose()

    def tick(self, ticked: tuple[int, ...]) -> None:
        """Show which steps are done, by index."""
        self.ticked = ticked
        self.compose()

    def _turn(self) -> None:
        self.one_at_a_time = not self.one_at_a_time
        self.compose()

    @property
    def _next(self) -> int | None:
        """Index of the first step that isn't done; None if all are."""
        return next((n for n in range(len(self.explanation.steps)) if n not in self.ticked), None)

    def part(self) -> Part:
        """Return what is wrong, the steps with the board, and the pads."""
        explanation, next_ = self.explanation, self._next or 0
        board = self.boards[next_ if self.by_step else 0] if self.boards else None
        high = UPRIGHT_HEAD_MM if self.upright and len(explanation.title) > LONG else HEAD_MM
        wrong = Text(explanation.title, title, bold=True, wraps=True, name="title")
        head = row(Drawing(_warning, mm=11), wrong, mm=high)
        middle = self._only_step() or self._steps()
        if self.rule_shown:
            middle = column(Text(explanation.rule, theme.heading, wraps=True, name="rule"), column())
        share = LOW_BOARD if self.upright and theme.now.large else BOARD
        pictures = () if board is None else (Drawing(board, share=share, name="board"),)
        arrange = column if self.upright else row
        return column(head, arrange(middle, *pictures), self._pads(), gap=1.5)

    def _only_step(self) -> "Part | None":
        """Return the next step by itself, if steps are read one at a time and one is left."""
        n, steps = self._next, self.explanation.steps
        if not self.one_at_a_time or n is None or self.ways.tick is None:
            return None
        number, tick = words.step_of(n + 1, len(steps)), partial(self.ways.tick, n)
        return column(
            Text(steps[n], title, wraps=True, share=1, name=f"step {n + 1}"),
            Button(words.NEXT_STEP, number, tick, mm=theme.TARGET_MM, name=f"tick {n + 1}"),
        )

    def _steps(self) -> Part:
        """Return the steps and, behind them, what else is wrong: however much that is, the steps are seen."""
        explanation = self.explanation
        wide = SHORT if all(board is None for board in self.boards) else NARROW
        lines = max([1.0, *(len(line) / wide for line in (*explanation.steps, *explanation.also))])
        also = (Text(str(line), wraps=True, name=f"also {n + 1}") for n, line in enumerate(explanation.also))
        return Pages(
            (*(self._step(n, step) for n, step in enumerate(explanation.steps)), *also),
            max(theme.TARGET_MM, STEP_MM * lines * 0.75),
            highest_mm=max(theme.TARGET_MM, STEP_MM * lines),
            gap=1,
            shows=self._next,
            name="todo",
        )

    def _step(self, n: int, step: str) -> Part:
        """Return a step with its tick box, or its number if it can't be ticked."""
        done, tick = n in self.ticked, self.ways.tick
        number = (
            Text(str(n + 1), theme.heading, bold=True, align="center", mm=8)
            if tick is None
            else Button(
                on_tap=partial(tick, n),
                done=done,
                picture=lambda room: tick_box(room, str(n + 1), done=done),
                mm=theme.TARGET_MM,
                name=f"tick {n + 1}",
            )
        )
        return row(number, Text(step, theme.heading, wraps=True, dim=done, share=1, name=f"step {n + 1}"))

    def _pads(self) -> Part:
        pads = self._out_of_the_rule() if self.rule_shown else self._on_from_the_steps()
        if self.upright and len(pads) > ABREAST:
            return replace(grid(pads, 2), mm=2 * theme.PRIMARY_MM + theme.GAP_MM)
        return row(*pads, mm=theme.PRIMARY_MM)

    def _on_from_the_steps(self) -> list[Button]:
        ways = self.ways
        done = Button(words.IS_PUT_RIGHT, on_tap=ways.done, primary=True, share=1.4, name="done")
        pads = [done, *self._slip()]
        if ways.let_stand is not None:
            pad = Button(words.LET_STAND, words.LET_STAND_HELD, ways.let_stand, held=True, name="let stand")
            pads.append(pad)
        if self.by_step and len(self.explanation.steps) > 1 and self._next is not None:
            turned = words.ALL_STEPS if self.one_at_a_time else words.ONE_AT_A_TIME
            pads.append(Button(turned, on_tap=self._turn, share=0.8, name="one"))
        pads.append(Button(words.WHY, on_tap=self.explain, share=0.85, name="why"))
        return pads

    def _out_of_the_rule(self) -> list[Button]:
        """Return the pads under the rule: a player who disagrees can look for an earlier mistake."""
        ways = self.ways
        pads = [Button(words.BACK_TO_STEPS, on_tap=self.explain, primary=True, name="steps"), *self._slip()]
        if ways.compare is not None:
            title, on_tap = ways.compare.title, ways.compare.report
            pads.append(Button(words.SOMETHING_ELSE, title, on_tap, name="compare"))
        if ways.example is not None:
            pads.append(Button(words.EXAMPLE, on_tap=ways.example, share=0.85, name="example"))
        return pads

    def _slip(self) -> tuple[Button, ...]:
        slip = self.ways.tapped_wrong
        if slip is None:
            return ()
        return (Button(words.TAPPED_WRONG, words.TAPPED_WRONG_HINT, slip, name="slip"),)


def _warning(room: Viewport, _finger: Spot | None) -> Scene:
    """Return a triangle with an exclamation mark, as large as it fits."""
    side = min(room.rect.width, room.rect.height) * 0.86
    return Scene(icons.warning(*room.rect.center, side, theme.WARNING))


def title() -> float:
    """Return the font size of a refusal's title, in pixels."""
    return theme.figure() * 0.82
