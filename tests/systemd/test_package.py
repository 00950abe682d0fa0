"""The Debian package's own files: of one mind with the project they pack.

That they make a package, and that it installs, upgrades and goes away again, is tried by `make test-nspawn`.
"""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEB = ROOT / "systemd" / "deb"
CONTROL = (DEB / "control").read_text()


def depends() -> list[set[str]]:
    """Return what the package depends on: each a set of names, of which one is enough."""
    line = re.search(r"^Depends: (.*)$", CONTROL, re.MULTILINE)
    assert line is not None
    return [{re.sub(r"\s*\(.*", "", name).strip() for name in part.split("|")} for part in line[1].split(",")]


def test_the_newest_version_of_the_changelog_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.match(r"table-companion \((\S+)\) ", (DEB / "changelog").read_text())
    assert newest is not None
    assert newest[1] == project["version"]


def test_the_package_asks_for_every_system_library_that_a_checkout_installs() -> None:
    table = re.search(r"system_libraries='\n(.*?)'", (ROOT / "systemd" / "prepare").read_text(), re.DOTALL)
    assert table is not None
    wanted = [set(line.split("|")[1].split()) for line in table[1].strip().splitlines()]
    assert len(wanted) > 5, "nothing was read: this test would pass on anything"
    assert [names for names in [*wanted, {"libgl1-mesa-dri"}] if names not in depends()] == []


def test_the_package_runs_on_the_pythons_that_it_is_built_for_and_on_no_others() -> None:
    (pythons,) = re.findall(r"^for python in (.*); do$", (DEB / "build").read_text(), re.MULTILINE)
    bounds = re.findall(r"python3 \((>=|<<) 3\.(\d+)~?\)", CONTROL)
    assert pythons.split() == ["3.11", "3.13"]
    assert bounds == [(">=", "11"), ("<<", "12"), (">=", "13"), ("<<", "14")]


@pytest.mark.parametrize(
    "script",
    [
        *(f"systemd/deb/{name}" for name in ("build", "postinst", "prerm", "postrm")),
        *(f"systemd/{name}" for name in ("install-pi", "place", "prepare")),
        "tests/nspawn/run",
    ],
)
def test_the_shell_can_read_every_script(script: str) -> None:
    done = subprocess.run(["sh", "-n", ROOT / script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_no_machine_runs_is_not_built() -> None:
    done = subprocess.run([DEB / "build", "armhf"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "deb: is called as systemd/deb/build amd64 or arm64, not with 'armhf'.\n"
