"""Steps for hands lead from the table as they have laid it to the table of the record, in any game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Remedy, Ruled, Seat, Settled
from companion.games.sequence_states.layout import ADD, demo
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.reports import PlaceChip, SwapDead
from companion.games.speed_mode.reports import Exchange, MakeCombination, Replenish
from companion.games.tracktic.events import PatternLaid
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.tracktic.reports import Skip
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.games.ungle_speed.reports import CallDropped, TurnCard, TurnNext
from companion.match import Match
from companion.match_reports import (
    Abandon,
    Correct,
    FixTable,
    Insert,
    PutRight,
    Replace,
    Strike,
    TakeBack,
    Tick,
)
from companion.putting_back import Carry, HasPieces, Heap, Pieces, Put, move_of, steps, table_before
from tests.contract.cases import CASES, some_legal
from tests.matches import AnyMatch, submit, tell
from ui.contract.walk import Case, begin

WITH_PIECES: dict[str, Any] = {name: case for name, case in CASES.items() if isinstance(case.game, HasPieces)}
EVERY_GAME = pytest.mark.parametrize("name", WITH_PIECES)
STEPS = 16
NO_PLACE = ("card_back", "token_back", "close_card", "return_drawn", "take_from_bottom")
"""Steps with things that lie on no place or heap that is counted, or that leave as many in each."""


class Table:
    """A simulated table's pieces, moved by hands that know neither rules nor record."""

    def __init__(self, case: Any, match: AnyMatch) -> None:
        self.game = case.game
        self.pieces: dict[Any, Any] = tidy(self.game.pieces(match.state))

    def lay(self, before: Any, events: tuple[Any, ...]) -> None:
        """Move what the players moved by themselves, before any ruling."""
        state = before
        for event in events:
            was, state = self.game.pieces(state), self.game.evolve(state, event)
            now = self.game.pieces(state)
            if isinstance(event, Ruled):
                continue
            for place in {*was, *now}:
                if was.get(place) == now.get(place):
                    continue
                if isinstance(place, Heap):
                    self.pieces[place] = self.pieces.get(place, 0) + now.get(place, 0) - was.get(place, 0)
                else:
                    self.pieces[place] = now.get(place)

    def obey(self, events: tuple[Any, ...], kind: type[Any]) -> None:
        """Move what the referee says, in events of a kind."""
        for event in events:
            if isinstance(event, kind):
                self.pieces = dict(self.game.carried_out(self.pieces, event))

    def do(self, step: Remedy) -> None:
        """Do exactly one step."""
        match move_of(self.game, step):
            case Put(place, _, wanted):
                self.pieces[place] = wanted
            case Carry(giver, taker, cards):
                assert self.pieces[giver] >= cards > 0, step
                self.pieces[giver] -= cards
                self.pieces[taker] = self.pieces.get(taker, 0) + cards
            case None:
                assert step.act in NO_PLACE, f"nobody knows how to do {step}"


def tidy(pieces: Pieces) -> dict[Any, Any]:
    """Return the places that have something on them."""
    return {place: what for place, what in pieces.items() if what not in (None, 0) or type(what) is not int}


def same_as(table: Table, match: AnyMatch) -> bool:
    """Return whether the table matches a record; empty places may be listed or not."""
    wanted = table.game.pieces(match.state)
    empty = {place: 0 if isinstance(place, Heap) else None for place in {*table.pieces, *wanted}}
    return {**empty, **table.pieces} == {**empty, **wanted}


def followed(match: AnyMatch) -> tuple[Any, ...]:
    return tuple(match.line[-1].events)


def wrong_records(case: Case, chance: Random) -> Iterator[tuple[Table, AnyMatch, AnyMatch, Any]]:
    """Yield a table, the true match, a record with one wrong entry, and the report that corrects it."""
    facts = chance.choice(case.facts)
    true, record = begin(case, facts), begin(case, facts)
    table = Table(case, true)
    correction = go_on(case, chance, table, true, record, STEPS)
    if correction is not None:
        yield table, true, record, correction


