"""What the newest entry says, for the banner's small print. Pure."""

from typing import Any

from companion.journal import Entered, Entry, TakenBack
from companion.line import Position
from companion.match import AnyMatch
from ui.language import words
from ui.table.presenting import Presenter
from ui.table.session import AnyEntry

LINE = 80
"""Letters of small print that fit into the banner."""


class LatestChange:
    """What the newest entry says; `line` is what was shown of it last."""

    def __init__(self, presenter: Presenter) -> None:
        self.line = ""
        self._presenter = presenter
        self._sentences: tuple[str, ...] = ()

    def follow(self, entry: AnyEntry) -> None:
        """Describe a new entry."""
        self._sentences = self._presenter.describe(entry)

    def undone(self, match: AnyMatch, undo: AnyEntry | None, last: Position[Any, Any, Any]) -> None:
        """Say what an `undo` took back, as it read when it was the `last` position."""
        self._sentences = (words.TAKEN_BACK,)
        if undo is not None and isinstance(undo.body, TakenBack):
            gone = match.entries[undo.body.entry]
            if last.entry == gone.n:
                gone = Entry(last.entry, last.at, Entered(last.report, last.events))
            self._sentences = tuple(map(words.undone, self._presenter.describe(gone)[:1])) or self._sentences

    def take(self, title: str) -> str:
        """Return what hasn't been shown yet in a line, without what the banner's `title` says as well."""
        if not self._sentences:
            return ""
        others = tuple(sentence for sentence in self._sentences if sentence.rstrip(".") != title)
        self.line, self._sentences = in_a_line(others or self._sentences), ()
        return self.line


def in_a_line(sentences: tuple[str, ...]) -> str:
    """Return as many sentences as fit in the banner's small print, at least the first."""
    line = ""
    for sentence in sentences:
        if line and len(line) + len(sentence) > LINE:
            break
        line = f"{line} {sentence}".strip()
    return line
