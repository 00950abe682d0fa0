"""Every screen and every sheet of every game: what must hold for all of them.

On a panel each part fits its room, hides no other and is large enough; a finger reaches each pad in front and
none behind; each tap has a visible effect. At odd window sizes nothing is drawn with a negative size: Kivy
2.3.1 writes outside its memory when a rounded rectangle has a negative width and height; the app in a window
of 1280x500 ended in "free(): invalid next size".
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import register
from companion.clock import SECOND, Nanoseconds
from companion.copies import stored_match
from companion.game import Level, Seat
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, pads_in
from tests.ui.panels import PANELS
from tests.ui.rig import DENSITIES, FRAME, SIZES, Rig
from tests.ui.test_layout import all_fits, faults, shown
from tests.ui.test_read_from_a_chair import NAMES, plates_of
from tests.ui.unpainted import instructions
from ui.appliance import care_words
from ui.dialogs.history import HistoryDialog
from ui.games.face import Tallied
from ui.games.registry import FACES
from ui.main.frame import memory
from ui.main.hands import Finger
from ui.parts.shown import PartScreen
from ui.screens.broken import SafeScreen
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import Rect
from ui.storage.habits import PLACES, Seating
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering

ANY_SIZE = ((1, 1, 1.0), (100, 100, 1.0), (640, 400, 1.0), (1280, 500, 1.6), (800, 480, 1.0), (480, 800, 1.0),
    (1280, 720, 1.6), (720, 1280, 1.6))  # fmt: skip
"""Width, height, density: sizes a window may be dragged to, and both panels landscape and upright."""

FEW_SIZES = ANY_SIZE[::3]
"""The smallest, the one that crashed the app, and a panel: for the quick tests."""
A_REST = Nanoseconds(SECOND)
"""How long a finger rests on a pad that shows something while it is held."""
ALIKE = 1
"""How many pads to tap at each end of a row of pads of one kind."""
REPORTS = 2000
"""Most reports of a game before it is abandoned."""
Visit = Callable[[Desk, str, int], None]
"""A test of a game's screens, so many taps deep."""


@given(st.builds(Rect, *[st.floats(-50, 2000)] * 4), *[st.floats(-20, 300)] * 2, st.integers(1, 30))
def test_no_rectangle_is_ever_less_than_nothing(room: Rect, length: float, gap: float, count: int) -> None:
    parts = [room, room.inset(length), room.inset(length, gap), room.on_pixels()]
    for cut in (room.cut_left, room.cut_right, room.cut_top, room.cut_bottom):
        parts += cut(length, gap)
    parts += [*room.rows(count, gap), *room.columns([1] * count, gap), *room.grid(count, 3, gap)]
    assert all(part.width >= 0 and part.height >= 0 for part in parts), parts


@given(st.floats(0, 2000), st.floats(0, 2000), st.floats(-20, 300), st.floats(0, 300))
def test_a_strip_lies_within_its_room(width: float, height: float, length: float, gap: float) -> None:
    room = Rect(10, 20, width, height)
    inset = room.inset(max(0.0, length), gap)
    for part in (inset, *room.cut_left(length, gap), *room.cut_right(length, gap)):
        assert part.x >= room.x - 1e-6, part
        assert part.right <= room.right + 1e-6, part
    for part in (inset, *room.cut_top(length, gap), *room.cut_bottom(length, gap)):
        assert part.y >= room.y - 1e-6, part
        assert part.top <= room.top + 1e-6, part


def squeeze(desk: Desk, what: str, sizes: Sequence[tuple[int, int, float]] = ANY_SIZE) -> None:
    """Lay out what is shown at these sizes; fail where anything is drawn with a negative size."""
    for size in desk.on_panels(sizes):
        wrong = [
            f"{type(part).__name__} {part.size}"
            for part in instructions(desk.frame.canvas)
            if hasattr(part, "size") and hasattr(part, "pos") and min(part.size) < 0
        ]
        assert not wrong, f"{what} at {size}: {wrong}"


def reach(desk: Desk, what: str) -> None:
    """Put a finger on each pad: one in front must react, one behind a sheet must not."""
    front = {pad for widget in desk.front for pad in pads_in(widget)}
    for pad in pads_in(desk.frame):
        if pad.opacity == 0 or not pad.live or not pad.width:
            continue
        finger = Finger()
        x, y = pad.to_window(*pad.center)
        if not (0 <= x < desk.frame.width and 0 <= y < desk.frame.height):
            continue
        desk.look()
        finger.down(x, y)
        felt = pad.pressed
        finger.move(-desk.frame.width, -desk.frame.height)
        finger.up()
        assert felt == (pad in front), f"{what}: {pad.title.text!r} {'feels' if felt else 'misses'} a finger"
    desk.pump()


