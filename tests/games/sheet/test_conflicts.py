"""What doesn't go together on a sheet: docs/sheets.md has a table of it."""

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.games.sheet import conflicts
from companion.games.sheet.sheet import Path as PlaceInSheet

DOCS = Path("docs/sheets.md")


def yielded(function: Callable[..., Any]) -> list[tuple[Any, str]]:
    """Return everything that a function may yield: the places, and what would be right there."""
    tree = ast.parse(inspect.getsource(function))
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Yield))
    return [eval(ast.unparse(value), vars(conflicts)) for value in values if value is not None]


WHOLE, CLOCK, COLUMN = yielded(conflicts.of_sheet), yielded(conflicts.of_clock), yielded(conflicts.of_column)


def as_table() -> Iterator[str]:
    """Yield the lines of the table in docs/sheets.md: the place, and what would be right there."""
    yield "| where | what is said |"
    yield "|---|---|"
    yield from (f"| {_place(path)} | {text} |" for path, text in WHOLE)
    yield from (f"| `[clock]`, `{name}` | {text} |" for name, text in CLOCK)
    yield from (f"| `[[column]]`, `{name}` | {text} |" for name, text in COLUMN)


def _place(path: PlaceInSheet) -> str:
    names = [str(step) for step in path if isinstance(step, str)]
    return ", ".join(f"`{name}`" for name in names) or "the sheet"


def test_the_page_about_sheets_has_the_table_as_it_is() -> None:
    """If it fails, put the lines of `as_table` under the heading."""
    assert "\n".join(as_table()) in DOCS.read_text()


def test_each_line_says_what_would_be_right() -> None:
    texts = [text for _, text in (*WHOLE, *CLOCK, *COLUMN)]
    assert len(texts) == 43
    assert all(10 < len(text) < 200 and "\n" not in text and "|" not in text for text in texts)
