"""The table: seats around it, none over another, what each shows, and what a tap on one tells."""

from itertools import combinations
from math import dist
from typing import TypeVar

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard
from companion.games.ungle_speed.model import State
from tests.ui.rig import SIZES
from tests.ui.ungle_speed.table import FOX, OWL, PLATES, WOLF, laid, seen, star
from ui.games.ungle_speed import art
from ui.games.ungle_speed.art import ink
from ui.games.ungle_speed.sentences import Names
from ui.games.ungle_speed.table import EMBLEM_MOST_MM as MOST_MM
from ui.games.ungle_speed.table import POT_SHOWN, TWO_HANDS, emblem, seating, table
from ui.stage import fonts, theme
from ui.stage.parts import LETTER, LETTER_SIZE
from ui.stage.rect import Point, Rect, who
from ui.stage.scene import Pads, PlacedArt, Scene, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.storage.habits import PLACES, edge_of

Kind = TypeVar("Kind", PlacedArt, Letters, Box, Rim)
PARTIES = [*range(2, 16), 22]
ROOMS = [
    Viewport(Rect(10, 20, width, height), SIZES[size])
    for size, width, height in (
        ((800, 480), 700, 395),
        ((800, 480), 700, 300),
        ((1280, 720), 1124, 590),
        ((1280, 720), 1124, 450),
    )
]


def scene(state: State, room: Viewport = ROOMS[0], finger: Seat | None = None) -> Scene:
    plates = Names(state.players, PLATES[: state.players]).seat_plates
    return table(TableProps(seen(state), None, plates, None), room, finger)


def panels_of(shown: Scene) -> dict[Seat, Rect]:
    (pads,) = shown.spots
    assert isinstance(pads, Pads)
    return dict(pads.pads)


def within(shown: Scene, seat: Seat, kind: type[Kind]) -> list[Kind]:
    panel = panels_of(shown)[seat]
    return [item for item in shown.items if isinstance(item, kind) and panel.holds(*middle_of(item))]


def middle_of(item: PlacedArt | Letters | Box | Rim) -> Point:
    match item:
        case PlacedArt():
            return item.middle
        case Letters():
            return item.room.center
    return item.rect.center


def texts(shown: Scene, seat: Seat) -> list[str]:
    return [item.text for item in within(shown, seat, Letters)]


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.mark.parametrize("players", PARTIES)
@pytest.mark.parametrize("room", ROOMS)
def test_panels_lie_in_the_room_and_apart(players: int, room: Viewport) -> None:
    rect = room.rect
    shown = scene(laid(players), room)
    panels = panels_of(shown)
    assert len(panels) == (4 if players == 2 else players)
    totem = next(item for item in shown.items if isinstance(item, PlacedArt) and item.art == art.TOTEM)
    middle = Rect(totem.middle[0] - totem.side / 2, totem.middle[1] - totem.side / 2, totem.side, totem.side)
    assert totem.side >= room.mm(8)
    assert all(apart(one, other) for one, other in combinations([*panels.values(), middle], 2))
    for panel in panels.values():
        assert panel.height >= room.mm(7)
        assert rect.x - 1 <= panel.x
        assert panel.right <= rect.right + 1
        assert rect.y - 1 <= panel.y
        assert panel.top <= rect.top + 1


AMONG = [
    Viewport(Rect(10, 20, width * density * theme.DP_PER_MM, height * density * theme.DP_PER_MM), density)
    for width, height, density in ((71.9, 44.8, 1.0), (42.3, 59.4, 1.0), (71.9, 39.1, 1.6), (36.5, 59.4, 1.6))
]
"""What thirteen and more people around the screen leave, with pads to grab, in large text; upright too."""


