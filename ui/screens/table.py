"""The table: one frame for all games. The game brings the board and the words, everything else is here."""

from collections.abc import Callable

from kivy.clock import Clock
from msgspec import Struct

from companion.clock import Clock as TimeSource
from companion.game import Refused, Seat
from companion.match import CATALOGUE
from companion.match_reports import Abandon
from ui import theme, words
from ui.buttons import Buttons, News, Pictured, Seized, TotemFell, TurnPressed, Voided
from ui.games.face import Face as GameFace
from ui.presenting import Banner, Choice, Picking
from ui.screens.grabs import Grabs
from ui.session import AnyAnswer, Session, accepted, held_entry, refusals
from ui.sheets.entry import EntrySheet
from ui.sheets.history import HistorySheet
from ui.sheets.notice import NoticeSheet, lost
from ui.sheets.pick import PickSheet
from ui.sheets.recount import RecountSheet
from ui.sheets.referee import Actions, RefereeSheet
from ui.sheets.refusal import RefusalSheet
from ui.sheets.sheet import SheetPanel
from ui.sheets.split import SplitSheet
from ui.sheets.verdict import VerdictSheet
from ui.sounds import Sounds
from ui.widgets import action_bar, banner, grab_strip
from ui.widgets.action_bar import RefereeBar
from ui.widgets.banner import BannerLine
from ui.widgets.face import Face
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.toast import Toast

SETTLE_SECONDS = 0.25
"""A tap this soon after a change was made for what stood there before: it names the older record."""

SIDE_MM = 30.0

LINE = 80
"""So many letters of small print fit into the banner."""


class Ways(Struct):
    """Where the table leads to."""

    leave: Callable[[], None]
    again: Callable[[], None]
    sound_changed: Callable[[], None]


