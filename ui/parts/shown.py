"""The one widget for all screens that are values: it makes, reuses and places the parts' widgets."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias, dataclass_transform, get_args

from ui.parts import values
from ui.parts.layout import PartLayout
from ui.parts.values import Button, Column, Drawing, Line, Part
from ui.stage import icons, theme
from ui.stage.kivy_types import Widget
from ui.stage.stage import Stage
from ui.widgets.layout import Arranged, DialogPanel, Panel, Rect, Rotated, place_widget, rect_of
from ui.widgets.pad import GlyphPad, HoldPad, LinePad, Pad, PicturePad, RepeatPad
from ui.widgets.text import Lettering

SPARE = 60
"""How many removed pads are kept for reuse."""
FAINT = 0.45
"""Opacity of a drawing that isn't in question now."""
Shown: TypeAlias = Widget | Lettering


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class PartScreen(Arranged):
    """A screen that is a value: subclasses write `part`, and call `compose` when their state changes.

    Its arguments and state are fields: every subclass is a dataclass without a decorator. A screen equals
    only itself, and its repr leaves out the fields, which may be secret. It is first composed when it is
    first placed. `margin_mm` is left around it, across and down.

    A widget, with the finger on it, is reused as long as its kind and its name (or its place, if unnamed)
    stay the same. A removed one does nothing any more, even if a finger is still on it. `upright`: the screen
    is higher than wide; `part` may depend on it.
    """

    margin_mm = (0.0, 0.0)

    def __init_subclass__(cls) -> None:
        """Make a screen's annotated names dataclass fields."""
        super().__init_subclass__()
        dataclass(eq=False, repr=False)(cls)

    def __init__(self) -> None:
        super().__init__()
        self._part: Part | None = None
        self._layout = PartLayout(self.rearrange)
        self._widgets: dict[tuple[str, str], Shown] = {}
        self._spare: dict[tuple[str, str], Shown] = {}
        self._stale = self.upright = False
        self.over: Widget | None = None

    def __post_init__(self) -> None:
        """Become a widget, now that the fields are set."""
        PartScreen.__init__(self)
        self.start()

    def start(self) -> None:
        """Set up the initial state; override this. The fields are set, and the screen is a widget."""

    def part(self) -> Part:
        """Return what to show, from the state alone; by default the part that was given to `see`."""
        return Column() if self._part is None else self._part

    def see(self, part: Part) -> None:
        """Show a part made elsewhere."""
        self._part = part
        self.compose()

    def compose(self) -> None:
        """Show the present state; ValueError if two parts have the same name."""
        laid_out, self._part = self._part is not None, self._checked()
        self._stale = True
        if self.parent is not None:
            # At once: another tap in this frame mustn't hit the pads of the state before.
            self.arrange(rect_of(self))
        elif laid_out:
            # A screen that was never composed waits until it is placed, and needs no window before.
            self.rearrange()

    def _checked(self) -> Part:
        part = self.part()
        named = [inner.name for inner in values.walk(part, all_of_many=False) if inner.name]
        if len(named) != len({*named}):
            raise ValueError(f"several parts are called {max(named, key=named.count)!r}")
        return part

    def lay_over(self, screen: Widget | None) -> None:
        """Show another screen in place of this one; None: show this one again."""
        self.over = screen
        self.compose()

    def __getitem__(self, name: str) -> Any:
        """Return the widget or the text of a visible part by name; KeyError lists the names there are."""
        named = self._named()
        if name not in named:
            raise KeyError(f"{name!r} is not among {[*named]}")
        return named[name]

    def turners(self) -> list[Pad]:
        """Return the pads that turn lists to their next page."""
        named = self._named().items()
        return [pad for name, pad in named if name.endswith(" down") and isinstance(pad, GlyphPad)]

    def __contains__(self, name: str) -> bool:
        """Return whether a part of this name is visible."""
        return name in self._named()

    def _named(self) -> dict[str, Shown]:
        if self._stale or self._part is None:
            self.arrange(rect_of(self))
        named = {name: widget for (_, name), widget in self._widgets.items()}
        for widget in self._widgets.values():
            if isinstance(widget, Rotated):
                named |= widget.inside._named()
        return named

    def arrange(self, rect: Rect) -> None:
        """Make or reuse a widget for each part, and place it."""
        rect = rect.inset(*map(theme.mm, self.margin_mm))
        self._stale = False
        if self._part is None or self.upright != (rect.height > rect.width):
            self.upright = rect.height > rect.width
            self._part = self._checked()
        before, self._widgets = self._spare | self._widgets, {}
        for placed in self._layout.of(self._part, rect) if self.over is None else ():
            part = placed.part
            key = (kind_of(part), part.name or placed.place)
            widget = self._widgets[key] = before.pop(key) if key in before else made(part)
            place_widget(widget, placed.rect)
            show(widget, part)
        for widget in before.values():
            if isinstance(widget, Pad):
                widget.live, widget.when_tapped = False, None
            if isinstance(widget, PicturePad):
                widget.stop_waiting()
            if isinstance(widget, Rotated):
                widget.inside.see(Column())
        # One with a finger on it is never reused.
        removed = [(key, pad) for key, pad in before.items() if isinstance(pad, Pad) and not pad.pressed]
        self._spare = dict(removed[-SPARE:])
        if self.over is not None:
            place_widget(self.over, rect)
        visible = [*self._widgets.values()] if self.over is None else [self.over]
        texts = tuple(text for text in visible if isinstance(text, Lettering))
        widgets = [widget for widget in visible if not isinstance(widget, Lettering)]
        if widgets != self.children[::-1]:
            self.clear_widgets()
            self.add_parts(*widgets)
        if texts != self.lettering:
            self.show_texts(*texts)


