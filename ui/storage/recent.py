"""In which order matches were played last: counted, for the date of a table without a network may jump."""

from collections.abc import Iterable
from operator import attrgetter

from companion.store import Kept

MOST = 40
"""Older ones than that follow by their dates."""


class Recent:
    """The ids of matches, the last played first; kept as a line of text."""

    def __init__(self, setting: str = "") -> None:
        self._ids = setting.split()

    @property
    def setting(self) -> str:
        """What is to be kept."""
        return " ".join(self._ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """The matches played last."""
        return tuple(self._ids)

    def played(self, match: str) -> None:
        """Put a match in front."""
        self._ids = [match, *(other for other in self._ids if other != match)][:MOST]

    def order(self, matches: Iterable[Kept]) -> list[Kept]:
        """Return matches, the last played first; of all others the last touched first."""
        place = {match: n for n, match in enumerate(self._ids)}
        # Of thousands none but those asks for a step in Python.
        others = sorted(matches, key=attrgetter("touched"), reverse=True)
        first = sorted((kept for kept in others if kept.id in place), key=lambda kept: place[kept.id])
        return [*first, *(kept for kept in others if kept.id not in place)]
