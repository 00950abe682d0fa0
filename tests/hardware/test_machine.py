"""What the report says about the machine, and which processes are ours: this one and its children."""

import os
from pathlib import Path

import pytest

from hardware.machine import emulated, is_ours, kernel, machine


def test_a_pi_is_called_by_its_name_and_any_other_machine_is_said_to_be_none(tmp_path: Path) -> None:
    assert machine(tmp_path).endswith(", no Raspberry Pi")
    assert kernel()
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert machine(tmp_path) == "Raspberry Pi 4 Model B Rev 1.5"


def test_lines_that_the_kernel_makes_up_are_noticed(tmp_path: Path) -> None:
    chips = tmp_path / "sys/bus/gpio/devices"
    for name, device in (("gpiochip0", "platform/gpio-sim.0"), ("gpiochip1", "platform/fe200000.gpio")):
        chips.mkdir(parents=True, exist_ok=True)
        (tmp_path / "sys/devices" / device / name).mkdir(parents=True)
        (chips / name).symlink_to(tmp_path / "sys/devices" / device / name)
    sign = "the lines of gpiochip0 are simulated by the kernel (gpio-sim)"
    assert emulated("gpiochip0", tmp_path) == sign
    assert emulated("gpiochip1", tmp_path) == ""


def test_a_virtual_machine_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cpuinfo").write_text("flags\t: fpu hypervisor lm\n")
    assert emulated("gpiochip0", tmp_path) == "this is a virtual machine"
    (tmp_path / "proc/cpuinfo").write_text("Features\t: fp asimd\nHardware : BCM2835\n")
    assert emulated("gpiochip0", tmp_path) == ""


@pytest.mark.parametrize(
    ("stat", "ours"),
    [
        ("(python3) S {us}", True),
        ("(a) S 1 (b) S {us}", True),
        # Another program may have any name.
        ("(x) S {us} (y) S 1", False),
    ],
)
def test_a_child_is_known_by_its_parent(stat: str, ours: bool, tmp_path: Path) -> None:
    us = os.getpid()
    assert is_ours(us, tmp_path)
    assert not is_ours(999999, tmp_path), "it is gone"
    (tmp_path / "999999").mkdir()
    (tmp_path / "999999" / "stat").write_text(f"999999 {stat.format(us=us)} 4 5 6")
    assert is_ours(999999, tmp_path) is ours
