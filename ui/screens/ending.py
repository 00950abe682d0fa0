"""The last picture: what is saved, and when the table may be unplugged."""

from collections.abc import Callable

from msgspec import Struct

from ui.appliance import care_words as words
from ui.appliance import update_words
from ui.appliance.power import MachineEnd
from ui.language import words as frame_words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Part, Text, column, row
from ui.stage import theme
from ui.widgets.header import MARGIN_MM
from ui.widgets.layout import Rect


class Said(Struct, frozen=True):
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
        self.said = Said(words.SAVING_ALL)
        self.compose()

    def saved(self) -> None:
        """Everything is on the disk, and the machine has been asked."""
        if self._update:
            self._say(Said(update_words.UPDATING, update_words.LEAVE_STICK))
            return
        self._say(
            Said(words.SHUTTING_DOWN, words.UNPLUG) if self._off else Said(words.RESTARTING, words.BACK_SOON)
        )

    def unsaved(self, why: str) -> None:
        """Something isn't on the disk: the table decides."""
        self._say(Said(words.NOT_ALL_SAVED, words.unsaved(why), stuck=True, forced=True))

    def refused(self, why: str) -> None:
        """The machine won't."""
        if self._update:
            self._say(Said(update_words.CANT_UPDATE, why, stuck=True))
            return
        title = words.CANT_SHUT_DOWN if self._off else words.CANT_RESTART
        self._say(Said(title, words.refused(why), stuck=True))

    def _say(self, said: Said) -> None:
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
