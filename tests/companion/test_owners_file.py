"""Files that an owner names: each is read or refused with a sentence, and none blocks."""

import errno
import os
import socket
from pathlib import Path

import pytest

from companion.errors import SetupError
from companion.whole_file import read_owners_file, write_owners_file


def test_no_more_is_read_than_tells_that_it_is_too_much(tmp_path: Path) -> None:
    path = tmp_path / "board.csv"
    path.write_bytes(b"123456789")
    assert read_owners_file(path, 9) == b"123456789"
    assert read_owners_file(path, 4) == b"12345"


def test_what_is_no_file_is_named_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for path, said in (
            (pipe, "this is a pipe, not a file"),
            (tmp_path, "this is a folder, not a file"),
            (Path("/dev/zero"), "this is a device, not a file"),
            (tmp_path / "nowhere", "No such file or directory"),
            (tmp_path / "socket", "this is a socket, not a file"),
        ):
            with pytest.raises(SetupError, match=said) as refused:
                read_owners_file(path, 100)
            assert str(refused.value).startswith(f"{path}: ")


def test_what_is_written_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path, link = tmp_path / "people.json", tmp_path / "link"
    link.symlink_to(path)
    for content in (b"Ada", b"Ada, Grace"):
        write_owners_file(link, content)
        assert path.read_bytes() == content
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_where_there_is_no_room_what_was_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "people.json"
    path.write_bytes(b"Ada")

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SetupError, match="the disk is full"):
        write_owners_file(path, b"Ada, Grace")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"Ada"]


def test_nothing_but_a_file_is_written(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, said in (
        (pipe, "this is a pipe, not a file"),
        (tmp_path, "this is a folder, not a file"),
        (Path("/dev/full"), "this is a device, not a file"),
        (tmp_path / "no" / "such", "No such file or directory"),
    ):
        with pytest.raises(SetupError, match=said) as refused:
            write_owners_file(path, b"Ada")
        assert str(refused.value).startswith(f"{path}: ")
