"""What lies over a match's table by itself: one answer for all of it. Pure.

What somebody has opened by hand (an entry, the history, the referee's menu) lies above that.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat, Violation
from companion.journal import Loss
from ui.table.presenting import Explanation, GameSpecific, Presenter, Sheet
from ui.table.session import Session


class Lost(Struct, frozen=True):
    """A part of the record couldn't be read."""

    loss: Loss


class Held(Struct, frozen=True):
    """Something lies wrong, which may be left so where it `stands`."""

    explanation: Explanation
    stands: bool


class ToPutBack(Struct, frozen=True):
    """By the corrected record something lies otherwise than it does."""

    explanation: Explanation


class BrokenOff(Struct, frozen=True):
    """The table has stopped playing."""


class Result(Struct, frozen=True):
    """The game is over; `news` are lines about that."""

    sheet: Sheet
    news: tuple[str, ...] = ()


class Ruled(Struct, frozen=True):
    """A ruling or a question; one that is only `read` waits for nobody's answer."""

    sheet: Sheet
    read: bool

    @property
    def seat(self) -> Seat | None:
        """Whom it speaks to: the one who was first; None where that is nobody, or several."""
        return self.sheet.winners[0] if len(self.sheet.winners) == 1 else None


LaidOver: TypeAlias = Lost | Held | ToPutBack | BrokenOff | Result | Ruled


def lies_over(
    session: Session,
    presenter: Presenter,
    view: GameSpecific,
    ruled: Sheet | None,
    *,
    loss_read: bool,
    peeking: bool,
    news: Sequence[str] = (),
) -> LaidOver | None:
    """Return what lies over the table, None for nothing: the table is played on, or looked at (`peeking`).

    `view` may have presses in it that came late; `ruled` is a ruling that is shown until somebody goes on;
    `news` are lines about the end.
    """
    if session.loss is not None and not loss_read:
        return Lost(session.loss)
    if session.hold is not None:
        return Held(presenter.explain(session.hold.violations), session.hold.stands is not None)
    if session.put_back:
        return ToPutBack(presenter.explain((Violation("match.put-back", remedy=session.put_back),)))
    if session.abandoned:
        return BrokenOff()
    if peeking:
        return None
    if session.outcome is not None:
        return Result(presenter.result(session.outcome, session.view), tuple(news))
    wanted = ruled or presenter.sheet(view)
    return None if wanted is None else Ruled(wanted, ruled is not None and not ruled.choices)
