"""The program with real sockets: who gets the match, who gets nothing, and that the table never waits."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.game import Seat
from tests.phones.hostile import follows, fuzzed, half_closed, slow, stopped
from tests.phones.program import Phone, Program, a_match, opened, packet, picture, program, table_of
from ui.games.registry import FACES
from ui.phones import server
from ui.phones.feed import MOST, NOTE, note_of
from ui.phones.glance import PageKind
from ui.phones.server import MOST_PER_ADDRESS, STILL, STILL_SECONDS, Window, contents, main, serve_table
from ui.table.presenting import PrivateNote


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Run the program once for all tests: it serves one table after another, and none may affect the next."""
    with program(tmp_path_factory.mktemp("phones")) as found:
        yield found


@pytest.fixture
def run(shared: Program) -> Iterator[Program]:
    """Connect a new table."""
    with table_of(shared.process, shared.path) as found:
        yield found


def test_a_phone_sees_the_match_and_each_change_and_no_more_than_changed(run: Program) -> None:
    match = a_match()
    phone = Phone(opened(run, match)).get("events")
    first = phone.event()
    assert first["title"]
    assert first["board"]["whole"]
    assert len(first["board"]["slots"]) == first["board"]["count"]
    report = next(iter(match.match.game.legal(match.match.state)))
    match.submit(report)
    run.feed.show("m", lambda: picture(match, "said"))
    then = phone.event()
    assert then["said"] == "said"
    assert then["title"] != first["title"]
    assert not then["board"]["whole"]
    assert 0 < len(then["board"]["slots"]) < then["board"]["count"]


@pytest.mark.parametrize("game", FACES)
def test_every_game_is_drawn_for_a_phone_and_a_wall(run: Program, game: str) -> None:
    url = opened(run, a_match(game, 2 if game == "speed-mode" else 3))
    for kind in ("events?", "events?wide=1&light=1"):
        seen = Phone(url).get(kind).event()
        assert "<" in "".join(seen["board"]["slots"].values())


def test_a_phone_with_its_own_code_gets_its_note_with_each_change_others_as_many_bytes(run: Program) -> None:
    """A wrong code gets as many, and so does a seat that has nothing to see."""
    match = a_match()
    url = opened(run, match)
    run.feed.allow_notes(True)
    codes = [run.feed.code(Seat(n)).partition("#")[2] for n in range(2)]
    notes = {Seat(0): PrivateNote("Fox", (("Clue", "within two spaces of water"),))}
    run.feed.show("m", lambda: picture(match, "0"), notes.get)
    phones = [Phone(url).get(f"events?own={code}") for code in (*codes, "x" * 22)]
    alone = Phone(url).get("events")
    for change in ("0", "1"):
        run.feed.show("m", partial(picture, match, change), notes.get)
        while phones[0].event()["said"] != change:
            phones[0].data()
        got = [phones[0].data()]
        for phone in phones[1:]:
            while phone.event()["said"] != change:
                phone.data()
            got.append(phone.data())
        assert {len(note) for note in got} == {NOTE + 1}
        assert [json.loads(note)["title"] for note in got] == ["Fox", "", ""]
        while (seen := alone.event())["said"] != change:
            pass
        assert "board" in seen


def test_codes_of_seats_die_with_the_switch_and_with_the_window(run: Program) -> None:
    match = a_match()
    url = opened(run, match)
    note = PrivateNote("Fox", ())

    def titles() -> list[str]:
        run.feed.show("m", lambda: picture(match, "now"), lambda _: note)
        asked = Phone(url).get(f"events?own={code}")
        while asked.event()["said"] != "now":
            asked.data()
        return [asked.event()["title"]]

    run.feed.allow_notes(True)
    code = run.feed.code(Seat(0)).partition("#")[2]
    assert code == run.feed.code(Seat(0)).partition("#")[2]
    assert code != run.feed.code(Seat(1)).partition("#")[2]
    assert titles() == ["Fox"]
    run.feed.allow_notes(False)
    assert titles() == [""]
    run.feed.allow_notes(True)
    assert run.feed.code(Seat(0)).partition("#")[2] != code
    assert titles() == [""]
    run.feed.close()
    assert not run.feed.notes_on


def test_a_picture_that_is_too_large_is_said_and_ends_the_window(run: Program) -> None:
    opened(run, a_match())
    run.feed.show("m", lambda: bytes(MOST))
    assert run.feed.news.wrong == "large"
    assert not run.feed.shows("m")


@pytest.mark.parametrize("lines", [(), (("Clue", "within 2 spaces of water"),), (("Ą" * 90, "ż" * 300),) * 9])
def test_a_note_has_one_length_whatever_stands_in_it(lines: tuple[tuple[str, str], ...]) -> None:
    written = note_of(PrivateNote("Ł" * 20, lines))
    assert len(written) == len(note_of(None)) == len(note_of(PrivateNote("ł" * 9999, lines))) == NOTE
    assert json.loads(written)["title"] == "Ł" * 20


