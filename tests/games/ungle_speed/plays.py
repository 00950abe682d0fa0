"""The words of plays of Ungle Speed: tables, reports, and what holds. See `tests.games.plays`.

Seats are as in `board.position`. A card by itself is turned by the player on turn, "2:A1g" by seat 2.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.events import AnyEvent, MatchMissed, WrongGrabRuled
from companion.games.ungle_speed.model import Facts, Grab, Rulings, State, Touch
from tests.games.plays import Script
from tests.games.ungle_speed.board import GAME, card, cards, grabbed, position, show, sizes, two_hands

MS = 1_000_000


def table(text: str) -> State:
    """Set up a table: its seats; conditions follow after semicolons."""
    seats, *conditions = text.split("; ")
    facts: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    holder = None
    for key, *values in (condition.split() for condition in conditions):
        match key:
            case "counting" | "watching":
                facts["level"] = Level(key)
            case "colours":
                facts["by_colour"] = True
            case "pot":
                facts["pot"] = " ".join(values)
            case "turn" | "aside":
                facts[key] = int(values[0])
            case "inward" | "fresh":
                field = "open_inward" if key == "inward" else "just_turned"
                facts[field] = tuple(Seat(int(seat)) for seat in values)
            case "placed":
                facts["turned_at"] = tuple(map(int, values))
            case "held":
                holder = int(values[0])
            case _:
                ruling, _, chosen = key.partition("=")
                rulings[ruling] = chosen
    kind, *rest = seats.split()
    if kind == "deal":
        level = facts.get("level", Level.COUNTING)
        state = GAME.opening(Facts(int(rest[0]), rulings=rulings, level=level))
        return replace(state, **facts)
    facts["rulings"] = Rulings(**rulings)
    hands = kind == "hands"
    hands_text = seats.removeprefix("hands ").split(" / ")
    state = two_hands(*hands_text, **facts) if hands else position(*hands_text, **facts)
    return state if holder is None else grabbed(state, holder)


def report(state: State, text: str) -> r.AnyReport:
    words, late = text.split(), tuple[Seat, ...]()
    if "late" in words:
        index = words.index("late")
        words, late = words[:index], _seats(words[index + 1 :])
    match words:
        case [seat, "grabs", *pressed]:
            touches = (map(int, touch.split("@")) for touch in pressed)
            return r.TakeTotem(Grab(_seats([seat]), tuple(Touch(Seat(who), ms * MS) for who, ms in touches)))
        case [*seats, "tie"]:
            return r.TakeTotem(Grab(_seats(seats)))
        case ["duel", *seats]:
            return r.CallDuel(_seats(seats), late)
        case ["inward", *whose]:
            return r.CallInward(_seats(whose))
        case ["three"]:
            return r.CallThreeColours()
        case ["wrong"]:
            return r.CallWrongGrab(late)
        case ["wrong-heat", *named]:
            return r.CallWrongHeat(*_seats(named))
        case ["not-yet"]:
            return r.CallNotTurned()
        case [seat, "drops"]:
            return r.CallDropped(Seat(int(seat)))
        case ["fell"]:
            return r.CallFell()
        case ["split", *shares, "from", seat]:
            pairs = (share.split("=") for share in shares)
            return r.ShareCards(tuple(r.Share(Seat(int(a)), int(b)) for a, b in pairs), Seat(int(seat)))
        case ["end"]:
            return r.CallEnd()
        case ["lot", seat]:
            return r.DrawLots(Seat(int(seat)))
        case ["void", reason]:
            return r.VoidGrab(reason)
        case ["set-turn", seat]:
            return r.SetTurn(Seat(int(seat)))
        case [seat, "leaves"]:
            return r.LeaveTable(Seat(int(seat)))
        case ["level", level]:
            return r.SetLevel(Level(level))
        case ["recount", *counts]:
            stacks, piles, pot, *turn = " ".join(counts).split("/")
            figures = tuple(map(int, stacks.split())), tuple(map(int, piles.split())), int(pot)
            return r.Recount(*figures, turn=Seat(int(turn[0])) if turn else None)
        case ["all"]:
            return r.TurnAll()
        case ["next", *card_name]:
            return r.TurnNext(card(card_name[0]) if card_name else None)
        case [card_name]:
            seat, _, name = card_name.rpartition(":")
            waiting = state.flip.waiting if state.flip is not None else ()
            turner = Seat(int(seat)) if seat else next(iter(waiting), state.turn)
            return r.TurnCard(turner, card(name))
    raise ValueError(text)


def _seats(words: list[str]) -> tuple[Seat, ...]:
    return tuple(Seat(int(word)) for word in words)


def holds(state: State, events: tuple[AnyEvent, ...], claim: str) -> bool:
    """Return whether something holds for a position, or for the last events."""
    chase, flip = state.chase, state.flip
    match claim.split():
        case ["turn", seat]:
            return state.turn == int(seat)
        case [("wins" | "draw") as result, *winners, "by", rule]:
            return (result == "draw") is (not winners) and state.ended == Outcome(_seats(winners), rule)
        case ["goes", "on"]:
            return state.ended is None
        case ["unexplained" | "choosing" | "tied" as kind]:
            return type(chase).__name__.lower() == kind
        case ["sharing", count, "among", *losers]:
            return getattr(chase, "cards", None) == int(count) and chase.losers == _seats(losers)  # type: ignore[union-attr]
        case ["late", *wrong]:
            return getattr(chase, "wrong", None) == _seats(wrong)
        case ["wrong", seat, rule]:
            return WrongGrabRuled(Seat(int(seat)), rule) in events
        case ["missed", *seats]:
            return _seats(seats) in [event.duel.seats for event in events if isinstance(event, MatchMissed)]
        case ["lapsed", *seats]:
            return [duel.seats for duel in state.lapsed] == [_seats(seats)]
        case ["no", "grab"]:
            return chase is None
        case ["again", why]:
            return state.regrab_reason == why.strip("-")
        case ["colours" | "symbols" as by]:
            return state.by_colour is (by == "colours")
        case ["no", "flip"]:
            return flip is None
        case ["flip", owner, "waits", *waiting]:
            return flip is not None and (flip.owner, flip.waiting) == (int(owner), _seats(waiting))
        case ["aside", count]:
            return state.aside == int(count)
        case ["pile", seat, *shown]:
            return state.piles[int(seat)] == cards(" ".join(shown))
        case ["pot", count]:
            return len(state.pot) == int(count)
        case ["awaits", act]:
            return GAME.awaited(state)[0].act == act
        case ["offers", *words]:
            return report(state, " ".join(words)) in GAME.legal(state)
    return sizes(state) == claim


SCRIPT = Script(GAME, table, report, holds, lambda state: f"{sizes(state)}\n{show(state)}")
