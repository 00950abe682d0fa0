"""The way to a tally: what a game kept for it comes out of the store, and then its screen is shown."""

from ui.games.face import Memory
from ui.kivy_types import Widget
from ui.widgets.face import Face, Leaving
from ui.widgets.layout import Rect, put


class TallyWay(Face):
    """Nothing until all the texts are known; then the screen that `lay` makes of them fills everything."""

    def __init__(self, memory: Memory, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names, self._known = names, dict[str, str]()
        self._screen: Widget | None = None
        for name in names:
            memory.get(name, lambda text, name=name: self._take(name, text))  # type: ignore[misc]

    def lay(self, texts: dict[str, str]) -> Widget:
        """Return the screen; override it. `texts` are by name, empty where nothing is kept."""
        raise NotImplementedError

    def leave(self) -> None:
        """End what the screen is doing."""
        if isinstance(self._screen, Leaving):
            self._screen.leave()

    def _take(self, name: str, text: str) -> None:
        self._known[name] = text
        if len(self._known) == len(self._names):
            self._screen = self.lay(self._known)
            self.add_widget(self._screen)
            self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The screen fills everything."""
        if self._screen is not None:
            put(self._screen, rect)
