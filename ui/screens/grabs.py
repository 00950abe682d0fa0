"""What buttons say, as reports of the match: who was first, that nobody can tell, and late presses."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from companion.game import Seat
from companion.match_reports import TakeBack
from ui.games.face import Grabbing, WithTotem
from ui.language import words
from ui.table.buttons import LaterPresses, Press, Seized, Voided
from ui.table.grabbed import finish, grab_of
from ui.table.presenting import Choice, Dialog, GameSpecific
from ui.table.session import AnyAnswer, accepted

if TYPE_CHECKING:
    from ui.screens.table import TableScreen

NO_ARMING = -1
NO_ENTRY = -1


class ToldHands:
    """Grab pads at a place in the record: a tap tells who took it then, and nothing is measured."""

    def __init__(self, game: Grabbing, tell: Callable[[object], object]) -> None:
        self._game, self._tell = game, tell

    def press(self, seat: Seat, _finger: int | None = None) -> None:
        """Tell that this seat was first."""
        self._tell(self._game.grabbed(Seized(NO_ARMING, (seat,), (), 0, "table")))

    def release(self, seat: Seat) -> None:
        """Letting go tells nothing."""


class Grabs:
    """The grabs of one match. `ruled` is a ruling that is shown until somebody goes on."""

    def __init__(self, table: "TableScreen", game: Grabbing) -> None:
        self.ruled: Dialog | None = None
        self._session, self._presenter, self._tell = table.session, table.presenter, table.tell_now
        self._game = game
        self._arming = NO_ARMING
        self._entry = NO_ENTRY
        self._late: tuple[Press, ...] = ()

    @property
    def able(self) -> Collection[Seat]:
        """Whose presses may be a grab now: nobody's while play isn't on, or hands put cards back."""
        plays = self._session.playing and not self._session.put_back
        return self._game.open_to_grabs(self._session.view) if plays else ()

    @property
    def reading(self) -> bool:
        """Whether a ruling lies open that nobody has to answer."""
        return self.ruled is not None and not self.ruled.choices

    @property
    def view(self) -> GameSpecific:
        """The table, with presses that came after the verdict in the picture of an open grab."""
        view = self._session.view
        newest = self._session.match.line[-1].entry
        return self._game.pictured(view, self._late) if self._late and newest == self._entry else view

    def seized(self, news: Seized) -> None:
        """Tell who was first; a press while nothing can be grabbed means nothing."""
        if not self.able:
            return
        self._arming, self._late = news.arming, ()
        answer = self._tell(self._game.grabbed(news))
        self._entry = answer.entry.n if answer.entry is not None and accepted(answer) else NO_ENTRY
        session = self._session
        if accepted(answer) and session.outcome is None and self._presenter.dialog(session.view) is None:
            self._show_ruling(news, answer)

    def voided(self, news: Voided) -> None:
        """Tell that nobody can say who was first.

        An edge that came late voids a verdict that was told already: what was entered for it goes back first,
        unless the table has gone on since.
        """
        if news.arming == self._arming:
            if self._entry != self._session.shown - 1:
                return
            self._session.submit(TakeBack(), self._session.shown)
        if self.able:
            self._tell(self._game.voided(news))

    def pictured(self, news: LaterPresses) -> bool:
        """Take later presses into the picture; tell whether there is one to show them in."""
        if news.arming != self._arming:
            return False
        self._late = news.presses
        return self.ruled is None

    def ask_about_fall(self) -> None:
        """The totem left its base and nobody pressed: ask what happened."""
        if not isinstance(self._game, WithTotem):
            return
        nobody = Choice(words.NOBODYS_FAULT, words.PUT_IT_BACK, self._game.fell(), primary=True)
        dropped = self._game.dropped(self._presenter, self._session.view)
        self.ruled = Dialog(words.TOTEM_FELL, question=words.WHAT_HAPPENED, choices=(nobody, *dropped))

    def _show_ruling(self, news: Seized, answer: AnyAnswer) -> None:
        """Watching, the referee rules by itself: the table still sees who was first, and what follows."""
        assert answer.entry is not None
        title, *others = self._presenter.told(answer.entry) or ("",)
        shown = finish(grab_of(news), lambda _touch: "")
        self.ruled = Dialog(title, winners=news.first, finish=shown, question=" ".join(map(str, others)))
