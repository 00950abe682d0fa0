"""What doesn't go together on a sheet: one table, of which docs/sheets.md is made."""

from collections.abc import Iterator
from pathlib import Path

from companion.games.sheet.sheet import ClockRules, SheetColumn
from companion.games.sheet.sheet import Path as PlaceInSheet
from companion.games.sheet.sheet_file import score_sheet
from companion.games.sheet.together import of_clock, of_column, of_sheet

DOCS = Path("docs/sheets.md")
SHEET = score_sheet()
WHOLE, CLOCK = of_sheet(SHEET), of_clock(SHEET, ClockRules("up"))
COLUMN = of_column(SHEET, 0, SheetColumn("points"))
"""What may be wrong is the same for every sheet."""


def as_table() -> Iterator[str]:
    """Yield the lines of the table in docs/sheets.md: where it is said, and what would be right."""
    yield "| where | what is said |"
    yield "|---|---|"
    yield from (f"| {_place(path)} | {text} |" for path, _, text in WHOLE)
    yield from (f"| `[clock]`, `{path[-1]}` | {text} |" for path, _, text in CLOCK)
    yield from (f"| `[[column]]`, `{path[-1]}` | {text} |" for path, _, text in COLUMN)


def _place(path: PlaceInSheet) -> str:
    names = [str(step) for step in path if isinstance(step, str)]
    return ", ".join(f"`{name}`" for name in names) or "the sheet"


def test_the_page_about_sheets_has_the_table_as_it_is() -> None:
    """Where it hasn't: put the lines of `as_table` under the heading."""
    assert "\n".join(as_table()) in DOCS.read_text()


def test_each_line_says_what_would_be_right() -> None:
    said = [text for *_, text in (*WHOLE, *CLOCK, *COLUMN)]
    assert all(10 < len(text) < 200 and "\n" not in text and "|" not in text for text in said)
