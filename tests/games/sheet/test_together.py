"""What doesn't go together on a sheet: one table, of which docs/sheets.md is made."""

from collections.abc import Iterator
from pathlib import Path

from companion.games.sheet.sheet import Path as PlaceInSheet
from companion.games.sheet.together import APART, APART_IN_CLOCKS, APART_IN_COLUMNS

DOCS = Path("docs/sheets.md")


def as_table() -> Iterator[str]:
    """Yield the lines of the table in docs/sheets.md: where it is said, and what would be right."""
    yield "| where | what is said |"
    yield "|---|---|"
    yield from (f"| {_place(path)} | {text} |" for path, _, text in APART)
    yield from (f"| `[clock]`, `{name}` | {text} |" for name, _, text in APART_IN_CLOCKS)
    columns = {(name, text): None for name, _, text in APART_IN_COLUMNS}
    yield from (f"| `[[column]]`, `{name}` | {text} |" for name, text in columns)


def _place(path: PlaceInSheet) -> str:
    names = [str(step) for step in path if isinstance(step, str)]
    return ", ".join(f"`{name}`" for name in names) or "the sheet"


def test_the_page_about_sheets_has_the_table_as_it_is() -> None:
    """Where it hasn't: put the lines of `as_table` under the heading."""
    assert "\n".join(as_table()) in DOCS.read_text()


def test_each_line_says_what_would_be_right() -> None:
    said = [text for *_, text in (*APART, *APART_IN_CLOCKS, *APART_IN_COLUMNS)]
    assert all(10 < len(text) < 200 and "\n" not in text and "|" not in text for text in said)
