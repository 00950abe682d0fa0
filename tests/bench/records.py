"""Records: how fast they are replayed, judged again and committed."""

import json
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.clock import WallTime
from companion.game import Level
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.boards import read_board
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.layout import demo
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.tally import tally
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.journal import Entered, StoredRow
from companion.match import Match
from companion.match_reports import TakeBack
from companion.store import Store, StoredMatch
from tests.bench.measure import Row, in_turn, seconds, timed
from tests.bench.memory import Sizes
from tests.games.sequence_states.players import Table as SequenceTable
from tests.games.ungle_speed.players import Table, wanted
from tests.matches import AnyMatch, new_match, submit
from ui.storage.saver import Saver

EVENTS = 10_000
COMMITS = 500


def long_match() -> AnyMatch:
    """Return a match of at least 10,000 events: simulated games, each taken back at its end."""
    match = new_match(UngleSpeed(), Facts(6, level=Level.WATCHING), "bench")
    seed = 0
    while events_of(match) < EVENTS:
        table = Table(6, STANDARD, Level.WATCHING, seed)
        while not table.over:
            for report in table.round():
                if wanted(report, match.state):
                    submit(match, report)
        submit(match, TakeBack(match.line[1].entry))
        seed += 1
    return match


def events_of(match: AnyMatch) -> int:
    """Return the number of events in a whole record."""
    return sum(len(entry.body.events) for entry in match.entries if isinstance(entry.body, Entered))


def replay(match: AnyMatch) -> Row:
    """Replay a record from its rows; the baseline only parses them with `json`."""
    rows = match.rows()
    events = events_of(match)
    ours, raw = in_turn(lambda: Match.restore(match.game, rows), lambda: [json.loads(r.entry) for r in rows])
    return Row(
        "replay of a record",
        f"{events / ours:,.0f} events/s",
        f"json.loads of it: {events / raw:,.0f} events/s",
        ours / raw,
        ">= 20,000 events/s",
        events / ours >= 20_000,
    )


def judging(match: AnyMatch) -> Row:
    """Judge every report of a game again; the baseline only evolves its events."""
    line = one_game(match)
    game = match.game

    def judge() -> None:
        for before, after in line:
            game.judge(before, after.report)

    def fold() -> None:
        for before, after in line:
            state = before
            for event in after.events:
                state = game.evolve(state, event)

    ours, bare = in_turn(judge, fold)
    return timed("judge a report", ours / len(line), "evolve alone", bare / len(line), 0.002)


def one_game(match: AnyMatch) -> list[tuple[Any, Any]]:
    """Return, for each report of a whole game, the state before and the position after it."""
    again: AnyMatch = Match(match.game, match.entries[:1])
    table = Table(6, STANDARD, Level.WATCHING, 1)
    while not table.over:
        for report in table.round():
            if wanted(report, again.state):
                submit(again, report)
    return [(before.state, after) for before, after in zip(again.line, again.line[1:], strict=False)]


def sequence_states() -> Iterator[Row]:
    """Judge and evolve whole turns on the demo layout, and tally full boards."""
    game = SequenceStates()
    table = SequenceTable(2, 2, demo(), 1, shy=True)
    state = game.opening(SequenceFacts(2, layout=demo()))
    turns: list[tuple[Any, Any, Any]] = []
    while not table.over:
        for report in table.turn():
            events = game.judge(state, report).events  # type: ignore[union-attr]  # it plays by the rules
            turns.append((state, report, events))
            state = fold(state, events)

    def turn() -> None:
        for before, report, _ in turns:
            fold(before, game.judge(before, report).events)  # type: ignore[union-attr]

    def only_fold() -> None:
        for before, _, events in turns:
            fold(before, events)

    ours, bare = in_turn(turn, only_fold)
    total = len(turns)
    yield timed("Sequence: judge and evolve a report", ours / total, "evolve alone", bare / total, 0.002)
    chance = Random(1)
    boards = []
    for _ in range(50):
        letters = list("r" * 50 + "b" * 50)
        chance.shuffle(letters)
        boards.append("\n".join("".join(letters[row : row + 10]) for row in range(0, 100, 10)))
    ours, bare = in_turn(lambda: [*map(tally, map(read_board, boards))], lambda: [*map(read_board, boards)])
    all_of = len(boards)
    yield timed("Sequence: tally of a full board", ours / all_of, "reading it alone", bare / all_of, 0.005)
    # The worst case found: every chip locked, five full rows of each colour.
    locked = read_board("\n".join(["R" * 10] * 5 + ["B" * 10] * 5))
    ours, bare = in_turn(lambda: tally(locked), lambda: tally(read_board(boards[0])))
    yield timed("Sequence: tally with every chip locked", ours, "a board without", bare, 0.005)


def commits() -> Iterator[Row]:
    """Commit entries one by one: directly in the store, and through the saver until acknowledged.

    The baseline, in turn with both, is a bare SQLite insert with the same durability.
    """
    with tempfile.TemporaryDirectory() as folder:
        rows = [StoredRow(n, n, b"x" * 200) for n in range(COMMITS)]
        bare = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        bare.execute("pragma journal_mode = wal")
        bare.execute("pragma synchronous = full")
        bare.execute("create table entry (n integer primary key, body blob)")
        kept = StoredMatch("bench", "ungle-speed", WallTime(0), WallTime(0), False, "", 0)
        acknowledged = threading.Event()
        saver = Saver(Path(folder) / "saved.db", lambda news: news())
        saver.on_written = lambda *_: acknowledged.set()
        with Store(Path(folder) / "store.db") as store:

            def ours(row: StoredRow) -> None:
                store.keep(kept, [row])

            def saved(row: StoredRow) -> None:
                acknowledged.clear()
                saver.keep(kept, [row])
                acknowledged.wait()

            def baseline(row: StoredRow) -> None:
                bare.execute("insert into entry values (?, ?)", (row.n, row.entry))

            # The first save opens the store.
            saved(StoredRow(COMMITS, 0, b""))
            taken = [[seconds(partial(work, row)) for work in (ours, saved, baseline)] for row in rows]
        saver.close()
        bare.close()
    store_times, saver_times, plain_times = (sorted(times) for times in zip(*taken, strict=True))
    for what, times in (("commit of an entry", store_times), ("told to acknowledged", saver_times)):
        for share, name in ((0.5, "median"), (0.99, "99 of 100")):
            at = round(share * (COMMITS - 1))
            yield Row(
                f"{what}, {name}",
                f"{times[at] * 1e3:.2f} ms",
                f"bare SQLite insert: {plain_times[at] * 1e3:.2f} ms",
                times[at] / plain_times[at],
                "off the UI thread",
            )


def memory() -> Row:
    """Measure how much memory 10,000 more events add to a process that has played as many."""
    command = [sys.executable, "-m", "tests.bench.memory"]
    answer = subprocess.run(command, capture_output=True, check=True, timeout=300)
    sizes = msgspec.json.decode(answer.stdout, type=Sizes)
    grown = sizes.twice - sizes.once
    return Row(
        "memory gained over 10,000 more events, match after match",
        f"{grown / 1e6:.2f} MB",
        f"after the first 10,000, without a screen: {sizes.once / 1e6:.0f} MB",
        grown / sizes.once,
        "flat",
        grown < 0.01 * sizes.once,
    )
