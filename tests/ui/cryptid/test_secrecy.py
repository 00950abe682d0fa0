"""Secrecy of the screen as a property: what can be seen doesn't depend on anybody's clues.

Two set-ups differ only in one player's clues, and the same moves are made in both.
"""

import stat
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from companion.comparing import entries_changing, mends, pairs, ways
from companion.errors import SetupError
from companion.game import Accepted, Refused, Seat, Viewer
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import HUES, Answering, AskOrSearch, Disc, Facts, HexContents, State
from companion.games.cryptid.reports import PlaceCube
from companion.games.cryptid.rules import askable
from companion.games.cryptid.setups import OWNERS, Setup, check, habitats
from companion.games.cryptid.view import awaited, view
from companion.journal import StoredRow, header_of
from companion.store import Store
from tests.games.cryptid.players import Table as People
from tests.games.cryptid.test_secrecy import with_other_clues
from tests.matches import submit
from tests.ui.by_fingers import front, rest, settle, texts
from tests.ui.cryptid.table import (
    FOX,
    GAME,
    OWL,
    WOLF,
    Table,
    as_text,
    dealt,
    enter,
    pixels,
    resting,
    situation,
    view_of,
    whispered,
)
from tests.ui.desk import Desk, Listening, the
from tests.ui.rig import Rig
from ui.games.cryptid.pending import At, Correcting, Pending, Searching
from ui.games.cryptid.presenter import CryptidPresenter
from ui.games.cryptid.table import table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import TableProps, Viewport

WHOLE = 200
"""More moves than a match has."""
MOVES = 14
"""The number of moves after the sharing; by then every stage has occurred."""


@cache
def twins(seed: int, seat: Seat, mode: Mode, players: int = 2) -> tuple[Setup, Setup]:
    """Return two valid set-ups that differ in all clues of one player, and in the habitat if possible."""
    while True:
        setup = deal(seed, mode, players)
        mine = [n for n, owner in enumerate(setup.clue_owner) if owner == seat]
        clues, dice = list(clues_of(mode)), Random(seed)
        dice.shuffle(clues)
        good: list[Setup] = []
        for others in permutations([clue for clue in clues if clue not in setup.clues], len(mine)):
            told = list(setup.clues)
            for n, clue in zip(mine, others, strict=True):
                told[n] = clue
            other = replace(setup, clues=tuple(told))
            if habitats(other).bit_count() != 1:
                continue
            try:
                check(other)
            except SetupError:
                continue
            good.append(other)
            if habitats(other) != habitats(setup):
                return setup, other
        if good:
            return setup, good[0]
        seed += 1000


class Move(Struct, frozen=True):
    """A report in both matches: right in both, or wrong in both and private."""

    report: r.AnyReport
    right: bool


def ruled(states: tuple[State, State], report: r.AnyReport) -> bool | None:
    """Return True if a report is right in both, False if it is wrong in both and private; else None."""
    rulings = [GAME.judge(state, report) for state in states]
    if all(isinstance(ruling, Accepted) for ruling in rulings):
        return True
    refused = [ruling for ruling in rulings if isinstance(ruling, Refused)]
    if refused == rulings and all(fault.audience for ruling in refused for fault in ruling.violations):
        return False
    return None


def after(states: tuple[State, State], report: r.AnyReport) -> tuple[State, State]:
    """Return both positions after a report that is right in both."""
    one, other = (GAME.judge(state, report) for state in states)
    assert isinstance(one, Accepted)
    assert one == other, f"the same follows from it\n{as_text(states[0])}"
    return fold(states[0], one.events), fold(states[1], one.events)


def offered(state: State, dice: Random) -> Iterator[r.AnyReport]:
    """Yield possible reports in random order; searches first."""
    spaces, seat = dice.sample(MAP, len(MAP)), state.turn
    own = state.own(seat)
    match state.stage:
        case Answering():
            answers = [r.GiveAnswer(state.mover, cube) for cube in (*state.own(state.mover), None)]
            yield from dice.sample(answers, len(answers))
        case AskOrSearch():
            lying = [at for at in spaces if set(own) & set(state.spot(at).discs)]
            for at in [*lying, *(spaces[:40] if dice.random() < 0.4 else ())]:
                missing = [hue for hue in own if hue in state.spot(at).discs]
                for elsewhere in spaces[:12] if missing else (at,):
                    discs = tuple(Disc(hue, elsewhere if hue in missing else at) for hue in own)
                    yield r.Search(seat, at, discs)
            yield from (r.Ask(seat, at, of) for at in spaces for of in askable(state, seat))
        case _:
            yield from (r.PlaceCube(seat, hue, at) for at in spaces for hue in own)


