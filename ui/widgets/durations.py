"""Lengths of time in words, and scales for them. Pure."""

from ui.words import _

UNITS = ((1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs"))
"""Nanoseconds of a unit, and its sign."""
STEPS = (1, 2, 5, 10)
"""What a scale may count by, in powers of ten."""


def unit_of(nanoseconds: int) -> tuple[int, str]:
    """Return the unit that suits a length: the largest that it is not a fraction of."""
    return next((unit for unit in UNITS if abs(nanoseconds) >= unit[0]), UNITS[-1])


def duration(nanoseconds: int) -> str:
    """Return a length of time, to three places at the most: "14.218 ms"."""
    size, sign = unit_of(nanoseconds)
    figure = f"{abs(nanoseconds) / size:.3f}".rstrip("0").rstrip(".")
    return _("{figure} {unit}").format(figure=figure, unit=sign)


def about(nanoseconds: int, band: int) -> str:
    """Return a length in two figures, and none that lies within the error `band`: "14 ms", "40 ms"."""
    finest = max(_power(band), _power(nanoseconds) // 10, 1)
    return duration(round(nanoseconds / finest) * finest)


def _power(nanoseconds: int) -> int:
    """Return the largest power of ten that a length holds."""
    return int(10 ** (len(str(abs(nanoseconds))) - 1))


def step_for(span: int, most: int = 6) -> int:
    """Return the step of a scale over `span` nanoseconds: 1, 2 or 5 times a power of ten, `most` at most."""
    power = 1
    while True:
        for step in STEPS:
            if step * power * most >= span:
                return step * power
        power *= 10
