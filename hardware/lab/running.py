"""Runs trials: a rig plays, a pad rules, and what came of it is noted."""

from collections.abc import Callable, Iterable, Iterator

from companion.clock import Clock, Instant, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Grab, Verdict, Void
from hardware.grab.contacts import Seat, SeatState, Standing
from hardware.lab.rig import Rig, RigError, driven
from hardware.lab.score import Stall
from hardware.lab.trials import Pair, Ruling, SeenByPad, Trial, TrialResult
from hardware.pads.pad import Pad

PATIENCE = 20
"""How many times as long as it should take a press or a release is waited for before it counts as lost."""

RANKED = (Standing.COUNTS, Standing.LATE)
"""Contacts whose stamps are compared: those in the window, and those that came later into the picture."""


class Bench:
    """A pad on a rig; `stall` is called just before a score is played in which the referee has to stall.

    The pad's callbacks are the bench's own while it is in use.
    """

    def __init__(self, pad: Pad, rig: Rig, clock: Clock, stall: Callable[[Stall], None]) -> None:
        self._pad, self._rig, self._clock, self._stall = pad, rig, clock, stall
        self._verdicts: list[tuple[Verdict, Instant]] = []
        self._picture: Verdict | None = None
        pad.on_verdict = self._ruled
        pad.on_late = self._pictured

    def check(self, trials: Iterable[Trial]) -> None:
        """Make trials; RigError naming the seats whose press doesn't arrive, or that stay pressed."""
        missing: set[Seat] = set()
        for trial in trials:
            missing.update(self.run_one(trial).seen.lost)
        if missing:
            raise RigError(
                f"no press arrives from {_named(missing)}: look at the wires between rig and buttons, "
                "and at the pins in the rig file"
            )

    def run(self, trials: Iterable[Trial]) -> Iterator[TrialResult]:
        """Yield the result of each trial as it is done; RigError where a button stays down."""
        for trial in trials:
            yield self.run_one(trial)

    def run_one(self, trial: Trial) -> TrialResult:
        """Make one trial."""
        self._until_open()
        if trial.before:
            self._rig.play(trial.before)
            self._rig.settle()
        self._verdicts.clear()
        self._picture = None
        self._pad.arm()
        if trial.stall is not None:
            self._stall(trial.stall)
        made = self._rig.play(trial.score)
        for _ in range(PATIENCE):
            self._rig.settle()
            if not self._missing(trial):
                break
        self._pad.disarm()
        return TrialResult(trial, driven(trial.score, made), self._seen(trial))

    def _until_open(self) -> None:
        for _ in range(PATIENCE):
            down = [seat for seat, status in self._pad.states.items() if status.state is not SeatState.OPEN]
            if not down:
                return
            self._rig.settle()
        raise RigError(f"the button of {_named(down)} isn't open: let it go, or look at its wire")

    def _missing(self, trial: Trial) -> tuple[Seat, ...]:
        shown = self._picture.contacts if self._picture else ()
        there = {contact.seat for contact in shown if contact.standing in RANKED}
        return tuple(seat for seat in trial.pressing if seat not in there)

    def _seen(self, trial: Trial) -> SeenByPad:
        picture = self._picture
        lost = self._missing(trial)
        if picture is None:
            return SeenByPad(Ruling.NONE, lost=lost)
        stamps = {contact.seat: contact.after for contact in picture.contacts if contact.standing in RANKED}
        first, second = stamps.get(trial.first), stamps.get(trial.second)
        # An edge that comes late makes void what was said before: the last word counts, the first was shown.
        verdict, (earliest, said_at) = self._verdicts[-1][0], self._verdicts[0]
        return SeenByPad(
            ruling(verdict, trial),
            reason=verdict.reason.value if isinstance(verdict, Void) else "",
            after=None if first is None or second is None else Nanoseconds(second - first),
            latency=Nanoseconds(said_at - earliest.at),
            lost=lost,
        )

    def _ruled(self, verdict: Verdict) -> None:
        self._verdicts.append((verdict, self._clock.now()))
        self._picture = verdict

    def _pictured(self, verdict: Verdict) -> None:
        self._picture = verdict


def ruling(verdict: Verdict, trial: Trial) -> Ruling:
    """Return what a verdict on a trial is worth."""
    if isinstance(verdict, Grab):
        return Ruling.RIGHT if verdict.seat == trial.first else Ruling.WRONG
    if isinstance(verdict, DeadHeat):
        return Ruling.DEAD_HEAT if set(verdict.seats) <= set(trial.pressing) else Ruling.WRONG
    return Ruling.VOID


def covering(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return few pairs in which every seat is."""
    ordered = sorted(seats)
    pairs = list(zip(ordered[::2], ordered[1::2], strict=False))
    return (*pairs, (ordered[0], ordered[-1])) if len(ordered) % 2 else tuple(pairs)


def _named(seats: Iterable[Seat]) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats))
