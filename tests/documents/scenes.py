"""The scenes of the documentation's pictures. Importing this opens a window."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion import register
from companion.book.figures import Book
from companion.book.played import MatchResult, Played
from companion.clock import MILLISECOND, Instant, Nanoseconds, WallTime
from companion.copies import stored_match
from companion.game import Chases, Duelled, Level, Seat, Standing
from companion.games.cryptid.model import Answering
from companion.games.sequence_states.layout import demo
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.sheet.model import Facts
from companion.games.sheet.plain import Plain
from companion.games.sheet.sheet_file import shipped_sheet
from companion.games.tracktic.rules import placements
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.reports import SetLevel, TurnCard
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from companion.people import People
from companion.store import Wanted
from tests.documents.search import search_picture
from tests.ui.hand_buttons import HandButtons
from ui.appliance.machine import Machine
from ui.appliance.tryout import TableParts, Tryout
from ui.console.people import newcomer
from ui.dialogs.notice import EntryDialog
from ui.dialogs.win import WinDialog
from ui.games.cryptid.editor import LayingGuide
from ui.games.cryptid.entries import Narrowing
from ui.games.cryptid.pending import FIELD
from ui.games.pending import CardTap
from ui.games.registry import FACES
from ui.games.sequence_states.editor import BoardEditor
from ui.games.sequence_states.setup import SetupScreen
from ui.games.sheet.face import SheetFace
from ui.games.sheet.new_sheet import NewSheet
from ui.games.tracktic.pending import CellTap
from ui.parts.naming import NamingDialog
from ui.records.book import book_pages
from ui.screens.home import HomeScreen
from ui.screens.how_to import HowToScreen
from ui.screens.matches import FiguresScreen, MatchesScreen
from ui.screens.players import PlayersScreen
from ui.screens.sensors import SensorsScreen
from ui.screens.tryout import Tools, TryoutScreen
from ui.sound.sounds import Sounds
from ui.stage import offscreen, theme
from ui.stage.offscreen import png
from ui.stage.rect import Rect
from ui.stage.stage import Stage, TableStage
from ui.stage.svg import svg
from ui.storage.habits import Seating

if TYPE_CHECKING:
    from tests.documents.pictures import Studio

OF_A_LANGUAGE = {f"{name}.png" for name in ("home", "players", "table", "verdict", "refusal", "win")}
"""The pictures that are made in other languages: those of the page docs/quickstart."""


def take_all(studio: "Studio", target: Path, language: str) -> list[Path]:
    """Write all pictures into a folder, in another language only those of its page; return their files."""
    written: list[Path] = []
    frame = studio.frame
    frame.use(theme.Theme(language=language))

    def picture(name: str) -> None:
        """Write the screen, or for `.svg` only the board's scene."""
        if language and name not in OF_A_LANGUAGE:
            return
        studio.pump(6)
        path = target / name
        if frame.table is not None and isinstance(frame.table.board, TableStage):
            frame.table.board.stand()
            if isinstance(frame.table.dialog, WinDialog):
                frame.table.dialog.stand()
        if path.suffix == ".svg" and frame.table is not None:
            _board(frame.table.board, path)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(png(*offscreen.pixels(frame)))
        written.append(path)

    face = FACES["ungle-speed"]()
    table = studio.deal(face, face.facts(6, {}, Level.WATCHING, Seat(0)), 6)
    symbols = [symbol.id for symbol in face.game.facts_type(6).deck.symbols]
    colours = ("purple", "green", "orange", "yellow")
    for turn in range(10):
        card = SymbolCard(symbols[(turn * 5) % len(symbols)], colours[turn % 4])
        table.tell_now(TurnCard(Seat(turn % 6), card))
    matching = table.session.match.state.top(Seat(2))
    assert isinstance(matching, SymbolCard)
    other = next(colour for colour in colours if colour != matching.colour)
    studio.still()
    picture("table.png")
    picture("ungle_speed_board.svg")
    table.routine()
    picture("entry.png")
    table.dialogs.close()
    table.tell_now(SetLevel(Level.COUNTING))
    table.tell_now(TurnCard(table.session.view.turn, SymbolCard(matching.symbol, other)))
    start = studio.clock.now()
    for seat, after in ((2, 0), (4, 14_218_000), (0, 41_900_000)):
        studio.hands.press_at(Seat(seat), Instant(start + after))
    studio.alarm.advance_ms(100)
    studio.hands.let_go()
    studio.alarm.advance_ms(300)
    studio.pump()
    picture("first.png")
    table.flash.end()
    picture("verdict.png")
    sheet = table.presenter.dialog(table.session.view)
    assert sheet is not None
    table.tell_now(sheet.choices[0].report)
    wrong = Seat((table.session.view.turn + 2) % 6)
    table.tell_now(TurnCard(wrong))
    picture("refusal.png")
    table.session.submit(PutRight())
    table.dialogs.open_history()
    picture("history.png")
    table.dialogs.close()
    table.dialogs.open_referee()
    picture("referee.png")
    table.dialogs.close()
    table.go_back()
    studio.until(lambda: frame.table is None)
    picture("home.png")
    frame._teach("ungle-speed")
    assert isinstance(frame.screen, HowToScreen)
    frame.screen.show("cards")
    frame.screen.turn(1)
    picture("how_to.png")
    frame.choose("ungle-speed")
    assert isinstance(frame.screen, PlayersScreen)
    frame.screen.take(Seating({0: "Fox", 4: "Owl", 7: "Bear", 9: "Wolf", 11: "Lynx", 15: "Hare"}, 0))
    picture("players.png")
    _wiring(studio, picture)
    _tryout(studio, picture)
    _sequence(studio, picture)
    _cryptid(studio, picture)
    _cryptid_for_four(studio, picture)
    _tracktic(studio, picture)
    if not language:
        written.append(target / "tracktic_search.svg")
        written[-1].write_text(search_picture(), encoding="utf-8")
    _speed_mode(studio, picture)
    _sheet(studio, picture)
    _sheet_clock(studio, picture)
    _new_sheet(studio, picture)
    _people(studio, picture)
    _matches(studio, picture)
    _records(studio, picture)
    frame.close()
    return written


