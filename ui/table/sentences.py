"""Sentences from templates: what was reported, what happened, what is wrong, what hands must do. Pure.

A game has a table of templates for each. A template's fields are names in braces, and a game says what each
name stands for; `{Where}` is `{where}` with a capital. If a field can't be filled the next template is tried,
so that no sentence has a hole. One template is one whole sentence, for translators.
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
from ui.table.names import Names, cards, listed, missing_cards, unique, wins
from ui.table.presenting import Explanation

P = TypeVar("P")

FIELD = re.compile(r"{(\w+)}")

CANT_BE = _("That can't be")


class SentencePlural(Struct, frozen=True):
    """Templates for one and for many; `by` is the field that counts."""

    one: str
    many: str
    by: str


Template: TypeAlias = str | SentencePlural
Templates: TypeAlias = Template | tuple[Template, ...]
"""One template or several, of which the first that can be filled is used."""
Wording: TypeAlias = Templates | Callable[[Any], Templates]
"""Templates for a thing, or a function that takes the thing and returns them."""
Todo: TypeAlias = Wording | list[Templates] | Callable[[Any], Templates | list[Templates]]
"""Templates for what hands must do; a list has several steps."""
Field: TypeAlias = Callable[[Any], str]
"""Returns a field's text from a report, event, violation or remedy; empty if it can't be filled."""

MATCH_FAULTS = {
    "match.stale": _("The screen had changed"),
    "match.held": _("Something is still wrong"),
    "match.nothing-held": _("Nothing is wrong"),
    "match.cannot-stand": _("It can't be left like that"),
    "match.over": _("The game is over"),
    "match.nothing-to-undo": _("Nothing to take back"),
    "match.no-such-entry": _("That move is gone"),
    "match.revealed": _("A secret has been seen since"),
    "match.only-back": _("A secret has come out since"),
    "match.irrevocable": _("Everything has been shown"),
    "match.correction": _("Later moves wouldn't fit"),
    "match.no-change": _("Nothing to correct"),
    "match.corrected-twice": _("Two corrections for one move"),
    "match.put-back": _("Now put the table right"),
    "match.no-such-seat": _("Nobody sits there"),
}
"""What is wrong, by the rules of the match itself."""

COMMON_STEPS = {
    "look_again": _("Look at the table again, and tap what lies there."),
    "ask_again": _("Look at the table again, then enter it again."),
}
PUT_RIGHT = _("Put it right on the table, then go on.")
PUT_ON = _("Put {new} on {where}.")
TAKE_OFF = _("Take {old} off {where}.")
IN_PLACE = _("On {where}: {new} in place of {old}.")
FIX_PLACE = (IN_PLACE, PUT_ON, TAKE_OFF)
"""What hands must do at a place: exchange a piece, put one on, or take one off."""
MOVE_CARDS = _("Move {cards} from {giver} to {taker}.")
NEXT = _("{to} is next.")
ENDED = (_("The game is over: {wins}."), _("The game is over: a draw."))


def place_of(subject: Any, place: Callable[[int, int], P], rows: int, columns: int) -> P | None:
    """Return the place at a thing's row and column, which count from 0; None if there is no such place."""
    row, column = number(subject, "row"), number(subject, "column")
    if row is None or column is None or not (0 <= row < rows and 0 <= column < columns):
        return None
    return place(row, column)


def about(violations: Iterable[Violation]) -> Iterator[Violation | Remedy]:
    """Yield the violations that everybody may hear of, each followed by its remedies."""
    for violation in violations:
        if not violation.audience:
            yield violation
            yield from violation.remedy


def value(subject: Any, name: str) -> Any:  # whatever the field holds
    """Return a thing's field, or its entry in `details` if it has those; None if there is none."""
    details = getattr(subject, "details", None)
    return getattr(subject, name, None) if details is None else details.get(name)


def number(subject: Any, name: str) -> int | None:
    """Return a field if it is a whole number; None otherwise."""
    found = value(subject, name)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


