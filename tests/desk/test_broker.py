"""The real broker with the desk's files: nobody speaks or listens under another's name, or says too much."""

import queue
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.mailbox import Join
from tests.desk import rig
from ui.desk.broker import GLANCE, HEARD, OUT, DeskFolder

if rig.tool("mosquitto") is None:
    pytest.skip("mosquitto isn't installed here", allow_module_level=True)

PATIENCE = 20.0


class Speaker:
    """A client of the broker: the answer to its login, and the messages it hears."""

    def __init__(self, join: Join, port: int) -> None:
        self.door: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.heard: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self.ready: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.client = client = Client(CallbackAPIVersion.VERSION2, client_id=join.table)
        client.username_pw_set(join.table, join.password)
        client.on_connect = self._answered
        client.on_subscribe = lambda *_: self.ready.put(True)
        client.on_message = lambda _, __, message: self.heard.put((message.topic, bytes(message.payload)))
        client.connect("127.0.0.1", port)
        client.loop_start()

    # The signature that paho calls.
    def _answered(self, _: Any, __: Any, ___: Any, code: Any, ____: Any) -> None:
        self.door.put(not code.is_failure)

    def listen(self, *topics: str) -> None:
        for topic in topics:
            self.client.subscribe(topic, qos=1)
            assert self.ready.get(timeout=PATIENCE)

    def say(self, topic: str, text: bytes) -> None:
        self.client.publish(topic, text, qos=1).wait_for_publish(PATIENCE)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


Enter = Callable[[Join], Speaker]


@pytest.fixture(name="folder")
def running() -> Iterator[DeskFolder]:
    with tempfile.TemporaryDirectory(prefix="companion-desk-") as path:
        Path(path).chmod(0o755)
        desk = DeskFolder.make(Path(path) / "desk", "127.0.0.1", rig.free_port(), "dbname=x")
        yield desk


@pytest.fixture(name="enter")
def at_the_door(folder: DeskFolder) -> Iterator[Enter]:
    """Start the broker at the first login, and disconnect everybody at the end."""
    engine: list[rig.Engine] = []
    inside: list[Speaker] = []

    def enter(join: Join) -> Speaker:
        if not engine:
            engine.append(rig.broker(folder.path))
            engine[0].start()
            rig.answers(folder.now.port)
        inside.append(Speaker(join, folder.now.port))
        return inside[-1]

    yield enter
    for speaker in inside:
        speaker.close()
    for one in engine:
        one.kill()


def test_a_table_speaks_and_hears_under_its_own_name_alone(folder: DeskFolder, enter: Enter) -> None:
    kitchen, attic = folder.add("kitchen"), folder.add("attic")
    desk, liar, other = enter(folder.join()), enter(kitchen), enter(attic)
    assert all(one.door.get(timeout=PATIENCE) for one in (desk, liar, other))
    desk.listen(OUT.format("+"), GLANCE.format("+"))
    liar.listen("#", HEARD.format("attic"), OUT.format("attic"), HEARD.format("kitchen"))
    liar.say(OUT.format("attic"), b"in the attic's name")
    liar.say(HEARD.format("attic"), b"in the desk's name")
    liar.say(GLANCE.format("attic"), b"in the attic's name")
    liar.say("$SYS/x", b"to the broker")
    liar.say(OUT.format("kitchen"), b"its own")
    assert desk.heard.get(timeout=PATIENCE) == (OUT.format("kitchen"), b"its own")
    other.say(OUT.format("attic"), b"the attic's own")
    assert desk.heard.get(timeout=PATIENCE) == (OUT.format("attic"), b"the attic's own")
    # The kitchen hears neither what the desk tells the attic nor what the attic says.
    desk.say(HEARD.format("attic"), b"for the attic")
    desk.say(HEARD.format("kitchen"), b"for the kitchen")
    assert liar.heard.get(timeout=PATIENCE) == (HEARD.format("kitchen"), b"for the kitchen")
    assert liar.heard.empty()
    assert other.heard.empty()


def test_what_is_too_large_does_not_come_through(folder: DeskFolder, enter: Enter) -> None:
    kitchen = folder.add("kitchen")
    desk, liar = enter(folder.join()), enter(kitchen)
    assert desk.door.get(timeout=PATIENCE)
    assert liar.door.get(timeout=PATIENCE)
    desk.listen(OUT.format("+"))
    liar.client.publish(OUT.format("kitchen"), b"x" * (1 << 20), qos=0)
    liar.client.publish(OUT.format("kitchen"), b"small", qos=1)
    assert desk.heard.get(timeout=PATIENCE) == (OUT.format("kitchen"), b"small")


def test_nobody_enters_without_the_right_password(folder: DeskFolder, enter: Enter) -> None:
    kitchen = folder.add("kitchen")
    gone = folder.add("gone")
    folder.remove("gone")
    assert enter(kitchen).door.get(timeout=PATIENCE)
    guesses = (("kitchen", "guessed"), ("nobody", ""), ("gone", gone.password), ("desk", kitchen.password))
    for join in (Join(name, password, "127.0.0.1") for name, password in guesses):
        assert not enter(join).door.get(timeout=PATIENCE)