@cache
def common_moves(one: Setup, other: Setup, seed: int, count: int = MOVES) -> Sequence[Move]:
    """Return moves that are right in both set-ups, some of them preceded by what is wrong in both."""
    dice = Random(seed)
    states = GAME.opening(Facts(one.players, one)), GAME.opening(Facts(one.players, other))
    moves: list[Move] = []
    while sum(each.right for each in moves) < count + 2 * one.players:
        found: list[Move] = []
        wrong: r.AnyReport | None = None
        for report in offered(states[0], dice):
            right = ruled(states, report)
            if right is False and wrong is None:
                wrong = report
            if right:
                later = after(states, report)
                # A question that can't be answered alike would end the comparison, and so would a search that
                # wins.
                able = any(
                    ruled(later, answer)
                    and not (isinstance(later[0].stage, Answering) and after(later, answer)[0].ended)
                    for answer in offered(later[0], dice)
                )
                if able and later[0].ended is None:
                    found = [Move(report, True)]
                    break
        if not found:
            return moves
        moves += [Move(wrong, False)] if wrong is not None else []
        moves += found
        states = after(states, found[0].report)
        assert view_of(states[0]) == view_of(states[1])
    return moves


CASES = [
    *((seed, seat, mode, 2) for seed in (1, 2, 3) for seat in (FOX, OWL) for mode in Mode),
    *((players, Seat(seat), Mode.NORMAL, players) for players in (3, 4, 5) for seat in range(players)),
]


SOME = [pytest.param(*case, marks=() if n % 7 == 0 else pytest.mark.long) for n, case in enumerate(CASES)]
"""The cases in which whole matches are played; most of them are long tests."""


