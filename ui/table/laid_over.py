"""What lies over a match's table by itself: one answer for all of it. Pure.

What somebody has opened by hand (an entry, the history, the referee's menu) lies above that.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat, Violation
from companion.journal import Loss
from ui.table.presenting import Explanation, GameSpecific, Presenter, Sheet
from ui.table.session import Session


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
        explanation = presenter.explain(session.hold.violations)
        return Held(explanation, session.hold.stands is not None, session.ticked)
    if session.put_back:
        return ToPutBack(put_back(session, presenter), session.ticked)
    if session.abandoned:
        return BrokenOff()
    if peeking:
        return None
    if session.outcome is not None:
        return Result(presenter.result(session.outcome, session.view), tuple(news))
    wanted = ruled or presenter.sheet(view)
    return None if wanted is None else Ruled(wanted, ruled is not None and not ruled.choices)


def put_back(session: Session, presenter: Presenter) -> Explanation:
    """Return what is to be put right, with a sentence for each step in their order."""
    each = [presenter.explain((Violation("match.put-back", remedy=(step,)),)) for step in session.put_back]
    return replace(each[0], steps=tuple(step for said in each for step in said.steps[:1]))
