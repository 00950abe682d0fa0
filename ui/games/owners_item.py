"""How the owner's board or box, its draft and the last choice are saved. Pure."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.decoding import NOT_OURS, from_json
from companion.errors import SetupError
from ui.games.face import Memory
from ui.parts.values import Picture

# A game's saved texts, for its set-up. Damaged ones are never lost.


def damaged_key(name: str) -> str:
    """Return the name under which an unreadable text is put aside when another takes its place."""
    return f"{name}-damaged"


class SavedTexts:
    """A game's memory that puts damaged texts aside. Nothing may be chosen before all texts are `known`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._awaited: set[str] | None = None
        self._damaged: dict[str, str] = {}

    @property
    def known(self) -> bool:
        """Whether all requested texts have arrived."""
        return self._awaited == set()

    def damaged(self, name: str) -> bool:
        """Return whether a saved text can't be read and hasn't been replaced yet."""
        return name in self._damaged

    def read(self, takers: Mapping[str, Callable[[str], None]], arrived: Callable[[], None]) -> None:
        """Hand each text to its taker as it arrives, then call `arrived`.

        A taker raises SetupError to mark its text as damaged.
        """
        self._awaited = set(takers)
        for name, take in takers.items():
            self._memory.get(name, partial(self._take, name, take, arrived))

    def set(self, name: str, text: str) -> None:
        """Save a text; a damaged one that it replaces is put aside first."""
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


T = TypeVar("T")
D = TypeVar("D")
S = TypeVar("S", bound=Struct)


class PadLook(Struct, frozen=True):
    """The look of an item on its pad; `more` is the hint of the pad for correcting it."""

    title: str
    hint: str
    picture: Picture | None = None
    more: str = ""


class SavedForm(Struct, Generic[T, D], frozen=True):
    """How the owner's item and a draft of it are saved. Reading raises SetupError for damaged texts.

    No written text is empty. `begin` returns the first draft: of the owner's item, or a new one if there is
    none. `finished` returns the item that a draft already amounts to, None if the owner must confirm it.
    A draft that is `idle`, compared with the saved item, needn't be saved.
    """

    name: str
    draft_name: str
    read: Callable[[str], T]
    write: Callable[[T], str]
    read_draft: Callable[[str], D]
    write_draft: Callable[[D], str]
    begin: Callable[[T | None], D]
    idle: Callable[[D, T | None], bool]
    finished: Callable[[D], T | None] = lambda _draft: None


class OwnersItem(Generic[T, D]):
    """The owner's item, and the draft of it being entered; every step is saved at once."""

    def __init__(self, form: SavedForm[T, D], texts: SavedTexts) -> None:
        self._form, self._texts = form, texts
        self.item: T | None = None
        self.draft: D | None = None

    @property
    def takers(self) -> Mapping[str, Callable[[str], None]]:
        """The taker of each saved text, for `SavedTexts.read`."""
        return {self._form.name: self._take, self._form.draft_name: self._take_draft}

    @property
    def current_draft(self) -> D:
        """The draft to continue with."""
        return self._form.begin(self.item) if self.draft is None else self.draft

    @property
    def item_as_draft(self) -> D | None:
        """The item being corrected, as a draft; None while the first is entered."""
        return None if self.item is None else self._form.begin(self.item)

    @property
    def damaged(self) -> bool:
        """Whether the saved item can't be read and hasn't been replaced yet."""
        return self._texts.damaged(self._form.name)

    @property
    def damaged_draft(self) -> bool:
        """Whether the saved draft can't be read and hasn't been replaced yet."""
        return self._texts.damaged(self._form.draft_name)

    def save_draft(self, draft: D) -> None:
        """Save a draft, to continue from here after a power cut; one that is `finished` becomes the item."""
        finished = self._form.finished(draft)
        if finished is not None:
            self.save(finished)
        else:
            self._set_draft(None if self._form.idle(draft, self.item) else draft)

    def save(self, item: T) -> None:
        """Save an entered item and delete its draft."""
        begin = self._form.begin
        if self.item is None or begin(item) != begin(self.item):
            self.item = item
            self._texts.set(self._form.name, self._form.write(item))
        self._set_draft(None)

    def _set_draft(self, draft: D | None) -> None:
        if draft != self.draft or self.damaged_draft:
            self.draft = draft
            self._texts.set(self._form.draft_name, "" if draft is None else self._form.write_draft(draft))

    def _take(self, text: str) -> None:
        self.item = self._form.read(text) if text else None

    def _take_draft(self, text: str) -> None:
        self.draft = self._form.read_draft(text) if text else None


def read_json(text: str, kind: type[S], name: str) -> S:
    """Return a value saved as JSON. Raises SetupError, which names `name`, if it can't be read."""
    try:
        return from_json(text, kind)
    except NOT_OURS as error:
        raise SetupError(f"{name} can't be read: {error}") from None


def from_bytes(read: Callable[[bytes], T]) -> Callable[[str], T]:
    """Return a function that reads a text with `read`, which takes the bytes of a file."""
    return lambda text: read(text.encode("utf-8", "replace"))


def write_json(value: Any) -> str:  # whatever msgspec can write
    """Return a value as JSON for `read_json`."""
    return msgspec.json.encode(value).decode()


def chosen(text: str, choice: S) -> S:
    """Return the saved choice; `choice` itself if none is saved or it is damaged."""
    try:
        return read_json(text, type(choice), "the choice")
    except SetupError:
        return choice
