"""A clock that isn't set, or jumps by years, harms no match: its time only labels."""

from pathlib import Path

import pytest

from companion.clock import HandClock, Instant, WallTime
from companion.journal import Codec, Entered
from companion.match import Match
from companion.store import Store, StoredMatch
from tests.ui.desk import NOON, Desk, the
from tests.ui.rig import Rig
from ui.language import words
from ui.screens.home import HomeScreen
from ui.storage.startup import MOST, Recent
from ui.table.session import Session

DAY = 86_400_000
EPOCH, FUTURE = WallTime(0), WallTime(NOON + 30_000 * DAY)
"""Where a Pi without a network starts, and eighty years too late."""
JUMPS = (NOON, EPOCH, FUTURE, WallTime(NOON - 5 * DAY), WallTime(-DAY), NOON)


class JumpingClock(HandClock):
    """A clock whose wall time anybody may set."""

    def jump(self, to: WallTime) -> None:
        self._wall = to


def jumping(desk: Desk) -> JumpingClock:
    """Give a table such a clock before its match."""
    clock = JumpingClock(Instant(1_000_000_000), NOON)
    desk.services.clock = clock
    return clock


def titles(desk: Desk) -> list[str]:
    """Return who played the listed matches, checking that home offers the first one."""
    home = desk.screen(HomeScreen)
    desk.pump(4)
    first = home.part()["go on"].hint.split(" · ")[0]
    desk.tap(home["matches"])
    listed = desk.matches
    found = [row.title for row in listed.part()["matches"].items]
    desk.tap(listed["back"])
    assert found[0] == first
    return found


def test_entries_keep_their_order_and_undo_takes_the_newest(desk: Desk) -> None:
    clock, table = jumping(desk), desk.seat(4)
    for to in JUMPS:
        clock.jump(to)
        desk.turn()
    entries = table.session.match.entries
    assert [entry.n for entry in entries] == list(range(len(JUMPS) + 1))
    assert tuple(entry.at for entry in entries[1:]) == JUMPS
    # The match is the same as one with a good clock.
    clock_of_good, kept = HandClock(Instant(0), NOON), table.session
    game, facts = kept.match.game, kept.match.facts
    good = Session.begin(game, facts, kept.plates, "good", clock_of_good, lambda kept, rows: None)
    for entry in entries[1:]:
        good.submit(the(Entered, entry.body).report)
    assert good.match.state == kept.match.state
    turn = table.session.view.turn
    clock.jump(EPOCH)
    desk.turn()
    clock.jump(FUTURE)
    table.undo()
    desk.settle()
    assert table.session.view.turn == turn
    assert table.session.match.line[-1].entry == len(JUMPS)


def test_a_match_is_resumed_whatever_the_date(rig: Rig, tmp_path: Path) -> None:
    for turned, to in enumerate(JUMPS):
        desk = Desk(rig, tmp_path / "matches.db")
        clock = jumping(desk)
        clock.jump(to)
        table = desk.seat(4) if not turned else desk.table
        assert table.session.length == turned + 1
        if turned:
            # A resumed match took the clock that the services had at the start.
            table.session._clock = clock
        desk.turn()
        desk.until(lambda table=table: table.session.saved)
        desk.die()
    with Store(tmp_path / "matches.db", reading=True) as store:
        (kept,) = store.matches()
        rows = store.rows(kept.id)
    # The export is these rows: complete and in order.
    match, loss = Match.restore(table.session.match.game, rows)
    assert loss is None
    assert match.length == len(JUMPS) + 1
    assert tuple(entry.at for entry in match.entries[1:]) == JUMPS
    assert [row.n for row in Codec(table.session.match.game).rows(match.entries)] == [row.n for row in rows]


def test_the_match_played_last_is_offered_first_whatever_the_date(desk: Desk) -> None:
    clock = jumping(desk)
    played = []
    for players, to in ((2, FUTURE), (3, NOON), (4, EPOCH)):
        clock.jump(to)
        table = desk.seat(players)
        desk.turn()
        played.append(", ".join(plate.name for plate in table.session.plates))
        table.go_back()
        desk.screen(HomeScreen)
    assert titles(desk) == played[::-1]


def test_the_order_survives_a_start(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    clock = jumping(desk)
    for players, to in ((2, FUTURE), (3, EPOCH), (4, NOON)):
        clock.jump(to)
        desk.seat(players).go_back()
        desk.screen(HomeScreen)
    before = titles(desk)
    desk.close()
    desk = Desk(rig, tmp_path / "matches.db")
    assert titles(desk) == before
    assert len(before) == 3


@pytest.mark.parametrize("at", [EPOCH, WallTime(-DAY), WallTime(10**18), WallTime(1_500_000_000_000), FUTURE])
def test_a_date_that_cannot_be_one_says_so(at: WallTime) -> None:
    assert words.day(at) == words.DATE_NOT_SET
    assert words.clock(at) == words.TIME_NOT_SET


def test_a_date_is_told_in_the_zone_of_the_machine_and_matches_follow_by_it() -> None:
    assert words.day(NOON) == words.iso_day(NOON) == "2023-11-15"
    assert words.clock(NOON) == "12:00"
    found = Recent("b a").order([kept("old", 5), kept("a"), kept("new", 9), kept("b")])
    assert [match.id for match in found] == ["b", "a", "new", "old"]


@pytest.mark.parametrize(("at", "now", "said"), [
    (NOON, NOON, "paused just now"),
    (NOON, WallTime(NOON + 7 * 60_000), "paused 7 minutes ago"),
    (NOON, WallTime(NOON + 60 * 60_000), "paused 1 hour ago"),
    (NOON, WallTime(NOON + 2 * DAY - 60_000), "paused 47 hours ago"),
    (NOON, WallTime(NOON + 2 * DAY), "paused 2 days ago"),
    (EPOCH, NOON, "paused"),
    (NOON, EPOCH, "paused"),
    (NOON, WallTime(NOON - DAY), "paused"),
    (NOON, FUTURE, "paused"),
])  # fmt: skip
def test_how_long_ago_is_told_only_by_two_good_clocks(at: WallTime, now: WallTime, said: str) -> None:
    assert words.paused_since(at, now) == said


def kept(name: str, touched: int = 0) -> StoredMatch:
    """Return a match as the store lists it."""
    return StoredMatch(name, "ungle-speed", WallTime(0), WallTime(touched), False, name, 1)


def test_one_played_again_comes_first_and_only_so_many_are_remembered() -> None:
    recent = Recent()
    for name in ("a", "b", "c", "a"):
        recent.played(name)
    assert recent.setting == "a c b"
    recent = Recent()
    for n in range(MOST + 9):
        recent.played(str(n))
    assert len(recent.setting.split()) == MOST
    assert recent.setting.startswith(str(MOST + 8))
