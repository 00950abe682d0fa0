"""What crosses the socket doesn't depend on anybody's clues: in bytes, in count and in order."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socket

import pytest
from msgspec.msgpack import decode
from msgspec.structs import replace

from companion.clock import HandClock, Instant, WallTime
from companion.game import Seat
from companion.games.cryptid.clues import Mode, clues_of
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import Facts, Hue
from companion.games.cryptid.view import view
from tests.phones.program import picture
from tests.ui.by_fingers import front, state_of
from tests.ui.cryptid.table import FOX, GAME, OWL, cube_report, dealt, resting, touch, whispered, words_of
from tests.ui.cryptid.test_secrecy import SOME, WHOLE, Move, common_moves, twins
from tests.ui.desk import Desk, there
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.games.cryptid.words import REFEREE_SAYS, allows_space, clue_words, only_for
from ui.language import languages, words
from ui.phones.feed import MOST, NOTE, Feed, MatchPicture, Sent, WindowNews, hashed, note_of, seat_note
from ui.phones.glance import PageKind, PhonePages
from ui.stage import theme
from ui.table.presenting import PrivateNote
from ui.table.session import Session
from ui.widgets.layout import Rect

PERSON = "0123abcd"


def session(facts: Facts) -> Session:
    """Begin a match of people with their own names."""
    plates = tuple(replace(plate, person=PERSON) for plate in theme.plates()[: facts.players])
    return Session.begin(GAME, facts, plates, "m", HandClock(Instant(0), WallTime(0)), lambda *_: None)


@pytest.mark.parametrize(("seed", "seat", "mode", "players"), SOME)
def test_what_phones_get_differs_in_the_own_note_alone_and_that_has_one_length(
    seed: int, seat: Seat, mode: Mode, players: int
) -> None:
    """Every seat has its phone: all that the phones get of whole matches, change by change.

    Matches are compared as long as both can go on alike; private mistakes change nothing.
    """
    setups = twins(seed, seat, mode, players)
    moves = common_moves(*setups, seed, WHOLE)
    sent = [list(sendings(session(Facts(players, setup)), moves)) for setup in setups]
    assert len(sent[0]) == len(sent[1]) > players
    for (packet, one), (elsewhere, other) in zip(*sent, strict=True):
        assert packet == elsewhere
        assert len(packet) < MOST // 4
        assert PERSON.encode() not in packet
        assert decode(decode(packet, type=MatchPicture).facts)["setup"]["clues"] == []
        assert [*map(len, one)] == [*map(len, other)]
        assert [n for n, (got, also) in enumerate(zip(one, other, strict=True)) if got != also] == [seat]


def sendings(match: Session, moves: Iterable[Move]) -> Iterator[tuple[bytes, list[bytes]]]:
    """Yield each update that the table sends, and what the seats' phones and a stranger's get of it."""
    presenter, glance, feed = words_of(match.match.facts), PhonePages(), Feed()
    seats = [Seat(n) for n in range(match.match.facts.players)]
    feed.allow_notes(True)
    codes = [feed.code(seat).partition("#")[2] for seat in seats]
    before, told = b"", [b""]
    for move in (None, *moves):
        if move is not None:
            match.submit(move.report)
        seen = picture(match)
        notes = [note_of(seat_note(match, presenter, seat)) for seat in seats]
        assert move is None or move.right or seen == before
        if seen == before:
            assert notes == told, "a note changes with what everybody sees, or not at all"
            continue
        before, told = seen, notes
        glance.take(feed._packet(seen, partial(seat_note, match, presenter)))
        public = glance.event(PageKind(), glance.number - 1)
        yield seen, [public + glance.note(hashed(code)) for code in (*codes, "stranger")]


def test_any_two_clues_have_room_in_a_note_in_every_language() -> None:
    for code in ("", *languages.catalogues()):
        languages.use(code)
        clues = sorted((str(clue_words(clue)) for clue in clues_of(Mode.ADVANCED)), key=len)[-2:]
        head = max((str(allows_space(hue, at, allowed=False)) for hue in Hue for at in MAP), key=len)
        written = note_of(PrivateNote(str(only_for("W" * 24)), tuple((head, clue) for clue in clues)))
        languages.use("")
        assert json.loads(written)["lines"] == [[head, clue] for clue in clues], code


class Door(Feed):
    """The program's socket, held by a test: every packet that a table sends."""

    def __init__(self, path: Path) -> None:
        self.door = socket(AF_UNIX, SOCK_SEQPACKET)
        self.door.bind(str(path))
        self.door.listen(1)
        super().__init__(path)
        self.line: socket | None = None

    def packets(self) -> list[bytes]:
        """Return the packets since the last call."""
        if self.line is None:
            self.line, _ = self.door.accept()
            self.line.setblocking(False)
        found: list[bytes] = []
        while True:
            try:
                packet = self.line.recv(MOST)
            except BlockingIOError:
                return found
            if not packet:
                return found
            found.append(packet)

    def shut(self) -> None:
        self.close()
        self.door.close()
        if self.line is not None:
            self.line.close()


