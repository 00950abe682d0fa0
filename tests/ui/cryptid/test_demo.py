"""Whole games: simulated players play by themselves, and fingers enter what they report."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game import Level, Outcome, Refused, Seat
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import Answering, Facts, Hue, State
from companion.games.cryptid.setups import habitats
from companion.match_reports import TakeBack
from companion.store import Store
from tests.games.cryptid.players import Table as People
from tests.ui.by_fingers import demonstrated, front, rest, settle, state_of, texts
from tests.ui.cryptid.table import (
    D7,
    FOUR,
    FOX,
    NAMES,
    OPEN,
    SEALED,
    SETUP,
    answers,
    as_text,
    cube_report,
    dealt,
    enter,
    hold,
    plain,
    position,
    situation,
    touch,
    view_of,
    words_of,
)
from tests.ui.desk import Desk, said_at, the
from tests.ui.played import PlayedOut
from tests.ui.rig import Rig
from ui.dialogs.win import WinDialog
from ui.games.cryptid import words
from ui.games.cryptid.entries import Narrowing
from ui.games.cryptid.pending import At, Searching
from ui.games.cryptid.players import Players
from ui.games.players import Submitted, Tapped, Touched
from ui.games.registry import FACES
from ui.language import words as frame
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen

DEALT = FACES["cryptid"]().facts(2, {}, Level.WATCHING, Seat(0))
"""The facts of a demonstration."""


@cache
def played(seed: int) -> PlayedOut:
    return PlayedOut("cryptid", DEALT, seed)


SETUPS = [(seed, replace(SEALED, setup=deal(10 * seed, mode))) for seed in range(1, 7) for mode in Mode]


def test_simulated_people_play_to_the_end_and_do_all_that_can_be_seen_at_a_table() -> None:
    games = [PlayedOut("cryptid", facts, seed) for seed, facts in SETUPS]
    for game in games:
        assert game.state.ended is not None, as_text(game.state)
        for report, ruling in game.refused:
            # Mistakes are reported in private, and no other kind occurs.
            assert not ruling.on_table
            assert all(fault.audience == (report.seat,) for fault in ruling.violations), as_text(game.state)
    right = [report for game in games for report in game.right]
    assert {type(report) for report in right} == {r.PlaceCube, r.Ask, r.GiveAnswer, r.Search}
    assert any(isinstance(report, r.Search) and {disc.at for disc in report.discs} - {report.at}
               for report in right), "some search with an own disc on the space"  # fmt: skip
    rules = {rule for game in games for rule in game.faults}
    assert {"cr.truth", "cr.answer-one"} <= rules <= {"cr.truth", "cr.answer-one", "cr.answer-both"}
    # Most of their reports are right.
    assert 0 < sum(len(game.refused) for game in games) < len(right) / 8


def test_every_report_of_a_game_is_told_by_fingers() -> None:
    for seed in (1, 2, 3):
        game = played(seed)
        for state, report in zip(game.states, game.reports, strict=False):
            taps = Players(1).steps(report, view_of(state), words_of())
            why = f"{report}\n{as_text(state)}"
            assert all(isinstance(step.deed, Tapped | Touched) for step in taps), why
            spaces = [step.deed.place for step in taps if isinstance(step.deed, Touched)]
            assert spaces[:1] == ([] if isinstance(report, r.GiveAnswer) else [report.at]), why


def test_what_no_pad_offers_is_told_aloud() -> None:
    view = view_of(position(Answering(D7, search=False, asked=Seat(1))))
    for report in (r.GiveAnswer(Seat(0)), r.Ask(Seat(0), D7)):
        (step,) = Players(1).steps(report, view, words_of())
        assert step.deed == Submitted(report)


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_a_whole_demonstration(desk: Desk, seed: int) -> None:
    aims: set[object] = set()
    banners: set[str] = set()
    toasts: set[str] = set()

    def look(table: TableScreen) -> None:
        aims.add(type(table.pending))
        banners.add(table.banner.title.text)
        toasts.add(table.toast.text)
        assert table.notes.panel is None, "nobody looks at clues where everybody can see them"

    (result, reports), game = demonstrated(desk, "cryptid", 2, seed, look), played(seed)
    assert result.endswith("wins"), situation(desk)
    # What they enter is what they mean, and mistakes leave no trace.
    assert reports == game.right, situation(desk)
    assert toasts == {""}
    assert front(desk).session.match.outcome == game.state.ended
    assert At in aims
    elsewhere = [report for report in game.right if isinstance(report, r.Search)
                 and {disc.at for disc in report.discs} - {report.at}]  # fmt: skip
    assert (Searching in aims) is bool(elsewhere), situation(desk)
    assert {"Fox's turn", "Owl's turn"} <= banners
    habitat = front(desk).session.view.habitat
    assert any(words.lived(habitat) in text for text in said_at(desk.win.end)), situation(desk)
    assert {words.FIELD, words.SHARE, frame.AGAIN} <= set(desk.win.part().texts)


Figures = tuple[dict[Hex, Hue], dict[Hex, frozenset[Hue]]]


def lying(state: State) -> Figures:
    spots = list(zip(MAP, state.spots, strict=True))
    cubes = {at: spot.cube for at, spot in spots if spot.cube is not None}
    return cubes, {at: frozenset(spot.discs) for at, spot in spots if spot.discs}


def figures(people: People) -> Figures:
    return people.cubes, {at: frozenset(discs) for at, discs in people.discs.items() if discs}


def slip(desk: Desk, report: r.AnyReport) -> None:
    """Make a report that contradicts the player's clue, in place of the next one; it has no effect."""
    state, length = state_of(desk), front(desk).session.length
    match report:
        case r.PlaceCube():
            enter(desk, cube_report(state, truly=False))
        case r.GiveAnswer(seat):
            assert isinstance(state.stage, Answering)
            lies, discs = answers(state, seat, state.stage.at, truly=False), state.spot(state.stage.at).discs
            wrong = [answer for answer in lies if answer.cube not in discs]
            for answer in wrong[:1]:
                enter(desk, answer)
        case _:
            return
    assert (front(desk).session.length, state_of(desk)) == (length, state), situation(desk)


