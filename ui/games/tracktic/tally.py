"""Tally only: players without a referee paint their final board and get all points and paths."""

import threading
import time
from collections.abc import Callable
from functools import partial

from kivy.clock import Clock

from companion.games.tracktic.boards import find_ts
from companion.games.tracktic.model import Piece, Pieces, cells_with
from companion.games.tracktic.paths import Longest, longest
from ui.games.tally import TallyFrame
from ui.games.tracktic import art, table, words
from ui.games.tracktic.art import NOTHING, Marks
from ui.games.tracktic.entries import Painting, painting
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.table import GridContents
from ui.games.tracktic.words import COLOURS
from ui.language import words as frame
from ui.parts.values import Button, Column, Drawing, Part, Picture, Text, grid, small_pad
from ui.stage import theme
from ui.stage.art import Art, square
from ui.stage.parts import centred
from ui.stage.shapes import Rim, Stroke
from ui.stage.stage import BEAT_SECONDS
from ui.table.session import Inbox

TOOLS_MM = (45.0, 50.0)
"""Width of the brushes next to the board, or height below it."""
BRUSHES: tuple[Piece | None, ...] = (*Piece, None)
SOON_SECONDS = 0.25
"""A quicker count is shown when it is done, a slower one while it goes on."""
BUDGET_SECONDS = 60.0
"""Nobody waits longer: paths found by then count as "at least"."""
PIECE_MM = 7.5


class PathPoints:
    """The points of a painted board by colour, and the path that is drawn piece by piece.

    A thread looks for paths, so that the screen stays responsive; it touches no widget, and posts results to
    an inbox. `changed` is called when the screen must be composed again.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._inbox = Inbox()
        self._inbox.wake = Clock.create_trigger(self._inbox.drain)
        self._stop = threading.Event()
        self._beat = Clock.create_trigger(self._step, BEAT_SECONDS, interval=True)
        self._soon = Clock.create_trigger(self._open, SOON_SECONDS)
        self.counting = False  # whether the search still runs
        self.results_open = False
        self.chosen: Piece | None = None  # the colour whose path is drawn
        self.drawn = 0  # how many pieces of it are drawn
        self.colours: tuple[Piece, ...] = ()
        self.paths: dict[Piece, Longest] = {}

    @property
    def exact(self) -> bool:
        """Whether all paths are proved to be the longest."""
        return all(path.exact for path in self.paths.values())

    @property
    def order(self) -> list[Piece]:
        """The colours by points, most first; those still being counted come last."""
        paths = self.paths
        return sorted(self.colours, key=lambda colour: -len(paths[colour].path) if colour in paths else 1)

    @property
    def marks(self) -> Marks:
        """The mark on the grid: the chosen colour's path, as far as it is drawn."""
        if self.chosen is None:
            return NOTHING
        return Marks(path=self.paths[self.chosen].path[: self.drawn], dim_others=self.chosen)

    @property
    def title_and_hint(self) -> tuple[str, str]:
        """Title and hint: who has the most points and how sure that is, or how far counting is."""
        if self.counting:
            return words.COUNTING, words.counted(len(self.paths), len(self.colours))
        most = max(len(path.path) for path in self.paths.values())
        winners = [colour for colour, path in self.paths.items() if len(path.path) == most]
        how = words.EXACT if self.exact else words.AT_LEAST_SO_MANY
        return words.wins(winners, most, self.exact), how

    def begin(self, draft: Painting) -> None:
        """Start to count a board."""
        self.leave()
        self.colours, self.counting = draft.colours, True
        work = partial(self._count, draft.pieces, self.colours, self._stop)
        threading.Thread(target=work, name="tally", daemon=True).start()
        self._soon()

    def finish_early(self) -> None:
        """Finish now with the longest paths found so far."""
        self._stop.set()

    def leave(self) -> None:
        """Stop counting and drawing, and drop the points."""
        self._stop.set()
        self._stop = threading.Event()
        self._soon.cancel()
        self.paths, self.chosen, self.results_open, self.counting = {}, None, False, False

    def choose(self, colour: Piece) -> None:
        """Draw a colour's path from its start."""
        self.chosen, self.drawn = colour, 0
        self._beat()
        self._changed()

    def _count(self, pieces: Pieces, colours: tuple[Piece, ...], stop: threading.Event) -> None:
        """Post each colour's path, then the end or an error; runs in the thread."""
        until = time.monotonic() + BUDGET_SECONDS

        def enough() -> bool:
            return stop.is_set() or time.monotonic() > until

        try:
            white = cells_with(pieces, Piece.WHITE)
            for colour in colours:
                path = longest(cells_with(pieces, colour), white, enough)
                self._post(stop, partial(self._found, colour, path))
        except Exception as error:  # noqa: BLE001 - whatever it is, the screen has to say it
            self._post(stop, partial(_fail, error))
        else:
            self._post(stop, self._ended)

    def _post(self, search: threading.Event, call: Callable[[], None]) -> None:
        """Run `call` in the UI thread, unless another board is being counted by then."""
        self._inbox.post(lambda: call() if self._stop is search else None)

    def _found(self, colour: Piece, path: Longest) -> None:
        self.paths[colour] = path
        self._changed()

    def _ended(self) -> None:
        self.counting = False
        self.results_open = True
        self.choose(self.order[0])

    def _step(self, *_: object) -> None:
        if self.chosen is None or self.drawn == len(self.paths[self.chosen].path):
            self._beat.cancel()
        else:
            self.drawn += 1
            self._changed()

    def _open(self, _seconds: float) -> None:
        self.results_open = True
        self._changed()


