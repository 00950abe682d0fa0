"""What one player alone reads, while a finger rests on the pad with their name; nothing of it stays."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat, Violation
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Clue, Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Hex, gather, spread
from companion.games.cryptid.model import HUES, Answering, Facts, Hue, State
from companion.games.cryptid.setups import Setup, habitats
from companion.games.cryptid.view import OwnClue, View, view
from companion.match_reports import Abandon
from companion.people import People, Person, PersonId
from tests.games.cryptid.plain_field import plain_field, sets_of_all
from tests.games.cryptid.players import positions
from tests.ui.by_fingers import board_of, front, rest, settle, state_of, texts
from tests.ui.cryptid.table import (
    A1,
    D7,
    E2,
    FOX,
    GREEN,
    I12,
    MAP_ALONE,
    OPEN,
    ORANGE,
    OWL,
    PURPLE,
    SEALED,
    Table,
    as_text,
    cubes,
    dealt,
    hold,
    pixels,
    position,
    resting,
    reveal_pad_of,
    share,
    situation,
    touch,
    view_of,
    whispered,
    words_of,
)
from tests.ui.cryptid.test_table import WRONG, asked
from tests.ui.desk import Desk
from tests.ui.panels import LOOKS, PANELS, UPRIGHT
from tests.ui.rig import Rig
from tests.ui.test_layout import faults, rect
from ui.dialogs.notice import PrivateNotePanel
from ui.games.cryptid import art, words
from ui.games.cryptid.art import HABITAT, Lattice
from ui.games.cryptid.entries import Narrowing, fields, moves
from ui.games.registry import FACES
from ui.language import languages
from ui.main.hands import Finger
from ui.screens.home import HomeScreen
from ui.screens.side import HEIGHT_MM
from ui.stage import theme
from ui.stage.scene import PlacedArt, Scene, Viewport
from ui.stage.shapes import Area
from ui.widgets.layout import Rect, place_widget
from ui.widgets.pad import HOLD_SECONDS


def own_clues(seat: Seat) -> list[str]:
    assert SEALED.setup is not None
    return [words.clue_words(clue) for clue in SEALED.setup.clues[2 * seat : 2 * seat + 2]]


CODE = f"http://192.168.100.100:8420/{'t' * 22}/#{'c' * 22}"


# Only while a finger rests there.
@pytest.mark.parametrize(
    ("desk", "seat"), [((800, 480), FOX), ((800, 480), OWL), ((1280, 720), FOX)], indirect=["desk"]
)
def test_clues_are_read_only_while_a_finger_rests_on_the_pad(desk: Desk, seat: Seat) -> None:
    dealt(desk)
    touch(desk, D7)
    rest(desk)
    before, finger = pixels(desk), resting(desk, seat)
    read = whispered(desk)
    assert read[0] == f"Only for {'Fox' if seat == FOX else 'Owl'}"
    mine, others = {*own_clues(seat)}, {*own_clues(Seat(1 - seat))}
    assert mine <= {*read}
    assert not (others - mine) & {*read}
    assert pixels(desk) != before
    finger.up()
    assert front(desk).notes.panel is None, "gone within a frame"
    assert pixels(desk) == before


def test_it_is_read_in_the_language_of_whose_it_is(desk: Desk) -> None:
    ada = Person(PersonId("0000000a-0000-4000-8000-000000000000"), "Ada", "sky", "star", "A", language="fr")
    desk.frame.learned(People({ada.id: ada}))
    desk.frame.deal(FACES["cryptid"](), SEALED, (ada.plate, theme.plates()[1]))
    desk.until(lambda: desk.frame.table is not None)
    rest(desk)
    read = []
    for seat in (FOX, OWL):
        finger = resting(desk, seat)
        read.append(whispered(desk)[0])
        finger.up()
        rest(desk)
    assert read == ["Seulement pour Ada", "Only for Owl"]


@pytest.mark.parametrize("way", ["off the pad", "onto the other's pad", "off and back"])
def test_a_finger_that_slides_off_covers_it(desk: Desk, way: str) -> None:
    table = dealt(desk)
    rest(desk)
    before, finger = pixels(desk), resting(desk, FOX)
    assert whispered(desk)
    other = reveal_pad_of(desk, OWL)
    x, y = table.board.to_window(*table.board.center)
    if way == "onto the other's pad":
        x, y = other.to_window(*other.center)
    finger.move(x, y)
    assert table.notes.panel is None, "gone within a frame, and the other's never shown"
    if way == "off and back":
        own = reveal_pad_of(desk, FOX)
        finger.move(*own.to_window(*own.center))
        desk.pump(2)
        assert whispered(desk) == [], "the rest starts again"
        settle(desk)
        assert whispered(desk)[0] == "Only for Fox"
    finger.up()
    assert pixels(desk) == before
    assert table.session.length == 1


def test_a_tap_shows_nothing_and_two_fingers_neither(desk: Desk) -> None:
    # A finger that missed the pad used to show clues to any onlooker.
    dealt(desk)
    before, pad = pixels(desk), reveal_pad_of(desk, FOX)
    finger = Finger()
    finger.down(*pad.to_window(*pad.center))
    for _ in range(3):
        desk.pump(1)
        assert front(desk).notes.panel is None
    finger.up()
    rest(desk)
    assert front(desk).notes.panel is None
    assert pixels(desk) == before
    hold(desk, pad)
    rest(desk)
    assert pixels(desk) == before, "a long look leaves no trace either"
    # Two fingers are two players, and neither is alone.
    dealt(desk)
    before = pixels(desk)
    first, second = resting(desk, FOX), resting(desk, OWL)
    assert whispered(desk) == []
    first.up()
    desk.pump(2)
    assert whispered(desk)[0] == "Only for Owl"
    second.up()
    assert front(desk).notes.panel is None
    assert pixels(desk) == before


@pytest.mark.parametrize("lifted", ["before", "after"])
def test_what_changes_meanwhile_covers_it(desk: Desk, lifted: str) -> None:
    table = dealt(desk)
    share(desk)
    finger = resting(desk, FOX)
    if lifted == "before":
        finger.up()
    table.tell_now(r.Ask(FOX, I12 if state_of(desk).spot(I12).cube is None else D7))
    assert table.notes.panel is None
    if lifted == "after":
        finger.up()
    rest(desk)
    read = texts(table)
    assert not any(clue in read for seat in (FOX, OWL) for clue in own_clues(seat))


def test_what_lies_under_the_note_and_under_a_finger_on_the_map(desk: Desk) -> None:
    # The loupe shows what is under a finger on the map; it must not go on showing the player's clues.
    dealt(desk)
    share(desk)
    board, first = board_of(front(desk)), Finger()
    first.down(*board.to_window(*board.scene.middle(D7)))
    desk.pump(3)
    before, second = pixels(desk), resting(desk, OWL)
    assert whispered(desk)[0] == "Only for Owl"
    assert pixels(desk) != before
    second.up()
    assert pixels(desk) == before
    first.up()
    # A second finger that reaches for the answer must not report it through the note.
    table = dealt(desk)
    share(desk)
    touch(desk, E2 if state_of(desk).spot(E2).cube is None else A1)
    rest(desk)
    length, finger = table.session.length, resting(desk, FOX)
    pad = table.side.pads[-1]
    desk.rig.tap_at(*pad.to_window(*pad.center))
    desk.pump(2)
    assert table.session.length == length, situation(desk)
    finger.up()


def test_an_end_that_is_taken_back_leaves_room_for_every_pad_where_the_match_was_reopened(desk: Desk) -> None:
    """Players couldn't see their clues until the match was left once more, and then the board moved."""
    desk.deal("cryptid", 3)
    people = FACES["cryptid"]().players(3)
    while desk.table.session.match.outcome is None:
        board = rect(desk.table.board)
        desk.go_on(people)
    name = desk.table.session.name
    desk.table.go.leave()
    desk.screen(HomeScreen)
    desk.frame.open_match(name)
    desk.until(lambda: desk.frame.table is not None)
    table, history = desk.table, desk.history()
    history.open_newest()
    desk.pump()
    for pad in ("agrees 0", "agrees 1", "agrees 2", "back"):
        if pad in history:
            desk.rig.hold(history[pad], HOLD_SECONDS)
            desk.pump()
    assert table.session.match.outcome is None
    desk.settle()
    assert rect(table.board) == board
    least = theme.mm(theme.TARGET_MM)
    assert [pad.width >= least and pad.height >= least for pad in table.held.pads] == [True] * 3


