"""The way into a match: a page for who plays and the usual settings, the game's own step, and the deal."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.errors import CompanionError
from companion.game import Level, Seat, Titled
from companion.journal import NamePlate
from companion.people import People, Person, PersonId
from companion.store import Store
from ui.console.people import newcomer
from ui.games.face import ForEachPlayer, GameFace, Usual
from ui.language import words
from ui.language.phrases import error_text
from ui.parts.naming import NamingDialog, Script, script_named
from ui.parts.values import Line
from ui.screens.players import PlayersScreen, distinct
from ui.screens.rulings import LevelScreen, RulingsScreen, as_played, to_choose
from ui.screens.sensors import BAD, DOWN, SensorsScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import player_key
from ui.storage.habits import PLACES, Seating
from ui.storage.saver import Saver
from ui.table.buttons import Buttons
from ui.widgets.layout import Leaving

if TYPE_CHECKING:
    from ui.main.frame import Frame

MOST_RECENT = 40
"""Most people offered in the order in which they last sat down."""


class MatchToBe(Struct, frozen=True):
    """What has been chosen so far for a match of `face`; `plates` are the players, clockwise."""

    face: GameFace
    plates: tuple[NamePlate, ...]
    facts: Any  # of the game's own type


class GamePage(Struct):
    """The page of a game; `step` is the label and value of the line for the game's own last step."""

    face: GameFace
    title: str
    screen: PlayersScreen
    step: tuple[str, str] | None = None


