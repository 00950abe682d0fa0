"""The spaces: each has the same place all game, and a finger finds each of the hundred."""

from colorsys import rgb_to_hsv
from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.layout import STATES, Draft, Layout
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import HANDS, Colour, Facts, Owed
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.sequence_states.view import View
from tests.games.sequence_states.board import DEMO, at, covered, position
from tests.ui import unpainted
from tests.ui.desk import the
from tests.ui.rig import MIDDLE, SIZES, Rig, room
from tests.ui.sequence_states.setting import BOARD
from tests.ui.sequence_states.table import (
    FOX,
    GAME,
    OWL,
    PLATES,
    Table,
    rows_of,
    scene,
    spaces_of,
    stage_of,
    texts_in,
    view_of,
)
from tests.ui.stage import written
from tests.ui.stage.fingers import slid
from ui.games.pending import SeatTap
from ui.games.sequence_states import words
from ui.games.sequence_states.art import DARK, TONES, WHITE, SpaceLight, chip, lights
from ui.games.sequence_states.editor import recording
from ui.games.sequence_states.pending import Pending, PlayAdd, PlayRemove, PlayState
from ui.games.sequence_states.sides import notes
from ui.games.sequence_states.table import PICTURE_LINE as LINE
from ui.games.sequence_states.table import SIZE_MM, board_picture, bubble_rect, loupe, picture_in, table, tint
from ui.stage import fonts, theme
from ui.stage.parts import LETTER, LETTER_SIZE
from ui.stage.rect import Rect
from ui.stage.scene import Pads, PlacedArt, Scene, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.textures import TEXTURES
from ui.stage.theme import Tone
from ui.table.names import row_column

AIMS: tuple[Pending, ...] = (None, PlayAdd(), PlayRemove(), PlayState("OH"))
SIXTH = at(4, 8)


@pytest.mark.parametrize("size", SIZES)
def test_the_spaces_are_as_large_as_a_printed_square(size: tuple[int, int]) -> None:
    picture = scene(view_of(position()), size=size)
    spaces, mm = spaces_of(picture), room(size).mm
    assert spaces.side >= mm(6.4)
    assert spaces.rect.x >= mm(2)
    assert spaces.rect.y >= -1
    assert spaces.rect.top + mm(2) <= MIDDLE[size][1] + 1
    assert spaces.rect.right < min(row.x for row in rows_of(picture).values())


def test_a_finger_slides_from_space_to_space_and_from_no_row_to_another() -> None:
    picture = scene(view_of(position()))
    here, below, first = (picture.middle(space) for space in (at(4, 8), at(5, 8), at(1, 1)))
    edge = (spaces_of(picture).rect.x - room().mm(2), here[1])
    fox, owl = picture.middle(SeatTap(FOX)), picture.middle(SeatTap(OWL))
    assert slid(picture, here) == SIXTH
    assert slid(picture, here, below) == at(5, 8)
    assert slid(picture, here, edge) is None
    assert slid(picture, here, edge, first) == at(1, 1)
    assert slid(picture, here, fox) is None
    assert slid(picture, fox, owl) is None
    assert slid(picture, fox, owl, fox) == SeatTap(FOX)
    assert slid(picture, edge, here) is None
    # A finger that rolls slightly over the edge stays on its space.
    rect = spaces_of(picture).of(at(4, 8))
    for share, told in ((0.15, SIXTH), (0.25, at(5, 8))):
        assert slid(picture, rect.center, (rect.center[0], rect.y - rect.height * share)) == told


@pytest.mark.parametrize("size", SIZES)
def test_the_loupe_lies_inside_and_leaves_its_space_free(size: tuple[int, int]) -> None:
    view, around = view_of(position("rb", "RRRRR")), room(size)
    spaces = spaces_of(scene(view, size=size))
    for space in view.spaces:
        cell = spaces.of(space.space)
        _, bubble, *_ = loupe(around, cell, space, None)
        assert isinstance(bubble, Box)
        assert all(around.rect.inset(-1).holds(*corner) for corner in corners(bubble.rect))
        above = bubble.rect.y >= cell.top
        left, right = bubble.rect.right <= cell.x, bubble.rect.x >= cell.right
        assert above or left or right, f"the loupe covers {space}"
        assert bubble.rect.width >= around.mm(36)


def corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    return (rect.x, rect.y), (rect.right, rect.top)


