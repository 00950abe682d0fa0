"""The map: one canvas that is changed in place, and a finger that finds each of the 108 hexes."""

import pytest
from kivy.base import EventLoop

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import HUES, Disc, Hue, Spot
from tests.ui.rig import SIZES, Rig
from ui import theme
from ui.finger import Finger, FingerEvent
from ui.games.cryptid.hex_map import HexMap, Marks
from ui.games.cryptid.hex_shapes import Lattice, fitted, piece_of
from ui.games.cryptid.slots import Slot, places
from ui.games.cryptid.tones import HUES as TONES
from ui.widgets.layout import Rect, put

SETUP = deal(3, Mode.ADVANCED)
ROOM = {(800, 480): Rect(40, 20, 440, 386), (1280, 720): Rect(40, 20, 660, 570)}
EMPTY = (Spot(),) * len(MAP)


def laid(rig: Rig, size: tuple[int, int] = (800, 480)) -> HexMap:
    """Show a dealt map in a room that isn't at the window's corner."""
    rig.size(*size)
    hexes = HexMap()
    put(hexes, ROOM[size])
    rig.show(hexes)
    hexes.show(SETUP.tiles, SETUP.structures, EMPTY)
    rig.pump(2)
    return hexes


def pieces(**at: Spot) -> tuple[Spot, ...]:
    """Return the spots of a map with a few pieces, by names such as `d7`."""
    named = {"abcdefghi".index(name[0]) * 12 + int(name[1:]) - 1: spot for name, spot in at.items()}
    return tuple(named.get(n, Spot()) for n in range(len(MAP)))


# Where the hexes lie.


@pytest.mark.parametrize("size", SIZES)
def test_the_middle_of_each_hex_is_that_hex(rig: Rig, size: tuple[int, int]) -> None:
    hexes = laid(rig, size)
    assert [hexes.hex_at(*hexes.centre(at)) for at in MAP] == list(MAP)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_lies_inside_its_room_and_fills_it(rig: Rig, size: tuple[int, int]) -> None:
    hexes = laid(rig, size)
    room, lattice = ROOM[size], hexes.lattice
    wide, high = lattice.size
    assert room.x + theme.mm(3) <= lattice.left
    assert lattice.left + wide <= room.right + 0.5
    assert lattice.top + theme.mm(2.5) <= room.top
    assert lattice.top - high >= room.y - 0.5
    assert wide > room.width * 0.9 or high > room.height * 0.9


def test_hexes_are_as_high_as_flat_topped_ones_are() -> None:
    for width in range(300, 1000, 37):
        lattice = fitted(Rect(0, 0, width, 570))
        assert lattice.height == pytest.approx(lattice.width * 0.866, rel=0.04)


def test_a_point_beside_the_map_is_on_no_hex(rig: Rig) -> None:
    hexes = laid(rig)
    x, y = hexes.centre(Hex(0, 0))
    assert hexes.hex_at(x - hexes.lattice.width, y) is None
    assert hexes.hex_at(x, y - hexes.lattice.height * 9.2) is None
    assert hexes.hex_at(x - hexes.lattice.width * 0.55, y) == Hex(0, 0), "a little beside it is still on it"


def test_the_line_around_hexes_goes_round_them_once() -> None:
    lattice = Lattice(0, 0, 44, 38)
    assert len(lattice.outline([Hex(4, 4)])) == 2 * 6
    assert len(lattice.outline([Hex(4, 4), Hex(5, 4)])) == 2 * 10
    piece = [at for at in MAP if piece_of(at) == (1, 1)]
    # Three hexes of the left column have three edges outside, the corners four; 34 edges in all.
    assert len(lattice.outline(piece)) == 2 * 34
    assert lattice.outline([]) == []


def test_what_lies_in_a_hex_stays_inside_and_in_sight() -> None:
    for structure in (False, True):
        for cube in (False, True):
            for discs in range(5):
                where = places(structure, cube, discs)
                slots = [*where.discs, *[where.structure] * structure, *[where.cube] * cube]
                assert len(where.discs) == discs
                for slot in slots:
                    assert abs(slot.y) + slot.side / 2 <= 0.52
                    assert abs(slot.x) + slot.side / 2 <= 0.56
                for one, other in ((a, b) for a in slots for b in slots if a is not b):
                    apart = max(abs(one.x - other.x), abs(one.y - other.y))
                    assert apart >= 0.22, "the letter of each must be seen"


def test_more_discs_than_colours_are_no_harm() -> None:
    assert len(places(True, True, 9).discs) == 4
    assert places(False, False, 1).discs == (Slot(0, 0, 0.54),)


# One canvas.


def test_the_canvas_is_built_once(rig: Rig) -> None:
    hexes = laid(rig)
    for n, at in enumerate(MAP[::5]):
        spots = tuple(Spot(HUES[n % 4]) if other < at else Spot() for other in MAP)
        hexes.show(SETUP.tiles, SETUP.structures, spots, Marks(chosen=at, forbidden={at: (Hue.BLUE,)}))
        rig.pump()
    put(hexes, Rect(0, 0, 400, 300))
    rig.pump(2)
    assert hexes.builds == 1


def test_an_idle_map_draws_nothing(rig: Rig) -> None:
    hexes = laid(rig)
    rig.pump(10)
    drawn = rig.frames_drawn
    hexes.show([list(row) for row in SETUP.tiles], list(SETUP.structures), list(EMPTY), Marks())
    rig.pump(30)
    assert rig.frames_drawn == drawn


