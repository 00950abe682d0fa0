"""The way to a tally: the grid of the owner's box, and the board that was painted last, out of the store."""

from collections.abc import Callable

from companion.errors import SetupError
from companion.games.tracktic.profile import demo, read_profile
from ui.games.face import Memory
from ui.games.tracktic.kept import BOX, PAINTED
from ui.games.tracktic.tally import TallyScreen
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put


class TallyEntry(Face):
    """Shows the tally as soon as the store has answered."""

    def __init__(self, memory: Memory, back: Callable[[], None]) -> None:
        super().__init__()
        self._memory, self._back = memory, back
        self._known: dict[str, str] = {}
        self.tally: TallyScreen | None = None
        for name in (BOX, PAINTED):
            memory.get(name, lambda text, name=name: self._take(name, text))  # type: ignore[misc]

    def leave(self) -> None:
        """End a count that still runs."""
        if self.tally is not None:
            self.tally.leave()

    def _take(self, name: str, text: str) -> None:
        self._known[name] = text
        if len(self._known) < 2:
            return
        try:
            box = read_profile(self._known[BOX].encode()) if self._known[BOX] else demo()
        except SetupError:
            # Set-up says that the kept box is damaged; a tally needs only a grid.
            box = demo()
        self.tally = TallyScreen(box.area, self._back, self._keep, self._known[PAINTED])
        self.add_widget(self.tally)
        self.rearrange()

    def _keep(self, board: str) -> None:
        self._memory.set(PAINTED, board)

    def arrange(self, rect: Rect) -> None:
        """The tally fills everything."""
        if self.tally is not None:
            put(self.tally, rect)
