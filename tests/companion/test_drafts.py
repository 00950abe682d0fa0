"""A correction being drafted: the table at its place, what no longer fits after it, and the result."""

from typing import Any

from companion.drafts import Draft
from companion.game import Accepted, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import CallDuel, TakeTotem, TurnCard, TurnNext
from companion.match_reports import Correct, Insert, Replace, Strike
from tests.games.ungle_speed.board import sizes
from tests.matches import AnyMatch, new_match, submit

S = Seat


def played(*reports: Any) -> AnyMatch:
    """Return a match of four with these reports."""
    match = new_match(UngleSpeed(), Facts(4))
    for report in reports:
        ruling = submit(match, report).ruling
        assert isinstance(ruling, Accepted), ruling
    return match


def test_a_misfit_names_its_entry_and_the_table_is_as_it_was_just_before_it() -> None:
    draft = Draft(played(TurnCard(S(0)), TurnCard(S(1))), 2).reported(TurnCard(S(1)))
    assert draft.misfit is not None
    assert (draft.misfit.entry, draft.misfit.report, draft.misfit.new) == (2, TurnCard(S(1)), False)
    assert sizes(draft.table().state) == "19+1 19+1 20+0 20+0 pot 0"
    assert draft.may_stand
    assert draft.let_stand().changes[1] == Replace(2, TurnCard(S(1)), stood=True)
    assert draft.struck().changes[1] == Strike(2)
    assert draft.replacing_place().reported(TurnCard(S(2))).changes[1] == Replace(2, TurnCard(S(2)))
    assert all(way.complete for way in (draft.let_stand(), draft.struck()))


def test_what_can_not_be_done_by_hands_can_not_be_let_stand() -> None:
    match = played(TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1))))
    draft = Draft(match, 3).struck()
    assert draft.complete, "a claim that answers nothing any more is dropped"
    match = played(TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1))), TurnCard(S(1)))
    draft = Draft(match, 1).struck()
    assert draft.misfit is not None
    assert (draft.misfit.entry, draft.may_stand) == (4, False)


def test_while_something_is_asked_what_followed_waits() -> None:
    match = played(TurnNext(), TurnNext(), TurnNext())
    assert not Draft(match, 3).complete, "nothing is entered yet"
    asked = Draft(match, 3).reported(TakeTotem(Grab((S(0),))), asked=True)
    assert (asked.complete, asked.misfit, asked.place) == (False, None, 3)
    assert asked.table().state.chase is not None
    answered = asked.reported(CallDuel((S(0), S(1))))
    assert answered.complete
    submit(match, Correct(answered.changes))
    assert sizes(match.state) == "19+0 20+1 20+0 20+0 pot 0"


def test_what_is_told_in_place_of_the_last_entry_is_whole_whatever_is_asked() -> None:
    match = played(TurnNext(), TurnNext())
    draft = Draft(match, 2, instead=True).reported(TakeTotem(Grab((S(0),))), asked=True)
    assert draft.complete, "nothing follows that could be asked about: the match itself goes on asking"


def test_a_place_among_what_one_correction_put_in_is_before_all_of_it() -> None:
    """A grab and its claim share a number: if the claim can't have happened, both are in question."""
    match = played(TurnNext(), TurnNext(), TurnNext())
    grab: tuple[Insert[Any], ...]
    grab = (Insert(3, TakeTotem(Grab((S(0),)))), Insert(3, CallDuel((S(0), S(1)))))
    submit(match, Correct(grab))
    assert [position.entry for position in match.line] == [0, 1, 2, 4, 4, 3]
    draft = Draft(match, 1).struck()
    assert draft.place == 4
    assert sizes(draft.table().state) == "19+1 20+0 20+0 20+0 pot 0"
    assert [position.entry for position in draft.table().line] == [0, 2]
