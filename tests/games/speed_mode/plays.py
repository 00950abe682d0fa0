"""The words of plays of Speed Mode: tables, reports, and what holds. See `tests.games.plays`.

Seats are A and B, a place is "row,column", a half 0 or 1, and a kind is "red-square".
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.boards import write_tokens
from companion.games.speed_mode.deck import makeable
from companion.games.speed_mode.evolve import end_reason
from companion.games.speed_mode.model import State
from companion.games.speed_mode.score import score
from companion.games.speed_mode.view import view
from tests.games.plays import Script
from tests.games.speed_mode.board import EMPTY, GAME, cards, position

LATE = "AAAA..a. a.BB..a. ......b."
"""Two pairs and one single; A has two unpaired ones next to each other in the last column, and a third."""
SEATS = {"A": Seat(0), "B": Seat(1), "C": Seat(2)}


def table(text: str) -> State:
    """Set up a board; conditions follow after semicolons.

    After "hands" the deck holds what they don't; "lie" sets the sizes of deck and face-up row all the same.
    """
    board, *conditions = text.split("; ")
    facts, changes, hands = dict[str, Any](), dict[str, Any](), None
    for key, *values in (condition.split() for condition in conditions):
        match key:
            case "watching":
                facts["level"] = Level.WATCHING
            case "open":
                facts["level"] = Level.WATCHING
                changes["open"] = tuple(map(kind, values))
            case "discards":
                pairs = (value.split("=") for value in values)
                changes["discards"] = {kind(key): int(count) for key, count in pairs}
            case "hands":
                hands = (int(values[0]), int(values[1]))
            case "lie":
                changes |= {"deck": int(values[0]), "face_up": int(values[1])}
            case "stuck":
                changes["stuck"] = tuple(seat in values for seat in "AB")
            case "finished":
                changes["finished"] = True
            case _:
                ruling, _, chosen = key.partition("=")
                facts[ruling] = chosen
    rows = {"empty": EMPTY, "late": LATE}.get(board, board).split()
    state = position("\n".join(rows), **facts)
    if board == "late" and hands is None:
        # Two face-up cards are left.
        hands = (20, 70 - 20 - sum(state.discards.values()))
    return replace(state if hands is None else cards(state, hands), **changes)


def report(state: State, text: str) -> r.AnyReport:
    match text.split():
        case [seat, "exchanges", *taken]:
            return r.Exchange(SEATS[seat], _taken(taken))
        case [seat, "replenishes", *taken]:
            return r.Replenish(SEATS[seat], _taken(taken))
        case ["turns-up", card]:
            return r.TurnUp(kind(card))
        case [seat, "passes"]:
            return r.Pass(SEATS[seat])
        case [seat, "stuck"]:
            return r.CallStuck(SEATS[seat])
        case ["end" | "go-on" as answer]:
            return r.AnswerEnd(end=answer == "end")
        case ["groups", *points]:
            return r.CountGroups(tuple(map(int, points)))
        case ["recount", deck, face_up, *hands]:
            return r.Recount(int(deck), int(face_up), tuple(map(int, hands)))
        case [seat, where, half]:
            return r.MakeCombination(SEATS[seat], place(where), int(half))
    raise ValueError(text)


def _taken(words: list[str]) -> Any:
    """Return how many face-up cards were taken, or which ones."""
    if words and not words[0].isdigit():
        return tuple(map(kind, words))
    return int(words[0]) if words else 0


def holds(state: State, events: tuple[e.AnyEvent, ...], claim: str) -> bool:
    """Return whether something holds for a position, or for the last events."""
    match claim.split():
        case ["turn", seat]:
            return state.turn == SEATS[seat] and state.ended is None
        case ["hands", first, second]:
            return state.hands == (int(first), int(second))
        case ["lie", deck, face_up]:
            return (state.deck, state.face_up) == (int(deck), int(face_up))
        case ["drawn", seat, drawn, face_up]:
            return e.HandReplenished(SEATS[seat], int(drawn), int(face_up)) == events[0]
        case ["points" | "extra" | "unpaired" as list_name, *counts]:
            return score(state)[list_name] == list(map(int, counts))
        case ["board", *rows]:
            return write_tokens(state.board, state.pairs).split() == rows
        case ["undone", seat, where, half]:
            return events[1] == e.CombinationUndone(SEATS[seat], place(where), int(half))
        case ["pair", seat, where]:
            return events[1] == e.PairMade(SEATS[seat], place(where))
        case ["extras", *links]:
            placed = [event.between for event in events if isinstance(event, e.ExtraPlaced)]
            return placed == [tuple(map(place, link.split("-"))) for link in links]
        case ["discards", *counts]:
            pairs = (count.split("=") for count in counts)
            return state.discards == {kind(name): int(count) for name, count in pairs}
        case ["circles", seat, used, left, backs]:
            seat_view = view(state, None).seats[SEATS[seat]]
            return (seat_view.circles, seat_view.circles_left) == (int(used), int(left) - int(backs))
        case ["able" | "unable" as answer, where, half]:
            return ((place(where), int(half)) in makeable(state)) is (answer == "able")
        case ["nothing", "left"]:
            return not list(makeable(state))
        case ["open", *reported, "untold", count]:
            return (state.open, state.unreported) == (tuple(map(kind, reported)), int(count))
        case ["untold", count]:
            return state.unreported == int(count)
        case ["stuck", *who]:
            return state.stuck == tuple(seat in who for seat in "AB")
        case ["over", why]:
            return end_reason(state) == (None if why == "no" else why)
        case ["finished", why]:
            return e.Finished(e.Why(why)) in events
        case ["wins", *who]:
            return state.ended == Outcome(tuple(SEATS[seat] for seat in who), "sm.score")
        case ["awaits", *acts]:
            return [prompt.act for prompt in GAME.awaited(state)] == acts
        case ["asked-of", *who]:
            return GAME.awaited(state)[-1].seats == tuple(SEATS[seat] for seat in who)
        case ["asked", "to", "end"]:
            return events[-1] == e.EndAsked(state.exchanges) and state.asked
        case ["not", "asked"]:
            return not state.asked
        case ["offers", *list_name]:
            return report(state, " ".join(list_name)) in list(GAME.legal(state))
        case ["offers-no", *list_name]:
            return report(state, " ".join(list_name)) not in list(GAME.legal(state))
        case ["used-up", answer]:
            return view(state, None).exhausted is (answer == "yes")
        case ["happens", *kinds]:
            return [type(event).__name__ for event in events] == kinds
    raise ValueError(claim)


def kind(name: str) -> Kind:
    return Kind(name.replace("-", " "))


def place(text: str) -> Place:
    return Place(*map(int, text.split(",")))


SCRIPT = Script(GAME, table, report, holds, lambda state: write_tokens(state.board, state.pairs))
