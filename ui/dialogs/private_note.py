"""What one player alone is shown, while a finger rests on that player's pad."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.journal import NamePlate
from ui.language import languages, words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Part, Text, column
from ui.stage import theme
from ui.stage.icons import code_of
from ui.table.presenting import PrivateNote

GAP_MM, HOW_MM = 0.1, 14.0


@dataclass(eq=False, repr=False)
class PrivateNotePanel(PartDialog):
    """Headings and texts, as large as there is room for them. Made anew each time: nothing of it is kept.

    It is in the language of whoever has the `plate`. With a second finger `code` is asked for, which a phone
    scans to show the same; None: no phone may.
    """

    margin_mm = (2.0, 1.0)

    note: PrivateNote
    plate: NamePlate | None = None
    code: Callable[[], str] | None = None
    _scanned: str = ""

    def __post_init__(self) -> None:
        """Lie on a ground that is told from the pads."""
        super().__post_init__()
        self.paint(theme.PANEL, theme.LINE)

    def part(self) -> Part:
        """The texts one under the other, and the way to the code; or the code."""
        with languages.spoken_to(self.plate):
            return column(Text(self.note.title, bold=True, dim=True, wraps=True), *self._below(), gap=GAP_MM)

    def _below(self) -> Iterator[Part]:
        if self._scanned:
            yield Text(str(words.MY_PHONE_SCAN), wraps=True, mm=HOW_MM, name="how")
            yield Drawing(code_of(self._scanned), name="code")
            return
        for head, text in self.note.lines:
            yield Text(head, bold=True, wraps=True)
            yield Text(text, wraps=True, top=True)
        yield column()
        if self.code is not None:
            yield Button(
                str(words.MY_PHONE), on_tap=self.scan, mm=theme.TARGET_MM, role=theme.body, name="phone"
            )

    def scan(self) -> None:
        """Show the code instead."""
        if self.code is not None:
            self._scanned = self.code()
            self.compose()
