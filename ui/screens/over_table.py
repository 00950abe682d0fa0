"""What is opened over a table by hand: the history, the referee's menu, an entry, a count, a comparison."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from msgspec import Struct, field

from companion.comparing import Comparable
from companion.drafts import Draft
from companion.game import TABLE
from companion.match_reports import Abandon, Strike
from ui import words
from ui.games.face import Counting, Entry, Form, GameFace
from ui.sheets.compare import CompareSheet
from ui.sheets.entry import EntrySheet
from ui.sheets.history import Corrections, HistorySheet
from ui.sheets.pick import PickSheet
from ui.sheets.recount import RecountSheet
from ui.sheets.referee import Actions, RefereeSheet
from ui.sheets.ways import WaysSheet
from ui.sounds import Sounds
from ui.stage.stage import Stage
from ui.table import comparing, mending
from ui.table.buttons import Buttons
from ui.table.comparing import Difference, LookAt
from ui.table.presenting import Picking, Presenter
from ui.table.session import AnyAnswer, Session
from ui.table.timing import TurnTimer
from ui.table.turn_buttons import TurnButtons
from ui.widgets.choice_pads import ChoicePads
from ui.widgets.face import Face
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.sheet import SheetPanel
from ui.widgets.toast import Toast


class TableNavigation(Struct):
    """Where the table leads to; `correct` is None in a draft, `lock` where touches can't be locked.

    `news` tells what is new with a match that has ended, as soon as that is counted; `to_stick` leads on with
    the picture of its end. `timer` only reminds; without `timer_changed` it can't be set here,
    nor `turn_buttons` without theirs.
    `delete` forgets the match for good.
    """

    leave: Callable[[], None]
    again: Callable[[], None]
    sound_changed: Callable[[], None]
    correct: Callable[[Draft], None] | None = None
    lock: Callable[[], None] | None = None
    news: Callable[[Callable[[tuple[str, ...]], None]], None] | None = None
    to_stick: Callable[[tuple[int, int, bytes]], None] | None = None
    timer: TurnTimer = field(default_factory=TurnTimer)
    timer_changed: Callable[[], None] | None = None
    delete: Callable[[], None] | None = None
    turn_buttons: TurnButtons = field(default_factory=TurnButtons)
    turn_buttons_changed: Callable[[], None] | None = None


class OverTable(Face):
    """The one sheet that somebody has opened over the table, `overlay`; the table submits what is told on it.

    What is told on a sheet is about the table as it was when the sheet was opened.
    """

    drafting = False
    """Whether it shows a place in the record of which a correction is told: there, hands grab nothing."""

    session: Session
    game: GameFace
    presenter: Presenter
    strip: GrabStrip | None
    toast: Toast
    _grabbing: bool
    _go: TableNavigation
    _sounds: Sounds
    _buttons: Buttons

    def __init__(self) -> None:
        super().__init__()
        self.overlay: SheetPanel | None = None
        self._opened = 0

    # What the table does for it.

    def refresh(self) -> None:
        """Show the match as it stands."""
        raise NotImplementedError

    def _one_picture(self) -> AbstractContextManager[None]:
        raise NotImplementedError

    def _do(self, wanted: object, seen: int) -> None:
        raise NotImplementedError

    def _submit(self, report: object, seen: int) -> AnyAnswer:
        raise NotImplementedError

    def _answered(self, answer: AnyAnswer) -> None:
        raise NotImplementedError

    def _end_reading(self) -> None:
        raise NotImplementedError

    def _light(self, said: str, spots: tuple[Any, ...] = ()) -> None:
        raise NotImplementedError

    def _toggle_strip(self) -> None:
        raise NotImplementedError

    # Sheets.

    def open_history(self) -> None:
        """Show the record, or close it again."""
        if isinstance(self.overlay, HistorySheet):
            self.close_overlay()
            return
        corrections = Corrections(self._back_before, self._strike, self._replace, self._insert)
        look_back = self._look_back if self.session.outcome is not None and not self.drafting else None
        self._open(HistorySheet(self.session, self.presenter, self.close_overlay, corrections, look_back))

    def _look_back(self) -> None:
        """Show a match that was played to its end step by step."""
        from ui.sheets.look_back import LookBack

        self._drop_overlay()
        self._open(LookBack(self.session, self.game, self.presenter, self.close_overlay))

    def open_referee(self) -> None:
        """Show the referee's menu, or close it again."""
        if isinstance(self.overlay, RefereeSheet):
            self.close_overlay()
            return
        view = self.session.view
        actions = Actions(
            close=self.close_overlay,
            tell=self._tell_and_close,
            recount=self.open_recount if self._form() is not None else None,
            compare=self.open_compare if self._comparable else None,
            abandon=self._abandon if self.session.playing and not self.drafting else None,
            pads=self._toggle_strip if self.strip is not None and self._buttons.simulated else None,
            sound_changed=self._go.sound_changed,
            lock=self._lock if self._go.lock is not None else None,
            how_to=self.open_cards if self.game.guide_to(self.session.facts) is not None else None,
            timer=self._set_timer if self._go.timer_changed is not None else None,
            timed=words.timer(self._go.timer.seconds),
            turns=self._toggle_turns if self._go.turn_buttons_changed is not None else None,
            turned=self._turns_now(),
            delete=self._go.delete if self._over and self.session.saved else None,
            can_do=self.show_possible
            if self.session.playing and self.game.guide_to(self.session.facts) is not None
            else None,
        )
        choices = self.presenter.referee_menu(view) if self.session.playing else ()
        self._open(RefereeSheet(choices, self._sounds, actions))

    def open_cards(self, number: int = 0) -> None:
        """Show how the game is played, from a card on."""
        # Not before somebody asks for it.
        from ui.widgets.lesson_cards import LessonCards

        guide = self.game.guide_to(self.session.facts)
        if guide is not None:
            cards = LessonCards(self.game, guide, number)
            self._open(EntrySheet(Entry(words.HOW_TO, cards, looked=True), self.close_overlay))

    def _set_timer(self) -> str:
        self._go.timer.step()
        if self._go.timer_changed is not None:
            self._go.timer_changed()
        return words.timer(self._go.timer.seconds)

    def _toggle_turns(self) -> str:
        self._go.turn_buttons.toggle(self._grabbing)
        if self._go.turn_buttons_changed is not None:
            self._go.turn_buttons_changed()
        self.refresh()
        return self._turns_now()

    def _turns_now(self) -> str:
        on = self._go.turn_buttons.on(self._grabbing)
        return words.turn_buttons(on, 0 if self._buttons.simulated else len(self._buttons.seats))

    def show_possible(self) -> None:
        """Say what can be done now, and let it shine on the board until play goes on or it is read."""
        from ui.games.guide import possible

        guide = self.game.guide_to(self.session.facts)
        if guide is not None:
            self._drop_overlay()
            kinds, spots = possible(self.session.game, guide, self.session.match.state)
            self._light(words.can_do(kinds), spots)
            self.refresh()

    @property
    def _over(self) -> bool:
        return self.session.outcome is not None or self.session.abandoned

    def _lock(self) -> None:
        """Lock the touch, with the table in view: hands on buttons go on."""
        self.close_overlay()
        if self._go.lock is not None:
            self._go.lock()

    def open_recount(self) -> None:
        """Show the count."""
        form = self._form()
        if form is not None:
            self._open(RecountSheet(form, self.presenter, self.close_overlay, self._recounted))

    def _form(self) -> Form | None:
        counting = self.game
        return counting.form(self.session.view, self.presenter) if isinstance(counting, Counting) else None

    def _recounted(self, figures: list[tuple[int, ...]]) -> None:
        """Ask what a difference comes from; where play is over or held, and in a draft, take the count."""
        counting = self.game
        assert isinstance(counting, Counting)
        view = self.session.game.view
        difference = comparing.counted(
            lambda state: comparing.figures(counting, self.presenter, view(state, TABLE)),
            self.session.match.state,
            figures,
            counting.counted(figures),
        )
        if self._opened == self.session.shown and not difference.told:
            self.close_overlay()
            self.toast.say(words.NO_DIFFERENCE)
        elif self.session.playing and not self.drafting:
            self.ask_what_differs(difference)
        else:
            self._tell_and_close(difference.recount)

    @property
    def _comparable(self) -> bool:
        rules, able = self.game.game, self.session.playing and not self.drafting
        return able and isinstance(rules, Comparable) and bool(rules.lying(self.session.match.state))

    def open_compare(self) -> None:
        """Show the board, for the table to tap what lies otherwise."""
        self._open(
            CompareSheet(self.session, self.game, self.presenter, self.close_overlay, self.ask_what_differs)
        )

    def ask_what_differs(self, difference: Difference) -> None:
        """Look for what went wrong, where the table lies otherwise than the record had it just now."""
        if self._opened != self.session.shown:
            self.close_overlay()
            self.toast.say(words.STALE)
            return
        session, presenter = self.session, self.presenter
        found = comparing.found(session, presenter, difference)
        others = comparing.otherwise(session, presenter, difference)
        self._open(WaysSheet(found, others, self.close_overlay, self._went_wrong))

    def _went_wrong(self, wanted: object) -> None:
        if isinstance(wanted, LookAt):
            self._drop_overlay()
            self.open_history()
            if isinstance(self.overlay, HistorySheet):
                self.overlay.open_entry(wanted.entry)
            return
        self._tell_and_close(wanted)
        # The table lies so already.
        self.session.is_put_back()
        self.refresh()

    def _open_picking(self, picking: Picking) -> None:
        self._open(PickSheet(picking, self.presenter, self.close_overlay, self._tell_and_close))

    def open_entry(self, subject: object) -> None:
        """Show the game's own sheet for something to be told."""
        entry = self.game.entry(self.presenter, self.session, subject, self._tell_and_close)
        self._open(EntrySheet(entry, self.close_overlay))

    def open_post(self) -> None:
        """Show the result as a code for a phone."""
        # Not before somebody asks for it.
        from ui.stage.qr import code_of
        from ui.table.posting import link_of

        code = Stage()
        code.draw(code_of(link_of(self.session)))
        self._open(EntrySheet(Entry(words.POST_TITLE, code, looked=True), self.close_overlay))

    def _offer_mends(self, refused: AnyAnswer) -> bool:
        """Ask which entry was told wrongly, where a refusal rests on earlier ones; tell whether it does."""
        title, choices = mending.offers(self.session, self.presenter, refused)
        if choices:
            pads = ChoicePads(choices, self._mend, columns=1)
            self._open(EntrySheet(Entry(words.which_entry(title), pads), self.close_overlay))
        return bool(choices)

    def _mend(self, told: tuple[object, object] | None) -> None:
        if told is None:
            self.open_history()
        else:
            self._tell_and_close(told)

    def close_overlay(self) -> None:
        """Close what was opened."""
        self._drop_overlay()
        self.refresh()

    def _drop_overlay(self) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
            self.overlay = None

    def _back_before(self, entry: int) -> None:
        with self._one_picture():
            self._answered(self.session.go_back_before(entry, self.session.shown))

    def _strike(self, entry: int) -> None:
        draft = Draft(self.session.match, entry).struck()
        if draft.whole:
            self._submit(Strike(entry), self.session.shown)
        else:
            self._correct(draft)

    def _replace(self, entry: int) -> None:
        self._correct(Draft(self.session.match, entry, instead=True))

    def _insert(self, entry: int) -> None:
        self._correct(Draft(self.session.match, entry))

    def _correct(self, draft: Draft) -> None:
        assert self._go.correct is not None  # a draft of a correction has no history of its own
        self._go.correct(draft)

    def _reopen_history(self) -> None:
        if isinstance(self.overlay, HistorySheet):
            self.overlay.show_all()

    def _abandon(self) -> None:
        self._tell_and_close(Abandon())

    def _tell_and_close(self, report: object) -> None:
        """Take what was entered on an overlay: it is about the table as it was when that was opened."""
        with self._one_picture():
            self._end_reading()
            self._drop_overlay()
            self._do(report, self._opened)

    def _open(self, sheet: SheetPanel) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
        self.overlay = sheet
        self._opened = self.session.shown
        self.add_widget(sheet)
        self.rearrange()
