"""The small game that docs/add_a_game.md shows whole: written from the page alone, it keeps the contract."""

import re
from pathlib import Path

from tests.examples.test_wheel import companion, run

PAGE = Path(__file__).parents[2] / "docs" / "add_a_game.md"
_FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)```$", re.MULTILINE | re.DOTALL)


def written(folder: Path) -> Path:
    """Write the files of the page into a folder, as installing them would."""
    files = dict(_FILE.findall(PAGE.read_text()))
    entry = re.search(r"sticks = \"(.*)\"", files["pyproject.toml"])
    assert entry is not None
    files |= {
        "sticks/__init__.py": "",
        "sticks-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: sticks\nVersion: 1.0\n",
        "sticks-1.0.dist-info/entry_points.txt": f"[table_companion.games]\nsticks = {entry[1]}\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


def test_the_game_of_the_page_keeps_the_contract(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    done = run(
        written(tmp_path / "site"),
        tmp_path,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--companion-game=sticks",
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_it_is_refereed(tmp_path: Path) -> None:
    told = '{"type": "sticks.take", "seat": 0, "count": 3}\n{"type": "sticks.take", "seat": 0, "count": 4}\n'
    (tmp_path / "site").mkdir()
    done = companion(written(tmp_path / "site"), tmp_path, "referee", "sticks", told=told)
    assert '"left":12' in done.stdout
    assert '"st.turn"' in done.stdout
