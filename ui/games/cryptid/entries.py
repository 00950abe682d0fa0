"""Pages over the table: everybody gives up, and, after the game, how the field narrowed."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from companion.games.cryptid.clues import sets_of_all
from companion.games.cryptid.field import possible
from companion.games.cryptid.maps import Hex, spread, survey
from companion.games.cryptid.view import View
from ui.games.cryptid import art, words
from ui.games.cryptid.art import Marks
from ui.games.cryptid.table import MAP_WIDE, MapContents, map_of
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Pages, Row, Text, column, row, sides, small_pad
from ui.stage import theme
from ui.table.presenting import Presenter

PAD_MM = (14.0, 26.0)
"""Least height and width of a player's pad."""
CURVE_MM, MAP_MM = 16.0, 76.0
"""Height of the curve and the pads beside it, and greatest width of the map."""
BETWEEN_MM = 1.4


class Agreeing(PartScreen):
    """A pad for each of `names`, to be held; calls `agreed` once all have been."""

    names: Sequence[str]
    agreed: Callable[[], None]
    held: frozenset[int] = frozenset()

    def hold(self, player: int) -> None:
        """Note that a player agrees."""
        self.held |= {player}
        self.compose()
        if len(self.held) == len(self.names):
            self.agreed()

    def part(self) -> Pages:
        """Return one pad per player."""
        pads = tuple(
            small_pad(
                frame.agrees(name), frame.HOLD, partial(self.hold, n), held=True, chosen=n in self.held,
                name=f"agrees {n}",
            )
            for n, name in enumerate(self.names)
        )  # fmt: skip
        return Pages(pads, PAD_MM[0], PAD_MM[1], theme.PRIMARY_MM, name="agreeing")


def fields(views: Sequence[View]) -> list[frozenset[Hex]]:
    """Return the spaces that are still possible in each view, judged without clues. The map must be known."""
    first = views[0]
    assert first.mode is not None
    sets = sets_of_all(first.mode, survey(first.tiles, first.structures))
    return [frozenset(spread(possible(sets, view.hues, view.spots))) for view in views]


def moves(views: Sequence[View]) -> list[View]:
    """Return the first view, and all in which a piece changed."""
    changed = (later for before, later in pairwise(views) if later.spots != before.spots)
    return [views[0], *changed]


class Narrowing(PartScreen):
    """The map after each move with the spaces still possible, the curve of their number, and all clues."""

    views: Sequence[View]
    presenter: Presenter

    def start(self) -> None:
        """Show the last move."""
        self._views = moves(self.views)
        self._fields = fields(self._views)
        self.counts = [len(field) for field in self._fields]
        self.now = self._last = len(self._views) - 1

    def choose(self, now: int | None) -> None:
        """Show the map after a move; numbers out of range show the first or last."""
        if now is not None:
            self.now = min(self._last, max(0, now))
            self.compose()

    def part(self) -> Row:
        """Return the map, and beside it the count, the curve with its pads, and the clues."""
        last = self.views[-1]
        now, view, field = self.now, self._views[self.now], self._fields[self.now]
        marks = Marks(lit=field, habitat=last.habitat if now == self._last else None)
        contents = MapContents(view.tiles, view.structures, view.spots, marks)
        line = Drawing(
            lambda room, _finger: art.scene(self.counts, now, room),
            on_tap=self.choose, on_slide=self.choose, name="curve",
        )  # fmt: skip
        go_back, go_on = partial(self.choose, now - 1), partial(self.choose, now + 1)
        back = Button(icon="back", on_tap=go_back, live=now > 0, name="back", mm=theme.TARGET_MM)
        on = Button(icon="forward", on_tap=go_on, live=now < self._last, name="on", mm=theme.TARGET_MM)
        names = ((own, self.presenter.seat_name(last.owner(own.hue))) for own in last.clues)
        clues = (words.clue_of(name, words.HUES[own.hue], words.clue_words(own.clue)) for own, name in names)
        count = words.still_possible(len(field), now, self._last)
        return sides(
            Drawing(map_of(contents), MAP_WIDE, name="map", most_mm=MAP_MM),
            column(
                Text(count, theme.heading, bold=True, align="center", wraps=True, name="count"),
                row(back, line, on, mm=CURVE_MM),
                *(Text(clue, theme.small, wraps=True, share=1) for clue in clues),
                gap=BETWEEN_MM,
            ),
        )
