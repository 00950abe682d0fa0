"""No sentence in the program and no rule contains words that nobody says at a table.

Families read them in the middle of an evening; docs/ may speak of records and entries where files are meant,
and of what is told to the referee.
"""

import re
import tomllib
from pathlib import Path

import pytest

from companion.games.shelf import GAMES

ROOT = Path(__file__).resolve().parents[1]
SENTENCE = re.compile(r"""\b(?:_|phrase|plural|many)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?""")
DROPPED = re.compile(
    r"\b(the own|an own|anew|whoever|is told|are told|degraded|broken off|break off|has the say|no reaction"
    r"|error budget|tie band)\b",
    re.IGNORECASE,
)
"""Each has a plainer word: your, again, the player who, hears, less exact, ended early, answers."""


def sentences() -> list[tuple[str, str]]:
    """Return every sentence of the screens and the command line, with its file."""
    found = []
    for path in sorted((ROOT / "ui").rglob("*.py")):
        for match in SENTENCE.finditer(path.read_text()):
            found += [(str(path.relative_to(ROOT)), text) for text in match.groups() if text]
    return found


def test_no_sentence_on_a_screen_has_a_word_that_nobody_says() -> None:
    said = sentences()
    assert len(said) > 1500, "the pattern finds the sentences"
    assert [(where, text) for where, text in said if DROPPED.search(text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_has_one_either(game: str) -> None:
    path = ROOT / "companion" / "games" / game.replace("-", "_") / "rules.toml"
    texts = [rule["text"] for rule in tomllib.loads(path.read_text())["rule"].values()]
    assert texts
    assert [text for text in texts if DROPPED.search(text)] == []


WORDS = r"\b(the own|an own|anew|whoever|degraded|broken off|break off|has the say|error budget|tie band)\b"
IN_DOCS = re.compile(WORDS, re.IGNORECASE)
FRONT = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
DOCS = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in FRONT)])


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_no_page_of_the_docs_has_one(page: Path) -> None:
    # Words that continue on the next line are found as well.
    assert {match.group().lower() for match in IN_DOCS.finditer(" ".join(page.read_text().split()))} == set()