def go_on(
    case: Case, chance: Random, table: Table, true: AnyMatch, record: AnyMatch, count: int
) -> Any | None:
    """Play on with one wrong entry; return its correction, or None if the table would have noticed."""
    correction: Any = None
    wrong_at = chance.randrange(count)
    for n in range(count):
        report, before = some_legal(case.game, true.state, chance), true.state
        if report is None:
            break
        if n == wrong_at:
            kind = chance.choice(("replaced", "forgotten", "made up"))
            other = some_legal(case.game, record.state, chance) or report
            if kind == "made up":
                if not tell(record, other):
                    return None
                table.obey(tuple(e for e in followed(record) if not isinstance(e, Settled)), Ruled)
                correction = Strike(record.length - 1)
                if case.game.outcome(record.state) is not None:
                    return None
            elif kind == "forgotten":
                assert tell(true, report)
                table.lay(before, followed(true))
                table.obey(followed(true), Settled)
                correction = Insert(record.length, report)
                continue
            else:
                assert tell(true, report)
                if not tell(record, other):
                    return None
                table.lay(before, followed(true))
                table.obey(followed(record), Ruled)
                correction = Replace(record.length - 1, report)
                continue
        assert tell(true, report)
        table.lay(before, followed(true))
        if not tell(record, report):
            # The table would notice: the record refuses what really happened.
            return None
        table.obey(followed(record), Ruled)
    return correction


def corrected(name: str, games: int, seed: int, enough: int = 1000) -> tuple[int, int]:
    """Correct records of random games until `enough` were; return how many, and how often hands moved."""
    case, chance = WITH_PIECES[name], Random(f"{name} {seed}")
    done = moved = 0
    for _ in range(games):
        if done == enough:
            break
        for table, true, record, correction in wrong_records(case, chance):
            if put_right(table, true, record, correction):
                done += 1
                moved += bool(record.put_back)
    return done, moved


def put_right(table: Table, true: AnyMatch, record: AnyMatch, correction: Any) -> bool:
    """Correct a record and do its steps; return False if the correction isn't the whole truth."""
    if not tell(record, correction) or record.state != true.state:
        return False
    replayed, loss = Match.restore(record.game, record.rows())
    assert (loss, replayed.put_back) == (None, record.put_back)
    for step in record.put_back:
        table.do(step)
    assert same_as(table, record), (correction, record.put_back)
    return True


TEN, FEW = 10, 2
"""Corrections in a match, and reports between two of them."""
LONG_ENOUGH = {"tracktic": (TrackticFacts(2), TrackticFacts(4))}
"""Facts for games whose small test boards would be full too early."""


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long) if name in LONG_ENOUGH else name for name in WITH_PIECES],
)
def test_ten_corrections_of_a_match_each_lead_to_the_right_table(name: str, games: int) -> None:
    case = WITH_PIECES[name]
    # In Ungle Speed hands seldom have to move anything, so it takes more matches to reach its own cases.
    games *= 8 if name == "ungle_speed" else 1
    tens = seed = 0
    while tens < games:
        seed += 1
        assert seed < 30 * games, f"{tens} matches in {seed} came to ten corrections"
        chance = Random(f"{name} ten {seed}")
        true = begin(case, chance.choice(LONG_ENOUGH.get(name, case.facts)))
        record, pieces = Match(true.game, true.entries), Table(case, true).pieces
        done = 0
        for _ in range(5 * TEN):
            # Work on copies: if the table would have noticed, try again from the same place.
            truth, wrong = Match(case.game, true.entries), Match(case.game, record.entries)
            table = Table(case, true)
            table.pieces = dict(pieces)
            correction = go_on(case, chance, table, truth, wrong, FEW)
            if correction is None or not put_right(table, truth, wrong, correction):
                continue
            if wrong.put_back:
                assert tell(wrong, PutRight())
            true, record, pieces, done = truth, wrong, table.pieces, done + 1
            if done == TEN:
                tens += 1
                break


@EVERY_GAME
def test_a_correction_leads_from_the_laid_table_to_the_right_one(name: str) -> None:
    done, _ = corrected(name, 120, 1, enough=8)
    assert done > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@EVERY_GAME
def test_many_corrections_lead_from_the_laid_table_to_the_right_one(name: str, seed: int) -> None:
    # Hands seldom have to move anything in Ungle Speed, so only many matches have such a correction.
    done, moved = corrected(name, 400 if name == "ungle_speed" else 160, seed)
    assert done > 10
    assert moved or name != "ungle_speed"


def test_a_card_that_was_turned_while_the_referee_heard_of_a_dropped_totem_went_with_all_others() -> None:
    case = WITH_PIECES["ungle_speed"]
    match: AnyMatch = begin(case, UngleFacts(4))
    for report in (*[TurnNext()] * 4, CallDropped(Seat(0))):
        assert tell(match, report)
    assert tell(match, Replace(5, TurnNext()))
    assert [step.details["cards"] for step in match.put_back] == [2, 1, 1, 1]
    assert {step.seat for step in match.put_back} == {Seat(0)}
    game: Any = case.game
    wanted = game.pieces(match.state)
    actual = table_before(game, wanted, match.put_back)
    assert actual[Heap("stack", Seat(0))] == wanted[Heap("stack", Seat(0))] + 5
    assert not any(actual[heap] for heap in actual if heap.name == "pile")


