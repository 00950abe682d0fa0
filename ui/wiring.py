"""The only place where the three houses meet: hardware's verdicts become news for the screen.

Hardware calls from its own threads; every call is posted into the inbox at once. If nothing is wired, the
simulated pad stands in, and the same verdicts come from the same code.
"""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.clock import Clock, Instant, SystemClock
from companion.decoding import converted
from companion.errors import SetupError
from companion.game import Seat
from companion.grab import Ignored, Touch
from companion.places import seats_path
from companion.whole_file import SHOWN, why_not, write_owners_file
from hardware.errors import HardwareError, SeatsFileError
from hardware.grab import contacts
from hardware.grab.adjudicate import Decided, Finish, Verdict, Void
from hardware.grab.alarm import Alarm
from hardware.grab.contacts import RANKED, SeatStatus
from hardware.machine import machine as machine
from hardware.machine import remedy as remedy
from hardware.pads.screen_pad import ScreenPad
from hardware.pads.simulated import SimulatedPad
from hardware.wiring import seats_file
from hardware.wiring.plan import lamp_page as lamp_page
from hardware.wiring.plan import plan, proposal
from hardware.wiring.wiring import BoardPlug, UsbPlug, Wiring, with_button
from ui.language import words
from ui.language.phrases import error_text
from ui.table.buttons import (
    ButtonChanged,
    ButtonState,
    ButtonTurn,
    LaterPresses,
    News,
    Seized,
    TotemLeft,
    Voided,
)
from ui.table.session import Inbox
from ui.table.turn_buttons import GRAB_KEYS
from ui.table.wires import WirePlan

if TYPE_CHECKING:
    # gpiozero takes a tenth of a second to import: a table without wires starts without it.
    from hardware.errors import Finding as Finding
    from hardware.lab.answer import TextTable as TextTable
    from hardware.lab.laboratory import Laboratory as Laboratory
    from hardware.lab.laboratory import Moment as Moment
    from hardware.lab.laboratory import PressLaboratory as PressLaboratory
    from hardware.pads.learner import Learner
    from hardware.pads.remote import Pad


class OwnInputs(Struct, frozen=True):
    """For a machine without a desktop: its keyboards and panel may be read besides the window.

    `panel`: the touchscreen's device, if the kernel numbers its fingers.
    """

    panel: str | None = None


SIMULATED_SEATS = 24
"""Number of simulated buttons: one for every possible player."""

MISSING = ButtonState("missing", tried=False)

# gpiozero and its factories raise unrelated errors for pins that can't be opened. Each has a sentence for the
# people at the table, and none may stop the app.
TROUBLE = (HardwareError, OSError, Exception)


def touches_of(verdict: Finish) -> tuple[Touch, ...]:
    """Return a verdict's contacts as touches of a grab, in order."""
    return tuple(
        Touch(Seat(c.seat), int(c.after))
        if c.standing in RANKED
        else Ignored(Seat(c.seat), int(c.after), c.standing.value, c.lasted)
        for c in verdict.contacts
        if c.standing not in RANKED or c.after >= 0
    )


def news_of(verdict: Verdict) -> Seized | Voided:
    """Return a verdict as news."""
    touches = touches_of(verdict)
    if isinstance(verdict, Void):
        return Voided(verdict.arming, verdict.reason.value, touches, int(verdict.band))
    first = (verdict.seat,) if isinstance(verdict, Decided) else verdict.seats
    return Seized(verdict.arming, tuple(map(Seat, first)), touches, int(verdict.band), verdict.quality.value)


