"""Answers on a sheet: the likeliest is large, and late news changes a pad's words and report in place."""

from typing import Any

import pytest

from tests.ui.rig import Rig
from ui.dialogs.questions import answers
from ui.parts.shown import PartScreen
from ui.parts.values import Part
from ui.stage import theme
from ui.table.presenting import Choice
from ui.widgets.layout import Rect
from ui.widgets.text import fitting

FIRST = (Choice("Duel", "", "duel", primary=True), Choice("Wrong", "", "wrong"))
LATER = (Choice("Duel of three", "", "three", primary=True), Choice("Wrong hand", "", "hand"))


class Answers(PartScreen):
    def __init__(self, choices: tuple[Choice, ...], told: list[Any]) -> None:
        super().__init__()
        self.choices, self._told = choices, told
        self.compose()

    def part(self) -> Part:
        return answers(self.choices, self._told.append, upright=self.upright)


def shown(rig: Rig, told: list[Any]) -> Answers:
    pads = Answers(FIRST, told)
    rig.fill(pads, Rect(0, 0, 700, 90))
    return pads


def test_the_likeliest_answer_is_the_largest_and_a_late_press_changes_what_it_says(rig: Rig) -> None:
    likely = shown(rig, [])
    assert likely["answer 0"].width > 1.3 * likely["answer 1"].width
    told: list[Any] = []
    screen = shown(rig, told)
    pads = [screen["answer 0"], screen["answer 1"]]
    places = [pad.pos for pad in pads]
    screen.choices = LATER
    screen.compose()
    rig.pump(2)
    assert [screen["answer 0"], screen["answer 1"]] == pads, "a finger may be on its way to one"
    assert screen.part().texts == ("Duel of three", "Wrong hand")
    for pad in pads:
        rig.tap(pad)
    assert told == ["three", "hand"]
    assert [pad.pos for pad in pads] == places


@pytest.mark.parametrize("count", range(1, 16))
def test_of_many_answers_none_is_too_small_for_a_finger(rig: Rig, count: int) -> None:
    many = tuple(Choice(f"Answer {n}", "", n, primary=not n) for n in range(count))
    screen = Answers(many, [])
    rig.fill(screen, Rect(0, 0, 630, 151))
    for n in range(count):
        if (name := f"answer {n}") in screen:
            assert min(screen[name].width, screen[name].height) >= theme.mm(theme.TARGET_MM) - 1, name


@pytest.mark.parametrize("wide", [60, 90, 140, 400])
def test_letters_are_as_large_as_they_fit(wide: int) -> None:
    def found(role: int) -> int:
        return fitting("Sequence States", role, 8, True, False, wide, 60)

    fit = [role for role in range(8, 41) if found(role) == role]
    # Sizes go down in steps of about 6%.
    assert max(fit) * 0.9 - 1 <= found(40) <= max(fit)
