"""The program with real sockets: who gets the match, who gets nothing, and that the table never notices."""

import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.phones.program import Phone, Program, a_match, opened, picture, program
from ui.games.registry import FACES


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Program]:
    """Run the program."""
    with program(tmp_path) as found:
        yield found


def test_a_phone_sees_the_match_and_each_change_and_no_more_than_changed(run: Program) -> None:
    match = a_match()
    phone = Phone(opened(run, match)).get("events")
    first = phone.event()
    assert first["title"]
    assert first["board"]["whole"]
    assert len(first["board"]["slots"]) == first["board"]["count"]
    report = next(iter(match.game.legal(match.match.state)))
    match.submit(report, match.shown)
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
    run.until(lambda: run.feed.told.watchers == 3)
    for phone in phones:
        phone.event()
    phones.pop().close()
    run.feed.close()
    for phone in phones:
        assert phone.rest() is not None
    run.feed.open("m")
    run.until(lambda: run.feed.told.url)
    assert run.feed.told.url.split("/")[3] != url.split("/")[3]


def test_rubbish_slow_readers_and_half_requests_harm_nobody(run: Program) -> None:
    match = a_match()
    url = opened(run, match)
    chance = Random(1)
    slow = [Phone(url).get("events") for _ in range(5)]
    half = [Phone(url) for _ in range(20)]
    for phone in half:
        phone.line.sendall(b"GET /" + chance.randbytes(20))
        phone.line.shutdown(socket.SHUT_WR)
    for _ in range(40):
        phone = Phone(url)
        phone.line.sendall(chance.randbytes(chance.randrange(1, 9000)))
        phone.close()
    watcher = Phone(url).get("events")
    watcher.event()
    for n in range(200):
        run.feed.show("m", lambda n=n: picture(match, f"change {n}"))  # type: ignore[misc]
    run.until(lambda: run.feed._newest == run.feed._sent) if run.feed._newest != run.feed._sent else None
    said = ""
    while said != "change 199":
        said = watcher.event()["said"]
        run.feed.flush()
    for phone in slow:
        assert phone.event()["board"]["whole"]
    assert run.process.poll() is None


def test_a_killed_program_is_said_and_nothing_is_waited_for(run: Program) -> None:
    opened(run, a_match())
    run.process.kill()
    run.process.wait()
    run.feed.show("m", lambda: b"anything")
    run.feed.flush()
    assert run.feed.told.wrong == "gone"
    assert not run.feed.shows("m")
    run.feed.open("m")
    assert run.feed.told.wrong == "none"


def test_a_table_that_sends_rubbish_loses_its_window_alone(run: Program) -> None:
    opened(run, a_match())
    run.feed.show("m", lambda: b"\xc1rubbish")
    run.until(lambda: run.feed.told.wrong == "gone")
    assert opened(run, a_match())


def test_nothing_is_sent_of_a_match_that_has_no_window(run: Program) -> None:
    opened(run, a_match())
    sent = run.feed._sent
    run.feed.show("another", lambda: pytest.fail("it isn't even made"))
    assert run.feed._sent == sent
    run.feed.only("another")
    assert not run.feed.shows("m")
