"""A refusal in words: what is wrong, the rule, and what hands must do."""

from collections.abc import Iterator

from companion.game import Details, Remedy, Seat, Violation
from companion.games.cryptid.game import Cryptid
from companion.games.cryptid.hexes import COLUMNS, ROWS, Hex
from companion.games.cryptid.model import Hue
from ui import telling
from ui.games.cryptid import words
from ui.games.cryptid.names import Names
from ui.presenting import Explanation
from ui.telling import CANT_BE
from ui.words import _

CATALOGUE = Cryptid.catalogue

TITLES = telling.TITLES | {
    "cr.setup": _("That isn't one of your colours"),
    "cr.truth": _("Your clue doesn't say that"),
    "cr.one-cube": _("There is a cube already"),
    "cr.dead-space": _("Nothing more happens on a space with a cube"),
    "cr.one-own": _("There is a piece of that colour already"),
    "cr.sharing": _("First both of you put two cubes down"),
    "cr.turn": _("That isn't what happens now"),
    "cr.answer-both": _("Both discs lie there already"),
    "cr.answer-one": _("Your clue doesn't say that"),
    "cr.answer-none": _("Your clue doesn't say that"),
    "cr.search": _("A search puts its discs on the searched space"),
    "cr.search-two-own": _("Both your discs lie there: both go on other spaces"),
    "cr.search-one-own": _("Your disc lies there already: it goes on another space"),
    "cr.legal-disc": _("No disc goes on a space with a cube"),
    "cr.penalty": _("First a cube is put down for the one your turn brought"),
    "cr.one-cube-or-two-discs": _("A search is one disc of each of your colours"),
    "cr.no-space": _("There is a space for a cube"),
    "cr.give-up": _("All of you must agree"),
    "cr.mistake": _("That piece can't be changed"),
}


def explanation(names: Names, violations: tuple[Violation, ...]) -> Explanation:
    """Return all faults of a report in one explanation; the first gives the title."""
    return telling.explained(
        violations,
        lambda violation: title(names, violation),
        lambda remedies: steps(remedies),
        lambda rule: telling.rule_text(CATALOGUE, rule),
    )


def title(names: Names, violation: Violation) -> str:
    """Return what is wrong, with names and places where they help."""
    return _told(names, violation) or TITLES.get(violation.rule, CANT_BE)


def _told(names: Names, violation: Violation) -> str:
    details, hue, at = violation.details, _hue(violation.details), _hex(violation.details)
    where = words.space(at) if at is not None else ""
    asked = names.known(Seat(1 - violation.seat)) if violation.seat is not None else ""
    match violation.rule, details.get("why"):
        case "cr.truth" | "cr.answer-one" | "cr.answer-none", "clue" if hue is not None and where:
            return _("Your {hue} clue allows {where}: no {hue} cube goes there").format(
                hue=words.HUES[hue], where=where
            )
        case "cr.answer-both", "clue" if where:
            return _("One of your clues forbids {where}: no discs go there").format(where=where)
        case _, "clue" if hue is not None and where:
            return _("Your {hue} clue forbids {where}: no {hue} disc goes there").format(
                hue=words.HUES[hue], where=where
            )
        case "cr.mistake", "asked" if where:
            return _("An answer for {where} is awaited: no cube is moved there").format(where=where)
        case "cr.no-space", _ if hue is not None and where:
            return _("Your {hue} clue forbids {where}: a cube can go there").format(
                hue=words.HUES[hue], where=where
            )
        case "cr.one-cube" | "cr.dead-space", _ if where:
            return _("{where} has a cube: nothing more goes there").format(where=where)
        case "cr.legal-disc", _ if where:
            return _("{where} has a cube: no disc goes there").format(where=where)
        case "cr.one-own", _ if where:
            return _("{where} has a piece of that colour already").format(where=where)
        case "cr.answer-both", "closed" if where and asked:
            return _("{where} can't be asked about: a disc of {who} lies there").format(
                where=where, who=asked
            )
        case "cr.answer-both", "both" if where and asked:
            return _("There is nothing to ask about {where}: both discs of {who} lie there").format(
                where=where, who=asked
            )
        case "cr.answer-both", _ if where:
            return _("There is nothing to ask about {where}: a disc lies there already").format(where=where)
        case "cr.setup", _ if hue is not None and (who := names.known(violation.seat)):
            return _("{hue} isn't one of {who}'s colours").format(hue=words.CUBES[hue], who=who)
        case "cr.turn" | "cr.sharing" | "cr.penalty", _ if isinstance(turn := details.get("turn"), int):
            return _not_now(names, violation.rule, str(details.get("awaited")), turn, violation.seat)
    return ""


def _not_now(names: Names, rule: str, awaited: str, turn: int, seat: int | None) -> str:
    """Return who does what first."""
    who = names.known(Seat(turn))
    if awaited == "answering":
        return _("First {who} answers").format(who=who)
    if awaited in ("sharing", "paying"):
        return _("First {who} puts a cube down").format(who=who)
    if turn != seat:
        return _("It is {who}'s turn").format(who=who)
    return TITLES[rule]


def steps(remedies: tuple[Remedy, ...]) -> Iterator[str]:
    """Yield what hands must do."""
    for remedy in remedies:
        hue, at = _hue(remedy.details), _hex(remedy.details)
        match remedy.act:
            case "take_off" if hue is not None and at is not None:
                yield _("Take the {hue} piece off {where} ({place}).").format(
                    hue=words.HUES[hue], where=words.space(at), place=words.row_column(at)
                )
            case "take_off" if hue is not None:
                yield _("Take the {hue} piece back.").format(hue=words.HUES[hue])
            case "think_again":
                yield _("Look at your clues, and choose again.")
            case _:
                yield _("Put it right on the table, then go on.")


def _hue(details: Details) -> Hue | None:
    told = details.get("hue")
    return next((hue for hue in Hue if hue == told), None)


def _hex(details: Details) -> Hex | None:
    row, column = details.get("row"), details.get("column")
    if isinstance(row, int) and isinstance(column, int) and 0 <= row < ROWS and 0 <= column < COLUMNS:
        return Hex(row, column)
    return None
