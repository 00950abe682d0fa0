"""Cryptid for two, rule by rule: in open mode, where only the pieces count, and with sealed clues."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Outcome, Refused, Seat
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import put_cube, put_disc
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import (
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    Hue,
    OpeningCubes,
    Paying,
    State,
)
from companion.games.cryptid.score import score
from companion.games.cryptid.view import awaited
from companion.match_reports import Replace, Strike, TakeBack
from tests.games.cryptid.board import GAME, after, broken, events, judge, refusal, where
from tests.games.cryptid.players import Table
from tests.matches import new_match, submit

ONE, TWO = Seat(0), Seat(1)
ORANGE, BLUE, GREEN, PURPLE = Hue.ORANGE, Hue.BLUE, Hue.GREEN, Hue.PURPLE
HERE, THERE, YONDER = Hex(4, 7), Hex(0, 0), Hex(8, 11)
ASKED, SOUGHT = (Answering(HERE, search=search, asked=TWO) for search in (False, True))
SETUP = deal(1)
SEALED = GAME.opening(Facts(setup=SETUP))


def opened(stage: Any = None, turn: Seat = ONE, **rulings: str) -> State:
    """Return an open game without a map, after the sharing."""
    return replace(GAME.opening(Facts(rulings=rulings)), stage=stage or AskOrSearch(), turn=turn)


def two(at: Hex) -> tuple[Disc, ...]:
    """Return the first player's two discs on a hex."""
    return Disc(ORANGE, at), Disc(BLUE, at)


@pytest.mark.rule("cr.setup")
def test_two_players_have_two_clues_and_two_colours_each() -> None:
    state = GAME.opening(Facts(setup=SETUP))
    assert (state.own(ONE), state.own(TWO)) == ((ORANGE, BLUE), (GREEN, PURPLE))
    assert len(state.sets) == 4
    assert GAME.opening(Facts()).sets == ()
    map_alone = SETUP.map_alone
    assert not GAME.opening(Facts(setup=map_alone)).sealed
    # Nobody uses the other player's colours.
    state = opened(Paying())
    assert broken(state, r.PlaceCube(ONE, GREEN, HERE)) == ["cr.setup"]
    assert broken(opened(ASKED), r.GiveAnswer(TWO, ORANGE)) == ["cr.setup"]


