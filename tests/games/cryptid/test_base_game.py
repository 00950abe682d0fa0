"""Cryptid for three to five, one clue each: every rule of the base game, and many checks by a plain model."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Refused, Seat
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import fold, put_cube, put_disc
from companion.games.cryptid.maps import MAP, Hex, spread
from companion.games.cryptid.model import (
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
    State,
)
from companion.games.cryptid.setups import habitats
from tests.games.cryptid.board import GAME, after, broken, events, judge, refusal
from tests.games.cryptid.plain_rules import CUBE, DISC, PlainTable

MANY = (3, 4, 5)
FOX, OWL, BEAR, WOLF = map(Seat, range(4))
ORANGE, BLUE, GREEN, PURPLE, RED = Hue
HERE, THERE, YONDER = Hex(4, 7), Hex(0, 0), Hex(8, 11)
SEALED = GAME.opening(Facts(4, deal(1, players=4)))
HABITAT = next(spread(habitats(deal(1, players=4))))
ALLOWED = next(at for at in MAP if SEALED.allows(ORANGE, at) and at != HABITAT)


def opened(stage: object = None, turn: Seat = FOX) -> State:
    """Return an open game of four without a map, after the sharing."""
    return replace(GAME.opening(Facts(4)), stage=stage or AskOrSearch(), turn=turn)


def one(hue: Hue, at: Hex) -> tuple[Disc, ...]:
    """Return the disc of a search."""
    return (Disc(hue, at),)


@pytest.mark.rule("cr.ask")
@pytest.mark.parametrize("of", [None, FOX, Seat(4), Seat(-1)])
def test_a_question_names_somebody_else(of: Seat | None) -> None:
    assert broken(opened(), r.Ask(FOX, HERE, of)) == ["cr.ask"]
    # With two players nobody has to be named.
    two = replace(GAME.opening(Facts()), stage=AskOrSearch())
    assert after(two, r.Ask(FOX, HERE)).stage == Answering(HERE, search=False, asked=OWL)
    assert broken(two, r.Ask(FOX, HERE, OWL)) == ["cr.ask"]


def crowded(state: State, hue: Hue, besides: Hex, free: int = 0) -> State:
    """Return the position with a colour's discs on all but `free` of the spaces that its clue allows."""
    allowed = [at for at in MAP if state.allows(hue, at) and at != besides]
    for at in allowed[free:]:
        state = put_disc(state, hue, at)
    return put_disc(state, hue, besides)


@pytest.mark.rule("cr.no-disc", "cr.search-own")
def test_a_search_goes_on_without_a_disc_that_has_no_space() -> None:
    asking, bare = replace(SEALED, stage=AskOrSearch()), r.Search(FOX, HABITAT, ())
    none = crowded(asking, ORANGE, HABITAT)
    assert after(none, bare).stage == Answering(HABITAT, search=True, asked=OWL)
    fault = refusal(crowded(asking, ORANGE, HABITAT, free=1), bare).violations[0]
    assert (fault.rule, fault.audience) == ("cr.no-disc", (FOX,))
    # Where somebody's cube lies there is no space for a disc.
    full = put_cube(crowded(asking, ORANGE, HABITAT, free=1), BLUE, ALLOWED)
    assert after(full, bare).stage == Answering(HABITAT, search=True, asked=OWL)
    # If none is there yet, one goes there; without clues that is for the player to say.
    assert broken(asking, bare) == ["cr.one-piece"]
    assert after(put_disc(opened(), ORANGE, HERE), r.Search(FOX, HERE, ())).spot(HERE).discs == (ORANGE,)
    assert bare in list(GAME.legal(none))
    two = put_disc(put_disc(replace(GAME.opening(Facts()), stage=AskOrSearch()), ORANGE, HERE), BLUE, HERE)
    assert after(two, r.Search(FOX, HERE, one(BLUE, THERE))).stage == Answering(HERE, search=True, asked=OWL)


IS_ANSWER = {(True, OWL), (True, BEAR), (True, WOLF), (False, BEAR)}
"""In a search every cube but the searcher's is an answer, otherwise only the asked player's: here Bear."""


@pytest.mark.rule("cr.mistake", "cr.clockwise", "cr.dead-space")
@pytest.mark.parametrize("search", [True, False])
@pytest.mark.parametrize("seat", [FOX, OWL, BEAR, WOLF])
def test_a_cube_by_correction_is_the_answer_or_ends_the_question(search: bool, seat: Seat) -> None:
    hue, answers = opened().own(seat)[0], (search, seat) in IS_ANSWER
    state = put_disc(opened(Answering(HERE, search=search, asked=BEAR)), hue, HERE)
    report = r.CorrectPiece(seat, hue, HERE, THERE)
    follows = e.CubeAnswered(seat, hue, HERE) if answers else e.QuestionFell(seat, HERE)
    assert events(state, report)[1:] == (follows,)
    state = after(state, report)
    assert (state.stage, state.turn) == (Paying() if answers else AskOrSearch(), FOX)
    assert (state.spot(HERE), state.spot(THERE)) == (HexContents(hue), HexContents(discs=(hue,)))
    if not answers:
        assert broken(state, r.Ask(FOX, HERE, OWL)) == ["cr.dead-space"]


# Many rulings, checked against the plain model.


