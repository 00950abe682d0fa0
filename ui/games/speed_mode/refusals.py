"""A refusal in words: what is wrong, the rule, and what hands must do."""

from collections.abc import Iterator

from companion.game import Details, Remedy, Violation
from companion.games.speed_mode.board import MOST, Place
from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.game import SpeedMode
from companion.games.speed_mode.model import FACE_UP
from ui import telling
from ui.games.speed_mode import words
from ui.presenting import Explanation
from ui.telling import CANT_BE, Names, missing_cards
from ui.words import _, _many

CATALOGUE = SpeedMode.catalogue

TITLES = telling.TITLES | {
    "sm.setup": _("That isn't how many cards there are"),
    "sm.turn": _("That isn't what happens now"),
    "sm.make": _("That combination can't have been made"),
    "sm.available": _("That combination isn't free"),
    "sm.pair-same": _("That isn't a pair"),
    "sm.adjacent": _("No extra point goes there"),
    "sm.pair-mixed": _("That isn't undone"),
    "sm.exchange": _("Three cards can't be exchanged now"),
    "sm.replenish": _("The hand can't be filled up now"),
    "sm.face-up": _("Those cards don't lie face up"),
    "sm.end": _("The game isn't over yet"),
    "sm.unpaired": _("Those points aren't counted now"),
    "sm.score": _("Those aren't the points"),
}


def explanation(names: Names, violations: tuple[Violation, ...]) -> Explanation:
    """Return all faults of a report in one explanation; the first gives the title."""
    return telling.explained(
        violations,
        lambda violation: title(names, violation),
        lambda remedies: steps(names, remedies),
        lambda rule: telling.rule_text(CATALOGUE, rule),
    )


def title(names: Names, violation: Violation) -> str:
    """Return what is wrong, with names and places where they help."""
    return _told(names, violation) or TITLES.get(violation.rule, CANT_BE)


def _told(names: Names, violation: Violation) -> str:
    details, why = violation.details, violation.details.get("why")
    who, by, card = names.known(violation.seat), names.known(details.get("by")), _card(details)
    match violation.rule, why:
        case "sm.turn", "turn" if (mover := names.known(details.get("turn"))) and who:
            return _("It is {turn}'s turn, not {who}'s").format(turn=mover, who=who)
        case "sm.turn", "exchange" if who:
            return _("{who} can still exchange three cards").format(who=who)
        case "sm.turn", "replenish" if who:
            return _("{who} can still draw cards").format(who=who)
        case "sm.available", "no_such":
            return _("There is no combination there")
        case "sm.available", "circle" if by:
            return _("A circle of {by} lies there already").format(by=by)
        case "sm.available", "covered" if by:
            return _("{by} has covered it already").format(by=by)
        case "sm.make" | "sm.exchange", "hand" if who:
            return _("{who} has fewer than three cards in hand").format(who=who)
        case "sm.make", "copies" if card:
            return _("Not that many {card} can be in a hand: the others are discarded or lie face up").format(
                card=card
            )
        case "sm.exchange", "few":
            return _("There are no three cards left to draw")
        case "sm.replenish", "nothing":
            return _("There is no card left to draw")
        case "sm.replenish", "hand" if who and isinstance(hand := details.get("hand"), int):
            return _("{who} has {cards} in hand already").format(who=who, cards=telling.cards(hand))
        case (("sm.exchange" | "sm.replenish"), "count") if isinstance(count := details.get("cards"), int):
            return _("Only {cards} are drawn").format(cards=telling.cards(count))
        case (("sm.exchange" | "sm.replenish"), "deck") if isinstance(deck := details.get("deck"), int):
            return _("The deck has only {cards} left").format(cards=telling.cards(deck))
    return _told_of_cards(violation, who, card)