def test_what_comes_up_meanwhile_covers_it(desk: Desk) -> None:
    # Tapping a space meanwhile covers it too.
    dealt(desk)
    share(desk)
    touch(desk, D7)
    rest(desk)
    tapped = pixels(desk)
    touch(desk, D7)
    finger = resting(desk, FOX)
    touch(desk, D7)
    assert front(desk).notes.panel is None
    finger.up()
    rest(desk)
    assert pixels(desk) == tapped
    # A sheet covers it. Opening the history while a finger rests there must not show clues next to it.
    table = dealt(desk)
    desk.tap(table.bar.history)
    alone = pixels(desk)
    desk.tap(table.bar.history)
    finger = resting(desk, FOX)
    table.dialogs.open_history()
    desk.pump(2)
    finger.up()
    assert table.notes.panel is None
    assert pixels(desk) == alone
    # Nothing of it stays when the player leaves the table.
    table, before = dealt(desk), pixels(desk)
    finger = resting(desk, OWL)
    desk.frame.open_match(table.session.name)
    rest(desk)
    assert front(desk) is not table
    assert front(desk).notes.panel is None
    assert pixels(desk) == before
    finger.up()
    rest(desk)
    assert front(desk).notes.panel is None
    assert pixels(desk) == before
    # It goes when the match is ended early meanwhile.
    table, finger = dealt(desk), resting(desk, FOX)
    table.tell_now(Abandon())
    rest(desk)
    assert table.notes.panel is None
    assert table.held.pads == []
    bare = pixels(desk)
    finger.up()
    rest(desk)
    assert pixels(desk) == bare
    table.undo()
    rest(desk)
    assert table.notes.panel is None
    assert [pad.pressed for pad in table.held.pads] == [False, False]