@pytest.mark.parametrize(("seed", "seat", "mode", "players"), CASES[:4] + CASES[-4:])
def test_what_a_compared_board_offers_and_how_much_is_tried_do_not_depend_on_clues(
    seed: int, seat: Seat, mode: Mode, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in reports judged and events folded: a search that takes longer would reveal something too."""
    one, other = twins(seed, seat, mode, players)
    tried: list[str] = []
    for name in ("judge", "evolve"):
        real = getattr(type(GAME), name)

        def counting(*what: object, name: str = name, real: Callable[..., object] = real) -> object:
            tried.append(name)
            return real(*what)

        monkeypatch.setattr(type(GAME), name, staticmethod(counting))
    tables = Table(Facts(players, one)), Table(Facts(players, other))
    found: list[list[object]] = [[], []]
    for move in common_moves(one, other, seed, 12):
        for n, played_on in enumerate(tables):
            answer = submit(played_on.match, move.report)
            tried.clear()
            lying = GAME.contents(played_on.state)
            at = MAP[(7 * played_on.match.length) % len(MAP)]
            told = {at: HexContents(cube=played_on.state.hues[0])} | dict(list(lying.items())[:1])
            found[n].append(list(ways(played_on.match, GAME.contents, told, at_once=True)))
            found[n].append(list(pairs(played_on.match, GAME.contents, told, at_once=True)))
            found[n].append(entries_changing(played_on.match, GAME.contents, [at]))
            if isinstance(answer.ruling, Refused):
                found[n].append(mends(played_on.match, move.report, answer.ruling.violations))
            found[n].append((*tried,))
    assert found[0] == found[1]


def look(desk: Desk, seat: Seat, changed: Seat, *, closely: bool) -> dict[str, object]:
    """Return everything that can be seen, by kind.

    `seat` also reads their own clues, and `closely` includes everything private; `changed` is the player
    whose clues are exchanged, and who reads them: nothing of that may stay.
    """
    table, finger = front(desk), resting(desk, changed)
    assert table.notes.panel is not None, situation(desk)
    finger.up()
    public, finger = pixels(desk), resting(desk, seat)
    private = {"whispered": whispered(desk), "private": pixels(desk) if closely else b""}
    finger.up()
    desk.pump(2)
    session, voice = table.session, desk.services.voice
    assert isinstance(voice, Listening)
    return private | {
        "banner": texts(table.banner),
        "routine": table.presenter.routine(session.view, table.pending),
        "told": table.presenter.describe(session.match.entries[-1]),
        "sheet": table.presenter.dialog(session.view),
        "toast": table.toast.text,
        "sounds": [*desk.sounds.played],
        "pending": table.pending,
        "pixels": public,
        "heard": [*voice.all],
    }


class Played(Struct, frozen=True):
    """A match played on the screen: what was seen, what is exported, and what is on the disk."""

    snapshots: list[tuple[dict[str, object], str]]
    history: bytes
    export: list[StoredRow]
    rows: list[StoredRow]


def played(rig: Rig, folder: Path, setup: Setup, moves: Sequence[Move], seat: Seat, changed: Seat) -> Played:
    """Play moves by touch, and look at the table after each as `seat`, whose clues are the same in both."""
    desk = Desk(rig, folder / "matches.db")
    desk.services.new_id = lambda: "the-match"
    desk.services.voice = voice = Listening()
    dealt(desk, Facts(setup.players, setup))
    found = [(look(desk, seat, changed, closely=True), "dealt")]
    for move in moves:
        length, heard = front(desk).session.length, len(voice.all)
        enter(desk, move.report)
        rest(desk)
        assert (front(desk).session.length > length) is move.right, f"{move}\n{situation(desk)}"
        assert move.right or len(voice.all) == heard, f"{move} is nobody else's business"
        found.append((look(desk, seat, changed, closely=move.right), f"{move}\n{situation(desk)}"))
        settle(desk)
    desk.tap(front(desk).bar.history)
    history, export = pixels(desk), front(desk).session.match.export()
    assert voice.all, "turns were spoken"
    desk.close()
    with Store(folder / "matches.db", reading=True) as store:
        rows = [row for row in store.rows("the-match") if isinstance(row, StoredRow)]
    return Played(found, history, export, rows)


SITTINGS = 5
"""How often two matches that differ are played again, at most.

Depending on the fonts that it had to open since, the text library may measure a ligature a pixel narrower the
next time ("first" in 26 pixels or in 27). A real leak of the clues shows every time.
"""


def told_apart(ones: list[Played], others: list[Played]) -> str:
    """Return what never looked alike in any sitting of the two, and after which move; empty if nothing."""
    for n, (_, where) in enumerate(ones[0].snapshots):
        for field in ones[0].snapshots[n][0]:
            here, there = ([match.snapshots[n][0][field] for match in side] for side in (ones, others))
            if not any(look in there for look in here):
                return f"{field} tells of the clues\n{where}\n{others[0].snapshots[n][1]}"
    alike = {match.history for match in ones} & {match.history for match in others}
    return "" if alike else "the history tells of the clues"


@pytest.mark.parametrize(("seed", "seat", "mode", "count", "players"), [
    pytest.param(12, OWL, Mode.NORMAL, 5, 2, marks=pytest.mark.long),
    (10, FOX, Mode.ADVANCED, 4, 2),
    (2, OWL, Mode.NORMAL, 4, 3),
    pytest.param(11, WOLF, Mode.NORMAL, 4, 4, marks=pytest.mark.long),
    pytest.param(31, FOX, Mode.NORMAL, 4, 5, marks=pytest.mark.long),
])  # fmt: skip
def test_no_pixel_and_no_row_depends_on_a_players_clues(
    rig: Rig, tmp_path: Path, seed: int, seat: Seat, mode: Mode, count: int, players: int
) -> None:
    setups = twins(seed, seat, mode, players)
    moves = common_moves(*setups, seed, count)
    for right in (True, False):
        kinds = {type(move.report) for move in moves if move.right is right}
        assert kinds >= {r.PlaceCube, r.GiveAnswer, r.Search}, "everything occurs, both right and wrong"
    ones: list[Played] = []
    others: list[Played] = []
    while len(ones) < SITTINGS and (not ones or told_apart(ones, others)):
        for setup, side in zip(setups, (ones, others), strict=True):
            folder = tmp_path / f"{len(ones)} {len(others)}"
            side.append(played(rig, folder, setup, moves, Seat((seat + 1) % players), seat))
    assert not told_apart(ones, others)
    one, other = ones[0], others[0]
    (first, where), *more = other.snapshots
    marked = replace(other, snapshots=[(first | {"pixels": b"a dot"}, where), *more])
    assert told_apart(ones, [marked] * len(ones)), "a dot would be seen"
    assert one.export == other.export
    assert one.rows[0].entry != other.rows[0].entry
    assert [row.entry for row in one.rows[1:]] == [row.entry for row in other.rows[1:]]
    assert header_of(one.rows[0].entry) == header_of(other.rows[0].entry)
    files = [*tmp_path.glob("*/matches.db*")]
    assert len(files) >= 2
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, f"{path.name}: nobody else reads the clues"


PLATES = theme.plates()[:5]
PLAYERS = st.sampled_from(list(OWNERS))
CALM = settings(max_examples=8)
ROOMS = (Viewport(Rect(0, 0, 540, 386)), Viewport(Rect(0, 0, 864, 570), 1.6))
TURNS = {2: 25, 3: 8, 4: 6, 5: 5}
"""The number of turns compared in a game: with more players, each turn has more comparisons."""


def presenter_of(state: State) -> CryptidPresenter:
    """Return a table's presenter, made as the frame makes it: from facts that hold all clues."""
    return CryptidPresenter(Facts(state.players, state.setup, state.hues), PLATES)


def all_of(
    state: State, viewer: Viewer, pending: Pending, finger: Hex | None, room: Viewport
) -> tuple[object, ...]:
    """Return all that is drawn and said for a viewer, with this begun and a finger down there."""
    seen, words = view(state, viewer), presenter_of(state)
    return (
        table(TableProps(seen, pending, PLATES, None), room, finger),
        words.banner(seen, pending),
        words.routine(seen, pending),
        words.referee_menu(seen),
        words.dialog(seen),
        [words.tapped(seen, pending, at) for at in MAP[::10]],
        words.private_note(seen, pending, ()) if viewer is not None else None,
        awaited(state),
    )


def begun(dice: Random) -> Pending:
    at, other = dice.sample(MAP, 2)
    search = Searching(at, (Disc(dice.choice(HUES), other),), (dice.choice(HUES),))
    return dice.choice((None, At(at), search, Correcting(at), Correcting(at, FOX, HUES[0])))


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4)), 5])
@settings(max_examples=2)
@given(st.integers(0, 10**6), st.sampled_from(Mode), st.integers(0, 100))
def test_what_is_drawn_and_said_does_not_depend_on_a_players_clues(
    players: int, seed: int, mode: Mode, other: int
) -> None:
    setup, dice = deal(seed, mode, players), Random(seed)
    people, state = People(setup, seed), GAME.opening(Facts(players, setup))
    told = Table(Facts(players, setup))
    for step in range(TURNS[players]):
        for report in people.turn() if step else people.share():
            pending, finger, room = begun(dice), dice.choice((None, *MAP)), dice.choice(ROOMS)
            changed = {
                viewer: with_other_clues(state, [seat for seat in state.seats if seat != viewer], other)
                for viewer in (None, *state.seats)
            }
            for viewer, elsewise in changed.items():
                here, there = (all_of(each, viewer, pending, finger, room) for each in (state, elsewise))
                assert here == there, f"{viewer} sees that others have other clues\n{as_text(state)}"
            entry = told.enter(report)
            # History and voice use only the entry, whatever the clues are.
            assert len({presenter_of(each).describe(entry) for each in (state, *changed.values())}) == 1
            state = fold(state, the(Accepted, GAME.judge(state, report)).events)
        if state.ended is not None:
            return


