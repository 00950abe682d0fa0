"""The page between choosing a game and the first card: who sits where, and the match's usual settings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.games.face import Emblem
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Header, Line, Pages, Part, Screen, column, row, sides
from ui.stage import fonts, theme
from ui.stage.parts import felt, in_middle, mark, panel, shortened, switch
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Scene, Slot, Spot, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.storage.habits import ACROSS, PLACES, UP, Seating
from ui.table.buttons import News

HIGH_MM, CHAIR_MM = 14.0, 9.0
"""Most height of a taken chair's card, and the size of a free chair."""
MOST_WIDE_MM = 22.0
"""Most width of a taken chair's card, if the chairs next to it are free and the name is long."""
FLAT_MM = (58.0, 12.0)
"""Width and height of the switch for a screen in the middle of the table."""
RIM_MM = 0.35
BESIDE_MM = 8.0
"""Most size of a mark next to its name."""
SHAPE_MM, LETTERED_MM = 4.5, 6.4
"""Least size of a mark, and of one whose letter can be read from a chair."""


class Chair(Struct, frozen=True):
    """A place at the table, counted clockwise from the bottom left."""

    number: int


class Flat(Struct, frozen=True):
    """The switch for a screen that lies in the middle of the table."""


def chairs(
    plates: Mapping[int, NamePlate],
    lit: Collection[int],
    emblem: Emblem,
    *,
    flat: bool,
    room: Viewport,
    finger: Spot | None,
) -> Scene:
    """Return the table with the `plates` at their places; at places in `lit`, the button is down."""
    rect, gap = room.rect, room.mm(1.5)
    high = min(room.mm(HIGH_MM), rect.height / (UP + 2) - room.mm(1))
    places = around(rect, ACROSS, UP, rect.width / ACROSS, high)
    table = rect.inset(rect.width / ACROSS * 0.62, high * 0.62)
    low, middle = rect.inset(rect.width / ACROSS + gap, high + gap).cut_bottom(room.mm(FLAT_MM[1]), gap)
    wide = min(room.mm(FLAT_MM[0]), low.width)
    pad = Rect(low.center[0] - wide / 2, low.y, wide, low.height)
    items: list[Slot] = [*felt(table), *emblem(Viewport(middle, room.density))]
    items += _flat(room, pad, on=flat, pressed=finger == Flat())
    for number, place in enumerate(places):
        pressed, plate = finger == Chair(number), plates.get(number)
        if plate is None:
            items += _free(room, place, pressed=pressed)
            continue
        across = number in (0, *range(UP + 1, UP + ACROSS + 1), *range(PLACES - ACROSS + 1, PLACES))
        neighbours = {(number + step) % PLACES for step in (1, -1)}
        alone = across and not neighbours & plates.keys()
        items += _taken(room, place, plate, alone=alone, pressed=pressed, lit=number in lit)
    touched = tuple((Chair(number), place) for number, place in enumerate(places))
    return Scene(tuple(items), (Pads((*touched, (Flat(), pad))),))


def around(room: Rect, across: int, up: int, width: float, height: float) -> list[Rect]:
    """Return places around a table, `across` above and below and `up` on each side, clockwise.

    The first is at the bottom left.
    """
    step = room.width / across
    left = [room.x + step * (n + 0.5) - width / 2 for n in range(across)]
    between = room.height - 2 * height
    rise = between / up if up else 0.0
    sides = [room.y + height + rise * (n + 0.5) - height / 2 for n in range(up)]
    below = [Rect(x, room.y, width, height) for x in left]
    above = [Rect(x, room.top - height, width, height) for x in left]
    return [
        below[0],
        *(Rect(left[0], y, width, height) for y in sides),
        *above,
        *(Rect(left[-1], y, width, height) for y in reversed(sides)),
        *reversed(below[1:]),
    ]


