"""The screens of the record book and of the saved matches, from the home screen and back.

Every change to a person is written to the store; some can be undone.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from companion import register
from companion.book import imported
from companion.journal import NamePlate
from companion.people import NO_PERSON, People, Person, PersonId
from companion.register import Taken
from companion.store import MONTH, Shelf, Store, StoredMatch, Wanted, count_days, count_games, find_matches
from ui.appliance.care_words import AS_THE_TABLE, LANGUAGE
from ui.dialogs.notice import NoticeDialog
from ui.language import languages
from ui.language.words import CANCEL, DONE, UNDO, game_name
from ui.parts.naming import NamingDialog
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Part, Text, column, grid, row
from ui.records import words
from ui.records.pages import BookPage, BookPages, read_news, read_pages
from ui.records.thumbnails import Thumbnail, Thumbnails
from ui.screens.matches import BookScreen, Ends, FiguresScreen, MatchesScreen, OptionsScreen, filtered, option
from ui.screens.record_name import RecordNameDialog
from ui.sound import recordings
from ui.sound.recordings import NameRecordings
from ui.sound.voice import RECORDINGS, Voice
from ui.stage import theme
from ui.storage.saver import Saver
from ui.table.names import plates_of

if TYPE_CHECKING:
    from ui.main.frame import Frame

T = TypeVar("T")
COLUMNS = 2
"""Pads in a row of what can be done about a person."""


class RecordBook:
    """Shows the record book and its pages; a person's page leads on to what can be done about them."""

    def __init__(self, saver: Saver, go: "Frame", voice: Voice) -> None:
        self._saver, self._go = saver, go
        self._about = PeopleScreens(saver, go, voice, self.open).open
        self._waiting: BookScreen | None = None
        self._counting = False

    def open(self) -> None:
        """Show the book once it is counted, in the background, because that may take a while."""
        screen = BookScreen(lambda page: self._look(screen, page), self._go.home, self._write_out)
        self._waiting = screen
        self._go.show(screen)
        self._count()

    def _count(self) -> None:
        """Count for the screen opened last, in one process at a time."""
        if self._counting or self._waiting is None:
            return
        screen, self._waiting, self._counting = self._waiting, None, True

        def counted(pages: BookPages | None) -> None:
            self._counting = False
            screen.show(pages)
            self._count()

        self._saver.ask_in_thread(lambda store: read_pages(store.path), counted)

    def news(self, match: str, on_news: Callable[[tuple[str, ...]], None]) -> None:
        """Call `on_news` with what is new since a match that has ended, once counted; () if that fails."""
        self._saver.ask_in_thread(lambda store: read_news(store, match), lambda lines: on_news(lines or ()))

    def _write_out(self) -> None:
        # Imported late: most people never plug in a stick.
        from ui.screens.sticks import RecordsOutScreen

        self._go.show(RecordsOutScreen(self._saver, self.open))

    def _look(self, book: BookScreen, page: BookPage) -> None:
        """Show a page; a person's page leads on to what can be done about them."""
        person = PersonId(page.plate.person) if page.plate is not None else None
        manage = None if person is None else lambda: self._about(person, lambda: self._look(book, page))
        self._go.show(FiguresScreen(page, lambda: self._go.show(book), manage))


class PersonDialog(PartDialog):
    """What can be done about a person."""

    person: str
    pads: tuple[Button, ...]
    below: tuple[Button, ...]
    close: Callable[[], None]

    def part(self) -> Part:
        """Return the name above, what can be done in the middle, and rarer things and close below."""
        return column(
            Text(self.person, theme.title, bold=True),
            grid(self.pads, COLUMNS),
            row(*self.below, Button(words.CLOSE, on_tap=self.close, name="close"), mm=theme.TARGET_MM),
        )


