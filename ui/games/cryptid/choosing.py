"""Where the map and the clues come from, and who plays with which colours."""

from collections.abc import Callable, Sequence

from companion.games.cryptid.model import PAIR
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.setup_hues import Palette
from ui.games.cryptid.setup_pads import PicturePad, pictures_of
from ui.games.cryptid.ways import DEALT, Filed, SetUpWay
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each, put_row
from ui.widgets.pad import Pad
from ui.widgets.text import Text

COLUMNS = 3
FEW = 3
"""Players whose words stand beside their colours; those of more stand below."""
WAYS_SHARE = {True: 0.64, False: 0.57}
"""How much of the height the ways take, with few players or more; the colours have the rest."""


class WayPads(Face):
    """A pad for each way, and one for each player's colours."""

    def __init__(
        self,
        plates: tuple[Plate, ...],
        back: Callable[[], None],
        choose: Callable[[SetUpWay], None],
        change: Callable[[int], None],
        make_even: Callable[[], None],
        go: Callable[[], None],
    ) -> None:
        super().__init__()
        self._few = len(plates) <= FEW
        self.header = TitleLine(words.TITLE, words.HINT, back, go, frame.NEXT)
        self._which_map = Text(words.WHICH_MAP, role=theme.body(), bold=True)
        self._which_colours = Text(words.WHICH_COLOURS, role=theme.body(), bold=True)
        self.ways = {
            way: Pad(*words.WAYS[way], on_tap=lambda way=way: choose(way), role=theme.heading())  # type: ignore[misc]
            for way in SetUpWay
        }
        self.even = Pad(words.EVEN, words.EVEN_HINT, on_tap=make_even, role=theme.heading())
        self.players = [
            PicturePad((), plate.name, on_tap=lambda n=n: change(n), role=theme.heading(), beside=self._few)  # type: ignore[misc]
            for n, plate in enumerate(plates)
        ]
        self._pads: list[Pad] = []

    def show(
        self,
        offered: Sequence[SetUpWay],
        chosen: SetUpWay,
        palette: Palette,
        file: Filed | None,
        *,
        even: bool,
        live: bool,
    ) -> None:
        """Show what can be chosen and what is; nothing can be while it isn't `live`."""
        pads = self._pads = [self.ways[way] for way in offered]
        # Of one clue each none is ever far better: the question isn't asked.
        if len(self.players) == PAIR:
            pads.append(self.even)
        self.even.choose(even and chosen in DEALT and live)
        self.even.live = live and chosen in DEALT
        self.set_parts(self.header, self._which_map, *pads, self._which_colours, *self.players)
        for way, pad in self.ways.items():
            pad.choose(way is chosen and live)
            pad.live = live
        if file is not None:
            self._show_file(file, live)
        for n, player in enumerate(self.players):
            hues = palette.own(n)
            player.picture(pictures_of(hues))
            player.say(player.title.text, words.colours_of(hues))
            player.live = live
        self.header.next.live = live

    def deal(self) -> None:
        """Say that it is being dealt; nothing can be tapped meanwhile."""
        self.header.hint.text = words.DEALING
        for pad in (*self.ways.values(), self.even, *self.players, self.header.next):
            pad.live = False

    def rest(self) -> None:
        """Say again what this is about."""
        self.header.hint.text = words.HINT

    def _show_file(self, file: Filed, live: bool) -> None:
        title, hint = words.WAYS[SetUpWay.FILE]
        if file.setup is None:
            hint = words.FILE_DAMAGED if file.players is None else words.file_for(file.players)
        elif not file.setup.clues:
            hint = words.FILE_MAP_ONLY
        self.ways[SetUpWay.FILE].say(title, hint)
        self.ways[SetUpWay.FILE].live = live and file.setup is not None

    def arrange(self, rect: Rect) -> None:
        """The ways above, the colours below."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        upper, lower = room.cut_top((room.height - gap) * WAYS_SHARE[self._few], gap)
        title, cells = upper.cut_top(theme.body() * 1.4, theme.mm(0.8))
        put(self._which_map, title)
        count = len(self._pads)
        # Two lines at most: more would be too low for a finger.
        columns = max(COLUMNS, -(-count // 2))
        put_each(self._pads, cells.grid(count, columns, gap))
        title, cells = lower.cut_top(theme.body() * 1.4, theme.mm(0.8))
        put(self._which_colours, title)
        put_row(self.players, cells, gap)
