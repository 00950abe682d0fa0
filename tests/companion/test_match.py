"""Recording a match: stale taps, wrong pieces on the table, take-backs, corrections."""

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
from companion.journal import MatchHeader, TakenBack
from companion.match import AnyMatch, Match
from companion.match_reports import Abandon, Correct, Insert, LetStand, PutRight, Replace, Strike, TakeBack
from tests.games.plays import Play, marked, plays
from tests.games.ungle_speed.board import show, sizes

S = Seat


class Secretive(UngleSpeed):
    """Ungle Speed, if turning a card revealed a secret of its owner."""

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
    """Return a match with these reports."""
    match = begin()
    tell(match, *reports)
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


PLAYS = """
match.held: what lies wrong holds play
  ungle | t2 !us.turn -> held; 20+0 20+0 20+0 20+0 pot 0
  | t2 !us.turn, t0 !match.held, strike 1 !match.held, put-right, t0 -> free
match.held: what the table lets stand counts
  | t2 !us.turn, let-stand -> 20+0 20+0 19+1 20+0 pot 0; last Overruled; stood
match.held: a mis-tap that held play is simply taken back, the table's breaking off before what lies wrong
  | t2 !us.turn, abandon, back -> held; goes on
  | t2 !us.turn, abandon, back, back -> free; 20+0 20+0 20+0 20+0 pot 0
match.nothing-held: before anything was told there is nothing to put right
  | put-right !match.nothing-held -> free
  | let-stand !match.nothing-held -> free
match.no-such-seat: who sits nowhere tells nothing
  | t7 !match.no-such-seat -> free
match.cannot-stand: what can't stay must be put right
  | t0, grab 0, wrong, grab 1, t3 !us.turn, let-stand !match.cannot-stand -> held
-: a refusal that doesn't lie is recorded and holds nothing
  | duel 0 1 !us.duel-won -> last Faulted; free
  | duel 0 1 !us.duel-won, t0 -> free
match.over: after the end only the record changes
  | abandon, t0 !match.over, abandon !match.over, back, t0 -> goes on
match.nothing-to-undo: undo again and again goes back to the opening and no further
  | t0, t1, t2, back, back, back, back !match.nothing-to-undo, back 0 !match.no-such-entry
    -> 20+0 20+0 20+0 20+0 pot 0
-: a take-back deletes nothing
  | t0, t1, t2, back 2 -> 19+1 20+0 20+0 20+0 pot 0; bodies Opened Entered Entered Entered TakenBack; to 2
match.no-such-entry: what is gone can't be corrected
  | t0, t1, back 2, back 2 !match.no-such-entry, strike 2 !match.no-such-entry -> length 4
  | t0, t1, back 2, replace 2 t1 !match.no-such-entry, insert 2 t1 !match.no-such-entry -> length 4
  | t0, t1, back 2, strike 1 + strike 2 !match.no-such-entry, back 99 !match.no-such-entry -> length 4
  | t0, t1, back 2, strike 0 !match.no-such-entry, insert 0 t0 !match.no-such-entry -> length 4
-: a corrected entry keeps what came after it
  | t0, t1, grab 0, wrong, t0, replace 4 duel 0 1 !match.correction us.turn, back 5, replace 4 duel 0 1
    -> 19+0 21+0 20+0 20+0 pot 0; line 0 1 2 3 4
-: a forgotten entry goes in before another, and those told as whoever's was next keep their numbers
  | next, next, next, insert 2 t1 -> 19+1 19+1 19+1 19+1 pot 0; line 0 1 4 2 3
-: what was put in can be struck, replaced and taken back like any entry, with what came after it in play
  | next, next, insert 2 t1, replace 3 next -> 19+1 19+1 19+1 20+0 pot 0
  | next, next, insert 2 t1, replace 3 next, back 3 -> 19+1 20+0 20+0 20+0 pot 0
  | next, next, insert 1 next, strike 3 -> line 0 1 2
-: of what one correction put in at two places undo takes back the newer alone
  | next, next, next, insert 1 next + insert 3 next -> line 0 4 1 2 4 3
  | next, next, next, insert 1 next + insert 3 next, back, back -> line 0 4 1 2; 19+1 19+1 19+1 20+0 pot 0
  | next, next, next, insert 1 next + insert 3 next, back, back, back, back -> line 0 4
  | next, next, next, insert 1 next + insert 3 next, back, back, back, back, back -> line 0
  | next, next, insert 2 next + insert 2 next, back, back -> line 0 1 3
  | next, next, insert 2 next + insert 2 next, back, back, back -> line 0 1
-: a forgotten entry that broke a rule is refused there, unless it is let stand
  | next, next, insert 2 t3 !us.turn, insert 2 t3 stood -> 18+2 20+0 20+0 19+1 pot 0
match.corrected-twice: an entry isn't corrected in two ways at once
  | t0, replace 1 t1 + replace 1 t0 !match.corrected-twice -> length 2
  | t0, strike 1 + replace 1 t0 !match.corrected-twice -> length 2
  | t0, strike 1 + strike 1 !match.corrected-twice -> length 2
match.no-change: a correction without a change is none
  | correct !match.no-change -> length 1
-: an overruled entry stays overruled through a correction
  | t0, t2 !us.turn, let-stand, strike 1 -> 20+0 20+0 19+1 20+0 pot 0
match.revealed: back across a secret only with everybody's consent
  secretive | t0, t1 -> consents 0 1
  | t0, t1, back 2 !match.revealed, back 2 by 0 !match.revealed, back 2 by 1 -> 19+1 20+0 20+0 20+0 pot 0
match.only-back: what was told of a secret isn't judged again
  | t0, t1, strike 2 !match.only-back, replace 2 t1 !match.only-back, insert 2 t1 !match.only-back -> length 3
"""
"""A refused report is listed with all the rules that it breaks; every other one is accepted."""