class TableScreen(Face):
    """One match on the screen."""

    def __init__(
        self,
        session: Session,
        game: GameFace,
        buttons: Buttons,
        sounds: Sounds,
        clock: TimeSource,
        ways: Ways,
        trouble: str = "",
    ) -> None:
        super().__init__()
        self.session = session
        self.game = game
        self.presenter = game.presenter(session.facts, session.plates)
        self._buttons, self._sounds, self._clock, self._ways = buttons, sounds, clock, ways
        self._trouble = trouble
        self._seen = self._opened = session.shown
        self.grabs = Grabs(session, game, self.presenter, self.tell_now)
        self._last_turn: Banner | None = None
        self._peeking = False
        self._ruling = False
        self.overlay: SheetPanel | None = None
        self.sheet: SheetPanel | None = None
        self._told_loss = session.loss is None

        self.bar = RefereeBar(self.go_back, self.undo, self.open_history, self.open_referee)
        self.banner = BannerLine()
        self.board = game.board(self.presenter)
        self.board.on_tap_seat = self.tap_seat
        self.side: list[Pad] = []
        self.peek_pad = Pad(words.SHOW_SHEET, on_tap=self.unpeek, primary=True, role=theme.body())
        count = len(game.button_of(len(session.plates)))
        self.strip = GrabStrip([self.presenter.seat_plate(Seat(n)) for n in range(count)], buttons)
        self.strip_shown = buttons.simulated
        buttons.play(count)
        self.toast = Toast()
        self._settle = Clock.create_trigger(self._settled, SETTLE_SECONDS)
        self._minute = Clock.schedule_interval(self.tick, 1.0)
        for part in (self.board, self.bar, self.banner, self.toast):
            self.add_widget(part)
        if self.strip_shown:
            self.add_widget(self.strip)
        session.on_change = self._changed
        self.refresh()

    # What the table tells.

    def tell(self, report: object) -> None:
        """Submit a report as it was tapped on what the screen was showing."""
        self._answered(self.session.submit(report, self._seen))

    def tell_now(self, report: object) -> AnyAnswer:
        """Submit a report about the table as it is now: from a button, or a hand that looks at it."""
        self.grabs.ruled = None
        answer = self.session.submit(report, self.session.shown)
        self._answered(answer)
        return answer

    @property
    def reading(self) -> bool:
        """Whether a ruling lies open that nobody has to answer."""
        return self.grabs.reading

    def read_on(self) -> None:
        """Close the ruling that was read."""
        self.grabs.ruled = None
        self.refresh()

    def tap_seat(self, seat: Seat) -> None:
        """A seat on the board was tapped: where its card is wanted, ask for it."""
        if (
            self.sheet is None
            and self.overlay is None
            and self.game.wants_card(self.session.view) is not None
        ):
            self.open_entry(seat)

    def routine(self) -> None:
        """Do what the large pad does."""
        if self.sheet is None and self.overlay is None and self.side:
            self.side[-1].tap()

    def undo(self) -> None:
        """Take the newest entry back."""
        self.grabs.ruled = None
        answer = self.session.undo(self._seen)
        self._answered(answer)
        if accepted(answer):
            self.banner.tell_change(words.TAKEN_BACK)

    def go_back(self) -> None:
        """Close what is open; look at the table under a question; or leave."""
        if self.overlay is not None:
            self.close_overlay()
        elif self.sheet is not None and self.session.playing:
            self._peeking = True
            self.refresh()
        else:
            self._ways.leave()

    def unpeek(self) -> None:
        """Back to the question."""
        self._peeking = False
        self.refresh()

    # What lies open over the table.

    def open_history(self) -> None:
        """Show the record, or close it again."""
        if isinstance(self.overlay, HistorySheet):
            self.close_overlay()
            return
        self._open(
            HistorySheet(self.session, self.presenter, self.close_overlay, self._back_before, self._strike)
        )

    def open_referee(self) -> None:
        """Show the referee's menu, or close it again."""
        if isinstance(self.overlay, RefereeSheet):
            self.close_overlay()
            return
        view = self.session.view
        actions = Actions(
            close=self.close_overlay,
            tell=self._tell_and_close,
            recount=self.open_recount,
            abandon=self._abandon if self.session.playing else None,
            pads=self._toggle_strip if self._buttons.simulated else None,
            sound_changed=self._ways.sound_changed,
        )
        choices = self.presenter.referee_menu(view) if self.session.playing else ()
        self._open(RefereeSheet(choices, self._sounds, actions))

    def open_recount(self) -> None:
        """Show the count."""
        form = self.game.form(self.session.view, self.presenter)
        self._open(
            RecountSheet(
                form,
                self.presenter,
                self.close_overlay,
                lambda figures: self._tell_and_close(self.game.counted(figures)),
            )
        )

    def _open_picking(self, picking: Picking) -> None:
        self._open(PickSheet(picking, self.presenter, self.close_overlay, self._tell_and_close))

    def open_entry(self, seat: Seat | None = None) -> None:
        """Show the card entry for a seat, or for whoever's card is wanted."""
        wanted = self.game.wants_card(self.session.view) if seat is None else seat
        if wanted is None:
            return

        def told(card: object) -> None:
            self._tell_and_close(self.game.card_told(self.session.view, wanted, card))

        title = words.card_of(self.presenter.seat_name(wanted))
        self._open(EntrySheet(title, self.game.entry(self.session.facts, told), self.close_overlay))

    def close_overlay(self) -> None:
        """Close what was opened."""
        self._drop_overlay()
        self.refresh()

    def _drop_overlay(self) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
            self.overlay = None

    # What buttons say.

    def hear(self, news: News) -> None:
        """Take news of the buttons; they speak of the table as it is now."""
        idle = self.session.playing and self.sheet is None and not self._peeking
        match news:
            case Seized() | Voided():
                self._drop_overlay()
                # Armed anew only once it is clear what follows: arming puts out the winner's lamp.
                self._ruling = True
                if isinstance(news, Seized):
                    self.grabs.seized(news)
                else:
                    self.grabs.voided(news)
                self._ruling = False
                self.refresh()
            case Pictured():
                if self.grabs.pictured(news) and isinstance(self.sheet, VerdictSheet):
                    wanted = self.presenter.sheet(self.grabs.view)
                    if wanted is not None:
                        self.sheet.picture(wanted)
            case TurnPressed() if idle:
                for choice in self.presenter.routine(self.session.view)[:1]:
                    self.tell_now(choice.report)
            case TotemFell() if idle:
                self.grabs.ask_about_fall()
                self.refresh()

    # Corrections.

    def _back_before(self, entry: int) -> None:
        self._answered(self.session.go_back_before(entry, self.session.shown))

    def _strike(self, entry: int) -> None:
        self._answered(self.session.strike(entry, self.session.shown))

    def _reopen_history(self) -> None:
        if isinstance(self.overlay, HistorySheet):
            self.overlay.show_all()

    def _abandon(self) -> None:
        self._tell_and_close(Abandon())

    def _tell_and_close(self, report: object) -> None:
        """Submit what was entered on an overlay: it is about the table as it was when that was opened."""
        self.grabs.ruled = None
        self._answered(self.session.submit(report, self._opened))
        self.close_overlay()

    def _toggle_strip(self) -> None:
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
        self._settle.cancel()
        self._settle()
        self._reopen_history()
        self.refresh()
        if answer.entry is not None and accepted(answer):
            self.banner.tell_change(in_a_line(self.presenter.told(answer.entry)))

    def _settled(self, *_: object) -> None:
        self._seen = self.session.shown

    def _answered(self, answer: AnyAnswer) -> None:
        if accepted(answer):
            turn = self.presenter.banner(self.session.view)
            self._sounds.play(self._sound_of(turn))
            self._last_turn = turn
            return
        wrong = refusals(answer)
        if held_entry(answer):
            self._sounds.play("illegal")
        elif isinstance(answer.ruling, Refused) and wrong[0].rule in CATALOGUE.rule:
            known = words.STALE if wrong[0].rule == "match.stale" else CATALOGUE.text(wrong[0].rule)
            self.toast.say(known)
        elif wrong:
            self._sounds.play("warning")
            explained = self.presenter.explain(wrong)
            self.toast.say(f"{explained.title}. {explained.rule}")
        else:
            self.toast.say(words.UNCLEAR)

    def _sound_of(self, turn: Banner) -> str:
        if self.session.hold is not None:
            return "illegal"
        if self.presenter.sheet(self.session.view) is not None:
            return "verdict"
        return "turn" if self._last_turn is None or turn.seat != self._last_turn.seat else "tap"

    def refresh(self) -> None:
        """Show the match as it stands."""
        session, view = self.session, self.session.view
        turn = self.presenter.banner(view)
        plate = None if turn.seat is None else self.presenter.seat_plate(turn.seat)
        self.banner.say(plate, turn.title, turn.subtitle)
        self.board.show(view)
        self.bar.undo.live = len(session.match.line) > 1 or not session.playing
        self.tick()
        self._show_sheet()
        self._show_side()
        self._arm()
        self.rearrange()

    def tick(self, *_: object) -> None:
        """Show the time of day and whether all is saved; what hasn't changed isn't drawn."""
        self.banner.tell_time(words.clock(self._clock.wall()))
        if self._trouble:
            self.banner.tell_saving(words.not_saved(self._trouble), True)
        else:
            self.banner.tell_saving(words.SAVED if self.session.saved else words.SAVING, False)

    def written(self) -> None:
        """Entries became durable."""
        self.tick()

    def troubled(self, why: str) -> None:
        """The disk won't take it, or (empty) takes it again."""
        if why and not self._trouble:
            self._sounds.play("warning")
        self._trouble = why
        self.tick()

    def closing(self) -> None:
        """Leave nothing that ticks or grabs."""
        self._minute.cancel()
        self._settle.cancel()
        self.toast.hide()
        self._buttons.arm(False)
        self.session.on_change = None

    def _arm(self) -> None:
        """A press counts while play is on, nobody has the totem, and no verdict is still being read."""
        if not self._ruling:
            self._buttons.arm(self.grabs.open and self.grabs.ruled is None)

    def _open(self, sheet: SheetPanel) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
        self.overlay = sheet
        self._opened = self.session.shown
        self.add_widget(sheet)
        self.rearrange()

    def _show_sheet(self) -> None:
        sheet = self._wanted_sheet()
        if sheet is not self.sheet:
            if self.sheet is not None:
                self.remove_widget(self.sheet)
            self.sheet = sheet
            if sheet is not None:
                # Below what was opened by hand.
                self.add_widget(sheet, 1 if self.overlay is not None else 0)
        peeking = self._peeking and sheet is None
        if peeking != (self.peek_pad.parent is not None):
            if peeking:
                self.add_widget(self.peek_pad)
            else:
                self.remove_widget(self.peek_pad)

    def _wanted_sheet(self) -> SheetPanel | None:
        session = self.session
        if not self._told_loss and session.loss is not None:
            return lost(session.loss.line, session.loss.lost, session.loss.reason, self._loss_read)
        if session.hold is not None:
            explanation = self.presenter.explain(session.hold.violations)
            stand = self._let_stand if session.hold.stands is not None else None
            return RefusalSheet(explanation, self._put_right, stand)
        if session.abandoned:
            return NoticeSheet(
                words.ABANDONED,
                words.ABANDONED_HINT,
                [(words.FINISH, self._ways.leave), (words.AGAIN, self._ways.again)],
                warning=False,
            )
        if self._peeking:
            return None
        if session.outcome is not None:
            end = self.presenter.result(session.outcome, session.view)
            ways = (
                Choice(words.FINISH, "", self._ways.leave, primary=True),
                Choice(words.AGAIN, words.AGAIN_HINT, self._ways.again),
                Choice(words.SHOW_TABLE, "", self._peek),
            )
            return VerdictSheet(end, self.presenter, self.game.finish(), self._choose, ways)
        ruled = self.grabs.ruled
        wanted = ruled or self.presenter.sheet(self.grabs.view)
        if wanted is None:
            return None
        if isinstance(self.sheet, VerdictSheet | SplitSheet) and self.sheet.sheet == wanted:
            # What has been entered on it meanwhile stays.
            return self.sheet
        if wanted.split is not None:
            return SplitSheet(wanted, wanted.split, self.presenter, self.tell)
        more = [Choice(words.GO_ON, "", self.read_on, primary=True)] if self.grabs.reading else []
        if wanted.picking is not None:
            asked = wanted.picking
            more.append(Choice(asked.title, asked.hint, lambda: self._open_picking(asked)))
        return VerdictSheet(wanted, self.presenter, self.game.finish(), self._choose, more)

    def _choose(self, report: object) -> None:
        if callable(report):
            report()
            return
        self.grabs.ruled = None
        self.tell(report)
        self.refresh()

    def _peek(self) -> None:
        self._peeking = True
        self.refresh()

    def _put_right(self) -> None:
        self._answered(self.session.put_right(self._seen))

    def _let_stand(self) -> None:
        self._answered(self.session.let_stand(self._seen))

    def _loss_read(self) -> None:
        self._told_loss = True
        self.refresh()

    def _show_side(self) -> None:
        """The events of routine as pads at the right, the likeliest at the bottom and largest."""
        playing = self.session.playing and not self._peeking
        choices = self.presenter.routine(self.session.view) if playing else ()
        wants = self.game.wants_card(self.session.view) if choices else None
        wanted = [(choice.title, choice.subtitle, choice.report) for choice in reversed(choices)]
        if wants is not None:
            wanted.append((words.CARD_ENTRY, words.CARD_ENTRY_HINT, self.open_entry))
        if len(wanted) != len(self.side):
            for pad in self.side:
                self.remove_widget(pad)
            # Pads are kept while their number stays, so that none is moved from under a finger.
            last = len(wanted) - 1
            self.side = [
                Pad(primary=n == last, role=theme.heading() if n == last else theme.body())
                for n in range(len(wanted))
            ]
            for pad in self.side:
                self.add_widget(pad, len(self.children))
        for pad, (title, subtitle, report) in zip(self.side, wanted, strict=True):
            pad.say(title, subtitle)
            pad.when_tapped = lambda report=report: self._choose(report)

    def arrange(self, rect: Rect) -> None:
        """Bar at the left, banner above, pads at the right, the board in all that is left."""
        bar, rest = rect.cut_left(theme.mm(action_bar.WIDTH_MM))
        put(self.bar, bar)
        margin = theme.mm(2)
        all_of_it = rest.inset(margin)
        top, below = all_of_it.cut_top(theme.mm(banner.HEIGHT_MM), margin)
        put(self.banner, top)
        for sheet in (self.sheet, self.overlay):
            if sheet is not None:
                put(sheet, all_of_it if sheet.covers_banner else below)
        if self.strip_shown:
            strip, below = below.cut_bottom(theme.mm(grab_strip.HEIGHT_MM), margin)
            put(self.strip, strip)
        middle = below
        if self.side or self.peek_pad.parent is not None:
            column, middle = below.cut_right(theme.mm(SIDE_MM), margin)
            self._put_side(column)
        put(self.board, middle)
        wide, high = min(middle.width * 0.9, theme.mm(80)), theme.mm(13)
        x, y = middle.center
        put(self.toast, Rect(x - wide / 2, y - high / 2, wide, high))

    def _put_side(self, column: Rect) -> None:
        gap = theme.mm(theme.GAP_MM)
        others = self.side[:-1]
        tall = theme.mm(theme.PRIMARY_MM if len(others) > 2 else theme.PRIMARY_MM + 3)
        low, rest = column.cut_bottom(min(tall, column.height / 2), gap)
        if self.peek_pad.parent is not None:
            put(self.peek_pad, low)
            return
        put(self.side[-1], low)
        if not others:
            return
        least = theme.mm(theme.TARGET_MM) - gap / 4
        columns = 1 if (rest.height - gap * (len(others) - 1)) / len(others) >= least else 2
        lines = -(-len(others) // columns)
        height = min(theme.mm(14), (rest.height - gap * (lines - 1)) / lines)
        used = rest.cut_bottom(height * lines + gap * (lines - 1))[0]
        for pad, cell in zip(others, used.grid(len(others), columns, gap), strict=True):
            put(pad, cell)


def in_a_line(sentences: tuple[str, ...]) -> str:
    """Return as many of the sentences as can be read in the banner's small print, the first in any case."""
    line = ""
    for sentence in sentences:
        if line and len(line) + len(sentence) > LINE:
            break
        line = f"{line} {sentence}".strip()
    return line
