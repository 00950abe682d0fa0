"""Playthroughs: whole matches as text, one report and its outcome at a time, wrong moves included.

A file is a line of facts and then pairs: the report as JSON, and after it, indented, the ruling, the score
and what is awaited. `python -m tests.playthroughs.record` writes those of the simulated tables again; read
the difference before you commit it, because it is a change of the rules.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.clock import WallTime
from companion.game import Accepted, AnyGame, Refused
from companion.journal import MatchHeader
from companion.match import Match
from ui.console.referee import read_report, reader

FOLDER = Path(__file__).parent


def came_of(match: Match[Any, Any, Any, Any], ruling: Any) -> str:
    """Return the outcome of a report, on one line."""
    if isinstance(ruling, Accepted):
        said = "accepted"
    elif isinstance(ruling, Refused):
        said = "refused " + " ".join(violation.rule for violation in ruling.violations)
    else:
        said = f"unclear {ruling.question.ask}"
    score = " ".join(f"{name} {figures}" for name, figures in match.game.score(match.state).items())
    awaited = " ".join(f"{prompt.act}{list(prompt.seats)}" for prompt in match.game.awaited(match.state))
    outcome = f"won by {list(match.outcome.winners)} {match.outcome.reason}" if match.outcome else ""
    return "  ".join(filter(None, ("   ", said, "held" if match.hold else "", score, awaited, outcome)))


def steps(game: AnyGame, lines: Iterable[str]) -> Iterator[tuple[str, Match[Any, Any, Any, Any], Any]]:
    """Play a script; yield each report, the match after it, and the ruling. The facts come first."""
    reports = (line for line in lines if not line.startswith(("    ", "#")))
    read = reader(game)
    facts = next(reports)
    opening = msgspec.json.decode(facts, type=game.facts_type)
    match: Match[Any, Any, Any, Any] = Match.begin(game, opening, MatchHeader("m", game.name), WallTime(0))
    yield facts, match, None
    for line in reports:
        answer = match.submit(read_report(line.encode(), read), seen=match.length, at=WallTime(0))
        yield line, match, answer.ruling


def play(game: AnyGame, lines: Iterable[str]) -> Iterator[str]:
    """Play the reports of a script and yield the script as it should be."""
    for line, match, ruling in steps(game, lines):
        yield line
        if ruling is not None:
            yield came_of(match, ruling)