@CALM
@given(st.integers(0, 10**6), st.sampled_from(Mode), st.integers(0, 100), PLAYERS)
def test_what_a_player_is_told_of_a_wrong_piece_depends_on_the_own_clues_alone(
    seed: int, mode: Mode, other: int, players: int
) -> None:
    setup, dice = deal(seed, mode, players), Random(seed)
    people, state = People(setup, seed), GAME.opening(Facts(players, setup))
    refused = 0
    for report in people.share():
        for at in dice.sample(MAP, 12):
            wrong = PlaceCube(report.seat, dice.choice(state.own(report.seat)), at)
            changed = with_other_clues(state, state.others(report.seat), other)
            rulings = [GAME.judge(each, wrong) for each in (state, changed)]
            assert isinstance(rulings[0], Accepted) is isinstance(rulings[1], Accepted)
            found = [each.violations for each in rulings if isinstance(each, Refused)]
            refused += len(found) // 2
            said = {
                presenter_of(each).private_note(view(each, report.seat), At(at), violations)
                for each, violations in zip((state, changed), found, strict=False)
            }
            assert len(said) <= 1, f"{wrong}\n{as_text(state)}"
        state = fold(state, the(Accepted, GAME.judge(state, report)).events)
    assert refused


@pytest.mark.parametrize("players", OWNERS)
def test_what_its_owner_sees_does_depend_on_the_clues(players: int) -> None:
    """What the tests above compare can differ."""
    state = GAME.opening(Facts(players, deal(1, players=players)))
    for seat in state.seats:
        other = with_other_clues(state, [seat], 3)
        here, there = (all_of(each, seat, None, None, ROOMS[0]) for each in (state, other))
        assert here[0] != there[0], "the scene"
        assert here[6] != there[6], "the words"
