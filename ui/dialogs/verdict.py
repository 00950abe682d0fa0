"""The verdict, or a question: who, the photo finish, and what there is to answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ui.dialogs.questions import answers
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Part, Text, column, marked, row
from ui.stage import theme
from ui.table.photo_finish import photo_finish, row_marks
from ui.table.presenting import Choice, Dialog, Presenter
from ui.widgets.pad import Pad

MOST_MARKS = 4
"""More winners than these are only named."""
HEAD_MM = 14.0
RACE = 2
"""So many have to have pressed for a race to be seen."""


@dataclass(eq=False, repr=False)
class VerdictDialog(PartDialog):
    """Shows a `Dialog` of the presenter; `on_choice` gets the report that was tapped.

    `more` are further pads, whose reports are functions to be called. Where `pictured`, presses are seen.
    """

    content: Dialog
    presenter: Presenter
    on_choice: Callable[[Any], None]
    more: Sequence[Choice] = ()
    pictured: bool = True
    exact: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that can be answered."""
        return (*self.content.choices, *self.more)

    @property
    def pads(self) -> list[Pad]:
        """The pads of the answers that are seen."""
        names = (f"answer {n}" for n in range(len(self.choices)))
        found = (self[name] for name in names if name in self)
        return [pad for pad in found if isinstance(pad, Pad)]

    def picture(self, content: Dialog) -> None:
        """Show later presses, and the margin that follows from them; the answers stay where they are.

        What an answer tells may have them in it.
        """
        self.content = content
        self.compose()

    def how_exact(self) -> None:
        """Say how exactly it was measured, or by how much again."""
        self.exact = not self.exact
        self.compose()

    def part(self) -> Part:
        """Who above, answers below, the photo finish in between with all that is left."""
        dialog = self.content
        finish = dialog.finish if self.pictured else None
        race = finish is not None and len(row_marks(finish)) >= RACE
        parts: list[Part] = [*self._head(whole=not race)]
        if race and finish is not None:
            parts.append(Drawing(photo_finish(finish, self.presenter), name="finish"))
        if dialog.question:
            parts.append(Text(dialog.question, theme.heading, bold=True, wraps=True, name="question"))
        if self.choices:
            parts.append(answers(self.choices, self.on_choice))
        return column(*parts, gap=2)

    def _head(self, *, whole: bool) -> tuple[Part, ...]:
        """Marks and title with the line below them; `whole`: they have all the room there is.

        Upright, what leads to how exact it is lies below them.
        """
        dialog = self.content
        winners = [self.presenter.seat_plate(seat) for seat in dialog.winners[:MOST_MARKS]]
        marks = [marked(plate, HEAD_MM) for plate in winners]
        small = dialog.exact if self.exact else dialog.subtitle
        said = column(
            Text(dialog.title, title, bold=True, wraps=self.stands, share=1, name="title"),
            *([Text(small, wraps=True, dim=True, share=1, name="subtitle")] if small else []),
            gap=0.5,
        )
        exact = Button(
            words.HOW_EXACT,
            on_tap=self.how_exact,
            role=theme.body,
            chosen=self.exact,
            mm=26,
            name="exact",
        )
        asked = (exact,) if dialog.exact and dialog.finish is not None else ()
        high = HEAD_MM * 1.6 if whole or self.stands else HEAD_MM
        if self.stands:
            return (row(*marks, said, mm=high), *(row(one, mm=theme.TARGET_MM) for one in asked))
        head = row(*marks, said, *asked, mm=high)
        return (column(column(), head, column(), gap=0) if whole else head,)


def title() -> float:
    """Return the font size of who it was, in pixels."""
    return theme.figure() * 0.88
