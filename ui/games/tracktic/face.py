"""Tracktic's face: its facts, its dialogs, and its box."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.game import Level, Remedy, Seat, Violation
from companion.games.tracktic import Tracktic
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FEWEST, MOST, Facts, Piece
from companion.games.tracktic.view import View
from companion.journal import NamePlate
from ui.games.face import Emblem, EntryPage, GameFace, LastStep, Memory, Named
from ui.games.tracktic import words
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.sentences import cell_of
from ui.language import words as frame
from ui.table.names import row_column
from ui.table.presenting import Begin, Presenter
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.games.tracktic.presenter import TrackticPresenter
    from ui.stage.kivy_types import Widget
    from ui.stage.scene import TableDrawing


class TrackticFace(GameFace):
    """Tracktic on the screen."""

    api = 1
    game = Tracktic()
    counts = tuple(range(FEWEST, MOST + 1))
    levels = words.HOW_MUCH

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match with the made-up box; the last step chooses the owner's."""
        return Facts(players, level=level, rulings=rulings, first=first)

    def last_step(self) -> LastStep:
        """Return the screen that chooses the box and the colours."""
        from ui.games.tracktic.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the guide of five cards."""
        from ui.games.tracktic.lessons import GUIDE

        return GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of a match."""
        from ui.games.tracktic.presenter import TrackticPresenter

        return TrackticPresenter(facts, plates)

    def look(self, presenter: "TrackticPresenter") -> "TableDrawing":
        """Return the drawing of the table: the grid, the players and the open cards."""
        from ui.games.tracktic.table import changed, table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates, changed)

    def entry(
        self,
        presenter: "TrackticPresenter",
        session: Session,
        subject: str,
        done: Callable[[r.OpenCard | Begin], None],
    ) -> EntryPage:
        """Return the dialog for a card turned up or played, or for what could have been played."""
        from ui.games.entries import page
        from ui.games.tracktic.entries import opened, played
        from ui.games.tracktic.pending import OPENED, SKIPPED
        from ui.parts.values import Column, Text
        from ui.stage import theme

        view: View = session.view
        if subject == OPENED:
            return page(words.WHICH_OPENED, opened(view, done))
        if subject == SKIPPED:
            assert view.state.skipper is not None
            answer = presenter.could_have(view, view.state.skipper)
            title = words.could_have(presenter.seat_name(view.state.skipper))
            return page(title, Column((Text(answer, theme.heading, wraps=True),)), view_only=True)
        return page(words.WHICH_PATTERN, played(view, done))

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.tracktic.players import Players

        return Players(seed)

    def tally(self, memory: Memory, back: Callable[[], None]) -> "Widget":
        """Return the screen that counts a painted board."""
        from companion.games.tracktic.profile import demo
        from ui.games.tally import TallyWay
        from ui.games.tracktic.drafts import FORM, PAINTED
        from ui.games.tracktic.tally import TallyScreen

        return TallyWay(memory, FORM, demo, PAINTED, lambda box, *ways: TallyScreen(box.area, *ways), back)

    def emblem(self) -> Emblem:
        """Return the drawing of a piece of grid with a path on it."""
        from ui.games.tracktic.table import emblem

        return emblem

    # The grid compared with the table: the spots of cells, and the pieces in words.

    def spot(self, place: Cell) -> CellTap:
        """Return the spot of a cell."""
        return CellTap(place)

    def describe(self, presenter: Presenter, place: Cell, contents: Piece | None) -> Named:
        """Return the piece and its place in words."""
        return frame.NOTHING if contents is None else words.A_PIECE[contents], row_column(place), None

    def named(self, subject: Violation | Remedy) -> tuple[Cell, ...]:
        """Return the cell that a violation or a remedy names."""
        at = cell_of(subject)
        return () if at is None else (at,)
