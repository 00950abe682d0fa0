"""Whole games: simulated people play by themselves, and what they tell is told by fingers."""

import pytest

from companion.game import Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.events import DeadSwapped, DrawLost
from companion.games.sequence_states.layout import ADD, STATES, StateCard, demo
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import HANDS, Facts
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    PassTurn,
    PlaceChip,
    RemoveChip,
    SwapDead,
)
from tests.games.sequence_states.board import DEMO
from tests.games.sequence_states.players import Table, figures
from tests.ui.by_fingers import board_of, demonstrated
from tests.ui.desk import Desk, the
from tests.ui.played import PlayedOut
from tests.ui.sequence_states.table import said
from tests.ui.sequence_states.test_table import middle
from ui.dialogs.notice import EntryDialog
from ui.dialogs.refusal import RefusalDialog
from ui.games.pending import SeatTap
from ui.games.sequence_states import setup_words, words
from ui.games.sequence_states.entries import BY_LETTER, StatePicker
from ui.games.sequence_states.pending import PlayAdd, PlayState, SpaceTap
from ui.games.sequence_states.setup import SetupScreen
from ui.language import words as frame
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.table import TableScreen
from ui.storage.habits import PLACES

GAME = SequenceStates()


def played(players: int, seed: int) -> PlayedOut:
    return PlayedOut("sequence-states", Facts(players, layout=demo()), seed)


