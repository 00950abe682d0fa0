"""The spaces: one canvas that is changed in place, and a finger that finds each of the hundred."""

from colorsys import rgb_to_hsv

import pytest
from kivy.base import EventLoop
from msgspec.structs import replace

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.sequence_states.view import View
from tests.games.sequence_states.board import at, position
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.table import FOX, OWL, Table, seen, words_of
from ui import theme
from ui.finger import Finger, FingerEvent
from ui.games.sequence_states.aims import Aim, PlayAdd, PlayRemove, PlayState, SeatTap, SpaceTap
from ui.games.sequence_states.board import SequenceBoard
from ui.games.sequence_states.chips import TONES, chip
from ui.games.sequence_states.lights import Light, lights
from ui.games.sequence_states.loupe import beside
from ui.widgets.layout import Rect

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""What the frame leaves for the board, in pixels, by the size of the window."""


def laid(rig: Rig, view: View, players: int = 4, size: tuple[int, int] = (800, 480)) -> SequenceBoard:
    """Show a board as large as on the table."""
    rig.size(*size)
    board = SequenceBoard(words_of(players))
    board.size = MIDDLE[size]
    rig.show(board)
    board.show(view, None)
    rig.pump(3)
    return board


def instructions(board: SequenceBoard) -> list[object]:
    """Return every instruction of the spaces' canvas, groups unfolded."""
    found: list[object] = []
    groups = [board.grid.canvas]
    while groups:
        for child in groups.pop().children:
            found.append(child)
            if hasattr(child, "children"):
                groups.append(child)
    return found


def test_a_whole_game_changes_the_canvas_in_place(rig: Rig) -> None:
    table = Table(2)
    board = laid(rig, table.view, 2)
    before = instructions(board)
    aims: tuple[Aim, ...] = (None, PlayAdd(), PlayRemove(), PlayState("OH"))
    for n, space in enumerate(SPACES[:60:3]):
        table.tell(PlaceChip(table.view.turn, space), DrawCard(table.view.turn))
        board.show(table.view, aims[n % 4])
        rig.pump()
    assert board.builds == 1
    after = instructions(board)
    assert len(after) == len(before)
    assert all(a is b for a, b in zip(before, after, strict=True))


def test_an_idle_board_draws_nothing(rig: Rig) -> None:
    board = laid(rig, seen(position("rb........", "RRRRR")))
    view = seen(position("rb........", "RRRRR"))
    rig.pump(10)
    drawn = rig.frames_drawn
    board.show(view, None)
    rig.pump(30)
    assert rig.frames_drawn == drawn


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_each_space_tells_that_space(rig: Rig, size: tuple[int, int]) -> None:
    board = laid(rig, seen(position()), size=size)
    tapped: list[object] = []
    board.on_tap = tapped.append
    for space in SPACES:
        finger = Finger()
        finger.down(*board.grid.rect(space).center)
        finger.up()
    assert tapped == [SpaceTap(space) for space in SPACES]


@pytest.mark.parametrize("size", SIZES)
def test_the_spaces_are_as_large_as_a_printed_square(rig: Rig, size: tuple[int, int]) -> None:
    board = laid(rig, seen(position()), size=size)
    assert board.grid.cell >= theme.mm(6.4)
    room = board.grid.room
    assert room.x >= board.x + theme.mm(2)
    assert room.y >= board.y - 1
    assert room.top + theme.mm(2) <= board.top + 1
    assert room.right < board.panel.x


