"""The real process that watches the buttons: duels over a real port, and what happens when it dies."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.clock import MILLISECOND, HandClock, Instant, WallTime
from hardware.doctor import examine_boards
from hardware.errors import FactoryMissingError, Finding, HardwareError
from hardware.grab.adjudicate import Decided, Quality, Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState
from hardware.pads.grab_pad import open_pad
from hardware.pads.priority import may_take_priority
from hardware.pads.remote import ENDED, OFTEN, RemotePad
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.pty import PATIENCE, PtyBoard
from tests.hardware.pads.watched import Lamps, Watched, until_ordered


def wiring(path: Path) -> Wiring:
    """Return six seats on pins 2 to 7 of a board at this port, with lamps on 8 to 13."""
    seats = tuple(SeatWires(Seat(seat), 2 + seat, 8 + seat, "left") for seat in range(6))
    return Wiring(seats=seats, boards=(BoardPlug("left", str(path)),))


def lamp(seat: int) -> int:
    return 1 << 8 + seat


def duel(pad: RemotePad, watched: Watched, board: PtyBoard, first: int, second: int) -> None:
    """Have two seats that haven't pressed before press, then let go."""
    watched.until_all(SeatState.OPEN)
    number = pad.arm()
    until_ordered(pad, board, Seat(5), lamp(5))
    press_apart(board, first, second)
    verdict = watched.verdict()
    assert verdict.arming == number
    assert isinstance(verdict, Decided), verdict
    assert verdict.seat == first
    board.release()
    watched.until_all(SeatState.OPEN)


def press_apart(board: PtyBoard, first: int, second: int) -> None:
    """Have two seats press, the second one later by clearly more than the error band."""

    def hands() -> None:
        board.twin.press([2 + first])
        later = time.monotonic_ns() + MILLISECOND
        while time.monotonic_ns() < later:
            pass
        board.twin.press([2 + second])

    board.do(hands)


def alive(pid: int) -> bool:
    """Return whether this process exists, even as a zombie."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def stop(pad: RemotePad, how: signal.Signals) -> int:
    """Send a signal to the watching process; return its process id."""
    pid = pad.pid
    assert pid is not None
    os.kill(pid, how)
    # The pad has no pid for a killed process, so return the one read before.
    return pid


@pytest.fixture
def pad(path: Path, board: PtyBoard) -> Iterator[RemotePad]:
    with RemotePad(wiring(path)) as pad:
        yield pad


@pytest.fixture
def watched(pad: RemotePad) -> Watched:
    watched = Watched(pad)
    watched.until_all(SeatState.OPEN)
    return watched


def test_duels_are_ruled_over_there_and_light_their_lamps(path: Path, board: PtyBoard) -> None:
    lamps = Lamps(board)
    before = set(threading.enumerate())
    with RemotePad(wiring(path)) as pad:
        pid = pad.pid
        watched = Watched(pad)
        watched.until_all(SeatState.OPEN)
        assert (pad.seats, pad.quality) == (tuple(range(6)), Quality.BOARD)
        pad.play(map(Seat, range(6)))
        for first, second in ((4, 5), (0, 1), (3, 2)):
            duel(pad, watched, board, first, second)
            lamps.until(lamp(first))
            assert pad.lit == (first,)
        (found,) = examine_boards(wiring(path), list)
        assert found == Finding('grab board "left"', True, f"{path} is in use by this program")
        pad.play([Seat(0), Seat(1)])
        pad.arm()
        until_ordered(pad, board, Seat(5), lamp(5))
        press_apart(board, 4, 1)
        verdict = watched.verdict()
        assert isinstance(verdict, Decided)
        assert (verdict.seat, [contact.seat for contact in verdict.contacts]) == (1, [1])
    Lamps(board).until(0)
    assert pid is not None
    assert not alive(pid)
    assert set(threading.enumerate()) <= before
    board.release()
    with RemotePad(wiring(path)) as again:
        duel(again, Watched(again), board, 2, 0)
    again.close()


@pytest.mark.skipif(not may_take_priority(), reason="this user may not have SCHED_FIFO")
def test_it_goes_before_others_where_that_is_allowed(pad: RemotePad, watched: Watched) -> None:
    threads = [int(task.name) for task in Path(f"/proc/{pad.pid}/task").iterdir()]
    assert {os.sched_getscheduler(thread) for thread in threads} == {os.SCHED_FIFO}
    assert pad.has_priority
    pad.close()
    assert os.sched_getscheduler(0) == os.SCHED_OTHER


REFUSED = """
import os
from hardware.pads.process import main
def refuse(*_):
    raise PermissionError(1, "Operation not permitted")