def _fail(error: Exception) -> None:
    raise error


class TallyScreen(TallyFrame[tuple[str, ...], Painting]):
    """The grid, next to it the brushes and, after the count, the points."""

    brush: Piece | None = Piece.YELLOW
    painted: Painting | None = None

    def start(self) -> None:
        """Start without points."""
        super().start()
        self.points = PathPoints(self.compose)

    # What a finger does.

    def take(self, brush: Piece | None) -> None:
        """Pick a brush; None erases."""
        self.brush = brush
        self.compose()

    def stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Paint the cells a finger has crossed so far."""
        before = after = self.draft
        for tap in trail:
            after = after.painted(tap.cell, self.brush)
        if lifted and len(trail) == 1 and before.pieces.get(trail[0].cell) is self.brush:
            # A tap with the same brush removes the piece; a stroke may begin on one.
            after = before.painted(trail[0].cell, None)
        self.painted = None if lifted else after
        if lifted:
            self.change(after)
        else:
            self.compose()

    def count(self) -> None:
        """Look for the longest paths, without the pieces of a finger that still paints."""
        self.painted = None
        self.points.begin(self.draft)
        self.compose()

    def go_on_painting(self) -> None:
        """Return from the points to painting."""
        self.points.leave()
        self.compose()

    def go_back(self) -> None:
        """Return from the points to the board, or leave the board."""
        if self.points.results_open:
            self.go_on_painting()
        else:
            self.back()

    def leave(self) -> None:
        """Stop counting."""
        self.points.leave()

    # The board as text.

    def read(self, text: str) -> Painting:
        """Return a saved board, as far as it is on the grid."""
        return painting(self.item, text)

    def text(self) -> str:
        """Return the board as text."""
        return self.draft.text()

    # How it looks.

    def part(self) -> Part:
        """Return the board and its tools."""
        draft, points = self.draft if self.painted is None else self.painted, self.points
        faults = find_ts(draft.pieces)
        if points.results_open:
            (title, prompt), marks, tools = points.title_and_hint, points.marks, self._results(draft)
        else:
            marks, tools = Marks(faults=frozenset(cell for _, cell in faults)), self._brushes(draft)
            title, prompt = frame.TALLY_ONLY, words.PAINT if draft.pieces else words.EMPTY
            if draft.pieces and not draft.colours:
                prompt = words.NOTHING
            if faults:
                title = words.has_t(COLOURS[faults[0][0]])
                prompt = words.t_places(faults[0][1], len(faults) - 1)
        paints = not (points.results_open or points.counting)
        board = Drawing(
            partial(table.grid_scene, GridContents(draft.area, draft.pieces, marks=marks)),
            on_stroke=self.stroke if paints else None, name="grid",
        )  # fmt: skip
        warns = bool(faults) and not points.results_open
        return self.framed(title, prompt, board, tools, TOOLS_MM, warns=warns, undoes=paints)

    def _brushes(self, draft: Painting) -> tuple[Part, ...]:
        """Return pads for each colour and white, with the number painted, and for the eraser, then Count."""
        pads = (
            small_pad(
                words.RUBBER if brush is None else words.brush(brush, draft.count(brush)), "",
                partial(self.take, brush), chosen=brush is self.brush, above=True,
                picture=_picture(_rubber() if brush is None else art.piece(brush)),
                name=f"brush {brush or 'none'}",
            )
            for brush in BRUSHES
        )  # fmt: skip
        live = bool(draft.colours) and not self.points.counting
        pad = Button(words.COUNT, "", self.count, primary=True, live=live, name="count", mm=theme.PRIMARY_MM)
        return grid(pads, 3 if self.upright else 2), pad

    def _results(self, draft: Painting) -> tuple[Part, ...]:
        """Return a pad with each colour's points, most first, whose tap draws its path."""
        points, faults = self.points, find_ts(draft.pieces)
        rows = []
        for colour in points.order:
            path = points.paths.get(colour)
            figure = "…" if path is None else str(len(path.path))
            rows.append(
                Button(
                    figure if path is None or path.exact else words.at_least(len(path.path)),
                    COLOURS[colour], partial(points.choose, colour), chosen=colour is points.chosen,
                    live=path is not None and not points.counting, picture=_picture(art.piece(colour)),
                    role=theme.figure, above=True, name=f"points {colour}",
                )
            )  # fmt: skip
        warning = words.t_warning(*faults[0], len(faults) - 1) if faults else ""
        again = small_pad(words.BOARD, "", self.go_on_painting, name="board")
        if points.counting:
            last = small_pad(words.ENOUGH, "", points.finish_early, name="enough")
        else:
            last = small_pad(frame.DONE, "", self.back, name="done")
        return (
            grid(rows, 4 if self.upright else 2),
            *([Text(warning, theme.small, warning=True, wraps=True, name="warning")] if warning else []),
            Column(grid((again, last), 2).parts, mm=theme.TARGET_MM),
        )


def _picture(look: Art) -> Picture:
    return lambda room: (centred(look, room.rect, room.mm(PIECE_MM)),)


def _rubber() -> Art:
    """Return an empty cell with a stroke through it."""
    shapes = (Rim(square(0.1), theme.DIM, 0.07, 0.2), Stroke(((0.3, 0.3), (0.7, 0.7)), theme.DIM, 0.07))
    return Art(shapes, theme.DIM)