def reports(table: PlainTable, dice: Random) -> Iterator[r.AnyReport]:
    """Yield reports without end: likely ones, and ones that nobody should make."""
    players = range(len(table.hues))
    # Some player has an idea where it is.
    lucky = [at for at in MAP if table.clues and all(at in hexes for hexes in table.clues.values())]
    while True:
        near = [table.at, *(piece.at for piece in table.pieces), *lucky * 9]
        at, to = (dice.choice(near) if dice.random() < 0.4 else dice.choice(MAP) for _ in range(2))
        seat = Seat(table.mover if dice.random() < 0.8 else dice.choice(players))
        hue = table.hues[seat] if dice.random() < 0.9 else dice.choice(tuple(Hue))
        of = dice.choice((None, *map(Seat, players)))
        place = at if dice.random() < 0.6 else to
        discs = tuple(Disc(hue, place) for _ in range(dice.choice((1, 1, 1, 1, 0, 2))))
        due = {"share": (0,), "turn": (1, 2), "answer": (3, 4), "pay": (0,)}[table.next_step]
        rare = (6, 6, 6, 6, 6, 4, 1, 0.2)
        yield dice.choices(
            (
                r.PlaceCube(seat, hue, at),
                r.Ask(seat, at, of),
                r.Search(seat, at, discs),
                r.GiveAnswer(seat),
                r.GiveAnswer(seat, hue),
                r.CorrectPiece(seat, hue, at, to),
                r.NoSpace(seat),
                r.GiveUp(seat, tuple(map(Seat, players[dice.choice((0, 1, 1, 1, 1)) :]))),
            ),
            [30 if n in due else weight for n, weight in enumerate(rare)],
        )[0]


def position(state: State) -> tuple[object, ...]:
    """Return a position in the plain model's terms."""
    stage = state.stage
    pieces = {(CUBE, state.owner(spot.cube), at) for at in MAP if (spot := state.spot(at)).cube is not None}
    pieces |= {(DISC, state.owner(hue), at) for at in MAP for hue in state.spot(at).discs}
    next_step = {OpeningCubes: "share", AskOrSearch: "turn", Answering: "answer", Paying: "pay"}[type(stage)]
    asked = (stage.at, stage.search, stage.asked) if isinstance(stage, Answering) else None
    ended = state.ended and (state.ended.winners or (None,))
    return pieces, state.turn, None if ended else next_step, None if ended else asked, ended


def plainly(table: PlainTable) -> tuple[object, ...]:
    """Return a position of the plain model."""
    pieces = set(map(tuple, table.pieces))
    if table.over:
        return pieces, table.turn, None, None, (table.winner,)
    asked = (table.at, table.searched, table.asked) if table.next_step == "answer" else None
    return pieces, table.turn, table.next_step, asked, None


def rule_alike(players: int, sealed: bool, count: int, seed: int) -> None:
    """Judge `count` reports by both models and compare each ruling."""
    dice, ruled, accepted, won = Random(seed), 0, 0, 0
    kinds: set[tuple[str, bool]] = set()
    while ruled < count:
        setup = deal(dice.randrange(10**6), dice.choice(list(Mode)), players)
        known = setup if sealed else setup.map_alone
        hues = tuple(dice.sample(list(Hue), players))
        first = Seat(dice.randrange(players))
        state = GAME.opening(Facts(players, known, hues, first=first))
        clues = {n: set(spread(hexes)) for n, hexes in enumerate(state.sets)}
        table = PlainTable(hues, clues, first)
        for report in reports(table, dice):
            legal, truthful = table.legal(report), True
            if legal:
                truthful = table.truthful(report)
            ruling = judge(state, report)
            why = f"{report}\n{ruling}\n{state.stage} {state.turn} {table.pieces}"
            assert isinstance(ruling, Accepted) is (legal and truthful), why
            kinds.add((type(report).__name__, legal and truthful))
            ruled += 1
            if isinstance(ruling, Refused):
                # Only the owner of a clue hears about what it alone forbids; and nothing is on the table yet.
                secret = {fault.audience for fault in ruling.violations} == {(report.seat,)}
                assert secret or not legal, why
                assert not (ruling.on_table and sealed), why
            elif isinstance(ruling, Accepted):
                accepted += 1
                assert isinstance(report, r.CorrectPiece | r.GiveUp) or report in GAME.legal(state), why
                state = fold(state, ruling.events)
                table.do(report)
                assert position(state) == plainly(table), why
                if table.over:
                    won += table.winner is not None
                    break
            if ruled >= count:
                break
    assert accepted > count / 20
    if count > 1000:
        assert won, "some search was answered with discs by everybody"
        every = {(kind.__name__, right) for kind in get_args(r.AnyReport) for right in (True, False)}
        # With sealed clues nothing is ever corrected, and a space for a cube stays free for long.
        assert every - kinds <= {("CorrectPiece", sealed), ("NoSpace", sealed)}


@pytest.mark.rule("cr.answer", "cr.ask", "cr.clockwise", "cr.one-clue", "cr.one-piece", "cr.search-own")
@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("players", MANY)
@pytest.mark.parametrize(("count", "seed"), [(300, 0), pytest.param(3_400, 10, marks=pytest.mark.long)])
def test_rulings_agree_with_the_rules_read_plainly(players: int, sealed: bool, count: int, seed: int) -> None:
    rule_alike(players, sealed, count, seed + players)
