"""How a game is set up and played: cards with real positions, before a match or over a table."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt
from typing import Literal, TypeAlias

from msgspec.structs import replace

from companion.game import TABLE, Level, Seat
from companion.journal import NamePlate
from ui.games.face import GameFace
from ui.games.guide import Guide, Step, positions, sentences
from ui.language import words
from ui.language.phrases import translated
from ui.parts.shown import PartScreen
from ui.parts.values import (
    Button,
    Drawing,
    Figure,
    Header,
    Line,
    Pages,
    Part,
    Picture,
    Row,
    Screen,
    Text,
    column,
    row,
)
from ui.screens.home import game_card
from ui.stage import fonts, scene, theme
from ui.stage.parts import ringed, shortened
from ui.stage.rect import Rect
from ui.stage.scene import Scene, Slot, Spot, Viewport
from ui.stage.shapes import Letters
from ui.table.names import all_plates
from ui.table.presenting import GameSpecific

CARD_MM, WIDE_MM, HIGHEST_MM = 18.0, 44.0, 24.0
SHARE, LARGE_SHARE, GAP_MM, LETTERS, TITLE = 0.58, 0.46, 4.0, 0.92, 1.15
"""The picture's share of the width (of an upright panel's height), and in large text; the gap next to it;
and the sizes of the sentences and the title, times a heading's."""
MOST_THING_MM, THING = 24.0, 0.86
"""Largest size of a thing that a step needs, and its share of its room."""
LINE_MM, LOW_LINE_MM = 17.0, 13.0
"""Greatest height of a line of the menu, and its least height if there is a second set of cards."""
RULE_MM = 13.0
"""Height of a rule in the list, with two lines."""


class WhichGame(PartScreen):
    """Lists the games with cards; `look` opens a game's."""

    games: Sequence[str]
    look: Callable[[str], None]
    back: Callable[[], None]

    def part(self) -> Screen:
        """Return the games in pages."""
        cards = tuple(game_card(game, partial(self.look, game)) for game in self.games)
        pages = Pages(cards, CARD_MM, WIDE_MM, HIGHEST_MM, name="games")
        return Screen(Header(words.HOW_TO, words.HOW_TO_WHICH, self.back), pages)


def pictured(face: GameFace, guide: Guide, number: int) -> scene.Drawing:
    """Return the picture of a card, as the game draws its table."""
    lesson = guide.lessons[number]
    state = next(state for n, state in enumerate(positions(face.game, guide)) if n == lesson.after)
    plates = all_plates(theme.plates()[: guide.facts.players], guide.facts.players)
    still = face.still(face.presenter(guide.facts, plates), face.game.view(state, TABLE), lesson.pending)

    def drawing(room: Viewport, _finger: Spot | None) -> Scene:
        return ringed(still(room, None), room, lesson.spots)

    return drawing


Card: TypeAlias = tuple[str, str, Callable[[], scene.Drawing]]
"""A card's title, text, and a function that makes its picture."""


def lesson_cards(face: GameFace, guide: Guide) -> tuple[Card, ...]:
    """Return the cards that explain how a game is played."""
    return tuple(
        (lesson.title, "\n".join(map(str, sentences(face.game, lesson))), partial(pictured, face, guide, n))
        for n, lesson in enumerate(guide.lessons)
    )


def set_up_cards(face: GameFace, facts: GameSpecific, plates: tuple[NamePlate, ...]) -> tuple[Card, ...]:
    """Return the set-up of a match, with a card for each step."""

    def picture(step: Step) -> scene.Drawing:
        if step.pictures:
            return partial(_things, step.pictures)
        view = face.game.view(face.game.opening(facts), TABLE)
        still = face.still(face.presenter(facts, plates), view)
        return lambda room, _finger: ringed(still(room, None), room, step.spots)

    guide = face.guide_to(facts)
    steps = () if guide is None else guide.set_up(facts, plates)
    return tuple((step.title, step.text, partial(picture, step)) for step in steps)


