"""Sentences from templates: what was told, what happened, what is wrong, what hands must do. Pure.

A game has a table of them for each. A template's fields are names in braces, and a game says what each name
stands for; `{Where}` is `{where}` with a capital. A template with a field that can't be said is passed over
for the next one, so no sentence has a hole. One template is one whole sentence: what a translator gets.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec import Struct

from companion import journal
from companion.catalogue import Catalogue
from companion.errors import CatalogueError
from companion.game import Remedy, Violation
from companion.match import CATALOGUE as MATCH
from companion.putting_back import CARDS_TO
from ui.language import words as frame
from ui.language.phrases import _, capital, many, translated
from ui.table.presenting import Explanation
from ui.table.telling import Names, cards, listed, missing_cards, unique, wins

P = TypeVar("P")

FIELD = re.compile(r"{(\w+)}")

CANT_BE = _("That can't be")
SOMEBODY = _("Somebody")
"""Who is meant by a report of a seat where nobody sits."""


class SentencePlural(Struct, frozen=True):
    """A template for one and one for more; `by` is the field that counts."""

    one: str
    many: str
    by: str


Template: TypeAlias = str | SentencePlural
Templates: TypeAlias = Template | tuple[Template, ...]
"""Of several the first is said that can be."""
Telling: TypeAlias = Templates | Callable[[Any], Templates]
"""What is said of a thing, or a function of the thing that returns it."""
Todo: TypeAlias = Telling | list[Templates] | Callable[[Any], Templates | list[Templates]]
"""What hands must do; several steps in a list."""
Field: TypeAlias = Callable[[Any], str]
"""Says one field of a thing: a report, an event, a violation, a remedy. Empty: it can't be said."""

MATCH_FAULTS = {
    "match.stale": _("The screen had changed"),
    "match.held": _("Something still lies wrong"),
    "match.nothing-held": _("Nothing lies wrong"),
    "match.cannot-stand": _("It can't be left like that"),
    "match.over": _("The game is over"),
    "match.nothing-to-undo": _("Nothing to take back"),
    "match.no-such-entry": _("That move is gone"),
    "match.revealed": _("A secret has been seen since"),
    "match.only-back": _("A secret has been told since"),
    "match.irrevocable": _("Everything has been shown"),
    "match.correction": _("What came later would not fit"),
    "match.no-change": _("Nothing is corrected"),
    "match.corrected-twice": _("That move is corrected in two ways"),
    "match.put-back": _("Now put the table right"),
    "match.no-such-seat": _("Nobody sits there"),
}
"""What is wrong, for the rules of the match itself."""

COMMON_STEPS = {
    "look_again": _("Look at the table again, and tap what lies there."),
    "ask_again": _("Look at the table again, then tell it once more."),
}
PUT_RIGHT = _("Put it right on the table, then go on.")
PUT_ON = _("Put {new} on {where}.")
TAKE_OFF = _("Take {old} off {where}.")
IN_PLACE = _("On {where}: {new} in place of {old}.")
LAID_RIGHT = (IN_PLACE, PUT_ON, TAKE_OFF)
"""What hands must do at a place where something new is to lie, or something old lies, or both."""
MOVE_CARDS = _("Move {cards} from {giver} to {taker}.")
NEXT = _("{to} is next.")
ENDED = (_("The game is over: {wins}."), _("The game is over: a draw."))


def lies_at(thing: Any, place: Callable[[int, int], P], rows: int, columns: int) -> P | None:
    """Return the place whose row and column a thing names, None where there is no such place."""
    row, column = number(thing, "row"), number(thing, "column")
    if row is None or column is None or not (0 <= row < rows and 0 <= column < columns):
        return None
    return place(row, column)


def about(violations: Iterable[Violation]) -> Iterator[Violation | Remedy]:
    """Yield the faults that everybody may hear of, and what hands must do about each."""
    for violation in violations:
        if not violation.audience:
            yield violation
            yield from violation.remedy


def value(thing: Any, name: str) -> Any:  # whatever the field holds
    """Return a field as it is; None where a thing has none of that name."""
    details = getattr(thing, "details", None)
    return getattr(thing, name, None) if details is None else details.get(name)


def number(thing: Any, name: str) -> int | None:
    """Return a field that is a number, None for one that isn't, or is missing."""
    told = value(thing, name)
    return told if isinstance(told, int) and not isinstance(told, bool) else None


