"""The parts of a screen, as frozen values. Pure: no Kivy, no widgets, no state.

Lengths are millimetres. Along its row or column a part is `mm` long, or else has a `share` of what is left (1
by default), `most_mm` at most; a text with neither takes the lines that it needs in a column. Across, a part
fills its row or column.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from companion.journal import NamePlate
from ui.language import words
from ui.stage import scene, theme
from ui.stage.parts import in_middle
from ui.stage.rect import Side
from ui.stage.scene import Spot
from ui.stage.theme import Tone

Role: TypeAlias = Callable[[], float]
"""A font size of the theme, in pixels, such as `theme.body`."""
Picture: TypeAlias = scene.Picture
Icon: TypeAlias = Literal["", "back", "forward", "undo", "up", "down", "plus", "minus"]
HEAD_MM, HEAD_PAD_MM = 15.0, 30.0
"""Height of the top of a dialog, and width of a pad in it."""
Tap: TypeAlias = Callable[[], None] | None


class Sized(Struct, frozen=True, kw_only=True):
    """What all parts have: a name to find it by, unique on its screen, and a size along its row or column."""

    name: str = ""
    mm: float = 0.0
    share: float = 0.0
    most_mm: float = 0.0
    written: ClassVar[tuple[str, ...]] = ()
    """The fields that are text: phrases in them are translated when the part is made."""

    def __post_init__(self) -> None:
        for name in self.written:
            text = getattr(self, name)
            if type(text) is not str:
                force_setattr(self, name, str(text))

    def __getitem__(self, name: str) -> Any:  # whichever kind of part it is
        """Return the part of this name; KeyError lists the names there are."""
        named = {part.name: part for part in walk(self) if part.name}
        if name not in named:
            raise KeyError(f"{name!r} is not among {[*named]}")
        return named[name]

    def __contains__(self, name: str) -> bool:
        """Return whether there is a part of this name."""
        return name in names_of(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """All its texts, in reading order."""
        return tuple(text for part in walk(self) for text in _texts(part) if text)


class Text(Sized, frozen=True):
    """Text; with `wraps` on as many lines as fit, at the `top` or centred; with `cut` it may be cut off."""

    written = ("text",)
    text: str
    role: Role = theme.body
    bold: bool = False
    dim: bool = False
    warning: bool = False
    wraps: bool = False
    align: Literal["left", "center", "right"] = "left"
    tone: Tone | None = None
    top: bool = False
    cut: bool = False


class Button(Sized, frozen=True):
    """A pad: a title, and a hint below it where there is room; unless `live`, dim and without effect.

    One that is `done` looks finished, but can still be tapped. `on_rest` gets True once a finger has rested
    on the pad for `rest_seconds`, and False when none is on it any more; `on_hold` gets True and the finger's
    number as soon as it comes down, and False when it is lifted. A pad shines in the tone `lit`. A `held` one
    must be held for a moment. A picture is next to the words, `wide` times as wide as high, or `above` them;
    an `icon` stands alone, and a plus or a minus repeats while it is held. A `listed` pad is aligned left;
    words of one with `cut` may be cut off.
    """

    written = ("title", "hint")
    title: str = ""
    hint: str = ""
    on_tap: Tap = None
    on_rest: Callable[[bool], None] | None = None
    rest_seconds: float = theme.REST_SECONDS
    on_hold: Callable[[bool, int | None], None] | None = None
    primary: bool = False
    chosen: bool = False
    live: bool = True
    done: bool = False
    held: bool = False
    icon: Icon = ""
    picture: Picture | None = None
    above: bool = False
    wide: float = 1.0
    listed: bool = False
    cut: bool = False
    lit: Tone | None = None
    hint_tone: Tone | None = None
    role: Role = theme.heading


small_pad = partial(Button, role=theme.body)
"""A pad whose words are as large as running text."""


class Line(Sized, frozen=True):
    """A pad of a list: what it is about, its value below, and a sign if a tap leads on.

    If `on` isn't None there is a switch, which a tap turns; `warning`: the value is wrong. With `wraps` the
    value has two lines, more where there is room, and the rest is cut off; one that is `struck` is crossed
    out.
    """

    written = ("title", "value")
    title: str
    value: str = ""
    on_tap: Tap = None
    on: bool | None = None
    live: bool = True
    warning: bool = False
    wraps: bool = False
    struck: bool = False


class Figure(Sized, frozen=True):
    """A number between a minus and a plus that change it by `step`; `on_change` gets each new one."""

    written = ("caption",)
    value: int
    on_change: Callable[[int], None]
    least: int = 0
    most: int = 999
    step: int = 1
    caption: str = ""


class Drawing(Sized, frozen=True):
    """A scene, such as a table, at most `wide` times as wide as high; 0: as wide as there is room.

    `on_stroke` gets all spots that a finger has been on, and True when it is lifted. `on_slide` gets each
    spot that it reaches, and None when it leaves.
    """

    scene: scene.Drawing
    wide: float = 0.0
    on_tap: Callable[[Spot], None] | None = None
    on_slide: Callable[[Spot | None], None] | None = None
    on_stroke: Callable[[tuple[Spot, ...], bool], None] | None = None
    faint: bool = False


class Many(Struct, frozen=True):
    """A list of `count` parts, each made only when its page is shown; indexes count from 0."""

    count: int
    make: "Callable[[int], Part]"

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, n: int) -> "Part":
        return self.make(n)

    def __iter__(self) -> "Iterator[Part]":
        return map(self.make, range(self.count))


class Pages(Sized, frozen=True):
    """A list in pages: as many parts as fit, each at least `row_mm` high, and pads to turn the page.

    Parts share a row if each can be `wide_mm` wide; 0: one below the other. No row is higher than
    `highest_mm`, unless a column in it needs more for its words. The list turns to the item with index
    `shows` whenever that changes.
    """

    items: "tuple[Part, ...] | Many"
    row_mm: float
    wide_mm: float = 0.0
    highest_mm: float = 0.0
    gap: float = theme.GAP_MM
    shows: int | None = None


class Header(Sized, frozen=True):
    """The top of a screen: back, what to do with a hint below it, and on, which may have to be `held`.

    `warns`: which of the texts is a warning.
    """

    written = ("title", "hint", "on_word", "on_hint")
    title: str
    hint: str = ""
    back: Tap = None
    on: Tap = None
    on_word: str = words.NEXT
    on_live: bool = True
    warns: Literal["", "title", "hint"] = ""
    on_hint: str = ""
    held: bool = False


class Turned(Sized, frozen=True):
    """A part that is read from a side of the screen: laid out, and touched, as if it weren't turned."""

    part: "Part"
    side: Side


