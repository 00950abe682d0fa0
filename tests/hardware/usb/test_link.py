"""The thread that holds a pad: plugged in, heard, taken, pulled out, plugged in again."""

import errno
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

import pytest

from companion.clock import Instant
from hardware.errors import PadMissingError
from hardware.usb import link
from hardware.usb.devices import FoundPad
from hardware.usb.event_file import PadFile
from hardware.usb.link import PadLink
from hardware.usb.reports import DeviceReport
from hardware.usb.switches import DeviceState
from hardware.usb.trouble import taken
from hardware.wiring.wiring import UsbPlug
from tests.hardware.table import START, ms
from tests.hardware.usb.table import A, B, found, overrun, report

PATIENCE = 20


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
        """Write reports."""
        os.write(self._write, data)

    def pull(self) -> None:
        """Go, as a device whose cable was pulled."""
        self._gone = True
        os.close(self._write)

    def fileno(self) -> int:
        """The pipe."""
        return self._read

    def read(self) -> bytes:
        """Return what was written."""
        if self._gone:
            raise OSError(errno.ENODEV, "gone")
        try:
            return os.read(self._read, 4096)
        except BlockingIOError:
            return b""

    def state(self) -> DeviceState:
        """Return what is down."""
        return DeviceState(self.keys)

    def grab(self, alone: bool) -> None:
        """Be heard alone."""
        if self.elsewhere:
            raise OSError(errno.EBUSY, "busy")
        self.alone = alone

    def close(self) -> None:
        """Be closed."""
        self.closed = True
        os.close(self._read)


class Pads:
    """Pads that are plugged in one after the other, and what a listener hears of them."""

    def __init__(self, *files: PipePad) -> None:
        self.files = list(files)
        self.heard: SimpleQueue[tuple[str, object]] = SimpleQueue()
        self.link = PadLink(UsbPlug("pad"), self, self._open)

    def _open(self, plug: UsbPlug) -> tuple[FoundPad, PadFile]:
        if not self.files:
            raise PadMissingError("none is plugged in; plug one in")
        return found(), self.files.pop(0)

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """Hear that a pad is there."""
        self.heard.put(("opened", state.keys))

    def reported(self, report: DeviceReport) -> None:
        """Hear a report."""
        self.heard.put(("reported", tuple((event.code, event.value) for event in report.events)))

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Hear of a loss."""
        self.heard.put(("lost", state.keys))

    def ended(self) -> None:
        """Hear that it is gone."""
        self.heard.put(("ended", None))

    def next(self) -> tuple[str, object]:
        """Wait for what is heard next."""
        return self.heard.get(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a missing pad at once."""
    monkeypatch.setattr(link, "LOOK", 0.001)


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait until another thread has made something true."""
    end = threading.Event()
    return any(holds() or end.wait(0.001) for _ in range(PATIENCE * 1000)) or holds()


def test_a_pad_is_heard_until_it_is_pulled_and_again_when_it_is_back() -> None:
    one, other = PipePad(), PipePad()
    pads = Pads(one)
    pads.link.start()
    assert pads.next() == ("opened", frozenset())
    assert pads.link.trouble == ""
    one.tell(report(START, (A, 1), (B, 1)))
    assert pads.next() == ("reported", ((A, 1), (B, 1)))
    one.pull()
    assert pads.next() == ("ended", None)
    assert eventually(lambda: pads.link.trouble == "none is plugged in; plug one in")
    other.keys = frozenset({B})
    pads.files.append(other)
    assert pads.next() == ("opened", frozenset({B}))
    pads.link.close()
    assert one.closed
    assert other.closed
    assert pads.heard.empty()


def test_who_catches_up_has_heard_all_that_was_written_before() -> None:
    pad = PipePad()
    pads = Pads(pad)
    pads.link.start()
    pads.next()
    for place in range(50):
        pad.tell(report(START + ms(place), (A, 1 - place % 2)))
        pads.link.catch_up()
        assert pads.heard.get_nowait() == ("reported", ((A, 1 - place % 2),))
    pads.link.close()


def test_the_state_after_a_loss_is_asked_for_when_all_is_read() -> None:
    pad = PipePad()
    pads = Pads(pad)
    pads.link.start()
    pads.next()
    pad.keys = frozenset({B})
    pad.tell(overrun(START, (A, 1)) + report(START + ms(1), (A, 0)))
    assert [pads.next(), pads.next()] == [("reported", ((A, 0),)), ("lost", frozenset({B}))]
    pads.link.close()


def test_a_pad_is_taken_and_given_back_and_one_that_is_elsewhere_is_opened_anew() -> None:
    one, other = PipePad(), PipePad()
    pads = Pads(one)
    assert pads.link.take(True)
    pads.link.start()
    pads.next()
    assert pads.link.take(True)
    assert one.alone
    assert pads.link.take(False)
    assert not one.alone
    one.elsewhere = True
    assert not pads.link.take(True)
    assert pads.link.trouble == taken("pad")
    assert pads.next() == ("ended", None)
    pads.files.append(other)
    assert pads.next() == ("opened", frozenset())
    pads.link.close()


def test_a_pulled_pad_is_known_to_be_gone_before_the_ruling() -> None:
    pad = PipePad()
    pads = Pads(pad)
    pads.link.start()
    pads.next()
    pad.pull()
    pads.link.catch_up()
    assert pads.next() == ("ended", None)
    pads.link.close()


def test_a_fault_on_the_way_does_not_end_the_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(link, "report_fault", lambda: told.append("a fault"))
    pads = Pads()
    faults = [ValueError("no number"), KeyError("x")]

    def opener(plug: UsbPlug) -> tuple[FoundPad, PadFile]:
        if faults:
            raise faults.pop()
        return found(), PipePad()

    pads.link = PadLink(UsbPlug("pad"), pads, opener)
    pads.link.start()
    assert pads.next() == ("opened", frozenset())
    assert len(told) == 2
    pads.link.close()


def test_a_pad_that_never_stops_telling_keeps_nobody_waiting() -> None:
    class Chatterbox(PipePad):
        """A stick that never rests."""

        def read(self) -> bytes:
            return report(START, (A, 1))

    pads = Pads(Chatterbox())
    pads.link.start()
    pads.next()
    pads.link.catch_up()
    pads.link.close()


def test_closing_what_was_never_started_is_harmless() -> None:
    pads = Pads()
    pads.link.close()
    pads.link.close()
    assert pads.link.take(True)
