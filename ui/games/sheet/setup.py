"""The last step before a match on a sheet: which game? The owner's are made here, taken in, and deleted."""

from collections.abc import Callable, Mapping
from functools import partial

from kivy.clock import Clock
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.sheet.model import Facts
from companion.games.sheet.plain import Plain
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet, shipped
from ui import theme
from ui.appliance.sticks import sticks
from ui.games.face import Memory
from ui.games.sheet import owners, words
from ui.games.sheet.new_sheet import BLANK, NewSheet
from ui.games.sheet.owners import OnStick, offered
from ui.keeping.places import sheets_path
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.pages import Pages

LAST = "sheet-last"
"""Name of the setting that keeps which sheet was played last; it comes first."""
COLUMNS = 3
DELETE_SHARE = 0.3
"""Of the width of an owner's sheet, for the pad that deletes it."""
LOOK_SECONDS = 2.0
"""How often is looked whether a stick has come."""

Sticks = tuple[tuple[OnStick, ...], Mapping[str, str]]
"""What sticks have that isn't here, and what is wrong with other files on them."""


class OwnPads(Face):
    """A sheet of the owner's: a pad that begins it or says what is wrong, and one that deletes it."""

    def __init__(self, play: Pad, delete: Callable[[], None]) -> None:
        super().__init__()
        self.play = play
        self.delete = HoldPad(words.DELETE, words.DELETE_HINT, on_held=delete, role=theme.small())
        self.add_parts(self.play, self.delete)

    def arrange(self, rect: Rect) -> None:
        """Beside each other."""
        wide = max(theme.mm(theme.TARGET_MM), rect.width * DELETE_SHARE)
        delete, play = rect.cut_right(wide, theme.mm(theme.GAP_MM) / 2)
        put(self.delete, delete)
        put(self.play, play)


