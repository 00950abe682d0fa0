"""The table of three to five: whom to ask, and a pad for each to look at the own clue."""

from pathlib import Path

import pytest

from companion.game import Seat
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import (
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
)
from companion.games.cryptid.view import view
from tests.ui.cryptid.table import (
    A1,
    BEAR,
    BLUE,
    D7,
    FOUR,
    FOUR_OPEN,
    FOX,
    GREEN,
    ORANGE,
    OWL,
    PURPLE,
    WOLF,
    Table,
    dealt,
    hold,
    how,
    pixels,
    position,
    resting,
    seen,
    share,
    state_of,
    tell,
    touch,
    where,
    whispered,
    words_of,
)
from tests.ui.desk import Desk
from tests.ui.rig import SIZES, Rig
from tests.ui.test_layout import faults
from tests.ui.undrawn import front, seated
from ui.games.cryptid import words
from ui.games.cryptid.art import Lattice
from ui.games.cryptid.pending import At, Pending, Searching
from ui.games.cryptid.table import lattice_in, legend, table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import PlacedArt, TableProps, Viewport
from ui.stage.shapes import Letters
from ui.table.presenting import Begin, PrivateView, by_button

pytestmark = pytest.mark.usefixtures("undrawn")

SILENT = words.SILENT
NAMES = ["Fox", "Owl", "Bear", "Wolf", "Lynx"]


# What it says, and what is offered.


@pytest.mark.parametrize(
    ("stage", "pending", "title", "small"),
    [
        (OpeningCubes(8), None, "Fox places a cube",
         f"tap where it can't be · others look away · {SILENT}"),
        (AskOrSearch(), None, "Fox's turn", "Tap a space, then ask or search."),
        (AskOrSearch(), At(D7), "Fox: D7", f"row 4, column 7 · others look away · {SILENT}"),
        (Answering(D7, search=False, asked=BEAR), None, "Bear answers for D7",
         f"row 4, column 7 · others look away · {SILENT}"),
        (Answering(D7, search=True, asked=WOLF), None, "Wolf answers for D7",
         f"row 4, column 7 · Fox searches · others look away · {SILENT}"),
        (Paying(), None, "Fox places a cube",
         f"for the cube of this turn · others look away · {SILENT}"),
    ],
)  # fmt: skip
def test_the_banner_of_four(
    stage: OpeningCubes | AskOrSearch | Answering | Paying, pending: Pending, title: str, small: str
) -> None:
    banner = words_of(FOUR).banner(seen(position(stage, facts=FOUR)), pending)
    assert (banner.title, banner.subtitle) == (title, small)


def test_each_of_the_others_has_a_pad_to_be_asked_with_and_a_button_asks_nobody() -> None:
    presenter, state = words_of(FOUR_OPEN), position(turn=OWL, facts=FOUR_OPEN)
    for pending in (None, At(D7)):
        search, *asks = presenter.routine(seen(state), pending)
        assert [ask.title for ask in reversed(asks)] == ["Ask Bear", "Ask Wolf", "Ask Fox"], "clockwise"
        assert [ask.shows for ask in reversed(asks)] == [
            HexContents(discs=(hue,)) for hue in (GREEN, PURPLE, ORANGE)
        ]
        assert [choice.live for choice in (search, *asks)] == [pending is not None] * 4
        assert by_button((search, *asks)) is None
    assert [ask.report for ask in reversed(asks)] == [r.Ask(OWL, D7, of) for of in (BEAR, WOLF, FOX)]
    assert search.report == r.Search(OWL, D7, (Disc(BLUE, D7),))
    assert search.subtitle == "a disc on D7"


def test_a_search_where_the_own_disc_lies_asks_where_another_goes() -> None:
    presenter, state = words_of(FOUR_OPEN), position(facts=FOUR_OPEN, discs={D7: (ORANGE,)})
    search = presenter.routine(seen(state), At(D7))[0]
    begun = Searching(D7, (), (ORANGE,))
    assert (search.report, search.subtitle) == (Begin(begun), "D7, and a disc elsewhere")
    assert presenter.tapped(seen(state), begun, A1) == r.Search(FOX, D7, (Disc(ORANGE, A1),))
    without = presenter.routine(seen(state), begun)[-1]
    assert (without.title, without.report) == ("No space for it", r.Search(FOX, D7, ()))


@pytest.mark.parametrize(("lying", "title"), [((), "Green disc"), ((GREEN,), "What lies there stays")])
def test_an_answer_is_a_disc_or_a_cube(lying: tuple[Hue, ...], title: str) -> None:
    for facts in (FOUR, FOUR_OPEN):
        stage = Answering(D7, search=False, asked=BEAR)
        offered = words_of(facts).routine(seen(position(stage, facts=facts, discs={D7: lying})))[:2]
        assert [(choice.title, choice.subtitle, choice.report) for choice in offered] == [
            (title, "this clue allows it", r.GiveAnswer(BEAR)),
            ("Green cube", "this clue forbids it", r.GiveAnswer(BEAR, GREEN)),
        ]
        assert by_button(offered) is None, "the button belongs to all"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_sealed_clues_each_has_a_pad_to_look(players: int) -> None:
    facts = Facts(players, deal(1, players=players))
    state = position(facts=facts)
    held = [
        choice for choice in words_of(facts).routine(seen(state)) if isinstance(choice.report, PrivateView)
    ]
    assert [(choice.title, choice.report.seat) for choice in held] == list(
        zip(NAMES, state.seats, strict=False)
    )
    for seat in state.seats:
        private_note = words_of(facts).private_note(view(state, seat), None, ())
        assert private_note.title == f"Only for {NAMES[seat]}"
        assert facts.setup is not None
        hue = words.hue_title(state.own(seat)[0])
        assert private_note.lines == ((hue, words.clue_words(facts.setup.clues[seat])),)


