"""The last picture: what is saved, and when the table may be unplugged."""

from collections.abc import Callable

from ui import theme
from ui import words as frame_words
from ui.appliance import care_words as words
from ui.appliance.power import MachineEnd
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text


class EndingScreen(SheetPanel):
    """Says how far the end is; where it can't come, why, and how to go back."""

    def __init__(self, ending: MachineEnd, back: Callable[[], None], anyway: Callable[[], None]) -> None:
        super().__init__(theme.GROUND)
        self._ending = ending
        self.title = Text(words.SAVING_ALL, role=theme.title(), bold=True, wraps=True, align="center")
        self.under = Text("", role=theme.heading() * 0.9, wraps=True, align="center", valign="top")
        self.back = Pad(frame_words.BACK, on_tap=back, primary=True)
        self.anyway = HoldPad(words.END_ANYWAY, on_held=anyway)
        self.add_parts(self.title, self.under)

    def saved(self) -> None:
        """Everything is on the disk, and the machine has been asked."""
        off = self._ending is MachineEnd.OFF
        self._say(words.SHUTTING_DOWN if off else words.RESTARTING, words.UNPLUG if off else words.BACK_SOON)

    def unsaved(self, why: str) -> None:
        """Something isn't on the disk: the table decides."""
        self._say(words.NOT_ALL_SAVED, words.unsaved(why), self.back, self.anyway)

    def refused(self, why: str) -> None:
        """The machine won't."""
        off = self._ending is MachineEnd.OFF
        self._say(words.CANT_SHUT_DOWN if off else words.CANT_RESTART, words.refused(why), self.back)

    def _say(self, title: str, under: str, *pads: Pad) -> None:
        self.title.text, self.under.text = title, under
        for pad in (self.back, self.anyway):
            self.remove_widget(pad)
        self.add_parts(*pads)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Words in the middle, pads below."""
        foot, rest = self.inner(rect).cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
        left, right = foot.columns([1, 1], theme.mm(theme.GAP_MM))
        put(self.back, left)
        put(self.anyway, right)
        under, over = rest.cut_bottom(rest.height / 2, theme.mm(3))
        title = over.cut_bottom(theme.mm(16))[0]
        put(self.title, title)
        put(self.under, under)
