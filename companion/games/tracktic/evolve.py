"""The position after an event. Events are facts: nothing is checked here."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Level, Seat, first_seat, folding, put
from companion.games.tracktic import events as e
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import (
    COLOURS,
    FEWEST,
    FLIP,
    LETTERS,
    MOST,
    Card,
    Facts,
    Piece,
    Rulings,
    State,
)
from companion.games.tracktic.profile import STARTS, cells_of, check


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after one event; never refuses."""
    match event:
        case e.CardOpened(card):
            return replace(state, open=(*state.open, card))
        case e.PatternLaid(seat, card, laid, flipped, wasted):
            if flipped or wasted:
                # The table may have let a token stand that the player didn't have.
                left = max(0, state.tokens[seat] - 1)
                state = replace(state, tokens=put(state.tokens, seat, left))
            return use_card(put_pieces(state, seat, laid, flipped), card)
        case e.PieceFlipped(seat, flipped, laid):
            return use_card(put_pieces(state, seat, (laid,), (flipped,)), FLIP)
        case e.Skipped(seat):
            return replace(state, skipped=put(state.skipped, seat, True), skipper=seat)
        case e.TurnPassed(to):
            return replace(state, turn=to)
        case e.Ended(outcome):
            return replace(state, ended=outcome)


fold = folding(evolve)


def put_pieces(state: State, seat: Seat, laid: Iterable[Cell], flipped: Iterable[Cell]) -> State:
    """Return the state with a seat's new pieces on `laid`, and the pieces on `flipped` white."""
    colour, cells = state.colours[seat], tuple(laid)
    pieces = {**state.pieces, **dict.fromkeys(flipped, Piece.WHITE), **dict.fromkeys(cells, colour)}
    n = COLOURS.index(colour)
    return replace(state, pieces=pieces, laid=put(state.laid, n, state.laid[n] + len(cells)))


def use_card(state: State, card: Card) -> State:
    """Use up a card: one of the open ones, or one that hasn't been reported yet."""
    used = {**state.used, card: state.used.get(card, 0) + 1}
    open_cards = list(state.open)
    if card in open_cards:
        open_cards.remove(card)
    elif not state.unreported:
        # One of the open cards was reported wrongly. Nobody knows which, so all must be reported again.
        open_cards = []
    return replace(state, used=used, open=tuple(open_cards), skipper=None)


# From the facts of a match to its first position.


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the first position; SetupError if the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    if not FEWEST <= players <= MOST:
        raise SetupError(f"players: {players} can't play; {FEWEST} to {MOST} can")
    check(facts.profile)
    available = tuple(LETTERS[letter] for letter in facts.profile.starting(players))
    colours = facts.colours or available[:players]
    if not len(colours) == len(set(colours)) == players:
        raise SetupError(f"colours: {players} different ones of yellow, blue, green and red are needed")
    for colour in colours:
        if colour not in available:
            raise SetupError(f"colours: {colour} has no start cells on the grid for {players}")
    rows = facts.profile.grid(players)
    # With three players the unplayed colour's start pieces are on the grid too, with two only those of the
    # two.
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
        turn=first_seat(facts.first, players),
        tokens=(0 if rulings.token_cell == "closed" else facts.profile.tokens,) * players,
        skipped=(False,) * players,
        laid=tuple(sum(other == colour for other in pieces.values()) for colour in COLOURS),
        used={},
    )
