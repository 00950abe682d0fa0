"""How a game is played: its five cards from real positions, before a match or over a table."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.game import TABLE
from ui import theme, words
from ui.games.face import GameFace
from ui.games.guide import Guide, positions, sentences
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Header, Pages, Part, Row, Screen, Text, column, row
from ui.screens.home import game_card
from ui.stage import scene
from ui.stage.parts import ringed
from ui.stage.scene import Room, Scene, Spot
from ui.table.telling import all_plates

CARD_MM, WIDE_MM, HIGHEST_MM = 18.0, 44.0, 24.0
SHARE, GAP_MM, LETTERS = 0.58, 4.0, 0.92
"""How much of the width the picture takes, or of the height of an upright panel; the gap beside it; and how
large the sentences are, in headings."""


class WhichGame(PartScreen):
    """Every game that has cards; `look` shows them."""

    def __init__(self, games: Sequence[str], look: Callable[[str], None], back: Callable[[], None]) -> None:
        super().__init__()
        self._games, self._look, self._back = games, look, back
        self.compose()

    def part(self) -> Screen:
        """Return the games in pages."""
        cards = tuple(game_card(game, partial(self._look, game)) for game in self._games)
        pages = Pages(cards, CARD_MM, WIDE_MM, HIGHEST_MM, name="games")
        return Screen(Header(words.HOW_TO, words.HOW_TO_WHICH, self._back), pages)


def pictured(face: GameFace, guide: Guide, number: int) -> scene.Drawing:
    """Return the picture of a card, drawn by the game's own table."""
    lesson = guide.lessons[number]
    state = next(state for n, state in enumerate(positions(face.game, guide)) if n == lesson.after)
    plates = all_plates(theme.plates()[: guide.facts.players], guide.facts.players)
    still = face.still(face.presenter(guide.facts, plates), face.game.view(state, TABLE), lesson.aim)

    def drawing(room: Room, _finger: Spot | None) -> Scene:
        return ringed(still(room, None), room, lesson.spots)

    return drawing


class LessonCards(PartScreen):
    """One card at a time, the first one by its number from 0: a picture beside the rules that it shows."""

    def __init__(self, face: GameFace, guide: Guide, number: int = 0) -> None:
        super().__init__()
        self._game, self._guide = face, guide
        self.number = number
        self.compose()

    def turn(self, by: int) -> None:
        """Show another card; before the first and after the last there is none."""
        self.number = min(len(self._guide.lessons) - 1, max(0, self.number + by))
        self.compose()

    def part(self) -> Part:
        """Return the picture with the words at the hand that plays, and the way on under them."""
        lesson, count = self._guide.lessons[self.number], len(self._guide.lessons)
        back, on, wide = partial(self.turn, -1), partial(self.turn, 1), theme.PRIMARY_MM
        foot = row(
            Button(on_tap=back, icon="back", live=self.number > 0, mm=wide, name="before"),
            Text(words.card_of(self.number + 1, count), dim=True, align="center", name="count"),
            Button(on_tap=on, icon="forward", live=self.number < count - 1, mm=wide, name="after"),
            gap=1,
            mm=theme.TARGET_MM,
        )
        said = "\n".join(sentences(self._game.game, lesson))
        told = column(
            Text(lesson.title, theme.title, bold=True, wraps=True),
            Text(said, lambda: theme.heading() * LETTERS, wraps=True, top=True, share=1, name="rule"),
            foot,
            gap=2,
            share=1 - SHARE,
        )
        picture = Drawing(pictured(self._game, self._guide, self.number), share=SHARE, name="picture")
        return Row((picture, told), GAP_MM, by_hand=True)


class HowToScreen(LessonCards):
    """The cards of a game; `play` begins it."""

    def __init__(
        self, name: str, face: GameFace, guide: Guide, back: Callable[[], None], play: Callable[[], None]
    ) -> None:
        self._header = Header(words.how_to_play(name), words.HOW_TO_HINT, back, play, words.PLAY_IT)
        super().__init__(face, guide)

    def part(self) -> Screen:
        """Return the card below the header."""
        return Screen(self._header, super().part())