def same_set_up(face: GameFace, players: int, others: int) -> bool:
    """Return whether the set-up is the same for two numbers of players."""
    return _checklist(face, players) == _checklist(face, others)


def _checklist(face: GameFace, players: int) -> list[tuple[str, str, set[str]]]:
    facts = face.facts(players, {}, Level.COUNTING, Seat(0))
    nobody = tuple(replace(plate, name="") for plate in all_plates((), players))
    guide = face.guide_to(facts)
    steps = () if guide is None else guide.set_up(facts, nobody)
    return [(step.title, step.text, {under for _picture, under in step.pictures}) for step in steps]


def _things(things: Sequence[tuple[Picture, str]], room: Viewport, _finger: Spot | None) -> Scene:
    """Return the things that a step needs, side by side, each above its words."""
    columns = min(len(things), ceil(sqrt(len(things) * room.rect.width / room.rect.height)))
    size, items = room.mm(theme.HEADING_MM), list[Slot]()
    for (picture, said), cell in zip(things, room.rect.grid(len(things), columns, room.mm(2)), strict=True):
        words_high = size * (1.4 if fonts.width(said, size) <= cell.width else 2.6)
        low = min(cell.height, room.mm(MOST_THING_MM) + words_high)
        lines, above = Rect(cell.x, cell.center[1] - low / 2, cell.width, low).cut_bottom(words_high)
        side = min(above.width, above.height) * THING
        at = Rect(above.center[0] - side / 2, above.center[1] - side / 2, side, side)
        items += picture(Viewport(at, room.density))
        wrapped = fonts.wrapped(said, cell.width, size)[:2]
        for text, line in zip(wrapped, lines.rows(len(wrapped), 0), strict=True):
            items.append(Letters(shortened(text, cell.width, size), line, theme.TEXT, size))
    return Scene(tuple(items))


class Cards(PartScreen):
    """Shows one card at a time, first that with the index `number`: a picture next to its text."""

    cards: Sequence[Card]
    number: int = 0

    def turn(self, by: int) -> None:
        """Show a card `by` places further on or back, up to the last or first."""
        self.number = min(len(self.cards) - 1, max(0, self.number + by))
        self.compose()

    def part(self) -> Part:
        """Return the picture, and at the hand that plays the text above the paging pads."""
        (title, text, picture), count = self.cards[self.number], len(self.cards)
        back, on, wide = partial(self.turn, -1), partial(self.turn, 1), theme.PRIMARY_MM
        foot = row(
            Button(on_tap=back, icon="back", live=self.number > 0, mm=wide, name="before"),
            Text(words.card_of(self.number + 1, count), dim=True, align="center", name="count"),
            Button(on_tap=on, icon="forward", live=self.number < count - 1, mm=wide, name="after"),
            gap=1,
            mm=theme.TARGET_MM,
        )
        share = LARGE_SHARE if theme.now.large else SHARE
        right = column(
            *([Text(title, lambda: theme.heading() * TITLE, bold=True, wraps=True)] if title else []),
            Text(text, lambda: theme.heading() * LETTERS, wraps=True, top=True, share=1, name="rule"),
            *self.more(),
            foot,
            gap=2,
            share=1 - share,
        )
        return Row((Drawing(picture(), share=share, name="picture"), right), GAP_MM, by_hand=True)

    def more(self) -> tuple[Part, ...]:
        """Return further parts between the text and the paging pads."""
        return ()


