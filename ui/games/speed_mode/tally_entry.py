"""The way to a tally: the owner's board, and what was tapped on it last, out of the store."""

from collections.abc import Callable

from companion.errors import SetupError
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, read_board
from ui.games.face import Memory
from ui.games.speed_mode.kept import BOARD, PAINTED
from ui.games.speed_mode.tally import TallyScreen
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put


class TallyEntry(Face):
    """Shows the tally as soon as the store has answered."""

    def __init__(self, memory: Memory, back: Callable[[], None]) -> None:
        super().__init__()
        self._memory, self._back = memory, back
        self._known: dict[str, str] = {}
        self.tally: TallyScreen | None = None
        for name in (BOARD, PAINTED):
            memory.get(name, lambda text, name=name: self._take(name, text))  # type: ignore[misc]

    def _take(self, name: str, text: str) -> None:
        self._known[name] = text
        if len(self._known) < 2:
            return
        board = _board(self._known[BOARD])
        self.tally = TallyScreen(board, self._back, self._keep, self._known[PAINTED])
        self.add_widget(self.tally)
        self.rearrange()

    def _keep(self, text: str) -> None:
        self._memory.set(PAINTED, text)

    def arrange(self, rect: Rect) -> None:
        """The tally fills everything."""
        if self.tally is not None:
            put(self.tally, rect)


def _board(text: str) -> Board:
    """Return the owner's board, the derived one where there is none."""
    try:
        return read_board(text.encode()) if text else derived()
    except (SetupError, UnicodeEncodeError):
        # Set-up says that the kept board is damaged; a tally needs any.
        return derived()
