"""Positions of Ungle Speed as text, for tests: cards by family letter, number and colour.

`"5 A1g B2p"` is a seat with five cards face down and two face up, B2p on top. `in`, `out` and `col` are arrow
cards; `?` is an unknown card. Letters: A pairs, B stars, C discs, D cords, E grids.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.events import AnyEvent
from companion.games.ungle_speed.model import FaceUp, Grab, Pile, Rulings, State, Unexplained
from companion.games.ungle_speed.reports import AnyReport
from tests.games.ruling import Referee

GAME = UngleSpeed()
_ARROWS = {"in": Arrows.INWARD, "out": Arrows.OUTWARD, "col": Arrows.COLOURED}
_COLOURS = {"p": "purple", "g": "green", "o": "orange", "y": "yellow"}
_FAMILIES: dict[str, list[str]] = {}
for _symbol in STANDARD.symbols:
    _FAMILIES.setdefault(_symbol.family, []).append(_symbol.id)
_SYMBOLS = {
    f"{'ABCDE'[family]}{number + 1}": symbol
    for family, symbols in enumerate(_FAMILIES.values())
    for number, symbol in enumerate(symbols)
}


def card(text: str) -> FaceUp:
    """Read one card; KeyError if the text names none."""
    if text == "?":
        return None
    if text in _ARROWS:
        return ArrowsCard(_ARROWS[text])
    return SymbolCard(_SYMBOLS[text[:2]], _COLOURS[text[2]])


def cards(text: str) -> Pile:
    """Read cards, the top card last."""
    return tuple(card(word) for word in text.split())


def position(*seats: str, pot: str = "", **facts: Any) -> State:
    """Set up a table; `facts` are further fields of the state, of any type."""
    parsed = [seat.split(maxsplit=1) for seat in seats]
    given: dict[str, Any] = {
        "players": len(seats),
        "deck": STANDARD,
        "rulings": Rulings(),
        "level": Level.WATCHING,
        "turn": Seat(0),
        "turned_at": (0,) * len(seats),
        "aside": 0,
    }
    given.update(facts)
    stacks = tuple(int(seat[0]) for seat in parsed)
    piles = tuple(cards(seat[1]) if len(seat) > 1 else () for seat in parsed)
    return State(stacks=stacks, piles=piles, pot=cards(pot), **given)


def two_hands(*hands: str, **facts: Any) -> State:
    """Set up a table for two: right 1, right 2, left 1, left 2."""
    assert len(hands) == 4
    return position(*hands, players=2, **facts)


def by(seat: int) -> Grab:
    """Return a grab entered by hand."""
    return Grab((Seat(seat),))


def grabbed(state: State, seat: int) -> State:
    """Return the position with the totem in a seat's hand, and no claim yet."""
    return replace(state, chase=Unexplained(by(seat)))


def sizes(state: State) -> str:
    """Return stacks+piles by seat and the pot, as in "3+1 0+0 pot 2"."""
    seats = " ".join(f"{stack}+{len(pile)}" for stack, pile in zip(state.stacks, state.piles, strict=True))
    return f"{seats} pot {len(state.pot)}"


def winners(state: State) -> Outcome:
    assert state.ended is not None, show(state)
    return state.ended


def _name(face: FaceUp) -> str:
    if face is None:
        return "?"
    if isinstance(face, ArrowsCard):
        return next(name for name, arrows in _ARROWS.items() if arrows is face.arrows)
    symbol = next(short for short, name in _SYMBOLS.items() if name == face.symbol)
    return symbol + face.colour[0]


def show(state: State) -> str:
    """Return a position as text, for failures."""
    lines = [
        f"{'>' if seat == state.turn else ' '}{seat}: {stack} | {' '.join(map(_name, pile))}"
        for seat, (stack, pile) in enumerate(zip(state.stacks, state.piles, strict=True))
    ]
    rest = f" pot: {' '.join(map(_name, state.pot))}\n chase: {state.chase}\n flip: {state.flip}"
    races = f" colour {state.by_colour} inward {state.open_inward} lapsed {state.lapsed}"
    return "\n".join([*lines, rest, races])


_REFEREE: Referee[State, AnyReport, AnyEvent] = Referee(GAME, show)
after, events, broken = _REFEREE.after, _REFEREE.events, _REFEREE.broken
refusal = _REFEREE.refusal
