"""The words of plays of Sequence States & Capitals: tables, reports, and what holds. See `tests.games.plays`.

Seats are letters from A, a space is "row.column" from 1, and "1.1-1.5" is a line of them. Cards are named as
on a layout; "?" is one that nobody named.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.lines import SIDE, SPACES, Five, Space
from companion.games.sequence_states.model import Colour, Owed, Sequence, Side, State
from companion.games.sequence_states.view import DeadCard, view
from tests.games.plays import Script
from tests.games.sequence_states.board import GAME, at, position, write_board

FULL = ("rrrrbbbbrb", "bbbbrrrrbr") * 5
"""Every space is covered and there is no sequence, so only REMOVE can be played."""
BOARDS = {
    "bare": (),
    "full": FULL,
    "reds": ("rrrrbrrrrb",) * 6 + ("rr",),
    "only reds": ("rrrr.rrrr.",) * 6 + ("rr",),
    "a red less": ("rrrr.rrrr.",) * 6 + ("r",),
}
"""Boards that have a name; all fifty red chips lie on those of reds."""
SEATS = {letter: Seat(n) for n, letter in enumerate("ABCDEFGHIJKL")}
SIDES = {"r": Side(0), "b": Side(1), "g": Side(2), "-": None}


def table(text: str) -> State:
    """Set up a board: its name, or its chips as "r1.1 B2.1-2.5"; conditions follow after semicolons."""
    board, *conditions = text.split("; ")
    facts, changes = dict[str, Any](), dict[str, Any]()
    for key, *values in (condition.split() for condition in conditions):
        match key:
            case "players":
                facts["players"] = int(values[0])
            case "no-layout":
                facts["layout"] = None
            case "turn" | "remover":
                changes[key] = SEATS[values[0]]
            case "deck":
                changes["deck"] = int(values[0])
            case "hands" | "chips" | "lost":
                changes[key] = tuple(map(int, values))
            case "discards":
                changes["discards"] = _piles(values)
            case "owed":
                changes["owed"] = tuple(Owed(SEATS[seat], n) for n, seat in enumerate(values, 1))
            case "forfeits":
                changes["forfeits"] = _seats(values)
            case "swapped":
                changes["swapped"] = True
            case "all-locked":
                changes["sequences"] = (Sequence(Side(0), SPACES),)
            case _:
                ruling, _, chosen = key.partition("=")
                facts["rulings"] = {ruling: chosen}
    lines = BOARDS[board] if board in BOARDS else _lines(board)
    return replace(position(*lines, **facts), **changes)


def _lines(chips: str) -> list[str]:
    rows = [["."] * SIDE for _ in range(SIDE)]
    for chip in chips.split():
        for spot in spaces(chip[1:]):
            rows[spot.row][spot.column] = chip[0]
    return list(map("".join, rows))


def _piles(words: list[str]) -> tuple[tuple[str | None, ...], ...]:
    """Read discard piles by seat, with bars between them; "-" is an empty one."""
    piles = (pile.split() for pile in " ".join(words).split("/"))
    return tuple(tuple(None if card == "?" else card for card in pile if card != "-") for pile in piles)


def _seats(words: list[str]) -> tuple[Seat, ...]:
    return tuple(SEATS[word] for word in words)


def space(text: str) -> Space:
    row, column = map(int, text.split("."))
    return at(row, column)


def spaces(text: str) -> Five:
    """Read a space, or the spaces in a line between two ends, in that order."""
    first, *ends = map(space, text.split("-"))
    if not ends:
        return (first,)
    down, across = ends[0].row - first.row, ends[0].column - first.column
    steps = max(abs(down), abs(across))
    return tuple(
        Space(first.row + down * n // steps, first.column + across * n // steps) for n in range(steps + 1)
    )


def report(state: State, text: str) -> r.AnyReport:
    match text.split():
        case [seat, "removes", where]:
            return r.RemoveChip(SEATS[seat], space(where))
        case [seat, "swaps", *card]:
            return r.SwapDead(SEATS[seat], *card)
        case [seat, "draws"]:
            return r.DrawCard(SEATS[seat])
        case [seat, "passes"]:
            return r.PassTurn(SEATS[seat])
        case ["talk", side]:
            return r.CallTalk(SIDES[side] or Side(0))
        case [seat, "forfeits", *card]:
            return r.Forfeit(SEATS[seat], *card)
        case ["all-forfeit"]:
            return r.ForfeitAll()
        case ["five", *line]:
            return r.ChooseFive(spaces(line[0]) if line else ())
        case ["recount", deck, *hands]:
            return r.Recount(int(deck), tuple(map(int, hands)))
        case [seat, where, *what]:
            played = next((word for word in what if word.isupper()), None)
            colour = next((Colour(word) for word in what if word.islower()), None)
            return r.PlaceChip(SEATS[seat], space(where), played, colour)
    raise ValueError(text)


def holds(state: State, events: tuple[e.AnyEvent, ...], claim: str) -> bool:
    """Return whether something holds for a position, or for the last events."""
    seen = view(state, None)
    made = [event for event in events if isinstance(event, e.SequenceMade)]
    match claim.split():
        case ["turn", seat]:
            return state.turn == SEATS[seat]
        case ["hands" | "chips" | "lost" as what, *counts]:
            return bool(getattr(state, what) == tuple(map(int, counts)))
        case ["deck", count]:
            return state.deck == int(count)
        case ["discards", *piles]:
            return state.discards == _piles(piles)
        case ["chip", where, letter]:
            return state.chip(space(where)) == SIDES[letter]
        case ["made", letter, *fives]:
            return state.made(SIDES[letter] or Side(0)) == tuple(map(spaces, fives))
        case ["instead", *fives]:
            return [event.others for event in made] == [tuple(map(spaces, fives))]
        case ["numbers", *numbers]:
            return [event.number for event in made] == list(map(int, numbers))
        case ["just-made", *fives]:
            return seen.made == tuple(map(spaces, fives))
        case ["happens", *kinds]:
            return [type(event).__name__ for event in events] == kinds
        case ["misses", seat, move, to]:
            return e.DrawLost(SEATS[seat], int(move), SEATS[to]) in events
        case ["wins" | "draw", *who, "by", rule]:
            return state.ended == Outcome(_seats(who), rule)
        case ["goes", "on"]:
            return state.ended is None
        case ["awaits", *acts]:
            return [prompt.act for prompt in GAME.awaited(state)] == acts
        case ["asked", *who]:
            return GAME.awaited(state)[0].seats == _seats(who)
        case ["late", *who]:
            return tuple(seat.seat for seat in seen.seats if seat.late) == _seats(who)
        case ["forfeits", *who]:
            return state.forfeits == _seats(who)
        case ["owed", "nothing"]:
            return state.owed == ()
        case ["swapped", answer]:
            return state.swapped is (answer == "yes")
        case ["dead", *cards]:
            return seen.dead == tuple(DeadCard(card[:2], int(card[3:])) for card in cards)
        case ["swappable" | "counted" as what, *cards]:
            return bool(getattr(seen, what) == tuple(cards))
        case ["out", *cards]:
            return all(seen.out[card] == int(n) for card, n in (each.split("=") for each in cards))
        case ["offers", *words]:
            return report(state, " ".join(words)) in GAME.legal(state)
    raise ValueError(claim)


SCRIPT = Script(GAME, table, report, holds, write_board)
