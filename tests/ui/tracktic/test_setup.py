"""The last step before a match: the box, the colours, and what is remembered."""

import pytest
from msgspec.structs import replace

from companion.games.tracktic.model import COLOURS
from companion.games.tracktic.profile import demo, write_profile
from tests.ui.by_fingers import texts
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import Kept
from tests.ui.tracktic.setting_up import BOX, OWN, Table
from ui.games.tracktic import drafts
from ui.games.tracktic import setup_words as words

YELLOW, BLUE, GREEN, RED = COLOURS


def test_without_a_box_of_one_s_own_the_made_up_one_is_marked_and_chosen(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.part()["own"].title == words.ENTER
    assert (table.screen.part()["own"].chosen, table.screen.part()["made_up"].chosen) == (False, True)
    assert table.screen.part()["made_up"].title == words.MADE_UP
    facts = table.go()
    assert (facts.profile, facts.colours) == (demo(), (YELLOW, BLUE))
    assert facts.profile.made_up
    rig.tap(table.screen.header.back)
    assert table.left == 1


def test_one_s_own_box_is_taken_where_there_is_one(rig: Rig) -> None:
    table = Table(rig, 4, BOX=BOX)
    assert (table.screen.part()["own"].title, table.screen.part()["own"].hint) == (
        "demo",
        words.contents(OWN, 4),
    )
    assert table.go().profile == OWN
    rig.tap(table.screen["made_up"])
    assert table.go().profile == demo()
    rig.tap(table.screen["own"])
    assert table.go().profile == OWN


@pytest.mark.rule("tt.players")
def test_two_play_only_colours_that_start_on_their_grid(rig: Rig) -> None:
    table = Table(rig, 2, BOX=write_profile(replace(OWN, area_two=("BB..R", ".....", "B..RR"))))
    assert table.go().colours == (BLUE, RED)
    rig.tap(table.screen["asked 0"])
    assert table.go().colours == (RED, BLUE)
    # The made-up box has all four again.
    rig.tap(table.screen["made_up"])
    rig.tap(table.screen["asked 1"])
    assert table.go().colours == (RED, GREEN)


def test_the_last_choice_is_offered_again(rig: Rig) -> None:
    table = Table(rig, 2, BOX=BOX)
    rig.tap(table.screen["made_up"])
    rig.tap(table.screen["asked 0"])
    first = table.go()
    assert (first.profile, first.colours) == (demo(), (GREEN, BLUE))
    again = Table(rig, 3, table.kept).go()
    assert (again.profile, again.colours) == (demo(), (GREEN, BLUE, YELLOW))


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    kept = Kept(late=True)
    table = Table(rig, 2, kept, BOX=BOX)
    screen = table.screen
    for pad in (screen.header.next, screen["own"], screen["made_up"], screen["asked 0"]):
        rig.tap(pad)
    assert table.facts == []
    assert screen.over is None
    kept.arrive()
    assert table.go().profile == OWN


@pytest.mark.parametrize("choice", ["{", "[]", '{"box":"best"}', '{"colours":["pink"]}', "[" * 5000, "\0"])
def test_what_was_kept_and_is_damaged_stops_nobody(rig: Rig, choice: str) -> None:
    table = Table(rig, BOX="name = 3", DRAFT="{", CHOICE=choice)
    assert words.DAMAGED in texts(table.screen)
    assert table.go().profile == demo()
    assert table.kept.texts[drafts.BOX] == "name = 3"


def test_a_colour_that_was_kept_and_is_none_is_not_taken(rig: Rig) -> None:
    assert Table(rig, CHOICE='{"colours":["white","red","red"]}').go().colours == (YELLOW, RED)
