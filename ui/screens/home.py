"""The first screen: the games as large pictures, the match to go on with, and the ones before it."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.clock import WallTime
from companion.store import Shelf
from ui import records_words, theme, words
from ui.appliance import care_words
from ui.games.registry import FACES
from ui.screens.matches import ROW_MM, KeptRow
from ui.stage.lettering import lettering
from ui.widgets.face import Face
from ui.widgets.layout import Rect, cut_pads, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.text import Text

SHARE = 0.78
"""How much of the width the games take."""
GO_ON_SHARE = 0.36
"""How much of it the match to go on with takes, above them."""
TOP_MM = 18.0
"""Room for two lines of a game's name and two of who plays it."""

HOW_TO_MM = 27.0
"""Width of the pad that shows how to play, beside the name."""

COLUMNS, FEW, MANY, UPRIGHT = 3, 4, 6, 2
"""Games beside each other where there is room: one less of few, one more of many, and these in
an upright picture."""
CARD_MM = (26.0, 22.0)
"""A game's card is at least so wide and high; games that don't fit are on the next page."""

HINT, NAME = 0.15, 0.24
"""Of its height, at most, for the line about a game and for its name: the picture has more than half."""

FIGURES = "43·29·45"
"""Points that stand for a tally."""


class Card(Pad):
    """Something to begin: its picture, its name, and a line about it."""

    def __init__(self, title: str, hint: str, on_tap: Callable[[], None]) -> None:
        super().__init__(title, hint, on_tap=on_tap, role=theme.heading())
        self._picture = InstructionGroup()
        self.canvas.add(self._picture)
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Put the picture over the words."""
        inner = rect.inset(theme.mm(1.4))
        low, high = inner.cut_bottom(min(theme.small() * 1.25, inner.height * HINT))
        title, high = high.cut_bottom(min(theme.heading() * 1.25, inner.height * NAME), theme.mm(0.6))
        put(self.subtitle, low)
        put(self.title, title)
        self._picture.clear()
        self._picture.add(Color(1, 1, 1, 1))
        self.draw(self._picture, high)

    def draw(self, group: InstructionGroup, room: Rect) -> None:
        """Draw what stands for it."""

    def _look(self, *_: object) -> None:
        self.paint(theme.PRESSED if self.pressed else theme.PANEL)


class GameCard(Card):
    """A game to begin, and for how many it is."""

    def __init__(self, game: str, on_tap: Callable[[], None]) -> None:
        super().__init__(words.GAME_NAMES.get(game, game), words.GAME_HINTS.get(game, ""), on_tap)
        self.game = game

    def draw(self, group: InstructionGroup, room: Rect) -> None:
        """Draw a piece of the game."""
        FACES[self.game]().picture(group, room)


class TallyCard(Card):
    """A board that lies there finished, to be counted."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(words.TALLY_ONLY, words.TALLY_HINT, on_tap)

    def draw(self, group: InstructionGroup, room: Rect) -> None:
        """Write some figures, as large as there is room."""
        texture = lettering(FIGURES, round(min(room.height * 0.7, room.width / 4)), True)
        x, y = room.center
        group.add(Color(*theme.DIM))
        pos = (round(x - texture.width / 2), round(y - texture.height / 2))
        group.add(Rectangle(texture=texture, pos=pos, size=texture.size))


MOST_ROWS = 24
"""Kept matches that are made ready to be shown; on the panels four of them fit."""