os.sched_setscheduler = refuse
main()
"""


def test_a_process_that_may_not_go_first_says_so_and_plays(path: Path, board: PtyBoard) -> None:
    with RemotePad(wiring(path), command=(sys.executable, "-s", "-P", "-c", REFUSED)) as pad:
        watched = Watched(pad)
        assert not pad.has_priority
        pad.play(map(Seat, range(6)))
        duel(pad, watched, board, 2, 4)
        assert not pad.has_priority


def test_a_killed_process_voids_the_arming_alone(pad: RemotePad, watched: Watched, board: PtyBoard) -> None:
    troubles: list[str] = []

    def told(verdict: Verdict) -> None:
        troubles.append(pad.trouble)
        watched.take(verdict)

    pad.on_verdict = told
    number = pad.arm()
    pid = stop(pad, signal.SIGKILL)
    verdict = watched.verdict()
    assert isinstance(verdict, Void)
    assert (verdict.arming, verdict.reason, troubles) == (number, VoidReason.UNPLUGGED, [ENDED])
    watched.until_all(SeatState.OPEN)
    assert pad.trouble == ""
    assert pad.pid != pid
    assert not alive(pid)
    duel(pad, watched, board, 2, 3)


@pytest.mark.parametrize("late", ["the presses", "the order as well"])
def test_a_stopped_process_rules_right(late: str, pad: RemotePad, watched: Watched, board: PtyBoard) -> None:
    if late == "the presses":
        number = pad.arm()
        until_ordered(pad, board, Seat(5), lamp(5))
        stop(pad, signal.SIGSTOP)
    else:
        stop(pad, signal.SIGSTOP)
        number = pad.arm()
    pressed = threading.Event()
    press_apart(board, 1, 2)
    board.do(pressed.set)
    assert pressed.wait(PATIENCE)
    stop(pad, signal.SIGCONT)
    verdict = watched.verdict()
    assert isinstance(verdict, Decided)
    assert (verdict.arming, verdict.seat) == (number, 1)


def test_no_order_waits_for_a_stopped_process(pad: RemotePad, watched: Watched, board: PtyBoard) -> None:
    pid = stop(pad, signal.SIGSTOP)
    # More than the socket holds: the process is given up and started again.
    for _ in range(2000):
        number = pad.arm()
    verdict = watched.verdict()
    assert isinstance(verdict, Void)
    assert verdict.arming <= number
    watched.until_all(SeatState.OPEN)
    assert pad.pid != pid
    duel(pad, watched, board, 1, 0)


def test_a_stopped_process_is_closed_all_the_same(pad: RemotePad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pads.remote.CLOSES_WITHIN", 0.1)
    pid = stop(pad, signal.SIGSTOP)
    pad.close()
    assert not alive(pid)


APP = """
import sys
from pathlib import Path
from hardware.pads.remote import RemotePad
from hardware.grab.contacts import SeatState
from tests.hardware.pads.test_remote import wiring
from tests.hardware.pads.watched import Lamps, Watched, until_ordered
pad = RemotePad(wiring(Path(sys.argv[1])))
Watched(pad).until_all(SeatState.OPEN)
pad.arm()
pad.light([0])
print(pad.pid, flush=True)
sys.stdin.read()
"""


def test_the_lamp_is_lit_while_the_app_stands_and_dark_when_it_dies(path: Path, board: PtyBoard) -> None:
    lamps = Lamps(board)
    command = [sys.executable, "-c", APP, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        assert app.stdout is not None
        ending = os.pidfd_open(int(app.stdout.readline()))
        try:
            lamps.until(lamp(0))
            app.send_signal(signal.SIGSTOP)
            board.press([5])
            lamps.until(lamp(3))
        finally:
            app.kill()
        ended, _, _ = select.select([ending], [], [], PATIENCE)
        assert ended
        os.close(ending)
        lamps.until(0)
    board.release()
    # Nothing holds the port any more.
    with open_pad(wiring(path)) as pad:
        Watched(pad).until_all(SeatState.OPEN)


ANOTHER = """
import os, sys
if os.path.exists(sys.argv[1]):
    from hardware import errors
    from hardware.pads import process
    def busy(wiring, loop): raise errors.LineBusyError("GPIO17 is busy; close that program")
    process.open_pad = busy
    process.main()
else:
    from hardware.pads.process import main
    main()
