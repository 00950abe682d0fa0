"""The base of everything that lays out its own parts."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from kivy.clock import Clock

from ui.kivy_types import Widget
from ui.widgets.layout import Rect, rect_of


@runtime_checkable
class Leaving(Protocol):
    """A screen that must end what it is doing before another one is shown."""

    def leave(self) -> None:
        """End it."""
        ...


class Face(Widget):
    """A widget that arranges its children whenever it is moved or resized; override `arrange`."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self._arranging: Callable[[], None] = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=lambda *_: self._arranging(), size=lambda *_: self._arranging())

    def add_parts(self, *parts: Widget) -> None:
        """Have these parts on it, a later one above those before it."""
        for part in parts:
            self.add_widget(part)

    def set_parts(self, *parts: Widget) -> None:
        """Have these parts on it and no others, and lay them out."""
        self.clear_widgets()
        self.add_parts(*parts)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Put the children into `rect`."""

    def rearrange(self) -> None:
        """Lay the parts out anew, at the end of this frame."""
        self._arranging()

    def _arrange(self, *_: object) -> None:
        self.arrange(rect_of(self))