class HomeScreen(Face):
    """Where the app begins. `choose` a game, or `open_match` by its id."""

    def __init__(
        self,
        choose: Callable[[str], None],
        open_match: Callable[[str], None],
        tally: Callable[[], None],
        care: Callable[[], None],
        all_matches: Callable[[], None],
        book: Callable[[], None],
        how_to: Callable[[], None],
    ) -> None:
        super().__init__()
        self._open = open_match
        self.care = Pad(care_words.THIS_TABLE, on_tap=care, role=theme.body())
        self.book = Pad(records_words.RECORDS, on_tap=book, role=theme.body())
        self.how_to = Pad(words.HOW_TO, on_tap=how_to, role=theme.body())
        self.title = Text(words.TITLE, role=theme.figure(), bold=True)
        self.what = Text(words.WHAT_THIS_IS, role=theme.small() * 1.1)
        self.line = Text("", role=theme.small(), tone=theme.DIM, wraps=True)
        self.notice = Text("", role=theme.small(), tone=theme.WARNING, wraps=True)
        self.go_on = Pad(primary=True, role=theme.body() * 1.1)
        games = [GameCard(game, lambda game=game: choose(game)) for game in FACES]  # type: ignore[misc]
        self.cards: list[Card] = [*games, TallyCard(tally)]
        self.games = Pages(theme.mm(CARD_MM[1]), COLUMNS)
        self.games.show(self.cards)
        self.kept_title = Text(words.MATCHES, role=theme.body(), tone=theme.DIM, bold=True)
        self.rows: list[KeptRow] = []
        self._more = False
        self.all = Pad(on_tap=all_matches, role=theme.body())
        self.nothing = Text(words.NO_MATCHES, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self.add_parts(
            self.title, self.what, self.line, self.notice, self.games, self.kept_title, self.care, self.how_to
        )

    def show(self, line: str, shelf: Shelf, now: WallTime, notice: str, *, book: bool = False) -> None:
        """Show the state of the buttons, the matches at hand, and what is wrong, if anything.

        `book`: there is something in the record book, also before a match was played to its end.
        """
        matches = shelf.matches
        self.line.text = line
        self.notice.text = notice
        open_ones = [kept for kept in matches if not kept.over]
        for part in (self.go_on, *self.rows, self.all, self.nothing, self.book):
            self.remove_widget(part)
        if book or shelf.over:
            self.add_widget(self.book)
        if open_ones:
            last = open_ones[0]
            since = words.paused_since(last.touched, now)
            self.go_on.say(words.go_on(words.played(last)), f"{last.title} · {since}")
            self.go_on.when_tapped = lambda: self._open(last.id)
            self.add_widget(self.go_on)
        rows = [kept for kept in matches if not open_ones or kept.id != open_ones[0].id]
        self.rows = [
            KeptRow(kept, lambda name=kept.id: self._open(name))  # type: ignore[misc]
            for kept in rows[:MOST_ROWS]
        ]
        self._more = shelf.count - len(open_ones[:1]) > MOST_ROWS
        self.all.say(care_words.all_matches(shelf.count))
        if not rows and not open_ones:
            self.add_widget(self.nothing)
        self.kept_title.opacity = 1.0 if rows or not open_ones else 0.0
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Name and state above; games at the left, matches at the right."""
        margin = theme.mm(4)
        tall = theme.mm(TOP_MM) * (1 + theme.LARGER) / 2 * (1 + (rect.height > rect.width))
        top, rest = rect.inset(margin).cut_top(tall, theme.mm(3))
        wide = rest.width * SHARE
        right, left = cut_pads(rest, rest.width - wide - margin, margin)
        if rect.height > rect.width:
            words_at, pads = top.cut_top(top.height / 2, theme.mm(theme.GAP_MM))
            pad, go_on = pads.cut_left(theme.mm(HOW_TO_MM), theme.mm(theme.GAP_MM))
        else:
            go_on, words_at = top.cut_right(rest.width * GO_ON_SHARE, margin)
            pad, words_at = words_at.cut_right(theme.mm(HOW_TO_MM), theme.mm(theme.GAP_MM))
            pad = pad.cut_top(theme.mm(theme.TARGET_MM))[0]
        put(self.how_to, pad)
        if self.go_on.parent is not None:
            put(self.go_on, go_on)
        low, high = words_at.cut_bottom(
            theme.small() * (1.5 if self.line.natural_width <= words_at.width else 2.1)
        )
        put(self.line, low)
        low, high = high.cut_bottom(theme.small() * 1.7)
        put(self.what, low)
        put(self.title, high)
        if self.notice.text:
            at, left = left.cut_bottom(theme.small() * 2.8, theme.mm(1))
            put(self.notice, at)
        fits = int((left.width + theme.mm(theme.GAP_MM)) / theme.mm(CARD_MM[0] + theme.GAP_MM))
        wanted = COLUMNS - (len(self.cards) <= FEW) + (len(self.cards) > MANY)
        if rect.height > rect.width:
            wanted = UPRIGHT
        self.games.fill(max(1, min(fits, wanted)))
        put(self.games, left)
        care, right = right.cut_bottom(theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM))
        if self.book.parent is not None:
            book, care = care.columns([1, 1], theme.mm(1.5))
            put(self.book, book)
        put(self.care, care)
        head, list_at = right.cut_top(theme.body() * 1.5, theme.mm(1))
        put(self.kept_title, head)
        put(self.nothing, list_at)
        self._arrange_rows(list_at)

    def _arrange_rows(self, rect: Rect) -> None:
        """Show as many matches as there is room for, and the way to the rest."""
        gap = theme.mm(theme.GAP_MM)
        row = theme.mm(ROW_MM)
        for part in (*self.rows, self.all):
            self.remove_widget(part)
        fits = int((rect.height + gap) / (row + gap))
        if len(self.rows) > fits or self._more:
            foot, rect = rect.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            put(self.all, foot)
            self.add_widget(self.all)
            fits = int((rect.height + gap) / (row + gap))
        for shown in self.rows[:fits]:
            at, rect = rect.cut_top(row, gap)
            put(shown, at)
            self.add_widget(shown)