WIRED_AS = Path(__file__).parents[2] / "docs" / "seats_board.toml"
"""The pictured wiring: five seats on the Pi's header, five on a grab board."""
TOUCHED = 7
"""The seat whose button is pressed in the picture, from 0."""


def _board(stage: Stage, path: Path) -> None:
    path.write_text(svg(stage.scene, Rect(*stage.pos, *stage.size), theme.GROUND), encoding="utf-8")


def _wiring(studio: "Studio", picture: Callable[[str], None]) -> None:
    frame = studio.frame
    buttons = HandButtons(studio.inbox, studio.clock, studio.alarm, WIRED_AS).buttons
    seats = [(plate, plate.name) for plate in theme.plates()[:10]]
    screen = SensorsScreen(seats, buttons, frame.home)
    buttons.hear = screen.hear
    frame.show(screen)
    screen.open_guide()
    studio.pump()
    buttons.press(Seat(TOUCHED))
    picture("wiring.png")
    buttons.close()


def _tryout(studio: "Studio", picture: Callable[[str], None]) -> None:
    frame = studio.frame
    has = TableParts(tuple(range(6)), dimming=True, sleep=True, plug=True)
    state = Tryout().go("buttons")
    for seat in (0, 1, 4):
        state = state.pressed(seat, has.buttons)
    tools = Tools(
        has,
        studio.hands.buttons,
        Sounds(studio.folder),
        Machine(),
        lambda *_: None,
        frame.home,
        lambda *_: None,
    )
    screen = TryoutScreen(state, tools)
    screen.down = {3}
    frame.show(screen)
    picture("tryout.png")


NAMES = ("Ada", "Bartholomew", "Chiara", "Łucja", "Noah", "Wilhelmina")


