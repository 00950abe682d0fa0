"""A screen in the middle of the table: what addresses a player is turned to where they sit.

Drawing and touch must be turned alike, or a tap enters what nobody meant.
"""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Level, Seat
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import HUES
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.reports import TurnCard
from tests.ui.cryptid.table import SEALED, resting, reveal_pad_of, whispered
from tests.ui.desk import Desk, pads_in, there
from tests.ui.panels import PANELS
from tests.ui.rig import FRAME, Rig
from tests.ui.test_every_screen import hold_to_all
from tests.ui.test_layout import all_fits, faults, rect
from ui.games.cryptid import setup_words as clue_words
from ui.games.cryptid.clues import ClueEntry, CluesShown, Typed, clues_for
from ui.games.cryptid.drafts import palette
from ui.games.registry import FACES
from ui.main.hands import Finger
from ui.screens.players import Chair, Flat, PlayersScreen
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import Rect, Side, player_key, seated
from ui.storage.habits import ACROSS, PLACES, UP, Habits, Seating, edge_of
from ui.storage.startup import HABITS
from ui.widgets.layout import Rotated, place_widget
from ui.widgets.pad import Pad

FOX, OWL, BEAR, WOLF = map(Seat, range(4))
ROUND = {FOX: Side.FRONT, OWL: Side.LEFT, BEAR: Side.FAR, WOLF: Side.RIGHT}
"""Who sits where, clockwise from the front, by the places below."""
FOUR = (0, 2, 6, 11)
FACING = (0, 6)
sides = st.sampled_from(Side)
rooms = st.builds(Rect, *[st.integers(-50, 50)] * 2, *[st.integers(1, 2000)] * 2)


@given(sides, rooms, st.floats(0, 1), st.floats(0, 1))
def test_a_point_seen_is_the_point_touched(side: Side, room: Rect, across: float, up: float) -> None:
    upright = side.upright(room)
    point = (upright.x + upright.width * across, upright.y + upright.height * up)
    seen = side.seen(room, point)
    assert room.inset(-1e-6).holds(*seen)
    assert side.touched(room, seen) == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize(("side", "left", "far"), [
    # The reader's left hand and far edge, as points of the screen.
    (Side.FRONT, (0, 1), (1, 2)),
    (Side.RIGHT, (1, 0), (0, 1)),
    (Side.FAR, (2, 1), (1, 0)),
    (Side.LEFT, (1, 2), (2, 1)),
])  # fmt: skip
def test_left_is_where_their_left_hand_is(side: Side, left: tuple[int, int], far: tuple[int, int]) -> None:
    room = Rect(0, 0, 2, 2)
    assert side.seen(room, (0, 1)) == left
    assert side.seen(room, (1, 2)) == far


def test_places_are_at_the_edge_at_which_they_are_drawn(rig: Rig) -> None:
    screen = PlayersScreen((2,), lambda: None, lambda _: None)
    rig.fill(screen)
    (spots,) = screen["table"].scene.spots
    rooms = [dict(spots.pads)[Chair(n)] for n in range(PLACES)]
    for n, room in enumerate(rooms):
        edges = {
            Side.FRONT: room.y == min(each.y for each in rooms),
            Side.FAR: room.top == max(each.top for each in rooms),
            Side.LEFT: room.x == min(each.x for each in rooms),
            Side.RIGHT: room.right == max(each.right for each in rooms),
        }
        assert edges[edge_of(n)], n
    assert [edge_of(n) for n in range(PLACES)].count(Side.FAR) == ACROSS
    assert [edge_of(n) for n in range(PLACES)].count(Side.LEFT) == UP


def test_pads_of_an_edge_lie_as_those_at_it_sit(rig: Rig) -> None:
    plates = theme.plates()[:PLACES]
    seating = Seating({n: plate.name for n, plate in enumerate(plates)}, flat=True)
    screen = PlayersScreen((PLACES,), lambda: None, lambda _: None, seating)
    rig.fill(screen)
    for edge in Side:
        at_it = [n for n, side in seated(plates, seating.sides) if side is edge]
        middles = [edge.touched(Rect(0, 0, 800, 480), screen["table"].scene.middle(Chair(n))) for n in at_it]
        assert middles == sorted(middles), edge


