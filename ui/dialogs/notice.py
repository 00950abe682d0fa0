"""Something that must be read before going on: a record that was damaged, a match that was broken off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Part, Text, column, row
from ui.stage import theme


@dataclass(eq=False, repr=False)
class NoticeDialog(PartDialog):
    """A title, a sentence, and pads with what to do, "pad 0" and so on; what must be `held` is the last."""

    title: str
    text: str
    pads: Sequence[tuple[str, Callable[[], None]]]
    warning: bool = False
    held: Button | None = None

    def part(self) -> Part:
        """Words above, pads below."""
        pads = [Button(word, on_tap=tap, primary=not n) for n, (word, tap) in enumerate(self.pads)]
        if self.held is not None:
            pads.append(replace(self.held, held=True))
        return column(
            Text(self.title, theme.title, bold=True, wraps=True, name="title"),
            Text(self.text, theme.heading, wraps=True, cut=True, share=1, name="text"),
            row(*(replace(pad, name=f"pad {n}") for n, pad in enumerate(pads)), mm=theme.PRIMARY_MM),
        )


def lost(line: int, count: int, reason: str, go_on: Callable[[], None]) -> NoticeDialog:
    """Return the dialog that says what could not be read of a record."""
    return NoticeDialog(
        words.LOST_TITLE, words.lost(line, count, reason), [(words.LOST_GO_ON, go_on)], warning=True
    )