def test_the_loupe_shrinks_before_it_leaves_its_room() -> None:
    within = Rect(0, 0, 500, 400)
    near_the_top = bubble_rect(Rect(250, 370, 30, 30), within, 300, 120, 40)
    assert near_the_top.right <= 210 or near_the_top.x >= 320
    assert near_the_top.top == 400
    assert bubble_rect(Rect(0, 0, 30, 30), within, 300, 120, 40) == Rect(0, 70, 300, 120)


def test_the_loupe_says_what_lies_there_and_shows_the_chip_in_large() -> None:
    # The loupe says what is there.
    view = view_of(position("b", "RRRRR"))
    bare = texts_in(scene(view))
    for space, its in (
        (at(1, 1), [words.chip_on_space(Colour.BLUE, False)]),
        (at(2, 1), [words.chip_on_space(Colour.RED, True)]),
        (at(9, 9), [words.OPEN]),
    ):
        card = view.spaces[space.index].card
        assert card is not None
        state = STATES[card]
        told = texts_in(scene(view, finger=space))
        # Near the upper edge there is only room for words.
        assert told[-4:] == [state.name, state.capital, row_column(space), *its]
        assert told[: len(bare)] == bare
    unknown = view_of(position(layout=None))
    assert texts_in(scene(unknown, finger=SIXTH))[-2:] == [row_column(at(4, 8)), words.OPEN]
    # The loupe shows the chip enlarged where there is width.
    view = view_of(position(*[""] * 6, "...b"))
    there = at(7, 4)
    shown = [item for item in scene(view, finger=there).items if isinstance(item, PlacedArt)]
    assert [piece.art for piece in shown].count(chip(Colour.BLUE)) == 2 + 1
    assert shown[-1].side > room().mm(SIZE_MM[1]) / 3


def test_a_state_card_lights_its_two_spaces_and_crosses_what_is_covered() -> None:
    view = view_of(position())
    ohio, lit = DEMO.spaces_of("OH"), lights(view, PlayState("OH"))
    assert [lit[space.index] for space in ohio] == [SpaceLight.FOUND, SpaceLight.FOUND]
    assert lit.count(SpaceLight.DIM) == 98
    lit = lights(view_of(covered(b=ohio[:1])), PlayState("OH"))
    assert [lit[space.index] for space in ohio] == [SpaceLight.CROSSED, SpaceLight.FOUND]
    # A card's covered space is crossed out.
    for count in range(3):
        picture = scene(view_of(covered(b=ohio[:count])), PlayState("OH"))
        crossed = [item for item in picture.items if isinstance(item, Stroke)]
        assert len(crossed) == 2 * count
    for space in ohio:
        near = spaces_of(picture).of(space)
        assert sum(all(near.holds(*end) for end in stroke.points) for stroke in crossed) == 2


@pytest.mark.parametrize(
    ("layout", "pending"), [(DEMO, PlayAdd()), (None, PlayState("OH"))], ids=["add", "without a layout"]
)
def test_all_open_spaces_are_lit(layout: Layout | None, pending: Pending) -> None:
    lit = lights(view_of(position("rb", layout=layout)), pending)
    assert lit[:2] == (SpaceLight.DIM, SpaceLight.DIM)
    assert set(lit[2:]) == {SpaceLight.OPEN}


def test_remove_lights_the_chips_that_may_be_taken_off_and_nothing_begun_none() -> None:
    view = view_of(position("rb", "BBBBB"))
    lit = lights(view, PlayRemove())
    assert lit[1] is SpaceLight.TARGET
    assert lit.count(SpaceLight.TARGET) == 1, "neither own chips nor those of a sequence"
    assert set(lights(view, None)) == {SpaceLight.PLAIN}


SHOWN: tuple[tuple[View, Pending], ...] = (
    (view_of(position()), None),
    (view_of(position("r")), None),
    (view_of(position("b")), None),
    (view_of(position("rrrrr")), None),
    (view_of(position("RRRRR")), None),
    (view_of(position(last=at(1, 1))), None),
    (view_of(position(layout=None)), None),
    (view_of(position()), PlayState("OH")),
    (view_of(position()), PlayAdd()),
    (view_of(position("b")), PlayRemove()),
)


