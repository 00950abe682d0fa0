"""Sequence States & Capitals' face: facts, drawing, pages, and the recount."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.game import Level, Remedy, Seat, Violation
from companion.games.sequence_states import SequenceStates, layout
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.evolve import side_counts
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import HANDS, Facts, Side
from companion.games.sequence_states.view import View
from companion.journal import NamePlate
from ui.games.face import CountLine, Emblem, EntryPage, Form, GameFace, LastStep, Memory, Named
from ui.games.sequence_states import words
from ui.games.sequence_states.sentences import space_of
from ui.language import words as frame
from ui.table.presenting import Begin, Presenter
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.games.sequence_states.presenter import SequencePresenter
    from ui.stage.kivy_types import Widget
    from ui.stage.scene import TableDrawing


class SequenceFace(GameFace):
    """Sequence States & Capitals on the screen."""

    api = 1
    game = SequenceStates()
    counts = tuple(HANDS)

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match on the made-up board; the last step may choose the owner's."""
        return Facts(players, layout=layout.demo(), rulings=rulings, first=first)

    def asks(self, ruling: str, players: int) -> bool:
        """Return whether a ruling matters; `teams` does only if both two and three teams are possible."""
        return ruling != "teams" or len(side_counts(players)) > 1

    def last_step(self) -> LastStep:
        """Return the screen that asks for board and chips."""
        from ui.games.sequence_states.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the guide."""
        from ui.games.sequence_states.lessons import GUIDE

        return GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of a match."""
        from ui.games.sequence_states.presenter import SequencePresenter

        return SequencePresenter(facts, plates)

    def look(self, presenter: "SequencePresenter") -> "TableDrawing":
        """Return how the table is drawn: the board, with the sides beside it."""
        from ui.games.sequence_states.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates)

    def tally(self, memory: Memory, back: Callable[[], None]) -> "Widget":
        """Return the screen on which a finished board is entered and counted."""
        from ui.games.sequence_states.drafts import FORM, PAINTED
        from ui.games.sequence_states.tally import TallyScreen
        from ui.games.tally import TallyWay

        # If there is no owner's board, use none: the made-up one's states would only mislead.
        return TallyWay(memory, FORM, lambda: None, PAINTED, TallyScreen, back)

    def entry(
        self, presenter: Presenter, session: Session, subject: str, done: Callable[[r.SwapDead | Begin], None]
    ) -> EntryPage:
        """Return the page that asks which card is played, or which dead one is swapped."""
        from ui.games.entries import choices, page
        from ui.games.sequence_states.entries import StatePicker, dead_choices
        from ui.games.sequence_states.pending import DEAD

        view = session.view
        if subject == DEAD:
            title = words.WHICH_DEAD if view.swappable or view.counted else words.NONE_DEAD
            return page(title, choices(dead_choices(view), done))
        return EntryPage(words.WHICH_STATE, StatePicker(view, done))

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.sequence_states.players import Players

        return Players(seed)

    def emblem(self) -> Emblem:
        """Return a part of the board with a sequence across it."""
        from ui.games.sequence_states.table import emblem

        return emblem

    # Comparing the screen with the table.

    def spot(self, place: Space) -> Space:
        """Return the space."""
        return place

    def describe(self, presenter: "SequencePresenter", place: Space, contents: Side | None) -> Named:
        """Return the chip and its space in words."""
        names = presenter.names
        chip = frame.NOTHING if contents is None else words.A_CHIP[names.colours[contents]]
        return chip, names.place(place), None

    def named(self, subject: Violation | Remedy) -> tuple[Space, ...]:
        """Return the space that a violation or remedy is about, if any."""
        at = space_of(subject)
        return () if at is None else (at,)

    # Recounting cards: draw deck and hands.

    def form(self, view: View, presenter: Presenter) -> Form:
        """Return the form for a recount: draw deck, then hands by seat."""
        hands = [CountLine(seat.seat, presenter.seat_name(seat.seat), (seat.hand,)) for seat in view.seats]
        return Form((words.CARDS,), (CountLine(None, words.DECK, (view.state.deck,)), *hands))

    def counted(self, figures: list[tuple[int, ...]]) -> r.Recount:
        """Return the report of a recount from the form's figures."""
        (deck,), *hands = figures
        return r.Recount(deck, tuple(hand for (hand,) in hands))
