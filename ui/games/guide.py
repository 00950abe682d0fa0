"""How a game is set up and played, on a few cards, and what can be done now; each game brings the data.

A card shows a real position, reached by reports that the game's rules judge. Its sentences come from the
catalogue.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct

from companion.game import Accepted, AnyGame
from companion.journal import NamePlate
from ui.language.phrases import translated
from ui.parts.values import Picture
from ui.stage.scene import Spot


class Lesson(Struct, frozen=True):
    """A card: its title, the rules that it explains, and a position.

    The position is the one after the first `after` reports of the guide, with the input `pending`; `spots`
    are ringed.
    """

    title: str
    rules: tuple[str, ...]
    after: int = 0
    pending: Any = None
    spots: tuple[Spot, ...] = ()


class Step(Struct, frozen=True):
    """One step of setting up: the `pictures` that it needs, each with the words under it.

    Without pictures, the table is shown as it is when play begins, with `spots` ringed.
    """

    title: str
    text: str
    pictures: tuple[tuple[Picture, str], ...] = ()
    spots: tuple[Spot, ...] = ()


class Guide(Struct, frozen=True):
    """A game's cards, the match that their pictures come from, and words for its reports.

    `can` says what a type of report does, in the infinitive; types without an entry aren't mentioned.
    `spots` returns where on the board a report happens. `able` yields the reports that everybody may hear
    are possible, by default all legal ones. `set_up` returns at most five steps of setting up, for the facts
    and plates of a match. If another number of players has rules of its own, `variant` is its guide, and
    `players` says in words whom a guide is for.
    """

    facts: Any
    reports: tuple[Any, ...]
    lessons: tuple[Lesson, ...]
    can: Mapping[type, str]
    spots: Callable[[Any], Iterable[Spot]]
    able: Callable[[AnyGame, Any], Iterable[Any]] = lambda game, state: game.legal(state)
    set_up: Callable[[Any, tuple[NamePlate, ...]], tuple[Step, ...]] = lambda _facts, _plates: ()
    players: str = ""
    variant: "Guide | None" = None

    def lesson_of(self, rule: str) -> int | None:
        """Return the index of the first card that explains a rule; None if none does."""
        return next((n for n, lesson in enumerate(self.lessons) if rule in lesson.rules), None)


def positions(game: AnyGame, guide: Guide) -> Iterator[Any]:
    """Yield the opening state, then the state after each report of the guide's match."""
    state = game.opening(guide.facts)
    yield state
    for report in guide.reports:
        ruling = game.judge(state, report)
        assert isinstance(ruling, Accepted), f"{report} isn't played by the rules: {ruling}"
        state = reduce(game.evolve, ruling.events, state)
        yield state


def sentences(game: AnyGame, lesson: Lesson) -> tuple[str, ...]:
    """Return a card's sentences, translated."""
    return tuple(translated(game.catalogue.text(rule)) for rule in lesson.rules)


def possible(game: AnyGame, guide: Guide, state: Any) -> tuple[tuple[str, ...], tuple[Spot, ...]]:
    """Return what can be done now, each kind once and the likeliest first, and the spots for it."""
    able = [report for report in guide.able(game, state) if guide.can.get(type(report))]
    kinds = dict.fromkeys(guide.can[type(report)] for report in able)
    spots = dict.fromkeys(spot for report in able for spot in guide.spots(report))
    return tuple(kinds), tuple(spots)