class NewMatch:
    """The page before a match and those behind its lines, each with the way back."""

    def __init__(self, saver: Saver, buttons: Buttons, go: "Frame") -> None:
        self._saver, self._buttons, self._go = saver, buttons, go

    def begin(self, face: GameFace, title: str = "", plates: Sequence[NamePlate] = ()) -> None:
        """Show who sits where and the usual settings, under the game's name or another `title`.

        `plates`: who is to sit there, clockwise, if not the last players.
        """
        if plates:
            seating = at_places(plates, self._go.habits.seating)
            self._go.keep(replace(self._go.habits, seating=seating))
        title = title or words.game_name(face.game.name)
        screen = PlayersScreen(
            face.counts,
            lambda: self._leave(page),
            lambda seating: self._play(page, seating),
            self._go.habits.seating.as_known(lambda name: self._go.people.id_of(PersonId(name))),
            everybody(self._go.people, self._go.habits.recent),
            lambda on_known: self._ask_name(page, on_known),
            lambda seating: self._usual(page, seating),
            title=title,
            emblem=face.emblem(),
            lit=lambda: self._down(page),
        )
        page = GamePage(face, title, screen)
        self._go.show(screen)
        self._look_at_step(page)

    def _leave(self, page: GamePage) -> None:
        self._go.keep(replace(self._go.habits, seating=page.screen.seating))
        self._go.home()

    def _show(self, page: GamePage) -> None:
        """Show the page again, with the current choices."""
        page.screen.wait(False)
        self._go.show(page.screen)
        self._look_at_step(page)

    # New names.

    def _ask_name(self, page: GamePage, on_known: Callable[[NamePlate], None]) -> None:
        back = partial(self._show, page)

        def named(name: str) -> None:
            back()
            # A name that somebody has means that person, unless they sit there already.
            people, here = self._go.people.known, page.screen.seated.values()
            same = self._go.people.named(name)
            found = min((one for one in same if one.id not in here), key=lambda one: one.hidden, default=None)
            if found is None:
                new = newcomer(name, len(people), {plate.colour for plate in page.screen.plates})
                self._keep(page, new, lambda store: register.add(store, [new]), on_known)
            elif not found.hidden:
                on_known(found.plate)
            else:
                offered = replace(found, hidden=False)
                self._keep(page, offered, lambda store: register.change(store, offered), on_known)

        naming = NamingDialog(
            named,
            back,
            "",
            script_named(self._go.habits.script, theme.now.language),
            self._switched,
            partial(self._names_in, page),
        )
        self._go.show(naming)

    def _switched(self, script: Script) -> None:
        self._go.keep(replace(self._go.habits, script=script.name))

    def _names_in(self, page: GamePage) -> None:
        """Read names from a stick, then go back to who sits where."""
        # Imported late: most people never plug in a stick.
        from ui.screens.sticks import NamesInScreen

        self._go.keep(replace(self._go.habits, seating=page.screen.seating))

        self._go.show(NamesInScreen(self._saver, lambda: self.begin(page.face, page.title), self._go.learned))

    def _keep(
        self,
        page: GamePage,
        person: Person,
        write: Callable[[Store], None],
        on_known: Callable[[NamePlate], None],
    ) -> None:
        """Write a person with `write`, then pass on the plate, or show why it wasn't saved."""

        def answered(people: People | None) -> None:
            if people is None:
                self._go.say_unsaved(partial(self._show, page))
            else:
                self._go.learned(people)
                on_known(person.plate)

        def keep(store: Store) -> People:
            write(store)
            return store.people()

        self._saver.ask(keep, answered)

    # The usual settings.

    def _usual(self, page: GamePage, seating: Seating) -> list[Line]:
        """Return a line for each setting of the match; rules that can't matter have none."""
        face, chosen = page.face, self._to_be(page.face, seating)
        choices = to_choose(face.game.catalogue, lambda ruling: face.asks(ruling, len(chosen.plates)))
        lines = []
        if choices:
            played = as_played(choices, self._go.habits.rulings.get(face.game.name, {}))
            changed = sum(played[name] != choice.default for name, choice in choices.items())
            value = words.changed_rules(changed) if changed else words.USUAL
            lines.append(Line(words.RULES, value, partial(self._ask_rules, page), name="rules line"))
        if page.step is not None:
            lines.append(Line(*page.step, partial(self._ask_step, page), wraps=True, name="step line"))
        seats = self._button_seats(chosen)
        if seats:
            lines.append(self._buttons_line(page, len(seats)))
        if face.levels:
            level = face.levels[self._go.habits.level][0]
            lines.append(Line(words.REFEREE, level, partial(self._ask_level, page), name="level line"))
        return lines

    def _buttons_line(self, page: GamePage, count: int) -> Line:
        states = [self._buttons.state(Seat(n)) for n in range(count)]
        amiss = bool(self._buttons.notice) or any(state.display_state in BAD for state in states)
        wrong = amiss and not self._buttons.simulated
        ready = words.buttons_ready(sum(state.tried for state in states), count)
        text = words.ON_SCREEN if self._buttons.simulated else words.BUTTONS_AMISS if wrong else ready
        return Line(words.BUTTONS, text, partial(self._ask_buttons, page), warning=wrong, name="buttons line")

    def _button_seats(self, chosen: MatchToBe) -> list[tuple[NamePlate, str]]:
        """Return each button's player and seat name; an empty list for a game without buttons."""
        grabs = chosen.face.grabs(chosen.facts)
        if grabs is None:
            return []
        presenter = chosen.face.presenter(chosen.facts, chosen.plates)
        count = len(grabs.button_of(len(chosen.plates)))
        return [(presenter.seat_plate(Seat(n)), presenter.seat_name(Seat(n))) for n in range(count)]

    def _down(self, page: GamePage) -> set[int]:
        """Return the players whose buttons are down, by their index clockwise."""
        if not page.screen.playable:
            return set()
        chosen = self._to_be(page.face, page.screen.seating)
        grabs = page.face.grabs(chosen.facts)
        owners = [] if grabs is None else grabs.button_of(len(chosen.plates))
        return {owner for n, owner in enumerate(owners) if self._buttons.state(Seat(n)).state in DOWN}

    def _to_be(self, face: GameFace, seating: Seating) -> MatchToBe:
        """Return the match of those who sit there; with guests instead if there are too few or too many."""
        known = everybody(self._go.people)
        count = min(face.counts, key=lambda able: (abs(able - len(seating.places)), able))
        if len(seating.places) != count:
            seating = Seating(dict(enumerate([*known][-count:])))
        plates, first = seated(seating, known)
        choices = to_choose(face.game.catalogue, lambda ruling: face.asks(ruling, count))
        rulings = as_played(choices, self._go.habits.rulings.get(face.game.name, {}))
        level = self._go.habits.level if face.levels else Level.COUNTING
        return MatchToBe(face, plates, face.facts(count, rulings, level, first))

    def _look_at_step(self, page: GamePage) -> None:
        """Find out what the line for the game's own last step says."""
        chosen = self._to_be(page.face, page.screen.seating)
        step = self._last_step(page, chosen)
        if not isinstance(step, Usual):
            return
        if isinstance(step, Leaving):
            step.leave()

        def read(_: bool | None) -> None:
            assert isinstance(step, Usual)
            page.step = step.in_short()
            page.screen.compose()

        # Questions are answered in order: by then everything that the step asked for has come.
        self._saver.ask(lambda store: True, read)

    # The pages behind the lines.

    def _ask_rules(self, page: GamePage) -> None:
        face = page.face
        players = len(self._to_be(face, page.screen.seating).plates)
        before = self._go.habits.rulings.get(face.game.name, {})

        def back(rulings: dict[str, str]) -> None:
            every = {**self._go.habits.rulings, face.game.name: {**before, **rulings}}
            self._go.keep(replace(self._go.habits, rulings=every))
            self._show(page)

        catalogue = face.game.catalogue
        self._go.show(RulingsScreen(catalogue, lambda ruling: face.asks(ruling, players), back, before))

    def _ask_level(self, page: GamePage) -> None:
        def on(level: Level) -> None:
            self._go.keep(replace(self._go.habits, level=level))
            self._show(page)

        self._go.show(LevelScreen(page.face.levels, self._go.habits.level, partial(self._show, page), on))

    def _ask_step(self, page: GamePage) -> None:
        chosen = self._to_be(page.face, page.screen.seating)
        step = self._last_step(page, chosen)
        if step is not None:
            self._show_step(step)

    def _ask_buttons(self, page: GamePage) -> None:
        seats = self._button_seats(self._to_be(page.face, page.screen.seating))
        self._go.show(SensorsScreen(seats, self._buttons, partial(self._show, page)))

    # The deal.

    def once_more(self, plates: Sequence[NamePlate]) -> tuple[NamePlate, ...]:
        """Return today's plates of a match's people, each once, without those who aren't offered a seat."""
        known = everybody(self._go.people)
        return distinct(known[name] for name in dict.fromkeys(map(player_key, plates)) if name in known)

    def again(self, face: GameFace, facts: object, plates: tuple[NamePlate, ...]) -> None:
        """Begin another match of the same people and rules, with the game's own last step."""
        chosen = MatchToBe(face, plates, facts)

        def ready(facts: object) -> None:
            self._ready(replace(chosen, facts=facts))

        make = face.last_step()
        if make is None:
            self._ready(chosen)
        else:
            self._show_step(make(facts, plates, self._go.memory, self._go.home, ready))

    def _play(self, page: GamePage, seating: Seating) -> None:
        here = [seating.places[place] for place in sorted(seating.places)]
        habits = self._go.habits
        known = [name for name in dict.fromkeys([*here, *habits.recent]) if name in self._go.people.known]
        self._go.keep(replace(habits, seating=seating, recent=tuple(known[:MOST_RECENT])))
        chosen, screen = self._to_be(page.face, seating), page.screen
        step = self._last_step(page, chosen)
        if step is None:
            self._ready(chosen)
        elif isinstance(step, Usual):
            screen.wait(True)

            def read(_: bool | None) -> None:
                # Somebody may have gone back in the meantime.
                if screen.parent is not None and isinstance(step, Usual):
                    step.go_on(partial(self._show_step, step))
                if step.parent is None and isinstance(step, Leaving):
                    step.leave()

            self._saver.ask(lambda store: True, read)
        else:
            self._show_step(step)

    def _last_step(self, page: GamePage, chosen: MatchToBe) -> Widget | None:
        """Return the game's own last step, or None; it leads to the deal if enough people sit there."""

        def ready(facts: object) -> None:
            if page.screen.playable:
                self._ready(replace(chosen, facts=facts))
            else:
                self._show(page)

        make, memory, back = chosen.face.last_step(), self._go.memory, partial(self._show, page)
        return None if make is None else make(chosen.facts, chosen.plates, memory, back, ready)

    def _show_step(self, step: Widget) -> None:
        if isinstance(step, ForEachPlayer):
            step.sit(self._go.habits.seating.sides)
        self._go.show(step)

    def _ready(self, chosen: MatchToBe) -> None:
        """Show a set-up that is new here, then deal; if the match can't be played, say why."""
        face = chosen.face
        try:
            face.game.opening(chosen.facts)
        except CompanionError as error:
            self._go.refuse(error_text(error))
            return
        if not self._show_set_up(chosen):
            self._deal(chosen)

    def _show_set_up(self, chosen: MatchToBe) -> bool:
        """Show how to set the table up for so many players; False if that was seen, or there is nothing."""
        from ui.screens.how_to import SetUpScreen, same_set_up, set_up_cards

        face, count, seen = chosen.face, len(chosen.plates), self._go.habits.set_up
        item = face.game.called(chosen.facts) if isinstance(face.game, Titled) else face.game.name
        # A sheet's set-up is the same for any number of players.
        alone = isinstance(face.game, Titled) or len(face.counts) == 1
        key = item if alone else set_up_for(item, count)
        if key in seen:
            return False
        if not alone and any(same_set_up(face, count, n) for n in face.counts if set_up_for(item, n) in seen):
            return False
        cards = set_up_cards(face, chosen.facts, chosen.plates)
        name = words.game_name(item)

        def on_seen() -> None:
            self._go.keep(replace(self._go.habits, set_up=(*self._go.habits.set_up, key)))
            self._deal(chosen)

        if cards:
            self._go.show(SetUpScreen(name, cards, partial(self.begin, face, name), on_seen))
        return bool(cards)

    def _deal(self, chosen: MatchToBe) -> None:
        """Begin a match, after passing the buttons the names of their players."""
        face, facts, plates = chosen.face, chosen.facts, chosen.plates
        seats = self._button_seats(chosen)
        if seats:
            self._buttons.seated([name for _, name in seats])
        self._go.deal(face, facts, plates)