class Row(Sized, frozen=True):
    """Parts from left to right. `by_hand`: the last one is at the player's hand, or below if upright."""

    parts: "tuple[Part, ...]"
    gap: float = theme.GAP_MM
    by_hand: bool = False


class Column(Sized, frozen=True):
    """Parts from the top down; on a `panel`, which may have a `rim`, if they belong together."""

    parts: "tuple[Part, ...]" = ()
    gap: float = theme.GAP_MM
    panel: bool = False
    rim: Tone | None = None


class Screen(Sized, frozen=True):
    """A whole screen: its header, and the room below it."""

    header: Header
    body: "Part"


Part: TypeAlias = "Text | Button | Line | Figure | Drawing | Pages | Header | Turned | Row | Column | Screen"


def row(
    *parts: Part, gap: float = theme.GAP_MM, mm: float = 0.0, most_mm: float = 0.0, share: float = 0.0
) -> Row:
    """Return parts next to each other."""
    return Row(parts, gap, mm=mm, most_mm=most_mm, share=share)


def column(
    *parts: Part, gap: float = theme.GAP_MM, mm: float = 0.0, most_mm: float = 0.0, share: float = 0.0
) -> Column:
    """Return parts below each other."""
    return Column(parts, gap, mm=mm, most_mm=most_mm, share=share)


def grid(parts: Iterable[Part], across: int, gap: float = theme.GAP_MM, most_mm: float = 0.0) -> Column:
    """Return parts in rows of `across`, each at most `most_mm` high."""
    cells = [*parts]
    cells += [Column()] * (-len(cells) % across)
    lines = (row(*cells[n : n + across], gap=gap, most_mm=most_mm) for n in range(0, len(cells), across))
    return column(*lines, gap=gap)


def marked(plate: NamePlate, mm: float) -> Drawing:
    """Return a seat's mark, `mm` wide in its row."""
    return Drawing(lambda room, _: scene.Scene(in_middle(plate, room)), mm=mm)


def headed(title: str, *pads: Part, role: Role = theme.title) -> Row:
    """Return the top of a dialog: its title, and pads at the right."""
    wide = [replace(pad, mm=HEAD_PAD_MM) if isinstance(pad, Button) and not pad.mm else pad for pad in pads]
    return row(Text(title, role, bold=True, wraps=True, share=1, name="title"), *wide, mm=HEAD_MM)


def sides(main: Part, tools: Part) -> Row:
    """Return a screen's main part, with its tools at the player's hand."""
    return Row((main, tools), by_hand=True)


def inside(part: Sized) -> "Iterable[Part]":
    """Return the parts that a part consists of."""
    match part:
        case Row() | Column():
            return part.parts
        case Pages():
            return part.items
        case Turned():
            return (part.part,)
        case Screen():
            return (part.header, part.body)
        case _:
            return ()


def walk(part: Sized, *, all_of_many: bool = True) -> "Iterator[Part]":
    """Yield a part and all within it, in reading order, with or without the items of `Many`."""
    yield part  # type: ignore[misc]  # Sized is only the base of the parts
    if all_of_many or not (isinstance(part, Pages) and isinstance(part.items, Many)):
        for each in inside(part):
            yield from walk(each, all_of_many=all_of_many)


def names_of(part: Sized) -> set[str]:
    """Return the names of all parts within one."""
    return {each.name for each in walk(part) if each.name}


def _texts(part: Part) -> tuple[str, ...]:
    match part:
        case Figure():
            return (str(part.value), part.caption)
        case Header(on=None):
            return (part.title, part.hint)
        case _:
            return tuple(getattr(part, name) for name in part.written)
