"""Ungle Speed's side of the screen: how buttons, forms and cards become its reports."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.game import Game, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.deck import STANDARD, Card, Deck
from companion.games.ungle_speed.model import Facts, Grab, Touch, Unexplained
from companion.games.ungle_speed.view import View
from companion.journal import Plate
from ui.buttons import Press, Seized, Voided
from ui.games.face import Form, Its, Picture, Tally, ranked
from ui.presenting import Presenter

if TYPE_CHECKING:
    from kivy.graphics import InstructionGroup

    from ui.kivy_types import Widget
    from ui.widgets.layout import Rect


class UngleFace:
    """Ungle Speed on the screen."""

    def __init__(self, deck: Deck = STANDARD) -> None:
        self._deck = deck
        self.game: Game[Its, Its, Its, Its] = UngleSpeed()
        self.picture: Picture = totem
        self.least = 2
        self.most = 22

    def button_of(self, players: int) -> list[int]:
        """With two players each hand has a button: right, right, left, left."""
        return [0, 1, 0, 1] if players == 2 else list(range(players))

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a deal."""
        return Facts(players, self._deck, rulings, level, first)

    def asks(self, ruling: str, players: int) -> bool:
        """Two hands each leave other cards over than stacks of their own do."""
        return ruling != ("leftovers" if players == 2 else "two_left_over")

    def presenter(self, facts: Facts, plates: tuple[Plate, ...]) -> Presenter:
        """Return the words of one match."""
        from ui.games.ungle_speed.presenter import UnglePresenter

        return UnglePresenter(facts, plates)

    def board(self, presenter: Presenter) -> Its:
        """Return the table with its piles."""
        from ui.games.ungle_speed.board import UngleBoard

        return UngleBoard(presenter)

    def entry(self, facts: Facts, on_card: Callable[[Card], None]) -> "Widget":
        """Return the two taps that tell a card."""
        from ui.games.ungle_speed.card_entry import CardEntry

        return CardEntry(facts.deck, on_card)

    def finish(self) -> "Widget":
        """Return the photo finish."""
        from ui.widgets.photo_finish import PhotoFinish

        return PhotoFinish()

    def open_to_grabs(self, view: View) -> bool:
        """A press counts while nobody has the totem."""
        return view.chase is None and view.ended is None

    def grabbed(self, news: Seized) -> us.TakeTotem:
        """Return who took the totem; hands that lay there before don't count."""
        touches = tuple(Touch(press.seat, press.after) for press in ranked(news.presses))
        return us.TakeTotem(Grab(news.first, touches, news.band, news.source))

    def voided(self, news: Voided) -> us.VoidGrab:
        """Return that the grab can't be decided."""
        return us.VoidGrab(news.reason)

    def pictured(self, view: View, presses: tuple[Press, ...]) -> View:
        """Return the view with all presses in the photo finish of its grab."""
        if view.chase is None:
            return view
        touches = tuple(Touch(press.seat, press.after) for press in ranked(presses))
        return replace(view, chase=replace(view.chase, grab=replace(view.chase.grab, touches=touches)))

    def wants_card(self, view: View) -> Seat | None:
        """Watching, every card is told: first of those who turned at once, then of whoever turns."""
        if view.level is not Level.WATCHING or view.ended is not None:
            return None
        if view.chase is not None and not (isinstance(view.chase, Unexplained) and view.chase.late):
            return None
        return next(iter(view.waiting), view.turn)

    def card_told(self, view: View, seat: Seat, card: Card) -> us.TurnCard:
        """Return the card that a seat turned."""
        return us.TurnCard(seat, card)

    def form(self, view: View, presenter: Presenter) -> Form:
        """Return stacks and face-up piles by seat, and the pot."""
        from ui import words as frame
        from ui.games.ungle_speed import words

        tallies = [
            Tally(seat.seat, presenter.seat_name(seat.seat), (seat.stack, seat.pile)) for seat in view.seats
        ]
        return Form((words.STACK, frame.FACE_UP), (*tallies, Tally(None, words.POT, (view.pot,))))

    def counted(self, figures: list[tuple[int, ...]]) -> us.Recount:
        """Return what was counted."""
        *seats, (pot,) = figures
        return us.Recount(tuple(seat[0] for seat in seats), tuple(seat[1] for seat in seats), pot)

    def fell(self) -> us.CallFell:
        """Return that the totem fell."""
        return us.CallFell()

    def is_drop(self, report: us.AnyReport) -> bool:
        """Tell whether a report says that a seat dropped the totem."""
        return isinstance(report, us.CallDropped)


def totem(group: "InstructionGroup", room: "Rect") -> None:
    """Draw the totem on a piece of its table."""
    from kivy.graphics import Color, Ellipse, Rectangle

    from ui import theme
    from ui.games.ungle_speed.card import faces_of

    side = min(room.width, room.height * 0.86, theme.mm(32))
    x, y = room.center
    group.add(Color(*theme.FELT))
    group.add(Ellipse(pos=(x - side * 0.95, y - side * 0.62), size=(side * 1.9, side * 0.62)))
    group.add(Color(0, 0, 0, 0.35))
    group.add(Ellipse(pos=(x - side * 0.4, y - side * 0.5), size=(side * 0.8, side * 0.22)))
    group.add(Color(1, 1, 1, 1))
    texture = faces_of(STANDARD).totem(side)
    group.add(Rectangle(texture=texture, pos=(x - side / 2, y - side * 0.42), size=(side, side)))
