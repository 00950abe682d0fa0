"""Entering one's own box, once: step by step. Every tap is kept at once, so that leaving loses nothing."""

from msgspec.structs import replace

from companion.games.tracktic.profile import Profile
from companion.games.tracktic.profile_faults import Fault
from ui.games.own_editor import Editor, EditorNavigation
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.pattern_entry import PatternPage
from ui.games.tracktic.profile_counts import CheckPage, CountsPage
from ui.games.tracktic.profile_draft import BoxDraft
from ui.games.tracktic.profile_grids import GridPage
from ui.games.tracktic.profile_page import ProfilePage
from ui.games.tracktic.profile_patterns import PatternsPage
from ui.games.tracktic.profile_steps import BoxStep, after, before, mends


class ProfileEditor(Editor[Profile, BoxDraft, ProfilePage]):
    """One page after the other; a fault leads to the page on which it can be mended."""

    _fault: Fault | None = None

    def first_page(self) -> ProfilePage:
        """Return the page of the step at which the draft is."""
        self._navigation = EditorNavigation(self.change, self.go_back, self.undo, self.go_on, self.kept)
        return self._new_page()

    # What a tap does.

    def go_on(self) -> None:
        """Go to the next step; a drawing that can't be on a card, and a box with a fault, are kept back."""
        draft = self.draft
        if draft.sheet is not None:
            if draft.sheet_fault is None:
                self.take(draft.taken())
                self._choose(draft.sheet.at)
            else:
                self._fault = draft.sheet_fault
                self.show()
            return
        following = after(draft.step, draft.two_alike)
        if following is not None:
            self._go(following)
        elif draft.fault is None:
            self._on(draft.box)
        else:
            self._mend(draft.fault)

    def go_back(self) -> None:
        """Go to the step before, or leave; what is being drawn is forgotten."""
        if self.draft.sheet is not None:
            self.take(self.draft.closed())
            return
        earlier = before(self.draft.step, self.draft.two_alike)
        if earlier is None:
            self._back()
        else:
            self._go(earlier)

    # How it goes on.

    def _go(self, step: BoxStep) -> None:
        self.take(replace(self.draft, step=step))

    def _mend(self, fault: Fault) -> None:
        self._go(mends(fault))
        self._fault = fault
        if fault.pattern:
            self._choose(fault.pattern - 1)
        self.show()

    def _choose(self, pattern: int) -> None:
        if isinstance(self.page, PatternsPage):
            self.page.choose(pattern)

    def take(self, draft: BoxDraft) -> None:
        """Go on with a draft; one that is at another step has another page."""
        turned = (draft.step, draft.sheet is None) != (self.draft.step, self.draft.sheet is None)
        self._fault = None
        if not turned:
            super().take(draft)
            return
        self.draft = draft
        self._keep(draft)
        self.turn(self._new_page())

    def _new_page(self) -> ProfilePage:
        draft = self.draft
        if draft.sheet is not None:
            return PatternPage(self._navigation, draft)
        match draft.step:
            case BoxStep.PATTERNS:
                return PatternsPage(self._navigation, draft)
            case BoxStep.COUNTS:
                return CountsPage(self._navigation, draft)
            case BoxStep.CHECK:
                return CheckPage(self._navigation, draft)
            case _:
                return GridPage(self._navigation, draft)

    def show(self, refused: str = "") -> None:
        """Show the draft on its page, and where it is wrong."""
        if self._fault is not None:
            refused = words.fault(self._fault)
        self.page.show(self.draft, undoable=self.undoable, refused=refused, fault=self._fault)
