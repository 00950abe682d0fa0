"""Shutting down: what is asked of the system, and its refusal in its own words."""

import sys

import pytest

from ui.appliance import machine
from ui.appliance.machine import MachineEnd


@pytest.mark.parametrize(("ending", "word"), [(MachineEnd.OFF, "poweroff"), (MachineEnd.AGAIN, "reboot")])
def test_systemd_is_asked_and_never_asks_back(ending: MachineEnd, word: str) -> None:
    asked = []

    def runner(command: object) -> str:
        asked.append(command)
        return ""

    assert machine.end_machine(ending, runner) == ""
    assert asked == [("systemctl", "--no-ask-password", word)]


def test_a_command_that_works_says_nothing_and_a_refusal_is_its_last_line() -> None:
    assert machine.run((sys.executable, "-c", "")) == ""
    refuses = "import sys; sys.stderr.write('Failed.\\nAccess denied\\n'); sys.exit(1)"
    assert machine.run((sys.executable, "-c", refuses)) == "Access denied"
    assert machine.run((sys.executable, "-c", "import sys; sys.exit(4)")) == "exit code 4"
    waits = "import sys; sys.stdin.close(); import signal; signal.pause()"
    said = machine.run((sys.executable, "-c", waits), seconds=0.0)
    assert said == f"{sys.executable} doesn't answer"
    assert "no-such-systemctl" in machine.run(("no-such-systemctl", "poweroff"))
