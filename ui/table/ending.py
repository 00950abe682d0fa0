"""The end of a match in words: everybody's figures, what was remarkable, and how long it took. Pure."""

from collections.abc import Sequence

from companion.book.played import came_to
from companion.game import Seat
from companion.remarks import Remark
from ui import words
from ui.stage.end_picture import End, EndLine
from ui.table.presenting import Presenter, Sheet
from ui.table.session import Session
from ui.table.telling import all_plates, listed

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
    )


def _remarks(session: Session) -> tuple[Remark, ...]:
    return session.game.results.remarks(session.match.line)


def _said(remark: Remark, names: Sequence[str]) -> str:
    if remark.what == "closest":
        return words.closest_duel(listed(names), remark.figure)
    return words.remark(remark.what, listed(names), remark.figure)
