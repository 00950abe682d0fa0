"""The way to a tally: the owner's board, and what was tapped on it last, out of the store."""

from collections.abc import Callable

from companion.errors import SetupError
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, read_board
from ui.games.face import Memory
from ui.games.speed_mode.kept import BOARD, PAINTED
from ui.games.speed_mode.tally import TallyScreen
from ui.games.tally_way import TallyWay


class TallyEntry(TallyWay):
    """Shows the tally as soon as the store has answered."""

    def __init__(self, memory: Memory, back: Callable[[], None]) -> None:
        self._memory, self._back = memory, back
        self.tally: TallyScreen | None = None
        super().__init__(memory, (BOARD, PAINTED))

    def lay(self, texts: dict[str, str]) -> TallyScreen:
        """Return the tally on the owner's board."""
        self.tally = TallyScreen(_board(texts[BOARD]), self._back, self._keep, texts[PAINTED])
        return self.tally

    def _keep(self, text: str) -> None:
        self._memory.set(PAINTED, text)


def _board(text: str) -> Board:
    """Return the owner's board, the derived one where there is none."""
    try:
        return read_board(text.encode("utf-8", "replace")) if text else derived()
    except SetupError:
        # Set-up says that the kept board is damaged; a tally needs any.
        return derived()
