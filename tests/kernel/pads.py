"""Four identical USB pads on emulated ports: taught, played, overrun, pulled out and plugged in again."""

import os
import random
import threading
import time
from contextlib import suppress
from itertools import combinations
from statistics import quantiles

from msgspec import Struct, field

from companion.clock import MILLISECOND, Nanoseconds
from hardware.doctor import examine_pads
from hardware.grab.adjudicate import DeadHeat, Decided, Finish, Verdict, Void, VoidReason
from hardware.grab.contacts import ContactTimes, Seat, SeatState
from hardware.lab.answer import figures
from hardware.lab.laboratory import wired_laboratory, wired_press
from hardware.lab.trials import WRITTEN, Driven, RigWires, Ruling
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.pads.learner import Learner
from hardware.pads.priority import take_priority
from hardware.usb.bank import UsbBank
from hardware.usb.devices import find_pad
from hardware.wiring.seats_file import dumps, loads
from hardware.wiring.wiring import BoardPlug, UsbPlug, UsbSeat, Wiring, with_button
from tests.kernel.gadgets import BUZZER_BUTTONS, FIRST, FIRST_BUZZER, QUIZ, SCAN, Fingers, Gadget, Made, Move
from tests.kernel.outcome import Ask, Outcome, chance
from tests.kernel.watch import Watcher

PADS, SEATS = 4, 15
TICK = Nanoseconds(4 * MILLISECOND)
"""The emulated controller transfers reports only once per tick of the kernel's clock (250 a second), whatever
the descriptor requests, and further reports wait. Here that counts as part of a pad's scan."""
SPAN, LEAD = 12 * MILLISECOND, 40 * MILLISECOND
"""The longest times between successive presses, and between the first two."""
UNSTORMED = ContactTimes(storm_strokes=1_000)
BUDGET = 10 * MILLISECOND
"""Limit from the end of the window to the verdict, p99."""
BURSTS_PER_ROUND = 5
STRIKES = 3
TRIED = 4
BUZZERS = 4
PATIENCE = 30.0


class Tally(Struct):
    """The results of all bursts; times in ns."""

    bursts: int = 0
    apart: int = 0
    reversed: int = 0
    same: int = 0
    parted: int = 0
    wrong: int = 0
    voided: int = 0
    heats: int = 0
    lost: int = 0
    late: list[int] = field(default_factory=list)
    to_verdict: list[int] = field(default_factory=list)


def pads(ask: Ask, outcome: Outcome) -> None:
    """Teach four pads, play on them, and treat them as tables treat pads."""
    gadgets = [Gadget(number) for number in range(PADS)]
    with Fingers(gadgets) as fingers:
        try:
            for gadget in gadgets:
                gadget.plug_in()
            teach(gadgets, fingers, outcome)
            with open_pad(wiring(gadgets)) as pad:
                # As the app's own process for buttons does.
                take_priority()
                watcher = Watcher(pad)
                wait(watcher, SeatState.OPEN)
                tally = Tally()
                luck = chance(ask, "pads")
                for _ in range(BURSTS_PER_ROUND * ask.rounds):
                    burst(pad, watcher, fingers, luck, tally)
                report(outcome, pad, tally)
                alone(pad, gadgets[0], fingers, outcome)
                overrun(pad, watcher, fingers, outcome)
                pull(pad, watcher, gadgets[2], fingers, outcome)
            strike(gadgets, fingers, outcome)
            tried(gadgets, fingers, outcome)
            findings = list(examine_pads(wiring(gadgets)))
            outcome.expect(
                len(findings) == PADS and all(found.ok and "±10 ms" in found.what for found in findings),
                f"the doctor says {findings}",
            )
        finally:
            for gadget in gadgets:
                gadget.pull()
                gadget.remove()
    lights(outcome)


