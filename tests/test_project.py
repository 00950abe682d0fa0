"""What must hold between the project's own files: versions, commands, rules, and what is never written."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = frozenset({".git", ".venv", "__pycache__", "build", "dist"})


def tracked_files() -> list[Path]:
    """Return the project's files, relative to the root: those that git tracks, or all if git can't say."""
    command = ["git", "ls-files", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        found = [path.relative_to(ROOT) for path in sorted(ROOT.rglob("*")) if path.is_file()]
        return [path for path in found if NOT_OURS.isdisjoint(path.parts) and "_cache/" not in str(path)]
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


# --- versions ---


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names_required(requirements: Iterable[str]) -> set[str]:
    """Return the normalised names in requirement lines such as `kivy>=2.3.1,<3`."""
    return {normal(match[0]) for line in requirements if (match := re.match(r"[\w.-]+", line))}


def locked(text: str) -> dict[str, int]:
    """Return how many hashes a lock file gives for each name that it pins to one version."""
    entries = re.split(r"\n(?=\w)", text)
    pins = ((re.match(r"([\w.-]+)==\S+", entry), entry) for entry in entries)
    return {normal(pin[1]): entry.count("--hash=sha256:") for pin, entry in pins if pin}


@pytest.fixture(name="project", scope="module")
def read_project() -> dict[str, list[str]]:
    """Return pyproject's requirement lists: run, dev, bench and build."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return {
        "run": pyproject["project"]["dependencies"],
        **{kind: pyproject["project"]["optional-dependencies"][kind] for kind in ("dev", "bench")},
        "build": pyproject["build-system"]["requires"],
    }


@pytest.mark.parametrize(
    ("lock", "kinds"),
    [
        ("requirements.lock", ("run", "build")),
        ("requirements-dev.lock", ("run", "build", "dev")),
        ("requirements-bench.lock", ("run", "build", "dev", "bench")),
    ],
)
def test_every_dependency_is_locked(lock: str, kinds: tuple[str, ...], project: dict[str, list[str]]) -> None:
    pins = locked((ROOT / lock).read_text())
    assert names_required(line for kind in kinds for line in project[kind]) - pins.keys() == set()
    assert [name for name, hashes in pins.items() if hashes == 0] == []


def test_all_locks_pin_the_same_versions() -> None:
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==[^\s;]+", (ROOT / lock).read_text(), re.MULTILINE))

    assert pins("requirements.lock") - pins("requirements-dev.lock") == set()
    assert pins("requirements-dev.lock") - pins("requirements-bench.lock") == set()


def test_a_lock_without_hashes_is_noticed() -> None:
    assert locked(
        "# made by\nkivy==2.3.1 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nclick==8.1.0\n"
    ) == {"kivy": 2, "click": 0}


# --- commands ---


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def make_targets_named(text: str) -> set[str]:
    """Return the targets that a text calls as `make target`; plain prose ("make sure") has no backticks."""
    blocks = re.findall(r"^\s{4,}(.+)$|^```\w*\n(.*?)^```", text, re.M | re.S)
    quoted = re.findall(r"`([^`\n]+)`", text) + blocks
    flat = " \n ".join(part if isinstance(part, str) else " \n ".join(part) for part in quoted)
    return set(re.findall(r"\bmake ([a-z][a-z0-9-]*)", flat))


def test_the_readme_names_the_two_commands() -> None:
    assert make_targets_named((ROOT / "README.md").read_text()) >= {"play", "test"}


