"""Typing one clue in: its kind, then what it speaks of, with pictures. For the player's own eyes."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.cryptid.clues import Clue, Mode
from companion.games.cryptid.maps import Animal, Colour, StructureKind, Terrain
from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.clue_form import ClueForm, Sort, What
from ui.games.cryptid.setup_pads import PicturePad, picture_of
from ui.stage.art import Art
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each, put_row
from ui.widgets.pad import Pad
from ui.widgets.text import Text

EXAMPLES: dict[Sort, tuple[What, ...]] = {
    Sort.ON: (Terrain.FOREST, Terrain.DESERT),
    Sort.NEAR_TERRAIN: (Terrain.WATER,),
    Sort.NEAR_ANY_ANIMAL: (Animal.BEAR, Animal.COUGAR),
    Sort.NEAR_STRUCTURE: (StructureKind.STANDING_STONE,),
    Sort.NEAR_ANIMAL: (Animal.BEAR,),
    Sort.NEAR_COLOUR: (Colour.GREEN,),
}
"""The pictures on the pads of the kinds."""

ACROSS = 3
TALL_MM = 40.0
"""A pad with a picture is so high at the most."""


class ClueTyping(Face):
    """`take` gets the clue, and says whether it could be taken; `back` is called from the kinds."""

    def __init__(
        self, who: str, hue: Hue, mode: Mode, back: Callable[[], None], take: Callable[[Clue], bool]
    ) -> None:
        super().__init__()
        self.form = ClueForm(mode)
        self._back, self._take = back, take
        self.header = TitleLine(words.clue_of(who, hue), "", self.go_back, self.go_on, words.TAKE)
        self.sorts = {
            sort: PicturePad(
                _pictures(EXAMPLES[sort]),
                *words.SORTS[sort],
                on_tap=lambda sort=sort: self.choose(sort),  # type: ignore[misc]
                role=theme.body() * 1.1,
            )
            for sort in Sort
        }
        self.offers: dict[What, PicturePad] = {}
        self.negate = Pad(words.NOT, words.NOT_HINT, on_tap=self.say_not, role=theme.title())
        self.says = Text("", role=theme.heading(), bold=True, align="center", wraps=True)
        self._have_it = False
        self._show()

    def choose(self, sort: Sort) -> None:
        """Choose the kind of the clue."""
        self.form = replace(self.form, sort=sort)
        self.offers = {
            what: PicturePad(
                picture_of(what),
                words.thing(what),
                on_tap=lambda what=what: self.pick(what),  # type: ignore[misc]
            )
            for what in self.form.offers
        }
        self._show()

    def pick(self, what: What) -> None:
        """Pick what it speaks of."""
        self._change(self.form.pick(what))

    def say_not(self) -> None:
        """Say "not", or no longer."""
        self._change(self.form.negate())

    def go_on(self) -> None:
        """Give the clue on; one that the player has already is told, for it is the player's own."""
        clue = self.form.clue
        if clue is not None and not self._take(clue):
            self._have_it = True
            self._show()

    def go_back(self) -> None:
        """From what it speaks of to the kinds, and back."""
        if self.form.sort is None:
            self._back()
        else:
            self._change(ClueForm(self.form.mode))

    def _change(self, form: ClueForm) -> None:
        self.form, self._have_it = form, False
        self._show()

    def _show(self) -> None:
        self.set_parts(self.header)
        clue, sort = self.form.clue, self.form.sort
        self.header.next.live = clue is not None
        asks = words.WHICH_SORT if sort is None else words.WHAT[sort]
        self.header.hint.say(words.HAVE_IT if self._have_it else asks, warning=self._have_it)
        if sort is None:
            self.add_parts(*self.sorts.values())
        else:
            for what, offer in self.offers.items():
                offer.choose(what in self.form.picked)
                self.add_widget(offer)
            self.negate.choose(self.form.negated)
            if self.form.negatable:
                self.add_widget(self.negate)
            self.says.text = words.clue_line(clue) if clue is not None else ""
            self.add_widget(self.says)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Pads in rows below the header; what was told so far at the bottom."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        if self.form.sort is None:
            put_each(self.sorts.values(), room.grid(len(self.sorts), ACROSS, gap))
            return
        foot, rest = room.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        if self.form.negatable:
            left, foot = foot.cut_left(theme.mm(44), gap)
            put(self.negate, left)
        put(self.says, foot if self.offers else rest)
        if not self.offers:
            return
        rest, _ = rest.cut_top(min(rest.height, theme.mm(TALL_MM)))
        put_row([*self.offers.values()], rest, gap)


def _pictures(whats: tuple[What, ...]) -> list[Art]:
    return [draw for what in whats for draw in picture_of(what)]
