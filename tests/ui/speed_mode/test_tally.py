"""Tally only: taps on halves, what is saved, and points from companion's own count."""

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.speed_mode.board import Board, Place, Scores
from companion.games.speed_mode.board_file import derived, write_board
from companion.games.speed_mode.boards import PLAYERS, final, read_tokens, write_tokens
from companion.games.speed_mode.model import OnPair
from companion.games.speed_mode.score import score
from tests.ui.desk import the
from tests.ui.rig import Rig
from ui.games.face import Memory
from ui.games.speed_mode import words
from ui.games.speed_mode.drafts import BOARD, PAINTED, BoardDraft
from ui.games.speed_mode.face import SpeedFace
from ui.games.speed_mode.pending import HalfTap
from ui.games.speed_mode.tally import TallyScreen, no_tokens, tapped, tokens_from
from ui.games.tally import TallyWay

FINAL = "AAAA.ab.\nBBAA.bb.\nBB.aa..."
"""A: three circles, two extra points, one unpaired; B: two circles, one extra, two unpaired."""
A, B = Seat(0), Seat(1)
AT = Place(0, 0)


class Table:
    def __init__(self, rig: Rig, text: str = "", size: tuple[int, int] = (800, 480), lone: int = 0) -> None:
        self.rig = rig
        self.saved: list[str] = []
        self.left = 0
        rig.size(*size)
        board = replace(derived(), scores=Scores(lone=lone))
        self.screen = TallyScreen(board, self._leave, self.saved.append, text)
        self.screen.size = size
        rig.show(self.screen)

    def _leave(self) -> None:
        self.left += 1

    def tap(self, *halves: int, place: Place = AT) -> None:
        for half in halves:
            self.rig.tap_at(*self.screen["pairs"].scene.middle(HalfTap(place, half)))

    @property
    def first(self) -> OnPair:
        return self.screen.draft[0]

    @property
    def points(self) -> list[int]:
        return score(self.screen.counted)["points"]


def test_a_half_is_free_then_a_s_then_b_s_then_free(rig: Rig) -> None:
    table = Table(rig)
    for half in (0, 1):
        for seat in (A, B, None):
            table.tap(half)
            assert table.first == OnPair((seat, None) if half == 0 else (None, seat))


@pytest.mark.parametrize("taps", [1, 2])
@pytest.mark.parametrize("half", [0, 1])
def test_the_second_half_of_a_pair_makes_a_circle_and_a_tap_undoes_it(rig: Rig, taps: int, half: int) -> None:
    table = Table(rig)
    table.tap(*[half] * taps)
    one = table.first
    table.tap(1 - half)
    assert table.first == OnPair(circle=Seat(taps - 1))
    table.tap(1 - half)
    assert table.first == one


def test_whatever_is_tapped_is_a_board_that_companion_reads() -> None:
    board = derived()
    reached, fresh = {no_tokens(board)}, [no_tokens(board)]
    while fresh:
        before = fresh.pop()
        for half in (0, 1):
            after = tapped(board, before, AT, half)
            assert read_tokens(write_tokens(board, after), board) == after
            if after not in reached:
                reached.add(after)
                fresh.append(after)
    assert len(reached) == 7, "free, four semicircles, two circles"


def test_the_points_are_companion_s(rig: Rig) -> None:
    for lone in (0, 2):
        table = Table(rig, FINAL, lone=lone)
        found = final(table.screen.item, read_tokens(FINAL, derived()))
        assert table.points == score(found)["points"]
        for seat, points in enumerate(table.points):
            assert sum(value for _, value in table.screen.lines(Seat(seat))) == points
    assert table.points == [6 + 2 * 3, 5 + 2 * 3]


def test_the_points_are_written_with_what_they_are_made_of(rig: Rig) -> None:
    table = Table(rig, FINAL)
    for seat, points, lines in (
        (A, "6", (("3 circles", 3), ("2 extra", 2), ("1 unpaired", 1))),
        (B, "5", (("2 circles", 2), ("1 extra", 1), ("2 unpaired", 2))),
    ):
        said = table.screen.part()[f"points {PLAYERS[seat]}"].texts
        assert said[0] == points
        assert [*said[1::2][:2]] == [line for line, _ in lines[:2]]
        assert table.screen.lines(seat) == lines


