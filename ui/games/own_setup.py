"""The last step before a match: the owner's board or box, or one that is there, and what else is asked."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.games.drafted import OwnEditor
from ui.games.face import Memory
from ui.games.owners_item import KeptForm, OwnersItem, SavedTexts, SeenOnPad, chosen, write_json
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Pages, Part, Picture, Screen, Text
from ui.stage import theme
from ui.table.presenting import GameSpecific

T = TypeVar("T")
D = TypeVar("D")

OWN = "own"
"""What the owner's thing is called in a choice."""

THINGS_SHARE = 0.55
"""How much of the height the things take where more is asked; that has the rest."""
BETWEEN_MM = 1.6
"""Between a question and its answers."""
THING_MM = (14.0, 40.0)
"""The pad of a thing is so high and wide at least."""
LONG = 18
PAD_MM = {False: 25.0, True: 40.0}
"""So wide is another pad at least, with a name of so many letters or with a longer one."""
FEW = 3
"""Pads beside each other whose words can be larger."""


class SetupWords(Protocol):
    """The sentences that every such step has: a game's module of them."""

    LINE: str
    TITLE: str
    HINT: str
    CORRECT: str
    GO_ON_CORRECTING: str
    DAMAGED: str
    DAMAGED_DRAFT: str


class AlsoAsked(Struct, frozen=True):
    """What else is asked: a pad for each of `names`. `shown` says what is chosen on one; a tap changes it."""

    which: str
    title: str
    names: Sequence[str]
    shown: Callable[[int], tuple[str, Picture]]
    tapped: Callable[[int], None]


