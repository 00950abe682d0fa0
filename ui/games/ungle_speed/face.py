"""Ungle Speed's side of the screen: how forms and cards become reports."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.game import Level, Remedy, Seat, Violation
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.deck import STANDARD, Deck
from companion.games.ungle_speed.evolve import left_over
from companion.games.ungle_speed.model import FaceUp, Facts
from companion.games.ungle_speed.view import View
from companion.grab import Touch
from companion.journal import NamePlate
from ui.games.face import CountLine, Emblem, EntryPage, Form, GameFace, LastStep, Named
from ui.games.ungle_speed import words
from ui.games.ungle_speed.sentences import card_name, who_dropped
from ui.language import words as frame
from ui.table.buttons import Seized, Voided
from ui.table.grabbed import grab_of, with_touches
from ui.table.presenting import Choice, GameSpecific, Presenter
from ui.table.sentences import number
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.games.ungle_speed.presenter import UnglePresenter
    from ui.games.ungle_speed.sentences import Enquiry
    from ui.stage.scene import TableDrawing


BY_PLAYERS = {"leftovers": False, "two_left_over": True, "two_last_outward": True, "leaver": False}
"""Rulings that matter only with two players (True), or only with more (False)."""
LEFT_OVER = ("leftovers", "two_left_over")


class UngleGrabs:
    """How presses of grab buttons become reports of Ungle Speed."""

    def button_of(self, players: int) -> list[int]:
        """Return the player of each button; with two players each hand has one: right, right, left, left."""
        return [0, 1, 0, 1] if players == 2 else list(range(players))

    def open_to_grabs(self, view: View) -> tuple[Seat, ...]:
        """Return the seats whose presses count: all that still play, while nobody has the totem."""
        if view.chase is not None or view.ended is not None:
            return ()
        return tuple(seat.seat for seat in view.seats if seat.seat not in view.left)

    def grabbed(self, news: Seized) -> us.TakeTotem:
        """Return the report of who took the totem; hands that were already there don't count."""
        return us.TakeTotem(grab_of(news))

    def voided(self, news: Voided) -> us.VoidGrab:
        """Return the report that the grab can't be decided."""
        return us.VoidGrab(news.reason)

    def pictured(self, view: View, touches: tuple[Touch, ...]) -> View:
        """Return the view with all presses in the photo finish of its grab."""
        if view.chase is None:
            return view
        return replace(view, chase=replace(view.chase, grab=with_touches(view.chase.grab, touches)))

    def fell(self) -> us.CallFell:
        """Return the report that the totem fell."""
        return us.CallFell()

    def dropped(self, presenter: GameSpecific, view: View) -> tuple[Choice, ...]:
        """Return the answers to who dropped the totem."""
        return who_dropped(presenter.names, view).choices


class UngleFace(UngleGrabs, GameFace):
    """Ungle Speed on the screen."""

    api = 1
    game = UngleSpeed()
    counts = tuple(range(2, 23))
    levels = words.HOW_MUCH

    def __init__(self, deck: Deck = STANDARD) -> None:
        self._deck = deck

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match."""
        return Facts(players, self._deck, rulings, level, first)

    def asks(self, ruling: str, players: int) -> bool:
        """Return whether a ruling can matter with this number of players and of left-over cards."""
        if ruling in BY_PLAYERS and (players == 2) is not BY_PLAYERS[ruling]:
            return False
        return ruling not in LEFT_OVER or left_over(Facts(players, self._deck)) > 0

    def last_step(self) -> LastStep:
        """Return the choice of the deck."""
        from ui.games.ungle_speed.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the game on five cards."""
        from ui.games.ungle_speed.lessons import GUIDE

        return GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of one match."""
        from ui.games.ungle_speed.presenter import UnglePresenter

        return UnglePresenter(facts, plates)

    def look(self, presenter: "UnglePresenter") -> "TableDrawing":
        """Return the drawing of the table."""
        from ui.games.ungle_speed.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.seat_plates)

    def entry(
        self,
        presenter: Presenter,
        session: Session,
        subject: "Seat | Enquiry",
        done: Callable[[us.AnyReport], None],
    ) -> EntryPage:
        """Return the page that enters a seat's card, or the answers to an enquiry."""
        from ui.games.ungle_speed.sentences import Enquiry

        if isinstance(subject, Enquiry):
            from ui.games.entries import choices, page

            return page(subject.title, choices(subject.choices, done))
        from ui.games.ungle_speed.entries import CardEntry

        entry = CardEntry(session.view.deck, lambda card: done(us.TurnCard(subject, card)))
        return EntryPage(words.turned(presenter.seat_name(subject)), entry)

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.ungle_speed.players import Players

        return Players(seed)

    def emblem(self) -> Emblem:
        """Return the totem on a piece of its table."""
        from ui.games.ungle_speed.table import emblem

        return emblem

    # Comparing the face-up cards with the table: spots are seats; things have names.

    def spot(self, place: Seat) -> Seat:
        """Return the seat itself: spots are seats."""
        return place

    def describe(self, presenter: Presenter, place: Seat, contents: FaceUp) -> Named:
        """Return a top card in words, and whose pile it is on."""
        return frame.NOTHING if contents is None else card_name(contents), presenter.seat_name(place), None

    def named(self, subject: Violation | Remedy) -> tuple[Seat, ...]:
        """Return the seats that a violation or a remedy is about."""
        to = number(subject, "to")
        seats = (subject.seat, None if to is None else Seat(to))
        return tuple(seat for seat in seats if seat is not None)

    # Counting again: stacks, face-up piles and the pot.

    def form(self, view: View, presenter: Presenter) -> Form:
        """Return the form for stacks and face-up piles by seat, and the pot."""
        name_of = presenter.seat_name
        tallies = [CountLine(seat.seat, name_of(seat.seat), (seat.stack, seat.pile)) for seat in view.seats]
        return Form((words.STACK, frame.FACE_UP), (*tallies, CountLine(None, words.POT, (view.pot,))))

    def counted(self, figures: list[tuple[int, ...]]) -> us.Recount:
        """Return the report of a filled-in form."""
        *seats, (pot,) = figures
        return us.Recount(tuple(seat[0] for seat in seats), tuple(seat[1] for seat in seats), pot)
