"""Everything about the table that isn't a game: its buttons, its screen, its copies, its power."""

from collections.abc import Callable

from msgspec import Struct

from ui import theme
from ui.appliance import care_words as words
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each, put_row
from ui.widgets.pad import HoldPad, Pad

COLUMNS, NARROW = 4, 3
"""Tiles beside each other, and in an upright picture."""
MOST_MM = 20.0
"""No tile is higher."""
END_MM = 13.5
"""Of the row of what ends something."""


class Tiles(Struct):
    """What the tiles do; None where this machine has no such thing."""

    back: Callable[[], None]
    buttons: Callable[[], None]
    copies: Callable[[], None] | None
    sound: Callable[[], str]
    light: Callable[[], None]
    large: Callable[[], None]
    left: Callable[[], None]
    sleep: Callable[[], str] | None
    turn: Callable[[], str] | None
    lock: Callable[[], None] | None
    self_check: Callable[[], None]
    whats_new: Callable[[], None]
    restart: Callable[[], None] | None
    shut_down: Callable[[], None] | None


class CareScreen(Face):
    """Tiles in the order in which they are wanted; what ends something is held.

    `sound`, `sleep` and `version` say how things are; the tiles that change something return how it is then.
    `amiss` is what the self-check would say of other people's games.
    """

    def __init__(
        self, tiles: Tiles, chosen: theme.Theme, *, sound: str, sleep: str, version: str, amiss: str = ""
    ) -> None:
        super().__init__()
        self.header = TitleLine(words.THIS_TABLE, version, tiles.back, None)
        self.buttons = _tile(words.BUTTONS, words.BUTTONS_HINT, tiles.buttons)
        self.copies = _tile(words.COPIES, words.COPIES_HINT, tiles.copies)
        self.sound = _changing(words.SOUND, sound, tiles.sound)
        self.light = _tile(words.LIGHT, words.on_off(chosen.light), tiles.light)
        self.large = _tile(words.LARGE, words.on_off(chosen.large), tiles.large)
        self.left = _tile(words.LEFT, words.on_off(chosen.left), tiles.left)
        self.sleep = _changing(words.SLEEP, sleep, tiles.sleep)
        self.turn = _changing(words.TURN_PICTURE, words.TURN_HINT, tiles.turn)
        self.lock = _tile(words.LOCK, words.LOCK_HINT, tiles.lock)
        self.self_check = _tile(words.SELF_CHECK, amiss or words.SELF_CHECK_HINT, tiles.self_check)
        self.whats_new = _tile(words.WHATS_NEW, version, tiles.whats_new)
        self.restart = _held(words.RESTART, tiles.restart)
        self.shut_down = _held(words.SHUT_DOWN, tiles.shut_down)
        every = (
            self.buttons, self.copies, self.sound, self.light, self.large, self.left,
            self.sleep, self.turn, self.lock, self.self_check, self.whats_new,
        )  # fmt: skip
        self._tiles = [tile for tile in every if tile.when_tapped is not None]
        self._ends = [pad for pad in (self.restart, self.shut_down) if pad.when_tapped is not None]
        self.add_parts(self.header, *self._tiles, *self._ends)

    def arrange(self, rect: Rect) -> None:
        """The header above, the tiles below, what ends something in a row of its own."""
        gap = theme.mm(theme.GAP_MM)
        head, room = body_of(rect)
        put(self.header, head)
        if self._ends:
            foot, room = room.cut_bottom(theme.mm(END_MM), gap)
            put_row(self._ends, foot, gap)
        columns = COLUMNS if rect.width > rect.height else NARROW
        lines = -(-len(self._tiles) // columns)
        height = min(theme.mm(MOST_MM), (room.height - gap * (lines - 1)) / lines)
        used = room.cut_top(height * lines + gap * (lines - 1))[0]
        put_each(self._tiles, used.grid(len(self._tiles), columns, gap))


def _tile(title: str, hint: str, tap: Callable[[], None] | None) -> Pad:
    return Pad(title, hint, on_tap=tap)


def _changing(title: str, now: str, change: Callable[[], str] | None) -> Pad:
    """Return a tile that says below its name how things are."""
    pad = Pad(title, now)
    if change is not None:
        pad.when_tapped = lambda: pad.say(title, change())
    return pad


def _held(title: str, held: Callable[[], None] | None) -> HoldPad:
    return HoldPad(title, words.HOLD_HINT, on_held=held)
