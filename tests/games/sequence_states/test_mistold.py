"""Cards reported as others: the entries that a count rests on are named, with what they may have been."""

from typing import Any

import pytest

from companion.clock import WallTime
from companion.comparing import Mend, mends
from companion.game import Accepted, Refused, Seat
from companion.games.sequence_states.layout import ADD, Layout
from companion.games.sequence_states.model import Facts, Side
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    DrawCard,
    Forfeit,
    PlaceChip,
    Recount,
    RemoveChip,
    SwapDead,
)
from companion.match_reports import LetStand, Replace
from tests.games.sequence_states.board import DEMO, GAME, at
from tests.matches import new_match, submit

ONE, TWO, THREE, FOUR = map(Seat, range(4))
HERE, THERE = DEMO.spaces_of("TX")
OHIO, OTHER_OHIO = DEMO.spaces_of("OH")


class Told:
    """A match played report by report; `tell` returns the number of the entry."""

    def __init__(self, players: int = 2, layout: Layout | None = DEMO) -> None:
        facts = Facts(players, layout=layout)
        self.match = new_match(GAME, facts)

    def tell(self, report: Any) -> int:
        answer = submit(self.match, report)
        assert isinstance(answer.ruling, Accepted), answer.ruling
        assert answer.entry is not None
        return answer.entry.n

    def mends(self, report: AnyReport) -> tuple[Mend[AnyReport], ...]:
        """Return the corrections offered for a report, which must be refused."""
        answer = submit(self.match, report)
        assert isinstance(answer.ruling, Refused)
        assert not answer.ruling.on_table
        assert ("ss.box", "copies") in [(v.rule, v.details["why"]) for v in answer.ruling.violations]
        return mends(self.match, report, answer.ruling.violations)

    def add_told_by_its_space(self) -> tuple[int, int]:
        """Play ADD on Texas but tap only the space; the other space is taken with a card of Texas."""
        return self.tell(PlaceChip(ONE, HERE)), self.tell(PlaceChip(TWO, THERE))


@pytest.mark.rule("ss.box", "ss.add", "ss.dead", "ss.remove")
def test_an_add_told_by_its_space_alone_is_named_when_its_state_is_dead_and_can_be_mended() -> None:
    table = Told()
    add, texas = table.add_told_by_its_space()
    # The other card of Texas is dead in a player's hand: a real card, and nobody else is to blame for it.
    dead = SwapDead(ONE, "TX")
    found = table.mends(dead)
    assert found == (Mend(add, PlaceChip(ONE, HERE, ADD)), Mend(texas, PlaceChip(TWO, THERE, ADD)))
    assert found[0].report is not None
    table.tell(Replace(add, found[0].report))
    table.tell(dead)
    assert table.match.state.discards == ((ADD, "TX"), ("TX",))
    # After REMOVE, a named card that is one too many is traced too.
    table = Told()
    add, texas = table.add_told_by_its_space()
    table.tell(RemoveChip(ONE, THERE))
    mends = Mend(add, PlaceChip(ONE, HERE, ADD)), Mend(texas, PlaceChip(TWO, THERE, ADD))
    assert table.mends(PlaceChip(TWO, THERE, "TX")) == mends
    # An entry whose correction would not help is only named.
    table = Told(4)
    add = table.tell(PlaceChip(ONE, HERE))
    for seat, space in ((TWO, at(1, 1)), (THREE, at(2, 1)), (FOUR, at(3, 3)), (ONE, at(4, 4))):
        table.tell(PlaceChip(seat, space, ADD))
    texas = table.tell(PlaceChip(TWO, THERE))
    # All four ADD are face up: neither of the two can have been another one.
    assert table.mends(SwapDead(THREE, "TX")) == (Mend(add, None), Mend(texas, None))


@pytest.mark.rule("ss.box", "ss.dead", "ss.reshuffle", "ss.first")
def test_which_entries_a_count_rests_on() -> None:
    # Swaps and table-talk forfeits are named too.
    table = Told(4)
    table.tell(PlaceChip(ONE, OHIO, ADD))
    table.tell(PlaceChip(TWO, OTHER_OHIO, ADD))
    swapped = table.tell(SwapDead(THREE, "OH"))
    table.tell(CallTalk(Side(0)))
    table.tell(Forfeit(ONE, "OH"))
    forfeited = table.tell(Forfeit(THREE, "TX")) - 1
    table.tell(PlaceChip(THREE, at(1, 1)))
    assert table.mends(SwapDead(FOUR, "OH")) == (Mend(swapped, None), Mend(forfeited, None))
    # Cards shuffled into a new deck no longer count.
    table = Told()
    table.tell(PlaceChip(ONE, HERE))
    table.tell(Recount(1, (53, 53)))
    table.tell(DrawCard(ONE))
    assert table.match.state.discards == ((), ())
    texas = table.tell(PlaceChip(TWO, THERE))
    table.tell(RemoveChip(ONE, THERE))
    again = table.tell(PlaceChip(TWO, THERE))
    assert [mend.entry for mend in table.mends(SwapDead(ONE, "TX"))] == [texas, again]
    # A move that the table let stand is named.
    table = Told(4)
    table.match.submit(PlaceChip(THREE, HERE), seen=1, at=WallTime(0))
    stood = table.tell(LetStand())
    texas = table.tell(PlaceChip(FOUR, THERE))
    found = table.mends(SwapDead(ONE, "TX"))
    assert [mend.entry for mend in found] == [stood, texas]
    assert found[1].report == PlaceChip(FOUR, THERE, ADD)


@pytest.mark.rule("ss.box", "ss.add")
def test_an_add_too_many_may_have_been_the_card_of_its_state() -> None:
    table = Told(4)
    spaces = (at(1, 1), at(2, 1), at(3, 3), at(4, 4))
    entries = [table.tell(PlaceChip(Seat(seat), space, ADD)) for seat, space in enumerate(spaces)]
    assert table.mends(PlaceChip(ONE, HERE, ADD)) == tuple(
        Mend(entry, PlaceChip(Seat(seat), space, DEMO.at(space)))
        for seat, (entry, space) in enumerate(zip(entries, spaces, strict=True))
    )
    unknown = Told(4, layout=None)
    entries = [unknown.tell(PlaceChip(Seat(seat), space, ADD)) for seat, space in enumerate(spaces)]
    # The cards of these spaces are unknown.
    assert unknown.mends(PlaceChip(ONE, HERE, ADD)) == tuple(Mend(entry, None) for entry in entries)


@pytest.mark.rule("ss.box")
def test_other_refusals_rest_on_no_entry_but_that_of_a_space_on_the_chip_there() -> None:
    table = Told()
    here = table.tell(PlaceChip(ONE, HERE))
    for report in (PlaceChip(TWO, HERE), PlaceChip(ONE, THERE), SwapDead(TWO, "OH"), DrawCard(TWO)):
        ruling = GAME.judge(table.match.state, report)
        assert isinstance(ruling, Refused)
        rests_on: tuple[Mend[AnyReport], ...] = (Mend(here, None),) if report == PlaceChip(TWO, HERE) else ()
        assert mends(table.match, report, ruling.violations) == rests_on