def test_sliding_goes_to_the_next_space_and_lifting_tells_it(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    finger = Finger()
    finger.down(*board.grid.rect(at(4, 8)).center)
    rig.pump()
    assert board.loupe.opacity == 1
    finger.move(*board.grid.rect(at(5, 8)).center)
    finger.up()
    assert tapped == [SpaceTap(at(5, 8))]
    assert board.loupe.opacity == 0


def test_a_finger_that_rolls_a_little_over_the_edge_stays_on_its_space(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    rect = board.grid.rect(at(4, 8))
    finger = Finger()
    finger.down(*rect.center)
    finger.move(rect.center[0], rect.y - rect.height * 0.15)
    finger.up()
    assert tapped == [SpaceTap(at(4, 8))]


def test_sliding_off_the_spaces_tells_nothing(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    finger = Finger()
    finger.down(*board.grid.rect(at(4, 8)).center)
    finger.move(board.grid.room.x - theme.mm(2), board.grid.rect(at(4, 8)).center[1])
    rig.pump()
    assert board.loupe.opacity == 0
    finger.up()
    assert tapped == []


def test_a_second_finger_changes_nothing(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    first, second = Finger(), Finger()
    first.down(*board.grid.rect(at(4, 8)).center)
    first.move(board.grid.room.x - theme.mm(2), board.y + 10)
    second.down(*board.grid.rect(at(9, 2)).center)
    second.up()
    first.move(*board.grid.rect(at(1, 1)).center)
    first.up()
    assert tapped == [SpaceTap(at(1, 1))]


def test_a_mouse_wheel_tells_nothing(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    x, y = board.grid.rect(at(4, 8)).center
    wheel = FingerEvent("wheel", 1, {"sx": x / 800, "sy": y / 480}, is_touch=True, type_id="touch")
    wheel.profile = ["pos", "button"]
    wheel.button = "scrolldown"
    for phase in ("begin", "end"):
        EventLoop.post_dispatch_input(phase, wheel)
    assert tapped == []


def test_a_board_that_tells_nobody_shows_no_loupe(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    finger = Finger()
    finger.down(*board.grid.rect(at(4, 8)).center)
    assert board.loupe.opacity == 0
    finger.up()


# The loupe.


@pytest.mark.parametrize("size", SIZES)
def test_the_loupe_lies_inside_and_leaves_its_space_free(rig: Rig, size: tuple[int, int]) -> None:
    board = laid(rig, seen(position("rb", "RRRRR")), size=size)
    board.on_tap = lambda _: None
    room = Rect(board.x, board.y, board.width, board.height)
    for space in SPACES:
        board._finger = space
        board._look()
        bubble, cell = board.loupe.bubble, board.grid.rect(space)
        assert room.x - 1 <= bubble.x
        assert bubble.right <= room.right + 1
        assert room.y - 1 <= bubble.y
        assert bubble.top <= room.top + 1
        above, left, right = bubble.y >= cell.top, bubble.right <= cell.x, bubble.x >= cell.right
        assert above or left or right, f"the loupe covers {space}"
        assert bubble.width >= theme.mm(36)


def test_the_loupe_shrinks_before_it_leaves_its_room() -> None:
    room = Rect(0, 0, 500, 400)
    near_the_top = beside(Rect(250, 370, 30, 30), room, 300, 120, 40)
    assert near_the_top.right <= 210 or near_the_top.x >= 320
    assert near_the_top.top == 400
    assert beside(Rect(0, 0, 30, 30), room, 300, 120, 40) == Rect(0, 70, 300, 120)


def test_the_loupe_says_what_lies_there(rig: Rig) -> None:
    board = laid(rig, seen(position("b", "RRRRR")))
    pictures = set()
    for space in (at(1, 1), at(2, 1), at(9, 9)):
        board._finger = space
        board._look()
        rig.pump(2)
        pictures.add(rig.picture(board.loupe)[2])
    assert len(pictures) == 3


# What is lit.


def test_a_state_card_lights_its_two_spaces_and_crosses_what_is_covered() -> None:
    view = seen(position())
    ohio = view.spaces_of("OH")
    lit = lights(view, PlayState("OH"))
    assert [lit[space.index] for space in ohio] == [Light.FOUND, Light.FOUND]
    assert lit.count(Light.DIM) == 98
    rows = [["."] * 10 for _ in range(10)]
    rows[ohio[0].row][ohio[0].column] = "b"
    lit = lights(seen(position(*("".join(row) for row in rows))), PlayState("OH"))
    assert [lit[space.index] for space in ohio] == [Light.CROSSED, Light.FOUND]


def test_add_lights_all_open_spaces() -> None:
    view = seen(position("rb"))
    lit = lights(view, PlayAdd())
    assert lit[:2] == (Light.DIM, Light.DIM)
    assert set(lit[2:]) == {Light.OPEN}


def test_remove_lights_the_chips_that_may_be_taken_off() -> None:
    view = seen(position("rb", "BBBBB"))
    lit = lights(view, PlayRemove())
    assert lit[1] is Light.TARGET
    assert lit.count(Light.TARGET) == 1, "no own chip, and none of a sequence"


def test_without_a_layout_a_card_lights_all_open_spaces() -> None:
    view = seen(position("rb", layout=None))
    lit = lights(view, PlayState("OH"))
    assert lit[:2] == (Light.DIM, Light.DIM)
    assert set(lit[2:]) == {Light.OPEN}


def test_nothing_begun_lights_nothing() -> None:
    assert set(lights(seen(position("rb")), None)) == {Light.PLAIN}


# How it looks.


def test_what_is_shown_changes_the_picture(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    pictures = []
    shown: tuple[tuple[View, Aim], ...] = (
        (seen(position()), None),
        (seen(position("r")), None),
        (seen(position("b")), None),
        (seen(position("rrrrr")), None),
        (seen(position("RRRRR")), None),
        (seen(position(last=at(1, 1))), None),
        (seen(position(layout=None)), None),
        (seen(position()), PlayState("OH")),
        (seen(position()), PlayAdd()),
        (seen(position("b")), PlayRemove()),
    )
    for view, aim in shown:
        board.show(view, aim)
        rig.pump(2)
        pictures.append(rig.picture(board)[2])
    assert len(set(pictures)) == len(pictures)


def grey_of(rig: Rig, colour: Colour, locked: bool) -> list[int]:
    """Return a chip as it is drawn, in grey, row by row."""
    pixels = bytes(chip(colour, locked, 36).pixels)
    dots = zip(*(pixels[n::4] for n in range(3)), strict=True)
    return [(299 * red + 587 * green + 114 * blue) // 1000 for red, green, blue in dots]


@pytest.mark.parametrize("locked", [False, True])
def test_in_grey_the_chips_are_told_apart_by_their_rims(rig: Rig, locked: bool) -> None:
    greys = {colour: grey_of(rig, colour, locked) for colour in Colour}
    for one in Colour:
        for other in Colour:
            if one < other:
                pairs = zip(greys[one], greys[other], strict=True)
                differing = sum(abs(a - b) > 40 for a, b in pairs) / len(greys[one])
                assert differing > 0.06, f"{one} and {other} look alike in grey"


def luminance(tone: theme.Tone) -> float:
    """Return how bright a tone is (WCAG)."""
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in tone[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_letters_are_readable_on_every_chip() -> None:
    from ui.games.sequence_states.chips import DARK, WHITE

    for tone in (*TONES.values(), WHITE):
        contrast = (luminance(tone) + 0.05) / (luminance(DARK) + 0.05)
        assert contrast >= 4.5


def test_a_chip_has_the_colour_it_is_called_by() -> None:
    """Red chips were once as orange as the mark of Fox."""
    hues = {colour: rgb_to_hsv(*tone[:3])[0] * 360 for colour, tone in TONES.items()}
    assert hues[Colour.RED] < 10 or hues[Colour.RED] > 350
    assert 200 < hues[Colour.BLUE] < 240
    assert 120 < hues[Colour.GREEN] < 170


def test_no_chip_looks_like_the_mark_of_a_seat() -> None:
    for tone in TONES.values():
        for seat in theme.COLOURS.values():
            assert sum(abs(a - b) for a, b in zip(tone[:3], seat[:3], strict=True)) > 0.2


def test_both_spaces_of_a_state_have_one_ground() -> None:
    from ui.games.sequence_states.grid import tint

    view = seen(position())
    for card in STATES:
        assert len({tint(view.spaces[space.index]) for space in view.spaces_of(card)}) == 1


def test_a_new_deal_for_other_seats_needs_no_new_spaces(rig: Rig) -> None:
    board = laid(rig, seen(position()), 12)
    board.show(seen(position(players=12)), None)
    rig.pump(3)
    assert board.builds == 1
    assert board.panel.builds == 2


def test_a_tap_on_a_row_tells_its_seat(rig: Rig) -> None:
    board = laid(rig, seen(position()))
    tapped: list[object] = []
    board.on_tap = tapped.append
    for seat in (FOX, OWL):
        rig.tap_at(*board.panel.rect_of(seat).center)
    finger = Finger()
    finger.down(*board.panel.rect_of(FOX).center)
    finger.move(*board.panel.rect_of(OWL).center)
    finger.up()
    assert tapped == [SeatTap(FOX), SeatTap(OWL)]


def test_the_last_change_is_framed(rig: Rig) -> None:
    state = position("r")
    board = laid(rig, seen(state))
    plain = rig.picture(board.grid)[2]
    board.show(seen(replace(state, last=Space(0, 0))), None)
    rig.pump(2)
    assert rig.picture(board.grid)[2] != plain