def test_unpaired_groups_may_be_left_out(rig: Rig) -> None:
    table = Table(rig, FINAL)
    rig.tap(table.screen["unpaired"])
    found = final(derived(), read_tokens(FINAL, derived()), unpaired=False)
    assert table.points == score(found)["points"] == [5, 3]
    assert table.screen.part()["unpaired"].hint == words.UNPAIRED_LEFT
    rig.tap(table.screen["unpaired"])
    assert table.points == [6, 5]


def test_points_and_what_is_kept_follow_every_tap_and_the_leader_is_named(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.part()["title"].text == "Count a board"
    table.tap(0, 1)
    assert (table.points, table.screen.part()["title"].text) == ([1, 0], "A leads with 1")
    assert [text.splitlines()[0] for text in table.saved] == ["a.......", "AA......"]
    assert read_tokens(table.saved[-1], derived())[0] == OnPair(circle=A)
    table.tap(0, 0, 1, place=Place(2, 2))
    assert (table.points, table.screen.part()["title"].text) == ([1, 1], "A tie at 1")
    rig.tap(table.screen["back"])
    assert table.left == 1


def test_undo_takes_taps_back_and_clear_must_be_held(rig: Rig) -> None:
    table = Table(rig, FINAL)
    assert not table.screen.part()["undo"].live
    rig.tap(table.screen["clear"])
    assert write_tokens(derived(), table.screen.draft) == FINAL
    rig.hold(table.screen["clear"], 1.0)
    assert table.screen.draft == no_tokens(derived())
    assert not table.screen.part()["clear"].live
    table.tap(0)
    for _ in range(2):
        rig.tap(table.screen["undo"])
    assert write_tokens(derived(), table.screen.draft) == FINAL
    assert not table.screen.part()["undo"].live


@pytest.mark.parametrize("text", ["", "no board", "ab......\n........\n........", "AA"])
def test_a_text_that_is_not_of_this_board_is_an_empty_one(text: str) -> None:
    assert tokens_from(derived(), text) == no_tokens(derived())


@pytest.mark.usefixtures("drawn")
def test_an_idle_tally_draws_nothing(rig: Rig) -> None:
    Table(rig, FINAL).tap(0, 1, 0)
    rig.pump(10)
    drawn = rig.frames_drawn
    rig.pump(30)
    assert rig.frames_drawn == drawn


def entered(memory: Memory) -> TallyWay[Board, BoardDraft, Board]:
    return the(TallyWay, SpeedFace().tally(memory, lambda: None))


@pytest.mark.parametrize("board", ["", "no board"])
def test_without_a_board_of_one_s_own_it_is_the_derived_one(rig: Rig, board: str) -> None:
    texts = {BOARD: board, PAINTED: FINAL}
    entry = entered(Memory(lambda name, on: on(texts[name]), texts.__setitem__))
    entry.size = (800, 480)
    rig.size(800, 480)
    rig.show(entry)
    assert isinstance(entry.over, TallyScreen)
    assert entry.over.item == derived()
    assert write_tokens(derived(), entry.over.draft) == FINAL
    rig.tap_at(*entry.over["pairs"].scene.middle(HalfTap(Place(2, 3), 1)))
    assert texts[PAINTED] == FINAL[:-1] + "a"


def test_the_owner_s_board_is_tallied(rig: Rig) -> None:
    own = replace(derived(), name="mine", derived=False, pairs=derived().pairs[:6])
    texts = {BOARD: write_board(own), PAINTED: FINAL}
    asked: list[str] = []

    def get(name: str, on: object) -> None:
        asked.append(name)

    assert (entered(Memory(get, texts.__setitem__)).over, asked) == (None, [BOARD, PAINTED])
    entry = entered(Memory(lambda name, on: on(texts[name]), texts.__setitem__))
    assert isinstance(entry.over, TallyScreen)
    assert entry.over.item.pairs == own.pairs
    assert entry.over.draft == no_tokens(own), "the saved tally is of another board"
