"""What threads of the hardware raise, and nobody catches."""

import threading

import pytest


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds and sentences of the faults, in their order; none of them is printed."""
    found: list[str] = []

    def hear(fault: threading.ExceptHookArgs) -> None:
        found.append(f"{fault.exc_type.__name__} {fault.exc_value}".strip())

    monkeypatch.setattr(threading, "excepthook", hear)
    return found
