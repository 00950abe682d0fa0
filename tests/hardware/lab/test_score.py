"""Scores: what rigs make of them, and how the referee is made late."""

from types import SimpleNamespace

import pytest

from companion.clock import Instant
from hardware.grab.contacts import Seat
from hardware.lab import stalling
from hardware.lab.rig import Driven, Made, driven
from hardware.lab.score import Stall, ms, press, together, touch
from tests.hardware.lab.runs import us


def made(*microseconds: float, write: float = 2) -> tuple[Made, ...]:
    """Return strokes made at these times, each write so many µs long."""
    return tuple(Made(Instant(us(at)), Instant(us(at + write))) for at in microseconds)


def test_the_truth_lies_between_the_beginning_and_the_end_of_each_write() -> None:
    score = together(press(Seat(0), us(0), ms(20)), press(Seat(1), us(100), ms(20)))
    assert [stroke.begins for stroke in score] == [True, True, False, False]
    # 104 µs between both writes, each known to 1 µs; the release came 7 µs late, by writes that take 2.
    assert driven(score, made(0, 104, 20_007, 20_104)) == Driven(us(104), us(2), us(9))


def test_only_presses_are_compared() -> None:
    score = together(touch(Seat(1), us(0), us(60)), press(Seat(0), ms(4), ms(14)))
    assert driven(score, made(0, 60, 4_000, 18_000)).separation == 0
    # A spike that the rig made a millisecond longer than asked.
    assert driven(score, made(0, 1_060, 4_000, 18_000)).astray == us(1_002)


def test_the_interpreter_is_held_when_and_as_long_as_a_stall_says(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, float]] = []
    monkeypatch.setattr("hardware.lab.stalling.time.sleep", lambda seconds: done.append(("sleeps", seconds)))
    held = SimpleNamespace(usleep=lambda micros: done.append(("holds", micros)))
    monkeypatch.setattr(stalling, "INTERPRETER", held)
    stalling._hold(Stall(ms(12), ms(60)))
    assert done == [("sleeps", 0.012), ("holds", 60_000)]
