"""The table: seats around it without overlaps, what each shows, and what a tap on one means."""

from itertools import combinations
from math import dist
from typing import TypeVar

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard
from companion.games.ungle_speed.model import State
from companion.grab import rounded
from tests.ui.rig import SIZES, Rig
from tests.ui.stage import written
from tests.ui.ungle_speed.table import BEAR, FOX, MS, OWL, PLATES, WOLF, position, star, view_of, words_of
from ui.games.ungle_speed import art
from ui.games.ungle_speed.art import ink
from ui.games.ungle_speed.sentences import Names
from ui.games.ungle_speed.table import EMBLEM_MOST_MM as MOST_MM
from ui.games.ungle_speed.table import POT_SHOWN, TWO_HANDS, emblem, seating, table
from ui.language.words import duration
from ui.parts.values import marked
from ui.stage import fonts, theme
from ui.stage.parts import LETTER, LETTER_SIZE, OUTLINES
from ui.stage.rect import Point, Rect, player_key
from ui.stage.scene import Pads, PlacedArt, Scene, Slot, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.stage import Stage
from ui.storage.habits import PLACES, edge_of
from ui.table.photo_finish import margin, photo_finish, row_marks, scale, step_for
from ui.table.presenting import Mark, PhotoFinish, ignored_mark

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
    return table(TableProps(view_of(state), None, plates, None), room, finger)


def panels_of(picture: Scene) -> dict[Seat, Rect]:
    (pads,) = picture.spots
    assert isinstance(pads, Pads)
    return dict(pads.pads)


def within(picture: Scene, seat: Seat, kind: type[Kind]) -> list[Kind]:
    panel = panels_of(picture)[seat]
    return [item for item in picture.items if isinstance(item, kind) and panel.holds(*middle_of(item))]


def middle_of(item: PlacedArt | Letters | Box | Rim) -> Point:
    match item:
        case PlacedArt():
            return item.middle
        case Letters():
            return item.room.center
    return item.rect.center


def texts(picture: Scene, seat: Seat) -> list[str]:
    return [item.text for item in within(picture, seat, Letters)]


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.mark.parametrize("players", PARTIES)
@pytest.mark.parametrize("room", ROOMS)
def test_panels_lie_in_the_room_and_apart(players: int, room: Viewport) -> None:
    rect, picture = room.rect, scene(position(players), room)
    panels = panels_of(picture)
    assert len(panels) == (4 if players == 2 else players)
    totem = next(item for item in picture.items if isinstance(item, PlacedArt) and item.art == art.TOTEM)
    middle = Rect(totem.middle[0] - totem.side / 2, totem.middle[1] - totem.side / 2, totem.side, totem.side)
    assert totem.side >= room.mm(8)
    assert all(apart(one, other) for one, other in combinations([*panels.values(), middle], 2))
    for panel in panels.values():
        assert panel.height >= room.mm(7)
        assert rect.x - 1 <= panel.x
        assert panel.right <= rect.right + 1
        assert rect.y - 1 <= panel.y
        assert panel.top <= rect.top + 1


def test_who_left_has_no_figure_for_0_is_how_one_wins() -> None:
    picture = scene(replace(position(4), left=(OWL,), stacks=(20, 0, 20, 20)))
    said = texts(picture, OWL)
    assert "left the table" in said
    assert "Owl" in said
    assert "0" not in said
    assert "left the table" not in texts(picture, BEAR)


AMONG = [
    Viewport(Rect(10, 20, width * density * theme.DP_PER_MM, height * density * theme.DP_PER_MM), density)
    for width, height, density in ((71.9, 44.8, 1.0), (42.3, 59.4, 1.0), (71.9, 39.1, 1.6), (36.5, 59.4, 1.6))
]
"""The room left by thirteen or more players around the screen, with grab pads, in large text; upright too."""


