"""A table for the tests of the screen: matches played by reports, and views of any position."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import Card, Deck, SymbolCard
from companion.games.ungle_speed.model import Facts, Grab, State, Touch
from companion.games.ungle_speed.view import View, view
from tests.ui.described import DescribedMatch
from ui.games.ungle_speed.entries import card_choice
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.parts.values import Part
from ui.stage import theme

GAME = UngleSpeed()
PLATES = theme.plates()
"""Fox, Owl, Bear, Wolf, ..."""
FOX, OWL, BEAR, WOLF = map(Seat, range(4))
MS = 1_000_000


def star(colour: str = "green") -> SymbolCard:
    return SymbolCard("star_wavy", colour)


def photo(*touches: tuple[Seat, int], band: int = 100_000, source: str = "kernel") -> Grab:
    """Return a grab whose first touch won; times are in nanoseconds after it."""
    return Grab((touches[0][0],), tuple(Touch(seat, after) for seat, after in touches), band, source)


def position(
    players: int = 4,
    tops: tuple[Card | None, ...] = (),
    level: Level = Level.COUNTING,
    turn: Seat = FOX,
    pot: int = 0,
) -> State:
    """Return a position with these cards face up, one each from seat 0 on."""
    state = GAME.opening(Facts(players, level=level))
    piles = tuple((tops[n],) if n < len(tops) else () for n in state.seats)
    stacks = tuple(stack - len(pile) for stack, pile in zip(state.stacks, piles, strict=True))
    stacks = (stacks[0] - pot, *stacks[1:])
    return replace(state, stacks=stacks, piles=piles, turn=turn, pot=(None,) * pot)


def view_of(state: State) -> View:
    return view(state, None)


class Table(DescribedMatch):
    def __init__(self, players: int = 4, level: Level = Level.COUNTING, **rulings: str) -> None:
        super().__init__("ungle-speed", Facts(players, level=level, rulings=rulings))


def words_of(players: int = 4) -> UnglePresenter:
    return UnglePresenter(Facts(players), PLATES[:players])


def ignore(_tapped: object) -> None:
    """Ignore a tap."""


def choice(
    deck: Deck,
    family: str = "",
    opens: Callable[[str], None] = ignore,
    on_pick: Callable[[Card], None] = ignore,
    *,
    upright: bool = False,
    with_missing: bool = False,
) -> Part:
    """Return the pads of a deck's families, or of one family's cards."""
    return card_choice(deck, family, opens, on_pick, upright=upright, with_missing=with_missing)
