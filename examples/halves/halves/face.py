"""Halves on the screen: what the companion looks for in this package."""

from typing import TYPE_CHECKING

from companion.game import Level, Seat
from companion.grab import Touch
from companion.journal import NamePlate
from halves.model import Facts, State, TakePile
from halves.rules import COUNTS, Halves
from halves.words import HalvesPresenter, HalvesSentences
from ui.games.face import GameFace
from ui.table.buttons import Seized, Voided
from ui.table.names import Names

if TYPE_CHECKING:
    from halves.players import Players
    from ui.games.face import Emblem
    from ui.games.guide import Guide
    from ui.stage.scene import TableDrawing


class HalvesGrabs:
    """How buttons become reports."""

    def button_of(self, players: int) -> list[int]:
        """One for each player."""
        return list(range(players))

    def open_to_grabs(self, view: State) -> tuple[Seat, ...]:
        """Every press counts while there is something to take."""
        going = view.pile > 0 and view.ended is None
        return tuple(view.seats) if going else ()

    def grabbed(self, news: Seized) -> TakePile:
        """Return whose hand was first."""
        return TakePile(tuple(sorted(news.first)))

    def voided(self, news: Voided) -> TakePile:
        """Return that nobody can tell."""
        return TakePile(())

    def pictured(self, view: State, touches: tuple[Touch, ...]) -> State:
        """Later presses change no picture of this table."""
        return view


class HalvesFace(HalvesGrabs, GameFace):
    """Halves on the screen."""

    api, title, hint = 1, "Halves", "2\N{EN DASH}6 · grab buttons"
    game, counts = Halves(), COUNTS

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a deal."""
        return Facts(players, rulings=rulings, first=first)

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> HalvesPresenter:
        """Return the words of one match."""
        names = Names(facts, plates)
        return HalvesPresenter(names, HalvesSentences(names))

    def look(self, presenter: HalvesPresenter) -> "TableDrawing":
        """Return the pile and the rows."""
        from halves.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates)

    def guide(self) -> "Guide":
        """Return the game on five cards."""
        from halves.lessons import GUIDE

        return GUIDE

    def players(self, seed: int) -> "Players":
        """Return simulated players."""
        from halves.players import Players

        return Players(seed)

    def emblem(self) -> "Emblem":
        """Return two halves of a disc that don't meet."""
        from halves.table import emblem

        return emblem
