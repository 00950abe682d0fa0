"""The table: marks on the grid, players and open cards next to it, and the paths after the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card, Piece, State
from companion.games.tracktic.profile import demo
from companion.games.tracktic.view import View, view
from tests.games.tracktic.board import position as laid_out
from tests.ui.rig import FRAME, SIZES, Rig
from tests.ui.stage import written
from ui.games.pending import CardTap, SeatTap
from ui.games.tracktic import pending
from ui.games.tracktic.art import NOTHING, Marks
from ui.games.tracktic.pending import CellTap, Flipping, LayingPattern, Pending, connecting
from ui.games.tracktic.table import REST_BEATS, Last, Paths, changed, marks, seat_look, table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Pads, Scene, Spot, TableDrawing, TableProps, Viewport
from ui.stage.shapes import Box, Rim
from ui.stage.stage import BEAT_SECONDS, TableStage

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""The room that the frame leaves for the board, in pixels, by window size."""
ROWS = ("YYYY......BB", "...W.......B", "...Y.......B", "............", "GGG......RRR", "..GG.....R#R")
FOX, OWL, BEAR, WOLF = (Seat(n) for n in range(4))
PROFILE = demo()
OVER = Outcome((FOX,), "tt.winner")
LENGTHS = (6, 4, 5, 5)
"""The longest paths by seat."""


def position(rows: tuple[str, ...] = ROWS, players: int = 4, **changes: object) -> State:
    usual = {"watched": True, "start": frozenset({Cell(0, 0)}), "open": ("hook", "flip", "bar 4")}
    usual |= {"tokens": (2,) * players, "laid": (9, 8, 7, 6)}
    return replace(laid_out(" ".join(rows), players, profile=PROFILE), **{**usual, **changes})


def seen(**changes: Any) -> View:  # fields of any type
    return view(position(**changes), None)


def props(now: View, pending: Pending = None, last: Last | None = None) -> TableProps[View, Pending, Last]:
    """Return props for the table; after the end the paths have not begun yet."""
    plates = theme.plates()[: len(now.seats)]
    return TableProps(now, pending, plates, last or changed(None, now, None))


def scene(
    table_view: View,
    pending: Pending = None,
    last: Last | None = None,
    finger: Spot | None = None,
    size: tuple[int, int] = (800, 480),
) -> Scene:
    return table(props(table_view, pending, last), Viewport(Rect(0, 0, *MIDDLE[size]), SIZES[size]), finger)


def stage_of(rig: Rig, table_view: View) -> TableStage:
    stage = TableStage(TableDrawing(table, theme.plates()[:4], changed))
    stage.size = MIDDLE[800, 480]
    rig.show(stage)
    stage.show(table_view)
    rig.pump(3)
    return stage


def pads_of(picture: Scene, kind: type) -> dict[Any, Rect]:
    pads = [pad for spots in picture.spots if isinstance(spots, Pads) for pad in spots.pads]
    return {spot: rect for spot, rect in pads if isinstance(spot, kind)}


def texts(picture: Scene) -> list[str]:
    return written.said(picture.items)


def test_what_has_been_begun_is_marked() -> None:
    now = seen()
    cells = (Cell(1, 0), Cell(1, 3), Cell(0, 3), Cell(0, 10), Cell(5, 10))
    laying = marks(props(now, LayingPattern("hook", cells=cells, hints=True)))
    assert laying.ghost == frozenset(cells)
    assert laying.ghost_colour is Piece.YELLOW
    assert laying.wrong == {Cell(0, 3), Cell(0, 10), Cell(5, 10)}, "with a colour on them, or off the area"
    assert laying.hints == connecting(now, "hook")
    assert marks(props(now, Flipping(Cell(0, 10)))) == Marks(ghost_colour=Piece.YELLOW, flipped=Cell(0, 10))
    last = frozenset({Cell(0, 0)})
    assert marks(props(now, None, Last(last))) == Marks(last=last)