def read(text: str) -> Any:
    """Return a report, or a correction, from its words."""
    if " + " in text or text == "correct":
        return Correct(tuple(map(read, text.split(" + "))) if " + " in text else ())
    match text.split():
        case ["next"]:
            return TurnNext()
        case ["grab", seat]:
            return TakeTotem(Grab((S(int(seat)),)))
        case ["wrong"]:
            return CallWrongGrab()
        case ["duel", one, other]:
            return CallDuel((S(int(one)), S(int(other))))
        case [("put-right" | "let-stand" | "abandon") as name]:
            return {"put-right": PutRight, "let-stand": LetStand, "abandon": Abandon}[name]()
        case ["back", *to]:
            return TakeBack(int(to[0]) if to else None, tuple(S(int(seat)) for seat in to[2:]))
        case ["strike", number]:
            return Strike(int(number))
        case ["replace", number, *report]:
            return Replace(int(number), read(" ".join(report)))
        case ["insert", number, report, *stood]:
            return Insert(int(number), read(report), stood=bool(stood))
    return TurnCard(S(int(text.removeprefix("t"))))


def holds(match: AnyMatch, claim: str) -> bool:
    """Return whether this holds for a match now."""
    name, _, value = claim.partition(" ")
    values = {
        "held": match.hold is not None,
        "free": match.hold is None,
        "goes": not match.abandoned,
        "stood": match.line[-1].stood,
        "last": type(match.entries[-1].body).__name__ == value,
        "to": isinstance(body := match.entries[-1].body, TakenBack) and body.entry == 2,
        "length": str(match.length) == value,
        "line": " ".join(str(position.entry) for position in match.line) == value,
        "bodies": " ".join(type(entry.body).__name__ for entry in match.entries) == value,
        "consents": " ".join(map(str, match.consents_needed(1))) == value if name == "consents" else False,
    }
    return values[name] if name in values else sizes(match.state) == claim


EVERY = list(plays(PLAYS))


@pytest.mark.rule(
    "match.held", "match.nothing-held", "match.no-such-seat", "match.cannot-stand", "match.over",
    "match.nothing-to-undo", "match.no-such-entry", "match.corrected-twice", "match.no-change",
    "match.revealed", "match.only-back",
)  # fmt: skip
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    match = begin(Secretive() if play.table == "secretive" else None)
    for step in play.reports:
        report, _, rules = step.partition(" !")
        assert tell(match, read(report)) == rules.split(), step
    for hold in play.holds:
        assert holds(match, hold), f"not {hold!r}:\n{show(match.state)}"


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}


def test_a_match_is_of_the_game_that_its_header_names() -> None:
    with pytest.raises(SetupError, match="tracktic"):
        Match.begin(UngleSpeed(), Facts(4), MatchHeader("m", "tracktic"), WallTime(0))


@pytest.mark.rule("match.correction")
def test_a_correction_that_breaks_a_later_entry_names_it() -> None:
    match = after(TurnCard(S(0)), TurnCard(S(1)))
    ruling = match.submit(Strike(1), seen=match.length, at=WallTime(0)).ruling
    assert isinstance(ruling, Refused)
    assert ruling.violations[0].rule == "match.correction"
    assert ruling.violations[0].details == {"entry": 2}
    assert match.length == 3, "nothing was written"


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


def test_what_contradicts_an_earlier_entry_names_it() -> None:
    """The green star is entered a second time; entry 2 had already named its only card."""
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
    assert named(TurnCard(S(2))) == [], "no single entry decides whose turn it is"


def test_every_rule_of_the_match_has_a_sentence() -> None:
    catalogue = read_catalogue("companion", "match.toml")
    assert all(catalogue.text(rule).endswith(".") for rule in catalogue)
