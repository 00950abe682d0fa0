"""The Kivy classes that we subclass, with the types that Kivy doesn't ship.

Kivy has neither types nor stubs, and a class whose base is unknown can't be checked. The type checker sees
only the few members that we use; at run time these are Kivy's own classes.
"""

# Any: Kivy's arguments and results have no types.
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class Touch:
        """A finger or the mouse."""

        id: Any
        uid: int
        x: float
        y: float
        pos: tuple[float, float]
        grab_current: Any
        is_mouse_scrolling: bool

        def grab(self, widget: "Widget") -> None: ...
        def ungrab(self, widget: "Widget") -> None: ...
        def push(self) -> None: ...
        def pop(self) -> None: ...
        def apply_transform_2d(self, transform: Callable[[float, float], tuple[float, float]]) -> None: ...

    class EventDispatcher:
        """Kivy's base of everything with properties and events."""

        def __init__(self, **kwargs: Any) -> None: ...
        def bind(self, **kwargs: Any) -> None: ...
        def fbind(self, name: str, func: Callable[..., object]) -> None: ...
        def unbind(self, **kwargs: Any) -> None: ...
        def dispatch(self, event: str, *args: Any) -> Any: ...
        def __getattr__(self, name: str) -> Any: ...

    class Widget(EventDispatcher):
        """Kivy's base of everything on the screen; lengths in pixels."""

        x: float
        y: float
        width: float
        height: float
        right: float
        top: float
        center_x: float
        center_y: float
        pos: Any
        size: Any
        center: Any
        size_hint: Any
        opacity: float
        children: list[Any]
        parent: Any
        canvas: Any

        def add_widget(self, widget: "Widget", index: int = 0, canvas: str | None = None) -> None: ...
        def remove_widget(self, widget: "Widget") -> None: ...
        def clear_widgets(self, children: list[Any] | None = None) -> None: ...
        def collide_point(self, x: float, y: float) -> bool: ...
        def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]: ...
        def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]: ...
        def on_touch_down(self, touch: Touch) -> bool | None: ...
        def on_touch_move(self, touch: Touch) -> bool | None: ...
        def on_touch_up(self, touch: Touch) -> bool | None: ...
        def get_root_window(self) -> Any: ...

    class App(EventDispatcher):
        """Kivy's application."""

        title: str
        root: Any

        def build(self) -> Widget: ...
        def run(self) -> None: ...
        def stop(self) -> None: ...

    class ExceptionHandler:
        """Kivy's hook for exceptions in callbacks."""

else:
    from kivy.app import App
    from kivy.base import ExceptionHandler
    from kivy.input.motionevent import MotionEvent as Touch
    from kivy.properties import ObjectProperty, ReferenceListProperty
    from kivy.uix.widget import Widget as KivyWidget

    class Widget(KivyWidget):
        """Kivy's widget, but of size 0 until it is placed, and without rules of the kv language.

        Kivy would give each one a size and look up such rules whenever it is made. Numbers are pixels: a
        property that may be "10dp" watches the screen's density, and is five more objects for the garbage
        collector.
        """

        x, y, width, height = ObjectProperty(0), ObjectProperty(0), ObjectProperty(0), ObjectProperty(0)
        pos, size = ReferenceListProperty(x, y), ReferenceListProperty(width, height)
        opacity = ObjectProperty(1.0)
        size_hint = (None, None)

        def apply_class_lang_rules(self, *_: object, **__: object) -> None:
            """Apply nothing."""


__all__ = ["App", "ExceptionHandler", "Touch", "Widget", "number_of"]


def number_of(touch: Touch) -> int | None:
    """Return the kernel's number of a finger, as Kivy's panel reader passes it on; None for a mouse."""
    return touch.id if isinstance(touch.id, int) else None