class PartDialog(PartScreen, DialogPanel):
    """A dialog over the table that is a value; with `warning` on a conspicuous ground."""

    margin_mm = (4.0, 3.0)
    warning = False

    def __post_init__(self) -> None:
        """Become a widget, on its ground."""
        super().__post_init__()
        if self.warning:
            self.paint(theme.WARNING_GROUND, theme.WARNING)


def kind_of(part: Part) -> str:
    """Return a key for the kind of widget that a part needs."""
    if isinstance(part, Button):
        # An unnamed pad's title is in its key: if one pad replaces another, a finger on the old one must not
        # trigger it.
        return f"Button {part.icon} {part.held} {part.primary} {'' if part.name else part.title}"
    return type(part).__name__


def made(part: Part) -> Shown:
    """Return a new widget or text for a part; `show` has yet to fill it."""
    match part:
        case values.Text():
            return Lettering(role=1)
        case Button(icon="", held=held, primary=primary):
            return HoldPad() if held else PicturePad(primary=primary)
        case Button(icon="minus" | "plus" as icon):
            return RepeatPad(ICONS[icon])
        case Button(icon=icon):
            return GlyphPad(ICONS[icon])
        case Line():
            return LinePad()
        case Drawing():
            return Stage()
        case values.Turned():
            return Rotated(PartScreen())
        case _:
            return Panel()


def show(widget: Shown, part: Part) -> None:
    """Update what was made for this kind of part to show this part."""
    if isinstance(part, values.Text) and isinstance(widget, Lettering):
        widget.role, widget.bold, widget.wraps, widget.halign = part.role(), part.bold, part.wraps, part.align
        widget.text, widget.cuts, widget.valign = part.text, part.cut, "top" if part.top else "middle"
        plain = theme.WARNING if part.warning else theme.DIM if part.dim else theme.TEXT
        widget.color = part.tone or plain
    elif isinstance(part, Line) and isinstance(widget, LinePad):
        widget.when_tapped, widget.live = part.on_tap, part.live
        widget.wraps, widget.struck = part.wraps, part.struck
        widget.tell(part.title, part.value, on=part.on, leads=part.on_tap is not None, warning=part.warning)
    elif isinstance(part, Button) and isinstance(widget, Pad):
        widget.when_tapped, widget.live, widget.title.role = part.on_tap, part.live, part.role()
        widget.subtitle.role = theme.small()
        widget.say(part.title, part.hint)
        widget.choose(part.chosen)
        widget.light(part.lit)
        widget.when_held = part.on_hold
        if part.hint_tone is not None:
            widget.subtitle.color = part.hint_tone
        if part.listed or part.cut:
            widget.cut(left=part.listed)
        if isinstance(widget, PicturePad):
            widget.when_rested, widget.rest_seconds = part.on_rest, part.rest_seconds
            widget.see(part.picture, above=part.above, wide=part.wide, done=part.done)
    elif isinstance(part, Column) and isinstance(widget, Panel):
        widget.paint(widget.tone, part.rim)
    elif isinstance(part, values.Turned) and isinstance(widget, Rotated):
        widget.turn(part.side)
        widget.inside.see(part.part)
    elif isinstance(part, Drawing) and isinstance(widget, Stage):
        widget.on_tap, widget.on_slide, widget.on_stroke = part.on_tap, part.on_slide, part.on_stroke
        widget.opacity = FAINT if part.faint else 1
        widget.draw(part.scene)


ICONS = {icon: getattr(icons, icon) for icon in get_args(values.Icon) if icon}
