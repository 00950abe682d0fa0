"""How a game is set up and played, on a few cards, and what can be done now: each game brings its data.

A card's picture is of a real position: the reports before it are judged by the game's rules. Its sentences
are the catalogue's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct

from companion.game import Accepted
from companion.games.shelf import AnyGame
from companion.journal import NamePlate
from ui.language.phrases import translated
from ui.parts.values import Picture
from ui.stage.scene import Spot


class Lesson(Struct, frozen=True):
    """A card: its title, the rules that it shows, and the position after some of the guide's reports.

    `pending` is what has been begun on the screen, and `spots` are ringed.
    """

    title: str
    rules: tuple[str, ...]
    after: int = 0
    pending: Any = None
    spots: tuple[Spot, ...] = ()


class Step(Struct, frozen=True):
    """What hands do before the first turn: the `things` that it is done with, each with the words under it.

    Without things the table is shown as it lies when play begins, `spots` on it ringed.
    """

    title: str
    text: str
    things: tuple[tuple[Picture, str], ...] = ()
    spots: tuple[Spot, ...] = ()


class Guide(Struct, frozen=True):
    """A game's cards, with the match from which their pictures are; and what its reports are called.

    `can` says what a kind of report does, in the infinitive; kinds that have none aren't spoken of.
    `spots` are where on the board a report is done. `able` yields what may be told to everybody: all that is
    legal. `set_up` returns what hands lay on the table before the first turn, for the facts and the plates of
    a match: five steps at most. Where another number of `players`, in words, plays by rules of its own, its
    guide is `beside` this one.
    """

    facts: Any
    reports: tuple[Any, ...]
    lessons: tuple[Lesson, ...]
    can: Mapping[type, str]
    spots: Callable[[Any], Iterable[Spot]]
    able: Callable[[AnyGame, Any], Iterable[Any]] = lambda game, state: game.legal(state)
    set_up: Callable[[Any, tuple[NamePlate, ...]], tuple[Step, ...]] = lambda _facts, _plates: ()
    players: str = ""
    beside: "Guide | None" = None

    def lesson_of(self, rule: str) -> int | None:
        """Return the number of the first card that shows a rule, from 0; None where none does."""
        return next((n for n, lesson in enumerate(self.lessons) if rule in lesson.rules), None)


def positions(game: AnyGame, guide: Guide) -> Iterator[Any]:
    """Yield the opening, and the position after each report of the guide's match."""
    state = game.opening(guide.facts)
    yield state
    for report in guide.reports:
        ruling = game.judge(state, report)
        assert isinstance(ruling, Accepted), f"{report} isn't played by the rules: {ruling}"
        state = reduce(game.evolve, ruling.events, state)
        yield state


def sentences(game: AnyGame, lesson: Lesson) -> tuple[str, ...]:
    """Return what a card says."""
    return tuple(translated(game.catalogue.text(rule)) for rule in lesson.rules)


def possible(game: AnyGame, guide: Guide, state: Any) -> tuple[tuple[str, ...], tuple[Spot, ...]]:
    """Return what can be told now, each kind once and the likeliest first, and where on the board."""
    able = [report for report in guide.able(game, state) if guide.can.get(type(report))]
    kinds = dict.fromkeys(guide.can[type(report)] for report in able)
    spots = dict.fromkeys(spot for report in able for spot in guide.spots(report))
    return tuple(kinds), tuple(spots)
