"""Settings: one list with switches and values, and below it what ends something."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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

LINE_MM, WIDE_MM, MOST_LINE_MM, GAP_MM = 11.4, 44.0, 15.0, 2.0
"""Height and least width of a line, its most height, and the gap between two of them."""
END_MM = 13.5
"""Of the row of what ends something."""


@dataclass(eq=False, repr=False)
class CareScreen(PartScreen):
    """The list as `lines` returns it; what ends something is held.

    `trouble`: why what was set isn't kept. `on`: it is a step of a new table's first start.
    """

    lines: Callable[[], Sequence[Line | Figure]]
    ends: Sequence[tuple[str, str, Callable[[], None]]]
    back: Tap
    trouble: Callable[[], str]
    title: str = words.SETTINGS
    on: Tap = None

    def part(self) -> Screen:
        """Return the list, and the pads that end something by their name, title and what they do."""
        pages = Pages(
            tuple(self.lines()),
            LINE_MM,
            WIDE_MM * theme.LARGER,
            MOST_LINE_MM,
            GAP_MM,
            name="settings",
        )
        ends = [
            Button(title, words.HOLD_HINT, held, held=True, name=name, role=theme.body)
            for name, title, held in self.ends
        ]
        foot = [row(*ends, mm=END_MM)] if ends else []
        header = Header(self.title, self.trouble(), self.back, self.on, warns="hint")
        return Screen(header, column(pages, *foot))


# The last picture: what is saved, and when the table may be unplugged.


UNDER_WAY = {
    MachineEnd.OFF: (words.SHUTTING_DOWN, words.UNPLUG),
    MachineEnd.AGAIN: (words.RESTARTING, words.BACK_SOON),
    MachineEnd.UPDATE: (update_words.UPDATING, update_words.LEAVE_STICK),
}
"""What is said of an end that comes."""
REFUSED = {
    MachineEnd.OFF: words.CANT_SHUT_DOWN,
    MachineEnd.AGAIN: words.CANT_RESTART,
    MachineEnd.UPDATE: update_words.CANT_UPDATE,
}
"""What is said of one that the machine refuses."""


@dataclass(eq=False, repr=False)
class EndingScreen(PartScreen):
    """Says how far the end is; where it can't come by itself, why, how to go back, or have it `anyway`."""

    margin_mm = (MARGIN_MM, MARGIN_MM)

    ending: MachineEnd
    back: Callable[[], None]
    anyway: Callable[[], None]
    said: tuple[str, str] = (words.SAVING_ALL, "")
    ways: tuple[Button, ...] = ()

    def saved(self) -> None:
        """Everything is on the disk, and the machine has been asked."""
        self._say(*UNDER_WAY[self.ending])

    def unsaved(self, why: str) -> None:
        """Something isn't on the disk: the table decides."""
        anyway = Button(words.END_ANYWAY, on_tap=self.anyway, held=True, name="anyway")
        self._say(words.NOT_ALL_SAVED, words.unsaved(why), self._way_back, anyway)

    def refused(self, why: str) -> None:
        """The machine won't."""
        under = why if self.ending is MachineEnd.UPDATE else words.refused(why)
        self._say(REFUSED[self.ending], under, self._way_back)

    @property
    def _way_back(self) -> Button:
        return Button(frame_words.BACK, on_tap=self.back, primary=True, name="back")

    def _say(self, title: str, under: str, *ways: Button) -> None:
        self.said, self.ways = (title, under), ways
        self.compose()

    def part(self) -> Part:
        """Return the words in the middle, and pads below where somebody has to decide."""
        title, under = self.said
        return column(
            Column(),
            Text(title, theme.title, bold=True, wraps=True, align="center"),
            Text(under, theme.heading, wraps=True, align="center", name="under"),
            Column(),
            row(*self.ways, mm=theme.PRIMARY_MM),
        )


# What has changed with each version, said once after an update and whenever somebody asks.

ROW_MM, MOST_ROW_MM, CHANGES_GAP_MM = 12.4, 15.0, 1.6


@dataclass(eq=False, repr=False)
class WhatsNewScreen(PartScreen):
    """All versions, the newest first; `title` says why it is shown, and `on_word` leads on."""

    title: str
    now: str
    versions: Sequence[Version]
    back: Callable[[], None]
    on_word: str = ""

    def part(self) -> Screen:
        """Return a row for each change, below the name of its version where several are told of."""
        rows: list[Part] = []
        for version in self.versions:
            if version.name != self.now or len(self.versions) > 1:
                rows.append(Text(words.version(version.name), theme.heading, bold=True, dim=True))
            rows += [_change(change) for change in version.changes]
        on = self.back if self.on_word else None
        header = Header(self.title, words.version(self.now), self.back, on, self.on_word)
        changes = Pages(tuple(rows), ROW_MM, highest_mm=MOST_ROW_MM, gap=CHANGES_GAP_MM, name="changes")
        return Screen(header, changes)


def _change(said: str) -> Column:
    return Column((Text(translated(said), wraps=True, share=1),), gap=0, panel=True)
