"""Apply events to a position. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import first_seat, folding, put
from companion.games.cryptid import events as e
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import (
    PAIR,
    SHARED,
    Answering,
    AskOrSearch,
    Facts,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
    Rulings,
    State,
)
from companion.games.cryptid.setups import check_known, owners_of, sets_of


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after one event; it never refuses one."""
    match event:
        case e.CubeShared(_, hue, at):
            left = state.stage.left - 1 if isinstance(state.stage, OpeningCubes) else 0
            return replace(put_cube(state, hue, at), stage=OpeningCubes(left) if left > 0 else AskOrSearch())
        case e.Asked(seat, at, of):
            asked = state.others(seat)[0] if of is None else of
            return replace(state, stage=Answering(at, search=False, asked=asked))
        case e.Searched(seat, at, discs):
            for disc in discs:
                state = put_disc(state, disc.hue, disc.at)
            return replace(state, stage=Answering(at, search=True, asked=state.others(seat)[0]))
        case e.CubeAnswered(_, hue, at):
            return replace(put_cube(state, hue, at), stage=Paying())
        case e.DiscsAnswered(seat, at, hues):
            for hue in hues:
                state = put_disc(state, hue, at)
            next_seat = state.others(seat)[0]
            # In a search the others answer in turn, until it comes back to the searcher.
            if isinstance(state.stage, Answering) and state.stage.search and next_seat != state.turn:
                return replace(state, stage=Answering(at, search=True, asked=next_seat))
            return replace(state, stage=AskOrSearch())
        case e.CubePaid(_, hue, at):
            return replace(put_cube(state, hue, at), stage=AskOrSearch())
        case e.PieceCorrected(_, hue, at, to):
            return swap_piece(state, hue, at, to)
        case e.QuestionFell() | e.CubeWaived():
            return replace(state, stage=AskOrSearch())
        case e.GivenUp():
            return state
        case e.TurnPassed(to):
            return replace(state, turn=to)
        case e.Ended(outcome):
            return replace(state, ended=outcome)


fold = folding(evolve)


def put_cube(state: State, hue: Hue, at: Hex) -> State:
    """Put a cube on a hex."""
    return _put(state, at, replace(state.spot(at), cube=hue))


def put_disc(state: State, hue: Hue, at: Hex) -> State:
    """Put a disc on a hex."""
    return _put(state, at, replace(state.spot(at), discs=(*state.spot(at).discs, hue)))


def swap_piece(state: State, hue: Hue, at: Hex, to: Hex) -> State:
    """Swap a piece for the other kind, and put the removed piece on `to`."""
    spot = state.spot(at)
    if spot.cube == hue:
        changed = replace(spot, cube=None, discs=(*spot.discs, hue))
        return put_cube(_put(state, at, changed), hue, to)
    changed = replace(spot, cube=hue, discs=tuple(other for other in spot.discs if other != hue))
    return put_disc(_put(state, at, changed), hue, to)


def _put(state: State, at: Hex, spot: HexContents) -> State:
    return replace(state, spots=put(state.spots, at.index, spot))


# From the facts of a match to its first position.


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the first position, a map without pieces; SetupError if the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    owners = owners_of(players)
    hues = facts.hues or tuple(Hue)[: len(owners)]
    # One colour per clue: two each for two players, one each for more.
    if not len(hues) == len(set(hues)) == len(owners):
        each = "two" if players == PAIR else "one"
        raise SetupError(f"hues: {len(owners)} different colours are needed, {each} for each player")
    setup = facts.setup
    if setup is not None:
        check_known(setup)
        if setup.clue_owner not in ((), owners):
            wanted = " ".join(map(str, owners))
            raise SetupError(f"clue_owner: the set-up is for {setup.players}, and {players} play ({wanted})")
    return State(
        players=players,
        setup=setup,
        sets=sets_of(setup) if setup is not None else (),
        hues=hues,
        rulings=rulings,
        spots=(HexContents(),) * len(MAP),
        turn=first_seat(facts.first, players),
        stage=OpeningCubes(players * SHARED),
    )
