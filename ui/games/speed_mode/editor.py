"""Changing the owner's board: pairs, cards, points. Every tap is saved at once; leaving loses nothing."""

from functools import partial
from typing import Literal

from companion.games.speed_mode.board import CARDS, FIRST, MOST_EACH, SECOND, Board, Kind, Place, Shape
from companion.games.speed_mode.board_file import mismatches
from companion.games.speed_mode.boards import size
from ui.games.drafted import UNDO_MM, OwnEditor
from ui.games.speed_mode import art
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.drafts import (
    SCORES,
    BoardDraft,
    Half,
    Score,
    cards_in,
    draft_of,
    pair_in,
    token_in,
)
from ui.games.speed_mode.words import kind as name_of
from ui.language import words as frame
from ui.parts.values import (
    Button,
    Column,
    Drawing,
    Figure,
    Header,
    Part,
    Screen,
    Text,
    column,
    row,
    sides,
    small_pad,
)
from ui.stage import theme
from ui.stage.parts import alone
from ui.stage.scene import Scene

FIT_ROWS, FIT_COLUMNS = 4, 6
"""Rows and columns of pairs shown at once: the most that fingers can hit on both panels."""
TOOLS_MM, CARD_MM, CARDS_MM = 58.5, 21.0, 19.0
"""Sizes of the tools and of the three cards of a combination.

The tools' width next to the pairs, or height below them; a card's width; and the height of the cards' row.
"""
BETWEEN_MM = 2.3
"""Gap between six pads in a row, so that fingers can hit each on an upright panel."""
LINE_MM, TWO_LINES_MM = theme.TARGET_MM, 14.0
"""Height of a row of pads, and of one whose pads have two lines below the title."""


