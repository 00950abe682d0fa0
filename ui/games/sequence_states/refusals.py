"""A refusal in words: what is wrong, the rule, and what hands must do."""

from collections.abc import Iterator

from companion.game import Details, Remedy, Seat, Violation
from companion.games.sequence_states.cards import ADD, REMOVE
from companion.games.sequence_states.game import SequenceStates
from companion.games.sequence_states.lines import SIDE, Space
from companion.games.sequence_states.model import Colour
from ui import telling
from ui.games.sequence_states import words
from ui.games.sequence_states.names import Names
from ui.presenting import Explanation
from ui.telling import CANT_BE, capital, missing_cards
from ui.words import _

CATALOGUE = SequenceStates.catalogue


def explanation(names: Names, violations: tuple[Violation, ...]) -> Explanation:
    """Return all faults of a report in one explanation; the first gives the title."""
    return telling.explained(
        violations,
        lambda violation: title(names, violation),
        lambda remedies: steps(names, remedies),
        lambda rule: telling.rule_text(CATALOGUE, rule),
    )


TITLES = telling.TITLES | {
    "ss.players": _("That many can't play"),
    "ss.seating": _("Team mates don't sit side by side"),
    "ss.hand": _("There is no card in that hand"),
    "ss.first": _("It is somebody else's turn"),
    "ss.play": _("That card doesn't go on that space"),
    "ss.add": _("ADD needs an open space"),
    "ss.remove": _("That chip can't be taken off"),
    "ss.sequence": _("That isn't a sequence"),
    "ss.share": _("Two sequences may share only one space"),
    "ss.dead": _("That card isn't dead"),
    "ss.draw": _("No card can be drawn now"),
    "ss.table-talk": _("Table talk"),
    "ss.reshuffle": _("The draw deck isn't empty"),
    "ss.box": _("The box doesn't hold that many"),
}


def title(names: Names, violation: Violation) -> str:
    """Return what is wrong, with names and places where they help."""
    return _told(names, violation) or TITLES.get(violation.rule, CANT_BE)


def _told(names: Names, violation: Violation) -> str:
    """Return what is wrong in this very case; empty where only the rule can be named."""
    details, why = violation.details, violation.details.get("why")
    who = _who(names, violation.seat)
    where, chip = _where(names, details), _chip(details)
    match violation.rule, why:
        case "ss.first", _ if who and isinstance(turn := details.get("turn"), int):
            return _("It is {turn}'s turn, not {who}'s").format(turn=names.subject(Seat(turn)), who=who)
        case "ss.play", "covered" if where:
            return _("There is already {chip} on {where}").format(chip=_a_chip(details), where=where)
        case "ss.play", "other_state" if "card" in details and "shows" in details:
            return _("That space is {shows}, not {card}").format(
                shows=_card(details, "shows"), card=_card(details, "card")
            )
        case "ss.play", "playable" if who:
            return _("{who} must have a card that can be played").format(who=who)
        case "ss.remove", "own" if (colour := _colour(details)) is not None:
            return _("{side} can't take off its own chip").format(side=words.COLOURS[colour])
        case "ss.remove", "locked":
            return _("{chip} is part of a sequence and stays").format(chip=capital(chip))
        case "ss.remove", "open" if where:
            return _("There is no chip on {where}").format(where=where)
        case "ss.remove", "same_space":
            return _("REMOVE has just cleared that space: no chip goes there")
        case "ss.remove", "is_remove":
            return _("REMOVE takes a chip off; it puts none down")
        case "ss.hand", "empty" if who and details.get("owed"):
            return _("{who} has no card in hand, and draws one first").format(who=who)
        case "ss.hand", "empty" if who:
            return _("{who} has no card in hand").format(who=who)
        case "ss.sequence", "late":
            return _("It is too late to choose another five")
        case "ss.sequence", "five":
            return _("Those five can't be chosen")
    return _told_of_cards(violation, who, details, where)