def test_where_the_project_lies_stands_in_one_place() -> None:
    """There is one word to fill in, and nobody is asked to write to an address that doesn't exist."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*"), ROOT / "pyproject.toml"]
    texts = {page.name: page.read_text() for page in pages if page.is_file()}
    assert {name for name, text in texts.items() if re.search(r"\bADDRESS\b", text)} == {"CONTRIBUTING.md"}
    assert not [name for name, text in texts.items() if re.search(r"mailto:|write to us", text)]


def test_every_make_target_in_the_documents_exists() -> None:
    docs = [path for path in tracked_files() if path.suffix == ".md"]
    named = {(str(path), target) for path in docs for target in make_targets_named((ROOT / path).read_text())}
    assert sorted((path, target) for path, target in named if target not in make_targets()) == []


def test_every_make_target_is_described_and_never_taken_for_a_file() -> None:
    makefile = (ROOT / "Makefile").read_text()
    described = set(re.findall(r"^([a-z0-9-]+):.*## \S", makefile, re.MULTILINE))
    phony = {name for line in re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE) for name in line.split()}
    assert described == phony == make_targets()


def test_make_targets_are_found_in_code_and_not_in_prose() -> None:
    text = "make sure to run `make play`:\n\n```sh\nmake test\n```\n\n    make demo\n"
    assert make_targets_named(text) == {"play", "test", "demo"}


# --- what is never written ---

# The brackets keep this file from containing what it looks for.
NEVER_WRITTEN = {
    "a folder of one machine": re.compile(r"/(work|root|home/(?!pi\b)\w+)/"),
    "the address of a package registry": re.compile(
        r"[/]/pypi|files[.]pythonhosted|deb[.]debian|registry[.]npmjs|index[-_]url|find[-_]links"
    ),
}


def written_in(text: str) -> list[str]:
    return [what for what, pattern in NEVER_WRITTEN.items() if pattern.search(text)]


def test_no_machine_paths_and_no_registries() -> None:
    found = []
    for path in tracked_files():
        try:
            text = (ROOT / path).read_text()
        except UnicodeDecodeError:
            continue
        found += [f"{path}: {what}" for what in written_in(text)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["cd /" + "work/main", "PATH=/" + "home/me/bin", "--extra-index" + "-url x", "https:/" + "/pypi.org"],
)
def test_a_machine_path_or_a_registry_is_noticed(text: str) -> None:
    assert written_in(text) != []


# --- every rule has a test ---


def rules_in(catalogue: str) -> set[str]:
    """Return the ids of a rule catalogue: the keys of its [rule."id"] tables."""
    rules = tomllib.loads(catalogue).get("rule", {})
    return set(rules)


def rules_marked(source: str) -> Iterator[str]:
    """Yield every rule id named by a `pytest.mark.rule(...)` in a test file, as written there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise ValueError(f"a rule is marked by its id in quotes, not by {ast.unparse(argument)}")
                yield argument.value


def all_rules() -> set[str]:
    files = sorted((ROOT / "companion").rglob("*.toml"))
    return {rule for path in files for rule in rules_in(path.read_text())}


def all_marks() -> set[str]:
    sources = (path.read_text() for path in sorted((ROOT / "tests").rglob("*.py")))
    return {rule for source in sources if "mark.rule" in source for rule in rules_marked(source)}


def test_no_property_has_a_deadline_of_its_own() -> None:
    """A busy machine is no fault; tests/conftest.py turns deadlines off once for all tests."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    said = [path for path in files if re.search(r"\bdeadline\s*=", path.read_text())]
    assert said == [ROOT / "tests" / "conftest.py"]


def test_no_example_comes_from_a_loaded_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loaded.py").write_text("NUMBER = 1_234_567_890_123")
    module = ModuleType("loaded")
    module.__file__ = str(tmp_path / "loaded.py")
    monkeypatch.setitem(sys.modules, "loaded", module)
    drawn: list[int] = []

    @given(st.integers(10**12, 2 * 10**12))
    def draw(number: int) -> None:
        drawn.append(number)

    draw()
    assert 1_234_567_890_123 not in drawn


def test_every_rule_has_a_test_and_every_marked_rule_is_in_a_catalogue() -> None:
    rules, marks = all_rules(), all_marks()
    assert not rules - marks, "no test covers these"
    assert not marks - rules, "no catalogue has these"


def test_a_rule_and_its_mark_are_read() -> None:
    assert rules_in('[rule."us.deal"]\nbody = "Deal all cards."\n[symbols]\n') == {"us.deal"}
    marked = (
        "@pytest.mark.rule('a.b', 'a.c')\ndef test(): ...\nx = pytest.param(1, marks=pytest.mark.rule('d'))"
    )
    assert set(rules_marked(marked)) == {"a.b", "a.c", "d"}
    with pytest.raises(ValueError, match="not by RULE"):
        list(rules_marked("@pytest.mark.rule(RULE)\ndef test(): ..."))
