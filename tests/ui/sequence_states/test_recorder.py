"""Recording a board: a tap or two a space, nothing lost, no state a third time, and every slip put right."""

from pathlib import Path

import pytest

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.layout import (
    Draft,
    Layout,
    demo,
    draft_from_text,
    draft_of,
    draft_to_text,
    read_layout,
    write_layout,
)
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Facts
from tests.ui.panels import PANELS
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.setting import BOARD, Kept, laid, tap_space, tell, wrong
from ui import theme
from ui.finger import Finger
from ui.games.face import Memory
from ui.games.sequence_states import kept as names
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.aims import SpaceTap
from ui.games.sequence_states.recorder import RecorderScreen, next_open
from ui.games.sequence_states.setup import SetupScreen
from ui.games.sequence_states.spaces import Spaces
from ui.games.sequence_states.state_picker import BY_LETTER
from ui.keeping.saver import Saver
from ui.setting_up import memory
from ui.table.inbox import Inbox


class Recording:
    """A recorder on the screen, what it keeps, and what came of it."""

    def __init__(self, rig: Rig, draft: Draft | None = None, board: Layout | None = None) -> None:
        self.rig = rig
        self.kept = Kept()
        if draft:
            self.kept.texts[names.DRAFT] = draft_to_text(draft)
        if board:
            self.kept.texts[names.BOARD] = write_layout(board)
        self.open()

    def open(self) -> None:
        """Begin, or begin again after a power cut."""
        self.setup = before_the_deal(self.rig, self.kept.memory)
        self.screen = recorder(self.rig, self.setup)

    @property
    def left(self) -> bool:
        """Whether the recorder is closed."""
        return self.setup.editor is None

    @property
    def draft(self) -> Draft:
        """What is kept."""
        return draft_from_text(self.kept.texts.get(names.DRAFT, ""))

    def tell(self, *cards: str) -> None:
        """Pick states, one after the other."""
        for card in cards:
            tell(self.rig, self.screen, card)

    def tap(self, row: int, column: int) -> None:
        """Tap a space."""
        tap_space(self.rig, self.screen, Space(row, column))


def before_the_deal(rig: Rig, kept: Memory) -> SetupScreen:
    """Return the screen from which a board is recorded."""
    plates = theme.plates()[:2]
    return laid(rig, SetupScreen(Facts(2), plates, kept, lambda: None, lambda facts: None))


def recorder(rig: Rig, setup: SetupScreen) -> RecorderScreen:
    """Open the recorder."""
    setup.edit()
    rig.pump(3)
    assert isinstance(setup.editor, RecorderScreen)
    return setup.editor


def first(count: int) -> Draft:
    """Return the first spaces of the board."""
    return dict(list(BOARD.items())[:count])


def test_a_board_is_recorded_by_reading_it_aloud(rig: Rig) -> None:
    recording = Recording(rig)
    for count, (space, card) in enumerate(BOARD.items()):
        assert recording.screen.current == space
        assert len(recording.draft) == count
        recording.tell(card)
    assert read_layout(recording.kept.texts[names.BOARD], "own").rows == demo().rows
    assert recording.kept.texts[names.DRAFT] == ""
    assert not recording.left
    rig.tap(recording.screen.done)
    assert recording.left
    assert recording.setup.kept.thing == Layout("own", demo().rows)


def test_every_tap_is_kept_and_it_goes_on_after_a_power_cut(rig: Rig) -> None:
    recording = Recording(rig)
    recording.tell("NV", "OH", "NV")
    assert recording.screen.picker.prompt.text == words.told("NV")
    assert recording.draft == {Space(0, 0): "NV", Space(0, 1): "OH", Space(0, 2): "NV"}
    recording.open()
    assert recording.screen.current == Space(0, 3)
    recording.tell("NE")
    assert len(recording.draft) == 4


