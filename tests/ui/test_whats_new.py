"""Versions and what changed with them."""

import tomllib
from pathlib import Path

from ui.storage.startup import is_new, this_version, versions

ROOT = Path(__file__).parents[2]


def test_every_version_says_in_few_sentences_what_changed_and_the_newest_is_this() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert versions()[0].name == project == this_version()
    for version in versions():
        assert 1 <= len(version.changes) <= 5, version.name
        assert all(change.endswith(".") and len(change) <= 130 for change in version.changes), version.name
    names = [version.name for version in versions()]
    assert len(set(names)) == len(names)


def test_an_update_is_news_and_the_first_start_is_not() -> None:
    assert is_new("0.1.0", "0.2.0")
    # Going back to an older version changes something too.
    assert is_new("0.2.0", "0.1.0")
    assert not is_new("0.1.0", "0.1.0")
    assert not is_new("", "0.1.0")