def test_what_is_shown_changes_the_picture_and_goes_again(rig: Rig) -> None:
    hexes = laid(rig)
    bare = rig.picture(hexes)[2]
    seen = {bare}
    at, other = Hex(4, 6), Hex(2, 2)
    for marks in (
        Marks(chosen=at),
        Marks(also=at),
        Marks(placed=(Disc(Hue.BLUE, at),)),
        Marks(lit=frozenset({at})),
        Marks(forbidden={at: (Hue.BLUE,)}),
        Marks(forbidden={at: (Hue.BLUE,), other: (Hue.BLUE, Hue.ORANGE)}),
        Marks(allowed=frozenset({at})),
        Marks(habitat=at),
        Marks(piece=(1, 1)),
        Marks(structure=SETUP.structures[0]),
    ):
        hexes.show(SETUP.tiles, SETUP.structures, EMPTY, marks)
        rig.pump(2)
        seen.add(rig.picture(hexes)[2])
        hexes.show(SETUP.tiles, SETUP.structures, EMPTY)
        rig.pump(2)
        assert rig.picture(hexes)[2] == bare, f"something of {marks} stayed"
    assert len(seen) == 11


def test_every_combination_of_pieces_looks_different(rig: Rig) -> None:
    hexes = laid(rig)
    pictures = set()
    spots = [
        Spot(cube, HUES[:discs]) for cube in (None, Hue.ORANGE, Hue.PURPLE) for discs in range(5)
    ]  # fmt: skip
    for spot in spots:
        hexes.show(SETUP.tiles, SETUP.structures, pieces(d7=spot))
        rig.pump()
        pictures.add(rig.picture(hexes)[2])
    assert len(pictures) == len(spots)


def test_a_map_that_nobody_knows_is_drawn_blank(rig: Rig) -> None:
    hexes = laid(rig)
    whole = rig.picture(hexes)[2]
    hexes.show((), ())
    rig.pump(2)
    blank = rig.picture(hexes)[2]
    hexes.show(((None, None), (None, None), (None, None)), ())
    rig.pump(2)
    assert rig.picture(hexes)[2] == blank
    hexes.show(((None, SETUP.tiles[0][1]), (None, None), (None, None)), ())
    rig.pump(2)
    assert rig.picture(hexes)[2] not in (blank, whole)


# Fingers.


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_each_hex_tells_that_hex(rig: Rig, size: tuple[int, int]) -> None:
    hexes = laid(rig, size)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    for at in MAP:
        finger = Finger()
        finger.down(*hexes.centre(at))
        finger.up()
    assert tapped == list(MAP)


def test_the_hex_under_the_finger_is_outlined_in_the_same_frame(rig: Rig) -> None:
    hexes = laid(rig)
    hexes.on_tap = lambda _: None
    bare = rig.picture(hexes)[2]
    finger = Finger()
    finger.down(*hexes.centre(Hex(4, 6)))
    pressed = rig.picture(hexes)[2]
    finger.move(*hexes.centre(Hex(4, 8)))
    moved = rig.picture(hexes)[2]
    finger.up()
    assert len({bare, pressed, moved}) == 3
    assert rig.picture(hexes)[2] == bare


def test_sliding_goes_to_the_next_hex_and_lifting_tells_it(rig: Rig) -> None:
    hexes = laid(rig)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    finger = Finger()
    finger.down(*hexes.centre(Hex(4, 6)))
    finger.move(*hexes.centre(Hex(5, 6)))
    finger.up()
    assert tapped == [Hex(5, 6)]


def test_a_finger_that_rolls_a_little_over_the_edge_stays_on_its_hex(rig: Rig) -> None:
    hexes = laid(rig)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    x, y = hexes.centre(Hex(4, 6))
    finger = Finger()
    finger.down(x, y)
    finger.move(x, y - hexes.lattice.height * 0.54)
    finger.up()
    assert tapped == [Hex(4, 6)]


def test_sliding_off_the_map_tells_nothing(rig: Rig) -> None:
    hexes = laid(rig)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    x, y = hexes.centre(Hex(4, 0))
    finger = Finger()
    finger.down(x, y)
    finger.move(x - hexes.lattice.width, y)
    finger.up()
    assert tapped == []


def test_a_second_finger_changes_nothing(rig: Rig) -> None:
    hexes = laid(rig)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    first, second = Finger(), Finger()
    first.down(*hexes.centre(Hex(4, 6)))
    second.down(*hexes.centre(Hex(1, 1)))
    second.up()
    first.up()
    assert tapped == [Hex(4, 6)]


def test_a_mouse_wheel_tells_nothing(rig: Rig) -> None:
    hexes = laid(rig)
    tapped: list[Hex] = []
    hexes.on_tap = tapped.append
    x, y = hexes.centre(Hex(4, 6))
    wheel = FingerEvent("wheel", 1, {"sx": x / 800, "sy": y / 480}, is_touch=True, type_id="touch")
    wheel.profile = ["pos", "button"]
    wheel.button = "scrolldown"
    for phase in ("begin", "end"):
        EventLoop.post_dispatch_input(phase, wheel)
    assert tapped == []


# Contrast.


def luminance(tone: theme.Tone) -> float:
    """Return how bright a tone is (WCAG)."""
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in tone[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_letters_are_readable_on_every_piece() -> None:
    for tone in TONES.values():
        assert (luminance(tone) + 0.05) / (luminance(theme.tone("#0b0e11")) + 0.05) >= 4.5
