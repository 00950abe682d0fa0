"""Entering a board or a box of one's own, page by page: every tap is kept at once, and can be taken back."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from ui import words as frame
from ui.games.own import Own
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.header import TitleLine
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.stepper import Stepper

D = TypeVar("D")
E = TypeVar("E", contravariant=True)
T = TypeVar("T")
P = TypeVar("P", bound="EditorPage[Any]")


class Change(Protocol[E]):
    """Takes a changed draft."""

    def __call__(self, draft: E, name: str = "") -> None:
        """Take it; changes of the same name in a row, as of a figure stepped up, are undone together."""


class EditorNavigation(Struct, Generic[D], frozen=True):
    """What the pads of a page do: `change` takes a draft, which can be undone, and `back` and `on` lead on.

    `kept` is the owner's thing as it is now, where one is being corrected.
    """

    change: Change[D]
    back: Callable[[], None]
    undo: Callable[[], None]
    on: Callable[[], None]
    kept: D | None = None


class FigureStepper(Stepper):
    """A stepper whose figure can be set from outside, for what was undone."""

    def take(self, value: int) -> None:
        """Show another figure."""
        if value != self.value:
            self.value = value
            self._show()


class EditorPage(Face, Generic[D]):
    """One page of an editor: the draft, the way back and on above it, and undo."""

    def __init__(
        self, go: EditorNavigation[D], draft: D, title: str = "", hint: str = "", on_word: str = frame.DONE
    ) -> None:
        super().__init__()
        self.go, self.draft = go, draft
        self.header = TitleLine(title, hint, go.back, go.on, on_word)
        self.undo = GlyphPad(icons.undo, go.undo)

    def show(self, draft: D, *, undoable: bool, refused: str = "") -> None:
        """Show a draft; what is wrong stands in place of what to do."""
        self.draft = draft
        self.undo.live = undoable


class Editor(Face, Generic[T, D, P]):
    """One page at a time; every draft of one's `own` is kept. A game's editor writes `first_page`.

    `on` gets the thing when nothing is wrong with it; `warning` is said at first.
    """

    page: P

    def __init__(
        self, own: Own[T, D], back: Callable[[], None], on: Callable[[T], None], warning: str = ""
    ) -> None:
        super().__init__()
        self.draft, self.kept = own.begun, own.corrected
        self._keep, self._back, self._on = own.keep, back, on
        self._undone: list[D] = []
        self._last = ""
        # Undo never leads to another page.
        self._before = 0
        self.turn(self.first_page())
        if warning:
            self.show(warning)

    def first_page(self) -> P:
        """Return the page to begin with."""
        raise NotImplementedError

    @property
    def undoable(self) -> bool:
        """Whether something was changed on this page that can be taken back."""
        return len(self._undone) > self._before

    def show(self, refused: str = "") -> None:
        """Show the draft on its page; what is wrong stands in place of what to do."""
        self.page.show(self.draft, undoable=self.undoable, refused=refused)

    def change(self, draft: D, name: str = "") -> None:
        """Take a changed draft; changes of the same name in a row are undone together."""
        if draft == self.draft:
            self.show()
            return
        if not name or name != self._last:
            self._undone.append(self.draft)
        self._last = name
        self.take(draft)

    def undo(self) -> None:
        """Take the last change of this page back."""
        if self.undoable:
            self._last = ""
            self.take(self._undone.pop())

    def take(self, draft: D) -> None:
        """Go on with a draft, which is kept."""
        self.draft = draft
        self._keep(draft)
        self.show()

    def turn(self, page: P, *, all_undoable: bool = False) -> None:
        """Turn to a page; only what is done there can be taken back on it, or all that was done so far."""
        self._before = 0 if all_undoable else len(self._undone)
        self._last = ""
        self.page = page
        self.set_parts(page)
        self.show()

    def arrange(self, rect: Rect) -> None:
        """The page takes all the room."""
        put(self.page, rect)