def hold_to_all(desk: Desk, what: str, sizes: Sequence[tuple[int, int, float]] = ANY_SIZE) -> None:
    """Check what must hold for every screen and sheet."""
    squeeze(desk, what, sizes)
    if desk.frame.table is not None:
        # An announcement takes the next tap, and ends within a second.
        desk.frame.table.flash.end()
    all_fits(desk, what)
    reach(desk, what)


def answer(desk: Desk, pad: Pad, what: str) -> None:
    """Tap a pad, or hold it where it is for holding; fail if nothing visible happens.

    Exempt are an option that is already chosen, and looking again at what may not have changed.
    """
    said = pad.title.text
    again = pad.chosen or said == care_words.LOOK_AGAIN
    before = None if again else desk.rig.picture(desk.frame)
    pad.tap()
    settle(desk)
    if before is None or desk.rig.picture(desk.frame) != before:
        return
    finger = Finger()
    finger.down(*pad.to_window(*pad.center))
    touched = desk.rig.picture(desk.frame)
    desk.alarm.advance(A_REST)
    desk.pump(round(A_REST / SECOND / FRAME))
    rested = desk.rig.picture(desk.frame)
    finger.up()
    desk.alarm.advance(A_REST)
    settle(desk)
    assert rested != touched, f"{what}: {said!r} has no visible effect"


def pads_of(desk: Desk) -> list[Pad]:
    """Return the pads that a finger can reach; of many alike the first and the last."""
    alike: dict[tuple[type, type, str], list[Pad]] = {}
    for front in desk.front:
        for pad in pads_in(front):
            if pad.live and pad.opacity > 0:
                alike.setdefault((type(pad), type(pad.parent), kind_of(pad)), []).append(pad)
    return [pad for pads in alike.values() for pad in pads[:ALIKE] + pads[ALIKE:][-ALIKE:]]


def kind_of(pad: Pad) -> str:
    """Return the first word of a pad's name on a part screen: "game" of "game cryptid"."""
    if not isinstance(pad.parent, PartScreen):
        return ""
    names = [name for (_, name), widget in pad.parent._widgets.items() if widget is pad]
    return "" if not names or "/" in names[0] else names[0].split()[0]


def signature(desk: Desk) -> frozenset[str]:
    """Return the kinds of the parts on the screen, which tell one screen from another."""

    def names(widget: Widget) -> Iterator[str]:
        yield f"{type(widget).__module__}.{type(widget).__name__}"
        for child in widget.children:
            yield from names(child)

    return frozenset(name for front in desk.front for name in names(front))


def settle(desk: Desk) -> None:
    """Let the store answer every question, and the screen show the answers."""
    answers: list[object] = []
    desk.saver.ask(lambda store: True, answers.append)
    desk.until(lambda: answers)


def crawl(desk: Desk, begin: Callable[[], object], what: str, deep: int) -> int:
    """Tap the pads of the first screen and of those it leads to, `deep` taps far; check each new screen."""
    seen: set[frozenset[str]] = set()
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop(0)
        begin()
        settle(desk)
        for number in path:
            there = pads_of(desk)
            if number < len(there):
                answer(desk, there[number], f"{what}, pads {path}")
        if signature(desk) in seen:
            continue
        seen.add(signature(desk))
        hold_to_all(desk, f"{what}, pads {path}", ANY_SIZE if deep > 1 else FEW_SIZES)
        if len(path) < deep:
            paths += [(*path, number) for number in range(len(pads_of(desk)))]
    return len(seen)


SMALL, LARGE = SIZES

ONE_AND_THE_OTHERS = [
    game if game == "ungle-speed" else pytest.param(game, marks=pytest.mark.long) for game in FACES
]
"""One game in the quick tests: what is tested is the same in all but the table."""


def crawled(deep: int) -> pytest.MarkDecorator:
    """Have a test crawl one tap deep on both panels, and `deep` taps on the smaller."""
    ways = [
        pytest.param(SMALL, 1, id="800x480-1"),
        pytest.param(LARGE, 1, id="1280x720-1", marks=pytest.mark.long),
        pytest.param(SMALL, deep, id=f"800x480-{deep}", marks=pytest.mark.long),
    ]
    return pytest.mark.parametrize(("desk", "deep"), ways, indirect=["desk"])


@crawled(3)
def test_the_screens_that_every_table_has(desk: Desk, deep: int) -> None:
    def begin() -> None:
        desk.frame.home()

    assert crawl(desk, begin, "home", deep) > 3 * deep - 1


