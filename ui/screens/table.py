"""The table: one frame for all games. The game brings the board and the words, everything else is here."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from kivy.clock import Clock

from companion.book.played import played_in
from companion.clock import Clock as TimeSource
from companion.clock import Instant
from companion.game import Refused, Seat, Violation
from companion.journal import Corrected, Overruled, TakenBack, Told
from companion.match import CATALOGUE
from companion.match_reports import LetStand, PutRight, TakeBack
from ui import theme, words
from ui.games.face import Comparing, GameFace, Showing, Timed
from ui.kivy_types import Widget
from ui.screens import side
from ui.screens.grabs import Grabs
from ui.screens.held import HeldPads
from ui.screens.over_table import OverTable, TableNavigation
from ui.screens.side import SidePads
from ui.screens.turn_clock import TurnClock
from ui.sheets.entry import EntrySheet
from ui.sheets.history import HistorySheet
from ui.sheets.notice import NoticeSheet, lost
from ui.sheets.refusal import RefusalSheet
from ui.sheets.split import SplitSheet
from ui.sheets.verdict import VerdictSheet
from ui.sheets.whisper import WhisperPanel
from ui.sheets.win import WinSheet
from ui.sounds import Sounds
from ui.stage.painter import drawing
from ui.stage.parts import centred
from ui.stage.sides import Side, Sides, side_of, who
from ui.stage.stage import Stage, TableStage
from ui.table import mending
from ui.table.buttons import ButtonChanged, Buttons, News, Pictured, Seized, TotemFell, TurnPressed, Voided
from ui.table.ending import end_of
from ui.table.laid_over import BrokenOff, Held, LaidOver, Lost, Result, Ruled, ToPutBack, lies_over
from ui.table.presenting import (
    Banner,
    Begin,
    Choice,
    Cry,
    Crying,
    Enter,
    Picturing,
    Reveal,
    Sharing,
    Sheet,
    Whispering,
    by_button,
)
from ui.table.sentences import about
from ui.table.session import AnyAnswer, Session, accepted, held_entry, refusals, unheard
from ui.table.timing import MINUTE, Timing
from ui.table.turn_buttons import Presses, by_seat, lamps
from ui.widgets import action_bar, dials, grab_strip
from ui.widgets.action_bar import RefereeBar
from ui.widgets.banner import BannerLine
from ui.widgets.flash import Flash
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.layout import Rect, cut_pads, cut_rail, put
from ui.widgets.pad import Pad
from ui.widgets.photo_finish import PhotoFinish
from ui.widgets.sheet import SheetPanel
from ui.widgets.toast import Toast
from ui.widgets.turned import Turned

SETTLE_SECONDS = 0.25
"""A tap this soon after a change was made for what stood there before: it names the older record."""

DUTY_MM = 13.0
"""Height of the strip that says what hands have to do."""

PAD_MM, BANNER_MM = 13.0, 50.0
"""Along an edge: how long a pad is, and what it leaves the banner, or else the banner lies beside them."""

LINE = 80
"""Letters of small print that fit into the banner."""


class TableScreen(OverTable):
    """One match on the screen. `aim` is what has been begun on it and not told yet; None: nothing.

    Where people sit around the screen (`sides`), what speaks to one of them is turned to that side: banner,
    private sheets, verdicts and the pads of the turn. Pads of one seat alone lie along its edge.
    """

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
        here = {who(plate) for plate in session.plates}
        self._sides = {name: at for name, at in (sides or {}).items() if name in here}
        self.game = game
        self.presenter = game.presenter(session.facts, session.plates)
        self._buttons, self._sounds, self._clock, self._go = buttons, sounds, clock, go
        self._trouble = trouble
        self._seen = self._opened = session.shown
        self.aim: Any = None  # what the game's own presenter and board know it by
        self._last_turn: Banner | None = None
        self._peeking = False
        self._changing = 0
        self._stale = self._sound_due = False
        self._cry: Cry | None = None
        self._seized: Seized | None = None
        self._said: dict[Seat, tuple[Violation, ...]] = {}
        self.whisper: WhisperPanel | None = None
        self.sheet: SheetPanel | None = None
        self._lies: LaidOver | None = None
        self._loss_read = False
        self._possible = ""
        self._timing = Timing(played_in(position.at for position in session.match.line), clock.now())
        self._news: tuple[str, ...] = ()
        self._news_of = 0

        self.bar = RefereeBar(self.go_back, self.undo, self.open_history, self.open_referee)
        self.banner = BannerLine()
        board = game.board(self.presenter)
        board.on_tap = self.tap_board
        if isinstance(board, TableStage):
            board.sides = self._sides
        self.board = cast(Any, board)  # a Board that is a widget, for which the type system has no name
        picture = game.shown if isinstance(game, Showing) else None
        self.side = SidePads(self._choose, self.unpeek, picture)
        self.held = HeldPads(self.reveal, picture, self.presenter.seat_plate, self._sides)
        self._seats = len(session.plates)
        self.grabs: Grabs | None = None
        self.strip: GrabStrip | None = None
        grabbing = game.grabs(session.facts)
        self._grabbing = grabbing is not None
        if grabbing is not None and not self.drafting:
            self.grabs = Grabs(session, grabbing, self.presenter, self.tell_now)
            count = len(grabbing.button_of(len(session.plates)))
            plates = [self.presenter.seat_plate(Seat(n)) for n in range(count)]
            self.strip = GrabStrip(plates, buttons, self._sides)
            self._seats = count
        self.turn_clock: TurnClock | None = None
        self.strip_shown = self.strip is not None and buttons.simulated
        self._turned_banner, self._turned_side = Turned(self.banner), Turned(self.side)
        self._over_table: Turned | None = None
        self._turned_whisper: Turned | None = None
        self.duty = Pad(on_tap=self._duty_done, role=theme.heading())
        self._done = 0
        self.toast = Toast()
        self.flash = Flash()
        self._presses = Presses(buttons)
        self._playing: Collection[Seat] = ()
        self._lit: tuple[Seat, ...] | None = None  # None: the pad lights by itself, or did
        self._dark = False
        self._whose: Seat | None = None
        self._had_turn: Seat | None = None  # when what is on the table had been seen
        self._since = Instant(0)  # when it came about
        self._settle = Clock.create_trigger(self._settled, SETTLE_SECONDS)
        self._minute = Clock.schedule_interval(self.tick, 1.0)
        for part in (self.board, self._turned_side, self.held, self.bar, self._turned_banner, self.toast):
            self.add_widget(part)
        if self.strip is not None and self.strip_shown:
            self.add_widget(self.strip)
        session.on_change = self._changed
        if isinstance(game, Timed) and game.has_clock(session.view) and not self.drafting:
            self.turn_clock = TurnClock(
                session, game, self.presenter, clock, self.tell_now, self.routine, self._sides
            )
            self.add_widget(self.turn_clock.dials, len(self.children))
            if game.only_clock(session.view):
                self.remove_widget(self.board)
        self.refresh()
        self._had_turn = self._whose

    @property
    def kept(self) -> Session:
        """The match that is kept, whatever of it is shown."""
        return self.session

    # What the table tells.

    def tell(self, report: object) -> None:
        """Submit a report as it was tapped on what the screen was showing."""
        self._submit(report, self._seen)

    def tell_now(self, report: object, at: Instant | None = None) -> AnyAnswer:
        """Submit a report about the table as it is now: from a button, or a hand that looks at it."""
        self._end_reading()
        return self._submit(report, self.session.shown, at)

    def _submit(self, report: object, seen: int, at: Instant | None = None) -> AnyAnswer:
        with self._one_picture():
            answer = self.session.submit(self._stamped(report, at), seen)
            self._answered(answer)
        if accepted(answer):
            self._since = self._clock.now() if at is None else at
        return answer

    def _stamped(self, report: object, at: Instant | None) -> object:
        """Return a report of a turn with how long the turn took; `at` is when a button was pressed."""
        return report if self.turn_clock is None else self.turn_clock.stamped(report, at)

    @property
    def reading(self) -> bool:
        """Whether a ruling lies open that nobody has to answer."""
        return self.grabs is not None and self.grabs.reading

    def read_on(self) -> None:
        """Close the ruling that was read."""
        self._end_reading()
        self.refresh()

    def _end_reading(self) -> None:
        if self.grabs is not None:
            self.grabs.ruled = None

    def look(self) -> None:
        """Have the next tap be about the table as it is now, however soon it comes."""
        self._settle.cancel()
        self._settled()

    def tap_board(self, place: object) -> None:
        """Something on the board was tapped: do what the game says that means."""
        if self.sheet is None and self.overlay is None and self.session.playing:
            wanted = self.presenter.tapped(self.session.view, self.aim, place)
            if wanted is not None:
                self._choose(wanted)

    def routine(self) -> None:
        """Do what the large pad does."""
        if self.sheet is None and self.overlay is None:
            self.side.tap()

    def undo(self) -> None:
        """Take the newest entry back; across the end only by holding: a result is not to go by a tap."""
        if self.session.outcome is not None:
            self.open_history()
            if isinstance(self.overlay, HistorySheet):
                self.overlay.open_newest()
            return
        with self._one_picture():
            self._end_reading()
            self.aim = None
            answer = self._submit(TakeBack(), self._seen)
            if accepted(answer):
                self.banner.tell_change(words.TAKEN_BACK)
            self.refresh()

    def go_back(self) -> None:
        """Close what is open; look at the table under a question; end what was begun; or leave."""
        if self.overlay is not None:
            self.close_overlay()
        elif self.sheet is not None and self.session.playing:
            self.peek()
        elif self.aim is not None:
            self.aim = None
            self.refresh()
        else:
            self._go.leave()

    def unpeek(self) -> None:
        """Back to the question."""
        self._peeking = False
        self.refresh()

    def _light(self, said: str, spots: tuple[Any, ...] = ()) -> None:
        self._possible = said
        if isinstance(self.board, Stage):
            self.board.light(spots)

    # What buttons say.

    def hear(self, news: News) -> None:
        """Take news of the buttons; they speak of the table as it is now."""
        idle, grabs = self.session.playing and self.sheet is None and not self._peeking, self.grabs
        match news:
            case TurnPressed(at) if idle:
                wanted = by_button(self.presenter.routine(self.session.view, self.aim))
                if wanted is not None:
                    self._do(wanted, self.session.shown, at)
            case ButtonChanged() if self._presses.begun(news) and idle and self.overlay is None:
                self._pressed(news.seat, news.state.since)
            case Seized() | Voided() if grabs is not None:
                # Armed anew only once it is clear what follows: arming puts out the winner's lamp.
                with self._one_picture():
                    self._drop_overlay()
                    if isinstance(news, Seized):
                        grabs.seized(news)
                        self._seized = news
                    else:
                        grabs.voided(news)
                    self.refresh()
            case Pictured() if grabs is not None:
                if grabs.pictured(news) and isinstance(self.sheet, VerdictSheet):
                    wanted = self.presenter.sheet(grabs.view)
                    if wanted is not None:
                        self._lies = Ruled(wanted, read=False)
                        self.sheet.picture(wanted)
                        self.flash.below = wanted.subtitle
            case TotemFell() if grabs is not None and idle:
                grabs.ask_about_fall()
                self.refresh()

    @property
    def _turns_on(self) -> bool:
        """Whether a press means the large pad: never while it may be a grab, or its verdict is read."""
        grabs = self.grabs
        if self.drafting or (grabs is not None and (grabs.able or grabs.ruled is not None)):
            return False
        return self._go.turn_buttons.on(self._grabbing)

    def _pressed(self, seat: Seat, at: Instant | None) -> None:
        """Somebody pressed at their seat: in their turn that is the large pad, and else it is only said."""
        turn = self._whose
        # Before a change it was meant for what stood there then, and just after it too, where that was the
        # same seat's turn: a nervous finger ends one turn only.
        early = at is not None and at < self._since
        nervous = seat == self._had_turn and self._seen != self.session.shown
        if not self._turns_on or turn is None or early or nervous:
            return
        if seat != turn:
            if seat < self._seats:
                self.toast.say(words.whose_turn(self.presenter.seat_name(turn)))
            return
        wanted = by_seat(self.presenter.routine(self.session.view, self.aim))
        if wanted is None:
            self.toast.say(words.TELL_ON_SCREEN)
        else:
            self._do(wanted, self.session.shown, at)

    def looked(self) -> None:
        """A frame begins."""
        if self.turn_clock is not None:
            self.turn_clock.looked()

    @property
    def hurried(self) -> bool:
        """Whether the turn has lasted long enough for its lamp to blink, or its clock is nearly out."""
        if self.turn_clock is not None:
            return self.turn_clock.short
        return self.session.playing and self._timing.over(self._go.timer, self._clock.now())

    def _show_lamps(self) -> None:
        """Light the lamp of whose turn it is; where buttons are for grabs, the pad lights who was first."""
        if not self._turns_on:
            if self._lit and self.grabs is None:
                self._buttons.light(())
            self._lit = None
            return
        over = self.session.outcome is not None
        turn = self._whose if self.session.playing else None
        lit = lamps(self._seats, turn, over=over, dark=self._dark)
        if lit != self._lit:
            self._buttons.light(lit)
            self._lit = lit

    def _first(self, news: Seized) -> Cry | None:
        """Return who was first, for all to see; None where the press meant nothing."""
        sheet = self.sheet.sheet if isinstance(self.sheet, VerdictSheet) else None
        if sheet is None or sheet.winners != news.first:
            return None
        first = sheet.winners[0] if len(sheet.winners) == 1 else None
        name = sheet.title.removesuffix(".") if first is None else self.presenter.seat_name(first)
        return Cry(name, sheet.subtitle, first)

    def _cry_out(self, cry: Cry) -> None:
        tone = theme.PRIMARY if cry.seat is None else theme.seat_tone(self.presenter.seat_plate(cry.seat))
        self.flash.cry(cry, tone)
        if not self.flash.shown:
            self.add_widget(self.flash)

    # What one player alone may see.

    def reveal(self, reveal: Reveal | None) -> None:
        """Show it while a finger rests on the pad; nothing of it stays."""
        self._cover()
        if reveal is not None and isinstance(self.presenter, Whispering):
            view = self.session.game.view(self.session.match.state, reveal.seat)
            said = self._said.get(reveal.seat, ())
            self.whisper = WhisperPanel(self.presenter.whisper(view, self.aim, said))
            self._turned_whisper = Turned(self.whisper, self._side_of(reveal.seat))
            self.add_widget(self._turned_whisper)
            self.board.show(view, self.aim)
            self.rearrange()

    def _cover(self) -> None:
        if self._turned_whisper is not None:
            self.remove_widget(self._turned_whisper)
            self._turned_whisper = self.whisper = None
            self.board.show(self.session.view, self.aim)

    def _toggle_strip(self) -> None:
        if self.strip is None:
            return
        self.strip_shown = not self.strip_shown
        if self.strip_shown:
            self.add_widget(self.strip, len(self.children))
        else:
            self.remove_widget(self.strip)
        self.close_overlay()
        self.rearrange()

    # What the screen shows.

    def _changed(self, answer: AnyAnswer) -> None:
        self._peeking = False
        self._light("")
        self._take_time(answer)
        if accepted(answer) or held_entry(answer):
            # What was only told wrongly can be told once more.
            self.aim = None
        self._said = {}
        self._settle.cancel()
        self._settle()
        self._reopen_history()
        self.refresh()
        if answer.entry is not None and accepted(answer):
            self.banner.tell_change(in_a_line(self.presenter.told(answer.entry)))
            if isinstance(self.presenter, Crying) and not self.drafting:
                self._cry = self.presenter.cry(answer.entry, self.session.view)

    def _take_time(self, answer: AnyAnswer) -> None:
        """Begin the time of another turn with what ends one, or takes one back."""
        now, turns = self._clock.now(), self.session.game.results.turns
        self._timing.entered(now)
        body = None if answer.entry is None else answer.entry.body
        events = body.events if isinstance(body, Told | Overruled) else ()
        if isinstance(body, TakenBack | Corrected) or any(isinstance(event, turns) for event in events):
            self._timing.turned(now)

    def _settled(self, *_: object) -> None:
        self._seen, self._had_turn = self.session.shown, self._whose

    def _answered(self, answer: AnyAnswer) -> None:
        if accepted(answer):
            self._sound_due = True
            return
        wrong = refusals(answer)
        if unheard(answer):
            # For one player's ears: no sound, no word, until that player holds the pad.
            self._said = dict.fromkeys(wrong[0].audience, wrong)
        elif held_entry(answer):
            self._sounds.play("illegal")
        elif isinstance(answer.ruling, Refused) and wrong[0].rule in CATALOGUE.rule:
            known = words.STALE if wrong[0].rule == "match.stale" else CATALOGUE.text(wrong[0].rule)
            self.toast.say(known)
        elif wrong and not self._offer_mends(answer):
            self._sounds.play("warning")
            # One fault is enough to know that a tap was wrong; all of them wouldn't be read in time.
            explained = self.presenter.explain(wrong[:1])
            against = mending.against(self.session, self.presenter, answer)
            self.toast.say(f"{explained.title}. {against or explained.rule}")
        elif not wrong:
            self.toast.say(words.UNCLEAR)

    def _sound(self, turn: Banner) -> None:
        """Play what tells of a change: a fault, something to be answered or read, the next one's turn."""
        if self.session.hold is not None:
            sound = "illegal"
        elif self._cry is not None:
            sound = self._cry.sound
        elif isinstance(self.sheet, VerdictSheet | SplitSheet):
            sound = "verdict"
        else:
            last = self._last_turn
            sound = "turn" if last is None or turn.seat != last.seat else "tap"
        self._sounds.play(sound)
        self._sound_due, self._last_turn = False, turn

    @contextmanager
    def _one_picture(self) -> Iterator[None]:
        """Draw once what changes within, when all of it has."""
        self._changing += 1
        try:
            yield
        finally:
            self._changing -= 1
            if not self._changing and self._stale:
                self.refresh()

    def refresh(self) -> None:
        """Show the match as it stands; while more is changing, once that has been done."""
        self._stale = self._changing > 0
        if not self._stale:
            self._show()

    def _show(self) -> None:
        self._cover()
        session, view = self.session, self.session.view
        turn = self.presenter.banner(view, self.aim)
        self._whose = turn.seat
        plate = None if turn.seat is None else self.presenter.seat_plate(turn.seat)
        self.banner.say(plate, turn.title, self._small_print(turn))
        self._turned_banner.turn(self._side_of(turn.seat))
        self._turned_side.turn(self._side_of(turn.seat))
        self.board.show(view, self.aim)
        self.bar.undo.live = len(session.match.line) > 1 or not session.playing
        self.tick()
        self._show_sheet()
        playing = session.playing and not self._peeking
        offered = self.presenter.routine(view, self.aim) if playing else ()
        self.side.show(offered, self.aim)
        self.held.show(offered, turn.seat)
        over = session.outcome is not None
        self.side.offer_question(
            self._peeking and self.sheet is None, words.SHOW_RESULT if over else words.SHOW_SHEET
        )
        self._show_duty()
        if self._seized is not None:
            self._cry, self._seized = self._first(self._seized), None
        if self._sound_due:
            self._sound(turn)
        if self._cry is not None:
            self._cry_out(self._cry)
            self._cry = None
        self._arm()
        self._dark = False
        self._show_lamps()
        if self.turn_clock is not None:
            self.turn_clock.follow(entering=isinstance(self.overlay, EntrySheet))
        self.rearrange()

    def _show_duty(self) -> None:
        """Show what hands have to do since the newest entry, until it is tapped away or play goes on."""
        newest = self.session.match.line[-1]
        due = "" if self.drafting or newest.entry == self._done else self.presenter.duty(newest.events)
        due = self._possible or due
        if not (due and self.session.playing and (self.sheet is None or self._peeking)):
            self.remove_widget(self.duty)
            return
        self.duty.say(due, words.CAN_DO_READ if self._possible else words.TAP_DONE)
        its = self.presenter if isinstance(self.presenter, Picturing) and not self._possible else None
        thing = None if its is None else its.pictured(newest.events)
        self.duty.draw_beside(None if thing is None else drawing(lambda room: (centred(thing, room.rect),)))
        if self.duty.parent is None:
            self.add_widget(self.duty, len(self.children))

    def _duty_done(self) -> None:
        if self._possible:
            self._light("")
        else:
            self._done = self.session.match.line[-1].entry
        self.refresh()

    def _side_of(self, seat: Seat | None) -> Side:
        """Return from where it is read what speaks to a seat; None: to everybody."""
        return Side.FRONT if seat is None else side_of(self.presenter.seat_plate(seat), self._sides)

    def _small_print(self, turn: Banner) -> str:
        return turn.subtitle

    def tick(self, *_: object) -> None:
        """Show the time of day and whether all is saved; what hasn't changed isn't drawn."""
        self.banner.tell_time(words.clock(self._clock.wall()))
        if self._trouble:
            self.banner.tell_saving(words.not_saved(self._trouble), True)
        else:
            self.banner.tell_saving(self._lasted() if self.session.saved else words.SAVING, False)
        if self.session.playing and self._timing.due(self._go.timer, self._clock.now()):
            self.banner.tell_change(words.reminded(self._go.timer.seconds))
            self._sounds.play("turn")
        self._ask_for_news()
        if self.hurried or self._dark:
            self._dark = self.hurried and not self._dark
            self._show_lamps()

    def _lasted(self) -> str:
        """Return how long match and turn have lasted, in whole minutes: nothing moves in between."""
        now = self._clock.now()
        match, turn = self._timing.match(now) // MINUTE, self._timing.turn(now) // MINUTE
        if not match or not self.session.playing:
            return words.SAVED
        return words.lasted(match, turn)

    def _ask_for_news(self) -> None:
        """Ask what is new with this end, once for each and not before the disk has it."""
        session, length = self.session, self.session.shown
        if session.outcome is None:
            self._news = ()
        elif session.saved and self._news_of != length and self._go.news is not None:
            self._news, self._news_of = (), length
            self._go.news(lambda lines: self._tell_news(length, lines))

    def _tell_news(self, length: int, lines: tuple[str, ...]) -> None:
        """Write it under the result that is shown; its pads stay where a finger may be on its way to."""
        if self.session.shown != length:
            return
        self._news = lines
        lies = self._lies_over()
        if isinstance(lies, Result) and isinstance(self.sheet, WinSheet):
            self._lies = lies
            self.sheet.tell(end_of(self.session, self.presenter, lies.sheet, lies.news))

    def written(self) -> None:
        """Entries became durable."""
        self.tick()

    def troubled(self, why: str) -> None:
        """The disk won't take it, or (empty) takes it again."""
        if why and not self._trouble:
            self._sounds.play("warning")
        self._trouble = why
        self.tick()

    def leave(self) -> None:
        """Leave nothing that ticks or grabs."""
        self._minute.cancel()
        if self.turn_clock is not None:
            self.turn_clock.leave()
        self._settle.cancel()
        self.toast.hide()
        self._buttons.arm(False)
        if self._lit:
            self._buttons.light(())
        if self.grabs is not None:
            self._buttons.play(())
        self.session.on_change = None

    def _arm(self) -> None:
        """A press counts while play is on, nobody has the totem, and no verdict is still being read."""
        if self.grabs is not None:
            able = () if self.grabs.ruled is not None else self.grabs.able
            if able and able != self._playing:
                # An arming keeps the seats that it began with.
                self._buttons.arm(False)
                self._buttons.play(able)
                self._playing = able
            self._buttons.arm(bool(able))

    def _lies_over(self) -> LaidOver | None:
        grabs, view = self.grabs, self.session.view
        return lies_over(
            self.session,
            self.presenter,
            view if grabs is None else grabs.view,
            None if grabs is None else grabs.ruled,
            loss_read=self._loss_read,
            peeking=self._peeking,
            news=self._news,
        )

    def _show_sheet(self) -> None:
        lies = self._lies_over()
        # What has been entered on a sheet meanwhile stays.
        if lies == self._lies:
            return
        self._lies = lies
        if self._over_table is not None:
            self.remove_widget(self._over_table)
            self._over_table = None
        self.sheet = None if lies is None else self._sheet_of(lies)
        if self.sheet is not None:
            self._over_table = Turned(
                self.sheet, self._side_of(lies.seat if isinstance(lies, Ruled) else None)
            )
            # Below what was opened by hand.
            self.add_widget(self._over_table, 1 if self.overlay is not None else 0)

    def _sheet_of(self, lies: LaidOver) -> SheetPanel:
        match lies:
            case Lost(loss):
                return lost(loss.line, loss.lost, loss.reason, self._read_loss)
            case Held(explanation, stands):
                let_stand = self._let_stand if stands else None
                place, example = self._place_of_fault(), self._example()
                return RefusalSheet(explanation, self._put_right, let_stand, place, example)
            case ToPutBack(explanation):
                return RefusalSheet(explanation, self._is_put_back, None)
            case BrokenOff():
                go = [(words.FINISH, self._go.leave), (words.AGAIN, self._go.again)]
                return NoticeSheet(words.ABANDONED, words.ABANDONED_HINT, go, warning=False)
            case Result(sheet, news):
                end = end_of(self.session, self.presenter, sheet, news)
                board = self.game.still(self.presenter, self.session.view)
                return WinSheet(end, board, self._after(sheet), self._choose)
            case Ruled(Sheet(split=Sharing() as split) as sheet):
                return SplitSheet(sheet, split, self.presenter, self.tell)
            case Ruled(sheet, read):
                more = [Choice(words.GO_ON, "", self.read_on, primary=True)] if read else []
                if (asked := sheet.picking) is not None:
                    more.append(Choice(asked.title, asked.hint, lambda: self._open_picking(asked)))
        return VerdictSheet(sheet, self.presenter, self._finish(), self._choose, more)

    def _after(self, sheet: Sheet) -> list[Choice]:
        """Return what can be done after the end: another match first."""
        begins = words.begins(self.presenter.seat_name(self.session.begins_next))
        to_stick = [Choice(words.PICTURE, words.PICTURE_HINT, self._picture_out)] if self._go.to_stick else []
        return [
            Choice(words.AGAIN, begins, self._go.again, primary=True),
            Choice(words.FINISH, "", self._go.leave),
            Choice(words.SHOW_TABLE, "", self.peek),
            *sheet.choices,
            Choice(words.POST, words.POST_HINT, self.open_post),
            *to_stick,
        ]

    def _picture_out(self) -> None:
        if self._go.to_stick is not None and isinstance(self.sheet, WinSheet):
            self._go.to_stick(self.sheet.picture())

    def _place_of_fault(self) -> Widget | None:
        """Return the board in small with a ring around what is wrong, None where that isn't a place on it."""
        game, hold = self.game, self.session.hold
        if not isinstance(game, Comparing) or hold is None:
            return None
        named = [game.named(thing) for thing in about(hold.violations)]
        spots = dict.fromkeys(game.spot(place) for place in named if place is not None)
        if not spots:
            return None
        board = cast(Any, game.board(self.presenter))  # a Board that is a widget
        board.ringed = tuple(spots)
        board.show(self.session.view, None)
        return cast(Widget, board)

    def _example(self) -> Callable[[], None] | None:
        """Return what shows the card of the first rule that is broken, None where none is about it."""
        guide, hold = self.game.guide_to(self.session.facts), self.session.hold
        if guide is None or hold is None:
            return None
        found = [number for each in hold.violations if (number := guide.lesson_of(each.rule)) is not None]
        return partial(self.open_cards, found[0]) if found else None

    def _finish(self) -> Widget | None:
        return PhotoFinish() if self._grabbing else None

    def _choose(self, wanted: object) -> None:
        """Do what was tapped on the table, or on a sheet that opened by itself."""
        if callable(wanted):
            wanted()
            return
        with self._one_picture():
            self._end_reading()
            self._do(wanted, self._seen)

    def _do(self, wanted: object, seen: int, at: Instant | None = None) -> None:
        """Submit a report, begin something (or end it again), or open the sheet that it is told on."""
        with self._one_picture():
            match wanted:
                case Enter(subject):
                    self.open_entry(subject)
                case Begin() if seen != self.session.shown:
                    self.toast.say(words.STALE)
                case Begin(aim):
                    self.aim = None if aim == self.aim else aim
                    # What it waits for is more urgent now than what was told before.
                    self.banner.tell_change("")
                    self._sounds.play("tap")
                case (correction, told):
                    if accepted(self._submit(correction, seen)):
                        self._submit(told, self.session.shown)
                case _:
                    self._submit(wanted, seen, at)
            self.refresh()

    def open_entry(self, subject: object) -> None:
        """Show the game's own sheet for something to be told; meanwhile the turn's time stands still."""
        super().open_entry(subject)
        if self.turn_clock is not None:
            self.turn_clock.follow(entering=True)

    def peek(self) -> None:
        self._peeking = True
        self.refresh()

    def _put_right(self) -> None:
        self._submit(PutRight(), self._seen)

    def _is_put_back(self) -> None:
        self.session.is_put_back()
        self.refresh()

    def _let_stand(self) -> None:
        self._submit(LetStand(), self._seen)

    def _read_loss(self) -> None:
        self._loss_read = True
        self.refresh()

    def arrange(self, rect: Rect) -> None:
        """Bar at the left, banner above, pads at the right (for a left hand both swapped), the board between.

        Pads that are held stand below those at the right, or, where they are many, left of the board. Where
        people sit around the screen, their pads lie along their edges, and the banner along that of whom it
        speaks to.
        """
        bar, rest = cut_rail(rect, theme.mm(action_bar.WIDTH_MM))
        put(self.bar, bar)
        margin = theme.mm(2)
        all_of_it = rest.inset(margin)
        below = all_of_it.cut_top(theme.mm(BannerLine.high_mm()), margin)[1]
        for laid, sheet in ((self._over_table, self.sheet), (self.overlay, self.overlay)):
            if laid is not None and sheet is not None:
                # Beside a banner there may be pads.
                put(laid, all_of_it if sheet.covers_banner or self._sides else below)
        below = self._around(all_of_it, margin)
        if self.strip is not None and self.strip_shown and self.strip.count(Side.FRONT):
            strip, below = below.cut_bottom(theme.mm(grab_strip.HEIGHT_MM), margin)
            self.strip.put_along({Side.FRONT: strip})
        if self.flash.shown:
            # Pads to grab with stay free.
            free = below if self._sides else Rect(below.x, below.y, below.width, all_of_it.top - below.y)
            put(self.flash, free if self.sheet is None else all_of_it)
        middle = below
        # In an upright picture the pads lie below the board.
        tall, target = middle.height > middle.width, theme.mm(theme.TARGET_MM)
        if self.held.upright:
            held, middle = middle.cut_bottom(target, margin) if tall else cut_rail(middle, target, margin)
            self.held.put_along({Side.FRONT: held})
        if self.side.shown:
            if tall:
                column, middle = middle.cut_bottom(theme.mm(side.HEIGHT_MM) + self.held.high, margin)
            else:
                column, middle = cut_pads(middle, theme.mm(side.WIDTH_MM), margin)
            if self._turned_whisper is not None:
                top = column.top if tall else below.top if self._sides else all_of_it.top
                high = top - column.y - self.held.high
                put(self._turned_whisper, Rect(column.x, top - high, column.width, high))
            if self.held.high:
                gap = theme.mm(theme.GAP_MM)
                held, column = column.cut_bottom(self.held.high - gap, gap)
                self.held.put_along({Side.FRONT: held})
            put(self._turned_side, column)
        if self.duty.parent is not None:
            due, middle = middle.cut_bottom(theme.mm(DUTY_MM), margin)
            put(self.duty, due)
        if self.turn_clock is not None:
            clocks = middle
            if self.board.parent is not None:
                clocks, middle = middle.cut_top(theme.mm(dials.STRIP_MM), margin)
            put(self.turn_clock.dials, clocks)
        put(self.board, middle)
        wide, high = min(middle.width * 0.92, theme.mm(96)), theme.mm(16)
        x, y = middle.center
        put(self.toast, Rect(x - wide / 2, y - high / 2, wide, high))

    def _around(self, rect: Rect, margin: float) -> Rect:
        """Lay banner and pads along the edges but the one in front, and return what is left."""
        edges = {Side.FAR, *self._sides.values()} - {Side.FRONT}
        speaks = self._turned_banner.side
        for edge in sorted(edges, key=lambda edge: edge.across):
            strip, rect = edge.cut(rect, theme.mm(BannerLine.high_mm()), margin)
            pads = [pads for pads in (self.held, self._strip_seen) if pads is not None and pads.count(edge)]
            for each in pads:
                count = each.count(edge)
                wide = theme.mm((PAD_MM + theme.GAP_MM) * count)
                own, free = strip.cut_bottom(wide, margin) if edge.across else strip.cut_right(wide, margin)
                if max(free.width, free.height) < theme.mm(BANNER_MM):
                    free, rect = edge.cut(rect, theme.mm(BannerLine.high_mm()), margin)
                    own = strip
                each.put_along({edge: own})
                strip = free
            if edge is speaks or (edge is Side.FAR and speaks is Side.FRONT):
                put(self._turned_banner, strip)
        return rect

    @property
    def _strip_seen(self) -> GrabStrip | None:
        return self.strip if self.strip_shown else None


def in_a_line(sentences: tuple[str, ...]) -> str:
    """Return as many of the sentences as can be read in the banner's small print, the first in any case."""
    line = ""
    for sentence in sentences:
        if line and len(line) + len(sentence) > LINE:
            break
        line = f"{line} {sentence}".strip()
    return line