def test_the_page_and_its_parts_come_with_what_guards_them(run: Program) -> None:
    url = opened(run, a_match())
    for name in ("", "page.js", "page.css", "roboto.ttf", "roboto-bold.ttf"):
        head, _, body = Phone(url).get(name).rest().partition(b"\r\n\r\n")
        assert b" 200 " in head.splitlines()[0]
        assert b"default-src 'none'" in head
        assert b"Set-Cookie" not in head
        assert b"Access-Control" not in head
        assert len(body) > 100


def test_whatever_is_wrong_looks_the_same(run: Program) -> None:
    url = opened(run, a_match())
    token = url.split("/")[3]
    wrong = [
        Phone(url).get(path=path)
        for path in (
            "/",
            f"/{token}",
            f"/{token[:-1]}/",
            f"/{token}/../{token}/",
            f"/x{token}/events",
            "/page.js",
        )
    ]
    wrong += [Phone(url).get(host=host) for host in ("evil.example", "127.0.0.1", "localhost:1")]
    for request in (
        f"POST /{token}/ HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET /{token}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n",
        f"GET /{token}/ HTTP/1.1\r\nbroken\r\n\r\n",
        "GET /?%zz HTTP/1.1\r\n\r\n",
        f"GET /{token}/events?own=%ff HTTP/1.1\r\nHost: {url.split('/')[2]}\r\n\r\n",
    ):
        phone = Phone(url)
        phone.line.sendall(request.encode())
        wrong.append(phone)
    answers = {phone.rest() for phone in wrong}
    assert len(answers) == 1
    assert b" 404 " in answers.pop().splitlines()[0]


def test_the_table_hears_how_many_look_on_and_closing_ends_it_for_all(run: Program) -> None:
    url = opened(run, a_match())
    phones = [Phone(url).get("events") for _ in range(3)]
    run.until(lambda: run.feed.news.watchers == 3)
    for phone in phones:
        phone.event()
    phones.pop().close()
    run.feed.close()
    for phone in phones:
        assert phone.rest() is not None
    run.feed.open("m")
    run.until(lambda: run.feed.news.url)
    assert run.feed.news.url.split("/")[3] != url.split("/")[3]


def test_a_phone_that_came_in_as_the_window_closed_gets_nothing() -> None:
    """It used to keep the last picture, with its own clues, and a stream that never ended."""

    async def late() -> bytes:
        window = Window("127.0.0.1", 0)
        server = await asyncio.start_server(window.connect, "127.0.0.1", 0)
        window.port = server.sockets[0].getsockname()[1]
        await window.take(packet(a_match()))
        await window.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", window.port)
        where = f"/{window.token}/events"
        writer.write(f"GET {where} HTTP/1.1\r\nHost: 127.0.0.1:{window.port}\r\n\r\n".encode())
        found = b""
        with suppress(ConnectionError):
            found = await reader.read(1)
        writer.close()
        server.close()
        return found

    assert asyncio.run(late()) == b""


def test_broken_requests_slow_readers_and_half_closed_phones_harm_nobody(run: Program) -> None:
    match, chance = a_match(), Random(1)
    url = opened(run, match)
    lazy = slow(url, 5)
    half = [*half_closed(url, chance, 20)]
    fuzzed(url, chance, 40)
    watcher = Phone(url).get("events")
    watcher.event()
    for n in range(200):
        run.feed.show("m", partial(picture, match, f"change {n}"))
    follows(run, watcher, "change 199")
    for phone in lazy:
        assert phone.event()["board"]["whole"]
    assert all(phone.rest().count(b"data: ") < 2 for phone in half), "a phone that says no more has hung up"
    assert run.process.poll() is None


def test_one_address_can_take_no_more_than_its_share(run: Program) -> None:
    url = opened(run, a_match())
    phones = [Phone(url).get("events") for _ in range(MOST_PER_ADDRESS)]
    for phone in phones:
        phone.event()
    assert Phone(url).get("events").rest() == b""
    assert Phone(url, "127.0.0.2").get("events").event()["title"], "others get in"
    run.until(lambda: run.feed.news.watchers == MOST_PER_ADDRESS + 1)
    phones.pop().close()
    run.until(lambda: run.feed.news.watchers == MOST_PER_ADDRESS)
    assert Phone(url).get("events").event()["title"], "there is room again once one has left"