@crawled(2)
def test_the_kept_matches_and_what_they_are_looked_for_by(desk: Desk, deep: int) -> None:
    def fill(store: Store) -> None:
        register.add(store, [ADA, BOB])
        for n in range(9):
            match = seated(ended("speed-mode"), f"m{n}", (ADA.plate, BOB.plate), n)
            store.keep(stored_match(match), match.rows())

    desk.saver.ask(fill, lambda done: None)
    desk.frame.home()
    settle(desk)

    def begin() -> None:
        desk.frame.home()
        settle(desk)
        desk.screen(HomeScreen)["matches"].tap()

    assert crawl(desk, begin, "matches", deep) >= 2 * deep


@crawled(2)
@pytest.mark.parametrize("game", FACES)
def test_what_comes_before_a_game(desk: Desk, game: str, deep: int) -> None:
    face = FACES[game]()
    players = face.counts[0]
    plates = theme.plates()[:players]

    def begin() -> None:
        facts = face.facts(players, {}, Level.WATCHING, Seat(0))
        make, deal = face.last_step(), partial(desk.frame.deal, face, plates=plates)
        if make is not None:
            desk.frame.show(make(facts, plates, memory(desk.saver), desk.frame.home, deal))
        else:
            desk.frame.choose(game)
            desk.sit_at(Seating({n: plate.name for n, plate in enumerate(plates)}, 0))

    assert crawl(desk, begin, f"before {game}", deep) > deep


@crawled(2)
@pytest.mark.parametrize("game", [game for game in FACES if isinstance(FACES[game](), Tallied)])
def test_the_tally_of_a_finished_board(desk: Desk, game: str, deep: int) -> None:
    face = FACES[game]()
    assert isinstance(face, Tallied)

    def begin() -> None:
        desk.frame.show(face.tally(memory(desk.saver), desk.frame.home))

    assert crawl(desk, begin, f"the tally of {game}", deep) > deep - 1


@crawled(2)
@pytest.mark.parametrize("game", FACES)
def test_the_table_and_its_sheets(desk: Desk, game: str, deep: int) -> None:
    face = FACES[game]()
    players = face.counts[-1]

    def begin() -> None:
        desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), theme.plates()[:players])

    assert crawl(desk, begin, f"the table of {game}", deep) > deep + 1


@crawled(2)
@pytest.mark.parametrize("game", ONE_AND_THE_OTHERS)
def test_the_table_with_people_on_all_sides(desk: Desk, game: str, deep: int) -> None:
    face = FACES[game]()
    players = face.counts[-1]
    plates = theme.plates()[:players]
    places = [n * PLACES // players + 1 for n in range(players)]
    desk.frame.choose(game)
    seating = Seating(dict(zip(places, (plate.name for plate in plates), strict=True)), flat=True)
    desk.sit_at(seating)
    desk.screen(PlayersScreen)["next"].tap()

    def begin() -> None:
        desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(players // 2)), plates)

    assert crawl(desk, begin, f"the table of {game} from all sides", deep) > deep + 1


@crawled(2)
@pytest.mark.parametrize("game", [game for game in ONE_AND_THE_OTHERS if "cryptid" not in str(game)])
def test_the_place_in_the_record_that_a_correction_is_about(desk: Desk, game: str, deep: int) -> None:
    """Cryptid is exempt: a piece that says something about a secret can only be taken back."""
    face = FACES[game]()
    players = face.counts[0]

    def begin() -> None:
        desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), theme.plates()[:players])
        table = desk.table
        for _told in range(2):
            table.tell_now(next(iter(face.game.legal(table.session.match.state))))
        table.dialogs.open_history()
        assert isinstance(table.opened, HistoryDialog)
        table.opened.open(table.opened.lines[1])
        table.opened.part()["insert"].on_tap()

    assert crawl(desk, begin, f"a correction of {game}", deep) > deep


WORN = theme.Theme(light=True, large=True, left=True)
"""Everything that can be chosen about the table's look."""


def deal_worn(desk: Desk, game: str, players: int, look: theme.Theme = WORN) -> None:
    """Show a game's table in a look that sets everything, with long names."""
    desk.frame.use(look)
    face = FACES[game]()
    desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), plates_of(players))


def most(game: str) -> int:
    """Return a game's most players, or fifteen where it has no limit."""
    return max(count for count in FACES[game]().counts if count <= len(NAMES))


@pytest.mark.parametrize("game", FACES)
def test_the_table_in_light_and_large_text_and_for_a_left_hand(desk: Desk, game: str) -> None:
    """Large text that doesn't fit is shrunk, as ordinary text is; nothing is cut off or faint."""
    deal_worn(desk, game, FACES[game]().counts[0])
    table = desk.table
    all_fits(desk, game)
    pads = [pad for pad in pads_in(table.side) if pad.width]
    assert all(pad.right < table.board.x for pad in pads)
    assert table.bar.x > table.board.right
    table.dialogs.open_history()
    desk.pump(4)
    all_fits(desk, f"the history of {game}")


