"""Simulated tables in one process: real stores, outboxes and couriers, to be killed and restarted.

    python -m tests.desk.tables FOLDER SECONDS_BETWEEN MODE TABLE...

Each plays matches as long as FOLDER/stop doesn't exist. After each commit it appends the number to
TABLE.made. In MODE `trusting`, the control, an item counts as heard once the broker has confirmed it.
"""

import sys
import time
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from msgspec.structs import replace
from paho.mqtt.client import Client
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion import register
from companion.book.bgstats import play_id
from companion.club import outbox
from companion.club.mailbox import Join, Mailbox
from companion.club.outbox import Ack, Item, encode
from companion.copies import stored_match
from companion.people import PersonId
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from ui.desk.broker import OUT
from ui.desk.courier import Courier


class Trusting(Courier):
    """A courier that takes the broker's confirmation for the desk's."""

    def __init__(self, mailbox: Mailbox, join: Join) -> None:
        self._sent: dict[int, Item] = {}
        self._confirmed: set[int] = set()
        super().__init__(mailbox, join)
        self.client.on_publish = self._published

    def step(self, now: float) -> None:
        """Step as usual, but count confirmed items as heard."""
        done = {number for number in list(self._confirmed) if number in self._sent}
        items = sorted((self._sent.pop(number) for number in done), key=lambda item: item.n)
        self._confirmed -= done
        for item in items:
            if self.sending.hear(Ack(item.series, max(item.n, self.sending.heard)), now):
                self.mailbox.save_ack(Ack(item.series, item.n))
        stamp = self.mailbox.stamp()
        if stamp != self._stamp:
            self._stamp, self._items = stamp, self.mailbox.items()
        for item in self.sending.due(self._items, now) if self.client.is_connected() else ():
            sent = self.client.publish(OUT.format(self.join.table), encode(item), qos=1)
            if item.n:
                self._sent[sent.mid] = item

    # The signature that paho calls.
    def _published(self, _: Client, __: Any, mid: int, ___: ReasonCode, ____: Properties) -> None:
        self._confirmed.add(mid)


class Table:
    """One table: its store, its folder, and its courier."""

    def __init__(self, folder: Path, name: str, mode: str, chance: Random) -> None:
        self.name, self.folder, self._chance = name, folder, chance
        self.store = Store(folder / f"{name}.db")
        self.mailbox = Mailbox(folder / f"{name}-club")
        join = Mailbox(folder / f"{name}-join").joined()
        assert join is not None
        if outbox.counter(self.store) is None:
            register.add(self.store, [replace(one, id=PersonId(str(uuid4()))) for one in (ADA, BOB)])
            self.mailbox.join(self.store, join, str(uuid4()))
        self.mailbox.exchange(self.store, lambda: str(uuid4()), anyway=True)
        self.courier = (Trusting if mode == "trusting" else Courier)(self.mailbox, join)

    def play(self) -> None:
        """Play a match to its end in two steps: one item for its start, one for its end."""
        here = len(self.store.matches())
        plates = tuple(one.plate for one in self.store.people().known.values())
        match = seated(ended("sheet"), f"{self.name} {here}", plates, here)
        rows, whole = match.rows(), stored_match(match)
        for part in (rows[:3], rows[3:]):
            outbox.keep(self.store, replace(whole, over=part is not rows[:3] and part[-1] == rows[-1]), part)
            now = outbox.counter(self.store)
            assert now is not None
            with (self.folder / f"{self.name}.made").open("ab", buffering=0) as made:
                made.write(b"%d %d %s\n" % (now.n, time.time_ns() // 1_000_000, play_id(whole.id).encode()))

    def step(self) -> None:
        """Exchange items with the courier, and let it send."""
        self.mailbox.exchange(self.store, lambda: str(uuid4()))
        self.courier.step(time.monotonic())


def main(folder: Path, between: float, mode: str, names: list[str]) -> None:
    """Run until killed."""
    chance = Random(time.time_ns())
    tables = [Table(folder, name, mode, chance) for name in names]
    due = [time.monotonic() + chance.uniform(0, between) for _ in tables]
    while True:
        stop = (folder / "stop").exists()
        for n, table in enumerate(tables):
            if not stop and time.monotonic() >= due[n]:
                due[n] = time.monotonic() + chance.uniform(0.5 * between, 1.5 * between)
                table.play()
            table.step()
        time.sleep(min(0.2, between / 10))


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4:])