class HowToScreen(Cards):
    """Everything to read about a game: its set-up, five cards, and all rules; `play` begins a match."""

    def __init__(
        self, name: str, face: GameFace, guide: Guide, back: Callable[[], None], play: Callable[[], None]
    ) -> None:
        self._name, self._game, self._guide, self._back, self._play = name, face, guide, back, play
        self.shows: Literal["", "set-up", "cards", "cards beside", "rules"] = ""
        self._players = guide.facts.players
        super().__init__(lesson_cards(face, guide))

    def part(self) -> Screen:
        """Return the menu, or the chosen item below its header."""
        back = partial(self.show, "")
        match self.shows:
            case "set-up":
                return Screen(Header(words.set_up_of(self._name), words.SET_UP_HINT, back), super().part())
            case "cards" | "cards beside":
                title = words.how_to_play(self._name)
                header = Header(title, words.HOW_TO_HINT, back, self._play, words.PLAY_IT)
                return Screen(header, super().part())
            case "rules":
                catalogue = self._game.game.catalogue
                rules = tuple(Text(translated(rule.text), wraps=True) for rule in catalogue.rule.values())
                return Screen(Header(words.rules_of(self._name), "", back), Pages(rules, RULE_MM, name="all"))
        steps = len(self._steps(self._players))
        ways = (
            Line(words.SET_UP, words.steps(steps), partial(self.show, "set-up"), name="set-up"),
            *self._in_short(),
            Line(words.ALL_RULES, words.RULES_HINT, partial(self.show, "rules"), name="rules"),
        )
        header = Header(words.how_to_play(self._name), "", self._back, self._play, words.PLAY_IT)
        low = LINE_MM if self._guide.variant is None else LOW_LINE_MM
        return Screen(header, Pages(ways if steps else ways[1:], low, highest_mm=LINE_MM, name="ways"))

    def more(self) -> tuple[Part, ...]:
        """Return the figure for the number of players, if the set-up is shown."""
        counts = self._game.counts
        if self.shows != "set-up" or len(counts) == 1:
            return ()
        least, most, caption = min(counts), max(counts), words.PLAYERS_COUNT
        change = Figure(self._players, self._count, least, most, caption=caption, name="players")
        return (row(change, mm=theme.TARGET_MM),)

    def _in_short(self) -> Iterator[Line]:
        """Yield the menu's line for the cards, or two lines if another number of players has its own."""
        hint, beside = words.HOW_TO_HINT, self._guide.variant
        title = words.IN_SHORT if beside is None else words.in_short(self._guide.players)
        yield Line(title, hint, partial(self.show, "cards"), wraps=True, name="cards")
        if beside is not None:
            title, tap = words.in_short(beside.players), partial(self.show, "cards beside")
            yield Line(title, hint, tap, wraps=True, name="cards beside")

    def show(self, what: Literal["", "set-up", "cards", "cards beside", "rules"]) -> None:
        """Open an item of the menu, or the menu itself (`""`)."""
        self.shows, self.number = what, 0
        if what == "set-up":
            self.cards = self._steps(self._players)
        else:
            guide = self._guide.variant if what == "cards beside" else None
            self.cards = lesson_cards(self._game, guide or self._guide)
        self.compose()

    def _count(self, players: int) -> None:
        """Show the set-up for another number of players, or the next number that can play."""
        able = [n for n in self._game.counts if (n > self._players) == (players > self._players)]
        self._players = min(able, key=lambda n: abs(n - players), default=self._players)
        self.cards = self._steps(self._players)
        self.number = min(self.number, len(self.cards) - 1)
        self.compose()

    def _steps(self, players: int) -> tuple[Card, ...]:
        facts = self._game.facts(players, {}, Level.COUNTING, Seat(0))
        return set_up_cards(self._game, facts, all_plates(theme.plates()[:players], players))


class SetUpScreen(Cards):
    """The set-up of the match that is about to begin; `play` begins it."""

    def __init__(
        self, name: str, cards: Sequence[Card], back: Callable[[], None], play: Callable[[], None]
    ) -> None:
        self._header = Header(words.set_up_of(name), words.SET_UP_HINT, back, play, words.PLAY_IT)
        super().__init__(cards)

    def part(self) -> Screen:
        """Return a card below the header."""
        return Screen(self._header, super().part())
