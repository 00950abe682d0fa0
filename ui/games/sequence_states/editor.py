"""Entering the owner's board, once: space by space, each state twice. Every tap is saved at once."""

from collections.abc import Collection
from functools import partial

from companion.games.sequence_states.layout import (
    STATES,
    TWICE,
    Draft,
    Layout,
    StateCard,
    left_over,
)
from companion.games.sequence_states.lines import SPACES, Space
from ui.games.drafted import OwnEditor, held_pad
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.drafts import complete_layout
from ui.games.sequence_states.entries import state_pads
from ui.games.sequence_states.table import CORNER, Spaces, ground
from ui.language import words as frame
from ui.parts.values import Column, Drawing, Header, Part, Screen, Text, column, row, sides, small_pad
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Scene, Slot, Spot, Viewport
from ui.stage.shapes import Letters, Rim
from ui.stage.theme import Tone

BOARD_MM = 62.5
"""Greatest width of the board, so that six letters fit beside it."""
TOOLS_SHARE = 1.15
"""Share of the height for the pads on an upright panel; the board has 1."""

GAP = 0.08
"""Gap between two spaces, in spaces."""
LETTERS = 0.46
RIM_MM = 0.6


class BoardEditor(OwnEditor[Layout, Draft]):
    """The board, with the states beside it; `on` gets the layout once it is complete.

    Undo goes back space by space through an unfinished draft from an earlier session, but not through a
    complete board.
    """

    pointed: Space | None = None
    letter: str | None = None
    marked: tuple[Space, ...] = ()
    _next_prompt = ""

    def start(self) -> None:
        """Start at the first space without a state."""
        super().start()
        entered = [*(self.owned.draft or {}).items()]
        self.drafted.before(dict(entered[:n]) for n in range(len(entered)))
        self.current = next_open(self.draft)
        if self.current is None:
            self.owned.save_draft(self.draft)

    # What a tap does.

    def pick(self, card: StateCard) -> None:
        """Enter the state of the current space, and go on to the next one without."""
        if self.current is None:
            return
        if self.draft.get(self.current) != card and not left_over(self.draft)[card]:
            # Both spaces of the state are entered already, so one of them, or this tap, is wrong: mark them.
            self.marked = tuple(space for space, other in self.draft.items() if other == card)
            self.warning = words.recorded_twice(STATES[card].name)
            self.compose()
            return
        at = self.current
        self.current = next_open({**self.draft, at: card}, at)
        self._next_prompt = words.next_one(STATES[card].name)
        self.change({**{space: other for space, other in self.draft.items() if space != at}, at: card})

    def empty(self) -> None:
        """Clear the current space, and stay there."""
        self.change({space: card for space, card in self.draft.items() if space != self.current})

    def go_to(self, space: Space) -> None:
        """Make a space the current one."""
        self.current = space
        self.changed(self.draft)

    def look(self, letter: str | None) -> None:
        """Show the states of a letter, or the letters for None."""
        self.letter, self.marked, self.warning = letter, (), ""
        self.compose()

    def undo(self) -> None:
        """Undo the last change, or after a restart the last space entered, and go to its space."""
        before = self.draft
        self.drafted.undo()
        others = [space for space in SPACES if before.get(space) != self.draft.get(space)]
        self.current = others[0] if len(others) == 1 else next_open(self.draft)
        self.changed(before)

    def start_over(self) -> None:
        """Clear the whole board; undo restores it."""
        self.current = SPACES[0]
        self.change({})

    def changed(self, before: Draft) -> None:
        """Show the letters again after a change."""
        if self.draft == before or len(self.draft) < len(before):
            self._next_prompt = ""
        self.letter, self.marked = None, ()
        super().changed(before)

    def _finish(self) -> None:
        board = complete_layout(self.draft)
        assert board is not None
        self.on(board)

    def _point(self, space: Space | None) -> None:
        self.pointed = space
        self.compose()

    # Drawing.

    def part(self) -> Screen:
        """Return the board, and beside it the states, or a note that it is complete."""
        board = Drawing(
            partial(recording, self.draft, self.current, self.marked), 1.0,
            self.go_to, self._point, name="board", most_mm=BOARD_MM,
        )  # fmt: skip
        filled = self.current in self.draft
        clear = small_pad(frame.CLEAR, "", self.empty, live=filled, name="clear")
        over = held_pad(words.RESET, self.start_over, bool(self.draft), "start over")
        tools = (self.undo_pad(0), clear, over)
        if self.current is not None:
            remaining = left_over(self.draft)
            pads: Part = state_pads(self.letter, remaining, words.entered_of, self.look, self.pick, *tools)
        else:
            complete = Text(words.RECORDED, theme.title, bold=True, wraps=True, share=1)
            pads = column(Column((complete,), panel=True), row(*tools, mm=theme.PRIMARY_MM))
        return Screen(self._header(), sides(board, Column((pads,), share=TOOLS_SHARE)))

    def _header(self) -> Header:
        """Return the header: a warning, or else the current space and how many are entered."""
        if self.warning:
            return Header(self.warning, "", self.back, warns="title")
        space = self.current if self.pointed is None else self.pointed
        if space is None:
            return Header(words.ALL_ENTERED, "", self.back, self._finish, frame.DONE)
        prompt = self._next_prompt
        if self.letter or not prompt:
            prompt = words.letter_prompt(self.letter)
        hint = words.prompt_and_progress(prompt, words.progress(len(self.draft)))
        on = self._finish if self.current is None else None
        return Header(words.title(space, self.draft.get(space)), hint, self.back, on, frame.DONE)


def next_open(draft: Draft, after: Space | None = None) -> Space | None:
    """Return the next space without a state, row by row and then from the top; None if all have one."""
    begin = after.index + 1 if after is not None else 0
    return next((space for space in (*SPACES[begin:], *SPACES[:begin]) if space not in draft), None)


def recording(
    draft: Draft, current: Space | None, marked: Collection[Space], room: Viewport, finger: Spot | None
) -> Scene:
    """Return the board in the middle of a room; its spots are spaces."""
    side = min(room.rect.width, room.rect.height)
    x, y = room.rect.center
    spaces = Spaces(Rect(x - side / 2, y - side / 2, side, side))
    items: list[Slot] = []
    for space in SPACES:
        rect, card = _space(spaces, space), draft.get(space)
        plain = theme.PANEL if card is None else theme.RAISED
        items.append(ground(rect, theme.PRESSED if finger == space else plain))
        items.append(Letters(card or "", rect, theme.TEXT, rect.width * LETTERS, bold=True))
    # Never mark more spaces than a state has.
    marks: list[tuple[Space, Tone]] = [(space, theme.WARNING) for space in marked][:TWICE]
    if current is not None:
        marks.append((current, theme.PRIMARY))
    for space, tone in marks:
        rect = _space(spaces, space)
        items.append(Rim(rect, tone, room.mm(RIM_MM), rect.width * CORNER))
    return Scene(tuple(items), (spaces,))


def _space(spaces: Spaces, space: Space) -> Rect:
    return spaces.of(space).inset(max(1.0, spaces.side * GAP / 2)).on_pixels()
