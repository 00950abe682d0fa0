"""The board: nothing lies over anything else, and showing changes what is there instead of building anew."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard
from tests.ui.rig import Rig
from tests.ui.ungle_speed.table import FOX, OWL, WOLF, laid, seen, star, words_of
from ui import theme
from ui.finger import Finger
from ui.games.ungle_speed.board import UngleBoard
from ui.games.ungle_speed.seating import TWO_HANDS, seating
from ui.widgets.layout import Rect

PARTIES = [*range(2, 16), 22]
ROOMS = [(800, 480, 700, 395), (800, 480, 700, 300), (1280, 720, 1124, 590), (1280, 720, 1124, 450)]


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.mark.parametrize("players", PARTIES)
@pytest.mark.parametrize(("window_width", "window_height", "width", "height"), ROOMS)
def test_panels_lie_in_the_room_and_apart(
    rig: Rig, players: int, window_width: int, window_height: int, width: int, height: int
) -> None:
    rig.size(window_width, window_height)
    count = 4 if players == 2 else players
    room = Rect(10, 20, width, height)
    middle = Rect(room.center[0] - theme.mm(8), room.center[1] - theme.mm(4), theme.mm(16), theme.mm(8))
    panels = seating(
        room, count, theme.mm(19), theme.mm(1.6), (theme.mm(26), theme.mm(19)), opposite=players == 2
    )
    assert len(panels) == count
    assert all(apart(one, other) for one, other in combinations([*panels, middle], 2))
    for panel in panels:
        assert panel.height >= theme.mm(7)
        assert room.x - 1 <= panel.x
        assert panel.right <= room.right + 1
        assert room.y - 1 <= panel.y
        assert panel.top <= room.top + 1


@pytest.mark.parametrize("players", PARTIES)
def test_seats_go_round_clockwise_from_the_bottom_left(players: int) -> None:
    room = Rect(0, 0, 700, 395)
    panels = seating(room, players, 99, 8, (135, 99))
    x0, y0 = room.center
    around = [(panel.center[0] - x0, panel.center[1] - y0) for panel in panels]
    # Clockwise: each next one lies to the right hand of the one before, seen from the middle.
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(around, around[1:] + around[:1], strict=True)]
    assert sum(turn < 1 for turn in turns) >= players - 1
    if players > 3:
        assert around[0][0] <= 0
        assert around[0][1] <= 0


@pytest.mark.parametrize("height", [300, 395])
def test_two_players_sit_opposite_each_other(height: int) -> None:
    places = seating(Rect(0, 0, 700, height), 4, 99, 8, (135, 99), opposite=True)
    panels = dict(zip(TWO_HANDS, places, strict=True))
    # Each right hand lies to its player's right.
    assert panels[Seat(0)].y == panels[Seat(2)].y < panels[Seat(1)].y == panels[Seat(3)].y
    assert panels[Seat(0)].x > panels[Seat(2)].x
    assert panels[Seat(1)].x < panels[Seat(3)].x


def board_of(rig: Rig, players: int = 4) -> UngleBoard:
    board = UngleBoard(words_of(players))
    board.size = (700, 395)
    rig.show(board)
    board.show(seen(laid(players)))
    rig.pump(3)
    return board


def instructions(board: UngleBoard) -> list[object]:
    """Return every instruction of the board's canvas, groups unfolded."""
    found: list[object] = []
    groups = [board.canvas]
    while groups:
        for child in groups.pop().children:
            found.append(child)
            if hasattr(child, "children"):
                groups.append(child)
    return found


def test_showing_changes_instructions_in_place(rig: Rig) -> None:
    board = board_of(rig)
    before = instructions(board)
    for n in range(12):
        state = laid(4, (star(), None, ArrowsCard(Arrows.INWARD))[: n % 4], turn=Seat(n % 4), pot=n % 3)
        board.show(seen(replace(state, by_colour=bool(n % 2))))
        rig.pump()
    assert board.builds == 1
    after = instructions(board)
    # The texts and cards bind their textures anew; nothing else is exchanged, and nothing is added.
    assert len(after) == len(before)
    assert sum(a is b for a, b in zip(before, after, strict=True)) == len(before)


def test_what_is_shown_changes_the_picture(rig: Rig) -> None:
    board = board_of(rig)
    pictures = []
    for state in (
        laid(),
        laid(turn=OWL),
        laid(4, (star(),)),
        laid(4, (None,)),
        laid(pot=3),
        replace(laid(), by_colour=True),
    ):
        board.show(seen(state))
        rig.pump()
        pictures.append(rig.picture(board)[2])
    assert len(set(pictures)) == len(pictures)


def test_an_idle_board_draws_nothing(rig: Rig) -> None:
    board = board_of(rig)
    view = seen(laid(level=Level.WATCHING))
    board.show(view)
    rig.pump(10)
    drawn = rig.frames_drawn
    board.show(view)
    rig.pump(30)
    assert rig.frames_drawn == drawn


@pytest.mark.parametrize("players", [2, 4, 15])
def test_every_seat_can_be_tapped(rig: Rig, players: int) -> None:
    board = board_of(rig, players)
    tapped: list[Seat] = []
    board.on_tap = tapped.append
    seats = range(4 if players == 2 else players)
    for seat in seats:
        rig.tap_at(*board._panels[seat].rect.center)
    assert tapped == list(seats)


def test_a_finger_that_slides_off_taps_nothing(rig: Rig) -> None:
    board = board_of(rig)
    tapped: list[Seat] = []
    board.on_tap = tapped.append
    finger = Finger()
    finger.down(*board._panels[FOX].rect.center)
    rig.pump(2)
    finger.move(*board._panels[WOLF].rect.center)
    finger.up()
    rig.pump(2)
    assert tapped == []


def test_a_board_without_taps_lets_them_through(rig: Rig) -> None:
    board = board_of(rig)
    rig.tap_at(*board._panels[FOX].rect.center)
    assert board._pressed is None


def test_another_deck_builds_another_board(rig: Rig) -> None:
    board = board_of(rig)
    state = laid()
    board.show(seen(replace(state, deck=replace(STANDARD, name="another printing"))))
    assert board.builds == 2