# A table that differs from a correct record.


def changed_table(case: Case, match: AnyMatch, chance: Random) -> tuple[Pieces, dict[Any, Any]]:
    """Return a table on which a sleeve moved some pieces, and what the table reports of it."""
    game: Any = case.game
    contents = game.contents(match.state)
    reported = {}
    for place in chance.sample(list(contents), min(len(contents), chance.randrange(1, 4))):
        possible = [thing for thing in game.possible_things(match.state, place) if thing != contents[place]]
        if possible:
            reported[place] = chance.choice(possible)
    return game.with_reported(match.state, reported), reported


def fixed(name: str, games: int) -> int:
    """Put the table right after random changes; return how often that was needed."""
    case, chance = WITH_PIECES[name], Random(f"{name} fixed")
    game: Any = case.game
    fixes = 0
    for _ in range(games):
        match = begin(case, chance.choice(case.facts))
        for _ in range(chance.randrange(STEPS)):
            report = some_legal(case.game, match.state, chance)
            if report is not None:
                tell(match, report)
        actual, reported = changed_table(case, match, chance)
        todo = steps(game, actual, game.pieces(match.state))
        assert bool(todo) == bool(reported)
        if not todo:
            continue
        fixes += 1
        table = Table(case, match)
        table.pieces = dict(actual)
        state = match.state
        assert tell(match, FixTable(todo))
        assert match.put_back == todo
        for n in chance.sample(range(len(todo)), len(todo)):
            table.do(match.put_back[n])
            assert tell(match, Tick(n))
            match, loss = Match.restore(case.game, match.rows())
            assert loss is None
        assert match.ticked == tuple(range(len(todo)))
        assert same_as(table, match)
        assert match.state == state
        assert tell(match, PutRight())
        assert (match.put_back, match.ticked) == ((), ())
    return fixes


BOARDS = [name for name in WITH_PIECES if name != "ungle_speed"]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("games", "least"), [(12, 4), pytest.param(60, 21, marks=pytest.mark.long)])
def test_a_table_that_lies_otherwise_is_put_right_step_by_step(name: str, games: int, least: int) -> None:
    assert fixed(name, games) >= least


def test_what_was_not_done_before_another_correction_is_still_to_be_done() -> None:
    """The first correction moves a token; before anybody has moved it, the second one undoes the first."""
    name = "speed_mode"
    case, chance = WITH_PIECES[name], Random(3)
    tried = 0
    for _ in range(400):
        for table, true, record, correction in wrong_records(case, chance):
            wrong = [position.report for position in record.line if position.entry == correction.entry]
            if not isinstance(correction, Replace) or not tell(record, correction) or not record.put_back:
                continue
            first = record.put_back
            assert tell(record, Replace(correction.entry, wrong[0]))
            again, loss = Match.restore(case.game, record.rows())
            assert (loss, again.put_back) == (None, record.put_back)
            assert tell(record, correction)
            assert record.state == true.state
            for step in record.put_back:
                table.do(step)
            assert same_as(table, record)
            assert first
            tried += 1
        if tried > 2:
            return
    raise AssertionError("no record was corrected twice")


@pytest.mark.parametrize("matches", [8, pytest.param(80, marks=pytest.mark.long)])
@EVERY_GAME
def test_a_rewind_leads_from_the_table_of_now_to_the_one_of_then(name: str, matches: int) -> None:
    case, chance = WITH_PIECES[name], Random(f"{name} rewound")
    said = 0
    for _ in range(matches):
        match, table = played(case, chance, 40)
        for _ in range(2):
            # A second time before anything of the first was done, or with some of it done.
            if len(match.line) < 3:
                continue
            entry = chance.choice(match.line[1:-1]).entry
            assert tell(match, TakeBack(entry, match.consents_needed(entry)))
            match, loss = Match.restore(case.game, match.rows())
            assert loss is None
            for n in range(chance.randrange(len(match.put_back) + 1)):
                table.do(match.put_back[n])
                assert tell(match, Tick(n))
        for n, step in enumerate(match.put_back):
            if n not in match.ticked:
                table.do(step)
        assert same_as(table, match)
        said += bool(match.put_back)
    assert said > matches / 3