def test_everything_keeps_its_slot_through_a_whole_game() -> None:
    # Each slot of the scene always has the same kind of item, or none.
    table = Table(2)
    kinds = [{type(item)} for item in scene(table.view).items]
    for n, space in enumerate(SPACES[:60:3]):
        table.enter(PlaceChip(table.view.turn, space), DrawCard(table.view.turn))
        shown = scene(table.view, AIMS[n % 4]).items
        assert len(shown) == len(kinds)
        for kind, item in zip(kinds, shown, strict=True):
            kind.add(type(item))
    assert all(len(kind - {type(None)}) <= 1 for kind in kinds)


def test_every_change_is_drawn_and_taken_back(rig: Rig) -> None:
    stage = stage_of(rig, SHOWN[0][0])
    bare = rig.picture(stage)[2]
    pictures = {bare}
    for view, pending in SHOWN[1:]:
        stage.show(view, pending)
        pictures.add(rig.picture(stage)[2])
        stage.show(*SHOWN[0])
        assert rig.picture(stage)[2] == bare
    assert len(pictures) == len(SHOWN)


def grey_of(rig: Rig, colour: Colour, locked: bool) -> list[int]:
    """Return a chip as drawn, in grey, row by row."""
    texture = TEXTURES.of(chip(colour, locked=locked), 36)
    unpainted.paint()
    pixels = bytes(texture.pixels)
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


def test_the_colours_of_chips() -> None:
    # The letters are readable on every chip.
    assert all(theme.contrast(tone, DARK) >= 4.5 for tone in (*TONES.values(), WHITE))
    # A chip has the colour of its name. Red chips used to be as orange as the mark of Fox.
    hues = {colour: rgb_to_hsv(*tone[:3])[0] * 360 for colour, tone in TONES.items()}
    assert hues[Colour.RED] < 10 or hues[Colour.RED] > 350
    assert 200 < hues[Colour.BLUE] < 240
    assert 120 < hues[Colour.GREEN] < 170
    # No chip looks like a seat's mark.
    for tone in TONES.values():
        for seat in theme.COLOURS.values():
            assert sum(abs(a - b) for a, b in zip(tone[:3], seat[:3], strict=True)) > 0.2
    # Each chip colour has its own rim.
    rims = {
        colour: [(shape.tone, shape.closed) for shape in chip(colour).shapes if isinstance(shape, Stroke)]
        for colour in Colour
    }
    assert rims[Colour.RED] == [(WHITE, False)] * 6
    assert rims[Colour.BLUE] == [(WHITE, True)]
    assert rims[Colour.GREEN] == [(DARK, False)] * 14
    # Both spaces of a state have the same background.
    view = view_of(position())
    for card in STATES:
        assert len({tint(view.spaces[space.index]) for space in DEMO.spaces_of(card)}) == 1


def test_what_is_marked_on_the_spaces() -> None:
    # The last change is framed.
    state = position("r")
    before, after = scene(view_of(state)), scene(view_of(replace(state, last=Space(0, 0))))
    new = [item for item, old in zip(after.items, before.items, strict=True) if item != old]
    assert [getattr(item, "rect", None) for item in new] == [spaces_of(after).of(Space(0, 0))]
    # A line runs through the chips of a sequence.
    picture = scene(view_of(position("RRRRR")))
    ends = tuple(spaces_of(picture).of(space).center for space in (at(1, 1), at(1, 5)))
    (line,) = [item for item in picture.items if isinstance(item, Stroke) and item.points == ends]
    assert line.tone == theme.line(TONES[Colour.RED])
    chips = [n for n, item in enumerate(picture.items) if isinstance(item, PlacedArt)]
    assert picture.items.index(line) < min(chips), "it is under them"
    dim = scene(view_of(position("RRRRR")), PlayRemove())
    assert [item.tone[3] for item in dim.items if isinstance(item, Stroke) and item.points == ends] == [0.3]
    lying = [item for item in dim.items if isinstance(item, PlacedArt)]
    assert all(item.opacity < 1 for item in lying if spaces_of(dim).rect.holds(*item.middle))
    # The space under a finger is framed and its row and column stand out.
    picture = scene(view_of(position()), finger=SIXTH)
    around = spaces_of(picture).of(at(4, 8))
    assert [item.tone[3] for item in picture.items if isinstance(item, Rim) and item.rect == around] == [1.0]
    numbers = [item for item in written.letters(picture.items) if item.text.isdecimal()][:20]
    assert [number.text for number in numbers if number.tone == theme.TEXT] == ["4", "8"]