class SheetChoice(Face):
    """A pad for each sheet, those first that are for this many players; the one that is tapped begins."""

    def __init__(
        self,
        facts: Facts,
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        super().__init__()
        self._facts, self._memory, self._on = facts, memory, on
        self.header = TitleLine(words.WHICH, words.WHICH_HINT, back, self.make, words.NEW)
        self.pages = Pages(theme.mm(theme.PRIMARY_MM), COLUMNS, most=theme.mm(theme.PRIMARY_MM + 2))
        self.pads: dict[str, Pad] = {}
        self.own: dict[str, OwnPads] = {}
        self.on_stick: list[Pad] = []
        self.new: NewSheet | None = None
        self._draft, self._last = BLANK, ""
        self._sheets: Mapping[str, Sheet] = {}
        self._stick: Sticks = ((), {})
        self._left = self._busy = self._looks = False
        self._changes = 0
        self.add_parts(self.header, self.pages)
        self._show()
        memory.get(LAST, self._take_last)
        self._looking = Clock.schedule_interval(lambda _: self.look(), LOOK_SECONDS)
        self.look()

    def leave(self) -> None:
        """Look for no more sticks, and nobody types any more."""
        self._looking.cancel()
        self._left = True
        if self.new is not None:
            self.new.leave()

    def _take_last(self, last: str) -> None:
        if last:
            self._last = last
            self._show()

    def _show(self) -> None:
        self._sheets, wrong = offered(sheets_path())
        sheets, players = self._sheets, self._facts.players

        def order(name: str) -> tuple[bool, bool]:
            return not sheets[name].able(players), name != self._last

        self.pads = {name: self._pad(name, sheets[name]) for name in sorted(sheets, key=order)}
        self.pads |= {name: self._no_sheet(name, why) for name, why in wrong.items()}
        self.own = {
            name: OwnPads(pad, partial(self._delete, name))
            for name, pad in self.pads.items()
            if name not in shipped()
        }
        good, bad = self._stick
        self.on_stick = [self._to_keep(found) for found in good]
        others = [self._no_sheet(name, why) for name, why in bad.items()]
        here = [self.own.get(name, pad) for name, pad in self.pads.items()]
        self.pages.show([*self.on_stick, *here, *others])

    def _pad(self, name: str, sheet: Sheet) -> Pad:
        pad = Pad(
            sheet.name, words.players(sheet), on_tap=partial(self._begin, name, sheet), role=theme.body()
        )
        pad.live = sheet.able(self._facts.players)
        return pad

    def _no_sheet(self, name: str, why: str) -> Pad:
        """Return the pad of a file that can't be played; it says what is wrong, and where."""
        return Pad(name, words.NO_SHEET, on_tap=lambda: self._tell(f"{name}: {why}"), role=theme.body())

    def _tell(self, said: str) -> None:
        self.header.hint.text = said

    def _begin(self, name: str, sheet: Sheet) -> None:
        self._memory.set(LAST, name)
        self._on(replace(self._facts, sheet=sheet))

    # Files are read and written beside the screen, one thing at a time.

    def _do(
        self, work: Callable[[], str], done: Callable[[str], None], refused: Callable[[str], None]
    ) -> None:
        if self._busy:
            return
        self._busy = True

        def safely() -> tuple[str, str]:
            try:
                return work(), ""
            except SetupError as error:
                return "", str(error)

        def told(came: tuple[str, str]) -> None:
            self._busy = False
            if not self._left:
                (refused if came[1] else done)(came[1] or came[0])

        self._memory.beside(safely, told)

    def _delete(self, name: str) -> None:
        title = self.pads[name].title.text
        self._do(
            lambda: owners.delete(sheets_path(), name),
            partial(self._changed, words.deleted(title)),
            self._tell,
        )

    def _changed(self, said: str, _: str = "") -> None:
        self._changes += 1
        self._show()
        self._tell(said)

    # Those on a stick.

    def look(self) -> None:
        """Look what sticks have that isn't here."""
        if not self._looks:
            self._looks = True
            self._memory.beside(_on_sticks, partial(self._found, self._changes))

    def _found(self, changes: int, found: Sticks) -> None:
        self._looks = False
        # What was looked at before something was kept or deleted here may be offered wrongly.
        if not self._left and changes == self._changes and found != self._stick:
            self._stick = found
            self._show()

    def _to_keep(self, found: OnStick) -> Pad:
        return Pad(found.sheet.name, words.FROM_STICK, on_tap=partial(self._keep, found), role=theme.body())

    def _keep(self, found: OnStick) -> None:
        def kept(name: str) -> None:
            good, bad = self._stick
            self._stick = tuple(one for one in good if one != found), bad
            self._last = name
            self._changed(words.kept_here(found.sheet.name))

        self._do(lambda: owners.keep(sheets_path(), found.sheet.name, found.text), kept, self._tell)

    # A new one.

    def make(self) -> None:
        """Have a new sheet made; it takes the whole screen."""
        self.new = NewSheet(self._draft, self._wrong, self.close, self._made)
        self.set_parts(self.new)

    def close(self) -> None:
        """Turn back from the new sheet; what was chosen for it is there still when it is opened again."""
        if self.new is not None:
            self._draft = self.new.draft
            self.new.leave()
            self.new = None
            self.set_parts(self.header, self.pages)

    def _wrong(self, draft: Plain) -> str:
        """Return what keeps a new sheet from being played, and what to do; empty where nothing does."""
        if not draft.name:
            return words.UNNAMED
        if any(sheet.name.casefold() == draft.name.casefold() for sheet in self._sheets.values()):
            return words.taken(draft.name)
        twice = next((one for one in draft.columns if draft.columns.count(one) > 1), None)
        if twice is not None:
            return words.SAME.format(name=twice)
        try:
            read_sheet(draft.toml(), draft.name)
        except SetupError as error:
            return str(error)
        return ""

    def _made(self, draft: Plain) -> None:
        def refused(why: str) -> None:
            if self.new is not None:
                self.new.say(why)

        def kept(name: str) -> None:
            self._begin(name, read_sheet(draft.toml()))

        self._do(lambda: owners.keep(sheets_path(), draft.name, draft.toml()), kept, refused)

    def arrange(self, rect: Rect) -> None:
        """The sheets below the header, in pages."""
        if self.new is not None:
            put(self.new, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)


def _on_sticks() -> Sticks:
    """Return what all sticks have that isn't here."""
    good: list[OnStick] = []
    bad: dict[str, str] = {}
    for stick in sticks():
        found, wrong = owners.on_stick(stick.folder, sheets_path())
        good += [one for one in found if one not in good]
        bad |= wrong
    return tuple(good), bad
