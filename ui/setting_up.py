"""The way into a match: players, rulings, what the game itself asks, the buttons, and the deal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion import register
from companion.errors import CompanionError
from companion.game import Level, Seat
from companion.journal import Plate
from companion.people import People
from companion.store import Store
from ui import letter_pads, theme
from ui.games.face import ForEachPlayer, GameFace, Memory
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.newcomers import newcomer
from ui.screens.players import PlayersScreen, Seating, told_apart
from ui.screens.rulings import RulingsScreen, asked
from ui.screens.sensors import SensorsScreen
from ui.stage.sides import Sides
from ui.table.buttons import Buttons

HABITS = "habits"
"""Name of the setting that keeps how the table sat and played last time."""

MOST_RECENT = 40
"""The most people who are offered in the order in which they sat down last."""


class Habits(Struct, frozen=True):
    """How this table sat and played last time; offered again."""

    seating: Seating = Seating()
    rulings: dict[str, dict[str, str]] = {}
    level: Level = Level.COUNTING
    script: str = ""
    """The letters that a name was typed with last."""
    recent: tuple[str, ...] = ()
    """Who sat down last, by id, the last match first and clockwise in each."""


class SetupNavigation(Struct):
    """What the way into a match uses of the frame."""

    show: Callable[[Widget], None]
    home: Callable[[], None]
    refuse: Callable[[str], None]
    deal: Callable[[GameFace, Any, tuple[Plate, ...]], None]  # the facts are of the game's own type


class MatchToBe(Struct, frozen=True):
    """What was chosen so far for a match of `face`; `plates` are who plays, clockwise."""

    face: GameFace
    plates: tuple[Plate, ...]
    first: Seat
    facts: Any = None  # of the game's own type

    @property
    def players(self) -> int:
        """How many people sit at the table."""
        return len(self.plates)


class SettingUp:
    """The screens before a match, each with the way back to the one before.

    Those that would ask nothing are left out: the rulings, the game's own last step, and the sensors of a
    game without grab buttons.
    """

    def __init__(self, saver: Saver, buttons: Buttons, go: SetupNavigation) -> None:
        self._saver, self._buttons, self._go = saver, buttons, go
        self.people = People()
        self._habits = Habits()
        self._known = False

    def remember(self, kept: str) -> None:
        """Take up the habits that the store kept; before that none are written over them."""
        self._known = True
        try:
            self._habits = msgspec.json.decode(kept or "{}", type=Habits)
        except msgspec.DecodeError:
            self._habits = Habits()

    @property
    def sides(self) -> Sides:
        """Where everybody sits around the screen, as they sat down last."""
        return self._habits.seating.sides

    def begin(self, face: GameFace) -> None:
        """Ask who sits where."""

        def back() -> None:
            self._keep(msgspec.structs.replace(self._habits, seating=screen.seating))
            self._go.home()

        screen = PlayersScreen(
            face.counts,
            back,
            lambda seating: self._seated(face, seating),
            self._habits.seating,
            everybody(self.people, self._habits.recent),
            self._newcomer,
            letter_pads.called(self._habits.script),
            lambda script: self._keep(msgspec.structs.replace(self._habits, script=script.name)),
            lambda: self._names_in(face, screen.seating),
        )
        self._go.show(screen)

    def _names_in(self, face: GameFace, seating: Seating) -> None:
        """Take names from a stick, and go on with who sits where."""
        # Not before somebody wants it: most never plug in a stick.
        from ui.screens.names_in import NamesInScreen

        self._keep(msgspec.structs.replace(self._habits, seating=seating))

        def learned(people: People) -> None:
            self.people = people

        self._go.show(NamesInScreen(self._saver, lambda: self.begin(face), learned))

    def _newcomer(self, name: str, known: Callable[[Plate], None]) -> None:
        """Keep somebody new, and give back the plate once that is done; NotSaved is told as ever."""
        person = newcomer(name, len(self.people.known))

        def answered(people: People | None) -> None:
            if people is not None:
                self.people = people
                known(person.plate)

        def add(store: Store) -> People:
            register.add(store, [person])
            return store.people()

        self._saver.ask(add, answered)

    def again(self, face: GameFace, facts: object, plates: tuple[Plate, ...]) -> None:
        """Begin another match of the same people and rulings with the game's own last step."""
        self._prepare(MatchToBe(face, plates, Seat(0), facts), self._go.home)

    def _seated(self, face: GameFace, seating: Seating) -> None:
        here = [seating.places[place] for place in sorted(seating.places)]
        known = [name for name in dict.fromkeys([*here, *self._habits.recent]) if name in self.people.known]
        recent = tuple(known[:MOST_RECENT])
        self._keep(msgspec.structs.replace(self._habits, seating=seating, recent=recent))
        chosen = MatchToBe(face, *seated(seating, everybody(self.people)))
        if asks(chosen.face, chosen.players):
            self._ask(chosen)
        else:
            self._ruled(chosen, {}, None)

    def _ask(self, chosen: MatchToBe) -> None:
        """Ask what this table may decide."""
        face, habits = chosen.face, self._habits
        before = habits.rulings.get(face.game.name, {})

        def keep(rulings: dict[str, str], level: Level | None) -> None:
            every = {**habits.rulings, face.game.name: {**before, **rulings}}
            self._keep(msgspec.structs.replace(self._habits, rulings=every, level=level or habits.level))

        def ruled(rulings: dict[str, str], level: Level | None) -> None:
            keep(rulings, level)
            self._ruled(chosen, rulings, level)

        def back() -> None:
            keep(*screen.chosen)
            self.begin(face)

        screen = RulingsScreen(
            face.game.catalogue,
            lambda ruling: face.asks(ruling, chosen.players),
            back,
            ruled,
            before,
            habits.level,
            face.levels,
        )
        self._go.show(screen)

    def _ruled(self, chosen: MatchToBe, rulings: dict[str, str], level: Level | None) -> None:
        facts = chosen.face.facts(chosen.players, rulings, level or Level.COUNTING, chosen.first)
        chosen = msgspec.structs.replace(chosen, facts=facts)
        self._prepare(chosen, lambda: self._before_preparing(chosen))

    def _before_preparing(self, chosen: MatchToBe) -> None:
        if asks(chosen.face, chosen.players):
            self._ask(chosen)
        else:
            self.begin(chosen.face)

    def _prepare(self, chosen: MatchToBe, back: Callable[[], None]) -> None:
        """Show the game's own last step, if it has one."""

        def ready(facts: object) -> None:
            self._ready(msgspec.structs.replace(chosen, facts=facts), lambda: self._prepare(chosen, back))

        screen = chosen.face.prepare(chosen.facts, chosen.plates, memory(self._saver), back, ready)
        if screen is None:
            self._ready(chosen, back)
            return
        if isinstance(screen, ForEachPlayer):
            screen.sit(self.sides)
        self._go.show(screen)

    def _ready(self, chosen: MatchToBe, back: Callable[[], None]) -> None:
        """Have the buttons tried, if there are any, and deal."""
        face, facts, plates = chosen.face, chosen.facts, chosen.plates
        try:
            face.game.opening(facts)
        except CompanionError as error:
            self._go.refuse(str(error))
            return
        grabs = face.grabs(facts)
        if grabs is None:
            self._go.deal(face, facts, plates)
            return
        presenter = face.presenter(facts, plates)
        count = len(grabs.button_of(len(plates)))
        seats = [(presenter.seat_plate(Seat(n)), presenter.seat_name(Seat(n))) for n in range(count)]
        self._go.show(SensorsScreen(seats, self._buttons, back, lambda: self._go.deal(face, facts, plates)))

    def _keep(self, habits: Habits) -> None:
        self._habits = habits
        if self._known:
            self._saver.set(HABITS, msgspec.json.encode(habits).decode())