def _people(studio: "Studio", picture: Callable[[str], None]) -> None:
    frame = studio.frame
    kept: list[object] = []
    people = [newcomer(name, n) for n, name in enumerate(NAMES)]
    studio.saver.ask(lambda store: register.add(store, people), kept.append)
    studio.until(lambda: kept)
    frame.home()
    studio.until(lambda: isinstance(frame.screen, HomeScreen))
    frame.choose("ungle-speed")
    screen = frame.screen
    assert isinstance(screen, PlayersScreen)
    screen.tap(4)
    picture("people.png")
    screen["new"].tap()
    studio.pump()
    naming = frame.screen
    assert isinstance(naming, NamingDialog)
    naming.type("Zo")
    picture("naming.png")


PLAYED = (
    ("tracktic", 4),
    ("cryptid", 3),
    ("sequence-states", 2),
    ("speed-mode", 2),
    ("tracktic", 3),
    ("cryptid", 4),
)
"""The saved matches in the picture, and their players."""
MONTH, LATER = "2023-12", 20 * 24
"""The month of these matches, and how many hours after the others the first of them was played."""


def _matches(studio: "Studio", picture: Callable[[str], None]) -> None:
    people = list(studio.frame.people.known.values())
    for n, (game, players) in enumerate(PLAYED):
        face, hands = FACES[game](), FACES[game]().players(n + 1)
        plates = tuple(people[(n + k) % len(people)].plate for k in range(players))
        facts = face.facts(players, {}, Level.WATCHING, Seat(0))
        at = WallTime(studio.clock.wall() + (LATER + 7 * n) * HOUR)
        header = MatchHeader(f"kept-{n}", game, plates)
        match: Match[Any, Any, Any, Any] = Match.begin(face.game, facts, header, at)
        while match.outcome is None:
            # Each game's simulated players know its states.
            report = PutRight() if match.hold is not None else hands.act(match.state)  # type: ignore[attr-defined]
            match.submit(report, seen=match.length, at=at)
        studio.saver.keep(stored_match(match), match.rows())
    studio.frame._finding.open(Wanted(day=MONTH))
    screen = studio.frame.screen
    assert isinstance(screen, MatchesScreen)

    def drawn() -> bool:
        seen = [match.id for match in screen.matches or () if f"match {match.id}" in screen]
        return bool(seen) and all(match in screen.ends for match in seen)

    studio.until(drawn)
    picture("matches.png")


EVENINGS, HOUR = 40, 3_600_000


