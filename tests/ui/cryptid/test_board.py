"""The table: what is marked for whom, and that nothing of a clue stays on the screen."""

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.hexes import MAP, Hex, spread
from companion.games.cryptid.model import HUES, Answering, Choosing, Disc, Hue, Rulings, Spot, State
from companion.games.cryptid.setups import meet, sets_of
from companion.games.cryptid.view import view
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.table import words_of
from ui.finger import Finger
from ui.games.cryptid.aims import Aim, At, Correcting, HexTap, Searching
from ui.games.cryptid.board import CryptidBoard, marks
from ui.games.cryptid.emblem import emblem
from ui.games.cryptid.hex_map import Marks
from ui.widgets.face import Face
from ui.widgets.layout import Rect

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""What the frame leaves for the board, in pixels, by the size of the window."""
SETUP = deal(5, Mode.ADVANCED)
SETS = sets_of(SETUP)
FOX, OWL = Seat(0), Seat(1)
AT = Hex(3, 6)


def position(**changes: object) -> State:
    """Return a position of sealed clues with a few pieces."""
    spots = tuple(Spot(HUES[n % 4] if n % 9 == 0 else None, HUES[: n % 3]) for n in range(len(MAP)))
    state = State(SETUP, SETS, HUES, Rulings(), spots, FOX, Choosing())
    return replace(state, **changes)


def laid(rig: Rig, size: tuple[int, int] = (800, 480)) -> CryptidBoard:
    """Show a board as large as on the table."""
    rig.size(*size)
    board = CryptidBoard(words_of(2))
    board.size = MIDDLE[size]
    rig.show(board)
    board.show(view(position(), None))
    rig.pump(3)
    return board


# What is marked.


def test_what_has_been_begun_is_marked() -> None:
    discs = (Disc(Hue.ORANGE, Hex(0, 0)),)
    idle, asked = view(position(), None), view(position(turn=OWL, stage=Answering(AT, False)), None)
    aims: tuple[tuple[Aim, Marks], ...] = (
        (None, Marks()),
        (At(AT), Marks(chosen=AT)),
        (Searching(AT, discs, (Hue.BLUE,)), Marks(also=AT, placed=discs)),
        (Correcting(AT), Marks(chosen=AT)),
        (Correcting(), Marks()),
    )
    for aim, wanted in aims:
        assert marks(idle, aim) == wanted
    assert marks(asked) == Marks(chosen=AT)
    assert marks(asked, Correcting(Hex(0, 0))) == Marks(chosen=Hex(0, 0), also=AT)


def test_the_public_view_marks_no_clue() -> None:
    shown = marks(view(position(), None))
    assert shown.forbidden == {}
    assert shown.allowed == frozenset()
    assert shown.habitat is None


@pytest.mark.parametrize("seat", [FOX, OWL])
def test_a_private_view_marks_what_the_own_clues_say_and_no_others(seat: Seat) -> None:
    shown = marks(view(position(), seat))
    hues, sets = HUES[2 * seat : 2 * seat + 2], SETS[2 * seat : 2 * seat + 2]
    for at in MAP:
        wanted = tuple(hue for hue, hexes in zip(hues, sets, strict=True) if not hexes & at.bit)
        assert shown.forbidden.get(at, ()) == wanted
    assert shown.allowed == frozenset(spread(meet(sets)))
    assert shown.habitat is None


def test_after_the_game_the_habitat_is_marked_and_no_clues() -> None:
    ended = position(stage=Answering(AT, True), ended=Outcome((FOX,), "cr.search"))
    assert marks(view(ended, None)) == Marks(habitat=next(spread(meet(SETS))))
    assert marks(view(replace(ended, sets=()), None)) == Marks()


# Secrets.


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [FOX, OWL])
def test_nothing_of_a_private_look_stays_on_the_screen(rig: Rig, size: tuple[int, int], seat: Seat) -> None:
    board = laid(rig, size)
    public = rig.picture(board)[2]
    board.show(view(position(), seat))
    rig.pump(2)
    private = rig.picture(board)[2]
    assert private != public
    board.show(view(position(), None))
    assert rig.picture(board)[2] == public, "not a frame later"


def test_the_public_picture_is_the_same_whatever_the_clues_are(rig: Rig) -> None:
    board = laid(rig)
    public = rig.picture(board)[2]
    other = deal(8, Mode.ADVANCED)
    swapped = position(setup=replace(SETUP, clues=other.clues), sets=sets_of(other))
    board.show(view(swapped, None))
    rig.pump(2)
    assert rig.picture(board)[2] == public


# The widget.


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_a_hex_tells_that_hex(rig: Rig, size: tuple[int, int]) -> None:
    board = laid(rig, size)
    tapped: list[object] = []
    board.on_tap = tapped.append
    for at in MAP[::7]:
        rig.tap_at(*board.map.centre(at))
    assert tapped == [HexTap(at) for at in MAP[::7]]


def test_a_board_that_tells_nobody_does_not_look_pressed(rig: Rig) -> None:
    board = laid(rig)
    board.on_tap = lambda _: None
    rig.tap_at(*board.map.centre(AT))
    board.on_tap = None
    bare = rig.picture(board)[2]
    finger = Finger()
    finger.down(*board.map.centre(AT))
    assert rig.picture(board)[2] == bare
    finger.up()


@pytest.mark.parametrize("size", SIZES)
def test_the_players_stand_beside_the_largest_map(rig: Rig, size: tuple[int, int]) -> None:
    board = laid(rig, size)
    wide, high = MIDDLE[size]
    assert board.legend.opacity == 1
    assert board.legend.right < board.map.x
    assert board.map.right <= board.right
    alone = board.map.lattice_in(Rect(0, 0, wide, high))
    assert board.map.lattice.width == alone.width, "the map isn't smaller for the players beside it"


def test_where_there_is_no_room_the_map_stands_alone(rig: Rig) -> None:
    board = laid(rig)
    board.size = (440, 386)
    rig.pump(2)
    assert board.legend.opacity == 0
    assert board.map.width == 440


def test_the_players_show_turn_and_pieces(rig: Rig) -> None:
    board = laid(rig)
    pictures = set()
    ended = Outcome((FOX,), "cr.search")
    emptied = (Spot(),) * len(MAP)
    for state in (position(), position(turn=OWL), position(ended=ended), position(spots=emptied)):
        board.show(view(state, None))
        rig.pump(2)
        pictures.add(rig.picture(board.legend)[2])
    assert len(pictures) == 4


def test_a_whole_game_changes_the_canvas_in_place(rig: Rig) -> None:
    board = laid(rig)
    for n, at in enumerate(MAP[::4]):
        spots = tuple(Spot(HUES[n % 4]) if other < at else Spot() for other in MAP)
        board.show(view(position(spots=spots, turn=Seat(n % 2)), (None, FOX, OWL)[n % 3]), At(at))
        rig.pump()
    assert board.builds == 1


def test_an_idle_table_draws_nothing(rig: Rig) -> None:
    board = laid(rig)
    rig.pump(10)
    drawn = rig.frames_drawn
    board.show(view(position(), None))
    rig.pump(30)
    assert rig.frames_drawn == drawn


def test_without_a_map_the_pieces_lie_on_blank_hexes(rig: Rig) -> None:
    board = laid(rig)
    before = rig.picture(board.map)[2]
    board.show(view(position(setup=None, sets=()), None))
    rig.pump(2)
    assert rig.picture(board.map)[2] != before


def test_the_emblem_fits_its_room(rig: Rig) -> None:
    from kivy.graphics import InstructionGroup

    for side in (3, 60, 200):
        face, group = Face(), InstructionGroup()
        face.size = (220, 220)
        emblem(group, Rect(10, 10, side, side))
        face.canvas.add(group)
        rig.show(face)
        width, height, pixels = rig.picture(face)
        lit = [n for n in range(width * height) if any(pixels[4 * n : 4 * n + 3])]
        assert bool(lit) is (side > 10)
        for n in lit:
            x, y = n % width, height - 1 - n // width
            assert 9 <= x <= side + 11
            assert 9 <= y <= side + 11
