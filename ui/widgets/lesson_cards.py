"""A game on cards: a picture from a real position beside the rules that it shows, and the way on."""

from companion.game import TABLE
from ui import theme, words
from ui.games.face import GameFace
from ui.games.guide import Guide, positions, sentences
from ui.stage.parts import ringed
from ui.stage.scene import Drawing, Room, Scene, Spot
from ui.stage.stage import Stage
from ui.table.telling import all_plates
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, cut_pads, put
from ui.widgets.text import Text

SHARE = 0.58
"""How much of the width the picture takes, or of the height of an upright panel."""


def pictured(face: GameFace, guide: Guide, number: int) -> Drawing:
    """Return the picture of a card, drawn by the game's own table."""
    lesson = guide.lessons[number]
    state = next(state for n, state in enumerate(positions(face.game, guide)) if n == lesson.after)
    plates = all_plates(theme.plates()[: guide.facts.players], guide.facts.players)
    still = face.still(face.presenter(guide.facts, plates), face.game.view(state, TABLE), lesson.aim)

    def drawing(room: Room, _finger: Spot | None) -> Scene:
        return ringed(still(room, None), room, lesson.spots)

    return drawing


class LessonCards(Face):
    """One card at a time, the first one by its number from 0."""

    def __init__(self, face: GameFace, guide: Guide, number: int = 0) -> None:
        super().__init__()
        self._game, self._guide = face, guide
        self.number = number
        self.shown = Stage()
        self.title = Text("", role=theme.title(), bold=True, wraps=True, valign="top")
        self.text = Text("", role=theme.heading() * 0.92, wraps=True, valign="top")
        self.count = Text("", role=theme.body(), tone=theme.DIM, align="center")
        self.before = GlyphPad(icons.back, lambda: self.turn(-1))
        self.after = GlyphPad(icons.forward, lambda: self.turn(1))
        self.add_parts(self.shown, self.title, self.text, self.count, self.before, self.after)
        self.turn(0)

    def turn(self, by: int) -> None:
        """Show another card; before the first and after the last there is none."""
        last = len(self._guide.lessons) - 1
        self.number = min(last, max(0, self.number + by))
        lesson = self._guide.lessons[self.number]
        self.title.text = lesson.title
        self.text.text = "\n".join(sentences(self._game.game, lesson))
        self.count.text = words.card_of(self.number + 1, last + 1)
        self.before.live, self.after.live = self.number > 0, self.number < last
        self.shown.draw(pictured(self._game, self._guide, self.number))
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The picture with the words beside it or below, and the way on under them."""
        gap = theme.mm(4)
        if rect.height > rect.width:
            picture, right = rect.cut_top(rect.height * SHARE, gap)
        else:
            right, picture = cut_pads(rect, rect.width * (1 - SHARE) - gap, gap)
        put(self.shown, picture)
        foot, right = right.cut_bottom(theme.mm(theme.TARGET_MM), theme.mm(2))
        back, foot = foot.cut_left(theme.mm(theme.PRIMARY_MM), theme.mm(1))
        on, count = foot.cut_right(theme.mm(theme.PRIMARY_MM), theme.mm(1))
        put(self.before, back)
        put(self.after, on)
        put(self.count, count)
        self.title.width = right.width
        lines = 2 if self.title.natural_width > right.width else 1
        head, text = right.cut_top(theme.title() * 1.3 * lines, theme.mm(2))
        put(self.title, head)
        put(self.text, text)
