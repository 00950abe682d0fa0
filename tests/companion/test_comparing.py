"""The table compared with the record: wrong entries are found, and nothing else is offered."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.comparing import Comparable, Contents, ContentsOf, _Trial, entries_changing, pairs, ways
from companion.game import Refused, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import AskOrSearch, HexContents
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.cryptid.reports import Ask, GiveAnswer
from companion.games.sequence_states.layout import demo
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.comparing import CIRCLE
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic import Tracktic
from companion.games.tracktic.model import COLOURS, Piece
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.model import State as UngleState
from companion.games.ungle_speed.reports import CallDuel, TakeTotem, TurnNext
from companion.line import Change
from companion.match import Match
from companion.match_reports import Insert, LetStand, Replace, Strike, TakeBack
from tests.contract.cases import CASES
from tests.matches import AnyMatch, tell
from ui.contract.walk import begin

BOARDS = ("sequence_states", "tracktic", "speed_mode", "cryptid")
TURNS = 6
"""The length of matches with a wrong entry: everything legal is tried at each of their turns."""


def copy(match: AnyMatch) -> AnyMatch:
    """Return a match with the same record."""
    return Match(match.game, match.entries)


def rules(match: AnyMatch) -> Comparable:
    assert isinstance(match.game, Comparable)
    return match.game


def board(match: AnyMatch) -> Contents:
    """Return the pieces on the board."""
    return rules(match).contents(match.state)


def played(name: str, rng: random.Random) -> AnyMatch:
    """Return the true record of a match, without clues that the referee knows."""
    case = CASES[name]
    openings = [facts for facts in case.facts if case.game.public(facts) == facts]
    # On a board with unknown spaces each of them may be any state: the same search, only slower.
    openings = [facts for facts in openings if getattr(facts, "layout", demo) is not None]
    match = begin(case, rng.choice(openings))
    for _ in range(TURNS):
        able = list(islice(case.game.legal(match.state), 60))
        if able:
            tell(match, rng.choice(able))
    return match


def wrong_records(
    true: AnyMatch, rng: random.Random, contents_of: ContentsOf | None = None
) -> Iterator[tuple[Change, AnyMatch]]:
    """Yield records with one entry wrong, added or missing; everything after it still fits."""
    contents_of = contents_of or rules(true).contents
    able = cache(lambda index: list(islice(true.game.legal(true.line[index - 1].state), 300)))
    for _ in range(40 if len(true.line) > 1 else 0):
        index = rng.randrange(1, len(true.line))
        entry = true.line[index].entry
        other = rng.choice(able(index))
        change = rng.choice((Strike(entry), Replace(entry, other), Insert(entry, other)))
        record = copy(true)
        if tell(record, change) and contents_of(record.state) != contents_of(true.state):
            yield change, record


def differing(record: AnyMatch, true: AnyMatch, contents_of: ContentsOf | None = None) -> dict[Any, Any]:
    """Return what a table would tap, count and enter where only the record is wrong."""
    contents_of = contents_of or rules(true).contents
    now = contents_of(record.state)
    return {place: thing for place, thing in contents_of(true.state).items() if now.get(place) != thing}


def table(match: AnyMatch, contents_of: ContentsOf) -> Any:
    return _Trial(match, contents_of, {}, at_once=False, near=False)._table(match.state)


OFFERED = 12
"""The most explanations that the screen shows, under "It is one of these"."""


def few_and_many(few: dict[str, int], many: int) -> list[Any]:
    """Return for each game `few` cases that finish soon, and `many` for the long run."""
    long_runs = [pytest.param(name, many, marks=pytest.mark.long) for name in few]
    return [*few.items(), *long_runs]


@pytest.mark.parametrize(
    ("name", "cases"), few_and_many(dict.fromkeys(BOARDS, 4) | {"cryptid": 2, "ungle_speed": 2}, 120)
)
def test_one_mistake_is_found_and_the_true_one_is_among_what_is_offered(name: str, cases: int) -> None:
    """At least 99 of 100 are found, and for 98 the true table is offered or asked about."""
    rng, tried, lost, false = random.Random(cases), 0, list[str](), list[str]()
    while tried < cases:
        true = played(name, rng)
        contents_of: ContentsOf = counts if name == "ungle_speed" else rules(true).contents
        for change, record in islice(wrong_records(true, rng, contents_of), 3):
            reported = differing(record, true, contents_of)
            tried += 1
            offered: dict[Any, Any] = {}
            for way in ways(record, contents_of, reported, at_once=name != "ungle_speed"):
                if way is not None:
                    offered.setdefault(way.table, way)
                if len(offered) == OFFERED:
                    break
            case = f"{change} in {[position.report for position in true.line[1:]]}: {[*offered.values()]}"
            if not offered:
                lost.append(case)
                continue
            for way in offered.values():
                mended = copy(record)
                assert tell(mended, way.report_for(mended.length)), way
                assert {**contents_of(mended.state), **reported} == contents_of(mended.state), case
            asked = any(way.one_of for way in offered.values())
            if not (asked or table(true, contents_of) in offered):
                false.append(case)
    assert len(lost) <= tried // 100, f"{len(lost)} of {tried}: " + "\n".join(lost[:3])
    assert len(false) <= tried // 50, f"{len(false)} of {tried}: " + "\n".join(false[:3])


@pytest.mark.parametrize(("name", "cases"), few_and_many(dict.fromkeys(BOARDS, 15), 60))
def test_what_one_mistake_left_can_be_told_place_by_place(name: str, cases: int) -> None:
    """A player taps a place where the table differs, and the true piece is among those offered."""
    rng, tried = random.Random(3), 0
    while tried < cases:
        true = played(name, rng)
        for change, record in islice(wrong_records(true, rng), 3):
            tried += 1
            for place, thing in differing(record, true).items():
                assert thing in rules(record).possible_things(record.state, place), change


@pytest.mark.parametrize("seat", [0, 1])
def test_of_a_circle_half_of_which_is_missing_the_other_half_is_a_semi_circle_of_anybody(seat: int) -> None:
    state = SpeedMode().opening(SpeedFacts())
    pairs = (replace(state.pairs[0], circle=Seat(seat)), *state.pairs[1:])
    place = state.board.places[0]
    pieces = SpeedMode().with_reported(replace(state, pairs=pairs), {(place, 0): None})
    assert (pieces[place, 0], pieces[place, 1], pieces[place, CIRCLE]) == (None, seat, None)


def test_where_three_play_a_piece_of_the_fourth_colour_can_be_told() -> None:
    """Its pieces start on the board, and may have been flipped only on the screen."""
    for players, colours in ((2, 2), (3, 4), (4, 4)):
        state = Tracktic().opening(TrackticFacts(players))
        able = Tracktic().possible_things(state, min(state.printed))
        assert able == (None, Piece.WHITE, *COLOURS[:colours])


def test_in_which_order_discs_came_onto_a_space_makes_no_difference() -> None:
    """The first question was about the second one's space, whose disc came later."""
    true: AnyMatch = begin(CASES["cryptid"], CryptidFacts(4))
    while not isinstance(true.state.stage, AskOrSearch):
        assert tell(true, next(iter(true.game.legal(true.state))))
    first, second = [at for at, spot in board(true).items() if spot == HexContents()][:2]
    record = copy(true)
    for match, asked in ((true, second), (record, first)):
        for report in (Ask(Seat(0), asked, Seat(1)), GiveAnswer(Seat(1))):
            assert tell(match, report)
        for report in (Ask(Seat(1), second, Seat(2)), GiveAnswer(Seat(2))):
            assert tell(match, report)
    _, blue, green, *_ = true.state.hues
    reported = {first: HexContents(), second: HexContents(discs=(blue, green))}
    assert all(thing in rules(record).possible_things(record.state, at) for at, thing in reported.items())
    found = next(way for way in ways(record, rules(record).contents, reported, at_once=True) if way)
    assert found.report == Ask(Seat(0), second, Seat(1))


