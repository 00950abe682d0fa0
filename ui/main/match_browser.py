"""The way through kept matches: the list, what it is narrowed to, and back."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from companion.people import NOBODY
from companion.store import MONTH, Kept, Shelf, Store, Wanted, days, games, matches
from ui.language.words import game_name
from ui.records import words
from ui.records.thumbnails import Thumbnail, Thumbnails
from ui.screens.matches import Ends, Filter, MatchesScreen, Option, OptionsScreen
from ui.screens.navigation import Navigation
from ui.storage.saver import Saver

EVERYTHING = Wanted()


class MatchBrowser:
    """Shows kept matches, all of them at first; each filter is chosen on a page of its own."""

    def __init__(self, saver: Saver, go: Navigation) -> None:
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

    def _filters(self, wanted: Wanted) -> list[Filter]:
        known = self._go.people.known
        game = game_name(wanted.game)
        person = known[wanted.person].name if wanted.person in known else ""
        day = words.date(wanted.day) if wanted.day else ""
        every = (
            Filter(words.WHICH_GAME, game, lambda: self._games(wanted)),
            Filter(words.WITH_WHOM, person, lambda: self._people(wanted)) if known else None,
            Filter(words.WHEN, day, lambda: self._days(wanted)),
        )
        return [one for one in every if one is not None]

    def _games(self, wanted: Wanted) -> None:
        wide = replace(wanted, game="")
        self._count(
            words.WHICH_GAME,
            wanted,
            Option(words.EVERY_GAME, "", lambda: self.open(wide)),
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
            Option(words.ANY_TIME, "", lambda: self.open(replace(wanted, day=""))),
            lambda store: days(store, month),
            words.date,
            lambda day: replace(wanted, day=day),
        )

    def _count(
        self,
        title: str,
        wanted: Wanted,
        every: Option,
        count: Callable[[Store], list[tuple[str, int]]],
        name: Callable[[str], str],
        narrowed: Callable[[str], Wanted],
    ) -> None:
        """Offer what the store counts, each with how many matches it leaves."""

        def answered(found: list[tuple[str, int]] | None) -> None:
            options = [
                Option(name(key), words.matches(n), lambda key=key: self.open(narrowed(key)))  # type: ignore[misc]
                for key, n in found or ()
            ]
            self._go.show(OptionsScreen(title, [every, *options], lambda: self.open(wanted)))

        self._saver.ask(count, answered)

    def _people(self, wanted: Wanted) -> None:
        people = sorted(self._go.people.known.values(), key=lambda one: one.name.casefold())
        options = [
            Option(one.name, "", lambda one=one: self.open(replace(wanted, person=one.id)), one.plate)  # type: ignore[misc]
            for one in people
        ]
        every = Option(words.WITH_ANYBODY, "", lambda: self.open(replace(wanted, person=NOBODY)))
        self._go.show(OptionsScreen(words.WITH_WHOM, [every, *options], lambda: self.open(wanted)))
