"""The beginning: from the facts of a match to its first position."""

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.games.cryptid.hexes import MAP
from companion.games.cryptid.model import PAIR, SHARED, Facts, Hue, Rulings, Sharing, Spot, State
from companion.games.cryptid.setups import OWNERS, check, check_map, sets_of


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the bare map; SetupError where the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    if players not in OWNERS:
        raise SetupError(f"players: {players} can't play Cryptid; 2 to 5 can")
    owners = OWNERS[players]
    hues = facts.hues or tuple(Hue)[: len(owners)]
    # A colour for each clue: two for each of two players, one for each of more.
    if len(hues) != len(owners) or len(set(hues)) != len(owners):
        each = "two" if players == PAIR else "one"
        raise SetupError(f"hues: {len(owners)} different colours are needed, {each} for each player")
    if not 0 <= facts.first < players:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {players - 1}")
    setup = facts.setup
    # Where clues are owned they must be told: a set-up that lacks them is no map alone.
    sealed = setup is not None and bool(setup.clues or setup.clue_owner)
    if setup is not None and sealed:
        check(setup)
        if setup.clue_owner != owners:
            wanted = " ".join(map(str, owners))
            raise SetupError(f"clue_owner: the set-up is for {setup.players}, and {players} play ({wanted})")
    elif setup is not None:
        check_map(setup)
    return State(
        players=players,
        setup=setup,
        sets=sets_of(setup) if setup is not None and sealed else (),
        hues=hues,
        rulings=rulings,
        spots=(Spot(),) * len(MAP),
        turn=facts.first,
        stage=Sharing(players * SHARED),
    )
