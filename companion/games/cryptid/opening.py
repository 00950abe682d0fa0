"""The beginning: from the facts of a match to its first position."""

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.games.cryptid.hexes import MAP
from companion.games.cryptid.model import SHARED, Facts, Rulings, Sharing, Spot, State
from companion.games.cryptid.setups import OWNERS, check, check_map, sets_of

PLAYERS = 2
"""So many are refereed; set-ups for up to five can be dealt."""


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the bare map; SetupError where the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    if facts.players != PLAYERS:
        raise SetupError(f"players: {facts.players} can't be refereed; two can")
    clues = len(OWNERS[PLAYERS])
    # Two colours for each player, one for each clue.
    if len(facts.hues) != clues or len(set(facts.hues)) != clues:
        raise SetupError(f"hues: {clues} different colours are needed, two for each player")
    if not 0 <= facts.first < PLAYERS:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 and 1")
    setup = facts.setup
    # Where clues are owned they must be told: a set-up that lacks them is no map alone.
    sealed = setup is not None and bool(setup.clues or setup.clue_owner)
    if setup is not None and sealed:
        check(setup)
        if setup.clue_owner != OWNERS[PLAYERS]:
            raise SetupError("clue_owner: two players have two clues each (0 0 1 1)")
    elif setup is not None:
        check_map(setup)
    return State(
        setup=setup,
        sets=sets_of(setup) if setup is not None and sealed else (),
        hues=facts.hues,
        rulings=rulings,
        spots=(Spot(),) * len(MAP),
        turn=facts.first,
        stage=Sharing(PLAYERS * SHARED),
    )