def test_it_goes_on_from_the_disk(rig: Rig, tmp_path: Path) -> None:
    for count, card in enumerate(("NV", "OH", "HI")):
        inbox = Inbox()
        saver = Saver(tmp_path / "matches.db", inbox.post)
        setup = before_the_deal(rig, memory(saver))

        def known(setup: SetupScreen = setup, inbox: Inbox = inbox) -> bool:
            inbox.drain()
            return bool(setup.own.live)

        rig.until(known)
        screen = recorder(rig, setup)
        assert len(screen.draft) == count
        tell(rig, screen, card)
        saver.close()


def test_nothing_is_taken_before_what_was_kept_is_known(rig: Rig) -> None:
    kept = Kept(late=True)
    kept.texts[names.DRAFT] = draft_to_text(first(63))
    setup = before_the_deal(rig, kept.memory)
    rig.tap(setup.own)
    assert setup.editor is None
    kept.arrive()
    screen = recorder(rig, setup)
    assert kept.written == []
    assert (len(screen.draft), screen.current) == (63, Space(6, 3))


def test_what_can_not_be_read_is_said_and_kept_until_the_first_pick(rig: Rig) -> None:
    kept = Kept()
    kept.texts[names.DRAFT] = "[[[0,0"
    screen = recorder(rig, before_the_deal(rig, kept.memory))
    assert screen.picker.prompt.text == words.DAMAGED_DRAFT
    assert kept.written == []
    tell(rig, screen, "OH")
    assert draft_from_text(kept.texts[names.DRAFT]) == {Space(0, 0): "OH"}


def test_a_space_is_corrected_and_its_old_state_is_free_again(rig: Rig) -> None:
    recording = Recording(rig)
    recording.tell("NV", "NV", "OH")
    recording.tap(0, 1)
    recording.tell("NE")
    assert recording.draft == {Space(0, 0): "NV", Space(0, 1): "NE", Space(0, 2): "OH"}
    assert recording.screen.current == Space(0, 3)
    recording.tell("NV")
    assert recording.draft[Space(0, 3)] == "NV"


def test_a_space_is_cleared_and_asked_again(rig: Rig) -> None:
    recording = Recording(rig)
    recording.tell("NV", "OH")
    assert not recording.screen.empty_pad.live
    recording.tap(0, 0)
    rig.tap(recording.screen.empty_pad)
    assert recording.draft == {Space(0, 1): "OH"}
    assert recording.screen.current == Space(0, 0)
    recording.tell("UT")
    assert recording.screen.current == Space(0, 2)


def test_no_state_is_taken_a_third_time_and_both_its_spaces_are_shown(rig: Rig) -> None:
    recording = Recording(rig)
    recording.tell("NV", "NV", "HI", "HI")
    before = recording.draft
    for card in ("NV", "HI"):
        recording.tell(card)
        assert recording.draft == before
        assert recording.screen.current == Space(0, 4)
        assert recording.screen.picker.prompt.text == words.recorded_twice(card)
        recording.screen.picker.reset()
    picker = recording.screen.picker
    assert [pad.letter for pad in picker.letters if pad.ticked] == ["H"]
    picker.open("N")
    assert [card for card, pad in picker.states.items() if pad.ticked] == ["NV"]


def test_undo_takes_back_pick_after_pick(rig: Rig) -> None:
    recording = Recording(rig, first(2))
    recording.tell("OH")
    recording.tap(0, 0)
    recording.tell("NE")
    screen = recording.screen
    for count, current in ((3, Space(0, 0)), (2, Space(0, 2)), (1, Space(0, 1)), (0, Space(0, 0))):
        rig.tap(screen.head.undo)
        assert (len(recording.draft), screen.current) == (count, current)
    assert not screen.head.undo.live


def test_starting_over_must_be_held_and_can_be_undone(rig: Rig) -> None:
    recording = Recording(rig, first(20))
    rig.tap(recording.screen.head.start_over)
    assert len(recording.draft) == 20
    rig.hold(recording.screen.head.start_over, 1.0)
    assert recording.draft == {}
    assert recording.screen.current == SPACES[0]
    rig.tap(recording.screen.head.undo)
    assert recording.draft == first(20)


