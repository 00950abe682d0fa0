"""Words and picture of a grab for all games: the margin, how exact the times are, the photo finish."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.game import Seat
from companion.grab import Grab, Ignored, Touch, rounded
from ui.language import words as frame
from ui.language.phrases import _, phrase
from ui.language.words import duration
from ui.table.buttons import Seized
from ui.table.names import joined
from ui.table.presenting import Mark, PhotoFinish, ignored_mark

ahead = phrase("by {margin} before {who}", str, str)
measured_to = phrase("measured to {band}")
AGAIN = {
    "dead_heat": _("dead heat: nobody can tell who was first"),
    "sequence_gap": _("a button's signal was lost on the way"),
    "mixed_clocks": _("the buttons don't share one clock"),
    "two_readings": _("a button bounced so that nobody can tell who was first"),
    "held": _("a hand already lay on the button"),
    "late_edge": _("somebody else was earlier; the signal came late"),
    "unplugged": _("a button has come unplugged"),
}
"""Why hands grab again."""


def why_again(reason: str) -> str:
    """Return why hands grab again; a reason without words by its name."""
    return AGAIN.get(reason, reason.replace("_", " "))


def with_touches(grab: Grab, touches: tuple[Touch, ...]) -> Grab:
    """Return a grab with these touches."""
    ignored = tuple(touch for touch in touches if isinstance(touch, Ignored))
    ranked = tuple(touch for touch in touches if not isinstance(touch, Ignored))
    return replace(grab, touches=ranked, ignored=ignored or UNSET)


def grab_of(news: Seized) -> Grab:
    """Return the grab that the buttons report; hands that were there before don't count."""
    return with_touches(Grab(news.first, band=news.band, source=news.source), news.touches)


def press_time(grab: Grab, seat: int) -> int:
    """Return when a seat pressed, in nanoseconds after the first; 0 if its press isn't in the grab."""
    return next((touch.after for touch in grab.touches if touch.seat == seat), 0)


def runner_up(grab: Grab) -> Touch | None:
    """Return the press nearest to the winner's; None if nobody else pressed."""
    (winner,) = grab.first
    others = [touch for touch in grab.touches if touch.seat != winner]
    return min(others, key=lambda touch: abs(touch.after - press_time(grab, winner)), default=None)


def margin(grab: Grab) -> str:
    """Return the winner's margin as text; empty if nobody else pressed."""
    nearest = runner_up(grab)
    if nearest is None:
        return ""
    return duration(rounded(nearest.after - press_time(grab, grab.first[0]), grab.band))


def grab_fields(called: Callable[[Iterable[int]], str]) -> dict[str, Callable[[Any], str]]:
    """Return the fields for sentences about a grab; `called` names seats in a sentence."""
    return {
        "margin": lambda subject: margin(subject.grab),
        "nearest": lambda subject: called([near.seat] if (near := runner_up(subject.grab)) else ()),
        "why": lambda subject: why_again(subject.reason),
    }


def by_how_much(grab: Grab, subject: Callable[[Seat], str]) -> str:
    """Return the winner's margin and over whom, as text; empty if nobody else pressed."""
    nearest = runner_up(grab)
    return "" if nearest is None else ahead(margin(grab), subject(nearest.seat))


def exactness(grab: Grab) -> str:
    """Return the error band and what measured the times, as text."""
    measured = measured_to(duration(rounded(grab.band, grab.band))) if grab.band else ""
    return joined(measured, frame.QUALITIES.get(grab.source, grab.source))


def finish(grab: Grab, note: Callable[[Touch], str]) -> PhotoFinish | None:
    """Return the photo finish, with `note` for each press; None for a grab that was entered by hand."""
    if not grab.touches:
        return None
    touches = sorted(grab.touches, key=lambda touch: touch.after)
    ignored = tuple(ignored_mark(touch.seat, touch.after, touch.why, touch.lasted) for touch in grab.drawn)
    marks = tuple(Mark(touch.seat, touch.after, note(touch)) for touch in touches)
    return PhotoFinish(marks, grab.band, ignored)
