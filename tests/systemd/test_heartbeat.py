"""What systemd hears from the app, on a real socket."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui.appliance.heartbeat import Heartbeat


@pytest.fixture(name="systemd")
def listening(tmp_path: Path) -> Iterator[socket.socket]:
    """Return the other end of the socket; reads don't block, since a datagram is there once it was sent."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        yield heard


def environment_of(systemd: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.getsockname(), **more}


def heard_by(systemd: socket.socket) -> list[str]:
    heard = []
    while True:
        try:
            heard.append(systemd.recv(4096).decode())
        except BlockingIOError:
            return heard


def test_says_what_systemd_asks_for(systemd: socket.socket) -> None:
    heart = Heartbeat(environment_of(systemd))
    heart.ready()
    heart.beat()
    heart.beat()
    heart.status("Ada's turn\nWATCHDOG=trigger")
    heart.stopping()
    heart.close()
    # A status is one line whatever it contains; nothing is sent after the end.
    heart.close()
    heart.beat()
    told = ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STATUS=Ada's turn WATCHDOG=trigger", "STOPPING=1"]
    assert heard_by(systemd) == told


def test_an_abstract_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("")  # the kernel gives it a free abstract name
        heard.setblocking(False)
        name = heard.getsockname()
        assert name.startswith(b"\0")
        heart = Heartbeat({"NOTIFY_SOCKET": "@" + name[1:].decode()})
        heart.ready()
        heart.close()
        assert heard_by(heard) == ["READY=1"]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"WATCHDOG_USEC": "2000000"}])
def test_nothing_is_said_where_nobody_supervises(environment: dict[str, str]) -> None:
    heart = Heartbeat(environment)
    heart.ready()
    heart.beat()
    heart.close()
    assert heart.period is None


@pytest.mark.parametrize(
    ("watchdog", "period"),
    [
        ({"WATCHDOG_USEC": "8000000"}, 4.0),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "77"}, 4.0),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "78"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_beats_twice_in_time(systemd: socket.socket, watchdog: dict[str, str], period: float | None) -> None:
    heart = Heartbeat(environment_of(systemd, **watchdog), process=77)
    heart.close()
    assert heart.period == period


def test_a_socket_that_is_gone_or_full_never_holds_up_play(tmp_path: Path, systemd: socket.socket) -> None:
    gone = Heartbeat({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    gone.beat()
    gone.close()
    full = Heartbeat(environment_of(systemd))
    sent = 10_000  # more than any kernel queues for a reader that doesn't read
    for _ in range(sent):
        full.beat()
    full.close()
    assert 0 < len(heard_by(systemd)) < sent
