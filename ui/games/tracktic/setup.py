"""The last step before a match: the box on the table, and the players' colours."""

from functools import partial

from msgspec.structs import replace

from companion.games.tracktic.model import LETTERS, Facts, Piece
from companion.games.tracktic.profile import Profile, demo
from ui.games.colours import changed
from ui.games.own_setup import AlsoAsked, OwnSetup
from ui.games.owners_item import PadLook
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.art import drawn_piece, picture
from ui.games.tracktic.drafts import CHOICE, FORM, BoxDraft, Chosen, colours
from ui.games.tracktic.editor import BoxEditor
from ui.games.tracktic.words import COLOURS
from ui.parts.values import Picture
from ui.stage import theme

LARGEST_MM = 3.0
"""Largest side of a cell in a box's picture."""


class SetupScreen(OwnSetup[Profile, BoxDraft]):
    """The choice of box and colours. The owner's box is entered from here."""

    facts: Facts
    setup_words, choice_key, editor_of = words, CHOICE, BoxEditor
    form, first_choice = FORM, Chosen()

    def offered(self) -> dict[str, tuple[PadLook, Profile]]:
        """Return the made-up box."""
        box = demo()
        look = PadLook(words.MADE_UP, words.MADE_UP_HINT, _grid(box.grid(self.facts.players)))
        return {"made_up": (look, box)}

    def also_asked(self) -> AlsoAsked:
        """Return the question of the players' colours."""
        names = [plate.name for plate in self.plates]
        return AlsoAsked(words.WHICH_BOX, words.WHICH_COLOURS, names, self._colour, self._change_colour)

    @property
    def able(self) -> tuple[Piece, ...]:
        """The colours with start cells in this box."""
        assert self.chosen_item is not None
        return tuple(LETTERS[letter] for letter in self.chosen_item.starting(self.facts.players))

    @property
    def colours(self) -> tuple[Piece, ...]:
        """The players' colours by seat: the chosen ones, where the box allows them."""
        players = self.facts.players
        return colours(players, self.able, self.choice.colours or self.facts.colours)

    def own_look(self, box: Profile | None, draft: BoxDraft | None) -> PadLook:
        """Return the pad of the owner's box, or of a draft with how far it is entered."""
        players = self.facts.players
        if box is not None:
            return PadLook(words.own_box(box), words.contents(box, players), _grid(box.grid(players)))
        if draft is not None:
            progress = words.progress(draft.step, draft.two_alike)
            return PadLook(words.GO_ON, progress, _grid(draft.grid("area")))
        return PadLook(words.ENTER, words.ENTER_HINT)

    def choice_to_save(self) -> Chosen:
        """Return the chosen box and colours."""
        return Chosen(self.choice.which, self.colours)

    def chosen_facts(self) -> Facts:
        """Return the facts with the chosen box."""
        return replace(self.facts, profile=self.chosen_item, colours=self.colours)

    def _colour(self, player: int) -> tuple[str, Picture]:
        colour = self.colours[player]
        return COLOURS[colour], partial(drawn_piece, kind=colour)

    def _change_colour(self, player: int) -> None:
        """Give a player the next free colour."""
        self.choose(colours=changed(self.colours, player, self.able))


def _grid(rows: tuple[str, ...]) -> Picture:
    return partial(picture, rows, most=LARGEST_MM, ground=theme.RAISED)
