"""The last step before the deal: the board, the chips, and the way to a board of one's own."""

import pytest

from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.layout import (
    STATES,
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
from companion.games.sequence_states.model import Colour, Facts
from tests.ui.desk import the
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.setting import BOARD, BeforeTheDeal, FakeStore, enter, enter_by_hand
from ui.games.owners_item import OwnersItem, SavedTexts
from ui.games.sequence_states import drafts
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.editor import BoardEditor, next_open
from ui.games.sequence_states.entries import BY_LETTER
from ui.games.sequence_states.setup import SetupScreen
from ui.main.hands import Finger
from ui.parts.values import Screen
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.stage.shapes import Rim

RED, BLUE, GREEN = Colour
OPENING = SequenceStates().opening


class Setup(BeforeTheDeal):
    def __init__(self, rig: Rig, facts: Facts, store: FakeStore | None = None, **texts: str) -> None:
        super().__init__(rig, drafts, SetupScreen, facts, store, texts)

    def go(self) -> Facts:
        """Go on, and return its facts; a game can open with them."""
        self.rig.tap(self.screen["next"])
        facts: Facts = self.facts.pop()
        assert OPENING(facts).colours == facts.colours
        return facts

    def edit(self) -> BoardEditor:
        self.screen.edit()
        self.rig.pump(3)
        return self.editor

    @property
    def editor(self) -> BoardEditor:
        return the(BoardEditor, self.screen.over)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Go on, and return the states of its board."""
        layout = self.go().layout
        assert layout is not None
        return layout.rows


def first(count: int) -> Draft:
    return dict(list(BOARD.items())[:count])


def partial(count: int) -> str:
    return draft_to_text(first(count))


def test_a_board_is_recorded_from_here_and_played_on(rig: Rig) -> None:
    setup = Setup(rig, Facts(2), DRAFT=partial(98))
    assert setup.screen.part()["own"].hint == words.progress(98)
    setup.press("own")
    recorder = setup.editor
    for card in list(BOARD.values())[98:]:
        enter(recorder, card)
    rig.pump(2)
    rig.tap(recorder["next"])
    assert setup.screen.over is None
    assert setup.rows == demo().rows


def test_a_colour_is_swapped_with_whoever_has_it(rig: Rig) -> None:
    setup = Setup(rig, Facts(3))
    setup.press("asked 0")
    assert setup.go().colours == (BLUE, RED, GREEN)
    setup.press("asked 2")
    assert setup.go().colours == (BLUE, GREEN, RED)
    # Of two sides each takes the third colour, and leaves the other side its own.
    setup = Setup(rig, Facts(2))
    setup.press("asked 1")
    assert setup.go().colours == (RED, GREEN)
    setup.press("asked 0")
    assert setup.go().colours == (BLUE, GREEN)


@pytest.mark.parametrize(("players", "teams", "sides"), [
    (2, "two", ["Fox", "Owl"]),
    (3, "two", ["Fox", "Owl", "Bear"]),
    (4, "two", ["Fox, Bear", "Owl, Wolf"]),
    (6, "two", ["Fox, Bear, Lynx", "Owl, Wolf, Hare"]),
    (6, "three", ["Fox, Wolf", "Owl, Lynx", "Bear, Hare"]),
    (9, "two", ["Fox, Wolf, Crane", "Owl, Lynx, Deer", "Bear, Hare, Mole"]),
    (12, "three", ["Fox, Wolf, Crane, Newt", "Owl, Lynx, Deer, Panda", "Bear, Hare, Mole, Raven"]),
])  # fmt: skip
def test_each_side_is_a_pad_with_its_players(rig: Rig, players: int, teams: str, sides: list[str]) -> None:
    setup = Setup(rig, Facts(players, rulings={"teams": teams}))
    part = setup.screen.part()
    assert [part[f"asked {n}"].hint for n in range(len(sides))] == sides
    setup.go()


def test_the_last_choice_is_offered_again(rig: Rig) -> None:
    setup = Setup(rig, Facts(2), BOARD=write_layout(demo()))
    setup.press("made_up", "asked 0", "asked 1")
    first = setup.go()
    assert (first.layout, first.colours) == (demo(), (GREEN, RED))
    again = Setup(rig, Facts(3), setup.store).go()
    assert (again.layout, again.colours) == (demo(), (GREEN, RED, BLUE))


class Recording:
    """An editor without a window, what it saves, and what it leads to."""

    def __init__(self, draft: Draft | None = None, board: Layout | None = None, **texts: str) -> None:
        self.store = FakeStore()
        self.store.texts.update({getattr(drafts, name): text for name, text in texts.items()})
        if draft:
            self.store.texts[drafts.DRAFT] = draft_to_text(draft)
        if board:
            self.store.texts[drafts.BOARD] = write_layout(board)
        self.left = 0
        self.boards: list[Layout] = []
        self.open()

    def open(self) -> None:
        """Begin, or begin again after a power cut."""
        texts = SavedTexts(self.store.memory)
        own = OwnersItem(drafts.FORM, texts)
        texts.read(own.takers, lambda: None)
        warning = "Can't be read." if own.damaged_draft else ""
        self.editor = BoardEditor(own, self._leave, self.boards.append, warning)

    def _leave(self) -> None:
        self.left += 1

    @property
    def draft(self) -> Draft:
        return draft_from_text(self.store.texts.get(drafts.DRAFT, ""))

    @property
    def part(self) -> Screen:
        return self.editor.part()

    @property
    def says(self) -> tuple[str, str]:
        return self.part.header.title, self.part.header.hint

    def enter(self, *cards: str) -> None:
        for card in cards:
            enter(self.editor, card)

    def tap(self, name: str) -> None:
        assert self.part[name].live
        self.part[name].on_tap()

    def space(self, row: int, column: int) -> None:
        self.part["board"].on_tap(Space(row, column))

    def framed(self) -> list[Space]:
        scene = self.part["board"].scene(Viewport(Rect(0, 0, 400, 400)), None)
        (spaces,) = scene.spots
        rims = [item for item in scene.items if isinstance(item, Rim) and item.tone == theme.WARNING]
        return [spaces.at(*rim.rect.center, None) for rim in rims]


def test_a_board_is_recorded_by_reading_it_aloud(rig: Rig) -> None:
    # The first spaces are filled in already: a hundred picks by finger would take long.
    told = 85
    setup = Setup(rig, Facts(2), DRAFT=partial(told))
    store, screen = setup.store, setup.edit()
    for count, (space, card) in list(enumerate(BOARD.items()))[told:]:
        assert screen.current == space
        assert len(draft_from_text(store.texts.get(drafts.DRAFT, ""))) == count
        enter_by_hand(rig, screen, card)
    assert read_layout(store.texts[drafts.BOARD], "own").rows == demo().rows
    assert store.texts[drafts.DRAFT] == ""
    assert setup.screen.over is not None
    rig.tap(screen["next"])
    assert setup.screen.over is None
    assert setup.screen.owned.item == Layout("own", demo().rows)


def test_every_tap_is_kept_and_it_goes_on_after_a_power_cut() -> None:
    recording = Recording()
    recording.enter("NV", "OH", "NV")
    assert recording.draft == {Space(0, 0): "NV", Space(0, 1): "OH", Space(0, 2): "NV"}
    recording.open()
    assert recording.says[0] == "Row 1, column 4"
    recording.enter("NE")
    assert len(recording.draft) == 4
    # It says where it is, what to do, and how far it has come.
    recording = Recording()
    assert recording.says == ("Row 1, column 1", "Which state? Tap its first letter. · 0 of 100 spaces")
    recording.enter("NV")
    assert recording.says == ("Row 1, column 2", "Nevada. And the next one? · 1 of 100 spaces")
    recording.tap("letter N")
    assert recording.says == ("Row 1, column 2", "N: which one? · 1 of 100 spaces")
    assert recording.part["state NV"].hint == "NV · 1 of 2"
    recording.tap("letters")
    recording.space(0, 0)
    assert recording.says[0] == "Row 1, column 1: Nevada"


def test_a_space_is_corrected_told_the_same_or_cleared() -> None:
    # A space is corrected, and its old state is free again.
    recording = Recording()
    recording.enter("NV", "NV", "OH")
    recording.space(0, 1)
    recording.enter("NE")
    assert recording.draft == {Space(0, 0): "NV", Space(0, 1): "NE", Space(0, 2): "OH"}
    assert recording.says[0] == "Row 1, column 4"
    recording.enter("NV")
    assert recording.draft[Space(0, 3)] == "NV"
    # Picking the same state again moves on.
    recording = Recording(first(5))
    recording.space(0, 2)
    recording.enter(BOARD[Space(0, 2)])
    assert recording.editor.current == Space(0, 5)
    assert recording.draft == first(5)
    recording = Recording({Space(0, 0): "NV", Space(0, 1): "NV"})
    recording.space(0, 1)
    recording.enter("NV")
    assert recording.says[0] == "Row 1, column 3"
    # Only right after a state the next one is asked for.
    for row, prompt in ((0, "Nevada. And the next one?"), (5, "Which state? Tap its first letter.")):
        recording = Recording()
        recording.enter("NV")
        if row:
            recording.space(row, 0)
        assert recording.says[1].startswith(prompt)
    recording.space(0, 0)
    recording.tap("clear")
    assert recording.says == ("Row 1, column 1", "Which state? Tap its first letter. · 0 of 100 spaces")


def test_a_whole_board_that_was_wiped_by_mistake_is_whole_again() -> None:
    recording = Recording(board=demo())
    whole = recording.says
    assert whole[0] == "Your board is complete"
    recording.tap("start over")
    assert recording.says[0] == "Row 1, column 1"
    recording.tap("undo")
    assert recording.says == whole
    # A space is cleared, and asked for again.
    recording = Recording()
    recording.enter("NV", "OH")
    assert not recording.part["clear"].live
    recording.space(0, 0)
    recording.tap("clear")
    assert recording.draft == {Space(0, 1): "OH"}
    assert recording.says[0] == "Row 1, column 1"
    recording.enter("UT")
    assert recording.says[0] == "Row 1, column 3"


def test_no_state_is_taken_a_third_time_and_both_its_spaces_are_shown() -> None:
    recording = Recording()
    recording.enter("NV", "NV", "HI", "HI")
    before = recording.draft
    for card, says, frames in (
        ("NV", "Nevada is there twice already: see the frames.", [Space(0, 0), Space(0, 1)]),
        ("HI", "Hawaii is there twice already: see the frames.", [Space(0, 2), Space(0, 3)]),
    ):
        recording.enter(card)
        assert recording.draft == before
        assert (recording.part.header.title, recording.framed()) == (says, frames)
        recording.space(0, 4)
        assert recording.framed() == []
    done = [letter for letter in BY_LETTER if recording.part[f"letter {letter}"].done]
    assert (done, recording.part["letter H"].hint) == (["H"], "done")
    recording.tap("letter N")
    assert [card for card in BY_LETTER["N"] if recording.part[f"state {card}"].done] == ["NV"]


def test_undo_takes_back_pick_after_pick_and_starting_over() -> None:
    # Undo takes back one pick after another.
    recording = Recording(first(2))
    recording.enter("OH")
    recording.space(0, 0)
    recording.enter("NE")
    for count, current in ((3, Space(0, 0)), (2, Space(0, 2)), (1, Space(0, 1)), (0, Space(0, 0))):
        recording.tap("undo")
        assert (len(recording.draft), recording.editor.current) == (count, current)
    assert not recording.part["undo"].live
    # Starting over must be held and can be undone.
    recording = Recording(first(20))
    assert recording.part["start over"].held
    recording.tap("start over")
    assert recording.draft == {}
    assert recording.editor.current == SPACES[0]
    recording.tap("undo")
    assert recording.draft == first(20)
    # The last pick can be taken back.
    recording = Recording(first(99))
    recording.enter(BOARD[Space(9, 9)])
    assert recording.editor.current is None
    recording.tap("undo")
    assert len(recording.draft) == 99
    assert recording.editor.current == Space(9, 9)


def test_a_finger_slides_to_the_space_it_means(rig: Rig) -> None:
    screen = Setup(rig, Facts(2), DRAFT=partial(20)).edit()
    board, finger = screen["board"], Finger()
    finger.down(*board.scene.middle(Space(0, 4)))
    assert screen.part().header.title == "Row 1, column 5: " + STATES[BOARD[Space(0, 4)]].name
    finger.move(*board.scene.middle(Space(1, 5)))
    assert screen.part().header.title == "Row 2, column 6: " + STATES[BOARD[Space(1, 5)]].name
    assert screen.current == Space(2, 0)
    finger.up()
    assert screen.current == Space(1, 5)
    finger.down(*board.scene.middle(Space(0, 4)))
    finger.move(*screen["start over"].center)
    finger.up()
    assert screen.current == Space(1, 5)


def test_a_finished_board_is_corrected_and_stays_until_it_is_whole_again() -> None:
    recording = Recording(board=demo())
    assert recording.says == ("Your board is complete", "")
    assert not recording.part["undo"].live
    assert recording.store.written == []
    one, other = Space(0, 0), Space(0, 1)
    for space in (one, other):
        recording.space(space.row, space.column)
        recording.tap("clear")
    assert recording.store.texts[drafts.BOARD] == write_layout(demo())
    assert len(recording.draft) == 98
    recording.open()
    assert recording.editor.current == one
    recording.enter(BOARD[other], BOARD[one])
    board = read_layout(recording.store.texts[drafts.BOARD], "own")
    assert board.at(one) == BOARD[other]
    assert draft_of(board) == {**BOARD, one: BOARD[other], other: BOARD[one]}


def test_a_recording_is_whole_at_once_or_left_without_a_board() -> None:
    # A complete saved recording is a board at once.
    recording = Recording(BOARD)
    assert read_layout(recording.store.texts[drafts.BOARD], "own").rows == demo().rows
    on = recording.part.header.on
    assert on is not None
    on()
    assert [board.rows for board in recording.boards] == [demo().rows]
    # Back leaves without a board.
    recording = Recording(first(7))
    assert (recording.part.header.on, recording.left) == (None, 0)
    assert recording.part.header.back is not None
    recording.part.header.back()
    assert (recording.left, recording.boards) == (1, [])


def test_the_next_space_and_the_letters() -> None:
    # The next space is the next open one, and wraps around.
    assert next_open({}) == Space(0, 0)
    assert next_open(first(12)) == Space(1, 2)
    assert next_open({Space(9, 9): "OH"}, Space(9, 9)) == Space(0, 0)
    assert next_open(BOARD) is None
    # All states are found under their letters.
    assert len(BY_LETTER) == 19
    assert sorted(card for cards in BY_LETTER.values() for card in cards) == sorted(STATES)
    assert max(map(len, BY_LETTER.values())) == 8


@pytest.mark.parametrize("size", SIZES)
def test_spaces_are_large_and_no_page_is_turned_to_a_letter(rig: Rig, size: tuple[int, int]) -> None:
    # On the lower of the two panels the last row's letters used to be on a second page.
    rig.size(*size)
    screen = Setup(rig, Facts(2)).edit()
    (spaces,) = screen["board"].scene.spots
    assert spaces.side > 6.0 * 5.2 * SIZES[size]
    assert all(f"letter {letter}" in screen for letter in BY_LETTER)
    assert "letters of states down" not in screen
