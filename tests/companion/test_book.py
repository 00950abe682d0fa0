"""The record book: every match's result, computed from journals alone, from scratch or incrementally."""

import shutil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import register
from companion.book import counting
from companion.book.figures import FEW, Against, Book, Extreme, FirstPlayerWins, Spread, WinCount, spread
from companion.book.played import PAUSE, MatchResult, Played, match_result, played
from companion.chance import wilson
from companion.clock import WallTime
from companion.copies import stored_match
from companion.game import Chases, Duelled, Outcome, Seat, Standing
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts as SheetFacts
from companion.games.sheet.reports import CallEnd, TellRow
from companion.games.sheet.sheet_file import score_sheet
from companion.games.shelf import GAMES
from companion.games.ungle_speed.events import DuelWon, HeatCalled, TotemTaken, WrongGrabRuled
from companion.games.ungle_speed.model import Grab, Touch
from companion.games.ungle_speed.score import chases, standings_of
from companion.journal import NamePlate, StoredRow, rows_of
from companion.line import Position
from companion.match import Match
from companion.match_reports import Abandon, Replace, TakeBack
from companion.people import NO_PERSON, People, PersonId
from companion.store import Store
from tests.companion.ended import GUESTS, JOURNALS, MINUTE, ended, seated
from tests.companion.test_people import ADA, BOB, CEM
from tests.contract.cases import CASES
from tests.games.ungle_speed.board import position
from tests.matches import AnyMatch, keep, new_match, submit
from ui.contract.walk import submit_anything

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
MS = 1_000_000


# --- one match ---


def finished(match: AnyMatch) -> MatchResult:
    """Return the result of a match that was played to its end."""
    result = played(match.rows()).result
    assert result is not None
    return result


TURNS = {"ungle-speed": 87, "sequence-states": 18, "cryptid": 3, "tracktic": 8, "speed-mode": 30, "sheet": 0}
"""Counted from entries: cards turned, chips placed, questions and searches, moves and skips, turns.

On that sheet only rounds are entered, so nobody's turns are known.
"""


@EVERY_GAME
def test_a_match_comes_to_what_its_outcome_says(game: str) -> None:
    match = ended(game)
    found = played(match.rows())
    result, outcome = finished(match), match.outcome
    assert outcome is not None
    assert (found.id, found.game, found.length) == (match.header.match, game, match.length)
    assert len(result.standings) == found.players == match.facts.players
    winners = {match.game.results.player(match.state, seat) for seat in outcome.winners}
    assert winners, "a match in which somebody has won"
    assert {player for player, standing in enumerate(result.standings) if standing.won} == winners
    assert {player for player, standing in enumerate(result.standings) if standing.place == 1} == winners
    assert result.turns == TURNS[game]
    assert (result.ending, result.chases is not None) == (outcome.reason, game == "ungle-speed")


@EVERY_GAME
def test_points_are_those_of_the_games_own_score_and_the_best_of_them_win(game: str) -> None:
    match = ended(game)
    result, scoring = finished(match), played(match.rows()).scoring
    points = [standing.points for standing in result.standings if standing.points is not None]
    figure = {
        "ungle-speed": "cards",
        "sequence-states": "sequences",
        "tracktic": "longest",
        "speed-mode": "points",
        "sheet": "points",
    }
    if not scoring.points:
        assert points == []
        return
    assert points == match.game.score(match.state)[figure[game]]
    best = max if scoring.high_wins else min
    assert all(standing.won == (standing.points == best(points)) for standing in result.standings)


def test_a_figure_that_is_corrected_after_the_end_makes_the_match_no_longer() -> None:
    match = new_match(SheetGame(), SheetFacts(2, score_sheet()))
    for minute, report in ((5, TellRow(((5, 1),))), (10, TellRow(((9, 1),))), (11, CallEnd())):
        match.submit(report, seen=match.length, at=WallTime(minute * MINUTE))
    long = match_result(match)
    for minute in (19, 28):
        change = Replace(1, TellRow(((minute, 1),)))
        assert match.submit(change, seen=match.length, at=WallTime(minute * MINUTE)).entry
    assert (corrected := match_result(match)) is not None
    assert long is not None
    assert corrected.played == long.played


