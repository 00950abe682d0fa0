"""All pairs of one's own board: two that are tapped change places; a tapped one shows its halves beside."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.speed_mode.board import FIRST, SECOND, Pair, Place
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation, EditorPage
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import BoardDraft, Half, new_draft
from ui.games.speed_mode.board_picture import cards_in, pair_in, size_of
from ui.games.speed_mode.setup_pads import DrawnPad
from ui.kivy_types import Widget
from ui.widgets.header import MARGIN_MM, body_of
from ui.widgets.layout import Rect, cut_pads, put, put_row
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.text import Text

COLUMN_MM = 57.5
LOWER_MM = 1.5
"""So far into the lower margin the pairs reach: five rows of halves for fingers need it."""

FIT_ROWS, FIT_COLUMNS = 5, 6
"""Rows and columns shown at once, so that fingers can hit every pair on both panels."""


class PairsPage(EditorPage[BoardDraft]):
    """The pairs as pads in their grid, and a column with what can be done."""

    def __init__(
        self,
        go: EditorNavigation[BoardDraft],
        draft: BoardDraft,
        open_half: Callable[[Half], None],
        open_points: Callable[[], None],
        start_over: Callable[[], None],
        as_kept: Callable[[], None],
    ) -> None:
        super().__init__(go, draft)
        self._open_half = open_half
        self.chosen: Place | None = None
        self.tile = 0
        body = theme.body()
        self.back, self.prompt, self.done = self.header.back, self.header.title, self.header.next
        self._odd = Text("", role=body, tone=theme.DIM, wraps=True)
        self.halves = [DrawnPad(self._opening(half), words.HALVES[half]) for half in (FIRST, SECOND)]
        self.points = Pad(words.POINTS, on_tap=open_points, role=body)
        self.shape = Pad(on_tap=self._reshape, role=body)
        self.rest = Pad(words.THE_REST, on_tap=self._turn_over, role=body)
        self.over = HoldPad(frame.START_OVER, frame.HOLD, on_held=start_over, role=body)
        self.as_kept = HoldPad(words.AS_KEPT, frame.HOLD, on_held=as_kept, role=body)
        self.pads: dict[Place, DrawnPad] = {}

    # What is shown.

    def show(self, draft: BoardDraft, *, undoable: bool, refused: str = "") -> None:
        """Show a draft; what is wrong stands in place of what to do."""
        super().show(draft, undoable=undoable)
        pair = draft.board.at(self.chosen) if self.chosen is not None else None
        if pair is None:
            self.chosen = None
        asks = words.TAP_ANOTHER if pair is not None else words.TAP_A_PAIR
        self.prompt.say(refused or asks, warning=bool(refused))
        self.over.live = draft != new_draft()
        self.as_kept.live = draft != self.go.kept
        odd = draft.mismatches
        self._odd.text = words.mismatch(odd) if odd else words.FITS
        self._odd.color = theme.TEXT if odd else theme.DIM
        self.points.say(words.POINTS, words.points(draft.board))
        self.shape.say(words.shape(*size_of(draft.board)), words.SHAPE_HINT)
        self.shape.live = draft.shape is not None
        self._show_pairs(draft)
        if pair is not None:
            self._show_halves(pair)
        self._put_in(pair)
        self.rearrange()

    def choose(self, place: Place | None) -> None:
        """Mark a pair as the tapped one; None: none."""
        self.chosen = place
        if place is not None:
            tiles = self._tiles()
            self.tile = next((n for n, tile in enumerate(tiles) if place in tile), self.tile)

    def _show_pairs(self, draft: BoardDraft) -> None:
        if set(self.pads) != set(draft.board.places):
            self.pads = {place: DrawnPad(self._tapping(place)) for place in draft.board.places}
        for pair in draft.board.pairs:
            pad = self.pads[pair.place]
            pad.picture(partial(pair_in, pair=pair))
            pad.choose(pair.place == self.chosen)

    def _show_halves(self, pair: Pair) -> None:
        for pad, cards in zip(self.halves, pair.halves, strict=True):
            pad.picture(lambda room, cards=cards: cards_in(room.rect, cards))  # type: ignore[misc]

    def _put_in(self, pair: Pair | None) -> None:
        self.clear_widgets()
        tiles = self._tiles()
        self.tile %= len(tiles)
        parts: list[Widget] = [self.header, self.undo]
        parts += [self.pads[place] for place in tiles[self.tile]]
        parts += [tool for row in self._tools() for tool in row]
        parts += self.halves if pair is not None else [self._odd]
        self.add_parts(*parts)

    def _tools(self) -> list[Sequence[Widget]]:
        rest = [self.rest] if len(self._tiles()) > 1 else []
        return [
            [self.points, self.shape],
            [self.over, *([self.as_kept] if self.go.kept is not None else []), *rest],
        ]

    # What a tap does.

    def _tapping(self, place: Place) -> Callable[[], None]:
        def tap() -> None:
            other, self.chosen = self.chosen, None
            if other is None:
                self.choose(place)
            elif other != place:
                self.go.change(self.draft.exchanged(other, place))
                return
            self.show(self.draft, undoable=self.undo.live)

        return tap

    def _opening(self, half: int) -> Callable[[], None]:
        def tap() -> None:
            if self.chosen is not None:
                self._open_half(Half(self.chosen, half))

        return tap

    def _reshape(self) -> None:
        self.chosen, self.tile = None, 0
        self.go.change(self.draft.reshaped())

    def _turn_over(self) -> None:
        self.tile += 1
        self.show(self.draft, undoable=self.undo.live)

    # Where everything lies.

    def _tiles(self) -> list[list[Place]]:
        """The places by what fits on the screen at once: a large board is shown part by part."""
        tiles: dict[tuple[int, int], list[Place]] = {}
        for place in sorted(self.draft.board.places):
            tiles.setdefault((place.row // FIT_ROWS, place.column // FIT_COLUMNS), []).append(place)
        return list(tiles.values())

    def _parts(self, rect: Rect) -> tuple[Rect, Rect]:
        margin = theme.mm(MARGIN_MM)
        column, left = cut_pads(rect, theme.mm(COLUMN_MM), margin)
        return left, column

    def arrange(self, rect: Rect) -> None:
        """The pairs at the left, the column beside them; every pad keeps its place."""
        head, room = body_of(rect)
        put(self.header, head)
        low = theme.mm(LOWER_MM)
        left, column = self._parts(Rect(room.x, room.y - low, room.width, room.height + low))
        self._arrange_pairs(left)
        gap = theme.mm(theme.GAP_MM)
        foot, rest = column.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self.undo, foot.cut_left(theme.mm(theme.TARGET_MM + 2))[0])
        for row in reversed(self._tools()):
            line, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            put_row(row, line, gap)
        put(self._odd, rest)
        put_row(self.halves, rest, gap)

    def _arrange_pairs(self, room: Rect) -> None:
        gap = theme.mm(theme.GAP_MM)
        rows, columns = size_of(self.draft.board)
        rows, columns = min(rows, FIT_ROWS), min(columns, FIT_COLUMNS)
        lines = room.rows(rows, gap)
        for place, pad in self.pads.items():
            cell = lines[place.row % FIT_ROWS].columns([1] * columns, gap)
            put(pad, cell[place.column % FIT_COLUMNS])
