"""Tuples as values: states are never changed, only made anew."""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at `index`, which counts from 0 and must be there."""
    return (*values[:index], value, *values[index + 1 :])