@EVERY_GAME
def test_while_a_match_goes_on_or_was_broken_off_only_its_players_and_length_are_known(game: str) -> None:
    match = seated(ended(game), "m", ())
    begun = Match(match.game, match.entries[:-1])
    broken = Match(match.game, match.entries)
    began = match.entries[0].at
    for unfinished in (begun, broken):
        if unfinished is broken:
            assert submit(broken, Abandon()).entry is not None
        assert played(unfinished.rows()) == Played("m", game, began, unfinished.length, match.header.plates)
    # The end was taken back. A match that can't be read to its end hasn't ended either.
    torn = match.rows()
    torn[-1] = replace(torn[-1], crc=torn[-1].crc ^ 1)
    assert played(torn).result is None


@pytest.mark.parametrize("players", [2, 4])
def test_a_sealed_match_that_goes_on_tells_the_book_the_same_whatever_its_clues(players: int) -> None:
    setup = deal(5, players=players)
    matches = []
    for clues in (setup.clues, setup.clues[::-1]):
        facts = CryptidFacts(players, replace(setup, clues=clues))
        match = new_match(Cryptid(), facts)
        matches.append(played(match.rows()))
    assert matches[0] == matches[1]
    assert matches[0].result is None


def test_pauses_and_clocks_that_are_set_are_no_time_played() -> None:
    match = ended("speed-mode")
    times = [0, 1_000, 1_000 + PAUSE, 2_000 + PAUSE, 500, *[700] * len(match.entries)]
    entries = [replace(entry, at=WallTime(at)) for entry, at in zip(match.entries, times, strict=False)]
    assert finished(Match(match.game, entries)).played == 1_000 + 1_000 + 200


def test_who_left_ungle_speed_is_behind_everybody_who_stayed() -> None:
    state = position("0", "9 A1g", "3", "0", left=(Seat(3),))
    assert standings_of(state, Outcome((Seat(0),), "us.out")) == (
        Standing(1, True, 0, 0),
        Standing(3, False, 10, 1),
        Standing(2, False, 3, 2),
        Standing(4, False, None, 3),
    )
    # Equals share a place, and nobody has won.
    equal = standings_of(position("2", "2", "3"), Outcome((), "us.called-end"))
    assert [(standing.place, standing.won) for standing in equal] == [(1, False), (1, False), (3, False)]


def test_in_cryptid_nobody_is_behind_where_all_gave_up() -> None:
    rows = rows_of((JOURNALS / "cryptid/format_1_given_up.jsonl").read_bytes())
    result = played([row for row in rows if isinstance(row, StoredRow)]).result
    assert result is not None
    assert {(standing.place, standing.won) for standing in result.standings} == {(1, False)}


# --- hands at the totem ---


def at_the_totem(*events: Any, **state: Any) -> Chases:
    """Return what the book records for a sequence of events."""
    start = position("5 A1g", "5 A1p", "5 A2g", **state)
    return chases([Position(0, WallTime(0), None, (), start), Position(1, WallTime(0), None, events, start)])


def grab(*touches: tuple[int, float], band: float = 1) -> Grab:
    """Return a grab by seats at these times in ms after the first; the error band is in ms too."""
    hands = tuple(Touch(Seat(seat), round(after * MS)) for seat, after in touches)
    return Grab((hands[0].seat,), hands, round(band * MS), "kernel")


def test_a_margin_is_from_the_winners_hand_to_the_first_of_the_losers() -> None:
    found = at_the_totem(TotemTaken(grab((2, 0), (0, 3), (1, 20))), DuelWon(Seat(2), (Seat(1), Seat(0))))
    assert found.duels == (Duelled(2, (1, 0), 3 * MS),)
    assert found.races == ((2, 0),)