def _free(room: Viewport, place: Rect, *, pressed: bool) -> Iterator[Item]:
    """Draw a free chair."""
    side = min(room.mm(CHAIR_MM), place.height, place.width)
    x, y = place.center
    disc = Rect(x - side / 2, y - side / 2, side, side)
    line, arm = room.mm(RIM_MM), side * 0.22
    yield Box(disc, theme.PRESSED if pressed else theme.RAISED, side / 2)
    yield Rim(disc.inset(line / 2), theme.EDGE, line, side / 2)
    for across, up in ((arm, 0.0), (0.0, arm)):
        yield Stroke(((x - across, y - up), (x + across, y + up)), theme.DIM, line * 1.4, round=True)


def _taken(
    room: Viewport, place: Rect, plate: NamePlate, *, alone: bool, pressed: bool, lit: bool
) -> Iterator[Slot]:
    """Draw a taken chair: the name next to the mark if it fits there in full, else below it."""
    gap, inset = room.mm(1.2), room.mm(1.3)
    tone = theme.seat_tone(plate)
    body, small = room.mm(theme.BODY_MM), room.mm(theme.SMALL_MM)
    wide = place.width - gap
    needed = fonts.width(plate.name, body, bold=True) + 2 * inset + room.mm(1)
    if alone:
        wide = max(wide, min(needed, room.mm(MOST_WIDE_MM), place.width * 2 - room.mm(CHAIR_MM) - gap))
    left_edge = min(max(place.center[0] - wide / 2, room.rect.x), room.rect.right - wide)
    card = Rect(left_edge, place.y, wide, place.height)
    yield from panel(room, card, theme.PRESSED if pressed else theme.PANEL, tone)
    if lit:
        yield Box(card, theme.seat_tone(plate, 0.35), min(room.mm(theme.RADIUS_MM), card.height / 2))
    inner = card.inset(inset, room.mm(0.9))
    side = min(inner.height * 0.72, room.mm(BESIDE_MM))
    room_right = inner.width - side - room.mm(1)
    if fonts.width(plate.name, body, bold=True) <= room_right:
        left, rest = inner.cut_left(side, room.mm(1))
        yield from _mark(room, plate, left.x, left.center[1] - side / 2, side)
        yield Letters(plate.name, rest, theme.TEXT, body, bold=True, along=0)
        return
    fits = fonts.width(plate.name, body, bold=True) <= inner.width
    size = body if fits and inner.height - body * 1.2 >= room.mm(SHAPE_MM) else small
    # With large text, shrink a name that doesn't fit to its usual size before cutting it off.
    wide = fonts.width(plate.name, size, bold=True)
    size *= min(1.0, max(1 / theme.LARGER, inner.width / max(1.0, wide)))
    under, over = inner.cut_bottom(size * 1.2)
    side = min(over.height, over.width)
    yield from _mark(room, plate, over.center[0] - side / 2, over.center[1] - side / 2, side)
    yield Letters(shortened(plate.name, under.width, size, bold=True), under, theme.TEXT, size, bold=True)


def _mark(room: Viewport, plate: NamePlate, x: float, y: float, side: float) -> tuple[Item, ...]:
    """Return a mark, without its letter if that would be unreadable: the name is next to it."""
    items = mark(plate, x, y, side)
    return items if side >= room.mm(LETTERED_MM) else items[:1]


def _flat(room: Viewport, pad: Rect, *, on: bool, pressed: bool) -> Iterator[Item]:
    """Draw the switch for a screen that lies in the middle of the table."""
    line, size = room.mm(RIM_MM), room.mm(theme.SMALL_MM)
    corner = min(room.mm(theme.RADIUS_MM), pad.height / 2)
    yield Box(pad, theme.PRESSED if pressed else theme.RAISED, corner)
    yield Rim(pad.inset(line / 2), theme.EDGE, line, corner)
    end, text = pad.inset(room.mm(2), room.mm(0.5)).cut_right(room.mm(9), room.mm(1.5))
    lines = fonts.wrapped(words.LIES_FLAT, text.width, size, bold=True)
    block = text.inset(0, (text.height - size * 1.2 * len(lines)) / 2)
    for caption, line_room in zip(lines, block.rows(len(lines), 0), strict=True):
        yield Letters(caption, line_room, theme.TEXT, size, bold=True, along=0)
    yield from switch(room, end.center, on=on)