class Sentences:
    """The sentences of one match; a game adds its tables and fields."""

    templates: ClassVar[Mapping[type[Any], Wording]]
    """Templates by the class of a report or event."""
    faults: ClassVar[Mapping[str, Wording]]
    """Templates by "rule why", by `why` alone, or by rule, tried in this order; `why` is in the details."""
    acts: ClassVar[Mapping[str, Todo]]
    """Templates by a remedy's `act`."""
    catalogue: ClassVar[Catalogue]
    duties: ClassVar[tuple[type[Any], ...]] = ()
    """Classes of events that leave something for hands to do, for which the table waits."""
    began: ClassVar[str] = _("The cards were dealt to {who}.")
    """The sentence of the opening."""

    def __init__(self, naming: Names) -> None:
        self._naming = naming
        self.fields: dict[str, Field] = {
            "who": self._who,
            "to": self.seat("to"),
            "turn": self.seat("turn"),
            "lacking": lambda subject: missing_cards(lost) if (lost := number(subject, "short")) else "",
            "missing": lambda subject: missing_cards(lost) if (lost := number(subject, "missing")) else "",
            "wins": lambda ended: wins(won) if (won := naming.winners(ended.outcome.winners)) else "",
        }
        """The functions for fields; any other field is filled if it is a number."""

    # Single sentences.

    def say(self, wording: Wording, subject: Any) -> str:  # whatever a template speaks of
        """Return the first sentence of a row that can be filled; empty if there is none."""
        templates = wording(subject) if callable(wording) else wording
        for template in templates if isinstance(templates, tuple) else (templates,):
            if sentence := self._filled(template, subject):
                return sentence
        return ""

    def sentence_of(self, subject: Any) -> str:  # a report or an event
        """Return the sentence of a report or event; raises LookupError if `templates` has none."""
        kind = type(subject)
        if kind not in self.templates:
            raise LookupError(f"`templates` has none for {kind.__name__}: give it a sentence")
        return self.say(self.templates[kind], subject)

    def sentences_of(self, events: Sequence[Any]) -> tuple[str, ...]:
        """Return the events' sentences: the first on one line, all others on a second."""
        return in_two([self.sentence_of(event) for event in events])

    def duty(self, events: Sequence[Any]) -> str:
        """Return what hands must do now; empty for nothing."""
        sentences = (self.sentence_of(event) for event in events if isinstance(event, self.duties))
        return " ".join(filter(None, sentences))

    def names_of(self, seats: Iterable[int]) -> str:
        """Return the names of seats as in a sentence, leaving out seats where nobody sits."""
        return listed([name for seat in seats if (name := self._naming.known(seat))])

    def seat(self, name: str) -> Field:
        """Return the function for a field that holds a seat."""
        return lambda subject: self._naming.known(number(subject, name))

    def by_seat(self, name: str) -> Field:
        """Return the function for a field with a number for each seat, such as "Fox 3, Owl 5"."""
        return lambda subject: ", ".join(
            f"{player} {count}"
            for seat, count in enumerate(value(subject, name))
            if (player := self._naming.known(seat))
        )

    def _who(self, subject: Any) -> str:
        known = self._naming.known(subject.seat)
        return known or ("" if hasattr(subject, "details") else frame.SOMEBODY)

    def _filled(self, template: Template, subject: Any) -> str:
        if isinstance(template, SentencePlural):
            count = number(subject, template.by)
            if count is None:
                return ""
            template = many(template.one, template.many, count)
        values = {name: self._field(name, subject) for name in FIELD.findall(template)}
        return template.format(**values) if all(values.values()) else ""

    def _field(self, name: str, subject: Any) -> str:
        if name[0].isupper():
            return capital(self._field(name[0].lower() + name[1:], subject))
        if name in self.fields:
            return self.fields[name](subject)
        count = number(subject, name)
        return "" if count is None else str(count)

    # The record.

    def describe(self, entry: journal.Entry[Any, Any, Any]) -> tuple[str, ...]:
        """Return an entry's sentences: its report, and what followed."""
        match entry.body:
            case journal.Opened(header, facts):
                players = ", ".join(self._naming.everybody()[: facts.players]) if header.plates else ""
                return (self.began.format(who=players or frame.players(facts.players)),)
            case journal.Entered(report, events):
                return self.sentences_of(events) or (self.sentence_of(report),)
            case journal.Faulted(report, violations, on_table):
                held = _("Play stops until it is put right.") if on_table else ""
                wrong = self.title(violations[0]) if violations else ""
                refused = _("Refused: {why}.").format(why=wrong)
                return (self.sentence_of(report), " ".join(map(str, filter(None, (refused, held)))))
            case journal.Righted():
                return (frame.PUT_RIGHT_ENTRY,)
            case journal.TableToFix(to_do):
                return (frame.FIX_TABLE_ENTRY, *self.put_back_steps(to_do))
            case journal.Ticked(step):
                return (frame.step_done(step + 1),)
            case journal.Overruled(events):
                return (_("The table let it stand."), *self.sentences_of(events)[:1])
            case journal.TakenBack(earlier):
                return (frame.took_back(earlier),)
            case journal.Corrected(earlier, line):
                inserted = [event for redone in line if redone.entry == entry.n for event in redone.events]
                if inserted:
                    return (frame.forgotten(earlier), *self.sentences_of(inserted))
                remaining = [redone for redone in line if redone.entry == earlier]
                if not remaining:
                    return (frame.removed(earlier),)
                sentences = self.sentences_of(remaining[0].events) or (self.sentence_of(remaining[0].report),)
                return (frame.corrected_to(earlier, sentences[0]), *sentences[1:])
            case journal.Abandoned():
                return (frame.ABANDONED_ENTRY,)

    # Refusals.

    def explanation(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return the explanation of all violations; the first gives the title."""
        titles = unique(self.title(violation) for violation in violations)
        rules = unique(self.rule(violation.rule) for violation in violations)
        todo = unique(self.steps(tuple(remedy for violation in violations for remedy in violation.remedy)))
        also = tuple(_("Also: {fault}.").format(fault=fault) for fault in titles[1:])
        return Explanation(titles[0] if titles else CANT_BE, " ".join(map(str, rules)), tuple(todo), also)

    def title(self, violation: Violation) -> str:
        """Return what is wrong, with names and places if there are any."""
        why = str(violation.details.get("why"))
        keys = (f"{violation.rule} {why}", why, violation.rule)
        titles = (self.say(self.faults[key], violation) for key in keys if key in self.faults)
        return next(filter(None, titles), MATCH_FAULTS.get(violation.rule, CANT_BE))

    def steps(self, remedies: tuple[Remedy, ...]) -> Iterator[str]:
        """Yield what hands must do."""
        for remedy in remedies:
            steps = self.acts.get(remedy.act) or COMMON_STEPS.get(remedy.act, PUT_RIGHT)
            steps = steps(remedy) if callable(steps) else steps
            for step in steps if isinstance(steps, list) else (steps,):
                yield self.say(step, remedy) or PUT_RIGHT

    def put_back_steps(self, remedies: tuple[Remedy, ...]) -> tuple[str, ...]:
        """Return one sentence for each step of `companion.putting_back`, in order."""
        return tuple(next(self.steps((remedy,)), PUT_RIGHT) for remedy in remedies)

    def rule(self, rule: str) -> str:
        """Return the sentence of a rule of the game or of the match; empty if it is in neither."""
        for rules in (self.catalogue, MATCH):
            try:
                return translated(rules.text(rule))
            except CatalogueError:
                continue
        return ""


def counted(name: str) -> Field:
    """Return the function for a field that counts cards, such as "3 cards"."""
    return lambda subject: "" if (count := number(subject, name)) is None else cards(count)


def named(kinds: Mapping[P, str], name: str) -> Field:
    """Return the function for a field that holds a key of `kinds`."""
    return lambda subject: next((text for key, text in kinds.items() if key == value(subject, name)), "")


def heaps(templates: Mapping[str, str], naming: Names) -> dict[str, Field]:
    """Return the fields `giver` and `taker` of moves of cards; `templates` has a template for each heap."""

    def heap(name: object, seat: int | None) -> str:
        template, player = templates.get(str(name), ""), naming.known(seat)
        return template.format(who=player) if player or "{who}" not in template else ""

    return {
        "giver": lambda step: heap(value(step, "from"), step.seat),
        "taker": lambda step: heap(step.act.removeprefix(CARDS_TO), number(step, "to")),
    }


def in_two(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first sentence, then all others joined on one line."""
    return (lines[0], " ".join(map(str, lines[1:]))) if len(lines) > 1 else tuple(lines)


def one_of(kinds: Iterable[P], found: object) -> P | None:
    """Return the kind that equals a detail; None if there is none."""
    return next((kind for kind in kinds if kind == found), None)
