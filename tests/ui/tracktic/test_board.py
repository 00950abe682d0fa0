"""The table: marks on the grid, the players and the open cards beside it, and the paths after the end."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, LETTERS, Card, Piece, Rulings, State
from companion.games.tracktic.profile import demo
from companion.games.tracktic.view import View, view
from companion.journal import Plate
from tests.ui.rig import FRAME, SIZES, Rig
from ui import theme
from ui.finger import Finger
from ui.games.tracktic.aims import CardTap, CellsDragged, CellTap, Flipping, Laying
from ui.games.tracktic.board import TrackticBoard, marks
from ui.games.tracktic.emblem import emblem
from ui.games.tracktic.grid_canvas import Marks
from ui.games.tracktic.hints import connecting
from ui.games.tracktic.path_run import PIECE_SECONDS, PathRun
from ui.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.sheet import SheetPanel

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""What the frame leaves for the board, in pixels, by the size of the window."""
ROWS = (
    "YYYY......BB",
    "...W.......B",
    "...Y.......B",
    "............",
    "GGG......RRR",
    "..GG.....R#R",
)
FOX, OWL, BEAR, WOLF = (Seat(n) for n in range(4))
PROFILE = demo()
OVER = Outcome((FOX,), "tt.winner")
LENGTHS = (6, 4, 5, 5)
"""The longest paths by seat."""


class Named:
    """Whatever a board asks of a presenter."""

    def seat_plate(self, seat: Seat) -> Plate:
        """Return the mark of a seat."""
        return theme.plates()[seat]


