"""The stage: what a scene changes on a canvas, which textures are cached, what moves; both engines alike."""

import gc
import io
from itertools import pairwise
from random import Random

import pytest
import resvg_py
from kivy.base import EventLoop
from kivy.core.image import Image
from kivy.graphics import InstructionGroup
from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts
from tests.ui import unpainted
from tests.ui.desk import Desk, recalled, the, there
from tests.ui.rig import FRAME, Rig
from tests.ui.stage.positions import GAMES, positions
from tests.ui.stage.test_values import Ruled
from tests.ui.test_board_stands import PLAYERS, begin
from ui.games.registry import FACES
from ui.main.hands import Finger, FingerEvent
from ui.stage import fonts, moving, theme
from ui.stage.art import MIDDLE, Art, disc
from ui.stage.moving import MOST, MOVE_SECONDS, SEEN_SECONDS, Movement, between
from ui.stage.painter import Painter
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, PlacedArt, Scene, Slot, Spot, TableDrawing, TableProps, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke
from ui.stage.stage import Stage, TableStage
from ui.stage.svg import svg
from ui.stage.textures import Textures
from ui.table.presenting import PrivateView
from ui.widgets.layout import Arranged, DialogPanel

RED, BLUE = theme.tone("#ff0000"), theme.tone("#0000ff")
ITEMS: tuple[Item, ...] = (
    Box(Rect(2, 2, 30, 20), RED, 4.0),
    Rim(Rect(40, 2, 30, 20), RED, 4.0, 4.0),
    Area(disc((20.0, 50.0), 15.0), RED),
    Stroke(((40.0, 40.0), (70.0, 60.0)), RED, 5.0),
    Stroke(((40.0, 70.0), (70.0, 70.0)), RED, 5.0, round=True),
    Letters("Fox", Rect(80, 2, 40, 20), RED, 14.0, bold=True),
    PlacedArt(Art((Area(disc(MIDDLE, 0.5), RED),), RED), (100.0, 60.0), 30.0),
    PlacedArt(Art((Box(Rect(0.2, 0, 0.6, 1), RED),), RED), (140.0, 60.0), 30.0, 1.0, 30.0),
)


def instructions(group: InstructionGroup) -> list[int]:
    """Return the identities of all instructions."""
    found = []
    for part in group.children:
        found.append(id(part))
        if isinstance(part, InstructionGroup):
            found += instructions(part)
    return found


def show(rig: Rig, *items: Slot) -> bytes:
    """Draw items, and return the pixels."""
    stage = Stage()
    stage.size = (160, 90)
    rig.show(stage)
    scene = Scene(items)
    stage.draw(lambda room, finger: scene)
    return rig.picture(stage)[2]


@pytest.mark.parametrize("item", ITEMS)
def test_every_kind_of_item_is_seen_moved_and_hidden(rig: Rig, item: Item) -> None:
    bare, seen = show(rig), show(rig, item)
    assert seen != bare
    assert show(rig, None) == bare
    assert show(rig, *[None] * 5, item) == seen


def test_what_is_equal_keeps_its_instructions_and_what_is_alike_too(rig: Rig) -> None:
    painter = Painter()
    painter.draw(ITEMS)
    before = instructions(painter.group)
    painter.draw(tuple(ITEMS))
    assert instructions(painter.group) == before
    owl = Letters("Owl", Rect(0, 0, 40, 9), BLUE, 9.0, bold=True)
    moved = (Box(Rect(9, 9, 3, 3), BLUE), *ITEMS[1:5], owl)
    painter.draw((*moved, *ITEMS[6:]))
    assert instructions(painter.group) == before
    painter.draw((None, *ITEMS[1:]))
    assert len(instructions(painter.group)) < len(before)
    painter.draw(ITEMS[:2])
    assert len(painter.group.children) == 2


