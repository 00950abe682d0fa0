"""The three cards of a half: tap one of them, then the card that it is."""

from collections.abc import Callable

from companion.games.speed_mode.cards import CARDS, Kind, Shape
from ui import theme
from ui.games.own_editor import EditorNavigation, EditorPage
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import BoardDraft, Half
from ui.games.speed_mode.pairs import card_in
from ui.games.speed_mode.setup_pads import DrawnPad
from ui.games.speed_mode.words import kind as name_of
from ui.widgets.header import body_of
from ui.widgets.layout import Rect, put
from ui.widgets.text import Text


class CombinationPage(EditorPage[BoardDraft]):
    """Three cards above, every kind below; a tapped kind takes the marked card's place."""

    def __init__(self, go: EditorNavigation[BoardDraft], half: Half, draft: BoardDraft) -> None:
        super().__init__(go, draft, words.title_of_half(half), words.WHICH_CARDS_HINT)
        self._half = half
        self.marked = 0
        self.slots = [DrawnPad(self._marking(number), margin_mm=2) for number in range(CARDS)]
        self._odd = Text(role=theme.small() * 1.1, tone=theme.DIM, wraps=True)
        self.kinds = {kind: DrawnPad(self._picking(kind), name_of(kind)) for kind in draft.kinds}
        for kind, pad in self.kinds.items():
            pad.title.bold, pad.title.wraps = False, False
            pad.picture(lambda room, kind=kind: (card_in(room.rect, kind),))  # type: ignore[misc]
        self.add_parts(self.header, *self.slots, self.undo, self._odd, *self.kinds.values())

    def show(self, draft: BoardDraft, *, undoable: bool, refused: str = "") -> None:
        """Show the cards of a draft, and what is odd about it."""
        super().show(draft, undoable=undoable)
        for number, (pad, kind) in enumerate(zip(self.slots, draft.cards(self._half), strict=True)):
            pad.picture(lambda room, kind=kind: (card_in(room.rect, kind),))  # type: ignore[misc]
            pad.choose(number == self.marked)
        odd = draft.mismatches
        self._odd.text = words.mismatch(odd) if odd else words.FITS
        self._odd.color = theme.TEXT if odd else theme.DIM

    def _marking(self, number: int) -> Callable[[], None]:
        def mark() -> None:
            self.marked = number
            self.show(self.draft, undoable=self.undo.live)

        return mark

    def _picking(self, kind: Kind) -> Callable[[], None]:
        def pick() -> None:
            number = self.marked
            # On to the next, so that three taps are enough.
            self.marked = (number + 1) % CARDS
            self.go.change(self.draft.changed(self._half, number, kind))

        return pick

    def arrange(self, rect: Rect) -> None:
        """The three cards and undo in a line, the kinds by shape below."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        above, below = room.cut_top(theme.mm(19), gap)
        undo, above = above.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        put(self.undo, undo)
        for pad in self.slots:
            slot, above = above.cut_left(theme.mm(21), gap)
            put(pad, slot)
        put(self._odd, above)
        lines = [[kind for kind in self.kinds if kind.shape is shape] for shape in Shape]
        lines = [line for line in lines if line]
        most = max(len(line) for line in lines)
        for line, row in zip(lines, below.rows(len(lines), gap), strict=True):
            for kind, cell in zip(line, row.columns([1] * most, gap), strict=False):
                put(self.kinds[kind], cell)