class PeopleScreens:
    """Offers what can be done about a person; `done` shows the book as it is afterwards."""

    def __init__(self, saver: Saver, go: "Frame", voice: Voice, show_book: Callable[[], None]) -> None:
        self._saver, self._go, self._voice, self._show_book = saver, go, voice, show_book
        self._changing = False

    def open(self, person_id: PersonId, back: Callable[[], None]) -> None:
        """Show what can be done about a person."""
        person = self._go.people.known.get(person_id)
        if person is None:
            self._show_book()
            return

        def change(changed: Person) -> None:
            self._change(lambda store: register.change(store, changed))

        again = partial(self.open, person_id, back)
        hide = (words.OFFER, words.OFFER_HINT) if person.hidden else (words.HIDE, words.HIDE_HINT)
        rank = (words.RANK_OFF, words.RANK_OFF_HINT) if person.rated else (words.RANK_ON, words.RANK_ON_HINT)

        def renamed(name: str) -> None:
            def change_both(store: Store) -> None:
                people = store.people()
                register.change(store, person.renamed(name))
                self._recordings(store).rename(people, person, name)

            self._change(change_both)

        def named(name: str) -> None:
            others = [other for other in self._go.people.named(name) if other.id != person_id]
            if others:
                self._ask_merge(person, others[0], back, (words.RENAME, rename))
            else:
                renamed(name)

        def rename() -> None:
            self._go.show(NamingDialog(named, back, person.name))

        speaks = languages.name(person.language) if person.language else AS_THE_TABLE

        def speak() -> None:
            from ui.screens.care import LanguagesScreen

            def chosen(code: str) -> None:
                change(replace(person, language=code))

            self._go.show(LanguagesScreen(person.language, chosen, again, person.name))

        def forget() -> None:
            def both(store: Store) -> list[str]:
                self._recordings(store).forget(store.people(), person)
                return register.forget(store, person_id)

            def forgotten(still_named: list[str]) -> None:
                if not still_named:
                    self._show_book()
                    return
                text = words.still_in(", ".join(still_named))
                self._go.show(NoticeDialog(words.FORGET, text, [(DONE, self._show_book)], warning=True))

            self._change(both, forgotten)

        pads = (
            Button(words.RENAME, words.RENAME_HINT, rename, name="rename"),
            Button(
                words.GIVE, words.give_hint(person.name), partial(self._ask_guest, person, again), name="give"
            ),
            Button(*hide, partial(change, replace(person, hidden=not person.hidden)), name="hide"),
            Button(words.MERGE, words.MERGE_HINT, partial(self._ask_other, person, again), name="merge"),
            Button(*rank, partial(change, replace(person, rated=not person.rated)), name="rank"),
            Button(words.FORGET, words.FORGET_HINT, forget, held=True, name="forget"),
        )
        below = [Button(LANGUAGE, speaks, speak, name="speaks"), *self._record(person.name, again)]
        if were := self._go.people.merged_into(person.id):
            first = were[0].name + ("…" if len(were) > 1 else "")
            below.append(Button(words.PART, first, partial(self._ask_who_isnt, person, again), name="part"))
        self._go.show(PersonDialog(person.name, pads, tuple(below), back))

    # Recordings of names.

    def _recordings(self, store: Store) -> NameRecordings:
        return NameRecordings(store.path.with_name(RECORDINGS), self._voice.renew)

    def _record(self, name: str, back: Callable[[], None]) -> tuple[Button, ...]:
        """Return the pad that leads to a microphone, if there is one and the name can be a file's name."""
        speaker, heard_by = self._voice.speaker, recordings.device()
        if speaker is None or not heard_by or speaker.recordings.path(name) is None:
            return ()

        def record() -> None:
            self._go.show(RecordNameDialog(name, self._saver, speaker, heard_by, back))

        hint = words.RECORDED if speaker.recordings.has(name) else words.RECORD_HINT
        return (Button(words.RECORD_NAME, hint, record, name="record"),)

    # Giving a guest's matches to a person.

    def _ask_guest(self, person: Person, back: Callable[[], None]) -> None:
        def answered(guests: list[tuple[NamePlate, Taken]] | None) -> None:
            options = []
            for plate, seats in guests or ():
                give = partial(self._give, person, plate.name)
                options.append(option(plate.name, words.matches(_matches(seats)), give, plate))
            title = words.WHICH_GUEST.format(name=person.name)
            self._go.show(OptionsScreen(title, options, back, words.NO_GUEST))

        self._saver.ask_in_thread(lambda store: register.guests(store, person.id), self._go.later(answered))

    def _give(self, person: Person, plate: str) -> None:
        def answered(seats: Taken) -> None:
            message = words.given(plate, person.name, _matches(seats))
            self._offer_undo(message, lambda store: register.give_back(store, person.id, seats))

        self._change(lambda store: register.give(store, plate, person.id), answered)

    # Merging people, and undoing it.

    def _ask_other(self, person: Person, back: Callable[[], None]) -> None:
        options = [
            option(other.name, "", partial(self._ask_merge, person, other, back), other.plate)
            for other in self._go.people.known.values()
            if other.id != person.id
        ]
        title = words.WHO_ELSE.format(name=person.name)
        self._go.show(OptionsScreen(title, options, back, words.ALONE_HERE))

    def _ask_merge(
        self, person: Person, into: Person, back: Callable[[], None], *more: tuple[str, Callable[[], None]]
    ) -> None:
        """Ask whether two people are one; `more` are pads beside the one that goes back."""
        held = Button(words.THEY_ARE_ONE, words.HOLD, partial(self._merge, person, into))
        title, text = words.one_person(person.name, into.name), words.will_be_merged(person.name, into.name)

        def answered(matches: int | None) -> None:
            warned = f"{words.sat_together(matches)} {text}" if matches else text
            pads = [(CANCEL, back), *more]
            self._go.show(NoticeDialog(title, warned, pads, warning=bool(matches), held=held))

        self._saver.ask_in_thread(
            lambda store: imported.together(store, person.id, into.id), self._go.later(answered)
        )

    def _merge(self, person: Person, into: Person) -> None:
        self._undoable(
            words.merged(person.name, into.name),
            lambda store: register.merge(store, person.id, into.id),
            lambda store: register.part(store, person.id),
        )

    def _ask_who_isnt(self, person: Person, back: Callable[[], None]) -> None:
        were = self._go.people.merged_into(person.id)
        options = [option(other.name, "", partial(self._part, other, person), other.plate) for other in were]
        self._go.show(OptionsScreen(words.WHO_IS_ANOTHER.format(name=person.name), options, back))

    def _part(self, merged: Person, person: Person) -> None:
        # Who may have been merged into `person` only later.
        first = self._go.people.first_into[merged.id]
        self._undoable(
            words.parted(merged.name, person.name),
            lambda store: register.part(store, merged.id),
            lambda store: register.merge(store, merged.id, first),
        )

    # Shared by all of them.

    def _undoable(
        self, message: str, change: Callable[[Store], object], undo: Callable[[Store], object]
    ) -> None:
        self._change(change, lambda _: self._offer_undo(message, undo))

    def _offer_undo(self, message: str, undo: Callable[[Store], object]) -> None:
        pads = [(DONE, self._show_book), (UNDO, lambda: self._change(undo))]
        self._go.show(NoticeDialog(message, words.COUNT_NOW, pads, warning=False))

    def _change(self, change: Callable[[Store], T], then: Callable[[T], None] | None = None) -> None:
        """Make a change in the store's thread and show the outcome, or why it wasn't saved.

        A second tap before the answer does nothing: it would find the change made already.
        """
        if self._changing:
            return
        self._changing = True

        def make(store: Store) -> tuple[T, People]:
            return change(store), store.people()

        def answered(answer: tuple[T, People] | None) -> None:
            self._changing = False
            if answer is None:
                self._go.say_unsaved(self._show_book)
                return
            self._go.learned(answer[1])
            if then is None:
                self._show_book()
            else:
                then(answer[0])

        self._saver.ask(make, answered)


