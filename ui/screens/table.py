"""The table's screen, the same for all games. A game brings the board and the words, the rest is here."""

from typing import Any

from kivy.clock import Clock

from companion.book.played import playing_time
from companion.clock import Clock as TimeSource
from companion.clock import Instant
from companion.game import TABLE, Refused, Seat
from companion.journal import Corrected, TakenBack, Ticked
from companion.match import CATALOGUE
from companion.match_reports import TakeBack
from ui.dialogs import compare as comparing
from ui.dialogs.history import HistoryDialog
from ui.dialogs.notice import EntryDialog
from ui.games.face import GameFace, Showing, Timed
from ui.language import languages, words
from ui.phones.feed import show_table
from ui.screens.front_dialog import FrontDialog
from ui.screens.presses import Presses
from ui.screens.private_notes import PrivateNotes
from ui.screens.side import HeldPads, SidePads
from ui.screens.table_dialogs import TableDialogs, TableNavigation
from ui.screens.table_layout import TableLayout
from ui.screens.turn_clock import TurnClock
from ui.sound.sounds import Sounds
from ui.sound.table_sounds import TableSounds
from ui.stage import theme
from ui.stage.kivy_types import Touch, Widget
from ui.stage.rect import Side, Sides, player_key, side_of
from ui.stage.stage import TableStage
from ui.table.buttons import Buttons, News
from ui.table.latest_change import LatestChange
from ui.table.overlay import Overlay, overlay_for
from ui.table.presenting import Announcement, Announcing, Banner, Begin, Enter, private_seats
from ui.table.session import AnyAnswer, Session, accepted, held_entry, is_private, refusals
from ui.table.timing import OnePicture, Timing
from ui.widgets.banner import BannerLine, DutyStrip
from ui.widgets.flash import Flash, Toast
from ui.widgets.layout import DialogPanel, Layered, Rect, Rotated
from ui.widgets.pad import RefereeBar

SETTLE_SECONDS = 0.25
"""Seconds after a change within which a tap was still meant for, and names, the record before it."""
UNSETTLED = -1
"""Length of no record: a tap that refers to it is too quick."""