class Sentences:
    """The sentences of one match; a game adds its tables, and how its fields are said."""

    told: ClassVar[Mapping[type[Any], Telling]]
    """By the class of a report or an event."""
    faults: ClassVar[Mapping[str, Telling]]
    """By rule and `why` with a space between; by `why` alone, whatever the rule; by rule: in this order."""
    acts: ClassVar[Mapping[str, Todo]]
    """By what a remedy asks for."""
    catalogue: ClassVar[Catalogue]
    duties: ClassVar[tuple[type[Any], ...]] = ()
    """Classes of events after which hands have something to do that the table waits for."""
    began: ClassVar[str] = _("The cards were dealt to {who}.")
    """What was done before play."""

    def __init__(self, naming: Names) -> None:
        self._naming = naming
        self.fields: dict[str, Field] = {
            "who": self._who,
            "to": self.seat("to"),
            "turn": self.seat("turn"),
            "lacking": lambda thing: missing_cards(lost) if (lost := number(thing, "short")) else "",
            "missing": lambda thing: missing_cards(lost) if (lost := number(thing, "missing")) else "",
            "wins": lambda ended: wins(won) if (won := naming.winners(ended.outcome.winners)) else "",
        }
        """How each field is said; one that isn't here is said as it is where it is a number."""

    # One thing.

    def say(self, row: Telling, thing: Any) -> str:  # whatever a template speaks of
        """Return the first sentence of a row that can be said; empty if there is none."""
        templates = row(thing) if callable(row) else row
        for template in templates if isinstance(templates, tuple) else (templates,):
            if said := self._filled(template, thing):
                return said
        return ""

    def happened(self, thing: Any) -> str:  # a report or an event
        """Return what was claimed, or what happened; LookupError for what `told` lacks."""
        kind = type(thing)
        if kind not in self.told:
            raise LookupError(f"`told` says nothing of {kind.__name__}: give it a sentence")
        return self.say(self.told[kind], thing)

    def followed(self, events: Sequence[Any]) -> tuple[str, ...]:
        """Return what happened: what hands have to see to first in one line, all the rest in another."""
        return in_two([self.happened(event) for event in events])

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands have to do now, empty for nothing."""
        return " ".join(
            filter(None, (self.happened(each) for each in events if isinstance(each, self.duties)))
        )

    def called(self, seats: Iterable[int]) -> str:
        """Return several seats in a sentence; one where nobody sits is left out."""
        return listed([who for seat in seats if (who := self._naming.known(seat))])

    def seat(self, name: str) -> Field:
        """Return how a field is said that has a seat."""
        return lambda thing: self._naming.known(number(thing, name))

    def by_seat(self, name: str) -> Field:
        """Return how a field is said that has a number for each seat: "Fox 3, Owl 5"."""
        return lambda thing: ", ".join(
            f"{who} {count}"
            for seat, count in enumerate(value(thing, name))
            if (who := self._naming.known(seat))
        )

    def _who(self, thing: Any) -> str:
        known = self._naming.known(thing.seat)
        return known or ("" if hasattr(thing, "details") else SOMEBODY)

    def _filled(self, template: Template, thing: Any) -> str:
        if isinstance(template, SentencePlural):
            count = number(thing, template.by)
            if count is None:
                return ""
            template = many(template.one, template.many, count)
        said = {name: self._field(name, thing) for name in FIELD.findall(template)}
        return template.format(**said) if all(said.values()) else ""

    def _field(self, name: str, thing: Any) -> str:
        if name[0].isupper():
            return capital(self._field(name[0].lower() + name[1:], thing))
        if name in self.fields:
            return self.fields[name](thing)
        count = number(thing, name)
        return "" if count is None else str(count)

    # The record.

    def entry(self, entry: journal.Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return the sentences of an entry: what was told, and what followed."""
        match entry.body:
            case journal.Opened(header, facts):
                who = ", ".join(self._naming.everybody()[: facts.players]) if header.plates else ""
                return (self.began.format(who=who or frame.players(facts.players)),)
            case journal.Entered(report, events):
                return self.followed(events) or (self.happened(report),)
            case journal.Faulted(report, violations, lies):
                held = _("Play is held until it is put right.") if lies else ""
                wrong = self.title(violations[0]) if violations else ""
                refused = _("Refused: {why}.").format(why=wrong)
                return (self.happened(report), " ".join(map(str, filter(None, (refused, held)))))
            case journal.Righted():
                return (frame.PUT_RIGHT_ENTRY,)
            case journal.TableToFix(to_do):
                return (frame.FIX_TABLE_ENTRY, *self.each_step(to_do))
            case journal.Ticked(step):
                return (frame.step_done(step + 1),)
            case journal.Overruled(events):
                return (_("The table let it stand."), *self.followed(events)[:1])
            case journal.TakenBack(back):
                return (frame.took_back(back),)
            case journal.Corrected(back, line):
                put_in = [event for redone in line if redone.entry == entry.n for event in redone.events]
                if put_in:
                    return (frame.forgotten(back), *self.followed(put_in))
                stands = [redone for redone in line if redone.entry == back]
                if not stands:
                    return (frame.removed(back),)
                reads = self.followed(stands[0].events) or (self.happened(stands[0].report),)
                return (frame.corrected_to(back, reads[0]), *reads[1:])
            case journal.Abandoned():
                return (frame.ABANDONED_ENTRY,)

    # Refusals.

    def explanation(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return all faults of a report in one explanation; the first gives the title."""
        titles = unique(self.title(violation) for violation in violations)
        rules = unique(self.rule(violation.rule) for violation in violations)
        todo = unique(self.steps(tuple(remedy for violation in violations for remedy in violation.remedy)))
        also = tuple(_("Also: {fault}.").format(fault=fault) for fault in titles[1:])
        return Explanation(titles[0] if titles else CANT_BE, " ".join(map(str, rules)), tuple(todo), also)

    def title(self, violation: Violation) -> str:
        """Return what is wrong, with names and places where they help."""
        why = str(violation.details.get("why"))
        keys = (f"{violation.rule} {why}", why, violation.rule)
        found = (self.say(self.faults[key], violation) for key in keys if key in self.faults)
        return next(filter(None, found), MATCH_FAULTS.get(violation.rule, CANT_BE))

    def steps(self, remedies: tuple[Remedy, ...]) -> Iterator[str]:
        """Yield what hands must do."""
        for remedy in remedies:
            steps = self.acts.get(remedy.act) or COMMON_STEPS.get(remedy.act, PUT_RIGHT)
            steps = steps(remedy) if callable(steps) else steps
            for step in steps if isinstance(steps, list) else (steps,):
                yield self.say(step, remedy) or PUT_RIGHT

    def each_step(self, remedies: tuple[Remedy, ...]) -> tuple[str, ...]:
        """Return a sentence for each step of `companion.putting_back`, in their order."""
        return tuple(next(self.steps((remedy,)), PUT_RIGHT) for remedy in remedies)

    def rule(self, rule: str) -> str:
        """Return the sentence of a rule of the game or of the match; empty for one of neither."""
        for rules in (self.catalogue, MATCH):
            try:
                return translated(rules.text(rule))
            except CatalogueError:
                continue
        return ""


def counted(name: str) -> Field:
    """Return how a field is said that counts cards: "3 cards"."""
    return lambda thing: "" if (count := number(thing, name)) is None else cards(count)


def named(kinds: Mapping[P, str], name: str) -> Field:
    """Return how a field is said that names one of a few kinds."""
    return lambda thing: next((said for kind, said in kinds.items() if kind == value(thing, name)), "")


def heaps(called: Mapping[str, str], naming: Names) -> dict[str, Field]:
    """Return the fields that say from where to where cards go, of how a game calls its heaps."""

    def heap(name: object, seat: int | None) -> str:
        template, who = called.get(str(name), ""), naming.known(seat)
        return template.format(who=who) if who or "{who}" not in template else ""

    return {
        "giver": lambda step: heap(value(step, "from"), step.seat),
        "taker": lambda step: heap(step.act.removeprefix(CARDS_TO), number(step, "to")),
    }


def in_two(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first of several sentences, and the others in one line."""
    return (lines[0], " ".join(map(str, lines[1:]))) if len(lines) > 1 else tuple(lines)


def one_of(kinds: Iterable[P], told: object) -> P | None:
    """Return the kind that a detail names, None for none of them."""
    return next((kind for kind in kinds if kind == told), None)
