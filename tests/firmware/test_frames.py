"""Frames at both ends: messages survive encoding, damage is refused, and the stream is found again."""

import builtins
import importlib
import sys
import tracemalloc
from array import array
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware import frames
from tests.firmware.messages import KINDS, messages

payloads = st.binary(min_size=1, max_size=frames.MOST_PAYLOAD)


# --- check sums and frames ---


def test_the_check_sum_is_the_published_one() -> None:
    # CRC-16/CCITT-FALSE of the usual nine digits.
    assert frames.crc16(b"123456789") == 0x29B1


@given(st.binary(max_size=frames.MOST_PAYLOAD + 2))
def test_the_loops_for_the_chip_give_what_the_library_gives(fast: ModuleType, data: bytes) -> None:
    assert frames._crc_by_table(data) == frames.crc16(data)
    assert fast.crc(data, len(data), frames._TABLE) == frames.crc16(data)
    stuffed = bytearray(len(data) + 1)
    assert fast.stuff(data, len(data), stuffed) == len(stuffed)
    assert bytes(stuffed) == frames._stuff(data)


@pytest.fixture(name="fast", scope="module")
def import_fast() -> Iterator[ModuleType]:
    """Import the module that the chip compiles, as the plain Python that it also is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "micropython", SimpleNamespace(viper=lambda function: function))
        patch.setattr(builtins, "ptr8", bytes, raising=False)
        patch.setattr(builtins, "ptr16", array, raising=False)
        yield importlib.import_module("hardware.firmware.fast")
        del sys.modules["hardware.firmware.fast"]


@given(payloads)
def test_a_frame_gives_its_payload_back(payload: bytes) -> None:
    frame = frames.encode(payload)
    assert frame.index(0) == len(frame) - 1 <= frames.MOST_FRAME
    assert frames.decode(frame[:-1]) == payload


@pytest.mark.parametrize("length", [0, frames.MOST_PAYLOAD + 1, 1000])
def test_a_payload_of_a_wrong_length_is_not_sent(length: int) -> None:
    with pytest.raises(ValueError, match="1 to 200 bytes"):
        frames.encode(bytes(length))


@given(payloads, st.data())
def test_one_changed_byte_is_seen(payload: bytes, data: st.DataObject) -> None:
    frame = bytearray(frames.encode(payload)[:-1])
    at = data.draw(st.integers(0, len(frame) - 1))
    frame[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError):  # noqa: PT011 - the message doesn't matter: the frame is damaged
        frames.decode(bytes(frame))


# --- the stream ---


@given(st.lists(payloads, max_size=6), st.data())
def test_frames_come_out_however_the_stream_is_cut(sent: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frames.encode, sent))
    decoder = frames.Decoder()
    got: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += decoder.feed(stream[:size])
        stream = stream[size:]
    assert (got, decoder.damaged) == (sent, 0)


@given(st.binary(max_size=1000), payloads)
def test_after_any_rubbish_the_second_frame_is_found(rubbish: bytes, payload: bytes) -> None:
    # Garbage without its own 0x00 spoils the frame after it, and never more than that one.
    decoder = frames.Decoder()
    decoder.feed(rubbish)
    got = decoder.feed(frames.encode(b"spoilt") + frames.encode(payload))
    assert got[-1] == payload
    assert len(got) == 2 or decoder.damaged


def test_zeroes_between_frames_are_no_damage() -> None:
    decoder = frames.Decoder()
    assert decoder.feed(b"\x00\x00" + frames.encode(b"a") + b"\x00\x00" + frames.encode(b"b")) == [b"a", b"b"]
    assert decoder.damaged == 0


def test_a_stream_without_an_end_keeps_one_frame_at_most() -> None:
    decoder = frames.Decoder()
    piece = b"\x01" * 10_000
    tracemalloc.start()
    try:
        for _ in range(100):
            assert decoder.feed(piece) == []
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 4_000, f"{kept} bytes held after a million without a 0x00"
    assert decoder.feed(b"\x00" + frames.encode(b"after")) == [b"after"]
    assert decoder.damaged == 1


# --- messages ---


def test_every_message_is_among_the_samples() -> None:
    assert len(KINDS) == len(frames._MESSAGES)


@given(messages)
def test_a_message_gives_its_fields_back(message: tuple[object, ...]) -> None:
    payload = frames.pack(message)
    assert len(payload) <= frames.MOST_PAYLOAD
    assert frames.unpack(payload) == message
    assert type(frames.unpack(payload)) is type(message)


@given(messages, st.data())
def test_a_wrong_length_is_refused(message: tuple[object, ...], data: st.DataObject) -> None:
    payload = frames.pack(message)
    wrong = data.draw(
        st.one_of(
            st.integers(0, len(payload) - 1).map(lambda size: payload[:size]),
            st.binary(min_size=1, max_size=8).map(lambda more: payload + more),
        )
    )
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        frames.unpack(wrong)


@given(
    st.one_of(st.binary(max_size=300), messages.map(frames.pack).flatmap(lambda payload: _changed(payload)))
)
def test_unpacking_never_fails_otherwise(payload: bytes) -> None:
    try:
        message = frames.unpack(payload)
    except ValueError:
        return
    again = frames.pack(message)
    assert again == payload, f"{message} is packed as {again.hex()}, and it was {payload.hex()}"


def _changed(payload: bytes) -> st.SearchStrategy[bytes]:
    """Return payloads that differ from this one in one byte."""
    return st.tuples(st.integers(0, len(payload) - 1), st.integers(0, 255)).map(
        lambda change: payload[: change[0]] + bytes([change[1]]) + payload[change[0] + 1 :]
    )


@pytest.mark.parametrize(
    "message",
    [
        frames.Hello(1, 2, 1),
        frames.Hello(1 << 32, 1, 1),
        frames.Hello(-1, 1, 1),
        frames.Setup(1, 0, 0, 3),
        frames.Setup(1, 1 << 32, 0, 0),
        frames.Drive(1, 1, ((1 << 32, 1),)),
        frames.Changes(1, 0, 0, ((0, 1), (5, -1))),
        frames.Drive(1, 1, ()),
        frames.Drive(1, 1, ((0, 1),)),
        frames.Drive(1, 1, ((1, 1),) * 24),
        frames.Changes(1, 0, 0, ()),
        frames.Changes(1, 0, 0, ((1, 1),)),
        frames.Changes(1, 0, 0, ((0, 1), (5, 1), (4, 1))),
        frames.Changes(1, 0, 0, ((0, 1),) * 17),
        frames.Refused(1, 6, 0),
        frames.Identity(1, 1, (1, 0, 0), b"12345678", 0, 1, 0, 0, 0, "n" * 121),
        frames.Identity(1, 1, (1, 0, 0), b"1234567", 0, 1, 0, 0, 0, "n"),
        frames.Identity(1, 1, (1, 0, 0), b"12345678", 0, 0, 0, 0, 0, "n"),
        frames.Identity(1, 1, (1, 0, 0), b"12345678", 0, 1, 0, 3, 0, "n"),
    ],
)
def test_what_no_message_may_say_is_not_packed(message: tuple[object, ...]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        frames.pack(message)