class PadButtons:
    """`ui.table.buttons.Buttons` on a hardware pad; `reopen` opens it again after the wiring changed.

    `own`: what may be read besides the window, for keys and pads on the screen.
    """

    def __init__(
        self,
        pad: "Pad",
        inbox: Inbox,
        *,
        notice: str = "",
        wiring: Wiring | None = None,
        seats_path: Path | None = None,
        reopen: "Callable[[], Pad] | None" = None,
        own: OwnInputs | None = None,
    ) -> None:
        self.hear: Callable[[News], None] | None = None
        self._notice = notice
        self._inbox = inbox
        self._wiring = wiring
        self._seats_path = seats_path
        self._reopen = reopen
        self._own = own
        self._learner: Learner | None = None
        self._learning = False
        self._undelivered = 0
        self._pad = pad
        self._playing: Collection[Seat] = tuple(map(Seat, range(SIMULATED_SEATS)))
        self._people: tuple[str, ...] = ()
        self._untried: set[Seat] = set()
        self._listen()

    @property
    def simulated(self) -> bool:
        """Whether keys and pads on the screen stand in for buttons."""
        return isinstance(self._pad, SimulatedPad)

    @property
    def notice(self) -> str:
        """Why there are no real buttons, or what is wrong with them; empty if nothing is."""
        if self._learner is not None and self._learner.trouble:
            return error_text(self._learner.trouble)
        return self._notice or error_text(self._pad.trouble)

    @property
    def hint(self) -> str:
        """What to know about these buttons although nothing is wrong; usually empty."""
        if isinstance(self._pad, ScreenPad) and not self._pad.stamped:
            return words.PRACTICE
        return "" if self._pad.has_priority else words.WAITS

    @property
    def quality(self) -> str:
        """How well presses are stamped."""
        return self._pad.quality.value

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats with a button."""
        return tuple(map(Seat, self._pad.seats))

    @property
    def lamps(self) -> tuple[Seat, ...]:
        """All seats with a lamp."""
        if self.simulated:
            return ()
        lit = [on.seat for on in self._wired.seats if on.lamp is not None]
        lit += [on.seat for on in self._wired.usb_seats if on.lamp is not None]
        return tuple(map(Seat, sorted(lit)))

    @property
    def armed(self) -> bool:
        """Whether the next press counts."""
        return self._pad.armed

    @property
    def by_frames(self) -> bool:
        """Whether the next press counts, with a time stamp that is only as exact as a frame is short."""
        return isinstance(self._pad, ScreenPad) and self._pad.armed and not self._pad.stamped

    @property
    def can_learn(self) -> bool:
        """Whether buttons can be learned, from pins, boards or USB pads."""
        if self._seats_path is None:
            return False
        if not self.simulated:
            return True
        from hardware.pads.learner import plugs, usb_plugs

        return bool(usb_plugs(self._wired)) or self._has_header() or bool(plugs(self._wired))

    def state(self, seat: Seat) -> ButtonState:
        """Return the state of a seat's button."""
        status = self._pad.states.get(contacts.Seat(seat))
        return MISSING if status is None else self._shown(seat, status)

    def seated(self, people: Sequence[str]) -> None:
        """Set who sits at each button, from the first; where that changed, the button counts as untried."""
        moved = (n for n, (one, other) in enumerate(zip(people, self._people, strict=False)) if one != other)
        self._untried.update(map(Seat, moved))
        self._people = tuple(people)

    def play(self, seats: Collection[Seat]) -> None:
        """Let only these seats take part in grabs."""
        self._playing = seats
        self._pad.play(map(contacts.Seat, seats))

    def arm(self, armed: bool) -> None:
        """Wait for the next grab, or ignore grabs; no effect while a verdict is on its way to the screen."""
        if self._undelivered:
            return
        if armed and not self._pad.armed:
            self._pad.arm()
        elif not armed and self._pad.armed:
            self._pad.disarm()

    def light(self, seats: Sequence[Seat]) -> None:
        """Light the lamps of these seats only."""
        self._pad.light(map(contacts.Seat, seats))

    def begin_frame(self) -> None:
        """Note that a frame begins: touches are delivered frame by frame."""
        if isinstance(self._pad, ScreenPad):
            self._pad.begin_frame()

    def press(self, seat: Seat, finger: int | None = None, key: int | None = None) -> None:
        """Press a simulated button; does nothing for real ones."""
        if isinstance(self._pad, ScreenPad) and seat in self.seats:
            self._pad.press(contacts.Seat(seat), finger=finger, key=key)
        elif isinstance(self._pad, SimulatedPad) and seat in self.seats:
            self._pad.press(contacts.Seat(seat))

    def press_at(self, seat: Seat, at: int) -> None:
        """Press a simulated button at an instant, in nanoseconds."""
        if isinstance(self._pad, SimulatedPad) and seat in self.seats:
            self._pad.press(contacts.Seat(seat), Instant(at))

    def release(self, seat: Seat) -> None:
        """Release a simulated button."""
        if isinstance(self._pad, SimulatedPad) and seat in self.seats:
            self._pad.release(contacts.Seat(seat))

    def learn(self, seat: Seat, learned: Callable[[int], None]) -> str:
        """Assign the next button pressed on any pin or pad to a seat; return why that can't be, or ""."""
        from hardware.pads.learner import Learner

        if not self._learning:
            self._pad.close()
        self._learning = True
        self._end_learner()

        def heard(pin: int, board: BoardPlug | UsbPlug | None) -> None:
            self._inbox.post(lambda: self._learned(seat, pin, board, learned))

        try:
            self._learner = Learner(self._wired, heard)
        except TROUBLE as error:
            return error_text(error)
        return ""

    def stop_learning(self, save: bool) -> str:
        """Go back to play; return why what was learned couldn't be saved or opened, or ""."""
        if not self._learning:
            return ""
        self._learning = False
        self._end_learner()
        not_saved = self._save() if save else ""
        not_opened = self._reopen_pad()
        return not_saved or not_opened

    def wires(self, seats: int) -> WirePlan:
        """Return where the wires go, with proposed pins for seats that have none."""
        return converted(plan(self._proposal(seats), self._wired), WirePlan, from_attributes=True)

    def save_wires(self, seats: int) -> str:
        """Write the proposal into the seats file and use it; return why that failed, or ""."""
        before = self._wiring
        self._wiring = self._proposal(seats)
        trouble = self._save()
        if trouble:
            self._wiring = before
            return trouble
        self._pad.close()
        return self._reopen_pad()

    def close(self) -> None:
        """Release the hardware."""
        self._end_learner()
        self._pad.close()

    def _end_learner(self) -> None:
        if self._learner is not None:
            self._learner.close()
            self._learner = None

    @property
    def _wired(self) -> Wiring:
        """The wiring of the seats file; an empty one if there is none."""
        return self._wiring or Wiring(seats=())

    def _proposal(self, seats: int) -> Wiring:
        """Return the wiring with a button proposed for every seat, on the hardware that is present."""
        from hardware.pads.learner import plugs

        plugged = () if self._wired.seats else plugs(self._wired)
        header = not plugged or self._has_header()
        return proposal(self._wired, seats, plugged, header=header, machine=machine())

    def _has_header(self) -> bool:
        """Return whether a GPIO chip can be opened."""
        from hardware.pins.bank import default_factory

        try:
            default_factory(self._wired.chip).close()
        except TROUBLE:
            return False
        return True

    def _save(self) -> str:
        """Write the seats file; return why it can't be written."""
        if self._wiring is None or self._seats_path is None:
            return ""
        try:
            text = seats_file.checked(self._wiring, self._seats_path)
            self._seats_path.parent.mkdir(parents=True, exist_ok=True)
            write_owners_file(self._seats_path, text.encode(), mode=SHOWN)
        except OSError as error:
            return error_text(f"{self._seats_path}: {why_not(error)}")
        except TROUBLE as error:
            return error_text(error)
        return ""

    def _reopen_pad(self) -> str:
        """Open the pad of the current seats file; return why that failed, or ""."""
        if self._reopen is None:
            return ""
        trouble = ""
        try:
            self._pad = self._reopen()
            self._notice = words.SIMULATED if isinstance(self._pad, ScreenPad) else ""
        except TROUBLE as error:
            trouble = error_text(error)
            # The old pad is closed, so pads on the screen stand in.
            self._pad = on_screen(SystemClock(), self._own)
            self._notice = words.buttons_fail(trouble)
        self._listen()
        return trouble

    def _learned(
        self, seat: Seat, pin: int, board: BoardPlug | UsbPlug | None, learned: Callable[[int], None]
    ) -> None:
        # A press of the last moment: somebody has stopped learning meanwhile.
        if self._learning:
            self._wiring = with_button(self._wired, contacts.Seat(seat), pin, board)
            learned(pin)

    def _listen(self) -> None:
        pad = self._pad
        pad.play(map(contacts.Seat, self._playing))
        pad.on_verdict = self._ruled
        pad.on_late = lambda late: self._post(LaterPresses(late.arming, touches_of(late), int(late.band)))
        pad.on_state_change = self._changed
        pad.on_turn = lambda at: self._post(ButtonTurn(at))
        pad.on_totem_fell = lambda at: self._post(TotemLeft())

    def _ruled(self, verdict: Verdict) -> None:
        self._undelivered += 1
        self._inbox.post(lambda: self._deliver(news_of(verdict)))

    def _deliver(self, news: News) -> None:
        self._undelivered -= 1
        self._hear(news)

    def _changed(self, seat: contacts.Seat, status: SeatStatus) -> None:
        if status.state is contacts.SeatState.PRESSED:
            self._untried.discard(Seat(seat))
        self._post(ButtonChanged(Seat(seat), self._shown(Seat(seat), status)))

    def _shown(self, seat: Seat, status: SeatStatus) -> ButtonState:
        tried = status.tried and seat not in self._untried
        return ButtonState(status.state.value, tried, status.landed, status.since)

    def _post(self, news: News) -> None:
        self._inbox.post(lambda: self._hear(news))

    def _hear(self, news: News) -> None:
        if self.hear is not None:
            self.hear(news)


