"""Writes the playthroughs of the simulated tables: `python -m tests.playthroughs.record`."""

from pathlib import Path
from typing import Any

import msgspec

from companion.clock import WallTime
from companion.game import Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import (
    CallInward,
    TurnCard,
)
from companion.journal import Header
from companion.match import Match
from companion.match_reports import LetStand, PutRight, TakeBack
from tests.games.ungle_speed.players import Table, wanted
from tests.playthroughs.script import FOLDER, play

WRONG = 0.06


class Recorder:
    """Submits reports to a match and keeps those lines."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        game = UngleSpeed()
        self.match: Match[Any, Any, Any, Any] = Match.begin(game, facts, Header("m", game.name), WallTime(0))
        self.lines = [f'{{"players":{facts.players},"level":"{facts.level}"}}']

    def submit(self, report: Any) -> None:
        self.lines.append(msgspec.json.encode(report).decode())
        self.match.submit(report, seen=self.match.length, at=WallTime(0))


def ungle_speed(players: int, level: Level, seed: int) -> list[str]:
    """Return the reports of a whole match with wrong moves, mis-taps and claims that can't be."""
    recorder = Recorder(Facts(players, level=level))
    table = Table(players, STANDARD, level, seed)
    while not table.over:
        state = recorder.match.state
        if table.random.random() < WRONG:
            seat = Seat((state.turn + 1) % len(state.stacks))
            recorder.submit(TurnCard(seat))
            held = recorder.match.hold is not None
            recorder.submit(PutRight() if held and table.random.random() < 0.5 else TakeBack())
            if not held:
                raise SystemExit(f"seed {seed}: a wrong move was not held; take another seed")
        elif table.random.random() < WRONG:
            recorder.submit(CallInward())
            recorder.submit(LetStand())
        for report in table.round():
            if wanted(report, recorder.match.state):
                recorder.submit(report)
    return recorder.lines


def write(path: Path, about: str, lines: list[str]) -> None:
    """Write a script with what came of each report."""
    text = "\n".join([f"# {about}", *play(UngleSpeed(), lines)])
    path.write_text(text + "\n")


if __name__ == "__main__":
    for name, players, level, seed in (
        ("two", 2, Level.COUNTING, 52),
        ("three", 3, Level.WATCHING, 24),
        ("six", 6, Level.WATCHING, 52),
        ("six_counting", 6, Level.COUNTING, 44),
    ):
        about = f"{players} players, {level}: a simulated table with wrong moves in it"
        write(FOLDER / "ungle_speed" / f"{name}.txt", about, ungle_speed(players, level, seed))
