"""Secrecy as a property of all that is drawn and said: over random games, without a window.

Two tables, for two to five, differ in the clues of all but one player, or of all. That player, and everybody
who looks on, sees and reads the same at both; a scene is a value, so that nothing of it is left out.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Accepted, Refused, Viewer
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import HUES, Disc, Facts, State
from companion.games.cryptid.reports import PlaceCube
from companion.games.cryptid.setups import OWNERS
from companion.games.cryptid.view import awaited, view
from tests.games.cryptid.players import Table as People
from tests.games.cryptid.test_secrecy import with_other_clues
from tests.ui.cryptid.table import FOX, GAME, Table, shown
from tests.ui.desk import the
from ui.games.cryptid.pending import At, Correcting, Pending, Searching
from ui.games.cryptid.presenter import CryptidPresenter
from ui.games.cryptid.table import table
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import TableProps, Viewport

PLATES = theme.plates()[:5]
PLAYERS = st.sampled_from(list(OWNERS))
CALM = settings(max_examples=8)
ROOMS = (Viewport(Rect(0, 0, 540, 386)), Viewport(Rect(0, 0, 864, 570), 1.6))
TURNS = {2: 25, 3: 8, 4: 6, 5: 5}
"""So many turns of a game are looked at: the more players, the more of them have to be compared."""


def presenter_of(state: State) -> CryptidPresenter:
    """Return the words of a table, made as the frame makes them: from facts that hold all clues."""
    return CryptidPresenter(Facts(state.players, state.setup, state.hues), PLATES)


def all_of(
    state: State, viewer: Viewer, pending: Pending, finger: Hex | None, room: Viewport
) -> tuple[object, ...]:
    """Return all that is drawn and said for a viewer while this was begun and a finger is down there."""
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


@pytest.mark.parametrize("players", OWNERS)
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
                assert here == there, f"{viewer} sees that others have other clues\n{shown(state)}"
            entry = told.tell(report)
            # What is told in the history and by the voice is made of the entry, whatever the clues are.
            assert len({presenter_of(each).told(entry) for each in (state, *changed.values())}) == 1
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
            assert len(said) <= 1, f"{wrong}\n{shown(state)}"
        state = fold(state, the(Accepted, GAME.judge(state, report)).events)
    assert refused


@pytest.mark.parametrize("players", OWNERS)
def test_what_its_owner_sees_does_depend_on_the_clues(players: int) -> None:
    """What the tests above compare can differ."""
    state = GAME.opening(Facts(players, deal(1, players=players)))
    for seat in state.seats:
        here, there = (
            all_of(each, seat, None, None, ROOMS[0]) for each in (state, with_other_clues(state, [seat], 3))
        )
        assert here[0] != there[0], "the scene"
        assert here[6] != there[6], "the words"
