"""How many taps it takes: a round of figures, another winner, taking back."""

from pathlib import Path

import pytest

from companion.game import Seat
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import TakeTotem
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from tests.ui.sheet.playing import deal
from tests.ui.sheet.test_sheet_screen import write
from tests.ui.test_correcting import correcting
from tests.ui.test_flash import dueled
from ui.screens.correcting import CorrectingScreen
from ui.stage.kivy_types import Widget


class CountedDesk(Desk):
    """The app, and how many taps its pads got."""

    taps = 0

    def tap(self, pad: Widget) -> None:
        self.taps += 1
        super().tap(pad)


@pytest.fixture
def desk(rig: Rig, tmp_path: Path) -> CountedDesk:
    return CountedDesk(rig, tmp_path / "matches.db")


def test_a_round_of_wizard_for_four_is_at_most_twelve_taps(desk: CountedDesk) -> None:
    deal(desk, "wizard", 4)
    desk.taps = 0
    write(desk, 0, 1, 0, 0)
    write(desk, 0, 1, 0, 0)
    assert desk.table.session.view.totals == (20, 30, 20, 20)
    assert desk.taps <= 12


def test_another_took_the_totem_is_at_most_five_taps(desk: CountedDesk) -> None:
    """Owl took it, not Fox: from the table after their duel until the table is right again."""
    session = dueled(desk).session
    taken = next(line.entry for line in session.match.line if isinstance(line.report, TakeTotem))
    desk.taps = 0
    place = correcting(desk, taken, "replace")
    assert place.strip is not None
    desk.tap(place.strip.pads[1])
    desk.tap_on("Duel with Fox", desk.table.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen), "nothing else is asked"
    told = [line.report for line in session.match.line if isinstance(line.report, TakeTotem)]
    assert told == [TakeTotem(Grab((Seat(1),)))]
    assert desk.taps <= 5


def test_taking_back_is_one_tap(desk: CountedDesk) -> None:
    desk.seat(4)
    before = desk.table.session.view
    desk.turn()
    assert desk.table.session.view != before
    desk.taps = 0
    desk.tap(desk.table.bar.undo)
    desk.settle()
    assert desk.table.session.view == before
    assert desk.taps == 1
