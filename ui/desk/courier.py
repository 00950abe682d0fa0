"""`companion-courier`: carries results and glances to the desk, and the desk's acknowledgements back.

A separate program, because the app has no network. It sees only the folder between the two: no store, journal
or device. It sends what is waiting until the desk says that it has it; the broker's word isn't enough.
"""

import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import click
import msgspec
from msgspec.structs import replace
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.mailbox import FEED, Join, Mailbox
from companion.club.outbox import Ack, Item, encode, read_ack
from companion.errors import SetupError
from companion.places import club_path, store_path
from ui.desk import glance, words
from ui.desk.broker import GLANCE, HEARD, OUT, ConnectionNews
from ui.desk.glance import Glance, Watch

SILENCE = 3.0
"""Seconds without an answer from the desk until everything waiting is sent again."""
HELLO = 30.0
"""Seconds between signs of life from a table that has nothing to send."""
WINDOW = 100
"""Items under way at once: what the broker holds for an absent desk stays small."""
SHOW = 1.0
"""Seconds between two glances; an unchanged one is sent again with each HELLO."""
FAREWELL = 2.0
"""Seconds that a table which leaves waits for the broker to take it out of Home Assistant."""
LOOK = 0.2
"""Seconds between two readings of the folder."""


class Sending:
    """Decides what to send when. Pure, with times in seconds of any monotonic clock."""

    def __init__(self) -> None:
        self.series = ""
        self.heard = self.sent = 0
        self._moved = self._greeted = float("-inf")

    def due(self, items: Sequence[Item], now: float) -> list[Item]:
        """Return the items to send now, of all that are waiting; they then count as sent."""
        if not items:
            return []
        if items[0].series != self.series:
            self.series, self.heard = items[0].series, max(items[0].first - 1, 0)
            self.sent = self.heard
        waiting = [item for item in items if item.n > self.heard]
        if waiting and self.sent > self.heard and now - self._moved >= SILENCE:
            self.sent = self.heard
        sendable = [item for item in waiting if item.n > self.sent][: WINDOW - (self.sent - self.heard)]
        if sendable:
            self.sent, self._moved = sendable[-1].n, now
        if now - self._greeted >= HELLO:
            self._greeted = now
            sendable = [item for item in items if not item.n] + sendable
        return sendable

    def hear(self, ack: Ack, now: float) -> bool:
        """Note what the desk has; return whether that is news.

        It can be less than before, after a backup was restored; what is still waiting here is then sent
        again.
        """
        if ack.series != self.series or ack.n == self.heard:
            return False
        self.sent = ack.n if ack.n < self.heard else max(self.sent, ack.n)
        self.heard, self._moved = ack.n, now
        return True

    def again(self) -> None:
        """Send everything waiting again, because the connection is a new one."""
        self.sent, self._greeted = self.heard, float("-inf")


