"""The way through kept matches: the list, what it is narrowed to, and back."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.people import NOBODY
from companion.store import MONTH, Kept, Shelf, Store, Wanted, days, games, matches
from ui.language.words import game_name
from ui.parts.values import Button
from ui.records import words
from ui.records.thumbnails import Thumbnail, Thumbnails
from ui.screens.matches import Ends, MatchesScreen, OptionsScreen, filtered, option
from ui.storage.saver import Saver

if TYPE_CHECKING:
    from ui.main.frame import Frame

EVERYTHING = Wanted()


class MatchBrowser:
    """Shows kept matches, all of them at first; each filter is chosen on a page of its own."""

    def __init__(self, saver: Saver, go: "Frame") -> None:
        self._saver, self._go = saver, go
        self._ends = Thumbnails(saver)

    def open(self, wanted: Wanted = EVERYTHING) -> None:
        """Show the matches that fit, once they are read: of many that takes some tenths of a second."""
        screen = MatchesScreen(self._go.open_match, self._go.home, self._filters(wanted), self._small_ends)
        self._go.show(screen)

        def answered(found: list[Kept] | None) -> None:
            matches = found or []
            if wanted == EVERYTHING:
                matches = self._go.with_unsaved(Shelf(matches, len(matches), over=False)).matches
            screen.show(matches)

        self._saver.ask(lambda store: matches(store, wanted), answered)

    def _small_ends(self, matches: Sequence[str], tell: Callable[[Ends], None]) -> None:
        """Tell how matches ended, and who has won by the names of today."""

        def found(ends: Mapping[str, Thumbnail]) -> None:
            people = self._go.people
            told = {match: people.told(match, end.plates) for match, end in ends.items()}
            tell({match: (end, [told[match][n] for n in end.won]) for match, end in ends.items()})

        self._ends.ask(matches, found)

    def _filters(self, wanted: Wanted) -> list[Button]:
        known = self._go.people.known
        game = game_name(wanted.game)
        person = known[wanted.person].name if wanted.person in known else ""
        day = words.date(wanted.day) if wanted.day else ""
        with_whom = filtered(words.WITH_WHOM, person, lambda: self._people(wanted))
        return [
            filtered(words.WHICH_GAME, game, lambda: self._games(wanted)),
            *([with_whom] if known else []),
            filtered(words.WHEN, day, lambda: self._days(wanted)),
        ]

    def _games(self, wanted: Wanted) -> None:
        wide = replace(wanted, game="")
        self._count(
            words.WHICH_GAME,
            wanted,
            option(words.EVERY_GAME, "", lambda: self.open(wide)),
            lambda store: games(store, wide),
            game_name,
            lambda game: replace(wide, game=game),
        )

    def _days(self, wanted: Wanted) -> None:
        # Of one day the others of its month are offered.
        month = replace(wanted, day=wanted.day[:MONTH])
        self._count(
            words.WHEN,
            wanted,
            option(words.ANY_TIME, "", lambda: self.open(replace(wanted, day=""))),
            lambda store: days(store, month),
            words.date,
            lambda day: replace(wanted, day=day),
        )

    def _count(
        self,
        title: str,
        wanted: Wanted,
        every: Button,
        count: Callable[[Store], list[tuple[str, int]]],
        name: Callable[[str], str],
        narrowed: Callable[[str], Wanted],
    ) -> None:
        """Offer what the store counts, each with how many matches it leaves."""

        def answered(found: list[tuple[str, int]] | None) -> None:
            options = [
                option(name(key), words.matches(n), lambda key=key: self.open(narrowed(key)))  # type: ignore[misc]
                for key, n in found or ()
            ]
            self._go.show(OptionsScreen(title, [every, *options], lambda: self.open(wanted)))

        self._saver.ask(count, answered)

    def _people(self, wanted: Wanted) -> None:
        people = sorted(self._go.people.known.values(), key=lambda one: one.name.casefold())
        options = [
            option(one.name, "", lambda one=one: self.open(replace(wanted, person=one.id)), one.plate)  # type: ignore[misc]
            for one in people
        ]
        every = option(words.WITH_ANYBODY, "", lambda: self.open(replace(wanted, person=NOBODY)))
        self._go.show(OptionsScreen(words.WITH_WHOM, [every, *options], lambda: self.open(wanted)))