"""


def test_lines_that_are_taken_meanwhile_are_told_until_they_are_free(
    path: Path, board: PtyBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "taken"
    with RemotePad(wiring(path), command=(sys.executable, "-c", ANOTHER, str(taken))) as pad:
        watched = Watched(pad)
        watched.until_all(SeatState.OPEN)
        troubles: SimpleQueue[str] = SimpleQueue()
        lost = pad.lost

        def told(trouble: str) -> None:
            lost(trouble)
            troubles.put(pad.trouble)

        monkeypatch.setattr(pad, "lost", told)
        taken.touch()
        stop(pad, signal.SIGKILL)
        assert troubles.get(timeout=PATIENCE) == ENDED
        assert troubles.get(timeout=PATIENCE) == "GPIO17 is busy; close that program"
        watched.until_all(SeatState.UNPLUGGED)
        taken.unlink()
        watched.until_all(SeatState.OPEN)
        assert pad.trouble == ""


HEADER = Wiring(seats=(SeatWires(Seat(0), 17, 18), SeatWires(Seat(1), 27, 22)))


def test_what_cannot_be_opened_is_the_same_error_as_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with pytest.raises(FactoryMissingError) as here:
        open_pad(HEADER)
    before = set(threading.enumerate())
    with pytest.raises(FactoryMissingError) as there:
        RemotePad(HEADER)
    assert str(there.value) == str(here.value)
    assert set(threading.enumerate()) <= before


def test_an_error_while_opening_that_nobody_foresaw_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HardwareError, match=r"^the pins are odd$"):
        RemotePad(HEADER, command=played("process.open_pad = odd"))
    assert "ValueError: the pins are odd" in capfd.readouterr().err


@pytest.mark.parametrize("script", ["pass", "sys.exit(3)", "os.kill(os.getpid(), 9)"])
def test_a_process_that_ends_before_it_opened_anything_is_told(script: str) -> None:
    with pytest.raises(HardwareError, match=r"doesn't start \(it ended before the buttons were open\)"):
        RemotePad(HEADER, command=(sys.executable, "-c", f"import os, sys\n{script}"))


def test_a_process_that_speaks_otherwise_is_told(faults: list[str]) -> None:
    script = "import socket; socket.socket(fileno=0).send(bytes(9))"
    with pytest.raises(HardwareError, match="ended before the buttons were open"):
        RemotePad(HEADER, command=(sys.executable, "-c", script))
    assert [fault.split()[0] for fault in faults] == ["ValidationError"]


def test_a_process_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pads.remote.OPENS_WITHIN", 0.1)
    monkeypatch.setattr("hardware.pads.remote.CLOSES_WITHIN", 0.1)
    with pytest.raises(HardwareError, match=r"doesn't start \(it said nothing for 0 s\)"):
        RemotePad(HEADER, command=(sys.executable, "-c", "import signal; signal.pause()"))


def test_a_process_that_ends_over_and_over_is_named_after_five_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to say for ever that it was being restarted, without asking anybody to do anything."""
    monkeypatch.setattr("hardware.pads.remote.FIRST_PAUSE", 0.0)
    script = (
        "import socket\n"
        "from hardware.pads.remote import ButtonsOpened, Condition, encode\n"
        "from hardware.grab.adjudicate import Quality\n"
        "line = socket.socket(fileno=0)\n"
        "line.recv(1 << 16)\n"
        "line.send(encode(ButtonsOpened({}, Condition(Quality.BOARD, 0, '', None))))"
    )
    said: list[str] = []
    often = threading.Event()

    class Watching(RemotePad):
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
    """Return the command of the process, patched by a script before it starts."""
    odd = "def odd(wiring, loop): raise ValueError('the pins are odd')"
    lines = ("from hardware.pads import process", odd, script, "process.main()")
    return (sys.executable, "-c", "\n".join(lines))


def loaded(*imports: str) -> set[str]:
    """Return the modules that a fresh process has loaded after these imports."""
    script = f"import sys, {', '.join(imports)}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_process_imports_what_it_needs_and_no_more() -> None:
    modules = loaded("hardware.pads.process")
    assert "gpiozero" in modules
    assert not [name for name in modules if name.split(".")[0] in ("kivy", "ui")]
    ours = {name for name in modules if name.startswith("companion.")}
    assert ours == {"companion.clock", "companion.decoding"}


def test_the_app_needs_no_gpiozero_for_it() -> None:
    assert not {"gpiozero", "serial"} & loaded("hardware.pads.remote", "ui.wiring")
