"""Rubbish of all kinds does no harm; ten million bytes of it are the lane's (make test-firmware)."""

import pytest

from tests.firmware.fuzz import fuzz


@pytest.mark.parametrize("seed", range(3))
def test_rubbish_makes_nothing_fail_or_grow(seed: int) -> None:
    come = fuzz(100_000, seed)
    assert min(come.damaged, come.payloads, come.answers, come.found) > 50, f"this shows too little: {come}"