def test_the_last_move_is_marked_and_an_undo_marks_nothing() -> None:
    before, after = seen(), seen(rows=("YYYY......BB", "Y..W.......B", *ROWS[2:]))
    assert changed(None, before, None) == Last()
    moved = changed(before, after, Last())
    assert moved == Last(frozenset({Cell(1, 0)}))
    # A change without pieces leaves the mark, including the end, and taking it back.
    over = changed(after, replace(after, ended=OVER), moved)
    assert over.cells == moved.cells
    assert changed(replace(after, ended=OVER), after, over) == moved
    assert changed(after, before, moved) == Last()


def test_hints_are_thought_out_once_and_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Card] = []

    def placements(_: State, card: Card) -> list[Any]:
        asked.append(card)
        return []

    monkeypatch.setattr(pending, "placements", placements)
    now = seen()
    scene(now, LayingPattern("hook"))
    assert asked == []
    for finger in (None, CellTap(Cell(1, 1)), None):
        scene(now, LayingPattern("hook", hints=True), finger=finger)
    assert asked == ["hook"]
    scene(now, LayingPattern("bar 4", hints=True))
    assert asked == ["hook", "bar 4"]
    scene(seen(), LayingPattern("bar 4", hints=True))
    assert asked == ["hook", "bar 4", "bar 4"], "for another position"


def test_hints_lie_beside_the_path_of_whoever_s_turn_it_is() -> None:
    found = connecting(seen(), "bar 4")
    assert Cell(0, 4) in found
    assert Cell(2, 10) not in found, "that is next to Owl's"
    assert found.isdisjoint(position().pieces)
    assert Cell(0, 7) not in found, "a pattern may end there, but doesn't touch the path"


@pytest.mark.parametrize("size", SIZES)
def test_open_cards_are_large_enough_for_fingers(size: tuple[int, int]) -> None:
    picture, density = scene(seen(), size=size), SIZES[size]
    pads = pads_of(picture, CardTap)
    assert len(pads) == 4
    for rect in pads.values():
        assert rect.width >= theme.DP_PER_MM * density * 12
        assert rect.height >= theme.DP_PER_MM * density * 12 - 1


def test_a_touched_card_looks_pressed_and_no_other() -> None:
    bare = scene(seen(open=("hook", "hook")))
    pads = pads_of(bare, CardTap)
    for number in range(4):
        picture = scene(seen(open=("hook", "hook")), finger=CardTap(number))
        new = [item for item in picture.items if item not in bare.items]
        assert [item.rect for item in new if isinstance(item, Box)] == [pads[CardTap(number)]]


def test_cards_are_only_shown_where_they_are_told() -> None:
    changes: tuple[tuple[dict[str, Any], int, int], ...] = (
        ({}, 4, 1),
        ({"watched": False, "open": ()}, 0, 0),
        ({"open": ("hook",), "used": {**PROFILE.cards, "hook": PROFILE.cards["hook"] - 2}}, 2, 1),
        ({"ended": OVER}, 0, 0),
    )
    for change, cards, untold in changes:
        picture = scene(seen(**change))
        assert len(pads_of(picture, CardTap)) == cards
        assert texts(picture).count("?") == untold


def test_the_card_that_is_played_is_emphasised_once() -> None:
    now = seen(open=("hook", "bar 4", "hook"))
    pads = list(pads_of(scene(now), CardTap).values())
    for begun, number in (
        (LayingPattern("bar 4"), 1),
        (LayingPattern("hook"), 0),
        (LayingPattern("hook", 0, (Cell(1, 1),)), 0),
    ):
        bare = scene(now, LayingPattern(cells=begun.cells))
        new = [item for item in scene(now, begun).items if item not in bare.items]
        (outline,) = (item.rect for item in new if isinstance(item, Rim))
        assert pads[number].holds(*outline.center)


