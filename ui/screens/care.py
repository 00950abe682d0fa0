"""Settings: one list with switches and values, and below it what ends something."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from ui.appliance import care_words as words
from ui.appliance import update_words
from ui.appliance.power import MachineEnd
from ui.language import words as frame_words
from ui.language.phrases import translated
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Figure, Header, Line, Pages, Part, Screen, Tap, Text, column, row
from ui.stage import theme
from ui.storage.whats_new import Version
from ui.widgets.header import MARGIN_MM
from ui.widgets.layout import Rect

LINE_MM, WIDE_MM, MOST_LINE_MM, GAP_MM = 11.4, 44.0, 15.0, 2.0
"""Height and least width of a line, its most height, and the gap between two of them."""
END_MM = 13.5
"""Of the row of what ends something."""


class CareScreen(PartScreen):
    """The list as `lines` returns it; what ends something is held.

    They are given what shows them again after a change.

    `trouble`: why what was set isn't kept. `on`: it is a step of a new table's first start.
    """

    def __init__(
        self,
        lines: Callable[[Callable[[], None]], Sequence[Line | Figure]],
        ends: Sequence[tuple[str, str, Callable[[], None]]],
        back: Tap,
        trouble: Callable[[], str],
        title: str = words.SETTINGS,
        on: Tap = None,
    ) -> None:
        super().__init__()
        self._title, self._on = title, on
        self._lines, self._ends, self._back, self._trouble = lines, ends, back, trouble
        self.compose()

    def part(self) -> Screen:
        """Return the list, and the pads that end something by their name, title and what they do."""
        pages = Pages(
            tuple(self._lines(self.compose)),
            LINE_MM,
            WIDE_MM * theme.LARGER,
            MOST_LINE_MM,
            GAP_MM,
            name="settings",
        )
        ends = [
            Button(title, words.HOLD_HINT, held, held=True, name=name, role=theme.body)
            for name, title, held in self._ends
        ]
        foot = [row(*ends, mm=END_MM)] if ends else []
        header = Header(self._title, self._trouble(), self._back, self._on, warns="hint")
        return Screen(header, column(pages, *foot))


# The last picture: what is saved, and when the table may be unplugged.


class HowFar(Struct, frozen=True):
    """How far the end is; `stuck`: it doesn't come by itself. `forced`: it can be had all the same."""

    title: str
    under: str = ""
    stuck: bool = False
    forced: bool = False


class EndingScreen(PartScreen):
    """Says how far the end is; where it can't come, why, and how to go back."""

    def __init__(self, ending: MachineEnd, back: Callable[[], None], anyway: Callable[[], None]) -> None:
        super().__init__()
        self._off, self._update = ending is MachineEnd.OFF, ending is MachineEnd.UPDATE
        self._back, self._anyway = back, anyway
        self.said = HowFar(words.SAVING_ALL)
        self.compose()

    def saved(self) -> None:
        """Everything is on the disk, and the machine has been asked."""
        if self._update:
            self._say(HowFar(update_words.UPDATING, update_words.LEAVE_STICK))
            return
        self._say(
            HowFar(words.SHUTTING_DOWN, words.UNPLUG)
            if self._off
            else HowFar(words.RESTARTING, words.BACK_SOON)
        )

    def unsaved(self, why: str) -> None:
        """Something isn't on the disk: the table decides."""
        self._say(HowFar(words.NOT_ALL_SAVED, words.unsaved(why), stuck=True, forced=True))

    def refused(self, why: str) -> None:
        """The machine won't."""
        if self._update:
            self._say(HowFar(update_words.CANT_UPDATE, why, stuck=True))
            return
        title = words.CANT_SHUT_DOWN if self._off else words.CANT_RESTART
        self._say(HowFar(title, words.refused(why), stuck=True))

    def _say(self, said: HowFar) -> None:
        self.said = said
        self.compose()

    def arrange(self, rect: Rect) -> None:
        """Leave a margin."""
        super().arrange(rect.inset(theme.mm(MARGIN_MM)))

    def part(self) -> Part:
        """Return the words in the middle, and pads below where somebody has to decide."""
        said = self.said
        pads: list[Part] = []
        if said.stuck:
            pads.append(Button(frame_words.BACK, on_tap=self._back, primary=True, name="back"))
        if said.forced:
            pads.append(Button(words.END_ANYWAY, on_tap=self._anyway, held=True, name="anyway"))
        return column(
            Column(),
            Text(said.title, theme.title, bold=True, wraps=True, align="center"),
            Text(said.under, theme.heading, wraps=True, align="center", name="under"),
            Column(),
            row(*pads, mm=theme.PRIMARY_MM),
        )


# What has changed with each version, said once after an update and whenever somebody asks.

ROW_MM, MOST_ROW_MM, CHANGES_GAP_MM = 12.4, 15.0, 1.6


class WhatsNewScreen(PartScreen):
    """All versions, the newest first; `title` says why it is shown, and `on_word` leads on."""

    def __init__(
        self, title: str, now: str, versions: Sequence[Version], back: Callable[[], None], on_word: str = ""
    ) -> None:
        super().__init__()
        self._title, self._now, self._versions = title, now, versions
        self._back, self._on_word = back, on_word
        self.compose()

    def part(self) -> Screen:
        """Return a row for each change, below the name of its version where several are told of."""
        rows: list[Part] = []
        for version in self._versions:
            if version.name != self._now or len(self._versions) > 1:
                rows.append(Text(words.version(version.name), theme.heading, bold=True, dim=True))
            rows += [_change(change) for change in version.changes]
        on = self._back if self._on_word else None
        header = Header(self._title, words.version(self._now), self._back, on, self._on_word)
        changes = Pages(tuple(rows), ROW_MM, highest_mm=MOST_ROW_MM, gap=CHANGES_GAP_MM, name="changes")
        return Screen(header, changes)


def _change(said: str) -> Column:
    return Column((Text(translated(said), wraps=True, share=1),), gap=0, panel=True)