def played(case: Any, chance: Random, most: int) -> tuple[AnyMatch, Table]:
    """Return a match of up to `most` reports, and its table."""
    match = begin(case, chance.choice(case.facts))
    for _ in range(chance.randrange(2, most)):
        report = some_legal(case.game, match.state, chance)
        if report is not None:
            assert tell(match, report)
    table = Table(case, match)
    table.pieces = dict(case.game.pieces(match.state))
    return match, table


def test_undo_of_the_newest_report_asks_hands_for_nothing() -> None:
    for name, case in WITH_PIECES.items():
        match, _ = played(case, Random(name), 20)
        newest = match.line[-1].entry
        assert tell(match, TakeBack(newest, match.consents_needed(newest)))
        assert match.put_back == (), name


def test_undo_goes_on_with_a_rewind_whose_steps_are_still_due() -> None:
    """After it the newest move is an old one, which nobody has just seen."""
    match: AnyMatch = begin(WITH_PIECES["ungle_speed"], UngleFacts(4))
    for _ in range(5):
        assert tell(match, TurnNext())
    assert tell(match, TakeBack(4))
    assert tell(match, Tick(0))
    assert tell(match, TakeBack())
    back = [(step.act, step.seat, step.details["from"], step.details["back"]) for step in match.put_back]
    assert back == [("cards_to_stack", seat, "pile", 1) for seat in (3, 2)]
    assert tell(match, PutRight())
    assert tell(match, TakeBack())
    assert match.put_back == ()


def test_a_rewind_in_ungle_speed_turns_each_pile_back_before_what_was_taken_comes_out_again() -> None:
    match: AnyMatch = begin(WITH_PIECES["ungle_speed"], UngleFacts(4))
    for report in (TurnNext(), TurnNext(), CallDropped(Seat(2)), TurnNext(), TurnNext(), TurnNext()):
        assert tell(match, report)
    assert tell(match, TakeBack(2))
    assert [(step.act, step.seat, step.details.get("to")) for step in match.put_back] == [
        ("cards_to_stack", 0, 0),
        ("cards_to_stack", 3, 3),
        ("cards_to_stack", 2, 2),
        ("cards_to_pile", 2, 0),
        ("cards_to_pile", 2, 1),
        ("cards_to_stack", 1, 1),
    ]


def test_a_rewind_in_tracktic_gives_back_the_card_the_token_and_what_was_turned_up() -> None:
    case = WITH_PIECES["tracktic"]
    match: AnyMatch = begin(case, TrackticFacts(2))
    chance = Random(1)
    for _ in range(2):
        assert tell(match, some_legal(case.game, match.state, chance))
    cards = [event.card for at in match.line for event in at.events if isinstance(event, PatternLaid)]
    assert tell(match, TakeBack(1))
    told = [(step.act, step.details.get("card")) for step in match.put_back if step.act != "piece"]
    assert len(cards) == 2
    assert told == [
        ("close_card", None),
        ("card_back", cards[1]),
        ("close_card", None),
        ("card_back", cards[0]),
    ]


def test_a_rewind_in_speed_mode_gives_back_what_was_exchanged() -> None:
    case = WITH_PIECES["speed_mode"]
    match: AnyMatch = begin(case, case.facts[0])
    for seat in (0, 1):
        assert tell(match, next(r for r in case.game.legal(match.state) if isinstance(r, Exchange))), seat
    assert tell(match, TakeBack(1))
    assert [(step.act, step.seat) for step in match.put_back] == [
        ("return_drawn", 1),
        ("take_from_bottom", 1),
        ("return_drawn", 0),
        ("take_from_bottom", 0),
    ]


def test_a_rewind_across_a_chip_of_the_wrong_colour_takes_it_off_and_asks_for_no_other() -> None:
    match: AnyMatch = begin(WITH_PIECES["sequence_states"], SequenceFacts(2))
    assert tell(match, PlaceChip(Seat(0), SPACES[1]))
    assert not tell(match, PlaceChip(Seat(1), SPACES[2], None, Colour.RED))
    assert match.hold is not None
    acts = [remedy.act for fault in match.hold.violations for remedy in fault.remedy]
    assert "put_own" in acts
    assert tell(match, TakeBack(1))
    assert [step.act for step in match.put_back] == ["take_off", "chip", "cards_to_hand"]