@pytest.mark.parametrize(
    "taken",
    [Grab((Seat(0),)), grab((0, 0)), grab((0, 0), (2, 9)), grab((0, 0), (1, 0.9)), grab((1, 0), (0, 5))],
    ids=["told by hand", "alone", "against somebody else", "inside the band", "not the first"],
)
def test_without_two_hands_clearly_apart_a_duel_has_no_margin(taken: Grab) -> None:
    assert at_the_totem(TotemTaken(taken), DuelWon(Seat(0), (Seat(1),))).duels == (Duelled(0, (1,), None),)


def test_both_hands_of_a_player_are_that_players() -> None:
    start = position("5 A1g", "5 A1p", "5", "5", players=2)
    events = (TotemTaken(grab((2, 0), (1, 8))), DuelWon(Seat(2), (Seat(1),)), WrongGrabRuled(Seat(3), "x"))
    found = chases([Position(0, WallTime(0), None, (), start), Position(1, WallTime(0), None, events, start)])
    assert (found.duels, found.wrong) == ((Duelled(0, (1,), 8 * MS),), (0, 1))
    tied = replace(grab((0, 0), (1, 0.5)), first=(Seat(0), Seat(1)))
    found = at_the_totem(HeatCalled(tied), WrongGrabRuled(Seat(2), "us.wrong-grab"))
    assert (found.heats, found.wrong, found.races) == ((1, 1, 0), (0, 0, 1), ())


def test_a_simulated_table_has_as_many_duels_and_wrong_grabs_as_were_ruled() -> None:
    match = ended("ungle-speed")
    found = finished(match)
    assert found.chases is not None
    events = [event for at in match.line for event in at.events]
    assert len(found.chases.duels) == sum(isinstance(event, DuelWon) for event in events) > 0
    assert sum(found.chases.wrong) == sum(isinstance(event, WrongGrabRuled) for event in events)


# --- many matches ---


def result_of(
    *places: int, first: int = 0, sides: tuple[int, ...] = (), chases: Chases | None = None
) -> MatchResult:
    """Return a result with these places; the first player won."""
    sides = sides or tuple(range(len(places)))
    standings = tuple(Standing(place, place == 1, 10 * place, sides[n]) for n, place in enumerate(places))
    return MatchResult(standings, first, 7, 5 * MINUTE, "x", chases)


def match_of(
    name: str, result: MatchResult | None, *who: NamePlate, game: str = "tracktic", at: int = 0
) -> Played:
    """Return a match of these people."""
    return Played(name, game, WallTime(at), 9, tuple(plate.recorded for plate in who), result)


A, B, C, FOX = ADA.plate, BOB.plate, CEM.plate, GUESTS[0]
KNOWN = People({one.id: one for one in (ADA, BOB, CEM)})


def test_people_are_compared_pairwise_by_place() -> None:
    book = Book.of(
        [
            match_of("a", result_of(1, 2, 2), A, B, C),
            match_of("b", result_of(3, 1, 2), A, B, C),
            match_of("c", result_of(1, 2), A, FOX),
        ],
        KNOWN,
    )
    ada = book.persons()[ADA.id]
    assert ada.all == WinCount(3, 2)
    assert ada.against == {BOB.id: Against(1, 0, 1), CEM.id: Against(1, 0, 1)}
    assert book.persons()[CEM.id].against[BOB.id] == Against(0, 1, 1)
    assert NO_PERSON not in book.persons()
    # Teammates aren't compared.
    teams = Book.of([match_of("a", result_of(1, 2, 1, 2, sides=(0, 1, 0, 1)), A, B, C, FOX)], KNOWN)
    assert teams.persons()[ADA.id].against == {BOB.id: Against(1, 0, 0)}


def test_a_run_is_of_wins_one_after_the_other_in_the_order_in_which_they_were_played() -> None:
    results = (True, True, False, True, True, True, False)
    matches = [match_of(f"m{n}", result_of(1 if won else 2, 1), A, B, at=n) for n, won in enumerate(results)]
    between = match_of("z", None, A, B, at=4)
    assert Book.of([*reversed(matches), between], KNOWN).persons()[ADA.id].run == 3


