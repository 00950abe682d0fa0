"""A page for what nobody foresaw: it names the error in a sentence, and leads back to the match.

Everybody at the table reads it: it says what kind of error it is and where it happened, and no value.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ui.appliance import crash_message
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Pages, Part, Text, column, row
from ui.stage import theme

MOST_LINES, LINE_MM = 14, 8.0
"""The end of a traceback tells where; the beginning is always the same. A line may be long."""


@dataclass(eq=False, repr=False)
class BrokenScreen(PartDialog):
    """Covers everything until somebody goes on; `leave`: or leaves the match, which might fail again."""

    error: BaseException
    go_on: Callable[[], None]
    leave: Callable[[], None] | None = None
    telling: bool = False
    warning: bool = True

    def tell(self) -> None:
        """Show the end of the traceback and copy all of it, or hide it again."""
        self.telling = not self.telling
        if self.telling:
            # A clipboard that isn't there must not break the page of breakage; looking for one takes a while.
            with suppress(Exception):
                from kivy.core.clipboard import Clipboard

                Clipboard.copy(crash_message.course(self.error))
        self.compose()

    def part(self) -> Part:
        """Words above, pads below."""
        calls = crash_message.course(self.error).splitlines()[-MOST_LINES:]
        lines = tuple(Text(call, theme.small, dim=True, wraps=True) for call in calls)
        leave = (
            []
            if self.leave is None
            else [Button(words.BROKEN_LEAVE, on_tap=self.leave, role=theme.body, name="leave")]
        )
        return column(
            Text(words.BROKEN_TITLE, theme.title, bold=True, wraps=True),
            Text(_sentence(self.error), wraps=True, name="what"),
            Pages(lines, LINE_MM, gap=0, shows=len(lines) - 1, name="calls")
            if self.telling
            else Text(words.BROKEN_KEPT, theme.heading, wraps=True, share=1),
            row(
                Button(words.GO_ON, on_tap=self.go_on, primary=True, share=1.4, name="go on"),
                *leave,
                Button(
                    words.BROKEN_HIDE if self.telling else words.BROKEN_DETAILS,
                    on_tap=self.tell,
                    name="details",
                    role=theme.body,
                ),
                mm=theme.PRIMARY_MM,
            ),
        )


def _sentence(error: BaseException) -> str:
    at = crash_message.spot(error)
    if at is None:
        return words.broken(crash_message.kind(error))
    return words.broken_at(crash_message.kind(error), at.file, at.line)