def simulated(clock: Clock, alarm: Alarm | None = None) -> SimulatedPad:
    """Return a pad that a program presses, with a button for every possible player."""
    return SimulatedPad(map(contacts.Seat, range(SIMULATED_SEATS)), clock, alarm)


def on_screen(clock: Clock, own: OwnInputs | None = None) -> ScreenPad:
    """Return a pad of keys and pads on the screen, with a button for every possible player."""
    seats = map(contacts.Seat, range(SIMULATED_SEATS))
    if own is None:
        return ScreenPad(seats, clock)
    from hardware.pads.screen_pad import KeyStamps, panel_stamps

    fingers = None if own.panel is None else panel_stamps(own.panel)
    return ScreenPad(seats, clock, fingers, KeyStamps(GRAB_KEYS, clock))


def open_buttons(path: Path, inbox: Inbox, clock: Clock, own: OwnInputs | None = None) -> PadButtons:
    """Open the buttons of a seats file, or simulated ones with a notice that says why.

    Raises SetupError if the file has errors, or if it is missing and isn't the default one.
    """

    def reopen() -> "Pad":
        # Where nothing was learned there is still no file.
        return _real_pad(seats_file.load(path)) if os.path.exists(path) else on_screen(clock, own)

    buttons = partial(PadButtons, inbox=inbox, seats_path=path, reopen=reopen, own=own)
    if path == seats_path() and not os.path.exists(path):
        return buttons(on_screen(clock, own), notice=words.SIMULATED)
    try:
        wiring = seats_file.load(path)
    except SeatsFileError as error:
        raise SetupError(str(error)) from None
    try:
        pad, notice = _real_pad(wiring, clock), ""
    except TROUBLE as error:
        pad, notice = on_screen(clock, own), words.buttons_fail(error_text(error))
    return buttons(pad, notice=notice, wiring=wiring)