def test_every_kind_of_card_is_drawn() -> None:
    assert len({scene(seen(open=(card,))) for card in ("hook", "flip", "bar 4")}) == 3
    assert "flip" in texts(scene(seen(open=("flip",))))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_stands_beside_the_grid(size: tuple[int, int], players: int) -> None:
    over = scene(seen(players=players, ended=OVER), size=size)
    rects = pads_of(over, SeatTap)
    assert len(rects) == players
    right = max(over.middle(CellTap(Cell(row, 11)))[0] for row in range(6))
    for rect in rects.values():
        assert rect.x > right
        assert rect.right <= MIDDLE[size][0] + 1
        assert rect.y >= 0
    playing = scene(seen(players=players), size=size)
    highest = max(rect.top for rect in pads_of(playing, CardTap).values())
    names = [item for item in written.letters(playing.items) if item.text in theme.ANIMALS]
    assert len(names) == players
    for name in names:
        assert name.room.y > highest


def test_all_names_are_as_large_as_the_longest_may_be() -> None:
    plates = tuple(replace(plate, name=name) for plate, name in zip(
        theme.plates()[:4], ("Al", "Bo", "Maximiliane Mustermann", "Di"), strict=True
    ))  # fmt: skip
    room = Viewport(Rect(0, 0, *MIDDLE[800, 480]))
    named = table(replace(props(seen()), plates=plates), room, None)
    names = [plate.name for plate in plates]
    sizes = {item.size for item in written.letters(named.items) if item.text in names}
    assert len(sizes) == 1
    assert sizes < {room.mm(theme.HEADING_MM)} or max(sizes) < room.mm(theme.HEADING_MM)


@pytest.mark.parametrize("high", range(300, 400, 10))
def test_four_names_are_read_in_large_text_on_a_small_panel(high: int) -> None:
    theme.use(theme.Theme(large=True))
    wide, _ = MIDDLE[800, 480]
    picture = table(props(seen(players=4)), Viewport(Rect(0, 0, wide, high)), None)
    names = [item.text for item in written.letters(picture.items) if item.text in theme.ANIMALS]
    assert len(names) == 4


def test_the_seats_show_turn_supply_tokens_and_who_skipped() -> None:
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"turn": OWL},
        {"tokens": (2, 1, 2, 2)},
        {"tokens": (9, 2, 2, 2)},
        {"laid": (9, 9, 7, 6)},
        {"skipped": (False, False, True, False)},
    )
    scenes = [scene(seen(**change)) for change in changes]
    assert len(set(scenes)) == len(changes)
    # Changes outside the grid leave the grid's slots alone.
    assert len({len(shown.items) for shown in scenes}) == 1


def walked(last: Last) -> list[Last]:
    shown = [last]
    while (then := shown[-1].next()) is not None:
        shown.append(then)
    return shown


def points(last: Last) -> list[str]:
    over = seen(ended=OVER)
    return [seat_look(seat, last, OVER.winners).points for seat in over.seats]


def test_each_path_is_drawn_piece_by_piece_the_winner_s_last() -> None:
    every = walked(changed(seen(), seen(ended=OVER), None))
    drawn = [last.paths.drawn for last in every if last.paths is not None and last.paths.drawn is not None]
    order = [OWL, WOLF, BEAR, FOX]
    assert list(dict.fromkeys(drawn)) == [(seat, n) for seat in order for n in range(1, LENGTHS[seat] + 1)]
    for seat in order[:-1]:
        assert drawn.count((seat, LENGTHS[seat])) == 1 + REST_BEATS, "it rests before the next begins"
    assert points(every[0]) == ["·"] * 4
    assert points(every[1]) == ["·", "1", "·", "·"]
    assert points(every[LENGTHS[OWL]]) == ["·", "4", "·", "·"]
    assert points(every[-1]) == [str(n) for n in LENGTHS]
    over = seen(ended=OVER)
    won = [[seat_look(seat, last, OVER.winners).winner for seat in over.seats] for last in every]
    assert won[-1] == [True, False, False, False]
    assert not any(any(each) for each in won[:-1])


