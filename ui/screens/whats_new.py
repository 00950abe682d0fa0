"""What has changed with each version, said once after an update and whenever somebody asks."""

from collections.abc import Callable, Sequence

from ui import theme
from ui.appliance import care_words as words
from ui.keeping.whats_new import Version
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put
from ui.widgets.listing import Listing
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.text import Text

ROW_MM = 11.5


class ChangeRow(Panel):
    """A version's name, or a change in a sentence."""

    def __init__(self, text: str, *, heads: bool) -> None:
        super().__init__(theme.GROUND if heads else theme.PANEL)
        role = theme.heading() if heads else theme.body()
        self.text = Text(text, role=role, tone=theme.DIM if heads else theme.TEXT, bold=heads, wraps=True)
        self.add_widget(self.text)

    def arrange(self, rect: Rect) -> None:
        """Fill it with the words."""
        put(self.text, rect.inset(theme.mm(2.5), theme.mm(0.8)))


class WhatsNewScreen(Listing):
    """All versions, the newest first; `title` says why it is shown."""

    def __init__(
        self, title: str, now: str, versions: Sequence[Version], back: Callable[[], None], on_word: str = ""
    ) -> None:
        super().__init__(
            TitleLine(title, words.version(now), back, back if on_word else None, on_word),
            Pages(theme.mm(ROW_MM), 1, most=theme.mm(14), gap=theme.mm(1.6)),
        )
        rows = []
        for version in versions:
            if version.name != now or len(versions) > 1:
                rows.append(ChangeRow(words.version(version.name), heads=True))
            rows += [ChangeRow(change, heads=False) for change in version.changes]
        self.pages.show(rows)
