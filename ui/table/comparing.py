"""What differs between the table and the record, and what may have gone wrong, in words. Pure."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from msgspec import Struct

from companion.comparing import Lying, Seen, Way, bearing, ways
from companion.game import Accepted, Steps
from companion.journal import Entry, Told
from companion.putting_back import Laying, steps
from ui import words
from ui.games.face import Counting
from ui.table.presenting import Choice, GameSpecific, Presenter
from ui.table.session import Session


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
    """Yield each single change that makes the difference go, as a choice; None wherever one may rest."""
    if difference.places:
        return
    length = session.shown
    for way in ways(session.match, difference.seen, difference.told, at_once=difference.at_once):
        yield None if way is None else _choice(session, presenter, way, length)


def _choice(session: Session, presenter: Presenter, way: Way[Any, Any], length: int) -> Choice:
    told = way.told(length)
    if way.report is None:
        return Choice(words.never_happened(way.entry), _reads(session, presenter, way.entry), told)
    says = presenter.told(Entry(way.entry, session.match.entries[-1].at, Told(way.report, way.events)))[0]
    if way.instead:
        return Choice(words.entry_instead(way.entry), says, told)
    return Choice(
        words.forgotten_before(way.entry) if way.entry < length else words.FORGOTTEN_NOW, says, told
    )


def otherwise(session: Session, presenter: Presenter, difference: Difference) -> list[Choice]:
    """Return what can be done without knowing what went wrong: a recount, or a look at what led there."""
    counted = Choice(words.AS_COUNTED, words.AS_COUNTED_HINT, difference.recount)
    led = bearing(session.match, difference.seen, (*difference.told, *difference.places))
    return [
        *([counted] if difference.recount is not None else []),
        *(Choice(words.look_at(entry), _reads(session, presenter, entry), LookAt(entry)) for entry in led),
    ]


def to_fix(session: Session, difference: Difference) -> Steps:
    """Return what hands must move for the table to lie as the journal has it; nothing where they can't."""
    game, state = session.game, session.match.state
    if not isinstance(game, Laying):
        return ()
    if difference.recount is None:
        return steps(game, game.as_told(state, difference.told), game.pieces(state))
    ruling = game.judge(state, difference.recount)
    if not isinstance(ruling, Accepted):
        return ()
    return steps(game, game.pieces(reduce(game.evolve, ruling.events, state)), game.pieces(state))


def _reads(session: Session, presenter: Presenter, entry: int) -> str:
    return presenter.told(session.position(entry))[0]
