"""Entries that take more than a tap: a face-up card, and points counted by hand."""

from collections.abc import Callable
from functools import partial

from companion.game import Seat, put
from companion.games.speed_mode.board import Kind
from companion.games.speed_mode.model import MOST_GROUPS, PLAYERS
from companion.games.speed_mode.reports import CountGroups, TurnUp
from companion.games.speed_mode.view import View
from ui.games.entries import pads
from ui.games.speed_mode import words
from ui.games.speed_mode.table import CARD_MM, card_in
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Figure, Pages, Part, column, row, small_pad
from ui.stage import theme
from ui.stage.scene import Item, Viewport
from ui.table.names import cards
from ui.table.presenting import Presenter

FIGURE_MM, BETWEEN_MM = 20.0, 6.0


def kinds(view: View, on_pick: Callable[[TurnUp], None]) -> Pages:
    """Return a pad for each kind that may be face up, with the number still hidden."""
    hidden = {kind: view.state.hidden(kind) for kind in view.state.board.deck}
    return pads(
        small_pad(
            words.kind(kind), cards(count), partial(on_pick, TurnUp(kind)), live=count > 0,
            picture=partial(_card, kind=kind), name=f"kind {words.kind(kind)}",
        )
        for kind, count in hidden.items()
    )  # fmt: skip


def _card(room: Viewport, kind: Kind) -> tuple[Item]:
    return (card_in(room.rect, kind, room.mm(CARD_MM)),)


class GroupsEntry(PartScreen):
    """A figure for each player, and the pad that reports the points."""

    presenter: Presenter
    on_done: Callable[[CountGroups], None]
    points: tuple[int, ...] = (0,) * PLAYERS

    def count(self, seat: int, points: int) -> None:
        """Change one figure."""
        self.points = put(self.points, seat, points)
        self.compose()

    def part(self) -> Column:
        """Return the figures in a row, upright one below another, and the pad below."""
        names = (self.presenter.seat_name(Seat(seat)) for seat in range(PLAYERS))
        figures = (
            Figure(points, partial(self.count, seat), most=MOST_GROUPS, caption=name, name=f"points {seat}")
            for seat, (points, name) in enumerate(zip(self.points, names, strict=True))
        )
        report = partial(self.on_done, CountGroups(self.points))
        done = Button(frame.DONE, "", report, primary=True, name="done", mm=theme.PRIMARY_MM)
        if self.upright:
            fields: Part = column(*figures, gap=BETWEEN_MM, mm=PLAYERS * (FIGURE_MM + BETWEEN_MM))
        else:
            fields = row(*figures, gap=BETWEEN_MM, mm=FIGURE_MM)
        return column(fields, Column(), done)
