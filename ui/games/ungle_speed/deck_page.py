"""Saying which cards of one's own deck are missing, by touching them: every tap is kept at once."""

from collections.abc import Callable

from companion.games.ungle_speed.deck import Card, Deck
from ui import theme
from ui import words as frame
from ui.games.own_editor import Editor, EditorNavigation, EditorPage
from ui.games.ungle_speed import setup_words as words
from ui.games.ungle_speed.card_tiles import FAMILIES, OpenFamily, Tap, scene
from ui.games.ungle_speed.deck_kept import complete, tapped
from ui.stage.scene import Room, Scene, Spot
from ui.stage.stage import Stage
from ui.widgets.header import body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad


class DeckBoard(Stage):
    """All cards of a deck, family by family, those that are missing crossed out."""

    def __init__(self, deck: Deck, on_card: Callable[[Card], None]) -> None:
        super().__init__()
        self._deck, self._on_card = deck, on_card
        self._opened = FAMILIES
        self.on_tap = self._tapped
        self.draw(self._scene)

    def show(self, deck: Deck) -> None:
        """Show another state of the deck, on the same page."""
        self._deck = deck
        self.draw(self._scene)

    def _tapped(self, tap: Tap) -> None:
        if isinstance(tap, OpenFamily):
            self._opened = tap
            self.draw(self._scene)
        else:
            self._on_card(tap)

    def _scene(self, room: Room, finger: Spot | None) -> Scene:
        return scene(self._deck, self._opened, room, finger, telling_missing=True)


class DeckPage(EditorPage[Deck]):
    """The board of the cards, and how many are left."""

    def __init__(self, go: EditorNavigation[Deck], deck: Deck) -> None:
        super().__init__(go, deck, words.WHICH_MISSING)
        self.board = DeckBoard(deck, self._tap)
        self.none = HoldPad(words.NONE_MISSING, frame.HOLD, on_held=self._complete, role=theme.body())
        self.add_parts(self.header, self.board, self.undo, self.none)

    def show(self, deck: Deck, *, undoable: bool, refused: str = "") -> None:
        """Show the deck; what is wrong stands in place of what to do."""
        super().show(deck, undoable=undoable)
        self.header.hint.say(refused or words.tap_cards(deck), warning=bool(refused))
        self.none.live = bool(deck.missing)
        self.board.show(deck)

    def _tap(self, card: Card) -> None:
        self.go.change(tapped(self.draft, card))

    def _complete(self) -> None:
        self.go.change(complete(self.draft))

    def arrange(self, rect: Rect) -> None:
        """The cards in all the room but a line below."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        foot, above = room.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self.board, above)
        undo, rest = foot.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        put(self.undo, undo)
        put(self.none, rest.cut_right(theme.mm(50))[0])


class DeckEditor(Editor[Deck, Deck, DeckPage]):
    """The one page on which a deck is told."""

    def first_page(self) -> DeckPage:
        """Return the board of the cards."""
        go = EditorNavigation(self.change, self._back, self.undo, lambda: self._on(self.draft))
        return DeckPage(go, self.draft)
