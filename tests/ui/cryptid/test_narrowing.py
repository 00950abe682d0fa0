"""How the field narrowed: the numbers are right, and fingers go from move to move."""

from itertools import pairwise
from statistics import fmean

import pytest

from companion.game import Outcome
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Hex, gather, spread
from companion.games.cryptid.model import HUES, Facts, State
from companion.games.cryptid.setups import Setup, habitats
from companion.games.cryptid.view import View
from tests.games.cryptid.plain_field import plain_field, sets_of_all
from tests.games.cryptid.players import positions
from tests.ui.cryptid.table import FOX, MAP_ALONE, OPEN, ORANGE, Table, cubes, position, seen, shown, words_of
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.games.cryptid import art, words
from ui.games.cryptid.art import HABITAT, Lattice
from ui.games.cryptid.entries import Narrowing, fields, moves
from ui.main.hands import Finger
from ui.stage.scene import PlacedArt, Scene, Viewport
from ui.stage.shapes import Area
from ui.widgets.layout import Rect, put


def game(seed: int, mode: Mode = Mode.NORMAL) -> tuple[Setup, list[State]]:
    setup = deal(seed, mode)
    return setup, positions(setup, seed)


def views_of(states: list[State]) -> list[View]:
    return [seen(state) for state in states]


@pytest.mark.parametrize(("seed", "mode"), [(1, Mode.NORMAL), (6, Mode.NORMAL), (2, Mode.ADVANCED)])
def test_the_numbers_are_those_of_a_plain_search(seed: int, mode: Mode) -> None:
    setup, states = game(seed, mode)
    told = moves(views_of(states))
    found = fields(told)
    sets = sets_of_all(setup)
    # The last moves are searched for in the straightforward way too; earlier ones would take it long.
    for view, field in list(zip(told, found, strict=True))[-3:]:
        assert gather(field) == plain_field(sets, HUES, view.spots), shown(states[-1])
    assert all(later <= before for before, later in pairwise(found)), "pieces only ever rule out"
    habitat = next(spread(habitats(setup)))
    assert all(habitat in field for field in found), shown(states[-1])


def test_only_what_changed_the_pieces_is_a_move() -> None:
    _, states = game(1)
    told = moves(views_of(states))
    placed = [state for before, state in pairwise(states) if state.spots != before.spots]
    assert len(told) == 1 + len(placed)
    assert [view.spots for view in told[1:]] == [state.spots for state in placed]
    assert told[0].spots == states[0].spots
    assert moves(told[:1]) == told[:1]


def laid(rig: Rig, seed: int = 1, size: tuple[int, int] = (800, 480)) -> Narrowing:
    rig.size(*size)
    _, states = game(seed)
    narrowing = Narrowing(views_of(states), words_of(Facts(setup=deal(seed))))
    rig.show(narrowing)
    width, height = size
    put(narrowing, Rect(width * 0.12, height * 0.05, width * 0.83, height * 0.75))
    rig.pump(3)
    return narrowing


def text_of(narrowing: Narrowing) -> str:
    return str(narrowing.part()["count"].text)


def test_the_pads_go_from_move_to_move(rig: Rig) -> None:
    # It opens at the end with the number that is left.
    narrowing = laid(rig)
    setup, states = game(1)
    told = moves(views_of(states))
    last = len(told) - 1
    count = plain_field(sets_of_all(setup), HUES, told[-1].spots).bit_count()
    assert narrowing.now == last
    assert text_of(narrowing) == words.still_possible(count, last, last)
    assert narrowing.counts[-1] == count
    narrowing.choose(0)
    assert text_of(narrowing).endswith("possible before the first piece")
    assert text_of(narrowing).startswith(str(narrowing.counts[0]))
    # A move that never was is the nearest one.
    for asked in (-3, -1, 0, 1, 999):
        narrowing.choose(asked)
        assert narrowing.now == min(last, max(0, asked))
        assert narrowing.part()["back"].live is (narrowing.now > 0)
        assert narrowing.part()["on"].live is (narrowing.now < last)
    # The pads go from move to move.
    rig.tap(narrowing["on"])
    assert narrowing.now == last
    for back in (1, 2):
        rig.tap(narrowing["back"])
        assert narrowing.now == last - back
    rig.tap(narrowing["on"])
    assert narrowing.now == last - 1
    narrowing.choose(0)
    rig.tap(narrowing["back"])
    assert narrowing.now == 0


def mark_of(narrowing: Narrowing) -> float:
    (dot,) = (item for item in narrowing["curve"].scene.items if isinstance(item, Area))
    return fmean(x for x, _ in dot.points)