@pytest.mark.parametrize("players", HANDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_simulated_people_play_to_the_end(players: int, seed: int) -> None:
    told = played(players, seed)
    assert told.state.ended is not None
    # What is wrong lies on the table, so that there is something to be put right.
    assert all(ruling.lies for _, ruling in told.wrong)


def test_they_do_all_that_can_be_seen_at_a_table() -> None:
    games = [played(4, seed) for seed in range(12)]
    reports = [report for game in games for report in game.told]
    events = [event for game in games for event in game.events]
    assert any(isinstance(report, PlaceChip) and report.card == "ADD" for report in reports)
    assert any(isinstance(report, RemoveChip) for report in reports)
    assert any(isinstance(event, DeadSwapped) for event in events)
    assert any(isinstance(event, DrawLost) for event in events)
    assert not any(isinstance(report, PassTurn) for report in reports)
    assert {rule for game in games for rule in game.faults} == {"ss.play", "ss.remove"}
    # Most cards are taken in time, and most chips lie right.
    taken = sum(isinstance(report, DrawCard) for report in reports)
    assert sum(isinstance(event, DrawLost) for event in events) < taken / 8
    assert sum(len(game.wrong) for game in games) < len(reports) / 12


@pytest.mark.parametrize(("players", "seed"), [
    (2, 1),
    *(pytest.param(*table, marks=pytest.mark.long) for table in ((2, 2), (3, 1), (4, 1), (4, 2), (12, 1))),
])  # fmt: skip
def test_a_whole_demonstration(desk: Desk, players: int, seed: int) -> None:
    aims: set[object] = set()
    loupes: list[str] = []
    refusals: list[object] = []

    def look(table: TableScreen) -> None:
        aims.add(type(table.pending))
        refusals.extend([table.dialog] if isinstance(table.dialog, RefusalDialog) else [])
        loupes.extend(text for text in said(board_of(table).scene)[-2:-1] if "row " in text)

    result, reports = demonstrated(desk, "sequence-states", players, seed, look)
    told = played(players, seed)
    assert result.endswith(("wins", "win"))
    assert desk.table.session.outcome == told.state.ended
    # What they tell with their fingers is what they mean.
    assert reports == told.told
    # Each chip, and what lights up before some of them, can be seen.
    assert len(loupes) >= told.state.moves
    assert {PlayAdd, PlayState} & aims
    assert len(refusals) >= len(told.wrong)


class Hands:
    """Fingers that tell the screen what a report says, the way people would."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def sit_down(self, players: int) -> None:
        """Go from the home screen to the table, on the made-up board."""
        desk = self.desk
        desk.tap(desk.screen(HomeScreen)["game sequence-states"])
        for n in range(players):
            desk.sit(n * (PLACES // players))
        people = desk.screen(PlayersScreen)
        desk.until(lambda: "step line" in people)
        desk.tap(people["step line"])
        setup = desk.screen(SetupScreen)
        desk.until(lambda: setup.part()["made_up"].live)
        desk.tap_on(setup_words.MADE_UP, setup)
        desk.tap(setup.header.next)
        desk.settle()

    def tell(self, report: AnyReport) -> None:
        match report:
            case PlaceChip(_, space, card):
                self._pick(card)
                self._space(space)
            case RemoveChip(_, space):
                self._pad(words.REMOVE_CARD)
                self._space(space)
            case DrawCard(seat):
                self._seat(seat)
            case SwapDead(_, card):
                assert card is not None
                self._pad(words.DEAD_CARD)
                if self.desk.table.opened is not None:
                    self._pad(words.state(card))
            case ChooseFive(five):
                self._five(five)
            case CallTalk(side):
                self._pad(frame.REFEREE)
                self._pad(words.talk_in(words.COLOURS[self.desk.table.session.view.sides[side].colour]))
            case Forfeit(seat):
                self._pad(words.put_one_down(self.desk.table.presenter.seat_name(seat)))
            case PassTurn(seat):
                self._pad(frame.REFEREE)
                self._pad(words.cannot_play(self.desk.table.presenter.seat_name(seat)))
        self._settle()

    def _settle(self) -> None:
        """Let a quarter of a second pass in one frame: a game has hundreds of taps."""
        self.desk.rig.time.seconds += 0.3
        self.desk.pump(2)

    def _pick(self, card: StateCard | None) -> None:
        if card == ADD:
            self._pad(words.ADD_CARD)
        elif card is not None:
            if not self._has(words.WHICH_CARD):
                # The large pad waits for a card to be taken; the space alone tells the card as well.
                return
            self._pad(words.WHICH_CARD)
            letter = STATES[card].name[0]
            sheet = the(EntryDialog, self.desk.table.opened)
            self.desk.tap(the(StatePicker, sheet.entry)[f"letter {letter}"])
            if len(BY_LETTER[letter]) > 1:
                self._pad(STATES[card].name)

    def _five(self, five: Five) -> None:
        for _ in range(6):
            if any(sequence.five == five for sequence in self.desk.table.session.view.sequences):
                return
            self._pad(words.OTHER_FIVE)
            self._settle()
        raise AssertionError(f"{five} was never offered")

    def _space(self, space: Space) -> None:
        self.desk.rig.tap_at(*middle(self.desk, SpaceTap(space)))

    def _seat(self, seat: Seat) -> None:
        self.desk.rig.tap_at(*middle(self.desk, SeatTap(seat)))

    def _has(self, text: str) -> bool:
        return any(pad.title.text == text for pad in self.desk.table.side.pads)

    def _pad(self, text: str) -> None:
        self.desk.tap_on(text)


@pytest.mark.parametrize(("players", "seed", "shy", "most"), [
    pytest.param(2, 3, False, 20, marks=pytest.mark.long),
    pytest.param(2, 3, False, 70, marks=pytest.mark.long),
    pytest.param(4, 8, True, 70, marks=pytest.mark.long),
])  # fmt: skip
def test_a_game_is_told_by_fingers_alone(desk: Desk, players: int, seed: int, shy: bool, most: int) -> None:
    hands = Hands(desk)
    hands.sit_down(players)
    table = Table(players, 2, DEMO, seed, shy=shy)
    told: list[AnyReport] = []
    while not table.over and len(told) < most:
        for report in table.turn():
            hands.tell(report)
            told.append(report)
        state = desk.table.session.match.state
        assert figures(state) == table.figures(), "\n".join(map(str, told[-6:]))
    if table.over:
        assert desk.table.dialog is not None
        assert desk.table.session.outcome is not None
