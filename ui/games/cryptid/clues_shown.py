"""Each player's clues, for that player alone: they stand there while a finger rests on the player's pad."""

from collections.abc import Callable

from companion.games.cryptid.setups import Setup
from companion.journal import Plate
from ui import theme
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.reveal import Lines, RevealPanel
from ui.games.cryptid.sealing import clues_for
from ui.games.cryptid.setup_hues import Palette
from ui.games.cryptid.setup_pads import SecretPad, pictures_of
from ui.stage.sides import Side, Sides, side_of
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.turned import Turned

COLUMNS = 3
"""Pads beside each other, where there are more than four."""


class CluesShown(Face):
    """A pad for each player, and the room where the clues appear, turned to whose they are; `on` goes on."""

    def __init__(
        self,
        setup: Setup,
        plates: tuple[Plate, ...],
        palette: Palette,
        back: Callable[[], None],
        on: Callable[[], None],
        sides: Sides | None = None,
    ) -> None:
        super().__init__()
        self._setup, self._palette = setup, palette
        self._seats = [side_of(plate, sides or {}) for plate in plates]
        self._held: set[int] = set()
        title = words.CLUES_TITLE if palette.each > 1 else words.CLUES_TITLE_ONE
        self.header = TitleLine(title, words.CLUES_HINT, back, on, words.START)
        self.reveal = RevealPanel(words.REST, words.REST_AGAIN)
        self._turned = Turned(self.reveal)
        self.pads = [
            SecretPad(
                words.hold(plate.name, palette.each),
                words.LOOK_AWAY,
                lambda held, n=n: self._hold(n, held),  # type: ignore[misc]
                pictures_of(palette.own(n))[-palette.each :],
            )
            for n, plate in enumerate(plates)
        ]
        self.add_parts(self.header, self._turned, *self.pads)

    def leave(self) -> None:
        """Show nothing any more."""
        for pad in self.pads:
            pad.pressed = False
        self._held.clear()
        self.reveal.hide()
        self._turned.turn(Side.FRONT)

    def _hold(self, player: int, held: bool) -> None:
        if held:
            self._held.add(player)
        else:
            self._held.discard(player)
        # Two fingers are two players: then neither is alone.
        if len(self._held) == 1:
            (player,) = self._held
            self._turned.turn(self._seats[player])
            self.reveal.show(self._lines(player))
        else:
            self.reveal.hide()
            self._turned.turn(Side.FRONT)

    def _lines(self, player: int) -> Lines:
        hues = self._palette.hues
        return [(hues[number], clue) for number, clue in clues_for(self._setup, player).items()]

    def arrange(self, rect: Rect) -> None:
        """The clues above, where no hand covers them; the pads below."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        columns = len(self.pads) if len(self.pads) < COLUMNS else COLUMNS if len(self.pads) != 4 else 2
        lines = -(-len(self.pads) // columns)
        foot, rest = room.cut_bottom(theme.mm(theme.PRIMARY_MM) * lines + gap * (lines - 1), gap)
        put(self._turned, rest)
        put_each(self.pads, foot.grid(len(self.pads), columns, gap))