@pytest.mark.rule("cr.setup", "cr.one-clue")
@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        (Facts(players=6), "players: 6 can't play Cryptid"),
        (Facts(1), "players: 1 can't play Cryptid; 2 to 5 can"),
        (Facts(3, hues=(ORANGE, BLUE)), "hues: 3 different colours are needed, one for each player"),
        (Facts(4, SETUP), r"the set-up is for 2, and 4 play \(0 1 2 3\)"),
        (Facts(4, first=Seat(4)), "there is no seat 4; the seats are 0 to 3"),
        (Facts(hues=(ORANGE, BLUE, GREEN)), "hues: 4 different colours"),
        (Facts(hues=(ORANGE, BLUE, GREEN, GREEN)), "hues: 4 different colours"),
        (Facts(hues=(*tuple(Hue)[:4], ORANGE)), "hues: 4 different colours"),
        (Facts(first=Seat(2)), "no seat 2"),
        (Facts(setup=deal(1, players=4)), "the set-up is for 4, and 2 play"),
        (Facts(setup=replace(SETUP, tiles=SETUP.tiles[:2])), "tiles"),
        (Facts(setup=replace(SETUP, clues=(), structures=())), "is missing"),
        (Facts(rulings={"answer_on_own_disc": "no"}), "choose one of: add, closed"),
    ],
)
def test_facts_that_make_no_game_are_refused(facts: Facts, wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        GAME.opening(facts)


@pytest.mark.rule("cr.sharing")
def test_each_places_two_cubes_in_turn_of_either_colour_in_any_mix() -> None:
    now = GAME.opening(Facts())
    assert [prompt.act for prompt in awaited(now)] == ["share_cube"]
    assert events(now, r.PlaceCube(ONE, ORANGE, HERE)) == (e.CubeShared(ONE, ORANGE, HERE), e.TurnPassed(TWO))
    now = after(
        now,
        r.PlaceCube(ONE, ORANGE, HERE),
        r.PlaceCube(TWO, PURPLE, THERE),
        r.PlaceCube(ONE, ORANGE, YONDER),
        r.PlaceCube(TWO, GREEN, Hex(1, 1)),
    )
    assert (now.stage, now.turn) == (AskOrSearch(), ONE)
    assert score(now) == {"cubes": [2, 2], "discs": [0, 0]}
    # Nobody asks or searches before all cubes are placed.
    now = GAME.opening(Facts())
    assert broken(now, r.Ask(ONE, HERE)) == ["cr.sharing"]
    assert broken(now, r.Search(ONE, HERE, two(HERE))) == ["cr.sharing"]
    assert broken(now, r.PlaceCube(TWO, GREEN, HERE)) == ["cr.sharing"]
    assert refusal(now, r.PlaceCube(TWO, GREEN, HERE)).on_table


@pytest.mark.rule("cr.turn")
def test_a_turn_is_a_question_or_a_search_and_then_it_is_the_others() -> None:
    state = after(opened(), r.Ask(ONE, HERE))
    assert state.stage == ASKED
    state = after(state, r.GiveAnswer(TWO))
    assert (state.stage, state.turn) == (AskOrSearch(), TWO)
    assert broken(state, r.Ask(ONE, THERE)) == ["cr.turn"]
    assert broken(state, r.PlaceCube(TWO, GREEN, THERE)) == ["cr.turn"]
    # Only the one who was asked answers and only then.
    asked = after(opened(), r.Ask(ONE, HERE))
    assert broken(asked, r.GiveAnswer(ONE)) == ["cr.turn"]
    assert broken(opened(SOUGHT), r.GiveAnswer(ONE)) == ["cr.turn"]
    assert broken(asked, r.Ask(ONE, THERE)) == ["cr.turn"]
    assert broken(opened(), r.GiveAnswer(TWO)) == ["cr.turn"]


@pytest.mark.rule("cr.answer-both")
def test_both_clues_allow_a_disc_of_both_colours() -> None:
    ask, answer = r.Ask(ONE, HERE), r.GiveAnswer(TWO)
    state = after(opened(), ask)
    assert events(state, answer) == (e.DiscsAnswered(TWO, HERE, (GREEN, PURPLE)), e.TurnPassed(TWO))
    assert after(state, answer).spot(HERE).discs == (GREEN, PURPLE)
    # A disc that is already there stays and the missing one is added.
    state = after(put_disc(opened(), GREEN, HERE), ask)
    assert events(state, answer)[0] == e.DiscsAnswered(TWO, HERE, (PURPLE,))
    closed = put_disc(opened(answer_on_own_disc="closed"), GREEN, HERE)
    assert broken(closed, ask) == ["cr.answer-both"]
    assert broken(put_disc(put_disc(opened(), GREEN, HERE), PURPLE, HERE), ask) == ["cr.answer-both"]
    # The rule is about discs that are placed; the details say why there is nothing to ask.
    for state, why in ((closed, "closed"), (put_disc(closed, PURPLE, HERE), "both")):
        assert [fault.details["why"] for fault in refusal(state, ask).violations] == [why]
    # A closed space is closed with sealed clues too.
    facts = Facts(setup=SETUP, rulings={"answer_on_own_disc": "closed"})
    state = replace(put_disc(GAME.opening(facts), GREEN, HERE), stage=AskOrSearch())
    assert broken(state, ask) == ["cr.answer-both"]


@pytest.mark.rule("cr.answer-one", "cr.penalty", "cr.answer-none")
def test_a_cube_is_an_answer() -> None:
    # A cube in answer costs the asker a cube.
    state = after(opened(), r.Ask(ONE, HERE))
    assert events(state, r.GiveAnswer(TWO, PURPLE)) == (e.CubeAnswered(TWO, PURPLE, HERE),)
    state = after(state, r.GiveAnswer(TWO, PURPLE))
    assert (state.stage, state.turn) == (Paying(), ONE)
    assert broken(state, r.Ask(ONE, THERE)) == ["cr.penalty"]
    assert events(state, r.PlaceCube(ONE, BLUE, THERE)) == (e.CubePaid(ONE, BLUE, THERE), e.TurnPassed(TWO))
    # If both clues forbid it, either cube is right and nothing shows that there was a choice.
    at = where(SEALED, forbidden=(GREEN, PURPLE))
    one = where(SEALED, (GREEN,), (PURPLE,))
    state = after(replace(SEALED, stage=AskOrSearch()), r.Ask(ONE, at))
    for hue in (GREEN, PURPLE):
        assert events(state, r.GiveAnswer(TWO, hue)) == (e.CubeAnswered(TWO, hue, at),)
    # If there is no choice, the question has the same words.
    bound = after(replace(SEALED, stage=AskOrSearch()), r.Ask(ONE, one))
    (choice,), (none,) = awaited(state), awaited(bound)
    assert (choice.act, choice.private, choice.seats) == (none.act, none.private, none.seats)


@pytest.mark.rule("cr.one-cube", "cr.dead-space", "cr.one-own")
def test_what_may_lie_where() -> None:
    # A space with a cube is dead.
    state = put_cube(opened(), GREEN, HERE)
    assert broken(state, r.Ask(ONE, HERE)) == ["cr.dead-space"]
    assert "cr.dead-space" in broken(state, r.Search(ONE, HERE, two(HERE)))
    wrong = r.PlaceCube(ONE, BLUE, HERE)
    assert broken(replace(state, stage=Paying()), wrong) == ["cr.one-cube"]
    assert refusal(replace(state, stage=Paying()), wrong).on_table
    steps = refusal(replace(state, stage=Paying()), wrong).violations[0].remedy
    assert [(step.act, step.details["hue"]) for step in steps] == [("take_off", "blue")]
    # No second piece of a colour.
    state = put_disc(opened(Paying()), BLUE, HERE)
    assert broken(state, r.PlaceCube(ONE, BLUE, HERE)) == ["cr.one-own"]
    # Discs of others don't matter.
    assert after(state, r.PlaceCube(ONE, ORANGE, HERE)).spot(HERE).cube is ORANGE
    asked = after(replace(put_disc(opened(), GREEN, HERE), stage=AskOrSearch()), r.Ask(ONE, HERE))
    assert broken(asked, r.GiveAnswer(TWO, GREEN)) == ["cr.one-own"]
    # A search never ends on a space that has become dead.
    dead = replace(put_cube(opened(), ORANGE, HERE), stage=SOUGHT)
    assert broken(dead, r.GiveAnswer(TWO)) == ["cr.dead-space"]


@pytest.mark.rule("cr.search", "cr.one-cube-or-two-discs", "cr.penalty")
def test_a_search() -> None:
    # Two discs go down and two discs back win at once.
    state = after(opened(), r.Search(ONE, HERE, two(HERE)))
    assert state.stage == SOUGHT
    assert score(state)["discs"] == [2, 0]
    ended = after(state, r.GiveAnswer(TWO)).ended
    assert ended is not None
    assert (ended.winners, ended.reason) == ((ONE,), "cr.search")
    # A cube in answer ends the search and costs a cube.
    state = after(opened(), r.Search(ONE, HERE, two(HERE)), r.GiveAnswer(TWO, GREEN))
    assert (state.stage, state.ended) == (Paying(), None)
    assert after(state, r.PlaceCube(ONE, BLUE, THERE)).turn == TWO
    # If both discs of the opponent are already there, the search wins at once.
    state = put_disc(put_disc(opened(), GREEN, HERE), PURPLE, HERE)
    found = events(state, r.Search(ONE, HERE, two(HERE)))
    assert [type(event) for event in found] == [e.Searched, e.DiscsAnswered, e.Ended]


@pytest.mark.rule("cr.one-cube-or-two-discs")
@pytest.mark.parametrize(
    "discs",
    [
        (),
        two(HERE)[:1],
        (Disc(ORANGE, HERE),) * 2,
        (*two(HERE), Disc(ORANGE, THERE)),
        (Disc(GREEN, HERE),) * 2,
    ],
)
def test_anything_but_a_disc_of_each_own_colour_is_refused(discs: tuple[Disc, ...]) -> None:
    assert "cr.one-cube-or-two-discs" in broken(opened(), r.Search(ONE, HERE, discs))


@pytest.mark.rule("cr.search", "cr.search-one-own", "cr.search-two-own", "cr.legal-disc")
def test_where_the_discs_of_a_search_go() -> None:
    # A search of a bare space puts both discs there.
    assert broken(opened(), r.Search(ONE, HERE, (Disc(ORANGE, HERE), Disc(BLUE, THERE)))) == ["cr.search"]
    # If one own disc is there, that colour goes elsewhere and the other there.
    state = put_disc(opened(), ORANGE, HERE)
    search = r.Search(ONE, HERE, (Disc(ORANGE, THERE), Disc(BLUE, HERE)))
    assert after(state, search).spot(THERE).discs == (ORANGE,)
    assert broken(state, r.Search(ONE, HERE, two(HERE))) == ["cr.search-one-own"]
    assert "cr.search" in broken(state, r.Search(ONE, HERE, two(THERE)))
    # If both own discs are there, both go on other spaces, the same or different ones.
    state = put_disc(put_disc(opened(), ORANGE, HERE), BLUE, HERE)
    for discs in (two(THERE), (Disc(ORANGE, THERE), Disc(BLUE, YONDER))):
        assert after(state, r.Search(ONE, HERE, discs)).stage == SOUGHT
    assert broken(state, r.Search(ONE, HERE, two(HERE))) == ["cr.search-two-own"]
    # A disc goes where there is no cube and no disc of its colour.
    state = put_cube(put_disc(put_disc(opened(), ORANGE, HERE), ORANGE, YONDER), GREEN, THERE)
    assert broken(state, search) == ["cr.legal-disc"]
    assert broken(state, r.Search(ONE, HERE, (Disc(ORANGE, YONDER), Disc(BLUE, HERE)))) == ["cr.one-own"]


@pytest.mark.rule("cr.mistake")
def test_a_wrong_piece_becomes_the_other_kind_and_moves() -> None:
    # A wrong disc becomes a cube and moves.
    state = put_disc(put_disc(opened(), GREEN, HERE), ORANGE, HERE)
    state = after(state, r.CorrectPiece(ONE, ORANGE, HERE, THERE))
    assert (state.spot(HERE).cube, state.spot(HERE).discs) == (ORANGE, (GREEN,))
    assert state.spot(THERE).discs == (ORANGE,)
    # A wrong cube becomes a disc and moves.
    state = after(put_cube(opened(), BLUE, HERE), r.CorrectPiece(ONE, BLUE, HERE, THERE))
    assert (state.spot(HERE).cube, state.spot(HERE).discs, state.spot(THERE).cube) == (None, (BLUE,), BLUE)
    # Only an own piece and only to a legal space.
    state = put_cube(put_disc(put_cube(opened(), BLUE, HERE), ORANGE, THERE), GREEN, YONDER)
    assert broken(state, r.CorrectPiece(ONE, GREEN, YONDER, HERE)) == ["cr.setup", "cr.one-cube"]
    assert broken(state, r.CorrectPiece(ONE, ORANGE, HERE, THERE)) == ["cr.mistake"]
    assert broken(state, r.CorrectPiece(ONE, BLUE, HERE, HERE)) == ["cr.mistake"]
    assert broken(state, r.CorrectPiece(ONE, BLUE, HERE, YONDER)) == ["cr.one-cube"]
    assert broken(state, r.CorrectPiece(ONE, ORANGE, THERE, YONDER)) == ["cr.legal-disc"]
    # No cube is moved onto the space in question.
    state = put_cube(opened(ASKED), GREEN, THERE)
    assert broken(state, r.CorrectPiece(TWO, GREEN, THERE, HERE)) == ["cr.mistake"]
    # A disc may lie there.
    moved = after(put_disc(opened(SOUGHT), GREEN, THERE), r.CorrectPiece(TWO, GREEN, THERE, HERE))
    assert events(moved, r.GiveAnswer(TWO))[0] == e.DiscsAnswered(TWO, HERE, (PURPLE,))


@pytest.mark.rule("cr.mistake")
@pytest.mark.parametrize("stage", [OpeningCubes(3), AskOrSearch(), ASKED, SOUGHT, Paying()])
def test_a_wrong_piece_is_corrected_as_soon_as_it_is_found_and_what_is_awaited_stays_so(stage: Any) -> None:
    state = put_cube(put_disc(opened(stage), ORANGE, THERE), GREEN, Hex(1, 1))
    for report in (r.CorrectPiece(ONE, ORANGE, THERE, YONDER), r.CorrectPiece(TWO, GREEN, Hex(1, 1), YONDER)):
        assert events(state, report) == (e.PieceCorrected(report.seat, report.hue, report.at, report.to),)
        changed = after(state, report)
        assert (changed.stage, changed.turn) == (stage, ONE)
        assert awaited(changed) == awaited(state)


def full(state: State) -> State:
    """Return a position with a cube wherever the first player could place one."""
    for at in MAP:
        if not (state.allows(ORANGE, at) and state.allows(BLUE, at)):
            state = put_cube(state, GREEN, at)
    return state


@pytest.mark.rule("cr.no-space", "cr.penalty")
def test_where_no_space_is_left_for_a_cube_none_is_placed() -> None:
    state = full(replace(SEALED, stage=Paying()))
    assert not [report for report in GAME.legal(state) if isinstance(report, r.PlaceCube)]
    assert list(GAME.legal(state)) == [r.NoSpace(ONE)]
    assert events(state, r.NoSpace(ONE)) == (e.CubeWaived(ONE), e.TurnPassed(TWO))
    assert (after(state, r.NoSpace(ONE)).stage, after(state, r.NoSpace(ONE)).turn) == (AskOrSearch(), TWO)
    # Without clues the player is believed, but only when a cube is due.
    assert events(opened(Paying()), r.NoSpace(ONE)) == (e.CubeWaived(ONE), e.TurnPassed(TWO))
    assert broken(opened(Paying()), r.NoSpace(TWO)) == ["cr.penalty"]
    for stage in (OpeningCubes(2), AskOrSearch(), ASKED):
        assert broken(opened(stage), r.NoSpace(ONE)), stage
        assert not any(isinstance(report, r.NoSpace) for report in GAME.legal(opened(stage)))


@pytest.mark.rule("cr.no-space")
def test_where_a_space_is_left_only_its_player_is_told_which() -> None:
    state = replace(SEALED, stage=Paying())
    refused = refusal(state, r.NoSpace(ONE))
    (violation,) = refused.violations
    assert (violation.rule, violation.audience, refused.on_table) == ("cr.no-space", (ONE,), False)
    details = violation.details
    at = Hex(int(details["row"]), int(details["column"]))
    assert isinstance(judge(state, r.PlaceCube(ONE, Hue(str(details["hue"])), at)), Accepted)
    match = new_match(GAME, Facts(setup=SETUP))
    table = Table(SETUP, 1)
    submit(match, *table.share())
    while not isinstance(match.state.stage, Paying):
        for report in table.turn():
            if not isinstance(match.state.stage, Paying):
                submit(match, report)
    before = match.length
    assert match.submit(r.NoSpace(match.state.turn), seen=before, at=WallTime(0)).entry is None
    assert match.length == before, "for everybody else nothing has happened"


@pytest.mark.rule("cr.give-up")
@pytest.mark.parametrize("stage", [OpeningCubes(3), AskOrSearch(), SOUGHT, Paying()])
def test_all_may_agree_to_give_up_at_any_time_and_see_everything(stage: Any) -> None:
    for state in (opened(stage), replace(SEALED, stage=stage)):
        assert broken(state, r.GiveUp(ONE)) == ["cr.give-up"]
        assert broken(state, r.GiveUp(TWO, (TWO,))) == ["cr.give-up"]
        found = events(state, r.GiveUp(TWO, (ONE,)))
        assert found == (e.GivenUp(), e.Ended(Outcome((), "cr.give-up")))
    ended = after(replace(SEALED, stage=stage), r.GiveUp(ONE, (TWO,)))
    shown = GAME.view(ended, None)
    assert [own.clue for own in shown.clues] == list(SETUP.clues)
    assert shown.habitat == Hex(4, 3)


@pytest.mark.rule("cr.give-up", "match.irrevocable")
@pytest.mark.parametrize("facts", [Facts(), Facts(setup=SETUP)], ids=["open", "sealed"])
def test_nobody_goes_back_from_giving_up(facts: Facts) -> None:
    match = new_match(GAME, facts)
    first = next(iter(Table(SETUP, 1).share()))
    submit(match, first, r.GiveUp(ONE, (TWO,)))
    taken_back = (TakeBack(entry, (ONE, TWO)) for entry in (None, 2, 1))
    for back in (*taken_back, Strike(1), Strike(2), Replace(1, first)):
        ruling = submit(match, back).ruling
        assert isinstance(ruling, Refused), back
        assert [violation.rule for violation in ruling.violations] == ["match.irrevocable"], back
    assert match.outcome == Outcome((), "cr.give-up")
    assert match.export() == match.rows()


ALLOWED, HALF = where(SEALED, (ORANGE, BLUE)), where(SEALED, (ORANGE,), (BLUE,))
ELSEWHERE = (Disc(ORANGE, where(SEALED, forbidden=(ORANGE,))), Disc(BLUE, ALLOWED))
ON_ONE = Answering(where(SEALED, (GREEN,), (PURPLE,)), search=False, asked=TWO)
ON_BOTH = Answering(where(SEALED, (GREEN, PURPLE)), search=True, asked=TWO)
LIES: list[tuple[str, Any, r.AnyReport, str]] = [
    ("sharing", OpeningCubes(4), r.PlaceCube(ONE, ORANGE, where(SEALED, (ORANGE,))), "cr.truth"),
    ("paying", Paying(), r.PlaceCube(ONE, ORANGE, where(SEALED, (ORANGE,))), "cr.truth"),
    ("searching", AskOrSearch(), r.Search(ONE, HALF, two(HALF)), "cr.search"),
    ("searching with a disc elsewhere", AskOrSearch(), r.Search(ONE, ALLOWED, ELSEWHERE), "cr.search"),
    ("disc", ON_ONE, r.GiveAnswer(TWO), "cr.answer-both"),
    ("cube", ON_ONE, r.GiveAnswer(TWO, GREEN), "cr.answer-one"),
    ("cube on both", ON_BOTH, r.GiveAnswer(TWO, GREEN), "cr.answer-one"),
]


@pytest.mark.rule("cr.truth", "cr.answer-one", "cr.answer-both", "cr.search")
@pytest.mark.parametrize(("name", "stage", "lie", "rule"), LIES, ids=[name for name, *_ in LIES])
def test_a_lie_is_told_to_its_owner_alone_and_leaves_no_trace(
    name: str, stage: Any, lie: r.AnyReport, rule: str
) -> None:
    state = replace(SEALED, stage=stage)
    if name == "searching with a disc elsewhere":
        state = put_disc(state, ORANGE, ALLOWED)
    ruling = refusal(state, lie)
    assert [remedy.seat for remedy in ruling.violations[0].remedy] == [lie.seat]
    assert [(fault.rule, fault.audience) for fault in ruling.violations] == [(rule, (lie.seat,))]
    assert (ruling.on_table, ruling.stands) == (False, None)


@pytest.mark.rule("cr.truth")
@pytest.mark.parametrize("hues", [(ORANGE,), ()])
def test_what_all_can_see_is_judged_before_the_clue_and_told_to_its_player(hues: tuple[Hue, ...]) -> None:
    at = where(SEALED, hues, () if hues else (ORANGE,))
    paying = put_cube(replace(SEALED, stage=Paying()), GREEN, at)
    (fault,) = refusal(paying, r.PlaceCube(ONE, ORANGE, at)).violations
    assert (fault.rule, fault.audience, fault.remedy) == ("cr.one-cube", (ONE,), ())
    asked = replace(put_disc(SEALED, ORANGE, at), turn=TWO, stage=Answering(at, search=False, asked=ONE))
    ruling = refusal(asked, r.GiveAnswer(ONE, ORANGE))
    assert [(fault.rule, fault.audience) for fault in ruling.violations] == [("cr.one-own", (ONE,))]
    assert not ruling.on_table


def test_with_sealed_clues_every_piece_is_told_in_private() -> None:
    for stage in (OpeningCubes(4), AskOrSearch(), SOUGHT, Paying()):
        assert awaited(replace(SEALED, stage=stage))[0].private
        assert not awaited(opened(stage))[0].private


@pytest.mark.rule("cr.mistake")
def test_with_sealed_clues_nothing_is_corrected_and_the_clue_is_not_asked() -> None:
    for at in MAP[::7]:
        for hue in SEALED.own(ONE):
            for state in (put_cube(SEALED, hue, at), put_disc(SEALED, hue, at)):
                ruling = refusal(replace(state, stage=AskOrSearch()), r.CorrectPiece(ONE, hue, at, YONDER))
                assert {one.rule for one in ruling.violations} <= {"cr.mistake", "cr.one-own", "cr.one-cube"}
                assert ruling.violations[0].rule == "cr.mistake"


@pytest.mark.rule("cr.search", "cr.clockwise")
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("players", "seed"),
    [
        *product((2, 3, 4, 5), (0,)),
        *(
            pytest.param(players, seed, marks=pytest.mark.long)
            for players, seeds in ((2, 12), (3, 4), (4, 4), (5, 4))
            for seed in range(1, seeds)
        ),
    ],
)
def test_whole_games_of_players_who_know_their_clues(mode: Mode, players: int, seed: int) -> None:
    setup = deal(seed, mode, players)
    table = Table(setup, seed)
    state = after(GAME.opening(Facts(players, setup)), *table.share())
    while table.winner is None:
        assert state.turn == table.mover
        state = after(state, *table.turn())
        assert {at: state.spot(at).cube for at in MAP if state.spot(at).cube} == table.cubes
        discs = {at: sorted(hues) for at, hues in table.discs.items() if hues}
        assert {at: sorted(state.spot(at).discs) for at in MAP if state.spot(at).discs} == discs
    assert state.ended == Outcome((Seat(table.winner),), "cr.search")
    found = GAME.view(state, None)
    assert found.habitat is not None
    assert all(found.habitat in hexes for hexes in table.allowed_hexes.values())
    assert [(own.hue, own.clue) for own in found.clues] == list(zip(state.hues, setup.clues, strict=True))


