"""An owner's files are written whole, readable only by the owner, and never follow links."""

import os
import stat
from pathlib import Path

import pytest

from companion.store import Store
from companion.whole_file import CHECKPOINTS, SHOWN, open_new, read_plain, write_owners_file, write_whole


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("lies_there", ["a link", "a broken link", "a pipe", "a file that all may read"])
def test_what_lies_under_the_name_of_a_file_in_the_making_is_kept(lies_there: str, tmp_path: Path) -> None:
    """Anyone with access to a folder could have `NAME.part` overwrite another of the owner's files."""
    target, partly, other = tmp_path / "people.json", tmp_path / "people.json.part", tmp_path / "diary"
    other.write_text("mine")
    if lies_there.endswith("link"):
        partly.symlink_to(other if lies_there == "a link" else tmp_path / "nowhere")
    elif lies_there == "a pipe":
        os.mkfifo(partly)
    else:
        partly.write_text("old")
        partly.chmod(0o666)
    write_whole(target, b"new")
    assert (target.read_bytes(), mode(target), target.is_symlink()) == (b"new", 0o600, False)
    assert other.read_text() == "mine"
    assert not os.path.lexists(partly)
    assert not (tmp_path / "nowhere").exists()


def test_what_is_written_for_the_owner_is_read_by_nobody_else(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_owners_file(tmp_path / "export.json", b"{}")
        with open_new(tmp_path / "new") as file:
            file.write(b"new")
        with Store(tmp_path / "home" / "matches.db") as store:
            store.copy_to(tmp_path / "copy.db")
            CHECKPOINTS.write(store.path, "m1", b"{}")
    finally:
        os.umask(before)
    assert {mode(tmp_path / name) for name in ("export.json", "new", "copy.db")} == {0o600}
    for folder in (tmp_path / "home", CHECKPOINTS.path(tmp_path / "home" / "matches.db")):
        assert mode(folder) == 0o700
        assert {mode(path) for path in folder.iterdir() if path.is_file()} == {0o600}


def test_only_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero"), tmp_path / "none"):
        with pytest.raises(OSError, match=r"isn't a file|directory|No such"):
            read_plain(path, 100)
    (tmp_path / "long").write_bytes(b"x" * 200)
    assert read_plain(tmp_path / "long", 100) == b"x" * 100


def test_a_pipe_beside_the_store_is_not_waited_for(tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    CHECKPOINTS.write(store, "m1", b"{}")
    (kept,) = CHECKPOINTS.path(store).iterdir()
    kept.unlink()
    os.mkfifo(kept)
    assert CHECKPOINTS.read(store, "m1") == b""
    assert list(CHECKPOINTS.first_lines(store)) == []
    CHECKPOINTS.write(store, "m1", b"again")
    assert CHECKPOINTS.read(store, "m1") == b"again"


def test_what_was_just_written_is_kept_whatever_the_clock_says(tmp_path: Path) -> None:
    """When the clock was set back, it was behind twenty files: each new one was thrown away at once."""
    store = tmp_path / "matches.db"
    for n in range(CHECKPOINTS.most):
        CHECKPOINTS.write(store, f"m{n}", b"{}")
    for path in CHECKPOINTS.path(store).iterdir():
        os.utime(path, (4_000_000_000, 4_000_000_000))
    os.utime(CHECKPOINTS._file(store, "m3"), (3_000_000_000, 3_000_000_000))
    CHECKPOINTS.write(store, "new", b"{}")
    assert CHECKPOINTS.read(store, "new") == b"{}"
    assert CHECKPOINTS.read(store, "m3") == b"", "the oldest goes"
    assert len(list(CHECKPOINTS.path(store).iterdir())) == CHECKPOINTS.most


def test_a_stick_of_another_user_takes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FAT knows no owners: all files belong to the user who mounted it. Only an owner may change a mode."""

    def refuse(*_: object) -> None:
        raise PermissionError

    for change in ("chmod", "fchmod"):
        monkeypatch.setattr(os, change, refuse)
    write_whole(tmp_path / "club-outbox", b"waits")
    assert (tmp_path / "club-outbox").read_bytes() == b"waits"
    write_owners_file(tmp_path / "wiring.svg", b"<svg/>", mode=SHOWN)
    assert (tmp_path / "wiring.svg").read_bytes() == b"<svg/>"
