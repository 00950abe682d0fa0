"""The desk's side of the broker: receives what tables send, and acknowledges it after the commit.

The broker keeps the session while the desk is away (clean session off, QoS 1). Nothing depends on that: a
table sends everything again until the desk has acknowledged it.
"""

import queue
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress

import click
import psycopg
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.mailbox import Join
from companion.club.outbox import encode
from ui.desk import words
from ui.desk.broker import DESK, GLANCE, HEARD, OUT, ConnectionNews
from ui.desk.database import Database, Message, connect, name_trouble, store_items

MOST_AT_ONCE = 500
"""Most messages in one transaction."""
MOST_WAITING = 20_000
"""Most messages in memory; more are dropped, and will be sent again."""
AGAIN = 1.0
"""Seconds until a lost database is tried again."""


class Listening:
    """A connection to the broker, and what has come in through it."""

    def __init__(self, join: Join) -> None:
        self._inbox: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self.glances: dict[str, bytes] = {}
        """What each table shows, as last received."""
        self.client = client = Client(CallbackAPIVersion.VERSION2, client_id=DESK, clean_session=False)
        client.username_pw_set(join.table, join.password)
        self._news = ConnectionNews(client, join)
        client.reconnect_delay_set(1, 4)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.connect_async(join.host, join.port, keepalive=20)
        client.loop_start()

    def receive(self, patience: float) -> list[Message]:
        """Return messages that have come in, after waiting at most `patience` seconds for the first."""
        messages: list[Message] = []
        with suppress(queue.Empty):
            messages.append(self._inbox.get(timeout=patience))
            while len(messages) < MOST_AT_ONCE:
                messages.append(self._inbox.get_nowait())
        return messages

    def answer(self, db: Database, messages: list[Message]) -> None:
        """Store messages, then acknowledge them to their tables; OperationalError: none was stored."""
        try:
            answers = store_items(db, messages)
        except psycopg.DataError:
            answers = []
            for message in messages if messages[1:] else ():
                self.answer(db, [message])
            if not messages[1:]:
                name_trouble(db, messages[0][0], words.CANT_BE_KEPT)
        for table, ack in answers:
            self.client.publish(HEARD.format(table), encode(ack), qos=0)

    def close(self) -> None:
        """End the connection; the broker keeps the session."""
        self.client.disconnect()
        self.client.loop_stop()

    def _on_connect(self, client: Client, _: object, __: object, code: ReasonCode, ___: object) -> None:
        if self._news.connected(code):
            client.subscribe([(OUT.format("+"), 1), (GLANCE.format("+"), 0)])

    def _on_message(self, _: object, __: object, message: MQTTMessage) -> None:
        table, kind = message.topic.split("/")[1:]
        if kind == "glance":
            self.glances[table] = bytes(message.payload)
            return
        with suppress(queue.Full):
            self._inbox.put_nowait((table, bytes(message.payload)))


def serve(
    join: Join, database: str, pages: Callable[[Database, Mapping[str, bytes]], None], every: float = 2.0
) -> None:
    """Listen as long as the program runs; write the pages soon after news, and every `every` seconds."""
    listening, written, news, away = Listening(join), float("-inf"), False, False
    while True:
        # Messages that came while the database was away weren't acknowledged: they come again.
        try:
            with closing(connect(database)) as db:
                away = False
                while True:
                    messages = listening.receive(every / 4)
                    if messages:
                        listening.answer(db, messages)
                        news = True
                    now = time.monotonic()
                    if now - written >= (every / 4 if news else every):
                        written, news = now, False
                        pages(db, listening.glances)
        # Not only a lost connection: while an older backup is restored, its tables lack what `connect` adds.
        except psycopg.Error as error:
            if not away:
                click.echo(words.NO_DATABASE.format(" ".join(str(error).split())), err=True)
            away = True
        time.sleep(AGAIN)
