"""The last step before a match on a sheet: choosing it. The owner's sheets are made and deleted here."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType

from kivy.clock import Clock
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.sheet.model import Facts
from companion.games.sheet.plain import Plain, plain_of
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet, shipped
from companion.places import sheets_path
from ui.appliance.sticks import sticks
from ui.games.face import Memory
from ui.games.sheet import owners, words
from ui.games.sheet.new_sheet import BLANK, NewSheet
from ui.games.sheet.owners import OnStick, offered
from ui.games.sheet.table import picture_of
from ui.language.phrases import error_text, translated
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Part, Screen, row
from ui.stage import theme

LAST = "sheet-last"
"""Setting with the sheet that was played last; it is offered first."""
LATELY, MOST_LATELY = "sheets-lately", 12
"""Setting with the sheets played before it, and how many of them."""
PAD_MM, MOST_MM, WIDE_MM = theme.PRIMARY_MM - 2, theme.PRIMARY_MM + 2, 46.0
"""Least and greatest height of a sheet's pad, and its least width."""
OWN_MM = 14.0
"""Width of the pads that change or delete one of the owner's sheets."""
PICTURE_WIDE, OWN_WIDE = 0.8, 0.4
"""Width of a picture in its heights, usually and next to pads that change and delete."""
LOOK_SECONDS = 2.0
"""Seconds between checks for sticks."""

Sticks = tuple[tuple[OnStick, ...], Mapping[str, str]]
"""Sheets on sticks that aren't here, and what is wrong with other files on them."""


