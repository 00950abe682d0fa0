"""What one player alone reads, while a finger rests on the pad with the own name; nothing of it stays."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from companion.game import Seat, Violation
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Clue, Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Answering, Facts, Hue
from companion.games.cryptid.view import OwnClue, view
from companion.match_reports import Abandon
from companion.people import People, Person, PersonId
from tests.ui.by_fingers import board_of, front, rest, settle, state_of, texts
from tests.ui.cryptid.table import (
    A1,
    BLUE,
    D7,
    E2,
    FOX,
    GREEN,
    I12,
    ORANGE,
    OWL,
    PURPLE,
    SEALED,
    dealt,
    hold,
    how,
    own_pad,
    pixels,
    position,
    resting,
    share,
    touch,
    whispered,
    words_of,
)
from tests.ui.cryptid.test_table import WRONG, asked
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults, rect
from ui.dialogs.notice import PrivateNotePanel
from ui.games.cryptid import words
from ui.games.registry import FACES
from ui.language import languages
from ui.main.hands import Finger
from ui.stage import theme
from ui.widgets.layout import Rect, put


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
    before = pixels(desk)
    finger = resting(desk, seat)
    read = whispered(desk)
    assert read[0] == f"Only for {'Fox' if seat == FOX else 'Owl'}"
    mine, others = {*own_clues(seat)}, {*own_clues(Seat(1 - seat))}
    assert mine <= {*read}
    assert not (others - mine) & {*read}
    assert pixels(desk) != before
    finger.up()
    assert front(desk).private_note is None, "not a frame later"
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
    before = pixels(desk)
    finger = resting(desk, FOX)
    assert whispered(desk)
    other = own_pad(desk, OWL)
    x, y = table.board.to_window(*table.board.center)
    if way == "onto the other's pad":
        x, y = other.to_window(*other.center)
    finger.move(x, y)
    assert table.private_note is None, "not a frame later, and never the other's"
    if way == "off and back":
        own = own_pad(desk, FOX)
        finger.move(*own.to_window(*own.center))
        desk.pump(2)
        assert whispered(desk) == [], "it rests anew"
        settle(desk)
        assert whispered(desk)[0] == "Only for Fox"
    finger.up()
    assert pixels(desk) == before
    assert table.session.shown == 1


def test_a_tap_shows_nothing_and_two_fingers_neither(desk: Desk) -> None:
    # A finger that missed the pad beside it once showed clues to whoever looked on.
    dealt(desk)
    before = pixels(desk)
    pad = own_pad(desk, FOX)
    finger = Finger()
    finger.down(*pad.to_window(*pad.center))
    for _ in range(3):
        desk.pump(1)
        assert front(desk).private_note is None
    finger.up()
    rest(desk)
    assert front(desk).private_note is None
    assert pixels(desk) == before
    hold(desk, pad)
    rest(desk)
    assert pixels(desk) == before, "a long look leaves as little"
    # Two fingers are two players and neither is alone.
    dealt(desk)
    before = pixels(desk)
    first, second = resting(desk, FOX), resting(desk, OWL)
    assert whispered(desk) == []
    first.up()
    desk.pump(2)
    assert whispered(desk)[0] == "Only for Owl"
    second.up()
    assert front(desk).private_note is None
    assert pixels(desk) == before


@pytest.mark.parametrize("lifted", ["before", "after"])
def test_what_changes_meanwhile_covers_it(desk: Desk, lifted: str) -> None:
    table = dealt(desk)
    share(desk)
    finger = resting(desk, FOX)
    if lifted == "before":
        finger.up()
    table.tell_now(r.Ask(FOX, I12 if state_of(desk).spot(I12).cube is None else D7))
    assert table.private_note is None
    if lifted == "after":
        finger.up()
    rest(desk)
    read = texts(table)
    assert not any(clue in read for seat in (FOX, OWL) for clue in own_clues(seat))


def test_what_lies_under_the_note_and_under_a_finger_on_the_map(desk: Desk) -> None:
    # What lies under a finger on the map is shown in a loupe; that must not go on showing the own clues.
    dealt(desk)
    share(desk)
    board = board_of(front(desk))
    first = Finger()
    first.down(*board.to_window(*board.scene.middle(D7)))
    desk.pump(3)
    before = pixels(desk)
    second = resting(desk, OWL)
    assert whispered(desk)[0] == "Only for Owl"
    assert pixels(desk) != before
    second.up()
    assert pixels(desk) == before
    first.up()
    # A second finger that looks for the answer must not tell it through the note.
    table = dealt(desk)
    share(desk)
    touch(desk, E2 if state_of(desk).spot(E2).cube is None else A1)
    rest(desk)
    length = table.session.shown
    finger = resting(desk, FOX)
    pad = table.side.pads[-1]
    desk.rig.tap_at(*pad.to_window(*pad.center))
    desk.pump(2)
    assert table.session.shown == length, how(desk)
    finger.up()


def test_what_comes_up_meanwhile_covers_it(desk: Desk) -> None:
    # A space that is tapped meanwhile covers it too.
    dealt(desk)
    share(desk)
    touch(desk, D7)
    rest(desk)
    tapped = pixels(desk)
    touch(desk, D7)
    finger = resting(desk, FOX)
    touch(desk, D7)
    assert front(desk).private_note is None
    finger.up()
    rest(desk)
    assert pixels(desk) == tapped
    # A sheet covers it. Whoever opens the history while a finger rests there must not find clues beside
    # it.
    table = dealt(desk)
    desk.tap(table.bar.history)
    alone = pixels(desk)
    desk.tap(table.bar.history)
    finger = resting(desk, FOX)
    table.over.open_history()
    desk.pump(2)
    finger.up()
    assert table.private_note is None
    assert pixels(desk) == alone
    # Nothing of it stays when the table is left.
    table = dealt(desk)
    before = pixels(desk)
    finger = resting(desk, OWL)
    desk.frame.open_match(table.session.name)
    rest(desk)
    assert front(desk) is not table
    assert front(desk).private_note is None
    assert pixels(desk) == before
    finger.up()
    rest(desk)
    assert front(desk).private_note is None
    assert pixels(desk) == before
    # It goes when the match is broken off meanwhile.
    table = dealt(desk)
    finger = resting(desk, FOX)
    table.tell_now(Abandon())
    rest(desk)
    assert table.private_note is None
    assert table.held.pads == []
    bare = pixels(desk)
    finger.up()
    rest(desk)
    assert pixels(desk) == bare
    table.undo()
    rest(desk)
    assert table.private_note is None
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
    assert pixels(desk) == before, how(desk)
    assert theirs[0] == theirs[1], "the opponent's pad shows nothing of it"
    assert words.REFEREE_SAYS not in mine[0]
    assert mine[1][1:3] == [words.REFEREE_SAYS, wrong.says], how(desk)
    assert [text for text in mine[1] if text not in mine[1][1:3]] == mine[0]


def test_the_last_thing_told_is_what_is_said_until_it_is_right_or_taken_back(desk: Desk) -> None:
    table = dealt(desk)
    at = asked(desk, (GREEN,), (PURPLE,))
    space = words.space(at)

    def read() -> list[str]:
        finger = resting(desk, OWL)
        seen = whispered(desk)
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
    assert not isinstance(state_of(desk).stage, Answering), how(desk)
    assert words.REFEREE_SAYS not in read()


def spread_says(seat: Seat, at: Hex, said: bool) -> tuple[Violation, ...]:
    """Return the longest thing that can be wrong."""
    hue = Hue.PURPLE if seat == OWL else Hue.ORANGE
    details: dict[str, int | str] = {"why": "clue", "hue": hue, "row": at.row, "column": at.column}
    return (Violation("cr.search", seat, details),) if said else ()


LONGEST = sorted(clues_of(Mode.ADVANCED), key=lambda clue: -len(words.clue_words(clue)))


def note(
    rig: Rig, clues: Sequence[Clue], said: tuple[Violation, ...], code: bool, height: float
) -> PrivateNotePanel:
    """Lay out what Owl reads with these clues, with or without the way to a phone."""
    own = view(position(Answering(I12, search=False, asked=OWL)), OWL)
    mine = tuple(OwnClue(hue, clue, ()) for hue, clue in zip((GREEN, PURPLE), clues, strict=True))
    told = words_of().private_note(replace(own, clues=mine), None, said).said
    panel = PrivateNotePanel(told, code=(lambda: CODE) if code else None)
    rig.show(panel)
    put(panel, Rect(100, 60, theme.mm(30), height))
    rig.pump(3)
    return panel


@pytest.mark.parametrize("size", PANELS)
def test_all_clues_fit_and_the_code_for_the_own_phone(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    window, high = Rect(0, 0, *map(float, size)), {(800, 480): 372, (1280, 720): 562}[size]
    pairs = [LONGEST[:2], LONGEST[1:3], LONGEST[-2:], *map(list, zip(LONGEST, LONGEST[7:], strict=False))]
    for pair in pairs[::4]:
        for said, code in ((False, False), (False, True), (True, False)):
            panel = note(rig, pair, spread_says(OWL, I12, said), code, high)
            assert faults(panel, window) == [], (pair, said, code)
    panel = note(rig, LONGEST[-2:], (), True, theme.mm(70))
    panel.scan()
    rig.pump(3)
    assert faults(panel, window) == []
    assert min(rect(panel["code"]).width, rect(panel["code"]).height) >= theme.mm(24), "a phone reads it"


@pytest.mark.parametrize("language", languages.catalogues())
def test_the_longest_clues_leave_room_for_the_way_to_a_phone_in_every_language(
    rig: Rig, language: str
) -> None:
    rig.size(800, 480)
    languages.use(language)
    try:
        clues = sorted(clues_of(Mode.ADVANCED), key=lambda clue: -len(str(words.clue_words(clue))))
        for pair in (clues[:2], clues[1:3], clues[4:6], clues[10:12]):
            assert faults(note(rig, pair, (), True, 372), Rect(0, 0, 800, 480)) == [], pair
    finally:
        languages.use("")


@pytest.mark.parametrize("desk", PANELS, indirect=True)
def test_on_the_table_it_fits_and_covers_neither_map_nor_own_pad(desk: Desk) -> None:
    dealt(desk, Facts(setup=deal(2, Mode.ADVANCED)))
    WRONG["a first cube"](desk).last()
    finger = resting(desk, FOX)
    panel = front(desk).private_note
    assert panel is not None
    assert faults(panel, Rect(0, 0, desk.frame.width, desk.frame.height)) == [], whispered(desk)
    at = rect(panel)
    assert at.x >= rect(front(desk).board).right, "the map is what the clues are read against"
    assert all(at.y >= rect(own_pad(desk, seat)).top for seat in (FOX, OWL))
    assert all(rect(pad).y >= at.y for pad in front(desk).side.pads), "what is tapped next doesn't show"
    finger.up()


def _tapped(desk: Desk) -> Hex:
    touch(desk, D7)
    return D7


SCENES: dict[str, Callable[[Desk], Hex | None]] = {
    "nothing": lambda desk: None,
    "a space": _tapped,
    "a question": lambda desk: asked(desk, (ORANGE, BLUE)),
}


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_read_speaks_of_the_space_in_question(desk: Desk, scene: str) -> None:
    dealt(desk)
    at = SCENES[scene](desk)
    state = state_of(desk)
    for seat in (FOX, OWL):
        finger = resting(desk, seat)
        read = whispered(desk)
        for hue, clue in zip(state.own(seat), own_clues(seat), strict=True):
            head = words.hue_title(hue) if at is None else words.says(hue, at, state.allows(hue, at))
            assert read.index(clue) == read.index(head) + 1, read
        finger.up()
        desk.pump(2)
