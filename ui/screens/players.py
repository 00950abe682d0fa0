"""From the game to the first card on one page: who sits where, and beside it what is usual. No keyboard."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.games.face import Emblem
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Header, Line, Pages, Part, Screen, column, row, sides
from ui.screens.chairs import ACROSS, PLACES, UP, Chair, chairs
from ui.stage import theme
from ui.stage.parts import in_middle
from ui.stage.rect import Side, Sides
from ui.stage.scene import Item, Scene, Spot, Viewport
from ui.table.buttons import News

TOOLS_MM, LINE_MM, WIDE_MM, GAP_MM = 44.0, 12.0, 36.0, 2.0
"""Of what is usual, beside the table; height and least width of a line of it; and between two of them."""
MOST_LINE_MM = 14.0
NAME_MM, NAME_WIDE_MM, MOST_NAME_MM = 13.0, 33.0, 16.0
"""Of a pad with somebody's name."""


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


NOBODY = Seating()


def edge_of(place: int) -> Side:
    """Return the edge at which a place is."""
    edges = ((1, Side.FRONT), (UP, Side.LEFT), (ACROSS, Side.FAR), (UP, Side.RIGHT), (ACROSS - 1, Side.FRONT))
    every = [side for count, side in edges for _ in range(count)]
    return every[place % PLACES]


def told_apart(plates: Iterable[NamePlate]) -> tuple[NamePlate, ...]:
    """Return plates of which no two have both colour and shape: whoever comes later has another shape."""
    seen: set[tuple[str, str]] = set()
    apart = []
    for plate in plates:
        shapes = (plate.shape, *theme.SHAPES)
        free = next((shape for shape in shapes if (plate.colour, shape) not in seen), plate.shape)
        seen.add((plate.colour, free))
        apart.append(replace(plate, shape=free))
    return tuple(apart)


def nothing_usual(_seating: Seating) -> Sequence[Line]:
    """Return no lines: of a page on which people only sit down."""
    return ()


def no_emblem(_room: Viewport) -> Iterable[Item | None]:
    """Return nothing that stands for a game."""
    return ()


@dataclass(eq=False, repr=False)
class PlayersScreen(PartScreen):
    """The table with its chairs; `on` gets who sits where, once they are as many as can play (`counts`).

    They begin as they `sat`. `everybody` are the plates to pick from, people before guests; without it there
    are guests only. `ask_name` asks for a name, and gives back its plate once it is kept. `usual` returns the
    lines of what the match begins with; `lit` the players, counted clockwise, whose buttons are down.
    """

    counts: Collection[int]
    back: Callable[[], None]
    on: Callable[[Seating], None]
    sat: Seating = NOBODY
    everybody: Mapping[str, NamePlate] | None = None
    ask_name: Callable[[Callable[[NamePlate], None]], None] | None = None
    usual: Callable[[Seating], Sequence[Line]] = nothing_usual
    _: KW_ONLY
    title: str = words.WHO_SITS
    emblem: Emblem = no_emblem
    lit: Callable[[], Collection[int]] = frozenset
    picking: int | None = None
    waiting: bool = False

    def __post_init__(self) -> None:
        """Seat everybody as they `sat`."""
        super().__post_init__()
        self._everybody = dict(self.everybody or {plate.name: plate for plate in theme.plates()})
        self.take(self.sat)

    def take(self, seating: Seating) -> None:
        """Seat everybody as they sat before."""
        self.seated: dict[int, str] = {
            place: name
            for place, name in seating.places.items()
            if name in self._everybody and 0 <= place < PLACES
        }
        self.first: int | None = seating.first if seating.first in self.seated else None
        self.flat = seating.flat
        self.compose()

    @property
    def seating(self) -> Seating:
        """Who sits where now."""
        return Seating(dict(sorted(self.seated.items())), self.first, self.flat)

    @property
    def plates(self) -> tuple[NamePlate, ...]:
        """Who plays, clockwise."""
        return told_apart(self._everybody[name] for _, name in sorted(self.seated.items()))

    @property
    def playable(self) -> bool:
        """Whether as many sit there as can play."""
        return len(self.seated) in self.counts

    # What is tapped.

    def tap(self, place: int) -> None:
        """Seat the next guest who is free, or ask: about who sits there, or who of those with names."""
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
        """Seat somebody at the place that is asked about."""
        assert self.picking is not None
        self.seated[self.picking] = name
        self.close()

    def close(self) -> None:
        """Go back to the table."""
        self.picking = None
        self.compose()

    def make_first(self) -> None:
        """Have the one who is asked about go first."""
        self.first = self.picking
        self.close()

    def leaves(self) -> None:
        """Free the place that is asked about."""
        assert self.picking is not None
        del self.seated[self.picking]
        if self.first == self.picking:
            self.first = None
        self.close()

    def lay_flat(self) -> None:
        """Say that the screen lies in the middle, or that it doesn't."""
        self.flat = not self.flat
        self.compose()

    def known(self, plate: NamePlate) -> None:
        """Seat somebody new, who is kept now, where the name was asked for."""
        self._everybody = {plate.person: plate, **self._everybody}
        if self.picking is None:
            self.compose()
        else:
            self.choose(plate.person)

    def wait(self, waiting: bool) -> None:
        """Take no second tap on *Play* while the first one is being answered."""
        self.waiting = waiting
        self.compose()

    def hear(self, _news: News) -> None:
        """Show whose button is down now."""
        self.compose()

    def _touched(self, spot: Spot) -> None:
        if isinstance(spot, Chair):
            self.tap(spot.number)
        else:
            self.lay_flat()

    # How it looks.

    def part(self) -> Screen:
        """Return the table with what is usual beside it, or who is offered a seat."""
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
        # Also where there are none, or not yet: no chair moves when what a game keeps has been read.
        return Screen(header, sides(table, usual))

    def _hint(self) -> str:
        """Return what to do, or what is missing."""
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
        return Screen(
            Header(words.WHO_IS_HERE, "", self.close), column(names, row(*foot, mm=theme.TARGET_MM))
        )
