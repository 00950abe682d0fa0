"""The last step before a match: choosing the owner's board or box, or a built-in one, and one more choice."""

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
"""The name of the owner's thing in a choice."""

THINGS_SHARE = 0.55
"""Share of the height for the things if something else is asked too, which has the rest."""
BETWEEN_MM = 1.6
"""Gap between a question and its answers."""
THING_MM = (14.0, 40.0)
"""Least height and width of a thing's pad."""
LONG = 18
PAD_MM = {False: 25.0, True: 40.0}
"""Least width of any other pad: whether any name has more than LONG letters."""
FEW = 3
"""Up to this many pads side by side can have larger words."""


class SetupWords(Protocol):
    """The sentences that a game's module must have for this step."""

    LINE: str
    TITLE: str
    HINT: str
    CORRECT: str
    GO_ON_CORRECTING: str
    DAMAGED: str
    DAMAGED_DRAFT: str


class AlsoAsked(Struct, frozen=True):
    """A further choice on the same screen, with a pad for each of `names`.

    `which` is the heading over the things, `title` the one over these pads. `shown` returns the word and the
    picture of a pad's current value; `tapped` changes it.
    """

    which: str
    title: str
    names: Sequence[str]
    shown: Callable[[int], tuple[str, Picture]]
    tapped: Callable[[int], None]


class OwnSetup(PartScreen, Generic[T, D]):
    """The owner's thing next to the built-in ones; `on` gets the facts with the chosen one.

    If the owner has none yet, the last built-in one is used. A subclass gives the words, how the thing is
    saved (`form`) and entered (`editor_of`), where the choice is saved (`kept_as`), and the first choice: a
    struct with at least the field `which`.
    """

    editor_of: ClassVar[type[OwnEditor[Any, Any]]]
    kept_as = ""

    facts: GameSpecific
    plates: tuple[NamePlate, ...]
    memory: Memory
    back: Callable[[], None]
    on: Callable[[GameSpecific], None]

    def start(self) -> None:
        """Read the saved texts."""
        self.there, self._asked = self.offered(), self.also_asked()
        self.choice = self.first_choice
        self._texts = SavedTexts(self.memory)
        self.kept: OwnersItem[T, D] = OwnersItem(self.form, self._texts)
        self._texts.read({**self.kept.takers, self.kept_as: self._take_choice}, self.compose)

    # For subclasses.

    @property
    def says(self) -> SetupWords:
        """The game's sentences."""
        raise NotImplementedError

    @property
    def form(self) -> KeptForm[T, D]:
        """How the owner's thing is saved."""
        raise NotImplementedError

    @property
    def first_choice(self) -> Any:  # a Struct with the field `which`
        """The choice if none is saved."""
        raise NotImplementedError

    def offered(self) -> Mapping[str, tuple[SeenOnPad, T | None]]:
        """Return the built-in things by their names in a choice; None stands for playing without one."""
        raise NotImplementedError

    def also_asked(self) -> AlsoAsked | None:
        """Return a further choice, if the game has one."""
        return None

    def own_seen(self, own: T | None, draft: D | None) -> SeenOnPad:
        """Return the look of the owner's thing, or of its draft if there is none yet."""
        raise NotImplementedError

    def shortly(self, thing: T | None) -> str:
        """Return the chosen thing in two or three words."""
        if self.which == OWN:
            return self.own_seen(thing, self.kept.draft).title
        return self.there[self.which][0].title

    def remembered(self) -> Any:
        """Return the choice to save for next time."""
        return self.choice

    def chosen_facts(self) -> GameSpecific:
        """Return the facts with the choice."""
        raise NotImplementedError

    # The choice.

    @property
    def which(self) -> str:
        """The name of the chosen thing: "own", or that of a built-in one."""
        wanted = self.choice.which or OWN
        known = wanted in self.there or (wanted == OWN and self.kept.thing is not None)
        return str(wanted) if known else [*self.there][-1]

    @property
    def thing(self) -> T | None:
        """The chosen thing."""
        return self.kept.thing if self.which == OWN else self.there[self.which][1]

    def choose(self, **choice: Any) -> None:  # fields of the choice
        """Change fields of the choice."""
        self.choice = replace(self.choice, **choice)
        self.compose()

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        warning = self.says.DAMAGED_DRAFT if self.kept.damaged_draft else ""
        self.lay_over(self.editor_of(self.kept, self.close, self.entered, warning))

    def entered(self, thing: T) -> None:
        """Save an entered thing and choose it."""
        self.kept.enter(thing)
        self.choice = replace(self.choice, which=OWN)
        self.close()

    def close(self) -> None:
        """Close the editor."""
        self.lay_over(None)

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, self.choice)

    def _tap_own(self) -> None:
        if self.kept.thing is None:
            self.edit()
        else:
            self.choose(which=OWN)

    def in_short(self) -> tuple[str, str]:
        """Return this screen's question and the current choice."""
        return self.says.LINE, self.shortly(self.thing)

    def go_on(self, show: Callable[[], None]) -> None:
        """Begin with the current choice."""
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
        """Return the things, and below them the further choice."""
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
        """Return a thing's pad: its picture is above the words or, if there is less room, next to them."""
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
