"""The board never moves from the first turn to the end, so a tap hits what its player aimed at.

An instruction once pushed it from 387 to 309 pixels, and a tap on row 7, column 5 was recorded as row 9,
column 6.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Level, Seat
from companion.grab import Touch
from tests.ui.desk import Desk, recalled, there
from tests.ui.panels import PANELS
from tests.ui.rig import SIZES
from ui.dialogs.questions import VerdictDialog
from ui.games.registry import FACES
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn, Seized
from ui.widgets.banner import WHO_MM
from ui.widgets.layout import Rect, place_widget, rect_of

PLAYERS = {"ungle-speed": 4, "sequence-states": 3, "tracktic": 4, "cryptid": 4, "speed-mode": 2, "sheet": 4}
NAMES = ("Bartholomew", "Maximiliane", "Wilhelmina", "Christopher")
STEPS = 40
"""Reports of a match in the quick tests; the larger panel plays up to 400."""


def begin(desk: Desk, game: str) -> TableScreen:
    """Deal to people with long names."""
    face, count = FACES[game](), PLAYERS[game]
    plates = tuple(replace(plate, name=name) for plate, name in zip(theme.plates(), NAMES, strict=False))
    desk.frame.deal(face, face.facts(count, {}, Level.COUNTING, Seat(0)), plates[:count])
    desk.settle()
    return desk.table


def play(desk: Desk, game: str, steps: int) -> Iterator[TableScreen]:
    """Yield the table before each of `steps` reports of simulated players, and at a match's end."""
    people, table = recalled(game, PLAYERS[game]), desk.table
    for _ in range(steps):
        yield table
        if table.session.match.outcome is not None:
            return
        desk.go_on(people)
        desk.pump(1)


@pytest.mark.parametrize("size", [*PANELS, pytest.param((480, 800), id="upright")])
@pytest.mark.parametrize("game", PLAYERS)
def test_the_board_is_one_rectangle_to_the_end(desk: Desk, game: str, size: tuple[int, int]) -> None:
    """Meanwhile, whose turn it is and what to do can be read from every chair."""
    if size in SIZES:
        desk.rig.size(*size)
    place_widget(desk.frame, Rect(0, 0, *size))
    stands = rect_of(begin(desk, game).board)
    for table in play(desk, game, 400 if size[0] == 1280 else STEPS):
        told = table.session.match.line[-1].events
        assert rect_of(table.board) == stands, f"{table.duty.title.text!r} after {told}"
        if table.duty.parent is None and table.dialog is None:
            assert table.banner.title.font_size >= theme.mm(WHO_MM) - 1, table.banner.title.text
            assert table.banner.subtitle.font_size >= theme.mm(3.2) - 1, table.banner.subtitle.text
        # A question can be put aside to see the table, and answered later.
        if table.dialog is not None and table.session.playing:
            table.front.peek()
            desk.pump(1)
            assert rect_of(table.board) == stands, "with the question put aside"
            table.front.unpeek()


def test_the_banner_has_the_colour_of_whose_turn_it_is(desk: Desk) -> None:
    table = begin(desk, "ungle-speed")
    assert table.banner.tone == theme.seat_tone(table.session.plates[0])
    desk.turn()
    assert table.banner.tone == theme.seat_tone(table.session.plates[1])


def test_of_two_hands_the_left_one_lies_left(desk: Desk) -> None:
    strip = there(desk.seat(2).presses.strip)
    # Seats 0 and 1 are right hands, 2 and 3 the left hands of the same two players.
    from_left = sorted(strip.pads, key=lambda pad: pad.to_window(*pad.pos)[0])
    assert [pad.number for pad in from_left] == [2, 0, 3, 1]


class Counted:
    """Counts how often a table views the game, draws it, and asks its presenter."""

    def __init__(self, table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views = self.pictures = self.banners = self.dialogs = 0
        self._count(monkeypatch, table.session.match.game, "view", "views")
        self._count(monkeypatch, table.board, "show", "pictures")
        self._count(monkeypatch, table.presenter, "banner", "banners")
        self._count(monkeypatch, table.presenter, "dialog", "dialogs")

    def _count(self, monkeypatch: pytest.MonkeyPatch, thing: object, name: str, counter: str) -> None:
        real: Any = getattr(thing, name)

        def counting(*args: object) -> object:
            setattr(self, counter, getattr(self, counter) + 1)
            return real(*args)

        monkeypatch.setattr(thing, name, counting)

    @property
    def all(self) -> tuple[int, int, int, int]:
        return self.views, self.pictures, self.banners, self.dialogs


@pytest.mark.parametrize("game", FACES)
def test_a_tap_is_one_view_and_one_picture(desk: Desk, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.deal(game, 2)
    state = table.session.match.state
    able = (r for r in table.session.match.game.legal(state))
    report = next(r for r in able if isinstance(table.session.match.game.judge(state, r), Accepted))
    counted = Counted(table, monkeypatch)
    table.choose(report)
    assert table.session.length == 2
    assert counted.all == (1, 1, 1, 1)


def test_button_and_take_back_are_one_view_and_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.deal("ungle-speed", 2)
    counted = Counted(table, monkeypatch)
    table.hear(ButtonTurn())
    assert (table.session.length, counted.all) == (2, (1, 1, 1, 1))
    desk.settle()
    counted = Counted(table, monkeypatch)
    table.undo()
    assert (table.session.length, counted.all) == (3, (1, 1, 1, 1))


def test_a_grab_is_one_view_and_one_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.seat(4)
    desk.settle()
    counted = Counted(table, monkeypatch)
    desk.grab((2, 0))
    assert desk.verdict is not None
    # The dialog is asked for three times: for the name to announce, for the verdict, and for what the referee
    # can rule itself.
    assert counted.all == (1, 1, 1, 3)


def test_a_hand_that_comes_with_the_verdict_leaves_the_name_a_frame_of_its_own(desk: Desk) -> None:
    table = desk.seat(4)
    table.hear(Seized(1, (Seat(2),), (Touch(Seat(2), 0),), 100_000, "kernel"))
    assert table.flash.title == theme.plates()[2].name
    for state in ("pressed", "released"):
        table.hear(ButtonChanged(Seat(1), ButtonState(state, tried=True)))
    assert (table.flash.shown, table.dialog) == (True, None)
    desk.pump(2)
    assert isinstance(table.dialog, VerdictDialog)