def _told_of_cards(violation: Violation, who: str, details: Details, where: str) -> str:
    match violation.rule, details.get("why"):
        case "ss.dead", "open" if where:
            return _("{card} isn't dead: {where} is open").format(
                card=_card(details, "card"), where=_where_only(details)
            )
        case "ss.dead", "twice" if who:
            return _("{who} has already swapped a card this turn").format(who=who)
        case "ss.dead", "never" if details.get("card") == REMOVE:
            return _("REMOVE isn't dead: there is a chip to take off")
        case "ss.dead", "never":
            return _("{card} is never dead").format(card=_card(details, "card"))
        case "ss.dead", "turn":
            return _("A dead card is swapped on your own turn")
        case "ss.dead", "none":
            return _("No card is dead now")
        case "ss.draw", "lost" if who:
            return _("{who} has lost that card").format(who=who)
        case "ss.draw", "taken" if who:
            return _("{who} has no card to draw now").format(who=who)
        case "ss.draw" | "ss.dead", "empty":
            return _("There is no card left to draw")
        case "ss.draw", "first" if who:
            return _("{who} plays first, then draws").format(who=who)
        case "ss.box", "chips" if (colour := _colour(details)) is not None:
            return _("No {chip} is left in the box").format(chip=words.CHIPS[colour])
        case "ss.box", "copies" if details.get("card") in (ADD, REMOVE):
            return _("All four {card} cards already lie face up").format(card=_card(details, "card"))
        case "ss.box", "copies":
            return _("Both {card} cards already lie face up").format(card=_card(details, "card"))
        case "ss.box", "negative":
            return _("Nobody can have fewer than no cards")
        case "ss.box", "count" if isinstance(missing := details.get("missing"), int) and missing:
            return missing_cards(missing)
        case "ss.table-talk", "alone" if who:
            return _("{who} plays alone and has no team mate to coach").format(who=who)
        case "ss.table-talk", "nothing":
            return _("Nobody has to put a card down")
        case "ss.table-talk", "pending":
            return _("First everyone in that team puts a card down")
        case "ss.table-talk", "not_you" if who:
            return _("{who} doesn't have to put a card down").format(who=who)
    return ""


def steps(names: Names, remedies: tuple[Remedy, ...]) -> Iterator[str]:
    """Yield what hands must do; the open spaces of one card are one step, and so is a card that goes back."""
    spaces = [remedy for remedy in remedies if remedy.act == "put_on"]
    named = [remedy.seat for remedy in remedies if remedy.act == "card_back" and "card" in remedy.details]
    for remedy in remedies:
        if remedy.act == "card_back" and "card" not in remedy.details and remedy.seat in named:
            continue
        if remedy.act != "put_on":
            yield step(names, remedy)
        elif remedy is spaces[0]:
            places = _(", or ").join(filter(None, (_where_only(other.details) for other in spaces)))
            yield _("Put it on {state}: {places}.").format(state=_card(remedy.details, "card"), places=places)


def step(names: Names, remedy: Remedy) -> str:
    """Return one thing for hands to do."""
    details = remedy.details
    who = _who(names, remedy.seat)
    where, card = _where(names, details), _card(details, "card")
    match remedy.act:
        case "take_off" if where:
            return _("Take {chip} off {where}.").format(chip=_chip(details), where=where)
        case "put_back" if where:
            return _("Put {chip} back on {where}.").format(chip=_chip(details), where=where)
        case "card_back" if who and card:
            return _("{card} goes back into {who}'s hand.").format(who=who, card=card)
        case "card_back" if who:
            return _("The card goes back into {who}'s hand.").format(who=who)
        case "return_drawn":
            return _("Put the drawn card back on top of the draw deck, face down.")
        case "look_again":
            return _("Look at the table again, and tap what lies there.")
        case "count_again":
            missing = details.get("missing")
            if isinstance(missing, int) and missing:
                return _("Count again: {missing}.").format(missing=missing_cards(missing))
            return _("Count the draw deck and the hands again.")
        case "ask_again":
            return _("Look at the table again, then tell it once more.")
    return _("Put it right on the table, then go on.")


def _who(names: Names, seat: Seat | None) -> str:
    """Return how a seat is called; empty for none, or one that isn't there."""
    return names.subject(seat) if seat is not None and 0 <= seat < len(names.sides) else ""


def _space(details: Details) -> Space | None:
    row, column = details.get("row"), details.get("column")
    if isinstance(row, int) and isinstance(column, int) and 0 <= row < SIDE and 0 <= column < SIDE:
        return Space(row, column)
    return None


def _where(names: Names, details: Details) -> str:
    """Return where it is: "Texas (row 2, column 6)"."""
    space = _space(details)
    return "" if space is None else names.place(space)


def _where_only(details: Details) -> str:
    space = _space(details)
    return "" if space is None else words.place(space)


def _colour(details: Details) -> Colour | None:
    told = details.get("colour")
    return next((colour for colour in Colour if colour == told), None)


def _chip(details: Details) -> str:
    colour = _colour(details)
    return words.SOME_CHIP if colour is None else words.THE_CHIP[colour]


def _a_chip(details: Details) -> str:
    colour = _colour(details)
    return words.ANY_CHIP if colour is None else words.A_CHIP[colour]


def _card(details: Details, key: str) -> str:
    card = details.get(key)
    return words.state(card) if isinstance(card, str) else ""