def test_habits_of_before_say_that_the_screen_stands_in_front_and_nobody_is_turned_to() -> None:
    kept = b'{"seating":{"places":{"0":"Fox"},"first":0},"rulings":{},"level":"counting"}'
    assert msgspec.json.decode(kept, type=Habits).seating == Seating({0: "Fox"}, 0)
    fox, owl = theme.plates()[:2]
    around = Seating({0: "Fox", 6: "Owl"}, flat=True).sides
    # Seats 0 and 1 are right hands, 2 and 3 left ones.
    hands = seated((fox, owl, fox, owl), around)
    assert hands == [(2, Side.FRONT), (0, Side.FRONT), (3, Side.FAR), (1, Side.FAR)]
    assert Seating({0: "Fox", 6: "Owl"}).sides == {}
    plates = theme.plates()[:3]
    assert seated(plates, {}) == [(n, Side.FRONT) for n in range(3)]


# What is drawn is where it is touched.
@pytest.mark.parametrize("side", Side)
def test_a_finger_hits_what_it_sees(rig: Rig, side: Side) -> None:
    tapped: list[str] = []
    pads = [Pad("", on_tap=lambda name=name: tapped.append(name)) for name in ("left", "right")]  # type: ignore[misc]
    pads[0].paint(theme.WARNING)
    both = Widget()
    turned, room = Rotated(both, side), Rect(60, 40, 300, 200)
    whole = Widget()
    whole.add_widget(turned)
    for pad in pads:
        both.add_widget(pad)
    rig.show(whole)
    place_widget(whole, Rect(0, 0, 800, 480))
    place_widget(turned, room)
    left, right = Rect(0, 0, both.width, both.height).columns([1, 3], 0)
    at = both.x, both.y
    for pad, its in zip(pads, (left, right), strict=True):
        place_widget(pad, Rect(its.x + at[0], its.y + at[1], its.width, its.height))
    rig.pump(3)
    width, height, rows = rig.picture(whole)
    warm = tuple(round(part * 255) for part in theme.WARNING[:3])
    for x in range(70, 360, 40):
        for y in range(50, 240, 40):
            start = ((height - 1 - y) * width + x) * 4
            drawn = "left" if tuple(rows[start : start + 3]) == warm else "right"
            tapped.clear()
            rig.tap_at(x + 0.5, y + 0.5)
            assert tapped == [drawn], (x, y)


@pytest.mark.parametrize("side", Side)
def test_a_finger_that_slides_off_takes_it_back(rig: Rig, side: Side) -> None:
    tapped: list[bool] = []
    pad = Pad("", on_tap=lambda: tapped.append(True))
    rig.fill(Rotated(pad, side), Rect(300, 100, 200, 100))
    for away in ((301, 250), (100, 101)):
        finger = Finger()
        finger.down(301, 101)
        assert pad.pressed
        finger.move(*away)
        assert not pad.pressed
        finger.move(499, 199)
        assert pad.pressed
        finger.move(*away)
        finger.up()
    assert not tapped


def sit(desk: Desk, game: str, places: tuple[int, ...], level: Level = Level.COUNTING) -> TableScreen:
    around(desk, game, places)
    face, count = FACES[game](), len(places)
    facts = face.facts(count, {}, level, Seat(0))
    if isinstance(facts, CryptidFacts) and count == SEALED.players:
        facts = SEALED
    desk.frame.deal(face, facts, theme.plates()[:count])
    desk.settle()
    return desk.table


def around(desk: Desk, game: str, places: tuple[int, ...]) -> None:
    desk.frame.choose(game)
    screen = desk.screen(PlayersScreen)
    for place in places:
        desk.sit(place)
    if not screen.flat:
        desk.touch_chairs(Flat())
    desk.play()


def lies_along(desk: Desk, widget: Widget, side: Side) -> bool:
    """Return whether a widget is along an edge of the table's room."""
    room, at = rect(desk.table), rect(widget)
    away = {
        Side.FRONT: at.y - room.y,
        Side.FAR: room.top - at.top,
        Side.LEFT: at.x - rect(desk.table.bar).right,
        Side.RIGHT: room.right - at.right,
    }
    return away[side] < theme.mm(3)


def read_from(widget: Widget) -> Side:
    """Return from which side a widget is read."""
    right, up = widget.to_window(widget.x + 1, widget.y), widget.to_window(widget.x, widget.y + 1)
    origin = widget.to_window(widget.x, widget.y)
    along = round(right[0] - origin[0]), round(right[1] - origin[1])
    assert (round(up[0] - origin[0]), round(up[1] - origin[1])) == (-along[1], along[0]), "it is mirrored"
    return {(1, 0): Side.FRONT, (0, 1): Side.RIGHT, (-1, 0): Side.FAR, (0, -1): Side.LEFT}[along]


