"""Pages for what went wrong: an unforeseen error, and a safe start after three quick stops.

Everybody at the table reads them, so they show an error's type and place, but no values.
"""

from collections.abc import Callable
from contextlib import suppress

from companion.store import StoredMatch
from ui.appliance import care_words, crash_message
from ui.language import words
from ui.parts.layout import MARGIN_MM
from ui.parts.shown import PartDialog, PartScreen
from ui.parts.values import Button, Pages, Part, Text, column, row
from ui.stage import theme
from ui.table.names import joined

MOST_LINES, LINE_MM = 14, 8.0
"""How many lines of a traceback are shown, from its end, since the beginning is always the same."""


class BrokenScreen(PartDialog):
    """Covers everything until somebody goes on or, with `leave`, leaves the match, which may fail again."""

    error: BaseException
    go_on: Callable[[], None]
    leave: Callable[[], None] | None = None
    telling: bool = False
    warning: bool = True

    def tell(self) -> None:
        """Show the end of the traceback and copy all of it, or hide it again."""
        self.telling = not self.telling
        if self.telling:
            # A missing clipboard must not break this page. Imported here, because finding one takes a while.
            with suppress(Exception):
                from kivy.core.clipboard import Clipboard

                Clipboard.copy(crash_message.course(self.error))
        self.compose()

    def part(self) -> Part:
        """Return the texts above, and the pads below."""
        calls = crash_message.course(self.error).splitlines()[-MOST_LINES:]
        lines = tuple(Text(call, theme.small, dim=True, wraps=True) for call in calls)
        pads = [Button(words.GO_ON, on_tap=self.go_on, primary=True, share=1.4, name="go on")]
        if self.leave is not None:
            pads.append(Button(words.BROKEN_LEAVE, on_tap=self.leave, role=theme.body, name="leave"))
        details = words.BROKEN_HIDE if self.telling else words.BROKEN_DETAILS
        pads.append(Button(details, on_tap=self.tell, name="details", role=theme.body))
        return column(
            Text(words.BROKEN_TITLE, theme.title, bold=True, wraps=True),
            Text(_sentence(self.error), wraps=True, name="what"),
            Pages(lines, LINE_MM, gap=0, shows=len(lines) - 1, name="calls")
            if self.telling
            else Text(words.BROKEN_KEPT, theme.heading, wraps=True, share=1),
            row(*pads, mm=theme.PRIMARY_MM),
        )


def _sentence(error: BaseException) -> str:
    at = crash_message.spot(error)
    if at is None:
        return words.broken(crash_message.kind(error))
    return words.broken_at(crash_message.kind(error), at.file, at.line)


# After three quick stops: nothing continues by itself; everything that can be done is offered.


class SafeScreen(PartScreen):
    """Offers to continue the open match, or to begin without one, and shows what went wrong.

    `stops`: how many quick stops there were. `last_words`: the error that ended the last run, without values.
    No choice loses anything: `go_on` with the match, or put it `aside`.
    """

    margin_mm = (MARGIN_MM, MARGIN_MM)

    stops: int
    last_words: str
    match: StoredMatch | None
    go_on: Callable[[], None]
    aside: Callable[[], None]
    self_check: Callable[[], None]
    telling: bool = False

    def tell(self) -> None:
        """Show what went wrong, or hide it again."""
        self.telling = not self.telling
        self.compose()

    def part(self) -> Part:
        """Return the texts above, and two rows of pads below: what to do, and what to look at."""
        match = self.match
        if match is None:
            ways = [Button(care_words.SAFE_BEGIN, on_tap=self.aside, primary=True, name="aside")]
        else:
            hint = joined(words.played(match), words.first_names(match.title))
            ways = [
                Button(care_words.SAFE_GO_ON, hint, self.go_on, primary=True, share=1.3, name="go on"),
                Button(care_words.SAFE_ASIDE, care_words.SAFE_ASIDE_HINT, self.aside, name="aside"),
            ]
        what = care_words.SAFE_WHAT_HIDE if self.telling else care_words.SAFE_WHAT
        said = telling(self.last_words.splitlines()) or [care_words.SAFE_SILENT]
        lines = tuple(Text(line, theme.small, dim=True, wraps=True) for line in said)
        return column(
            Text(care_words.safe_title(self.stops), theme.title, bold=True, wraps=True, warning=True),
            Pages(lines, LINE_MM, gap=0, name="listing")
            if self.telling
            else Text(care_words.SAFE_KEPT, theme.heading, wraps=True, share=1),
            row(*ways, mm=theme.PRIMARY_MM),
            row(
                Button(what, on_tap=self.tell, name="what", role=theme.body),
                Button(care_words.SELF_CHECK, on_tap=self.self_check, name="self_check", role=theme.body),
                mm=theme.TARGET_MM,
            ),
        )


def telling(lines: list[str]) -> list[str]:
    """Return up to MOST_LINES that show where it failed: an error's last calls, or the crashed thread's."""
    for n, line in enumerate(lines):
        # Python's faulthandler lists all threads, with the most recent call of each first.
        if line.startswith("Current thread"):
            return lines[n : n + MOST_LINES]
    return lines[-MOST_LINES:]
