"""The root of the screen: which screen is shown, and how one leads to the next."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable
from uuid import uuid4

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from companion.book import imported
from companion.clock import Clock as TimeSource
from companion.club.mailbox import FEED
from companion.drafts import Draft
from companion.errors import CompanionError, UnknownMatch
from companion.journal import AnyRow, NamePlate, StoredRow, header_of
from companion.people import People, PersonId
from companion.store import Shelf, Store, StoredMatch
from companion.whole_file import CHECKPOINTS
from ui.appliance import care_words
from ui.appliance.machine import Machine
from ui.dialogs.notice import NoticeDialog
from ui.games.face import GameFace, Memory, Tallied
from ui.games.registry import FACES, asked
from ui.language import languages, words
from ui.language.phrases import capital, error_text, translated
from ui.main.upkeep import Upkeep
from ui.phones.feed import ClubFeed, Feed
from ui.screens.broken import BrokenScreen
from ui.screens.correcting import CorrectingScreen
from ui.screens.home import HomeActions, HomeScreen
from ui.screens.table import TableScreen
from ui.screens.table_dialogs import TableNavigation
from ui.sound.sounds import Sounds
from ui.sound.voice import Voice
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import player_key
from ui.storage import startup
from ui.storage.habits import Habits, Seating
from ui.storage.saver import Saver
from ui.storage.startup import (
    HABITS,
    OPEN,
    RECENT,
    SEEN,
    SOUND,
    THEME,
    TIMER,
    TURN_BUTTONS,
    VOICE,
    Recent,
    StartupData,
    read_safely,
)
from ui.table import turn_buttons
from ui.table.buttons import Buttons, HearsButtons, News
from ui.table.session import Inbox, Keep, SaveCheckpoint, Session
from ui.table.timing import TurnTimer
from ui.table.turn_buttons import TurnButtons
from ui.widgets.layout import Layered, Leaving, Rect, place_widget

if TYPE_CHECKING:
    from ui.main.new_match import NewMatch
    from ui.main.people_screens import MatchBrowser, RecordBook

T = TypeVar("T")


class Services(Struct):
    """What the screens use: time, disk, buttons, sounds, machine, voice, phones."""

    clock: TimeSource
    inbox: Inbox
    saver: Saver
    buttons: Buttons
    sounds: Sounds
    new_id: Callable[[], str] = lambda: uuid4().hex
    machine: Machine = field(default_factory=Machine)
    voice: Voice = field(default_factory=Voice)
    feed: Feed = field(default_factory=Feed)


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that gets keys before anything else does."""

    def take_key(self, scancode: int) -> bool:
        """Handle a key; return whether it was handled."""


