"""Whether the buttons' process has priority: a table plays without that right, and is told once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.errors import Finding
from hardware.pads.priority import examine_priority, take_priority

FIRST = Finding("quick buttons", True, "the buttons come first on this computer")
WAITS = (
    "the buttons wait their turn while this computer is busy, so you may have to grab again; "
    "it works all the same"
)
GRANT = (
    'for `make play` run echo "$USER - rtprio 1" | sudo tee /etc/security/limits.d/table-companion.conf, '
    "then log in again; an installed table has that right already"
)

OTHER, FIFO = 0, 1
"""Linux scheduling policies, by number."""


def process(folder: Path, name: str, policy: int = OTHER, limit: int = 0, module: str = "") -> None:
    """Add a process to a made-up /proc."""
    (folder / name).mkdir()
    (folder / name / "cmdline").write_bytes(b"\0".join([b"python", b"-m", module.encode(), b""]))
    words = " ".join([*["0"] * 37, str(policy), "0"])
    (folder / name / "stat").write_text(f"{name} (a) S 1 (b) S {words}")
    limits = f"Max nice priority         0                    0\nMax realtime priority     {limit}  {limit}\n"
    (folder / name / "limits").write_text(limits)


def watched(folder: Path, policy: int, limit: int) -> Finding:
    """Return the finding while another process watches buttons; this one mustn't try for the right itself."""
    process(folder, "self", limit=1)
    process(folder, "17", FIFO, 99)
    process(folder, "4711", policy, limit, "hardware.pads.process")
    return examine_priority(folder, lambda: pytest.fail("tried, though somebody knows"))


def test_buttons_that_go_first_are_well(tmp_path: Path) -> None:
    assert watched(tmp_path, FIFO, 1) == FIRST


def test_buttons_that_wait_are_no_fault_and_say_how_to_end_that(tmp_path: Path) -> None:
    assert watched(tmp_path, OTHER, 0) == Finding("quick buttons", True, WAITS, GRANT)


def test_a_line_in_a_file_is_not_asked_for_where_it_would_change_nothing(tmp_path: Path) -> None:
    remedy = "nothing; this system lets no program go first"
    assert watched(tmp_path, OTHER, 1) == Finding("quick buttons", True, WAITS, remedy)


@pytest.mark.parametrize("may", [True, False])
def test_where_nobody_watches_it_is_tried(may: bool, tmp_path: Path) -> None:
    process(tmp_path, "self")
    process(tmp_path, "17", OTHER, 0, "hardware.pads.processes")
    finding = FIRST if may else Finding("quick buttons", True, WAITS, GRANT)
    assert examine_priority(tmp_path, lambda: may) == finding


def test_a_process_that_ends_while_it_is_looked_at_is_passed_over(tmp_path: Path) -> None:
    process(tmp_path, "4711", OTHER, 0, "hardware.pads.process")
    (tmp_path / "4711" / "stat").write_text("")
    process(tmp_path, "self")
    assert examine_priority(tmp_path, lambda: True) == FIRST


WITHOUT = """
import os, resource
from hardware.pads.priority import may_take_priority
resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
os.getuid() or os.setuid(65534)
print(may_take_priority())
"""


def test_a_user_without_the_right_is_refused_for_real() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_asking_leaves_this_process_as_it_was() -> None:
    examine_priority()
    threads = [int(task.name) for task in Path("/proc/self/task").iterdir()]
    assert os.SCHED_FIFO not in map(os.sched_getscheduler, threads)


def test_a_thread_that_has_ended_since_keeps_nobody_from_going_first(tmp_path: Path) -> None:
    (tmp_path / "999999999").mkdir()
    assert take_priority(tmp_path)
