"""The last step before the deal: which board lies on the table, and which chips each side plays with."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from companion.errors import SetupError
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.layout import (
    OWN,
    Draft,
    Layout,
    demo,
    draft_from_text,
    draft_of,
    read_layout,
)
from companion.games.sequence_states.model import Colour, Facts
from companion.games.sequence_states.opening import alternating
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.face import Memory
from ui.games.kept_texts import KeptTexts
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.kept import BOARD, CHOICE, DRAFT
from ui.games.sequence_states.recorder import RecorderScreen
from ui.games.sequence_states.setup_pads import BoardPad, SidePad
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

BOARDS_SHARE = 0.62
"""How much of the height the boards take; the sides have the rest."""


class Choice(Struct, frozen=True):
    """What was chosen last time; offered again."""

    board: Literal["own", "made_up", "none"] | None = None
    colours: tuple[Colour, ...] = ()


class SetupScreen(Face):
    """Board and chips; `on` gets the facts with both. The owner's board is recorded from here."""

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        super().__init__()
        self._facts, self._kept, self._on = facts, KeptTexts(memory), on
        sides = alternating(facts, SequenceStates.catalogue)
        self._count = len(set(sides))
        self._made_up = demo()
        self._own: Layout | None = None
        self._draft: Draft = {}
        self._choice = Choice()
        self.recorder: RecorderScreen | None = None
        self.header = Header(words.TITLE, words.HINT, back, self._go, frame.TO_THE_TABLE)
        self._which_board = Text(words.WHICH_BOARD, role=theme.body(), bold=True)
        self._which_chips = Text(words.WHICH_CHIPS, role=theme.body(), bold=True)
        self.own = BoardPad(self._tap_own)
        self.correct = Pad(words.CORRECT, on_tap=self.record, role=theme.body())
        self.made_up = BoardPad(lambda: self._choose("made_up"), words.MADE_UP, words.MADE_UP_HINT)
        self.none = BoardPad(lambda: self._choose("none"), words.NONE, words.NONE_HINT, line=True)
        self.made_up.picture(draft_of(self._made_up))
        self.sides = [
            SidePad(
                [plate.name for plate, other in zip(plates, sides, strict=True) if other == side],
                lambda n=side: self._change_colour(n),  # type: ignore[misc]
            )
            for side in range(self._count)
        ]
        self.colours = list(Colour)[: self._count]
        self._show()
        takers = {BOARD: self._take_board, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._kept.read(takers, self._show)

    @property
    def board(self) -> str:
        """Which board is chosen: "own", "made_up" or "none"."""
        wanted = self._choice.board or "own"
        return "none" if wanted == "own" and self._own is None else wanted

    def record(self) -> None:
        """Open the recorder; it takes the whole screen."""
        self.recorder = RecorderScreen(self._kept.memory, self._close_recorder, self._recorded, self._own)
        self._show()

    # What was kept.

    def _take_board(self, text: str) -> None:
        try:
            self._own = read_layout(text, OWN) if text else None
        except SetupError:
            self.header.hint.text = words.DAMAGED_BOARD
            self.header.hint.color = theme.WARNING
            raise

    def _take_draft(self, text: str) -> None:
        # The recorder says so, when it is opened and this one is damaged.
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        try:
            self._choice = msgspec.json.decode(text or "{}", type=Choice)
        except msgspec.DecodeError:
            self._choice = Choice()
        every = dict.fromkeys((*self._choice.colours, *Colour))
        self.colours = list(every)[: self._count]

    # What a tap does.

    def _tap_own(self) -> None:
        if self._own is None:
            self.record()
        else:
            self._choose("own")

    def _choose(self, board: Literal["own", "made_up", "none"]) -> None:
        self._choice = Choice(board, self._choice.colours)
        self._show()

    def _change_colour(self, side: int) -> None:
        """Give a side the next colour; whoever has that one takes its."""
        order = list(Colour)
        wanted = order[(order.index(self.colours[side]) + 1) % len(order)]
        if wanted in self.colours:
            self.colours[self.colours.index(wanted)] = self.colours[side]
        self.colours[side] = wanted
        self._show()

    def _recorded(self, layout: Layout) -> None:
        self._own = layout
        self._choice = Choice("own", self._choice.colours)
        self._close_recorder()

    def _close_recorder(self) -> None:
        assert self.recorder is not None
        # What was recorded is in the recorder; asking for it would come a frame too late.
        self._own = self.recorder.board or self._own
        if self.recorder.known:
            self._draft = {} if self.recorder.complete else self.recorder.draft
        self.recorder = None
        self._show()

    def _go(self) -> None:
        layout = {"own": self._own, "made_up": self._made_up}.get(self.board)
        colours = tuple(self.colours)
        # What was wanted is remembered, also where the board for it isn't recorded yet.
        kept = Choice(self._choice.board, colours)
        self._kept.set(CHOICE, msgspec.json.encode(kept).decode())
        self._on(msgspec.structs.replace(self._facts, layout=layout, colours=colours))

    # How it looks.

    def _show(self) -> None:
        self.clear_widgets()
        if self.recorder is not None:
            self.add_widget(self.recorder)
            self.rearrange()
            return
        boards = (self.own, self.made_up, self.none)
        for part in (self.header, self._which_board, *boards, self._which_chips, *self.sides):
            self.add_widget(part)
        self._show_own()
        for name, board in (("own", self.own), ("made_up", self.made_up), ("none", self.none)):
            board.choose(name == self.board and self._kept.known)
        for side, colour in zip(self.sides, self.colours, strict=True):
            side.show(colour)
        for pad in (*boards, *self.sides, self.header.next):
            pad.live = self._kept.known
        self.rearrange()

    def _show_own(self) -> None:
        so_far = words.so_far(len(self._draft))
        if self._own is not None:
            self.own.say(words.YOURS, words.YOURS_HINT)
            self.own.picture(draft_of(self._own))
            self.correct.say(
                words.GO_ON_CORRECTING if self._draft else words.CORRECT, so_far if self._draft else ""
            )
            self.add_widget(self.correct)
            return
        self.own.picture(self._draft)
        if self._draft:
            self.own.say(words.GO_ON, so_far)
        else:
            self.own.say(words.RECORD, words.RECORD_HINT)

    def arrange(self, rect: Rect) -> None:
        """The boards above, the sides below."""
        if self.recorder is not None:
            put(self.recorder, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        upper, lower = room.cut_top((room.height - gap) * BOARDS_SHARE, gap)
        lines: tuple[tuple[Rect, Text, list[Pad]], ...] = (
            (upper, self._which_board, [self.own, self.made_up, self.none]),
            (lower, self._which_chips, [*self.sides]),
        )
        for part, title, pads in lines:
            words_at, cells = part.cut_top(theme.body() * 1.4, theme.mm(0.8))
            put(title, words_at)
            for pad, cell in zip(pads, cells.columns([1] * len(pads), gap), strict=True):
                put(pad, cell)
        if self.correct.parent is not None:
            own = Rect(self.own.x, self.own.y, self.own.width, self.own.height)
            low, high = own.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            put(self.own, high)
            put(self.correct, low)
