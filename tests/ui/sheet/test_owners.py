"""The owner's own sheets on the screen: offered first, and a faulty one says where its mistake is."""

from pathlib import Path

import pytest

from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet, shipped, shipped_sheet
from companion.places import sheets_path
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk
from tests.ui.sheet.playing import EACH_PANEL
from ui.games.sheet import owners, words
from ui.games.sheet.owners import offered
from ui.games.sheet.setup import SheetChoice
from ui.main.frame import memory
from ui.parts.values import Button, walk


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the owner's folder of sheets."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "companion" / "sheets"
    folder.mkdir(parents=True)
    monkeypatch.setattr("ui.games.sheet.setup.sheets_path", lambda: folder)
    return folder


def own(folder: Path, name: str, source: str = "score_sheet") -> None:
    """Put a shipped sheet into the owner's folder, under another name."""
    file = next(Path(str(owners.__file__)).parents[3].glob(f"companion/games/sheet/sheets/{source}.toml"))
    (folder / name).write_text(file.read_text())


def test_the_folder_lies_beside_the_matches() -> None:
    assert str(sheets_path({"HOME": "/h"})) == "/h/.local/share/companion/sheets"


def test_without_a_folder_there_are_the_program_s_own(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "none", tmp_path / "file"):
        sheets, wrong = offered(place)
        assert (list(sheets), wrong) == (list(shipped()), {})


def test_an_owner_s_sheet_comes_first_and_hides_no_shipped_one(folder: Path) -> None:
    own(folder, "score_sheet.toml", "wizard")
    sheets, wrong = offered(folder)
    assert list(sheets) == ["score_sheet.toml", *shipped()]
    assert sheets["score_sheet.toml"] == shipped_sheet("wizard")
    assert wrong == {}


def test_what_is_no_sheet_is_named_with_its_place_and_what_is_no_file_is_passed_over(folder: Path) -> None:
    (folder / "bad.toml").write_text("name = x\n")
    (folder / "binary.toml").write_bytes(b"\xff\x00")
    (folder / "dir.toml").mkdir()
    (folder / "gone.toml").symlink_to(folder / "nowhere")
    (folder / "note.txt").write_text("hello")
    sheets, wrong = offered(folder)
    assert list(sheets) == list(shipped())
    assert sorted(wrong) == ["bad.toml", "binary.toml"]
    assert "line 1, column 8" in wrong["bad.toml"]
    assert str(folder) not in wrong["bad.toml"]


def test_a_file_that_breaks_its_reader_costs_nobody_the_other_sheets(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(text: bytes, where: str) -> Sheet:
        if b"Wizard" in text:
            raise KeyError(1)
        return read_sheet(text, where)

    monkeypatch.setattr(owners, "read_sheet", breaks)
    (tmp_path / "stick").mkdir()
    for place in (folder, tmp_path / "stick"):
        own(place, "bad.toml", "wizard")
        own(place, "good.toml")
    sheets, wrong = offered(folder)
    assert (list(sheets), wrong) == (["good.toml", *shipped()], {"bad.toml": words.UNREADABLE})
    found, wrong = owners.on_stick(tmp_path / "stick", tmp_path / "nowhere")
    assert ([one.sheet.name for one in found], wrong) == (["Score sheet"], {"bad.toml": words.UNREADABLE})


def test_a_folder_full_of_files_keeps_nobody_waiting(folder: Path) -> None:
    for n in range(owners.MOST + 5):
        (folder / f"{n:03}.toml").write_text("name = x")
    assert len(offered(folder)[1]) == owners.MOST


@EACH_PANEL
def test_they_stand_on_the_screen_and_one_begins(folder: Path, desk: Desk) -> None:
    own(folder, "ours.toml", "wizard")
    (folder / "bad.toml").write_text("name = x\n")
    begun: list[Facts] = []
    choice = SheetChoice(Facts(4), memory(desk.saver), desk.frame.home, begun.append)
    desk.frame.show(choice)
    fit(desk)
    pads = [part.name for part in walk(choice.part()) if isinstance(part, Button)]
    assert pads[0] == "ours.toml"
    bad = choice.part()["bad.toml"]
    assert bad.hint == words.NO_SHEET
    bad.on_tap()
    desk.pump(4)
    hint = choice.part().header.hint
    assert hint.startswith("bad.toml: ")
    assert "line 1, column 8" in hint
    assert begun == []
    choice.part()["ours.toml"].on_tap()
    assert begun[0].sheet == shipped_sheet("wizard")
