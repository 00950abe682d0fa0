"""What all must see at once stands over the whole table for a second, and no tap goes through it."""

import pytest

from companion.game import Seat
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.reports import TurnNext
from tests.ui.desk import Desk
from tests.ui.rig import FRAME
from ui.dialogs.questions import VerdictDialog
from ui.games.ungle_speed import words
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.table.buttons import Seized
from ui.table.presenting import Announcement
from ui.widgets import flash
from ui.widgets.flash import Flash
from ui.widgets.layout import rect_of
from ui.widgets.text import Lettering

S = Seat


def grabbed(desk: Desk, *presses: tuple[int, float]) -> TableScreen:
    table = desk.seat(4)
    desk.press(*presses)
    assert table.flash.shown
    return table


def luminance(tone: theme.Tone) -> float:
    """Return the relative luminance of a tone (WCAG 2.2)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in tone[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_whoever_was_first_is_seen_from_every_chair_for_a_second(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    assert table.flash.title == table.presenter.seat_name(S(2))
    assert isinstance(table.dialog, VerdictDialog), "the verdict lies open below it"
    assert table.flash.below == "", "over the whole table stands a name and nothing else"
    board, above = rect_of(table.board), rect_of(table.flash)
    assert above.width >= board.width
    assert above.height >= board.height
    desk.pump(round(flash.SECONDS / FRAME) + 2)
    assert not table.flash.shown
    assert isinstance(table.dialog, VerdictDialog)


def test_a_tap_on_it_ends_it_and_answers_nothing_below_and_an_ordinary_card_is_not_cried(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    length = table.session.shown
    assert isinstance(table.dialog, VerdictDialog)
    desk.tap(table.dialog.pads[0])
    assert not table.flash.shown
    assert table.session.shown == length
    desk.tap(table.dialog.pads[0])
    assert table.session.shown == length + 1
    table = desk.seat(4)
    table.tell_now(TurnNext())
    assert not table.flash.shown


@pytest.mark.usefixtures("each_panel")
def test_a_dead_heat_is_read_whole(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 0.2))
    assert table.flash.title.startswith(words.DEAD_HEAT)
    fit(table.flash)


@pytest.mark.usefixtures("each_panel")
@pytest.mark.parametrize(
    "name", ["Jo", "Bartholomew", "W" * 24, "Dead heat between Bartholomew and Wilhelmina"]
)
def test_every_name_stands_in_one_line_whole(desk: Desk, name: str) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    table.flash.announce(Announcement(name), theme.PRIMARY)
    desk.pump(3)
    fit(table.flash)


def fit(shown: Flash) -> None:
    cut = [part.text for part in shown.children if isinstance(part, Lettering) and part.is_shortened]
    assert not cut
    (title,) = [part for part in shown.children if isinstance(part, Lettering) and part.text == shown.title]
    assert title.texture_size[0] <= title.width + 1


@pytest.mark.parametrize(
    ("arrows", "cried", "sound"),
    [
        (Arrows.INWARD, words.GRAB, "grab"),
        (Arrows.COLOURED, words.COLOURS_NOW, "colours"),
        (Arrows.OUTWARD, words.ALL_TURN, "all_turn"),
    ],
)
def test_each_kind_of_arrows_has_a_sound_of_its_own(
    desk: Desk, arrows: Arrows, cried: str, sound: str
) -> None:
    table = desk.seat(4)
    table.tell_now(TurnNext(ArrowsCard(arrows)))
    assert table.flash.shown
    assert table.flash.title == cried
    assert desk.sounds.played[-1] == sound
    assert desk.hands.buttons.armed, "hands on buttons are heard while it is read"
    desk.pump(2)
    assert table.flash.shown
    assert table.strip is not None
    for pad in table.strip.pads:
        assert rect_of(pad).top <= rect_of(table.flash).y, "nor is a pad that stands in for one covered"


def test_its_letters_can_be_read_on_the_colour_of_every_seat() -> None:
    """4.5 to 1 is what small letters need (WCAG 2.2, 1.4.3); large ones would need less."""
    dark = luminance(theme.ON_PRIMARY)
    for plate in theme.plates():
        assert (luminance(theme.seat_tone(plate)) + 0.05) / (dark + 0.05) >= 4.5, plate


def test_a_press_while_a_verdict_lies_open_is_not_cried(desk: Desk) -> None:
    """It was on its way when the pad was disarmed; whoever was first stands there already."""
    table = grabbed(desk, (2, 0))
    desk.pump(round(flash.SECONDS / FRAME) + 2)
    table.hear(Seized(arming=99, first=(S(1),), presses=(), band=0, source="pin"))
    assert isinstance(table.dialog, VerdictDialog)
    assert table.dialog.content.winners == (S(2),)
    assert not table.flash.shown
