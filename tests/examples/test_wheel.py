"""The example game as a wheel: built, installed beside the companion, refereed, shown, tried by pytest."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "halves"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")


def installed(project: Path, scratch: Path) -> Path:
    """Build a project's wheel and install it into a folder of its own; nothing is fetched."""
    wheels, folder = scratch / "wheels", scratch / "installed"
    build = ("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(wheels))
    subprocess.run([*PIP, *build, str(project)], check=True)
    (wheel,) = wheels.glob("*.whl")
    install = ("install", "--no-deps", "--no-index", "--target", str(folder), str(wheel))
    subprocess.run([*PIP, *install], check=True)
    return folder


@pytest.fixture(name="example", scope="module")
def _example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the example, without what was built there before."""
    copy = tmp_path_factory.mktemp("example") / "halves"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__", "dist", "build"))
    return copy


@pytest.fixture(name="halves", scope="module")
def _halves(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the example is installed."""
    return installed(example, tmp_path_factory.mktemp("halves"))


def run(folder: Path, home: Path, *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run a module of Python with what is installed in a folder, in a home of its own."""
    ours = ("PYTEST", "COMPANION")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"PYTHONPATH": str(folder), "HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = (sys.executable, "-P", "-m", *words)
    return subprocess.run(
        command, cwd=home, env=environment, input=told, capture_output=True, text=True, timeout=300
    )


def companion(folder: Path, home: Path, *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run the companion."""
    code = "from ui.cli import main; main()"
    (home / "companion_run.py").write_text(code)
    return run(Path(f"{folder}{os.pathsep}{home}"), home, "companion_run", *words, told=told)


def test_an_installed_wheel_is_refereed_and_the_doctor_names_it(halves: Path, tmp_path: Path) -> None:
    told = '{"type": "halves.turn_card", "seat": 0}\n{"type": "halves.turn_card", "seat": 0}\n'
    done = companion(halves, tmp_path, "referee", "halves", told=told)
    opening, right, wrong = map(json.loads, done.stdout.splitlines())
    assert opening["table"]["stacks"] == [8, 8]
    assert (right["ruling"], right["table"]["pile"]) == ("accepted", 1)
    assert (wrong["ruling"], wrong["violations"][0]["rule"]) == ("refused", "hv.turn")
    found = companion(halves, tmp_path, "doctor", "--json").stdout
    assert {"name": "Package halves 1.0", "ok": True, "what": "Halves", "remedy": ""} in json.loads(found)


def test_one_that_raises_at_its_import_is_named_and_all_else_goes_on(example: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(example, broken)
    face = broken / "halves" / "face.py"
    face.write_text("raise RuntimeError('not today')\n" + face.read_text())
    folder = installed(broken, tmp_path)
    checks = json.loads(companion(folder, tmp_path, "doctor", "--json").stdout)
    (said,) = (check for check in checks if "halves" in check["name"])
    assert said["what"] == "it stopped with RuntimeError (not today) at halves/face.py:1"
    assert said["remedy"] == "update it, or remove it: pip uninstall halves"
    done = companion(folder, tmp_path, "referee", "halves")
    assert "no game is called 'halves'; the games are: ungle-speed," in done.stderr
    assert f"\nPackage halves 1.0: {said['what']}\n" in done.stderr
    assert companion(folder, tmp_path, "referee", "tracktic").returncode == 0


@pytest.mark.long
def test_it_is_played_on_the_screen_to_its_end(halves: Path, tmp_path: Path) -> None:
    done = companion(halves, tmp_path, "demo", "halves", "--players", "3", "--offscreen", "--speed", "100")
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.long
def test_it_keeps_what_every_game_must_keep(halves: Path, tmp_path: Path) -> None:
    done = run(halves, tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--companion-game=halves")
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_the_suite_says_which_games_there_are(halves: Path, tmp_path: Path) -> None:
    done = run(halves, tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--companion-game=chess")
    assert done.returncode != 0
    assert "no game is called 'chess'; there are ungle-speed," in done.stdout
    assert "sheet, halves" in done.stdout
