"""Whether the screens in front show their present state, as nobody sees who only asks them for their part.

A screen whose state changed, and which wasn't composed after it, still shows the state before.
"""

from collections.abc import Iterator
from typing import Any

from ui.parts import values
from ui.parts.shown import PartScreen
from ui.stage.kivy_types import Widget
from ui.stage.rect import Rect
from ui.stage.scene import Viewport

ROOM = Viewport(Rect(0, 0, 700, 430))


def out_of_date(top: Widget) -> list[tuple[str, Any, Any]]:
    """Return each screen in a widget that shows an old state: its name, what it shows, what it should."""
    found = []
    for widget in top.walk():
        if isinstance(widget, PartScreen) and widget._part is not None and widget.over is None:
            shown, now = [*looks(widget._part)], [*looks(widget.part())]
            if shown != now:
                different = ((one, other) for one, other in zip(shown, now, strict=False) if one != other)
                found.append((type(widget).__name__, *next(different, (shown[-1], now[-1]))))
    return found


def looks(part: values.Part) -> Iterator[tuple[object, ...]]:
    """Yield how each part within one looks: its kind, its fields, and its scene in one size."""
    for inner in values.walk(part):
        fields = ((name, getattr(inner, name)) for name in inner.__struct_fields__)
        yield type(inner).__name__, *((name, looked(value)) for name, value in fields)
        if isinstance(inner, values.Drawing):
            yield inner.scene(ROOM, None).items


def looked(value: object) -> object:
    """Return a field's value; of what is called by a tap only that it is there; parts within are walked."""
    if isinstance(value, values.Sized | values.Many) or callable(value):
        return True
    return len(value) if isinstance(value, tuple) else value
