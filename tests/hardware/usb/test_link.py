"""The link to a pad, in a hand-driven loop: plugged in, heard, grabbed, pulled out, plugged in again."""

import errno
import os
from collections.abc import Iterator

import pytest

from companion.clock import HandClock, Instant
from hardware import loop
from hardware.errors import PadMissingError
from hardware.usb.devices import FoundPad
from hardware.usb.event_file import PadFile, taken, unplugged
from hardware.usb.link import MOST_READS, PadLink, UsbListener
from hardware.usb.reports import DeviceReport, DeviceState
from hardware.wiring.wiring import UsbPlug
from tests.hardware.hand_loop import HandLoop
from tests.hardware.table import START, ms
from tests.hardware.usb.table import A, B, found, overrun, report


class PipePad:
    """A `PadFile` on a pipe: a test writes what the kernel would."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe2(os.O_NONBLOCK)
        self.elsewhere = False
        self.alone = False
        self.closed = False
        self._gone = False
        self.keys: frozenset[int] = frozenset()

    def tell(self, data: bytes) -> None:
        os.write(self._write, data)

    def pull(self) -> None:
        """Fail from now on, like a device whose cable was pulled."""
        self._gone = True
        os.close(self._write)

    def fileno(self) -> int:
        return self._read

    def read(self) -> bytes:
        if self._gone:
            raise OSError(errno.ENODEV, "gone")
        try:
            return os.read(self._read, 4096)
        except BlockingIOError:
            return b""

    def state(self) -> DeviceState:
        """Return the keys that are down."""
        return DeviceState(self.keys)

    def grab(self, alone: bool) -> None:
        """Grab or release the device; OSError (EBUSY) if another program has it."""
        if self.elsewhere:
            raise OSError(errno.EBUSY, "busy")
        self.alone = alone

    def close(self) -> None:
        self.closed = True
        os.close(self._read)


class Pads(UsbListener):
    """Pads plugged in one after the other, and what a listener hears of them."""

    def __init__(self, *files: PipePad) -> None:
        self.files = list(files)
        self.heard: list[tuple[str, object]] = []
        self.looks = 0
        self.loop = HandLoop(HandClock(START))
        self.link = PadLink(self.loop, UsbPlug("pad"), self, self._open)

    def _open(self, plug: UsbPlug) -> tuple[FoundPad, PadFile]:
        self.looks += 1
        if not self.files:
            raise PadMissingError("none is plugged in; plug one in")
        return found(), self.files.pop(0)

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """Note that a pad is there."""
        self.heard.append(("opened", state.keys))

    def reported(self, report: DeviceReport) -> None:
        """Note a report."""
        self.heard.append(("reported", tuple((event.code, event.value) for event in report.events)))

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Note a loss of events."""
        self.heard.append(("lost", state.keys))

    def ended(self) -> None:
        """Note that the pad is gone."""
        self.heard.append(("ended", None))

    def start(self) -> None:
        """Start looking, and find the pad that is plugged in."""
        self.link.start()
        self.loop.settle()

    def run(self, milliseconds: float = 0) -> list[tuple[str, object]]:
        """Let time pass; return what was heard since the last call."""
        self.loop.until(Instant(self.loop.clock.now() + ms(milliseconds)))
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def pad() -> PipePad:
    return PipePad()


@pytest.fixture
def pads(pad: PipePad) -> Iterator[Pads]:
    pads = Pads(pad)
    yield pads
    pads.link.close()
    pads.loop.close()


def test_a_pad_is_heard_until_it_is_pulled_and_again_when_it_is_back(pads: Pads, pad: PipePad) -> None:
    pads.start()
    assert pads.run() == [("opened", frozenset())]
    assert pads.link.trouble == ""
    pad.tell(report(START, (A, 1), (B, 1)))
    assert pads.run() == [("reported", ((A, 1), (B, 1)))]
    pad.pull()
    assert pads.run() == [("ended", None)]
    assert pads.link.trouble == unplugged("pad")
    pads.run(1000)
    assert (pads.link.trouble, pads.looks) == ("none is plugged in; plug one in", 2)
    other = PipePad()
    other.keys = frozenset({B})
    pads.files.append(other)
    assert pads.run(1000) == [("opened", frozenset({B}))]
    pads.link.close()
    assert (pad.closed, other.closed) == (True, True)
    assert pads.run(5000) == []


