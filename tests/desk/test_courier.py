"""What the courier sends and when, and the folder it shares with the app."""

import errno
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import replace
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox, file_of, read_items, read_join
from companion.club.outbox import Ack, Item
from companion.copies import stored_match
from companion.errors import SetupError
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.desk import rig
from ui.desk import words
from ui.desk.broker import ConnectionNews, DeskFolder
from ui.desk.cli import main
from ui.desk.courier import HELLO, SILENCE, WINDOW, Sending
from ui.desk.courier import main as carry_on
from ui.desk.listening import serve

A, B = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"
CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUQLyM71XyXr+TA9p244gSVmctKkQwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEY2x1YjAgFw0yNjExMjgxOTA0MzBaGA8yMTI2MTEwNDE5MDQz
MFowDzENMAsGA1UEAwwEY2x1YjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJdO
UyhlmIxsF/g8Y6A37e+FJqv77RA1NKmidHhOd+3iLRDSEgXYsZqcCtytVxmu4nlW
RMfJpGlN9WY0nB4LIR6jUzBRMB0GA1UdDgQWBBQHeezwjRymsCCWFCL2cmKECRJg
7zAfBgNVHSMEGDAWgBQHeezwjRymsCCWFCL2cmKECRJg7zAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQCpVwAcjpT87JBMzDfVWyVu8N4xx6C85MQ4
DWNtrJblKAIgGYzWSC52CyHVyDvut1uAG7bRxI3ijDe7V4pPcMelBGk=
-----END CERTIFICATE-----
"""
"""A certificate that nobody can use: its key was thrown away."""
HERE = Join("kitchen", "secret", "192.168.1.5")


def box(first: int, last: int, series: str = A) -> list[Item]:
    """Return waiting items, led by item number 0."""
    return [Item(series, 0, first=first), *(Item(series, n) for n in range(first, last + 1))]


def numbers(items: list[Item]) -> list[int]:
    return [item.n for item in items]


def test_each_is_said_once_and_all_again_after_a_silence() -> None:
    sending = Sending()
    assert numbers(sending.due(box(1, 3), 0.0)) == [0, 1, 2, 3]
    assert numbers(sending.due(box(1, 4), 0.1)) == [4]
    assert numbers(sending.due(box(1, 4), 1.0)) == []
    assert sending.hear(Ack(A, 2), 1.0)
    assert numbers(sending.due(box(1, 4), 1.0 + SILENCE)) == [3, 4]
    assert sending.hear(Ack(A, 4), 5.0)
    assert numbers(sending.due(box(1, 4), 6.0 + SILENCE)) == []
    assert numbers(sending.due(box(5, 4), HELLO)) == [0]


def test_a_word_for_another_series_means_nothing() -> None:
    sending = Sending()
    sending.due(box(1, 3), 0.0)
    assert not sending.hear(Ack(B, 3), 0.0)
    assert numbers(sending.due(box(1, 2, B), 0.1)) == [1, 2]


def test_a_desk_that_has_less_than_before_hears_again_what_still_waits() -> None:
    sending = Sending()
    sending.due(box(1, 5), 0.0)
    sending.hear(Ack(A, 4), 0.0)
    assert sending.hear(Ack(A, 2), 1.0)
    assert numbers(sending.due(box(1, 5), 1.0)) == [3, 4, 5]


def test_a_started_courier_begins_with_what_waits_and_never_with_too_much() -> None:
    sending = Sending()
    assert numbers(sending.due(box(901, 2000), 0.0)) == [0, *range(901, 901 + WINDOW)]
    assert sending.due(box(901, 2000), 0.1) == []
    sending.hear(Ack(A, 950), 0.2)
    assert numbers(sending.due(box(901, 2000), 0.3)) == list(range(901 + WINDOW, 1051))


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(0.1, 4)), max_size=40))
def test_whatever_is_lost_on_the_way_arrives_in_the_end(way: list[tuple[bool, bool, float]]) -> None:
    sending, now, there = Sending(), 0.0, set[int]()

    def step(there_and_back: tuple[bool, bool]) -> None:
        output = sending.due(box(1, 20), now)
        if there_and_back[0]:
            there.update(item.n for item in output)
        reached = next(n for n in range(22) if n + 1 not in there)
        if output and there_and_back[1]:
            sending.hear(Ack(A, reached), now)

    for out, back, seconds in way:
        now += seconds
        step((out, back))
    for _ in range(3):
        now += HELLO
        step((True, True))
    assert sending.heard == 20


@pytest.fixture(name="store")
def joined(tmp_path: Path) -> Store:
    return Store(tmp_path / "m.db")


def play(store: Store, name: str) -> None:
    match = seated(ended("sheet"), name, (ADA.plate, BOB.plate))
    outbox.keep(store, stored_match(match), match.rows())


def test_the_app_puts_out_what_waits_and_lets_go_of_what_the_desk_has(store: Store, tmp_path: Path) -> None:
    with store:
        mailbox = Mailbox(tmp_path / "club")
        mailbox.exchange(store, lambda: B)
        assert not mailbox.folder.exists()
        mailbox.join(store, HERE, A)
        mailbox.exchange(store, lambda: B)
        assert mailbox.items() == [Item(A, 0, first=1)]
        play(store, "m1")
        play(store, "m2")
        mailbox.exchange(store, lambda: B)
        assert numbers(mailbox.items()) == [0, 1, 2]
        mailbox.save_ack(Ack(A, 1))
        mailbox.exchange(store, lambda: B)
        assert numbers(mailbox.items()) == [0, 2]
        mailbox.save_ack(Ack(A, 9))
        mailbox.exchange(store, lambda: B)
        assert [(item.series, item.n) for item in mailbox.items()] == [(B, 0), (B, 1)]
        # A torn or lost file is rebuilt from the store.
        (mailbox.folder / "outbox").write_bytes(b'{"series":"' + b"x" * 99)
        assert mailbox.items() == []
        Mailbox(mailbox.folder).exchange(store, lambda: B, anyway=True)
        assert mailbox.items() == read_items(file_of(store))
        assert {path.stat().st_mode & 0o777 for path in mailbox.folder.iterdir()} == {0o640}
        assert mailbox.joined() == HERE
        mailbox.leave(store)
        assert mailbox.joined() is None
        assert list(mailbox.folder.iterdir()) == []
        assert file_of(store) == b""


def test_a_password_is_in_no_copy_of_the_matches(store: Store, tmp_path: Path) -> None:
    with store:
        Mailbox(tmp_path / "club").join(store, HERE, A)
        store.copy_to(tmp_path / "copy.db")
    assert b"secret" not in (tmp_path / "copy.db").read_bytes()


def test_the_courier_may_read_a_file_from_the_instant_it_is_there(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once looked after the rename but before the chmod, and then missed the club until the next match."""
    seen = []
    replaced = Path.replace

    def replace(path: Path, target: Path) -> Path:
        seen.append((target.name, path.stat().st_mode & 0o777))
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with store:
        mailbox = Mailbox(tmp_path / "club")
        mailbox.join(store, HERE, A)
        mailbox.exchange(store, lambda: B)
        mailbox.save_ack(Ack(A, 0))
    assert seen == [("join", 0o640), ("outbox", 0o640), ("heard", 0o640)]


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"{}", b"[]", b"\xff", b'{"table":"\\n","password":"","host":""}', b"[" * 9999),
        # Each of these used to crash the courier, which systemd then restarted again and again.
        *(encode(replace(HERE, host=host)) for host in ("", "a..b", "h" * 64, "h" * 64 + ".org")),
        *(encode(replace(HERE, table=table)) for table in ("+", "a/b", "#")),
    ],
)
def test_what_is_no_join_file_is_refused(text: bytes) -> None:
    with pytest.raises(SetupError):
        read_join(text)


