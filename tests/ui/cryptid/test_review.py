"""What a review found: each test tells its bug in one line."""

from tests.ui.cryptid.table import MAP_ALONE, PLATES
from tests.ui.desk import Desk
from ui.games.cryptid.clues import ClueEntry, Typed
from ui.games.cryptid.drafts import palette


def test_a_clue_is_not_in_sight_after_something_went_wrong(desk: Desk) -> None:
    # The page where a clue was typed in came back until the store had answered.
    entry = ClueEntry(MAP_ALONE, PLATES, palette(2, ()), Typed(2), lambda: None, lambda _setup: None)
    desk.frame.show(entry)
    desk.pump()
    desk.tap(entry["begin"])
    assert "clue 0" in entry.part()
    desk.frame.fail(KeyError("a bug"))
    desk.pump()
    desk.pad("Go on").tap()
    assert desk.frame.screen is not entry
    assert entry.parent is None
    assert "clue 0" not in entry.part()
