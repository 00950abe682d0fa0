"""What a player sees while clues are typed in: the cover, the own clues, and the end that gives no reason."""

from collections.abc import Callable, Sequence

from companion.games.cryptid.model import Hue
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.reveal import Lines, RevealPanel
from ui.games.cryptid.setup_pads import PicturePad, SecretPad, pictures_of
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.late import live_late
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text

ACROSS = 3
"""Pads beside each other under the sentence that the clues don't fit."""


def away_from(plates: tuple[Plate, ...], player: int) -> str:
    """Return who looks away while a player is alone with the screen."""
    others = [plate.name for n, plate in enumerate(plates) if n != player]
    return words.looks_away(others[0]) if len(others) == 1 else words.OTHERS_AWAY


class Cover(Face):
    """Stands between two players: who takes the screen, and who looks away. Nothing else is on it."""

    def __init__(
        self, plates: tuple[Plate, ...], player: int, back: Callable[[], None], on: Callable[[], None]
    ) -> None:
        super().__init__()
        title = words.takes(plates[player].name)
        self.header = TitleLine(title, words.AGAIN_HINT, back, None)
        self._mark = SeatMark(plates[player])
        self._away = Text(away_from(plates, player), role=theme.title(), bold=True, align="center")
        self._eyes = Text(words.FOR_YOUR_EYES, role=theme.body(), tone=theme.DIM, align="center")
        self.begin = Pad(words.BEGIN, on_tap=on, primary=True)
        self.add_parts(self.header, self._mark, self._away, self._eyes, self.begin)

    def arrange(self, rect: Rect) -> None:
        """The seat's mark over the words, the pad below."""
        head, room = body_of(rect)
        put(self.header, head)
        foot, rest = room.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(theme.GAP_MM))
        put(self.begin, foot.inset((foot.width - theme.mm(70)) / 2, 0))
        low, high = rest.cut_bottom(theme.title() * 1.4 + theme.body() * 1.6)
        put(self._mark, high.inset(0, theme.mm(3)))
        upper, lower = low.cut_top(theme.title() * 1.4)
        put(self._away, upper)
        put(self._eyes, lower)


class Mine(Face):
    """A player's own clues, read while a finger rests on the pad; each can be typed in again."""

    def __init__(
        self,
        hues: Sequence[Hue],
        lines: Callable[[], Lines],
        back: Callable[[], None],
        again: Callable[[int], None],
        done: Callable[[], None],
    ) -> None:
        super().__init__()
        title, hint = words.MINE if len(hues) > 1 else words.MINE_ONE
        self.header = TitleLine(title, hint, back, done, frame.DONE)
        # It stands where the clue before was taken with a tap.
        live_late(self.header.next)
        self.reveal = RevealPanel(words.REST)
        self.hold = SecretPad(
            words.HOLD_MINE, "", lambda held: self.reveal.show(lines()) if held else self.reveal.hide()
        )
        self.again = [
            PicturePad(
                pictures_of([hue])[1:],
                words.again(hue),
                on_tap=lambda n=n: again(n),  # type: ignore[misc]
                role=theme.body(),
                beside=True,
            )
            for n, hue in enumerate(hues)
        ]
        self.add_parts(self.header, self.reveal, self.hold, *self.again)

    def arrange(self, rect: Rect) -> None:
        """The clues above, where no hand covers them."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        foot, rest = room.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        put(self.reveal, rest)
        shares = [1.4, *[1.0] * len(self.again)]
        put_each((self.hold, *self.again), foot.columns(shares, gap))


class UnfitPage(Face):
    """The clues don't fit the map: one sentence, whatever is wrong, and what can be looked at again."""

    def __init__(
        self, plates: tuple[Plate, ...], look: Callable[[int], None], look_at_map: Callable[[], None]
    ) -> None:
        super().__init__()
        self.says = Text(words.UNFIT, role=theme.title(), bold=True, align="center", wraps=True)
        self.players = [
            Pad(words.checks(plate.name), away_from(plates, n), on_tap=lambda n=n: look(n))  # type: ignore[misc]
            for n, plate in enumerate(plates)
        ]
        self.map = Pad(words.CHECK_MAP, on_tap=look_at_map)
        self.add_parts(self.says, *self.players, self.map)

    def arrange(self, rect: Rect) -> None:
        """The sentence over the pads."""
        margin, gap = theme.mm(6), theme.mm(theme.GAP_MM)
        pads = (*self.players, self.map)
        lines = -(-len(pads) // ACROSS)
        foot, rest = rect.inset(margin).cut_bottom(theme.mm(20) * lines + gap * (lines - 1), gap)
        put(self.says, rest)
        put_each(pads, foot.grid(len(pads), ACROSS, gap))
