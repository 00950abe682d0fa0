"""Set-up for every test: no files of the user, and the same examples on every machine."""

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

# Share no files with the user or another worker: Kivy creates its folder as soon as it is imported.
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

# No setting turns this off: Hypothesis draws some examples from the constants in our loaded modules, so they
# would differ with the choice of tests and with each worker.
patch.object(providers, "_get_local_constants", return_value=Constants()).start()

LEFT = 10_000
"""Collect garbage after a test that left more new objects than this, as window tests do."""


@pytest.fixture(autouse=True)
def no_pads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide this machine's USB pads."""
    monkeypatch.setattr("hardware.usb.devices.INPUTS", Path("/nonexistent"))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning thousands of test objects, which live until the end."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Collect garbage if the window has turned Python's collector off.

    Early, while a test's objects are still in the processor's cache; older generations seldom, as Python
    does.
    """
    young, middle, old = gc.get_count()
    if not gc.isenabled() and young > LEFT:
        gc.collect(2 if old > 10 else 1 if middle > 10 else 0)