@pytest.mark.parametrize("case", WRONG)
def test_the_owner_reads_what_was_wrong_and_nobody_else(desk: Desk, case: str) -> None:
    dealt(desk)
    wrong = WRONG[case](desk)
    rest(desk)
    before = pixels(desk)
    mine, theirs = [], []
    for said in (False, True):
        if said:
            wrong.last()
        finger = resting(desk, Seat(1 - wrong.seat))
        theirs.append((whispered(desk), pixels(desk)))
        finger.up()
        finger = resting(desk, wrong.seat)
        mine.append(whispered(desk))
        finger.up()
    assert pixels(desk) == before, situation(desk)
    assert theirs[0] == theirs[1], "the opponent's pad shows nothing of it"
    assert words.REFEREE_SAYS not in mine[0]
    assert mine[1][1:3] == [words.REFEREE_SAYS, wrong.says], situation(desk)
    assert [text for text in mine[1] if text not in mine[1][1:3]] == mine[0]


def test_the_last_thing_told_is_what_is_said_until_it_is_right_or_taken_back(desk: Desk) -> None:
    table, at = dealt(desk), asked(desk, (GREEN,), (PURPLE,))
    space = words.space(at)

    def read() -> list[str]:
        finger, seen = resting(desk, OWL), whispered(desk)
        finger.up()
        return seen

    green = f"Your green clue allows {space}: no green cube goes there"
    both = f"One of your clues forbids {space}: no discs go there"
    for title, says in (("Green cube", green), ("Two discs", both), ("Green cube", green)):
        desk.tap_on(title)
        assert says in read()
    desk.tap(table.bar.undo)
    assert words.REFEREE_SAYS not in read(), "the question is taken back"
    table.tell_now(r.Ask(FOX, at))
    rest(desk)
    desk.tap_on("Green cube")
    assert words.REFEREE_SAYS in read()
    desk.tap_on("Purple cube")
    assert not isinstance(state_of(desk).stage, Answering), situation(desk)
    assert words.REFEREE_SAYS not in read()


