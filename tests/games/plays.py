"""Plays as text, for the tests of a game's rules: a table, reports, and what holds afterwards.

    us.duel, us.duel-won: a sentence of the rulebook
      5 A1g / 5 B1g / 5 / 5; turn 2 | A1p, 2 grabs -> 7+0 5+1 4+0 5+0 pot 0; turn 0
      | A1p, 3 grabs, duel 3 2 -> refused us.duel; lies

A play continues on the next line after a comma or a semicolon, and before an arrow.
Each game has its own words for tables, reports and what holds. A line without a table before the bar uses the
previous one. If what holds begins with `refused` (by exactly these rules, each with its reason where
the words give one), `breaks` (at least these) or `asks`, it is about the last report; then "lies", "do" and
"details" are looked for in the refusal, and "stands" goes on from the position after the table let it stand.
"take_off row 3" is a detail of what to do; what has none is done "anyhow".
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from companion.game import Accepted, Refused, Unclear


class Play(Struct, frozen=True):
    """One line: the sentence above it with its rule ids, a table, the reports, and what holds."""

    rules: tuple[str, ...]
    name: str
    table: str
    reports: tuple[str, ...]
    holds: tuple[str, ...]


def plays(*texts: str) -> Iterator[Play]:
    """Yield the plays in some texts."""
    rules, name, table, number = "", "", "", 0
    text = re.sub(r"(?<=[,;])\n +|\n +(?=->)", " ", "\n".join(texts))
    for line in filter(str.strip, text.splitlines()):
        if not line.startswith(" "):
            rules, _, name = line.partition(": ")
            number = 0
            continue
        seats, bar, rest = line.partition("|")
        table = seats.strip() or table
        if bar:
            number += 1
            reports, _, holds = rest.partition("->")
            rule_ids = tuple(rule for rule in rules.split(", ") if rule != "-")
            steps = tuple(filter(None, reports.strip().split(", ")))
            yield Play(rule_ids, f"{name} {number}", table, steps, tuple(holds.strip().split("; ")))


def marked(test: Any) -> set[str]:
    """Return the rules that a test is marked with."""
    return {rule for mark in test.pytestmark if mark.name == "rule" for rule in mark.args}


class Script(Struct, frozen=True):
    """A game and its words: a table, a report made at it, and whether something holds for it now.

    `holds` gets a state, the events of the last report, and the words of the claim. `refused` returns further
    claims that hold for a refusal, from the state before it.
    """

    game: Any
    table: Callable[[str], Any]
    report: Callable[[Any, str], Any]
    holds: Callable[[Any, tuple[Any, ...], str], bool]
    shown: Callable[[Any], str] = str
    refused: Callable[[Any, Refused[Any]], set[str]] = lambda state, refusal: set()

    def check(self, play: Play) -> None:
        """Play it, and check that everything holds."""
        state, events = self.table(play.table), ()
        kind, *words = play.holds[0].split()
        of_last = kind in ("refused", "breaks", "asks")
        for report in play.reports[:-1] if of_last else play.reports:
            ruling = self.game.judge(state, self.report(state, report))
            assert isinstance(ruling, Accepted), f"{report!r} is refused: {ruling}\n{self.shown(state)}"
            events = ruling.events
            state = self._after(state, events)
        claims = list(play.holds)
        if of_last:
            last = play.reports[-1]
            ruling = self.game.judge(state, self.report(state, last))
            claims = claims[1:]
        if kind == "asks":
            assert isinstance(ruling, Unclear), self.shown(state)
            question = ruling.question
            details = [str(word) for detail in question.details.items() for word in detail]
            assert [question.ask, "of", str(question.seat), *details] == words
        elif of_last:
            assert isinstance(ruling, Refused), f"{last!r} is accepted: {ruling}\n{self.shown(state)}"
            broken = [_named(fault, words) for fault in ruling.violations]
            as_said = broken == words or (kind == "breaks" and {*words} <= {*broken})
            assert as_said, f"{broken}\n{self.shown(state)}"
            facts = _facts(ruling) | self.refused(state, ruling)
            if "stands" in claims:
                assert ruling.stands is not None
                state, events = self._after(state, ruling.stands), ruling.stands
                facts.add("stands")
            claims = [claim for claim in claims if claim not in facts]
        for claim in claims:
            assert self.holds(state, events, claim), f"not {claim!r}:\n{self.shown(state)}"

    def _after(self, state: Any, events: tuple[Any, ...]) -> Any:
        for event in events:
            state = self.game.evolve(state, event)
        return state


def _named(fault: Any, words: list[str]) -> str:
    """Return a broken rule, with its reason if the words give one."""
    why = f"{fault.rule}:{fault.details.get('why')}"
    return why if why in words else str(fault.rule)


def _facts(ruling: Refused[Any]) -> set[str]:
    """Return what a refusal says: whether the piece is on the table, what to do, and the details."""
    (fault, *_) = ruling.violations
    return {
        "lies" if ruling.on_table else "lies not",
        f"of {fault.seat}",
        " ".join(("do", *(remedy.act for remedy in fault.remedy))),
        *(f"details {name} {detail}" for name, detail in fault.details.items()),
        *(
            f"{remedy.act} {name} {detail}"
            for remedy in fault.remedy
            for name, detail in remedy.details.items()
        ),
        *(f"{step.act} anyhow" for step in fault.remedy if not step.details),
        *(["falls"] if ruling.stands is None else []),
        *(["once"] if not any(other.remedy for other in ruling.violations[1:]) else []),
    }
