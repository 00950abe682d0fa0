"""Recording one's own board, once: space by space, each state twice. Every tap is kept at once."""

from collections.abc import Callable

from msgspec import Struct

from companion.games.sequence_states.cards import StateCard
from companion.games.sequence_states.layout import (
    Draft,
    Layout,
    left_over,
)
from companion.games.sequence_states.lines import SPACES, Space
from ui import theme
from ui import words as frame
from ui.games.own import Own
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.aims import SpaceTap
from ui.games.sequence_states.kept import whole
from ui.games.sequence_states.recorder_parts import RecordedPanel, RecorderHead
from ui.games.sequence_states.recording import recording
from ui.games.sequence_states.state_picker import StatePicker
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.header import NEXT_MM, body_of
from ui.widgets.layout import Rect, cut_pads, put
from ui.widgets.pad import Pad


class UndoStep(Struct, frozen=True):
    """What undo goes back to: what was told, and the space that was next."""

    draft: Draft
    current: Space | None


class RecorderScreen(Face):
    """The board at the left, the states at the right; `on` gets the board when it is complete.

    A draft that was begun before can be taken back space by space, a whole board can't. Every draft of one's
    `own` is kept, also a complete one.
    """

    def __init__(
        self,
        own: Own[Layout, Draft],
        back: Callable[[], None],
        on: Callable[[Layout], None],
        warning: str = "",
    ) -> None:
        super().__init__()
        self._keep_it, self._on = own.keep, on
        self._resumed = own.draft is not None
        self.draft = own.begun
        self.current = next_open(self.draft)
        self._steps: list[UndoStep] = []
        self.head = RecorderHead(back, self.undo, self.start_over)
        self.grid = Stage()
        self.grid.on_tap, self.grid.on_slide = lambda tap: self.go_to(tap.space), self._slide
        self.empty_pad = Pad(frame.CLEAR, words.EMPTY_HINT, on_tap=self.empty, role=theme.small() * 1.2)
        self.empty_pad.title.wraps = self.empty_pad.subtitle.wraps = False
        self.picker = StatePicker(self.pick, self.empty_pad)
        self.recorded = RecordedPanel()
        self.done = Pad(frame.DONE, on_tap=self._done, primary=True)
        self.add_parts(self.head, self.grid, self.picker)
        if self._resumed and self.complete:
            own.keep(self.draft)
        self._show()
        if warning:
            self.picker.say(warning, warning=True)

    @property
    def complete(self) -> bool:
        """Whether every space is told."""
        return len(self.draft) == len(SPACES)

    # What a tap does.

    def pick(self, card: StateCard) -> None:
        """Record the state of the current space, and go on to the next one that is open."""
        if self.current is None:
            return
        if self.draft.get(self.current) != card and not left_over(self.draft)[card]:
            # Each state is pictured twice, no more: one of the two must be wrong.
            self._show(marked=tuple(space for space, other in self.draft.items() if other == card))
            self.picker.say(words.recorded_twice(card), warning=True)
            return
        told = {space: other for space, other in self.draft.items() if space != self.current}
        self._change({**told, self.current: card}, self.current)
        self.picker.say(words.told(card))

    def empty(self) -> None:
        """Forget what the current space shows, and stay there."""
        if self.current in self.draft:
            self._steps.append(UndoStep(self.draft, self.current))
            self.draft = {space: card for space, card in self.draft.items() if space != self.current}
            self._keep()

    def go_to(self, space: Space) -> None:
        """Tell this space next."""
        self.current = space
        self.picker.reset()
        self._show()

    def undo(self) -> None:
        """Take the last change back; after a restart, the space that was recorded last."""
        if self._steps:
            step = self._steps.pop()
            self.draft, self.current = step.draft, step.current
        elif self._undoable:
            *rest, (self.current, _) = self.draft.items()
            self.draft = dict(rest)
        else:
            return
        self._keep()

    def start_over(self) -> None:
        """Forget the whole recording; undo brings it back."""
        if self.draft:
            self._steps.append(UndoStep(self.draft, self.current))
            self.draft, self.current = {}, SPACES[0]
            self._keep()

    # How it goes on.

    @property
    def _undoable(self) -> bool:
        """Whether something was recorded that can be taken back; not so for a board that was whole."""
        return bool(self._steps or (self._resumed and self.draft))

    def _change(self, draft: Draft, at: Space) -> None:
        self._steps.append(UndoStep(self.draft, self.current))
        self.draft, self.current = draft, next_open(draft, at)
        self._keep()

    def _keep(self) -> None:
        self._keep_it(self.draft)
        self.picker.reset()
        self._show()

    def _done(self) -> None:
        board = whole(self.draft)
        assert board is not None
        self._on(board)

    def _slide(self, tap: SpaceTap | None) -> None:
        shown = tap.space if tap is not None else self.current
        self.head.show(shown, self.draft.get(shown) if shown is not None else None, len(self.draft))

    def _show(self, marked: tuple[Space, ...] = ()) -> None:
        complete = self.current is None
        inside, outside = (self.recorded, self.picker) if complete else (self.picker, self.recorded)
        self.remove_widget(outside)
        if inside.parent is None:
            self.add_widget(inside)
            self.remove_widget(self.done)
            if complete:
                self.add_widget(self.done)
            self.rearrange()
        draft, current = self.draft, self.current
        self.grid.draw(lambda room, finger: recording(draft, current, marked, room, finger))
        self.picker.offer(left_over(self.draft))
        self.empty_pad.live = self.current in self.draft
        self.head.undo.live = self._undoable
        self.head.start_over.live = bool(self.draft)
        self._slide(None)

    def arrange(self, rect: Rect) -> None:
        """The board as large as the height allows, the rest beside it."""
        head, room = body_of(rect)
        if self.done.parent is not None:
            on, head = head.cut_right(theme.mm(NEXT_MM), theme.mm(theme.GAP_MM))
            put(self.done, on)
        put(self.head, head)
        right, left = cut_pads(room, room.width - room.height - theme.mm(4), theme.mm(4))
        put(self.grid, left)
        put(self.picker, right)
        put(self.recorded, right)


def next_open(draft: Draft, after: Space | None = None) -> Space | None:
    """Return the next space that nothing is told of, row by row, from the top again at the end."""
    begin = after.index + 1 if after is not None else 0
    return next((space for space in (*SPACES[begin:], *SPACES[:begin]) if space not in draft), None)
