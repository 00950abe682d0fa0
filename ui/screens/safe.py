"""After three quick stops: nothing goes on by itself, and everything that can be done is offered."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.store import Kept
from ui.appliance import care_words as words
from ui.language import words as frame_words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part, Text, column, row
from ui.stage import theme
from ui.table.telling import joined
from ui.widgets.header import MARGIN_MM

MOST_LINES = 14
"""Lines of a record of calls that are shown."""
LINE_MM = 8.0
"""Height of one of them, which may be long."""


@dataclass(eq=False, repr=False)
class SafeScreen(PartScreen):
    """Offers the match that was open, or a new start where there is none, and what went wrong.

    `stops`: how many quick ones there were. `last_words`: what the app said before it stopped; it names kinds
    and places, and no value. No choice loses anything: `go_on` with the match, or lay it `aside`.
    """

    margin_mm = (MARGIN_MM, MARGIN_MM)

    stops: int
    last_words: str
    match: Kept | None
    go_on: Callable[[], None]
    aside: Callable[[], None]
    self_check: Callable[[], None]
    telling: bool = False

    def tell(self) -> None:
        """Show what went wrong, or hide it again."""
        self.telling = not self.telling
        self.compose()

    def part(self) -> Part:
        """Return the words above, and two rows of pads below: what to do, and what to look at."""
        match = self.match
        if match is None:
            ways = [Button(words.SAFE_BEGIN, on_tap=self.aside, primary=True, name="aside")]
        else:
            hint = joined(frame_words.played(match), frame_words.first_names(match.title))
            ways = [
                Button(words.SAFE_GO_ON, hint, self.go_on, primary=True, share=1.3, name="go on"),
                Button(words.SAFE_ASIDE, words.SAFE_ASIDE_HINT, self.aside, name="aside"),
            ]
        what = words.SAFE_WHAT_HIDE if self.telling else words.SAFE_WHAT
        said = telling(self.last_words.splitlines()) or [words.SAFE_SILENT]
        lines = tuple(Text(line, theme.small, dim=True, wraps=True) for line in said)
        return column(
            Text(words.safe_title(self.stops), theme.title, bold=True, wraps=True, warning=True),
            Pages(lines, LINE_MM, gap=0, name="listing")
            if self.telling
            else Text(words.SAFE_KEPT, theme.heading, wraps=True, share=1),
            row(*ways, mm=theme.PRIMARY_MM),
            row(
                Button(what, on_tap=self.tell, name="what", role=theme.body),
                Button(words.SELF_CHECK, on_tap=self.self_check, name="self_check", role=theme.body),
                mm=theme.TARGET_MM,
            ),
        )


def telling(lines: list[str]) -> list[str]:
    """Return the lines that tell where: an error's last calls, or the latest of the thread that crashed."""
    for n, line in enumerate(lines):
        # Python's own record of a crash lists all threads, and the latest call of each first.
        if line.startswith("Current thread"):
            return lines[n : n + MOST_LINES]
    return lines[-MOST_LINES:]