def test_a_slot_that_changes_what_it_holds_shows_that(rig: Rig) -> None:
    stage = Stage()
    stage.size = (160, 90)
    rig.show(stage)
    for item in (*ITEMS, None, *reversed(ITEMS)):
        scene = Scene((item,))
        stage.draw(lambda room, finger, scene=scene: scene)  # type: ignore[misc]  # bound for this loop
        assert rig.picture(stage)[2] == show(rig, item)
        rig.show(stage)


def test_where_a_finger_slides_is_told_before_what_it_was_lifted_from(rig: Rig) -> None:
    stage = Stage()
    stage.size = (160, 90)
    rig.show(stage)
    spots = Pads((("left", Rect(0, 0, 80, 90)), ("right", Rect(100, 0, 60, 90))), apart=False)
    stage.draw(lambda room, finger: Scene((), (spots,)))
    told: list[object] = []
    stage.on_tap = stage.on_slide = told.append
    finger = Finger()
    finger.down(20, 45)
    for x in (30, 90, 95, 120, 130):
        finger.move(x, 45)
    finger.up()
    assert told == ["left", None, "right", None, "right"]


def test_a_second_finger_changes_nothing(rig: Rig) -> None:
    told = listening(rig)
    first, second = Finger(), Finger()
    first.down(20, 20)
    second.down(70, 20)
    second.up()
    assert told == []
    first.up()
    assert told == ["a"]


def test_a_mouse_wheel_tells_nothing(rig: Rig) -> None:
    told = listening(rig)
    wheel = FingerEvent("wheel", 1, {"sx": 20 / 800, "sy": 20 / 480}, is_touch=True, type_id="touch")
    wheel.profile = ["pos", "button"]
    wheel.button = "scrolldown"
    for phase in ("begin", "end"):
        EventLoop.post_dispatch_input(phase, wheel)
    assert told == []


def listening(rig: Rig) -> list[Spot]:
    """Show a stage with two pads side by side, and return the list that its taps go to."""
    stage, told = Stage(), list[Spot]()
    stage.size = (160, 90)
    stage.on_tap = told.append
    pads = Pads((("a", Rect(0, 0, 40, 40)), ("b", Rect(50, 0, 40, 40))))
    rig.show(stage)
    stage.draw(lambda room, finger: Scene((), (pads,)))
    return told


# Animations, and what is drawn over.
class Counted(Struct, frozen=True):
    """Counts to three; a tap on a number restarts from it."""

    number: int = 0

    def next(self) -> "Counted | None":
        return Counted(self.number + 1) if self.number < 3 else None

    def tapped(self, spot: Spot) -> "Counted | None":
        """Restart from a tapped number."""
        return Counted(spot) if isinstance(spot, int) else None


def counting(rig: Rig, parent: Arranged) -> tuple[TableStage, list[Spot]]:
    """Show a table with an animation, and return it with the list that its taps go to."""

    def table(props: TableProps[None, None, Counted], room: Viewport, finger: Spot | None) -> Scene:
        dot = Box(Rect(10 * props.last.number, 0, 9, 9), RED)
        return Scene((dot,), (Pads(((1, Rect(0, 0, 10, 10)), ("a", Rect(20, 0, 10, 10)))),))

    how = TableDrawing(table, (), lambda before, now, last: last or Counted())
    stage, told = TableStage(how), list[Spot]()
    stage.size, stage.on_tap = (160, 90), told.append
    rig.show(parent)
    parent.add_widget(stage)
    stage.show(None)
    return stage, told


def number(stage: TableStage) -> int:
    """Return how far the animation has run."""
    assert stage.props is not None
    return the(Counted, stage.props.last).number


@pytest.mark.usefixtures("drawn")
def test_what_runs_comes_to_its_end_and_then_nothing_ticks(rig: Rig) -> None:
    stage, _ = counting(rig, Arranged())
    assert number(stage) == 0
    rig.until(lambda: number(stage) == 3)
    rig.until(lambda: not stage.running)
    drawn = rig.frames_drawn
    rig.pump(30)
    assert rig.frames_drawn == drawn
    stage.show(None)
    rig.pump(2)
    assert not stage.running


