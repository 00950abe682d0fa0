"""Dialogs that players open over a table: history, referee's menu, entries, counts, comparisons."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from companion.comparing import Comparable
from companion.drafts import Draft
from companion.game import TABLE, Steps
from companion.match_reports import Abandon, Correct, FixTable, Insert, Replace, Strike, TakeBack
from ui.appliance import care_words
from ui.dialogs import compare as comparing
from ui.dialogs.compare import AskWhich, CompareDialog, Difference, LookAt, Mended, RecountDialog, WaysDialog
from ui.dialogs.history import Corrections, HistoryDialog, LookBack
from ui.dialogs.notice import EntryDialog
from ui.dialogs.questions import PickDialog, answer
from ui.dialogs.referee import RefereeDialog
from ui.games.entries import page
from ui.games.face import Counting, EntryPage, Form, RunInThread, at_once
from ui.language import words
from ui.parts.values import Button, Pages
from ui.phones.feed import Feed
from ui.sound.voice import Voice
from ui.stage import theme
from ui.storage.startup import SOUND, TIMER, TURN_BUTTONS
from ui.table.presenting import Choice, Picking, private_seats
from ui.table.session import AnyAnswer, Session, accepted
from ui.table.timing import TurnTimer
from ui.table.turn_buttons import TurnButtons
from ui.widgets.layout import DialogPanel

if TYPE_CHECKING:
    from ui.screens.table import TableScreen


class TableNavigation(Struct):
    """What the table's screen can call outside itself; None for what isn't possible.

    `leave` the table, play `again`, or `correct` the record with a draft (None in a draft). `save` saves a
    setting, by name. `lock` blocks touches. `news` calls back with lines about a match that has ended, when
    they are computed; `to_stick` takes the picture of the end: width, height, RGBA bytes. `timer` reminds.
    `delete` deletes the match for good. `run_in_thread` does slow work. `voice` says what happens, in a draft
    nothing. `feed` is for phones, `club_feed` for a club's wall; both are None in a draft.
    """

    leave: Callable[[], None]
    again: Callable[[], None]
    save: Callable[[str, str], None]
    correct: Callable[[Draft], None] | None = None
    lock: Callable[[], None] | None = None
    news: Callable[[Callable[[tuple[str, ...]], None]], None] | None = None
    to_stick: Callable[[tuple[int, int, bytes]], None] | None = None
    timer: TurnTimer = field(default_factory=TurnTimer)
    delete: Callable[[], None] | None = None
    turn_buttons: TurnButtons = field(default_factory=TurnButtons)
    run_in_thread: RunInThread = at_once
    voice: Voice = field(default_factory=Voice)
    feed: Feed | None = None
    club_feed: Feed | None = None


def _compared(report: object, compared: Literal["board", "counts"]) -> object:
    """Return a correction that says what was compared, and so is already right on the table."""
    if isinstance(report, Strike | Replace | Insert):
        return Correct((report,), compared)
    return Correct(report.changes, compared) if isinstance(report, Correct) else report


class TableDialogs:
    """The `dialog` that players opened over the table, if any; the table submits what they enter in it.

    Reports from a dialog are about the record as it was when the dialog was opened.
    """

    def __init__(self, table: "TableScreen") -> None:
        self.dialog: DialogPanel | None = None
        self._table, self._go, self._sounds, self._buttons = table, table.go, table.sounds, table.buttons
        self._game, self._presenter, self._grabbing = table.game, table.presenter, table.grabbing
        self._opened = 0

    @property
    def _session(self) -> Session:
        return self._table.session  # another one at each place of a correction

    def open_history(self) -> None:
        """Open or close the history; a draft of a correction has none."""
        if self._table.drafting:
            return
        if isinstance(self.dialog, HistoryDialog):
            self.close()
            return
        corrections = Corrections(self._back_before, self._strike, self._correct)
        look_back = self.open_look_back if self._session.match.outcome is not None else None
        self._open(HistoryDialog(self._session, self._presenter, self.close, corrections, look_back))

    def open_look_back(self) -> None:
        """Open the playback of a finished match."""
        self.drop()
        self._open(LookBack(self._session, self._game, self._presenter, self.close))

    def open_referee(self) -> None:
        """Open or close the referee's menu."""
        if isinstance(self.dialog, RefereeDialog):
            self.close()
            return
        # The game's own choices wait until the table has been put right.
        plays = self._session.playing and not self._session.match.put_back
        choices = self._presenter.referee_menu(self._session.view) if plays else ()
        pads = partial(self._referee_pads, choices)
        self._open(RefereeDialog(pads, self._sounds, self._keep_sound, self.close))

    def _referee_pads(self, choices: Sequence[Choice]) -> Iterator[Button]:
        """Yield the pads of the referee's menu, most wanted first; `choices` are the game's own."""
        go, playing, strip = self._go, self._session.playing, self._table.presses.strip
        recorded = not self._table.drafting
        guided = self._game.guide_to(self._session.match.facts) is not None
        simulated, counts, submit = self._buttons.simulated, self._form() is not None, self._submit_and_close
        plain: tuple[tuple[bool, str, str, Callable[[], None]], ...] = (
            (guided and playing, words.CAN_DO, words.CAN_DO_HINT, self.show_possible),
            # Near the top whatever a game adds: a child's hand is quick.
            (go.lock is not None, care_words.LOCK, care_words.LOCK_SHORT_HINT, self._lock),
            *((True, choice.title, choice.subtitle, partial(submit, choice.report)) for choice in choices),
            (counts, words.RECOUNT, words.RECOUNT_HINT, self.open_recount),
            (self.comparable, words.COMPARE, words.COMPARE_HINT, self.open_compare),
            (guided, words.HOW_TO, words.HOW_TO_CARDS, self.open_cards),
            (recorded, words.TURN_TIMER, words.timer(go.timer.seconds), self._step_timer),
            (recorded, words.TURN_BUTTONS, self._turns_now(), self._toggle_turns),
            (strip is not None and simulated, words.PADS, words.PADS_HINT, self._table.presses.toggle_strip),
            (go.feed is not None, words.PHONES, words.PHONES_HINT, self.open_phones),
        )
        yield from (Button(title, hint, tap, role=theme.body) for able, title, hint, tap in plain if able)
        held = partial(Button, role=theme.body, held=True)
        if playing and recorded:
            yield held(words.ABANDON, words.ABANDON_HINT, partial(self._submit_and_close, Abandon()))
        match = self._session.match
        over = match.outcome is not None or match.abandoned
        if go.delete is not None and over and self._session.saved:
            yield held(words.DELETE, words.DELETE_HINT, go.delete)

    def open_cards(self, number: int = 0) -> None:
        """Open the cards that explain the game, at the card with the index `number`."""
        # Imported only when it is needed.
        from ui.screens.how_to import Cards, lesson_cards

        guide = self._game.guide_to(self._session.match.facts)
        if guide is not None:
            cards = Cards(lesson_cards(self._game, guide), number)
            self._open(EntryDialog(EntryPage(words.HOW_TO, cards, view_only=True), self.close))

    def _step_timer(self) -> None:
        self._go.timer.step()
        self._save(TIMER, self._go.timer.setting)

    def _toggle_turns(self) -> None:
        self._go.turn_buttons.toggle(self._grabbing)
        self._table.picture.draw()
        self._save(TURN_BUTTONS, self._go.turn_buttons.setting)

    def _keep_sound(self) -> None:
        self._save(SOUND, self._sounds.setting)

    def _save(self, name: str, setting: str) -> None:
        """Save a setting, and show it in the menu."""
        self._go.save(name, setting)
        if isinstance(self.dialog, RefereeDialog):
            self.dialog.compose()

    def _turns_now(self) -> str:
        on = self._go.turn_buttons.on(self._grabbing)
        return words.turn_buttons(on, 0 if self._buttons.simulated else len(self._buttons.seats))

    def show_possible(self) -> None:
        """Say what can be done now, and ring its spots, until play goes on or it is tapped away.

        Finding that out can take a while. If the record changed meanwhile, or a dialog was opened, it isn't
        shown.
        """
        from ui.games.guide import possible

        session, length = self._session, self._session.length
        guide = self._game.guide_to(session.match.facts)
        if guide is None:
            return

        def show(able: tuple[tuple[str, ...], tuple[Any, ...]]) -> None:
            if self._session is session and session.length == length and self.dialog is None:
                kinds, spots = able
                self._table.light(words.can_do(kinds), spots)
                self._table.picture.draw()

        self.close()
        self._go.run_in_thread(partial(possible, session.match.game, guide, session.match.state), show)

    def _lock(self) -> None:
        """Block touches, with the table in view; buttons still work."""
        self.close()
        if self._go.lock is not None:
            self._go.lock()

    def open_recount(self) -> None:
        """Open the count."""
        form, counting = self._form(), self._game
        if form is not None and isinstance(counting, Counting):
            done = partial(self._recounted, counting)

            def lacks(figures: list[tuple[int, ...]]) -> int:
                return comparing.lacks(self._session, counting.counted(figures))

            self._open(RecountDialog(form, self._presenter, self.close, done, lacks))

    def _form(self) -> Form | None:
        counting = self._game
        return counting.form(self._session.view, self._presenter) if isinstance(counting, Counting) else None

    def _recounted(self, counting: Counting, figures: list[tuple[int, ...]]) -> None:
        """Ask what a difference comes from; in a draft or a match broken off, just accept the count."""
        view = self._session.match.game.view
        difference = comparing.counted(
            lambda state: comparing.figures(counting, self._presenter, view(state, TABLE)),
            self._session.match.state,
            figures,
            counting.counted(figures),
        )
        if not difference.contents:
            self.close()
            self._table.toast.say(words.NO_DIFFERENCE)
        elif self._table.drafting or self._session.match.abandoned:
            self._submit_and_close(difference.recount)
        else:
            self.ask_what_differs(difference)

    @property
    def comparable(self) -> bool:
        """Whether the board can be compared; that includes held play and the time after the end."""
        rules, able = self._game.game, not self._session.match.abandoned and not self._table.drafting
        return able and isinstance(rules, Comparable) and bool(rules.contents(self._session.match.state))

    @property
    def comparison(self) -> Choice | None:
        """The choice to compare the board, or else the count; None if neither can be."""
        if self.comparable:
            return Choice(words.COMPARE, words.COMPARE_HINT, self.open_compare)
        if self._session.match.abandoned or self._table.drafting or self._form() is None:
            return None
        return Choice(words.RECOUNT, words.RECOUNT_HINT, self.open_recount)

    def open_compare(self) -> None:
        """Open the board, for players to tap what differs."""
        dialog = CompareDialog(self._session, self._game, self._presenter, self.close, self.ask_what_differs)
        self._open(dialog)

    def ask_what_differs(self, difference: Difference) -> None:
        """Search for what explains a difference, unless the record has changed since."""
        if self._stale():
            return
        session, presenter = self._session, self._presenter
        ways = comparing.explanations(session, presenter, difference)
        others = comparing.otherwise(session, presenter, difference)
        fix = partial(self._fix_table, comparing.to_fix(session, difference))
        went_wrong = partial(self._went_wrong, "board" if difference.at_once else "counts")
        self._open(WaysDialog(ways, others, fix, went_wrong))

    def _stale(self) -> bool:
        """Return whether the record has changed since the dialog was opened; if so, close it and say so."""
        if self._opened == self._session.length:
            return False
        self.close()
        self._table.toast.say(words.STALE)
        return True

    def _fix_table(self, todo: Steps) -> None:
        """Have hands move what differs, because the screen is right."""
        if todo:
            self._submit_and_close(FixTable(todo))
        else:
            self.close()

    def _went_wrong(self, compared: Literal["board", "counts"], wanted: object) -> None:
        if isinstance(wanted, LookAt):
            self.drop()
            self.open_history()
            if isinstance(self.dialog, HistoryDialog):
                self.dialog.open_entry(wanted.entry)
            return
        if self._stale():
            return
        with self._table.picture:
            self._table.front.ruled = None
            self.drop()
            if self._session.match.hold is not None:
                self._submit(TakeBack())
            match wanted:
                case AskWhich(entry, instead):
                    if entry < self._opened:
                        self._correct(entry, instead)
                case Mended(corrections, report):
                    self._mended([_compared(each, compared) for each in corrections], report)
                case _:
                    self._submit(wanted)
            self._table.picture.draw()

    def _mended(self, corrections: Sequence[object], report: object) -> None:
        """Submit corrections, then the refused report; steps due after the former stay due after both."""
        if not all(map(self._submit, corrections)) or report is None:
            return
        due = self._session.match.put_back
        if self._submit(report) and due:
            self._submit(FixTable(due))

    def _submit(self, report: object) -> bool:
        return accepted(self._table.submit(report, self._session.length))

    def open_picking(self, picking: Picking) -> None:
        """Open a dialog for picking seats."""
        self._open(PickDialog(picking, self._presenter, self.close, self._submit_and_close))

    def open_entry(self, subject: object) -> None:
        """Open the game's own dialog for a subject."""
        entry = self._game.entry(self._presenter, self._session, subject, self._submit_and_close)
        self._open(EntryDialog(entry, self.close))

    def open_share(self, picture: Callable[[], None] | None) -> None:
        """Open the result's code for a phone; `picture` opens the stick's screen, if there is one."""
        # Imported only when it is needed.
        from ui.dialogs.phones import SharePage
        from ui.table.session import link_of

        page = SharePage(link_of(self._session), picture)
        self._open(EntryDialog(EntryPage(words.POST, page, view_only=True), self.close))

    def open_phones(self) -> None:
        """Open the dialog that opens and closes the feed for phones."""
        # Imported only when it is needed.
        from ui.dialogs.phones import PhonesPage

        if self._go.feed is not None:
            private = private_seats(self._presenter.routine(self._session.view, None))
            page = PhonesPage(self._go.feed, self._session.name, self._table.picture.draw, bool(private))
            self._open(EntryDialog(EntryPage(words.PHONES, page, view_only=True), self.close))

    def offer_mends(self, refused: AnyAnswer) -> bool:
        """Ask which earlier entry is wrong, if any could explain the refusal; return whether one could."""
        title, choices = comparing.offers(self._session, self._presenter, refused)
        if choices:
            pads = tuple(answer(n, choice, self._mend) for n, choice in enumerate(choices))
            list_ = Pages(pads, theme.TARGET_MM, highest_mm=theme.PRIMARY_MM, name="mends")
            self._open(EntryDialog(page(words.which_entry(title), list_), self.close))
        return bool(choices)

    def _mend(self, mend: tuple[object, object] | None) -> None:
        if mend is None:
            self.open_history()
        else:
            self._submit_and_close(mend)

    def close(self) -> None:
        """Close the dialog and draw."""
        self.drop()
        self._table.picture.draw()

    def drop(self) -> None:
        """Remove the dialog; the caller draws the table."""
        if self.dialog is not None:
            self._table.remove_widget(self.dialog)
            self._table.front_changed()
            self.dialog = None

    def _back_before(self, entry: int) -> None:
        # The players who had to agree did so by holding a pad.
        self._submit(TakeBack(entry, self._session.match.consents_needed(entry)))

    def _strike(self, entry: int) -> None:
        draft = Draft(self._session.match, entry).struck()
        if draft.complete:
            self._submit(Strike(entry))
        else:
            self._open_draft(draft)

    def _correct(self, entry: int, instead: bool) -> None:
        self._open_draft(Draft(self._session.match, entry, instead=instead))

    def _open_draft(self, draft: Draft) -> None:
        assert self._go.correct is not None  # a draft of a correction has no history of its own
        self._go.correct(draft)

    def follow(self) -> None:
        """Update an open history."""
        if isinstance(self.dialog, HistoryDialog):
            self.dialog.show_all()

    def _submit_and_close(self, report: object) -> None:
        """Close the dialog and submit its report, about the record when it was opened."""
        with self._table.picture:
            self._table.front.ruled = None
            self.drop()
            self._table.do(report, self._opened)

    def _open(self, dialog: DialogPanel) -> None:
        if self.dialog is not None:
            self._table.remove_widget(self.dialog)
        self.dialog = dialog
        self._opened = self._session.length
        self._table.add_widget(dialog)
        self._table.front_changed()
        self._table.rearrange()
