"""Simulated players with a sheet: valid rows, now and then an invalid one, and at last the end.

Deterministic for a seed.
"""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion.clock import MILLISECOND
from companion.games.sheet import reports as r
from companion.games.sheet.legal import legal
from companion.games.sheet.model import Figures, State
from companion.games.sheet.view import View
from companion.grab import Grab, Touch
from companion.journal import Faulted
from ui.games.players import READ, TURN, HandStep, PressedNow, Submitted, Tapped, TappingPlayers, pad_tap
from ui.games.sheet import words
from ui.games.sheet.face import TIMED
from ui.games.sheet.filling import Filling, empty_filling, seat_and_figures
from ui.games.sheet.presenter import FiguresFor, SheetPresenter
from ui.table.presenting import Enter, Presenter
from ui.table.session import Session

# Entering a row on the screen: the pad that opens the pad for figures, then each figure.

NEXT = 0.5
"""Seconds until a finger taps the next pad."""


def steps(report: r.AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that make a report; without a pad for it, it is reported without taps."""
    assert isinstance(presenter, SheetPresenter)
    if isinstance(report, r.TellGrab):
        touches = report.grab.touches or [Touch(seat, 0) for seat in report.grab.first]
        pressed = PressedNow(tuple((touch.seat, touch.after / MILLISECOND) for touch in touches))
        return (HandStep(pressed, READ),)
    verdict = presenter.dialog(view)
    pads = presenter.routine(view) if verdict is None else verdict.choices
    untimed = replace(report, took=0) if isinstance(report, TIMED) else report
    wrong = isinstance(untimed, r.CallWrong)
    for pad in pads:
        if pad.report == untimed or (wrong and isinstance(pad.report, r.CallWrong)):
            return (HandStep(Tapped(pad.title), TURN),)
    if isinstance(report, r.TellRow | r.TellTurn):
        seat, figures = seat_and_figures(report)
        opens = pad_tap(pads, Enter(FiguresFor(seat)), NEXT)
        if opens is not None:
            return (opens, *_figures(empty_filling(view, seat), figures, presenter))
    return (HandStep(Submitted(report)),)


def _figures(filling: Filling, figures: Figures, presenter: SheetPresenter) -> Iterator[HandStep]:
    for place in filling.places:
        column, figure = filling.columns[place.column], figures[place.column][place.number]
        at = filling.at
        if column.choices or column.picks:
            yield HandStep(Tapped(presenter.names.figure(column, figure)), NEXT)
            filling = filling.choose(figure)
            continue
        for digit in str(abs(figure)):
            yield HandStep(Tapped(digit), NEXT)
            filling = filling.type(digit)
        if figure < 0:
            yield HandStep(Tapped(words.MINUS), NEXT)
            filling = filling.sign()
        if filling.at == at and not filling.full:
            yield HandStep(Tapped(words.NEXT), NEXT)
            filling = filling.next()
    yield HandStep(Tapped(words.DONE), TURN)


WRONG = 0.08
"""Probability of a wrong figure."""
LOOK_AT = 60
"""Legal reports from which one is picked."""
LONGEST_TURN = 45_000
"""In milliseconds."""
SELDOM = 0.05
"""Probability of a pause, of thinking until time is up, or of two presses at once."""
OFTEN = 0.2
"""Probability that a player passes or reverses the direction, if the sheet allows it."""
BAND, LONGEST_GAP = MILLISECOND, 200 * MILLISECOND
"""In nanoseconds: closer hands can't be separated; the largest gap between hands."""
ENOUGH = 8
"""Rounds after which the table ends a game without an end."""


class Players(TappingPlayers):
    """All players; `act` returns what is reported next."""

    taps = staticmethod(steps)

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return what happens next, as taps if possible."""
        if isinstance(session.match.entries[-1].body, Faulted):
            # The refused figures are still on the pad for figures, so `steps` would tap too much.
            return (HandStep(Submitted(self.act(session.match.state))),)
        return super().next(session, presenter)

    def act(self, state: State) -> r.AnyReport:
        """Return what is reported next."""
        if state.round > ENOUGH and not state.begun:
            # With a clock on which time can lose, the player whose turn it is gives up in the end.
            clock = state.sheet.clock
            loses = clock is not None and clock.runs_out == "loses" and state.turn is not None
            return r.GiveUp(state.turn) if loses and state.turn is not None else r.CallEnd()
        if state.runs:
            return self._timed(state)
        if state.sheet.clock is None and (other := self._instead(state)) is not None:
            return other
        able = [report for report in islice(legal(state), LOOK_AT) if not isinstance(report, r.CallEnd)]
        able = [report for report in able if not isinstance(report, r.GiveUp)]
        report = self._random.choice(able)
        if isinstance(report, r.TellGrab):
            return r.TellGrab(self._hands(state))
        if isinstance(report, r.TellRow) and self._random.random() < WRONG:
            first, *others = report.figures
            # If figures are choices, no wrong one can be tapped.
            if not state.sheet.columns[state.parsed.parts[state.part][0]].choices:
                return replace(report, figures=((first[0] + 1, *first[1:]), *others))
        return report

    def _instead(self, state: State, took: int = 0) -> r.AnyReport | None:
        """Return what a player does now and then in place of a turn, or None."""
        if state.sheet.reverses and self._random.random() < OFTEN:
            return r.TurnRound()
        if state.sheet.passes and state.turn is not None and self._random.random() < OFTEN:
            return r.PassRound(state.turn, took)
        return None

    def _hands(self, state: State) -> Grab:
        """Return a grab: sometimes with two hands at once, or a hand that has already answered."""
        seats = list(state.may_grab)
        if self._random.random() < SELDOM:
            seats = list(state.seats)
        pressing = self._random.sample(seats, self._random.randint(1, min(len(seats), 4)))
        after, touches = 0, []
        for seat in pressing:
            touches.append(Touch(seat, after))
            near = self._random.random() < SELDOM
            after += self._random.randrange(BAND) if near else self._random.randrange(5 * BAND, LONGEST_GAP)
        first = tuple(sorted(touch.seat for touch in touches if touch.after <= BAND))
        return Grab(first, tuple(touches), BAND, "simulated")

    def _timed(self, state: State) -> r.AnyReport:
        clock, turn, took = state.sheet.clock, state.turn, self._random.randrange(LONGEST_TURN)
        if self._random.random() < SELDOM:
            return r.PauseClock(took)
        if clock is not None and clock.kind != "up" and turn is not None and not state.fell:
            flag = r.TellFlag(turn, max(0, clock.lasts(state.had[turn]) - state.used))
            if flag.took <= took or self._random.random() < SELDOM:
                return flag
        if (other := self._instead(state, took)) is not None:
            return other
        able = [report for report in islice(legal(state), LOOK_AT) if isinstance(report, r.TellTurn)]
        return replace(self._random.choice(able), took=took)
