"""Who sits where: tap a place and somebody sits there; tap them to pick somebody else. No keyboard."""

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import Plate
from ui import theme, words
from ui.letter_pads import LATIN, Script
from ui.sheets.naming import NamingSheet
from ui.stage.sides import Side, Sides
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.place import Felt, PlacePad, around
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

ACROSS = 6
UP = 3
PLACES = 2 * (ACROSS + UP)
"""Places around the table: six above and below, three at each side."""


class Seating(Struct, frozen=True):
    """Who sits at which place, clockwise from the bottom left, and the place that begins.

    A person by the id, a guest by the name of the plate. `flat`: the screen lies in the middle of them.
    """

    places: dict[int, str] = {}
    first: int | None = None
    flat: bool = False

    @property
    def sides(self) -> Sides:
        """Where everybody sits around a screen that lies in the middle; nothing where it doesn't."""
        if not self.flat:
            return {}
        # Whoever sits at an edge has the next one clockwise on the left; the first place is in a corner.
        order = sorted(self.places, key=lambda place: place or PLACES, reverse=True)
        return {self.places[place]: edge_of(place) for place in order}


def edge_of(place: int) -> Side:
    """Return the edge at which a place is."""
    edges = ((1, Side.FRONT), (UP, Side.LEFT), (ACROSS, Side.FAR), (UP, Side.RIGHT), (ACROSS - 1, Side.FRONT))
    every = [side for count, side in edges for _ in range(count)]
    return every[place % PLACES]


def told_apart(plates: Iterable[Plate]) -> tuple[Plate, ...]:
    """Return plates of which no two have both colour and shape: whoever comes later has another shape."""
    seen: set[tuple[str, str]] = set()
    apart = []
    for plate in plates:
        shapes = (plate.shape, *theme.SHAPES)
        free = next((shape for shape in shapes if (plate.colour, shape) not in seen), plate.shape)
        seen.add((plate.colour, free))
        apart.append(replace(plate, shape=free))
    return tuple(apart)


class Picker(SheetPanel):
    """Everybody who isn't at the table yet, as large as fits."""

    def __init__(self, close: Callable[[], None]) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._title = Text(words.WHO_IS_HERE, role=theme.title(), bold=True)
        self.pages = Pages(theme.mm(15), 6, most=theme.mm(19))
        self.first = Pad(words.MAKE_FIRST)
        self.leaves = Pad(words.LEAVES)
        self.new = Pad(words.NEW_NAME)
        self._close = Pad(words.CLOSE, on_tap=close)
        self.add_parts(self._title, self.pages, self.first, self.leaves, self.new, self._close)

    def arrange(self, rect: Rect) -> None:
        """Names in a grid; what else there is to do below."""
        inner = rect.inset(theme.mm(3))
        head, rest = inner.cut_top(theme.title() * 1.4, theme.mm(2))
        foot, rest = rest.cut_bottom(theme.mm(13), theme.mm(3))
        put(self._title, head)
        put(self.pages, rest)
        pads = (self.first, self.leaves, self.new, self._close)
        put_each(pads, foot.columns([4, 5, 4, 3], theme.mm(3)))


