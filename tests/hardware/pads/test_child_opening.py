"""The process that watches the buttons at its start: what can't be opened, and what it imports."""

import subprocess
import sys
import threading

import pytest

from companion.clock import HandClock, Instant, WallTime
from hardware.errors import FactoryMissingError, HardwareError
from hardware.grab.contacts import Seat
from hardware.pads.child import ENDED, OFTEN, ChildPad
from hardware.pads.grab_pad import open_pad
from hardware.wiring.wiring import SeatWires, Wiring

HEADER = Wiring(seats=(SeatWires(Seat(0), 17, 18), SeatWires(Seat(1), 27, 22)))


def test_what_cannot_be_opened_is_the_same_error_as_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with pytest.raises(FactoryMissingError) as here:
        open_pad(HEADER)
    before = set(threading.enumerate())
    with pytest.raises(FactoryMissingError) as there:
        ChildPad(HEADER)
    assert str(there.value) == str(here.value)
    assert set(threading.enumerate()) <= before


def test_an_error_while_opening_that_nobody_foresaw_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HardwareError, match=r"^the pins are odd$"):
        ChildPad(HEADER, command=played("process.open_pad = odd"))
    assert "ValueError: the pins are odd" in capfd.readouterr().err


@pytest.mark.parametrize("script", ["pass", "sys.exit(3)", "os.kill(os.getpid(), 9)"])
def test_a_process_that_ends_before_it_opened_anything_is_told(script: str) -> None:
    with pytest.raises(HardwareError, match=r"doesn't start \(it ended before the buttons were open\)"):
        ChildPad(HEADER, command=(sys.executable, "-c", f"import os, sys\n{script}"))


def test_a_process_that_speaks_otherwise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda fault: faults.append(fault.exc_type.__name__))
    script = "import socket; socket.socket(fileno=0).send(bytes(9))"
    with pytest.raises(HardwareError, match="ended before the buttons were open"):
        ChildPad(HEADER, command=(sys.executable, "-c", script))
    assert faults == ["ValidationError"]


def test_a_process_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pads.child.OPENS_WITHIN", 0.1)
    monkeypatch.setattr("hardware.pads.child.CLOSES_WITHIN", 0.1)
    with pytest.raises(HardwareError, match=r"doesn't start \(it says nothing for 0 s\)"):
        ChildPad(HEADER, command=(sys.executable, "-c", "import signal; signal.pause()"))


def test_a_process_that_ends_over_and_over_is_named_after_five_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said for ever that it was being started again, and nobody was told to do anything."""
    monkeypatch.setattr("hardware.pads.child.FIRST_PAUSE", 0.0)
    script = (
        "import socket\n"
        "from hardware.pads.child import ButtonsOpened, Condition, encode\n"
        "from hardware.grab.adjudicate import Quality\n"
        "line = socket.socket(fileno=0)\n"
        "line.recv(1 << 16)\n"
        "line.send(encode(ButtonsOpened({}, Condition(Quality.BOARD, 0, '', None))))"
    )
    said: list[str] = []
    often = threading.Event()

    class Watching(ChildPad):
        def lost(self, trouble: str) -> None:
            super().lost(trouble)
            said.append(self.trouble)
            if len(said) == OFTEN:
                often.set()

    with Watching(HEADER, HandClock(Instant(0), WallTime(0)), (sys.executable, "-c", script)):
        assert often.wait(60)
    assert said[: OFTEN - 1] == [ENDED] * (OFTEN - 1)
    assert said[OFTEN - 1].startswith("the program that watches the buttons has ended 5 times in a row; ")


def played(script: str) -> tuple[str, ...]:
    """Return the command of a process that is changed by a script before it starts."""
    lines = (
        "from hardware.pads import process",
        "def odd(wiring, loop): raise ValueError('the pins are odd')",
        script,
        "process.main()",
    )
    return (sys.executable, "-c", "\n".join(lines))


def loaded(*imports: str) -> set[str]:
    """Return the modules that a fresh process has after some imports."""
    script = f"import sys, {', '.join(imports)}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_process_imports_what_it_needs_and_no_more() -> None:
    modules = loaded("hardware.pads.process")
    assert "gpiozero" in modules
    assert not [name for name in modules if name.split(".")[0] in ("kivy", "ui")]
    assert {name for name in modules if name.startswith("companion.")} == {
        "companion.clock",
        "companion.decoding",
    }


def test_the_app_needs_no_gpiozero_for_it() -> None:
    assert not {"gpiozero", "serial"} & loaded("hardware.pads.child", "ui.wiring")
