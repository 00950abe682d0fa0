"""What differs between the table and the record, and what may have gone wrong, in words. Pure."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.comparing import Lying, Seen, Way, bearing, pairs, ways
from companion.game import Accepted, Refused, Steps
from companion.journal import Entered, Entry, Faulted
from companion.match_reports import Replace
from companion.putting_back import Laying, steps
from ui.games.face import Counting
from ui.language import words
from ui.table.presenting import Choice, GameSpecific, MendingPresenter, Presenter
from ui.table.session import AnyAnswer, Session

MOST_TRIED = 40_000
"""So many single changes are tried in search of two: 2 s of one core at Cryptid, where each takes least."""


class Difference(Struct, frozen=True):
    """What lies otherwise on the table, of what is `seen` in a view of the record.

    `told` is what lies there, by place; of `places` beside those nobody says what lies there. `recount` is
    the report that takes it all as it was counted, None where it can't be counted. `at_once`: see `ways`.
    """

    seen: Seen
    told: Lying
    places: tuple[Any, ...] = ()
    recount: Any = None  # a report of the game
    at_once: bool = False


class Mended(Struct, frozen=True):
    """What is submitted, one after the other, for the game to be as it happened.

    `then` is what was refused, and can be told once more.
    """

    told: tuple[Any, ...]
    then: Any = None


class AskWhich(Struct, frozen=True):
    """Something happened before an entry, or `instead` of it: the table has to say which of several."""

    entry: int
    instead: bool


class LookAt(Struct, frozen=True):
    """An entry of the record is to be opened."""

    entry: int


def figures(counting: Counting, presenter: Presenter, view: GameSpecific) -> Lying:
    """Return the count of a view as what lies where: figures by line and column."""
    form = counting.form(view, presenter)
    lines = [] if form is None else [tally.figures for tally in form.tallies]
    return _by_place(lines)


def counted(
    seen: Seen, state: GameSpecific, told: Sequence[tuple[int, ...]], recount: GameSpecific
) -> Difference:
    """Return what was counted otherwise than a position has it."""
    now = seen(state)
    differs = {place: count for place, count in _by_place(told).items() if count != now[place]}
    return Difference(seen, differs, recount=recount)


def _by_place(lines: Sequence[tuple[int, ...]]) -> Lying:
    return {(row, column): count for row, line in enumerate(lines) for column, count in enumerate(line)}


def found(session: Session, presenter: Presenter, difference: Difference) -> Iterator[Choice | None]:
    """Yield each change that makes the difference go, as a choice; None wherever one may rest.

    Of changes that come to the same table the first is a choice. Two changes are only sought where no single
    one is enough.
    """
    if difference.places:
        return
    match, seen, told = session.match, difference.seen, difference.told
    tables: list[Any] = []
    for way in ways(match, seen, told, at_once=difference.at_once):
        if way is None or way.table in tables:
            yield None
            continue
        tables.append(way.table)
        yield _choice(session, presenter, way, session.shown)
    two = pairs(match, seen, told, at_once=difference.at_once)
    for pair in islice(two, MOST_TRIED) if not tables else ():
        if pair is None or pair.table in tables:
            yield None
            continue
        tables.append(pair.table)
        both = [_choice(session, presenter, way, session.shown) for way in pair.ways]
        says = " ".join(words.entry_says_what(choice.title, choice.subtitle) for choice in both)
        yield Choice(words.TWO_CHANGES, says, Mended(pair.told))


def _choice(session: Session, presenter: Presenter, way: Way[Any, Any], length: int) -> Choice:
    told = Mended((way.told(length),), way.then)
    if way.report is None:
        return Choice(words.never_happened(way.entry), _reads(session, presenter, way.entry), told)
    says = presenter.told(Entry(way.entry, session.match.entries[-1].at, Entered(way.report, way.events)))[0]
    title = words.forgotten_before(way.entry) if way.entry < length else words.FORGOTTEN_NOW
    if way.instead:
        title = words.entry_instead(way.entry)
    if way.one_of:
        return Choice(title, words.ONE_OF_SEVERAL, AskWhich(way.entry, way.instead))
    return Choice(title, says, told)


def otherwise(session: Session, presenter: Presenter, difference: Difference) -> list[Choice]:
    """Return what can be done without knowing what went wrong: a recount, or a look at what led there."""
    countable = difference.recount is not None and session.outcome is None
    counted = (_as_counted(session, difference),) if countable else ()
    led = bearing(session.match, difference.seen, (*difference.told, *difference.places))
    return [
        *counted,
        *(Choice(words.look_at(entry), _reads(session, presenter, entry), LookAt(entry)) for entry in led),
    ]


def _as_counted(session: Session, difference: Difference) -> Choice:
    """Return the choice that takes the count; where cards are lost, the table plays on without them."""
    recount = difference.recount
    ruling = None if recount is None else session.game.judge(session.match.state, recount)
    missing = ruling.violations[0].details.get("missing") if isinstance(ruling, Refused) else None
    if not isinstance(missing, int) or missing <= 0 or not hasattr(recount, "short"):
        return Choice(words.AS_COUNTED, words.AS_COUNTED_HINT, recount)
    return Choice(words.cards_short(missing), words.CARDS_SHORT_HINT, replace(recount, short=missing))


def to_fix(session: Session, difference: Difference) -> Steps:
    """Return what hands must move for the table to lie as the journal has it; nothing where they can't."""
    game, state = session.game, session.match.state
    if not isinstance(game, Laying) or session.hold is not None:
        return ()
    if difference.recount is None:
        return steps(game, game.as_told(state, difference.told), game.pieces(state))
    ruling = game.judge(state, difference.recount)
    if not isinstance(ruling, Accepted):
        return ()
    return steps(game, game.pieces(reduce(game.evolve, ruling.events, state)), game.pieces(state))


def _reads(session: Session, presenter: Presenter, entry: int) -> str:
    return presenter.told(session.position(entry))[0]


# A refusal that rests on earlier entries: which they are, and what each may have been.


def offers(session: Session, presenter: Presenter, refused: AnyAnswer) -> tuple[str, list[Choice]]:
    """Return what is wrong, and a choice for each entry that a refusal rests on, if it rests on any.

    A choice's report is a pair: the correction, and the report that was refused, to be told once more. None:
    there is no correction that would help.
    """
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(presenter, MendingPresenter) or not isinstance(body, Faulted):
        return "", []
    choices = []
    found = session.mends(body.report, body.violations)
    # Of one entry that nothing is known to have been instead of, a sentence says as much as a dialog.
    for mend in found if len(found) > 1 or any(mend.report is not None for mend in found) else ():
        reads = presenter.told(session.position(mend.entry))[0]
        told: tuple[Any, Any] | None = None
        title = words.entry(mend.entry)
        if mend.report is not None:
            title = words.entry_was(mend.entry, presenter.instead(mend.report))
            told = Replace(mend.entry, mend.report), body.report
        choices.append(Choice(title, reads, told))
    return presenter.explain(body.violations[:1]).title, choices


def against(session: Session, presenter: Presenter, refused: AnyAnswer) -> str:
    """Return the sentence of the entry that a report contradicts, where nothing else is wrong with it."""
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(body, Faulted) or len(body.violations) > 1:
        return ""
    for mend in session.mends(body.report, body.violations):
        return words.entry_says(mend.entry, presenter.told(session.position(mend.entry))[0])
    return ""
