"""The last step before a match: the owner's board or box, or one that is there, and what else is asked."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.face import Memory
from ui.games.kept_texts import KeptTexts
from ui.games.own import KeptForm, Own, Picture, SeenOnPad, chosen, write_json
from ui.stage.painter import Painter, drawing, room_in
from ui.table.presenting import GameSpecific
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

T = TypeVar("T")
D = TypeVar("D")

OWN = "own"
"""What the owner's thing is called in a choice."""

THINGS_SHARE = 0.62
"""How much of the height the things take where more is asked; that has the rest."""
BESIDE = 0.4
"""So much of a pad's width its picture takes at most beside the words."""

FEW = 3
"""Pads beside each other whose words can be larger."""


class SetupWords(Protocol):
    """The sentences that every such step has: a game's module of them."""

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


class ThingPad(Pad):
    """A thing to play with: its picture, `above` what it is or else beside that."""

    def __init__(self, on_tap: Callable[[], None], *, above: bool) -> None:
        super().__init__(on_tap=on_tap)
        self._above = above
        if not above:
            self.title.halign = self.subtitle.halign = "left"
            self.title.valign, self.subtitle.valign = "bottom", "top"
        self._drawn: Picture | None = None
        self._painter = Painter(self.canvas)

    def see(self, seen: SeenOnPad) -> None:
        """Show a thing."""
        self.say(seen.title, seen.hint)
        self._drawn = seen.picture
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """A thing without a picture leaves its room to the words."""
        if self._above:
            inner = rect.inset(theme.mm(2.5), theme.mm(2))
            words = theme.heading() * 1.25 + theme.small() * 3.7
            text, at = inner.cut_bottom(min(words, inner.height * 0.55), theme.mm(1.5))
            upper, lower = text.cut_top(min(theme.heading() * 1.25, text.height / 2))
        else:
            text = at = rect.inset(theme.mm(2))
            if self._drawn is not None:
                at, text = text.cut_left(min(text.height, text.width * BESIDE), theme.mm(2.5))
            upper, lower = text.cut_top(min(text.height * 0.5, theme.heading() * 2.6), theme.mm(0.6))
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1
        self._painter.draw(() if self._drawn is None else self._drawn(room_in(at)))


class OwnSetup(Face, Generic[T, D]):
    """The owner's thing beside those that are there; `on` gets the facts with the chosen one.

    Where the owner has none yet, the last of those that are there is taken. A game says the words, how its
    thing is kept (`form`) and entered (`editor_of`), where the choice is kept, and what is chosen at first:
    a struct with the field `which`, and more.
    """

    says: SetupWords
    kept_as: str
    editor_of: Callable[[Own[T, D], Callable[[], None], Callable[[T], None], str], Face]

    def __init__(
        self,
        facts: GameSpecific,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[GameSpecific], None],
    ) -> None:
        super().__init__()
        self.facts, self.plates, self._on = facts, plates, on
        self._offered, self._asked = self.offered(), self.also_asked()
        self.choice = self.first_choice
        self._texts = KeptTexts(memory)
        self.kept: Own[T, D] = Own(self.form, self._texts)
        self.editor: Face | None = None
        self.header = TitleLine(self.says.TITLE, self.says.HINT, back, self._go, frame.TO_THE_TABLE)
        above = self._asked is None
        self.own = ThingPad(self._tap_own, above=above)
        self.correct = Pad(self.says.CORRECT, on_tap=self.edit, role=theme.body())
        self.there = {name: ThingPad(partial(self.choose, which=name), above=above) for name in self._offered}
        for name, (seen, _thing) in self._offered.items():
            self.there[name].see(seen)
        titles, names = (
            ((), ()) if (asked := self._asked) is None else ((asked.which, asked.title), asked.names)
        )
        self._titles = [Text(title, role=theme.body(), bold=True) for title in titles]
        role = theme.title() if len(names) <= FEW else theme.heading()
        self.asked = [Pad("", name, role=role) for name in names]
        self._show()
        self._texts.read({**self.kept.takers, self.kept_as: self._take_choice}, self._show)

    # What a game writes.

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
        return self.kept.thing if self.which == OWN else self._offered[self.which][1]

    def choose(self, **choice: Any) -> None:  # fields of the choice
        """Change the choice."""
        self.choice = replace(self.choice, **choice)
        self._show()

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        warning = self.says.DAMAGED_DRAFT if self.kept.damaged_draft else ""
        self.editor = type(self).editor_of(self.kept, self.close, self.entered, warning)
        self._show()

    def entered(self, thing: T) -> None:
        """Take what was entered, and choose it."""
        self.kept.enter(thing)
        self.choice = replace(self.choice, which=OWN)
        self.close()

    def close(self) -> None:
        """Turn back from the editor."""
        self.editor = None
        self._show()

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, self.choice)

    def _tap_own(self) -> None:
        if self.kept.thing is None:
            self.edit()
        else:
            self.choose(which=OWN)

    def _go(self) -> None:
        self._texts.set(self.kept_as, write_json(self.remembered()))
        self._on(self.chosen_facts())

    # How it looks.

    def _show(self) -> None:
        if self.editor is not None:
            self.set_parts(self.editor)
            return
        own, draft, known = self.kept.thing, self.kept.draft, self._texts.known
        pads = {OWN: self.own, **self.there}
        self.set_parts(self.header, *self._titles, *pads.values(), *self.asked)
        seen = self.own_seen(own, draft)
        self.own.see(seen)
        if own is not None:
            self.add_widget(self.correct)
            self.correct.say(self.says.CORRECT if draft is None else self.says.GO_ON_CORRECTING, seen.more)
        for name, thing in pads.items():
            thing.choose(known and name == self.which)
        for n, pad in enumerate(self.asked):
            self._show_asked(n, pad)
        for pad in (*pads.values(), self.correct, *self.asked, self.header.next):
            pad.live = known
        damaged = self.kept.damaged
        self.header.hint.say(self.says.DAMAGED if damaged else self.says.HINT, warning=damaged)

    def _show_asked(self, n: int, pad: Pad) -> None:
        assert self._asked is not None
        word, picture = self._asked.shown(n)
        pad.say(word, pad.subtitle.text)
        pad.draw_beside(drawing(picture))
        pad.when_tapped = partial(self._asked.tapped, n)

    def arrange(self, rect: Rect) -> None:
        """The things above, the rest below."""
        if self.editor is not None:
            put(self.editor, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        lines: list[list[Pad]] = [[self.own, *self.there.values()], self.asked]
        rooms = [room]
        if self._titles:
            rooms = [*room.cut_top((room.height - gap) * THINGS_SHARE, gap)]
            for n, title in enumerate(self._titles):
                above, rooms[n] = rooms[n].cut_top(theme.body() * 1.4, theme.mm(0.8))
                put(title, above)
        for pads, part in zip(lines, rooms, strict=False):
            for pad, cell in zip(pads, part.columns([1] * len(pads), gap), strict=True):
                if pad is self.own and self.correct.parent is not None:
                    low, cell = cell.cut_bottom(theme.mm(theme.TARGET_MM), gap)
                    put(self.correct, low)
                put(pad, cell)