def test_each_table_has_a_topic_and_rights_of_its_own_and_no_password_lies_there(tmp_path: Path) -> None:
    DeskFolder.make(tmp_path, "127.0.0.1", 1883, "dbname=x")
    joins = [DeskFolder(tmp_path).add(name) for name in ("kitchen", "attic")]
    again = DeskFolder(tmp_path).add("kitchen")
    DeskFolder(tmp_path).remove("attic")
    assert again.password not in {join.password for join in joins}
    rights = (tmp_path / "rights").read_text()
    assert rights.split("user ")[1:] == [
        "desk\ntopic read club/+/out\ntopic read club/+/glance\ntopic write club/+/heard\n\n",
        "kitchen\ntopic write club/kitchen/out\ntopic write club/kitchen/glance\n"
        "topic read club/kitchen/heard\n",
    ]
    every = "".join(path.read_text() for path in tmp_path.iterdir())
    assert not [join for join in (*joins, again) if join.password in every]
    conf = (tmp_path / "mosquitto.conf").read_text()
    assert "listener 1883 127.0.0.1\n" in conf
    assert "message_size_limit 131072\n" in conf


def desk_says(folder: Path, *line: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["--folder", str(folder), *line])
    assert done.exit_code == code, done.output
    return done.output


def test_of_two_who_let_tables_in_at_once_neither_shuts_the_others_out(tmp_path: Path) -> None:
    DeskFolder.make(tmp_path, "127.0.0.1", 1883, "dbname=x")
    one, other = DeskFolder(tmp_path), DeskFolder(tmp_path)
    one.add("kitchen")
    other.add("attic")
    one.let_home_in()
    assert set(DeskFolder(tmp_path).now.tables) == {"kitchen", "attic"}
    assert "user attic\n" in (tmp_path / "rights").read_text()


