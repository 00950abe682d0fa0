"""Tally only: entering a finished board by touch to count it; how to get there, and the screen's frame."""

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from companion.errors import SetupError
from ui.games.drafted import Drafted, DraftScreen, held_pad
from ui.games.face import Memory
from ui.games.owners_item import SavedForm
from ui.language import words as frame
from ui.parts.layout import MARGIN_MM
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Part, Text, column, row, sides
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.widgets.layout import Leaving

B = TypeVar("B")
On = TypeVar("On")
T = TypeVar("T")
D = TypeVar("D")
Other = TypeVar("Other")

STEP_MM = theme.TARGET_MM + 2
"""Side of the pads for going back, undo and clear."""
WORDS_MM = 14.0
"""Height of the words at the top of the column."""
BETWEEN_MM = 2.0
"""Gap between the words at the top of the column and what is below them."""


class TallyWay(PartScreen, Generic[T, D, Other]):
    """An empty screen until the store has answered, then covered by `screen`; `back` leaves it.

    `screen` gets the owner's item (or what `fallback` returns), the way back, a function that saves a board
    as `painted`, and the text saved there.
    """

    memory: Memory
    form: SavedForm[T, D]
    fallback: Callable[[], Other]
    painted: str
    screen: Callable[[T | Other, Callable[[], None], Callable[[str], None], str], Widget]
    back: Callable[[], None]

    def start(self) -> None:
        """Ask the store for the saved texts."""
        self._known = dict[str, str]()
        for name in (self.form.name, self.painted):
            self.memory.get(name, partial(self._take, name))

    def leave(self) -> None:
        """Tell the screen that it is left."""
        if isinstance(self.over, Leaving):
            self.over.leave()

    def _take(self, name: str, text: str) -> None:
        self._known[name] = text
        if {*self._known} == {self.form.name, self.painted}:
            save = partial(self.memory.set, self.painted)
            self.lay_over(self.screen(self._item, self.back, save, self._known[self.painted]))

    @property
    def _item(self) -> T | Other:
        text = self._known[self.form.name]
        try:
            return self.form.read(text) if text else self.fallback()
        except SetupError:
            # The set-up screen reports damaged texts; a tally works with any item.
            return self.fallback()


class TallyFrame(DraftScreen[B], Generic[On, B]):
    """Base of tally screens: a `draft` of what is on `item`, with every change saved and undoable.

    `save` saves the draft's text, `saved` is the one saved last time, `back` leaves. Subclasses write `read`,
    `text` and `part`.
    """

    margin_mm = (MARGIN_MM, MARGIN_MM)

    item: On
    back: Callable[[], None]
    save: Callable[[str], None]
    saved: str = ""

    def start(self) -> None:
        """Begin with the saved draft."""
        self.drafted = Drafted(self.read(self.saved), lambda _draft: self.save(self.text()))

    def read(self, text: str) -> B:
        """Return the draft in a saved text; an empty draft if the text is empty or can't be read."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the draft as text to save."""
        raise NotImplementedError

    def go_back(self) -> None:
        """Leave the screen."""
        self.back()

    def framed(
        self,
        title: str,
        prompt: str,
        board: Drawing,
        tools: tuple[Part, ...],
        tools_mm: tuple[float, float],
        *,
        warns: bool = False,
        undoes: bool = True,
        words_mm: float = WORDS_MM,
    ) -> Part:
        """Return the board as large as it fits, with the back pads, the words and the tools around it.

        `tools_mm`: the tools' width next to the board, and their height below it on an upright panel. Undo
        and clear are off unless `undoes`.
        """
        undo_live, empty = undoes and self.drafted.undoable, self.read("")
        steps = (
            Button(icon="back", on_tap=self.go_back, name="back", mm=STEP_MM),
            Button(icon="undo", on_tap=self.undo, live=undo_live, name="undo", mm=STEP_MM),
            held_pad(frame.CLEAR, partial(self.change, empty), undoes and self.draft != empty, mm=STEP_MM),
        )
        words = (
            Text(title, theme.heading, bold=True, warning=warns, wraps=True, name="title"),
            Text(prompt, theme.small, dim=True, wraps=True, name="prompt"),
        )
        wide, high = tools_mm
        if self.upright:
            head = row(*steps, words[0], mm=STEP_MM)
            return column(head, words[1], board, Column(tools, mm=high))
        side_column = Column((Column(words, gap=0, mm=words_mm * theme.LARGER), *tools), BETWEEN_MM, mm=wide)
        return row(Column((*steps, Column()), mm=STEP_MM), sides(board, side_column))