def position(rows: tuple[str, ...] = ROWS, players: int = 4, **changes: object) -> State:
    """Return a position with these pieces."""
    area = frozenset(Cell(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#")
    pieces = {
        Cell(r, c): LETTERS[sign]
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign in LETTERS
    }
    state = State(
        profile=PROFILE,
        area=area,
        pieces=pieces,
        start=frozenset({Cell(0, 0)}),
        colours=COLOURS[:players],
        watched=True,
        rulings=Rulings(),
        turn=FOX,
        tokens=(2,) * players,
        skipped=(False,) * players,
        laid=(9, 8, 7, 6),
        used={},
        open=("hook", "flip", "bar 4"),
    )
    return replace(state, **changes)


def seen(**changes: Any) -> View:  # whatever a position is changed by
    """Return a position as the screen shows it."""
    return view(position(**changes), None)


def board_of(rig: Rig, shown: View, size: tuple[int, int] = (800, 480)) -> TrackticBoard:
    """Show a board as large as on the table."""
    rig.size(*size)
    board = TrackticBoard(cast(Presenter, Named()))
    board.size = MIDDLE[size]
    rig.show(board)
    board.show(shown)
    rig.pump(3)
    return board


# What is marked.


def test_what_has_been_begun_is_marked() -> None:
    now = seen()
    cells = (Cell(1, 0), Cell(1, 3), Cell(0, 3), Cell(0, 10), Cell(5, 10))
    laying = marks(now, Laying("hook", cells=cells), hints=frozenset({Cell(1, 1)}))
    assert laying.ghost == frozenset(cells)
    assert laying.ghost_colour is Piece.YELLOW
    assert laying.wrong == {Cell(0, 3), Cell(0, 10), Cell(5, 10)}, "with a colour on them, or beside the area"
    assert laying.hints == {Cell(1, 1)}
    assert marks(now, Flipping(Cell(0, 10))) == Marks(ghost_colour=Piece.YELLOW, flipped=Cell(0, 10))
    assert marks(now, None, frozenset({Cell(0, 0)})) == Marks(last=frozenset({Cell(0, 0)}))


def test_the_last_move_is_marked_and_an_undo_marks_nothing(rig: Rig) -> None:
    before, after = seen(), seen(rows=("YYYY......BB", "Y..W.......B", *ROWS[2:]))
    board = board_of(rig, before)
    board.show(after)
    assert board._last == {Cell(1, 0)}
    board.show(before)
    assert board._last == frozenset()


def test_hints_are_thought_out_once_and_only_when_asked_for(rig: Rig) -> None:
    asked: list[Card | None] = []
    now = seen()
    board = board_of(rig, now)

    def hints(shown: View, card: Card | None) -> frozenset[Cell]:
        asked.append(card)
        return connecting(shown, card)

    board._hints = hints
    board.show(now, Laying("hook"))
    assert asked == []
    for _ in range(3):
        board.show(now, Laying("hook", hints=True))
    assert asked == ["hook"]
    board.show(now, Laying("bar 4", hints=True))
    assert asked == ["hook", "bar 4"]


def test_hints_lie_beside_the_path_of_whoever_s_turn_it_is() -> None:
    found = connecting(seen(), "bar 4")
    assert Cell(0, 4) in found
    assert Cell(2, 10) not in found, "that is beside Owl's"
    assert found.isdisjoint(position().pieces)
    assert connecting(seen(), None) >= found


# Fingers.


@pytest.mark.parametrize("size", SIZES)
def test_taps_and_drags_on_the_grid_are_told(rig: Rig, size: tuple[int, int]) -> None:
    board = board_of(rig, seen(), size)
    told: list[object] = []
    board.on_tap = told.append
    rig.tap_at(*board.grid.centre(Cell(2, 2)))
    finger = Finger()
    finger.down(*board.grid.centre(Cell(3, 0)))
    finger.move(*board.grid.centre(Cell(3, 2)))
    finger.up()
    assert told == [CellTap(Cell(2, 2)), CellsDragged((Cell(3, 0), Cell(3, 1), Cell(3, 2)))]


@pytest.mark.parametrize("size", SIZES)
def test_open_cards_are_tapped_told_ones_and_others(rig: Rig, size: tuple[int, int]) -> None:
    board = board_of(rig, seen(), size)
    told: list[object] = []
    board.on_tap = told.append
    for pad in board.cards.pads:
        assert pad.width >= theme.mm(12)
        assert pad.height >= theme.mm(12) - 1
        rig.tap(pad)
    assert told == [CardTap("hook"), CardTap("flip"), CardTap("bar 4"), CardTap(None)]


def test_a_board_that_tells_nobody_does_not_look_pressed(rig: Rig) -> None:
    board = board_of(rig, seen())
    bare = rig.picture(board)[2]
    for x, y in (board.grid.centre(Cell(2, 2)), board.cards.pads[0].center):
        finger = Finger()
        finger.down(x, y)
        assert rig.picture(board)[2] == bare
        finger.up()


# Beside the grid.


def test_cards_are_only_shown_where_they_are_told(rig: Rig) -> None:
    board = board_of(rig, seen())
    for change, cards in (
        ({}, ("hook", "flip", "bar 4", None)),
        ({"watched": False, "open": ()}, ()),
        ({"open": ("hook",), "used": {**PROFILE.cards, "hook": PROFILE.cards["hook"] - 2}}, ("hook", None)),
    ):
        board.show(seen(**change))
        rig.pump(2)
        assert board.cards.cards == cards
        assert [pad.parent is not None for pad in board.cards.pads] == [n < len(cards) for n in range(4)]


def test_the_card_that_is_played_is_emphasised(rig: Rig) -> None:
    board = board_of(rig, seen())
    board.show(seen(), Laying("bar 4"))
    assert [pad.chosen for pad in board.cards.pads] == [False, False, True, False]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_stands_beside_the_grid(rig: Rig, size: tuple[int, int], players: int) -> None:
    board = board_of(rig, seen(players=players), size)
    assert len(board.seats) == players
    for card in board.seats:
        assert card.x > board.grid.lattice.room.right
        assert card.right <= board.right + 1
        assert card.y >= board.cards.top
    assert board.seats[-1].y >= 0


def test_the_seats_show_turn_supply_tokens_and_who_skipped(rig: Rig) -> None:
    board = board_of(rig, seen())
    pictures = set()
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"turn": OWL},
        {"tokens": (2, 1, 2, 2)},
        {"tokens": (9, 2, 2, 2)},
        {"laid": (9, 9, 7, 6)},
        {"skipped": (False, False, True, False)},
    )
    for change in changes:
        board.show(seen(**change))
        rig.pump(2)
        pictures.add(rig.picture(board)[2])
    assert len(pictures) == len(changes)


# After the end.