@pytest.fixture
def table(rig: Rig, tmp_path: Path) -> Iterator[tuple[Desk, Door]]:
    """Yield a Cryptid table that phones may watch, and its door."""
    desk = Desk(rig, tmp_path / "matches.db")
    door = Door(tmp_path / "feed")
    desk.services.feed = door
    dealt(desk)
    screen = front(desk)
    door.open(screen.session.name)
    screen.picture.draw()
    yield desk, door
    desk.close()
    door.shut()


def test_no_private_page_and_nothing_begun_or_opened_by_hand_is_sent(table: tuple[Desk, Door]) -> None:
    # A private page sends nothing.
    desk, door = table
    assert len(door.packets()) == 1
    for seat in (FOX, OWL):
        finger = resting(desk, seat)
        assert front(desk).notes.panel is not None
        front(desk).picture.draw()
        finger.up()
        desk.pump(4)
    assert door.packets() == []
    # Spaces that are begun, and pages opened by hand, send nothing.
    touch(desk, MAP[5])
    assert front(desk).pending is not None
    front(desk).dialogs.open_history()
    front(desk).dialogs.open_referee()
    front(desk).dialogs.open_phones()
    desk.pump(4)
    assert door.packets() == []


def test_the_page_opens_a_window_for_one_match_and_closes_it(table: tuple[Desk, Door]) -> None:
    desk, door = table
    first = front(desk).session.name
    assert door.shows(first)
    dealt(desk)
    assert front(desk).session.name != first
    assert not door.shows(first)
    assert not door.shows(front(desk).session.name)
    # The page lets phones watch this match, and stops it.
    door.close()
    front(desk).dialogs.open_phones()
    desk.pump(4)
    page = desk.entry
    desk.tap(page["open"])
    assert door.shows(front(desk).session.name)
    desk.tap(page["end"])
    assert not door.shows(front(desk).session.name)


def own_clues_on(desk: Desk) -> None:
    front(desk).dialogs.open_phones()
    desk.pump(4)
    desk.tap(desk.entry["own"])
    front(desk).dialogs.close()
    desk.pump(4)


def test_who_holds_the_own_pad_gets_a_code_and_all_messages_of_one_length(table: tuple[Desk, Door]) -> None:
    desk, door = table
    door.packets()
    finger, panel = resting(desk, FOX), there(front(desk).notes.panel)
    assert "phone" not in panel, "it is off until somebody switches it on"
    finger.up()
    desk.pump(4)
    door._hear(WindowNews("http://192.168.1.5:8420/token/"))
    own_clues_on(desk)
    for seat in (FOX, OWL):
        finger, panel = resting(desk, seat), there(front(desk).notes.panel)
        desk.tap(panel["phone"])
        assert "code" in panel
        assert str(words.MY_PHONE_SCAN) in whispered(desk)
        finger.up()
        desk.pump(4)
        assert front(desk).notes.panel is None
    assert door.code(FOX) != door.code(OWL)
    front(desk).tell_now(cube_report(state_of(desk)))
    desk.pump(4)
    sent = [decode(packet, type=Sent) for packet in door.packets()]
    assert [len(each.own) for each in sent] == [1, 2, 2]
    assert {len(note) for each in sent for note in each.own.values()} == {NOTE}
    for seat in (FOX, OWL):
        note = sent[-1].own[hashed(door.code(seat).partition("#")[2])].decode()
        assert all(str(clue_words(own.clue)) in note for own in view(state_of(desk), seat).clues)
    door.only("another")
    assert not door.notes_on


def test_a_refusal_for_one_pair_of_eyes_stays_on_the_table(table: tuple[Desk, Door]) -> None:
    desk, door = table
    own_clues_on(desk)
    door.code(FOX)
    front(desk).picture.draw()
    door.packets()
    front(desk).tell_now(cube_report(state_of(desk), truly=False))
    desk.pump(4)
    finger = resting(desk, FOX)
    assert str(REFEREE_SAYS) in whispered(desk), "it is shown on the table"
    finger.up()
    desk.pump(4)
    assert door.packets() == []


@pytest.mark.parametrize("language", ["", *languages.catalogues()])
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("look", [theme.Theme(), theme.Theme(large=True)], ids=["usual", "large"])
def test_page_note_and_code_have_room_in_every_language(
    table: tuple[Desk, Door], language: str, size: tuple[int, int], look: theme.Theme
) -> None:
    desk, door = table
    desk.rig.size(*size)
    theme.use(look)
    desk.resize()
    window = Rect(0, 0, *map(float, size))
    door._hear(WindowNews(f"http://192.168.100.100:8420/{'t' * 22}/"))
    door.allow_notes(True)
    languages.use(language)
    try:
        front(desk).dialogs.open_phones()
        desk.pump(4)
        assert faults(there(front(desk).opened), window) == []
        front(desk).dialogs.close()
        desk.pump(4)
        finger, panel = resting(desk, FOX), there(front(desk).notes.panel)
        assert faults(panel, window) == []
        desk.tap(panel["phone"])
        assert faults(panel, window) == []
        finger.up()
    finally:
        languages.use("")
