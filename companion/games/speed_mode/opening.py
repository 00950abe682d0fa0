"""The deal: from the facts of a match to its first position."""

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Level, Seat
from companion.games.speed_mode.board import DECK
from companion.games.speed_mode.board_file import check
from companion.games.speed_mode.model import FACE_UP, HAND, PLAYERS, Facts, OnPair, Rulings, State


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Deal; SetupError where the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    # Two play.
    if facts.players != PLAYERS:
        raise SetupError(f"players: {facts.players} can't play Two Player Speed Mode; {PLAYERS} can")
    check(facts.board)
    if not 0 <= facts.first < PLAYERS:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {PLAYERS - 1}")
    # Ten cards each, five face up, and the rest face down.
    return State(
        board=facts.board,
        watched=facts.level is Level.WATCHING,
        rulings=rulings,
        turn=Seat(facts.first),
        pairs=(OnPair(),) * len(facts.board.pairs),
        deck=DECK - PLAYERS * HAND - FACE_UP,
        face_up=FACE_UP,
        hands=(HAND,) * PLAYERS,
        discards={},
    )
