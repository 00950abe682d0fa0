"""A refusal in words: what is wrong, the rule, and what hands must do."""

from companion.game import Remedy, Seat, Violation
from companion.games.ungle_speed.game import UngleSpeed
from ui import telling
from ui.games.ungle_speed import words
from ui.games.ungle_speed.names import Names
from ui.presenting import Explanation
from ui.telling import CANT_BE, listed, missing_cards
from ui.words import _


def explanation(names: Names, violations: tuple[Violation, ...]) -> Explanation:
    """Return all faults of a report in one explanation; the first gives the title."""
    return telling.explained(
        violations,
        lambda violation: title(names, violation),
        lambda remedies: (step(names, remedy) for remedy in remedies),
        rule_text,
    )


def rule_text(rule: str) -> str:
    """Return the sentence of a rule of the game or of the match; empty for one of neither."""
    return telling.rule_text(UngleSpeed.catalogue, rule)


TITLES = telling.TITLES | {
    "us.deal": _("The deal doesn't come out even"),
    "us.duel": _("These cards don't match"),
    "us.duel-won": _("That doesn't fit what is going on"),
    "us.after-duel": _("One of the losers must turn next"),
    "us.many-duel": _("Everybody with that card is in the duel"),
    "us.look-alike": _("The cards only look alike"),
    "us.wrong-grab": _("Whoever grabbed is not in that duel"),
    "us.inward": _("No inward arrows have just been turned"),
    "us.outward": _("That card doesn't belong to the flip"),
    "us.outward-again": _("Nobody was asked to turn again"),
    "us.coloured": _("These colours differ"),
    "us.specials-no-duel": _("Arrow cards never match"),
    "us.inward-and-duel": _("That is another duel"),
    "us.several-duels": _("That match is off"),
    "us.last-card": _("That stack is empty"),
    "us.called-end": _("Somebody can still turn a card"),
    "us.players": _("At least two must play on; end the match instead"),
    "us.three": _("That is not possible with three players"),
    "us.two-hands": _("That card is not in the deck of two players"),
    "us.two-inward": _("That was the wrong hand"),
    "us.conserve": _("The cards don't add up"),
}


def title(names: Names, violation: Violation) -> str:
    """Return what is wrong, with the names where they help."""
    seat, details = violation.seat, violation.details
    match violation.rule:
        case "us.turn" if isinstance(turn := details.get("turn"), int) and seat is not None:
            return _("It is the turn of {turn}, not of {who}").format(
                turn=names.subject(Seat(turn)), who=names.subject(seat)
            )
        case "us.last-card" if seat is not None:
            return _("{who} has no stack left").format(who=names.subject(seat))
        case "us.wrong-grab" if seat is not None:
            return _("{who} is not in that duel").format(who=names.subject(seat))
        case "us.many-duel" if seat is not None and not details:
            return _("{who} shows that card too, or is missing in the split").format(who=names.subject(seat))
        case "us.duel" | "us.look-alike" | "us.coloured" if "other" in details and seat is not None:
            return _compared(names, violation, seat)
        case "us.conserve" if isinstance(missing := details.get("missing"), int):
            return missing_cards(missing)
        case "us.conserve" if seat is not None:
            return _("That card lies face up already")
        case "us.two-inward" if seat is not None:
            return _("{who} was the wrong hand").format(who=names.subject(seat))
    return TITLES.get(violation.rule, CANT_BE)


def _compared(names: Names, violation: Violation, seat: Seat) -> str:
    details = violation.details
    symbols = f"{words.symbol(str(details['other']))} / {words.symbol(str(details['symbol']))}"
    other = details.get("seat")
    if isinstance(other, int):
        who = listed(names.subjects((Seat(other), seat)))
        return _("{who} don't match: {cards}").format(who=who, cards=symbols)
    return _("These don't match: {cards}").format(cards=symbols)


def step(names: Names, remedy: Remedy) -> str:
    """Return one thing for hands to do."""
    seat, details = remedy.seat, remedy.details
    match remedy.act:
        case "turn_back" if seat is not None:
            return _("Put the top card of {pile} back on the stack, face down.").format(pile=names.pile(seat))
        case "count_again":
            missing = details.get("missing")
            if isinstance(missing, int) and missing:
                return _("Count again: {missing}.").format(missing=missing_cards(missing))
            return _("Count the cards again: stacks, piles and the pot.")
        case "take_out" if seat is not None:
            return _("Put that card back in the box; {who} turns another one.").format(
                who=names.subject(seat)
            )
        case "look_again" if seat is not None:
            return _("Look again at the top card of {pile}, and enter that one.").format(
                pile=names.pile(seat)
            )
        case "look_again":
            return _("Look again at the cards, and enter what they show.")
        case "ask_again":
            return _("Look at the table again, and tell it once more.")
    return _("Put it right on the table, then go on.")
