"""What hands have to do: a strip that stands there until it is tapped away, or play goes on."""

from collections.abc import Callable
from typing import Any

from companion.line import Position
from ui import theme, words
from ui.stage.painter import drawing
from ui.stage.parts import centred
from ui.table.presenting import Picturing, Presenter
from ui.widgets.pad import Pad

LONG = 70
"""Letters of a duty beside which there is no room for anything else."""


class DutyStrip(Pad):
    """Says a duty in large letters, with a picture of the thing; or `possible`, what can be done now."""

    def __init__(self, presenter: Presenter, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap, role=theme.heading())
        self.possible = ""
        self._presenter = presenter
        self._done = 0

    def follow(self, newest: Position[Any, Any, Any], *, drafting: bool) -> bool:
        """Say what is due since the newest entry (in a draft nothing is); tell whether anything is said."""
        due = self.possible
        if not due and not drafting and newest.entry != self._done:
            due = self._presenter.duty(newest.events)
        if due:
            # A long one needs all the room; that a tap ends it is known by then.
            hint = words.CAN_DO_READ if self.possible else words.TAP_DONE
            self.say(due, hint if len(due) <= LONG else "")
            its = self._presenter if isinstance(self._presenter, Picturing) and not self.possible else None
            thing = None if its is None else its.pictured(newest.events)
            self.draw_beside(None if thing is None else drawing(lambda room: (centred(thing, room.rect),)))
        return bool(due)

    def done(self, entry: int) -> None:
        """Say no more of what is due since this entry."""
        self._done = entry
