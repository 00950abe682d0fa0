"""`companion board`: a game board of one's own as a file: in, out, or only looked at."""

from pathlib import Path

from companion.errors import CompanionError, NotSaved, SetupError
from companion.games.sequence_states.layout import (
    OWN,
    draft_from_text,
    read_layout,
    read_layout_file,
    write_layout,
)
from companion.store import Store
from companion.whole_file import write_owners_file
from ui.console import words
from ui.games.sequence_states.editor import BOARD, DRAFT
from ui.language.faults import spoken


def check(source: Path) -> str:
    """Return that a file is a board; SetupError names every fault of one that isn't."""
    read_layout_file(source)
    return words.is_board(str(source))


def take_in(source: Path, store: Path) -> str:
    """Keep a file's board as the owner's own; CompanionError where it is none, or can't be kept."""
    layout = read_layout_file(source)
    try:
        with Store(store) as kept:
            kept.set(BOARD, write_layout(layout))
    except NotSaved as error:
        raise CompanionError(words.board_not_kept(str(error))) from None
    return words.board_imported(str(source))


def write_out(target: Path, store: Path) -> str:
    """Write the owner's board to a file; CompanionError where none is kept, or the file can't be written."""
    text, _ = _kept(store)
    if not text:
        raise CompanionError(words.NO_BOARD)
    board = write_layout(read_layout(text, OWN, words.KEPT_BOARD))
    write_owners_file(target, board.encode())
    return words.board_exported(str(target))


def kept(store: Path) -> str:
    """Return which board is kept, and how far one is recorded; SetupError where it can't be read."""
    text, draft = _kept(store)
    if text:
        read_layout(text, OWN, words.KEPT_BOARD)
    found = [words.BOARD_KEPT if text else words.NO_BOARD]
    try:
        count = len(draft_from_text(draft))
    except SetupError as error:
        found.append(spoken(error))
    else:
        if count:
            found.append(words.board_begun(count))
    return "\n".join(found)


def _kept(store: Path) -> tuple[str, str]:
    if not store.exists():
        return "", ""
    with Store(store, reading=True) as settings:
        return settings.setting(BOARD, ""), settings.setting(DRAFT, "")