def test_letters_are_dark_on_chips_and_lit_spaces_and_fade_with_what_is_dim() -> None:
    view, pending = view_of(position("r")), PlayState(view_of(position()).spaces[1].card or "OH")

    def tone(pending: Pending, space: Space) -> Tone:
        picture = scene(view, pending)
        near = spaces_of(picture).of(space)
        letters = written.letters(picture.items)
        return next(letter.tone for letter in letters if near.holds(*letter.room.center))

    chip_there, lit, dim = at(1, 1), at(1, 2), at(9, 9)
    assert tone(None, chip_there) == DARK
    assert tone(pending, lit) == theme.ON_PRIMARY
    assert tone(PlayAdd(), lit) == theme.TEXT
    assert tone(pending, chip_there)[3] < 1
    assert tone(pending, dim)[3] < tone(None, dim)[3]


def test_a_recording_shows_what_is_told_what_comes_next_and_what_is_marked() -> None:
    space, other, current = at(1, 1), at(3, 7), at(5, 5)
    draft: Draft = {space: "OH", other: "OH"}
    bare = recording(draft, current, (), room(), None)
    assert texts_in(bare) == ["OH", "OH"]
    spaces = spaces_of(bare)

    def framed(picture: Scene, tone: Tone) -> list[Space]:
        frames = [item.rect.center for item in picture.items if isinstance(item, Rim) and item.tone == tone]
        return [one for one in SPACES if any(spaces.of(one).holds(*middle) for middle in frames)]

    assert framed(bare, theme.PRIMARY) == [current]
    assert framed(bare, theme.WARNING) == []
    marked = recording(draft, current, (space, other), room(), other)
    assert framed(marked, theme.WARNING) == [space, other]
    pressed = [item for item in marked.items if isinstance(item, Box) and item.tone == theme.PRESSED]
    assert [spaces.of(other).holds(*box.rect.center) for box in pressed] == [True]
    assert framed(recording({}, None, (), room(), None), theme.PRIMARY) == []


def test_a_board_at_a_glance_has_a_tint_a_state_and_the_chips_that_are_asked_for() -> None:
    within = picture_in(Rect(0, 0, 90, 84))
    assert (within.width, within.center[1]) == (80, 42)
    ground, *spaces = [item for item in board_picture(BOARD, within) if isinstance(item, Box)]
    tones = dict(zip(BOARD, (box.tone for box in spaces), strict=True))
    assert all(ground.rect.inset(-0.5).holds(*corner) for box in spaces for corner in corners(box.rect))
    for card in STATES:
        assert len({tones[space] for space, other in BOARD.items() if other == card}) == 1
    assert len(set(tones.values())) == 7
    chips = [item.middle for item in board_picture({}, within, LINE) if isinstance(item, PlacedArt)]
    assert len(chips) == 5


def test_in_a_room_as_high_as_wide_the_sides_lie_below_a_larger_board() -> None:
    # In a square room the sides go below a larger board. From a short edge, or upright: next to it they left
    # the spaces less than 4 mm at 800x480.
    high = Viewport(Rect(0, 0, 395, 386))
    picture = table(TableProps(view_of(position("r")), None, PLATES, None), high, None)
    board, rows = spaces_of(picture), picture.spots[1]
    assert board.side >= high.mm(4.5)
    assert isinstance(rows, Pads)
    assert all(row.top < board.rect.y and row.right <= high.rect.right for _, row in rows.pads)
    # Upright, the deck is in one line as wide as the board. In a strip next to the sides its figures were two
    # millimetres high.
    upright = Viewport(Rect(0, 0, 640, 1000), 1.6)
    picture = table(TableProps(view_of(position("r")), None, PLATES, None), upright, None)
    *_, stock = [item.rect for item in picture.items if isinstance(item, Box) and item.tone == theme.PANEL]
    assert stock.width == upright.rect.width
    rows = the(Pads, picture.spots[1])
    assert all(row.y >= stock.top for _, row in rows.pads)