def test_a_path_that_nobody_has_proved_to_be_the_longest_is_told_as_such() -> None:
    end = walked(changed(seen(), seen(ended=OVER), None))[-1]
    (fox, *_) = seen(ended=OVER).seats
    assert seat_look(replace(fox, exact=False), end, OVER.winners).points == "≥ 6"


def test_a_path_without_pieces_is_passed_over() -> None:
    every = walked(Last(paths=Paths(((FOX, 0), (OWL, 1), (BEAR, 0)))))
    drawn = [last.paths.drawn for last in every if last.paths is not None]
    assert drawn[0] is None
    assert (OWL, 1) in drawn
    assert every[-1].paths is not None
    assert every[-1].paths.all_known


def test_a_tap_on_a_seat_draws_its_path_and_no_other() -> None:
    begun = changed(seen(), seen(ended=OVER), None).tapped(SeatTap(BEAR))
    assert begun is not None
    every = walked(begun)
    drawn = [last.paths.drawn for last in every if last.paths is not None]
    assert drawn == [(BEAR, n) for n in range(LENGTHS[BEAR] + 1)]
    over = seen(ended=OVER)
    looks = [seat_look(seat, every[2], OVER.winners) for seat in over.seats]
    assert [look.chosen for look in looks] == [False, False, True, False]
    assert [look.points for look in looks] == ["6", "4", "2", "5"]
    assert points(every[-1]) == [str(n) for n in LENGTHS]
    assert every[-1].tapped(SeatTap(FOX)) is not None
    assert every[-1].tapped(CellTap(Cell(0, 0))) is None


def test_one_after_the_other_can_be_chosen() -> None:
    """The first choice used to forget the lengths of the others."""
    last: Last | None = changed(seen(), seen(ended=OVER), None)
    for seat in (BEAR, OWL, FOX, BEAR):
        assert last is not None
        last = last.tapped(SeatTap(seat))
        assert last is not None
        end = walked(last)[-1].paths
        assert last.paths is not None
        assert last.paths.drawn == (seat, 0)
        assert end is not None
        assert end.drawn == (seat, LENGTHS[seat])


def test_while_the_game_goes_on_a_tap_on_a_seat_draws_no_path_and_is_told() -> None:
    assert Last().tapped(SeatTap(BEAR)) is None
    assert Last().next() is None
    assert {tap.seat for tap in pads_of(scene(seen()), SeatTap)} == {FOX, OWL, BEAR, WOLF}


def test_the_same_end_is_not_begun_anew_and_one_taken_back_is_forgotten() -> None:
    over = seen(ended=OVER)
    last = walked(changed(seen(), over, None))[5]
    assert changed(over, seen(ended=OVER), last) is last
    assert changed(over, seen(), last) == Last(last.cells)


def test_after_the_end_only_the_path_of_the_seat_that_is_shown_is_marked() -> None:
    over = seen(ended=OVER)
    assert marks(props(over)) == NOTHING
    every = walked(changed(seen(), over, None))
    shown = next(last for last in every if last.paths is not None and last.paths.drawn == (FOX, 2))
    assert marks(props(over, None, shown)) == Marks(path=over.seats[FOX].path[:2], dim_others=Piece.YELLOW)


@pytest.mark.usefixtures("drawn")
def test_the_paths_draw_themselves_in_time_and_only_once(rig: Rig) -> None:
    stage = stage_of(rig, seen())
    bare = rig.picture(stage)[2]
    stage.show(seen(ended=OVER))
    rig.pump(3)
    assert stage.running
    rig.pump(round(BEAT_SECONDS / FRAME) * (sum(LENGTHS) + 60))
    assert not stage.running
    stage.show(seen(ended=OVER))
    rig.pump(2)
    assert not stage.running
    drawn = rig.frames_drawn
    rig.pump(30)
    assert rig.frames_drawn == drawn
    stage.on_tap = lambda spot: pytest.fail(f"{spot} is nobody's business")
    rig.tap_at(*stage.scene.middle(SeatTap(BEAR)))
    assert stage.running
    stage.show(seen())
    rig.pump(3)
    assert not stage.running
    assert rig.picture(stage)[2] == bare