def test_who_catches_up_has_heard_all_that_was_written_before(pads: Pads, pad: PipePad) -> None:
    pads.start()
    pads.run()
    for place in range(50):
        pad.tell(report(START + ms(place), (A, 1 - place % 2)))
        pads.link.catch_up()
        assert pads.heard.pop() == ("reported", ((A, 1 - place % 2),))


def test_the_state_after_a_loss_is_asked_for_when_all_is_read(pads: Pads, pad: PipePad) -> None:
    pads.start()
    pads.run()
    pad.keys = frozenset({B})
    pad.tell(overrun(START, (A, 1)) + report(START + ms(1), (A, 0)))
    assert pads.run() == [("reported", ((A, 0),)), ("lost", frozenset({B}))]


def test_a_pad_is_taken_and_given_back_and_one_elsewhere_is_opened_anew(pads: Pads, pad: PipePad) -> None:
    assert pads.link.set_exclusive(True)
    pads.start()
    pads.run()
    assert pads.link.set_exclusive(True)
    assert pad.alone
    assert pads.link.set_exclusive(False)
    assert not pad.alone
    pad.elsewhere = True
    assert not pads.link.set_exclusive(True)
    assert pads.link.trouble == taken("pad")
    assert pads.run() == [("ended", None)]
    assert pad.closed
    pads.files.append(PipePad())
    assert pads.run(1000) == [("opened", frozenset())]


def test_a_pulled_pad_is_known_to_be_gone_before_the_ruling(pads: Pads, pad: PipePad) -> None:
    pads.start()
    pads.run()
    pad.pull()
    assert pads.link.set_exclusive(True)
    pads.link.catch_up()
    assert pads.heard == [("ended", None)]
    pads.link.catch_up()
    assert pads.run() == [("ended", None)]


def test_a_pad_gone_as_it_opens_is_sought(pads: Pads, pad: PipePad, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> DeviceState:
        raise OSError(errno.ENODEV, "gone")

    monkeypatch.setattr(pad, "state", gone)
    pads.start()
    assert (pads.run(), pad.closed) == ([("ended", None)], True)
    pads.files.append(PipePad())
    assert pads.run(1000) == [("opened", frozenset())]


def test_a_fault_on_the_way_does_not_end_the_looking(pads: Pads, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(loop, "report_fault", lambda: calls.append("a fault"))
    faults = [ValueError("no number"), KeyError("x")]

    def opener(plug: UsbPlug) -> tuple[FoundPad, PadFile]:
        if faults:
            raise faults.pop()
        return found(), PipePad()

    other = PadLink(pads.loop, UsbPlug("pad"), pads, opener)
    other.start()
    assert pads.run(2000) == [("opened", frozenset())]
    assert len(calls) == 2
    other.close()


def test_a_pad_that_never_stops_telling_keeps_nobody_waiting() -> None:
    class Chatterbox(PipePad):
        """A stick that never rests."""

        def read(self) -> bytes:
            return report(START, (A, 1))

    pads = Pads(Chatterbox())
    pads.start()
    pads.link.catch_up()
    assert len(pads.heard) == 1 + MOST_READS
    pads.link.close()
    pads.loop.close()


def test_a_pad_that_is_open_only_after_the_link_was_closed_is_let_go(pads: Pads, pad: PipePad) -> None:
    pads.link.start()
    pads.link.close()
    assert (pads.run(5000), pad.closed) == ([], True)


def test_closing_what_was_never_started_is_harmless(pads: Pads) -> None:
    pads.link.close()
    pads.link.close()
    assert pads.link.set_exclusive(True)
    pads.start()
    assert (pads.run(5000), pads.looks) == ([], 0)
