"""What the table needs, thing by thing: fine, or what to do. It stands where else the screen were black."""

from collections.abc import Callable

from ui import theme
from ui.appliance import care_words as words
from ui.findings import Finding
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

ROW_MM = 13.0
MARK_MM = 11.0
NAME_SHARE = 0.27


class CheckRow(Panel):
    """One thing: a word for how it is, its name, what was found, and below that what to do."""

    def __init__(self, check: Finding) -> None:
        super().__init__(theme.PANEL, None if check.ok else theme.WARNING)
        self.check = check
        mark = words.WELL if check.ok else words.NOT_WELL
        tone = theme.READY if check.ok else theme.WARNING
        self._mark = Text(mark, role=theme.small() * 1.1, tone=tone, bold=True, align="center")
        self._name = Text(check.name, role=theme.body(), bold=True, wraps=True)
        self._what = Text(_capital(check.what), role=theme.small() * 1.1, wraps=True)
        self._remedy = Text(_capital(check.remedy), role=theme.small() * 1.1, tone=theme.DIM, wraps=True)
        self.add_parts(self._mark, self._name, self._what)
        if check.remedy:
            self.add_widget(self._remedy)

    def arrange(self, rect: Rect) -> None:
        """Mark and name at the left, words at the right."""
        inner = rect.inset(theme.mm(1.2), theme.mm(0.8))
        mark, rest = inner.cut_left(theme.mm(MARK_MM), theme.mm(1.5))
        put(self._mark, mark)
        name, told = rest.cut_left(rest.width * NAME_SHARE, theme.mm(2))
        put(self._name, name)
        if self.check.remedy:
            what, remedy = told.cut_top(told.height * 0.42)
            put(self._what, what)
            put(self._remedy, remedy)
        else:
            put(self._what, told)


class SelfCheckScreen(SheetPanel):
    """All findings, those that need a look first. `look` is given where to hand them.

    With `found` it is a page at the start, which leads on to play; else it is asked for, and looks again.
    """

    def __init__(
        self,
        look: Callable[[Callable[[list[Finding]], None]], None],
        back: Callable[[], None],
        found: list[Finding] | None = None,
    ) -> None:
        super().__init__(theme.GROUND)
        self._look = look
        on, on_word = (self.look_again, words.LOOK_AGAIN) if found is None else (back, words.PLAY_ON)
        self.header = TitleLine(words.SELF_CHECK, words.LOOKING, back, on, on_word)
        self.pages = Pages(theme.mm(ROW_MM), 1, most=theme.mm(15), gap=theme.mm(1.6))
        self.add_parts(self.header, self.pages)
        if found is None:
            self.look_again()
        else:
            self.show(found)

    @property
    def rows(self) -> list[CheckRow]:
        """The findings on the page that is shown."""
        return [row for row in self.pages.children if isinstance(row, CheckRow)]

    def look_again(self) -> None:
        """Have everything looked at anew."""
        self.header.hint.text = words.LOOKING
        self.header.next.live = False
        self._look(self.show)

    def show(self, found: list[Finding]) -> None:
        """Show what was found."""
        wrong = [check for check in found if not check.ok]
        self.header.hint.text = words.troubles(len(wrong)) if wrong else words.ALL_WELL
        self.header.next.live = True
        right = [check for check in found if check.ok]
        self.pages.show([CheckRow(check) for check in (*wrong, *right)])

    def arrange(self, rect: Rect) -> None:
        """The header above, a row a finding below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