def test_a_desk_is_made_and_a_table_gets_a_file_that_it_joins_with(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    assert "companion-desk make" in desk_says(desk, "table", "add", "kitchen", code=1)
    desk_says(desk, "make", "--host", "0.0.0.0", code=1)
    desk_says(desk, "make", "--host", "192.168.1.5", "--port", "2883", "--database", "dbname=games")
    (tmp_path / "ca.pem").write_text(CERTIFICATE)
    output = desk_says(desk, "table", "add", "kitchen", "--qr", "--ca", str(tmp_path / "ca.pem"))
    join = read_join((desk / "kitchen.json").read_bytes())
    assert join == Join("kitchen", join.password, "192.168.1.5", 2883, CERTIFICATE, club=join.club)
    assert join.password not in output
    assert (desk / "kitchen.json").stat().st_mode & 0o777 == 0o600
    again = desk_says(desk, "table", "add", "kitchen", "--ca", str(tmp_path / "ca.pem"))
    assert (output.count("old password is void"), again.count("old password is void")) == (0, 1)
    assert read_join((desk / "kitchen.json").read_bytes()).club == join.club != ""
    # Changing the address leaves tables, passwords, port and database as they are.
    desk_says(desk, "make", "--host", "192.168.1.6")
    assert set(DeskFolder(desk).now.tables) == {"kitchen"}
    assert DeskFolder(desk).now.database == "dbname=games"
    conf = (desk / "mosquitto.conf").read_text()
    assert "listener 2883 192.168.1.6\n" in conf
    assert "listener 2883 127.0.0.1\n" in conf
    desk_says(desk, "table", "remove", "kitchen")
    assert not (desk / "kitchen.json").exists(), "its password opens nothing any more"
    desk_says(desk, "table", "remove", "kitchen", code=1)


@pytest.mark.parametrize(
    "text", [b"", b"\x30\x82\xff", CERTIFICATE[:300].encode(), b"-----BEGIN PRIVATE KEY-----"]
)
def test_what_is_no_certificate_goes_into_no_join_file(text: bytes, tmp_path: Path) -> None:
    """An empty one used to mean no TLS at all; with any other text that table's courier never connected."""
    desk_says(tmp_path / "desk", "make")
    (tmp_path / "ca.pem").write_bytes(text)
    output = desk_says(tmp_path / "desk", "table", "add", "kitchen", "--ca", str(tmp_path / "ca.pem"), code=1)
    assert "BEGIN CERTIFICATE" in output
    assert not DeskFolder(tmp_path / "desk").now.tables


@pytest.mark.parametrize("host", ["a b", "a\nallow_anonymous true", "h" * 300, "\udcff"])
def test_a_host_is_one_word_in_the_brokers_file(host: str, tmp_path: Path) -> None:
    assert "without a space" in desk_says(tmp_path / "desk", "make", "--host", host, code=1)
    assert not (tmp_path / "desk").exists()


def test_a_folder_that_no_text_can_name_is_refused(tmp_path: Path) -> None:
    """The broker's file is text, and contains its folder's path."""
    assert "surrogates" in desk_says(tmp_path / "\udcff", "make", code=1)


def test_a_certificate_too_long_for_a_code_is_said(tmp_path: Path) -> None:
    desk_says(tmp_path / "desk", "make")
    (tmp_path / "ca.pem").write_text(4 * CERTIFICATE)
    certificate = str(tmp_path / "ca.pem")
    output = desk_says(tmp_path / "desk", "table", "add", "kitchen", "--qr", "--ca", certificate, code=1)
    assert "too long for a QR code" in output
    assert read_join((tmp_path / "desk" / "kitchen.json").read_bytes()).ca == 4 * CERTIFICATE


def test_a_list_that_is_no_table_is_refused(tmp_path: Path) -> None:
    """An unclosed quote makes one name of everything after it."""
    (tmp_path / "list.csv").write_text('"' + "Ann\n" * 50_000)
    assert "list.csv: " in desk_says(tmp_path / "desk", "people", str(tmp_path / "list.csv"), code=1)


@pytest.mark.parametrize("text", ["Zoë\n".encode("cp1252"), b'{"people": [\n{"id": "x", "name": "Ada"}]}'])
def test_a_list_of_another_form_gives_nobody_a_wrong_name(text: bytes, tmp_path: Path) -> None:
    """Zo\ufffd was added to the list, or somebody called {, and names can't be removed again."""
    (tmp_path / "list.csv").write_bytes(text)
    assert "UTF-8" in desk_says(tmp_path / "desk", "people", str(tmp_path / "list.csv"), code=1)


def test_who_reads_no_further_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `companion-desk make | head -0`."""

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("click.echo", closed)
    assert desk_says(tmp_path / "desk", "make") == ""


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_no_command_line_has_passwords(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody on the machine can read command lines: `ps -e -o args`."""
    tool, output = tmp_path / "pg_dump", tmp_path / "said"
    # What looks into a backup needs no database.
    looks = 'case "$*" in *--file=-*) echo 1; exit 0;; esac'
    tool.write_text(f'#!/bin/sh\n{looks}\necho "$@" >{output}\necho "$PGPASSWORD" >>{output}\nexit 1\n')
    tool.chmod(0o755)
    (tmp_path / "pg_restore").symlink_to(tool)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    desk_says(tmp_path / "desk", "make", "--database", "host=db dbname=club password='let me in'")
    desk_says(tmp_path / "desk", command, str(tmp_path / "b.dump"), code=1)
    line, password = output.read_text().splitlines()
    assert "let me in" not in line
    assert "host=db" in line
    assert "dbname=club" in line
    assert password == "let me in"


def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of two, `Is the server running?`, was all; or [Errno 2] and a name."""
    desk = tmp_path / "desk"
    desk_says(desk, "make", "--database", "=", code=1)
    desk_says(desk, "make", "--database", f"host=127.0.0.1 port={rig.free_port()} connect_timeout=2")
    said = desk_says(desk, "results", str(tmp_path / "results.csv"), code=1)
    assert "Connection refused Is the server running" in said
    assert said.endswith("start it, or name another: companion-desk make --database\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "folder"))
    assert "there is no pg_dump here" in desk_says(desk, "backup", str(tmp_path / "b"), code=1)
    tool = tmp_path / "folder" / "pg_dump"
    tool.write_text("#!/bin/sh\nprintf 'pg_dump: refused\\n\\tIs it running?\\n' >&2\nexit 1\n")
    tool.chmod(0o755)
    said = desk_says(desk, "backup", str(tmp_path / "b"), code=1)
    assert said == "Error: pg_dump: refused Is it running?\n"


@pytest.mark.parametrize("text", [b"", b"Ann\nBob\n", encode(HERE), b"\xff\xd8\xff"])
def test_what_no_table_wrote_is_not_taken(text: bytes, tmp_path: Path) -> None:
    """The answer was that the desk has everything, and the table was named as having said what can't be."""
    desk_says(tmp_path / "desk", "make")
    desk_says(tmp_path / "desk", "table", "add", "kitchen")
    (tmp_path / "file").write_bytes(text)
    said = desk_says(tmp_path / "desk", "take", "kitchen", str(tmp_path / "file"), code=1)
    assert "not a file that a table has written" in said


def test_why_nothing_arrives_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A desk without its database, or a courier with an old password, ran for ever without a word."""
    client = Client(CallbackAPIVersion.VERSION2)
    news = ConnectionNews(client, HERE)
    for _ in range(2):
        try:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")
        except OSError:
            assert client.on_connect_fail is not None
            client.on_connect_fail(client, None)
    unreached = "no broker can be reached at 192.168.1.5, port 1883 (Connection refused); trying again"
    assert capsys.readouterr().err.splitlines() == [unreached]
    assert not news.connected(ReasonCode(PacketTypes.CONNACK, "Not authorized"))
    assert "doesn't let kitchen in (Not authorized)" in capsys.readouterr().err
    assert news.connected(ReasonCode(PacketTypes.CONNACK, "Success"))
    assert capsys.readouterr().err == ""

    def away(_: str) -> None:
        raise psycopg.OperationalError("connection refused")

    waits = iter([None, None])
    monkeypatch.setattr("ui.desk.listening.connect", away)
    monkeypatch.setattr("time.sleep", lambda _: next(waits))
    monkeypatch.setattr("ui.desk.listening.Listening", lambda _: None)
    with pytest.raises(StopIteration):
        serve(HERE, "dbname=none", lambda *_: None)
    assert capsys.readouterr().err.count("the database can't be used (connection refused)") == 1


@pytest.mark.parametrize("name", ["", "desk", "Kitchen", "a/b", "+", "#", "a b", "x" * 25, "-a"])
def test_a_table_is_called_what_a_topic_can_be(name: str, tmp_path: Path) -> None:
    DeskFolder.make(tmp_path, "127.0.0.1", 1883, "dbname=x")
    with pytest.raises(SetupError):
        DeskFolder(tmp_path).add(name)


@pytest.mark.parametrize("damage", ["MIIX", "M\u00cfIB"])
def test_a_damaged_certificate_is_named(damage: str, tmp_path: Path) -> None:
    ca = CERTIFICATE.replace("MIIB", damage)
    Mailbox(tmp_path).keep_join(Join("kitchen", "secret", "127.0.0.1", 1883, ca))
    done = CliRunner().invoke(carry_on, ["--folder", str(tmp_path)])
    assert (done.exit_code, done.output) == (1, f"Error: {words.BAD_CERTIFICATE}\n")
