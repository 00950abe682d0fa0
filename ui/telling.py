"""What every game tells in the same words: the record's own entries, and how refusals are put. Pure."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from companion.catalogue import Catalogue
from companion.errors import CatalogueError
from companion.game import OpeningFacts, Remedy, Seat, Violation
from companion.journal import (
    Abandoned,
    Corrected,
    Entry,
    Faulted,
    Opened,
    Overruled,
    Plate,
    Righted,
    TakenBack,
    Told,
)
from companion.match import CATALOGUE as MATCH
from ui import words as frame
from ui.presenting import Explanation
from ui.words import _, _many

F = TypeVar("F")
R = TypeVar("R")
E = TypeVar("E")

CANT_BE = _("That can't be")
DEALT = _("The cards were dealt to {who}.")

TITLES = {
    "match.stale": _("The screen had changed"),
    "match.held": _("Something still lies wrong"),
    "match.nothing-held": _("Nothing lies wrong"),
    "match.cannot-stand": _("It can't be left like that"),
    "match.over": _("The game is over"),
    "match.nothing-to-undo": _("Nothing to take back"),
    "match.no-such-entry": _("That entry is gone"),
    "match.revealed": _("A secret has been seen since"),
    "match.only-back": _("A secret has been told since"),
    "match.irrevocable": _("Everything has been shown"),
    "match.correction": _("What came later would not fit"),
    "match.no-such-seat": _("Nobody sits there"),
}
"""What is wrong, for the rules of the match itself."""


def entry_sentences(
    entry: Entry[Any, R, E],
    claimed: Callable[[R], str],
    followed: Callable[[Sequence[E]], tuple[str, ...]],
    wrong: Callable[[tuple[Violation, ...]], str],
    began: str = DEALT,
) -> tuple[str, ...]:
    """Return the sentences of an entry: what was told, and what followed.

    The game's own are `claimed`, what a report says; `followed`, what happened; `wrong`, what is the matter;
    and `began`, what was done before play, for `{who}`.
    """
    match entry.body:
        case Opened(header, facts):
            who = ", ".join(plate.name for plate in header.plates[: facts.players])
            return (began.format(who=who or frame.players(facts.players)),)
        case Told(report, events):
            return followed(events) or (claimed(report),)
        case Faulted(report, violations, lies):
            held = _("Play is held until it is put right.") if lies else ""
            refused = _("Refused: {why}.").format(why=wrong(violations))
            return (claimed(report), " ".join(filter(None, (refused, held))))
        case Righted():
            return (frame.PUT_RIGHT_ENTRY,)
        case Overruled(events):
            return (_("The table let it stand."), *followed(events)[:1])
        case TakenBack(back):
            return (frame.took_back(back),)
        case Corrected(back):
            return (frame.corrected(back),)
        case Abandoned():
            return (frame.ABANDONED_ENTRY,)


def explained(
    violations: tuple[Violation, ...],
    title: Callable[[Violation], str],
    steps: Callable[[tuple[Remedy, ...]], Iterable[str]],
    rule: Callable[[str], str],
) -> Explanation:
    """Return all faults of a report in one explanation; the first gives the title."""
    titles = unique(title(violation) for violation in violations)
    rules = unique(rule(violation.rule) for violation in violations)
    todo = unique(steps(tuple(remedy for violation in violations for remedy in violation.remedy)))
    # What else is wrong stands before the steps that put it right.
    also = (_("Also: {fault}.").format(fault=fault) for fault in titles[1:])
    return Explanation(titles[0] if titles else CANT_BE, " ".join(rules), (*also, *todo))


def rule_text(catalogue: Catalogue, rule: str) -> str:
    """Return the sentence of a rule of a game or of the match; empty for one of neither."""
    for rules in (catalogue, MATCH):
        try:
            return rules.text(rule)
        except CatalogueError:
            continue
    return ""


def all_plates(plates: tuple[Plate, ...], players: int) -> tuple[Plate, ...]:
    """Return a plate for every player: a match told on the command line has none, its seats have numbers."""
    numbers = range(len(plates), players)
    return (*plates, *(Plate(frame.seat_number(n), "ivory", "circle", str(n + 1)) for n in numbers))


class Names:
    """How the seats of one match are called in sentences; plates are by seat."""

    def __init__(self, facts: OpeningFacts, plates: tuple[Plate, ...]) -> None:
        self.plates = all_plates(plates, facts.players)

    def subject(self, seat: Seat) -> str:
        """Return how a seat is called."""
        return self.plates[seat].name

    def subjects(self, seats: Iterable[Seat]) -> list[str]:
        """Return several seats as they are called."""
        return [self.subject(seat) for seat in seats]

    def plate(self, seat: Seat) -> Plate:
        """Return the colour, shape and letter of a seat."""
        return self.plates[seat]

    def known(self, seat: int | str | None) -> str:
        """Return how a seat is called; empty for none, or one where nobody sits."""
        return self.subject(Seat(seat)) if isinstance(seat, int) and 0 <= seat < len(self.plates) else ""


def listed(parts: Sequence[str]) -> str:
    """Return the parts as a list in a sentence."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def wins(names: Sequence[str]) -> str:
    """Return who has won."""
    return _many("{who} wins", "{who} win", len(names)).format(who=listed(names))


def cards(count: int) -> str:
    """Return a number of cards."""
    return _many("{n} card", "{n} cards", count).format(n=count)


def missing_cards(missing: int) -> str:
    """Return how many cards a count lacks; negative: has too many."""
    if missing < 0:
        return _many("{n} card too many", "{n} cards too many", -missing).format(n=-missing)
    return _many("{n} card is missing", "{n} cards are missing", missing).format(n=missing)


def capital(text: str) -> str:
    """Return a text with its first letter in capital."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a phrase as a sentence."""
    return f"{text}."


def unique(texts: Iterable[str]) -> list[str]:
    """Return the texts that say something, each once."""
    return [text for text in dict.fromkeys(texts) if text]