def test_under_a_sheet_nothing_runs_until_the_table_is_seen(rig: Rig) -> None:
    parent, sheet, small = Arranged(), DialogPanel(), Arranged()
    sheet.size, small.size = (160, 90), (159, 90)
    stage, _ = counting(rig, parent)
    parent.add_widget(small)
    parent.add_widget(sheet)
    rig.pump(30)
    assert number(stage) == 0
    parent.remove_widget(sheet)
    rig.pump(5)
    assert number(stage) > 0
    rig.clear()
    rig.pump(5)
    assert not stage.running


def test_a_tap_that_begins_it_anew_is_not_told(rig: Rig) -> None:
    stage, told = counting(rig, Arranged())
    rig.until(lambda: number(stage) == 3)
    rig.tap_at(*stage.scene.middle("a"))
    assert (number(stage), told) == (3, ["a"])
    finger = Finger()
    finger.down(*stage.scene.middle(1))
    finger.up()
    assert (number(stage), told) == (1, ["a"])
    rig.until(lambda: number(stage) == 3)


def test_a_finger_is_seen_in_the_same_frame_and_only_where_somebody_listens(rig: Rig) -> None:
    def table(props: TableProps[None, None, None], room: Viewport, finger: Spot | None) -> Scene:
        return Scene((Box(Rect(0, 0, 9, 9), RED if finger else BLUE),), (Pads((("a", Rect(0, 0, 40, 40)),)),))

    stage = TableStage(TableDrawing(table, ()))
    stage.size = (160, 90)
    rig.show(stage)
    stage.show(None)
    bare = rig.picture(stage)[2]
    for listener in (None, lambda _: None):
        stage.on_tap = listener
        finger = Finger()
        finger.down(20, 20)
        assert (rig.picture(stage)[2] == bare) is (listener is None)
        finger.up()
        assert rig.picture(stage)[2] == bare


def test_strokes_are_told_as_they_grow_and_when_they_end(rig: Rig) -> None:
    stage, told = Stage(), list[object]()
    stage.size, stage.on_stroke = (160, 90), lambda *stroke: told.append(stroke)
    rig.show(stage)
    stage.draw(lambda room, finger: Scene((), (Ruled(),)))
    for points in ([(5, 5), (6, 5), (25, 5), (5, 5)], [(95, 5), (150, 5)]):
        finger = Finger()
        finger.down(*points[0])
        for point in points[1:]:
            finger.move(*point)
        finger.up()
    assert told == [((0,), False), ((0, 1, 2), False), ((0, 1, 2), True), ((9,), False), ((9,), True)]
    # Another finger turned the page: nobody is listening any more.
    finger = Finger()
    finger.down(5, 5)
    rig.clear()
    finger.up()
    assert told[5:] == [((0,), False)]


def look(number: int) -> Art:
    """Return one of many looks."""
    tone = (number / 1000, 0.5, 0.5, 1.0)
    return Art((Area(disc(MIDDLE, 0.5), tone),), tone)


def test_equal_art_is_one_texture(rig: Rig) -> None:
    textures = Textures()
    assert textures.of(look(1), 20) is textures.of(look(1), 20.3)
    assert textures.of(look(1), 20) is not textures.of(look(1), 40)
    assert textures.made == 2


def test_textures_are_kept_while_they_are_shown_and_a_little_longer(rig: Rig) -> None:
    textures = Textures(spare=10 * 40 * 40)
    shown = [textures.of(look(n), 20) for n in range(5)]
    for n in range(100, 200):
        textures.of(look(n), 20)
    gc.collect()
    assert len(textures) <= 5 + 10
    assert [textures.of(look(n), 20) for n in range(5)] == shown
    assert textures.made == 105


def test_a_texture_of_nothing_and_one_of_a_giant_can_be_made(rig: Rig) -> None:
    assert Textures().of(look(1), 0).width > 0
    assert Textures().of(look(1), 5000).width <= 4096
    unpainted.paint()


SQUARE, FAR = 12, 45.0
"""In no square of this many pixels may the mean of a tone, of 255, be this far off.

Soft edges and letters differ by fractions of a pixel, because only one engine puts fonts on whole pixels.
"""