@pytest.mark.parametrize("places", [FOUR, (0, 1, 7, 8, 9, 4)], ids=["one a side", "more on one"])
def test_nobody_has_a_larger_pad_to_grab_with(desk: Desk, places: tuple[int, ...]) -> None:
    """A grab pad in front was 107 x 11 mm, and one at the side 12 x 16."""
    strip = there(sit(desk, "ungle-speed", places).presses.strip)
    shapes = {tuple(sorted((round(pad.width), round(pad.height)))) for pad in strip.pads}
    areas = [short * long for short, long in shapes]
    assert max(areas) <= 1.05 * min(areas), shapes


@pytest.mark.parametrize("desk", PANELS, indirect=True)
def test_banner_and_pads_go_round_with_the_turn(desk: Desk) -> None:
    table = sit(desk, "ungle-speed", FOUR)
    assert table.presses.strip is not None
    boards = set()
    for turn in range(8):
        seat = table.session.view.turn
        side = ROUND[seat]
        # Along a side edge it took half of the board and cut off a long name.
        assert read_from(table.banner) is (Side.FAR if side is Side.FAR else Side.FRONT)
        assert lies_along(desk, table.banner, Side.FAR)
        assert {read_from(pad) for pad in table.side.pads} == {side}
        texts = (table.banner.title, *(pad.title for pad in table.side.pads))
        cut = [text.text for text in texts if text.is_shortened]
        assert not cut, f"turn {turn}: {cut} are cut off"
        all_fits(desk, f"turn {turn}")
        boards.add((*table.board.pos, *table.board.size))
        told = len(table.session.match.entries)
        desk.tap(table.side.pads[-1])
        desk.settle()
        assert len(table.session.match.entries) == told + 1, "one tap of a turned pad is one report"
        assert table.session.view.turn != seat
    assert len(boards) == 1, "the board stays where it is"


def test_a_table_of_others_is_seen_from_the_front(desk: Desk) -> None:
    face, plates = FACES["ungle-speed"](), theme.plates()

    def deal() -> tuple[float, ...]:
        desk.frame.deal(face, face.facts(3, {}, Level.COUNTING, Seat(0)), plates[4:7])
        desk.pump(4)
        return (*desk.table.board.pos, *desk.table.board.size)

    before = deal()
    sit(desk, "ungle-speed", FOUR)
    assert deal() == before, "players who sat around the screen leave no room at its edges"


@pytest.mark.parametrize("desk", PANELS, indirect=True)
def test_grab_pads_lie_along_the_edge_of_their_player(desk: Desk) -> None:
    table = sit(desk, "ungle-speed", FOUR)
    assert table.presses.strip is not None
    for pad in table.presses.strip.pads:
        assert read_from(pad) is ROUND[pad.number]
        assert lies_along(desk, pad, ROUND[pad.number])
    hold_to_all(desk, "four around the screen", ())


@pytest.mark.parametrize("seat", ROUND)
def test_a_finger_on_a_grab_pad_is_its_player_s_press(desk: Desk, seat: Seat) -> None:
    table = sit(desk, "ungle-speed", FOUR)
    assert table.presses.strip is not None
    finger, pad = Finger(), table.presses.strip.pads[seat]
    finger.down(*pad.to_window(*pad.center))
    desk.alarm.advance_ms(80)
    finger.up()
    desk.alarm.advance_ms(200)
    desk.settle()
    assert desk.verdict.content.winners == (seat,)


def test_panels_of_the_table_lie_where_everybody_sits(desk: Desk) -> None:
    table = sit(desk, "ungle-speed", FOUR)
    room = rect(table.board)
    at = {seat: table.board.scene.middle(seat) for seat in ROUND}
    x, y = room.center
    assert at[FOX][1] < y < at[BEAR][1]
    assert at[OWL][0] < x < at[WOLF][0]
    assert abs(at[FOX][0] - x) < room.width / 6
    assert abs(at[OWL][1] - y) < room.height / 6


@pytest.mark.parametrize("first", [OWL, BEAR, WOLF])
def test_a_verdict_is_turned_to_who_was_first_and_answered_from_there(desk: Desk, first: Seat) -> None:
    table = sit(desk, "ungle-speed", FOUR, Level.WATCHING)
    symbols = [symbol.id for symbol in table.session.view.deck.symbols]
    for seat in ROUND:
        table.tell_now(TurnCard(seat, SymbolCard(symbols[0 if seat == first else 1 + seat], "green")))
    table.tell_now(TurnCard(FOX, SymbolCard(symbols[0], "orange")))
    desk.settle()
    desk.grab((first, 0.0), (FOX, 14.0))
    assert desk.verdict.content.winners == (first,)
    assert {read_from(pad) for pad in pads_in(desk.verdict)} == {ROUND[first]}
    assert faults(desk.verdict, Rect(0, 0, 800, 480)) == []
    desk.tap(desk.verdict["answer 0"])
    desk.settle()
    assert table.dialog is None, "a finger closed it where it is drawn"


