"""What Home Assistant finds of a table on the club's broker, in the form of its MQTT integration."""

import msgspec

from companion.club.mailbox import Join
from ui.desk.glance import Glance

USER = "home-assistant"
"""How Home Assistant logs in at the broker."""
BIRTH = "homeassistant/status"
"""Where it says that it has started, and wants to know of everything again."""
CONFIG, PRESENT = "homeassistant/device/companion-{}/config", "club/{}/home/present"
STATE, VERDICT = "club/{}/home/state", "club/{}/home/verdict"
ONLINE, OFFLINE = "online", "offline"
MOST_STATE = 255
"""Letters of a state in Home Assistant; of a longer one it says that it doesn't know it."""


def discovery(join: Join) -> bytes:
    """Return what says which things there are at a table; nothing, so that they go, where it shows none."""
    if not join.home:
        return b""
    table = join.table

    def thing(name: str, platform: str, topic: str, **more: object) -> dict[str, object]:
        called = {"name": name.capitalize(), "unique_id": f"companion-{table}-{name}"}
        return called | {"platform": platform, "state_topic": topic.format(table), "qos": 1, **more}

    shown = ("turn", "score", "game")
    things = {one: thing(one, "sensor", STATE, value_template=f"{{{{ value_json.{one} }}}}") for one in shown}
    things["verdict"] = thing("verdict", "event", VERDICT, event_types=["verdict"])
    found = {
        "device": {"identifiers": [f"companion-{table}"], "name": f"Table {table}"},
        "origin": {"name": "Table Companion"},
        "components": things,
        "availability_topic": PRESENT.format(table),
    }
    return msgspec.json.encode(found)


def state(glance: Glance | None) -> bytes:
    """Return what the sensors read."""
    every = {"turn": "", "score": "", "game": ""}
    if glance is not None and not glance.over:
        every |= {"turn": glance.title, "game": glance.game}
    if glance is not None:
        every["score"] = ", ".join(f"{who} {points}" for who, points in glance.score.items())
    return msgspec.json.encode({name: said[:MOST_STATE] for name, said in every.items()})


def event(glance: Glance) -> bytes:
    """Return what says that a verdict lies over the table."""
    said = {"event_type": "verdict", "verdict": glance.verdict, "lines": glance.lines}
    return msgspec.json.encode(said)


def rights(tables: list[str]) -> list[str]:
    """Return the broker's rights of tables that show themselves, and of Home Assistant, by lines."""
    found = ["", f"user {USER}", "topic read homeassistant/#", "topic read club/+/home/#"]
    found.append(f"topic write {BIRTH}")
    for table in tables:
        found += ["", f"user {table}", f"topic read {BIRTH}"]
        found += [f"topic write {topic.format(table)}" for topic in (CONFIG, PRESENT, STATE, VERDICT)]
    return found