@pytest.mark.usefixtures("each_text_size")
@pytest.mark.parametrize("players", range(9, 16))
@pytest.mark.parametrize("room", AMONG)
def test_among_many_people_stacks_of_two_figures_are_read_and_whose(players: int, room: Viewport) -> None:
    """Upright, they used to be 4 mm high, and nobody's mark could be seen."""
    state, plates = position(players), PLATES[:players]
    sides = {player_key(plate): edge_of(n * PLACES // players + 1) for n, plate in enumerate(plates)}
    view = replace(view_of(state), seats=tuple(replace(seat, stack=28) for seat in view_of(state).seats))
    picture = table(TableProps(view, None, plates, None, sides=sides), room, None)
    panels = panels_of(picture)
    assert all(apart(one, other) for one, other in combinations(panels.values(), 2))
    pixel = 1.0
    for seat, panel in panels.items():
        assert room.rect.inset(-pixel).holds(panel.x, panel.y)
        assert room.rect.inset(-pixel).holds(panel.right, panel.top)
        written = {item.text: item for item in within(picture, seat, Letters)}
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
    # Clockwise: each next one is to the right of the previous one, seen from the middle.
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(around, around[1:] + around[:1], strict=True)]
    assert sum(turn < 1 for turn in turns) >= players - 1
    if players > 3:
        assert around[0][0] <= 0
        assert around[0][1] <= 0


@pytest.mark.parametrize("height", [300, 395])
def test_two_players_sit_opposite_each_other(height: int) -> None:
    places = seating(Rect(0, 0, 700, height), 4, 99, 8, (135, 99), opposite=True)
    panels = dict(zip(TWO_HANDS, places, strict=True))
    # Each right hand is to its player's right.
    assert panels[Seat(0)].y == panels[Seat(2)].y < panels[Seat(1)].y == panels[Seat(3)].y
    assert panels[Seat(0)].x > panels[Seat(2)].x
    assert panels[Seat(1)].x < panels[Seat(3)].x


def test_a_seat_shows_its_name_its_stack_and_its_top_card() -> None:
    state = position(4, (star(), None, ArrowsCard(Arrows.INWARD)))
    picture, colours = scene(state), STANDARD.colours
    tops = (art.card(star(), colours), art.card(None, colours), art.card(ArrowsCard(Arrows.INWARD), colours))
    for seat, top in zip(map(Seat, range(4)), (*tops, art.slot()), strict=True):
        name, plate = PLATES[seat].name, PLATES[seat]
        up = len(state.piles[seat])
        assert texts(picture, seat) == [plate.letter, name, str(state.stacks[seat]), "stack", f"{up} up"]
        assert [card.art for card in within(picture, seat, PlacedArt)] == [top]


def test_two_players_see_which_hand_a_stack_belongs_to() -> None:
    picture = scene(position(2))
    assert [texts(picture, seat)[1] for seat in map(Seat, range(4))] == ["Fox", "Owl", "Fox", "Owl"]
    assert [texts(picture, seat)[0] for seat in map(Seat, range(4))] == ["FR", "OR", "FL", "OL"]
    assert [texts(picture, seat)[3] for seat in map(Seat, range(4))] == ["right", "right", "left", "left"]


def test_on_a_full_table_a_seat_is_its_mark_and_nothing_is_written_too_small() -> None:
    assert "stack" in texts(scene(position(6)), FOX)
    assert "Fox" in texts(scene(position(8)), FOX)
    full = [text for text in texts(scene(position(22)), FOX) if text]
    assert full == ["F", str(position(22).stacks[0])]


@pytest.mark.parametrize("turn", [FOX, WOLF])
def test_who_turns_is_framed_in_the_colour_of_the_seat(turn: Seat) -> None:
    picture = scene(position(turn=turn))
    for seat in map(Seat, range(4)):
        (ground,), (frame,) = within(picture, seat, Box), within(picture, seat, Rim)
        turns = seat == turn
        assert ground.tone == (theme.RAISED if turns else theme.PANEL)
        assert frame.tone == (theme.seat_tone(PLATES[seat]) if turns else theme.LINE)


@pytest.mark.parametrize(("pot", "shown"), [(0, 0), (1, 1), (4, 4), (9, POT_SHOWN)])
def test_the_pot_lies_fanned_out_under_the_totem(pot: int, shown: int) -> None:
    items = scene(position(pot=pot)).items
    looks = [(n, item.art) for n, item in enumerate(items) if isinstance(item, PlacedArt)]
    cards = [n for n, look in looks if look == art.card(None, ALL)]
    (totem,) = (n for n, look in looks if look == art.TOTEM)
    assert len(cards) == shown
    assert all(card < totem for card in cards)
    (words,) = (item for item in written.letters(items) if item.text == f"pot {pot}")
    assert words.tone == (theme.TEXT if pot else theme.DIM)


ALL = STANDARD.colours


def test_the_fan_lies_evenly_to_both_sides_of_the_totem() -> None:
    items = [item for item in scene(position(pot=4)).items if isinstance(item, PlacedArt)]
    fan = [item for item in items if item.art == art.card(None, ALL)]
    totem = next(item for item in items if item.art == art.TOTEM)
    assert [card.turn for card in fan] == [16.5, 5.5, -5.5, -16.5]
    left = [totem.middle[0] - card.middle[0] for card in fan]
    assert left == pytest.approx([-off for off in reversed(left)], abs=1)
    assert left == sorted(left, reverse=True)
    # They are turned around points at the foot, as if held in a hand.
    assert fan[0].middle[1] < fan[1].middle[1] <= totem.middle[1]


def test_a_ring_of_all_colours_lies_around_the_totem_while_colours_match() -> None:
    plain, by_colour = (scene(replace(position(), by_colour=on)).items for on in (False, True))
    pairs = zip(by_colour, plain, strict=True)
    ring = [item for item, other in pairs if isinstance(item, Stroke) and other is None]
    assert [arc.tone for arc in ring] == [ink(colour, ALL) for colour in ALL]
    # The first goes from the top to the right, and so on clockwise.
    (x, y), reach = ROOMS[0].rect.center, max(x for arc in ring for x, _ in arc.points)
    for arc, (right, up) in zip(ring, ((1, 1), (1, -1), (-1, -1), (-1, 1)), strict=True):
        assert all((u - x) * right > 0 and (v - y) * up > 0 for u, v in arc.points)
        assert all(dist(point, (x, y)) == pytest.approx(reach - x, abs=2) for point in arc.points)


def test_the_seat_under_a_finger_looks_pressed() -> None:
    picture = scene(position(), finger=OWL)
    grounds = {seat: within(picture, seat, Box) for seat in (FOX, OWL)}
    assert [ground.tone for ground in grounds[OWL]] == [theme.PRESSED]
    assert [ground.tone for ground in grounds[FOX]] == [theme.RAISED]


@pytest.mark.parametrize("rect", [Rect(0, 0, 180, 150), Rect(20, 30, 300, 90), Rect(0, 0, 1, 1)])
def test_the_totem_stands_on_a_piece_of_the_table_on_the_home_screen(rect: Rect) -> None:
    *_, totem = emblem(Viewport(rect))
    assert isinstance(totem, PlacedArt)
    assert totem.art == art.TOTEM
    assert totem.side <= min(rect.width, rect.height, Viewport(rect).mm(MOST_MM))
    assert rect.holds(*totem.middle)


@pytest.mark.parametrize(("nanoseconds", "text"), [
    (14_218_000, "14.218 ms"),
    (41_900_000, "41.9 ms"),
    (100_000, "0.1 ms"),
    (62_500, "0.062 ms"),
    (1_000_000, "1 ms"),
    (1_250_000_000, "1.25 s"),
    (0, "0 ms"),
    (-5_000, "0.005 ms"),
])  # fmt: skip
def test_lengths_of_time_in_words(nanoseconds: int, text: str) -> None:
    assert duration(nanoseconds) == text


@pytest.mark.parametrize(("span", "step"), [(54_470_000, 10 * MS), (12, 2), (1, 1), (60, 10), (61, 20)])
def test_a_scale_counts_in_ones_twos_and_fives(span: int, step: int) -> None:
    assert step_for(span) == step


@pytest.mark.parametrize(("afters", "band", "step", "end"), [
    ((0, 14_218_000, 41_900_000), 100_000, 10 * MS, 60 * MS),
    ((0, 62_000), 100_000, 50_000, 200_000),
    ((0,), 0, 2 * MS, 10 * MS),
    ((-3 * MS, 0), 100_000, MS, 4 * MS),
])  # fmt: skip
def test_the_scale_holds_all_presses(afters: tuple[int, ...], band: int, step: int, end: int) -> None:
    finish = PhotoFinish(tuple(Mark(Seat(n), after) for n, after in enumerate(afters)), band)
    assert scale(finish) == (step, 0, end)
    assert end >= afters[-1] - afters[0]


def test_margins_stand_beside_the_bars() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 14_218_000), Mark(FOX, 41_900_000, "no right")), 100_000)
    assert [margin(mark, finish) for mark in finish.marks] == [
        "first", "+14 ms", "+42 ms · no right",
    ]  # fmt: skip


