"""`companion board`: imports, exports and checks the owner's own board or box as a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.errors import CompanionError, SetupError, StoreError
from companion.games.sequence_states import layout
from companion.games.speed_mode import board_file
from companion.games.speed_mode.board import Board
from companion.games.tracktic import profile
from companion.store import Store
from companion.whole_file import write_owners_file
from ui.console import words
from ui.games.sequence_states import drafts as recorded
from ui.games.speed_mode.drafts import BOARD
from ui.games.tracktic import drafts as boxes
from ui.language.phrases import error_text

T = TypeVar("T")


class OwnedKind(Struct, Generic[T], frozen=True):
    """How one kind of thing is stored and written to a file, and the messages about it.

    `setting` and `draft` are names of settings in the store, and `read` decodes the setting's text. If
    nothing is stored, `first` makes something to export as a start, and has a message for that. `begun`
    describes the draft on the screen, from its text; empty if there is none.
    """

    setting: str
    read: Callable[[str], T]
    read_file: Callable[[Path], T]
    write: Callable[[T], str]
    is_one: Callable[[str, T], str]
    is_kept: Callable[[T], str]
    none_kept: str
    imported: Callable[[str], str]
    exported: Callable[[str], str]
    not_kept: Callable[[str], str]
    first: tuple[Callable[[], T], Callable[[str], str]] | None = None
    draft: str = ""
    begun: Callable[[str], str] = lambda _text: ""

    def check(self, source: Path) -> str:
        """Return a message that a file is valid. Raises SetupError that lists its faults."""
        return self.is_one(str(source), self.read_file(source))

    def take_in(self, source: Path, store: Path) -> str:
        """Save a file's content as the owner's own. Raises CompanionError if it is invalid, or not saved."""
        thing = self.read_file(source)
        try:
            with Store(store) as settings:
                settings.set(self.setting, self.write(thing))
        except StoreError as error:
            raise CompanionError(self.not_kept(str(error))) from None
        return self.imported(str(source))

    def write_out(self, target: Path, store: Path) -> str:
        """Write the owner's own to a file. Raises CompanionError, also if there is nothing to write."""
        text, _ = self._texts(store)
        if text:
            thing, message = self.read(text), self.exported
        elif self.first is not None:
            begin, message = self.first
            thing = begin()
        else:
            raise CompanionError(self.none_kept)
        write_owners_file(target, self.write(thing).encode())
        return message(str(target))

    def describe(self, store: Path) -> str:
        """Say what is stored, and whether one is being entered. Raises SetupError if it can't be read."""
        text, draft = self._texts(store)
        sentences = [self.is_kept(self.read(text)) if text else self.none_kept]
        try:
            sentences.append(self.begun(draft))
        except SetupError as error:
            sentences.append(error_text(error))
        return "\n".join(filter(None, sentences))

    def _texts(self, store: Path) -> tuple[str, str]:
        if not store.exists():
            return "", ""
        with Store(store, reading=True) as settings:
            return settings.setting(self.setting, ""), settings.setting(self.draft, "")


def _recorded(text: str) -> str:
    count = len(layout.draft_from_text(text))
    return words.board_begun(count) if count else ""


def _odd(path: str, board: Board) -> str:
    return "\n".join((words.is_pairs(path, len(board.pairs)), *map(words.odd, board_file.oddities(board))))


def _cards(box: profile.Profile) -> int:
    return sum(box.cards.values())


OWN: dict[str, OwnedKind[Any]] = {
    "sequence-states": OwnedKind(
        recorded.BOARD,
        lambda text: layout.read_layout(text, layout.OWN, words.KEPT_BOARD),
        layout.read_layout_file,
        layout.write_layout,
        lambda path, _: words.is_board(path),
        lambda _: words.BOARD_KEPT,
        words.NO_BOARD,
        words.board_imported,
        words.board_exported,
        words.board_not_kept,
        draft=recorded.DRAFT,
        begun=_recorded,
    ),
    "tracktic": OwnedKind(
        boxes.BOX,
        lambda text: profile.read_profile(text.encode(), words.KEPT_BOX),
        profile.read_profile_file,
        profile.write_profile,
        lambda path, box: words.is_box(path, _cards(box)),
        lambda box: words.box_kept(box.name, _cards(box)),
        words.NO_BOX,
        words.box_imported,
        words.box_exported,
        words.box_not_kept,
        draft=boxes.DRAFT,
        begun=lambda text: words.BOX_BEGUN if text and boxes.draft_from_text(text) else "",
    ),
    "speed-mode": OwnedKind(
        BOARD,
        lambda text: board_file.read_board(text.encode(), words.KEPT_BOARD),
        board_file.read_board_file,
        board_file.write_board,
        _odd,
        lambda board: words.pairs_kept(board.name, len(board.pairs)),
        words.NO_PAIRS,
        words.board_imported,
        words.board_exported,
        words.board_not_kept,
        first=(board_file.derived, words.derived_exported),
    ),
}
