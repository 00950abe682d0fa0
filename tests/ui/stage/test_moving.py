"""What a tap changed is shown where it happened: it moves for a fifth of a second, never under a finger."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts
from tests.ui.desk import Desk, recalled, there
from tests.ui.rig import FRAME
from tests.ui.stage.positions import GAMES
from tests.ui.test_board_stands import PLAYERS, begin
from ui.games.registry import FACES
from ui.stage import moving, theme
from ui.stage.art import MIDDLE, Art, disc
from ui.stage.moving import MOST, MOVE_SECONDS, SEEN_SECONDS, Movement, between
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Scene, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim
from ui.stage.stage import TableStage
from ui.table.presenting import PrivateView

ROOM = Viewport(Rect(0, 0, 400, 300))
RED, BLUE = theme.tone("#ff0000"), theme.tone("#0000ff")


def thing(tone: theme.Tone, *more: Box) -> Art:
    """Return a disc, with more drawn on it."""
    return Art((Area(disc(MIDDLE, 0.5), tone), *more), tone)


def chip(tone: theme.Tone, x: float, opacity: float = 1.0) -> PlacedArt:
    """Return a chip on the table."""
    return PlacedArt(thing(tone), (x, 50.0), 40.0, opacity)


def moved(before: tuple[Item | None, ...], after: tuple[Item | None, ...], share: float) -> list[Item]:
    """Return what is seen of one scene on its way to another."""
    movement = there(between(Scene(before), Scene(after)))
    return [item for item in movement.at(share, ROOM).items if item is not None]


def test_a_chip_drops_from_above_onto_its_place() -> None:
    high, low = (moved((None,), (chip(RED, 50),), share)[0] for share in (0.2, 0.9))
    assert isinstance(high, PlacedArt)
    assert isinstance(low, PlacedArt)
    assert high.middle[1] > low.middle[1] > 50
    assert high.middle[0] == low.middle[0] == 50
    # A texture is made for a size: nothing grows.
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
    table, sights = GAMES[game]
    scenes = [table(props, ROOM, None) for props in sights(Random(3))]
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
    """Have people tell until something on the table has moved, and return it on its way."""
    table, people = begin(desk, game), recalled(game, "long names")
    for _ in range(60):
        desk.go_on(people)
        desk.pump(1)
        assert isinstance(table.board, TableStage)
        if table.board.moving:
            return table.board
        table.look()
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
    table.board.show(session.game.view(session.match.state, None))
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
    """What one player alone may see comes and goes at once, and is compared with nothing."""
    compared: list[Scene] = []

    def seen(before: Scene, after: Scene) -> Movement | None:
        compared.extend((before, after))
        return between(before, after)

    monkeypatch.setattr(moving, "between", seen)
    desk.frame.deal(FACES["cryptid"](), Facts(setup=deal(7, Mode.NORMAL)), theme.plates()[:2])
    desk.settle()
    table, people = desk.table, FACES["cryptid"]().people(7)
    private = []
    for _ in range(4):
        # Somebody's finger rests on the pad while somebody else tells something.
        table.reveal(PrivateView(Seat(0)))
        assert table.private_note is not None
        assert not table.board.moving
        private.append(table.board.scene)
        desk.go_on(people)
        table.look()
    assert len(compared) >= 4
    assert not [scene for scene in private if scene in compared]
