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

Pack = Callable[..., bytes]
Kind = tuple[type[tuple[object, ...]], Pack, tuple[st.SearchStrategy[object], ...]]

KINDS: tuple[Kind, ...] = (
    (
        frames.Hello,
        lambda session, ends: frames.pack_hello(session, *ends),
        (words, st.tuples(bytes_, bytes_).map(sorted)),
    ),
    (frames.Setup, frames.pack_setup, (words, words, words, st.integers(0, 2))),
    (frames.Ack, frames.pack_ack, (words, words)),
    (frames.Lamps, frames.pack_lamps, (words, words)),
    (frames.Sync, frames.pack_sync, (words, words)),
    (frames.Drive, frames.pack_drive, (words, words, steps.map(tuple))),
    (
        frames.Identity,
        frames.pack_identity,
        (words, bytes_, version, eight, words, rates, longs, causes, st.integers(0, 0xFFFF), names),
    ),
    (frames.Ready, frames.pack_ready, (words, words, words, words, longs, words)),
    (frames.Changes, frames.pack_changes, (words, words, longs, changes)),
    (frames.Echo, frames.pack_echo, (words, words, longs, longs, words, words, words, words)),
    (frames.Refused, frames.pack_refused, (words, st.integers(1, 5), words)),
    (frames.Driven, frames.pack_driven, (words, longs, bytes_)),
)
"""For every message: its class, its packing function, and strategies for its fields."""


def _packed(kind: Kind) -> st.SearchStrategy[tuple[tuple[object, ...], bytes]]:
    made, pack, fields = kind

    def build(values: tuple[object, ...]) -> tuple[tuple[object, ...], bytes]:
        payload = pack(*values)
        if made is frames.Hello:
            return frames.Hello(values[0], payload[5], payload[6]), payload
        return made(*values), payload  # type: ignore[arg-type] # a named tuple takes fields, not an iterable

    return st.tuples(*fields).map(build)


messages = st.one_of([_packed(kind) for kind in KINDS])
"""Pairs of (message, payload)."""
