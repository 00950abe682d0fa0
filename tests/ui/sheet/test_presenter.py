"""What a sheet's table says: whose turn it is, what one tap enters, who has won."""

import pytest
from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.sheet import reports as r
from companion.games.sheet.model import Facts, State
from companion.games.sheet.sheet import Sheet
from companion.grab import Grab
from tests.games.sheet.table import Table, plain
from ui.games.sheet.presenter import FiguresFor, SheetPresenter
from ui.stage import theme
from ui.table.presenting import Enter, ResultLine

FOX, OWL, BEAR = map(Seat, range(3))
FREE = plain('told = "turns"\norder = "free"')
CHOSEN = plain('told = "turns"\norder = "chosen"')
PASSES = plain('told = "turns"\npasses = "all"')
REVERSES = plain('told = "turns"\nreverses = true')
ABOUT = plain('about = "Best of three: high cards. Aces count."')
GRABS = r.TellGrab(Grab((OWL,)))


def played(sheet: Sheet | str, players: int, *reports: r.AnyReport) -> State:
    table = Table(sheet, players)
    table.tell(*reports)
    return table.state


def words_of(state: State) -> SheetPresenter:
    return SheetPresenter(Facts(state.players, state.sheet), theme.plates()[: state.players])


def row(*figures: int) -> r.TellRow:
    return r.TellRow((figures,))


@pytest.mark.parametrize(("state", "seat", "title", "small"), [
    (played("wizard", 3), None, "Wizard: Round 1 of 20", "Bear deals, Fox begins"),
    (played(ABOUT, 2), None, "Plain: Round 1", "Best of three"),
    (played("scrabble", 2), FOX, "Fox's turn", "Round 1"),
    (played(FREE, 2), None, "Tap whose turn it was", "Round 1"),
    (played("chess_clock", 2), FOX, "Round 1", "nobody's time runs"),
    (played("chess_clock", 2, r.StartClock()), FOX, "Fox's turn", "Round 1"),
    (played("chess_clock", 2, r.StartClock(), r.PauseClock(5)), FOX, "Pause", "nobody's time runs"),
    (played("chess_clock", 2, r.StartClock(), r.TellTurn(FOX, (), 5), r.PauseClock()), OWL, "Pause",
     "nobody's time runs"),
    (played("turn_timer", 3, r.StartClock()), FOX, "Fox's turn", "Round 1"),
    (played("turn_timer", 3, r.StartClock(), r.TellFlag(FOX, 60_000)), FOX, "Fox's turn", "time is up"),
    (played("quiz_buzzers", 3), None, "Know it? Buzz!", "Round 1"),
    (played("quiz_buzzers", 3, GRABS), OWL, "Owl answers", "Round 1"),
    (played(ABOUT, 2, row(5, 3), r.CallEnd()), None, "Fox wins with 5", ""),
    (played(ABOUT, 2, row(5, 5), r.CallEnd()), None, "Fox and Owl win with 5", ""),
    (played("chess_clock", 2, r.StartClock(), r.GiveUp(FOX)), None, "Owl wins", ""),
    (replace(played(ABOUT, 2), ended=Outcome((), "sh.lost")), None, "Nobody wins", ""),
])  # fmt: skip
def test_the_banner_says_what_is_awaited(state: State, seat: Seat | None, title: str, small: str) -> None:
    banner = words_of(state).banner(state)
    assert (banner.seat, banner.title, banner.subtitle) == (seat, title, small)


def enter(seat: Seat | None = None) -> Enter:
    return Enter(FiguresFor(seat))


@pytest.mark.parametrize(("state", "pads"), [
    (played(ABOUT, 2), [("Enter points", enter())]),
    (played("scrabble", 2), [("Enter points", enter(FOX))]),
    (played(FREE, 2, r.TellTurn(OWL, (3,))), [("Fox", enter(FOX)), ("Owl", enter(OWL))]),
    (played(CHOSEN, 3, r.TellTurn(OWL, (3,))), [("Fox", enter(FOX)), ("Bear", enter(BEAR))]),
    (played(PASSES, 2), [("Enter points", enter(FOX)), ("Fox passes", r.PassRound(FOX))]),
    (played(REVERSES, 2), [("Enter points", enter(FOX)), ("Other way round", r.TurnRound())]),
    (played("chess_clock", 2), [("Start the clock", r.StartClock())]),
    (played("chess_clock", 2, r.StartClock(), r.PauseClock(5)), [("Go on", r.StartClock())]),
    (played("chess_clock", 2, r.StartClock()),
     [("Turn is over", r.TellTurn(FOX, ())), ("Pause", r.PauseClock())]),
    (played("scrabble_clock", 2, r.StartClock()), [("Turn is over", enter(FOX)), ("Pause", r.PauseClock())]),
    (played("quiz_buzzers", 3), [("Nobody knows it", r.CallNobody())]),
    (played("quiz_buzzers", 3, GRABS), []),
    (played("halli_galli", 3), []),
    (played(ABOUT, 2, row(5, 3), r.CallEnd()), []),
])  # fmt: skip
def test_the_pads_enter_what_is_awaited(state: State, pads: list[tuple[str, object]]) -> None:
    assert [(pad.title, pad.report) for pad in words_of(state).routine(state)] == pads


@pytest.mark.parametrize(("state", "means"), [
    (played(ABOUT, 2), enter()),
    (played("scrabble", 2), enter(OWL)),
    (played(CHOSEN, 3), enter(OWL)),
    (played(CHOSEN, 3, r.TellTurn(OWL, (3,))), None),
    (played("chess_clock", 2, r.StartClock()), None),
    (played("scrabble_clock", 2), None),
    (played("scrabble_clock", 2, r.StartClock()), enter(OWL)),
    (played("quiz_buzzers", 3), GRABS),
    (played("quiz_buzzers", 3, GRABS), None),
    (played(ABOUT, 2, row(5, 3), r.CallEnd()), None),
])  # fmt: skip
def test_what_a_tap_on_owl_means(state: State, means: object) -> None:
    assert words_of(state).tapped(state, None, OWL) == means


@pytest.mark.parametrize(("state", "menu"), [
    (played(ABOUT, 2), []),
    (played(ABOUT, 2, row(5, 3)), [r.CallEnd()]),
    (played("turn_timer", 3, r.StartClock(), r.TellTurn(FOX, (), 5)), [r.CallEnd()]),
    (played("chess_clock", 2), [r.GiveUp(FOX), r.GiveUp(OWL)]),
    (played("chess_clock", 2, r.StartClock(), r.GiveUp(FOX)), []),
])  # fmt: skip
def test_the_referee_hears_who_has_lost_and_ends_what_has_begun(
    state: State, menu: list[r.AnyReport]
) -> None:
    assert [choice.report for choice in words_of(state).referee_menu(state)] == menu


@pytest.mark.parametrize(
    ("more", "names"), [("", ["Fox", "Bear", "Owl"]), ('wins = "low"', ["Owl", "Bear", "Fox"])]
)
def test_whoever_has_won_stands_first(more: str, names: list[str]) -> None:
    state = played(plain(more), 3, row(5, 1, 3), r.CallEnd())
    assert isinstance(state.ended, Outcome)
    result = words_of(state).result(state.ended, state)
    assert [line.name for line in result.figures] == names
    assert (result.title, result.winners) == (f"{names[0]} wins", state.ended.winners)
    assert ResultLine((FOX,), "Fox", "5") in result.figures
