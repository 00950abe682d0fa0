"""How the owner's board or box, its draft and the last choice are saved. Pure."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.decoding import from_json
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


class SeenOnPad(Struct, frozen=True):
    """The look of a thing on its pad; `more` is the hint of the pad for correcting it."""

    title: str
    hint: str
    picture: Picture | None = None
    more: str = ""


class KeptForm(Struct, Generic[T, D], frozen=True):
    """How the owner's thing and a draft of it are saved. Reading raises SetupError for damaged texts.

    No written text is empty. `begin` returns the first draft: of the owner's thing, or a new one if there is
    none. `whole` returns the thing that a draft already amounts to, None if the owner must confirm it first.
    A draft that is `idle`, compared with the saved thing, needn't be saved.
    """

    name: str
    draft_name: str
    read: Callable[[str], T]
    write: Callable[[T], str]
    read_draft: Callable[[str], D]
    write_draft: Callable[[D], str]
    begin: Callable[[T | None], D]
    idle: Callable[[D, T | None], bool]
    whole: Callable[[D], T | None] = lambda _draft: None


class OwnersItem(Generic[T, D]):
    """The owner's thing, and the draft of it being entered; every step is saved at once."""

    def __init__(self, form: KeptForm[T, D], texts: SavedTexts) -> None:
        self._form, self._texts = form, texts
        self.thing: T | None = None
        self.draft: D | None = None

    @property
    def takers(self) -> Mapping[str, Callable[[str], None]]:
        """The taker of each saved text, for `SavedTexts.read`."""
        return {self._form.name: self._take, self._form.draft_name: self._take_draft}

    @property
    def begun(self) -> D:
        """The draft to continue with."""
        return self._form.begin(self.thing) if self.draft is None else self.draft

    @property
    def corrected(self) -> D | None:
        """The thing being corrected, as a draft; None while the first is entered."""
        return None if self.thing is None else self._form.begin(self.thing)

    @property
    def damaged(self) -> bool:
        """Whether the saved thing can't be read and hasn't been replaced yet."""
        return self._texts.damaged(self._form.name)

    @property
    def damaged_draft(self) -> bool:
        """Whether the saved draft can't be read and hasn't been replaced yet."""
        return self._texts.damaged(self._form.draft_name)

    def keep(self, draft: D) -> None:
        """Save a draft, to continue from here after a power cut; one that is `whole` becomes the thing."""
        whole = self._form.whole(draft)
        if whole is not None:
            self.enter(whole)
        else:
            self._keep_draft(None if self._form.idle(draft, self.thing) else draft)

    def enter(self, thing: T) -> None:
        """Save an entered thing and delete its draft."""
        begin = self._form.begin
        if self.thing is None or begin(thing) != begin(self.thing):
            self.thing = thing
            self._texts.set(self._form.name, self._form.write(thing))
        self._keep_draft(None)

    def _keep_draft(self, draft: D | None) -> None:
        if draft != self.draft or self.damaged_draft:
            self.draft = draft
            self._texts.set(self._form.draft_name, "" if draft is None else self._form.write_draft(draft))

    def _take(self, text: str) -> None:
        self.thing = self._form.read(text) if text else None

    def _take_draft(self, text: str) -> None:
        self.draft = self._form.read_draft(text) if text else None


def read_json(text: str, kind: type[S], what: str) -> S:
    """Return a value saved as JSON. Raises SetupError, which names `what`, if it can't be read."""
    try:
        return from_json(text, kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise SetupError(f"{what} can't be read: {error}") from None


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
