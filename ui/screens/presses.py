"""What presses of buttons mean at a table: turns, and who was first, that nobody knows, and late presses."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.clock import Instant
from companion.game import Seat
from companion.grab import Touch
from companion.match_reports import TakeBack
from ui.dialogs.questions import VerdictDialog
from ui.games.face import Grabbing, WithTotem
from ui.language import words
from ui.screens.front_dialog import first_of
from ui.table.buttons import ButtonChanged, ButtonTurn, LaterPresses, News, Seized, TotemLeft, Voided
from ui.table.grabbed import finish, grab_of
from ui.table.presenting import Choice, Dialog, GameSpecific, by_button
from ui.table.session import AnyAnswer, accepted
from ui.table.turn_buttons import Turns, by_seat
from ui.widgets.grab_strip import GrabStrip

if TYPE_CHECKING:
    from ui.screens.table import TableScreen

NO_ARMING = -1
NO_ENTRY = -1
OVER_OPACITY = 0.4
"""Opacity of grab pads after the end of a match."""


class EnteredGrabs:
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
        self._late: tuple[Touch, ...] = ()

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
        goes_on = accepted(answer) and self._session.match.outcome is None
        if goes_on and self._presenter.dialog(self._session.view) is None:
            self._show_ruling(news, answer)

    def voided(self, news: Voided) -> None:
        """Report that nobody knows who was first.

        A late edge may void a verdict that is already recorded: its entry is taken back first, unless play
        has gone on since; then nothing is reported.
        """
        if news.arming == self._arming:
            if self._entry != self._session.length - 1:
                return
            self._session.submit(TakeBack())
        if self.able:
            self._tell(self._game.voided(news))

    def pictured(self, news: LaterPresses) -> bool:
        """Add later presses to the view; return whether the open verdict can show them."""
        if news.arming != self._arming:
            return False
        self._late = news.touches
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
        picture, question = finish(grab_of(news), lambda _touch: ""), " ".join(map(str, others))
        self._front.ruled = Dialog(title, winners=news.first, finish=picture, question=question)


class Presses:
    """The buttons of one table: in a turn a press taps the large pad, or it is a grab; and lamps are lit.

    `strip` are the grab pads on the screen, `seats` is how many seats have a button. A draft of a correction
    ignores buttons, and its pads say who grabbed then.
    """

    def __init__(self, table: "TableScreen", grabbing: Grabbing | None) -> None:
        self.grabs: Grabs | None = None
        self.strip: GrabStrip | None = None
        self.seats = len(table.session.plates)
        if grabbing is not None:
            count = len(grabbing.button_of(self.seats))
            plates = [table.presenter.seat_plate(Seat(n)) for n in range(count)]
            if table.drafting:
                self.strip = GrabStrip(plates, EnteredGrabs(grabbing, table.choose), table.sides)
            else:
                self.grabs, self.seats = Grabs(table, grabbing), count
                self.strip = GrabStrip(plates, table.buttons, table.sides)
        self.turns = Turns(table.buttons, self.seats)
        self._table, self._buttons = table, table.buttons
        self._armed_for: Collection[Seat] = ()
        self._release = Clock.create_trigger(table.picture.release)

    @property
    def turns_on(self) -> bool:
        """Whether a press stands for the large pad: never while it may be a grab, or a ruling is shown."""
        table, grabs = self._table, self.grabs
        if table.drafting or table.front.ruled is not None or (grabs is not None and grabs.able):
            return False
        return table.go.turn_buttons.on(table.grabbing)

    def hear(self, news: News) -> None:
        """Handle news of the buttons; they are about the table as it is now."""
        table, grabs = self._table, self.grabs
        if not isinstance(news, ButtonChanged):
            # Draw what a flashed name has held back: hands go on meanwhile.
            table.picture.release()
        idle = table.session.playing and table.dialog is None and not table.front.peeking
        # A press stands for the large pad, but not in a correction.
        turns = idle and not table.drafting
        match news:
            case ButtonTurn(at) if turns and not self.turns.early(at):
                self._large_pad(by_button(table.presenter.routine(table.session.view, table.pending)), at)
            case ButtonChanged() if self.turns.is_press(news) and turns:
                self._pressed(news.seat, news.state.since)
            case Seized() | Voided() if grabs is not None:
                # Arm again only when it is clear what follows: arming puts out the winner's lamp.
                with table.picture:
                    table.dialogs.drop()
                    if isinstance(news, Seized):
                        grabs.seized(news)
                        self._name_first(news)
                    else:
                        grabs.voided(news)
                    table.picture.draw()
            case LaterPresses() if grabs is not None:
                if grabs.pictured(news) and isinstance(table.dialog, VerdictDialog):
                    wanted = table.presenter.dialog(grabs.view)
                    if wanted is not None:
                        table.front.picture(wanted)
                        table.show_phones()
            case TotemLeft() if grabs is not None and idle:
                grabs.ask_about_fall()
                table.picture.draw()

    def _pressed(self, seat: Seat, at: Instant | None) -> None:
        """Handle a press at a seat: in its turn it taps the large pad, otherwise say whose turn it is."""
        table, turn = self._table, self.turns.whose
        now = self.turns.counts(seat, at, settled=table.settled == table.session.length)
        if not self.turns_on or turn is None or not now:
            return
        if seat != turn:
            if seat < self.seats:
                table.toast.say(words.whose_turn(table.presenter.seat_name(turn)))
            return
        wanted = by_seat(table.presenter.routine(table.session.view, table.pending))
        if wanted is None and table.opened is None:
            table.toast.say(words.TELL_ON_SCREEN)
        self._large_pad(wanted, at)

    def _large_pad(self, wanted: Any, at: Instant | None) -> None:  # a report of the game
        """Do what the large pad would do; if a dialog is open, say that the press wasn't counted."""
        table = self._table
        if wanted is not None and table.opened is not None:
            table.remove_widget(table.toast)
            table.add_widget(table.toast)
            table.toast.say(words.NOT_COUNTED)
        elif wanted is not None:
            table.do(wanted, table.session.length, at)

    def _name_first(self, news: Seized) -> None:
        """Flash the name of who was first: it is drawn within a frame, everything else in the next one."""
        first = first_of(self._table.overlay_now(), news, self._table.presenter)
        if first is not None:
            self._table.announce(first)
            self._table.picture.hold()
            self._release()

    def arm(self) -> None:
        """Arm the buttons for the seats that may grab, unless a ruling is shown."""
        if self.grabs is None:
            return
        able = () if self._table.front.ruled is not None else self.grabs.able
        if able and self.strip is not None:
            # While a ruling is read the pads keep their look.
            self.strip.open_to(able)
        if able and able != self._armed_for:
            # An arming keeps its seats, so begin another.
            self._buttons.arm(False)
            self._buttons.play(able)
            self._armed_for = able
        self._buttons.arm(bool(able))

    def show_lamps(self) -> None:
        """Light the lamp of the player whose turn it is; for grabs the buttons light the winner's.

        Grab pads are dim after the end.
        """
        session = self._table.session
        over = session.match.outcome is not None
        if self.strip is not None:
            self.strip.opacity = OVER_OPACITY if over else 1.0
        if self.turns_on:
            self.turns.light(playing=session.playing, over=over)
        else:
            self.turns.release_lamps(put_out=self.grabs is None)

    def toggle_strip(self) -> None:
        """Show or hide the grab pads on the screen."""
        table, strip = self._table, self.strip
        if strip is None:
            return
        if strip.parent is None:
            table.add_widget(strip, len(table.children))
        else:
            table.remove_widget(strip)
        table.dialogs.close()
        table.rearrange()

    def leave(self) -> None:
        """Ignore grabs from now on, and put the lamps out."""
        self._buttons.arm(False)
        self.turns.release_lamps(put_out=True)
        if self.grabs is not None:
            self._buttons.play(())
