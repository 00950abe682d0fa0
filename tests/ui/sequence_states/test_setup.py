"""The last step before the deal: the board, the chips, and the way to one's own board."""

import pytest

from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.layout import demo, draft_from_text, draft_to_text, write_layout
from companion.games.sequence_states.model import Colour, Facts
from tests.ui.by_fingers import texts
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import BOARD, BeforeTheDeal, Kept, tap_space, tell
from ui.games.owners_item import damaged_key
from ui.games.sequence_states import drafts
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.editor import BoardEditor
from ui.games.sequence_states.setup import SetupScreen

RED, BLUE, GREEN = Colour
OPENING = SequenceStates().opening


class Setup(BeforeTheDeal):
    def __init__(self, rig: Rig, facts: Facts, kept: Kept | None = None, **texts: str) -> None:
        super().__init__(rig, drafts, SetupScreen, facts, kept, texts)

    def go(self) -> Facts:
        """Go on, and return the facts it goes on with; they make a game."""
        self.rig.tap(self.screen.header.next)
        facts: Facts = self.facts.pop()
        assert OPENING(facts).colours == facts.colours
        return facts

    @property
    def editor(self) -> BoardEditor:
        assert isinstance(self.screen.over, BoardEditor)
        return self.screen.over

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The states of the board that it goes on with."""
        layout = self.go().layout
        assert layout is not None
        return layout.rows


def partial(count: int) -> str:
    return draft_to_text(dict(list(BOARD.items())[:count]))


def test_which_boards_can_be_played_on_at_once(rig: Rig) -> None:
    # Without a board of one's own lines and chips can be played at once.
    setup = Setup(rig, Facts(2))
    facts = setup.go()
    assert facts.layout is None
    assert facts.colours == (RED, BLUE)
    rig.tap(setup.screen.header.back)
    assert setup.left == 1
    # The made up board is marked as such.
    setup = Setup(rig, Facts(4))
    setup.press("made_up")
    assert setup.go().layout == demo()
    assert demo().made_up
    # One's own board is taken where there is one.
    layout = Setup(rig, Facts(4), BOARD=write_layout(demo())).go().layout
    assert layout is not None
    assert (layout.name, layout.made_up, layout.rows) == ("own", False, demo().rows)


def test_a_board_is_recorded_from_here_and_played_on(rig: Rig) -> None:
    setup = Setup(rig, Facts(2), DRAFT=partial(98))
    assert setup.screen.part()["own"].hint == words.so_far(98)
    setup.press("own")
    recorder = setup.editor
    for card in list(BOARD.values())[98:]:
        tell(recorder, card)
    rig.pump(2)
    rig.tap(recorder["next"])
    assert setup.screen.over is None
    assert setup.rows == demo().rows


def test_a_recording_that_is_left_goes_on_later(rig: Rig) -> None:
    setup = Setup(rig, Facts(2))
    assert setup.screen.part()["own"].title == words.RECORD
    setup.press("own")
    recorder = setup.editor
    tell(recorder, "OH")
    rig.tap(recorder["back"])
    assert setup.screen.part()["own"].title == words.GO_ON
    assert setup.screen.part()["own"].hint == words.so_far(1)
    assert len(draft_from_text(setup.kept.texts[drafts.DRAFT])) == 1
    assert setup.go().layout is None


def test_one_s_own_board_is_looked_at_or_corrected_and_stays_meanwhile(rig: Rig) -> None:
    # Looking at one's own board changes nothing.
    setup = Setup(rig, Facts(2), BOARD=write_layout(demo()))
    setup.press("correct")
    rig.pump(2)
    rig.tap(setup.editor["next"])
    assert setup.kept.written == []
    assert setup.screen.part()["correct"].title == words.CORRECT
    # One's own board is corrected and stays meanwhile.
    setup.press("correct")
    recorder = setup.editor
    tap_space(rig, recorder, next(iter(BOARD)))
    rig.tap(recorder["clear"])
    rig.tap(recorder["back"])
    assert setup.screen.part()["correct"].title == words.GO_ON_CORRECTING
    assert setup.rows == demo().rows


def test_a_colour_is_swapped_with_whoever_has_it(rig: Rig) -> None:
    setup = Setup(rig, Facts(3))
    setup.press("asked 0")
    assert setup.go().colours == (BLUE, RED, GREEN)
    setup.press("asked 2")
    assert setup.go().colours == (BLUE, GREEN, RED)
    # Two sides may take the third colour.
    setup = Setup(rig, Facts(2))
    setup.press("asked 1")
    assert setup.go().colours == (RED, GREEN)


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
    setup.press("made_up", "asked 0", "asked 0")
    first = setup.go()
    assert (first.layout, first.colours) == (demo(), (GREEN, RED))
    again = Setup(rig, Facts(3), setup.kept).go()
    assert (again.layout, again.colours) == (demo(), (GREEN, RED, BLUE))


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    kept = Kept(late=True)
    setup = Setup(rig, Facts(2), kept, BOARD=write_layout(demo()))
    for pad in (setup.screen.header.next, setup.screen["own"], setup.screen["none"], setup.screen["asked 0"]):
        rig.tap(pad)
    assert setup.facts == []
    kept.arrive()
    facts = setup.go()
    assert facts.layout is not None
    assert facts.colours == (RED, BLUE)


@pytest.mark.parametrize("choice", ["{", "[]", '{"board":"best"}', '{"colours":["pink"]}'])
def test_what_was_kept_and_is_damaged_stops_nobody(rig: Rig, choice: str) -> None:
    setup = Setup(rig, Facts(2), BOARD="AL,AK", DRAFT="{", CHOICE=choice)
    assert words.DAMAGED in texts(setup.screen)
    assert setup.go().layout is None


def test_what_was_damaged_is_put_aside_when_something_else_takes_its_place(rig: Rig) -> None:
    setup = Setup(rig, Facts(2), BOARD="AL,AK", DRAFT="{")
    setup.press("own")
    recorder = setup.editor
    for card in BOARD.values():
        recorder.pick(card)
    texts = setup.kept.texts
    assert (texts[damaged_key(drafts.DRAFT)], texts[damaged_key(drafts.BOARD)]) == ("{", "AL,AK")
    assert (texts[drafts.DRAFT], texts[drafts.BOARD]) == ("", write_layout(demo()))
