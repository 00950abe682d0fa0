"""Ungle Speed's side of the screen: how forms and cards become its reports."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.game import Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.deck import STANDARD, Card, Deck
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.opening import left_over
from companion.journal import Plate
from ui.games.face import Emblem, EntryPage, GameFace, LastStep
from ui.games.ungle_speed.comparing import UngleComparing
from ui.games.ungle_speed.grabbing import UngleGrabs
from ui.games.ungle_speed.recount import UngleRecount
from ui.games.ungle_speed.words import HOW_MUCH
from ui.table.presenting import Presenter
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.people import SimulatedPeople
    from ui.games.ungle_speed.asks import Enquiry
    from ui.stage.scene import Look


class UngleFace(UngleGrabs, UngleRecount, UngleComparing, GameFace):
    """Ungle Speed on the screen."""

    api = 1
    game = UngleSpeed()
    counts = tuple(range(2, 23))
    levels = HOW_MUCH

    def __init__(self, deck: Deck = STANDARD) -> None:
        self._deck = deck

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a deal."""
        return Facts(players, self._deck, rulings, level, first)

    def asks(self, ruling: str, players: int) -> bool:
        """Two hands each leave other cards over than stacks of their own do; where none are, nobody asks."""
        if ruling not in ("leftovers", "two_left_over"):
            return True
        hands = players == 2
        return hands is (ruling == "two_left_over") and left_over(Facts(players, self._deck)) > 0

    def last_step(self) -> LastStep:
        """Return the choice of the deck."""
        from ui.games.ungle_speed.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the game on five cards."""
        from ui.games.ungle_speed.lessons import GUIDE

        return GUIDE

    def presenter(self, facts: Facts, plates: tuple[Plate, ...]) -> Presenter:
        """Return the words of one match."""
        from ui.games.ungle_speed.presenter import UnglePresenter

        return UnglePresenter(facts, plates)

    def look(self, presenter: Presenter) -> "Look":
        """Return the table with its piles."""
        from ui.games.ungle_speed.presenter import UnglePresenter
        from ui.games.ungle_speed.table import table
        from ui.stage.scene import Look

        assert isinstance(presenter, UnglePresenter)
        return Look(table, presenter.names.seat_plates)

    def entry(
        self,
        presenter: Presenter,
        session: Session,
        subject: "Seat | Enquiry",
        told: Callable[[us.AnyReport], None],
    ) -> EntryPage:
        """Return the two taps that tell the card of a seat, or the seats that a question is about."""
        from ui.games.ungle_speed import words
        from ui.games.ungle_speed.asks import Enquiry

        if isinstance(subject, Enquiry):
            from ui.games.entries import choices, page

            return page(subject.title, choices(subject.choices, told))
        from ui.games.ungle_speed.card_entry import CardEntry

        seat = subject

        def tell(card: Card) -> None:
            told(us.TurnCard(seat, card))

        return EntryPage(words.turned(presenter.seat_name(seat)), CardEntry(session.view.deck, tell))

    def people(self, seed: int) -> "SimulatedPeople":
        """Return simulated people."""
        from ui.games.ungle_speed.players import Players

        return Players(seed)

    def emblem(self) -> Emblem:
        """Return the totem on a piece of its table."""
        from ui.games.ungle_speed.emblem import emblem

        return emblem
