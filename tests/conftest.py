"""How every property is tried: with the same examples each time, however slow the machine is.

And whatever keyboard hangs on it: no test hears it.
"""

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ui.main import garbage

settings.register_profile(
    "same everywhere",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.large_base_example,
    ],
)
settings.load_profile("same everywhere")


@pytest.fixture(autouse=True)
def no_pads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine have no USB pads."""
    monkeypatch.setattr("hardware.usb.devices.INPUTS", Path("/nonexistent"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector thousands of tests, none of which ever goes."""
    gc.collect()
    gc.freeze()


def pytest_runtest_teardown() -> None:
    """Collect where the window has Python collect nothing by itself."""
    if not gc.isenabled():
        garbage.collect(garbage.STILL)
