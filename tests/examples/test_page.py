"""The small game that docs/add_a_game.md shows whole: written from the page alone, it keeps the contract."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examples.test_wheel import companion, run

PAGE = Path(__file__).parents[2] / "docs" / "add_a_game.md"
_FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)```$", re.MULTILINE | re.DOTALL)


_INSTEAD = re.compile(r"^```python\n((?:    )?def (\w+)\(.*?)```$", re.MULTILINE | re.DOTALL)
_MORE = re.compile(r"^```toml\n(\[ruling\..*?)```$", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r"`(from ui\.[\w.]+ import \w+)`")


def one_thing_more(files: dict[str, str]) -> None:
    """Change the files as the page says for who goes on with them."""
    page = PAGE.read_text().partition("## Then one thing more")[2].partition("\n## ")[0]
    files["sticks/rules.toml"] += "\n" + "".join(_MORE.findall(page))
    for text, name in _INSTEAD.findall(page):
        file = "sticks/rules.py" if f"    def {name}(" in files["sticks/rules.py"] else "sticks/face.py"
        before = re.compile(rf"^ *def {name}\(.*?(?=^ *def |^class )", re.MULTILINE | re.DOTALL)
        found = before.search(files[file])
        assert found is not None, name
        files[file] = f"{files[file][: found.start()]}{text}\n{files[file][found.end() :]}"
    files["sticks/face.py"] = "\n".join([*_IMPORT.findall(page), files["sticks/face.py"]])


def with_a_last_step(files: dict[str, str]) -> None:
    """Change the files as the page says for a last screen before the deal."""
    model, rules, face = (files[f"sticks/{name}.py"] for name in ("model", "rules", "face"))
    page = PAGE.read_text().partition("## A last screen")[2]
    (method,) = (text for text, name in _INSTEAD.findall(page) if name == "last_step")
    last = "rulings: dict[str, str] = {}\n"
    files["sticks/model.py"] = model.replace(last, f"{last}    left: int = 15\n")
    files["sticks/rules.py"] = rules.replace(
        "State(facts.players, facts.first)", "State(facts.players, facts.first, facts.left)"
    )
    files["sticks/face.py"] = f"{face}    fresh = True\n\n{method}"


def written(folder: Path, change: Callable[[dict[str, str]], None] = lambda files: None) -> Path:
    """Write the files of the page into a folder, as installing them would."""
    files = dict(_FILE.findall(PAGE.read_text()))
    change(files)
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


@pytest.mark.parametrize(
    "change",
    [lambda files: None, one_thing_more, with_a_last_step],
    ids=["whole", "one thing more", "a last step"],
)
def test_the_pages_game_keeps_the_contract(change: Callable[[dict[str, str]], None], tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    done = run(
        written(tmp_path / "site", change),
        tmp_path,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--companion-game=sticks",
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_tests_that_lie_in_the_folder_run_only_where_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "test_other.py").write_text("def test_other(): ...\n")
    command = ("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "--companion-game=sticks")
    folder = written(tmp_path / "site")
    alone, beside = run(folder, tmp_path, *command), run(folder, tmp_path, *command, "test_other.py")
    assert "[sticks" in alone.stdout
    assert "test_other" not in alone.stdout
    assert "[sticks" in beside.stdout
    assert "test_other" in beside.stdout


def misspelt(files: dict[str, str]) -> None:
    files["sticks/rules.toml"] = files["sticks/rules.toml"].replace('"st.take"', "st.take")


def test_whoever_writes_it_is_told_what_it_raises(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    command = ("pytest", "-q", "-p", "no:cacheprovider", "--companion-game=sticks")
    done = run(written(tmp_path / "site", misspelt), tmp_path, *command)
    assert "no game is called 'sticks'" in done.stdout
    assert "CatalogueError: sticks/rules.toml: Object contains unknown field `take`" in done.stdout


def test_it_is_refereed(tmp_path: Path) -> None:
    told = '{"type": "sticks.take", "seat": 0, "count": 3}\n{"type": "sticks.take", "seat": 0, "count": 4}\n'
    (tmp_path / "site").mkdir()
    done = companion(written(tmp_path / "site"), tmp_path, "referee", "sticks", told=told)
    assert '"left":12' in done.stdout
    assert '"st.turn"' in done.stdout


def stopping(files: dict[str, str]) -> None:
    files["sticks/face.py"] = files["sticks/face.py"].replace(
        "return Take(state.turn, self._random", "return Take(nobody, self._random"
    )


def looking_on(files: dict[str, str]) -> None:
    files["sticks/face.py"] = files["sticks/face.py"].replace(
        "return all_tapped([pad_tap(presenter.routine(view), report)], report)", "return []"
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (stopping, "it stopped with NameError (name 'nobody' is not defined) at sticks/face.py:"),
        (looking_on, "nothing happens any more after no. 1: what do the simulated players wait for?"),
    ],
    ids=["raises", "does nothing"],
)
def test_a_demonstration_that_comes_to_no_end_says_why(
    change: Callable[[dict[str, str]], None], said: str, tmp_path: Path
) -> None:
    (tmp_path / "site").mkdir()
    folder = written(tmp_path / "site", change)
    done = companion(folder, tmp_path, "demo", "sticks", "--offscreen", "--speed", "100")
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def dividing(files: dict[str, str]) -> None:
    files["sticks/rules.py"] = files["sticks/rules.py"].replace(
        "        faults = []\n", "        faults = [report.count // 0]\n"
    )


def test_an_error_of_its_rules_is_one_sentence_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    folder, told = written(tmp_path / "site", dividing), '{"type": "sticks.take", "seat": 0, "count": 3}\n'
    done = companion(folder, tmp_path, "referee", "sticks", told=told)
    assert done.returncode == 1
    said = "Error: Fifteen sticks: it stopped with ZeroDivisionError at sticks/rules.py:"
    assert re.fullmatch(rf"{said}\d+\n", done.stderr), done.stderr