class TableScreen(Layered):
    """One match on the screen. `pending` is the game's pending input, None if there is none.

    If people sit around the screen (`sides`), everything that addresses one of them is turned to their side:
    banner, private notes, verdicts and the pads of the turn. A single seat's pads are along its edge.
    """

    drafting = False
    """Whether this shows a place in the record for a correction, where real buttons don't count."""
    recorded: Session
    """The recorded match, even while a draft of a correction is shown."""

    def __init__(
        self,
        session: Session,
        game: GameFace,
        buttons: Buttons,
        sounds: Sounds,
        clock: TimeSource,
        go: TableNavigation,
        trouble: str = "",
        sides: Sides | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        if not self.drafting:
            self.recorded = session
        here = {player_key(plate) for plate in session.plates}
        self.sides = {name: at for name, at in (sides or {}).items() if name in here}
        self.game = game
        self.presenter = game.presenter(session.match.facts, session.plates)
        self.buttons, self.sounds, self.clock, self.go = buttons, sounds, clock, go
        self._table_sounds = TableSounds(self.presenter, sounds, go.voice)
        self._feeds = [feed for feed in (go.feed, go.club_feed) if feed is not None]
        self._trouble = trouble
        self.settled = session.length
        """The record's length that a tap refers to: the one shown for `SETTLE_SECONDS`."""
        self.pending: Any = None  # of the game's own type
        self.picture = OnePicture(self._show)
        self._sound_due = self._moves = False
        self._announcement: Announcement | None = None
        self._change = LatestChange(self.presenter)
        self.notes = PrivateNotes(self)
        self._timing = Timing(playing_time(entry.at for entry in session.match.entries), clock.now())

        self.duty = DutyStrip(self.presenter, self._duty_done)
        self.banner = BannerLine(self.duty)
        self.board = TableStage(game.look(self.presenter))
        self.board.on_tap, self.board.sides = self.tap_board, self.sides
        picture = game.draw_choice if isinstance(game, Showing) else None
        self.front = FrontDialog(self)
        self.side = SidePads(self.choose, self.front.unpeek, picture)
        # If the match began with private notes, every player keeps a pad to hold, even after the end.
        opening = session.match.game.view(session.match.line[0].state, TABLE)
        pads = len(session.plates) * bool(private_seats(self.presenter.routine(opening, None)))
        self.held = HeldPads(self.notes.reveal, picture, self.presenter.seat_plate, self.sides, pads)
        grabbing = game.grabs(session.match.facts)
        self.grabbing = grabbing is not None
        self.toast = Toast()
        self.dialogs = TableDialogs(self)
        history, referee = self.dialogs.open_history, self.dialogs.open_referee
        self.bar = RefereeBar(self.go_back, self._tap_undo, history, referee)
        self.turn_clock: TurnClock | None = None
        self.turned_banner, self.turned_side = Rotated(self.banner), Rotated(self.side)
        self.turn_side = Side.FRONT
        self.flash = Flash()
        self.flash.bind(parent=lambda *_: self.rearrange())
        self.presses = Presses(self, grabbing)
        self._settling = Clock.create_trigger(self.settle, SETTLE_SECONDS)
        self._minute = Clock.schedule_interval(self.tick, 1.0)
        for part in (self.board, self.turned_side, self.held, self.bar, self.turned_banner, self.toast):
            self.add_widget(part)
        if self.presses.strip is not None and (self.drafting or buttons.simulated):
            self.add_widget(self.presses.strip)
        session.on_change = self._changed
        if isinstance(game, Timed) and game.has_clock(session.view) and not self.drafting:
            self.turn_clock = TurnClock(
                session, game, self.presenter, clock, self.tell_now, self.routine, self.sides
            )
            self.add_widget(self.turn_clock.dials, len(self.children))
            if game.only_clock(session.view):
                self.remove_widget(self.board)
        self._layout = TableLayout(self)
        go.voice.open(map(self.presenter.seat_name, map(Seat, range(self.presses.seats))))
        self._show()
        self.presses.turns.settle()

    @property
    def opened(self) -> DialogPanel | None:
        """The dialog that players opened over the table, if any."""
        return self.dialogs.dialog

    @property
    def dialog(self) -> DialogPanel | None:
        """The dialog that the match itself put over the table, if any."""
        return self.front.dialog

    # Reports.

    def tell(self, report: object) -> None:
        """Submit a report that was tapped, about the record that the screen was showing."""
        self.submit(report, self.settled)

    def tell_now(self, report: object, at: Instant | None = None) -> AnyAnswer:
        """Submit a report about the table as it is now, such as from a button."""
        self.front.ruled = None
        return self.submit(report, self.session.length, at)

    def submit(self, report: object, seen: int, at: Instant | None = None) -> AnyAnswer:
        """Submit a report about the record's first `seen` entries, made `at` an instant, or now."""
        with self.picture:
            answer = self.session.submit(self._stamped(report, at), seen)
            self.answered(answer)
        if accepted(answer):
            self.presses.turns.changed(self.clock.now() if at is None else at)
        return answer

    def _stamped(self, report: object, at: Instant | None) -> object:
        """Return a report with the time that the turn took; `at`: when a button was pressed, if one was."""
        return report if self.turn_clock is None else self.turn_clock.stamped(report, at)

    def settle(self, *_: object) -> None:
        """Make the next tap refer to the table as it is now, however soon it comes."""
        self._settling.cancel()
        self.settled = self.session.length
        self.presses.turns.settle()

    def on_touch_down(self, touch: Touch) -> bool | None:
        """End animations, and accept even the second of two quick taps on the bar or the grab pads.

        Whatever comes to the front leaves these as they are, so no tap there was meant for something else.
        """
        self.board.stand()
        strip = self.presses.strip
        uncovered = strip is not None and strip.parent and self.dialog is None and self.opened is None
        free: list[Widget] = [self.bar, strip] if strip is not None and uncovered else [self.bar]
        if any(part.collide_point(*touch.pos) for part in free):
            self.front_seen()
        return super().on_touch_down(touch)

    def tap_board(self, place: object) -> None:
        """Do what the game says a tap on the board means."""
        if self.dialog is None and self.opened is None and self.session.playing:
            wanted = self.presenter.tapped(self.session.view, self.pending, place)
            if wanted is not None:
                self.choose(wanted)

    def routine(self) -> None:
        """Tap the large pad."""
        if self.dialog is None and self.opened is None:
            self.side.tap()

    def _tap_undo(self) -> None:
        """Undo; but a move that is only half entered, on the table or in a dialog, is dropped instead."""
        if self.opened is not None and not isinstance(self.opened, HistoryDialog):
            self.dialogs.close()
        elif self.pending is not None and self.opened is None and self.dialog is None:
            self.go_back()
            # The second tap of an accidental double tap mustn't take back the move before.
            self.settled = UNSETTLED
            self._settling()
        else:
            self.undo()

    def undo(self) -> None:
        """Take back the newest entry. After the end, open it in the history: a single tap mustn't do that."""
        if self.session.match.outcome is not None:
            self.dialogs.open_history()
            if isinstance(self.opened, HistoryDialog):
                self.opened.open_newest()
            return
        with self.picture:
            self.front.ruled = None
            self.pending = None
            last = self.session.match.line[-1]
            answer = self.submit(TakeBack(), self.settled)
            if accepted(answer):
                self._change.undone(self.session.match, answer.entry, last)
            elif isinstance(self.opened, HistoryDialog):
                # What all must agree to is asked there, and a note on the table would lie under it.
                self.opened.open_newest()
            self.picture.draw()

    def go_back(self) -> None:
        """Close a dialog, look at the table under a question, clear the pending input, or leave."""
        if self.opened is not None:
            self.dialogs.close()
        elif self.dialog is not None and self.session.playing:
            self.front.peek()
        elif self.pending is not None:
            self.pending = None
            self.picture.draw()
        else:
            self.go.leave()

    def light(self, sentence: str, spots: tuple[Any, ...] = ()) -> None:
        """Say what can be done now, and ring its spots on the board; empty to end that."""
        self.duty.possible = sentence
        self.board.light(spots)

    # Buttons.

    def hear(self, news: News) -> None:
        """Take news of the buttons."""
        self.presses.hear(news)

    def begin_frame(self) -> None:
        """Note that a frame begins."""
        if self.turn_clock is not None:
            self.turn_clock.begin_frame()
        for feed in self._feeds:
            feed.flush()

    def show_phones(self) -> None:
        """Show phones and the club's wall what everybody may see now."""
        show_table(self._feeds, self.session, self.presenter, self._change.line, self.front.overlay)

    @property
    def hurried(self) -> bool:
        """Whether the turn has lasted so long that its lamp blinks, or its clock has nearly run out."""
        if self.turn_clock is not None:
            return self.turn_clock.short
        return self.session.playing and self._timing.over(self.go.timer, self.clock.now())

    def announce(self, announcement: Announcement) -> None:
        """Flash an announcement over the whole table."""
        seat = announcement.seat
        tone = theme.PRIMARY if seat is None else theme.seat_tone(self.presenter.seat_plate(seat))
        self.flash.announce(announcement, tone)
        if not self.flash.shown:
            self.add_widget(self.flash)

    # Drawing.

    def _changed(self, answer: AnyAnswer) -> None:
        self.front.peeking = False
        self.light("")
        if answer.entry is not None and isinstance(answer.entry.body, TakenBack | Corrected):
            # An open ruling may be about an entry that is gone.
            self.front.ruled = None
        self._timing.follow(answer.entry, self.session.match.game.results.turns, self.clock.now())
        self._moves = accepted(answer)
        if accepted(answer) or held_entry(answer):
            # After any other refusal the pending input stays, for another try.
            self.pending = None
            self.toast.hide()
        self.notes.faults = {}
        self._settling.cancel()
        self._settling()
        self.dialogs.follow()
        if answer.entry is not None and accepted(answer) and not isinstance(answer.entry.body, Ticked):
            self._change.follow(answer.entry)
            if isinstance(self.presenter, Announcing) and not self.drafting:
                self._announcement = self.presenter.announcement(answer.entry, self.session.view)
        self.picture.draw()

    def answered(self, answer: AnyAnswer) -> None:
        """Show and sound the result of a report."""
        if answer.entry is not None and isinstance(answer.entry.body, Ticked):
            self.sounds.play("tap")
            return
        if accepted(answer):
            self._sound_due = True
            return
        wrong = refusals(answer)
        if is_private(answer):
            # Only some players may know: no sound and no word until they hold their pad.
            self.notes.faults = dict.fromkeys(wrong[0].audience, wrong)
        elif held_entry(answer):
            self._table_sounds.refuse("illegal", self.presenter.explain(wrong), wrong)
        elif isinstance(answer.ruling, Refused) and wrong[0].rule in CATALOGUE.rule:
            stale = wrong[0].rule == "match.stale"
            self.toast.say(words.STALE if stale else CATALOGUE.text(wrong[0].rule))
        elif wrong and not self.dialogs.offer_mends(answer):
            # One fault is enough to see that a tap was wrong; nobody could read all of them in time.
            explained = self.presenter.explain(wrong[:1])
            self._table_sounds.refuse("warning", explained, wrong[:1])
            against = comparing.against(self.session, self.presenter, answer)
            more = words.labelled(explained.title, f"{against}.")
            self.toast.say(more if against else f"{explained.title}. {explained.rule}")
        elif not wrong:
            self.toast.say(words.UNCLEAR)

    def _show(self) -> None:
        self.notes.cover()
        session, view = self.session, self.session.view
        turn = self.presenter.banner(view, self.pending)
        self.presses.turns.whose = turn.seat
        # If people sit around the screen, what is turned to a player is in that player's language.
        whose = self.presenter.seat_plate(turn.seat) if self.sides and turn.seat is not None else None
        with languages.spoken_to(whose):
            self._say(self.presenter.banner(view, self.pending) if whose else turn)
        if change := self._change.take(turn.title):
            self.banner.tell_change(change)
        self.turn_side = self.side_of(turn.seat)
        self.board.show(view, self.pending)
        if self._moves:
            self.board.show_change()
        self._moves = False
        self.bar.undo.live = len(session.match.line) > 1 or not session.playing or self.pending is not None
        self.update_notes()
        self.front.follow()
        playing = session.playing and not self.front.peeking
        with languages.spoken_to(whose):
            offered = self.presenter.routine(view, self.pending) if playing else ()
            self.side.show(offered, self.pending)
        self.held.show(offered, turn.seat)
        back = words.SHOW_SHEET if session.match.outcome is None else words.SHOW_RESULT
        self.side.offer_question(self.front.peeking and self.dialog is None, back)
        # Hands see what they must do until it is tapped away or play goes on.
        seen = session.playing and (self.dialog is None or self.front.peeking)
        self.banner.instruct(self.duty.follow(session.match.line[-1], drafting=self.drafting) and seen)
        if self._sound_due:
            self._table_sounds.change(session, turn.seat, self.front.overlay, self._announcement)
            self._sound_due = False
        if self._announcement is not None:
            self.announce(self._announcement)
            self._announcement = None
        self.presses.arm()
        self.presses.turns.shine()
        self.presses.show_lamps()
        if self.turn_clock is not None:
            self.turn_clock.follow(entering=isinstance(self.opened, EntryDialog))
        self.rearrange()
        self.show_phones()

    def _duty_done(self) -> None:
        self.board.light(())
        self.picture.draw()

    def side_of(self, seat: Seat | None) -> Side:
        """Return the side from which a seat's player reads; None stands for everybody."""
        return Side.FRONT if seat is None else side_of(self.presenter.seat_plate(seat), self.sides)

    def _say(self, turn: Banner) -> None:
        """Show in the banner whose turn it is, and what to do."""
        plate = None if turn.seat is None else self.presenter.seat_plate(turn.seat)
        self.banner.say(plate, turn.title, turn.subtitle)

    def tick(self, *_: object) -> None:
        """Each second: update what is said beside the game, and let the lamp of a long turn blink."""
        self.update_notes()
        if self.presses.turns.blink(self.hurried):
            self.presses.show_lamps()

    def update_notes(self) -> None:
        """Update the time of day, whether all is saved, and the reminder."""
        self.banner.tell_time(words.clock(self.clock.wall()))
        if self._trouble:
            self.banner.tell_saving(words.unsaved(self._trouble, self.session.unsaved), True)
        else:
            lasted = self._timing.lasted(self.clock.now()) if self.session.playing else ""
            self.banner.tell_saving(lasted, False)
        if self.session.playing and self._timing.due(self.go.timer, self.clock.now()):
            self.banner.tell_change(words.reminded(self.go.timer.seconds))
            self.sounds.play("turn")
        self.front.ask_for_news()

    def troubled(self, why: str) -> None:
        """Note why the disk can't be written; empty if it can again."""
        if why and not self._trouble:
            self.sounds.play("warning")
        self._trouble = why
        self.update_notes()

    def leave(self) -> None:
        """Stop everything that ticks or grabs."""
        self._minute.cancel()
        try:
            if self.turn_clock is not None:
                self.turn_clock.leave()
        finally:
            self._settling.cancel()
            self.toast.hide()
            self.presses.leave()
            self.session.on_change = None
            # Pending calls might still draw, and drawing arms the buttons.
            self.picture.end()

    def overlay_now(self) -> Overlay | None:
        """Return the dialog that the match itself puts over the table now, as a value."""
        grabs, front = self.presses.grabs, self.front
        return overlay_for(
            self.session,
            self.presenter,
            self.session.view if grabs is None else grabs.view,
            front.ruled,
            loss_read=front.loss_read,
            peeking=front.peeking,
            news=front.news,
        )

    def choose(self, wanted: object) -> None:
        """Do what was tapped on the table, or in a dialog that the match itself opened."""
        if callable(wanted):
            wanted()
            return
        with self.picture:
            self.front.ruled = None
            self.do(wanted, self.settled)

    def do(self, wanted: object, seen: int, at: Instant | None = None) -> None:
        """Submit a report, begin or end a pending input, or open an entry's dialog.

        Of a pair, the second report is submitted only if the first, a correction, is accepted.
        """
        with self.picture:
            match wanted:
                case Enter(subject):
                    self.dialogs.open_entry(subject)
                case Begin() if seen != self.session.length:
                    self.toast.say(words.STALE)
                case Begin(pending):
                    self.pending = None if pending == self.pending else pending
                    # What it waits for matters more now than the last change or refusal.
                    self.banner.tell_change("")
                    self.toast.hide()
                    self.sounds.play("tap")
                case (correction, report):
                    if accepted(self.submit(correction, seen)):
                        self.submit(report, self.session.length)
                case _:
                    self.submit(wanted, seen, at)
            self.picture.draw()

    def arrange(self, rect: Rect) -> None:
        """Lay out the parts. Those that a flashed name covers aren't drawn, so that it appears sooner."""
        self._layout.lay(rect)
        drawn = [part.canvas for part in self.children[::-1] if not self.flash.covers(part)]
        # Kivy creates both when a part that isn't drawn is removed.
        around = self.canvas.before, self.canvas.after
        if drawn != [canvas for canvas in self.canvas.children if canvas not in around]:
            self.canvas.clear()
            for canvas in drawn:
                self.canvas.add(canvas)
