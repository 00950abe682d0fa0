"""Readable from a chair: all tables, both panels and orientations, each look, long names, many people.

Letters are measured by their em in millimetres. What doesn't fit is cut off or left out.
"""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.journal import NamePlate
from tests.ui.desk import Desk, recalled
from tests.ui.stage import written
from tests.ui.test_layout import faults, rect, shown
from ui.games.registry import FACES
from ui.screens.table import TableScreen
from ui.stage import fonts, theme
from ui.stage.rect import Rect, player_key
from ui.stage.shapes import Letters
from ui.storage.habits import PLACES, Habits, Seating
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.layout import place_widget
from ui.widgets.text import Lettering

PANELS = {(800, 480): 1.0, (480, 800): 1.0, (1280, 720): 1.6, (720, 1280): 1.6}
SMALL = [(800, 480), (480, 800)]
"""The panels in the quick tests; the others have the same millimetres, and are long tests."""
NAMES = (
    "Bartholomeus", "Maximilianne", "Wilhelminaaa", "Christophers", "Konstantinus", "Alexandrinen",
    "Evangelineee", "Theodorianus", "Seraphinella", "Montgomeryyy", "Persephoneee", "Nebukadnezar",
    "Hieronymusse", "Clementinaaa", "Desdemonaaaa",
)  # fmt: skip
LOOKS = {"plain": theme.Theme(), "worn": theme.Theme(light=True, large=True, left=True)}
WHO_MM, COUNT_MM, TEXT_MM, BOARD_MM = 8.0, 7.0, 3.2, 2.35
STEPS = 8
"""Reports of a match that are checked."""
PIXEL = 1.0

each_size = [size if size in SMALL else pytest.param(size, marks=pytest.mark.long) for size in PANELS]
sizes = pytest.mark.parametrize("size", each_size)
games = pytest.mark.parametrize("game", FACES)


def plates_of(count: int) -> tuple[NamePlate, ...]:
    """Return people with names of twelve letters."""
    named = zip(theme.plates()[:count], NAMES, strict=False)
    return tuple(replace(plate, name=name) for plate, name in named)


@pytest.fixture
def table_of(desk: Desk) -> Iterator["Laid"]:
    """Deals tables; afterwards the look and the density are restored."""
    yield Laid(desk)
    desk.frame.use(theme.Theme())
    Metrics.density = 1.0


class Laid:
    """Deals a game's table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def lay(
        self, game: str, size: tuple[int, int], look: theme.Theme, *, many: bool = False, around: bool = False
    ) -> TableScreen:
        """Deal to few players or up to fifteen, on this panel; `around`: they sit on all sides of it."""
        desk, face = self.desk, FACES[game]()
        count = max(n for n in face.counts if n <= len(NAMES)) if many else face.counts[0]
        Metrics.density = PANELS[size]
        desk.frame.use(look)
        place_widget(desk.frame, Rect(0, 0, *size))
        plates = plates_of(count)
        sat = {n * PLACES // count + 1: player_key(plate) for n, plate in enumerate(plates)}
        desk.frame.habits = Habits(Seating(sat, flat=around))
        desk.frame.deal(face, face.facts(count, {}, Level.COUNTING, Seat(0)), plates)
        desk.settle()
        return desk.table

    def play(self, game: str) -> Iterator[TableScreen]:
        """Yield the table after each report, once all that passes by itself has gone."""
        people = recalled(game, len(self.desk.table.session.plates))
        for _ in range(STEPS):
            table = self.desk.table
            table.flash.end()
            yield table
            if table.session.match.outcome is not None:
                return
            self.desk.go_on(people)
            self.desk.pump(1)


def size_of(text: Lettering) -> float:
    """Return the size of letters in millimetres, with a pixel's tolerance."""
    return (text.font_size + PIXEL) / theme.mm(1)


LYING, UPRIGHT = SMALL
WAITED_FOR = [
    (LYING, "worn", "in front", "many"),
    (LYING, "worn", "around", "few"),
    (UPRIGHT, "worn", "in front", "few"),
    (UPRIGHT, "worn", "around", "many"),
]
"""The cases in the quick tests: each panel, seating and number of players, but not each combination."""


@games
@pytest.mark.parametrize(
    ("size", "look", "sit", "people"),
    [
        pytest.param(*case, marks=() if case in WAITED_FOR else pytest.mark.long)
        for case in product(PANELS, LOOKS, ("in front", "around"), ("few", "many"))
    ],
    ids=str,
)
def test_a_table_is_read_from_a_chair_while_it_is_played(
    table_of: Laid, game: str, size: tuple[int, int], look: str, sit: str, people: str
) -> None:
    """Light, large text and the left hand together, with fifteen people in front of the screen too."""
    around, many = sit == "around", people == "many"
    table = table_of.lay(game, size, LOOKS[look], many=many, around=around)
    if many != around:
        table_and_menu_fit(table_of, table, Rect(0, 0, *size))
    assert table.presses.strip is not None or game != "ungle-speed"
    if around and size == (480, 800) and table.presses.strip is not None:
        grab_pads_are_alike(table.presses.strip)
    for played in table_of.play(game):
        says_whose_turn_it_is(played, around=around)
        no_name_is_cut_off(played)
        if around and size in SMALL:
            the_board_keeps_its_room(played)
        if not around:
            nothing_is_too_small(played)
        if game != "cryptid" and (many or not around):
            everybody_has_a_count(played)


