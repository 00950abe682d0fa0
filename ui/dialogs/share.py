"""A result on its way out: a code that a phone reads, and the picture of the end for a stick."""

from collections.abc import Callable
from dataclasses import dataclass

from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Part, Text, column, sides
from ui.stage import theme
from ui.stage.icons import code_of

TOOLS_MM = 40.0


@dataclass(eq=False, repr=False)
class SharePage(PartScreen):
    """Shows the code of a link; `picture` leads on to the stick, None where it can't be written."""

    link: str
    picture: Callable[[], None] | None

    def part(self) -> Part:
        """The code, and what can be done with it."""
        parts: list[Part] = [Text(words.SCAN_IT, theme.body, wraps=True, share=1, name="how")]
        if self.picture is not None:
            parts.append(
                Button(words.PICTURE, words.PICTURE_HINT, self.picture, mm=theme.PRIMARY_MM, name="picture")
            )
        return sides(Drawing(code_of(self.link), name="code"), column(*parts, mm=TOOLS_MM))
