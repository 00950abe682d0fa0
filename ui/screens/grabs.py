"""Button news as reports of the match: who was first, that nobody knows, and late presses."""

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
    """Grab pads in a correction: a tap says who grabbed then, and nothing is measured."""

    def __init__(self, game: Grabbing, tell: Callable[[object], object]) -> None:
        self._game, self._tell = game, tell

    def press(self, seat: Seat, _finger: int | None = None) -> None:
        """Report that this seat was first."""
        self._tell(self._game.grabbed(Seized(NO_ARMING, (seat,), (), 0, "table")))

    def release(self, seat: Seat) -> None:
        """Ignore the release of a pad."""


class Grabs:
    """The grabs of one match."""

    def __init__(self, table: "TableScreen", game: Grabbing) -> None:
        self._front = table.front
        self._session, self._presenter, self._tell = table.session, table.presenter, table.tell_now
        self._game = game
        self._arming = NO_ARMING
        self._entry = NO_ENTRY
        self._late: tuple[Press, ...] = ()

    @property
    def able(self) -> Collection[Seat]:
        """The seats whose presses may be a grab now; none while play is held or hands put cards back."""
        plays = self._session.playing and not self._session.match.put_back
        return self._game.open_to_grabs(self._session.view) if plays else ()

    @property
    def view(self) -> GameSpecific:
        """The table's view; an open grab includes presses that came after the verdict."""
        view = self._session.view
        newest = self._session.match.line[-1].entry
        return self._game.pictured(view, self._late) if self._late and newest == self._entry else view

    def seized(self, news: Seized) -> None:
        """Report who was first; presses while no grab is possible are ignored."""
        if not self.able:
            return
        self._arming, self._late = news.arming, ()
        answer = self._tell(self._game.grabbed(news))
        self._entry = answer.entry.n if answer.entry is not None and accepted(answer) else NO_ENTRY
        session = self._session
        if (
            accepted(answer)
            and session.match.outcome is None
            and self._presenter.dialog(session.view) is None
        ):
            self._show_ruling(news, answer)

    def voided(self, news: Voided) -> None:
        """Report that nobody knows who was first.

        A late edge may void a verdict that is already recorded: its entry is taken back first, unless play
        has gone on since; then nothing is reported.
        """
        if news.arming == self._arming:
            if self._entry != self._session.shown - 1:
                return
            self._session.submit(TakeBack(), self._session.shown)
        if self.able:
            self._tell(self._game.voided(news))

    def pictured(self, news: LaterPresses) -> bool:
        """Add later presses to the view; return whether the open verdict can show them."""
        if news.arming != self._arming:
            return False
        self._late = news.presses
        return self._front.ruled is None

    def ask_about_fall(self) -> None:
        """The totem left its base and nobody pressed: ask what happened."""
        if not isinstance(self._game, WithTotem):
            return
        nobody = Choice(words.NOBODYS_FAULT, words.PUT_IT_BACK, self._game.fell(), primary=True)
        dropped = self._game.dropped(self._presenter, self._session.view)
        self._front.ruled = Dialog(words.TOTEM_FELL, question=words.WHAT_HAPPENED, choices=(nobody, *dropped))

    def _show_ruling(self, news: Seized, answer: AnyAnswer) -> None:
        """Show who was first and what follows if the referee ruled by itself, as it does when watching."""
        assert answer.entry is not None
        title, *others = self._presenter.describe(answer.entry) or ("",)
        shown = finish(grab_of(news), lambda _touch: "")
        self._front.ruled = Dialog(
            title, winners=news.first, finish=shown, question=" ".join(map(str, others))
        )