def table_and_menu_fit(table_of: Laid, table: TableScreen, window: Rect) -> None:
    """Check the dealt table and its menu; then close the menu."""
    assert faults(table, window) == []
    for text in shown(table, Lettering):
        assert not text.text or text.font_size + PIXEL >= theme.mm(2.8), text.text
    table.dialogs.open_referee()
    table_of.desk.pump(3)
    assert table.opened is not None
    assert faults(table.opened, window) == []
    table.dialogs.close()
    table_of.desk.settle()


def grab_pads_are_alike(strip: GrabStrip) -> None:
    """Check that an upright screen's grab pads have one size."""
    areas = [pad.width * pad.height for pad in strip.pads]
    assert max(areas) <= 1.05 * min(areas) + max(pad.height for pad in strip.pads) * PIXEL


def says_whose_turn_it_is(table: TableScreen, *, around: bool) -> None:
    """Check the banner that says whose turn it is and what to do."""
    title, small = table.banner.title, table.banner.subtitle
    if table.dialog is None and table.duty.parent is None:
        assert size_of(title) >= WHO_MM, title.text
        # With people on all sides there may be room for the name alone.
        assert around or not title.is_shortened, title.text
        if small.visible and small.text:
            assert size_of(small) >= TEXT_MM, small.text


def letters_on(table: TableScreen) -> list[Letters]:
    """Return all letters on the board and next to it, except those in people's marks."""
    marks = {plate.letter for plate in table.session.plates}
    found = written.letters(table.board.scene.items)
    return [item for item in found if item.text not in marks]


def nothing_is_too_small(table: TableScreen) -> None:
    """Check that nothing is smaller than the print on spaces."""
    for item in letters_on(table):
        high = (item.size + PIXEL) / theme.mm(1)
        assert high >= BOARD_MM, f"{item.text!r} is {high:.1f} mm high"


def counted(table: TableScreen) -> list[float]:
    """Return the size of everybody's count in millimetres, one per player: the largest figures found."""
    figures = [item for item in letters_on(table) if item.text.lstrip("-").isdigit() and item.bold]
    # What is too wide for its room is drawn smaller.
    sizes = [min(item.size, item.room.width / fonts.width(item.text, 1.0, bold=True)) for item in figures]
    return sorted((size / theme.mm(1) for size in sizes), reverse=True)[: len(table.session.plates)]


def everybody_has_a_count(table: TableScreen) -> None:
    """Check stacks, sequences, pieces left, points, totals; Cryptid has none."""
    if table.session.match.outcome is None:
        sizes = counted(table)
        assert len(sizes) == len(table.session.plates), [item.text for item in letters_on(table)]
        assert min(sizes) >= COUNT_MM - PIXEL / theme.mm(1), sizes


def no_name_is_cut_off(table: TableScreen) -> None:
    """Check names: one whose first letters don't fit is left out, and its mark stands for it."""
    assert not [item.text for item in letters_on(table) if item.text.endswith("…")]
    pads = [pad.title for pad in table.held.pads]
    assert not [title.text for title in pads if title.is_shortened or size_of(title) < TEXT_MM]


def the_board_keeps_its_room(table: TableScreen) -> None:
    """Check the board's room among people: a banner along a side left it a fifth of the width, or nothing."""
    board = table.board
    assert min(board.width, board.height) >= min(table.width, table.height) / 3
    pads = [*(table.presses.strip.pads if table.presses.strip is not None else []), *table.held.pads]
    rooms = [rect(part) for part in (table.banner, board, *pads)]
    assert not [two for two in combinations(rooms, 2) if overlap(*two)]


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles share more than an edge."""
    beside = one.right <= other.x + PIXEL or other.right <= one.x + PIXEL
    return not beside and one.y < other.top - PIXEL and other.y < one.top - PIXEL


@games
@pytest.mark.parametrize(
    ("size", "look"),
    [
        pytest.param(*case, marks=() if case in ((LYING, "plain"), (UPRIGHT, "worn")) else pytest.mark.long)
        for case in product(PANELS, LOOKS)
    ],
    ids=str,
)
def test_pads_beside_each_other_have_letters_of_one_size(
    table_of: Laid, game: str, size: tuple[int, int], look: str
) -> None:
    """ "Coloured arrows" was written smaller than "Inward arrows" next to it."""
    table_of.lay(game, size, LOOKS[look])
    for table in table_of.play(game):
        others = table.side.pads[:-1]
        assert len({pad.title.font_size for pad in others}) <= 1, [pad.title.text for pad in others]


@games
@sizes
def test_large_text_makes_what_matters_larger(table_of: Laid, game: str, size: tuple[int, int]) -> None:
    def measured(look: theme.Theme) -> dict[str, float]:
        table = table_of.lay(game, size, look)
        pads = [size_of(pad.title) for pad in table.side.pads]
        return {
            "whose turn": size_of(table.banner.title),
            "what to do": size_of(table.banner.subtitle),
            "counts": min(counted(table), default=0.0),
            "the large pad": max(pads, default=0.0),
        }

    before, large = measured(theme.Theme()), measured(theme.Theme(large=True))
    assert large["whose turn"] > before["whose turn"]
    for what in ("what to do", "counts", "the large pad"):
        assert large[what] >= before[what] - 2 * PIXEL / theme.mm(1), what