EVERY = [*((n, "two") for n in HANDS), (6, "three"), (12, "three")]
"""All numbers of players, with the teams they can play in."""
_OTHERS = [pytest.param(*table, marks=pytest.mark.long) for table in EVERY[1:-1]]
FEWEST_AND_MOST = [EVERY[0], *_OTHERS, EVERY[-1]]
ROOMS = {
    "800x480": ((103.8, 67.3), 1.0), "480x800": ((74.4, 81.9), 1.0),
    "1280x720": ((103.8, 61.5), 1.6), "720x1280": ((68.5, 81.9), 1.6),
}  # fmt: skip
"""The room that each panel leaves for the table in large text, in millimetres, and its density."""
NAME = "Bartholomeus"
COUNT_MM, MARK_MM = 7.0, 3.0
PIXEL = 1.0


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "teams"), EVERY)
def test_every_seat_has_a_row_apart_from_the_others(players: int, teams: str, size: tuple[int, int]) -> None:
    view = view_of(GAME.opening(Facts(players, rulings={"teams": teams})))
    picture, mm = scene(view, size=size), room(size).mm
    *sides, stock = [box.rect for box in picture.items if isinstance(box, Box) and box.tone == theme.PANEL]
    rows = rows_of(picture)
    assert all(apart(one, other) for one, other in combinations([*rows.values(), stock], 2))
    for row in rows.values():
        assert min(row.height, row.width) >= mm(3.9)
        assert row.height * row.width >= mm(3.9) * mm(13), "a row is a place to tap"
        assert row.right <= MIDDLE[size][0]
        assert row.top <= MIDDLE[size][1]
    for side in view.sides:
        for seat in side.seats:
            assert sides[side.side].holds(*rows[seat].center)


@pytest.mark.usefixtures("each_text_size")
@pytest.mark.parametrize("panel", ROOMS)
@pytest.mark.parametrize(("players", "teams"), FEWEST_AND_MOST)
@pytest.mark.parametrize("named", ["Fox", NAME])
def test_hands_are_read_across_the_table_and_whose(players: int, teams: str, panel: str, named: str) -> None:
    """Upright, the cards of twelve used to overlap, and nobody's mark could be seen."""
    size, density = ROOMS[panel]
    where = Viewport(Rect(0, 0, *(mm * density * theme.DP_PER_MM for mm in size)), density)
    plates = tuple(replace(plate, name=named) for plate in PLATES)
    view = view_of(GAME.opening(Facts(players, rulings={"teams": teams})))
    picture = table(TableProps(view, None, plates, None), where, None)
    letters = written.letters(picture.items)
    least, rows = where.mm(COUNT_MM) - PIXEL, rows_of(picture)
    assert all(apart(one, other) for one, other in combinations(rows.values(), 2))
    for seat, row in rows.items():
        its = {item.text: item for item in letters if row.holds(*item.room.center)}
        figure, letter = its[str(view.seats[seat].hand)], its[plates[seat].letter]
        assert figure.size >= least
        assert figure.room.width + PIXEL >= fonts.width(figure.text, figure.size, bold=True)
        assert letter.size >= where.mm(MARK_MM) * min(LETTER, *LETTER_SIZE.values()) - PIXEL
        parts = [box.rect for box in picture.items if isinstance(box, Box) and row.holds(*box.rect.center)]
        paper = min(parts, key=lambda part: part.width)
        assert paper.x + PIXEL >= letter.room.right
        assert row.inset(-PIXEL).holds(paper.x, paper.y)
        assert row.inset(-PIXEL).holds(paper.right, paper.top)
    sequences = [item for item in letters if item.text == "0" and item.bold]
    assert len(sequences) == len(view.sides)
    assert all(item.size >= least for item in sequences)
    assert [item.text for item in letters].count(words.of_needed(view.state.needed)) == len(view.sides)


@pytest.mark.parametrize("players", [2, 12])
def test_a_card_to_be_taken_shows(players: int) -> None:
    state = GAME.opening(Facts(players))
    changes = (
        state,
        replace(state, owed=(Owed(Seat(0), 1),)),
        replace(state, owed=(Owed(Seat(0), 1, Seat(1)), Owed(Seat(1), 2))),
        replace(state, lost=(1, *state.lost[1:])),
        replace(state, hands=(1, *state.hands[1:])),
        replace(state, turn=Seat(1)),
    )
    assert len({scene(view_of(changed)) for changed in changes}) == len(changes)


