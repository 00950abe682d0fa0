"""The app on a panel: the small one, if none is named."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.rig import Rig

if TYPE_CHECKING:
    from tests.ui.desk import Desk


@pytest.fixture
def desk(request: pytest.FixtureRequest, rig: Rig, tmp_path: Path) -> "Iterator[Desk]":
    """The app on the panel that `EACH_PANEL` names."""
    # Not before the window is set up.
    from tests.ui.desk import Desk

    rig.size(*getattr(request, "param", (800, 480)))
    found = Desk(rig, tmp_path / "matches.db")
    yield found
    found.close()
