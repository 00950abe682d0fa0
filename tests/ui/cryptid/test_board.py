"""The table as a scene: what is marked for whom, and that no clue stays on the screen."""

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Hex, spread
from companion.games.cryptid.model import (
    HUES,
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    HexContents,
    Hue,
    Rulings,
    State,
)
from companion.games.cryptid.setups import meet, sets_of
from companion.games.cryptid.view import View, view
from tests.ui.cryptid.table import GAME, NAMES
from tests.ui.rig import SIZES, room
from tests.ui.stage import written
from ui.games.cryptid.art import Lattice, Marks
from ui.games.cryptid.pending import At, Correcting, Pending, Searching
from ui.games.cryptid.table import LETTERS_MM, lattice_in, legend, marks, table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import PlacedArt, Scene, TableProps, Viewport
from ui.stage.shapes import Box

SETUP = deal(5, Mode.ADVANCED)
SETS = sets_of(SETUP)
FOX, OWL = Seat(0), Seat(1)
AT = Hex(3, 6)


def position(**changes: object) -> State:
    """Return a position with sealed clues and a few pieces."""
    spots = tuple(HexContents(HUES[n % 4] if n % 9 == 0 else None, HUES[: n % 3]) for n in range(len(MAP)))
    return replace(State(2, HUES, FOX, AskOrSearch(), SETUP, SETS, Rulings(), spots), **changes)


def scene(table_view: View, pending: Pending = None, where: Viewport | None = None) -> Scene:
    return table(TableProps(table_view, pending, theme.plates()[:2], None), where or room(), None)


def test_what_has_been_begun_is_marked() -> None:
    discs = (Disc(Hue.ORANGE, Hex(0, 0)),)
    idle = view(position(), None)
    asked = view(position(turn=OWL, stage=Answering(AT, search=False, asked=FOX)), None)
    aims: tuple[tuple[Pending, Marks], ...] = (
        (None, Marks()),
        (At(AT), Marks(chosen=AT)),
        (Searching(AT, discs, (Hue.BLUE,)), Marks(also=AT, placed=discs)),
        (Correcting(AT), Marks(chosen=AT)),
        (Correcting(), Marks()),
    )
    for pending, wanted in aims:
        assert marks(idle, pending) == wanted
    assert marks(asked) == Marks(chosen=AT)
    assert marks(asked, Correcting(Hex(0, 0))) == Marks(chosen=Hex(0, 0), also=AT)


def test_the_public_view_marks_no_clue() -> None:
    found = marks(view(position(), None))
    assert found.forbidden == {}
    assert found.allowed == frozenset()
    assert found.habitat is None
    # After the game the habitat is marked, but no clues.
    ended = position(stage=Answering(AT, search=True, asked=OWL), ended=Outcome((FOX,), "cr.search"))
    assert marks(view(ended, None)) == Marks(habitat=next(spread(meet(SETS))))
    assert marks(view(replace(ended, sets=()), None)) == Marks()


@pytest.mark.parametrize("seat", [FOX, OWL])
def test_a_private_view_marks_what_the_own_clues_say_and_no_others(seat: Seat) -> None:
    found = marks(view(position(), seat))
    hues, sets = HUES[2 * seat : 2 * seat + 2], SETS[2 * seat : 2 * seat + 2]
    for at in MAP:
        wanted = tuple(hue for hue, hexes in zip(hues, sets, strict=True) if not hexes & at.bit)
        assert found.forbidden.get(at, ()) == wanted
    assert found.allowed == frozenset(spread(meet(sets)))
    assert found.habitat is None


def players_of(picture: Scene) -> list[Rect]:
    return [item.rect for item in picture.items if isinstance(item, Box)]


@pytest.mark.parametrize("size", SIZES)
def test_the_players_stand_beside_the_largest_map(size: tuple[int, int]) -> None:
    where = room(size)
    picture = scene(view(position(), None), where=where)
    (lattice,) = picture.spots
    assert isinstance(lattice, Lattice)
    players = players_of(picture)
    assert len(players) == 2
    assert all(rect.right < lattice.left - where.mm(LETTERS_MM) for rect in players)
    assert lattice.left + lattice.size[0] <= where.rect.right + 0.5
    assert lattice.width == lattice_in(where).width, "the map isn't smaller for the players next to it"


def test_where_there_is_no_room_the_map_stands_alone() -> None:
    narrow = Viewport(Rect(0, 0, 440, 386))
    picture = scene(view(position(), None), where=narrow)
    assert players_of(picture) == []
    assert picture.spots == (lattice_in(narrow),)


def counts(picture: Scene) -> list[tuple[str, bool]]:
    names = {plate.name for plate in theme.plates()[:2]}
    said = written.letters(picture.items)
    first = next(n for n, letters in enumerate(said) if letters.text in names)
    return [(each.text, each.tone == theme.TEXT) for each in said[first:][:11] if each.text not in ("F", "O")]


def test_the_players_show_turn_and_pieces() -> None:
    emptied = (HexContents(),) * len(MAP)
    idle = counts(scene(view(position(), None)))
    assert idle == [
        ("Fox", True), ("3", True), ("72", True), ("3", True), ("36", True),
        ("Owl", False), ("3", True), ("0", False), ("3", True), ("0", False),
    ]  # fmt: skip
    assert counts(scene(view(position(turn=OWL), None)))[::5] == [("Fox", False), ("Owl", True)]
    ended = position(ended=Outcome((FOX,), "cr.search"))
    assert counts(scene(view(ended, None)))[::5] == [("Fox", False), ("Owl", False)]
    assert {figure for figure, _ in counts(scene(view(position(spots=emptied), None)))} == {"Fox", "Owl", "0"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("size", "density"), [((82, 386), 1.0), ((110, 386), 1.0), ((203, 570), 1.7), ((300, 900), 1.7)]
)
def test_every_player_has_room_beside_the_map(players: int, size: tuple[int, int], density: float) -> None:
    room = Viewport(Rect(0, 0, *size), density)
    items = list(legend(view(GAME.opening(Facts(players)), None), theme.plates()[:players], room))
    rows = room.rect.rows(players, room.mm(2.0))
    pieces = [item for item in items if isinstance(item, PlacedArt)]
    letters = written.letters(items)
    assert {name for item in letters if (name := item.text) in NAMES} == set(NAMES[:players])
    counted = 2 * (4 if players == 2 else players)
    assert len([item for item in pieces if item.side]) >= counted
    for piece in pieces:
        top, low = piece.middle[1] + piece.side / 2, piece.middle[1] - piece.side / 2
        assert any(row.y - 2 <= low and top <= row.top + 2 for row in rows), "each in its own row"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_an_upright_screen_every_player_stands_below_the_map(players: int) -> None:
    room = Viewport(Rect(0, 0, 480, 580), 1.0)
    seen = view(GAME.opening(Facts(players)), None)
    picture = table(TableProps(seen, None, theme.plates()[:players], None), room, None)
    alone = lattice_in(room)
    (lattice,) = picture.spots
    assert isinstance(lattice, Lattice)
    assert lattice.size == alone.size, "the map is as large as without the players"
    names = [item for item in written.letters(picture.items) if item.text in NAMES]
    assert [name.text for name in names] == list(NAMES[:players])
    assert all(name.room.top < lattice.middle(MAP[-1])[1] for name in names)
