"""What is said of an update too large for the disk, and which of many packages are considered."""

import errno
import json
import tempfile
from pathlib import Path

import pytest

from tests.ui.desk import there
from ui.appliance.update import MOST_FILES, System, UpdateFound, install, last_result, look


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, UpdateFound("room", now="1.0")), (errno.EIO, None)]
)
def test_what_came_of_another_update_is_not_said_of_this_one(
    number: int, said: UpdateFound | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended in a traceback, and the screen repeated why the last one was refused."""
    system = System(tmp_path, tmp_path, run=lambda command: (0, "installed 1.0"))
    (tmp_path / "result.json").write_text(json.dumps({"why": "forged", "file": "last_year.deb"}))

    def fail(**_: object) -> None:
        raise OSError(number, "it fails")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", fail)
    if said is None:
        with pytest.raises(OSError, match="it fails"):
            install(system)
    else:
        assert install(system) == said
    assert last_result(system) == said


def test_the_newest_of_more_packages_than_are_looked_at_is_among_them(tmp_path: Path) -> None:
    """As text 0.10 is before 0.9: with four older ones on the stick it was never considered."""
    key, stick = tmp_path / "update.pub", tmp_path / "BLUE-sda1"
    key.touch()
    stick.mkdir()
    for n in range(10, 10 - MOST_FILES - 1, -1):
        (stick / f"table-companion_0.{n}.0_arm64.deb").touch()
    system = System(tmp_path, tmp_path, (key,), run=lambda command: (0, "installed 0.5.0"))
    assert there(look(system)) == UpdateFound("unsigned", "table-companion_0.10.0_arm64.deb", now="0.5.0")
