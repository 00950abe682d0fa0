"""A table for the tests of the screen: matches played by reports, and the words of a match."""

from typing import Any

from companion.game import Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.layout import Layout, demo
from companion.games.sequence_states.model import Facts, State
from companion.games.sequence_states.view import View, view
from tests.ui.described import DescribedMatch
from tests.ui.rig import MIDDLE, Rig, room
from tests.ui.stage import written
from ui.games.sequence_states.pending import Pending
from ui.games.sequence_states.presenter import SequencePresenter
from ui.games.sequence_states.table import Spaces, table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Pads, Scene, Spot, TableDrawing, TableProps
from ui.stage.stage import TableStage

GAME = SequenceStates()
DEMO = demo()
PLATES = theme.plates()
"""Fox, Owl, Bear, Wolf, ..."""
FOX, OWL, BEAR, WOLF = map(Seat, range(4))
SMALL = (800, 480)


def view_of(state: State) -> View:
    return view(state, None)


def scene(
    table_view: View, pending: Pending = None, finger: Spot | None = None, size: tuple[int, int] = SMALL
) -> Scene:
    return table(TableProps(table_view, pending, PLATES, None), room(size), finger)


def stage_of(rig: Rig, table_view: View, size: tuple[int, int] = SMALL) -> TableStage:
    rig.size(*size)
    stage = TableStage(TableDrawing(table, PLATES))
    stage.size = MIDDLE[size]
    rig.show(stage)
    stage.show(table_view)
    rig.pump(3)
    return stage


def spaces_of(picture: Scene) -> Spaces:
    return next(spots for spots in picture.spots if isinstance(spots, Spaces))


def rows_of(picture: Scene) -> dict[Seat, Rect]:
    pads = next(spots for spots in picture.spots if isinstance(spots, Pads)).pads
    return {tap.seat: rect for tap, rect in pads}


def texts_in(picture: Scene) -> list[str]:
    return written.said(picture.items)


class Table(DescribedMatch):
    def __init__(self, players: int = 4, layout: Layout | None = DEMO, **facts: Any) -> None:
        super().__init__("sequence-states", Facts(players, layout=layout, **facts))


def words_of(players: int = 4, layout: Layout | None = DEMO, **rulings: str) -> SequencePresenter:
    return SequencePresenter(Facts(players, layout=layout, rulings=rulings), PLATES[:players])
