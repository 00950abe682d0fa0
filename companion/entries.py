"""The entries of a match; in a long record that is gone on with, old ones are read once somebody asks."""

from collections.abc import Iterable, Sequence
from typing import Generic, overload

from companion.game import E, F, R
from companion.journal import Codec, Entry, KeptRow


class Entries(Sequence[Entry[F, R, E]], Generic[F, R, E]):
    """All entries of a record in their order. Rows among them were found good before."""

    def __init__(
        self, entries: Iterable[Entry[F, R, E] | KeptRow] = (), codec: Codec[F, R, E] | None = None
    ) -> None:
        self._entries = list(entries)
        self._codec = codec

    def append(self, entry: Entry[F, R, E]) -> None:
        """Add the newest entry."""
        self._entries.append(entry)

    def copy(self) -> "Entries[F, R, E]":
        """Return the same entries, to be gone on with otherwise."""
        return Entries(self._entries, self._codec)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Entry[F, R, E]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry[F, R, E]]: ...
    def __getitem__(self, index: int | slice) -> Entry[F, R, E] | list[Entry[F, R, E]]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        entry = self._entries[index]
        if isinstance(entry, KeptRow):
            assert self._codec is not None, "rows come with what reads them"
            entry = self._entries[index] = self._codec.read(entry)
        return entry

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # they change
