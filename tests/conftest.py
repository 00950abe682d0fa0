"""What every test begins with: nothing of a person's own, and the same examples on every machine."""

import atexit
import gc
import os
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

# Nothing of a person's own, nor of another worker: Kivy makes its folder as soon as anything imports it.
HOME = tempfile.TemporaryDirectory(prefix="companion-tests-")
atexit.register(HOME.cleanup)
os.environ |= {f"XDG_{kept}_HOME": f"{HOME.name}/{kept.lower()}" for kept in ("DATA", "CONFIG", "CACHE")} | {
    "SDL_VIDEODRIVER": "offscreen",
    # Without this, Mesa's software renderer keeps a gigabyte of buffers.
    "LP_NUM_THREADS": "0",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_NO_ENV_CONFIG": "1",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_DPI": "96",
    "KIVY_HOME": HOME.name,
    "TZ": "UTC",
    "LANGUAGE": "en",
    "LC_ALL": "C.UTF-8",
}
time.tzset()

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

# There is no setting for it: some examples are drawn from the constants of our modules that are loaded by
# then. So they would be others with each choice of tests, and for each worker.
patch.object(providers, "_get_local_constants", return_value=Constants()).start()

LEFT = 10_000
"""How many objects a test with a window leaves."""


@pytest.fixture(autouse=True)
def no_pads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine have no USB pads."""
    monkeypatch.setattr("hardware.usb.devices.INPUTS", Path("/nonexistent"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector thousands of tests, none of which ever goes."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Collect where the window has Python collect nothing by itself.

    Soon, while what a test left is still in the processor's cache, and the older seldom, as Python does it.
    """
    young, middle, old = gc.get_count()
    if not gc.isenabled() and young > LEFT:
        gc.collect(2 if old > 10 else 1 if middle > 10 else 0)
