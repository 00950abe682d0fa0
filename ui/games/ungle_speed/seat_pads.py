"""An answer that names a seat: a pad for each of them."""

from collections.abc import Callable

from companion.games.ungle_speed import reports as us
from ui import theme
from ui.games.ungle_speed.asks import Ask
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages


class SeatPads(Face):
    """Pads for the answers to an `Ask`; `told` gets the report of the one that is tapped."""

    def __init__(self, ask: Ask, told: Callable[[us.AnyReport], None]) -> None:
        super().__init__()
        self.pads = [
            Pad(
                choice.title,
                choice.subtitle,
                on_tap=lambda report=choice.report: told(report),  # type: ignore[misc]
            )
            for choice in ask.choices
        ]
        self._pages = Pages(theme.mm(theme.TARGET_MM), 3, most=theme.mm(theme.PRIMARY_MM))
        self._pages.show(self.pads)
        self.add_widget(self._pages)

    def arrange(self, rect: Rect) -> None:
        """Everything for the pads."""
        put(self._pages, rect)
