"""The Debian package's own files agree with the project they pack.

`make test-nspawn` tests that they make a package, and that it installs, upgrades and is removed.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ui.cli import main

ROOT = Path(__file__).resolve().parents[2]
DEB = ROOT / "systemd" / "deb"
CONTROL = (DEB / "control").read_text()


def depends() -> list[set[str]]:
    """Return the package's dependencies: each a set of names, one of which is enough."""
    line = re.search(r"^Depends: (.*)$", CONTROL, re.MULTILINE)
    assert line is not None
    return [{re.sub(r"\s*\(.*", "", name).strip() for name in part.split("|")} for part in line[1].split(",")]


def test_the_packages_changelog_is_the_projects_without_what_is_not_released() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changes = subprocess.run([DEB / "changes"], capture_output=True, text=True, check=True).stdout
    headings = re.findall(r"^table-companion \((\S+)\) stable; urgency=medium$", changes, re.MULTILINE)
    released = re.findall(r"^## (\d\S*) ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings == released
    assert headings[0] == project["version"]
    assert max(len(line) for line in changes.splitlines() if not line.startswith(" -- ")) <= 80
    assert changes.endswith("  Sat, 21 Nov 2026 12:00:00 +0000\n")


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


def test_the_window_for_phones_is_a_package_of_its_own_on_top_of_the_tables() -> None:
    window, build = ROOT / "systemd" / "window", (DEB / "build").read_text()
    assert "\nDepends: table-companion (>= @version@)," in (window / "control").read_text()
    assert "microdot" not in CONTROL
    assert 'rm -f "$work/$python/ui/phones/server.py"' in build, "the table's package opens no port"
    assert "cp ui/phones/server.py ui/phones/page.*" in build
    assert "\nExecStart=/usr/bin/companion-window " in (window / "companion-window.service").read_text()


SCRIPTS = [
    *(f"systemd/deb/{name}" for name in ("build", "postinst", "prerm", "postrm")),
    *(f"systemd/window/{name}" for name in ("postinst", "prerm", "postrm")),
    *(f"systemd/card/{name}" for name in ("build", "index", "install", "vendor-data")),
    *(f"systemd/image/{path.name}" for path in sorted((ROOT / "systemd" / "image").iterdir())),
    *(f"systemd/{name}" for name in ("install-pi", "place", "prepare")),
    "tests/nspawn/run",
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_shell_can_read_every_script(script: str) -> None:
    done = subprocess.run(["sh", "-n", ROOT / script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


STUBBED = (
    *("systemd-sysusers", "systemd-tmpfiles", "systemctl", "udevadm"),
    *("deb-systemd-helper", "deb-systemd-invoke"),
)


@pytest.mark.parametrize("action", ["configure", "abort-upgrade", "abort-remove", "abort-deconfigure"])
@pytest.mark.parametrize(("scripts", "unit"), [
    ("deb", "start companion.service"),
    ("window", "restart companion-window.service"),
])  # fmt: skip
def test_when_dpkg_gives_up_what_ran_runs_again(tmp_path: Path, scripts: str, unit: str, action: str) -> None:
    library, tools, running = tmp_path / "lib", tmp_path / "bin", tmp_path / "running"
    for folder in (library / "ui" / "phones", tmp_path / "lib-window", tools, running):
        folder.mkdir(parents=True)
    (library / "app.py").write_text("")
    said = f'echo "${{0##*/}} $*" >>"{tmp_path}/called"'
    for name in STUBBED:
        (tools / name).write_text(f"#!/bin/sh\n{said}\n")
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    for script in ("prerm", "postinst"):
        text = (ROOT / "systemd" / scripts / script).read_text()
        text = text.replace("/run/systemd/system", str(running))
        subprocess.run(
            ["sh", "-c", text.replace("/usr/lib/table-companion", str(library)), script, action],
            env={"PATH": f"{tools}:/usr/bin:/bin"},
            check=True,
        )
    assert (tmp_path / "called").read_text().splitlines()[-1] == f"deb-systemd-invoke {unit}"
    assert scripts == "window" or list(library.glob("__pycache__/app.*.pyc"))


@pytest.mark.parametrize(
    ("program", "arguments", "said"),
    [
        ("deb", ["armhf"], "deb: is called as systemd/deb/build amd64 or arm64, not with 'armhf'.\n"),
        ("card", ["none.deb", "out"], "card: is called as systemd/card/build PACKAGE.deb FOLDER.\n"),
        ("image", [], "image: is called as"),
        ("image", ["none.deb", "card.img"], "image: is called as"),
    ],
)
def test_builds_tell_how_to_call_them(program: str, arguments: list[str], said: str, tmp_path: Path) -> None:
    build = [str(ROOT / "systemd" / program / "build"), *arguments]
    done = subprocess.run(build, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr[: len(said)]) == (1, said)
    assert list(tmp_path.iterdir()) == []


def test_pip_is_found_in_a_folder_whose_name_has_a_space(tmp_path: Path) -> None:
    pip = re.search(r"^pip=.*$", (DEB / "build").read_text(), re.MULTILINE)
    assert pip is not None
    python = tmp_path / "my table" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/bin/echo")
    command = ["sh", "-euc", f"{pip[0]}\n$pip wheel"]
    done = subprocess.run(command, cwd=python.parents[2], capture_output=True, check=False)
    assert done.stdout[:7] + done.stdout[-6:] == b"-m pip wheel\n", done.stderr


@pytest.mark.parametrize(("there", "told"), [("same", False), ("other", True)])
def test_what_one_python_adds_is_no_difference_anywhere(tmp_path: Path, there: str, told: bool) -> None:
    compare = re.search(r"^different=.*$", (DEB / "build").read_text(), re.MULTILINE)
    assert compare is not None
    work, tools = tmp_path / "tables [new]", tmp_path / "bin"
    for path, text in (("3.13/app.py", "same"), ("lib/app.py", there), ("lib/of_3_11.so", "")):
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text(text)
    tools.mkdir()
    (tools / "diff").write_text(
        '#!/bin/sh\n/usr/bin/diff "$@" | if [ "$LC_ALL" = C ]; then cat; else sed s/Only/Nur/; fi\n'
    )
    (tools / "diff").chmod(0o755)
    done = subprocess.run(
        ["sh", "-euc", f'work=$1 lib=$1/lib\n{compare[0]}\nprintf %s "$different"', "sh", work],
        env={"PATH": f"{tools}:/usr/bin:/bin", "LANG": "de_DE.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("app.py" in done.stdout, "of_3_11" in done.stdout) == (told, False), done.stdout


NET = ("ui.desk", "paho", "psycopg")
"""Whatever uses a network isn't in the table's package."""


def left_out() -> list[str]:
    """Return what Kivy declares and the package doesn't ship, by import name."""
    (names,) = re.findall(r"for unused in (.*); do", (DEB / "build").read_text())
    return [*names.split(), "pkg_resources", "gpiozerocli", "garden", "kivy.tools", "kivy.tests", *NET]


def test_nothing_of_ours_wants_what_the_package_leaves_out() -> None:
    """Each module is imported with those refused; `make test-nspawn` plays without them."""
    refused = left_out()
    known = {"docutils", "pygments", "requests", "urllib3", "certifi", "setuptools", "kivy.tools"}
    assert known <= set(refused)
    script = f"""
import importlib, pkgutil, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(one + ".") for one in {refused!r}):
            raise ImportError(name + " isn't shipped")

sys.meta_path.insert(0, Refused())
import companion, hardware, ui
from kivy.core.window import Window
for house in (companion, hardware, ui):
    for info in pkgutil.walk_packages(house.__path__, house.__name__ + "."):
        if not any(part in info.name for part in ("ui.desk", ".firmware.", ".contract.")):
            importlib.import_module(info.name)
print(len(sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_NO_ARGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 500


OF_THE_LICENCE = {
    "MIT-0": "copies of the Software, and to permit persons to whom the Software is furnished to do so.",
    "CC0-1.0": "Affirmer understands and acknowledges that Creative Commons is not a party to this document",
    "Unlicense": "In jurisdictions that recognize copyright laws, the author or authors of this software",
    "LicenseRef-public-domain": "ModPlug-XMMS and libmodplug are now in the public domain.",
    "Artistic-1.0-Perl": "such that the Copyright Holder maintains some semblance of artistic control",
}
"""A sentence that is in the licence itself and in no summary of it."""


def test_what_is_linked_into_the_wheels_libraries_is_written_down() -> None:
    """libpng 1.5.13 of 2012 and a dozen others are shipped inside wheels, without a package of their own."""
    linked = tomllib.loads((DEB / "linked.toml").read_text())
    lock = (ROOT / "requirements.lock").read_text()
    assert f"\nkivy=={linked['kivy']} " in lock
    parts = {part["name"]: part for part in linked["part"]}
    assert parts["libpng"]["version"] == "1.5.13"
    assert {"freetype", "harfbuzz", "libwebp", "libtiff", "dr_flac", "libmodplug", "timidity"} <= set(parts)
    assert {part["licence"] for part in parts.values()} == set(linked["texts"])
    for licence, sentence in OF_THE_LICENCE.items():
        assert sentence in " ".join(linked["texts"][licence].split())
    for part in parts.values():
        assert re.fullmatch(r"[a-z0-9_.+\\]+:[a-z0-9_.+\\]+", part["cpe"])


def test_the_manual_page_names_every_command_and_option() -> None:
    page = (DEB / "companion.1").read_text().replace("\\-", "-")
    assert set(re.findall(r"^\.B ([a-z-]+)$", page, re.MULTILINE)) >= set(main.commands)
    options = [name for option in main.params for name in option.opts]
    assert [name for name in options if name not in page] == []
