"""The way to a tally: the grid of the owner's box, and the board that was painted last, out of the store."""

from collections.abc import Callable

from companion.errors import SetupError
from companion.games.tracktic.profile import demo, read_profile
from ui.games.face import Memory
from ui.games.tally_way import TallyWay
from ui.games.tracktic.kept import BOX, PAINTED
from ui.games.tracktic.tally import TallyScreen


class TallyEntry(TallyWay):
    """Shows the tally as soon as the store has answered."""

    def __init__(self, memory: Memory, back: Callable[[], None]) -> None:
        self._memory, self._back = memory, back
        self.tally: TallyScreen | None = None
        super().__init__(memory, (BOX, PAINTED))

    def lay(self, texts: dict[str, str]) -> TallyScreen:
        """Return the tally on the grid of the box."""
        try:
            box = read_profile(texts[BOX].encode("utf-8", "replace")) if texts[BOX] else demo()
        except SetupError:
            # Set-up says that the kept box is damaged; a tally needs only a grid.
            box = demo()
        self.tally = TallyScreen(box.area, self._back, self._keep, texts[PAINTED])
        return self.tally

    def _keep(self, board: str) -> None:
        self._memory.set(PAINTED, board)