def spread_says(seat: Seat, at: Hex, said: bool) -> tuple[Violation, ...]:
    """Return the longest possible fault."""
    hue = Hue.PURPLE if seat == OWL else Hue.ORANGE
    details: dict[str, int | str] = {"why": "clue", "hue": hue, "row": at.row, "column": at.column}
    return (Violation("cr.search", seat, details),) if said else ()


LONGEST = sorted(clues_of(Mode.ADVANCED), key=lambda clue: -len(words.clue_words(clue)))


def note(
    rig: Rig,
    clues: Sequence[Clue],
    said: tuple[Violation, ...],
    code: bool,
    height: float,
    wide: float | None = None,
) -> PrivateNotePanel:
    """Lay out what Owl reads with these clues, with or without the code for a phone."""
    own = view(position(Answering(I12, search=False, asked=OWL)), OWL)
    mine = tuple(OwnClue(hue, clue, ()) for hue, clue in zip((GREEN, PURPLE), clues, strict=True))
    told = words_of().private_note(replace(own, clues=mine), None, said).translated
    panel = PrivateNotePanel(told, code=(lambda: CODE) if code else None)
    rig.show(panel)
    place_widget(panel, Rect(100, 60, wide or theme.mm(30), height))
    rig.pump(3)
    return panel


@pytest.mark.parametrize(("size", "look", "wide", "high"), [
    ((800, 480), theme.Theme(), None, 372),
    pytest.param((1280, 720), theme.Theme(), None, 562, marks=pytest.mark.long),
    # Below an upright board there is little height.
    *(((720, 1280), look, 568, None) for look in LOOKS),
])  # fmt: skip
def test_all_clues_fit_and_the_code_for_the_own_phone(
    rig: Rig, size: tuple[int, int], look: theme.Theme, wide: float | None, high: float | None
) -> None:
    rig.size(*size)
    theme.use(look)
    window, low = Rect(0, 0, *map(float, size)), theme.mm(HEIGHT_MM + 2)
    pairs = [LONGEST[:2], LONGEST[1:3], LONGEST[-2:], *map(list, zip(LONGEST, LONGEST[7:], strict=False))]
    for pair in pairs[:3] if high is None else pairs[::4]:
        for said, code in ((False, False), (False, True), (True, False)):
            panel = note(rig, pair, spread_says(OWL, I12, said), code, high or low, wide)
            assert faults(panel, window) == [], (pair, said, code)
    panel = note(
        rig, LONGEST[:2] if high is None else LONGEST[-2:], (), True, theme.mm(70) if high else low, wide
    )
    panel.scan()
    rig.pump(3)
    assert faults(panel, window) == []
    assert min(rect(panel["code"]).width, rect(panel["code"]).height) >= theme.mm(24), "a phone can read it"


@pytest.mark.parametrize("language", languages.catalogues())
def test_the_longest_clues_leave_room_for_the_way_to_a_phone(rig: Rig, language: str) -> None:
    rig.size(800, 480)
    languages.use(language)
    try:
        clues = sorted(clues_of(Mode.ADVANCED), key=lambda clue: -len(str(words.clue_words(clue))))
        for pair in (clues[:2], clues[1:3], clues[4:6], clues[10:12]):
            assert faults(note(rig, pair, (), True, 372), Rect(0, 0, 800, 480)) == [], pair
    finally:
        languages.use("")


