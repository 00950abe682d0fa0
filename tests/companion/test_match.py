"""Keeping a match: stale taps, what lies wrong on the table, take-backs, corrections."""

from typing import Any

import pytest
from msgspec import Struct

from companion.catalogue import read_catalogue
from companion.clock import WallTime
from companion.comparing import mends
from companion.errors import SetupError
from companion.game import Accepted, Level, Refused, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.events import AnyEvent, CardTurned
from companion.games.ungle_speed.model import Facts, Grab, State
from companion.games.ungle_speed.reports import CallDuel, CallWrongGrab, TakeTotem, TurnCard, TurnNext
from companion.journal import Faulted, MatchHeader, Overruled, TakenBack
from companion.match import Match
from companion.match_reports import Abandon, Correct, Insert, LetStand, PutRight, Replace, Strike, TakeBack
from tests.games.ungle_speed.board import show, sizes

S = Seat
AnyMatch = Match[Any, Any, Any, Any]


class Secretive(UngleSpeed):
    """Ungle Speed, if turning a card made known a secret of its owner."""

    def revealed(self, state: State, event: AnyEvent) -> tuple[Seat, ...]:
        return (event.seat,) if isinstance(event, CardTurned) else ()


def begin(game: UngleSpeed | None = None) -> AnyMatch:
    return Match.begin(game or UngleSpeed(), Facts(4), MatchHeader("m", "ungle-speed"), WallTime(0))


def tell(match: AnyMatch, *reports: Struct) -> list[str]:
    """Submit reports; return the rules that the last of them broke."""
    ruling: Any = None
    for report in reports:
        ruling = match.submit(report, seen=match.length, at=WallTime(0)).ruling
    if isinstance(ruling, Accepted):
        return []
    assert isinstance(ruling, Refused)
    return [violation.rule for violation in ruling.violations]


def after(*reports: Struct) -> AnyMatch:
    """Return a match to which these were told."""
    match = begin()
    tell(match, *reports)
    return match


@pytest.fixture
def held() -> AnyMatch:
    """A match in which seat 2 has turned a card out of turn."""
    match = begin()
    assert tell(match, TurnCard(S(2))) == ["us.turn"]
    return match


@pytest.mark.rule("match.stale")
def test_a_double_tap_counts_once() -> None:
    match = begin()
    seen = match.length
    first = match.submit(TurnCard(S(0)), seen=seen, at=WallTime(0))
    second = match.submit(TurnCard(S(0)), seen=seen, at=WallTime(0))
    assert isinstance(first.ruling, Accepted)
    assert isinstance(second.ruling, Refused)
    assert second.ruling.violations[0].rule == "match.stale"
    assert (second.entry, match.length) == (None, 2)


@pytest.mark.rule("match.held")
def test_what_lies_wrong_holds_play(held: AnyMatch) -> None:
    assert held.hold is not None
    assert sizes(held.state) == "20+0 20+0 20+0 20+0 pot 0", show(held.state)
    assert tell(held, TurnCard(S(0))) == ["match.held"]
    assert tell(held, Strike(1)) == ["match.held"]
    assert tell(held, PutRight()) == []
    assert tell(held, TurnCard(S(0))) == []


@pytest.mark.rule("match.held")
def test_what_the_table_lets_stand_counts(held: AnyMatch) -> None:
    assert tell(held, LetStand()) == []
    assert sizes(held.state) == "20+0 20+0 19+1 20+0 pot 0"
    assert isinstance(held.entries[-1].body, Overruled)
    assert held.line[-1].stood


@pytest.mark.rule("match.held")
def test_a_mis_tap_that_held_play_is_simply_taken_back(held: AnyMatch) -> None:
    # That the table broke off is taken back first: what lies wrong is left.
    assert tell(held, Abandon(), TakeBack()) == []
    assert held.hold is not None
    assert not held.abandoned
    assert tell(held, TakeBack()) == []
    assert held.hold is None
    assert sizes(held.state) == "20+0 20+0 20+0 20+0 pot 0"


@pytest.mark.rule("match.nothing-held")
@pytest.mark.rule("match.no-such-seat")
def test_before_anything_was_told_there_is_nothing_to_put_right_or_nobody_to_do_it() -> None:
    assert tell(begin(), PutRight()) == tell(begin(), LetStand()) == ["match.nothing-held"]
    assert tell(begin(), TurnCard(S(7))) == ["match.no-such-seat"]
    with pytest.raises(SetupError, match="tracktic"):
        Match.begin(UngleSpeed(), Facts(4), MatchHeader("m", "tracktic"), WallTime(0))


@pytest.mark.rule("match.cannot-stand")
def test_what_can_not_stay_must_be_put_right() -> None:
    match = after(TurnCard(S(0)), TakeTotem(Grab((S(0),))), CallWrongGrab(), TakeTotem(Grab((S(1),))))
    assert tell(match, TurnCard(S(3))) == ["us.turn"]
    assert match.hold is not None
    assert tell(match, LetStand()) == ["match.cannot-stand"]
    assert match.hold is not None