def _records(studio: "Studio", picture: Callable[[str], None]) -> None:
    people = [newcomer(name, n) for n, name in enumerate(NAMES)]
    seats = range(len(people))
    matches = []
    for n in range(EVENINGS):
        # Players further left win more often, but not always.
        order = sorted(seats, key=lambda seat: seat * 4 + (n * 13 + seat * 29) % 17)
        standings = tuple(Standing(order.index(seat) + 1, seat == order[0], None, seat) for seat in seats)
        duels = tuple(
            Duelled(order[k], (order[k + 1],), (1 + (n * 7 + k * 11) % 23) ** 2 * 400_000) for k in range(4)
        )
        none = (0,) * len(people)
        totem = Chases(duels, none, none, (60,) * len(people), ((Seat(0), Seat(1)),) * (n % 3))
        began = WallTime(studio.clock.wall() - (EVENINGS - n) * 200 * HOUR)
        plates = tuple(one.plate for one in people)
        came = MatchResult(standings, n % len(people), 80, HOUR // 3, "", totem)
        matches.append(Played(str(n), "ungle-speed", began, 90, plates, came))
    pages = book_pages(Book.of(matches, People({one.id: one for one in people})))
    frame = studio.frame
    frame.show(FiguresScreen(pages.people[0], frame.home, frame.home))
    picture("records.png")
    (between,) = pages.between
    frame.show(FiguresScreen(between, frame.home))
    picture("head_to_head.png")


SEQUENCE_MOVES = "5,5 4,8 4,4 5,8 2,9 7,3 3,3 6,8 9,2 8,3 6,6 3,8 3,6 9,9 4,7 7,8 7,7 1,2 2,7 8,2 9,6 2,4"
"""Row and column of each chip in the pictured game, from 1: red's diagonal, and blue's column."""


def _sequence(studio: "Studio", picture: Callable[[str], None]) -> None:
    frame = studio.frame
    frame.choose("sequence-states")
    assert isinstance(frame.screen, PlayersScreen)
    people = frame.screen
    people.take(Seating({0: "Fox", 4: "Owl", 9: "Bear", 13: "Wolf"}, 0))
    studio.until(lambda: "step line" in people)
    people["step line"].tap()
    studio.until(lambda: isinstance(frame.screen, SetupScreen))
    setup = frame.screen
    assert isinstance(setup, SetupScreen)
    studio.until(lambda: setup.part()["own"].live)
    setup.edit()
    recorder = setup.over
    assert isinstance(recorder, BoardEditor)
    for state in [state for row in demo().rows for state in row][:37]:
        recorder.pick(state)
    picture("sequence_recorder.png")
    face = FACES["sequence-states"]()
    table = studio.deal(face, face.facts(4, {}, Level.COUNTING, Seat(0)), 4)
    for move in SEQUENCE_MOVES.split():
        row, column = map(int, move.split(","))
        seat = table.session.view.turn
        table.tell_now(PlaceChip(seat, Space(row - 1, column - 1)))
        if move != SEQUENCE_MOVES.split()[-1]:
            table.tell_now(DrawCard(seat))
    studio.still()
    picture("sequence.png")
    picture("sequence_board.svg")


CRYPTID_SEED = 3
"""Seed of the simulated players in the pictured game."""
ASKED = 12
"""Reports before the pictured question."""
FOUR, ASKED_OF_FOUR = 4, 24
"""Players at the other pictured table, and its reports before the pictured question."""
LAID = 8
"""Steps of the laying guide that are done in its picture."""
SHOWN = 9
"""The move whose narrowing field is pictured."""


def _cryptid(studio: "Studio", picture: Callable[[str], None]) -> None:
    frame = studio.frame
    face = FACES["cryptid"]()
    facts = face.facts(2, {}, Level.COUNTING, Seat(0))
    guide = LayingGuide(facts.setup, frame.home, frame.home)
    frame.show(guide)
    for _ in range(LAID):
        guide.go_on()
    picture("cryptid_laying.png")
    people = face.players(CRYPTID_SEED)
    table = studio.deal(face, facts, 2)
    session = table.session
    studio.play(people, lambda: session.length > ASKED and isinstance(session.view.stage, Answering))
    studio.still()
    picture("cryptid.png")
    picture("cryptid_board.svg")
    table.notes.reveal(table.held.pads[1].reveal)
    picture("cryptid_private.png")
    table.notes.reveal(None)
    studio.play(people, lambda: table.session.match.outcome is not None)
    table.dialogs.open_entry(FIELD)
    narrowing = table.opened.entry if isinstance(table.opened, EntryDialog) else None
    assert isinstance(narrowing, Narrowing)
    narrowing.choose(SHOWN)
    picture("cryptid_narrowing.png")


def _cryptid_for_four(studio: "Studio", picture: Callable[[str], None]) -> None:
    face = FACES["cryptid"]()
    people = face.players(CRYPTID_SEED)
    table = studio.deal(face, face.facts(FOUR, {}, Level.COUNTING, Seat(0)), FOUR)
    session = table.session
    studio.play(people, lambda: session.length > ASKED_OF_FOUR and isinstance(session.view.stage, Answering))
    studio.still()
    picture("cryptid_four.png")
    # The same table, with the screen in the middle of the four.
    names = [plate.name for plate in theme.plates()[:FOUR]]
    around = Seating(dict(zip((0, 2, 6, 11), names, strict=True)), 0, flat=True)
    _sit(studio, around)
    studio.frame.open_match(table.session.name)
    studio.pump()
    picture("seats.png")
    _sit(studio, Seating(around.places, 0))


def _sit(studio: "Studio", seating: Seating) -> None:
    """Seat everybody, and go on."""
    studio.frame.choose("cryptid")
    people = studio.frame.screen
    assert isinstance(people, PlayersScreen)
    people.take(seating)
    people["next"].tap()


TRACKTIC_SEED = 4
"""Seed of the simulated players in the pictured game."""


def _tracktic(studio: "Studio", picture: Callable[[str], None]) -> None:
    face = FACES["tracktic"]()
    people = face.players(TRACKTIC_SEED)
    table = studio.deal(face, face.facts(4, {}, Level.WATCHING, Seat(0)), 4)

    def able() -> list[str]:
        view = table.session.view
        return [card for card in view.state.open if any(True for _ in placements(view.state, card))]

    session = table.session
    studio.play(people, lambda: session.length > 30 and not session.view.state.unreported and able())
    card = able()[0]
    lay = next(placements(table.session.view.state, card))
    table.tap_board(CardTap(table.session.view.state.open.index(card)))
    table.tap_board(CellTap(min(lay.cells)))
    while set(table.pending.cells) != set(lay.cells):
        table.pending = replace(table.pending, way=table.pending.way + 1)
        table.tap_board(CellTap(min(lay.cells)))
    studio.still()
    picture("tracktic_board.svg")
    table.pending = None
    studio.play(people, lambda: table.session.match.outcome is not None)
    studio.until(lambda: table.session.saved)
    picture("win.png")
    table.front.peek()
    board = table.board
    assert isinstance(board, TableStage)
    studio.until(lambda: board.running)
    while board.running:
        board.step()
    table.banner.tell_change("")
    picture("tracktic_paths.png")


SPEED_SEED = 3
"""Seed of the simulated players in the pictured game."""
POINTS = 1
"""Points of the leading player at which the picture is taken."""


def _speed_mode(studio: "Studio", picture: Callable[[str], None]) -> None:
    face = FACES["speed-mode"]()
    people = face.players(SPEED_SEED)
    table = studio.deal(face, face.facts(2, {}, Level.WATCHING, Seat(0)), 2)

    def ready() -> bool:
        view = table.session.view
        scored = not view.state.unreported and max(seat.points for seat in view.seats) >= POINTS
        return scored or table.session.match.outcome is not None

    studio.play(people, ready)
    studio.still()
    picture("speed_mode.png")
    picture("speed_mode_board.svg")


SHEET_ROUNDS = 5
"""Rounds on the pictured sheet."""


def _sheet(studio: "Studio", picture: Callable[[str], None]) -> None:
    table = studio.deal(SheetFace(), Facts(4, shipped_sheet("wizard")), 4)
    people, session = SheetFace().players(SHEET_ROUNDS), table.session
    studio.play(people, lambda: session.view.round > SHEET_ROUNDS and session.view.begun)
    studio.still()
    picture("sheet.png")


CLOCK_SECONDS = (41, 28, 63, 17, 5)
"""Seconds that each turn on the pictured clock took; the last is still running."""


def _sheet_clock(studio: "Studio", picture: Callable[[str], None]) -> None:
    # The two sit opposite each other, with the screen between them.
    _sit(studio, Seating({0: "Fox", 6: "Owl"}, 0, flat=True))
    table = studio.deal(SheetFace(), Facts(2, shipped_sheet("chess_clock")), 2)
    assert table.turn_clock is not None
    for seconds in CLOCK_SECONDS:
        table.settle()
        table.routine()
        studio.pump()
        studio.clock.advance(Nanoseconds(seconds * 1000 * MILLISECOND))
        studio.pump()
        table.turn_clock.tick()
    studio.still()
    picture("sheet_clock.png")
    _sit(studio, Seating({0: "Fox", 6: "Owl"}, 0))


def _new_sheet(studio: "Studio", picture: Callable[[str], None]) -> None:
    draft = Plain("Camp games", ("A", "B"), target=100)
    studio.frame.show(NewSheet(draft, lambda _: "", studio.frame.home, lambda _: None))
    picture("new_sheet.png")
