"""A simulated chip and a pin factory on it."""

from collections.abc import Iterator

import pytest

from hardware.pins.factory import GpiodFactory
from tests.hardware.pins.fake_chip import FakeChip


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def factory(chip: FakeChip) -> Iterator[GpiodFactory]:
    with chip.factory() as factory:
        yield factory