@pytest.mark.parametrize("desk", [*PANELS, *UPRIGHT], indirect=True)
def test_on_the_table_it_fits_and_covers_neither_map_nor_own_pad(desk: Desk) -> None:
    dealt(desk, Facts(setup=deal(2, Mode.ADVANCED)))
    WRONG["a first cube"](desk).last()
    finger, panel = resting(desk, FOX), front(desk).notes.panel
    assert panel is not None
    assert faults(panel, Rect(0, 0, desk.frame.width, desk.frame.height)) == [], whispered(desk)
    at = rect(panel)
    board = rect(front(desk).board)
    assert at.x >= board.right or at.top <= board.y + 1, "the clues are read against the map"
    assert all(at.y >= rect(reveal_pad_of(desk, seat)).top for seat in (FOX, OWL))
    assert all(rect(pad).y >= at.y for pad in front(desk).side.pads), "the next pad to be tapped doesn't show"
    finger.up()


def game(seed: int, mode: Mode = Mode.NORMAL) -> tuple[Setup, list[State]]:
    setup = deal(seed, mode)
    return setup, positions(setup, seed)


def views_of(states: list[State]) -> list[View]:
    return [view_of(state) for state in states]


@pytest.mark.parametrize(("seed", "mode"), [(1, Mode.NORMAL), (2, Mode.ADVANCED)])
def test_the_numbers_are_those_of_a_plain_search(seed: int, mode: Mode) -> None:
    setup, states = game(seed, mode)
    told = moves(views_of(states))
    found, sets = fields(told), sets_of_all(setup)
    # The last moves are also searched in the straightforward way; earlier ones would take it long.
    for known, field in list(zip(told, found, strict=True))[-3:]:
        assert gather(field) == plain_field(sets, HUES, known.spots), as_text(states[-1])
    assert all(later <= before for before, later in pairwise(found)), "pieces only rule hexes out"
    habitat = next(spread(habitats(setup)))
    assert all(habitat in field for field in found), as_text(states[-1])


def test_only_what_changed_the_pieces_is_a_move() -> None:
    _, states = game(1)
    told = moves(views_of(states))
    placed = [state for before, state in pairwise(states) if state.spots != before.spots]
    assert len(told) == 1 + len(placed)
    assert [view.spots for view in told[1:]] == [state.spots for state in placed]
    assert told[0].spots == states[0].spots
    assert moves(told[:1]) == told[:1]


def shown_narrowing(rig: Rig, seed: int = 1, size: tuple[int, int] = (800, 480)) -> Narrowing:
    rig.size(*size)
    _, states = game(seed)
    narrowing = Narrowing(views_of(states), words_of(Facts(setup=deal(seed))))
    rig.show(narrowing)
    width, height = size
    place_widget(narrowing, Rect(width * 0.12, height * 0.05, width * 0.83, height * 0.75))
    rig.pump(3)
    return narrowing


def text_of(narrowing: Narrowing) -> str:
    return str(narrowing.part()["count"].text)


def test_the_pads_go_from_move_to_move(rig: Rig) -> None:
    # It opens at the end, with the number of hexes left.
    narrowing = shown_narrowing(rig)
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
    # A move out of range becomes the nearest one.
    for move in (-3, -1, 0, 1, 999):
        narrowing.choose(move)
        assert narrowing.now == min(last, max(0, move))
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
    narrowing = shown_narrowing(rig)
    line, last = narrowing["curve"], narrowing.now
    step = line.width / last
    for part in (0.1, 0.25, 0.5, 0.77, 0.9):
        x = line.x + part * line.width
        rig.tap_at(x, line.center_y)
        assert abs(mark_of(narrowing) - x) <= step / 2 + 1, (part, narrowing.now, last)
    rig.tap_at(line.x + 1, line.center_y)
    assert narrowing.now == 0
    rig.tap_at(line.right - 1, line.center_y)
    assert narrowing.now == last
    # A finger that slides along the curve steps through the game.
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
    assert narrowing.now == last, "nothing is chosen above the curve"