def test_what_is_not_finished_is_counted_as_that_and_as_nothing_else() -> None:
    book = Book.of([match_of("a", None, A, B), match_of("b", result_of(1, 2), A, B)], KNOWN)
    ada, game = book.persons()[ADA.id], book.games()["tracktic"]
    assert (ada.all, ada.unfinished, game.matches, game.unfinished) == (WinCount(1, 1), 1, 1, 1)


def test_who_was_merged_given_or_forgotten_counts_as_it_is_known_now() -> None:
    matches = [match_of("a", result_of(1, 2), A, FOX), match_of("b", result_of(2, 1), B, C)]
    merged = People({ADA.id: ADA}, {BOB.id: ADA.id}, frozenset({CEM.id}), {("a", 1): CEM.id})
    book = Book.of(matches, merged)
    assert book.persons()[ADA.id].all == WinCount(2, 1)
    assert book.persons()[CEM.id].all == WinCount(2, 1)
    assert merged.name(CEM.id) == "somebody"


def test_who_sat_on_two_seats_played_one_match_and_not_against_themselves() -> None:
    book = Book.of([match_of("a", result_of(2, 1, 3), A, A, B)], KNOWN)
    assert book.persons()[ADA.id].all == WinCount(1, 1)
    assert book.persons()[ADA.id].against == {BOB.id: Against(1, 0, 0)}


def test_grabs_of_a_person_are_added_up() -> None:
    duels = (
        Duelled(0, (1,), 2 * MS),
        Duelled(1, (0,), 8 * MS),
        Duelled(0, (1, 2), None),
        Duelled(0, (1,), 4 * MS),
    )
    totem = Chases(duels, (1, 0, 0), (0, 2, 0), (50, 50, 50), ((Seat(0), Seat(1)),) * 6)
    chased = match_of("a", result_of(1, 2, 3, chases=totem), A, B, C, game="ungle-speed")
    book = Book.of([chased, match_of("b", result_of(1, 2), A, B)], KNOWN)
    grabs = book.persons()[ADA.id].grabs
    assert grabs is not None
    assert (grabs.won, grabs.lost, grabs.heats, grabs.wrong_per_100) == (3, 1, 0, 2.0)
    assert grabs.ahead == Spread(2, 2 * MS, 2.5 * MS, 3 * MS, 3.5 * MS, 4 * MS)
    assert grabs.behind == Spread(1, *[8 * MS] * 5)
    seats = book.games()["ungle-speed"].seats
    assert [(seat.seat, seat.first, seat.of) for seat in seats] == [(0, 6, 6), (1, 0, 6)]
    # Six of six one way: 2 in 64, doubled because both seats were tested.
    assert [seat.chance for seat in seats] == [pytest.approx(4 / 64)] * 2
    assert book.games()["tracktic"].seats == ()


def test_who_begins_is_told_with_an_interval_and_with_what_chance_would_give() -> None:
    matches = [match_of(f"m{n}", result_of(1, 2, first=n % 2), A, B) for n in range(10)]
    draw = replace(result_of(1, 1), standings=(Standing(1, False, 3, 0),) * 2)
    game = Book.of([*matches, match_of("x", draw, A, B)], KNOWN).games()["tracktic"]
    assert game.begins == FirstPlayerWins(5, 10, *wilson(5, 10), 0.5)
    assert (game.highest, game.lowest) == (Extreme(20, "m0", 1), Extreme(3, "x", 0))
    assert game.turns == spread([7] * 11)


@pytest.mark.parametrize("count", [1, FEW - 1, FEW])
def test_few_matches_say_that_they_are_few(count: int) -> None:
    book = Book.of([match_of(f"m{n}", result_of(1, 2), A, B) for n in range(count)], KNOWN)
    assert book.persons()[ADA.id].few == book.games()["tracktic"].few == (count < FEW)


def test_a_part_of_the_book_is_a_book() -> None:
    matches = [
        match_of("a", result_of(1, 2), A, B, at=1),
        match_of("b", result_of(1, 2), A, C, at=2),
        match_of("c", result_of(1, 2), A, B, at=3, game="cryptid"),
    ]
    book = Book.of(matches, KNOWN)

    def names(**what: Any) -> str:
        return "".join(one.id for one in book.only(**what).matches)

    assert names() == "abc"
    assert names(people=[ADA.id, BOB.id]) == "ac"
    assert names(games=["tracktic"], since=2) == "b"
    assert names(since=1, before=3) == "ab"
    assert names(people=[PersonId("x")]) == ""