class PlayersScreen(Face):
    """The table with its places; `on` gets who sits where, once they are as many as can play (`counts`).

    `everybody` are the plates to pick from, people before guests; without it there are guests only. A name
    that is typed goes to `newcomer`, who gives back a plate once it is kept. Letters are those of `script`
    until others are asked for, which `switched` is told; `from_stick` leads to names in a file.
    """

    def __init__(
        self,
        counts: Collection[int],
        back: Callable[[], None],
        on: Callable[[Seating], None],
        seating: Seating | None = None,
        everybody: Mapping[str, Plate] | None = None,
        newcomer: Callable[[str, Callable[[Plate], None]], None] | None = None,
        script: Script = LATIN,
        switched: Callable[[Script], None] | None = None,
        from_stick: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._counts = counts
        self._on = on
        self._everybody = dict(everybody or {plate.name: plate for plate in theme.plates()})
        self._newcomer = newcomer
        self._script, self._switched, self._from_stick = script, switched, from_stick
        self.naming: NamingSheet | None = None
        self._people = any(plate.person for plate in self._everybody.values())
        self.seated: dict[int, str] = {}
        self.first: int | None = None
        self.header = TitleLine(words.WHO_SITS, words.TAP_A_PLACE, back, self._go)
        self._felt = Felt()
        self.places = [PlacePad(lambda n=n: self.tap(n)) for n in range(PLACES)]  # type: ignore[misc]
        self._count = Text("", role=theme.glance(), bold=True, align="center")
        self._under = Text("", role=theme.body(), tone=theme.DIM, align="center", wraps=True)
        self.picker = Picker(self.close_picker)
        self._picking: int | None = None
        self.flat = Pad(words.LIES_FLAT, words.TURNS_TO_ALL, on_tap=self._lay_flat, role=theme.body())
        self.add_parts(self.header, self._felt, self._count, self._under, self.flat, *self.places)
        self.take(seating or Seating())

    def take(self, seating: Seating) -> None:
        """Seat everybody as they sat before."""
        self.seated = {
            place: name
            for place, name in seating.places.items()
            if name in self._everybody and 0 <= place < PLACES
        }
        self.first = seating.first if seating.first in self.seated else None
        self.flat.choose(seating.flat)
        self._show()

    @property
    def seating(self) -> Seating:
        """Who sits where now."""
        return Seating(dict(sorted(self.seated.items())), self.first, self.flat.chosen)

    @property
    def plates(self) -> tuple[Plate, ...]:
        """Who plays, clockwise."""
        return told_apart(self._everybody[name] for _, name in sorted(self.seated.items()))

    def tap(self, place: int) -> None:
        """Seat the next guest who is free, or ask: about who sits there, or who of those with names."""
        if place in self.seated:
            self._pick(place)
            return
        free = [name for name in self._everybody if name not in self.seated.values()]
        if not free or len(self.seated) >= max(self._counts):
            return
        if self._people:
            self._pick(place)
            return
        self.seated[place] = free[0]
        self._show()

    def close_picker(self) -> None:
        """Leave everybody where they are."""
        self.remove_widget(self.picker)
        self._picking = None

    def _pick(self, place: int) -> None:
        self._picking = place
        pads: list[PlacePad] = []
        for name, plate in self._everybody.items():
            if name in self.seated.values() and self.seated.get(place) != name:
                continue
            pad = PlacePad(lambda name=name: self._choose(name))  # type: ignore[misc]
            pad.seat(plate, plate.name)
            pads.append(pad)
        self.picker.pages.show(pads)
        self.picker.first.when_tapped = self._make_first
        self.picker.leaves.when_tapped = self._leave
        self.picker.new.when_tapped = self._ask_name
        self.picker.new.live = self._newcomer is not None
        self.picker.first.live = self.picker.leaves.live = place in self.seated
        if self.picker.parent is None:
            self.add_widget(self.picker)
        self.rearrange()

    def _ask_name(self) -> None:
        self.naming = NamingSheet(
            self._named, self._close_naming, "", self._script, self._switch, self._from_stick
        )
        self.add_widget(self.naming)
        self.rearrange()

    def _switch(self, script: Script) -> None:
        self._script = script
        if self._switched is not None:
            self._switched(script)

    def _close_naming(self) -> None:
        if self.naming is not None:
            self.naming.leave()
            self.remove_widget(self.naming)
            self.naming = None

    def _named(self, name: str) -> None:
        self._close_naming()
        if self._newcomer is not None:
            self._newcomer(name, self._known)

    def _known(self, plate: Plate) -> None:
        """Somebody new is kept: seat them where the name was asked for."""
        self._everybody = {plate.person: plate, **self._everybody}
        self._people = True
        if self._picking is not None:
            self._choose(plate.person)

    def leave(self) -> None:
        """Whoever types doesn't any more."""
        self._close_naming()

    def _choose(self, name: str) -> None:
        assert self._picking is not None
        self.seated[self._picking] = name
        self._done()

    def _make_first(self) -> None:
        self.first = self._picking
        self._done()

    def _leave(self) -> None:
        assert self._picking is not None
        del self.seated[self._picking]
        if self.first == self._picking:
            self.first = None
        self._done()

    def _done(self) -> None:
        self.close_picker()
        self._show()

    def _lay_flat(self) -> None:
        self.flat.choose(not self.flat.chosen)

    def _go(self) -> None:
        self._on(self.seating)

    def _show(self) -> None:
        first = self.first if self.first is not None else min(self.seated, default=None)
        plates = dict(zip(sorted(self.seated), self.plates, strict=True))
        for n, place in enumerate(self.places):
            plate = plates.get(n)
            if plate is None:
                place.seat(None)
            else:
                place.seat(plate, plate.name, words.GOES_FIRST if n == first else "")
        count = len(self.seated)
        self._count.text = str(count) if count else ""
        self._under.text = words.seated(self._counts, count)
        self.header.next.live = count in self._counts
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Places around the felt, the count in its middle."""
        head, room = body_of(rect)
        put(self.header, head)
        height = min(theme.mm(15), (room.height - theme.mm(4)) / (UP + 2))
        width = min(theme.mm(19), room.width / ACROSS - theme.mm(3))
        put(self._felt, room.inset(room.width * 0.19, height * 0.9))
        put_each(self.places, around(room, ACROSS, UP, width, height))
        x, y = room.center
        wide = theme.mm(64)
        high = theme.mm(6 if self._under.natural_width <= wide else 12)
        low = y - theme.mm(2)
        put(self._count, Rect(x - theme.mm(20), low + high, theme.mm(40), theme.mm(13)))
        put(self._under, Rect(x - wide / 2, low, wide, high))
        flat = Rect(
            x - theme.mm(29), low - theme.mm(2 + theme.TARGET_MM), theme.mm(58), theme.mm(theme.TARGET_MM)
        )
        put(self.flat, flat)
        put(self.picker, rect.inset(theme.mm(1)))
        if self.naming is not None:
            put(self.naming, rect.inset(theme.mm(1)))