def test_a_margin_has_no_digits_that_were_not_measured() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 8_675_000), Mark(FOX, 9_400_000)), MS)
    assert [margin(mark, finish) for mark in finish.marks] == ["first", "+9 ms", "+9 ms"]


def test_nobody_is_called_first_in_a_dead_heat() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 62_000), Mark(FOX, MS)), 100_000)
    assert [margin(mark, finish) for mark in finish.marks] == [
        "too close to tell", "too close to tell", "+1 ms",
    ]  # fmt: skip


THROWN_AWAY = (
    ignored_mark(OWL, -30 * MS, "brush", 500_000),
    ignored_mark(FOX, -900 * MS, "held", None),
    ignored_mark(FOX, -3 * MS, "spike", 60_000),
)


def test_what_was_thrown_away_is_said_and_has_room_on_the_scale() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 14_218_000)), 100_000, THROWN_AWAY)
    assert [(mark.seat, margin(mark, finish)) for mark in row_marks(finish)] == [
        (BEAR, "first"), (OWL, "+14 ms · brushed"), (FOX, "hand lay there"),
    ]  # fmt: skip
    along = scale(finish)
    assert along == (10 * MS, -40 * MS, 20 * MS)
    assert [along.place(after) for after in (-900 * MS, -10 * MS, 20 * MS, 99 * MS)] == [0, 0.5, 1, 1]


