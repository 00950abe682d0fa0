"""How a game is played: its five cards, before a match."""

from collections.abc import Callable, Sequence
from functools import partial

from ui import theme, words
from ui.games.face import GameFace
from ui.games.guide import Guide
from ui.screens.home import CARD_MM, COLUMNS, GameCard
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.lesson_cards import LessonCards
from ui.widgets.pages import Pages


class WhichGame(Face):
    """Every game that has cards; `look` shows them."""

    def __init__(self, games: Sequence[str], look: Callable[[str], None], back: Callable[[], None]) -> None:
        super().__init__()
        self.header = TitleLine(words.HOW_TO, words.HOW_TO_WHICH, back, None)
        self.games = Pages(theme.mm(CARD_MM[1]), COLUMNS)
        self.games.show([GameCard(game, partial(look, game)) for game in games])
        self.add_parts(self.header, self.games)

    def arrange(self, rect: Rect) -> None:
        """The header above, the games below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.games, room)


class HowToScreen(Face):
    """The cards of a game; `play` begins it."""

    def __init__(
        self, name: str, face: GameFace, guide: Guide, back: Callable[[], None], play: Callable[[], None]
    ) -> None:
        super().__init__()
        self.header = TitleLine(words.how_to_play(name), words.HOW_TO_HINT, back, play, words.PLAY_IT)
        self.cards = LessonCards(face, guide)
        self.add_parts(self.header, self.cards)

    def arrange(self, rect: Rect) -> None:
        """The header above, the card below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.cards, room)