def wire_plan(path: Path) -> WirePlan:
    """Return where the wires of a seats file go. Raises SetupError if it can't be read."""
    with said_plainly():
        return converted(plan(seats_file.load(path)), WirePlan, from_attributes=True)


def usb_pads(path: Path) -> int:
    """Return how many USB pads a seats file uses. Raises SetupError if it can't be read."""
    with said_plainly():
        return len({on.usb for on in seats_file.load(path).usb_seats})


def button_kinds(path: Path) -> tuple[int, int, int]:
    """Return how many buttons of a seats file are on the Pi's pins, on grab boards and on USB pads.

    Raises SetupError if it can't be read.
    """
    with said_plainly():
        wiring = seats_file.load(path)
    boards = sum(seat.board is not None for seat in wiring.seats)
    return len(wiring.seats) - boards, boards, len(wiring.usb_seats)


def wires(path: Path) -> "list[Finding]":
    """Check the seats file, the chips and every line that the file uses, for the doctor.

    If there is a seats file, also check whether its buttons have to wait for other programs.
    """
    from hardware.doctor import examine
    from hardware.pads.priority import examine_priority

    return [*examine(path), *([examine_priority()] if os.path.exists(path) else [])]


@contextmanager
def said_plainly() -> Iterator[None]:
    """Turn a HardwareError in the block into a SetupError."""
    try:
        yield
    except HardwareError as error:
        raise SetupError(str(error)) from None


