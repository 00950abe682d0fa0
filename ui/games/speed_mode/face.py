"""Speed Mode's face: its facts, its dialogs, its count, and its tally."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.game import Level, Remedy, Seat, Violation
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.comparing import CIRCLE
from companion.games.speed_mode.model import PLAYERS, Extra, Facts
from companion.games.speed_mode.view import View
from companion.journal import NamePlate
from ui.games.face import CountLine, Emblem, EntryPage, Form, GameFace, LastStep, Memory, Named
from ui.games.speed_mode import words
from ui.games.speed_mode.pending import HalfTap
from ui.games.speed_mode.sentences import half_of
from ui.language import words as frame
from ui.table.presenting import Presenter
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.stage.kivy_types import Widget
    from ui.stage.scene import TableDrawing


class SpeedFace(GameFace):
    """The Two Player Speed Mode on the screen."""

    api = 1
    game = SpeedMode()
    counts = (PLAYERS,)
    levels = words.HOW_MUCH

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match on the derived board; the last step chooses the owner's."""
        return Facts(players, level=level, rulings=rulings, first=first)

    def last_step(self) -> LastStep:
        """Return the screen that chooses the board."""
        from ui.games.speed_mode.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the guide of five cards."""
        from ui.games.speed_mode.lessons import GUIDE

        return GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of a match."""
        from ui.games.speed_mode.presenter import SpeedPresenter

        return SpeedPresenter(facts, plates)

    def look(self, presenter: Presenter) -> "TableDrawing":
        """Return the drawing of the table: the pairs, the players and the face-up cards."""
        from ui.games.speed_mode.table import changed, table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, tuple(presenter.seat_plate(Seat(n)) for n in range(PLAYERS)), changed)

    def entry(
        self,
        presenter: Presenter,
        session: Session,
        subject: str,
        done: Callable[[r.TurnUp | r.CountGroups], None],
    ) -> EntryPage:
        """Return the dialog for a face-up card, or for the points of groups."""
        from ui.games.entries import page
        from ui.games.speed_mode.entries import GroupsEntry, kinds
        from ui.games.speed_mode.pending import OPENED

        view: View = session.view
        if subject == OPENED:
            return page(words.WHICH_OPENED, kinds(view, done))
        return EntryPage(words.GROUPS_TITLE, GroupsEntry(presenter, done))

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.speed_mode.players import Players

        return Players(seed)

    def tally(self, memory: Memory, back: Callable[[], None]) -> "Widget":
        """Return the screen that counts a finished board."""
        from companion.games.speed_mode.board_file import derived
        from ui.games.speed_mode.drafts import FORM, PAINTED
        from ui.games.speed_mode.tally import TallyScreen
        from ui.games.tally import TallyWay

        return TallyWay(memory, FORM, derived, PAINTED, TallyScreen, back)

    def emblem(self) -> Emblem:
        """Return the drawing of some pairs with tokens."""
        from ui.games.speed_mode.table import emblem

        return emblem

    # The board compared with the table: the spots of halves, and tokens in words.

    def spot(self, place: tuple[Place, int]) -> HalfTap:
        """Return the spot of a half."""
        return HalfTap(*place)

    def describe(self, presenter: Presenter, place: tuple[Place, int], contents: Seat | None) -> Named:
        """Return the token's owner and the place in words."""
        token = frame.NOTHING if contents is None else presenter.seat_name(contents)
        return token, words.half_at(*place), None

    def named(self, subject: Violation | Remedy) -> tuple[tuple[Place, int], ...]:
        """Return the halves that a violation or a remedy names: both of a pair."""
        put = SpeedMode().put(subject) if isinstance(subject, Remedy) else None
        if put is not None:
            if isinstance(put.place, Extra):
                return tuple((place, half) for place in put.place.between for half in (FIRST, SECOND))
            place, half = put.place
            return ((place, FIRST), (place, SECOND)) if half == CIRCLE else ((place, half),)
        at = half_of(subject)
        return () if at is None else (at,)

    # What a recount asks for: the deck, the face-up cards and the hands.

    def form(self, view: View, presenter: Presenter) -> Form | None:
        """Return the form for the deck, the face-up cards, and the hands."""
        hands = [CountLine(seat.seat, presenter.seat_name(seat.seat), (seat.hand,)) for seat in view.seats]
        deck = CountLine(None, words.DECK, (view.state.deck,))
        face_up = CountLine(None, words.FACE_UP, (view.state.face_up,))
        return Form((words.CARDS,), (deck, face_up, *hands))

    def counted(self, figures: list[tuple[int, ...]]) -> r.Recount:
        """Return the recount of a form's figures."""
        (deck,), (face_up,), *hands = figures
        return r.Recount(deck, face_up, tuple(hand for (hand,) in hands))
