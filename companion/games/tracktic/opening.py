"""The beginning: from the facts of a match to its first position."""

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Level, Seat
from companion.games.tracktic.model import COLOURS, FEWEST, LETTERS, MOST, Facts, Rulings, State
from companion.games.tracktic.profile import STARTS, cells_of, check


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the grid with the start pieces; SetupError where the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    if not FEWEST <= players <= MOST:
        raise SetupError(f"players: {players} can't play; {FEWEST} to {MOST} can")
    check(facts.profile)
    able = tuple(LETTERS[letter] for letter in facts.profile.starting(players))
    colours = facts.colours or able[:players]
    if len(colours) != players or len(set(colours)) != players or not set(colours) <= set(COLOURS):
        raise SetupError(f"colours: {players} different ones of yellow, blue, green and red are needed")
    for colour in colours:
        if colour not in able:
            raise SetupError(f"colours: {colour} has no start cells on the grid for {players}")
    if not 0 <= facts.first < players:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {players - 1}")
    rows = facts.profile.grid(players)
    # With three the unplayed colour's pieces lie there too; with two only those of the two.
    starting = set(colours) if players == FEWEST else set(COLOURS)
    pieces = {
        cell: LETTERS[letter]
        for letter in STARTS
        if LETTERS[letter] in starting
        for cell in sorted(cells_of(rows, letter))
    }
    return State(
        profile=facts.profile,
        area=cells_of(rows),
        pieces=pieces,
        start=frozenset(pieces),
        colours=colours,
        watched=facts.level is Level.WATCHING,
        rulings=rulings,
        turn=Seat(facts.first),
        tokens=(facts.profile.tokens,) * players,
        skipped=(False,) * players,
        laid=tuple(sum(other == colour for other in pieces.values()) for colour in COLOURS),
        used={},
    )
