"""A table's report: all of it to be read first, as a code for a phone, and as a file on a stick."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.clock import WallTime
from companion.store import Store, reason
from ui.appliance import report_words as words
from ui.appliance.sticks import Stick
from ui.parts.values import Button, Drawing, Header, Pages, Part, Screen, Text, column, row
from ui.records.whole_files import write_whole
from ui.screens.sticks import StickScreen
from ui.stage import theme
from ui.stage.icons import code_of
from ui.storage.copying import CopyNews

CODE, GAP_MM, LINE_MM, LINE_GAP_MM = 0.4, 4.0, 8.0, 1.0
"""Share of the width for the code; what lies between it and the lines, their height, and between two."""


@dataclass(eq=False, repr=False)
class ReportScreen(StickScreen):
    """`gather` makes the lines of the report from a store; it isn't called in the thread that draws."""

    title, hint, pad, writing = words.TITLE, words.HINT, words.WRITE, words.WRITING

    gather: Callable[[Path], tuple[str, ...]]
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Gather the lines beside everything else."""
        super().__post_init__()
        self.saver.ask_beside(lambda store: self.gather(store.path), self._gathered)

    def _gathered(self, lines: tuple[str, ...] | None) -> None:
        if not self.over:
            self.lines = lines or (words.UNREADABLE,)
            self.compose()

    def part(self) -> Screen:
        """Return the lines at the left, the code at the right, and below what can be done with them."""
        header = Header(self.title, self.hint, self.back)
        if not self.lines:
            return Screen(header, Text(words.GATHERING, theme.body, wraps=True, top=True))
        lines = Pages(
            tuple(Text(line, theme.small, wraps=True) for line in self.lines),
            LINE_MM,
            gap=LINE_GAP_MM,
            name="lines",
        )
        code = Drawing(code_of("\n".join(self.lines)), share=CODE, name="code")
        foot: list[Part] = [Text(self.told.text or words.ABOUT, theme.small, dim=True, wraps=True, share=1)]
        if self.chosen is None:
            foot.append(Text(words.PLUG_IN, theme.small, wraps=True, share=0.6))
        else:
            live = not self._busy and self.chosen.writable
            foot.append(
                Button(
                    self.pad,
                    self.chosen.name,
                    self.copy_now,
                    primary=True,
                    live=live,
                    share=0.6,
                    name="write",
                )
            )
        told = column(lines, share=1 - CODE)
        return Screen(header, column(row(told, code, gap=GAP_MM), row(*foot, mm=theme.PRIMARY_MM)))

    def write(self, store: Store, stick: Stick, now: WallTime) -> CopyNews:
        """Write the file, whole or not at all."""
        text = "\n".join((*self.lines, "")).encode()
        try:
            stem = write_whole("report", {".txt": lambda: text}, stick.folder, now)
        except OSError as error:
            return CopyNews(words.not_saved(reason(error)), well=False)
        return CopyNews(words.saved(stick.name, f"{stem}.txt"))