@pytest.mark.usefixtures("each_text_size")
@pytest.mark.parametrize("players", range(9, 16))
@pytest.mark.parametrize("room", AMONG)
def test_among_many_people_stacks_of_two_figures_are_read_and_whose(players: int, room: Viewport) -> None:
    """Upright, they were 4 mm high, and nobody's mark was to be seen."""
    state = laid(players)
    plates = PLATES[:players]
    sides = {who(plate): edge_of(n * PLACES // players + 1) for n, plate in enumerate(plates)}
    view = replace(seen(state), seats=tuple(replace(seat, stack=28) for seat in seen(state).seats))
    shown = table(TableProps(view, None, plates, None, sides=sides), room, None)
    panels = panels_of(shown)
    assert all(apart(one, other) for one, other in combinations(panels.values(), 2))
    pixel = 1.0
    for seat, panel in panels.items():
        assert room.rect.inset(-pixel).holds(panel.x, panel.y)
        assert room.rect.inset(-pixel).holds(panel.right, panel.top)
        written = {item.text: item for item in within(shown, seat, Letters)}
        figure, mark = written["28"], written[plates[seat].letter]
        assert figure.size >= room.mm(7) - pixel
        assert figure.room.width + pixel >= fonts.width("28", figure.size, bold=True)
        assert mark.size >= room.mm(2.2) * min(LETTER, *LETTER_SIZE.values()) - pixel


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


def test_a_seat_shows_its_name_its_stack_and_its_top_card() -> None:
    state = laid(4, (star(), None, ArrowsCard(Arrows.INWARD)))
    shown = scene(state)
    colours = STANDARD.colours
    tops = (art.card(star(), colours), art.card(None, colours), art.card(ArrowsCard(Arrows.INWARD), colours))
    for seat, top in zip(map(Seat, range(4)), (*tops, art.slot()), strict=True):
        name, plate = PLATES[seat].name, PLATES[seat]
        up = len(state.piles[seat])
        assert texts(shown, seat) == [plate.letter, name, str(state.stacks[seat]), "stack", f"{up} up"]
        assert [card.art for card in within(shown, seat, PlacedArt)] == [top]


def test_two_players_see_which_hand_a_stack_belongs_to() -> None:
    shown = scene(laid(2))
    assert [texts(shown, seat)[1] for seat in map(Seat, range(4))] == ["Fox", "Owl", "Fox", "Owl"]
    assert [texts(shown, seat)[0] for seat in map(Seat, range(4))] == ["FR", "OR", "FL", "OL"]
    assert [texts(shown, seat)[3] for seat in map(Seat, range(4))] == ["right", "right", "left", "left"]


def test_on_a_full_table_a_seat_is_its_mark_and_nothing_is_written_too_small() -> None:
    assert "stack" in texts(scene(laid(6)), FOX)
    assert "Fox" in texts(scene(laid(8)), FOX)
    full = [text for text in texts(scene(laid(22)), FOX) if text]
    assert full == ["F", str(laid(22).stacks[0])]


@pytest.mark.parametrize("turn", [FOX, WOLF])
def test_who_turns_is_framed_in_the_colour_of_the_seat(turn: Seat) -> None:
    shown = scene(laid(turn=turn))
    for seat in map(Seat, range(4)):
        (ground,), (frame,) = within(shown, seat, Box), within(shown, seat, Rim)
        turns = seat == turn
        assert ground.tone == (theme.RAISED if turns else theme.PANEL)
        assert frame.tone == (theme.seat_tone(PLATES[seat]) if turns else theme.LINE)


@pytest.mark.parametrize(("pot", "shown"), [(0, 0), (1, 1), (4, 4), (9, POT_SHOWN)])
def test_the_pot_lies_fanned_out_under_the_totem(pot: int, shown: int) -> None:
    items = scene(laid(pot=pot)).items
    cards = [
        n for n, item in enumerate(items) if isinstance(item, PlacedArt) and item.art == art.card(None, ALL)
    ]
    (totem,) = (n for n, item in enumerate(items) if isinstance(item, PlacedArt) and item.art == art.TOTEM)
    assert len(cards) == shown
    assert all(card < totem for card in cards)
    (words,) = (item for item in items if isinstance(item, Letters) and item.text == f"pot {pot}")
    assert words.tone == (theme.TEXT if pot else theme.DIM)


ALL = STANDARD.colours


def test_the_fan_lies_evenly_to_both_sides_of_the_totem() -> None:
    items = [item for item in scene(laid(pot=4)).items if isinstance(item, PlacedArt)]
    fan = [item for item in items if item.art == art.card(None, ALL)]
    totem = next(item for item in items if item.art == art.TOTEM)
    assert [card.turn for card in fan] == [16.5, 5.5, -5.5, -16.5]
    left = [totem.middle[0] - card.middle[0] for card in fan]
    assert left == pytest.approx([-off for off in reversed(left)], abs=1)
    assert left == sorted(left, reverse=True)
    # They are turned around points at its foot, as held in a hand.
    assert fan[0].middle[1] < fan[1].middle[1] <= totem.middle[1]


def test_a_ring_of_all_colours_lies_around_the_totem_while_colours_match() -> None:
    plain, by_colour = (scene(replace(laid(), by_colour=on)).items for on in (False, True))
    pairs = zip(by_colour, plain, strict=True)
    ring = [item for item, other in pairs if isinstance(item, Stroke) and other is None]
    assert [arc.tone for arc in ring] == [ink(colour, ALL) for colour in ALL]
    # The first lies from the top to the right, and so on with the clock.
    (x, y), reach = ROOMS[0].rect.center, max(x for arc in ring for x, _ in arc.points)
    for arc, (right, up) in zip(ring, ((1, 1), (1, -1), (-1, -1), (-1, 1)), strict=True):
        assert all((u - x) * right > 0 and (v - y) * up > 0 for u, v in arc.points)
        assert [dist(point, (x, y)) for point in arc.points] == pytest.approx(
            [reach - x] * len(arc.points), abs=2
        )


def test_the_seat_under_a_finger_looks_pressed() -> None:
    shown = scene(laid(), finger=OWL)
    grounds = {seat: within(shown, seat, Box) for seat in (FOX, OWL)}
    assert [ground.tone for ground in grounds[OWL]] == [theme.PRESSED]
    assert [ground.tone for ground in grounds[FOX]] == [theme.RAISED]


@pytest.mark.parametrize("rect", [Rect(0, 0, 180, 150), Rect(20, 30, 300, 90), Rect(0, 0, 1, 1)])
def test_the_totem_stands_on_a_piece_of_the_table_on_the_home_screen(rect: Rect) -> None:
    *_, totem = emblem(Viewport(rect))
    assert isinstance(totem, PlacedArt)
    assert totem.art == art.TOTEM
    assert totem.side <= min(rect.width, rect.height, Viewport(rect).mm(MOST_MM))
    assert rect.holds(*totem.middle)
