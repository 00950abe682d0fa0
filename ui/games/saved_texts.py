"""What a game kept from earlier matches, text by text, for its set-up; none that is damaged is lost."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.errors import SetupError
from ui.games.face import Memory


def damaged_key(name: str) -> str:
    """Return the name under which a text is put that can't be read, when another takes its place."""
    return f"{name}-damaged"


class SavedTexts:
    """A game's memory with damaged texts put aside. Nothing may be chosen before all is `known`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._awaited: set[str] | None = None
        self._damaged: dict[str, str] = {}
        self.memory = Memory(memory.get, self.set, memory.beside)
        """The same for whoever keeps texts in our stead."""

    @property
    def known(self) -> bool:
        """Whether everything asked for has come."""
        return self._awaited == set()

    def damaged(self, name: str) -> bool:
        """Tell whether there is a text that can't be read, and nothing has taken its place yet."""
        return name in self._damaged

    def read(self, takers: Mapping[str, Callable[[str], None]], arrived: Callable[[], None]) -> None:
        """Hand each text to its taker as it comes, then call `arrived`; a SetupError marks it as damaged."""
        self._awaited = set(takers)
        for name, take in takers.items():
            self._memory.get(name, partial(self._take, name, take, arrived))

    def set(self, name: str, text: str) -> None:
        """Keep a text; a damaged one whose place it takes is put aside first."""
        damaged = self._damaged.pop(name, "")
        if damaged:
            self._memory.set(damaged_key(name), damaged)
        self._memory.set(name, text)

    def _take(self, name: str, take: Callable[[str], None], arrived: Callable[[], None], text: str) -> None:
        try:
            take(text)
        except SetupError:
            self._damaged[name] = text
        assert self._awaited is not None, "nothing comes that wasn't asked for"
        self._awaited.discard(name)
        arrived()