@pytest.mark.long
@pytest.mark.parametrize("begin", ["home", *FACES])
@pytest.mark.parametrize("desk", DENSITIES, indirect=True, ids=lambda size: "x".join(map(str, size)))
def test_what_is_chosen_about_the_look_goes_through_all_screens(desk: Desk, begin: str) -> None:
    """Light, large text and the left hand, on both panels, landscape and upright, for the most players."""

    def show() -> None:
        if begin == "home":
            desk.frame.use(WORN)
            desk.frame.home()
        else:
            deal_worn(desk, begin, most(begin))

    assert crawl(desk, show, f"{begin}, large", 1) > 1


def sizes_of(desk: Desk) -> dict[str, int]:
    """Return the font size of each text in front, in pixels."""
    sizes: dict[str, int] = {}
    for front in desk.front:
        for text in shown(front, Lettering):
            if text.text.strip():
                sizes[text.text] = max(text.font_size, sizes.get(text.text, 0))
    return sizes


@pytest.mark.long
@pytest.mark.parametrize("begin", ["home", *FACES])
@pytest.mark.parametrize("desk", [SMALL, SMALL[::-1]], indirect=True, ids=["800x480", "480x800"])
def test_large_text_makes_no_screen_smaller(desk: Desk, begin: str) -> None:
    """Nothing shrinks, and most of it grows: on the first screen, and one tap further."""

    def show(look: theme.Theme, pad: str) -> dict[str, int]:
        if begin == "home":
            desk.frame.use(look)
            desk.frame.home()
        else:
            deal_worn(desk, begin, most(begin), look)
        settle(desk)
        if pad:
            named = [found for found in pads_of(desk) if found.title.text == pad]
            if not named:
                return {}
            named[0].tap()
            settle(desk)
        return sizes_of(desk)

    show(theme.Theme(), "")
    for pad in ["", *dict.fromkeys(pad.title.text for pad in pads_of(desk) if pad.title.text)]:
        plain, large = show(theme.Theme(), pad), show(theme.Theme(large=True), pad)
        if large:
            same = [text for text in plain if text in large]
            less = {text: (plain[text], large[text]) for text in same if large[text] < plain[text] - 1}
            assert not less, f"{begin}, {pad!r}"
            grown = [text for text in same if large[text] > plain[text]]
            assert 2 * len(grown) >= len(same), f"{begin}, {pad!r}: {grown} of {same}"


@pytest.mark.long
@pytest.mark.parametrize("desk", PANELS, indirect=True)
@pytest.mark.parametrize("game", FACES)
def test_a_whole_game(desk: Desk, game: str) -> None:
    """Play to the end, with wrong moves, and check each screen whose parts are new."""
    face, people = FACES[game](), FACES[game]().players(3)
    players = face.counts[0]
    desk.frame.deal(face, face.facts(players, {}, Level.WATCHING, Seat(0)), theme.plates()[:players])
    session = desk.table.session
    seen: set[frozenset[str]] = set()
    for number in range(REPORTS):
        desk.go_on(people)
        if signature(desk) not in seen:
            seen.add(signature(desk))
            hold_to_all(desk, f"{game}: report {number}")
        if session.match.outcome is not None:
            return
    pytest.fail(f"{game} hasn't ended after {REPORTS} reports")


def test_what_stands_in_for_a_broken_app(desk: Desk) -> None:
    desk.frame.fail(ValueError("a test"))
    squeeze(desk, "the page of an error")
    desk.frame.uncover()
    desk.frame.start_safely(3, "")
    settle(desk)
    assert isinstance(desk.frame.screen, SafeScreen)
    squeeze(desk, "the safe screen")


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 12, 40])
def test_home_shows_any_number_of_games(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], count: int
) -> None:
    makers = [*FACES.values()]
    games = {f"game-{n}": makers[n % len(makers)] for n in range(count)}
    for module in ("ui.screens.home", "ui.games.registry"):
        monkeypatch.setattr(f"{module}.FACES", games)
    rig.size(*size)
    desk = Desk(rig, tmp_path / "matches.db")
    home = desk.screen(HomeScreen)
    found: set[str] = set()
    for _page in range(count):
        desk.pump(3)
        there = {f"game game-{n}" for n in range(count) if f"game game-{n}" in home}
        assert faults(home, Rect(0, 0, *size)) == []
        found |= there
        if "games down" in home and home["games down"].live:
            assert there, f"the page is empty; {len(found)} cards were found"
            desk.tap(home["games down"])
    assert len(found) == count
    assert "tally" in home
