"""The last step before a match: choosing the owner's board or box, or a built-in one, and one more choice."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.games.drafted import OwnEditor
from ui.games.face import Memory
from ui.games.owners_item import OwnersItem, PadLook, SavedForm, SavedTexts, chosen, write_json
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Pages, Part, Picture, Screen, Text, small_pad
from ui.stage import theme
from ui.table.presenting import GameSpecific

T = TypeVar("T")
D = TypeVar("D")

OWN = "own"
"""The name of the owner's item in a choice."""

ITEMS_SHARE = 0.55
"""Share of the height for the items if something else is asked too, which has the rest."""
BETWEEN_MM = 1.6
"""Gap between a question and its answers."""
ITEM_MM = (14.0, 40.0)
"""Least height and width of an item's pad."""
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

    `heading` is over the items, `title` the one over these pads. `current` returns the word and the
    picture of a pad's current value; `tapped` changes it.
    """

    heading: str
    title: str
    names: Sequence[str]
    current: Callable[[int], tuple[str, Picture]]
    tapped: Callable[[int], None]


class OwnSetup(PartScreen, Generic[T, D]):
    """The owner's item next to the built-in ones; `on` gets the facts with the chosen one.

    If the owner has none yet, the last built-in one is used. A subclass gives the words, how the item is
    saved (`form`) and entered (`editor_of`), where the choice is saved (`choice_key`), and the first choice:
    a struct with at least the field `which`.
    """

    editor_of: ClassVar[type[OwnEditor[Any, Any]]]
    choice_key = ""

    facts: GameSpecific
    plates: tuple[NamePlate, ...]
    memory: Memory
    back: Callable[[], None]
    on: Callable[[GameSpecific], None]

    def start(self) -> None:
        """Read the saved texts."""
        self.built_in, self._asked = self.offered(), self.also_asked()
        self.choice = self.first_choice
        self._texts = SavedTexts(self.memory)
        self.owned: OwnersItem[T, D] = OwnersItem(self.form, self._texts)
        self._texts.read({**self.owned.takers, self.choice_key: self._take_choice}, self.compose)

    # For subclasses.

    @property
    def setup_words(self) -> SetupWords:
        """The game's sentences."""
        raise NotImplementedError

    @property
    def form(self) -> SavedForm[T, D]:
        """How the owner's item is saved."""
        raise NotImplementedError

    @property
    def first_choice(self) -> Any:  # a Struct with the field `which`
        """The choice if none is saved."""
        raise NotImplementedError

    def offered(self) -> Mapping[str, tuple[PadLook, T | None]]:
        """Return the built-in items by their names in a choice; None stands for playing without one."""
        raise NotImplementedError

    def also_asked(self) -> AlsoAsked | None:
        """Return a further choice, if the game has one."""
        return None

    def own_look(self, item: T | None, draft: D | None) -> PadLook:
        """Return the look of the owner's item, or of its draft if there is none yet."""
        raise NotImplementedError

    def in_few_words(self, item: T | None) -> str:
        """Return the chosen item in two or three words."""
        if self.chosen_name == OWN:
            return self.own_look(item, self.owned.draft).title
        return self.built_in[self.chosen_name][0].title

    def choice_to_save(self) -> Any:
        """Return the choice to save for next time."""
        return self.choice

    def chosen_facts(self) -> GameSpecific:
        """Return the facts with the choice."""
        raise NotImplementedError

    # The choice.

    @property
    def chosen_name(self) -> str:
        """The name of the chosen item: "own", or that of a built-in one."""
        wanted = self.choice.which or OWN
        known = wanted in self.built_in or (wanted == OWN and self.owned.item is not None)
        return str(wanted) if known else [*self.built_in][-1]

    @property
    def chosen_item(self) -> T | None:
        """the chosen item."""
        return self.owned.item if self.chosen_name == OWN else self.built_in[self.chosen_name][1]

    def choose(self, **choice: Any) -> None:  # fields of the choice
        """Change fields of the choice."""
        self.choice = replace(self.choice, **choice)
        self.compose()

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        warning = self.setup_words.DAMAGED_DRAFT if self.owned.damaged_draft else ""
        self.lay_over(self.editor_of(self.owned, self.close, self.entered, warning))

    def entered(self, item: T) -> None:
        """Save an entered item and choose it."""
        self.owned.save(item)
        self.choice = replace(self.choice, which=OWN)
        self.close()

    def close(self) -> None:
        """Close the editor."""
        self.lay_over(None)

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, self.choice)

    def _tap_own(self) -> None:
        if self.owned.item is None:
            self.edit()
        else:
            self.choose(which=OWN)

    def in_short(self) -> tuple[str, str]:
        """Return this screen's question and the current choice."""
        return self.setup_words.LINE, self.in_few_words(self.chosen_item)

    def go_on(self, show: Callable[[], None]) -> None:
        """Begin with the current choice."""
        self._go()

    def _turn_back(self) -> None:
        if self._texts.known:
            self._save_choice()
        self.back()

    def _save_choice(self) -> None:
        self._texts.set(self.choice_key, write_json(self.choice_to_save()))

    def _go(self) -> None:
        self._save_choice()
        self.on(self.chosen_facts())

    # How it looks.

    def part(self) -> Screen:
        """Return the items, and below them the further choice."""
        known, asked = self._texts.known, self._asked
        header = Header(
            self.setup_words.TITLE,
            self.setup_words.HINT,
            self._turn_back,
            self._go,
            frame.TO_THE_TABLE,
            on_live=known,
        )
        own_look = self.own_look(self.owned.item, self.owned.draft)
        looks = ((name, look) for name, (look, _item) in self.built_in.items())
        built_in = (self._item_pad(name, look, partial(self.choose, which=name)) for name, look in looks)
        pads = (self._item_pad(OWN, own_look, self._tap_own), *built_in)
        parts: list[Part] = [Pages(pads, ITEM_MM[0], ITEM_MM[1], share=ITEMS_SHARE, name="items")]
        if self.owned.damaged:
            parts.insert(0, Text(self.setup_words.DAMAGED, wraps=True, warning=True))
        if self.owned.item is not None:
            word = self.setup_words.CORRECT if self.owned.draft is None else self.setup_words.GO_ON_CORRECTING
            parts.append(
                small_pad(word, own_look.more, self.edit, live=known, name="correct", mm=theme.TARGET_MM)
            )
        if asked is not None:
            long = max(map(len, asked.names)) > LONG
            answers = tuple(self._answer_pad(asked, n) for n in range(len(asked.names)))
            parts = [
                Text(asked.heading, bold=True),
                *parts,
                Text(asked.title, bold=True, wraps=True),
                Pages(answers, theme.TARGET_MM - 1, PAD_MM[long], share=1 - ITEMS_SHARE, name="answers"),
            ]
        return Screen(header, Column(tuple(parts), theme.GAP_MM if asked is None else BETWEEN_MM))

    def _item_pad(self, name: str, look: PadLook, tap: Callable[[], None]) -> Button:
        """Return an item's pad: its picture is above the words or, if there is less room, next to them."""
        known = self._texts.known
        return Button(
            look.title, look.hint, tap, chosen=known and name == self.chosen_name, live=known,
            picture=look.picture, above=self._asked is None, name=name,
        )  # fmt: skip

    def _answer_pad(self, asked: AlsoAsked, n: int) -> Button:
        known = self._texts.known
        word, picture = asked.current(n)
        short = len(asked.names) <= FEW and len(asked.names[n]) <= LONG
        role = theme.title if short else theme.heading
        return Button(
            word, asked.names[n], partial(asked.tapped, n), live=known, picture=picture, role=role,
            name=f"asked {n}",
        )  # fmt: skip
