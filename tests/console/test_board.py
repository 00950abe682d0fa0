"""`companion board`: importing and exporting your own board, and every fault in a file that isn't one."""

from pathlib import Path

import pytest

from companion.games.sequence_states.layout import (
    demo,
    draft_of,
    draft_to_text,
    read_layout_file,
    write_layout,
)
from companion.games.tracktic import profile as boxes
from companion.places import store_path
from companion.store import Store
from tests.console.command import run
from ui.games.owners_item import write_json
from ui.games.sequence_states.drafts import BOARD, DRAFT
from ui.games.tracktic import drafts
from ui.games.tracktic.drafts import new_draft

GOOD = write_layout(demo())


@pytest.fixture(name="store")
def _store() -> Path:
    return store_path()


def board(*args: str | Path) -> tuple[int, list[str]]:
    result = run("board", "sequence-states", *args)
    return result.exit_code, result.output.splitlines()


def box(*args: str | Path) -> tuple[int, list[str]]:
    result = run("board", "tracktic", *args)
    return result.exit_code, result.output.splitlines()


def setting(store: Path, name: str) -> str:
    with Store(store, reading=True) as opened:
        return opened.setting(name, "")


def test_a_board_goes_in_and_out_again(tmp_path: Path, store: Path) -> None:
    source, target = tmp_path / "mine.csv", tmp_path / "again.csv"
    source.write_text(GOOD.lower().replace(",", ";"))
    assert board("--check", source)[0] == 0
    assert not store.exists()
    assert board("--import", source)[0] == 0
    assert setting(store, BOARD) == GOOD
    assert board() == (0, ["Your own board is saved."])
    assert board("--export", target)[0] == 0
    assert target.read_text() == GOOD
    assert read_layout_file(target).rows == demo().rows


def test_a_bad_board_is_named_fault_by_fault_and_changes_nothing(tmp_path: Path, store: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(GOOD)
    wrong = GOOD.replace("CO,OH", "CO,Ohoi").replace("\n", "\r\n\r\n", 1).replace(",MO,NJ", ",MO")
    bad.write_text(f"\n{wrong}")
    board("--import", good)
    for option in ("--import", "--check"):
        code, lines = board(option, bad)
        assert code == 1
        head, *faults = lines
        assert str(bad) in head
        assert faults == [
            "line 5, column 5: no state is called 'Ohoi'; did you mean Ohio?",
            "line 12, column 10: a line has 10 states, this one has 9",
            "New Jersey is there only once; it has two spaces",
            "Ohio is there only once; it has two spaces",
        ]
        code, lines = board(option, tmp_path / "none.csv")
        assert (code, len(lines), "No such file" in lines[0]) == (1, 1, True)
    assert setting(store, BOARD) == GOOD


def test_importing_while_the_app_runs_says_so(tmp_path: Path, store: Path) -> None:
    (tmp_path / "mine.csv").write_text(GOOD)
    with Store(store) as running:
        running.set(BOARD, "")
        code, lines = board("--import", tmp_path / "mine.csv")
        assert (code, len(lines)) == (1, 1)
        assert "another companion is using it; close that one first" in lines[0]
        assert board()[0] == 0
    assert setting(store, BOARD) == ""


def test_what_is_kept_is_said(store: Path) -> None:
    code, lines = board()
    assert (code, "No board of your own is saved" in lines[0]) == (0, True)
    with Store(store) as opened:
        opened.set(DRAFT, draft_to_text(dict(list(draft_of(demo()).items())[:63])))
    assert "63 of 100" in board()[1][1]
    with Store(store) as opened:
        opened.set(DRAFT, "{")
    assert "can't be read" in board()[1][1]
    with Store(store) as opened:
        opened.set(BOARD, "AL,AK")
    code, lines = board()
    assert (code, "the saved board" in lines[0]) == (1, True)


def test_without_a_board_there_is_nothing_to_export(tmp_path: Path, store: Path) -> None:
    assert board("--export", tmp_path / "out.csv")[0] == 1
    with Store(store) as opened:
        opened.set(BOARD, GOOD)
    assert board("--export", tmp_path / "no" / "out.csv")[0] == 1
    assert not (tmp_path / "out.csv").exists()
    assert board("--check", tmp_path, "--export", tmp_path)[0] == 2
    assert run("board", "chess").exit_code == 2


BOX = boxes.write_profile(boxes.demo())


def test_a_box_goes_in_and_out_again(tmp_path: Path, store: Path) -> None:
    source, target = tmp_path / "mine.toml", tmp_path / "again.toml"
    source.write_bytes(b"\xef\xbb\xbf" + BOX.replace("\n", "\r\n").encode())
    assert box("--check", source) == (0, [f"{source}: a box with 52 cards."])
    assert not store.exists()
    assert box("--import", source)[0] == 0
    assert setting(store, drafts.BOX) == BOX
    assert box() == (0, ["Your own box is saved: demo, 52 cards."])
    assert board() == (0, [board()[1][0]])
    assert box("--export", target)[0] == 0
    assert boxes.read_profile_file(target) == boxes.demo()


def test_a_bad_box_is_named_fault_by_fault_and_changes_nothing(tmp_path: Path, store: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(BOX)
    bad.write_text(BOX.replace("pieces = 45", "pieces = 2").replace("Y", "y", 1))
    box("--import", good)
    for option in ("--import", "--check"):
        code, lines = box(option, bad)
        assert code == 1
        assert str(bad) in lines[0]
        assert lines[1] == "area, line 1, column 1: 'y' isn't one of . # Y B G R"
        assert lines[2].startswith("pieces: 2, and it must be")
    assert setting(store, drafts.BOX) == BOX
    assert box("--check", tmp_path / "none.toml")[1][0].endswith("No such file or directory")


def test_what_is_kept_of_a_box_is_said(tmp_path: Path, store: Path) -> None:
    assert (box()[0], "No box of your own is saved" in box()[1][0]) == (0, True)
    assert box("--export", tmp_path / "out.toml")[0] == 1
    with Store(store) as opened:
        opened.set(drafts.DRAFT, write_json(new_draft()))
        assert box("--import", tmp_path / "none.toml")[0] == 1
    assert box()[1][1] == "One is being entered on the screen."
    with Store(store) as opened:
        opened.set(drafts.DRAFT, "{")
    assert "can't be read" in box()[1][1]
    with Store(store) as opened:
        opened.set(drafts.BOX, "name = 3")
    code, lines = box()
    assert (code, "the saved box" in lines[0]) == (1, True)
    assert box("--export", tmp_path / "out.toml")[0] == 1
    assert not (tmp_path / "out.toml").exists()
