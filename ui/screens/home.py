"""The home screen: the last match's game and people, all games and sheets, and the way to everything else."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from companion.clock import WallTime
from companion.store import Shelf, StoredMatch
from ui.appliance import care_words
from ui.games import package_words, packages
from ui.games.registry import FACES, asked, emblem_of
from ui.language import words
from ui.language.phrases import translated
from ui.parts.layout import MARGIN_MM
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part, Picture, Text, column, row, sides
from ui.records import words as records_words
from ui.stage import theme
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Letters

LAST_MM = 52.0
"""Width of the largest card; on an upright screen, its height."""
CARD_MM, WIDE_MM, MOST_CARD_MM, GAP_MM = 11.4, 36.0, 24.0, 1.6
"""Height, least width and most height of a game's card, and the gap between cards."""
HEAD_GAP_MM = 1.0
NAME = 0.92
"""Size of all names, relative to body text: the longest one must fit on the narrowest card."""
LONGEST_UNFIT = 12
"""How many letters are shown of the name of a game that can't be played."""
MOST_SHEETS = 3
"""How many sheets that were played here have their own card; the others are behind *Score sheet*."""
FIGURES = "43·29·45"
"""The tally's picture: some points."""


class HomeActions(Struct):
    """Where home leads; `called` takes a game and a sheet's name, `go_on` a match's id."""

    choose: Callable[[str], None]
    called: Callable[[str, str], None]
    go_on: Callable[[str], None]
    again: Callable[[StoredMatch], None]
    tally: Callable[[], None]
    how_to: Callable[[], None]
    matches: Callable[[], None]
    book: Callable[[], None]
    settings: Callable[[], None]
    packages: Callable[[], None]


class HomeScreen(PartScreen):
    """The home screen; `shelf` has the matches, the last played first.

    `book`: the record book has something to show, even if no match here was played to its end. `watched`
    tells whether phones may see a match.
    """

    margin_mm = (MARGIN_MM, MARGIN_MM)

    ways: HomeActions
    shelf: Shelf
    now: WallTime
    notice: str = ""
    book: bool = False
    watched: Callable[[str], bool] = lambda _: False

    def say(self, notice: str) -> None:
        """Show a notice, such as that something isn't being saved; "" if all is well again."""
        self.notice = notice
        self.compose()

    def part(self) -> Part:
        """Return the games with the last match next to them, and pads to everything else below."""
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
        # In several languages, this is the longest word in the row.
        said = care_words.SETTINGS
        foot.append(Button(said, on_tap=ways.settings, share=1.3, name="settings", role=theme.body))
        notice = Text(self.notice, theme.small, warning=True, wraps=True, name="notice")
        return column(
            sides(column(*head, cards, gap=HEAD_GAP_MM), column(*self._last(), mm=LAST_MM)),
            *([notice] if self.notice else []),
            row(*foot, mm=theme.TARGET_MM),
        )

    def _cards(self) -> tuple[Part, ...]:
        """Return a card for each game, each sheet played here, each unusable game package, and the tally."""
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
        """Return sheets (and the like) that were played here with their games, the last played first."""
        named = [kept for kept in self.shelf.matches if kept.called and kept.game in FACES]
        return dict([*{kept.called: kept.game for kept in named}.items()][:MOST_SHEETS])

    @property
    def _played(self) -> StoredMatch | None:
        """The last match of an installed game."""
        return next((kept for kept in self.shelf.matches if kept.game in FACES), None)

    def _last(self) -> list[Part]:
        """Return the largest card, and a pad for the last open match, unless that is the card's."""
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

    def _go_on(self, kept: StoredMatch) -> tuple[str, str, Callable[[], None]]:
        """Return a pad that continues a match: title, hint and action."""
        since = words.paused_since(kept.touched, self.now)
        hint = f"{words.first_names(kept.title)} · {since}"
        if self.watched(kept.id):
            hint = f"{hint} · {words.WATCHED}"
        return words.go_on(words.played(kept)), hint, partial(self.ways.go_on, kept.id)


def game_card(game: str, on_tap: Callable[[], None]) -> Button:
    """Return a game's card: its name, number of players and emblem."""
    hint = words.GAME_HINTS.get(game) or asked(game, lambda face: words.how_many(face.counts), "")
    return _card(words.card_name(game), emblem_of(game), on_tap, f"game {game}", hint)


def _card(title: str, picture: Picture, on_tap: Callable[[], None], name: str, hint: str = "") -> Button:
    return Button(title, hint, on_tap, picture=picture, role=lambda: theme.body() * NAME, name=name)


def _large(title: str, hint: str, on_tap: Callable[[], None], game: str, name: str) -> Button:
    """Return the largest card, with a game's emblem."""
    picture = emblem_of(game)
    return Button(title, hint, on_tap, picture=picture, above=True, role=theme.title, name=name)


def _cut(name: str) -> str:
    """Return an unusable game's name, cut off if it is long."""
    return name if len(name) <= LONGEST_UNFIT else f"{name[:LONGEST_UNFIT]}…"


def _nothing(_room: Viewport) -> tuple[Item, ...]:
    """Return no picture, for a game that isn't installed."""
    return ()


def _figures(room: Viewport) -> tuple[Item, ...]:
    """Draw FIGURES as large as there is room."""
    rect = room.rect
    return (Letters(FIGURES, rect, theme.DIM, min(rect.height * 0.7, rect.width / 4.2), bold=True),)