class SheetChoice(PartScreen):
    """A pad for each sheet, those for this number of players first; tapping one begins the match."""

    facts: Facts
    memory: Memory
    back: Callable[[], None]
    on: Callable[[Facts], None]
    stick: Sticks = ((), MappingProxyType({}))
    _draft, _last, _notice = BLANK, "", ""
    _lately: tuple[str, ...] = ()
    _closed = _busy = _looks = False
    _changes = 0

    def start(self) -> None:
        """Read the sheets here, and begin looking for sticks."""
        self._read()
        self.memory.get(LATELY, self._take_lately)
        self.memory.get(LAST, self._take_last)
        self._looking = Clock.schedule_interval(lambda _: self.look(), LOOK_SECONDS)
        self.look()

    def leave(self) -> None:
        """Stop looking for sticks."""
        self._looking.cancel()
        self._closed = True

    @property
    def new(self) -> NewSheet | None:
        """The screen of a new sheet while it is open, or None."""
        return self.over if isinstance(self.over, NewSheet) else None

    def _take_last(self, last: str) -> None:
        if last:
            self._last = last
            self.compose()

    def _take_lately(self, names: str) -> None:
        if names:
            self._lately = tuple(names.split("\n"))
            self.compose()

    def _read(self) -> None:
        self.sheets, self.wrong = offered(sheets_path())
        own_sheets = {name: plain_of(sheet) for name, sheet in self.sheets.items() if name not in shipped()}
        self._plain = {name: plain for name, plain in own_sheets.items() if plain is not None}
        self.compose()

    def in_short(self) -> tuple[str, str]:
        """Return the line's title and the sheet played last, if it is for this number of players."""
        return words.LINE, words.NONE_YET if self._usual is None else translated(self._usual.name)

    def go_on(self, show: Callable[[], None]) -> None:
        """Begin with that sheet; if there is none, show the sheets."""
        if self._usual is None:
            show()
        else:
            self._begin(self._last, self._usual)

    @property
    def _usual(self) -> Sheet | None:
        last = self.sheets.get(self._last)
        return last if last is not None and last.able(self.facts.players) else None

    def say(self, notice: str) -> None:
        """Show a text in place of the hint."""
        self._notice = notice
        self.compose()

    def _begin(self, name: str, sheet: Sheet) -> None:
        def note(names: str) -> None:
            lately = dict.fromkeys((name, self._last, *names.split("\n")))
            self.memory.set(LATELY, "\n".join([other for other in lately if other][:MOST_LATELY]))

        self.memory.get(LATELY, note)
        self.memory.set(LAST, name)
        self.on(replace(self.facts, sheet=sheet))

    # Files are read and written in another thread, one job at a time.

    def _do(self, job: Callable[[], str], done: Callable[[str], None], failed: Callable[[str], None]) -> None:
        if self._busy:
            return
        self._busy = True

        def safely() -> tuple[str, str]:
            try:
                return job(), ""
            except SetupError as error:
                return "", error_text(error)

        def finished(outcome: tuple[str, str]) -> None:
            self._busy = False
            if not self._closed:
                (failed if outcome[1] else done)(outcome[1] or outcome[0])

        self.memory.run_in_thread(safely, finished)

    def _delete(self, name: str) -> None:
        title = translated(self.sheets[name].name) if name in self.sheets else name
        deleted = partial(self._changed, words.deleted(title))
        self._do(lambda: owners.delete(sheets_path(), name), deleted, self.say)

    def _changed(self, notice: str, _: str = "") -> None:
        self._changes += 1
        self._notice = notice
        self._read()

    # Sheets on a stick.

    def look(self) -> None:
        """Look for sheets on sticks, unless that is already going on."""
        if not self._looks:
            self._looks = True
            self.memory.run_in_thread(_on_sticks, partial(self._found, self._changes))

    def _found(self, changes: int, found: Sticks) -> None:
        self._looks = False
        # If something was saved or deleted here since, the result is out of date.
        if not self._closed and changes == self._changes and found != self.stick:
            self.stick = found
            self.compose()

    def _save_from_stick(self, found: OnStick) -> None:
        def saved(name: str) -> None:
            good, bad = self.stick
            self.stick = tuple(other for other in good if other != found), bad
            self._last = name
            self._changed(words.saved_here(found.sheet.name))

        self._do(lambda: owners.save_new(sheets_path(), found.sheet.name, found.text), saved, self.say)

    # A new sheet.

    def make(self) -> None:
        """Open the screen for a new sheet over the whole screen."""
        self.lay_over(NewSheet(self._draft, self._wrong, self.close, self._made))

    def close(self) -> None:
        """Close the new sheet; its choices are there again when it is reopened."""
        if self.new is not None:
            self._draft = self.new.draft
        self.lay_over(None)

    def _refused(self, why: str) -> None:
        if self.new is not None:
            self.new.say(why)

    def _wrong(self, draft: Plain, before: str = "") -> str:
        """Return why a new sheet can't be played and what to do, or "".

        It may have the same name as the sheet in the file `before`.
        """
        if not draft.name:
            return words.UNNAMED
        others = [sheet for name, sheet in self.sheets.items() if name != before]
        if any(sheet.name.casefold() == draft.name.casefold() for sheet in others):
            return words.taken(draft.name)
        repeated = next((title for title in draft.columns if draft.columns.count(title) > 1), None)
        if repeated is not None:
            return words.SAME.format(name=repeated)
        try:
            read_sheet(draft.toml(), draft.name)
        except SetupError as error:
            return error_text(error)
        return ""

    def _made(self, draft: Plain) -> None:
        def saved(name: str) -> None:
            self._begin(name, read_sheet(draft.toml()))

        self._do(lambda: owners.save_new(sheets_path(), draft.name, draft.toml()), saved, self._refused)

    # Changing one of the owner's sheets.

    def change(self, name: str, plain: Plain) -> None:
        """Open one of the owner's sheets on the screen that makes new ones."""

        def wrong(draft: Plain) -> str:
            return self._wrong(draft, name)

        def chosen(draft: Plain) -> None:
            def changed(_: str) -> None:
                self.lay_over(None)
                self._changed(words.changed(draft.name))

            text = draft.toml()
            self._do(lambda: owners.change(sheets_path(), name, draft.name, text), changed, self._refused)

        turn_back = partial(self.lay_over, None)
        self.lay_over(NewSheet(plain, wrong, turn_back, chosen, changes=True))

    # Layout.

    def part(self) -> Screen:
        """Return pages with a pad for each sheet; those on a stick come first."""
        sheets, players = self.sheets, self.facts.players
        lately = {name: n for n, name in enumerate(dict.fromkeys((self._last, *self._lately)))}

        def order(name: str) -> tuple[bool, int]:
            return not sheets[name].able(players), lately.get(name, len(lately))

        good, bad = self.stick
        pads: list[Part] = [
            _pad(
                translated(found.sheet.name), words.FROM_STICK, partial(self._save_from_stick, found),
                name=f"stick {found.sheet.name}", picture=picture_of(found.sheet),
            )
            for found in good
        ]  # fmt: skip
        for name in sorted(sheets, key=order):
            sheet = sheets[name]
            pad = _pad(
                translated(sheet.name), words.players(sheet), partial(self._begin, name, sheet), name=name,
                live=sheet.able(players), picture=picture_of(sheet),
            )  # fmt: skip
            pads.append(self._sheet_pad(name, pad))
        pads += [self._sheet_pad(name, self._no_sheet(name, why, name)) for name, why in self.wrong.items()]
        pads += [self._no_sheet(name, why, f"stick {name}") for name, why in bad.items()]
        header = Header(words.WHICH, self._notice or words.WHICH_HINT, self.back, self.make, words.NEW)
        return Screen(header, Pages(tuple(pads), PAD_MM, WIDE_MM, MOST_MM, name="sheets"))

    def _no_sheet(self, name: str, why: str, pad_name: str) -> Button:
        """Return the pad of a file that can't be played; a tap shows what is wrong, and where."""
        return _pad(name, words.NO_SHEET, partial(self.say, f"{name}: {why}"), name=pad_name)

    def _sheet_pad(self, name: str, pad: Button) -> Part:
        """Return the pad of a sheet; next to the owner's are pads to change and delete it."""
        if name in shipped():
            return pad
        tools: list[Part] = []
        plain = self._plain.get(name)
        if plain is not None:
            tap = partial(self.change, name, plain)
            tools.append(Button(words.CHANGE, "", tap, role=theme.small, name=f"change {name}", mm=OWN_MM))
        tap = partial(self._delete, name)
        tools.append(
            Button(
                words.DELETE, words.DELETE_HINT, tap, held=True, role=theme.small, name=f"delete {name}",
                mm=OWN_MM,
            )
        )  # fmt: skip
        return row(replace(pad, wide=OWN_WIDE), *tools, gap=theme.GAP_MM / 2)


_pad = partial(Button, role=theme.body, wide=PICTURE_WIDE)


def _on_sticks() -> Sticks:
    """Return what all sticks have that isn't here."""
    good: list[OnStick] = []
    bad: dict[str, str] = {}
    for stick in sticks():
        with suppress(OSError):
            found, wrong = owners.on_stick(stick.folder, sheets_path())
            good += [sheet for sheet in found if sheet not in good]
            bad |= wrong
    return tuple(good), bad
