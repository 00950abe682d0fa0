"""The clues of the owner's own card, typed in by each player alone.

What one player typed is on the screen only while that player types or holds a pad, and decides nothing that
others see: the same pads, the same pages, the same sentence if the clues don't fit. Whether they do is
looked at only when all have gone through their pages: nobody tries clue after clue alone.
"""

from collections.abc import Callable

from companion.games.cryptid.clues import Clue
from companion.games.cryptid.setups import Setup
from companion.journal import Plate
from ui.games.cryptid.clue_pages import Cover, Mine, UnfitPage
from ui.games.cryptid.clue_typing import ClueTyping
from ui.games.cryptid.reveal import Lines
from ui.games.cryptid.sealing import Typed
from ui.games.cryptid.setup_hues import Palette
from ui.stage.sides import Side, Sides, side_of
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.turned import Turned


class ClueEntry(Face):
    """One page after the other; `back` leads to the map, `on` gets the set-up with clues that fit it.

    Each player's pages are turned to where that player sits (`sides`).
    """

    def __init__(
        self,
        setup: Setup,
        plates: tuple[Plate, ...],
        palette: Palette,
        typed: Typed,
        back: Callable[[], None],
        on: Callable[[Setup], None],
        sides: Sides | None = None,
    ) -> None:
        super().__init__()
        self._sides = sides or {}
        self._setup, self._plates, self._palette, self._typed = setup, plates, palette, typed
        self._back, self._on = back, on
        self.page: Face = Face()
        self.cover(0)

    def leave(self) -> None:
        """Show nothing that was typed in any more."""
        self.cover(0)

    def cover(self, player: int) -> None:
        """Give the screen to a player."""
        back = self._back if player == 0 else lambda: self.cover(player - 1)
        self._show(Cover(self._plates, player, back, lambda: self._begin(player)), player)

    def _begin(self, player: int) -> None:
        """Ask for the next clue of a player, or show that player's own."""
        number = self._typed.missing(player)
        if number is None:
            self._show_own(player)
        else:
            self._type(player, number)

    def _type(self, player: int, number: int) -> None:
        def take(clue: Clue) -> bool:
            taken = self._typed.take(number, clue)
            if taken:
                self._begin(player)
            return taken

        name, hue = self._plates[player].name, self._palette.hues[number]
        back = self._cover_again(player)
        self._show(ClueTyping(name, hue, self._setup.mode, back, take), player)

    def _show_own(self, player: int) -> None:
        numbers = self._typed.numbers(player)

        def lines() -> Lines:
            return list(zip(self._palette.own(player), self._typed.own(player), strict=True))

        def again(n: int) -> None:
            self._type(player, numbers[n])

        back = self._cover_again(player)
        self._show(Mine(self._palette.own(player), lines, back, again, lambda: self._done(player)), player)

    def _cover_again(self, player: int) -> Callable[[], None]:
        return lambda: self.cover(player)

    def _done(self, player: int) -> None:
        """Go to whoever isn't done; when all are, see whether it fits."""
        self._typed.done(player)
        undone = self._typed.undone()
        if undone is not None:
            self.cover(undone)
            return
        sealed = self._typed.sealed(self._setup)
        if sealed is None:
            self._typed.reopen()
            self._show(UnfitPage(self._plates, self.cover, self._back))
        else:
            self._on(sealed)

    def _show(self, page: Face, player: int | None = None) -> None:
        """Show a page to a player, None: to all; the one before is gone with all that was on it."""
        self.page = page
        side = Side.FRONT if player is None else side_of(self._plates[player], self._sides)
        self._turned = Turned(page, side)
        self.set_parts(self._turned)

    def arrange(self, rect: Rect) -> None:
        """The page takes all the room."""
        put(self._turned, rect)
