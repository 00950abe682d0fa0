"""Saying which cards of one's own deck are missing, by touching them: every tap is kept at once."""

from collections.abc import Callable
from functools import partial

from companion.games.ungle_speed.deck import Deck
from ui import theme
from ui import words as frame
from ui.games.own import Own
from ui.games.own_editor import OwnEditor
from ui.games.ungle_speed import setup_words as words
from ui.games.ungle_speed.card_tiles import FAMILIES, OpenFamily, Tap, scene
from ui.games.ungle_speed.deck_kept import complete, tapped
from ui.parts.values import Button, Column, Drawing, Header, Screen, column, row

NONE_MM = 50.0


class DeckEditor(OwnEditor[Deck, Deck]):
    """All cards of a deck, family by family, those that are missing crossed out; how many are left."""

    def __init__(
        self, own: Own[Deck, Deck], back: Callable[[], None], on: Callable[[Deck], None], warning: str
    ) -> None:
        super().__init__(own, back, on, warning)
        self.opened = FAMILIES
        self.compose()

    def tap(self, tap: Tap) -> None:
        """Open a family, or say that one more of a card is missing: the next lost one may be beside it."""
        if isinstance(tap, OpenFamily):
            self.opened = tap
            self.compose()
        else:
            self.change(tapped(self.draft, tap))

    def part(self) -> Screen:
        """Return the cards, in all the room but a line below."""
        deck, opened = self.draft, self.opened
        done = partial(self.on, deck)
        none = Button(
            words.NONE_MISSING, frame.HOLD, partial(self.change, complete(deck)), live=bool(deck.missing),
            held=True, role=theme.body, name="none missing", mm=NONE_MM,
        )  # fmt: skip
        cards = Drawing(
            lambda room, finger: scene(deck, opened, room, finger, telling_missing=True),
            on_tap=self.tap,
            name="cards",
        )
        tools = row(self.undo_pad(theme.TARGET_MM + 2), Column(), none, mm=theme.TARGET_MM)
        header = Header(
            words.WHICH_MISSING, self.warning or words.tap_cards(deck), self.back, done, frame.DONE,
            warns="hint" if self.warning else "",
        )  # fmt: skip
        return Screen(header, column(cards, tools))
