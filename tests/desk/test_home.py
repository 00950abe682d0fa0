"""A real courier and a real broker: what Home Assistant finds there, and a broker with a certificate."""

import gc
import json
import queue
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.club.mailbox import FEED, Join, Mailbox
from tests.desk import rig
from tests.desk.test_broker import PATIENCE, Enter, Speaker, at_the_door, running
from tests.phones.program import a_match, picture
from ui.desk import glance
from ui.desk.broker import GLANCE, DeskFolder
from ui.desk.courier import Courier
from ui.games.registry import FACES
from ui.phones.feed import ClubFeed, pack_picture
from ui.table.overlay import RulingShown
from ui.table.presenting import Dialog
from ui.table.session import Session

if rig.tool("mosquitto") is None:
    pytest.skip("mosquitto isn't installed here", allow_module_level=True)

__all__ = ["at_the_door", "running"]
LOOKS = 400
"""How many times a courier is stepped, a twentieth of a second apart, before a message must have come."""


def heard(speaker: Speaker, courier: Courier, seconds: Iterator[float], topic: str) -> bytes:
    """Step the courier until a message comes on a topic."""
    for _ in range(LOOKS):
        courier.step(next(seconds))
        try:
            found, text = speaker.heard.get(timeout=0.05)
        except queue.Empty:
            continue
        if found == topic:
            return text
    raise AssertionError(f"nothing came under {topic}")


def test_home_assistant_follows_a_table_to_its_end(folder: DeskFolder, enter: Enter, tmp_path: Path) -> None:
    login = folder.let_home_in()
    join = folder.add("kitchen", home=True)
    hears, seconds = enter(login), count(0.0, 1.0)
    hears.listen("homeassistant/#", "club/#")
    courier = Courier(Mailbox(tmp_path), join)
    feed, match = ClubFeed(tmp_path / FEED), a_match()
    try:
        config = json.loads(heard(hears, courier, seconds, "homeassistant/device/companion-kitchen/config"))
        # Home Assistant's documentation requires these keys in a device's message.
        assert {"device", "origin", "components"} <= set(config)
        assert config["device"]["identifiers"]
        assert config["origin"]["name"]
        things: dict[str, Any] = config["components"]
        assert {thing["platform"] for thing in things.values()} == {"sensor", "event"}
        assert len({thing["unique_id"] for thing in things.values()}) == len(things)
        assert things["verdict"]["event_types"] == ["verdict"]
        # Home Assistant applies the device's settings to its entities, but not this one.
        assert {thing["qos"] for thing in things.values()} == {1}
        assert heard(hears, courier, seconds, config["availability_topic"]) == b"online"

        feed.show("m", lambda: picture(match))
        state_topic = things["turn"]["state_topic"]
        while not (state := json.loads(heard(hears, courier, seconds, state_topic)))["turn"]:
            pass
        assert state == {"turn": "Fox's turn", "score": state["score"], "game": "Tracktic"}

        banner = Dialog("Owl was first.", "by 12.4 ms", ())
        packet = pack_picture(match, courier_banner(match), "", RulingShown(banner, read=True))
        feed.show("m", lambda: packet)
        event = json.loads(heard(hears, courier, seconds, things["verdict"]["state_topic"]))
        assert event["event_type"] in things["verdict"]["event_types"]
        assert event["verdict"] == "Owl was first."

        # Home Assistant has restarted and has forgotten everything that isn't retained.
        hears.say("homeassistant/status", b"online")
        assert json.loads(heard(hears, courier, seconds, config["components"]["turn"]["state_topic"]))
        # The network goes: the broker reports the table offline.
        net: Any = courier.client.socket()
        net.shutdown(2)
        while heard(hears, courier, seconds, config["availability_topic"]) != b"offline":
            pass
        assert heard(hears, courier, seconds, config["availability_topic"]) == b"online"
    finally:
        feed.close()
        courier.close()
    left = (glance.CONFIG.format("kitchen"), b"")
    while hears.heard.get(timeout=PATIENCE) != left:
        pass


def courier_banner(session: Session) -> Any:
    """Return a match's banner."""
    facts = session.match.facts
    return FACES[session.match.game.name]().presenter(facts, session.plates).banner(session.view)


def test_a_table_that_didnt_ask_says_nothing(folder: DeskFolder, enter: Enter, tmp_path: Path) -> None:
    login, join = folder.let_home_in(), folder.add("kitchen")
    hears, desk, seconds = enter(login), enter(folder.join()), count(0.0, 1.0)
    hears.listen("homeassistant/#", "club/#")
    desk.listen(GLANCE.format("+"))
    courier, feed = Courier(Mailbox(tmp_path), join), ClubFeed(tmp_path / FEED)
    try:
        feed.show("m", lambda: picture(a_match()))
        assert heard(desk, courier, seconds, GLANCE.format("kitchen"))
    finally:
        feed.close()
        courier.close()
    # Only empty messages, which clear whatever was retained.
    while not hears.heard.empty():
        assert hears.heard.get() == (glance.CONFIG.format("kitchen"), b"")


def certificate(folder: Path, name: str, signed_by: str | None = None) -> None:
    """Have openssl make a key and a certificate: a signing one, or one for this machine."""
    line = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    line += ["-days", "3", "-subj", f"/CN={name}"]
    line += ["-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.crt"]
    if signed_by is not None:
        line += ["-CA", f"{folder}/{signed_by}.crt", "-CAkey", f"{folder}/{signed_by}.key"]
        line += ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]
    subprocess.run(line, check=True, capture_output=True)


# paho leaves the socket of a refused certificate to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_a_courier_speaks_to_its_own_broker_alone(folder: DeskFolder, enter: Enter, tmp_path: Path) -> None:
    for name in ("club", "stranger"):
        certificate(folder.path, name)
    certificate(folder.path, "broker", "club")
    conf = folder.path / "mosquitto.conf"
    port, plain = folder.now.port, rig.free_port()
    join = folder.add("kitchen", (folder.path / "club.crt").read_text())
    tls = f"listener {port} 127.0.0.1\ncertfile {folder.path}/broker.crt\nkeyfile {folder.path}/broker.key\n"
    text = conf.read_text().replace(f"listener {port} 127.0.0.1\n", f"{tls}listener {plain} 127.0.0.1\n")
    conf.write_text(text)
    engine = rig.broker(folder.path)
    engine.start()
    for one in (port, plain):
        rig.answers(one)
    speaker, seconds = Speaker(folder.join(), plain), count(0.0, 1.0)
    speaker.listen("club/#")
    stranger = Join("kitchen", join.password, "127.0.0.1", port, (folder.path / "stranger.crt").read_text())
    feed = ClubFeed(tmp_path / FEED)
    try:
        for each, arrives in ((stranger, False), (join, True)):
            courier = Courier(Mailbox(tmp_path), each)
            doors: queue.SimpleQueue[bool] = queue.SimpleQueue()
            courier.client.on_connect_fail = lambda *_, doors=doors: doors.put(True)
            feed.show("m", lambda each=each: picture(a_match(), each.ca[-60:-30]))  # type: ignore[misc]
            if arrives:
                assert heard(speaker, courier, seconds, GLANCE.format("kitchen"))
            else:
                assert doors.get(timeout=PATIENCE)
                courier.step(next(seconds))
                assert speaker.heard.empty()
            courier.close()
            feed.close()
    finally:
        feed.close()
        speaker.close()
        engine.kill()
        gc.collect()
