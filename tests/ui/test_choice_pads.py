"""Answers on a sheet: the likeliest is large, and what comes late changes what a pad says and tells."""

from typing import Any

import pytest

from tests.ui.rig import Rig
from ui.sheets.choices import Choices
from ui.table.presenting import Choice
from ui.widgets.layout import Rect, put
from ui.widgets.text import fitting

FIRST = (Choice("Duel", "", "duel", primary=True), Choice("Wrong", "", "wrong"))
LATER = (Choice("Duel of three", "", "three", primary=True), Choice("Wrong hand", "", "hand"))


def shown(rig: Rig, told: list[Any]) -> Choices:
    """Return two answers on the screen."""
    rig.size(800, 480)
    pads = Choices(FIRST, told.append)
    rig.show(pads)
    put(pads, Rect(0, 0, 700, 90))
    rig.pump(3)
    return pads


def test_the_likeliest_answer_is_the_largest(rig: Rig) -> None:
    likely, other = shown(rig, []).pads
    assert likely.width > 1.3 * other.width


def test_a_late_press_changes_what_the_pads_say_and_tell_where_they_lie(rig: Rig) -> None:
    told: list[Any] = []
    pads = shown(rig, told)
    places = [pad.pos for pad in pads.pads]
    pads.retell(LATER)
    rig.pump(2)
    assert [pad.title.text for pad in pads.pads] == ["Duel of three", "Wrong hand"]
    for pad in pads.pads:
        rig.tap(pad)
    assert told == ["three", "hand"]
    assert [pad.pos for pad in pads.pads] == places


@pytest.mark.parametrize("wide", [60, 90, 140, 400])
def test_letters_are_as_large_as_they_fit(wide: int) -> None:
    def found(role: int) -> int:
        return fitting("Sequence States", role, 8, True, False, wide, 60)

    fit = [role for role in range(8, 41) if found(role) == role]
    # Sizes go down in steps of some six percent.
    assert max(fit) * 0.9 - 1 <= found(40) <= max(fit)
