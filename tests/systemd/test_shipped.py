"""Everything a package ships is listed, and nothing unlisted is shipped."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
(KIVY,) = (line.split("==")[1].split()[0] for line in LOCK.splitlines() if line.startswith("kivy=="))

LINKED = tomllib.loads((ROOT / "systemd/deb/linked.toml").read_text())


class Folder:
    """A folder of installed packages."""

    def __init__(self, path: Path) -> None:
        self.path = path / "lib"
        self.licences, self.bill = path / "licences.txt", path / "bill.json"
        self.path.mkdir()

    def package(
        self, name: str, version: str, about: str = "License: MIT\n", text: str = "Do as you like."
    ) -> None:
        """Install a package."""
        info = self.path / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{about}\n")
        if text:
            (info / "LICENSE").write_text(text)

    def libraries(self, without: str = "") -> None:
        """Add Kivy's bundled libraries, with everything linked into them except the part named."""
        (self.path / "Kivy.libs").mkdir()
        for part in LINKED["part"]:
            with (self.path / "Kivy.libs" / f"{part['inside']}-d987.0.so.0.1").open("a") as file:
                file.write("" if part["name"] == without else f"{part['mark']}\0")

    def file(self, name: str) -> None:
        """Add a file to a package."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")

    def written(self) -> str:
        """Write the lists; return what is wrong, or "" if all is well."""
        files = map(str, (ROOT / "systemd/deb/shipped", self.path, self.licences, self.bill))
        done = subprocess.run([sys.executable, *files, "1.2"], capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (not done.stderr)
        return done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a folder with Kivy in it."""
    folder = Folder(tmp_path)
    folder.package("Kivy", KIVY)
    folder.libraries()
    return folder


def test_what_is_linked_into_a_library_is_named_for_whoever_looks_for_its_faults(folder: Folder) -> None:
    """libpng 1.5.13 dates from 2012, and no list of packages had it."""
    assert folder.written() == ""
    (png,) = (one for one in json.loads(folder.bill.read_text())["components"] if one["name"] == "libpng")
    assert (png["version"], png["purl"]) == ("1.5.13", "pkg:generic/libpng@1.5.13")
    assert png["cpe"] == "cpe:2.3:a:libpng:libpng:1.5.13:*:*:*:*:*:*:*"
    text = folder.licences.read_text()
    assert "  libSDL2_ttf: freetype 2.13.2: FTL\n" in text
    assert "The FreeType Project LICENSE" in text


@pytest.mark.parametrize("without", ["libpng", "timidity"])
def test_other_libraries_than_somebody_has_looked_at_are_not_shipped(without: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.package("Kivy", KIVY)
    folder.libraries(without)
    assert f"{without} isn't in " in folder.written()


def test_every_package_stands_in_both_files(folder: Folder) -> None:
    folder.package("table_companion", "0.1.0")
    assert folder.written() == ""
    text = folder.licences.read_text()
    assert f"kivy {KIVY}: MIT" in text
    assert "Do as you like." in text
    assert "libSDL2-d987.0.so.0.1: Zlib" in text
    bill = json.loads(folder.bill.read_text())
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.2")
    package, library, *_ = bill["components"]
    assert package["purl"] == f"pkg:pypi/kivy@{KIVY}"
    assert library["hashes"][0]["alg"] == "SHA-256"
    refs = [one["bom-ref"] for one in bill["components"]]
    assert len(set(refs)) == len(refs)
    assert bill["dependencies"][0]["dependsOn"] == refs


def test_the_same_packages_give_the_same_files(folder: Folder) -> None:
    folder.written()
    before = folder.licences.read_bytes(), folder.bill.read_bytes()
    folder.written()
    assert (folder.licences.read_bytes(), folder.bill.read_bytes()) == before


NOT_SHIPPED = {
    "what isn't in the lock": (("left-pad", "1.0"), "left-pad 1.0 isn't what requirements.lock has: None"),
    "another version": (("Kivy", "0.9"), f"kivy 0.9 isn't what requirements.lock has: {KIVY}"),
    "no licence": (("Kivy", KIVY, "", ""), f"kivy {KIVY} says nothing of its licence"),
}


@pytest.mark.parametrize(("package", "said"), NOT_SHIPPED.values(), ids=NOT_SHIPPED)
def test_what_nobody_looked_at_is_not_shipped(package: tuple[str, ...], said: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.package(*package)
    assert said in folder.written()


@pytest.mark.parametrize("name", ["Kivy.libs/libodd-1.so.2", "kivy/data/fonts/Odd.ttf"])
def test_nor_a_library_or_font_that_nobody_has_looked_at(folder: Folder, name: str) -> None:
    folder.file(name)
    assert f"{name} lies inside of a package: find its licence" in folder.written()