def pixels_of(png: bytes) -> tuple[int, int, bytes]:
    """Return width, height, and rows of RGBA bytes from the top."""
    data = Image(io.BytesIO(png), ext="png", keep_data=True, nocache=True).image._data[0]
    assert data.fmt == "rgba"
    return data.width, data.height, data.data


def spot_of(scene: Scene, chance: Random) -> Spot | None:
    """Return a spot that a finger may be on, or None."""
    return scene.at(chance.uniform(0, ON_STAGE.width), chance.uniform(0, ON_STAGE.height))


FILES = [str(fonts.font_file(bold=bold)) for bold in (False, True)]


ON_STAGE = Rect(0, 0, 540, 386)


def staged(rig: Rig, scene: Scene) -> list[float]:
    """Return the tones of a scene on the stage, square by square."""
    stage = Stage()
    stage.size = (ON_STAGE.width, ON_STAGE.height)
    rig.show(stage)
    stage.draw(lambda room, finger: scene)
    return means(*rig.picture(stage))


def written(scene: Scene) -> list[float]:
    """Return the tones of a scene as SVG."""
    text = svg(scene, ON_STAGE, (0.0, 0.0, 0.0, 1.0))
    return means(*pixels_of(bytes(resvg_py.svg_to_bytes(text, font_files=FILES, skip_system_fonts=True))))