def _told_of_cards(violation: Violation, who: str, card: str) -> str:
    details = violation.details
    match violation.rule, details.get("why"):
        case "sm.face-up", "all_told":
            return _("All face-up cards are told already")
        case "sm.face-up", "counted":
            return _("The face-up cards are only counted in this match")
        case "sm.face-up", "which":
            return _("Which face-up cards were taken? Tap them")
        case "sm.face-up", "copies" if card:
            return _("No more {card} can lie face up").format(card=card)
        case "sm.face-up", "not_open" if card:
            return _("No {card} lies face up").format(card=card)
        case "sm.face-up", "fewer" if isinstance(count := details.get("face_up"), int):
            return _("Only {cards} lie face up").format(cards=telling.cards(count))
        case "sm.face-up", "five" if _count(details, "face_up") > FACE_UP:
            return _("Never more than five cards lie face up")
        case "sm.face-up", "five":
            return _("Five cards lie face up while the deck has any")
        case "sm.end", "deck" if isinstance(deck := details.get("deck"), int):
            return _("The deck still has {cards}").format(cards=telling.cards(deck))
        case "sm.end", "said" if who:
            return _("{who} has said so already").format(who=who)
        case "sm.end", "finished":
            return _("Play is over; only points are counted")
        case "sm.end", "not_asked":
            return _("Nobody has asked whether to end")
        case "sm.unpaired", "points" if isinstance(most := details.get("most"), int):
            return _("Groups score 0 to {n} points").format(n=most)
        case "sm.setup", "count" if isinstance(missing := details.get("missing"), int) and missing:
            return missing_cards(missing)
        case "sm.setup", "negative":
            return _("Nobody can have fewer than no cards")
    return ""


def steps(names: Names, remedies: tuple[Remedy, ...]) -> Iterator[str]:
    """Yield what hands must do."""
    for remedy in remedies:
        details, who, where = remedy.details, names.known(remedy.seat), _where(remedy.details)
        count, up = _count(details, "cards"), _count(details, "face_up")
        match remedy.act:
            case "take_off" if where:
                yield _("Take the new token off {where}.").format(where=where)
            case "cards_back" if who:
                yield _("The three cards go back into {who}'s hand.").format(who=who)
            case "return_drawn" if up:
                # What was turned up in their place makes room for them first.
                yield _many(
                    "The card that was turned up after that goes back on top of the deck, if there is one.",
                    "The cards that were turned up after that go back on top of the deck, if there are any.",
                    up,
                )
                yield _returned(up, count - up)
            case "return_drawn":
                yield _("Put the drawn cards back on top of the deck.")
            case "take_from_bottom" if who:
                yield _("{who} takes the {cards} at the bottom of the deck back.").format(
                    who=who, cards=telling.cards(count)
                )
            case "count_again":
                yield _("Count the deck, the face-up cards and both hands again.")
            case "turn_up" if up > FACE_UP and _count(details, "deck"):
                yield _("Put face-up cards back on top of the deck until five lie face up.")
            case "turn_up" if up > FACE_UP:
                yield _("Count the deck, the face-up cards and both hands again.")
            case "turn_up":
                yield _("Turn cards up from the deck until five lie face up.")
            case "look_again":
                yield _("Look at the table again, and tap what lies there.")
            case _:
                yield _("Put it right on the table, then go on.")


def _returned(up: int, others: int) -> str:
    if others > 0:
        return _many(
            "Put {n} drawn card back face up, and the others on top of the deck.",
            "Put {n} drawn cards back face up, and the others on top of the deck.",
            up,
        ).format(n=up)
    return _many("Put the drawn card back face up.", "Put the {n} drawn cards back face up.", up).format(n=up)


def _count(details: Details, name: str) -> int:
    told = details.get(name)
    return told if isinstance(told, int) else 0


def _where(details: Details) -> str:
    row, column, half = details.get("row"), details.get("column"), details.get("half")
    if not (isinstance(row, int) and isinstance(column, int) and isinstance(half, int)):
        return ""
    if not (0 <= row < MOST and 0 <= column < MOST):
        return ""
    return words.half_at(Place(row, column), half)


def _card(details: Details) -> str:
    told = details.get("card")
    return next((words.kind(kind) for kind in Kind if kind == told), "")
