"""Every file of ours that the documents name exists, also after moves."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ELSEWHERE = {
    "your_program.py",
    *(f"sticks/{name}.py" for name in ("__init__", "model", "rules", "face", "deal")),
}
"""Files of the reader's, and those that a page shows whole: tests/examples/test_page.py writes them."""
NAMED = re.compile(r"(?<![\w/<])((?:[a-z_]+/)*[a-z_0-9]+\.py)\b")


def files() -> list[str]:
    houses = ("companion", "hardware", "ui", "tests", "examples", "systemd", "docs")
    return [str(path) for house in houses for path in (ROOT / house).rglob("*.py")]


def named(page: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        for name in NAMED.findall(line):
            yield number, name


def test_every_file_that_a_page_names_is_there() -> None:
    there = files()
    pages = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    lost = [
        f"{page.name}:{number}: {name}"
        for page in pages
        for number, name in named(page)
        if name not in ELSEWHERE and not any(file.endswith(f"/{name}") for file in there)
    ]
    assert lost == []


def test_a_name_that_is_gone_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("It lies in `ui/table/nowhere.py`, and `fold.py` folds it.", "utf-8")
    assert [name for _number, name in named(page)] == ["ui/table/nowhere.py", "fold.py"]
