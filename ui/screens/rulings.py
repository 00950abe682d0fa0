"""How this table plays: how much the referee is told, and what the rulebook leaves open."""

from collections.abc import Callable, Mapping

from companion.catalogue import Catalogue, RulingChoice
from companion.game import Level
from ui import theme, words
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.text import Text

ROW_MM = 18.1


class RulingQuestion(Face):
    """One thing to settle: a sentence, and its options side by side."""

    def __init__(self, text: str, options: Mapping[str, tuple[str, str]], chosen: str) -> None:
        super().__init__()
        self.chosen = chosen
        self._text = Text(text, role=theme.body(), bold=True)
        self.pads = {
            name: Pad(title, subtitle, on_tap=lambda name=name: self.choose(name), role=theme.body() * 0.92)  # type: ignore[misc]
            for name, (title, subtitle) in options.items()
        }
        self.add_widget(self._text)
        self.add_parts(*self.pads.values())
        self.choose(chosen)

    def choose(self, name: str) -> None:
        """Choose an option."""
        self.chosen = name
        for option, pad in self.pads.items():
            pad.choose(option == name)

    def arrange(self, rect: Rect) -> None:
        """The sentence above its options."""
        head, rest = rect.cut_top(theme.body() * 1.5, theme.mm(0.6))
        put(self._text, head)
        put_row([*self.pads.values()], rest, theme.mm(3))


class Reading(Panel):
    """A question that has one answer at this table."""

    def __init__(self, choice: RulingChoice) -> None:
        super().__init__(theme.RAISED)
        self._text = Text(choice.text, role=theme.small() * 1.05, tone=theme.DIM)
        self._answer = Text(next(iter(choice.options.values())), role=theme.body())
        self.add_parts(self._text, self._answer)

    def arrange(self, rect: Rect) -> None:
        """The question over its answer."""
        upper, lower = rect.inset(theme.mm(2), theme.mm(1)).rows(2, 0)
        put(self._text, upper)
        put(self._answer, lower)


class RulingsScreen(Face):
    """What is chosen before a match; `on` gets the rulings and the level.

    Without words for the `levels` no level is asked for, and none is given on.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        asks: Callable[[str], bool],
        back: Callable[[], None],
        on: Callable[[dict[str, str], Level | None], None],
        chosen: dict[str, str] | None = None,
        level: Level | None = None,
        levels: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        super().__init__()
        before = chosen or {}
        self._on = on
        self.header = TitleLine(words.RULINGS, words.RULINGS_HINT, back, self._go)
        self.level = (
            RulingQuestion(words.LEVEL, levels, level.value) if level is not None and levels else None
        )
        self.questions = {
            name: RulingQuestion(
                choice.text,
                {
                    option: (text, words.DEFAULT if option == choice.default else "")
                    for option, text in choice.options.items()
                },
                before[name] if before.get(name) in choice.options else choice.default,
            )
            for name, choice in asked(catalogue, asks).items()
        }
        self._readings = [Reading(choice) for choice in catalogue.ruling.values() if len(choice.options) == 1]
        self.more = Pad(words.READS_RULES, words.READS_RULES_HINT, on_tap=self.open_more, role=theme.body())
        self._pages = Pages(theme.mm(ROW_MM), most=theme.mm(ROW_MM + 2))
        items: list[Face] = [*self.questions.values()]
        if self.level is not None:
            items.insert(0, self.level)
        if self._readings:
            items.append(self.more)
        self._pages.show(items)
        self._fold = Pages(theme.mm(13), most=theme.mm(14), gap=theme.mm(2))
        self._fold.show(self._readings)
        self._close = Pad(words.CLOSE, on_tap=self.close_more)
        self.add_parts(self.header, self._pages)

    def open_more(self) -> None:
        """Show what is read in one way only."""
        self.remove_widget(self._pages)
        self.add_parts(self._fold, self._close)
        self.rearrange()

    def close_more(self) -> None:
        """Back to what can be chosen."""
        self.remove_widget(self._fold)
        self.remove_widget(self._close)
        self.add_widget(self._pages)
        self.rearrange()

    @property
    def chosen(self) -> tuple[dict[str, str], Level | None]:
        """What is chosen now: the rulings, and the level, None where none is asked for."""
        rulings = {name: question.chosen for name, question in self.questions.items()}
        return rulings, None if self.level is None else Level(self.level.chosen)

    def _go(self) -> None:
        self._on(*self.chosen)

    def arrange(self, rect: Rect) -> None:
        """The questions below the header, in pages."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self._pages, room)
        foot, upper = room.cut_bottom(theme.mm(13), theme.mm(3))
        put(self._fold, upper)
        put(self._close, foot)


def asked(catalogue: Catalogue, asks: Callable[[str], bool]) -> dict[str, RulingChoice]:
    """Return the rulings that there is something to choose about."""
    return {
        name: choice for name, choice in catalogue.ruling.items() if len(choice.options) > 1 and asks(name)
    }