@pytest.mark.parametrize("name", ["sequence_states", "tracktic", "speed_mode"])
def test_while_a_refusal_is_open_the_wrong_earlier_entry_is_found(name: str) -> None:
    """The refused move did happen; the error is in an earlier entry."""
    rng, tried, named = random.Random(1), 0, 0
    while tried < 5:
        true = played(name, rng)
        able = [report for report in islice(true.game.legal(true.state), 200) if shows(true, report)]
        for change, record in wrong_records(true, rng):
            after = copy(true)
            wrong = [report for report in able if isinstance(after.game.judge(record.state, report), Refused)]
            if not wrong:
                continue
            report = rng.choice(wrong)
            assert tell(after, report)
            tell(record, report)
            reported = differing(record, after)
            if record.hold is None or not reported:
                continue
            tried += 1
            single = ways(record, rules(record).contents, reported, at_once=True)
            first = next((way for way in single if way), None)
            if first is None:
                continue
            assert tell(record, TakeBack()), change
            assert tell(record, first.report_for(record.length - 1))
            assert first.then is None or tell(record, first.then)
            named += board(record) == board(after)
            assert board(record) == board(after)
    assert named == tried


def lawless(match: AnyMatch, rng: random.Random) -> Any:
    """Return a report that breaks a rule but may stand; None if none is found by chance."""
    anything = list(islice(CASES[match.game.name.replace("-", "_")].universe(match.state), 4_000))
    for report in (rng.choice(anything) for _ in range(60)):
        ruling = match.game.judge(match.state, report)
        if isinstance(ruling, Refused) and ruling.on_table and ruling.stands is not None:
            return report
    return None


