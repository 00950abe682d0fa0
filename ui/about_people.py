"""What is done about a person on the screen: each change is told to the store, and some can be undone."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.journal import Plate
from companion.people import People, Person, PersonId
from companion.register import Taken
from companion.store import Store
from ui import records_words as words
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.screens.matches import Option, OptionsScreen
from ui.sheets.naming import NamingSheet
from ui.sheets.notice import NoticeSheet
from ui.sheets.person import PersonNavigation, PersonSheet
from ui.widgets.pad import HoldPad
from ui.words import CANCEL, DONE, UNDO

T = TypeVar("T")


class BookNavigation(Struct):
    """What the ways use of the frame; `learned` is told who is known after a change."""

    show: Callable[[Widget], None]
    home: Callable[[], None]
    people: Callable[[], People]
    learned: Callable[[People], None]


class AboutPeople:
    """Offers what can be done about a person; `done` shows the book as it is then."""

    def __init__(self, saver: Saver, go: BookNavigation, done: Callable[[], None]) -> None:
        self._saver, self._go, self._done = saver, go, done

    def open(self, person: PersonId, back: Callable[[], None]) -> None:
        """Show the sheet of a person."""
        who = self._go.people().known.get(person)
        if who is None:
            self._done()
            return

        def change(other: Person) -> None:
            self._change(lambda store: register.change(store, other))

        again = partial(self.open, person, back)
        go = PersonNavigation(
            rename=lambda: self._go.show(NamingSheet(lambda to: change(who.renamed(to)), back, who.name)),
            give=lambda: self._ask_guest(who, again),
            merge=lambda: self._ask_other(who, again),
            hide=lambda: change(replace(who, hidden=not who.hidden)),
            rank=lambda: change(replace(who, rated=not who.rated)),
            forget=lambda: self._change(lambda store: register.forget(store, person)),
            close=back,
        )
        self._go.show(PersonSheet(who, go))

    # A guest was somebody.

    def _ask_guest(self, who: Person, back: Callable[[], None]) -> None:
        def answered(guests: list[tuple[Plate, Taken]] | None) -> None:
            options = []
            for plate, seats in guests or ():
                take = partial(self._give, who, plate.name)
                options.append(Option(plate.name, words.matches(_matches(seats)), take, plate))
            screen = OptionsScreen(words.WHICH_GUEST.format(name=who.name), options, back)
            screen.header.hint.text = "" if options else words.NO_GUEST
            self._go.show(screen)

        self._saver.ask_beside(lambda store: register.guests(store, who.id), answered)

    def _give(self, who: Person, plate: str) -> None:
        def given(seats: Taken) -> None:
            said = words.given(plate, who.name, _matches(seats))
            self._offer_undo(said, lambda store: register.give_back(store, who.id, seats))

        self._change(lambda store: register.give(store, plate, who.id), given)

    # Two people are one.

    def _ask_other(self, who: Person, back: Callable[[], None]) -> None:
        options = [
            Option(other.name, "", partial(self._ask_merge, who, other, back), other.plate)
            for other in self._go.people().known.values()
            if other.id != who.id
        ]
        screen = OptionsScreen(words.WHO_ELSE.format(name=who.name), options, back)
        screen.header.hint.text = "" if options else words.ALONE_HERE
        self._go.show(screen)

    def _ask_merge(self, who: Person, into: Person, back: Callable[[], None]) -> None:
        held = HoldPad(words.THEY_ARE_ONE, words.HOLD, on_held=lambda: self._merge(who, into))
        title, said = words.one_person(who.name, into.name), words.will_be_merged(who.name, into.name)
        self._go.show(NoticeSheet(title, said, [(CANCEL, back)], warning=False, held=held))

    def _merge(self, who: Person, into: Person) -> None:
        earlier = [one for one, other in self._go.people().merged.items() if other == who.id]

        def merged(_done: None) -> None:
            said = words.merged(who.name, into.name)
            self._offer_undo(said, lambda store: register.part(store, who, earlier))

        self._change(lambda store: register.merge(store, who.id, into.id), merged)

    # What all of them do.

    def _offer_undo(self, said: str, undo: Callable[[Store], object]) -> None:
        pads = [(DONE, self._done), (UNDO, lambda: self._change(undo))]
        self._go.show(NoticeSheet(said, words.COUNT_NOW, pads, warning=False))

    def _change(self, what: Callable[[Store], T], then: Callable[[T], None] | None = None) -> None:
        """Do it where the store is written, and show what comes of it; NotSaved is told as ever."""

        def done(store: Store) -> tuple[T, People]:
            return what(store), store.people()

        def answered(found: tuple[T, People] | None) -> None:
            if found is not None:
                self._go.learned(found[1])
            if found is None or then is None:
                self._done()
            else:
                then(found[0])

        self._saver.ask(done, answered)


def _matches(seats: Taken) -> int:
    return len({match for match, _ in seats})