class OwnSetup(PartScreen, Generic[T, D]):
    """The owner's thing beside those that are there; `on` gets the facts with the chosen one.

    Where the owner has none yet, the last of those that are there is taken. A game says the words, how its
    thing is kept (`form`) and entered (`editor_of`), where the choice is kept, and what is chosen at first:
    a struct with the field `which`, and more.
    """

    editor_of: ClassVar[type[OwnEditor[Any, Any]]]
    kept_as = ""

    facts: GameSpecific
    plates: tuple[NamePlate, ...]
    memory: Memory
    back: Callable[[], None]
    on: Callable[[GameSpecific], None]

    def start(self) -> None:
        """Read what was kept."""
        self.there, self._asked = self.offered(), self.also_asked()
        self.choice = self.first_choice
        self._texts = SavedTexts(self.memory)
        self.kept: OwnersItem[T, D] = OwnersItem(self.form, self._texts)
        self._texts.read({**self.kept.takers, self.kept_as: self._take_choice}, self.compose)

    # What a game writes.

    @property
    def says(self) -> SetupWords:
        """The game's sentences."""
        raise NotImplementedError

    @property
    def form(self) -> KeptForm[T, D]:
        """How the owner's thing is kept."""
        raise NotImplementedError

    @property
    def first_choice(self) -> Any:  # a Struct with the field `which`
        """What is chosen where nothing was yet."""
        raise NotImplementedError

    def offered(self) -> Mapping[str, tuple[SeenOnPad, T | None]]:
        """Return the things that are there, by their names in a choice; None: play goes on without one."""
        raise NotImplementedError

    def also_asked(self) -> AlsoAsked | None:
        """Return what else is asked."""
        return None

    def own_seen(self, own: T | None, draft: D | None) -> SeenOnPad:
        """Return what is seen of the owner's thing, or of its draft where there is none."""
        raise NotImplementedError

    def shortly(self, thing: T | None) -> str:
        """Return in two or three words what is played with."""
        if self.which == OWN:
            return self.own_seen(thing, self.kept.draft).title
        return self.there[self.which][0].title

    def remembered(self) -> Any:
        """Return the choice as it is offered again."""
        return self.choice

    def chosen_facts(self) -> GameSpecific:
        """Return the facts with what was chosen."""
        raise NotImplementedError

    # The choice.

    @property
    def which(self) -> str:
        """What is chosen: "own", or the name of one that is there."""
        wanted = self.choice.which or OWN
        known = wanted in self.there or (wanted == OWN and self.kept.thing is not None)
        return str(wanted) if known else [*self.there][-1]

    @property
    def thing(self) -> T | None:
        """The chosen thing."""
        return self.kept.thing if self.which == OWN else self.there[self.which][1]

    def choose(self, **choice: Any) -> None:  # fields of the choice
        """Change the choice."""
        self.choice = replace(self.choice, **choice)
        self.compose()

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        warning = self.says.DAMAGED_DRAFT if self.kept.damaged_draft else ""
        self.lay_over(self.editor_of(self.kept, self.close, self.entered, warning))

    def entered(self, thing: T) -> None:
        """Take what was entered, and choose it."""
        self.kept.enter(thing)
        self.choice = replace(self.choice, which=OWN)
        self.close()

    def close(self) -> None:
        """Turn back from the editor."""
        self.lay_over(None)

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, self.choice)

    def _tap_own(self) -> None:
        if self.kept.thing is None:
            self.edit()
        else:
            self.choose(which=OWN)

    def in_short(self) -> tuple[str, str]:
        """Return what is asked here, and what is chosen."""
        return self.says.LINE, self.shortly(self.thing)

    def go_on(self, show: Callable[[], None]) -> None:
        """Go on with what is chosen."""
        self._go()

    def _turn_back(self) -> None:
        if self._texts.known:
            self._keep_choice()
        self.back()

    def _keep_choice(self) -> None:
        self._texts.set(self.kept_as, write_json(self.remembered()))

    def _go(self) -> None:
        self._keep_choice()
        self.on(self.chosen_facts())

    # How it looks.

    def part(self) -> Screen:
        """Return the things above, and below them what else is asked."""
        known, asked = self._texts.known, self._asked
        header = Header(
            self.says.TITLE, self.says.HINT, self._turn_back, self._go, frame.TO_THE_TABLE, on_live=known
        )
        own = self.own_seen(self.kept.thing, self.kept.draft)
        there = (
            self._thing(name, seen, partial(self.choose, which=name))
            for name, (seen, _thing) in self.there.items()
        )
        pads = (self._thing(OWN, own, self._tap_own), *there)
        parts: list[Part] = [Pages(pads, THING_MM[0], THING_MM[1], share=THINGS_SHARE, name="things")]
        if self.kept.damaged:
            parts.insert(0, Text(self.says.DAMAGED, wraps=True, warning=True))
        if self.kept.thing is not None:
            word = self.says.CORRECT if self.kept.draft is None else self.says.GO_ON_CORRECTING
            parts.append(
                Button(
                    word, own.more, self.edit, live=known, role=theme.body, name="correct", mm=theme.TARGET_MM
                )
            )
        if asked is not None:
            long = max(map(len, asked.names)) > LONG
            answers = tuple(self._pad(asked, n) for n in range(len(asked.names)))
            parts = [
                Text(asked.which, bold=True),
                *parts,
                Text(asked.title, bold=True, wraps=True),
                Pages(answers, theme.TARGET_MM - 1, PAD_MM[long], share=1 - THINGS_SHARE, name="answers"),
            ]
        return Screen(header, Column(tuple(parts), theme.GAP_MM if asked is None else BETWEEN_MM))

    def _thing(self, name: str, seen: SeenOnPad, tap: Callable[[], None]) -> Button:
        """Return the pad of a thing: its picture above what it is or, where there is less room, beside."""
        known = self._texts.known
        return Button(
            seen.title, seen.hint, tap, chosen=known and name == self.which, live=known, picture=seen.picture,
            above=self._asked is None, name=name,
        )  # fmt: skip

    def _pad(self, asked: AlsoAsked, n: int) -> Button:
        known = self._texts.known
        word, picture = asked.shown(n)
        short = len(asked.names) <= FEW and len(asked.names[n]) <= LONG
        role = theme.title if short else theme.heading
        return Button(
            word, asked.names[n], partial(asked.tapped, n), live=known, picture=picture, role=role,
            name=f"asked {n}",
        )  # fmt: skip