PIECES_DOWN = (
    e.CubeShared(TWO, GREEN, HERE),
    e.Searched(ONE, HERE, two(HERE)),
    e.CubeAnswered(TWO, GREEN, HERE),
    e.DiscsAnswered(TWO, HERE, (GREEN,)),
    e.CubePaid(ONE, BLUE, HERE),
    e.PieceCorrected(ONE, BLUE, HERE, THERE),
    e.Ended(Outcome((ONE,), "cr.search")),
)


@pytest.mark.parametrize("event", PIECES_DOWN, ids=lambda event: type(event).__name__)
def test_back_across_a_piece_of_sealed_clues_needs_all(event: e.AnyEvent) -> None:
    for state in (SEALED, GAME.opening(Facts(4, deal(1, players=4)))):
        assert GAME.revealed(state, event) == state.seats
    # Without sealed clues a wrong tap is taken back at once, as nothing secret was revealed.
    assert GAME.revealed(GAME.opening(Facts()), event) == ()


@pytest.mark.parametrize(
    "event", [e.Asked(ONE, HERE), e.TurnPassed(ONE)], ids=lambda event: type(event).__name__
)
def test_a_question_tells_no_secret(event: e.AnyEvent) -> None:
    assert GAME.revealed(SEALED, event) == ()