# The screen itself. It needs no keyboard.

TOOLS_MM, LINE_MM, WIDE_MM, GAP_MM = 44.0, 12.0, 36.0, 2.0
"""Width of the list of usual settings; height and least width of its lines, and the gap between them."""
MOST_LINE_MM = 14.0
NAME_MM, NAME_WIDE_MM, MOST_NAME_MM = 13.0, 33.0, 16.0
"""Height, least width and most height of a pad with a name."""


NOBODY = Seating()


def distinct(plates: Iterable[NamePlate]) -> tuple[NamePlate, ...]:
    """Return plates with distinct combinations of colour and shape; a later duplicate gets another shape."""
    taken: set[tuple[str, str]] = set()
    result = []
    for plate in plates:
        shapes = (plate.shape, *theme.SHAPES)
        free = next((shape for shape in shapes if (plate.colour, shape) not in taken), plate.shape)
        taken.add((plate.colour, free))
        result.append(replace(plate, shape=free))
    return tuple(result)


def nothing_usual(_seating: Seating) -> Sequence[Line]:
    """Return no lines, for a page on which people only sit down."""
    return ()


def no_emblem(_room: Viewport) -> Iterable[Slot]:
    """Return no emblem."""
    return ()


class PlayersScreen(PartScreen):
    """The table with its chairs; `on` receives the seating, whose number of players must be in `counts`.

    `sat` is the seating at first. `everybody` are the plates to pick from, people before guests; without it
    there are guests only. `ask_name` asks for a name, and calls back with its plate once it is saved. `usual`
    returns the lines of the match's usual settings; `lit` returns the players, counted clockwise, whose
    buttons are down.
    """

    counts: Collection[int]
    back: Callable[[], None]
    on: Callable[[Seating], None]
    sat: Seating = NOBODY
    everybody: Mapping[str, NamePlate] | None = None
    ask_name: Callable[[Callable[[NamePlate], None]], None] | None = None
    usual: Callable[[Seating], Sequence[Line]] = nothing_usual
    _: KW_ONLY
    title: str = ""
    emblem: Emblem = no_emblem
    lit: Callable[[], Collection[int]] = frozenset
    picking: int | None = None
    waiting: bool = False

    def start(self) -> None:
        """Seat everybody as they `sat`."""
        self._everybody = dict(self.everybody or {plate.name: plate for plate in theme.plates()})
        self._seat(self.sat)

    def take(self, seating: Seating) -> None:
        """Replace the seating."""
        self._seat(seating)
        self.compose()

    def _seat(self, seating: Seating) -> None:
        known = ((place, name) for place, name in seating.places.items() if name in self._everybody)
        self.seated: dict[int, str] = {place: name for place, name in known if 0 <= place < PLACES}
        self.first: int | None = seating.first if seating.first in self.seated else None
        self.flat = seating.flat

    @property
    def seating(self) -> Seating:
        """The present seating."""
        return Seating(dict(sorted(self.seated.items())), self.first, self.flat)

    @property
    def plates(self) -> tuple[NamePlate, ...]:
        """The players' plates, clockwise."""
        return distinct(self._everybody[name] for _, name in sorted(self.seated.items()))

    @property
    def playable(self) -> bool:
        """Whether the number of seated players can play."""
        return len(self.seated) in self.counts

    # Taps.

    def tap(self, place: int) -> None:
        """Open the choices for a place; if only guests can be picked, seat the next one at a free place."""
        free = [name for name in self._everybody if name not in self.seated.values()]
        if place in self.seated:
            self.picking = place
        elif not free or len(self.seated) >= max(self.counts):
            return
        elif any(plate.person for plate in self._everybody.values()):
            self.picking = place
        else:
            self.seated[place] = free[0]
        self.compose()

    def choose(self, name: str) -> None:
        """Seat a person or guest at the place being chosen."""
        assert self.picking is not None
        self.seated[self.picking] = name
        self.close()

    def close(self) -> None:
        """Go back to the table."""
        self.picking = None
        self.compose()

    def make_first(self) -> None:
        """Make the place being chosen go first."""
        self.first = self.picking
        self.close()

    def leaves(self) -> None:
        """Free the place being chosen."""
        assert self.picking is not None
        del self.seated[self.picking]
        if self.first == self.picking:
            self.first = None
        self.close()

    def lay_flat(self) -> None:
        """Switch whether the screen lies in the middle of the table."""
        self.flat = not self.flat
        self.compose()

    def known(self, plate: NamePlate) -> None:
        """Add a new person, who has been saved, and seat them at the place being chosen, if any."""
        self._everybody = {plate.person: plate, **self._everybody}
        if self.picking is None:
            self.compose()
        else:
            self.choose(plate.person)

    def wait(self, waiting: bool) -> None:
        """Disable *Play* while a first tap on it is being handled."""
        self.waiting = waiting
        self.compose()

    def hear(self, _news: News) -> None:
        """Redraw which buttons are down."""
        self.compose()

    def _touched(self, spot: Spot) -> None:
        if isinstance(spot, Chair):
            self.tap(spot.number)
        else:
            self.lay_flat()

    # How it looks.

    def part(self) -> Screen:
        """Return the table with the usual settings next to it, or the choices for a place."""
        if self.picking is not None:
            return self._picker(self.picking)
        header = Header(
            self.title,
            self._hint(),
            self.back,
            partial(self.on, self.seating),
            words.PLAY_IT,
            self.playable and not self.waiting,
        )
        lines = tuple(self.usual(self.seating))
        usual = Pages(lines, LINE_MM, WIDE_MM, MOST_LINE_MM, GAP_MM, name="usual", mm=TOOLS_MM)
        table = Drawing(self._table, on_tap=self._touched, name="table")
        # Even if there are no lines yet: chairs mustn't move once the game's settings have been read.
        return Screen(header, sides(table, usual))

    def _hint(self) -> str:
        """Return what to do next, or how many players are missing or too many."""
        if self.seated and not self.playable:
            return words.seated(self.counts, len(self.seated))
        if not self.seated:
            return words.TAP_A_PLACE
        first = self.first if self.first is not None else min(self.seated)
        starts = self._everybody[self.seated[first]].name
        return words.sits_and_starts(words.players(len(self.seated)), starts)

    def _table(self, room: Viewport, finger: Spot | None) -> Scene:
        order = sorted(self.seated)
        plates = dict(zip(order, self.plates, strict=True))
        lit = {order[player] for player in self.lit() if player < len(order)}
        return chairs(plates, lit, self.emblem, flat=self.flat, room=room, finger=finger)

    def _picker(self, place: int) -> Screen:
        others = {name for at, name in self.seated.items() if at != place}
        pads = tuple(
            Button(
                plate.name,
                on_tap=partial(self.choose, name),
                chosen=self.seated.get(place) == name,
                picture=partial(in_middle, plate),
                role=theme.body,
                name=f"sit {name}",
            )
            for name, plate in self._everybody.items()
            if name not in others
        )
        taken = place in self.seated
        foot: list[Part] = [
            Button(words.MAKE_FIRST, on_tap=self.make_first, live=taken, name="first", role=theme.body),
            Button(words.LEAVES, on_tap=self.leaves, live=taken, name="leaves", role=theme.body),
        ]
        if self.ask_name is not None:
            ask = partial(self.ask_name, self.known)
            foot.append(Button(words.NEW_NAME, on_tap=ask, name="new", role=theme.body))
        names = Pages(pads, NAME_MM, NAME_WIDE_MM, MOST_NAME_MM, name="names")
        header = Header(words.WHO_IS_HERE, "", self.close)
        return Screen(header, column(names, row(*foot, mm=theme.TARGET_MM)))
