"""Clues on the screen: there for one pair of eyes, and nowhere before or afterwards."""

import msgspec
import pytest

from companion.errors import SetupError
from companion.games.cryptid.clues import AFFIRMED, Clue, Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.setups import Setup, check
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, RESTED, SEED, Table, widgets_below
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import wrong
from ui.finger import Finger
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.clue_form import Sort
from ui.games.cryptid.clue_pages import UnfitPage
from ui.games.cryptid.map_entry import MapEntry
from ui.games.cryptid.reveal import ClueLine
from ui.games.cryptid.ways import SetUpWay
from ui.kivy_types import Widget


def shown_clues(rig: Rig, players: int = 2) -> Table:
    """A table that was dealt to and laid."""
    table = Table(rig, players)
    table.go(SetUpWay.NORMAL)
    table.lay_all()
    return table


def typing(rig: Rig, setup: Setup = ADVANCED) -> Table:
    """A table whose map was typed in; the first player takes the screen."""
    table = Table(rig)
    table.go(SetUpWay.OWN)
    table.type_map(setup)
    return table


def lines_below(widget: Widget) -> list[Widget]:
    """Return the clues that are anywhere on the screen."""
    return [found for found in widgets_below(widget) if isinstance(found, ClueLine)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_each_player_sees_the_own_clues_and_no_pixel_of_them_stays(rig: Rig, players: int) -> None:
    table = shown_clues(rig, players)
    setup = deal(SEED, players=players)
    before = table.picture()
    for player, pad in enumerate(table.clues.pads):
        finger = Finger()
        finger.down(*pad.center)
        rig.pump(RESTED)
        for clue, owner in zip(setup.clues, setup.clue_owner, strict=True):
            assert (words.clue_line(clue) in table.texts()) == (owner == player)
        finger.up()
        rig.pump(2)
        assert table.picture() == before
        assert lines_below(table.screen) == []


def test_a_finger_that_slides_off_hides_the_clues(rig: Rig) -> None:
    table = shown_clues(rig)
    before = table.picture()
    pad = table.clues.pads[0]
    finger = Finger()
    finger.down(*pad.center)
    rig.pump(RESTED)
    assert table.clues.reveal.shown
    finger.move(pad.center[0], pad.top + 40)
    rig.pump(2)
    assert table.picture() == before
    finger.up()
    rig.pump(2)
    assert table.picture() == before


def test_a_tap_is_too_short_to_see_anything(rig: Rig) -> None:
    table = shown_clues(rig)
    finger = Finger()
    for pad in table.clues.pads:
        finger.down(*pad.center)
        rig.pump(RESTED // 2)
        assert lines_below(table.screen) == []
        finger.up()
        rig.pump(RESTED)
        assert lines_below(table.screen) == []


def test_two_fingers_see_nothing(rig: Rig) -> None:
    table = shown_clues(rig)
    one, other = Finger(), Finger()
    one.down(*table.clues.pads[0].center)
    other.down(*table.clues.pads[1].center)
    rig.pump(RESTED)
    assert not table.clues.reveal.shown
    one.up()
    other.up()
    rig.pump(2)
    assert not table.clues.reveal.shown


def test_leaving_hides_the_clues_under_a_finger(rig: Rig) -> None:
    table = shown_clues(rig)
    finger = Finger()
    finger.down(*table.clues.pads[0].center)
    rig.pump(RESTED)
    assert table.clues.reveal.shown
    table.screen.leave()
    assert lines_below(table.screen) == []
    rig.pump(RESTED)
    assert lines_below(table.screen) == []
    finger.up()


# Clues that are typed in.


@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_a_typed_in_game_goes_all_the_way(rig: Rig, setup: Setup) -> None:
    table = typing(rig, setup)
    assert words.takes("Fox") in table.texts()
    table.type_clues(*setup.clues[:2])
    assert words.takes("Owl") in table.texts()
    assert words.looks_away("Fox") in table.texts()
    table.type_clues(*setup.clues[2:])
    assert table.played.setup == setup
    for _, text in table.kept.written:
        assert "kind" not in text


@pytest.mark.parametrize("mode", Mode)
def test_not_can_be_said_in_advanced_games_only(rig: Rig, mode: Mode) -> None:
    table = typing(rig, deal(SEED, mode))
    rig.tap(table.cover.begin)
    rig.tap(table.typing.sorts[Sort.NEAR_COLOUR])
    assert (table.typing.negate.parent is not None) == (mode is Mode.ADVANCED)
    assert len(table.typing.offers) == (4 if mode is Mode.ADVANCED else 3)


def test_what_one_typed_is_nowhere_when_the_other_takes_the_screen(rig: Rig) -> None:
    pictures = set()
    for clues in (ADVANCED.clues[:2], AFFIRMED[10:12]):
        table = typing(rig)
        table.type_clues(*clues)
        assert words.takes("Owl") in table.texts()
        cover = table.picture()
        rig.tap(table.cover.begin)
        pictures.add((cover, table.picture()))
        assert lines_below(table.screen) == []
    assert len(pictures) == 1


def test_one_s_own_clues_can_be_read_while_held_and_typed_in_again(rig: Rig) -> None:
    table = typing(rig)
    rig.tap(table.cover.begin)
    for clue in AFFIRMED[:2]:
        table.type_clue(clue)
    table.wait()
    before = table.picture()
    finger = Finger()
    finger.down(*table.mine.hold.center)
    rig.pump(RESTED)
    assert words.clue_line(AFFIRMED[0]) in table.texts()
    finger.up()
    rig.pump(2)
    assert table.picture() == before
    rig.tap(table.mine.again[0])
    table.type_clue(ADVANCED.clues[0])
    rig.tap(table.mine.again[1])
    table.type_clue(ADVANCED.clues[1])
    table.say_done()
    table.type_clues(*ADVANCED.clues[2:])
    assert table.played.setup == ADVANCED


def test_the_same_clue_twice_is_told_to_its_owner_at_once(rig: Rig) -> None:
    table = typing(rig)
    rig.tap(table.cover.begin)
    table.type_clue(AFFIRMED[0])
    table.type_clue(AFFIRMED[0])
    page = table.typing
    assert page.header.hint.text == words.HAVE_IT
    rig.tap(page.negate)
    assert page.header.hint.text != words.HAVE_IT


def test_clues_that_were_typed_to_the_wrong_colours_are_swapped(rig: Rig) -> None:
    # "Your other colour has this clue" once stood in the way for good.
    table = typing(rig)
    rig.tap(table.cover.begin)
    for clue in reversed(ADVANCED.clues[:2]):
        table.type_clue(clue)
    rig.tap(table.mine.again[0])
    table.type_clue(ADVANCED.clues[0])
    table.say_done()
    table.type_clues(*ADVANCED.clues[2:])
    assert table.played.setup == ADVANCED


@pytest.mark.parametrize("player", [0, 1])
def test_a_double_tap_does_not_skip_the_question_whether_it_is_right(rig: Rig, player: int) -> None:
    # "Done" stood under the finger that had just tapped "That is it".
    table = typing(rig)
    if player:
        table.type_clues(*ADVANCED.clues[:2])
    rig.tap(table.cover.begin)
    table.type_clue(ADVANCED.clues[2 * player])
    table.tell_clue(ADVANCED.clues[2 * player + 1])
    where = table.typing.header.next.center
    rig.tap_at(*where)
    rig.tap_at(*where)
    assert words.MINE[0] in table.texts()
    assert table.facts == []
    table.wait()
    rig.tap_at(*where)
    assert table.facts or words.takes("Owl") in table.texts()


TAKEN = (*ADVANCED.clues[:3], ADVANCED.clues[0])
NO_HABITAT = (AFFIRMED[0], AFFIRMED[9], AFFIRMED[7], AFFIRMED[3])
MANY = AFFIRMED[10:14]
UNFIT: tuple[tuple[Clue, ...], ...] = (TAKEN, NO_HABITAT, MANY)


def test_clues_that_do_not_fit_are_told_with_one_sentence_whatever_is_wrong(rig: Rig) -> None:
    pictures, reasons = set(), set()
    for clues in UNFIT:
        with pytest.raises(SetupError) as refused:
            check(msgspec.structs.replace(ADVANCED, clues=clues))
        reasons.add(str(refused.value))
        table = typing(rig)
        table.type_clues(*clues[:2])
        table.type_clues(*clues[2:])
        assert isinstance(table.entry.page, UnfitPage)
        assert words.UNFIT in table.texts()
        assert table.facts == []
        pictures.add(table.picture())
    assert len(reasons) == len(UNFIT)
    assert len(pictures) == 1


def test_each_checks_the_own_clues_and_then_it_goes_on(rig: Rig) -> None:
    table = typing(rig)
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(ADVANCED.clues[2], AFFIRMED[0])
    page = table.entry.page
    assert isinstance(page, UnfitPage)
    rig.tap(page.players[1])
    assert words.takes("Owl") in table.texts()
    rig.tap(table.cover.begin)
    rig.tap(table.mine.again[1])
    table.type_clue(ADVANCED.clues[3])
    table.say_done()
    assert words.takes("Fox") in table.texts()
    rig.tap(table.cover.begin)
    table.say_done()
    assert table.played.setup == ADVANCED


def test_nobody_tries_clue_after_clue_alone(rig: Rig) -> None:
    # One player could type a clue anew and press Done until the other's clues were known.
    table = typing(rig)
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(ADVANCED.clues[2], AFFIRMED[0])
    for clue in (AFFIRMED[1], ADVANCED.clues[3]):
        page = table.entry.page
        assert isinstance(page, UnfitPage)
        rig.tap(page.players[1])
        rig.tap(table.cover.begin)
        rig.tap(table.mine.again[1])
        table.type_clue(clue)
        table.say_done()
        # Whether it fits now is told to nobody before the other has been here again.
        assert words.takes("Fox") in table.texts()
        assert table.facts == []
        rig.tap(table.cover.begin)
        table.say_done()
    assert table.played.setup == ADVANCED


def test_a_way_round_over_the_map_is_no_way_to_try_alone(rig: Rig) -> None:
    table = typing(rig)
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(ADVANCED.clues[2], AFFIRMED[0])
    page = table.entry.page
    assert isinstance(page, UnfitPage)
    rig.tap(page.map)
    rig.tap(table.map.next)
    rig.tap(table.cover.begin)
    table.say_done()
    assert words.takes("Owl") in table.texts()
    # Going back over the other's cover doesn't make anybody done either.
    rig.tap(table.cover.header.back)
    rig.tap(table.cover.begin)
    rig.tap(table.mine.again[0])
    table.type_clue(ADVANCED.clues[0])
    table.say_done()
    assert words.takes("Owl") in table.texts()
    assert table.facts == []


def test_the_map_can_be_checked_without_typing_the_clues_in_again(rig: Rig) -> None:
    table = typing(rig)
    moved = table.screen.step
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(*UNFIT[0][2:])
    page = table.entry.page
    assert moved is table.entry
    assert isinstance(page, UnfitPage)
    rig.tap(page.map)
    assert isinstance(table.screen.step, MapEntry)
    rig.tap(table.map.next)
    rig.tap(table.cover.begin)
    assert table.mine.header.title.text == words.MINE[0]


def test_every_page_has_the_way_back(rig: Rig) -> None:
    table = typing(rig)
    rig.tap(table.cover.begin)
    rig.tap(table.typing.sorts[Sort.ON])
    rig.tap(table.typing.header.back)
    assert table.typing.form.sort is None
    rig.tap(table.typing.header.back)
    rig.tap(table.cover.header.back)
    assert isinstance(table.screen.step, MapEntry)
    rig.tap(table.map.next)
    table.type_clues(*AFFIRMED[:2])
    assert words.takes("Owl") in table.texts()
    rig.tap(table.cover.header.back)
    assert words.takes("Fox") in table.texts()
    rig.tap(table.cover.begin)
    rig.tap(table.mine.header.back)
    assert words.takes("Fox") in table.texts()


@pytest.mark.parametrize("size", PANELS)
def test_they_are_for_fingers_and_eyes(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    found = []
    for players in (2, 3, 4, 5):
        table = shown_clues(rig, players)
        found += wrong(rig, table.screen)
        finger = Finger()
        finger.down(*table.clues.pads[-1].center)
        rig.pump(RESTED)
        found += wrong(rig, table.screen)
        finger.up()
    table = typing(rig)
    found += wrong(rig, table.screen)
    rig.tap(table.cover.begin)
    found += wrong(rig, table.screen)
    for sort in Sort:
        table.typing.choose(sort)
        found += wrong(rig, table.screen)
        for what in table.typing.form.offers:
            table.typing.pick(what)
            table.typing.say_not()
            found += wrong(rig, table.screen)
        table.typing.go_back()
    for clue in AFFIRMED[:2]:
        table.type_clue(clue)
    found += wrong(rig, table.screen)
    table.say_done()
    table.type_clues(*AFFIRMED[:2])
    found += wrong(rig, table.screen)
    assert found == []
