"""The table: tokens on the pairs, fingers on halves and cards, and the players beside them."""

from itertools import pairwise
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.board import Board, Pair, Place
from companion.games.speed_mode.board_file import derived
from companion.games.speed_mode.boards import read_tokens, tally
from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.model import Facts, OnPair, State
from companion.games.speed_mode.view import View, view
from companion.journal import Plate
from tests.ui.rig import SIZES, Rig
from ui import theme
from ui.finger import Finger
from ui.games.speed_mode.aims import CardTap, Drawing, HalfTap
from ui.games.speed_mode.board import SpeedBoard, covered
from ui.games.speed_mode.emblem import emblem
from ui.games.speed_mode.lying import extras_of
from ui.games.speed_mode.plan import plan_in
from ui.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""What the frame leaves for the board, in pixels, by the size of the window."""
LAID = "AAAA.ab.\nBBAA.bb.\nBB.aa..."
FOX, OWL = Seat(0), Seat(1)
OPEN = (Kind.RED_SQUARE, Kind.BLUE_CIRCLE, Kind.GREEN_CIRCLE, Kind.RED_SQUARE)
TOP_LEFT = Place(0, 0)


class Named:
    """Whatever a board asks of a presenter."""

    def seat_plate(self, seat: Seat) -> Plate:
        """Return the mark of a seat."""
        return theme.plates()[seat]


def position(text: str = LAID, **changes: Any) -> State:  # whatever a position is changed by
    """Return a position with these tokens."""
    game = SpeedMode()
    state = game.opening(Facts(level=Level.WATCHING))
    tokens = read_tokens(text, state.board)
    extras = extras_of(tally(state.board, tokens))
    return replace(state, **{"pairs": tokens, "extras": extras, "open": OPEN, **changes})


def seen(text: str = LAID, **changes: Any) -> View:
    """Return a position as the screen shows it."""
    return view(position(text, **changes), None)


def board_of(rig: Rig, shown: View, size: tuple[int, int] = (800, 480)) -> SpeedBoard:
    """Show a board as large as on the table."""
    rig.size(*size)
    board = SpeedBoard(cast(Presenter, Named()))
    board.size = MIDDLE[size]
    rig.show(board)
    board.show(shown)
    rig.pump(3)
    return board


def scattered() -> Board:
    """Return a board of 12 by 12 places with 40 pairs on it."""
    halves = [pair.halves for pair in derived().pairs]
    places = [Place(n // 12 * 3 + n % 3, n % 12) for n in range(39)]
    pairs = tuple(Pair(place, halves[n % 12]) for n, place in enumerate((*places, Place(11, 11))))
    return replace(derived(), pairs=pairs)


# Fingers.


@pytest.mark.parametrize("size", SIZES)
def test_every_half_s_middle_is_that_half(rig: Rig, size: tuple[int, int]) -> None:
    for board in (derived(), scattered()):
        now = seen(board=board, pairs=(OnPair(),) * len(board.pairs), extras=())
        table = board_of(rig, now, size)
        for place in board.places:
            for half in (0, 1):
                x, y = table.centre(HalfTap(place, half))
                assert table.pairs.half_at(x, y) == HalfTap(place, half)
                assert table.pairs.collide_point(x, y)
        assert table.builds == 1


def test_where_there_is_no_pair_nothing_is_hit(rig: Rig) -> None:
    now = seen(board=scattered(), pairs=(OnPair(),) * 40, extras=())
    table = board_of(rig, now)
    plan = table.pairs.plan
    assert table.pairs.half_at(*plan.tile(Place(0, 1)).center) is None
    for place in (Place(11, 11), Place(0, 0)):
        x, y = plan.tile(place).center
        assert table.pairs.half_at(x + 300, y + 300) is None
        assert table.pairs.half_at(x - 600, y - 600) is None


@pytest.mark.parametrize("size", SIZES)
def test_taps_on_halves_and_cards_are_told(rig: Rig, size: tuple[int, int]) -> None:
    board = board_of(rig, seen(), size)
    told: list[object] = []
    board.on_tap = told.append
    places: list[HalfTap | CardTap] = [
        HalfTap(Place(2, 3), 1),
        HalfTap(TOP_LEFT, 0),
        *(CardTap(n) for n in range(4)),
        CardTap(None),
    ]
    for place in places:
        rig.tap_at(*board.centre(place))
    assert told == places


def test_a_finger_that_slides_tells_where_it_was_lifted(rig: Rig) -> None:
    board = board_of(rig, seen())
    told: list[object] = []
    board.on_tap = told.append
    for last, wanted in ((HalfTap(Place(1, 1), 0), [HalfTap(Place(1, 1), 0)]), (None, [])):
        finger = Finger()
        finger.down(*board.centre(HalfTap(TOP_LEFT, 0)))
        finger.move(*(board.centre(last) if last is not None else board.seats[0].center))
        finger.up()
        assert told == wanted
        told.clear()


def test_a_touched_half_looks_pressed_at_once_and_only_where_somebody_listens(rig: Rig) -> None:
    board = board_of(rig, seen())
    bare = rig.picture(board)[2]
    for heard in (False, True):
        board.on_tap = (lambda _: None) if heard else None
        for place in (HalfTap(Place(2, 3), 1), CardTap(0), CardTap(None)):
            finger = Finger()
            finger.down(*board.centre(place))
            assert (rig.picture(board)[2] != bare) is heard
            finger.up()
            assert rig.picture(board)[2] == bare


@pytest.mark.parametrize("size", SIZES)
def test_face_up_cards_are_large_enough_for_fingers(rig: Rig, size: tuple[int, int]) -> None:
    board = board_of(rig, seen(), size)
    for pad in board.cards.pads:
        assert min(pad.width, pad.height) >= theme.mm(theme.TARGET_MM) - 1
        assert pad.y >= 0


# What is seen.


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("watched", [True, False])
def test_nothing_lies_over_anything_else(rig: Rig, size: tuple[int, int], watched: bool) -> None:
    board = board_of(rig, seen(watched=watched, open=OPEN if watched else ()), size)
    beside = (*board.seats, board.supply)
    for upper, lower in pairwise(beside):
        assert lower.top < upper.y
    assert all(part.x > board.pairs.right and part.right <= board.width for part in beside)
    assert (board.cards.parent is not None) is watched
    if watched:
        assert board.cards.top < board.pairs.y
    for place in derived().places:
        tile = board.pairs.plan.tile(place)
        assert board.pairs.x <= tile.x < tile.right <= board.pairs.right + 1
        assert board.pairs.y - 1 <= tile.y < tile.top <= board.pairs.top + 1


def test_combinations_cards_are_readable_on_the_small_screen(rig: Rig) -> None:
    for watched in (True, False):
        board = board_of(rig, seen(watched=watched, open=OPEN if watched else ()))
        side, _ = board.pairs.plan.cards(TOP_LEFT, 0, 3)
        assert side >= theme.mm(4)


@pytest.mark.parametrize(
    "change",
    [
        {"turn": OWL},
        {"hands": (9, 10)},
        {"stuck": (True, False)},
        {"open": OPEN[:3]},
        {"deck": 3},
        {"discards": {Kind.YELLOW_CIRCLE: 6}},
        {"extras": ()},
        {"watched": False, "open": ()},
        {"ended": Outcome((FOX,), "sm.score")},
    ],
)
def test_every_change_is_seen_and_taken_back(rig: Rig, change: dict[str, Any]) -> None:
    board = board_of(rig, seen())
    bare = rig.picture(board)[2]
    board.show(seen(**change))
    rig.pump(3)
    assert rig.picture(board)[2] != bare
    board.show(seen())
    rig.pump(3)
    assert rig.picture(board)[2] == bare
    assert board.builds == 1


def test_each_token_looks_like_itself(rig: Rig) -> None:
    pictures = set()
    texts = [first + LAID[2:] for first in ("..", "a.", ".a", "b.", ".b", "AA", "BB")]
    for text in texts:
        board = board_of(rig, seen(text, extras=()))
        pictures.add(rig.picture(board.pairs)[2])
    assert len(pictures) == len(texts)


def test_a_circle_lies_over_both_halves_as_one_token(rig: Rig) -> None:
    board = board_of(rig, seen())
    left, right = (board.pairs._halves[TOP_LEFT, half].token for half in (0, 1))
    assert left._shown
    assert not right._shown
    board.show(seen("..AA.ab.\nBBAA.bb.\nBB.aa...", extras=()))
    assert not left._shown


def test_extra_points_lie_between_their_pairs(rig: Rig) -> None:
    now = seen()
    board = board_of(rig, now)
    sprites = [sprite._shown for sprite in board.pairs._between._sprites if sprite._shown]
    assert len(sprites) == len(now.extras)
    for (_, (x, y), _, _), extra in zip(sprites, now.extras, strict=True):
        ends = [board.pairs.plan.tile(place).center for place in extra.between]
        assert (x, y) == ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)


def test_two_extra_points_between_the_same_pairs_lie_beside_each_other(rig: Rig) -> None:
    text = "AAAA.ab.\nBBAA.bb.\nBB.aa..."
    both = seen(text, extras=(*seen(text).extras[:1], replace(seen(text).extras[0], seat=OWL)))
    board = board_of(rig, both)
    middles = [sprite._shown[1] for sprite in board.pairs._between._sprites if sprite._shown]
    assert len(set(middles)) == 2


def test_cards_that_are_being_drawn_are_outlined_each_once(rig: Rig) -> None:
    board = board_of(rig, seen())
    for cards, wanted in (
        ((), []),
        ((Kind.RED_SQUARE,), [0]),
        ((Kind.RED_SQUARE, Kind.RED_SQUARE), [0, 3]),
        ((Kind.GREEN_CIRCLE, Kind.BLUE_CIRCLE), [1, 2]),
    ):
        board.show(seen(), Drawing("exchange", cards))
        assert [n for n, pad in enumerate(board.cards.pads) if pad.chosen] == wanted
    board.show(seen())
    assert not any(pad.chosen for pad in board.cards.pads)


def test_halves_that_were_covered_last_are_marked() -> None:
    before, after = seen("........\n" * 3), seen("a...BB..\n........\n........")
    assert covered(before.pairs, after.pairs) == {(TOP_LEFT, 0), (Place(0, 2), 0), (Place(0, 2), 1)}
    assert covered(after.pairs, before.pairs) == frozenset()


# The canvas.


def test_a_whole_game_changes_the_canvas_in_place(rig: Rig) -> None:
    board = board_of(rig, seen("........\n" * 3))
    for n in range(24):
        letters = ["..", "a.", "AA", ".b", "BB", "b."]
        text = "\n".join("".join(letters[(n + row + c) % 6] for c in range(4)) for row in range(3))
        board.show(seen(text, turn=Seat(n % 2)), Drawing("replenish", OPEN[: n % 3]))
        rig.pump()
    assert board.builds == 1


def test_an_idle_table_draws_nothing(rig: Rig) -> None:
    board = board_of(rig, seen())
    rig.pump(10)
    drawn = rig.frames_drawn
    board.show(seen())
    rig.pump(30)
    assert rig.frames_drawn == drawn


# Small parts.


def test_a_room_without_places_has_no_tiles() -> None:
    assert plan_in(Rect(0, 0, 100, 100), ()).at(10, 10) is None


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
