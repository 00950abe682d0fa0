"""The first screen: the game played last with its people, all games and sheets, and the way to the rest."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from companion.clock import WallTime
from companion.store import Kept, Shelf
from ui.appliance import care_words
from ui.games import package_words, packages
from ui.games.registry import FACES, asked, emblem_of
from ui.language import words
from ui.language.phrases import translated
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part, Picture, Text, column, row, sides
from ui.records import words as records_words
from ui.stage import theme
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Letters
from ui.widgets.header import MARGIN_MM

LAST_MM = 52.0
"""Width of the largest card; upright its height."""
CARD_MM, WIDE_MM, MOST_CARD_MM, GAP_MM = 11.4, 36.0, 24.0, 1.6
"""Height and least width of a game's card, its most height, and the gap between two of them."""
HEAD_GAP_MM = 1.0
NAME = 0.92
"""Size of all names, in that of texts: that of the longest one on the narrowest card."""
LONGEST_UNFIT = 12
"""Letters of the name of a game that can't be played."""
MOST_SHEETS = 3
"""Sheets that were played here and have a card of their own; the others are behind *Score sheet*."""
FIGURES = "43·29·45"
"""Points that stand for a tally."""


class HomeActions(Struct):
    """Where home leads: a game by its name, a match by what is kept of it, a sheet by what it is called."""

    choose: Callable[[str], None]
    called: Callable[[str, str], None]
    go_on: Callable[[str], None]
    again: Callable[[Kept], None]
    tally: Callable[[], None]
    how_to: Callable[[], None]
    matches: Callable[[], None]
    book: Callable[[], None]
    settings: Callable[[], None]
    packages: Callable[[], None]


class HomeScreen(PartScreen):
    """Where the app begins; `shelf` has the matches, the last played first.

    `book`: there is something in the record book, also before a match was played to its end.
    """

    margin_mm = (MARGIN_MM, MARGIN_MM)

    ways: HomeActions
    shelf: Shelf
    now: WallTime
    notice: str = ""
    book: bool = False

    def say(self, notice: str) -> None:
        """Say that something isn't being saved, or that all is well again."""
        self.notice = notice
        self.compose()

    def part(self) -> Part:
        """Return the games with the last one beside them, and below them the way to all else."""
        ways = self.ways
        head = (Text(words.TITLE, theme.title, bold=True), Text(words.WHAT_THIS_IS, theme.small, dim=True))
        cards = Pages(self._cards(), CARD_MM, WIDE_MM * theme.LARGER, MOST_CARD_MM, GAP_MM, name="games")
        foot = []
        if self._played is not None:
            foot.append(Button(words.HOW_TO, on_tap=ways.how_to, name="how to", role=theme.body))
        if self.shelf.count:
            foot.append(Button(words.MATCHES, on_tap=ways.matches, name="matches", role=theme.body))
        if self.book or self.shelf.over:
            foot.append(Button(records_words.RECORDS, on_tap=ways.book, name="book", role=theme.body))
        # In several languages that is the longest word of the row.
        said = care_words.SETTINGS
        foot.append(Button(said, on_tap=ways.settings, share=1.3, name="settings", role=theme.body))
        notice = Text(self.notice, theme.small, warning=True, wraps=True, name="notice")
        return column(
            sides(column(*head, cards, gap=HEAD_GAP_MM), column(*self._last(), mm=LAST_MM)),
            *([notice] if self.notice else []),
            row(*foot, mm=theme.TARGET_MM),
        )

    def _cards(self) -> tuple[Part, ...]:
        """Return a card for each game, each sheet that was played here, and a board to be counted."""
        ways = self.ways
        cards = [game_card(game, partial(ways.choose, game)) for game in FACES]
        cards += [
            _card(translated(name), emblem_of(game), partial(ways.called, game, name), f"sheet {name}")
            for name, game in self._sheets().items()
        ]
        cards += [
            _card(_cut(game), _nothing, ways.packages, f"no {game}", package_words.NOT_HERE)
            for game in packages.unfit_games
        ]
        return (*cards, _card(words.TALLY_ONLY, _figures, ways.tally, "tally"))

    def _sheets(self) -> Mapping[str, str]:
        """Return what was played here under a name of its own, the last played first, and of which game."""
        named = [kept for kept in self.shelf.matches if kept.called and kept.game in FACES]
        return dict([*{kept.called: kept.game for kept in named}.items()][:MOST_SHEETS])

    @property
    def _played(self) -> Kept | None:
        """The last match of a game that is known here."""
        return next((kept for kept in self.shelf.matches if kept.game in FACES), None)

    def _last(self) -> list[Part]:
        """Return the largest card, and a way on with another match that was left open."""
        matches, last = self.shelf.matches, self._played
        if last is None:
            return [_large(words.HOW_TO, words.FIVE_CARDS, self.ways.how_to, next(iter(FACES)), "how to")]
        open_one = next((kept for kept in matches if not kept.over), None)
        if not last.over:
            return [_large(*self._go_on(last), last.game, "go on")]
        title = words.again(words.first_names(last.title))
        again = _large(title, words.played(last), partial(self.ways.again, last), last.game, "again")
        if open_one is None:
            return [again]
        return [again, Button(*self._go_on(open_one), role=theme.body, mm=theme.PRIMARY_MM, name="go on")]

    def _go_on(self, kept: Kept) -> tuple[str, str, Callable[[], None]]:
        """Return title and hint of a pad that goes on with a match, and what it does."""
        since = words.paused_since(kept.touched, self.now)
        hint = f"{words.first_names(kept.title)} · {since}"
        return words.go_on(words.played(kept)), hint, partial(self.ways.go_on, kept.id)


def game_card(game: str, on_tap: Callable[[], None]) -> Button:
    """Return the card of a game: what it is called, for how many it is, and a piece of it."""
    hint = words.GAME_HINTS.get(game) or asked(game, lambda face: words.how_many(face.counts), "")
    return _card(words.card_name(game), emblem_of(game), on_tap, f"game {game}", hint)


def _card(title: str, picture: Picture, on_tap: Callable[[], None], name: str, hint: str = "") -> Button:
    return Button(title, hint, on_tap, picture=picture, role=lambda: theme.body() * NAME, name=name)


def _large(title: str, hint: str, on_tap: Callable[[], None], game: str, name: str) -> Button:
    """Return the largest card, with the picture of a game."""
    picture = emblem_of(game)
    return Button(title, hint, on_tap, picture=picture, above=True, role=theme.title, name=name)


def _cut(name: str) -> str:
    """Return the name of a game that isn't here, of a long one its beginning."""
    return name if len(name) <= LONGEST_UNFIT else f"{name[:LONGEST_UNFIT]}…"


def _nothing(_room: Viewport) -> tuple[Item, ...]:
    """Return no picture: there is no game to show."""
    return ()


def _figures(room: Viewport) -> tuple[Item, ...]:
    """Return some figures, as large as there is room."""
    rect = room.rect
    return (Letters(FIGURES, rect, theme.DIM, min(rect.height * 0.7, rect.width / 4.2), bold=True),)