def lights(outcome: Outcome) -> None:
    """Press two quiz buzzers: the winner's light is switched on through the kernel's driver."""
    buzzers = Gadget(0, QUIZ)
    with Fingers([buzzers]) as fingers:
        buzzers.plug_in()
        seats = tuple(
            UsbSeat(Seat(n), "buzzers", FIRST_BUZZER + BUZZER_BUTTONS * n, f"buzz{n + 1}")
            for n in range(BUZZERS)
        )
        table = Wiring(seats=(), usb=(UsbPlug("buzzers", buzzers.port),), usb_seats=seats)
        device = os.open(buzzers.path, os.O_RDONLY | os.O_NONBLOCK)
        with open_pad(table) as pad:
            watcher = Watcher(pad)
            wait(watcher, SeatState.OPEN)
            for winner in range(BUZZERS):
                watcher.clear()
                pad.arm()
                first, later = (BUZZER_BUTTONS * ((winner + n) % BUZZERS) for n in (0, 1))
                fingers.make([Move(0, 0, first), Move(50 * MILLISECOND, 0, later)])
                watcher.wait(lambda: bool(watcher.verdicts), PATIENCE)
                fingers.make([Move(0, 0, first, False), Move(0, 0, later, False)])
                wait(watcher, SeatState.OPEN)
                shown = switched(device)
                outcome.expect(shown == {winner}, f"seat {winner} won, and {shown} were lit")
            outcome.expect(not pad.banks[0].trouble, f"the buzzers say {pad.banks[0].trouble!r}")
        outcome.expect(switched(device) == set(), "a light stays on once the pad is closed")
        outcome.put("quiz buzzers whose light says who won", "", BUZZERS)
        os.close(device)
        buzzers.pull()
        buzzers.remove()


def switched(handle: int) -> set[int]:
    """Return the lights that are on, according to the last report to the buzzers."""
    last = b""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        with suppress(BlockingIOError):
            last = os.read(handle, 64)
        time.sleep(0.01)
    return {light for light in range(BUZZERS) if last[1 + light]} if last else set()