def set_up_for(game: str, players: int) -> str:
    """Return the habits' key for a game's set-up, once shown for so many players."""
    return f"{game} {players}"


def everybody(people: People, recent: Sequence[str] = ()) -> dict[str, NamePlate]:
    """Return who can sit down: people by id, then guests by their plates' names.

    `recent` people come first, all others in the order of their names.
    """
    place = {name: n for n, name in enumerate(recent)}
    persons = [person.plate for person in people.known.values() if not person.hidden]
    persons.sort(key=lambda plate: place.get(plate.person, len(place)))
    return {plate.person or plate.name: plate for plate in (*persons, *theme.plates())}


def seated(seating: Seating, plate_of: Mapping[str, NamePlate]) -> tuple[tuple[NamePlate, ...], Seat]:
    """Return the players' plates, clockwise, and the seat that begins; no two plates look alike."""
    order = sorted(seating.places)
    first = order.index(seating.first) if seating.first in order else 0
    return distinct(plate_of[seating.places[place]] for place in order), Seat(first)


def at_places(plates: Sequence[NamePlate], before: Seating) -> Seating:
    """Return a seating of these people: where they sat `before` if they are the same, else spread around."""
    # Two who were merged into one sit on one chair.
    names = [*dict.fromkeys(map(player_key, plates))]
    if {*before.places.values()} == {*names}:
        return before
    places = [n * PLACES // len(names) for n in range(len(names))]
    return Seating(dict(zip(places, names, strict=True)), flat=before.flat)
