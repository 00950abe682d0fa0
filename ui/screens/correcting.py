"""The table at a place in the record, where players enter a correction in the same way as in play."""

from kivy.graphics import Color, Rectangle
from msgspec.structs import replace

from companion.clock import Clock as TimeSource
from companion.clock import Instant
from companion.drafts import Draft
from companion.game import Refused, Violation
from companion.journal import Entered
from companion.match_reports import Correct
from companion.people import People
from ui.games.face import GameFace, Timed
from ui.language import words
from ui.screens.table import TableScreen
from ui.screens.table_dialogs import TableNavigation
from ui.sound.sounds import Sounds
from ui.stage import theme
from ui.stage.rect import Sides
from ui.table.buttons import Buttons
from ui.table.overlay import Overlay, RulingShown
from ui.table.presenting import Banner, Choice, Dialog
from ui.table.session import AnyAnswer, Session, accepted
from ui.widgets.layout import Rect


class CorrectingScreen(TableScreen):
    """A draft of a correction of the match `recorded`, which isn't changed until all later entries fit."""

    drafting = True

    def __init__(
        self,
        recorded: Session,
        draft: Draft,
        game: GameFace,
        buttons: Buttons,
        sounds: Sounds,
        clock: TimeSource,
        go: TableNavigation,
        sides: Sides | None = None,
    ) -> None:
        self.recorded = recorded
        self._drafts = [draft]
        self._entering = draft.misfit is None
        super().__init__(_session(draft, clock, recorded.people), game, buttons, sounds, clock, go, "", sides)
        self.bar.history.live = False
        # A different background over the whole table, so that nobody mistakes it for the game in progress.
        with self.canvas.before:
            Color(*theme.FIXING)
            self._ground = Rectangle()

    def arrange(self, rect: Rect) -> None:
        """Lay out the table on its background."""
        self._ground.pos, self._ground.size = (rect.x, rect.y), (rect.width, rect.height)
        super().arrange(rect)

    @property
    def draft(self) -> Draft:
        """The current draft."""
        return self._drafts[-1]

    def undo(self) -> None:
        """Take back the last report or decision of the draft; give up if there is none."""
        if self.session.match.hold is not None:
            super().undo()
        elif len(self._drafts) > 1:
            self._drafts.pop()
            self._show_draft()
        else:
            self.go.leave()

    def tick(self, *_: object) -> None:
        """Update only the time of day: turns aren't timed here."""
        self.update_notes()

    def update_notes(self) -> None:
        """Update only the time of day: nothing is saved yet."""
        self.banner.tell_time(words.clock(self.clock.wall()))

    def _stamped(self, report: object, at: Instant | None) -> object:
        """Give a replacing report the time of the report that it replaces."""
        if not self.draft.instead or not isinstance(self.game, Timed):
            return report
        body = self.recorded.position(self.draft.place).body
        assert isinstance(body, Entered)
        return self.game.retimed(report, body.report)

    def _say(self, turn: Banner) -> None:
        """Show in the banner what is being fixed, not whose turn it is."""
        title = words.fixing if self.draft.instead else words.fixing_before
        self.banner.say(None, title(self.draft.place), words.what_really_happened(turn.title))

    def _changed(self, answer: AnyAnswer) -> None:
        super()._changed(answer)
        last = self.session.match.line[-1]
        if answer.entry is not None and accepted(answer) and last.entry == answer.entry.n:
            match, view = self.session.match, self.session.view
            asked = match.outcome is None and self.presenter.dialog(view) is not None
            self._continue(self.draft.reported(last.report, stood=last.stood, asked=asked))

    def _continue(self, draft: Draft) -> None:
        if draft.misfit is not None and draft.misfit.new:
            # Positions that one correction inserted share a number, and a change can't go between them.
            self._show_draft()
            self.toast.say(words.UNCLEAR)
            return
        if draft.complete:
            self.recorded.submit(Correct(draft.changes))
            self.go.leave()
            return
        self._drafts.append(draft)
        self._show_draft()

    def _show_draft(self) -> None:
        """Show the table at the draft's place."""
        self.session.on_change = None
        self.session = _session(self.draft, self.clock, self.recorded.people)
        self.session.on_change = self._changed
        self._entering = self.draft.misfit is None
        self.pending = None
        self.front.peeking = False
        # The last change isn't relevant at another place.
        self.banner.tell_change("")
        self.settle()
        self.picture.draw()

    def overlay_now(self) -> Overlay | None:
        # A question about the last report comes before one about the misfit; a result that is undone doesn't.
        overlay = super().overlay_now()
        asks = overlay is None or self.session.match.outcome is not None
        if asks and not self._entering and not self.front.peeking:
            return RulingShown(self._misfits(), read=False)
        return overlay

    def _misfits(self) -> Dialog:
        draft = self.draft
        assert draft.misfit is not None
        entry = self.recorded.position(draft.place)
        # Only the report itself: its events may be what can't follow any more.
        body = replace(entry.body, events=()) if isinstance(entry.body, Entered) else entry.body
        sentence = self.presenter.describe(replace(entry, body=body))[0]
        stand = (Choice(words.LET_STAND, words.LET_STAND_HINT, lambda: self._continue(draft.let_stand())),)
        return Dialog(
            title=words.misfits(draft.place),
            subtitle=f"{sentence}\n{self._why()}",
            question=words.WHAT_OF_IT,
            choices=(
                *(stand if draft.may_stand else ()),
                Choice(words.STRIKE, words.STRIKE_TOO_HINT, lambda: self._continue(draft.struck())),
                Choice(words.REPLACE_TOO, words.REPLACE_HINT, self._replace_misfit),
                Choice(words.MORE_FORGOTTEN, words.MORE_FORGOTTEN_HINT, self._enter_more),
                Choice(words.GIVE_UP, words.GIVE_UP_HINT, self.go.leave),
            ),
        )

    def _why(self) -> str:
        misfit = self.draft.misfit
        assert misfit is not None
        if not isinstance(misfit.ruling, Refused):
            return words.UNCLEAR
        # Leave out what only some players may know.
        faults = tuple(fault for fault in misfit.ruling.violations if not fault.audience)
        return self.presenter.explain(faults or (Violation("match.correction"),)).title

    def _replace_misfit(self) -> None:
        self._drafts.append(self.draft.replacing_place())
        self._enter_more()

    def _enter_more(self) -> None:
        self._entering = True
        self.picture.draw()


def _session(draft: Draft, clock: TimeSource, people: People) -> Session:
    """Return a session on a draft's table, which saves nothing."""
    return Session(draft.table(), clock, lambda _kept, _rows: None, people=people)