def test_a_refusal_that_does_not_lie_is_recorded_and_holds_nothing() -> None:
    match = begin()
    assert tell(match, CallDuel((S(0), S(1)))) == ["us.duel-won"]
    assert isinstance(match.entries[-1].body, Faulted)
    assert match.hold is None
    assert tell(match, TurnCard(S(0))) == []


@pytest.mark.rule("match.over")
def test_after_the_end_only_the_record_changes() -> None:
    match = after(Abandon())
    assert tell(match, TurnCard(S(0))) == ["match.over"]
    assert tell(match, Abandon()) == ["match.over"]
    assert tell(match, TakeBack()) == []
    assert tell(match, TurnCard(S(0))) == []


@pytest.mark.rule("match.nothing-to-undo")
def test_undo_again_and_again_goes_back_to_the_opening_and_no_further() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)), TurnCard(S(2)))
    assert [tell(match, TakeBack()) for _ in range(4)] == [[], [], [], ["match.nothing-to-undo"]]
    assert sizes(match.state) == "20+0 20+0 20+0 20+0 pot 0"
    assert tell(match, TakeBack(0)) == ["match.no-such-entry"]


def test_a_take_back_deletes_nothing() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)), TurnCard(S(2)), TakeBack(2))
    assert sizes(match.state) == "19+1 20+0 20+0 20+0 pot 0"
    assert [type(entry.body).__name__ for entry in match.entries] == [
        "Opened",
        "Entered",
        "Entered",
        "Entered",
        "TakenBack",
    ]
    assert match.entries[-1].body == TakenBack(2)


@pytest.mark.rule("match.no-such-entry")
@pytest.mark.parametrize(
    "report",
    [
        TakeBack(2),
        Strike(2),
        Replace(2, TurnCard(S(1))),
        Insert(2, TurnCard(S(1))),
        Correct((Strike(1), Strike(2))),
        TakeBack(99),
        Strike(0),
        Insert(0, TurnCard(S(0))),
    ],
)
def test_what_is_gone_can_not_be_corrected(report: Struct) -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)), TakeBack(2))
    assert tell(match, report) == ["match.no-such-entry"]


def test_a_corrected_entry_keeps_what_came_after_it() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)), TakeTotem(Grab((S(0),))), CallWrongGrab(), TurnCard(S(0)))
    assert tell(match, Replace(4, CallDuel((S(0), S(1))))) == ["match.correction", "us.turn"]
    assert tell(match, TakeBack(5), Replace(4, CallDuel((S(0), S(1))))) == []
    assert sizes(match.state) == "19+0 21+0 20+0 20+0 pot 0"
    assert [position.entry for position in match.line] == [0, 1, 2, 3, 4]


@pytest.mark.rule("match.correction")
def test_a_correction_that_breaks_a_later_entry_names_it() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)))
    ruling = match.submit(Strike(1), seen=match.length, at=WallTime(0)).ruling
    assert isinstance(ruling, Refused)
    assert ruling.violations[0].rule == "match.correction"
    assert ruling.violations[0].details == {"entry": 2}
    assert match.length == 3, "nothing was written"


def test_a_forgotten_entry_goes_in_before_another_and_the_others_keep_their_numbers() -> None:
    """Seat 1's card was forgotten; the two after it were told as those of whoever was next."""
    match = after(TurnNext(), TurnNext(), TurnNext())
    assert tell(match, Insert(2, TurnCard(S(1)))) == []
    assert sizes(match.state) == "19+1 19+1 19+1 19+1 pot 0"
    assert [position.entry for position in match.line] == [0, 1, 4, 2, 3]


def test_what_was_put_in_can_be_struck_replaced_and_taken_back_like_any_entry() -> None:
    match = after(TurnNext(), TurnNext(), Insert(2, TurnCard(S(1))))
    assert tell(match, Replace(3, TurnNext())) == []
    assert sizes(match.state) == "19+1 19+1 19+1 20+0 pot 0"
    assert tell(match, TakeBack(3)) == []
    assert sizes(match.state) == "19+1 20+0 20+0 20+0 pot 0", "what came after it in play goes back as well"
    again = begin()
    tell(again, TurnNext(), TurnNext(), Insert(1, TurnNext()), Strike(3))
    assert [position.entry for position in again.line] == [0, 1, 2]


