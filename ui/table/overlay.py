"""What lies over a match's table by itself: one answer for all of it. Pure.

What somebody has opened by hand (an entry, the history, the referee's menu) lies above that.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.book.played import came_to
from companion.game import Seat, Violation
from companion.journal import Loss
from ui.language import words
from ui.stage.result_picture import Course, End, EndLine
from ui.table.presenting import Dialog, Explanation, GameSpecific, Presenter
from ui.table.session import Session
from ui.table.telling import all_plates, listed


class Lost(Struct, frozen=True):
    """A part of the record couldn't be read."""

    loss: Loss


class Held(Struct, frozen=True):
    """Something lies wrong, which may be left so where it `stands`; steps that are `ticked` are done."""

    explanation: Explanation
    stands: bool
    ticked: tuple[int, ...] = ()


class ToPutBack(Struct, frozen=True):
    """Something lies otherwise than the journal has it; steps that are `ticked` are done."""

    explanation: Explanation
    ticked: tuple[int, ...] = ()


class BrokenOff(Struct, frozen=True):
    """The table has stopped playing."""


class GameOver(Struct, frozen=True):
    """The game is over; `news` are lines about that."""

    dialog: Dialog
    news: tuple[str, ...] = ()


class RulingShown(Struct, frozen=True):
    """A ruling or a question; one that is only `read` waits for nobody's answer."""

    dialog: Dialog
    read: bool

    @property
    def seat(self) -> Seat | None:
        """Whom it speaks to: the one who was first; None where that is nobody, or several."""
        return self.dialog.winners[0] if len(self.dialog.winners) == 1 else None


Overlay: TypeAlias = Lost | Held | ToPutBack | BrokenOff | GameOver | RulingShown


def overlay_for(
    session: Session,
    presenter: Presenter,
    view: GameSpecific,
    ruled: Dialog | None,
    *,
    loss_read: bool,
    peeking: bool,
    news: Sequence[str] = (),
) -> Overlay | None:
    """Return what lies over the table, None for nothing: the table is played on, or looked at (`peeking`).

    `view` may have presses in it that came late; `ruled` is a ruling that is shown until somebody goes on;
    `news` are lines about the end.
    """
    if session.loss is not None and not loss_read:
        return Lost(session.loss)
    if session.hold is not None:
        explanation = presenter.explain(session.hold.violations)
        return Held(explanation, session.hold.stands is not None, session.ticked)
    if session.abandoned:
        return BrokenOff()
    if session.put_back:
        return ToPutBack(put_back(session, presenter), session.ticked)
    if peeking:
        return None
    if session.outcome is not None:
        return GameOver(presenter.result(session.outcome, session.view), tuple(news))
    wanted = ruled or presenter.dialog(view)
    return None if wanted is None else RulingShown(wanted, ruled is not None and not ruled.choices)


def put_back(session: Session, presenter: Presenter) -> Explanation:
    """Return what is to be put right, with a sentence for each step in their order."""
    each = [presenter.explain((Violation("match.put-back", remedy=(step,)),)) for step in session.put_back]
    return replace(each[0], steps=tuple(step for said in each for step in said.steps[:1]))


# The end of a match in words: everybody's figures, what was remarkable, and how long it took.

LEAST_RACE, MOST_POINTS = 3, 80
"""Fewer entries make no race to look at; and a curve has so many points at the most."""
MOST = 4
"""So much is told beside the figures."""


def end_of(session: Session, presenter: Presenter, dialog: Dialog, news: Sequence[str] = ()) -> End:
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
        for figure in dialog.figures
    )
    found = session.game.results.remarks(match.line)
    remarks = [
        words.REMARKS[remark.what](listed([plates[n].name for n in remark.players]), remark.figure)
        for remark in found
    ]
    return End(
        dialog.title,
        tuple(presenter.seat_plate(Seat(seat)) for seat in dialog.winners),
        dialog.subtitle,
        lines,
        tuple([*news, *remarks][:MOST]),
        words.match_lasted(came.minutes, came.turns),
        _race(session, presenter, dialog),
    )


def _race(session: Session, presenter: Presenter, dialog: Dialog) -> tuple[Course, ...]:
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
    for figure in dialog.figures:
        player = results.player(states[-1], figure.seats[0])
        plates = tuple(presenter.seat_plate(seat) for seat in figure.seats)
        had = tuple(points for each in counted if (points := each[player]) is not None)
        courses.append(Course(plates, had, player in won))
    return tuple(courses)
