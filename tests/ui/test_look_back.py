"""A match that is over is stepped through: every table as it was, and each duel's photo finish."""

import pytest

from companion.game import TABLE
from companion.games.shelf import GAMES
from companion.match_reports import Abandon
from tests.companion.ended import ended
from tests.ui.desk import Desk, the, there
from tests.ui.test_layout import faults
from tests.ui.test_win import lay
from ui.dialogs.history import HistoryDialog, LookBack
from ui.games.registry import FACES
from ui.stage.painter import room_in
from ui.widgets.layout import Rect


def looked_back(desk: Desk, game: str) -> LookBack:
    """Lay a match that is over, and go by its history to its steps."""
    lay(desk, game)
    table = desk.table
    desk.tap(table.bar.history)
    history = the(HistoryDialog, table.overlay)
    assert faults(history) == []
    desk.tap(history["look back"])
    assert isinstance(table.overlay, LookBack)
    return table.overlay


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("each_panel")
def test_every_step_of_a_match_is_drawn_as_it_was(desk: Desk, game: str) -> None:
    sheet, match = looked_back(desk, game), ended(game)
    face, last = FACES[game](), len(match.line) - 1
    assert sheet.step == last
    assert not sheet.part()["after"].live
    desk.tap(sheet["first"])
    assert not sheet.part()["before"].live
    for step in (0, 1, 2, last // 2):
        sheet.show(step)
        desk.pump(2)
        view = match.game.view(match.line[step].state, TABLE)
        stage = sheet["table"]
        room = room_in(Rect(stage.x, stage.y, stage.width, stage.height))
        assert stage.scene == face.still(sheet.presenter, view)(room, None)
        assert faults(sheet) == []
        assert sheet.part()["step"].text.startswith(f"Step {step} of {last}")
        assert sheet.part()["told"].text
    desk.tap(sheet["after"])
    assert sheet.step == last // 2 + 1
    desk.tap(sheet["before"])
    desk.tap(sheet["before"])
    assert sheet.step == last // 2 - 1
    desk.tap(sheet["close"])
    assert desk.table.overlay is None


def test_each_duel_has_its_photo_finish(desk: Desk) -> None:
    sheet, match = looked_back(desk, "ungle-speed"), ended("ungle-speed")
    presenter = sheet.presenter
    sheets = [presenter.dialog(match.game.view(position.state, TABLE)) for position in match.line]
    duels = [step for step, found in enumerate(sheets) if found is not None and found.finish is not None]
    assert len(duels) > 1
    seen = []
    for _ in duels:
        desk.tap(sheet["duel -1"])
        seen.append(sheet.step)
        found = there(sheets[sheet.step])
        assert "finish" in sheet
        assert sheet.part()["step"].text.endswith(found.title)
        assert "table" not in sheet
        assert faults(sheet) == []
    assert seen == duels[::-1]
    desk.tap(sheet["duel -1"])
    assert sheet.step == duels[0], "there is none before the first"
    desk.tap(sheet["duel 1"])
    assert sheet.step == duels[1]
    desk.tap(sheet["first"])
    assert "finish" not in sheet
    assert "table" in sheet


def test_a_match_that_goes_on_or_was_broken_off_is_not_stepped_through(desk: Desk) -> None:
    """Its position may hold secrets, and an entry is corrected from the history."""
    table = desk.seat(3)
    for _ in range(2):
        table.over.open_history()
        assert isinstance(table.overlay, HistoryDialog)
        assert table.overlay.look_back is None
        table.over.close()
        table.tell_now(Abandon())