def wiring(gadgets: list[Gadget]) -> Wiring:
    """Return a wiring with fifteen seats on four pads in turn."""
    scan = Nanoseconds(SCAN + TICK)
    return Wiring(
        seats=(),
        usb=tuple(UsbPlug(f"pad {n}", gadget.port, scan) for n, gadget in enumerate(gadgets)),
        usb_seats=tuple(
            UsbSeat(Seat(seat), f"pad {seat % PADS}", FIRST + seat // PADS) for seat in range(SEATS)
        ),
        timing=UNSTORMED,
    )


def seat_of(move: Move) -> Seat:
    """Return the seat of a button."""
    return Seat(move.button * PADS + move.pad)


def finger(seat: int, at: int = 0, *, down: bool = True) -> Move:
    """Return the move of a seat's finger."""
    return Move(at, seat % PADS, seat // PADS, down)


def wait(watcher: Watcher, state: SeatState) -> None:
    """Wait until all buttons are in this state; TimeoutError if that doesn't come."""
    if not watcher.wait(lambda: watcher.all_are(state), PATIENCE):
        raise TimeoutError(f"not all are {state}: {watcher.states}")


def teach(gadgets: list[Gadget], fingers: Fingers, outcome: Outcome) -> None:
    """Press a button on each of four identical pads: each is learned with its port, as in the seats file."""
    taught = Wiring(seats=())
    began = time.monotonic()
    for seat, number in enumerate((2, 0, 3, 1)):
        heard = threading.Event()
        found: list[tuple[int, BoardPlug | UsbPlug | None]] = []

        def hear(code: int, plug: BoardPlug | UsbPlug | None) -> None:
            found.append((code, plug))  # noqa: B023 - closed before the next turn
            heard.set()  # noqa: B023

        with Learner(taught, hear, boards=lambda _: ()):
            time.sleep(0.2)
            # The kernel discards reports within 50 ms after the device is opened.
            fingers.make([Move(0, number, seat), Move(60 * MILLISECOND, number, seat, False)])
            outcome.expect(heard.wait(PATIENCE), f"seat {seat}: nothing was heard")
        for code, plug in found:
            right = isinstance(plug, UsbPlug) and (code, plug.port) == (FIRST + seat, gadgets[number].port)
            outcome.expect(right, f"seat {seat}: learned {code:#x} of {plug}")
            taught = with_button(taught, Seat(seat), code, plug)
    outcome.expect(loads(dumps(taught)) == taught, "the seats file doesn't keep what was taught")
    outcome.expect(len({plug.port for plug in taught.usb}) == PADS, f"not four pads: {taught.usb}")
    outcome.put("four equal pads taught", "", f"{time.monotonic() - began:.1f} s")


def burst(pad: GrabPad, watcher: Watcher, fingers: Fingers, luck: random.Random, tally: Tally) -> None:
    """Play a burst of fifteen presses, and judge the verdict."""
    watcher.clear()
    pad.arm()
    at, moves = 0, []
    for seat in luck.sample(range(SEATS), SEATS):
        moves.append(finger(seat, at))
        # Some press together, which on one pad makes a single report. Most first leads are enough to win.
        at += luck.choice((0, luck.randint(0, SPAN))) if len(moves) > 1 else luck.randint(0, LEAD)
    made = fingers.make(moves)
    tally.bursts += 1
    if not watcher.wait(lambda: watcher.picture is not None and len(watcher.picture.contacts) == SEATS):
        tally.lost += 1
    measure(tally, made, watcher.verdicts, watcher.picture, pad.band)
    fingers.make([finger(seat, down=False) for seat in range(SEATS)])
    wait(watcher, SeatState.OPEN)


def measure(
    tally: Tally,
    made: list[Made],
    verdicts: list[tuple[Verdict, int]],
    picture: Finish | None,
    band: Nanoseconds,
) -> None:
    """Judge a burst by the true times of presses."""
    if picture is None or len(verdicts) != 1:
        tally.wrong += 1
        return
    ((verdict, instant),) = verdicts
    stamps = {contact.seat: int(contact.after) for contact in picture.contacts}
    true = {seat_of(one.move): one for one in made}
    for one, other in combinations((seat for seat in true if seat in stamps), 2):
        first, second = sorted((one, other), key=lambda seat: true[seat].at)
        gap, stamped = true[second].at - true[first].at, stamps[second] - stamps[first]
        if gap > band:
            tally.apart += 1
            tally.reversed += stamped <= 0
        if (true[one].move.pad, true[one].report) == (true[other].move.pad, true[other].report):
            tally.same += 1
            tally.parted += stamped != 0
        tally.late.append(abs(stamped - gap))
    earliest = min(one.at for one in made)
    first_seats = {seat for seat, one in true.items() if one.at == earliest}
    if isinstance(verdict, Void):
        tally.voided += 1
    elif isinstance(verdict, DeadHeat):
        tally.heats += 1
        tally.wrong += not first_seats <= set(verdict.seats)
    else:
        tally.wrong += first_seats != {verdict.seat}
    tally.to_verdict.append(instant - (verdict.at + max(UNSTORMED.window, band)))


def report(outcome: Outcome, pad: GrabPad, tally: Tally) -> None:
    """Put the figures down, and fail for what must not be."""
    row = f"{PADS} pads, {SEATS} seats, band {pad.band / MILLISECOND:g} ms, {pad.quality.value}"
    half, p99 = (quantiles(tally.to_verdict, n=100)[part] / MILLISECOND for part in (49, -1))
    late, worst = quantiles(tally.late, n=100)[-1] / MILLISECOND, max(tally.late) / MILLISECOND
    figures = {
        "bursts": tally.bursts,
        "pairs further apart than the band": tally.apart,
        "... in the wrong order": tally.reversed,
        "pairs in one report": tally.same,
        "... with two stamps": tally.parted,
        "wrong or missing verdicts": tally.wrong,
        "dead heats": tally.heats,
        "void": tally.voided,
        "two stamps against the truth, p99 / worst": f"{late:.1f} / {worst:.1f} ms",
        "end of the window to the verdict, half / p99": f"{half:.2f} / {p99:.2f} ms",
    }
    for name, figure in figures.items():
        outcome.put(name, row, figure)
    outcome.expect(tally.reversed == 0, f"{tally.reversed} pairs in the wrong order")
    outcome.expect(tally.parted == 0, f"{tally.parted} pairs of one report with two stamps")
    outcome.expect(tally.wrong == 0, f"{tally.wrong} wrong or missing verdicts")
    outcome.expect(tally.voided == 0, f"{tally.voided} void")
    outcome.expect(tally.lost == 0, f"in {tally.lost} bursts presses were lost")
    outcome.expect(tally.apart > 50 * tally.bursts, f"only {tally.apart} pairs say anything")
    outcome.expect(tally.same > tally.bursts // 4, f"only {tally.same} pairs in one report")
    outcome.expect(max(tally.late) <= pad.band, "stamps are worse than their band")
    outcome.expect(p99 * MILLISECOND <= BUDGET, f"p99 from the window's end to the verdict is {p99:.1f} ms")


def strike(gadgets: list[Gadget], fingers: Fingers, outcome: Outcome) -> None:
    """Let a stick strike two seats on two pads, as `companion lab press` asks for it."""
    with wired_press(wiring(gadgets), [(Seat(0), Seat(1))], times=STRIKES) as laboratory:
        for moment in laboratory.run():
            if moment.asks:
                # Only once the pad is armed, and long enough to be a hand's.
                ats = ((moment.left, 200), (moment.right, 202))
                fingers.begin(
                    [
                        finger(seat, (at + lasts) * MILLISECOND, down=not lasts)
                        for seat, at in ats
                        for lasts in (0, 60)
                    ]
                )
            else:
                fingers.made()
                outcome.expect(not moment.again, f"a strike is told as {moment.again!r}")
        outcome.expect(len(laboratory.strikes) == 2 * STRIKES, f"{len(laboratory.strikes)} strikes")
        sources = {place.source for place in laboratory.setting.places.values()}
        outcome.expect("USB pad pad 0" in sources, f"the strikes are said to be of {sources}")
    outcome.put("two buttons struck by one stick, companion lab press", "", f"{2 * STRIKES} strikes")


class FingersRig:
    """Fingers as a rig for `companion lab run`."""

    least = WRITTEN
    stands_for = "EMULATED: USB gadgets of the kernel's own; no pad and no hand was involved"

    def __init__(self, fingers: Fingers) -> None:
        self._fingers = fingers
        self.seats = tuple(map(Seat, range(SEATS)))

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press both, each in the report of its pad's next scan."""
        moves = [finger(first), finger(second, apart)]
        let_go = [finger(seat, apart + hold, down=False) for seat in (first, second)]
        at = {seat_of(one.move): one.at for one in self._fingers.make(moves + let_go) if one.move.down}
        return Driven(Nanoseconds(at[second] - at[first]), Nanoseconds(0))

    def close(self) -> None:
        """Do nothing: the fingers are closed by their creator."""


def tried(gadgets: list[Gadget], fingers: Fingers, outcome: Outcome) -> None:
    """Try two pairs of seats, on one pad and on two, as `companion lab run` does."""
    pairs = [(Seat(0), Seat(PADS)), (Seat(0), Seat(1))]
    outputs = RigWires({seat: seat for pair in pairs for seat in pair})
    rig = FingersRig(fingers)
    wired = wiring(gadgets)
    with wired_laboratory(wired, outputs, pairs, repeat=TRIED, open_rig=lambda *_: rig) as laboratory:
        for _ in laboratory.run():
            pass
        setting = laboratory.setting
        found = figures(setting, laboratory.results)
        wrong = found.rulings[Ruling.WRONG]
        for spread in found.spreads:
            row = f"companion lab run, {spread.source}: stamps off by, at most"
            outcome.put(row, "", f"{spread.most / MILLISECOND:.1f} ms in {spread.pairs} pairs")
            outcome.expect(spread.most <= setting.band, f"{spread.source}: off by {spread.most} ns")
    outcome.expect(not wrong and not found.lost, f"companion lab run: {found.rulings}, {found.lost} lost")
    outcome.expect(len(setting.pads) == PADS, f"only {setting.pads} are told of")


def alone(pad: GrabPad, gadget: Gadget, fingers: Fingers, outcome: Outcome) -> None:
    """No other program hears a pad while the table plays; afterwards they do."""
    other = os.open(find_pad(UsbPlug("another", gadget.port)).path, os.O_RDONLY | os.O_NONBLOCK)

    def hears() -> bool:
        fingers.make([finger(0)])
        fingers.make([finger(0, down=False)])
        time.sleep(0.1)
        try:
            return bool(os.read(other, 4096))
        except BlockingIOError:
            return False

    outcome.expect(not hears(), "another program hears a pad while the table plays")
    pad.play(())
    outcome.expect(hears(), "nobody else hears a pad after the table has ended")
    os.close(other)
    pad.play(map(Seat, range(SEATS)))


def overrun(pad: GrabPad, watcher: Watcher, fingers: Fingers, outcome: Outcome) -> None:
    """Make more reports than the kernel queues while nobody reads: void, but then the levels are right."""
    bank = pad.banks[0]
    assert isinstance(bank, UsbBank)
    watcher.clear()
    pad.arm()
    link = bank._link
    with link._loop.locked():  # type: ignore[attr-defined]  # nobody reads, as on a machine that stands still
        for _ in range(60):
            fingers.make([finger(seat) for seat in (0, 4)])
            fingers.make([finger(seat, down=False) for seat in (0, 4)])
    watcher.wait(lambda: bool(watcher.verdicts))
    fingers.make([finger(1)])
    watcher.wait(lambda: bool(watcher.verdicts))
    fingers.make([finger(1, down=False)])
    reasons = [verdict.reason for verdict, _ in watcher.verdicts if isinstance(verdict, Void)]
    outcome.expect(reasons[:1] == [VoidReason.SEQUENCE_GAP], f"after an overrun: {watcher.verdicts}")
    outcome.expect(bank.lost() > 0, "nobody noticed that reports were lost")
    wait(watcher, SeatState.OPEN)
    outcome.put("more reports than the kernel keeps", "", "void, then played on")


def pull(pad: GrabPad, watcher: Watcher, gadget: Gadget, fingers: Fingers, outcome: Outcome) -> None:
    """Pull out a pad while armed: that is void; plugged in again, it plays."""
    watcher.clear()
    pad.arm()
    gadget.pull()
    gone = watcher.wait(lambda: watcher.states[Seat(2)] is SeatState.UNPLUGGED, PATIENCE)
    outcome.expect(gone, "a pad that was pulled out isn't missed")
    fingers.make([finger(1)])
    watcher.wait(lambda: bool(watcher.verdicts), PATIENCE)
    fingers.make([finger(1, down=False)])
    (verdict, _), *_ = watcher.verdicts
    void = isinstance(verdict, Void) and verdict.reason is VoidReason.UNPLUGGED
    outcome.expect(void, f"with a pad pulled out: {verdict}")
    trouble = pad.banks[2].trouble
    outcome.expect("plug it in" in trouble, f"with a pad pulled out it says {trouble!r}")
    gadget.plug_in()
    wait(watcher, SeatState.OPEN)
    time.sleep(3.1)
    watcher.clear()
    pad.arm()
    fingers.make([finger(2)])
    watcher.wait(lambda: bool(watcher.verdicts), PATIENCE)
    fingers.make([finger(2, down=False)])
    (verdict, _), *_ = watcher.verdicts
    outcome.expect(isinstance(verdict, Decided) and verdict.seat == 2, f"plugged in again: {verdict}")
    outcome.put("a pad pulled out in mid-arming", "", "void, then played on")