class Courier:
    """A connection to one desk, as long as the table is in its club."""

    def __init__(self, mailbox: Mailbox, join: Join) -> None:
        self.mailbox, self.join = mailbox, join
        self.sending = Sending()
        self._stamp = -1
        self._items: list[Item] = []
        self._acks: SimpleQueue[Ack] = SimpleQueue()
        self._glance: Glance | None = None
        self._since = self._sent_at = float("-inf")
        self.client = client = Client(CallbackAPIVersion.VERSION2, client_id=join.table)
        client.username_pw_set(join.table, join.password)
        if join.ca:
            client.tls_set_context(_trusting(join.ca))
        self._watch = Watch(mailbox.folder / FEED)
        if join.home:
            client.will_set(glance.PRESENT.format(join.table), glance.OFFLINE, qos=1, retain=True)
        self._news = ConnectionNews(client, join)
        client.reconnect_delay_set(1, 8)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.connect_async(join.host, join.port, keepalive=20)
        client.loop_start()

    def step(self, now: float) -> None:
        """Read the folder, and send what is due."""
        while not self._acks.empty():
            ack = self._acks.get()
            if self.sending.hear(ack, now):
                self.mailbox.save_ack(ack)
        stamp = self.mailbox.stamp()
        if stamp != self._stamp:
            self._stamp, self._items = stamp, self.mailbox.items()
        if self.client.is_connected():
            for item in self.sending.due(self._items, now):
                self.client.publish(OUT.format(self.join.table), encode(item), qos=1)
            self._show(now)

    def _show(self, now: float) -> None:
        """Send the desk what the table shows, if that is due."""
        if now - self._sent_at < SHOW:
            return
        join, packet, verdict = self.join, self._watch.newest(), self._glance and self._glance.verdict
        if packet is not None:
            self._glance, self._since = self._watch.glance(packet), now
            if join.home and self._glance and self._glance.verdict not in ("", verdict):
                self.client.publish(glance.VERDICT.format(join.table), glance.home_event(self._glance), qos=1)
        elif self._glance is None or now - self._sent_at < HELLO:
            return
        aged = self._glance and replace(self._glance, age=round(now - self._since, 1))
        self.client.publish(GLANCE.format(join.table), msgspec.json.encode(aged) if aged else b"")
        self._sent_at = now
        if join.home:
            self.client.publish(glance.STATE.format(join.table), glance.home_state(self._glance), qos=1)

    def _announce(self) -> None:
        """Announce the table to Home Assistant, or withdraw it."""
        table, announcement = self.join.table, glance.discovery(self.join)
        self.client.publish(glance.CONFIG.format(table), announcement, qos=1, retain=True)
        if self.join.home:
            self.client.publish(glance.PRESENT.format(table), glance.ONLINE, qos=1, retain=True)
            self.client.publish(glance.STATE.format(table), glance.home_state(self._glance), qos=1)

    def close(self) -> None:
        """End the connection."""
        self._watch.close()
        if self.join.home:
            # A message that the broker hasn't acknowledged can be lost with the connection.
            with suppress(RuntimeError):
                farewell = self.client.publish(glance.CONFIG.format(self.join.table), b"", qos=1, retain=True)
                farewell.wait_for_publish(FAREWELL)
        self.client.disconnect()
        self.client.loop_stop()

    # Called in the client's thread: these only leave work for the next step.

    def _on_connect(self, client: Client, _: object, __: object, code: ReasonCode, ___: object) -> None:
        if self._news.connected(code):
            client.subscribe([(HEARD.format(self.join.table), 1), (glance.BIRTH, 1)])
            self._announce()
            self.sending.again()

    def _on_message(self, _: Client, __: object, message: MQTTMessage) -> None:
        if message.topic == glance.BIRTH:
            # Home Assistant has restarted, and has forgotten the states.
            self._announce()
            return
        ack = read_ack(bytes(message.payload))
        if ack is not None:
            self._acks.put(ack)


def _trusting(certificate: str) -> ssl.SSLContext:
    """Return the settings of a client that trusts this certificate alone. Raises SetupError if it is none."""
    try:
        return ssl.create_default_context(cadata=certificate)
    # The second if it isn't even ASCII.
    except (ssl.SSLError, TypeError):
        raise SetupError(words.BAD_CERTIFICATE) from None


def carry(mailbox: Mailbox, courier: Courier | None, now: float) -> Courier | None:
    """Do one step; connect if the table has joined, disconnect if it has left or joined another club."""
    join = mailbox.joined()
    if courier is not None and courier.join != join:
        courier.close()
        courier = None
    if courier is None and join is not None:
        courier = Courier(mailbox, join)
    if courier is not None:
        courier.step(now)
    return courier


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--folder", type=click.Path(path_type=Path), help="The folder between the app and the courier.")
def main(folder: Path | None) -> None:
    """Carry a table's results to its club's desk, for as long as it runs."""
    mailbox = Mailbox(folder or club_path(store_path()))
    courier: Courier | None = None
    if mailbox.joined() is None:
        click.echo(words.NO_CLUB.format(mailbox.folder), err=True)
    while True:
        try:
            courier = carry(mailbox, courier, time.monotonic())
        except SetupError as error:
            raise click.ClickException(str(error)) from None
        time.sleep(LOOK)
