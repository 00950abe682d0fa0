"""Hypothesis strategies for the grab board's messages, each paired with its payload."""

from collections.abc import Callable

from hypothesis import strategies as st

from hardware.firmware import frames

bytes_ = st.integers(0, 0xFF)
words = st.integers(0, 0xFFFFFFFF)
longs = st.integers(0, 0xFFFFFFFFFFFFFFFF)
names = st.text(max_size=10).filter(lambda name: len(name.encode()) <= frames.MOST_NAME)
steps = st.lists(st.tuples(st.integers(1, 0xFFFFFFFF), words), min_size=1, max_size=frames.MOST_STEPS)


def _in_order(drawn: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return changes whose ticks begin at 0 and never go back."""
    times = sorted(after for after, _ in drawn[1:])
    return tuple(zip([0, *times], [levels for _, levels in drawn], strict=True))


changes = st.lists(st.tuples(words, words), min_size=1, max_size=frames.MOST_CHANGES).map(_in_order)

version, eight = st.tuples(bytes_, bytes_, bytes_), st.binary(min_size=8, max_size=8)
rates, causes = st.integers(1, 0xFFFFFFFF), st.integers(0, 2)

KINDS: tuple[tuple[Callable[..., tuple[object, ...]], tuple[st.SearchStrategy[object], ...]], ...] = (
    (lambda session, ends: frames.Hello(session, *ends), (words, st.tuples(bytes_, bytes_).map(sorted))),
    (frames.Setup, (words, words, words, st.integers(0, 2))),
    (frames.Ack, (words, words)),
    (frames.Lamps, (words, words)),
    (frames.Sync, (words, words)),
    (frames.Drive, (words, words, steps.map(tuple))),
    (
        frames.Identity,
        (words, bytes_, version, eight, words, rates, longs, causes, st.integers(0, 0xFFFF), names),
    ),
    (frames.Ready, (words, words, words, words, longs, words)),
    (frames.Changes, (words, words, longs, changes)),
    (frames.Echo, (words, words, longs, longs, words, words, words, words)),
    (frames.Refused, (words, st.integers(1, 5), words)),
    (frames.Driven, (words, longs, bytes_)),
)
"""For every message: what makes it, and strategies for its fields."""

messages = st.one_of([st.builds(made, *fields) for made, fields in KINDS])
