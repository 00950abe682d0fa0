"""A table for the tests of the screen: matches that are played by telling, and the words of a match."""

from typing import Any

from companion.clock import WallTime
from companion.game import Refused, Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import Layout, demo
from companion.games.sequence_states.model import Facts, State
from companion.games.sequence_states.view import View, view
from companion.journal import Entry, MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from tests.ui.rig import SIZES, Rig
from ui.games.sequence_states.pending import Pending
from ui.games.sequence_states.presenter import SequencePresenter
from ui.games.sequence_states.table import Spaces, table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Pads, Scene, Spot, TableProps, Viewport
from ui.stage.shapes import Letters
from ui.stage.stage import TableStage

GAME = SequenceStates()
DEMO = demo()
PLATES = theme.plates()
"""Fox, Owl, Bear, Wolf, ..."""
FOX, OWL, BEAR, WOLF = map(Seat, range(4))
MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""What the frame leaves for the table, in pixels, by the size of the window."""
SMALL = (800, 480)

Play = Match[Facts, State, r.AnyReport, e.AnyEvent]


def seen(state: State) -> View:
    return view(state, None)


def room(size: tuple[int, int] = SMALL) -> Viewport:
    return Viewport(Rect(0, 0, *MIDDLE[size]), SIZES[size])


def scene(
    shown: View, pending: Pending = None, finger: Spot | None = None, size: tuple[int, int] = SMALL
) -> Scene:
    return table(TableProps(shown, pending, PLATES, None), room(size), finger)


def stage_of(rig: Rig, shown: View, size: tuple[int, int] = SMALL) -> TableStage:
    rig.size(*size)
    stage = TableStage(table, PLATES)
    stage.size = MIDDLE[size]
    rig.show(stage)
    stage.show(shown)
    rig.pump(3)
    return stage


def spaces_of(shown: Scene) -> Spaces:
    return next(spots for spots in shown.spots if isinstance(spots, Spaces))


def rows_of(shown: Scene) -> dict[Seat, Rect]:
    pads = next(spots for spots in shown.spots if isinstance(spots, Pads)).pads
    return {tap.seat: rect for tap, rect in pads}


def said(shown: Scene) -> list[str]:
    return [item.text for item in shown.items if isinstance(item, Letters) and item.text]


class Table:
    """A match and its words."""

    def __init__(self, players: int = 4, layout: Layout | None = DEMO, **facts: Any) -> None:
        self.facts = Facts(players, layout=layout, **facts)
        header = MatchHeader("m", GAME.name, PLATES[:players])
        self.match: Play = Match.begin(GAME, self.facts, header, WallTime(0))
        self.words = SequencePresenter(self.facts, PLATES[:players])

    @property
    def view(self) -> View:
        return seen(self.match.state)

    def tell(self, *reports: r.AnyReport) -> Entry[Facts, r.AnyReport, e.AnyEvent]:
        """Tell reports, in order; return the last entry. What lies wrong is put right at once."""
        for report in reports:
            if self.match.hold is not None:
                self.match.submit(PutRight(), seen=self.match.length, at=WallTime(0))
            answer = self.match.submit(report, seen=self.match.length, at=WallTime(0))
            assert answer.entry is not None or isinstance(answer.ruling, Refused)
        return self.match.entries[-1]

    def said(self, *reports: r.AnyReport) -> tuple[str, ...]:
        return self.words.told(self.tell(*reports))


def words_of(players: int = 4, layout: Layout | None = DEMO, **rulings: str) -> SequencePresenter:
    return SequencePresenter(Facts(players, layout=layout, rulings=rulings), PLATES[:players])