def write_board_firmware(folder: Path) -> list[Path]:
    """Write the firmware of every kind of grab board; return the files. Raises SetupError."""
    from hardware.boards import disk as board_firmware

    with said_plainly():
        return board_firmware.write(folder, partial(write_owners_file, mode=SHOWN))


def lab_report(trials: Path, made: Path) -> None:
    """Make the laboratory's report from its trials, or just the curve (.svg). Raises SetupError, OSError."""
    from hardware.lab.report import again

    with said_plainly():
        page = again(trials, picture=made.suffix.lower() == ".svg")
    write_owners_file(made, page.encode(errors="replace"), mode=SHOWN)


def timing_lab(
    seats: Path, rig: Path | None, pairs: Sequence[tuple[int, int]] | None, repeat: int, seed: int, date: str
) -> "Laboratory":
    """Open the laboratory on a rig file's lines, or on the simulated twin. Raises HardwareError."""
    from hardware.lab import laboratory
    from hardware.lab.trials import load_rig

    wanted = None if pairs is None else [(contacts.Seat(one), contacts.Seat(other)) for one, other in pairs]
    if rig is None:
        return laboratory.simulated_laboratory(wanted, repeat, seed, date)
    wiring = seats_file.load(seats)
    return laboratory.wired_laboratory(wiring, load_rig(rig, wiring), wanted, repeat, seed, date)


def press_lab(
    seats: Path | None, pairs: Sequence[tuple[int, int]] | None, times: int, seed: int, date: str
) -> "PressLaboratory":
    """Open a press calibration on the buttons of a seats file, or simulated. Raises HardwareError."""
    from hardware.lab import laboratory

    wanted = None if pairs is None else [(contacts.Seat(one), contacts.Seat(other)) for one, other in pairs]
    if seats is None:
        return laboratory.simulated_press(wanted, times, seed, date)
    return laboratory.wired_press(seats_file.load(seats), wanted, times, date)


def _real_pad(wiring: Wiring, clock: Clock | None = None) -> "Pad":
    # Not before there are wires: a table without any starts no other process.
    from hardware.pads.remote import RemotePad

    return RemotePad(wiring, clock)


def simulated_buttons(inbox: Inbox, clock: Clock) -> PadButtons:
    """Return buttons that a program presses."""
    return PadButtons(simulated(clock), inbox, notice=words.SIMULATED)


def screen_buttons(inbox: Inbox, clock: Clock, notice: str, own: OwnInputs | None = None) -> PadButtons:
    """Return keys and pads on the screen, with a notice that says why."""
    return PadButtons(on_screen(clock, own), inbox, notice=notice)
