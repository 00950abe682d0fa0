"""The words of plays of Tracktic: tables, reports, and what holds. See `tests.games.plays`.

Seats are the letters of their colours. A table is a text board, for two unless it says so, or a deal.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.tracktic import events as e
from companion.games.tracktic import reports as r
from companion.games.tracktic.model import LETTERS, Facts, State
from companion.games.tracktic.profile import Profile
from companion.games.tracktic.score import score
from tests.games.plays import Script
from tests.games.tracktic.board import BOX, GAME, cells, position, shown

SEATS = {letter: Seat(n) for n, letter in enumerate("YBGR")} | {"-": Seat(-1)}
FOR_TWO = Profile("test", ("Y....B", "......", "G....R"), BOX.patterns, 12, 2, 1, ("Y.B#", "...."))
"""The area for two is smaller than the printed grid: at the right, at the bottom, and by one cell inside."""
BOXES = {"deal": BOX, "smaller": FOR_TWO}


def table(text: str) -> State:
    """Set up a board, or deal for a number of players; conditions follow after semicolons."""
    board, *conditions = text.split("; ")
    facts, changes, rulings = dict[str, Any](players=2), dict[str, Any](), dict[str, Any]()
    for key, *values in (condition.split() for condition in conditions):
        match key:
            case "players" | "turn":
                facts[key] = int(values[0])
            case "watching":
                changes["watched"] = True
            case "open":
                changes |= {"watched": True, "open": tuple(values)}
            case "tokens" | "laid":
                changes[key] = tuple(map(int, values))
            case "skipped":
                changes[key] = tuple(seat in values for seat in "YB")
            case "start":
                changes[key] = frozenset(cells(" ".join(values)))
            case "used":
                changes[key] = {card: int(n) for card, n in (value.split("=") for value in values)}
            case _:
                ruling, _, chosen = key.partition("=")
                rulings[ruling] = chosen
    kind, *count = board.split()
    if kind in BOXES:
        level = Level.WATCHING if changes.get("watched") else Level.COUNTING
        state = GAME.opening(Facts(int(count[0]), BOXES[kind], level=level, rulings=rulings))
        return replace(state, **changes)
    return replace(position(board, **facts, **rulings), **changes)


def report(state: State, text: str) -> r.AnyReport:
    match text.split():
        case ["opens", card]:
            return r.OpenCard(card)
        case [seat, "skips"]:
            return r.Skip(SEATS[seat])
        case [seat, "flips", flipped, cells_text]:
            return r.FlipPiece(SEATS[seat], *cells(flipped), *cells(cells_text))
        case [seat, *places]:
            place_text, _, card = " ".join(places).partition(" as ")
            cells_text = place_text.removesuffix(" token")
            return r.LayPattern(SEATS[seat], cells(cells_text), cells_text != place_text, card or None)
    raise ValueError(text)


def holds(state: State, events: tuple[e.AnyEvent, ...], claim: str) -> bool:
    """Return whether something holds for a position, or for the last events."""
    match claim.split():
        case ["turn", seat]:
            return state.turn == SEATS[seat]
        case ["wins", *winners]:
            return e.Ended(Outcome(tuple(SEATS[seat] for seat in winners), "tt.winner")) == events[-1]
        case ["board", *rows]:
            return shown(state).split() == rows
        case ["laid", seat, card, *places]:
            # After "over": the other players' pieces that a token flipped.
            laid, _, flipped = " ".join(places).partition("over")
            return e.PatternLaid(SEATS[seat], card, cells(laid), cells(flipped)) == events[0]
        case ["lies", sign, *where]:
            return all(state.pieces.get(cell) is LETTERS[sign] for cell in cells(" ".join(where)))
        case ["new", *where]:
            expected = {*cells(" ".join(where))}
            return expected <= state.pieces.keys() and isinstance(events[0], e.PatternLaid)
        case ["used", *cards]:
            return state.used == {card: int(n) for card, n in (pair.split("=") for pair in cards)}
        case ["tokens", *counts]:
            return state.tokens == tuple(map(int, counts))
        case ["open", *cards]:
            return state.open == tuple(cards)
        case ["lie-open", count, "untold", untold]:
            return (state.open_count, state.unreported) == (int(count), int(untold))
        case ["supply", sign, count]:
            return state.supply(LETTERS[sign]) == BOX.pieces - int(count)
        case ["longest", *lengths]:
            return score(state)["longest"] == list(map(int, lengths))
    raise ValueError(claim)


SCRIPT = Script(GAME, table, report, holds, shown)
