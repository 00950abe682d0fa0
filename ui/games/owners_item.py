"""The owner's board or box, or one that is there: what is kept of it, and what was chosen last time. Pure."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.decoding import from_json
from companion.errors import SetupError
from ui.games.face import Memory
from ui.parts.values import Picture

# What a game kept from earlier matches, text by text, for its set-up; none that is damaged is lost.


def damaged_key(name: str) -> str:
    """Return the name under which a text is put that can't be read, when another takes its place."""
    return f"{name}-damaged"


class SavedTexts:
    """A game's memory with damaged texts put aside. Nothing may be chosen before all is `known`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._awaited: set[str] | None = None
        self._damaged: dict[str, str] = {}

    @property
    def known(self) -> bool:
        """Whether everything asked for has come."""
        return self._awaited == set()

    def damaged(self, name: str) -> bool:
        """Tell whether there is a text that can't be read, and nothing has taken its place yet."""
        return name in self._damaged

    def read(self, takers: Mapping[str, Callable[[str], None]], arrived: Callable[[], None]) -> None:
        """Hand each text to its taker as it comes, then call `arrived`; a SetupError marks it as damaged."""
        self._awaited = set(takers)
        for name, take in takers.items():
            self._memory.get(name, partial(self._take, name, take, arrived))

    def set(self, name: str, text: str) -> None:
        """Keep a text; a damaged one whose place it takes is put aside first."""
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
    """What is seen of a thing on its pad; `more` stands on the pad below it, if there is one."""

    title: str
    hint: str
    picture: Picture | None = None
    more: str = ""


class KeptForm(Struct, Generic[T, D], frozen=True):
    """How a thing of one's own and a draft of it are kept; what can't be read is refused with SetupError.

    No text is empty. `begin` returns the draft to begin with: the owner's thing, or where there is none a new
    one. `whole` returns the thing that a draft is already, None where that has to be asked for. Of a draft
    that is `idle` next to the thing that is kept nothing need be kept.
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
    """The owner's thing, and the draft of it that is being entered; every step is kept at once."""

    def __init__(self, form: KeptForm[T, D], texts: SavedTexts) -> None:
        self._form, self._texts = form, texts
        self.thing: T | None = None
        self.draft: D | None = None

    @property
    def takers(self) -> Mapping[str, Callable[[str], None]]:
        """Who takes which text that was kept."""
        return {self._form.name: self._take, self._form.draft_name: self._take_draft}

    @property
    def begun(self) -> D:
        """The draft to go on with."""
        return self._form.begin(self.thing) if self.draft is None else self.draft

    @property
    def corrected(self) -> D | None:
        """The thing that is being corrected, as a draft; None where the first is entered."""
        return None if self.thing is None else self._form.begin(self.thing)

    @property
    def damaged(self) -> bool:
        """Whether the thing that was kept can't be read, and no other has taken its place."""
        return self._texts.damaged(self._form.name)

    @property
    def damaged_draft(self) -> bool:
        """Whether the draft that was kept can't be read."""
        return self._texts.damaged(self._form.draft_name)

    def keep(self, draft: D) -> None:
        """Keep a draft: after a power cut it goes on from here."""
        whole = self._form.whole(draft)
        if whole is not None:
            self.enter(whole)
        else:
            self._keep_draft(None if self._form.idle(draft, self.thing) else draft)

    def enter(self, thing: T) -> None:
        """Keep a thing that was entered; its draft is needed no more."""
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
    """Read what was kept as JSON; SetupError says `what` can't be read."""
    try:
        return from_json(text, kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise SetupError(f"{what} can't be read: {error}") from None


def from_bytes(read: Callable[[bytes], T]) -> Callable[[str], T]:
    """Return what reads a text that was kept as `read` reads a file."""
    return lambda text: read(text.encode("utf-8", "replace"))


def write_json(value: Any) -> str:  # whatever msgspec can write
    """Return what `read_json` reads."""
    return msgspec.json.encode(value).decode()


def chosen(text: str, choice: S) -> S:
    """Return a choice as it was kept; where there is none, or a damaged one, this one."""
    try:
        return read_json(text, type(choice), "the choice")
    except SetupError:
        return choice