def worst(one: list[float], other: list[float]) -> float:
    """Return the largest difference of a tone in any square."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


ROOMS = ((1, 1), (3, 700), (40, 30), (100, 100), (386, 540), (640, 400))
"""Rooms that are too small for any table, and some that are merely unusual."""


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_drawn_in_a_room_of_any_size(rig: Rig, game: str) -> None:
    """Kivy raises an error for a line without width."""
    stage, chance, table = Stage(), Random(7), GAMES[game]
    rig.show(stage)
    for size in ROOMS:
        stage.size = size
        room = Viewport(Rect(0, 0, *size))
        for props in positions(game)[::10]:
            bare = table(props, room, None)
            for finger in (None, bare.at(chance.uniform(0, size[0]), chance.uniform(0, size[1]))):
                scene = table(props, room, finger)
                stage.draw(lambda room, finger, scene=scene: scene)  # type: ignore[misc]  # bound for this loop
        rig.pump()


@pytest.mark.parametrize("apart", [15, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_the_stage_and_svg_draw_alike(rig: Rig, game: str, apart: int) -> None:
    room, chance, table = Viewport(ON_STAGE), Random(7), GAMES[game]
    for number, props in enumerate(positions(game)[::apart]):
        scene = table(props, room, spot_of(table(props, room, None), chance))
        far = worst(staged(rig, scene), written(scene))
        assert far < FAR, f"position {number}: somewhere a tone is {far:.0f} of 255 off"


def means(width: int, height: int, pixels: bytes) -> list[float]:
    """Return the mean red, green and blue of each square."""
    across = -(-width // SQUARE)
    sums = [0] * (across * -(-height // SQUARE) * 3)
    for y in range(height):
        row = pixels[y * width * 4 : (y + 1) * width * 4]
        for x in range(across):
            cell = row[x * SQUARE * 4 : (x + 1) * SQUARE * 4]
            at = (y // SQUARE * across + x) * 3
            for tone in range(3):
                sums[at + tone] += sum(cell[tone::4])
    return [total / SQUARE**2 for total in sums]


ROOM = Viewport(Rect(0, 0, 400, 300))


def thing(tone: theme.Tone, *more: Box) -> Art:
    """Return a disc with more drawn on it."""
    return Art((Area(disc(MIDDLE, 0.5), tone), *more), tone)


def chip(tone: theme.Tone, x: float, opacity: float = 1.0) -> PlacedArt:
    return PlacedArt(thing(tone), (x, 50.0), 40.0, opacity)


def moved(before: tuple[Slot, ...], after: tuple[Slot, ...], share: float) -> list[Item]:
    """Return what is drawn of one scene on its way to another."""
    movement = there(between(Scene(before), Scene(after)))
    return [item for item in movement.at(share, ROOM).items if item is not None]


def test_a_chip_drops_from_above_onto_its_place() -> None:
    high, low = (moved((None,), (chip(RED, 50),), share)[0] for share in (0.2, 0.9))
    assert isinstance(high, PlacedArt)
    assert isinstance(low, PlacedArt)
    assert high.middle[1] > low.middle[1] > 50
    assert high.middle[0] == low.middle[0] == 50
    # A texture is made for its size: nothing is enlarged.
    assert high.side == low.side == 40


def test_a_token_flies_from_where_it_was() -> None:
    ways = [moved((chip(RED, 50), None), (None, chip(RED, 250)), share)[0] for share in (0, 0.3, 0.7, 0.99)]
    places = [piece.middle[0] for piece in ways if isinstance(piece, PlacedArt)]
    assert places[0] == 50
    assert places == sorted(places)
    assert 249 < places[-1] < 250


def test_a_card_is_turned_on_its_place() -> None:
    begins, ends = (moved((chip(RED, 50),), (chip(BLUE, 50),), share)[0] for share in (0.2, 0.8))
    assert isinstance(begins, PlacedArt)
    assert isinstance(ends, PlacedArt)
    assert (begins.art, ends.art) == (thing(RED), thing(BLUE))
    assert begins.wide < 1
    assert ends.wide < 1


def test_what_is_taken_away_fades_where_it_lay() -> None:
    assert moved((chip(RED, 50),), (None,), 0.5)[0] == chip(RED, 50, 0.5)


def test_a_figure_that_changed_is_written_anew() -> None:
    seven, eight = (Letters(text, Rect(0, 0, 40, 20), RED, 12.0) for text in ("7", "8"))
    assert moved((seven,), (eight,), 0.5) == [replace(eight, tone=(*RED[:3], 0.5))]


def lines(*texts: str) -> tuple[Letters, ...]:
    """Return a list, first line at the top; its row height is fractional, as on most screens."""
    rows = enumerate(texts, 1)
    return tuple(Letters(text, Rect(0, 200 - 20.4 * n, 40, 20.4), RED, 12.0) for n, text in rows)


def test_where_a_list_goes_on_or_back_by_a_line_nothing_but_the_new_line_is_marked() -> None:
    up = there(between(Scene(lines("1", "2", "3", "4")), Scene(lines("2", "3", "4", "5"))))
    assert [change.after for change in up.changes] == [*lines("2", "3", "4", "5")][3:]
    down = there(between(Scene(lines("2", "3", "4", "5")), Scene(lines("1", "2", "3", "4"))))
    assert [change.after for change in down.changes] == [*lines("1")]


def test_what_only_fades_or_grows_together_stays_where_it_is() -> None:
    joined = PlacedArt(thing(RED, Box(Rect(0.4, 0, 0.2, 0.3), RED)), (50.0, 50.0), 40.0)
    assert between(Scene((chip(RED, 50),)), Scene((joined,))) is None
    assert between(Scene((chip(RED, 50),)), Scene((chip(RED, 50, 0.3),))) is None


def test_another_position_altogether_is_only_shown() -> None:
    many = tuple(chip(RED, 10.0 * n) for n in range(MOST + 1))
    assert between(Scene(()), Scene(many)) is None
    assert between(Scene(()), Scene(many[:MOST])) is not None


def test_a_line_around_it_shows_where_that_was() -> None:
    *_, line = moved((chip(RED, 250), None), (chip(RED, 250), chip(BLUE, 50)), 1.0)
    assert isinstance(line, Rim)
    assert line.rect.holds(30, 30)
    assert line.rect.holds(70, 70)
    assert not line.rect.holds(250, 50)


@pytest.mark.parametrize("game", GAMES)
def test_the_spots_are_where_they_are_in_the_end(game: str) -> None:
    scenes = [GAMES[game](props, ROOM, None) for props in positions(game)]
    for before, after in pairwise(scenes):
        movement = between(before, after)
        if movement is not None:
            for share in (0.0, 0.5, 1.0):
                assert movement.at(share, ROOM).spots == after.spots


def seen_on(board: TableStage, desk: Desk) -> list[bytes]:
    """Return the pixels of a board, row by row."""
    wide, high, pixels = desk.rig.picture(desk.frame)
    x, y = map(round, board.to_window(*board.pos))
    rows = range(high - y - round(board.height), high - y)
    return [pixels[4 * (row * wide + x) : 4 * (row * wide + x + round(board.width))] for row in rows]


def play_one(desk: Desk, game: str) -> TableStage:
    """Have simulated players report until something on the table moves; return it in motion."""
    table, people = begin(desk, game), recalled(game, PLAYERS[game])
    for _ in range(60):
        desk.go_on(people)
        desk.pump(1)
        assert isinstance(table.board, TableStage)
        if table.board.moving:
            return table.board
        table.settle()
    pytest.fail("nothing ever moves")


@pytest.mark.parametrize("game", PLAYERS)
def test_every_game_shows_what_was_understood(desk: Desk, game: str) -> None:
    board = play_one(desk, game)
    on_its_way = seen_on(board, desk)
    desk.pump(round(MOVE_SECONDS / FRAME) + 1)
    assert board.moving
    marked = seen_on(board, desk)
    assert marked != on_its_way
    desk.pump(round(SEEN_SECONDS / FRAME) + 1)
    assert not board.moving
    stands = seen_on(board, desk)
    assert stands != marked
    board._draw()
    assert seen_on(board, desk) == stands


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.usefixtures("drawn")
def test_an_idle_table_draws_nothing(desk: Desk, game: str) -> None:
    table = begin(desk, game)
    desk.rig.pump(10)
    drawn, session = desk.rig.frames_drawn, table.session
    table.board.show(session.match.game.view(session.match.state, None))
    desk.rig.pump(30)
    assert desk.rig.frames_drawn == drawn


def test_it_takes_as_long_as_frames_say(desk: Desk) -> None:
    board = play_one(desk, "sequence-states")
    board.pass_time(SEEN_SECONDS - 0.1)
    assert board.moving
    board.pass_time(0.1)
    assert not board.moving


@pytest.mark.parametrize("game", PLAYERS)
def test_the_next_tap_finds_all_in_its_place_at_once(desk: Desk, game: str) -> None:
    board = play_one(desk, game)
    spots = board.scene.spots
    desk.rig.tap(desk.table.bar)
    assert not board.moving
    assert board.scene.spots == spots


def test_nothing_moves_where_that_was_chosen(desk: Desk) -> None:
    desk.frame.use(theme.Theme(still=True))
    try:
        with pytest.raises(pytest.fail.Exception, match="nothing ever moves"):
            play_one(desk, "ungle-speed")
    finally:
        desk.frame.use(theme.Theme())


def test_what_was_begun_moves_nothing(desk: Desk) -> None:
    """Only what the referee has accepted is shown as understood."""
    table = begin(desk, "tracktic")
    table.tap_board(table.board.scene.at(*table.board.center))
    desk.pump(1)
    assert table.pending is not None
    assert not table.board.moving


def test_a_private_page_never_moves(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only one player may see appears and disappears at once, and is compared with nothing."""
    compared: list[Scene] = []

    def seen(before: Scene, after: Scene) -> Movement | None:
        compared.extend((before, after))
        return between(before, after)

    monkeypatch.setattr(moving, "between", seen)
    desk.frame.deal(FACES["cryptid"](), Facts(setup=deal(7, Mode.NORMAL)), theme.plates()[:2])
    desk.settle()
    table, people = desk.table, FACES["cryptid"]().players(7)
    private = []
    for _ in range(4):
        # One player's finger rests on the pad while another makes a report.
        table.notes.reveal(PrivateView(Seat(0)))
        assert table.notes.panel is not None
        assert not table.board.moving
        private.append(table.board.scene)
        desk.go_on(people)
        table.settle()
    assert len(compared) >= 4
    assert not [scene for scene in private if scene in compared]
