"""A notice to read, the dialog for a game's own entry page, and what only one player is shown."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.journal import NamePlate
from ui.games.face import EntryPage
from ui.language import languages, words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Part, Text, column, row
from ui.stage import theme
from ui.stage.icons import code_of
from ui.table.presenting import PrivateNote
from ui.widgets.layout import DialogPanel, Rect, place_widget
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering


class NoticeDialog(PartDialog):
    """A title, a sentence, and pads, named "pad 0" and so on; the `held` one comes last."""

    title: str
    text: str
    pads: Sequence[tuple[str, Callable[[], None]]]
    warning: bool = False
    held: Button | None = None

    def part(self) -> Part:
        """Return the words above the pads."""
        pads = [Button(word, on_tap=tap, primary=not n) for n, (word, tap) in enumerate(self.pads)]
        if self.held is not None:
            pads.append(replace(self.held, held=True))
        return column(
            Text(self.title, theme.title, bold=True, wraps=True, name="title"),
            Text(self.text, theme.heading, wraps=True, cut=True, share=1, name="text"),
            row(*(replace(pad, name=f"pad {n}") for n, pad in enumerate(pads)), mm=theme.PRIMARY_MM),
        )


# Entries that take more than a tap: the game's own widget, and the way out.


class EntryDialog(DialogPanel):
    """A game's entry page under a title; the banner stays visible unless it is only for looking."""

    def __init__(self, entry: EntryPage, close: Callable[[], None]) -> None:
        super().__init__(theme.PANEL)
        self.covers_banner = entry.view_only
        self.entry = entry.widget
        self._title = Lettering(entry.title, role=theme.heading(), bold=True, wraps=True)
        self.cancel = Pad(words.CLOSE if entry.view_only else words.CANCEL, on_tap=close, role=theme.body())
        self.show_texts(self._title)
        self.add_parts(self.cancel, self.entry)

    def arrange(self, rect: Rect) -> None:
        """Give all room but one line to the entry."""
        head, rest = rect.inset(theme.mm(2.5), theme.mm(2)).cut_top(theme.mm(12), theme.mm(1.5))
        pad, title = head.cut_right(theme.mm(28), theme.mm(3))
        place_widget(self._title, title)
        place_widget(self.cancel, pad)
        place_widget(self.entry, rest)


# What only one player is shown, while a finger rests on that player's pad.

GAP_MM, HOW_MM, PAD_MM = 0.1, 14.0, 30.0
"""Gap between lines, height of the instruction, and width of the pad next to the title."""


class PrivateNotePanel(PartDialog):
    """A private note, as large as it fits, in the language of the player with `plate`.

    It is made each time, and nothing of it is saved. A second finger can ask for `code`, which that player's
    phone scans to show the same; None if phones may not.
    """

    margin_mm = (2.0, 1.0)

    note: PrivateNote
    plate: NamePlate | None = None
    code: Callable[[], str] | None = None
    _scanned: str = ""

    def start(self) -> None:
        """Paint a background that differs from the pads'."""
        self.paint(theme.PANEL, theme.LINE)

    def part(self) -> Part:
        """Return the texts and the pad for the code; or the code.

        Below an upright board the panel is wide and low, so the pad or code is next to the words there.
        """
        with languages.spoken_to(self.plate):
            title = Text(self.note.title, bold=True, dim=True, wraps=True)
            if self._scanned:
                instruction = Text(str(words.MY_PHONE_SCAN), wraps=True, mm=HOW_MM, name="how")
                code = Drawing(code_of(self._scanned), name="code")
                if self.upright:
                    return column(title, instruction, code, gap=GAP_MM)
                return row(column(title, instruction), code)
            lines: list[Text] = []
            for head, text in self.note.lines:
                lines += (Text(head, bold=True, wraps=True), Text(text, wraps=True, top=True))
            if self.code is None:
                return column(title, *lines, column(), gap=GAP_MM)
            pad = Button(str(words.MY_PHONE), on_tap=self.scan, role=theme.body, name="phone")
            if self.upright:
                return column(title, *lines, column(), replace(pad, mm=theme.TARGET_MM), gap=GAP_MM)
            top = row(replace(title, share=1), replace(pad, mm=PAD_MM), mm=theme.TARGET_MM)
            return column(top, *lines, column(), gap=GAP_MM)

    def scan(self) -> None:
        """Show the code instead of the texts."""
        if self.code is not None:
            self._scanned = self.code()
            self.compose()