def over(desk: Desk, people: People) -> WinDialog:
    """Return the win dialog, which must be open."""
    sheet = front(desk).dialog
    assert isinstance(sheet, WinDialog), situation(desk)
    assert people.winner is not None
    assert front(desk).session.match.outcome == Outcome((Seat(people.winner),), "cr.search"), situation(desk)
    assert sheet.end.title == f"{NAMES[people.winner]} wins"
    return sheet


def solved(desk: Desk) -> None:
    """Check the habitat, and every clue with its owner; then close the dialog."""
    state = state_of(desk)
    setup = state.setup
    assert setup is not None
    at = next(at for at in MAP if habitats(setup) & at.bit)
    assert words.lived(at) in "\n".join(said_at(desk.win.end)), situation(desk)
    rest(desk)
    desk.tap_on(words.FIELD)
    said = texts(the(Narrowing, desk.entry))
    for hue, clue in zip(state.hues, setup.clues, strict=True):
        of = words.clue_of(NAMES[state.owner(hue)], words.HUES[hue], words.clue_words(clue))
        assert any(line.startswith(of) for line in said), said
    desk.tap_on(frame.CLOSE)
    assert front(desk).opened is None


LONG = ((2, 2, Mode.ADVANCED), (2, 7, Mode.NORMAL), (4, 3, Mode.NORMAL), (5, 1, Mode.NORMAL))


@pytest.mark.parametrize(("players", "seed", "mode"), [
    (2, 1, Mode.NORMAL),
    (3, 2, Mode.NORMAL),
    *(pytest.param(*game, marks=pytest.mark.long) for game in LONG),
])  # fmt: skip
def test_a_game_with_sealed_clues(desk: Desk, tmp_path: Path, players: int, seed: int, mode: Mode) -> None:
    setup = deal(seed, mode, players)
    table, people = dealt(desk, Facts(players, setup)), People(setup, seed)
    reports: list[r.AnyReport] = []
    while people.winner is None:
        for report in people.turn() if reports else people.share():
            if len(reports) % 5 == 2:
                slip(desk, report)
            enter(desk, report)
            reports.append(report)
        assert lying(state_of(desk)) == figures(people), situation(desk)
    over(desk, people)
    # The reports are all that was recorded.
    bodies = [entry.body for entry in table.session.match.entries[1:]]
    assert [plain(getattr(body, "report", None)) for body in bodies] == list(map(plain, reports))
    solved(desk)
    desk.tap_on(frame.SHOW_TABLE)
    assert front(desk).dialog is None
    desk.tap(front(desk).bar.back)
    desk.screen(HomeScreen)
    with Store(tmp_path / "matches.db", reading=True) as store:
        (kept,) = store.matches()
        assert kept.over


