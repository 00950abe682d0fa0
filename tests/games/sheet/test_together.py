"""What doesn't go together on a sheet: one table, of which docs/sheets.md is made."""

from pathlib import Path

from companion.games.sheet.together import APART, APART_IN_CLOCKS, APART_IN_COLUMNS, as_table

DOCS = Path("docs/sheets.md")


def test_the_page_about_sheets_has_the_table_as_it_is() -> None:
    """Where it hasn't: put the lines of `as_table` under the heading."""
    assert "\n".join(as_table()) in DOCS.read_text()


def test_each_line_says_what_would_be_right() -> None:
    said = [text for *_, text in (*APART, *APART_IN_CLOCKS, *APART_IN_COLUMNS)]
    assert all(10 < len(text) < 200 and "\n" not in text and "|" not in text for text in said)