def test_a_finger_beside_the_line_is_on_its_first_or_last_move() -> None:
    picture = art.scene([108, 20, 4, 1], 2, Viewport(Rect(50, 20, 300, 90)))
    assert [picture.at(x, 60) for x in (0, 50, 150, 250, 350, 999)] == [0, 0, 1, 2, 3, 3]
    assert [picture.at(*picture.middle(move)) for move in range(4)] == [0, 1, 2, 3]


def lit(picture: Scene) -> set[Hex]:
    (lattice,) = picture.spots
    assert isinstance(lattice, Lattice)
    placed = [item for item in picture.items if isinstance(item, PlacedArt) and item.opacity == 1]
    bright = {item.middle for item in placed if item.side == lattice.width}
    return {at for at in MAP if lattice.middle(at) in bright}


def test_the_map_lights_what_is_left_and_the_habitat_at_the_end_alone(rig: Rig) -> None:
    narrowing = shown_narrowing(rig)
    setup, states = game(1)
    found, habitat = fields(moves(views_of(states))), next(spread(habitats(setup)))
    for now in (0, len(found) // 2, len(found) - 2, len(found) - 1):
        narrowing.choose(now)
        shown = narrowing["map"].scene
        assert lit(shown) == found[now], f"move {now}"
        stars = [item for item in shown.items if isinstance(item, PlacedArt) and item.art == HABITAT]
        assert [star.middle[0] for star in stars] == [shown.middle(habitat)[0]] * (now == len(found) - 1)


@pytest.mark.parametrize("size", PANELS)
def test_it_can_be_read_with_all_clues(rig: Rig, size: tuple[int, int]) -> None:
    narrowing = shown_narrowing(rig, size=size)
    assert faults(narrowing, Rect(0, 0, *map(float, size))) == []
    clues = zip(("Fox", "Fox", "Owl", "Owl"), HUES, deal(1).clues, strict=True)
    said = [words.clue_of(who, words.HUES[hue], words.clue_words(clue)) for who, hue, clue in clues]
    assert [*narrowing.part().texts[1:]] == said


def test_of_a_game_without_clues_or_without_any_piece(rig: Rig) -> None:
    # In a game without clues the map alone decides what is left.
    table = Table(OPEN)
    table.enter(*cubes())
    views = [view_of(position.state) for position in table.match.line]
    narrowing = Narrowing(views, table.words)
    rig.show(narrowing)
    place_widget(narrowing, Rect(0, 0, 700, 400))
    rig.pump(2)
    assert len(narrowing.part().texts) == 1
    assert narrowing.now == 4
    count = plain_field(sets_of_all(MAP_ALONE), HUES, views[-1].spots).bit_count()
    assert text_of(narrowing) == words.still_possible(count, 4, 4)
    # A game that ended before any piece was placed has one point.
    narrowing = Narrowing([view_of(position(ended=Outcome((FOX,), "cr.search")))], words_of())
    rig.show(narrowing)
    place_widget(narrowing, Rect(0, 0, 700, 400))
    rig.pump(2)
    rig.tap(narrowing["curve"])
    assert narrowing.now == 0
    assert not narrowing.part()["back"].live
    assert not narrowing.part()["on"].live


def test_a_corrected_piece_lets_spaces_come_back() -> None:
    """In open mode pieces change, and the spaces that they ruled out are possible again."""
    lies = [position(facts=OPEN, cubes=dict.fromkeys(MAP[:count:2], ORANGE)) for count in (0, 80, 20)]
    before, fewer, again = fields([view_of(state) for state in lies])
    assert fewer < again <= before
