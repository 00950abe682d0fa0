"""The last step before a match: which board lies on the table."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, read_board, write_board
from companion.games.speed_mode.model import Facts
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.face import Memory
from ui.games.kept_texts import KeptTexts
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import Draft, draft_of, mismatches, new_draft
from ui.games.speed_mode.board_editor import BoardEditor
from ui.games.speed_mode.board_kept import (
    CHOICE,
    DRAFT,
    Choice,
    choice_from_text,
    choice_to_text,
    draft_from_text,
    draft_to_text,
)
from ui.games.speed_mode.kept import BOARD
from ui.games.speed_mode.setup_pads import BoardPad
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


class SetupScreen(Face):
    """The derived board or the owner's, which is entered from here; `on` gets the facts with the board."""

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
        self._derived = derived()
        self._own: Board | None = None
        self._draft: Draft | None = None
        self._choice = Choice()
        self.editor: BoardEditor | None = None
        self.header = Header(words.TITLE, words.HINT, back, self._go, frame.TO_THE_TABLE)
        self.own = BoardPad(self._tap_own)
        self.correct = Pad(words.CORRECT, on_tap=self.edit, role=theme.body())
        self.derived = BoardPad(self._choose_derived)
        self.derived.say(words.DERIVED, words.DERIVED_HINT)
        self.derived.picture(self._derived)
        self._show()
        takers = {BOARD: self._take_board, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._kept.read(takers, self._show)

    @property
    def board(self) -> Board:
        """The chosen board: the owner's, unless there is none, or the other one was wanted."""
        return self._derived if self._own is None or self._choice.board == "derived" else self._own

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        kept = draft_of(self._own) if self._own is not None else None
        draft = self._draft or kept or new_draft()
        warning = words.DAMAGED_DRAFT if self._kept.damaged(DRAFT) else ""
        self.editor = BoardEditor(draft, self._keep, self._close, self._entered, kept=kept, warning=warning)
        self._show()

    # What was kept.

    def _take_board(self, text: str) -> None:
        try:
            self._own = read_board(text.encode("utf-8", "replace")) if text else None
        except SetupError:
            self.header.hint.text = words.DAMAGED_BOARD
            self.header.hint.color = theme.WARNING
            raise

    def _take_draft(self, text: str) -> None:
        # The editor says so, when it is opened and this one is damaged.
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        self._choice = choice_from_text(text)

    # What a tap does.

    def _tap_own(self) -> None:
        if self._own is None:
            self.edit()
        else:
            self._choice = Choice("own")
            self._show()

    def _choose_derived(self) -> None:
        self._choice = Choice("derived")
        self._show()

    def _go(self) -> None:
        self._kept.set(CHOICE, choice_to_text(self._choice))
        self._on(replace(self._facts, board=self.board))

    # Entering the own board.

    def _keep(self, draft: Draft) -> None:
        """Keep every tap at once: after a power cut it goes on from here."""
        kept = draft_of(self._own) if self._own is not None else new_draft()
        self._draft = None if draft == kept else draft
        self._kept.set(DRAFT, "" if self._draft is None else draft_to_text(draft))

    def _entered(self, board: Board) -> None:
        if board != self._own:
            self._own = board
            self._kept.set(BOARD, write_board(board))
        self._draft = None
        self._kept.set(DRAFT, "")
        self.header.hint.text, self.header.hint.color = words.HINT, theme.DIM
        self._choice = Choice("own")
        self._close()

    def _close(self) -> None:
        self.editor = None
        self._show()

    # How it looks.

    def _show(self) -> None:
        self.clear_widgets()
        if self.editor is not None:
            self.add_widget(self.editor)
            self.rearrange()
            return
        for part in (self.header, self.own, self.derived):
            self.add_widget(part)
        self._show_own()
        known = self._kept.known
        self.own.choose(known and self.board is self._own)
        self.derived.choose(known and self.board is self._derived)
        for pad in (self.own, self.derived, self.correct, self.header.next):
            pad.live = known
        self.rearrange()

    def _show_own(self) -> None:
        if self._own is not None:
            self.own.say(words.own_board(self._own), words.contents(self._own, mismatches(self._own)))
            self.own.picture(self._own)
            self.correct.say(words.GO_ON_CORRECTING if self._draft is not None else words.CORRECT)
            self.add_widget(self.correct)
        elif self._draft is not None:
            self.own.say(words.GO_ON, words.GO_ON_HINT)
            self.own.picture(self._draft.board)
        else:
            self.own.say(words.ENTER, words.ENTER_HINT)
            self.own.picture(None)

    def arrange(self, rect: Rect) -> None:
        """Both boards side by side."""
        if self.editor is not None:
            put(self.editor, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        own, other = room.columns([1, 1], gap)
        put(self.derived, other)
        if self.correct.parent is not None:
            low, own = own.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            put(self.correct, low)
        put(self.own, own)