class BoardEditor(OwnEditor[Board, BoardDraft]):
    """All pairs, and from there a combination or the points.

    Two pairs tapped one after another swap places; the first shows its halves at the side.
    """

    page: Half | Literal["pairs", "points"] = "pairs"
    chosen: Place | None = None
    tile = marked = 0
    _fault: Half | None = None

    # What a tap does.

    def open(self, page: Half | Literal["pairs", "points"]) -> None:
        """Turn to a page; on that of all pairs everything can be undone, on others only their own changes."""
        self.page, self.marked = page, 0
        self.drafted.turn(all_undoable=page == "pairs")
        self.changed(self.draft)

    def changed(self, before: BoardDraft) -> None:
        """Drop the fault, which was about the draft before, and a chosen pair that is gone."""
        self._fault = None
        if self.chosen not in self.draft.board.places:
            self.chosen = None
        super().changed(before)

    def undo(self) -> None:
        """Undo the last change; the card that it brings back is marked again."""
        before = self.draft
        super().undo()
        if isinstance(self.page, Half):
            cards = zip(before.cards(self.page), self.draft.cards(self.page), strict=True)
            self._mark(next((n for n, (old, new) in enumerate(cards) if old != new), self.marked))

    def tap(self, place: Place) -> None:
        """Choose a pair, or swap it with the chosen one."""
        other, self.chosen = self.chosen, None
        if other is None:
            self.chosen = place
        self.change(self.draft if other in (None, place) else self.draft.exchanged(other, place))

    def go_on(self) -> None:
        """Finish, unless the board has a fault: then show its pair."""
        self._fault = self.draft.fault
        if self._fault is None:
            self.on(self.draft.board)
            return
        self.chosen = self._fault.place
        self.tile = next(n for n, tile in enumerate(self.tiles) if self.chosen in tile)
        self.compose()

    def _anew(self, draft: BoardDraft) -> None:
        """Continue with another board, from its first pair."""
        self.chosen, self.tile = None, 0
        self.change(draft)

    def _turn_over(self) -> None:
        self.tile = (self.tile + 1) % len(self.tiles)
        self.compose()

    def _mark(self, number: int) -> None:
        self.marked = number
        self.compose()

    def _pick(self, half: Half, kind: Kind) -> None:
        number = self.marked
        # Mark the next card, so that three taps are enough.
        self.marked = (number + 1) % CARDS
        self.change(self.draft.changed(half, number, kind))

    # How it looks.

    @property
    def tiles(self) -> list[list[Place]]:
        """The places that are shown at once: a large board is shown part by part."""
        tiles: dict[tuple[int, int], list[Place]] = {}
        for place in sorted(self.draft.board.places):
            tiles.setdefault((place.row // FIT_ROWS, place.column // FIT_COLUMNS), []).append(place)
        return list(tiles.values())

    def part(self) -> Screen:
        """Return the page that is open."""
        if isinstance(self.page, Half):
            return self._combination(self.page)
        return self._points() if self.page == "points" else self._pairs()

    def _pairs(self) -> Screen:
        """Return the pairs as pads in their grid, and a column of tools."""
        draft, pair = self.draft, None if self.chosen is None else self.draft.board.at(self.chosen)
        title, hint = words.TAP_ANOTHER if pair is not None else words.TAP_A_PAIR
        if wrong := words.fault(self._fault) if self._fault is not None else self.warning:
            title, hint = wrong, ""
        header = Header(title, hint, self.back, self.go_on, frame.DONE, warns="title" if wrong else "")
        rows, columns = size(draft.board)
        tile = self.tiles[self.tile % len(self.tiles)]
        top, left = tile[0].row, min(place.column for place in tile)
        lines = (
            row(
                *(self._pair(Place(top + r, left + c)) for c in range(min(columns, FIT_COLUMNS))),
                gap=BETWEEN_MM,
            )
            for r in range(min(rows, FIT_ROWS))
        )
        pair_part: Part = self._mismatch()
        if pair is not None:
            pair_part = row(*(self._half(Half(pair.place, half)) for half in (FIRST, SECOND)))
        reshape, shaped = partial(self._anew, draft.reshaped()), draft.shape is not None
        about = row(
            small_pad(words.POINTS, words.points(draft.board), partial(self.open, "points"), name="points"),
            small_pad(words.shape(rows, columns), words.SHAPE_HINT, reshape, live=shaped, name="shape"),
            mm=TWO_LINES_MM,
        )
        again = self.again_pads(draft_of(), self._anew)
        if len(self.tiles) > 1:
            again.append(small_pad(words.THE_REST, "", self._turn_over, name="rest"))
        undo = row(self.undo_pad(), mm=LINE_MM)
        tools = column(pair_part, about, row(*again, mm=LINE_MM), undo, mm=TOOLS_MM)
        return Screen(header, sides(column(*lines), tools))

    def _pair(self, place: Place) -> Part:
        pair = self.draft.board.at(place)
        if pair is None:
            return Column()
        name, chosen = f"pair {place.row + 1} {place.column + 1}", place == self.chosen
        picture = partial(pair_in, pair=pair)
        return Button(on_tap=partial(self.tap, place), chosen=chosen, picture=picture, name=name)

    def _half(self, half: Half) -> Button:
        picture, name = partial(cards_in, cards=self.draft.cards(half)), f"half {half.half}"
        word, turn = words.HALVES[half.half], partial(self.open, half)
        return small_pad(word, "", turn, picture=picture, above=True, name=name)

    def _mismatch(self) -> Text:
        """Return where the board's cards and the deck differ; the board can be played on all the same."""
        odd = mismatches(self.draft.board)
        return Text(words.mismatch(odd) if odd else words.FITS, dim=not odd, wraps=True, share=1)

    def _combination(self, half: Half) -> Screen:
        """Return three cards above all kinds; a tapped kind replaces the marked card."""
        close = partial(self.open, "pairs")
        cards = [
            Button(
                on_tap=partial(self._mark, n), chosen=n == self.marked, picture=alone(art.card(kind)),
                name=f"card {n + 1}", mm=CARD_MM,
            )
            for n, kind in enumerate(self.draft.cards(half))
        ]  # fmt: skip
        kinds = [[kind for kind in self.draft.kinds if kind.shape is shape] for shape in Shape]
        wide = max(map(len, kinds))
        lines = (
            row(*(self._kind(half, kind) for kind in line), *[Column()] * (wide - len(line)), gap=BETWEEN_MM)
            for line in kinds
            if line
        )
        fits = self._mismatch()
        right_part, below = ([], [row(fits, mm=TWO_LINES_MM)]) if self.upright else ([fits], [])
        return Screen(
            Header(words.title_of_half(half), words.WHICH_CARDS_HINT, close, close, frame.DONE),
            column(row(self.undo_pad(), *cards, *right_part, mm=CARDS_MM), *below, *lines),
        )

    def _kind(self, half: Half, kind: Kind) -> Button:
        pick = partial(self._pick, half, kind)
        name = name_of(kind)
        return small_pad(name, "", pick, picture=alone(art.card(kind)), above=True, name=name)

    def _points(self) -> Screen:
        """Return three figures, each below a picture of what scores; upright, one below another."""
        close = partial(self.open, "pairs")

        line_up = column if self.upright else row
        header = Header(words.WHAT_COUNTS, words.WHAT_COUNTS_HINT, close, close, frame.DONE)
        return Screen(header, column(line_up(*map(self._score, SCORES)), row(self.undo_pad(), mm=UNDO_MM)))

    def _score(self, score: Score) -> Column:
        def change(points: int) -> None:
            self.change(self.draft.scored(score, points), score)

        picture = Drawing(lambda room, _finger: Scene(tuple(token_in(room, score))))
        text = Text(words.SCORES[score], align="center", wraps=True)
        figure = Figure(self.draft.score(score), change, most=MOST_EACH, name=score, mm=LINE_MM)
        return Column((picture, text, figure), panel=True)
