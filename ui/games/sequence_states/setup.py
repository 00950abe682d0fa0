"""The last step before the deal: choosing the board, and each side's chips."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.evolve import seating
from companion.games.sequence_states.layout import Draft, Layout, demo, draft_of
from companion.games.sequence_states.model import Colour, Facts, Rulings, Side
from ui.games.colours import changed
from ui.games.own_setup import AlsoAsked, OwnSetup
from ui.games.owners_item import PadLook
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.art import chip
from ui.games.sequence_states.drafts import CHOICE, FORM, Chosen
from ui.games.sequence_states.editor import BoardEditor
from ui.games.sequence_states.table import PICTURE_LINE, board_picture, picture_in
from ui.games.sequence_states.words import COLOURS
from ui.parts.values import Picture
from ui.stage.parts import alone
from ui.stage.scene import Item, Viewport


class SetupScreen(OwnSetup[Layout, Draft]):
    """Asks for board and chips, and leads to entering the owner's board."""

    facts: Facts
    setup_words, choice_key, editor_of = words, CHOICE, BoardEditor
    form, first_choice = FORM, Chosen()

    def offered(self) -> dict[str, tuple[PadLook, Layout | None]]:
        """Return the choices besides the owner's board: the made-up one, and a board without states."""
        made_up = PadLook(words.MADE_UP, words.MADE_UP_HINT, _board(draft_of(demo())))
        none = PadLook(words.NONE, words.NONE_HINT, partial(_drawn, draft={}, line=True))
        return {"made_up": (made_up, demo()), "none": (none, None)}

    def also_asked(self) -> AlsoAsked:
        """Return the question which chips each side plays with."""
        seated = list(zip(self.plates, self._sides, strict=True))
        sides = range(len(set(self._sides)))
        names = [", ".join(plate.name for plate, own_side in seated if own_side == side) for side in sides]
        return AlsoAsked(words.WHICH_BOARD, words.WHICH_CHIPS, names, self._colour, self._change_colour)

    @property
    def _sides(self) -> tuple[Side, ...]:
        return seating(self.facts, SequenceStates.catalogue.settle(self.facts.rulings, Rulings))

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Each side's colour: those of last time first, then others as needed."""
        return tuple(dict.fromkeys((*self.choice.colours, *Colour)))[: len(set(self._sides))]

    def own_look(self, layout: Layout | None, draft: Draft | None) -> PadLook:
        """Return the owner's board for a pad, or how much of it has been entered."""
        progress = words.progress(len(draft)) if draft else ""
        if layout is not None:
            return PadLook(words.YOURS, words.YOURS_HINT, _board(draft_of(layout)), progress)
        if draft:
            return PadLook(words.GO_ON, progress, _board(draft))
        return PadLook(words.RECORD, words.RECORD_HINT, _board({}))

    def choice_to_save(self) -> Chosen:
        """Return the choice to remember, even if the owner's board isn't complete yet."""
        return Chosen(self.choice.which, self.colours)

    def chosen_facts(self) -> Facts:
        """Return the facts with the chosen layout, or None, and colours."""
        return replace(self.facts, layout=self.chosen_item, colours=self.colours)

    def _colour(self, side: int) -> tuple[str, Picture]:
        return COLOURS[self.colours[side]], alone(chip(self.colours[side]))

    def _change_colour(self, side: int) -> None:
        """Give a side the next free colour."""
        self.choose(colours=changed(self.colours, side, tuple(Colour)))


def _board(draft: Draft) -> Picture:
    return partial(_drawn, draft=draft)


def _drawn(room: Viewport, draft: Draft, *, line: bool = False) -> Iterator[Item]:
    return board_picture(draft, picture_in(room.rect), PICTURE_LINE if line else ())
