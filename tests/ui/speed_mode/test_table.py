"""The table: tokens on the pairs, fingers on halves and cards, and the players next to them."""

from itertools import combinations
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import Board, Kind, Pair, Place
from companion.games.speed_mode.board_file import derived
from companion.games.speed_mode.boards import final, read_tokens
from companion.games.speed_mode.model import Facts, OnPair, State
from companion.games.speed_mode.view import View, view
from companion.journal import NamePlate
from tests.ui.rig import SIZES, Rig
from tests.ui.stage.fingers import slid
from ui.games.pending import CardTap
from ui.games.speed_mode import art
from ui.games.speed_mode.face import SpeedFace
from ui.games.speed_mode.pending import DrawingCards, HalfTap, Pending
from ui.games.speed_mode.table import BoardContents, Covered, Halves, changed, pairs_scene, table, tiles_in
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.rect import Rect
from ui.stage.scene import Pads, PlacedArt, Scene, Spot, TableProps, Viewport
from ui.stage.shapes import Box, Letters
from ui.stage.stage import TableStage
from ui.table.presenting import Presenter

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""The room that the frame leaves for the table, in pixels, by window size."""
TOKENS = "AAAA.ab.\nBBAA.bb.\nBB.aa..."
FOX, OWL = Seat(0), Seat(1)
OPEN = (Kind.RED_SQUARE, Kind.BLUE_CIRCLE, Kind.GREEN_CIRCLE, Kind.RED_SQUARE)
TOP_LEFT = Place(0, 0)


class Named:
    def seat_plate(self, seat: Seat) -> NamePlate:
        return theme.plates()[seat]


def position(text: str = TOKENS, **changes: Any) -> State:  # fields of any type
    state = SpeedMode().opening(Facts(level=Level.WATCHING))
    tokens = read_tokens(text, state.board)
    extras = final(state.board, tokens).extras
    return replace(state, **{"pairs": tokens, "extras": extras, "open": OPEN, **changes})


def view_of(text: str = TOKENS, **changes: Any) -> View:
    return view(position(text, **changes), None)


def room(size: tuple[int, int] = (800, 480)) -> Viewport:
    return Viewport(Rect(0, 0, *MIDDLE[size]), SIZES[size])


def scene(
    table_view: View, pending: Pending = None, finger: Spot | None = None, size: tuple[int, int] = (800, 480)
) -> Scene:
    return table(TableProps(table_view, pending, theme.plates()[:2], frozenset()), room(size), finger)


def stage_of(rig: Rig, table_view: View, size: tuple[int, int] = (800, 480)) -> TableStage:
    rig.size(*size)
    stage = TableStage(SpeedFace().look(cast(Presenter, Named())))
    stage.size = MIDDLE[size]
    rig.show(stage)
    stage.show(table_view)
    rig.pump(3)
    return stage


def tiles_of(picture: Scene) -> dict[Place, Rect]:
    return dict(next(spots for spots in picture.spots if isinstance(spots, Halves)).tiles)


def pads_of(picture: Scene) -> dict[CardTap, Rect]:
    return dict(next(spots for spots in picture.spots if isinstance(spots, Pads)).pads)


def pieces(picture: Scene, *looks: Art) -> list[PlacedArt]:
    return [item for item in picture.items if isinstance(item, PlacedArt) and item.art in looks]


def scattered() -> Board:
    """Return a board of 12 by 12 places with 40 pairs on it."""
    halves = [pair.halves for pair in derived().pairs]
    places = [Place(n // 12 * 3 + n % 3, n % 12) for n in range(39)]
    pairs = tuple(Pair(place, halves[n % 12]) for n, place in enumerate((*places, Place(11, 11))))
    return replace(derived(), pairs=pairs)


@pytest.mark.parametrize("size", SIZES)
def test_every_half_s_middle_is_that_half(size: tuple[int, int]) -> None:
    for board in (derived(), scattered()):
        picture = scene(view_of(board=board, pairs=(OnPair(),) * len(board.pairs), extras=()), size=size)
        for place in board.places:
            for half in (0, 1):
                tap = HalfTap(place, half)
                assert picture.at(*picture.middle(tap)) == tap


def test_where_there_is_no_pair_nothing_is_hit() -> None:
    picture = scene(view_of(board=scattered(), pairs=(OnPair(),) * 40, extras=()))
    tiles = tiles_of(picture)
    assert picture.at(tiles[Place(1, 1)].center[0], tiles[TOP_LEFT].center[1]) is None
    for place in (Place(11, 11), Place(0, 0)):
        x, y = tiles[place].center
        assert picture.at(x + 300, y + 300) is None
        assert picture.at(x - 600, y - 600) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_finger_slides_from_half_to_half_and_from_no_card_to_another(size: tuple[int, int]) -> None:
    picture = scene(view_of(), size=size)
    one, other = HalfTap(TOP_LEFT, 0), HalfTap(Place(1, 1), 0)
    first, second, untold = (picture.middle(CardTap(n)) for n in (0, 1, 4))
    beside = (room(size).rect.right - 3, 3.0)
    assert slid(picture, picture.middle(one)) == one
    assert slid(picture, picture.middle(one), picture.middle(other)) == other
    assert slid(picture, picture.middle(one), beside) is None
    assert slid(picture, picture.middle(one), first) is None
    assert slid(picture, first) == CardTap(0)
    assert slid(picture, untold) == CardTap(4)
    assert slid(picture, first, second) is None
    assert slid(picture, first, second, first) == CardTap(0)
    assert slid(picture, beside, first) is None


@pytest.mark.parametrize("size", SIZES)
def test_face_up_cards_are_large_enough_for_fingers(size: tuple[int, int]) -> None:
    pads = pads_of(scene(view_of(), size=size))
    assert len(pads) == 5
    for rect in pads.values():
        assert min(rect.width, rect.height) >= room(size).mm(theme.TARGET_MM) - 1
        assert rect.y >= 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("watched", [True, False])
def test_nothing_lies_over_anything_else(size: tuple[int, int], watched: bool) -> None:
    picture = scene(view_of(watched=watched, open=OPEN if watched else ()), size=size)
    boxes = [item.rect for item in picture.items if isinstance(item, Box)]
    assert len(boxes) == 3 + 24 + 5 * watched
    for one, other in combinations(boxes, 2):
        beside = one.right <= other.x + 1 or other.right <= one.x + 1
        assert beside or one.top <= other.y + 1 or other.top <= one.y + 1, (one, other)
    for item in picture.items:
        rect = item.rect if isinstance(item, Box) else item.room if isinstance(item, Letters) else None
        if rect is not None:
            assert rect.x >= -1
            assert rect.y >= -1
            assert rect.right <= MIDDLE[size][0] + 1
            assert rect.top <= MIDDLE[size][1] + 1


def test_combinations_cards_are_readable_on_the_small_screen() -> None:
    for watched in (True, False):
        picture = scene(view_of("........\n" * 3, watched=watched, open=OPEN if watched else (), extras=()))
        cards = pieces(picture, *(art.card(kind) for kind in Kind))
        assert len(cards) == 12 * 6 + 4 * watched
        assert min(card.side for card in cards) >= room().mm(4)


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("watched", [True, False])
def test_upright_the_pairs_and_the_face_up_cards_have_the_width(watched: bool, larger: bool) -> None:
    theme.use(theme.Theme(large=larger))
    upright = Viewport(Rect(0, 0, 387, 426 if larger else 448))
    state = view_of(watched=watched, open=OPEN if watched else ())
    picture = table(TableProps(state, None, theme.plates()[:2], frozenset()), upright, None)
    tiles = tiles_of(picture).values()
    wide = max(tile.right for tile in tiles) - min(tile.x for tile in tiles)
    assert watched or wide >= 0.9 * upright.rect.width
    assert all(pad.width >= upright.mm(theme.TARGET_MM) for pad in pads_of(picture).values())


CHANGES: list[dict[str, Any]] = [
    {"turn": OWL},
    {"hands": (9, 10)},
    {"stuck": (True, False)},
    {"open": OPEN[:3]},
    {"deck": 3},
    {"discards": {Kind.YELLOW_CIRCLE: 6}},
    {"extras": ()},
    {"watched": False, "open": ()},
    {"ended": Outcome((FOX,), "sm.score")},
]


def test_every_change_is_drawn_and_taken_back(rig: Rig) -> None:
    stage = stage_of(rig, view_of())
    bare = rig.picture(stage)[2]
    for change in CHANGES:
        stage.show(view_of(**change))
        assert rig.picture(stage)[2] != bare, change
        stage.show(view_of())
        assert rig.picture(stage)[2] == bare, change


def test_each_token_looks_like_itself() -> None:
    texts = [first + TOKENS[2:] for first in ("..", "a.", ".a", "b.", ".b", "AA", "BB")]
    assert len({scene(view_of(text, extras=())) for text in texts}) == len(texts)
    looks = {art.token(plate, half) for plate in theme.plates()[:2] for half in (0, 1, 2)}
    assert len(looks) == 6


def test_a_circle_lies_over_both_halves_as_one_token() -> None:
    circle = art.token(theme.plates()[FOX], art.WHOLE)
    before, after = (scene(view_of(text, extras=())) for text in (TOKENS, ".." + TOKENS[2:]))
    assert len(pieces(before, circle)) - len(pieces(after, circle)) == 1
    assert tiles_of(before)[TOP_LEFT].center in [piece.middle for piece in pieces(before, circle)]


def test_extra_points_lie_between_their_pairs() -> None:
    now, picture = view_of().state, scene(view_of())
    tiles, last = tiles_of(picture), picture.items[-len(now.extras) :]
    for item, extra in zip(last, now.extras, strict=True):
        assert isinstance(item, PlacedArt)
        (x, y), (u, v) = (tiles[place].center for place in extra.between)
        assert item.middle == ((x + u) / 2, (y + v) / 2)


def test_two_extra_points_between_the_same_pairs_lie_beside_each_other() -> None:
    first = view_of().state.extras[0]
    one, other = scene(view_of(extras=(first, replace(first, seat=OWL)))).items[-2:]
    assert isinstance(one, PlacedArt)
    assert isinstance(other, PlacedArt)
    assert one.middle != other.middle


def outlined(pending: Pending) -> list[int]:
    """Return the indices of face-up cards that look different while this is pending."""
    bare, aimed = scene(view_of()), scene(view_of(), pending)
    rects = list(pads_of(bare).values())
    new: list[Any] = [item for item in aimed.items if item is not None and item not in bare.items]
    assert all(hasattr(item, "rect") for item in new)
    return [n for n, rect in enumerate(rects) if any(rect.holds(*item.rect.center) for item in new)]


def test_cards_that_are_being_drawn_are_outlined_each_once() -> None:
    for cards, wanted in (
        ((), []),
        ((Kind.RED_SQUARE,), [0]),
        ((Kind.RED_SQUARE, Kind.RED_SQUARE), [0, 3]),
        ((Kind.GREEN_CIRCLE, Kind.BLUE_CIRCLE), [1, 2]),
    ):
        assert outlined(DrawingCards("exchange", cards)) == wanted


def test_halves_that_were_covered_last_are_marked_until_the_next_move() -> None:
    before, after = view_of("........\n" * 3), view_of("a...BB..\n........\n........")
    marked = {(TOP_LEFT, 0), (Place(0, 2), 0), (Place(0, 2), 1)}
    assert changed(after, before, frozenset(marked)) == frozenset()
    assert changed(None, after, None) == frozenset()
    assert changed(before, after, frozenset()) == marked
    assert changed(after, replace(after, exhausted=True), frozenset(marked)) == marked
    sights: list[TableProps[View, Pending, Covered]] = [
        TableProps(after, None, theme.plates()[:2], last) for last in (frozenset(), frozenset(marked))
    ]
    assert len({table(props, room(), None) for props in sights}) == 2


def test_a_room_without_places_has_no_tiles() -> None:
    assert tiles_in(Rect(0, 0, 100, 100), (), 3.0) == ({}, 0.0)
    assert pairs_scene(BoardContents((), (), ()), room(), None) == Scene()