def test_what_a_seat_has_to_do_is_said_more_shortly_where_there_is_less_room() -> None:
    state = GAME.opening(Facts(2))
    for changed, long, short in (
        (replace(state, owed=(Owed(Seat(0), 1),)), words.DRAWS_CARD, words.DRAWS),
        (replace(state, owed=(Owed(Seat(0), 1, Seat(1)), Owed(Seat(1), 2))), words.DRAW_NOW, words.NOW),
        (replace(state, lost=(1, 0)), words.LOST_CARD, words.lost(1)),
    ):
        shown: TableProps[View, Pending, None] = TableProps(view_of(changed), None, PLATES, None)
        assert long in texts_in(table(shown, Viewport(Rect(0, 0, 1800, 700), 1.0), None))
        assert short in texts_in(scene(view_of(changed)))


@pytest.mark.parametrize("size", SIZES)
def test_whose_turn_it_is_is_framed_with_its_side_and_an_arrow_says_who_draws(size: tuple[int, int]) -> None:
    state = GAME.opening(Facts(4))
    owing = scene(view_of(replace(state, turn=Seat(1), owed=(Owed(Seat(0), 1),))), size=size)
    rows = rows_of(owing)
    side, seat = [item for item in owing.items if isinstance(item, Rim)][:2]
    assert seat.tone == theme.PRIMARY
    assert rows[Seat(1)].holds(*seat.rect.center)
    assert side.rect.holds(*seat.rect.center)
    assert not side.rect.holds(*rows[Seat(0)].center)
    arrows = [item for item in owing.items if isinstance(item, Stroke)]
    assert all(rows[Seat(0)].holds(*point) for arrow in arrows for point in arrow.points)
    assert len(arrows) == (2 if rows[Seat(0)].width > room(size).mm(20) else 0)
    assert [item for item in scene(view_of(state), size=size).items if isinstance(item, Stroke)] == []


@pytest.mark.parametrize("high_mm", [14, 25])
def test_the_numbers_of_a_small_board_never_run_into_each_other(high_mm: int) -> None:
    low = Viewport(Rect(0, 0, 360, theme.DP_PER_MM * high_mm))
    picture = table(TableProps(view_of(position("r")), None, PLATES, None), low, None)
    names = [item for item in picture.items if isinstance(item, Letters) and item.text.isdecimal()]
    rows = [name for name in names if name.room.width == low.mm(3.2)]
    assert all(0.7 * row.size <= row.room.height for row in rows)


def test_each_side_has_its_sequences_and_a_board_that_is_none_of_print_is_marked() -> None:
    # Each side shows its colour, and its sequences out of those needed.
    told = texts_in(scene(view_of(position("RRRRR"))))
    for colour, figure in (("Red", "1"), ("Blue", "0")):
        at = told.index(colour)
        assert told[at : at + 3] == [colour, figure, words.of_needed(2)]
    # A made-up board is marked, and no frame runs through the words.
    made_up, printed = (view_of(position(layout=replace(DEMO, made_up=mark))) for mark in (True, False))
    items = scene(made_up).items
    (mark,) = (item for item in items if isinstance(item, Letters) and item.text == words.MADE_UP)
    high = mark.size * (fonts.ASCENT + fonts.DESCENT)
    frames = [item.rect for item in items if isinstance(item, Rim) and item.rect.holds(*mark.room.center)]
    assert all(frame.height > high for frame in frames)
    assert words.NO_LAYOUT in texts_in(scene(view_of(position(layout=None))))
    assert words.MADE_UP not in texts_in(scene(printed))


def test_notes_tell_dead_cards_and_few_chips() -> None:
    state = position()
    one, other = DEMO.spaces_of("OH")
    dead = covered(r=[one], b=[other])
    assert notes(view_of(state)) == ""
    assert texts_in(scene(view_of(dead)))[-1] == "dead for all: OH\u00a0×2"  # noqa: RUF001 - a multiplication sign
    few = view_of(replace(dead, chips=(3, 40)))
    assert notes(few).startswith("red chips left: 3")
    assert " ".join(texts_in(scene(few))[-2:]) == notes(few)
    # Many dead cards are counted, and readable.
    many = view_of(replace(position(*["rb" * 5] * 10), chips=(20, 20)))
    assert notes(many).startswith("dead for all: AL")
    assert notes(many).endswith(" +44")
    last = written.letters(scene(many).items)[-1]
    assert last.size >= room().mm(1.55)