def put_right(desk: Desk, at: Hex, to: Hex) -> None:
    desk.tap(front(desk).bar.referee)
    desk.tap_on(words.WRONG_PIECE)
    touch(desk, at)
    touch(desk, to)
    settle(desk)


@pytest.mark.parametrize("seed", [1, pytest.param(4, marks=pytest.mark.long)])
def test_a_whole_game_without_clues_with_a_wrong_piece_put_right(desk: Desk, seed: int) -> None:
    setup = deal(seed)
    table = dealt(desk, Facts(setup=setup.map_alone))
    people = People(setup, seed)
    shared = list(people.share())
    first = shared[0]
    assert isinstance(first, r.PlaceCube)
    # Fox places the first cube where the clue allows the creature; without clues nobody can know.
    others = {report.at for report in shared if isinstance(report, r.PlaceCube)}
    wrong = next(at for at in MAP if at in people.allowed_hexes[first.hue] and at not in others)
    shared[0] = r.PlaceCube(FOX, first.hue, wrong)
    for report in shared:
        enter(desk, report)
    # Then Fox sees it: it should have been a disc, and the cube belongs elsewhere.
    put_right(desk, wrong, first.at)
    people.discs[wrong] = [first.hue]
    assert lying(state_of(desk)) == figures(people), situation(desk)
    last = table.presenter.describe(table.session.match.entries[-1])
    name, lay, lies = words.HUES[first.hue], words.space(wrong), words.space(first.at)
    assert last == (f"Fox's {name} piece on {lay} was wrong: changed, and the old one is on {lies}.",)
    assert table.pending is None
    while people.winner is None:
        for report in people.turn():
            enter(desk, report)
        assert lying(state_of(desk)) == figures(people), situation(desk)
    sheet = over(desk, people)
    assert not any("habitat" in text for text in said_at(sheet.end)), "nobody gave the referee a clue"
    pads = sheet.part().texts
    assert words.FIELD in pads
    assert words.SHARE not in pads, "there are no clues to share"
    desk.tap_on(words.FIELD)
    assert isinstance(desk.entry, Narrowing), situation(desk)


@pytest.mark.parametrize("facts", [SEALED, OPEN, FOUR], ids=["sealed", "open", "four"])
def test_all_give_up_by_holding_and_see_everything(desk: Desk, facts: Facts) -> None:
    desk.tap(dealt(desk, facts).bar.referee)
    desk.tap_on(words.GIVE_UP)
    first, *others = (desk.entry[f"agrees {n}"] for n in range(facts.players))
    desk.tap(first)
    assert not first.chosen, "a tap doesn't count as agreement"
    for pad in others:
        hold(desk, pad)
        assert state_of(desk).ended is None, "everybody must agree"
    hold(desk, first)
    desk.pump(2)
    assert state_of(desk).ended == Outcome((), "cr.give-up"), situation(desk)
    said = said_at(desk.win.end)
    assert "Nobody wins" in said
    assert any("habitat" in text for text in said) is (facts is not OPEN)
    if facts is not OPEN:
        solved(desk)
    before = front(desk).session.length
    assert isinstance(front(desk).session.submit(TakeBack(), before).ruling, Refused)
    assert front(desk).session.length == before, "there is no way back from there"


def test_a_match_is_gone_on_with_after_the_power_went(rig: Rig, tmp_path: Path, desk: Desk) -> None:
    """Clues and pieces come back with it, and the table shows no clue to anybody."""
    dealt(desk, Facts(setup=SETUP))
    people = People(SETUP, 1)
    for report in people.share():
        enter(desk, report)
    rest(desk)
    state, before = state_of(desk), texts(front(desk))
    name = front(desk).session.name
    desk.close()
    again = Desk(rig, tmp_path / "matches.db")
    again.until(lambda: again.frame.table is not None)
    rest(again)
    assert front(again).session.name == name
    assert state_of(again) == state
    assert texts(front(again)) == before
    enter(again, r.Ask(FOX, next(at for at in MAP if state.spot(at).cube is None)))
    assert isinstance(state_of(again).stage, Answering), situation(again)
    again.close()