def _matches(seats: Taken) -> int:
    return len({match for match, _ in seats})


# The way through the saved matches: the list, its filters, and back.

EVERYTHING = Wanted()


class MatchBrowser:
    """Shows saved matches, all of them at first; each filter is chosen on a page of its own."""

    def __init__(self, saver: Saver, go: "Frame") -> None:
        self._saver, self._go = saver, go
        self._ends = Thumbnails(saver)

    def open(self, wanted: Wanted = EVERYTHING) -> None:
        """Show the matches that fit, once they are read: with many that takes some tenths of a second."""
        screen = MatchesScreen(self._go.open_match, self._go.home, self._filters(wanted), self._small_ends)
        self._go.show(screen)

        def answered(read: list[StoredMatch] | None) -> None:
            matches = read or []
            if wanted == EVERYTHING:
                matches = self._go.with_unsaved(Shelf(matches, len(matches), over=False)).matches
            screen.show(matches)

        self._saver.ask(lambda store: find_matches(store, wanted), answered)

    def _small_ends(self, matches: Sequence[str], on_ends: Callable[[Ends], None]) -> None:
        """Call `on_ends` with how matches ended, and who won, under today's names."""

        def answered(ends: Mapping[str, Thumbnail]) -> None:
            people = self._go.people
            plates = {match: plates_of(people, match, end.plates) for match, end in ends.items()}
            on_ends(
                {
                    match: (end.board(plates[match]), [plates[match][n] for n in end.won])
                    if end.ended
                    else None
                    for match, end in ends.items()
                }
            )

        self._ends.ask(matches, answered)

    def _filters(self, wanted: Wanted) -> list[Button]:
        known = self._go.people.known
        game = game_name(wanted.game)
        person = known[wanted.person].name if wanted.person in known else ""
        day = words.date(wanted.day) if wanted.day else ""
        game_filter = filtered(words.WHICH_GAME, game, partial(self._games, wanted))
        person_filter = filtered(words.WITH_WHOM, person, partial(self._people, wanted))
        day_filter = filtered(words.WHEN, day, partial(self._days, wanted))
        return [game_filter, person_filter, day_filter] if known else [game_filter, day_filter]

    def _games(self, wanted: Wanted) -> None:
        wide = replace(wanted, game="")

        def answered(counts: list[tuple[str, int]] | None) -> None:
            every = self._option(words.EVERY_GAME, "", wide)
            options = [
                self._option(game_name(game), words.matches(n), replace(wide, game=game))
                for game, n in counts or ()
            ]
            self._offer(words.WHICH_GAME, wanted, every, *options)

        self._saver.ask(lambda store: count_games(store, wide), self._go.later(answered))

    def _days(self, wanted: Wanted) -> None:
        # If a day is chosen, the other days of its month are offered.
        month = replace(wanted, day=wanted.day[:MONTH])

        def answered(counts: list[tuple[str, int]] | None) -> None:
            every = self._option(words.ANY_TIME, "", replace(wanted, day=""))
            options = [
                self._option(words.date(day), words.matches(n), replace(wanted, day=day))
                for day, n in counts or ()
            ]
            self._offer(words.WHEN, wanted, every, *options)

        self._saver.ask(lambda store: count_days(store, month), self._go.later(answered))

    def _people(self, wanted: Wanted) -> None:
        people = sorted(self._go.people.known.values(), key=lambda person: person.name.casefold())
        every = self._option(words.WITH_ANYBODY, "", replace(wanted, person=NO_PERSON))
        options = [
            self._option(person.name, "", replace(wanted, person=person.id), person.plate)
            for person in people
        ]
        self._offer(words.WITH_WHOM, wanted, every, *options)

    def _option(self, title: str, hint: str, wanted: Wanted, plate: NamePlate | None = None) -> Button:
        """Return a pad that leads to the matches which fit."""
        return option(title, hint, partial(self.open, wanted), plate)

    def _offer(self, title: str, wanted: Wanted, *options: Button) -> None:
        self._go.show(OptionsScreen(title, options, partial(self.open, wanted)))
