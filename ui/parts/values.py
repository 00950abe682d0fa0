"""The parts of a screen, as frozen values. Pure: no Kivy, no widget, nothing that remembers.

Lengths are millimetres. Along its row or column a part has `mm`, or else a `share` of what is left (1 where
nothing is said), of at most `most_mm`; a text of which nothing is said takes one line of a column. Across it
a part fills the row or column.
"""

from collections.abc import Callable, Iterable, Iterator
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
"""The size of letters, as the theme has it: `theme.body`."""
Picture: TypeAlias = scene.Picture
Icon: TypeAlias = Literal["", "back", "forward", "undo", "up", "down", "plus", "minus", "check"]
HEAD_MM, HEAD_PAD_MM = 15.0, 30.0
"""Height of the top of a dialog, and width of a pad there."""
Tap: TypeAlias = Callable[[], None] | None


class Sized(Struct, frozen=True, kw_only=True):
    """What all parts have: a name to be found by, unique on a screen, and a size along the row or column."""

    name: str = ""
    mm: float = 0.0
    share: float = 0.0
    most_mm: float = 0.0
    written: ClassVar[tuple[str, ...]] = ()
    """Which of its fields are read: they are said in the reader's language when the part is made."""

    def __post_init__(self) -> None:
        for name in self.written:
            text = getattr(self, name)
            if type(text) is not str:
                force_setattr(self, name, str(text))

    def __getitem__(self, name: str) -> Any:  # whichever kind of part it is
        """Return the part of this name; KeyError names those that there are."""
        named = {part.name: part for part in walk(self) if part.name}
        if name not in named:
            raise KeyError(f"{name!r} is not among {[*named]}")
        return named[name]

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a part of this name."""
        return name in names_of(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is written, in the order in which it is read."""
        return tuple(text for part in walk(self) for text in _texts(part) if text)


class Text(Sized, frozen=True):
    """Words; with `wraps` on as many lines as fit, from the `top` or in the middle; or `cut` off."""

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
    """A pad: a title, and a line below it where there is room. One that isn't `live` is dim, and mute.

    One that is `done` with is told from the others, and can be tapped all the same. `on_rest` hears when a
    finger has rested on it for so many seconds, and when none does any more; `on_hold`, with its number, at
    once when one comes down on it, and when it is lifted. What is `lit` shines in that tone.
    `held`: it must be held for a moment. A picture stands beside the words, so `wide` for its height, or
    `above` them; an `icon` stands alone. What is `listed` begins at the left; a name may be `cut` off.
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


class Line(Sized, frozen=True):
    """A pad of a list: what it is about, below that how it stands, and where a tap leads.

    One that is `on`, or isn't, shows a switch, which a tap turns; `warning`: how it stands is wrong. With
    `wraps` that takes two lines, more where there is room, and of what is longer its beginning is read; one
    that is `struck` is crossed out.
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
    """A number between a minus and a plus that change it by a `step`; `on_change` gets each new one."""

    written = ("caption",)
    value: int
    on_change: Callable[[int], None]
    least: int = 0
    most: int = 999
    step: int = 1
    caption: str = ""


class Drawing(Sized, frozen=True):
    """A scene, as tables have; at most so `wide` for its height, 0: as wide as there is room.

    `on_stroke` hears of all spots a finger has been on; True: it is lifted. `on_slide` hears of each that it
    comes to, and None when it leaves.
    """

    scene: scene.Drawing
    wide: float = 0.0
    on_tap: Callable[[Spot], None] | None = None
    on_slide: Callable[[Spot | None], None] | None = None
    on_stroke: Callable[[tuple[Spot, ...], bool], None] | None = None
    faint: bool = False


class Many(Struct, frozen=True):
    """So many parts of a list that each is only made when its page comes; they count from 0."""

    count: int
    make: "Callable[[int], Part]"

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, n: int) -> "Part":
        return self.make(n)

    def __iter__(self) -> "Iterator[Part]":
        return map(self.make, range(self.count))


class Pages(Sized, frozen=True):
    """Many parts in little room: as many as fit, each at least `row_mm` high, and pads to turn the page.

    They stand beside each other where each can be `wide_mm`; 0: one below the other. No row is higher than
    `highest_mm`, but where a column in it needs more for its words. The page turns to the item `shows`
    whenever that is another one.
    """

    items: "tuple[Part, ...] | Many"
    row_mm: float
    wide_mm: float = 0.0
    highest_mm: float = 0.0
    gap: float = theme.GAP_MM
    shows: int | None = None


class Header(Sized, frozen=True):
    """The top of a screen: back, what to do here with a line below it, and on, which may have to be `held`.

    `warns`: what is wrong.
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
    """A part that is read from a side of the screen: it is laid out, and touched, as if it weren't turned."""

    part: "Part"
    side: Side


class Row(Sized, frozen=True):
    """Parts from left to right. `by_hand`: the last one lies at the hand that plays, and upright below."""

    parts: "tuple[Part, ...]"
    gap: float = theme.GAP_MM
    by_hand: bool = False


class Column(Sized, frozen=True):
    """Parts from the top down; on a `panel` where they belong together, which may have a `rim`."""

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
    """Return parts beside each other."""
    return Row(parts, gap, mm=mm, most_mm=most_mm, share=share)


def column(
    *parts: Part, gap: float = theme.GAP_MM, mm: float = 0.0, most_mm: float = 0.0, share: float = 0.0
) -> Column:
    """Return parts below each other."""
    return Column(parts, gap, mm=mm, most_mm=most_mm, share=share)


def grid(parts: Iterable[Part], across: int, gap: float = theme.GAP_MM, most_mm: float = 0.0) -> Column:
    """Return parts in rows of so many, each at most so high."""
    cells = [*parts]
    cells += [Column()] * (-len(cells) % across)
    lines = (row(*cells[n : n + across], gap=gap, most_mm=most_mm) for n in range(0, len(cells), across))
    return column(*lines, gap=gap)


def marked(plate: NamePlate, mm: float) -> Drawing:
    """Return somebody's mark, in a row that is as wide there."""
    return Drawing(lambda room, _: scene.Scene(in_middle(plate, room)), mm=mm)


def headed(title: str, *pads: Part, role: Role = theme.title) -> Row:
    """Return the top of a dialog: what it is about, and pads at the right of it."""
    wide = [replace(pad, mm=HEAD_PAD_MM) if isinstance(pad, Button) and not pad.mm else pad for pad in pads]
    return row(Text(title, role, bold=True, wraps=True, share=1, name="title"), *wide, mm=HEAD_MM)


def sides(main: Part, tools: Part) -> Row:
    """Return what a screen is about, and the pads for it at the hand that plays."""
    return Row((main, tools), by_hand=True)


def inside(part: Sized) -> "Iterable[Part]":
    """Return the parts that a part is made of."""
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
    """Yield a part and all within it, in the order in which they are read."""
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
