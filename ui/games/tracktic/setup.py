"""The last step before a match: which box lies on the table, and who plays which colour."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.games.tracktic.model import Facts, Piece
from companion.games.tracktic.profile import Profile, demo
from companion.journal import Plate
from ui import theme
from ui.games.face import Memory
from ui.games.own import Picture, Seen
from ui.games.own_setup import OWN, Asked, OwnSetup
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.grid_picture import picture, piece
from ui.games.tracktic.kept import CHOICE
from ui.games.tracktic.profile_draft import Draft
from ui.games.tracktic.profile_editor import ProfileEditor
from ui.games.tracktic.profile_kept import FORM, Choice
from ui.games.tracktic.setup_colours import able, changed, colours
from ui.games.tracktic.words import COLOURS

LARGEST_MM = 3.0
"""A cell of a box's picture."""


class SetupScreen(OwnSetup[Profile, Draft]):
    """Box and colours; `on` gets the facts with both. The owner's box is entered from here."""

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        self._facts, self._on = facts, on
        there = {"made_up": Seen(words.MADE_UP, words.MADE_UP_HINT, _grid(demo().grid(facts.players)))}
        asked = Asked(
            words.WHICH_BOX, words.WHICH_COLOURS, [plate.name for plate in plates],
            self._colour, self._change_colour,
        )  # fmt: skip
        super().__init__(words, FORM, CHOICE, Choice(), there, memory, back, asked)

    @property
    def box(self) -> Profile:
        """The chosen box."""
        own = self.kept.thing
        return own if self.which == OWN and own is not None else demo()

    @property
    def colours(self) -> tuple[Piece, ...]:
        """Who plays which colour, by seat: as wanted, where the box allows it."""
        players = self._facts.players
        return colours(players, able(self.box, players), self.choice.colours or self._facts.colours)

    def own_seen(self, own: Profile | None, draft: Draft | None) -> Seen:
        """Return the owner's box, or how far it is entered."""
        players = self._facts.players
        if own is not None:
            return Seen(words.own_box(own), words.contents(own, players), _grid(own.grid(players)))
        if draft is not None:
            return Seen(words.GO_ON, words.so_far(draft.step, draft.two_alike), _grid(draft.grid("area")))
        return Seen(words.ENTER, words.ENTER_HINT)

    def editing(self, warning: str) -> ProfileEditor:
        """Return the editor of the box."""
        kept = self.kept
        return ProfileEditor(
            kept.begun, kept.keep, self.close, self.entered, kept=kept.corrected, warning=warning
        )

    def remembered(self) -> Choice:
        """Return the box that was wanted, and the colours."""
        return Choice(self.choice.which, self.colours)

    def done(self) -> None:
        """Go on with the chosen box."""
        self._on(replace(self._facts, profile=self.box, colours=self.colours))

    def _colour(self, player: int) -> tuple[str, Picture]:
        colour = self.colours[player]
        return COLOURS[colour], partial(piece, kind=colour)

    def _change_colour(self, player: int) -> None:
        """Give a player the next colour that nobody has."""
        among = able(self.box, self._facts.players)
        self.choose(colours=changed(self.colours, player, among))


def _grid(rows: tuple[str, ...]) -> Picture:
    return partial(picture, rows, most=LARGEST_MM, ground=theme.RAISED)