def test_a_rewind_in_sequence_gives_the_dead_card_back_for_the_one_that_was_drawn() -> None:
    case = WITH_PIECES["sequence_states"]
    match: AnyMatch = begin(case, SequenceFacts(2, layout=demo()))
    space = next(space for space in SPACES if demo().at(space) == "OH")
    other = next(at for at in SPACES if demo().at(at) == "OH" and at != space)
    for report in (PlaceChip(Seat(0), space, ADD), PlaceChip(Seat(1), other), SwapDead(Seat(0), "OH")):
        submit(match, report)
    assert len(match.line) == 4, match.entries[-1]
    assert tell(match, TakeBack(2))
    cards = [step for step in match.put_back if step.act != "chip"]
    assert [(step.act, step.seat) for step in cards] == [
        ("cards_to_deck", 0),
        ("cards_to_hand", 0),
        ("cards_to_hand", 1),
    ]


def test_a_rewind_in_speed_mode_lays_drawn_cards_face_up_again() -> None:
    case = WITH_PIECES["speed_mode"]
    match: AnyMatch = begin(case, case.facts[0])
    made = next(r for r in case.game.legal(match.state) if isinstance(r, MakeCombination))
    for report in (made, Exchange(Seat(1)), Replenish(Seat(0), 2)):
        assert tell(match, report), report
    assert tell(match, TakeBack(2))
    hand = {"act": "cards_to_face_up", "from": "hand", "cards": 2}
    exchanged = (("return_drawn", {"cards": 3, "face_up": 0}), ("take_from_bottom", {"cards": 3}))
    assert [{"act": step.act, **step.details} for step in match.put_back] == [
        {"act": "cards_to_deck", "from": "face_up", "cards": 2, "back": 1},
        {**hand, "back": 1},
        {"act": "cards_to_deck", "from": "hand", "cards": 1, "back": 1},
        *[{"act": act, **details} for act, details in exchanged],
    ]


def test_a_rewind_across_a_refused_move_that_lies_says_first_what_to_take_away() -> None:
    match: AnyMatch = begin(WITH_PIECES["ungle_speed"], UngleFacts(4))
    assert tell(match, TurnNext())
    assert tell(match, TurnNext())
    assert not tell(match, TurnCard(Seat(0)))
    assert match.hold is not None
    wrong = [remedy for fault in match.hold.violations for remedy in fault.remedy]
    assert tell(match, TakeBack(1))
    assert wrong
    assert [*match.put_back[: len(wrong)]] == wrong
    assert len(match.put_back) == len(wrong) + 2


def with_a_piece_missing(moves: int) -> AnyMatch:
    """Return a match of Tracktic after `moves` moves, in which a piece must be put back."""
    case = WITH_PIECES["tracktic"]
    game: Any = case.game
    match = begin(case, case.facts[0])
    for _ in range(moves):
        assert tell(match, next(iter(case.game.legal(match.state))))
    actual = {**game.pieces(match.state), next(iter(match.line[0].state.pieces)): None}
    assert tell(match, FixTable(steps(game, actual, game.pieces(match.state))))
    return match


def test_taking_back_an_entry_keeps_what_hands_have_not_done_yet() -> None:
    match = with_a_piece_missing(2)
    due = match.put_back
    assert tell(match, TakeBack())
    assert match.put_back == due


def test_a_match_that_is_gone_on_with_keeps_what_hands_have_not_done_yet() -> None:
    match = with_a_piece_missing(1)
    due = match.put_back
    assert tell(match, Abandon())
    assert tell(match, TakeBack())
    assert (match.abandoned, match.put_back) == (False, due)


def test_what_is_refused_and_moves_nothing_keeps_what_hands_have_not_done_yet() -> None:
    match = with_a_piece_missing(2)
    assert tell(match, Tick(0))
    due, length = match.put_back, match.length
    assert not tell(match, Skip(Seat(1)))
    assert match.length == length + 1, "it is in the record"
    assert (match.put_back, match.ticked) == (due, (0,))


@pytest.mark.parametrize("matches", [30, pytest.param(200, marks=pytest.mark.long)])
def test_a_correction_that_a_compared_board_led_to_asks_for_no_move_that_was_seen(matches: int) -> None:
    """After a comparison only what it can't show is left to do: circles and white sides."""
    case, chance = WITH_PIECES["speed_mode"], Random(5)
    for _ in range(matches):
        for _table, _true, record, correction in wrong_records(case, chance):
            if tell(record, Correct((correction,), compared="board")):
                for step in record.put_back:
                    what = move_of(case.game, step)
                    assert isinstance(what, Put)