@pytest.mark.parametrize(("name", "cases"), few_and_many({"tracktic": 4, "ungle_speed": 4}, 40))
def test_what_was_let_stand_and_never_told_is_found(name: str, cases: int) -> None:
    """It breaks a rule, so nothing legal explains it; pieces outside the area for two are found too."""
    rng, tried = random.Random(cases), 0
    at_once = name == "tracktic"
    while tried < cases:
        true = played(name, rng)
        report = lawless(true, rng)
        if report is None or tell(true, report) or not tell(true, LetStand()):
            continue
        let_stand = true.line[-1].entry
        for able in (list(islice(true.game.legal(true.state), 60)) for _ in range(rng.randrange(3))):
            if able:
                tell(true, rng.choice(able))
        record = copy(true)
        contents_of: ContentsOf = rules(true).contents if at_once else counts
        if not tell(record, Strike(let_stand)) or contents_of(record.state) == contents_of(true.state):
            continue
        tried += 1
        reported = differing(record, true, contents_of)
        first = next((way for way in ways(record, contents_of, reported, at_once=at_once) if way), None)
        assert first is not None, [position.report for position in true.line[1:]]
        if not tell(record, first.report_for(record.length)):
            assert tell(record, LetStand())
        assert contents_of(record.state) == contents_of(true.state)


def shows(match: AnyMatch, report: Any) -> bool:
    """Return whether a report changes the board."""
    after = copy(match)
    return tell(after, report) and board(after) != board(match)


def test_the_newest_that_was_forgotten_is_told_now_and_not_put_in() -> None:
    match = begin(CASES["tracktic"], CASES["tracktic"].facts[0])
    able = list(match.game.legal(match.state))
    after = copy(match)
    assert tell(after, able[0])
    single = ways(match, rules(match).contents, differing(match, after), at_once=True)
    first = next(way for way in single if way)
    assert first.report_for(match.length) == able[0]


def counts(state: UngleState) -> Contents:
    """Return the stacks and piles by seat, as the table counts them."""
    stacks = {("stack", seat): cards for seat, cards in enumerate(state.stacks)}
    return stacks | {("pile", seat): len(cards) for seat, cards in enumerate(state.piles)}


def ungle() -> AnyMatch:
    header = begin(CASES["ungle_speed"], UngleFacts(4)).header
    return Match.begin(UngleSpeed(), UngleFacts(4), header, WallTime(0))


def test_counts_that_another_winner_would_have_left_name_the_duel() -> None:
    """The loser takes the winner's pile and their own, with the pot (us.duel)."""
    record, true = ungle(), ungle()
    for match, loser in ((record, 1), (true, 2)):
        for report in (TurnNext(), TurnNext(), TurnNext(), TakeTotem(Grab((Seat(0),)))):
            assert tell(match, report)
        assert tell(match, CallDuel((Seat(0), Seat(loser))))
    reported = differing(record, true, counts)
    found = [way for way in ways(record, counts, reported) if way]
    assert (found[0].entry, found[0].report, found[0].instead) == (5, CallDuel((Seat(0), Seat(2))), True)
    assert not found[0].one_of


def test_entries_that_moved_what_was_counted_are_named_the_newest_first() -> None:
    record = ungle()
    for _ in range(6):
        assert tell(record, TurnNext())
    assert entries_changing(record, counts, [("stack", 1)]) == [6, 2]


def test_nothing_is_tried_where_the_referee_knows_the_clues() -> None:
    """An explanation that fits would reveal where a cube may go: a question that nobody has to pay for."""
    match: AnyMatch = begin(CASES["cryptid"], CryptidFacts(setup=deal(1)))
    reported = {Hex(0, 0): HexContents(cube=match.state.hues[0])}
    assert list(ways(match, Cryptid().contents, reported, at_once=True)) == []


@pytest.mark.parametrize(("name", "cases"), few_and_many(dict.fromkeys(BOARDS, 1), 40))
def test_two_mistakes_at_once_are_found(name: str, cases: int) -> None:
    """At least four of five are found, of those that no single change explains."""
    rng, tried, found, at_once = random.Random(2), 0, 0, name != "ungle_speed"
    while tried < cases:
        true = played(name, rng)
        contents_of: ContentsOf = rules(true).contents if at_once else counts
        for _change, once in islice(wrong_records(true, rng, contents_of), 2):
            for _other, record in islice(wrong_records(once, rng, contents_of), 1):
                reported = differing(record, true, contents_of)
                single = islice(ways(record, contents_of, reported, at_once=at_once), 5_000)
                if len(reported) < 2 or any(single):
                    continue
                tried += 1
                double = pairs(record, contents_of, reported, at_once=at_once)
                pair = next((pair for pair in double if pair), None)
                if pair is None:
                    continue
                assert all(tell(record, each) for each in pair.reports)
                assert contents_of(record.state) == contents_of(true.state)
                found += 1
    assert found >= 0.8 * tried, (found, tried)