def asks(face: GameFace, players: int) -> bool:
    """Tell whether a game leaves this number of players anything to decide before it begins."""
    return bool(face.levels or asked(face.game.catalogue, lambda ruling: face.asks(ruling, players)))


def memory(saver: Saver) -> Memory:
    """Return what a game may keep in the store, beside its matches."""

    def get(name: str, answer: Callable[[str], None]) -> None:
        saver.ask(lambda store: store.setting(name, ""), lambda text: answer(text or ""))

    return Memory(get, saver.set, saver.beside)


def everybody(people: People, recent: Sequence[str] = ()) -> dict[str, Plate]:
    """Return who can sit down: people by id, then guests by their plates' names.

    Those of the last matches come first (`recent`), all others in the order of their names.
    """
    place = {name: n for n, name in enumerate(recent)}
    known = [person.plate for person in people.known.values() if not person.hidden]
    known.sort(key=lambda plate: place.get(plate.person, len(place)))
    return {plate.person or plate.name: plate for plate in (*known, *theme.plates())}


def seated(seating: Seating, known: Mapping[str, Plate]) -> tuple[tuple[Plate, ...], Seat]:
    """Return who plays, clockwise, and who of them begins; no two look alike."""
    order = sorted(seating.places)
    first = order.index(seating.first) if seating.first in order else 0
    return told_apart(known[seating.places[place]] for place in order), Seat(first)
