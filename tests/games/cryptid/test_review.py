"""What a review found: each test tells its bug in one line."""

import os
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts
from companion.store import Store
from ui.games.cryptid.setup import Filed, filed

SETUP = deal(1)


def modes(folder: Path) -> dict[str, str]:
    """Return who may do what with each file of a folder."""
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


@pytest.fixture
def usual_mask() -> object:
    """Make new files as most users do: everybody may read them."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_mask")
def test_nobody_else_reads_a_copy_of_the_store(tmp_path: Path) -> None:
    # The copy had the clues of running matches, and everybody could read it.
    with Store(tmp_path / "matches.db") as store:
        store.copy_to(tmp_path / "copy.db")
        assert set(modes(tmp_path).values()) == {"0o600"}, modes(tmp_path)


@pytest.mark.usefixtures("usual_mask")
def test_nobody_else_reads_a_store_that_was_there_before(tmp_path: Path) -> None:
    # A file that everybody could read stayed so, with SQLite's files beside it.
    (tmp_path / "matches.db").touch(0o644)
    with Store(tmp_path / "matches.db") as store:
        store.set("name", "value")
        assert set(modes(tmp_path).values()) == {"0o600"}, modes(tmp_path)


def test_a_set_up_whose_clues_are_missing_is_no_map_alone() -> None:
    # It began a match in open mode, and nobody was told.
    lacking = replace(SETUP, clues=())
    with pytest.raises(SetupError, match="4 are owned, and 0 are told"):
        Cryptid().opening(Facts(setup=lacking))
    assert filed(json.encode(lacking).decode(), 2) == Filed()
    alone = replace(lacking, clue_owner=())
    assert not Cryptid().opening(Facts(setup=alone)).sealed