@pytest.mark.rule("match.correction")
def test_a_misfit_may_be_struck_replaced_or_let_stand_with_the_correction() -> None:
    """Seat 0 had won the totem and seat 1 the cards; seat 2 turned all the same."""
    ways: list[tuple[Any, list[int], str]] = [
        (Strike(3), [0, 1, 2, 4, 4], "19+0 21+0 20+0 20+0 pot 0"),
        (Replace(3, TurnCard(S(1))), [0, 1, 2, 4, 4, 3], "19+0 20+1 20+0 20+0 pot 0"),
        (Replace(3, TurnCard(S(2)), stood=True), [0, 1, 2, 4, 4, 3], "19+0 21+0 19+1 20+0 pot 0"),
    ]
    for way, numbers, after in ways:
        match = begin()
        tell(match, TurnCard(S(0)), TurnCard(S(1)), TurnCard(S(2)))
        whole_grab: tuple[Any, ...] = Insert(3, TakeTotem(Grab((S(0),)))), Insert(3, CallDuel((S(0), S(1))))
        assert tell(match, Correct(whole_grab)) == ["match.correction", "us.turn"]
        assert match.length == 4, "nothing was written"
        assert tell(match, Correct((*whole_grab, way))) == []
        assert ([at.entry for at in match.line], sizes(match.state)) == (numbers, after)
        replayed, loss = Match.restore(UngleSpeed(), match.rows())
        assert (loss, replayed.line) == (None, match.line)


def test_a_forgotten_entry_that_broke_a_rule_is_refused_there_unless_it_is_let_stand() -> None:
    match = after(TurnNext(), TurnNext())
    assert tell(match, Insert(2, TurnCard(S(3)))) == ["us.turn"]
    assert tell(match, Insert(2, TurnCard(S(3)), stood=True)) == []
    assert sizes(match.state) == "18+2 20+0 20+0 19+1 pot 0", show(match.state)


@pytest.mark.rule("match.corrected-twice")
@pytest.mark.parametrize(
    "changes",
    [
        (Replace(1, TurnCard(S(1))), Replace(1, TurnCard(S(0)))),
        (Strike(1), Replace(1, TurnCard(S(0)))),
        (Strike(1), Strike(1)),
    ],
)
def test_an_entry_is_not_corrected_in_two_ways_at_once(changes: Any) -> None:
    match = after(TurnCard(S(0)))
    assert tell(match, Correct(changes)) == ["match.corrected-twice"]
    assert match.length == 2


@pytest.mark.rule("match.no-change")
def test_a_correction_without_a_change_is_none() -> None:
    assert tell(begin(), Correct(())) == ["match.no-change"]


def test_what_contradicts_an_earlier_entry_names_it() -> None:
    """The green star is told a second time; of its one card entry 2 had told."""
    watching = Facts(4, level=Level.WATCHING)
    match: AnyMatch = Match.begin(UngleSpeed(), watching, MatchHeader("m", "ungle-speed"), WallTime(0))
    star, other = SymbolCard("star_wavy", "green"), SymbolCard("ribbon_two", "green")
    assert tell(match, TurnCard(S(0), other), TurnCard(S(1), star), TurnCard(S(2))) == []

    def named(report: Any) -> list[int]:
        ruling = match.submit(report, seen=match.length, at=WallTime(0)).ruling
        assert isinstance(ruling, Refused)
        return [mend.entry for mend in mends(match, report, ruling.violations)]

    assert named(TurnCard(S(3), star)) == [2]
    assert named(Insert(3, TurnCard(S(2), star))) == [2]
    assert named(Insert(2, TurnCard(S(1), other))) == [1]
    assert named(TurnCard(S(2))) == [], "whose turn it is isn't in any one entry"


def test_an_overruled_entry_stays_overruled_through_a_correction() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(2)), LetStand())
    assert tell(match, Strike(1)) == []
    assert sizes(match.state) == "20+0 20+0 19+1 20+0 pot 0"


@pytest.mark.rule("match.revealed")
def test_back_across_a_secret_only_with_everybody_s_consent() -> None:
    match = begin(Secretive())
    tell(match, TurnCard(S(0)), TurnCard(S(1)))
    assert match.consents_needed(1) == (0, 1)
    assert tell(match, TakeBack(2)) == ["match.revealed"]
    assert tell(match, TakeBack(2, (S(0),))) == ["match.revealed"]
    assert tell(match, TakeBack(2, (S(1),))) == []
    assert sizes(match.state) == "19+1 20+0 20+0 20+0 pot 0"


@pytest.mark.rule("match.only-back")
@pytest.mark.parametrize("correction", [Strike(2), Replace(2, TurnCard(S(1))), Insert(2, TurnCard(S(1)))])
def test_what_was_told_of_a_secret_is_not_judged_again(correction: Any) -> None:
    match = begin(Secretive())
    tell(match, TurnCard(S(0)), TurnCard(S(1)))
    assert tell(match, correction) == ["match.only-back"]
    assert match.length == 3, "nothing was written"


def test_every_rule_of_the_match_has_a_sentence() -> None:
    catalogue = read_catalogue("companion", "match.toml")
    assert all(catalogue.text(rule).endswith(".") for rule in catalogue)
