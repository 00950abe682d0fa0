"""What is said of an update for which the disk has no room before any package was looked at."""

import errno
import json
import tempfile
from pathlib import Path

import pytest

from ui.appliance.update import System, UpdateFound, install, said_last


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, UpdateFound("room", now="1.0")), (errno.EIO, None)]
)
def test_what_came_of_another_update_is_not_said_of_this_one(
    number: int, said: UpdateFound | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended in a traceback, and the screen said once more why the last one was refused."""
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
    assert said_last(system) == said
