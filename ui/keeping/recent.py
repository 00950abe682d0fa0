"""In which order matches were played last: counted, for the date of a table without a network may jump."""

from collections.abc import Iterable

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
        """Return matches, the last played first."""
        place = {match: n for n, match in enumerate(self._ids)}
        return sorted(matches, key=lambda kept: (place.get(kept.id, MOST), -kept.touched, kept.id))
