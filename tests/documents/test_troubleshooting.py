"""What docs/troubleshooting.md quotes is what the program says: searching for a sentence finds it."""

import ast
import re

import pytest

from tests.documents.commands import ROOT

PAGE = (ROOT / "docs" / "troubleshooting.md").read_text()
ROW = re.compile(r"^\| ([^|]+) \|.*\|$", re.MULTILINE)
SAID = ("it says", "said")
"""Headings of columns that quote."""
NOT_OURS = ("Interactive authentication required", "command not found")
"""Messages of the system."""
VALUE = re.compile(r"\.\.\.|\"\w+\"|'\w+'|\b(?:GPIO\d+|GP\d+|BTN_\w+|seat \d|left)\b|/dev/\w+|[:=,]")
"""Examples that differ from table to table, and what joins them."""


@pytest.fixture(scope="module")
def texts() -> str:
    """Everything the program can say; text between two fields is on a line of its own."""
    found = [(ROOT / "systemd" / "prepare").read_text()]
    for house in ("companion", "hardware", "ui"):
        for path in (ROOT / house).rglob("*.py"):
            nodes = ast.walk(ast.parse(path.read_text()))
            values = [node.value for node in nodes if isinstance(node, ast.Constant)]
            found += [value for value in values if isinstance(value, str)]
    return "\n".join(found)


def quoted(page: str) -> list[str]:
    """Return a page's quotations: code in its tables, and columns of sentences."""
    found = []
    head = ""
    for row in ROW.finditer(page):
        first = row[1].strip()
        # A heading is the row before the line of dashes.
        if re.match(r"\|[-| ]+\|$", page[row.end() + 1 :].partition("\n")[0]):
            head = first
        elif not re.fullmatch(r"-+", first):
            spans = re.findall(r"`([^`]+)`", first)
            found += spans or ([first] if head in SAID else [])
    return found


def unknown(sentence: str, texts: str) -> list[str]:
    """Return the pieces of a sentence that no text contains."""
    pieces = [piece.strip() for piece in VALUE.split(sentence)]
    return [piece for piece in pieces if len(piece) > 1 and piece not in texts]


def test_what_the_page_quotes_is_what_the_program_says(texts: str) -> None:
    sentences = [one for one in quoted(PAGE) if not any(words in one for words in NOT_OURS)]
    assert len(sentences) > 20, "nothing was read: this test would pass on anything"
    assert {one: wrong for one in sentences if (wrong := unknown(one, texts))} == {}


def test_a_sentence_that_nobody_says_is_noticed(texts: str) -> None:
    page = "| said | do |\n|---|---|\n| GPIO4: the pin is on holiday | wait |\n| stuck | look |\n"
    assert quoted(page) == ["GPIO4: the pin is on holiday", "stuck"]
    assert unknown("GPIO4: the pin is on holiday", texts) == ["the pin is on holiday"]
