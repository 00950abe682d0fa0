"""The last step before a match on a sheet: which game?"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Sheet
from ui import theme
from ui.games.face import Memory
from ui.games.sheet import words
from ui.games.sheet.owners import offered
from ui.keeping.places import sheets_path
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

LAST = "sheet-last"
"""Name of the setting that keeps which sheet was played last; it comes first."""
COLUMNS = 3


class SheetChoice(Face):
    """A pad for each sheet, those first that so many can play; the one that is tapped begins."""

    def __init__(
        self,
        facts: Facts,
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        super().__init__()
        self._facts, self._memory, self._on = facts, memory, on
        self.header = Header(words.WHICH, words.WHICH_HINT, back, None)
        self.pages = Pages(theme.mm(theme.PRIMARY_MM), COLUMNS, most=theme.mm(theme.PRIMARY_MM + 2))
        self.pads: dict[str, Pad] = {}
        self.add_widget(self.header)
        self.add_widget(self.pages)
        self._show("")
        memory.get(LAST, self._show)

    def _show(self, last: str) -> None:
        sheets, wrong = offered(sheets_path())
        players = self._facts.players

        def order(name: str) -> tuple[bool, bool]:
            return not sheets[name].able(players), name != last

        self.pads = {name: self._pad(name, sheets[name]) for name in sorted(sheets, key=order)}
        self.pads |= {name: self._no_sheet(name, why) for name, why in wrong.items()}
        self.pages.show([*self.pads.values()])

    def _pad(self, name: str, sheet: Sheet) -> Pad:
        pad = Pad(
            sheet.name, words.players(sheet), on_tap=partial(self._begin, name, sheet), role=theme.body()
        )
        pad.live = sheet.able(self._facts.players)
        return pad

    def _no_sheet(self, name: str, why: str) -> Pad:
        """Return the pad of an owner's file that can't be played; it says what is wrong, and where."""

        def tell() -> None:
            self.header.hint.text = f"{name}: {why}"

        return Pad(name, words.NO_SHEET, on_tap=tell, role=theme.body())

    def _begin(self, name: str, sheet: Sheet) -> None:
        self._memory.set(LAST, name)
        self._on(replace(self._facts, sheet=sheet))

    def arrange(self, rect: Rect) -> None:
        """The sheets below the header, in pages."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)