# --- from scratch or incrementally ---


def told_at_random(data: st.DataObject, case: Any) -> AnyMatch:
    """Return a match with random entries; often one that has ended, or had ended once."""
    kind = data.draw(st.sampled_from(("new", "ended", "back")), label="kind")
    if kind == "new":
        match = new_match(case.game, data.draw(st.sampled_from(case.facts)))
    else:
        whole = ended(case.game.name)
        match = Match(case.game, whole.entries)
        if kind == "back":
            at = data.draw(st.sampled_from([position.entry for position in whole.line[1:]]), label="back")
            submit(match, TakeBack(at, tuple(map(Seat, range(15)))))
    return match


@pytest.mark.parametrize("name", [name for name in CASES if name in GAMES])
@given(data=st.data())
@settings(max_examples=8)
def test_going_on_with_the_book_is_the_same_as_counting_it_anew(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    case = CASES[name]
    folder = tmp_path_factory.mktemp("book")
    with Store(folder / "matches.db") as store:
        register.add(store, [ADA, BOB])
        known: dict[str, counting.CachedMatch] = {}
        for n in range(data.draw(st.integers(1, 3))):
            match = seated(told_at_random(data, case), f"m{n}", (A, FOX, B), n)
            keep(store, match)
            for _ in range(data.draw(st.integers(0, 2))):
                length = match.length
                submit_anything(data, case, match)
                store.keep(stored_match(match), match.rows()[length:])
                gone_on, known = counting.compute(store, known)
                anew, all_of_it = counting.compute(store)
                assert (gone_on, known) == (anew, all_of_it)
                assert (gone_on.persons(), gone_on.games()) == (anew.persons(), anew.games())
        counting.write_cache(folder / "book", known)
        assert counting.read_cache(folder / "book") == known
    shutil.rmtree(folder)


def test_what_was_remembered_can_be_thrown_away_or_spoilt(store: Store) -> None:
    register.add(store, [ADA])
    keep(store, *(seated(ended(game), game, (A,), n) for n, game in enumerate(GAMES)))
    book = counting.open_book(store)
    cache = counting.cache_path(store.path)
    good = cache.read_bytes()
    assert cache.stat().st_mode & 0o777 == 0o600
    assert b"Ada" not in good
    for spoilt in (b"", good[:-1], good[:9] + b"\x00" + good[10:], b"\x00" * 100, good + b"x"):
        cache.write_bytes(spoilt)
        assert counting.read_cache(cache) == {}
        assert counting.open_book(store) == book
        assert cache.read_bytes() == good
    cache.unlink()
    assert counting.open_book(store) == book
    # Where no file can be written, nothing is lost.
    cache.unlink()
    cache.mkdir()
    assert counting.open_book(store) == book


def test_only_what_is_new_is_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, *(seated(ended(game), game, (A,)) for game in GAMES))
    counting.open_book(store)
    read: list[str] = []
    rows = store.rows

    def seen(match: str) -> list[StoredRow]:
        read.append(match)
        return rows(match)

    monkeypatch.setattr(store, "rows", seen)
    assert len(counting.open_book(store).matches) == len(GAMES)
    assert read == []
    keep(store, seated(ended("cryptid"), "one more", (A,)))
    assert len(counting.open_book(store).matches) == len(GAMES) + 1
    assert read == ["one more"]


def test_a_record_that_cannot_be_read_is_in_no_figure_and_keeps_no_other_out(store: Store) -> None:
    keep(store, seated(ended("tracktic"), "good", (A,)))
    rows = seated(ended("cryptid"), "bad", (A,)).rows()
    store.keep(replace(stored_match(ended("cryptid")), id="bad"), [replace(rows[0], entry=b"{}")])
    assert [one.id for one in counting.open_book(store).matches] == ["good"]