def test_a_finger_on_the_curve_chooses_the_move_below_it(rig: Rig) -> None:
    # A tap on the curve chooses the move below the finger.
    narrowing = laid(rig)
    line, last = narrowing["curve"], narrowing.now
    step = line.width / last
    for share in (0.1, 0.25, 0.5, 0.77, 0.9):
        x = line.x + share * line.width
        rig.tap_at(x, line.center_y)
        assert abs(mark_of(narrowing) - x) <= step / 2 + 1, (share, narrowing.now, last)
    rig.tap_at(line.x + 1, line.center_y)
    assert narrowing.now == 0
    rig.tap_at(line.right - 1, line.center_y)
    assert narrowing.now == last
    # A finger that slides along the curve goes through the game.
    finger = Finger()
    finger.down(line.x + 1, line.center_y)
    seen_moves = [narrowing.now]
    for n in range(1, 200):
        finger.move(line.x + n * line.width / 199, line.center_y)
        seen_moves.append(narrowing.now)
    finger.move(line.right + 500, line.center_y)
    seen_moves.append(narrowing.now)
    finger.up()
    assert seen_moves == sorted(seen_moves)
    assert (seen_moves[0], seen_moves[-1]) == (0, last)
    assert len(set(seen_moves)) == last + 1, "every move of this game is passed"
    rig.tap_at(line.center_x, line.top + 30)
    assert narrowing.now == last, "above the curve nothing is chosen"


def test_a_finger_beside_the_line_is_on_its_first_or_last_move() -> None:
    shown = art.scene([108, 20, 4, 1], 2, Viewport(Rect(50, 20, 300, 90)))
    assert [shown.at(x, 60) for x in (0, 50, 150, 250, 350, 999)] == [0, 0, 1, 2, 3, 3]
    assert [shown.at(*shown.middle(move)) for move in range(4)] == [0, 1, 2, 3]


def lit(shown: Scene) -> set[Hex]:
    (lattice,) = shown.spots
    assert isinstance(lattice, Lattice)
    bright = {
        item.middle
        for item in shown.items
        if isinstance(item, PlacedArt) and item.side == lattice.width and item.opacity == 1
    }
    return {at for at in MAP if lattice.middle(at) in bright}


def test_the_map_lights_what_is_left_and_the_habitat_at_the_end_alone(rig: Rig) -> None:
    narrowing = laid(rig)
    setup, states = game(1)
    found = fields(moves(views_of(states)))
    habitat = next(spread(habitats(setup)))
    for now in (0, len(found) // 2, len(found) - 2, len(found) - 1):
        narrowing.choose(now)
        shown = narrowing["map"].scene
        assert lit(shown) == found[now], f"move {now}"
        stars = [item for item in shown.items if isinstance(item, PlacedArt) and item.art == HABITAT]
        assert [star.middle[0] for star in stars] == [shown.middle(habitat)[0]] * (now == len(found) - 1)


@pytest.mark.parametrize("size", PANELS)
def test_it_can_be_read_with_all_clues(rig: Rig, size: tuple[int, int]) -> None:
    narrowing = laid(rig, size=size)
    assert faults(narrowing, Rect(0, 0, *map(float, size))) == []
    setup = deal(1)
    shown_clues = [*narrowing.part().texts[1:]]
    names = ["Fox", "Fox", "Owl", "Owl"]
    assert shown_clues == [
        words.clue_of(who, words.HUES[hue], words.clue_words(clue))
        for who, hue, clue in zip(names, HUES, setup.clues, strict=True)
    ]


def test_of_a_game_without_clues_or_without_any_piece(rig: Rig) -> None:
    # Of a game without clues the map alone says what is left.
    table = Table(OPEN)
    table.tell(*cubes())
    views = [seen(position.state) for position in table.match.line]
    narrowing = Narrowing(views, table.words)
    rig.show(narrowing)
    put(narrowing, Rect(0, 0, 700, 400))
    rig.pump(2)
    assert len(narrowing.part().texts) == 1
    assert narrowing.now == 4
    count = plain_field(sets_of_all(MAP_ALONE), HUES, views[-1].spots).bit_count()
    assert text_of(narrowing) == words.still_possible(count, 4, 4)
    # A game that ended before any piece has one point.
    narrowing = Narrowing([seen(position(ended=Outcome((FOX,), "cr.search")))], words_of())
    rig.show(narrowing)
    put(narrowing, Rect(0, 0, 700, 400))
    rig.pump(2)
    rig.tap(narrowing["curve"])
    assert narrowing.now == 0
    assert not narrowing.part()["back"].live
    assert not narrowing.part()["on"].live


def test_a_corrected_piece_lets_spaces_come_back() -> None:
    """In open mode pieces change; what they ruled out is possible again."""
    lies = [position(facts=OPEN, cubes=dict.fromkeys(MAP[:count:2], ORANGE)) for count in (0, 80, 20)]
    before, fewer, again = fields([seen(state) for state in lies])
    assert fewer < again <= before
