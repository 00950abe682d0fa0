"""What the table needs, thing by thing: fine, or what to do. It stands where else the screen were black."""

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from ui.appliance import care_words as words
from ui.appliance import report_words
from ui.appliance.crash_message import CheckResult
from ui.language.phrases import capital
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Pages, Part, Screen, Tap, Text, column, row
from ui.stage import theme
from ui.widgets.panel import DialogPanel

ROW_MM, LONG_ROW_MM, LONG = 13.0, 23.0, 80
"""Height of a row, and where what to do about something has more letters."""
GROWN = 2.5
"""So much higher a row is at most where there is room: what was found is read whole."""
MARK_MM, NAME, WHAT = 11.0, 0.27, 0.55
"""Width of the word for how it is; shares of the width for the name, and of the height for what was found."""


@dataclass(eq=False, repr=False)
class SelfCheckScreen(PartScreen, DialogPanel):
    """All findings, those that need a look first. `look` is given where to hand them.

    With `found` it is a page at the start, which leads on to play; else it is asked for, and looks again, and
    leads to the `report`. Where the file of matches is damaged, it can be `put_away`.
    """

    look: Callable[[Callable[[list[CheckResult]], None]], None]
    back: Callable[[], None]
    found: list[CheckResult] = field(default_factory=list)
    report: Tap = None
    put_away: Tap = None
    looking: bool = False

    def __post_init__(self) -> None:
        """Have everything looked at where nothing was found before."""
        super().__post_init__()
        self.paint(theme.GROUND)
        self._on = (self.back, words.PLAY_ON) if self.found else (self.look_again, words.LOOK_AGAIN)
        if not self.found:
            self.look_again()

    def look_again(self) -> None:
        """Have everything looked at anew."""
        self.looking = True
        self.compose()
        self.look(self.show)

    def show(self, found: list[CheckResult]) -> None:
        """Show what was found."""
        self.found, self.looking = found, False
        self.compose()

    def part(self) -> Screen:
        """Return a row a finding."""
        wrong = [check for check in self.found if not check.ok]
        hint = words.troubles(len(wrong)) if wrong else words.ALL_WELL
        hint = words.LOOKING if self.looking else hint
        header = Header(words.SELF_CHECK, hint, self.back, *self._on, not self.looking)
        shown = [*wrong, *(check for check in self.found if check.ok)]
        if self.put_away is not None:
            shown = [replace(check, remedy=check.by_pad or check.remedy) for check in shown]
        rows = map(_row, shown)
        high = LONG_ROW_MM if any(len(check.remedy) > LONG for check in shown) else ROW_MM
        checks = Pages(tuple(rows), high, highest_mm=high * GROWN, gap=1.6, name="checks")
        pads = []
        if self.put_away is not None and any(check.damaged for check in wrong):
            said, hint = words.PUT_AWAY, words.PUT_AWAY_HINT
            pads.append(Button(said, hint, self.put_away, role=theme.body, held=True, name="put away"))
        if self.report is not None:
            said, hint = report_words.TITLE, report_words.HINT
            pads.append(Button(said, hint, self.report, role=theme.body, name="report"))
        if not pads:
            return Screen(header, checks)
        return Screen(header, column(checks, row(*pads, mm=theme.TARGET_MM)))


def _row(check: CheckResult) -> Part:
    """Return one thing: a word for how it is, its name, what was found, and below that what to do."""
    mark, tone = (words.WELL, theme.READY) if check.ok else (words.NOT_WELL, theme.WARNING)
    told = [Text(capital(check.what), theme.small, wraps=True, cut=True, share=WHAT)]
    if check.remedy:
        told.append(Text(capital(check.remedy), theme.small, dim=True, wraps=True, share=1 - WHAT))
    line = row(
        Text(mark, theme.small, bold=True, tone=tone, align="center", mm=MARK_MM),
        Text(check.name, bold=True, wraps=True, share=NAME),
        column(*told, gap=0, share=1 - NAME),
        gap=1.5,
        share=1,
    )
    return Column((line,), panel=True, rim=None if check.ok else theme.WARNING)