def test_a_finger_slides_to_the_space_it_means(rig: Rig) -> None:
    recording = Recording(rig, first(20))
    screen = recording.screen
    finger = Finger()
    finger.down(*screen.grid.scene.middle(SpaceTap(Space(0, 4))))
    assert screen.head.title.text == words.title(Space(0, 4))
    finger.move(*screen.grid.scene.middle(SpaceTap(Space(1, 5))))
    assert screen.head.title.text == words.title(Space(1, 5))
    assert screen.head.shows.text == BOARD[Space(1, 5)]
    assert screen.current == Space(2, 0)
    finger.up()
    assert screen.current == Space(1, 5)
    finger.down(*screen.grid.scene.middle(SpaceTap(Space(0, 4))))
    finger.move(*screen.picker.center)
    finger.up()
    assert screen.current == Space(1, 5)


def test_a_finished_board_is_corrected_and_stays_until_it_is_whole_again(rig: Rig) -> None:
    recording = Recording(rig, board=demo())
    assert recording.screen.recorded.parent is not None
    assert not recording.screen.head.undo.live
    assert recording.kept.written == []
    one, other = Space(0, 0), Space(0, 1)
    for space in (one, other):
        tap_space(rig, recording.screen, space)
        rig.tap(recording.screen.empty_pad)
    assert recording.kept.texts[names.BOARD] == write_layout(demo())
    assert len(recording.draft) == 98
    recording.open()
    assert recording.screen.current == one
    recording.tell(BOARD[other], BOARD[one])
    board = read_layout(recording.kept.texts[names.BOARD], "own")
    assert board.at(one) == BOARD[other]
    assert draft_of(board) == {**BOARD, one: BOARD[other], other: BOARD[one]}


def test_the_last_pick_can_be_taken_back(rig: Rig) -> None:
    recording = Recording(rig, first(99))
    recording.tell(BOARD[Space(9, 9)])
    assert recording.screen.current is None
    rig.tap(recording.screen.head.undo)
    assert len(recording.draft) == 99
    assert recording.screen.current == Space(9, 9)


def test_a_recording_that_is_kept_whole_is_a_board_at_once(rig: Rig) -> None:
    recording = Recording(rig, BOARD)
    assert read_layout(recording.kept.texts[names.BOARD], "own").rows == demo().rows
    rig.tap(recording.screen.done)
    assert recording.left


def test_back_leaves_without_a_board(rig: Rig) -> None:
    recording = Recording(rig, first(7))
    rig.tap(recording.screen.head.back)
    assert recording.left
    assert recording.setup.kept.thing is None


def test_the_next_space_is_the_next_open_one_and_comes_round() -> None:
    assert next_open({}) == Space(0, 0)
    assert next_open(first(12)) == Space(1, 2)
    assert next_open({Space(9, 9): "OH"}, Space(9, 9)) == Space(0, 0)
    assert next_open(BOARD) is None


def test_all_states_are_found_under_their_letters() -> None:
    assert len(BY_LETTER) == 19
    assert sorted(card for cards in BY_LETTER.values() for card in cards) == sorted(STATES)
    assert max(map(len, BY_LETTER.values())) == 8


@pytest.mark.parametrize("size", PANELS)
def test_it_is_for_fingers_and_eyes(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    recording = Recording(rig, first(99))
    screen = recording.screen
    assert wrong(rig, screen) == []
    (spaces,) = screen.grid.scene.spots
    assert isinstance(spaces, Spaces)
    assert spaces.side > 6.0 * 5.2 * SIZES[size]
    for letter, cards in BY_LETTER.items():
        if len(cards) > 1:
            screen.picker.open(letter)
            assert wrong(rig, screen) == [], letter
            screen.pick(cards[0])
            assert wrong(rig, screen) == [], letter
            screen.picker.reset()
    screen.go_to(Space(9, 8))
    assert wrong(rig, screen) == []
    screen.go_to(Space(9, 9))
    screen.pick(BOARD[Space(9, 9)])
    assert wrong(rig, screen) == []