def test_those_without_the_token_keep_no_phone_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half requests from a few addresses took all places, for ten seconds each and again and again."""
    monkeypatch.setattr(server, "MOST_PHONES", 3)

    async def ends() -> list[bytes]:
        window = Window("127.0.0.1", 0)
        await window.take(packet(a_match()))
        serving = await asyncio.start_server(window.connect, "127.0.0.1", 0)
        window.port = serving.sockets[0].getsockname()[1]
        right = f"GET /{window.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{window.port}\r\n\r\n".encode()
        phones = []
        for request in (*[b"GET /"] * 4, *[right] * 3, b"GET /", right):
            reader, writer = await asyncio.open_connection("127.0.0.1", window.port)
            writer.write(request)
            phones.append((reader, writer))
            # Whoever has the token is known by it before the next one comes.
            found = await reader.read(15) if request == right and len(phones) < 8 else b""
            assert found in (b"", b"HTTP/1.0 200 OK")
        cut = []
        for number in (*range(4), 7, 8):
            with suppress(ConnectionError):
                cut.append(await phones[number][0].read(1))
        await window.close()
        for _, writer in phones:
            writer.close()
        serving.close()
        return cut

    assert set(asyncio.run(ends())) <= {b""}


def test_a_program_that_hangs_is_never_waited_for_and_shows_the_newest_once_it_goes_on(run: Program) -> None:
    match = a_match()
    watcher = Phone(opened(run, match)).get("events")
    stopped(run, match, watcher)


def test_a_killed_program_is_said_and_nothing_is_waited_for(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        opened(run, a_match())
        run.process.kill()
        run.process.wait()
        run.feed.show("m", lambda: b"anything")
        run.feed.flush()
        assert run.feed.news.wrong == "gone"
        assert not run.feed.shows("m")
        run.feed.open("m")
        assert run.feed.news.wrong == "none"


def test_a_table_that_sends_rubbish_loses_its_window_alone(run: Program) -> None:
    opened(run, a_match())
    run.feed.show("m", lambda: b"\xc1rubbish")
    run.until(lambda: run.feed.news.wrong == "gone")
    assert opened(run, a_match())


def test_a_page_hears_that_a_silent_table_is_there_often_enough_not_to_miss_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an event with data: a script doesn't hear a comment, nor an event without."""
    silent = re.search(rb"SILENT = (\d+);", contents("page.js"))
    assert silent is not None
    assert int(silent[1]) > 2000 * STILL_SECONDS
    assert re.fullmatch(rb"event: still\ndata: \w+\n\n", STILL)
    assert b'addEventListener("still"' in contents("page.js")
    monkeypatch.setattr(server, "STILL_SECONDS", 0.0)

    async def said() -> bytes:
        stream = Window("127.0.0.1", 0)._events(PageKind(), "")
        await anext(stream)
        return await anext(stream)

    assert asyncio.run(said()) == STILL


@pytest.mark.parametrize("error", [ZeroDivisionError("SECRET"), SystemExit("SECRET")])
def test_a_picture_that_a_package_can_not_draw_is_one_line_and_the_next_one_comes(
    error: BaseException, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = Window("127.0.0.1", 0)

    def event(kind: PageKind, last: int) -> bytes:
        if window.glance.number < 3:
            raise error
        return b"data: drawn after %d\n\n" % last

    monkeypatch.setattr(window.glance, "event", event)

    async def seen() -> list[bytes]:
        phones, lines = [window._events(PageKind(), "") for _ in range(2)], []
        for phone in phones:
            await anext(phone)
        for window.glance.number in (1, 2, 3):
            lines += [await anext(phone) for phone in phones]
        return lines

    assert asyncio.run(seen()) == [b": not drawn\n\n"] * 4 + [b"data: drawn after 2\n\n"] * 2
    said = f"what the table shows can't be shown here: {type(error).__name__}\n"
    assert capsys.readouterr().err == said * 2


def test_nothing_is_sent_of_a_match_that_has_no_window(run: Program) -> None:
    opened(run, a_match())
    sent = run.feed._sent
    run.feed.show("another", lambda: pytest.fail("it isn't even made"))
    assert run.feed._sent == sent
    run.feed.only("another")
    assert not run.feed.shows("m")


def test_a_table_that_closes_before_it_has_read_why_there_is_no_window_ends_nothing() -> None:
    """The program used to crash here, and the next table had to wait until it was restarted."""

    async def closed_unread() -> None:
        table, line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        line.setblocking(False)
        # An address that nobody has: reserved for documentation (RFC 5737).
        serving = asyncio.create_task(serve_table(line, "203.0.113.1", 0))
        await asyncio.to_thread(table.recv, 1, socket.MSG_PEEK)
        table.close()
        await serving
        line.close()

    asyncio.run(closed_unread())


@pytest.mark.parametrize("where", ["no/folder/feed", "taken", "s" * 120])
def test_a_place_that_takes_no_socket_is_one_sentence(where: str, tmp_path: Path) -> None:
    """As /run is for people who start it by hand and have no folder there."""
    (tmp_path / "taken" / "by a folder").mkdir(parents=True)
    done = CliRunner().invoke(main, ["--socket", str(tmp_path / where)])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit)
    assert done.output.startswith(f"Error: {tmp_path / where}: ")
    assert CliRunner().invoke(main, ["--socket", str(tmp_path / where), "--port", "70000"]).exit_code == 2


def test_somebodys_file_is_no_socket_to_replace(tmp_path: Path) -> None:
    (tmp_path / "matches.db").write_text("mine")
    done = CliRunner().invoke(main, ["--socket", str(tmp_path / "matches.db")])
    assert (done.exit_code, done.output) == (1, f"Error: {tmp_path}/matches.db: Address already in use\n")
    assert (tmp_path / "matches.db").read_text() == "mine"
