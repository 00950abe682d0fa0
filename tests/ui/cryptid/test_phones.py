"""What crosses the socket doesn't depend on anybody's clues: by byte, by count and in order."""

from collections.abc import Iterator
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socket

import pytest
from msgspec.msgpack import decode
from msgspec.structs import replace

from companion.clock import HandClock, Instant, WallTime
from companion.game import Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import Facts
from tests.phones.program import picture
from tests.ui.cryptid.table import FOX, GAME, OWL, dealt, front, resting, seated, touch
from tests.ui.cryptid.test_secrecy import CASES, WHOLE, common_moves, twins
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.dialogs.entry import EntryDialog
from ui.dialogs.phones import PhonesPage
from ui.phones.feed import MOST, Feed, Shown
from ui.stage import theme
from ui.table.session import Session

PERSON = "0123abcd"


def session(facts: Facts) -> Session:
    """Begin a match of people with names of their own."""
    plates = tuple(replace(plate, person=PERSON) for plate in theme.plates()[: facts.players])
    return Session.begin(GAME, facts, plates, "m", HandClock(Instant(0), WallTime(0)), lambda *_: None)


@pytest.mark.parametrize(("seed", "seat", "mode", "players"), CASES)
def test_packets_of_whole_matches_are_the_same_whatever_the_clues_are(
    seed: int, seat: Seat, mode: Mode, players: int
) -> None:
    """As long as both can go on alike; what was wrong and nobody's business changes nothing."""
    setups = twins(seed, seat, mode, players)
    moves = common_moves(*setups, seed, WHOLE)
    matches = [session(Facts(players, setup)) for setup in setups]
    sent: list[list[bytes]] = [[picture(match)] for match in matches]
    for move in moves:
        for match, packets in zip(matches, sent, strict=True):
            before = packets[-1]
            match.submit(move.report, match.shown)
            packets.append(picture(match))
            assert move.right or packets[-1] == before
    assert sent[0] == sent[1]
    assert len(set(sent[0])) > players
    for packet in sent[0]:
        seen = decode(packet, type=Shown)
        assert len(packet) < MOST // 4
        assert PERSON.encode() not in packet
        assert decode(seen.facts)["setup"]["clues"] == []


class Door(Feed):
    """The program's door, as a test holds it: every packet that a table sends."""

    def __init__(self, path: Path) -> None:
        self.door = socket(AF_UNIX, SOCK_SEQPACKET)
        self.door.bind(str(path))
        self.door.listen(1)
        super().__init__(path)
        self.line: socket | None = None

    def packets(self) -> list[bytes]:
        """Return what came since the last time."""
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
        """Close both ends."""
        self.close()
        self.door.close()
        if self.line is not None:
            self.line.close()


@pytest.fixture
def table(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, Door]]:
    """A table of Cryptid with a window that is open."""
    desk = seated(rig, tmp_path, monkeypatch)
    door = Door(tmp_path / "feed")
    desk.services.feed = door
    dealt(desk)
    screen = front(desk)
    door.open(screen.session.name)
    screen.picture.draw()
    yield desk, door
    desk.close()
    door.shut()


def test_a_private_page_sends_nothing(table: tuple[Desk, Door]) -> None:
    desk, door = table
    assert len(door.packets()) == 1
    for seat in (FOX, OWL):
        finger = resting(desk, seat)
        assert front(desk).private_note is not None
        front(desk).picture.draw()
        finger.up()
        desk.pump(4)
    assert door.packets() == []


def test_what_is_begun_and_what_is_opened_by_hand_send_nothing(table: tuple[Desk, Door]) -> None:
    desk, door = table
    door.packets()
    touch(desk, MAP[5])
    assert front(desk).pending is not None
    front(desk).over.open_history()
    front(desk).over.open_referee()
    front(desk).over.open_phones()
    desk.pump(4)
    assert door.packets() == []


def test_another_match_never_comes_through_the_same_window(table: tuple[Desk, Door]) -> None:
    desk, door = table
    first = front(desk).session.name
    assert door.shows(first)
    dealt(desk)
    assert front(desk).session.name != first
    assert not door.shows(first)
    assert not door.shows(front(desk).session.name)


def test_the_page_opens_a_window_shows_its_code_and_closes_it(table: tuple[Desk, Door]) -> None:
    desk, door = table
    door.close()
    front(desk).over.open_phones()
    desk.pump(4)
    overlay = front(desk).overlay
    assert isinstance(overlay, EntryDialog)
    page = overlay.entry
    assert isinstance(page, PhonesPage)
    desk.tap(page["open"])
    assert door.shows(front(desk).session.name)
    desk.tap(page["end"])
    assert not door.shows(front(desk).session.name)
