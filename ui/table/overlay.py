"""The dialog that the match itself puts over the table. Pure.

Dialogs that players open (an entry, the history, the referee's menu) are on top of it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.book.played import match_result
from companion.game import Seat, Steps, Violation
from companion.journal import Loss
from ui.language import words
from ui.stage.result_picture import Course, End, EndLine
from ui.table.names import all_plates, listed
from ui.table.presenting import Dialog, Explanation, GameSpecific, Presenter
from ui.table.session import Session


class Lost(Struct, frozen=True):
    """A part of the record couldn't be read."""

    loss: Loss


class Held(Struct, frozen=True):
    """A refusal holds play; `may_stand`: it may be let stand; `ticked`: indices of the steps done."""

    explanation: Explanation
    may_stand: bool
    ticked: tuple[int, ...] = ()


class ToPutBack(Struct, frozen=True):
    """The table differs from the record; `ticked`: indices of the steps done."""

    explanation: Explanation
    ticked: tuple[int, ...] = ()


class BrokenOff(Struct, frozen=True):
    """The match was broken off."""


class GameOver(Struct, frozen=True):
    """The game is over; `news`: lines about that."""

    dialog: Dialog
    news: tuple[str, ...] = ()


class RulingShown(Struct, frozen=True):
    """A ruling or a question; `read`: it is only to be read and needs no answer."""

    dialog: Dialog
    read: bool

    @property
    def seat(self) -> Seat | None:
        """The seat that it addresses: the one who was first; None if that is nobody, or several."""
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
    """Return the dialog over the table; None in play, or while players look at the table (`peeking`).

    `view` may include late presses; `ruled` is a ruling that is shown until players go on; `news`: lines
    about the end.
    """
    match = session.match
    if session.loss is not None and not loss_read:
        return Lost(session.loss)
    if match.hold is not None:
        explanation = presenter.explain(match.hold.violations)
        return Held(explanation, match.hold.stands is not None, match.ticked)
    if match.abandoned:
        return BrokenOff()
    if match.put_back:
        return ToPutBack(explain_put_back(match.put_back, presenter), match.ticked)
    if peeking:
        return None
    if match.outcome is not None:
        return GameOver(presenter.result(match.outcome, session.view), tuple(news))
    wanted = ruled or presenter.dialog(view)
    return None if wanted is None else RulingShown(wanted, ruled is not None and not ruled.choices)


def explain_put_back(steps: Steps, presenter: Presenter) -> Explanation:
    """Return what must be put right, with a sentence for each step, in order."""
    each = [presenter.explain((Violation("match.put-back", remedy=(step,)),)) for step in steps]
    return replace(each[0], steps=tuple(" ".join(map(str, explained.steps)) for explained in each))


# The end of a match in words: the players' figures, remarks, and how long it took.

LEAST_RACE, MOST_POINTS = 3, 80
"""Least number of positions for which a race is drawn, and about the most points of a curve."""
MOST = 4
"""Maximum number of news and remarks next to the figures."""


def end_of(session: Session, presenter: Presenter, dialog: Dialog, news: Sequence[str] = ()) -> End:
    """Return the end of a finished match in words; news come before remarks."""
    match = session.match
    summary = match_result(match)
    assert summary is not None, "asked before the end"
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
    remarks = [
        words.REMARKS[remark.what](listed([plates[n].name for n in remark.players]), remark.figure)
        for remark in match.game.results.remarks(match.line)
    ]
    return End(
        dialog.title,
        tuple(presenter.seat_plate(Seat(seat)) for seat in dialog.winners),
        dialog.subtitle,
        lines,
        tuple([*news, *remarks][:MOST]),
        words.match_lasted(summary.minutes, summary.turns),
        _race(session, presenter, dialog),
    )


def _race(session: Session, presenter: Presenter, dialog: Dialog) -> tuple[Course, ...]:
    """Return every player's curve if the game has a `race`; a long match is sampled."""
    results = session.match.game.results
    line, outcome = session.match.line, session.match.outcome
    if (count := results.race) is None or outcome is None or len(line) < LEAST_RACE:
        return ()
    step = max(1, len(line) // MOST_POINTS)
    states = [position.state for position in (*line[:-1:step], line[-1])]
    counted = [count(state) for state in states]
    won = {results.player(states[-1], seat) for seat in outcome.winners}
    courses: list[Course] = []
    for figure in dialog.figures:
        player = results.player(states[-1], figure.seats[0])
        plates = tuple(presenter.seat_plate(seat) for seat in figure.seats)
        held = tuple(held for counts in counted if (held := counts[player]) is not None)
        courses.append(Course(plates, held, player in won))
    return tuple(courses)