def test_each_path_is_drawn_piece_by_piece_the_longest_last_and_then_nothing_ticks(rig: Rig) -> None:
    board = board_of(rig, seen())
    board.show(seen(ended=OVER))
    board.ending.start()
    steps: list[tuple[Seat, int]] = []
    while board.ending.run.running:
        board.ending.run.step()
        if board.ending.drawn is not None and (not steps or steps[-1] != board.ending.drawn):
            steps.append(board.ending.drawn)
    order = [OWL, WOLF, BEAR, FOX]
    assert steps == [(seat, n) for seat in order for n in range(1, LENGTHS[seat] + 1)]
    rig.pump(3)
    drawn = rig.frames_drawn
    rig.pump(60)
    assert rig.frames_drawn == drawn
    assert [card.look.points for card in board.seats if card.look] == [str(n) for n in LENGTHS]
    assert [card.look.winner for card in board.seats if card.look] == [True, False, False, False]


def test_the_paths_draw_themselves_in_time_and_only_once(rig: Rig) -> None:
    board = board_of(rig, seen(ended=OVER))
    assert board.ending.run.running
    rig.pump(round(PIECE_SECONDS / FRAME) * (sum(LENGTHS) + 60))
    assert not board.ending.run.running
    board.show(seen(ended=OVER))
    assert not board.ending.run.running
    board.ending.start()
    assert board.ending.run.running


def test_under_a_sheet_the_paths_wait_until_the_table_is_seen(rig: Rig) -> None:
    table, sheet = Face(), SheetPanel()
    table.size = sheet.size = (800, 480)
    board = TrackticBoard(cast(Presenter, Named()))
    board.size = MIDDLE[800, 480]
    rig.show(table)
    table.add_widget(board)
    table.add_widget(sheet)
    board.show(seen(ended=OVER))
    rig.pump(30)
    assert board.ending.drawn is None
    table.remove_widget(sheet)
    rig.pump(10)
    assert board.ending.drawn is not None
    assert board.ending.run.running


def test_a_tap_on_a_seat_draws_its_path_and_no_other(rig: Rig) -> None:
    board = board_of(rig, seen(ended=OVER))
    rig.tap(board.seats[BEAR])
    assert [card.look.chosen for card in board.seats if card.look] == [False, False, True, False]
    rig.until(lambda: not board.ending.run.running)
    assert board.ending.drawn == (BEAR, LENGTHS[BEAR])
    assert [card.look.points for card in board.seats if card.look] == [str(n) for n in LENGTHS]


def test_while_the_game_goes_on_a_tap_on_a_seat_does_nothing(rig: Rig) -> None:
    board = board_of(rig, seen())
    rig.tap(board.seats[BEAR])
    assert board.ending.drawn is None


def test_taking_the_end_back_takes_the_paths_away_and_brings_the_cards(rig: Rig) -> None:
    board = board_of(rig, seen())
    bare = rig.picture(board)[2]
    board.show(seen(ended=OVER))
    rig.pump(20)
    assert board.cards.parent is None
    board.show(seen())
    rig.pump(3)
    assert not board.ending.run.running
    assert rig.picture(board)[2] == bare


def test_after_the_end_only_the_path_of_the_seat_that_is_shown_is_marked() -> None:
    over = seen(ended=OVER)
    assert marks(over) == Marks()
    assert marks(over, drawn=(FOX, 2)) == Marks(path=over.seats[FOX].path[:2], dim_others=Piece.YELLOW)


def test_a_whole_game_changes_the_canvas_in_place(rig: Rig) -> None:
    board = board_of(rig, seen())
    for n in range(30):
        row = "Y" * (n % 10) + "." * (12 - n % 10)
        board.show(seen(rows=(*ROWS[:3], row, *ROWS[4:]), turn=Seat(n % 4)), Laying(cells=(Cell(n % 6, 5),)))
        rig.pump()
    board.show(seen(ended=OVER))
    rig.pump(100)
    assert board.builds == 1


def test_an_idle_table_draws_nothing(rig: Rig) -> None:
    board = board_of(rig, seen())
    rig.pump(10)
    drawn = rig.frames_drawn
    board.show(seen())
    rig.pump(30)
    assert rig.frames_drawn == drawn


# Small parts.


def test_a_run_rests_between_paths_and_tells_its_end(rig: Rig) -> None:
    told: list[object] = []
    run = PathRun(lambda path, piece: told.append((path, piece)), lambda: told.append("end"))
    run.step()
    run.start([])
    assert not run.running
    run.start([1, 0, 2])
    while run.running:
        run.step()
    assert told == [(0, 1), (2, 1), (2, 2), "end"]
    run.start([3])
    run.stop()
    assert not run.running


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