@pytest.mark.parametrize("places", [FACING, (2, 11)])
def test_two_face_each_other_across_the_screen(desk: Desk, places: tuple[int, int]) -> None:
    table = sit(desk, "speed-mode", places)
    seats = [edge_of(place) for place in places]
    for _turn in range(2):
        seat = table.session.view.turn
        assert {read_from(pad) for pad in table.side.pads} == {seats[seat]}
        assert read_from(table.banner) is (Side.FAR if seats[seat] is Side.FAR else Side.FRONT)
        all_fits(desk, f"{places}, seat {seat}")
        while table.session.view.turn == seat:
            table.tell_now(next(iter(table.session.match.game.legal(table.session.match.state))))
        desk.settle()


def test_what_one_alone_may_see_is_turned_to_that_one(desk: Desk) -> None:
    sit(desk, "cryptid", FACING)
    for seat, side in ((FOX, Side.FRONT), (OWL, Side.FAR)):
        pad = reveal_pad_of(desk, seat)
        assert read_from(pad) is side
        assert lies_along(desk, pad, side)
        finger, panel = resting(desk, seat), there(desk.table.notes.panel)
        assert whispered(desk)
        assert read_from(panel) is side
        assert not any(rect(panel).holds(*rect(other).center) for other in desk.table.held.pads)
        assert faults(panel, Rect(0, 0, 800, 480)) == []
        finger.up()
        desk.pump(2)
        assert desk.table.notes.panel is None
        assert whispered(desk) == []


def test_two_fingers_at_two_edges_are_two_players_and_neither_is_alone(desk: Desk) -> None:
    sit(desk, "cryptid", FACING)
    one, other = resting(desk, FOX), resting(desk, OWL)
    assert desk.table.notes.panel is None
    one.up()
    other.up()


@pytest.mark.parametrize(("player", "side"), [*enumerate(ROUND.values())])
def test_clues_before_the_match_are_turned_to_whose_they_are(rig: Rig, player: int, side: Side) -> None:
    plates = theme.plates()[:4]
    where = {player_key(plates[seat]): at for seat, at in ROUND.items()}
    setup, hues = deal(7, Mode.NORMAL, 4), palette(4, HUES)
    shown = CluesShown(setup, plates, hues, lambda: None, lambda: None, where)
    rig.fill(shown)
    finger, pad = Finger(), shown[f"hold {player}"]
    finger.down(*pad.to_window(*pad.center))
    rig.pump(round(theme.REST_SECONDS / FRAME) + 3)
    own = {clue_words.clue_line(clue) for clue in clues_for(setup, player).values()}
    assert own <= {*shown.part().texts}
    assert read_from(shown["clues"].inside) is side
    assert faults(shown["clues"], Rect(0, 0, 800, 480)) == []
    finger.up()
    rig.pump(2)
    assert not own & {*shown.part().texts}
    entry = ClueEntry(setup, plates, hues, Typed(4), lambda: None, lambda _: None, where)
    rig.show(entry)
    place_widget(entry, Rect(0, 0, 800, 480))
    entry.cover(player)
    rig.pump(3)
    assert read_from(entry.children[0].inside) is side
    assert faults(entry, Rect(0, 0, 800, 480)) == []
    rig.tap(entry["begin"])
    rig.pump(3)
    assert read_from(entry.children[0].inside) is side
    assert faults(entry, Rect(0, 0, 800, 480)) == []


def test_where_people_sit_is_a_habit_and_in_no_record(desk: Desk, rig: Rig, tmp_path: Path) -> None:
    table = sit(desk, "ungle-speed", FOUR)
    rows = [bytes(row.entry) for row in table.session.match.rows()]
    assert not any(word in row for row in rows for word in (b"flat", b"FAR", b"places"))
    assert table.session.plates == theme.plates()[:4], "seats are in the order of turns"
    desk.until(lambda: table.session.saved)
    kept = desk.read(lambda store: store.setting(HABITS, ""))
    assert msgspec.json.decode(kept, type=Habits).seating.flat
    desk.close()
    again = Desk(rig, tmp_path / "matches.db")
    # The match on the table goes on, seen from the same seats.
    table = again.table
    table.tell_now(TurnCard(FOX))
    again.settle()
    assert {read_from(pad) for pad in again.table.side.pads} == {ROUND[OWL]}
    again.frame.choose("ungle-speed")
    assert again.screen(PlayersScreen).flat
    again.touch_chairs(Flat())
    again.play()
    again.frame.open_match(table.session.name)
    again.pump(4)
    assert {read_from(pad) for pad in again.table.side.pads} == {Side.FRONT}, "it faces the front again"
