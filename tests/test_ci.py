"""What the run that decides over a submission reports: what passed, what failed, and what it didn't run."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUN = (ROOT / ".ci" / "run").read_text()
STEPS = re.findall(r"^\s*step (\d+) (\S+)", RUN, re.MULTILINE)
NEEDED = re.findall(r"(\S+):[a-z-]+(?=[ ;])", RUN)
NOT_RUN = re.findall(r"^\s*not_run (\S+)", RUN, re.MULTILINE)


def summary(folder: Path, **recipes: str) -> tuple[int, str]:
    """Run it on a project whose targets only do what `recipes` say; return its code and last output."""
    (folder / ".ci").mkdir()
    run = folder / ".ci" / "run"
    run.write_text(RUN.replace("sleep 0.2", "sleep 0.02"))
    run.chmod(0o755)
    # It installs nothing, whatever the machine lacks.
    for program in NEEDED:
        (folder / program).symlink_to("/bin/true")
    targets = [f"{name}:\n\t@{recipes.get(name.replace('-', '_'), 'true')}\n" for _, name in STEPS]
    (folder / "Makefile").write_text("\n".join(targets))
    path = {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run([run], capture_output=True, text=True, check=False, env={**os.environ, **path})
    return done.returncode, done.stdout.rpartition("\n== in all, ")[2]


def test_a_lane_that_skips_fails_nothing_and_is_not_called_passed(tmp_path: Path) -> None:
    reason = "kernel lane skipped: /dev/kvm can't be opened"
    crash = 'echo "crash lane: power cuts skipped: no qemu"'
    code, said = summary(tmp_path, test_kernel=f'echo "{reason}"; exit 77', test_crash=crash)
    assert code == 0
    assert re.search(rf"^test-kernel +skipped +\d+ s\n +{re.escape(reason)}\n", said, re.MULTILINE)
    passed = r"^test-crash +passed +\d+ s\n +crash lane: power cuts skipped: no qemu\n"
    assert re.search(passed, said, re.MULTILINE)
    assert len(re.findall(r" passed ", said)) == len(STEPS) - 1


@pytest.mark.parametrize("recipe", ["exit 1", "exit 2", "kill -9 $$$$", "echo skipped: not really; exit 1"])
def test_what_fails_fails_the_run_and_the_others_are_still_heard(recipe: str, tmp_path: Path) -> None:
    code, said = summary(tmp_path, test=recipe)
    assert code == 1
    assert re.search(r"^test +FAILED ", said, re.MULTILINE)
    assert len(re.findall(r" passed ", said)) == len(STEPS) - 1


def test_what_fails_is_said_with_its_last_lines(tmp_path: Path) -> None:
    said = summary(tmp_path, test_window="echo 'window lane FAILED: late'; seq 20; echo why; false")[1]
    lines = [line.strip() for line in said.splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("test-window"))
    assert lines[at + 1 : at + 4] == ["window lane FAILED: late", "its last lines:", "10"]
    assert lines[at + 14] == "why"


def test_a_recipe_stops_at_its_first_line_that_fails(tmp_path: Path) -> None:
    assert summary(tmp_path, check="false\n\t@true")[0] == 1


def test_all_steps_end_before_the_run_is_ended_from_outside() -> None:
    assert sum(int(minutes) for minutes, _ in STEPS) < 85


def test_every_lane_runs_or_is_said_not_to() -> None:
    phony = " ".join(re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)).split()
    tests = {name for name in phony if name.startswith("test")} | {"check"}
    assert tests == {name for _, name in STEPS} | set(NOT_RUN)
    assert sorted(path.name for path in (ROOT / ".ci").iterdir()) == ["run"]


def test_whoever_skips_says_so_by_a_status_of_its_own() -> None:
    runs = sorted(path for path in ROOT.glob("tests/*/run"))
    assert len(runs) > 4
    for path in runs:
        text = path.read_text()
        assert "exit 0" not in text, path
        assert re.search(r"lane skipped:.*\n(?:.*\n)?\s*exit 77", text), path