def drawn(finish: PhotoFinish, width: float = 690, height: float = 190) -> tuple[Slot, ...]:
    """Return what is drawn of a finish in a room that isn't at the origin."""
    return photo_finish(finish, words_of(15))(Viewport(Rect(40, 30, width, height)), None).items


def test_what_was_thrown_away_is_drawn() -> None:
    marks = (Mark(BEAR, 0), Mark(OWL, 14_218_000))
    pictures = {drawn(PhotoFinish(marks, 100_000, ignored)) for ignored in ((), THROWN_AWAY[:1], THROWN_AWAY)}
    assert len(pictures) == 3


@pytest.mark.parametrize("count", [1, 2, 6, 15])
@pytest.mark.parametrize(("width", "height"), [(690, 190), (400, 90), (20, 10)])
def test_any_finish_fits_any_room(count: int, width: int, height: int) -> None:
    finish = PhotoFinish(tuple(Mark(Seat(n), n * n * MS) for n in range(count)), 100_000)
    items = drawn(finish, width, height)
    assert bool(items) == (height > 20)
    for item in items:
        if isinstance(item, Box):
            assert item.rect.x >= 40 - 1, item
            assert item.rect.right <= 40 + width + 1, item
            assert item.rect.y >= 30 - 1, item
            assert item.rect.top <= 30 + height + 1, item


def test_the_band_is_seen_in_a_dead_heat() -> None:
    marks = (Mark(BEAR, 0), Mark(OWL, 150_000))
    assert drawn(PhotoFinish(marks, 0)) != drawn(PhotoFinish(marks, 100_000))


def test_every_shape_of_the_theme_has_an_outline() -> None:
    assert set(theme.SHAPES) <= set(OUTLINES)


def test_marks_differ_by_shape_even_without_colour(rig: Rig) -> None:
    drawn = set()
    for plate in theme.plates()[: len(theme.SHAPES)]:
        mark = Stage()
        mark.size = (60, 60)
        mark.draw(marked(type(plate)(plate.name, "ivory", plate.shape, ""), 0).scene)
        rig.show(mark)
        drawn.add(rig.picture(mark)[2])
    assert len(drawn) == len(theme.SHAPES)


@pytest.mark.parametrize(("margin", "band", "said"), [
    (14_218_000, 100_000, "14 ms"),
    (1_843_000, 100_000, "1.8 ms"),
    (430_000, 100_000, "0.4 ms"),
    (309_059_000, 100_000, "310 ms"),
    (43_200_000, 33_000_000, "40 ms"),
    (317_000_000, 300_000_000, "300 ms"),
    (1_234_000_000, 10_000_000, "1.2 s"),
    (0, 0, "0 ms"),
])  # fmt: skip
def test_a_margin_is_told_in_two_figures_and_none_within_the_band(margin: int, band: int, said: str) -> None:
    assert duration(rounded(margin, band)) == said
