"""The end of a match in words: everybody's figures, what was remarkable, and how long it took. Pure."""

from collections.abc import Sequence

from companion.book.played import came_to
from companion.game import Seat
from companion.remarks import Remark
from ui import words
from ui.stage.end_picture import Course, End, EndLine
from ui.table.presenting import Presenter, Sheet
from ui.table.session import Session
from ui.table.telling import all_plates, listed

LEAST_RACE, MOST_POINTS = 3, 80
"""Fewer entries make no race to look at; and a curve has so many points at the most."""
MOST = 4
"""So much is told beside the figures."""


def end_of(session: Session, presenter: Presenter, sheet: Sheet, news: Sequence[str] = ()) -> End:
    """Return what is told of a match that was played to its end; what is new comes first."""
    match = session.match
    came = came_to(match)
    assert came is not None, "asked before the end"
    assert match.outcome is not None
    plates, won = all_plates(session.plates, match.facts.players), match.outcome.winners
    lines = tuple(
        EndLine(
            tuple(presenter.seat_plate(seat) for seat in figure.seats),
            figure.name,
            figure.figure,
            figure.note,
            any(seat in won for seat in figure.seats),
        )
        for figure in sheet.figures
    )
    remarks = [_said(remark, [plates[n].name for n in remark.players]) for remark in _remarks(session)]
    return End(
        sheet.title,
        tuple(presenter.seat_plate(Seat(seat)) for seat in sheet.winners),
        sheet.subtitle,
        lines,
        tuple([*news, *remarks][:MOST]),
        words.match_lasted(came.minutes, came.turns),
        _race(session, presenter, sheet),
    )


def _race(session: Session, presenter: Presenter, sheet: Sheet) -> tuple[Course, ...]:
    """Return everybody's course in a game that is a race; of a long match as many points as are seen."""
    count, results = session.game.results.race, session.game.results
    line, outcome = session.match.line, session.match.outcome
    if count is None or outcome is None or len(line) < LEAST_RACE:
        return ()
    step = max(1, len(line) // MOST_POINTS)
    states = [position.state for position in (*line[:-1:step], line[-1])]
    counted = [count(state) for state in states]
    won = {results.player(states[-1], seat) for seat in outcome.winners}
    courses: list[Course] = []
    for figure in sheet.figures:
        player = results.player(states[-1], figure.seats[0])
        plates = tuple(presenter.seat_plate(seat) for seat in figure.seats)
        courses.append(Course(plates, tuple(each[player] for each in counted), player in won))
    return tuple(courses)


def _remarks(session: Session) -> tuple[Remark, ...]:
    return session.game.results.remarks(session.match.line)


def _said(remark: Remark, names: Sequence[str]) -> str:
    if remark.what == "closest":
        return words.closest_duel(listed(names), remark.figure)
    return words.remark(remark.what, listed(names), remark.figure)
