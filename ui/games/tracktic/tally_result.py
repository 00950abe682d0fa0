"""The points of a painted board, colour by colour; a tap on a colour draws its path."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.games.tracktic.model import Piece
from companion.games.tracktic.paths import Longest
from ui import theme
from ui import words as frame
from ui.games.tracktic import board_words as words
from ui.games.tracktic.counting import PathCount
from ui.games.tracktic.ending import Paths
from ui.games.tracktic.marks import NOTHING, Marks
from ui.games.tracktic.painting import Painting
from ui.games.tracktic.tally_rows import ScorePad
from ui.stage.stage import BEAT_SECONDS
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import Pad
from ui.widgets.text import Text

SOON_SECONDS = 0.25
"""A count that is quicker is shown when it is done; a slower one while it goes on."""
WARNING_MM = 8.0
ROW_MM = 18.0
"""A line is so high at the most."""


class TallyResult(Face):
    """A line for each colour that lies there, the most points first.

    `changed` is called when the marks or the words are others, `opened` when there is something to show.
    """

    def __init__(
        self,
        changed: Callable[[], None],
        opened: Callable[[], None],
        board: Callable[[], None],
        done: Callable[[], None],
    ) -> None:
        super().__init__()
        self._changed, self._opened = changed, opened
        self.counter = PathCount(self._found, self._ended)
        self._beat = Clock.create_trigger(self._step, BEAT_SECONDS, interval=True)
        self.drawn: Paths[Piece] | None = None
        self._soon = Clock.create_trigger(lambda _seconds: self._open(), SOON_SECONDS)
        self._colours: tuple[Piece, ...] = ()
        self.paths: dict[Piece, Longest] = {}
        self.rows: dict[Piece, ScorePad] = {}
        self.board = Pad(words.BOARD, on_tap=board)
        self.done = Pad(frame.DONE, on_tap=done, primary=True)
        self.warning = Text("", role=theme.small(), tone=theme.WARNING, wraps=True)
        self.enough = Pad(words.ENOUGH, words.ENOUGH_HINT, on_tap=self.counter.enough)

    @property
    def counting(self) -> bool:
        """Whether paths are still being looked for."""
        return self.counter.running

    @property
    def title(self) -> str:
        """Who has most points."""
        if self.counting or not self.paths:
            return words.COUNTING
        return words.wins(self.winners, max(len(path.path) for path in self.paths.values()), self.exact)

    @property
    def subtitle(self) -> str:
        """How sure that is, or how far the count has come."""
        if self.counting:
            return words.counted(len(self.paths), len(self._colours))
        return words.EXACT if self.exact else words.AT_LEAST

    @property
    def exact(self) -> bool:
        """Whether all paths are proved to be the longest."""
        return all(path.exact for path in self.paths.values())

    @property
    def winners(self) -> list[Piece]:
        """Who has most points, as far as it is known."""
        most = max((len(path.path) for path in self.paths.values()), default=0)
        return [colour for colour, path in self.paths.items() if len(path.path) == most]

    @property
    def order(self) -> list[Piece]:
        """The colours by their points; those that are still counted come last."""
        return sorted(
            self._colours, key=lambda colour: -len(self.paths[colour].path) if colour in self.paths else 1
        )

    @property
    def chosen(self) -> Piece | None:
        """The colour whose path is drawn."""
        return None if self.drawn is None else self.drawn.lengths[0][0]

    @property
    def running(self) -> bool:
        """Whether a path is still being drawn."""
        return bool(self._beat.is_triggered)

    @property
    def marks(self) -> Marks:
        """What is marked on the grid: the path of the chosen colour, as far as it is drawn."""
        if self.drawn is None or self.chosen is None:
            return NOTHING
        return Marks(path=self.paths[self.chosen].path[: self.drawn.pieces], dim_others=self.chosen)

    def begin(self, painting: Painting) -> None:
        """Count a board."""
        self.leave()
        self._colours = painting.colours
        self.counter.start(painting.board, self._colours)
        self._soon()

    def leave(self) -> None:
        """Stop counting and drawing, and forget the points."""
        self._soon.cancel()
        self.counter.forget()
        self._beat.cancel()
        self.paths, self.drawn = {}, None

    def warn(self, text: str) -> None:
        """Say what is wrong with the board; empty: nothing."""
        if text != self.warning.text:
            self.warning.text = text
            self.rearrange()

    def choose(self, colour: Piece) -> None:
        """Draw the path of a colour."""
        if colour not in self.paths or self.counting:
            return
        self.drawn = Paths(((colour, len(self.paths[colour].path)),), alone=True)
        self._beat()
        self._show()

    def _found(self, colour: Piece, path: Longest) -> None:
        self.paths[colour] = path
        self._show()

    def _ended(self) -> None:
        self._soon.cancel()
        self.paths = {colour: self.paths[colour] for colour in self._colours}
        self._open()
        self.choose(self.order[0])

    def _step(self, *_: object) -> None:
        then = self.drawn and self.drawn.next()
        if then is None:
            self._beat.cancel()
        else:
            self.drawn = then
            self._changed()

    def _open(self) -> None:
        self._set_out()
        self._opened()
        self._show()

    def _set_out(self) -> None:
        self.rows = {}
        for colour in self._colours:
            self.rows[colour] = ScorePad(colour, lambda colour=colour: self.choose(colour))  # type: ignore[misc]
        last = self.enough if self.counting else self.done
        self.set_parts(*self.rows.values(), self.warning, self.board, last)

    def _show(self) -> None:
        for colour, row in self.rows.items():
            winner = not self.counting and colour in self.winners
            row.show(self.paths.get(colour), chosen=colour is self.chosen, winner=winner)
        self.rearrange()
        self._changed()

    def arrange(self, rect: Rect) -> None:
        """Lines from the top, most points first; the pads below."""
        gap = theme.mm(theme.GAP_MM)
        foot, rest = rect.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        last = self.enough if self.enough.parent is not None else self.done
        put_row((self.board, last), foot, gap)
        if not self.rows:
            return
        if self.warning.text:
            warning, rest = rest.cut_bottom(theme.mm(WARNING_MM), theme.mm(1))
            put(self.warning, warning)
        between, count = theme.mm(2), len(self.rows)
        high = min(theme.mm(ROW_MM), (rest.height - between * (count - 1)) / count)
        lines, _ = rest.cut_top(high * count + between * (count - 1))
        for colour, row in zip(self.order, lines.rows(count, between), strict=True):
            put(self.rows[colour], row)