class Frame(Layered):
    """Everything on the screen. `start` shows the last match if it isn't over, or else the home screen."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        set_window_ground()
        self._services = services
        self.upkeep = Upkeep(services, self)
        self.people = People()
        """The people known to this table."""
        self.habits = Habits()
        self._recent = Recent()
        self._timer = TurnTimer()
        self._turn_buttons = TurnButtons()
        self._settings_read = False
        self._sessions: dict[str, Session] = {}
        self.trouble = ""
        self._unread = False
        self._keys_down: set[int] = set()
        self._cover: Widget | None = None
        self.screen: Widget | None = None
        self._club_feed = ClubFeed(services.saver.club.folder / FEED)
        services.buttons.hear = self.hear
        services.saver.on_written = self._written
        services.saver.on_trouble = self._troubled

    # From screen to screen.

    def start(self) -> None:
        """Read the store, and go on where the last process ended."""
        self._services.saver.ask(startup.read, self._begin)

    def start_safely(self, stops: int, last_words: str) -> None:
        """Show what can be done after several quick `stops`; no match is read until somebody asks for it."""
        from ui.screens.broken import SafeScreen

        again = partial(self.start_safely, stops, last_words)
        check = partial(self.upkeep.self_check, again)

        def answered(data: StartupData | None) -> None:
            if data is not None:
                self._remember(data)
            last = None if data is None else data.last
            match = None if last is None or last.over else last
            self.show(SafeScreen(stops, last_words, match, self.start, self._leave, check))

        self._services.saver.ask(read_safely, answered)

    def home(self) -> None:
        """Show the home screen, with the matches as they are saved now."""
        ids, come_home = self._recent.ids, self.later(self._show_home)

        def answered(read: tuple[Shelf, People] | None) -> None:
            if read is not None:
                self.learned(read[1])
            come_home(read and read[0])

        self._services.saver.ask(lambda store: (store.shelf(ids, startup.AT_HAND), store.known()), answered)

    def choose(self, game: str) -> None:
        """Begin a match of a game: show the page for who sits where."""
        self._new_match.begin(FACES[game]())

    def choose_called(self, game: str, called: str) -> None:
        """Begin a match of a named item of a game, such as a sheet."""
        face = FACES[game]()
        face.offer(called, self.memory)
        self._new_match.begin(face, translated(called))

    def again(self, kept: StoredMatch) -> None:
        """Begin another match of a saved match's game, with its people where they sat."""

        def begin(rows: Sequence[AnyRow] | None) -> None:
            # If its record can't be read, nobody is seated.
            first = rows[0] if rows else None
            plates = header_of(first.entry).plates if isinstance(first, StoredRow) else ()
            # The record has the people as they were known then.
            then, plates = plates, self.people.current_plates(kept.id, plates)
            self.keep(replace(self.habits, seating=self._seating(then, plates)))
            face = FACES[kept.game]()
            if kept.called:
                face.offer(kept.called, self.memory)
            self._new_match.begin(face, translated(kept.called), plates)

        if kept.id in self._sessions:
            begin(self._sessions[kept.id].match.rows())
        else:
            self._services.saver.ask(lambda store: store.rows(kept.id), self.later(begin))

    def tally(self) -> None:
        """Count a finished board, of the only game that can or of the one that is picked."""
        able = [name for name in FACES if asked(name, lambda face: isinstance(face, Tallied), False)]
        if len(able) == 1:
            self._tally(able[0])
            return
        pads = [(words.card_name(name), lambda name=name: self._tally(name)) for name in able]
        back = (words.BACK, self.home)
        self.show(NoticeDialog(words.TALLY_ONLY, words.TALLY_WHICH, [*pads, back], warning=False))

    def _tally(self, game: str) -> None:
        face = FACES[game]()
        assert isinstance(face, Tallied), "only games that can be tallied are offered"
        self.show(face.tally(self.memory, self.home))

    def how_to(self) -> None:
        """Show the choice of games to learn how to play."""
        from ui.screens.how_to import WhichGame

        games = [name for name in FACES if asked(name, lambda face: face.guide() is not None, False)]
        self.show(WhichGame(games, self._teach, self.home))

    def _teach(self, game: str) -> None:
        from ui.screens.how_to import HowToScreen

        face = FACES[game]()
        guide = face.guide()
        assert guide is not None, "only games with cards are offered"
        play = partial(self.choose, game)
        self.show(HowToScreen(words.GAME_NAMES[game], face, guide, self.how_to, play))

    @cached_property
    def _new_match(self) -> "NewMatch":
        from ui.main.new_match import NewMatch

        return NewMatch(self._services.saver, self._services.buttons, self)

    @cached_property
    def _book(self) -> "RecordBook":
        from ui.main.people_screens import RecordBook

        return RecordBook(self._services.saver, self, self._services.voice)

    @cached_property
    def _finding(self) -> "MatchBrowser":
        from ui.main.people_screens import MatchBrowser

        return MatchBrowser(self._services.saver, self)

    @property
    def memory(self) -> Memory:
        """A game's access to the store, for what it saves besides its matches."""
        return memory(self._services.saver)

    def keep(self, habits: Habits) -> None:
        """Save how this table sits and plays, unless the saved habits couldn't be read yet."""
        self.habits = habits
        if self._settings_read:
            self._services.saver.set(HABITS, msgspec.json.encode(habits).decode())

    def open_match(self, name: str) -> None:
        """Open a saved match and go on with it."""
        session = self._sessions.get(name)
        if session is not None:
            self._show_table(session)
            return
        self._services.saver.ask(
            lambda store: (store.record(name), CHECKPOINTS.read(store.path, name)),
            self.later(lambda read: self._read(name, *(read or (None, b"")))),
        )

    def let_go(self) -> None:
        """Close the matches that were left, except those with unsaved entries: an evening has many."""
        self._sessions = {name: other for name, other in self._sessions.items() if not other.saved}

    @property
    def playing(self) -> Collection[str]:
        """The ids of the matches that are open."""
        return self._sessions.keys()

    def show(self, screen: Widget) -> None:
        """Show another screen in place of the one in front."""
        self._put_away()
        self.screen = screen
        self.add_widget(screen, len(self.children))
        self.arrange(Rect(self.x, self.y, self.width, self.height))
        self.front_changed()

    def later(self, then: Callable[[T], None]) -> Callable[[T], None]:
        """Return a callback that calls `then`, but only if the screen hasn't changed since now."""
        asked_on = self.screen

        def answered(answer: T) -> None:
            if self.screen is asked_on:
                then(answer)

        return answered

    def _put_away(self) -> None:
        """Let the screen in front end what it is doing, and remove it; call before building the next."""
        try:
            self._leave_screen()
        finally:
            if self.screen is not None:
                self.remove_widget(self.screen)
                self.screen = None

    def _leave_screen(self) -> None:
        if isinstance(self.screen, Leaving):
            self.screen.leave()

    @property
    def table(self) -> TableScreen | None:
        """The table, if it is the screen in front."""
        return self.screen if isinstance(self.screen, TableScreen) else None

    # News from outside.

    def begin_frame(self) -> None:
        """Note that a frame begins: all input of the last one has been handed on."""
        self._services.buttons.begin_frame()
        if self.table is not None:
            self.table.begin_frame()

    def hear(self, news: News) -> None:
        """Pass news of the buttons to the screen in front."""
        if isinstance(self.screen, HearsButtons):
            self.screen.hear(news)

    def key_down(self, key: int, scancode: int | None = None) -> bool:
        """Handle a key (a simulated button, the large pad, or back); return whether it was handled."""
        if key in self._keys_down:
            return True
        self._keys_down.add(key)
        if isinstance(self.screen, TakesKeys) and scancode is not None and self.screen.take_key(scancode):
            return True
        seat = turn_buttons.seat_of(key)
        if seat is not None:
            self._services.buttons.press(seat, key=scancode)
        elif self._cover is not None:
            return False
        elif key == ord(turn_buttons.ROUTINE) and self.table is not None:
            self.table.routine()
        elif key == turn_buttons.ESCAPE and self.table is not None:
            self.table.go_back()
        else:
            return False
        return True

    def key_up(self, key: int) -> None:
        """Handle the release of a key."""
        self._keys_down.discard(key)
        seat = turn_buttons.seat_of(key)
        if seat is not None:
            self._services.buttons.release(seat)

    def fail(self, error: Exception) -> None:
        """Show an unexpected error; the match is intact, as a report is judged before it is entered."""
        on_table = isinstance(self.screen, TableScreen)
        self.cover(BrokenScreen(error, self._mended, self._left_broken if on_table else None))

    def cover(self, widget: Widget) -> None:
        """Cover everything with a widget until `uncover`; the page of an error stays on top."""
        if isinstance(self._cover, BrokenScreen):
            return
        self.uncover()
        self._cover = widget
        self.add_widget(widget)
        self.rearrange()
        self.front_changed()

    def use(self, chosen: theme.Theme) -> None:
        """Use another theme from now on; the caller shows the next screen."""
        theme.use(chosen)
        set_window_ground()

    def uncover(self) -> None:
        """Remove what covers everything."""
        if self._cover is not None:
            self.remove_widget(self._cover)
            self._cover = None
            self.front_changed()

    def close(self) -> None:
        """End the app: write what is unsaved, and close everything."""
        try:
            self._leave_screen()
        finally:
            self._services.feed.close()
            self._club_feed.close()
            self._services.saver.close()
            self._services.buttons.close()

    # How one step leads to the next.

    def _begin(self, data: StartupData | None) -> None:
        if data is None:
            self._show_home(None)
            return
        self._remember(data)
        last = data.last
        resumes = last is not None and not last.over and last.game in FACES

        def go_on() -> None:
            if last is not None and resumes:
                self._read(last.id, data.rows, data.reached)
            else:
                self._show_home(data.shelf)

        def after_language() -> None:
            if not self.upkeep.tried_before(data.shelf.count, go_on, ask=not resumes):
                go_on()

        new = not data.settings[THEME] and not data.shelf.count
        if not self.upkeep.first_steps(after_language, new=new):
            after_language()

    def _remember_late(self, data: StartupData | None) -> None:
        if data is not None and not self._settings_read:
            self._remember(data)

    def _remember(self, data: StartupData) -> None:
        settings = data.settings
        self._services.sounds.read(settings[SOUND])
        self._services.voice.read(settings[VOICE])
        self._timer.read(settings[TIMER])
        self._turn_buttons.read(settings[TURN_BUTTONS])
        chosen = theme.Theme(language=languages.of_system())
        self.use(theme.Theme.read(settings[THEME]) if settings[THEME] else chosen)
        self.habits = Habits.read(settings[HABITS])
        self.learned(data.people)
        self._recent = Recent(settings[RECENT])
        self._settings_read = True
        self.upkeep.version_seen = settings[SEEN]
        self.upkeep.tried = data.tried

    def _show_home(self, shelf: Shelf | None) -> None:
        if shelf is not None and self.upkeep.news():
            return
        self._unread = shelf is None
        actions = HomeActions(
            self.choose,
            self.choose_called,
            self.open_match,
            self.again,
            self.tally,
            self.how_to,
            lambda: self._finding.open(),
            lambda: self._book.open(),
            self.upkeep.open,
            lambda: self.upkeep.self_check(self.home),
        )
        home = HomeScreen(
            actions,
            self.with_unsaved(shelf or Shelf([], 0, over=False)),
            self._services.clock.wall(),
            notice=self._unsaved(),
            book=bool(self.people.known),
            watched=self._services.feed.shows,
        )
        self.show(home)

    def learned(self, people: People) -> None:
        """Use these people from now on, also in the open matches."""
        languages.learned(people)
        self.people = people
        for session in self._sessions.values():
            session.people = people

    def _listed(self, session: Session) -> StoredMatch:
        kept = session.listing
        return replace(kept, title=", ".join(plate.name for plate in session.plates))

    def with_unsaved(self, shelf: Shelf) -> Shelf:
        """Return a shelf with the open matches added, the last played first."""
        here = {name: self._listed(session) for name, session in self._sessions.items()}
        others = [kept for kept in shelf.matches if kept.id not in here]
        count = shelf.count + len(here) - (len(shelf.matches) - len(others))
        every = self._recent.order([*others, *here.values()])
        return Shelf(every, count, shelf.over or any(kept.over for kept in here.values()))

    def deal(self, face: GameFace, facts: object, plates: tuple[NamePlate, ...]) -> None:
        """Begin a match and show its table; SetupError if the facts don't make a game."""
        self._show_table(Session.begin(face.game, facts, plates, *self._match_services()))

    def _match_services(self) -> tuple[str, TimeSource, Keep, People, SaveCheckpoint]:
        """Return a new match's id, then the clock, saving, people and checkpoints that all matches share."""
        services = self._services
        return services.new_id(), services.clock, services.saver.keep, self.people, services.saver.mark

    def _read(self, name: str, rows: Sequence[AnyRow] | None, reached: bytes) -> None:
        opened = self._sessions.get(name)
        if opened is not None:
            # Tapped twice: the second answer may be older than what has been entered since.
            self._show_table(opened)
            return
        try:
            if not rows:
                raise UnknownMatch(words.NOT_FOUND)
            face = self._face_of(rows)
            session = Session.resume(face.game, rows, *self._match_services(), reached)
        except CompanionError as error:
            self.refuse(error_text(error))
            return
        self._show_table(session)

    def _face_of(self, rows: Sequence[AnyRow]) -> GameFace:
        first = rows[0]
        if isinstance(first, CompanionError):
            raise first
        game = header_of(first.entry).game
        if game not in FACES:
            raise UnknownMatch(words.unknown_game(game))
        return FACES[game]()

    def _show_table(self, session: Session) -> None:
        services = self._services
        self.let_go()
        self._sessions[session.name] = session
        services.saver.set(OPEN, session.name)
        self._recent.played(session.name)
        if self._settings_read:
            services.saver.set(RECENT, self._recent.setting)
        self._put_away()
        services.feed.only(session.name)
        go = TableNavigation(
            lambda: self._leave_table(session),
            lambda: self._again(session),
            services.saver.set,
            partial(self._correct, session),
            services.machine.lock,
            lambda on_news: self._book.news(session.name, on_news),
            partial(self._picture_out, session),
            self._timer,
            partial(self._delete, session),
            self._turn_buttons,
            services.saver.run_in_thread,
            services.voice,
            services.feed,
            self._club_feed,
        )
        sides = self._seating_of(session).sides
        self.show(TableScreen(session, *self._table_services(session), go, self.trouble, sides))

    def _table_services(self, session: Session) -> tuple[GameFace, Buttons, Sounds, TimeSource]:
        """Return a match's face, then the buttons, sounds and clock that all tables share."""
        services = self._services
        return FACES[session.match.game.name](), services.buttons, services.sounds, services.clock

    def _seating_of(self, session: Session) -> Seating:
        """Return how today's people sit at a match."""
        return self._seating(session.match.header.plates, session.plates)

    def _seating(self, then: Sequence[NamePlate], today: Sequence[NamePlate]) -> Seating:
        """Return the seating by who people are today; the match had the plates `then`."""
        now_of = dict(zip(map(player_key, then), map(player_key, today), strict=True))
        return self.habits.seating.as_known(lambda name: now_of.get(name, self.people.id_of(PersonId(name))))

    def _picture_out(self, session: Session, picture: tuple[int, int, bytes]) -> None:
        # Imported late: most people never plug in a stick.
        from ui.screens.sticks import PictureOutScreen

        self.show(PictureOutScreen(self._services.saver, partial(self._show_table, session), picture))

    def _delete(self, session: Session) -> None:
        """Delete a finished match for good; if the disk refuses, it stays, and the usual warning says so."""

        def delete(store: Store) -> bool:
            imported.delete(store, session.name)
            return True

        leave = self.later(lambda _: self._leave_table(session))

        def answered(deleted: bool | None) -> None:
            if deleted:
                self._sessions.pop(session.name, None)
                leave(deleted)

        self._services.saver.ask(delete, answered)

    def _correct(self, session: Session, draft: Draft) -> None:
        """Show the entry that a correction is about; until it is complete, the match stays as it was."""
        services, back = self._services, partial(self._show_table, session)
        lock, run_in_thread = services.machine.lock, services.saver.run_in_thread
        go = TableNavigation(back, back, services.saver.set, lock=lock, run_in_thread=run_in_thread)
        sides = self._seating_of(session).sides
        self.show(CorrectingScreen(session, draft, *self._table_services(session), go, sides))

    def _leave_table(self, session: Session) -> None:
        if session.listing.over:
            # Phones have seen its end: a port that is forgotten would stay open until the next match.
            self._services.feed.close()
        self._leave()

    def _leave(self) -> None:
        self._services.saver.set(OPEN, "")
        self.home()

    def _again(self, session: Session) -> None:
        match = session.match
        face, facts = FACES[match.game.name](), replace(match.facts, first=session.begins_next)
        plates = self._new_match.once_more(session.plates)
        if len(plates) < len(session.plates):
            self.again(session.listing)
            return
        self.keep(replace(self.habits, seating=self._seating_of(session)))
        if face.fresh:
            self._new_match.again(face, facts, plates)
        else:
            self.deal(face, facts, plates)

    def refuse(self, reason: str) -> None:
        """Show why something can't be opened or played."""
        # The next start mustn't fail on it again.
        self._services.saver.set(OPEN, "")
        self.show(NoticeDialog(words.NOT_KEPT_TITLE, reason, [(words.BACK, self.home)], warning=True))

    def say_unsaved(self, go_on: Callable[[], None]) -> None:
        """Show why a change wasn't saved, if that is known, and then go on."""
        if self.trouble:
            ways = [(words.GO_ON, go_on)]
            self.show(NoticeDialog(care_words.NOT_ALL_SAVED, capital(self.trouble), ways, warning=True))
        else:
            go_on()

    def _mended(self) -> None:
        if isinstance(self.screen, TableScreen):
            self.uncover()
            # Built again from the record, which is what the match is.
            self._show_table(self.screen.recorded)
        else:
            self._left_broken()

    def _left_broken(self) -> None:
        """Leave a match that can't be shown; it stays saved, and the next start doesn't open it."""
        self.uncover()
        # Removed at once: it may show one player's secrets, and the store takes its time. It may fail again
        # while it ends.
        with suppress(Exception):
            self._put_away()
        self._leave()

    def _written(self, match: str, length: int) -> None:
        session = self._sessions.get(match)
        if session is not None:
            session.written(match, length)
        if self.table is not None:
            self.table.update_notes()

    def _troubled(self, reason: str | None) -> None:
        self.trouble = reason or ""
        if reason is None and not self._settings_read:
            # The settings couldn't be read at the start: read them before anything is written over them.
            self._services.saver.ask(read_safely, self._remember_late)
        if self.table is not None:
            self.table.troubled(self.trouble)
        elif isinstance(self.screen, HomeScreen):
            self.screen.say(self._unsaved())
            if reason is None and self._unread:
                self.home()

    def _unsaved(self) -> str:
        """Return the warning for the home screen, "" while everything is saved."""
        if not self.trouble:
            return ""
        return words.unsaved(self.trouble, sum(session.unsaved for session in self._sessions.values()))

    def arrange(self, rect: Rect) -> None:
        """Fill everything with the screen in front, and its cover."""
        for part in (self.screen, self._cover):
            if part is not None:
                place_widget(part, rect)


def set_window_ground() -> None:
    """Clear the window in the theme's ground; screens don't draw it themselves."""
    # Imported late: the first import opens a window.
    from kivy.core.window import Window

    Window.clearcolor = theme.GROUND


def memory(saver: Saver) -> Memory:
    """Return a game's access to the store, for what it saves besides its matches.

    Names and texts that can't be saved raise here: in the saver they would hold up all that waits.
    """

    def get(name: str, answer: Callable[[str], None]) -> None:
        str.encode(name)
        saver.ask(lambda store: store.setting(name, ""), lambda text: answer(text or ""))

    def keep(name: str, text: str) -> None:
        str.encode(name)
        str.encode(text)
        saver.set(name, text)

    return Memory(get, keep, saver.run_in_thread)