def test_what_happens_is_told_with_the_name_of_the_one_who_is_asked() -> None:
    table = Table(FOUR_OPEN)
    table.tell(*(r.PlaceCube(Seat(n % 4), tuple(Hue)[n % 4], MAP[n]) for n in range(8)))
    assert table.said(r.Ask(FOX, D7, BEAR)) == ("Fox asked Bear about D7.",)
    assert table.said(r.GiveAnswer(BEAR)) == ("Bear put a green disc on D7.", "Owl is next.")
    assert table.said(r.Search(OWL, D7, (Disc(BLUE, D7),))) == (
        "Owl searched D7, and put down a blue disc.",
        "Bear's answer lies on D7 already.",
    )
    assert table.said(r.GiveAnswer(WOLF)) == ("Wolf put a purple disc on D7.",)
    assert table.said(r.GiveAnswer(FOX)) == ("Fox put an orange disc on D7.", "The game is over: Owl wins.")
    sentences = words_of(FOUR_OPEN).sentences
    assert sentences.happened(r.GiveAnswer(BEAR)) == "Bear answered with a disc."
    assert sentences.happened(e.Asked(FOX, D7)) == "Fox asked about D7."


# The players beside the map.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("size", "density"), [((82, 386), 1.0), ((110, 386), 1.0), ((203, 570), 1.7), ((300, 900), 1.7)]
)
def test_every_player_has_room_beside_the_map(players: int, size: tuple[int, int], density: float) -> None:
    room = Viewport(Rect(0, 0, *size), density)
    items = list(legend(seen(position(facts=Facts(players))), theme.plates()[:players], room))
    rows = room.rect.rows(players, room.mm(2.0))
    pieces = [item for item in items if isinstance(item, PlacedArt)]
    letters = [item for item in items if isinstance(item, Letters)]
    assert {name for item in letters if (name := item.text) in NAMES} == set(NAMES[:players])
    counted = 2 * (4 if players == 2 else players)
    assert len([item for item in pieces if item.side]) >= counted
    for piece in pieces:
        top, low = piece.middle[1] + piece.side / 2, piece.middle[1] - piece.side / 2
        assert any(row.y - 2 <= low and top <= row.top + 2 for row in rows), "each in its own row"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_an_upright_screen_every_player_stands_below_the_map(players: int) -> None:
    room = Viewport(Rect(0, 0, 480, 580), 1.0)
    view = seen(position(facts=Facts(players)))
    shown = table(TableProps(view, None, theme.plates()[:players], None), room, None)
    alone = lattice_in(room)
    (lattice,) = shown.spots
    assert isinstance(lattice, Lattice)
    assert lattice.size == alone.size, "the map is as large as without them"
    names = [item for item in shown.items if isinstance(item, Letters) and item.text in NAMES]
    assert [name.text for name in names] == list(NAMES[:players])
    assert all(name.room.top < lattice.middle(MAP[-1])[1] for name in names)


# By fingers.


def test_a_finger_on_the_own_pad_reads_the_own_clue_and_leaves_nothing(desk: Desk) -> None:
    facts = Facts(5, deal(3, players=5))
    assert facts.setup is not None
    dealt(desk, facts)
    share(desk)
    touch(desk, D7)
    before = pixels(desk)
    said = [words.clue_words(clue) for clue in facts.setup.clues]
    for seat in state_of(desk).seats:
        finger = resting(desk, seat)
        assert [clue in whispered(desk) for clue in said] == [n == seat for n in range(5)]
        panel = front(desk).private_note
        assert panel is not None
        assert not any(panel.collide_widget(other) for other in front(desk).held.pads), "no pad is covered"
        finger.up()
        desk.pump(2)
    assert pixels(desk) == before
    fingers = [resting(desk, seat) for seat in (FOX, WOLF)]
    assert whispered(desk) == [], "two fingers are two players"
    for finger in fingers:
        finger.up()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_pad_is_for_fingers(rig: Rig, tmp_path: Path, players: int, size: tuple[int, int]) -> None:
    rig.size(*size)
    desk = seated(rig, tmp_path)
    window = Rect(0, 0, *map(float, size))

    def check(what: str) -> None:
        desk.pump(4)
        table = front(desk)
        assert [f"{what}: {fault}" for fault in faults(table.overlay or table, window)] == []

    table = dealt(desk, Facts(players, deal(1, players=players)))
    check("sharing")
    share(desk)
    check("a turn")
    touch(desk, where(state_of(desk), forbidden=(BLUE,)))
    check("a space")
    asked = where(state_of(desk), forbidden=(BLUE,))
    tell(desk, r.Ask(FOX, asked, OWL))
    check("an answer")
    tell(desk, r.GiveAnswer(OWL, BLUE))
    check("a cube to pay")
    desk.tap(table.bar.referee)
    desk.tap_on(words.GIVE_UP)
    check("giving up")
    desk.tap_entry(0)
    check("going back")
    desk.close()


def test_back_across_a_piece_needs_all_of_them(desk: Desk) -> None:
    table = dealt(desk, Facts(3, deal(3, players=3)))
    share(desk)
    state = state_of(desk)
    desk.tap(table.bar.undo)
    assert state_of(desk) == state, "nobody alone takes a piece back"
    sheet = desk.tap_entry(0)
    for seat, name in enumerate(NAMES[:3]):
        assert sheet.part()[f"agrees {seat}"].title == f"{name} agrees"
        assert state_of(desk) == state, "all must agree"
        hold(desk, sheet[f"agrees {seat}"])
    assert state_of(desk).turn == BEAR, how(desk)
