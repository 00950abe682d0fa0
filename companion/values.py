"""Tuples as values: states are never changed, only made anew."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeAlias, TypeVar

T = TypeVar("T")
S = TypeVar("S")
E = TypeVar("E")

Fold: TypeAlias = Callable[[S, Iterable[E]], S]
"""What several events make of a state."""


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at `index`, which counts from 0 and must be there."""
    return (*values[:index], value, *values[index + 1 :])


def folding(evolve: Callable[[S, E], S]) -> Fold[S, E]:
    """Return what evolves a state over several events, one after the other."""

    def fold(state: S, events: Iterable[E]) -> S:
        return reduce(evolve, events, state)

    return fold
