"""A separate store for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store


@pytest.fixture(name="store")
def open_store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as store:
        yield store
